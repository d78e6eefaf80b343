// Who plays a seat, how strong and how long: a form for every seat.

import { h } from "./dom";
import type { Description, Player } from "./types";

/** Elo of the strengths that are offered; null is all the engine has. */
const STRENGTHS: (number | null)[] = [null, 2600, 2400, 2200, 2000, 1800, 1600, 1400, 1200, 1000, 800];
/** Milliseconds that are offered for a move. */
const TIMES = [100, 250, 500, 1000, 2000, 5000, 10000, 30000, 60000];

export interface PlayersForm {
  element: HTMLElement;
  players(): Player[];
}

/** A form that begins with these players. */
export function playersForm(description: Description, players: Player[]): PlayersForm {
  const rows = description.players.map((seat, at) => row(seat.name, seat.colour, players[at]));
  return {
    element: h("div", { class: "players" }, ...rows.map(({ element }) => element)),
    players: () => rows.map(({ player }) => player()),
  };
}

function row(name: string, colour: string, current: Player) {
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
  const update = () => {
    elo.hidden = by.value === "human";
    time.hidden = by.value === "human";
  };
  by.addEventListener("change", update);
  update();
  const swatch = h("span", { class: "dot" });
  swatch.style.background = colour;
  return {
    element: h("div", { class: "player" }, swatch, h("b", {}, name), by, elo, time),
    player: (): Player =>
      by.value === "human" ? { by: "human" } : { by: "engine", elo: elo.value ? Number(elo.value) : null, time: Number(time.value) },
  };
}
