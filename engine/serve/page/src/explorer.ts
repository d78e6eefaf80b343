// The moves that the kept games have played in the shown position.

import { Book, inWords, percent } from "./book";
import { button, h, memory } from "./dom";
import type { ReplyOf } from "./net";
import type { Description, ExploredMove, Position } from "./types";
import { kindName } from "./words";

/** Milliseconds on a position after which the server is asked about it. */
const PAUSE = 150;

/** A listener to the explorer. */
export interface Reader {
  /** Asks the server about the position at a node. */
  ask(node: number): void;
  /** Shows the board after moves; null ends that. */
  preview(moves: string[] | null): void;
  play(move: string): void;
  /** Returns whether a person may move in the shown position. */
  mayPlay(): boolean;
  /** Returns whether people from elsewhere play the game now, so that no kept game may help. */
  isContested(): boolean;
}

export class Explorer {
  readonly element: HTMLElement;
  private on = false;
  private game = "";
  private node = 0;
  private turn = 0;
  private isOver = false;
  private timer = 0;
  /** Whether the pointer is on a move: then the list stays as it is. */
  private isHeld = false;
  private readonly book = new Book();
  private readonly toggle: HTMLButtonElement;
  private readonly words = h("span", { class: "speed", role: "status" });
  private readonly rows = h("tbody");
  private readonly table: HTMLTableElement;

  /** `figure` draws a kind of piece in the colour of a seat. */
  constructor(
    private readonly description: Description,
    private readonly figure: (kind: number, seat: number) => SVGElement,
    private readonly reader: Reader,
  ) {
    this.toggle = button("Your games", () => this.turnTo(!this.on), { id: "explore", "aria-pressed": "false", title: "What your games have played here" });
    this.table = h("table", { class: "played", hidden: true }, h("thead", {}, h("tr", {}, ...["Move", "Games", "Points"].map((name) => h("th", { scope: "col" }, name)))), this.rows);
    this.table.addEventListener("pointerleave", () => this.release());
    this.table.addEventListener("focusout", () => this.release());
    this.element = h("section", { class: "explorer", "aria-label": "Your games" }, h("div", { class: "row" }, this.toggle, this.words), this.table);
  }

  /** Continues with the setting of this tab for this game. */
  recall(game: string): void {
    this.game = game;
    if (memory.get(`explore.${game}`) === "on") this.turnTo(true);
  }

  private turnTo(on: boolean): void {
    this.on = on;
    memory.set(`explore.${this.game}`, on ? "on" : "off");
    this.toggle.setAttribute("aria-pressed", String(on));
    this.book.forget();
    this.follow();
  }

  /** Shows the moves of another position. */
  show(node: number, position: Position): void {
    if (node !== this.node) this.release();
    [this.node, this.turn, this.isOver] = [node, position.turn, position.ending !== undefined];
    this.follow();
  }

  /** Asks anew, since a game has changed. */
  changed(): void {
    this.book.forget();
  }

  hear({ node, games, moves, unread }: ReplyOf<"explored">): void {
    this.book.take(node, { games, moves, unread });
    if (node === this.node) this.follow();
  }

  leave(): void {
    clearTimeout(this.timer);
  }

  private follow(): void {
    clearTimeout(this.timer);
    const { node } = this;
    const isContested = this.on && this.reader.isContested();
    if (this.on && !isContested && !this.isOver && this.book.lacks(node)) this.timer = window.setTimeout(() => this.reader.ask(node), PAUSE);
    if (!this.isHeld) this.draw(isContested);
  }

  private draw(isContested: boolean): void {
    const found = this.on && !isContested ? this.book.at(this.node) : undefined;
    this.words.textContent = isContested ? "shown again when the game is over" : inWords(found);
    this.rows.replaceChildren(...(found?.moves ?? []).map((move) => this.row(move)));
    this.table.hidden = !found || found.moves.length === 0;
  }

  private row(move: ExploredMove): HTMLElement {
    const mayPlay = this.reader.mayPlay();
    const show = () => {
      this.isHeld = true;
      this.reader.preview([move.notation]);
    };
    const play = () => {
      if (!mayPlay) return;
      this.release();
      this.reader.play(move.notation);
    };
    const named = move.kind === null ? "" : `${kindName(this.description.kinds[move.kind])} `;
    const one = button(move.text, play, { class: "line", "data-explored": move.notation, "aria-label": `${named}${move.text}`, "aria-disabled": !mayPlay && "true", pointerenter: show, focus: show });
    // Standard algebraic notation names the piece itself.
    if (move.kind !== null && /^[a-z]\d+[a-z]\d/.test(move.text)) one.prepend(this.figure(move.kind, this.turn));
    return h("tr", {}, h("td", {}, one), h("td", {}, String(move.games)), h("td", {}, percent(move.points)));
  }

  private release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.reader.preview(null);
    this.follow();
  }
}
