// The comment on a position: a comment that is being written stays with its position until it is
// saved.

import { h } from "./dom";

export class Note {
  /** Shows and takes the comment. */
  readonly element: HTMLElement;
  private readonly area = h("textarea", { class: "note", rows: 2, "aria-label": "Comment on this position", placeholder: "Comment" });
  private readonly on = h("span", { class: "noteon" });
  private node = 0;
  private kept = "";

  /** Keeps comments by `keep`; `done` hears that nothing is being written any more. */
  constructor(
    private readonly keep: (node: number, text: string) => void,
    done: () => void,
  ) {
    this.element = h("label", { class: "noting" }, this.on, this.area);
    this.area.addEventListener("blur", () => {
      this.commit();
      done();
    });
  }

  /** Shows the comment on a position, unless one on another is being written. */
  show(node: number, name: string, text: string): void {
    const isWritten = this.area.value !== this.kept;
    if (isWritten && document.activeElement === this.area) return;
    this.commit();
    [this.node, this.kept] = [node, text];
    this.area.value = text;
    this.on.textContent = `Comment on ${name}`;
  }

  /** Saves the comment. */
  commit(): void {
    if (this.area.value === this.kept) return;
    this.kept = this.area.value;
    this.keep(this.node, this.kept);
  }
}
