// Parts of a board's picture: the names on it, arrows, badges.

import { s } from "./dom";
import { turned, type Point } from "./geometry";
import type { Description, Label } from "./types";

/** The middle between the pieces of two seats, in parts of the way from seat to seat. */
const GAP = 0.75;
/** The size of the letters of rings, in parts of that of other names. */
const RING = 1.35;

/** The degrees by which a larger letter stands further from the line between two cells. */
const aside = ({ at, height }: Label) => (((RING - 1) * height) / Math.hypot(...at)) * (180 / Math.PI);

/**
 * The names on a board and whether each lies on a cell. Those of rings stand between every two
 * players, where no pieces begin, and in no other place.
 */
export function printedNames({ cells, labels }: Description["board"], seats: number): { label: Label; isOn: boolean }[] {
  const pen = document.createElement("canvas").getContext("2d");
  const shapes = cells.map((tile) => new Path2D(tile.path));
  const under = ([x, y]: Point) => shapes.findIndex((shape) => pen?.isPointInPath(shape, x, y));
  return labels.flatMap((label) => {
    const isOn = under(label.at) >= 0;
    const turns = isOn ? Array.from({ length: seats }, (_, seat) => ((seat + GAP) * 360) / seats + aside(label)) : [];
    const places = turns.map((degrees) => turned(label.at, degrees));
    const isRing = places.length > 0 && places.every((at) => label.cells.includes(cells[under(at)]?.name ?? ""));
    const copies = isRing ? places.map((at) => ({ label: { ...label, at, height: label.height * RING }, isOn })) : [];
    return isRing ? copies : [{ label, isOn }];
  });
}

/** The distance from an arrow's end to the middle of a cell, and the length of its head. */
const SHORT = 22;
const HEAD = 16;

/** The arrow of a last move. */
export function trail(d: string, colour: string, weight: number): SVGElement[] {
  const path = s("path", { d, fill: "none" });
  const length = path.getTotalLength();
  const end = Math.max(length - SHORT, length / 2);
  const [tip, neck] = [path.getPointAtLength(end), path.getPointAtLength(Math.max(0, end - HEAD))];
  const [x, y] = [tip.x - neck.x, tip.y - neck.y];
  const size = Math.hypot(x, y) || 1;
  const [aside, ahead] = [(-y / size) * 0.55 * HEAD, (x / size) * 0.55 * HEAD];
  const head = `M${tip.x} ${tip.y}L${neck.x + aside} ${neck.y + ahead}L${neck.x - aside} ${neck.y - ahead}Z`;
  const dashes = `${Math.max(0, end - HEAD * 0.8)} ${length + 1}`;
  return [
    s("path", { d, class: "arrow edge", "stroke-dasharray": dashes, opacity: weight }),
    s("path", { d, class: "arrow last", stroke: colour, "stroke-dasharray": dashes, opacity: weight }),
    s("path", { d: head, class: "lasthead", fill: colour, opacity: weight }),
  ];
}

/** An arrow from one point to another, as an outline. */
export function arrowPath([x, y]: Point, [u, v]: Point): string {
  const length = Math.hypot(u - x, v - y) || 1;
  const [ax, ay] = [(u - x) / length, (v - y) / length];
  const at = (along: number, aside: number) => `${x + ax * along - ay * aside} ${y + ay * along + ax * aside}`;
  const [tip, neck] = [length - 6, Math.max(0, length - 26)];
  return `M${at(10, 4)}L${at(neck, 4)}L${at(neck, 13)}L${at(tip, 0)}L${at(neck, -13)}L${at(neck, -4)}L${at(10, -4)}Z`;
}

/** Returns the badge of a king that races: a green disc with a tick once it has crossed the line, or an open disc. */
export function lapBadge(hasCrossed: boolean, x: number, y: number, scale: number): SVGGElement {
  const transform = `translate(${x} ${y}) scale(${scale})`;
  const disc = s("circle", { cx: 0, cy: 0, r: 17, class: "disc" });
  const sign = s("path", { d: hasCrossed ? "M-9 0L-2 8L9 -8" : "M-8 0H8", class: "sign" });
  return s("g", { class: hasCrossed ? "lap crossed" : "lap", transform }, disc, sign);
}
