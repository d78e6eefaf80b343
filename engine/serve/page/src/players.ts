// The player of a seat, its strength and its time: a form for every seat.

import { h, s } from "./dom";
import { hasMarks, hasTeams, shape } from "./marks";
import type { Description, Player } from "./types";

/** The Elo of the offered strengths; null is full strength. */
const STRENGTHS: (number | null)[] = [null, 2600, 2400, 2200, 2000, 1800, 1600, 1400, 1200, 1000, 800];
/** The offered times for a move in milliseconds. */
const TIMES = [100, 250, 500, 1000, 2000, 5000, 10000, 30000, 60000];

export interface PlayersForm {
  element: HTMLElement;
  players(): Player[];
  /** Seats one person, and the engine everywhere else. */
  sit(seat: number): void;
  /** Sets whether there is a clock. With a clock, engines have no time of their own for a move. */
  timed(hasClock: boolean): void;
}

/** A form that begins with these players. */
export function playersForm(description: Description, players: Player[]): PlayersForm {
  const rows = description.players.map((_, seat) => row(description, seat, players[seat]));
  return {
    element: h("div", { class: "players" }, ...rows.map(({ element }) => element)),
    players: () => rows.map(({ player }) => player()),
    sit: (own) => rows.forEach(({ sit }, seat) => sit(seat === own)),
    timed: (hasClock) => rows.forEach(({ timed }) => timed(hasClock)),
  };
}

function row(description: Description, seat: number, current: Player) {
  const { name, colour, side } = description.players[seat];
  const option = (value: string | number, text: string, isChosen: boolean) => h("option", { value, selected: isChosen }, text);
  const engine = current.by === "engine" ? current : { elo: null, time: 1000 };
  const by = h(
    "select",
    { "aria-label": `${name} is played by`, class: "by" },
    option("human", "human", current.by === "human"),
    option("engine", "engine", current.by === "engine"),
  );
  const elo = h(
    "select",
    { "aria-label": `Strength of ${name}` },
    ...STRENGTHS.map((strength) => option(strength ?? "", strength ? `${strength} Elo` : "full strength", strength === engine.elo)),
  );
  const times = TIMES.includes(engine.time) ? TIMES : [...TIMES, engine.time].sort((a, b) => a - b);
  const time = h(
    "select",
    { "aria-label": `Time of ${name} for a move` },
    ...times.map((milliseconds) => option(milliseconds, `${milliseconds / 1000} s a move`, milliseconds === engine.time)),
  );
  let isTimed = false;
  const update = () => {
    elo.hidden = by.value === "human";
    time.hidden = by.value === "human" || isTimed;
  };
  by.addEventListener("change", update);
  update();
  const swatch = s("svg", { class: "dot", viewBox: "0 0 100 100", "aria-hidden": "true" }, s("circle", { cx: 50, cy: 50, r: 46, fill: colour, class: "man" }));
  if (hasMarks(description)) swatch.append(shape(seat, 50, 50, 1.3));
  const team = hasTeams(description) && h("span", { class: `team side${side}` }, `team ${side + 1}`);
  return {
    element: h("div", { class: "player" }, swatch, h("b", {}, name), team, by, elo, time),
    sit: (isPerson: boolean) => {
      by.value = isPerson ? "human" : "engine";
      update();
    },
    timed: (hasClock: boolean) => {
      isTimed = hasClock;
      update();
    },
    player: (): Player =>
      by.value === "human" ? { by: "human" } : { by: "engine", elo: elo.value ? Number(elo.value) : null, time: Number(time.value) },
  };
}
