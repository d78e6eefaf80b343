// The pieces by players, in words: the text that a screen reader reads instead of the picture.

import { h } from "./dom";
import type { Description, Position } from "./types";
import { kindName } from "./words";

/** The pieces of each owner in a line, those of nobody in the last. */
export function pieceLines({ players, kinds, board }: Description, position: Position): string[] {
  const owners = [...players.map(({ name }, seat) => ({ name, seat })), { name: "Dead", seat: -1 }];
  return owners.flatMap(({ name, seat }) => {
    const own = position.pieces.filter(([, , owner]) => owner === seat);
    const named = kinds.flatMap((kind, number) => {
      const cells = own.filter(([, of]) => of === number).map(([cell]) => board.cells[cell].name);
      return cells.length > 0 ? [`${kindName(kind)} ${cells.join(" ")}`] : [];
    });
    return named.length > 0 ? [`${name}: ${named.join(", ")}`] : [];
  });
}

export class PieceList {
  readonly element = h("ul", { class: "hidden", "aria-label": "Pieces" });

  constructor(private readonly description: Description) {}

  show(position: Position): void {
    this.element.replaceChildren(...pieceLines(this.description, position).map((line) => h("li", {}, line)));
  }
}
