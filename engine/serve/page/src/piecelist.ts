// The pieces by players, in words: what a screen reader reads instead of the picture.

import { h } from "./dom";
import type { Description, Position } from "./types";
import { kindName } from "./words";

export class PieceList {
  readonly element = h("ul", { class: "hidden", "aria-label": "Pieces" });

  constructor(private readonly description: Description) {}

  show(position: Position): void {
    const { players, kinds, board } = this.description;
    const owners = [...players.map(({ name }, seat) => ({ name, seat })), { name: "Dead", seat: -1 }];
    const lines = owners.flatMap(({ name, seat }) => {
      const own = position.pieces.filter(([, , owner]) => owner === seat);
      const named = kinds.flatMap((kind, number) => {
        const cells = own.filter(([, of]) => of === number).map(([cell]) => board.cells[cell].name);
        return cells.length > 0 ? [`${kindName(kind)} ${cells.join(" ")}`] : [];
      });
      return named.length > 0 ? [h("li", {}, `${name}: ${named.join(", ")}`)] : [];
    });
    this.element.replaceChildren(...lines);
  }
}
