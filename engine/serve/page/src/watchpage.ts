// The games of a match that the server follows.

import { button, h } from "./dom";
import type { Server } from "./net";
import type { Reply } from "./types";

/** Between two looks at the record, in milliseconds. */
const PACE = 1500;

export class WatchPage {
  readonly element: HTMLElement;
  private readonly title = h("h1", {}, "A match");
  private readonly list = h("ol", { class: "watched" });
  private readonly timer: number;
  private seen = -1;

  constructor(private readonly server: Server) {
    this.element = h("main", { class: "watch" }, this.title, this.list);
    const ask = () => server.send({ type: "watch" });
    ask();
    this.timer = window.setInterval(ask, PACE);
  }

  hear(reply: Reply): void {
    if (reply.type !== "watch" || reply.total === this.seen) return;
    this.seen = reply.total;
    this.title.textContent = `${reply.title || "A match"}: ${reply.total} games`;
    this.list.replaceChildren(
      ...reply.games.map((row) =>
        h(
          "li",
          { value: row.number + 1 },
          button(`${row.engines.join(" – ")}`, () => this.server.send({ type: "watch-game", number: row.number })),
          ` ${row.variant} · ${row.points.join("–")} · ${row.end} · ${row.plies} moves`,
        ),
      ),
    );
  }

  leave(): void {
    clearInterval(this.timer);
  }
}
