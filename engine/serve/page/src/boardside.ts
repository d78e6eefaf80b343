// The board of a game, the actions on it, and the lines below it: whose turn it is, and the facts
// that decide.

import { Board, type Arrow } from "./board";
import { announce, h, memory, notice } from "./dom";
import type { GameState } from "./gamestate";
import { TIME } from "./gliding";
import { Hands } from "./input";
import { Pace } from "./pace";
import { attackLine, PieceList } from "./piecelist";
import { choose } from "./picker";
import { Premoving } from "./premoving";
import { stroke, type Scribble } from "./scribbles";
import { mayMove, self } from "./share";
import { StatusText } from "./statustext";
import type { ReplyOf } from "./net";
import type { Description, Move, Position, Request } from "./types";
import { isNarrow, Zoom } from "./zoom";

/** The turn of a wheel for a step through the moves, in pixels. */
const WHEEL = 50;

/** A listener to the actions on the board. */
export interface BoardListener {
  send(request: Request): void;
  play(text: string): void;
  step(by: number): void;
  /** Hears how many premoves wait. */
  premoved(count: number): void;
  /** Hears of moves that are complete while a series may go on. */
  completed(moves: Move[]): void;
  /** Hears whether the board is larger than its frame. */
  enlarged(isLarge: boolean): void;
  /** The arrows of the best moves that are known. */
  best(): Arrow[];
}

export class BoardSide {
  readonly element: HTMLElement;
  readonly board: Board;
  readonly statusText: StatusText;
  readonly premoving: Premoving;
  private readonly hands: Hands;
  private readonly pieceList: PieceList;
  private readonly frame: HTMLElement;
  private readonly enlarging: Zoom;
  private readonly status = h("p", { class: "status" });
  /** The facts beside the pieces that decide. */
  private readonly facts = h("p", { class: "facts" });
  private seat = 0;
  private turned = 0;
  /** The drawings on positions, by node. */
  private readonly scribbles = new Map<number, Scribble[]>();
  private showsArrows = true;
  /** The text in place of the turn, until the position is shown anew. */
  private notice: { node: number; text: string } | null = null;
  /** Whether the board is turned to whoever is to move, where several people play. */
  private turnsWithPeople = false;
  /** The moves after which the page shows the board. */
  private previewed: string[] | null = null;
  /** How fast moves come: pieces do not glide when they come faster than that takes. */
  private readonly pace = new Pace(TIME);
  /** The position that the board has shown last. */
  private before: Position | null = null;

  /** `above` and `below` stand above the board and below its lines. */
  constructor(
    private readonly description: Description,
    private readonly state: GameState,
    private readonly listener: BoardListener,
    above: HTMLElement,
    below: () => HTMLElement,
  ) {
    this.board = new Board(description);
    this.statusText = new StatusText(description, this.board);
    this.hands = new Hands(this.board);
    this.pieceList = new PieceList(description);
    this.premoving = new Premoving(state, (waiting) => {
      this.hands.showPremoves(waiting);
      listener.premoved(waiting.length);
    });
    this.frame = h("div", { class: "frame" }, this.board.element);
    this.enlarging = new Zoom(this.frame);
    this.enlarging.onPinch = (isLarge) => listener.enlarged(isLarge);
    this.element = h("div", { class: "boardside" }, above, this.frame, this.pieceList.element, this.status, this.facts, below());
    this.listen();
    const { game, players } = state.game;
    const human = self.seat ?? players.findIndex((player) => player.by === "human");
    this.turnTo(Number(memory.get(`seat.${game}`) ?? Math.max(0, human)));
    requestAnimationFrame(() => this.enlarge());
  }

