// The things on, between and beside the cells of a board.

import { s } from "./dom";
import type { Description, Feature, Tile } from "./types";

/** The colour of features that concern no single player. */
const NOBODY = "#2f7d6b";

/** The drawings of a board's features. */
export function features({ board, players }: Description, name: string): SVGElement[] {
  const place = new Map(board.cells.map((tile) => [tile.name, tile]));
  return board.features.flatMap((feature) => {
    const colour = feature.seat === null ? NOBODY : players[feature.seat].colour;
    return drawn(feature, colour, place.get(feature.cells[0]), name);
  });
}

function drawn({ kind, path }: Feature, colour: string, tile: Tile | undefined, board: string): SVGElement[] {
  switch (kind) {
    case "goal":
      return tile ? [ring(tile, { class: "goal back" }), ring(tile, { class: "goal", stroke: colour })] : [];
    case "promotion":
      return tile ? [corner(tile, colour)] : [];
    case "start-line":
      return [s("path", { d: path, class: "startline back" }), s("path", { d: path, class: "startline", stroke: colour })];
    case "hub":
      return [];
    case "direction":
      return [s("path", { d: path, class: "direction", "marker-end": `url(#${board}-way)` }), wayHead(board)];
    default:
      return [s("path", { d: path, class: kind })];
  }
}

function ring({ centre: [cx, cy], room }: Tile, look: Record<string, string>): SVGElement {
  return s("circle", { cx, cy, r: room * 0.8, ...look });
}

function wayHead(board: string): SVGElement {
  return s(
    "marker",
    { id: `${board}-way`, viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.2, markerHeight: 3.2, orient: "auto" },
    s("path", { d: "M0 0L10 5L0 10Z", class: "wayhead" }),
  );
}

function corner({ centre: [x, y], room }: Tile, fill: string): SVGElement {
  const at = (dx: number, dy: number) => `${x + dx * room} ${y - dy * room}`;
  return s("path", { d: `M${at(0.9, 0.9)}L${at(0.9, 0.5)}L${at(0.5, 0.9)}Z`, class: "promotion", fill });
}
