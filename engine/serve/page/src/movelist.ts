// The moves as a tree: the main line, and variations behind the move that they replace. Where more
// than two play, the main line is a table: a round to a row, a seat to a column.

import { columns } from "./columns";
import { h } from "./dom";
import type { Judgement } from "./review";
import type { Description, TreeNode } from "./types";
import { kindName, number } from "./words";

export class MoveList {
  readonly element = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
  private buttons = new Map<number, HTMLButtonElement>();
  /** The node whose button Tab leads to. */
  private stop = 0;
  /** The button to which the list has scrolled. */
  private reached: HTMLButtonElement | null = null;

  /** `figure` draws a kind of piece in the colour of a seat. */
  constructor(
    private readonly description: Description,
    private readonly figure: (kind: number, seat: number) => SVGElement,
    private readonly go: (node: number) => void,
  ) {
    this.element.classList.toggle("rounds", this.isTable);
    this.element.style.setProperty("--columns", String(columns(description.seats)));
  }

  /** Returns whether more than two players take turns. */
  private get isTable(): boolean {
    return this.description.seats > 2;
  }

  /** Writes all of the tree. */
  write(nodes: TreeNode[], live: number): void {
    this.buttons = new Map();
    const start = h("button", { type: "button", class: "move start", tabindex: -1, click: () => this.go(0) }, "start");
    this.buttons.set(0, start);
    const line = this.line(nodes, 0);
    this.element.replaceChildren(start, ...(this.isTable ? rounds(line) : line));
    this.buttons.get(live)?.classList.add("live");
  }

  /** Adds a node that continues the line written last; false if the list must be written anew. */
  append(nodes: TreeNode[], node: number): boolean {
    const entry = nodes[node];
    const before = this.buttons.get(entry.parent);
    const isPlain = nodes[entry.parent].children.length === 1 && before && this.element.lastChild !== null;
    const end = [...this.element.querySelectorAll(":scope > .move, :scope > .round > .move")].at(-1);
    const last = this.element.lastElementChild;
    if (!isPlain || end !== before || last?.classList.contains("variation") || last?.lastElementChild?.classList.contains("variation")) return false;
    const isNumbered = entry.number !== nodes[entry.parent].number;
    const added = this.move(nodes, node, isNumbered);
    if (!this.isTable) this.element.append(...added);
    else if (isNumbered || !last?.classList.contains("round")) this.element.append(...rounds(added));
    else last.append(...added);
    return true;
  }

  /** Marks the node that is looked at, and the one where the game stands. */
  mark(nodes: TreeNode[], view: number, live: number): void {
    // The moves after the current position have been taken back, or are not played yet.
    const ahead = new Set([live]);
    nodes.forEach(({ parent }, node) => node > live && ahead.has(parent) && ahead.add(node));
    for (const [node, button] of this.buttons) {
      button.classList.toggle("ahead", node !== live && ahead.has(node));
      button.classList.toggle("live", node === live);
      button.classList.toggle("view", node === view);
    }
    const before = this.buttons.get(this.stop);
    before?.removeAttribute("aria-current");
    before?.setAttribute("tabindex", "-1");
    const button = this.buttons.get(view);
    if (!button) return;
    button.setAttribute("aria-current", "true");
    button.setAttribute("tabindex", "0");
    this.stop = view;
    // A user who steps through the list by keys stays in it.
    if (this.element.contains(document.activeElement)) button.focus({ preventScroll: true });
    if (button === this.reached) return;
    this.reached = button;
    // Only the list scrolls, never the page.
    const [top, bottom] = [button.offsetTop - this.element.offsetTop, button.offsetTop - this.element.offsetTop + button.offsetHeight];
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (bottom > this.element.scrollTop + this.element.clientHeight) this.element.scrollTop = bottom - this.element.clientHeight;
  }

  /** Marks moves as a review judges them. */
  judge(marks: ReadonlyMap<number, Judgement>): void {
    for (const [node, button] of this.buttons) {
      const mark = marks.get(node)?.mark ?? "";
      if ((button.dataset.mark ?? "") === mark) continue;
      if (mark) button.dataset.mark = mark;
      else delete button.dataset.mark;
    }
  }

  private line(nodes: TreeNode[], from: number): Node[] {
    const written: Node[] = [];
    let [at, numbers] = [from, true];
    while (nodes[at].children.length > 0) {
      const [main, ...others] = nodes[at].children;
      written.push(...this.move(nodes, main, numbers || nodes[main].number !== nodes[at].number));
      // In a table the moves after a variation still stand in their round.
      numbers = others.length > 0 && !(this.isTable && from === 0);
      for (const other of others) {
        written.push(h("div", { class: "variation" }, ...this.move(nodes, other, true), ...this.line(nodes, other)));
      }
      at = main;
    }
    return written;
  }

  private move(nodes: TreeNode[], node: number, isNumbered: boolean): Node[] {
    const entry = nodes[node];
    // Standard algebraic notation names the piece itself.
    const isCoordinates = /^[a-z]\d+[a-z]\d/.test(entry.text);
    const figure = entry.kind !== null && isCoordinates && this.figure(entry.kind, entry.seat);
    const button = h(
      "button",
      {
        type: "button",
        class: `move seat${entry.seat}`,
        tabindex: -1,
        "data-notation": entry.notation,
        "aria-label": this.spoken(entry),
        click: () => this.go(node),
      },
      figure,
      // Returns a capture with a cross between its cells, unless it has one already.
      (entry.takes && isCoordinates ? entry.text.replace(/^([a-z]\d+)(?=[a-z]\d)/, "$1×") : entry.text) + entry.signs,
    );
    this.buttons.set(node, button);
    if (this.isTable) button.style.setProperty("--column", String((entry.seat % columns(this.description.seats)) + 2));
    const parts: Node[] = isNumbered ? [h("span", { class: "number" }, number(entry)), button] : [button];
    if (entry.comment) parts.push(h("span", { class: "comment" }, entry.comment));
    return parts;
  }

  /** A move as it is read out: the player, the piece, and the cells. */
  private spoken({ seat, kind, text, takes }: TreeNode): string {
    const who = this.description.players[seat].name;
    const what = kind === null ? "" : `${kindName(this.description.kinds[kind])} `;
    return `${who}: ${what}${text}${takes ? ", takes" : ""}`;
  }
}

/** Puts the moves of a line into rounds: each begins with its number. */
function rounds(written: Node[]): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (const part of written) {
    const begins = part instanceof HTMLElement && part.classList.contains("number");
    if (begins || found.length === 0) found.push(h("div", { class: "round" }));
    found[found.length - 1].append(part);
  }
  return found;
}
