// The games to choose from, and those that are kept.

import { button, h } from "./dom";
import type { Server } from "./net";
import type { GameRow, VariantRow } from "./types";

export function galleryPage(server: Server, variants: VariantRow[], watches: boolean): { element: HTMLElement; games(rows: GameRow[]): void } {
  const kept = h("section", { class: "kept", hidden: true });
  const last = h("p", { class: "last", hidden: true });
  const card = (row: VariantRow) =>
    h(
      "a",
      { class: "card", href: `#/new/${row.name}`, "data-variant": row.name },
      h("img", { src: `/pictures/${row.name}.svg`, alt: "", loading: "lazy", width: 200, height: 200 }),
      h("b", {}, row.title),
      h("span", {}, `${row.seats} players · ${row.cells} cells`),
    );
  const titles = new Map(variants.map((row) => [row.name, row.title]));
  const link = (row: GameRow) => h("a", { href: `#/game/${row.game}` }, titles.get(row.variant) ?? row.variant);
  const remove = (row: GameRow) => {
    const what = `${titles.get(row.variant) ?? row.variant} with ${row.plies} moves`;
    if (window.confirm(`Delete the game of ${what}?`)) server.send({ type: "delete", game: row.game });
  };
  const games = (rows: GameRow[]) => {
    kept.hidden = rows.length === 0;
    const unfinished = rows.find((row) => row.ending === null);
    last.hidden = unfinished === undefined;
    if (unfinished) last.replaceChildren("Go on with ", link(unfinished), ` after ${unfinished.plies} moves`);
    const line = (row: GameRow) => {
      const people = row.engines.map((engine) => (engine ? "engine" : "human")).join(", ");
      return h(
        "li",
        {},
        link(row),
        ` ${people} · ${row.plies} moves · ${row.ending ?? "goes on"} `,
        button("delete", () => remove(row), { class: "quiet", "aria-label": `Delete the game of ${row.date}` }),
      );
    };
    kept.replaceChildren(h("h2", {}, "Your games"), h("ul", {}, ...rows.map(line)));
  };
  server.send({ type: "games" });
  const element = h(
    "main",
    { class: "gallery" },
    last,
    h("h1", {}, "Choose a game"),
    watches && h("p", {}, h("a", { href: "#/watch" }, "Watch the match")),
    h("div", { class: "cards" }, ...variants.map(card)),
    kept,
  );
  return { element, games };
}
