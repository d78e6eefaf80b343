// A review: the moves of a line are judged one after the other, while anything may be looked at.

import { button, h } from "./dom";
import { judge, summary, type Judgement } from "./review";
import type { Description, Progress, TreeNode } from "./types";
import { counted, number } from "./words";

/** Milliseconds for each position. */
const TIME = 400;

export class Reviewer {
  readonly element = h("section", { class: "review", "aria-label": "Review", hidden: true });
  /** The marks of the moves of the line, by node. */
  readonly marks = new Map<number, Judgement>();
  /** The best move where a line was judged, as people write it, by node before it. */
  private readonly best = new Map<number, string>();
  private line: number[] = [];
  private waiting: number[] = [];

  /** `ask` asks for a search of a node, `done` hears the end of the last search, `go` shows a node. */
  constructor(
    private readonly description: Description,
    private readonly ask: (node: number, time: number) => void,
    private readonly done: () => void,
    private readonly go: (node: number) => void,
  ) {}

  get isRunning(): boolean {
    return this.waiting.length > 0;
  }

  /** Begins with a line; `ended` is true if its last node is the end of the game. */
  start(line: number[], ended: boolean): void {
    this.line = line;
    this.marks.clear();
    this.waiting = ended ? line.slice(0, -1) : [...line];
    this.next();
  }

  stop(): void {
    this.waiting = [];
    this.done();
  }

  /** Goes on with the search of the node that waits, after another one was stopped for it. */
  private next(): void {
    if (this.waiting.length > 0) this.ask(this.waiting[0], TIME);
    else this.done();
  }

  /** Hears of a search; whether it was one of the review. */
  hear(progress: Progress): boolean {
    if (progress.node !== this.waiting[0]) return false;
    if (progress.lines[0]) this.best.set(progress.node, progress.lines[0].pv[0]);
    if (progress.done) {
      this.waiting.shift();
      this.next();
    }
    return true;
  }

  /** Shows the verdicts so far; `ends` are the shares by nodes where the game is over. */
  show(nodes: TreeNode[], ends: Map<number, number[]>): void {
    this.element.hidden = this.line.length === 0;
    if (this.line.length === 0) return;
    const { seats, players } = this.description;
    const judged = judge(nodes, this.line, seats, ends);
    this.marks.clear();
    for (const one of judged) this.marks.set(one.node, one);
    const rows = summary(judged, seats).map(({ seat, moves, mean, marks }) => {
      const counts = Object.entries(marks).map(([mark, count]) => h("td", {}, `${count} ${mark}`));
      return h("tr", {}, h("th", { scope: "row" }, players[seat].name), h("td", {}, counted(moves, "move")), h("td", {}, `loses ${(mean / 10).toFixed(1)} % a move`), ...counts);
    });
    const worst = judged.filter(({ mark }) => mark !== "").map((one) => this.row(nodes, one));
    const state = this.isRunning ? `Review: ${this.line.length - this.waiting.length} of ${this.line.length} positions` : "Review";
    this.element.replaceChildren(h("h2", {}, state), h("table", {}, ...rows), h("ul", {}, ...worst));
  }

  /** A doubtful move, and the better one. */
  private row(nodes: TreeNode[], { node, loss, mark }: Judgement): HTMLLIElement {
    const entry = nodes[node];
    const best = this.best.get(entry.parent);
    const better = best && best !== entry.text ? `; better was ${best}` : "";
    const show = button(`${number(entry)} ${entry.text}${mark}`, () => this.go(node), { class: "line", "data-mark": mark });
    return h("li", {}, show, ` loses ${(loss / 10).toFixed(0)} %${better}`);
  }
}
