// Hands on the board: click, drag and keyboard all point at cells.

import type { Board } from "./board";
import { announce } from "./dom";
import { Picking } from "./picking";
import { colourOf, type Scribble } from "./scribbles";
import type { Move, Position, Step } from "./types";

/** The distance, in pixels, that a pointer goes before it drags. */
const SLACK = 6;

/** The arrow keys in the order of the board's steps. */
export const ARROWS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

export class Hands {
  /** Hears of moves that cells have named: one, or several to choose from. */
  onMoves: (moves: Move[]) => void = () => {};
  /** Hears of cells whose continuation has to be asked. */
  onBeginning: (cells: number[]) => void = () => {};
  /** Hears of a piece of the mover that was pointed at and has no move. */
  onStuck: (cell: number) => void = () => {};
  /** Hears that the keyboard has reached the board. */
  onKeyboard: () => void = () => {};
  /** Hears of a piece whose ways are to be shown. */
  onLook: (cell: number) => void = () => {};
  /** Hears of a cell whose attackers are asked for. */
  onAttackers: (cell: number) => void = () => {};
  /** Hears of two cells between which no legal move leads. */
  onWhy: (from: number, to: number) => void = () => {};
  /** Hears of a move that is to be played as soon as it is its seat's turn. */
  onPremove: (seat: number, clicks: number[]) => void = () => {};
  /** Hears of an arrow or a circle that is drawn with the right button. */
  onStroke: (scribble: Scribble) => void = () => {};
  /** Hears of a press that wipes such drawings off. */
  onWipe: () => void = () => {};
  /** Hears that the user gives up an action. */
  onEscape: () => void = () => {};
  /** Returns whether a seat may give moves before its turn. */
  mayPremove: (seat: number) => boolean = () => false;
  /** The moves that are given before their turn, as cells. */
  premoves: number[][] = [];
  /** The piece whose ways are shown. */
  private looked: { cell: number; piece: string; waits: boolean; steps: Step[] } | null = null;
  private picking = new Picking([]);
  private asks = false;
  private cursor: number | null = null;
  /** The cell from which the right button draws. */
  private drawing: number | null = null;
  /** The pieces that could move if the rules let them. */
  private own = new Set<number>();
  private stuck: number | null = null;
  /** Whether the board has the focus by a pointer: then the arrow keys step through the moves. */
  private isPointed = false;
  private pressed: { cell: number; x: number; y: number; drags: boolean; wasPicked: boolean } | null = null;

