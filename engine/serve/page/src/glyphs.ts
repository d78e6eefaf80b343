// The definitions of a board's picture: a drawing of each kind of piece in the colour of each seat,
// as a figure, as a letter and as a wedge, and the head of arrows.

import { s } from "./dom";
import { detail } from "./geometry";
import { hasMarks, shape } from "./marks";
import type { Description } from "./types";
import { wedge } from "./wedges";

/** The colour of the arrows of best moves, which is no player's. */
export const BEST = "#e8820c";
const DEAD = "#a39d92";
const DEAD_INK = "#6f6a61";
const INK = "#17140f";
const PEN = 4.5;

/** The name of a piece's drawing among the definitions of a board; the seat of nobody is -1. */
export function glyphName(board: string, kind: number, seat: number): string {
  return `${board}-${kind}-${seat < 0 ? "x" : seat}`;
}

/** The drawings of all kinds of pieces for all seats, and of dead ones. */
export function glyphs(description: Description, board: string): SVGGElement[] {
  const owners = [...description.players.map((player) => player.colour), null];
  return description.kinds.flatMap((kind, number) =>
    owners.map((colour, seat) => {
      const fill = colour ?? DEAD;
      const ink = colour ? INK : DEAD_INK;
      const fine = colour ? detail(colour) : DEAD_INK;
      const parts = kind.glyph.map(({ part, path }) =>
        part === "body"
          ? s("path", { d: path, fill, stroke: ink, "stroke-width": PEN })
          : part === "line"
            ? s("path", { d: path, fill: "none", stroke: fine, "stroke-width": PEN })
            : s("path", { d: path, fill: fine }),
      );
      const letter = () => s("text", { x: 50, y: 52, "font-size": 50, class: "letter", fill: fine }, kind.letter);
      const disc = () => [s("circle", { cx: 50, cy: 50, r: 40, fill, stroke: ink, "stroke-width": PEN }), letter()];
      const id = glyphName(board, number, colour ? seat : -1);
      const mark = colour !== null && hasMarks(description) && shape(seat, 80, 80, 1);
      const figure = s("g", { class: "figured" }, ...(parts.length > 0 ? parts : disc()));
      const pointed = wedge(kind.name, letter(), fill, ink, fine);
      pointed.dataset.owner = String(seat);
      return s("g", { id, class: "glyph" }, figure, s("g", { class: "plainly" }, ...disc()), pointed, mark);
    }),
  );
}

/** The head of the arrows of best moves. */
export function bestHead(board: string): SVGMarkerElement {
  const size = { refX: 7, refY: 5, markerWidth: 3.4, markerHeight: 3.4 };
  const head = s("path", { d: "M0 0L10 5L0 10Z", fill: BEST, class: "besthead" });
  return s("marker", { id: `${board}-head`, viewBox: "0 0 10 10", orient: "auto", ...size }, head);
}
