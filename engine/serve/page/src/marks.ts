// The marks that distinguish seats and teams without colour: a shape for each seat, a ring for each
// team.

import { s } from "./dom";
import type { Description } from "./types";

/** The shapes by seat, round the point 0 0 and some 18 units in radius. */
const SHAPES: { name: string; path: string }[] = [
  { name: "circle", path: "M-15 0A15 15 0 1 0 15 0A15 15 0 1 0 -15 0Z" },
  { name: "square", path: "M-14 -14H14V14H-14Z" },
  { name: "triangle", path: "M0 -18L18 14H-18Z" },
  { name: "diamond", path: "M0 -20L15 0L0 20L-15 0Z" },
  { name: "cross", path: "M-7 -18H7V-7H18V7H7V18H-7V7H-18V-7H-7Z" },
  { name: "star", path: "M0 -20L5.5 -7L19 -6.5L8.5 2.5L12 16L0 8.5L-12 16L-8.5 2.5L-19 -6.5L-5.5 -7Z" },
];

/** Returns whether players have shapes, as in all games but those of White and Black. */
export function hasMarks({ seats }: Description): boolean {
  return seats > 2;
}

/** Returns whether players of one side have rings. */
export function hasTeams({ players, seats }: Description): boolean {
  return new Set(players.map((player) => player.side)).size < seats;
}

/** The name of a seat's shape. */
export function shapeName(seat: number): string {
  return SHAPES[seat % SHAPES.length].name;
}

/** A seat's shape at a point of a drawing, so many times its usual size. */
export function shape(seat: number, x: number, y: number, size: number): SVGPathElement {
  const { name, path } = SHAPES[seat % SHAPES.length];
  return s("path", { d: path, class: "mark", "data-mark": name, transform: `translate(${x} ${y}) scale(${size})` });
}

/** The ring of a side: whole for the first, dashed for the second, dotted for the third. */
export function ring(side: number, x: number, y: number, radius: number): SVGGElement {
  const circle = (kind: string) => s("circle", { cx: x, cy: y, r: radius, class: kind });
  return s("g", { class: `ring side${side}`, "data-side": side }, circle("under"), circle("over"));
}
