// A new game: the players, the clock and the position.

import { button, choices, h } from "./dom";
import type { Server } from "./net";
import { playersForm } from "./players";
import { rulesText } from "./rules";
import { StartPicture } from "./startpicture";
import type { Choices, Description, Lessons, NewGame, Player } from "./types";

/** Minutes and seconds of the clocks that are offered; null is none. */
const CLOCKS: ([number, number] | null)[] = [null, [1, 1], [3, 2], [5, 3], [10, 5], [15, 10], [30, 20]];

/** Elo of the engine for who has not chosen yet. */
const FIRST = 1000;

export function setupPage(server: Server, description: Description, lessons: Lessons, position: string): { element: HTMLElement; picture: StartPicture } {
  // A first opponent is weak; after that as strong as the last one was.
  const last = choices.get("elo", String(FIRST));
  const elo = last === "" ? null : Number(last) || FIRST;
  const usual = description.players.map((_, seat): Player => (seat === 0 ? { by: "human" } : { by: "engine", elo, time: 1000 }));
  const form = playersForm(description, usual);
  const clock = h(
    "select",
    { "aria-label": "Clock" },
    ...CLOCKS.map((rule, at) => h("option", { value: at }, rule ? `${rule[0]} min + ${rule[1]} s` : "no clock")),
  );
  clock.addEventListener("change", () => form.timed(CLOCKS[Number(clock.value)] !== null));
  const fen = h("input", { class: "wide", "aria-label": "Position string", placeholder: "position string (FEN); empty: the usual start", spellcheck: "false" });
  fen.value = position;
  const picture = new StartPicture(server, description);
  fen.addEventListener("input", () => picture.follow(fen.value.trim()));
  picture.show(position);
  const side = h(
    "select",
    { "aria-label": "You play", id: "side" },
    ...description.players.map(({ name }, seat) => h("option", { value: seat }, name)),
    h("option", { value: "random" }, "random"),
  );
  const sit = () => form.sit(side.value === "random" ? Math.floor(Math.random() * description.seats) : Number(side.value));
  side.addEventListener("change", sit);
  const has = (option: string) => description.options.includes(option);
  const check = (text: string, isThere: boolean) => {
    const box = h("input", { type: "checkbox" });
    return { box, label: isThere && h("label", {}, box, ` ${text}`) };
  };
  const classic = check("partial wins count as draws", has("Scoring"));
  const eliminate = check("a player without a king is out, team or not", has("TeamKingLoss"));
  const pgn = h("textarea", { class: "wide", rows: 4, "aria-label": "PGN", placeholder: "a game as PGN", spellcheck: "false" });
  const options = (): Choices => ({ classic_scoring: classic.box.checked, team_king_loss_eliminates: eliminate.box.checked });
  const ask = (players: Player[] | undefined) => {
    const engine = players?.find((player) => player.by === "engine");
    if (engine?.by === "engine" && players?.some((player) => player.by === "human")) choices.set("elo", String(engine.elo ?? ""));
    const rule = players ? CLOCKS[Number(clock.value)] : null;
    const game: NewGame = { variant: description.name, options: options() };
    if (fen.value.trim()) game.fen = fen.value.trim();
    if (players) game.players = players;
    if (rule) game.clock = { base: rule[0] * 60_000, increment: rule[1] * 1000 };
    server.send({ type: "new", ...game });
  };
  const all = (by: "engine"): Player[] => description.players.map(() => ({ by, elo: null, time: 1000 }));
  const element = h(
    "main",
    { class: "setup" },
    h("h1", {}, description.title),
    picture.element,
    h(
      "div",
      { class: "form" },
      h("div", { class: "row" }, h("label", {}, "You play ", side)),
      form.element,
      h("div", { class: "row" }, h("label", {}, "Clock ", clock), classic.label, eliminate.label),
      fen,
      h(
        "div",
        { class: "row" },
        button("Play", () => ask(form.players()), { class: "primary", id: "play" }),
        button("Analyse", () => ask(undefined), { id: "board" }),
        button("Watch the engine play itself", () => ask(all("engine")), { id: "watch" }),
      ),
      learning(server, description, lessons),
      h("div", { class: "row" }, h("a", { class: "button", href: `#/edit/${description.name}` }, "Set up a position")),
      h("details", {}, h("summary", {}, "Import a game"), pgn, button("Import", () => server.send({ type: "import", pgn: pgn.value, variant: description.name }))),
      h("details", {}, h("summary", {}, "Rules in short"), ...rulesText(description.rules.summary)),
    ),
  );
  return { element, picture };
}

/** Returns the lessons that come before a first game. */
function learning(server: Server, { name }: Description, { positions, game }: Lessons): HTMLElement {
  const show = () => server.send({ type: "import", pgn: game, variant: name });
  return h(
    "div",
    { class: "row" },
    positions.length > 0 && h("a", { class: "button", href: `#/learn/${name}/1`, id: "learn" }, `Learn it in ${positions.length} positions`),
    game !== "" && button("A game with comments", show, { id: "annotated" }),
  );
}
