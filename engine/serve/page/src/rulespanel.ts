// The rules beside the board, with the pieces: a press on one shows its moves on the board.

import { button, h } from "./dom";
import { rulesText } from "./rules";
import type { Description, Position } from "./types";
import { kindName } from "./words";

export class RulesPanel {
  readonly element: HTMLElement;
  private readonly kinds = h("ul", { class: "kinds", "aria-label": "Pieces of this game" });
  private shown = "";

  /** `figure` draws a kind of piece in the colour of a seat, `look` shows the ways of one on a cell. */
  constructor(
    private readonly description: Description,
    private readonly figure: (kind: number, seat: number) => SVGElement,
    private readonly look: (cell: number) => void,
  ) {
    const hint = h("p", {}, "Click any piece on the board, at any time, to see where it goes: dots are empty cells, rings are captures, and a cross marks where something keeps it from going. A click on a cross says what.");
    this.element = h("section", { class: "rules", "aria-label": "Rules", hidden: true }, hint, this.kinds, ...rulesText(description.rules.summary));
  }

  /** Opens or closes it; whether it is open. */
  toggle(): boolean {
    this.element.hidden = !this.element.hidden;
    return !this.element.hidden;
  }

  /** Lists the kinds on the board, each with a piece of the mover, or else any. */
  show(position: Position): void {
    const found = this.description.kinds.map((_, kind) => {
      const all = position.pieces.filter(([, of, seat]) => of === kind && seat >= 0);
      return all.find(([, , seat]) => seat === position.turn) ?? all[0];
    });
    const key = String(found);
    if (key === this.shown) return;
    this.shown = key;
    const rows = found.flatMap((piece) => {
      if (!piece) return [];
      const [cell, kind, seat] = piece;
      const press = button(kindName(this.description.kinds[kind]), () => this.look(cell), { "data-kind": kind });
      press.prepend(this.figure(kind, seat));
      return [h("li", {}, press)];
    });
    this.kinds.replaceChildren(...rows);
  }
}
