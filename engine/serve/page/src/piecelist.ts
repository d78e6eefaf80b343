// The pieces by players, in words: the text that a screen reader reads instead of the picture.

import { h } from "./dom";
import type { Description, Position } from "./types";
import { kindName } from "./words";

/** The pieces of each owner in a line, those of nobody in the last. */
export function pieceLines({ players, kinds, board }: Description, position: Pick<Position, "pieces">): string[] {
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

/** Returns the pieces that attack a cell, and those that protect its piece, in words. */
export function attackLine(description: Description, { pieces, sides }: Pick<Position, "pieces" | "sides">, cell: number, from: number[]): string {
  const { players, kinds, board } = description;
  const seatOn = (at: number) => pieces.find(([where]) => where === at)?.[2] ?? -1;
  const owner = seatOn(cell);
  const isFriend = (at: number) => owner >= 0 && sides[seatOn(at)] === sides[owner];
  const line = (name: string, own: number[]) => {
    const named = own.map((at) => {
      const [, kind, seat] = pieces.find(([where]) => where === at) ?? [at, 0, -1];
      return `${players[seat]?.name ?? ""} ${kindName(kinds[kind])} ${board.cells[at].name}`.trim();
    });
    return named.length > 0 ? [`${name} by ${named.join(", ")}`] : [];
  };
  const parts = [...line("attacked", from.filter((at) => !isFriend(at))), ...line("protected", from.filter(isFriend))];
  return `${board.cells[cell].name}: ${parts.join("; ") || "attacked by nothing"}`;
}

export class PieceList {
  readonly element = h("ul", { class: "hidden", "aria-label": "Pieces" });

  constructor(private readonly description: Description) {}

  show(position: Position): void {
    this.element.replaceChildren(...pieceLines(this.description, position).map((line) => h("li", {}, line)));
  }
}
