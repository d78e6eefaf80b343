// The games to choose from, by the number of players, and the saved ones.

import { about } from "./about";
import { button, h, notice } from "./dom";
import type { Server } from "./net";
import type { GameRow, VariantRow } from "./types";
import { counted } from "./words";

const NUMBERS = ["", "", "Two", "Three", "Four", "Five", "Six"];
/** Kept games that are shown before the list is opened. */
const FEW = 5;
/** The most letters of imported games in one message. */
const MOST = 250_000;

export function galleryPage(server: Server, variants: VariantRow[], watches: boolean): { element: HTMLElement; games(rows: GameRow[]): void } {
  const kept = h("section", { class: "kept", "aria-label": "Your games", hidden: true });
  const titles = new Map(variants.map((row) => [row.name, row.title]));
  const isTeamed = (row: VariantRow) => /-\dv\d/.test(row.name);
  const groups = new Map<string, HTMLElement[]>();
  const sorted = [...variants].sort((a, b) => Number(isTeamed(a)) - Number(isTeamed(b)) || a.seats - b.seats);
  for (const row of sorted) {
    const group = isTeamed(row) ? "Teams" : `${NUMBERS[row.seats] ?? row.seats} players`;
    groups.set(group, [...(groups.get(group) ?? []), card(row)]);
  }
  const sections = [...groups].map(([name, cards]) => h("section", { class: "group", "data-group": name }, h("h2", {}, name), h("div", { class: "cards" }, ...cards)));
  const none = h("p", { hidden: true }, "No game has these words.");
  const search = h("input", { type: "search", class: "search", "aria-label": "Search the games", placeholder: "Search: a name, 4, team ..", spellcheck: "false" });
  search.addEventListener("input", () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const section of sections) {
      const cards = [...section.querySelectorAll<HTMLElement>(".card")];
      for (const one of cards) one.hidden = !words.every((word) => one.dataset.words?.includes(word));
      section.hidden = cards.every((one) => one.hidden);
    }
    none.hidden = sections.some((section) => !section.hidden);
  });
  const games = (rows: GameRow[]) => {
    kept.hidden = rows.length === 0;
    const lines = rows.map((row) => keptGame(server, row, titles.get(row.variant) ?? row.variant));
    const more = lines.length > FEW && h("details", {}, h("summary", {}, `${lines.length - FEW} more`), h("ul", {}, ...lines.slice(FEW)));
    const save = button("Save all as PGN", () => server.send({ type: "export-all" }), { id: "save-all" });
    kept.replaceChildren(h("div", { class: "row heading" }, h("h2", {}, "Your games"), save), h("ul", {}, ...lines.slice(0, FEW)), ...(more ? [more] : []));
  };
  server.send({ type: "games" });
  const element = h(
    "main",
    { class: "gallery" },
    kept,
    h("div", { class: "row heading" }, h("h1", {}, "Choose a game"), search),
    watches && h("p", {}, h("a", { href: "#/watch" }, "Watch the match")),
    none,
    ...sections,
    imports(server),
  );
  return { element, games };
}

function card(row: VariantRow): HTMLElement {
  const words = `${row.title} ${row.name} ${row.seats} players ${/-\dv\d/.test(row.name) ? "teams" : ""} ${about(row)}`;
  return h(
    "a",
    { class: "card", href: `#/new/${row.name}`, "data-variant": row.name, "data-words": words.toLowerCase() },
    h("img", { src: `pictures/${row.name}.svg`, alt: "", loading: "lazy", width: 200, height: 200 }),
    h("b", {}, row.title),
    h("span", {}, `${row.seats} players · ${row.cells} cells`),
    h("span", { class: "about" }, about(row)),
  );
}

/** A line about a game that is kept. */
function keptGame(server: Server, row: GameRow, title: string): HTMLLIElement {
  const remove = () => {
    if (window.confirm(`Delete the game of ${title} with ${counted(row.plies, "move")}?`)) server.send({ type: "delete", game: row.game });
  };
  const people = row.engines.map((engine) => (engine ? "engine" : "human"));
  const who = new Set(people).size === 1 ? `${people.length} × ${people[0]}` : people.join(", ");
  const changed = new Date(row.changed * 1000);
  const state = row.ending ?? "goes on";
  return h(
    "li",
    { "data-kept": row.game },
    h("time", { datetime: changed.toISOString() }, changed.toLocaleString([], { dateStyle: "medium", timeStyle: "short" })),
    h("a", { href: `#/game/${row.game}` }, title),
    h("span", {}, `${who} · ${counted(row.plies, "move")} · ${state}`),
    button("delete", remove, { class: "quiet", "aria-label": `Delete the game of ${title} of ${row.date}` }),
  );
}

/** Games from files: the first is shown, all are kept. */
function imports(server: Server): HTMLElement {
  const area = h("textarea", { class: "wide", rows: 4, "aria-label": "Games as PGN", placeholder: "one game or several as PGN", spellcheck: "false" });
  const file = h("input", { type: "file", accept: ".pgn,text/plain", "aria-label": "A file of games", id: "pgn-file" });
  const send = (pgn: string) => {
    if (pgn.length > MOST) notice(`At most ${MOST} letters at once.`);
    else if (pgn.trim()) server.send({ type: "import", pgn, variant: "chess" });
  };
  file.addEventListener("change", () => void file.files?.[0]?.text().then(send));
  return h("details", { class: "imports" }, h("summary", {}, "Import games"), h("div", { class: "row" }, file), area, button("Import", () => send(area.value)));
}
