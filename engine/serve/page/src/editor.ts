// Positions that are set up by hand, on every board.

import { Arrangement, type Placed, type Tool } from "./arrangement";
import { Board } from "./board";
import { announce, button, h } from "./dom";
import type { Server } from "./net";
import { ARROWS } from "./input";
import type { Description, Position, Reply } from "./types";
import { kindName } from "./words";
import { isNarrow, Zoom } from "./zoom";

/** Milliseconds without a change after which the server is asked. */
const PAUSE = 150;
/** The distance, in pixels, that a pointer goes before it drags. */
const SLACK = 6;

export class EditorPage {
  readonly element: HTMLElement;
  private readonly board: Board;
  private readonly arrangement = new Arrangement();
  private readonly turn: HTMLSelectElement;
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly fen = h("input", { class: "wide", readonly: true, "aria-label": "Position string" });
  private readonly ways: HTMLButtonElement[];
  private readonly enlarging: Zoom;
  private readonly zoom: HTMLButtonElement;
  /** The content for the next cell; nothing takes pieces off. */
  private tool: Tool | "hand" = "hand";
  private cursor = 0;
  private held: { cell: number; pointer: number; x: number; y: number; drags: boolean } | null = null;
  private timer = 0;

  /** Begins with a position string, or with the start. */
  constructor(
    private readonly server: Server,
    private readonly description: Description,
    fen: string,
  ) {
    this.board = new Board(description);
    this.turn = h("select", { "aria-label": "To move" }, ...description.players.map(({ name }, seat) => h("option", { value: seat }, `${name} to move`)));
    this.turn.addEventListener("change", () => {
      this.arrangement.touch();
      this.changed();
    });
    const go = (part: string) => () => (location.hash = `#/${part}/${description.name}/${encodeURIComponent(this.fen.value)}`);
    this.ways = [
      button("Play from here", go("new"), { class: "primary", id: "edit-play" }),
      button("Analyse", go("position"), { id: "edit-analyse" }),
    ];
    this.listen();
    const frame = h("div", { class: "frame" }, this.board.element);
    this.enlarging = new Zoom(frame);
    this.enlarging.onPinch = (isLarge) => this.zoom.setAttribute("aria-pressed", String(isLarge));
    this.zoom = button("Zoom", () => this.enlarge(!this.enlarging.isLarge), { id: "zoom", title: "Show the board larger, to scroll over it" });
    const side = h("div", { class: "boardside" }, frame, this.status);
    this.element = h("main", { class: "game editor" }, side, this.panel());
    requestAnimationFrame(() => this.enlarge(isNarrow() && this.board.leastCell() < Zoom.LEAST));
    this.ask(fen || description.start);
  }

  /** Shows the board large or whole. */
  private enlarge(isLarge: boolean): void {
    this.zoom.setAttribute("aria-pressed", String(this.enlarging.turn(isLarge)));
  }

