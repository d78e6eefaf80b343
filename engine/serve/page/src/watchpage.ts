// The games of a match that the server follows: those that are played now, and those that have ended.

import { button, h } from "./dom";
import type { Server } from "./net";
import type { LiveRow, Reply, WatchRow } from "./types";
import * as words from "./words";

/** Between two looks at the match, in milliseconds. */
const PACE = 1500;

/** A game that is played now, in the list. */
interface Shown {
  element: HTMLLIElement;
  state: HTMLElement;
}

export class WatchPage {
  readonly element: HTMLElement;
  private readonly title = h("h1", {}, "A match");
  private readonly nowTitle = h("h2", {}, "Now");
  private readonly now = h("ul", { class: "watched now" });
  private readonly list = h("ol", { class: "watched" });
  private readonly timer: number;
  private readonly shown = new Map<string, Shown>();
  private seen = -1;

  constructor(private readonly server: Server) {
    this.element = h("main", { class: "watch" }, this.title, this.nowTitle, this.now, h("h2", {}, "Finished"), this.list);
    const ask = () => server.send({ type: "watch" });
    ask();
    this.timer = window.setInterval(ask, PACE);
  }

  hear(reply: Reply): void {
    if (reply.type !== "watch") return;
    const state = reply.runs ? "" : reply.live.length > 0 ? ": stopped in mid-game" : ": none";
    this.nowTitle.textContent = `Now${state}`;
    this.playing(reply.live);
    if (reply.total !== this.seen) {
      this.seen = reply.total;
      this.title.textContent = `${reply.title || "A match"}: ${reply.total} games`;
      this.list.replaceChildren(...reply.games.map((row) => this.finished(row)));
    }
  }

  /** Shows the games that are played now; a row stays the same as long as its game lasts. */
  private playing(rows: LiveRow[]): void {
    const names = new Set(rows.map((row) => row.name));
    for (const [name, { element }] of this.shown) {
      if (names.has(name)) continue;
      element.remove();
      this.shown.delete(name);
    }
    for (const row of rows) {
      const found = this.shown.get(row.name) ?? this.begun(row);
      const clocks = row.clocks.length > 0 ? ` · ${row.clocks.map(words.clock).join(" – ")}` : "";
      found.state.textContent = ` ${row.variant} · ${row.plies} moves${clocks}`;
    }
  }

  private begun(row: LiveRow): Shown {
    const state = h("span", {});
    const watch = button(`${row.block + 1}.${row.game + 1}: ${row.engines.join(" – ")}`, () => this.server.send({ type: "watch-live", name: row.name }));
    const shown = { element: h("li", { "data-live": row.name }, watch, state), state };
    this.shown.set(row.name, shown);
    this.now.append(shown.element);
    return shown;
  }

  private finished(row: WatchRow): HTMLLIElement {
    return h(
      "li",
      { value: row.number + 1 },
      button(`${row.engines.join(" – ")}`, () => this.server.send({ type: "watch-game", number: row.number })),
      ` ${row.variant} · ${row.points.join("–")} · ${row.end} · ${row.plies} moves`,
    );
  }

  leave(): void {
    clearInterval(this.timer);
  }
}