  /** Connects the actions of hands on the board. */
  private listen(): void {
    const { hands, board, listener } = this;
    hands.onMoves = (moves) => void this.choose(moves);
    hands.onBeginning = (clicks) => listener.send({ type: "continuations", node: this.state.view, clicks });
    hands.onStuck = (cell) => this.state.position && this.hint(this.statusText.stuck(this.state.position, cell));
    hands.onKeyboard = () => this.describe();
    hands.onLook = (cell) => listener.send({ type: "reach", node: this.state.view, cell });
    hands.onAttackers = (cell) => listener.send({ type: "attackers", node: this.state.view, cell });
    hands.onWhy = (from, to) => listener.send({ type: "why", node: this.state.view, text: board.name(from) + board.name(to) });
    hands.mayPremove = (seat) => this.premoving.may(seat);
    hands.onPremove = (seat, clicks) => {
      this.premoving.add(seat, clicks);
      announce(`premove ${clicks.map((cell) => board.name(cell)).join(" ")}`);
    };
    hands.onEscape = () => this.premoving.drop();
    hands.onStroke = (scribble) => this.scribble(scribble);
    hands.onWipe = () => this.scribble(null);
    board.element.addEventListener("picking", () => listener.completed(hands.complete()));
    board.element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  /** Steps through the moves as the wheel turns. */
  private wheel(event: WheelEvent): void {
    if (event.ctrlKey || this.enlarging.isLarge || this.state.game.nodes.length < 2) return;
    event.preventDefault();
    this.turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * WHEEL;
    if (Math.abs(this.turned) < WHEEL) return;
    this.listener.step(Math.sign(this.turned));
    this.turned = 0;
  }

  /** Shows the position that is looked at. */
  show(position: Position): void {
    this.notice = null;
    this.frame.classList.remove("ahead");
    this.turnToMover(position);
    const ways = this.waysTo(position);
    const isFast = this.before?.node !== position.node && this.pace.isFast(performance.now());
    this.board.show(position, isFast ? [] : ways);
    this.before = position;
    this.hands.take(position, this.mayMove(position));
    this.board.scribble(this.scribbles.get(this.state.view) ?? []);
    this.pieceList.show(position);
  }

  /** Writes whose turn it is, and the facts that decide. */
  write(position: Position): void {
    const { isAside, game, view } = this.state;
    const aside = isAside ? `Side line; the game stands at ${this.state.named(game.live)}. ` : "";
    this.status.textContent = this.notice?.node === view ? this.notice.text : aside + this.statusText.of(position);
    // Nothing decides any more once the game is over.
    this.facts.textContent = position.ending ? "" : (position.facts ?? []).join(" ");
  }

  /** Returns whether a person may move here: at its own turn in the game, and everywhere beside it. */
  mayMove(position: Position): boolean {
    const { isLive, game } = this.state;
    if (!mayMove(position.turn, isLive)) return false;
    return !(isLive && game.players[position.turn].by === "engine" && !game.paused);
  }

  /** Returns the paths of pieces from the shown position to another, a move on or back. */
  private waysTo(position: Position): string[] {
    const { nodes } = this.state.game;
    if (!this.before || this.before.node === position.node) return [];
    return nodes[position.node].parent === this.before.node ? nodes[position.node].ways : [];
  }

  /** Plays the move that was given for this turn, if one was. */
  playPremove(position: Position): void {
    const meant = this.premoving.due(position);
    if (meant && meant.length > 0) void this.choose(meant);
    else if (meant) notice("The premove is not legal any more.");
  }

  private async choose(moves: Move[]): Promise<void> {
    const { position } = this.state;
    if (!position) return;
    const move = moves.length === 1 ? moves[0] : await choose(this.description, position, moves);
    if (move) this.listener.play(move.text);
  }

  /** Shows the moves of the piece on a cell, as a click on it does. */
  lookAt(cell: number): void {
    this.hands.lookAt(cell);
  }

  /** Gives up the move in the making. */
  cancel(): void {
    this.hands.cancel();
  }

  /** Takes the continuations of moves, the steps of a piece, or the attackers of a cell. */
  hear(reply: ReplyOf<"continuations" | "reach" | "attackers">): void {
    const { position } = this.state;
    if (reply.type === "attackers") {
      if (position) announce(attackLine(this.description, position, reply.cell, reply.from));
    } else if (reply.type === "continuations") this.hands.more(reply.clicks, reply.next, reply.moves);
    else this.hands.reached(reply.cell, reply.steps);
  }

  /** Draws an arrow or a circle on the position, or removes all of them. */
  private scribble(scribble: Scribble | null): void {
    const before = this.scribbles.get(this.state.view) ?? [];
    if (!scribble && before.length === 0) return;
    const after = scribble ? stroke(before, scribble) : [];
    this.scribbles.set(this.state.view, after);
    this.board.scribble(after);
  }

  /** Shows a text in place of the turn, until something happens. */
  hint(text: string): void {
    this.notice = { node: this.state.view, text };
    this.status.textContent = text;
    announce(text);
  }

  /** Gives screen readers the contents of the board, when they reach it. */
  private describe(): void {
    const { position } = this.state;
    if (position) announce(`Board of ${this.description.title}. ${this.statusText.of(position)} Arrow keys go from cell to cell.`);
  }

  /** Turns the board to the person who is to move, where that is wanted. */
  private turnToMover(position: Position): void {
    const isPerson = this.state.game.players[position.turn].by === "human";
    if (this.turnsWithPeople && isPerson && position.turn !== this.seat) this.turnTo(position.turn);
  }

  /** Lets the board turn to whoever is to move; whether it does. */
  toggleTurning(): boolean {
    this.turnsWithPeople = !this.turnsWithPeople;
    return this.turnsWithPeople;
  }

  /** Shows the board from another seat. */
  turnTo(seat: number): void {
    this.seat = seat % this.description.seats;
    memory.set(`seat.${this.state.game.game}`, String(this.seat));
    this.board.turnTo(this.seat);
    this.showArrows();
    this.hands.cancel();
  }

  /** Shows it from the next seat. */
  turnOn(): void {
    this.turnTo(this.seat + 1);
    announce(`seen by ${this.description.players[this.seat].name}`);
  }

  /** Asks for the board after some moves, while the pointer is on them; without moves it goes back. */
  preview(moves: string[] | null): void {
    this.previewed = moves;
    if (moves) this.listener.send({ type: "preview", node: this.state.view, moves });
    else if (this.isAhead && this.state.position) this.show(this.state.position);
    if (!moves) this.showArrows();
  }

  /** Shows the board after the moves under the pointer. */
  showAhead(moves: string[], position: Position): void {
    if (String(moves) !== String(this.previewed)) return;
    this.frame.classList.add("ahead");
    this.board.show(position);
    this.board.point(this.arrowsOf(position));
  }

  private get isAhead(): boolean {
    return this.frame.classList.contains("ahead");
  }

  /** Shows the arrows of the last moves and of the best ones. */
  showArrows(): void {
    const { position } = this.state;
    if (!position || this.isAhead) return;
    const best = this.listener.best();
    this.board.point(this.showsArrows ? [...this.arrowsOf(position), ...best] : best);
  }

  /** The arrows of the last moves, the latest on top. */
  private arrowsOf(position: Position): Arrow[] {
    const { players } = this.description;
    const arrows = position.last.map((move, age): Arrow => ({ ways: move.ways, colour: players[move.seat].colour, kind: "last", weight: age === 0 ? 0.85 : 0.45 }));
    return arrows.reverse();
  }

  toggleArrows(): void {
    this.showsArrows = !this.showsArrows;
    this.showArrows();
  }

  /** Begins with a large board where its cells would be too small to touch. */
  private enlarge(): void {
    if (isNarrow() && this.board.leastCell() < Zoom.LEAST) this.listener.enlarged(this.enlarging.turn(true));
  }

  /** Shows the board large or whole; whether it is large. */
  zoom(): boolean {
    return this.enlarging.turn(!this.enlarging.isLarge);
  }
}
