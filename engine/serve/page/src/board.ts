// The board as a picture: cells, pieces, arrows, and what is marked.

import { s } from "./dom";
import { detail, labelPlace, turned, viewBox, type Point } from "./geometry";
import type { Description, Position } from "./types";

/** An arrow over the board. */
export interface Arrow {
  ways: string[];
  colour: string;
  kind: "last" | "best";
  /** 1 for the best line, less for others. */
  weight: number;
}

/** What is marked while a move is made. */
export interface Marks {
  picked: number[];
  targets: Set<number>;
  taking: Set<number>;
  cursor: number | null;
}

const UNIT = 60;
const GLYPH_ROOM = 2.05;
const SIZES = [0.76, 1.12];
const DEAD = "#a39d92";
const INK = "#17140f";

let boards = 0;

export class Board {
  readonly element: SVGSVGElement;
  centres: Point[] = [];
  private readonly id = `b${++boards}`;
  private readonly cells: SVGPathElement[] = [];
  /** The names that are printed on cells, and not beside the board. */
  private readonly namesOnCells: Set<number>;
  private readonly turning: SVGGElement;
  private readonly marks: SVGGElement;
  private readonly labels: SVGGElement;
  private readonly pieces: SVGGElement;
  private readonly arrows: SVGGElement;
  private readonly dots: SVGGElement;
  private seat = 0;
  private shown: Position | null = null;

  constructor(private readonly description: Description) {
    const { board } = description;
    this.namesOnCells = namesOnCells(board);
    this.turning = s("g");
    for (const [cell, tile] of board.cells.entries()) {
      const path = s("path", { d: tile.path, class: `cell ${tile.shade}`, "data-cell": cell });
      this.cells.push(path);
      this.turning.append(path);
    }
    this.marks = s("g", { class: "marks" });
    this.turning.append(this.marks, ...board.outline.map((d) => s("path", { d, class: "rim" })), ...this.features());
    this.labels = s("g", { class: "names" });
    this.pieces = s("g", { class: "pieces" });
    this.arrows = s("g", { class: "arrows" });
    this.dots = s("g", { class: "dots" });
    this.element = s(
      "svg",
      { class: "board", role: "application", tabindex: 0, "aria-label": `Board of ${description.title}` },
      s("defs", {}, ...this.glyphs(), ...this.heads()),
      this.turning,
      this.labels,
      this.pieces,
      this.arrows,
      this.dots,
    );
    this.turnTo(0);
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
    this.centres = board.cells.map((tile) => turned(tile.centre, degrees));
    const label = (name: Description["board"]["labels"][number], number: number) => {
      const [x, y] = labelPlace(name.at, name.anchor, degrees);
      return s("text", { x, y, "font-size": name.height * 1.35, class: this.namesOnCells.has(number) && "on" }, name.text);
    };
    this.labels.replaceChildren(...board.labels.map(label));
    if (this.shown) this.show(this.shown);
  }

  private get turn(): number {
    return this.description.players[this.seat].turn;
  }

  /** The name of a cell. */
  name(cell: number): string {
    return this.description.board.cells[cell].name;
  }

  /** What stands on a cell, in words; nothing if it is empty. */
  standing(cell: number): string {
    const piece = this.shown?.pieces.find(([at]) => at === cell);
    if (!piece) return "";
    const kind = this.description.kinds[piece[1]].name;
    return piece[2] < 0 ? `dead ${kind}` : `${this.description.players[piece[2]].name} ${kind}`;
  }

