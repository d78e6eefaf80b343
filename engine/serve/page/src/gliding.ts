// Animated moves: pieces go along their paths.

import { s } from "./dom";
import { turned, type Point } from "./geometry";

/** Milliseconds that a piece is on its way. */
export const TIME = 220;
/** Points of a way between which a piece goes straight. */
const POINTS = 16;

/** Returns whether this browser's user wants nothing to move. */
export function isStill(): boolean {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The points of a way as a board shows it that is turned by so many degrees. */
export function along(way: string, degrees: number): Point[] {
  const path = s("path", { d: way });
  const length = path.getTotalLength();
  return Array.from({ length: POINTS + 1 }, (_, at) => {
    const { x, y } = path.getPointAtLength((length * at) / POINTS);
    return turned([x, y], degrees);
  });
}

/** Moves a drawing to its place along points that end there. */
export function glide(element: SVGGElement, points: readonly Point[]): void {
  const [x, y] = points[points.length - 1];
  const frames = points.map(([u, v]) => ({ transform: `translate(${(u - x).toFixed(1)}px, ${(v - y).toFixed(1)}px)` }));
  element.animate(frames, { duration: TIME, easing: "ease-in-out" });
}