  constructor(private readonly board: Board) {
    const svg = board.element;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => this.letGo());
    svg.addEventListener("keydown", (event) => this.key(event));
    svg.addEventListener("focus", () => {
      if (!this.isPointed) this.onKeyboard();
    });
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
    svg.addEventListener("blur", () => {
      // A dialog gives the focus back.
      this.isPointed &&= document.querySelector("dialog[open]") !== null;
      this.cursor = null;
      this.draw();
    });
  }

  /** Plays from a position; without the right to move nothing can be picked. */
  take(position: Position, mayMove: boolean): void {
    this.picking = new Picking(mayMove ? [...position.moves] : []);
    this.asks = mayMove && position.cut;
    const own = position.pieces.filter(([, , seat]) => seat === position.turn).map(([cell]) => cell);
    this.own = new Set(mayMove && !position.ending && !position.cut ? own : []);
    this.stuck = null;
    this.board.setStarts(this.picking.starts());
    this.lookOn();
    this.draw();
    if (this.asks) this.onBeginning([]);
  }

  /** Goes on showing the moves of a piece that still stands on its cell; at its turn it is picked. */
  private lookOn(): void {
    const { looked } = this;
    this.looked = null;
    if (!looked?.waits || this.board.standing(looked.cell) !== looked.piece) return;
    const isTurn = this.picking.starts().has(looked.cell);
    if (isTurn) this.picking.point(looked.cell);
    if (isTurn || this.mayPremoveFrom(looked.cell)) this.look(looked.cell);
  }

  /** Shows the ways of the piece on a cell. */
  private look(cell: number): void {
    this.looked = { cell, piece: this.board.standing(cell), waits: this.mayPremoveFrom(cell), steps: [] };
    this.onLook(cell);
  }

  /** Shows the ways of the piece on a cell, as a click on it does. */
  lookAt(cell: number): void {
    this.cancel();
    this.point(cell);
  }

  /** Hears where a piece goes. */
  reached(cell: number, steps: Step[]): void {
    if (this.looked?.cell !== cell) return;
    this.looked.steps = steps;
    this.draw();
    if (this.picking.cells.length === 0) this.tellReach(this.looked.cell, steps);
  }

  /** Announces the targets of a piece that is only looked at. */
  private tellReach(cell: number, steps: Step[]): void {
    const ends = (of: Step[]) => [...new Set(of.map(({ clicks }) => this.board.name(clicks[clicks.length - 1])))].join(", ");
    const parts = [
      ["goes to", ends(steps.filter(({ hindered, takes }) => !hindered && takes.length === 0))],
      ["takes on", ends(steps.filter(({ hindered, takes }) => !hindered && takes.length > 0))],
      ["may not now go to", ends(steps.filter(({ hindered }) => hindered))],
    ].filter(([, cells]) => cells !== "");
    const summary = parts.map(([verb, cells]) => `${verb} ${cells}`).join("; ") || "cannot move";
    announce(`${this.board.standing(cell)} ${this.board.name(cell)}: ${summary}`);
  }

  /** Marks the moves that are given before their turn. */
  showPremoves(premoves: number[][]): void {
    this.premoves = premoves;
    this.draw();
  }

  /** Hears how moves go on from cells that have been pointed at. */
  more(clicks: number[], next: number[], moves: Move[]): void {
    if (!this.asks) return;
    this.picking.add(clicks, next, moves);
    if (clicks.length === 0) this.board.setStarts(this.picking.starts());
    const isHere = String(clicks) === String(this.picking.cells);
    if (isHere && clicks.length > 0 && next.length === 0 && moves.length > 0) {
      this.picking.cancel();
      this.draw();
      this.onMoves(moves);
      return;
    }
    this.draw();
    if (isHere && clicks.length > 0) this.tell(clicks[clicks.length - 1]);
  }

  /** Returns the moves that are complete with the picked cells, while the move may go on. */
  complete(): Move[] {
    return this.picking.complete();
  }

  cancel(): void {
    this.picking.cancel();
    this.stuck = null;
    this.looked = null;
    this.draw();
  }

  private draw(): void {
    const { cells } = this.picking;
    const targets = cells.length > 0 ? this.picking.targets() : new Set<number>();
    const taking = new Set([...targets].filter((cell) => this.picking.takes(cell)));
    const { cursor, stuck, looked: reach, premoves } = this;
    this.board.mark({ picked: cells, targets, taking, cursor, stuck, taken: this.picking.taken(), reach, premoves });
    this.board.element.dispatchEvent(new CustomEvent("picking", { bubbles: true }));
  }

  private cellAt(event: PointerEvent): number | null {
    return this.board.cellAt(event.clientX, event.clientY);
  }

  private press(event: PointerEvent): void {
    // A second finger enlarges the board.
    if (event.pointerType === "touch" && !event.isPrimary) {
      this.letGo();
      this.cancel();
      return;
    }
    this.isPointed = true;
    this.cursor = null;
    const cell = this.cellAt(event);
    this.drawing = event.button === 2 ? cell : null;
    if (event.button === 0) this.onWipe();
    if (cell === null || event.button !== 0) {
      this.cancel();
      return;
    }
    const wasPicked = this.picking.cells.includes(cell);
    this.pressed = { cell, x: event.clientX, y: event.clientY, drags: false, wasPicked };
    // The first cell is picked at once, so that it can be dragged from; others when let go.
    if (this.picking.cells.length === 0 || !(this.picking.targets().has(cell) || wasPicked)) this.point(cell);
  }

  private move(event: PointerEvent): void {
    const { pressed } = this;
    const { cells } = this.picking;
    const held = cells[cells.length - 1] ?? (this.mayPremoveFrom(this.looked?.cell) ? this.looked?.cell : undefined);
    if (!pressed || held !== pressed.cell) return;
    const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > SLACK;
    if (far && !pressed.drags) {
      pressed.drags = true;
      this.board.element.setPointerCapture(event.pointerId);
    }
    if (pressed.drags) this.board.drag(cells[0] ?? held, this.board.at(event.clientX, event.clientY));
  }

  private release(event: PointerEvent): void {
    const { pressed, drawing } = this;
    this.pressed = null;
    this.drawing = null;
    const cell = this.cellAt(event);
    if (drawing !== null && cell !== null && event.button === 2) this.onStroke({ from: drawing, to: cell, colour: colourOf(event) });
    if (!pressed) return;
    if (pressed.drags) this.board.drag(this.picking.cells[0] ?? pressed.cell, null);
    if (cell === null) {
      if (pressed.drags) this.cancel();
      return;
    }
    if (pressed.drags) {
      if (cell === pressed.cell) this.draw();
      else if (this.picking.cells.length === 0) this.drop(cell);
      else if (this.picking.targets().has(cell) || this.castling(cell)) this.point(cell);
      else this.refuse(this.picking.cells[0], cell);
    } else if (cell === pressed.cell && (pressed.wasPicked || this.picking.targets().has(cell))) {
      this.point(cell);
    }
  }

  private letGo(): void {
    if (this.pressed?.drags) this.board.drag(this.picking.cells[0] ?? this.pressed.cell, null);
    this.pressed = null;
    this.draw();
  }

  /** Lets a piece go over a cell that is not to move now. */
  private drop(cell: number): void {
    if (this.pointFromLooked(cell)) this.draw();
    else this.cancel();
  }

  /** Puts a piece back from a cell where it may not go, and asks for the reason. */
  private refuse(from: number, to: number): void {
    this.cancel();
    this.onWhy(from, to);
  }

  private mayPremoveFrom(cell: number | undefined): boolean {
    const seat = cell === undefined ? null : this.board.seatOn(cell);
    return seat !== null && this.mayPremove(seat);
  }

  /** Points at a cell while the page shows moves that cannot be played now; returns whether that had an effect. */
  private pointFromLooked(cell: number): boolean {
    const { looked } = this;
    if (!looked || this.picking.cells.length > 0) return false;
    const ending = looked.steps.filter(({ clicks }) => clicks[clicks.length - 1] === cell);
    const step = ending.find(({ hindered }) => !hindered) ?? ending[0];
    const seat = this.board.seatOn(looked.cell);
    this.looked = null;
    if (!step || seat === null) return cell === looked.cell;
    if (step.hindered) this.onWhy(looked.cell, cell);
    else if (this.mayPremove(seat)) this.onPremove(seat, step.clicks);
    else return false;
    return true;
  }

  /** The castling of a king that is led onto its own rook; none if several are possible. */
  private castling(cell: number): Move | null {
    if (!this.own.has(cell) || !this.board.standing(cell).endsWith(" rook")) return null;
    const { centres } = this.board;
    const towards = ({ clicks: [from, to] }: Move) => {
      const way = (end: number) => [centres[end][0] - centres[from][0], centres[end][1] - centres[from][1]];
      const [[x, y], [u, v]] = [way(to), way(cell)];
      return x * u + y * v > 0;
    };
    const found = this.picking.castlings().filter(towards);
    return found.length === 1 ? found[0] : null;
  }

  private point(cell: number): void {
    const castling = this.castling(cell);
    if (castling && !this.picking.targets().has(cell)) {
      this.picking.cancel();
      this.draw();
      this.onMoves([castling]);
      return;
    }
    if (this.pointFromLooked(cell)) {
      this.draw();
      return;
    }
    const [from] = this.picking.cells;
    const found = this.picking.point(cell);
    this.stuck = found === "off" && this.own.has(cell) && !this.picking.starts().has(cell) ? cell : null;
    const seat = this.board.seatOn(cell);
    this.looked = null;
    if (found === "off" && from !== undefined && from !== cell && this.stuck === null) this.onWhy(from, cell);
    else if (found === "on" ? this.picking.cells.length === 1 : found === "off" && seat !== null && from === undefined) this.look(cell);
    if (this.stuck !== null) this.onStuck(cell);
    if (Array.isArray(found)) {
      this.picking.cancel();
      this.draw();
      this.onMoves(found);
      return;
    }
    this.draw();
    if (found !== "on") return;
    if (this.asks && this.picking.targets().size === 0) this.onBeginning([...this.picking.cells]);
    else this.tell(cell);
  }

  /** Announces the next cells of a move that has reached a cell. */
  private tell(cell: number): void {
    const targets = [...this.picking.targets()].map((target) => this.board.name(target));
    const may = this.picking.complete().length > 0 ? ", or the same cell again to stop" : "";
    announce(`${this.board.standing(cell) || "there"} ${this.board.name(cell)}: may go to ${targets.join(", ")}${may}`);
  }

  private key(event: KeyboardEvent): void {
    const direction = ARROWS.indexOf(event.key);
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey;
    if (direction >= 0 && isPlain && !this.isPointed) {
      event.preventDefault();
      event.stopPropagation();
      this.moveCursor(direction);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      if (this.cursor !== null) this.point(this.cursor);
      else this.moveCursor(null);
    } else if (isPlain && ["l", "m", "p", "x"].includes(event.key)) {
      event.preventDefault();
      event.stopPropagation();
      this.tellOf(event.key);
    } else if (event.key === "Escape") {
      this.cancel();
      this.onEscape();
    }
  }

  /** Announces all pieces, or what concerns the cell of the cursor. */
  private tellOf(key: string): void {
    const { cursor } = this;
    if (key === "l") announce(this.board.listed());
    else if (cursor === null) announce("no cell is selected");
    else if (key === "m") announce(this.movers(cursor));
    else if (key === "p") announce(this.board.listed(cursor) || `${this.board.name(cursor)} is empty`);
    else this.onAttackers(cursor);
  }

  /** Returns the pieces that may now move to a cell, in words. */
  private movers(to: number): string {
    const from = this.picking.startsOf(to).map((cell) => `${this.board.standing(cell)} ${this.board.name(cell)}`);
    return `${this.board.name(to)}: ${from.length > 0 ? `may be reached by ${from.join(", ")}` : "nothing may move there now"}`;
  }

  /** Moves the cursor of the arrow keys, or shows it where it is not there yet. */
  private moveCursor(direction: number | null): void {
    this.isPointed = false;
    const from = this.cursor ?? this.picking.cells[0] ?? [...this.picking.starts()][0] ?? 0;
    this.cursor = this.cursor === null || direction === null ? from : this.board.steps[from][direction];
    this.draw();
    const isTarget = this.picking.cells.length > 0 && this.picking.targets().has(this.cursor);
    announce(`${this.board.name(this.cursor)} ${this.board.standing(this.cursor) || "empty"}${isTarget ? ", target" : ""}`);
  }
}
