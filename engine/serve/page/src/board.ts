// The board as a picture: cells, pieces, arrows, and marks.

import { s } from "./dom";
import { arrowPath, lapBadge, printedNames, trail } from "./drawings";
import { features } from "./features";
import { labelPlace, turned, viewBox, type Point } from "./geometry";
import { bestHead, glyphName, glyphs } from "./glyphs";
import { along, glide, isStill } from "./gliding";
import { hasTeams, ring } from "./marks";
import { arrowSteps } from "./steps";
import { pieceLines } from "./piecelist";
import type { Scribble } from "./scribbles";
import type { Description, Label, Position, Step } from "./types";
import { demanded, kindName } from "./words";

/** An arrow over the board. */
export interface Arrow {
  ways: string[];
  colour: string;
  kind: "last" | "best";
  /** 1 for the best line, less for others. */
  weight: number;
}

/** The marks on the board while a move is made. */
export interface Marks {
  picked: number[];
  targets: Set<number>;
  taking: Set<number>;
  cursor: number | null;
  /** A piece that was pointed at and has no move. */
  stuck: number | null;
  /** Pieces that the move in the making has taken so far. */
  taken: Set<number>;
  /** A piece whose moves are shown, and its steps by its nature. */
  reach: { cell: number; steps: Step[] } | null;
  /** Moves that are given before their turn, as cells. */
  premoves: number[][];
}

const UNIT = 60;
const GLYPH_ROOM = 2.05;
const SIZES = [0.76, 1.12];

let boards = 0;

export class Board {
  readonly element: SVGSVGElement;
  centres: Point[] = [];
  /** The targets of the arrow keys from each cell: left, right, up, down. */
  steps: number[][] = [];
  private readonly id = `b${++boards}`;
  private readonly cells: SVGPathElement[] = [];
  /** The printed names, and whether each lies on a cell, not beside the board. */
  private readonly names: { label: Label; isOn: boolean }[];
  private readonly turning: SVGGElement;
  private readonly tints: SVGGElement;
  private readonly marks: SVGGElement;
  private readonly lights = s("g", { class: "marks" });
  private readonly labels: SVGGElement;
  private readonly pieces: SVGGElement;
  /** The drawings of the pieces that are shown, by all that they depend on. */
  private drawings = new Map<string, SVGGElement>();
  /** The ways of the last moves, below the pieces. */
  private readonly trails: SVGGElement;
  /** The ways of the best moves, above them. */
  private readonly arrows: SVGGElement;
  private readonly dots: SVGGElement;
  /** The ways of a piece that is pointed at. */
  private readonly ways = s("g", { class: "ways" });
  /** The drawings of the user. */
  private readonly drawn = s("g", { class: "drawn" });
  private scribbles: readonly Scribble[] = [];
  private seat = 0;
  private shown: Position | null = null;

  constructor(private readonly description: Description) {
    const { board } = description;
    this.names = printedNames(board, description.seats);
    this.turning = s("g");
    for (const [cell, tile] of board.cells.entries()) {
      const path = s("path", { d: tile.path, class: `cell ${tile.shade}`, "data-cell": cell });
      this.cells.push(path);
      this.turning.append(path);
    }
    this.tints = s("g", { class: "marks tints" });
    this.marks = s("g", { class: "marks" });
    this.turning.append(this.tints, this.lights, this.marks, ...board.outline.map((d) => s("path", { d, class: "rim" })), ...features(description, this.id));
    this.labels = s("g", { class: "names", "aria-hidden": "true" });
    this.trails = s("g", { class: "arrows trails" });
    this.pieces = s("g", { class: "pieces" });
    this.arrows = s("g", { class: "arrows" });
    this.dots = s("g", { class: "dots" });
    this.element = s(
      "svg",
      { class: "board", role: "application", tabindex: 0, "aria-label": `Board of ${description.title}` },
      s("defs", {}, ...glyphs(description, this.id), bestHead(this.id)),
      this.turning,
      this.labels,
      this.trails,
      this.ways,
      this.pieces,
      this.arrows,
      this.dots,
      this.drawn,
    );
    this.element.addEventListener("touchstart", (event) => this.hold(event), { passive: false });
    this.turnTo(0);
  }