  /** Shows a position. */
  show(position: Position): void {
    this.shown = position;
    const teams = new Set(this.description.players.map((player) => player.side)).size;
    const hasTeams = teams < this.description.seats;
    this.pieces.replaceChildren(
      ...position.pieces.map(([cell, kind, seat]) => {
        const size = this.size(cell);
        const [x, y] = this.centres[cell];
        const use = s("use", {
          href: `#${this.id}-${kind}-${seat < 0 ? "x" : seat}`,
          transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`,
        });
        const side = seat < 0 ? 0 : this.description.players[seat].side;
        const ring = hasTeams && seat >= 0 && s("circle", { cx: x, cy: y, r: size * 0.47, class: `team team${side}` });
        return s("g", { "data-at": cell }, ring, use);
      }),
    );
    this.cells.forEach((path, cell) => path.classList.toggle("check", position.check.includes(cell)));
  }

  /** Marks cells while a move is made. */
  mark({ picked, targets, taking, cursor }: Marks): void {
    const { cells } = this.description.board;
    const tint = (cell: number, kind: string) => s("path", { d: cells[cell].path, class: kind });
    this.marks.replaceChildren(
      ...picked.map((cell) => tint(cell, "picked")),
      ...(cursor === null ? [] : [tint(cursor, "cursor")]),
    );
    const occupied = new Set(this.shown?.pieces.map(([cell]) => cell));
    this.dots.replaceChildren(
      ...[...targets].map((cell) => {
        const [cx, cy] = this.centres[cell];
        const isFull = occupied.has(cell);
        const kind = taking.has(cell) ? "target takes" : "target";
        const r = cells[cell].room * (isFull ? 0.86 : 0.3);
        return s("circle", { cx, cy, r, class: isFull ? `${kind} full` : kind, "data-target": cell });
      }),
    );
    // A piece in the middle of a series stands where it has jumped to.
    for (const group of this.pieces.querySelectorAll<SVGGElement>("[data-at]")) {
      const isMoving = picked.length > 1 && Number(group.dataset.at) === picked[0];
      const [from, to] = [this.centres[picked[0]], this.centres[picked[picked.length - 1]]];
      group.setAttribute("transform", isMoving ? `translate(${to[0] - from[0]} ${to[1] - from[1]})` : "");
    }
  }

  /** Which cells a finger may drag from. */
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

  /** The point of the picture under a point of the page. */
  at(x: number, y: number): Point {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    return [point.x, point.y];
  }

  /** Shows arrows. */
  point(arrows: Arrow[]): void {
    const lines = arrows.flatMap(({ ways, colour, kind, weight }) =>
      ways.flatMap((d) => {
        const attributes = { d, stroke: colour, class: `arrow ${kind}`, opacity: weight };
        const head = `url(#${this.id}-head-${kind}-${colour.slice(1)})`;
        return kind === "last"
          ? [s("path", { d, class: "arrow edge", opacity: weight }), s("path", { ...attributes, "marker-end": head })]
          : [s("path", { ...attributes, "marker-end": head })];
      }),
    );
    this.arrows.replaceChildren(...lines);
  }

  private size(cell: number): number {
    const room = this.description.board.cells[cell].room / UNIT;
    return Math.min(Math.max(room * GLYPH_ROOM, SIZES[0]), SIZES[1]) * UNIT;
  }

  /** The heads of arrows, one for each colour. */
  private heads(): SVGMarkerElement[] {
    const colours = [...this.description.players.map((player) => player.colour), BEST];
    const head = (kind: string, colour: string) =>
      s(
        "marker",
        {
          id: `${this.id}-head-${kind}-${colour.slice(1)}`,
          viewBox: "0 0 10 10",
          refX: kind === "last" ? 9 : 7,
          refY: 5,
          markerWidth: 3.4,
          markerHeight: 3.4,
          orient: "auto",
        },
        s("path", { d: "M0 0L10 5L0 10Z", fill: colour, stroke: INK, "stroke-width": kind === "last" ? 0.8 : 0 }),
      );
    return colours.flatMap((colour) => [head("last", colour), head("best", colour)]);
  }

  private glyphs(): SVGGElement[] {
    const owners = [...this.description.players.map((player) => player.colour), null];
    return this.description.kinds.flatMap((kind, number) =>
      owners.map((colour, seat) => {
        const fill = colour ?? DEAD;
        const ink = colour ? INK : "#6f6a61";
        const fine = colour ? detail(colour) : "#6f6a61";
        const parts = kind.glyph.map(({ part, path }) =>
          part === "body"
            ? s("path", { d: path, fill, stroke: ink, "stroke-width": 4.5 })
            : part === "line"
              ? s("path", { d: path, fill: "none", stroke: fine, "stroke-width": 4.5 })
              : s("path", { d: path, fill: fine }),
        );
        const letter = s("text", { x: 50, y: 52, "font-size": 50, class: "letter", fill: fine }, kind.letter);
        const disc = s("circle", { cx: 50, cy: 50, r: 40, fill, stroke: ink, "stroke-width": 4.5 });
        const id = `${this.id}-${number}-${colour ? seat : "x"}`;
        return s("g", { id, class: "glyph" }, ...(parts.length > 0 ? parts : [disc, letter]));
      }),
    );
  }

  /** What lies on, between and beside the cells. */
  private features(): SVGElement[] {
    const { board, players } = this.description;
    const place = new Map(board.cells.map((tile) => [tile.name, tile]));
    return board.features.flatMap((feature): SVGElement[] => {
      const colour = feature.seat === null ? "#2f7d6b" : players[feature.seat].colour;
      const tile = place.get(feature.cells[0]);
      switch (feature.kind) {
        case "goal":
          return tile
            ? [
                s("circle", { cx: tile.centre[0], cy: tile.centre[1], r: tile.room * 0.8, class: "goal back" }),
                s("circle", { cx: tile.centre[0], cy: tile.centre[1], r: tile.room * 0.8, class: "goal", stroke: colour }),
              ]
            : [];
        case "promotion":
          return tile ? [this.corner(tile, colour)] : [];
        case "start-line":
          return [
            s("path", { d: feature.path, class: "startline back" }),
            s("path", { d: feature.path, class: "startline", stroke: colour }),
          ];
        case "hub":
          return [];
        case "direction":
          return [s("path", { d: feature.path, class: "direction", "marker-end": `url(#${this.id}-way)` }), this.wayHead()];
        default:
          return [s("path", { d: feature.path, class: feature.kind })];
      }
    });
  }

  private wayHead(): SVGElement {
    return s(
      "marker",
      { id: `${this.id}-way`, viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.2, markerHeight: 3.2, orient: "auto" },
      s("path", { d: "M0 0L10 5L0 10Z", class: "wayhead" }),
    );
  }

  private corner({ centre: [x, y], room }: { centre: Point; room: number }, fill: string): SVGElement {
    const at = (dx: number, dy: number) => `${x + dx * room} ${y - dy * room}`;
    return s("path", { d: `M${at(0.9, 0.9)}L${at(0.9, 0.5)}L${at(0.5, 0.9)}Z`, class: "promotion", fill });
  }
}

/** The numbers of the names that lie on cells. */
function namesOnCells({ cells, labels }: Description["board"]): Set<number> {
  const pen = document.createElement("canvas").getContext("2d");
  const shapes = cells.map((tile) => new Path2D(tile.path));
  const isOn = ([x, y]: Point) => shapes.some((shape) => pen?.isPointInPath(shape, x, y));
  return new Set(labels.flatMap((label, number) => (isOn(label.at) ? [number] : [])));
}

/** The colour of the arrows of best moves. */
export const BEST = "#1f6fb2";
