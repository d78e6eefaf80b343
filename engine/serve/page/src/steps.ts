// The target cell of each arrow key: the next one that way, such that every cell can be reached
// from every other by arrow keys alone.

import type { Point } from "./geometry";

/** Left, right, up and down on the screen, in the order of a cell's steps. */
export const DIRECTIONS: Point[] = [
  [-1, 0],
  [1, 0],
  [0, -1],
  [0, 1],
];
/** The most that a cell may lie to the side of an arrow key's direction, as a part of its distance along it. */
const USUAL = 1.8;
const WIDEST = 6;
/** The cost of giving up a step that leads somewhere already. */
const GIVEN_UP = 240;

/** A step that might be made instead of another. */
interface Change {
  from: number;
  direction: number;
  to: number;
  price: number;
}

/** Returns for every cell the targets of the four arrow keys; the cell itself if nothing lies that way. */
export function arrowSteps(centres: Point[]): number[][] {
  const steps = centres.map((_, from) => DIRECTIONS.map((_, direction) => nearest(centres, from, direction)));
  while (improve(steps, centres));
  return steps;
}

/** Returns the cost of a step; Infinity if the cell does not lie in that direction. */
function price(centres: Point[], from: number, to: number, direction: number, widest: number): number {
  const [dx, dy] = DIRECTIONS[direction];
  const [x, y] = [centres[to][0] - centres[from][0], centres[to][1] - centres[from][1]];
  const along = x * dx + y * dy;
  const aside = Math.abs(x * dy - y * dx);
  return from === to || along < 1 || aside > along * widest ? Infinity : along + 2.2 * aside;
}

function nearest(centres: Point[], from: number, direction: number): number {
  let [best, cost] = [from, Infinity];
  centres.forEach((_, to) => {
    const found = price(centres, from, to, direction, USUAL);
    if (found < cost) [best, cost] = [to, found];
  });
  return best;
}

/** Changes one step so that more cells reach the first one or are reached from it; false if none is missing. */
function improve(steps: number[][], centres: Point[]): boolean {
  const [reached, reaching] = reach(steps);
  if (reached.size + reaching.size === 2 * steps.length) return false;
  for (const { from, direction, to } of changes(steps, centres, reached, reaching)) {
    const before = steps[from][direction];
    steps[from][direction] = to;
    const [after, afterwards] = reach(steps);
    if (after.size + afterwards.size > reached.size + reaching.size) return true;
    steps[from][direction] = before;
  }
  return false;
}

/** Returns the steps that would join separate cells, the cheapest first. */
function changes(steps: number[][], centres: Point[], reached: Set<number>, reaching: Set<number>): Change[] {
  const found: Change[] = [];
  const cells = centres.map((_, cell) => cell);
  for (const from of cells) {
    for (const to of cells) {
      const joins = (reached.has(from) && !reached.has(to)) || (!reaching.has(from) && reaching.has(to));
      if (!joins) continue;
      steps[from].forEach((now, direction) => {
        const isFree = now === from || steps[from].some((other, at) => at !== direction && other === now);
        const cost = price(centres, from, to, direction, WIDEST) + (isFree ? 0 : GIVEN_UP);
        if (cost < Infinity) found.push({ from, direction, to, price: cost });
      });
    }
  }
  return found.sort((a, b) => a.price - b.price);
}

/** The cells that are reached from the first one, and those that reach it. */
function reach(steps: number[][]): [Set<number>, Set<number>] {
  const back: number[][] = steps.map(() => []);
  steps.forEach((targets, from) => targets.forEach((to) => back[to].push(from)));
  return [closure(steps), closure(back)];
}

function closure(steps: number[][]): Set<number> {
  const found = new Set([0]);
  for (const cell of found) for (const next of steps[cell]) found.add(next);
  return found;
}