  /** Keeps the page still under a finger that drags; browsers know no `touch-action` of cells. */
  private hold(event: TouchEvent): void {
    const [touch] = event.touches;
    const cell = event.touches.length === 1 ? this.cellAt(touch.clientX, touch.clientY) : null;
    if (cell !== null && this.cells[cell].classList.contains("start")) event.preventDefault();
  }

  /** Shows the board as a seat sees it. */
  turnTo(seat: number): void {
    this.seat = seat;
    const { board } = this.description;
    const degrees = this.turn;
    this.element.setAttribute("viewBox", viewBox(board, degrees).join(" "));
    const transform = `rotate(${-degrees})`;
    this.turning.setAttribute("transform", transform);
    this.arrows.setAttribute("transform", transform);
    this.trails.setAttribute("transform", transform);
    this.ways.setAttribute("transform", transform);
    for (const [owner, { turn }] of this.description.players.entries()) {
      for (const wedge of this.element.querySelectorAll(`.wedged[data-owner="${owner}"]`)) wedge.setAttribute("transform", `rotate(${turn - degrees} 50 50)`);
    }
    this.centres = board.cells.map((tile) => turned(tile.centre, degrees));
    this.steps = arrowSteps(this.centres);
    const written = ({ label, isOn }: (typeof this.names)[number]) => {
      const [x, y] = labelPlace(label.at, label.anchor, degrees);
      return s("text", { x, y, "font-size": label.height * 1.35, class: isOn && "on" }, label.text);
    };
    this.labels.replaceChildren(...this.names.map(written));
    this.scribble(this.scribbles);
    if (this.shown) this.show(this.shown);
  }

  private get turn(): number {
    return this.description.players[this.seat].turn;
  }

  /** The name of a cell. */
  name(cell: number): string {
    return this.description.board.cells[cell].name;
  }

  /** Returns the piece on a cell in words; nothing if the cell is empty. */
  standing(cell: number): string {
    const piece = this.shown?.pieces.find(([at]) => at === cell);
    if (!piece || !this.shown) return "";
    const [, number, seat] = piece;
    const kind = kindName(this.description.kinds[number]);
    if (seat < 0) return `dead ${kind}`;
    const lap = this.hasLap(this.shown, number, seat);
    const race = lap === null ? "" : lap ? ", has crossed its line" : ", has not crossed its line";
    return `${this.description.players[seat].name} ${kind}${race}`;
  }

  /** Returns the pieces by owners, in words: all, or those of the kind that stands on a cell. */
  listed(of: number | null = null): string {
    if (!this.shown) return "";
    const kind = of === null ? null : (this.shown.pieces.find(([at]) => at === of)?.[1] ?? -1);
    const pieces = this.shown.pieces.filter(([, one]) => kind === null || one === kind);
    return pieceLines(this.description, { pieces }).join(". ");
  }

  /** Returns the seat of the living piece on a cell; null if there is none. */
  seatOn(cell: number): number | null {
    const seat = this.shown?.pieces.find(([at]) => at === cell)?.[2] ?? -1;
    return seat < 0 ? null : seat;
  }

  /** Shows a position; `ways` are the paths along which pieces have come to it. */
  show(position: Position, ways: string[] = []): void {
    this.shown = position;
    this.place(position);
    if (ways.length > 0 && !isStill()) this.glide(ways);
    const victims = new Set(demanded(position));
    const movers = new Set(position.bound ? position.moves.map((move) => move.clicks[0]) : []);
    this.cells.forEach((path, cell) => {
      path.classList.toggle("check", position.check.includes(cell));
      path.classList.toggle("victim", victims.has(cell));
      path.classList.toggle("duty", movers.has(cell));
    });
    const [last] = position.last;
    const ends = last && last.cells.length > 1 ? [last.cells[0], last.cells[last.cells.length - 1]] : [];
    this.tints.replaceChildren(
      ...ends.map((cell) => this.tint(cell, "lastmove")),
      ...[...movers].map((cell) => this.tint(cell, "dutyring")),
    );
  }

  /** Draws the pieces; those that stay as they are keep their drawings. */
  private place(position: Position): void {
    const before = this.drawings;
    this.drawings = new Map();
    for (const [cell, kind, seat] of position.pieces) {
      const lap = seat < 0 ? null : this.hasLap(position, kind, seat);
      const key = `${cell} ${kind} ${seat} ${lap} ${this.seat}`;
      const drawing = before.get(key) ?? this.drawing(cell, kind, seat, lap);
      before.delete(key);
      drawing.classList.remove("dragged", "taken");
      drawing.removeAttribute("transform");
      this.drawings.set(key, drawing);
      if (drawing.parentNode !== this.pieces) this.pieces.append(drawing);
    }
    for (const gone of before.values()) gone.remove();
  }

