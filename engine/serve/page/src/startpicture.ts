// The picture of the board before a game starts: the start, or the position that is given.

import { Board } from "./board";
import { h } from "./dom";
import type { Server } from "./net";
import type { Description, Reply } from "./types";

/** Milliseconds without a change after which the server is asked. */
const PAUSE = 250;

export class StartPicture {
  readonly element: HTMLElement;
  private readonly board: Board;
  private number = 0;
  private timer = 0;

  constructor(
    private readonly server: Server,
    private readonly description: Description,
  ) {
    this.board = new Board(description);
    const { element } = this.board;
    element.setAttribute("role", "img");
    element.removeAttribute("tabindex");
    element.setAttribute("aria-label", `The start of ${description.title}`);
    this.element = h("div", { class: "big frame" }, element);
  }

  /** Shows a position string; the start if it is empty. */
  show(fen: string): void {
    clearTimeout(this.timer);
    this.number += 1;
    this.server.send({ type: "arrange", variant: this.description.name, number: this.number, ...(fen && { fen }) });
  }

  /** Shows a position string that is being typed. */
  follow(fen: string): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.show(fen), PAUSE);
  }

  /** Takes the server's answer. The picture stays as it is while a string is no position. */
  hear(reply: Extract<Reply, { type: "arranged" }>): void {
    if (reply.number === this.number) this.board.show(reply.position);
  }

  leave(): void {
    clearTimeout(this.timer);
  }
}
