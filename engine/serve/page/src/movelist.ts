// The moves as a tree: the main line, and variations behind the move that they replace.

import { h } from "./dom";
import type { TreeNode } from "./types";
import { number } from "./words";

export class MoveList {
  readonly element = h("div", { class: "moves", role: "group", "aria-label": "Moves" });
  private buttons = new Map<number, HTMLButtonElement>();

  constructor(private readonly go: (node: number) => void) {}

  /** Writes all of the tree. */
  write(nodes: TreeNode[], live: number): void {
    this.buttons = new Map();
    const start = h("button", { type: "button", class: "move start", click: () => this.go(0) }, "start");
    this.buttons.set(0, start);
    this.element.replaceChildren(start, ...this.line(nodes, 0));
    this.buttons.get(live)?.classList.add("live");
  }

  /** Adds a node that continues the line written last; false if the list must be written anew. */
  append(nodes: TreeNode[], node: number): boolean {
    const told = nodes[node];
    const before = this.buttons.get(told.parent);
    const isPlain = nodes[told.parent].children.length === 1 && before && this.element.lastChild !== null;
    const end = [...this.element.querySelectorAll(":scope > .move")].at(-1);
    if (!isPlain || end !== before || this.element.lastElementChild?.classList.contains("variation")) return false;
    this.element.append(...this.move(nodes, node, told.number !== nodes[told.parent].number));
    return true;
  }

  /** Marks the node that is looked at, and the one where the game stands. */
  mark(view: number, live: number): void {
    for (const [node, button] of this.buttons) {
      button.classList.toggle("live", node === live);
      button.classList.toggle("view", node === view);
      button.toggleAttribute("aria-current", node === view);
    }
    const button = this.buttons.get(view);
    if (!button) return;
    // Only the list scrolls, never the page.
    const [top, bottom] = [button.offsetTop - this.element.offsetTop, button.offsetTop - this.element.offsetTop + button.offsetHeight];
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (bottom > this.element.scrollTop + this.element.clientHeight) this.element.scrollTop = bottom - this.element.clientHeight;
  }

  private line(nodes: TreeNode[], from: number): Node[] {
    const written: Node[] = [];
    let [at, numbers] = [from, true];
    while (nodes[at].children.length > 0) {
      const [main, ...others] = nodes[at].children;
      written.push(...this.move(nodes, main, numbers || nodes[main].number !== nodes[at].number));
      numbers = others.length > 0;
      for (const other of others) {
        written.push(h("div", { class: "variation" }, ...this.move(nodes, other, true), ...this.line(nodes, other)));
      }
      at = main;
    }
    return written;
  }

  private move(nodes: TreeNode[], node: number, isNumbered: boolean): Node[] {
    const told = nodes[node];
    const button = h("button", { type: "button", class: `move seat${told.seat}`, "data-notation": told.notation, click: () => this.go(node) }, told.text + told.signs);
    this.buttons.set(node, button);
    const parts: Node[] = isNumbered ? [h("span", { class: "number" }, number(told)), button] : [button];
    if (told.comment) parts.push(h("span", { class: "comment" }, told.comment));
    return parts;
  }
}