  /** Returns the drawing of a piece; `lap` is whether a king in a race has crossed its line. */
  private drawing(cell: number, kind: number, seat: number, lap: boolean | null): SVGGElement {
    const size = this.size(cell);
    const [x, y] = this.centres[cell];
    const use = s("use", {
      href: `#${glyphName(this.id, kind, seat)}`,
      transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`,
    });
    const isTeamed = seat >= 0 && hasTeams(this.description);
    const team = isTeamed && ring(this.description.players[seat].side, x, y, size * 0.47);
    const badge = lap !== null && lapBadge(lap, x + size * 0.33, y - size * 0.33, size / 100);
    return s("g", { "data-at": cell, "data-seat": seat }, team, use, badge);
  }

  /** Moves the pieces at the ends of paths along these. */
  private glide(ways: string[]): void {
    for (const way of ways) {
      const points = along(way, this.turn);
      const [x, y] = points[points.length - 1];
      const far = this.centres.map(([u, v]) => Math.hypot(u - x, v - y));
      const end = far.indexOf(Math.min(...far));
      const group = this.pieces.querySelector<SVGGElement>(`[data-at="${end}"]`);
      if (!group) continue;
      this.pieces.append(group);
      glide(group, points);
    }
  }

  /** A small picture of a piece, for lists beside the board. */
  figure(kind: number, seat: number): SVGSVGElement {
    const use = s("use", { href: `#${glyphName(this.id, kind, seat)}` });
    return s("svg", { class: "figure", viewBox: "4 4 92 92", "aria-hidden": "true" }, use);
  }

  /** Returns whether a king has crossed the line of its race; null for all that run none. */
  private hasLap(position: Position, kind: number, seat: number): boolean | null {
    return this.description.kinds[kind].name === "king" ? (position.laps?.[seat] ?? null) : null;
  }

  private tint(cell: number, kind: string): SVGPathElement {
    return s("path", { d: this.description.board.cells[cell].path, class: kind });
  }

  /** Marks cells while a move is made or a piece is looked at. */
  mark({ picked, targets, taking, cursor, stuck, taken, reach, premoves }: Marks): void {
    this.marks.replaceChildren(
      ...picked.map((cell) => this.tint(cell, "picked")),
      ...premoves.flatMap((cells) => [cells[0], cells[cells.length - 1]].map((cell) => this.tint(cell, "premove"))),
      ...(reach && picked.length === 0 ? [this.tint(reach.cell, "looked")] : []),
      ...(stuck === null ? [] : [this.tint(stuck, "stuck")]),
      ...(cursor === null ? [] : [this.tint(cursor, "cursor")]),
    );
    const occupied = new Set(this.shown?.pieces.map(([cell]) => cell));
    const dots = [...targets].map((cell) => this.dot(cell, taking.has(cell) ? "target takes" : "target", occupied.has(cell), { "data-target": cell }));
    this.dots.replaceChildren(...dots, ...this.looks(reach, picked.length > 0, occupied));
    const shown = reach && picked.length < 2 ? reach.steps : [];
    this.ways.replaceChildren(...shown.flatMap(({ ways, hindered }) => ways.map((d) => s("path", { d, class: hindered ? "way hindered" : "way" }))));
    // A piece in the middle of a series stands on the cell that it has reached, and its victims are
    // faint.
    for (const group of this.pieces.querySelectorAll<SVGGElement>("[data-at]")) {
      const isMoving = picked.length > 1 && Number(group.dataset.at) === picked[0];
      const [from, to] = [this.centres[picked[0]], this.centres[picked[picked.length - 1]]];
      group.setAttribute("transform", isMoving ? `translate(${to[0] - from[0]} ${to[1] - from[1]})` : "");
      group.classList.toggle("taken", taken.has(Number(group.dataset.at)));
    }
  }

  private dot(cell: number, kind: string, isFull: boolean, data: Record<string, number>): SVGCircleElement {
    const [cx, cy] = this.centres[cell];
    const r = this.description.board.cells[cell].room * (isFull ? 0.86 : 0.3);
    return s("circle", { cx, cy, r, class: isFull ? `${kind} full` : kind, ...data });
  }

  /** Returns the targets of a piece that is only looked at, and crosses on targets that are not legal. */
  private looks(reach: Marks["reach"], isPicked: boolean, occupied: Set<number>): SVGElement[] {
    const ends = new Map<number, Step>();
    for (const step of reach?.steps ?? []) {
      const end = step.clicks[step.clicks.length - 1];
      if (!ends.has(end) || !step.hindered) ends.set(end, step);
    }
    return [...ends].flatMap(([cell, { hindered, takes }]) => {
      if (hindered) return [this.cross(cell)];
      const kind = takes.length > 0 ? "reach takes" : "reach";
      return isPicked ? [] : [this.dot(cell, kind, occupied.has(cell), { "data-reach": cell })];
    });
  }

  private cross(cell: number): SVGPathElement {
    const [[x, y], { room }] = [this.centres[cell], this.description.board.cells[cell]];
    const r = room * 0.28;
    return s("path", { d: `M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`, class: "barred", "data-barred": cell });
  }

  /** Shows the arrows and circles that somebody draws. */
  scribble(scribbles: readonly Scribble[]): void {
    this.scribbles = scribbles;
    this.drawn.replaceChildren(
      ...scribbles.flatMap(({ from, to, colour }) => {
        const [[x, y], [u, v]] = [this.centres[from], this.centres[to]];
        const { room } = this.description.board.cells[from];
        if (from === to) return [s("circle", { cx: x, cy: y, r: room * 0.9, class: `scribble ${colour}` })];
        return [s("path", { d: arrowPath([x, y], [u, v]), class: `scribble filled ${colour}` })];
      }),
    );
  }

  /** The width or height of the smallest cell on the screen, in pixels. */
  leastCell(): number {
    return Math.min(...this.cells.map((path) => {
      const { width, height } = path.getBoundingClientRect();
      return Math.min(width, height);
    }));
  }

  /** Highlights cells besides the marked ones. */
  light(cells: number[]): void {
    this.lights.replaceChildren(...cells.map((cell) => this.tint(cell, "picked")));
  }

  /** Sets the cells from which a finger may drag. */
  setStarts(starts: Set<number>): void {
    this.cells.forEach((path, cell) => path.classList.toggle("start", starts.has(cell)));
  }

  /** Lets the piece of a cell follow the pointer; without a point it returns. */
  drag(cell: number, point: Point | null): void {
    const group = this.pieces.querySelector<SVGGElement>(`[data-at="${cell}"]`);
    if (!group) return;
    group.classList.toggle("dragged", point !== null);
    if (!point) {
      group.removeAttribute("transform");
      return;
    }
    this.pieces.append(group);
    const [x, y] = this.centres[cell];
    group.setAttribute("transform", `translate(${point[0] - x} ${point[1] - y})`);
  }

  /** The cell under a point of the page; null beside the board. */
  cellAt(x: number, y: number): number | null {
    const hit = document.elementFromPoint(x, y)?.closest<SVGElement>("[data-cell]");
    return hit && this.element.contains(hit) ? Number(hit.dataset.cell) : null;
  }

  /** The point of the picture under a point of the page. */
  at(x: number, y: number): Point {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  /** Shows arrows: those of the last moves lie below the pieces, and end before the pieces at their ends. */
  point(arrows: Arrow[]): void {
    const [last, best] = [arrows.filter(({ kind }) => kind === "last"), arrows.filter(({ kind }) => kind === "best")];
    this.trails.replaceChildren(...last.flatMap(({ ways, colour, weight }) => ways.flatMap((d) => trail(d, colour, weight))));
    this.arrows.replaceChildren(
      ...best.flatMap(({ ways, colour, weight }) => {
        const head = `url(#${this.id}-head)`;
        return ways.flatMap((d) => [
          s("path", { d, class: "arrow edge", opacity: weight }),
          s("path", { d, stroke: colour, class: "arrow best", opacity: weight, "marker-end": head }),
        ]);
      }),
    );
  }

  private size(cell: number): number {
    const room = this.description.board.cells[cell].room / UNIT;
    return Math.min(Math.max(room * GLYPH_ROOM, SIZES[0]), SIZES[1]) * UNIT;
  }
}