  private panel(): HTMLElement {
    const { players, kinds, title } = this.description;
    const tools = h("div", { class: "tools", role: "group", "aria-label": "Pieces to set" });
    const choice = (tool: Tool | "hand", name: string, figure?: SVGElement) => {
      const one = button(figure ? "" : name, () => {
        this.tool = tool;
        for (const other of tools.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === one));
        this.markDraggable();
      }, { "aria-pressed": String(tool === this.tool), "aria-label": name, title: name, "data-tool": tool === null ? "off" : tool === "hand" ? "hand" : `${tool.seat}-${tool.kind}` });
      if (figure) one.append(figure);
      return one;
    };
    tools.append(h("div", { class: "row" }, choice("hand", "Move pieces"), choice(null, "Take off")));
    for (const [seat, { name }] of players.entries()) {
      tools.append(h("div", { class: "row" }, ...kinds.map((kind, number) => choice({ kind: number, seat }, `${name} ${kindName(kind)}`, this.board.figure(number, seat)))));
    }
    const clear = () => {
      this.arrangement.clear();
      this.changed();
    };
    return h(
      "div",
      { class: "panel" },
      h("h1", {}, `${title}: set up a position`),
      tools,
      h("div", { class: "row" }, this.turn, button("Start", () => this.ask(this.description.start)), button("Clear", clear, { id: "edit-clear" }), button("Flip", () => this.flip()), this.zoom),
      this.fen,
      h("div", { class: "row" }, ...this.ways),
      h("p", {}, "Choose a piece and click cells; the same piece again takes it off. Drag pieces to move them, and off the board to remove them. By keys: arrows, Enter, Delete."),
    );
  }

  private seat = 0;

  private flip(): void {
    this.seat = (this.seat + 1) % this.description.seats;
    this.board.turnTo(this.seat);
  }

  private listen(): void {
    const svg = this.board.element;
    svg.addEventListener("pointerdown", (event) => {
      // A second finger enlarges the board.
      if (event.pointerType === "touch" && !event.isPrimary) {
        this.letGo();
        return;
      }
      const cell = this.board.cellAt(event.clientX, event.clientY);
      if (cell === null || event.button !== 0) return;
      this.held = { cell, pointer: event.pointerId, x: event.clientX, y: event.clientY, drags: false };
    });
    svg.addEventListener("pointermove", (event) => {
      const { held } = this;
      if (held?.pointer !== event.pointerId) return;
      const isFar = Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK;
      // A finger that goes on without a piece may scroll over the board.
      if (isFar && this.tool !== "hand") this.held = null;
      if (!this.held) return;
      if (isFar && !held.drags) svg.setPointerCapture(event.pointerId);
      held.drags ||= isFar;
      if (held.drags) this.board.drag(held.cell, this.board.at(event.clientX, event.clientY));
    });
    svg.addEventListener("pointerup", (event) => {
      const { held } = this;
      if (held?.pointer !== event.pointerId) return;
      this.held = null;
      if (!held.drags) {
        this.put(held.cell);
        return;
      }
      this.arrangement.move(held.cell, this.board.cellAt(event.clientX, event.clientY));
      this.changed();
    });
    svg.addEventListener("pointercancel", (event) => {
      if (this.held?.pointer === event.pointerId) this.letGo();
    });
    svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Puts a held piece back. */
  private letGo(): void {
    if (this.held) this.board.drag(this.held.cell, null);
    this.held = null;
  }

  private key(event: KeyboardEvent): void {
    const direction = ARROWS.indexOf(event.key);
    if (direction >= 0) this.point(this.board.steps[this.cursor][direction]);
    else if (event.key === "Enter" || event.key === " ") this.put(this.cursor);
    else if (event.key === "Delete" || event.key === "Backspace") this.put(this.cursor, null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Leads the cursor of the keys to a cell. */
  private point(cell: number): void {
    this.cursor = cell;
    this.mark();
    announce(`${this.board.name(cell)} ${this.board.standing(cell) || "empty"}`);
  }

  private mark(): void {
    this.board.mark({ picked: [], targets: new Set(), taking: new Set(), cursor: this.cursor, stuck: null, taken: new Set(), reach: null, premoves: [] });
  }

  private put(cell: number, tool: Tool | "hand" = this.tool): void {
    if (tool === "hand") return;
    this.arrangement.put(cell, tool);
    this.changed();
  }

  /** Asks for the position of a position string. */
  private ask(fen: string): void {
    this.lock();
    this.server.send({ type: "arrange", variant: this.description.name, fen, number: this.arrangement.replace() });
  }

  /** Shows the pieces as they stand, and asks the server for the position. */
  private changed(): void {
    this.draw(this.arrangement.pieces);
    this.lock();
    this.timer = window.setTimeout(() => {
      this.server.send({ type: "arrange", variant: this.description.name, turn: Number(this.turn.value), ...this.arrangement.request });
    }, PAUSE);
  }

  /** Lets nobody go on with the position until the server has answered. */
  private lock(): void {
    clearTimeout(this.timer);
    for (const way of this.ways) way.disabled = true;
  }

  /** Lets fingers drag pieces, where pieces can be dragged. */
  private markDraggable(): void {
    const cells = this.tool === "hand" ? this.arrangement.pieces.map(([cell]) => cell) : [];
    this.board.setStarts(new Set(cells));
  }

  private draw(pieces: Placed[]): void {
    const { seats } = this.description;
    const all = Array.from({ length: seats }, (_, seat) => seat);
    const position: Position = { node: 0, fen: "", turn: Number(this.turn.value), pieces, alive: all.map(() => true), sides: all, check: [], bound: false, last: [], moves: [], cut: false };
    this.board.show(position);
    this.markDraggable();
  }

  /** Takes the server's answer about the position. */
  hear(reply: Extract<Reply, { type: "arranged" | "error" }>): void {
    if (reply.type === "error") {
      if (reply.number !== undefined && !this.arrangement.isNewest(reply.number)) return;
      this.status.textContent = `Not yet a position: ${reply.message}.`;
      this.fen.value = "";
      return;
    }
    const { fen, pieces, turn } = reply.position;
    if (!this.arrangement.take(reply.number, fen, pieces)) return;
    this.turn.value = String(turn);
    this.fen.value = fen;
    this.status.textContent = reply.position.ending ? `The game is over here: ${reply.position.ending.text}` : "";
    this.draw(pieces);
    for (const way of this.ways) way.disabled = false;
  }

  leave(): void {
    clearTimeout(this.timer);
  }
}
