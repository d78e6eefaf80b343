// The verdicts of a review on each move: how much of the point the mover has given away.

import type { TreeNode } from "./types";
import { shares } from "./words";

/** Shares of the point, in permille, from which on a move is dubious, a mistake or a blunder. */
const MARKS: [number, string][] = [
  [250, "??"],
  [130, "?"],
  [70, "?!"],
];

/** The judgement of a move. */
export interface Judgement {
  node: number;
  seat: number;
  /** Permille of the point that the move gave away; 0 if none. */
  loss: number;
  /** `?!`, `?` or `??`; nothing for a good move. */
  mark: string;
}

/** The judgement of all moves of a seat. */
export interface SeatReview {
  seat: number;
  moves: number;
  /** The mean loss of a move in permille. */
  mean: number;
  marks: Record<string, number>;
}

/** The mark of a loss. */
export function markOf(loss: number): string {
  return MARKS.find(([least]) => loss >= least)?.[1] ?? "";
}

/**
 * Judges the moves of a line by the verdicts of searches on the positions before and after them;
 * those of which one is not known are left out. `ends` has the points of each seat at a node at which the game is over, which no search looks at.
 */
export function judge(nodes: readonly TreeNode[], line: readonly number[], seats: number, ends: ReadonlyMap<number, number[]> = new Map()): Judgement[] {
  const mover = (at: number) => (at + 1 < line.length ? nodes[line[at + 1]].seat : (nodes[line[at]].seat + 1) % seats);
  const known = line.map((node, at) => ends.get(node) ?? shares(nodes[node].verdict, mover(at), seats));
  return line.flatMap((node, at) => {
    const { seat, notation } = nodes[node];
    if (at === 0 || notation === "" || known[at - 1].length === 0 || known[at].length === 0) return [];
    const loss = Math.max(0, known[at - 1][seat] - known[at][seat]);
    return [{ node, seat, loss, mark: markOf(loss) }];
  });
}

/** The judgements of the seats that have moved. */
export function summary(judgements: readonly Judgement[], seats: number): SeatReview[] {
  return Array.from({ length: seats }, (_, seat) => judgements.filter((one) => one.seat === seat)).flatMap((own, seat) => {
    if (own.length === 0) return [];
    const marks: Record<string, number> = {};
    for (const { mark } of own) if (mark) marks[mark] = (marks[mark] ?? 0) + 1;
    return [{ seat, moves: own.length, mean: own.reduce((sum, { loss }) => sum + loss, 0) / own.length, marks }];
  });
}
