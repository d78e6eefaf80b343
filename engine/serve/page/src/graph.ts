// Everybody's expected share over the moves of a line; a click leads to the move.

import { h, s } from "./dom";
import type { Description, TreeNode } from "./types";
import { shares } from "./words";

const [WIDTH, HEIGHT] = [300, 70];

export class Graph {
  readonly element = h("figure", { class: "graph" });
  private line: number[] = [];

  constructor(
    private readonly description: Description,
    go: (node: number) => void,
  ) {
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      const part = (event.clientX - box.left) / box.width;
      const at = Math.round(part * (this.line.length - 1));
      if (this.line.length > 0) go(this.line[Math.min(Math.max(at, 0), this.line.length - 1)]);
    });
  }

  /** Draws a line of the tree, of which one node is looked at. */
  draw(nodes: TreeNode[], line: number[], view: number): void {
    this.line = line;
    const { players, seats } = this.description;
    const mover = (at: number) => (at + 1 < line.length ? nodes[line[at + 1]].seat : (nodes[line[at]].seat + 1) % seats);
    const known = line
      .map((node, at) => ({ at, shares: shares(nodes[node].verdict, mover(at), seats) }))
      .filter((point) => point.shares.length > 0);
    this.element.hidden = known.length < 2;
    if (known.length < 2) return;
    const x = (at: number) => (at / Math.max(1, line.length - 1)) * WIDTH;
    const sides = [...new Set(players.map((seat) => seat.side))];
    const of = (point: number[], side: number) => Math.max(...players.map((seat, at) => (seat.side === side ? point[at] : 0)));
    const below = known.map(() => 0);
    const areas = sides.map((side) => {
      const low = [...below];
      known.forEach((point, index) => {
        below[index] += of(point.shares, side) / 1000;
      });
      const y = (value: number) => HEIGHT * (1 - Math.min(1, value));
      const top = known.map((point, index) => `${x(point.at).toFixed(1)} ${y(below[index]).toFixed(1)}`);
      const bottom = known.map((point, index) => `${x(point.at).toFixed(1)} ${y(low[index]).toFixed(1)}`).reverse();
      const colour = players.find((seat) => seat.side === side)?.colour ?? "#888";
      return s("path", { d: `M${[...top, ...bottom].join("L")}Z`, fill: colour });
    });
    const at = line.indexOf(view);
    const mark = at >= 0 && s("line", { x1: x(at), x2: x(at), y1: 0, y2: HEIGHT, class: "here" });
    const middle = s("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" });
    const label = "Expected shares over the moves; a click leads to a move";
    const picture = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": label }, ...areas, middle, mark);
    this.element.replaceChildren(picture);
  }
}
