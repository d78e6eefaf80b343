// The places of things on a board that is turned for a seat.

import type { Description } from "./types";

export type Point = [number, number];

/** A point of the board as a seat sees it. */
export function turned([x, y]: Point, degrees: number): Point {
  // Counter-clockwise, where y points down.
  const angle = (-degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - y * sin, x * sin + y * cos];
}

/** Returns the view box that shows all of a turned board. */
export function viewBox(board: Description["board"], degrees: number): [number, number, number, number] {
  const [x, y, width, height] = board.view_box;
  if (degrees % 360 === 0) return [x, y, width, height];
  if (isSquare(board)) return [x, y, width, height];
  // A round board fits a square round the centre.
  const half = Math.max(-x, x + width, -y, y + height);
  return [-half, -half, 2 * half, 2 * half];
}

/** Returns whether the names stand beside the board, as on boards of squares. */
function isSquare(board: Description["board"]): boolean {
  return board.labels.some((label) => label.anchor !== "board");
}

/** Returns the place of a name on a turned board. A name beside the board only moves along its edge. */
export function labelPlace(at: Point, anchor: "board" | "below" | "left", degrees: number): Point {
  const [x, y] = turned(at, degrees);
  if (anchor === "below") return [x, at[1]];
  if (anchor === "left") return [at[0], y];
  return [x, y];
}

/** The most that two fingers enlarge a board, in parts of its frame. */
const MOST = 6;

/** Returns the size of a board, in parts of its frame, after two fingers have moved. */
export function enlarged(size: number, before: number, now: number): number {
  return Math.min(Math.max((size * now) / Math.max(before, 1), 1), MOST);
}

/** The colour that stands out from a colour. */
export function detail(colour: string): string {
  const part = (at: number) => parseInt(colour.slice(at, at + 2), 16);
  const brightness = (0.3 * part(1) + 0.59 * part(3) + 0.11 * part(5)) / 255;
  return brightness < 0.45 ? "#f4efe4" : "#17140f";
}
