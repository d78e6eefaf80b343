// The page's state without a page: moves in the making, premoves, drawings, material, reviews.

import { describe, expect, it } from "vitest";
import { lost } from "../src/material";
import { attackLine } from "../src/piecelist";
import { Picking } from "../src/picking";
import { Premoves } from "../src/premoves";
import { judge, summary } from "../src/review";
import { colourOf, stroke } from "../src/scribbles";
import { arrowSteps } from "../src/steps";
import type { Description, Move, Position, TreeNode } from "../src/types";

const move = (text: string, clicks: number[], takes: number[] = [], more: Partial<Move> = {}): Move => ({ text, class: "move", clicks, takes, ...more });

describe("picking", () => {
  it("goes from cell to cell of a series, and may stop between", () => {
    const picking = new Picking([move("ab", [0, 1], [9]), move("abc", [0, 1, 2], [9, 8]), move("ad", [0, 3])]);
    expect(picking.starts()).toEqual(new Set([0]));
    expect(picking.point(0)).toBe("on");
    expect(picking.targets()).toEqual(new Set([1, 3]));
    expect(picking.takes(1)).toBe(true);
    expect(picking.point(1)).toBe("on");
    expect(picking.taken()).toEqual(new Set([9]));
    expect(picking.complete().map(({ text }) => text)).toEqual(["ab"]);
    expect((picking.point(2) as Move[]).map(({ text }) => text)).toEqual(["abc"]);
  });

  it("offers all promotions that end on a cell", () => {
    const picking = new Picking([move("q", [4, 5], [], { promotes: 1 }), move("n", [4, 5], [], { promotes: 2 })]);
    picking.point(4);
    expect((picking.point(5) as Move[]).length).toBe(2);
  });

  it("knows which pieces may come to a cell", () => {
    const picking = new Picking([move("ab", [0, 1]), move("acb", [0, 2, 1]), move("db", [3, 1]), move("ba", [1, 0])]);
    expect(picking.startsOf(1)).toEqual([0, 3]);
  });

  it("begins nothing from a cell without a move", () => {
    expect(new Picking([move("ab", [0, 1])]).point(7)).toBe("off");
  });
});

describe("premoves", () => {
  const legal = [move("ab", [0, 1]), move("cd", [2, 3])];

  it("plays them in turn, each seat its own", () => {
    const premoves = new Premoves();
    premoves.add({ seat: 0, clicks: [0, 1] });
    premoves.add({ seat: 0, clicks: [2, 3] });
    expect(premoves.next({ turn: 1, moves: legal })).toBeNull();
    expect(premoves.next({ turn: 0, moves: legal })?.[0].text).toBe("ab");
    expect(premoves.next({ turn: 0, moves: legal })?.[0].text).toBe("cd");
    expect(premoves.next({ turn: 0, moves: legal })).toBeNull();
  });

  it("forgets what cannot be played, with all that was to follow", () => {
    const premoves = new Premoves();
    premoves.add({ seat: 0, clicks: [8, 9] });
    premoves.add({ seat: 0, clicks: [0, 1] });
    premoves.add({ seat: 2, clicks: [2, 3] });
    expect(premoves.next({ turn: 0, moves: legal })).toEqual([]);
    expect(premoves.waiting.map(({ seat }) => seat)).toEqual([2]);
  });

  it("replaces one from the same cell", () => {
    const premoves = new Premoves();
    premoves.add({ seat: 0, clicks: [0, 1] });
    premoves.add({ seat: 0, clicks: [0, 5] });
    expect(premoves.waiting.map(({ clicks }) => clicks)).toEqual([[0, 5]]);
  });
});

describe("scribbles", () => {
  it("rubs out what is drawn twice, and changes colours", () => {
    const [green, red] = [{ from: 1, to: 2, colour: "green" as const }, { from: 1, to: 2, colour: "red" as const }];
    expect(stroke([], green)).toEqual([green]);
    expect(stroke([green], green)).toEqual([]);
    expect(stroke([green], red)).toEqual([red]);
  });

  it("has a colour for each pair of keys", () => {
    const keys = (shiftKey: boolean, altKey: boolean) => colourOf({ shiftKey, altKey, ctrlKey: false });
    expect([keys(false, false), keys(true, false), keys(false, true), keys(true, true)]).toEqual(["green", "red", "blue", "yellow"]);
  });
});

describe("material", () => {
  it("counts what is gone, and no pawn that has become a queen", () => {
    const start: [number, number, number][] = [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 4, 0], [4, 1, 0], [9, 0, 1]];
    const now: [number, number, number][] = [[0, 0, 0], [7, 4, 0], [3, 4, 0]];
    expect(lost(start, now, 2)).toEqual([[{ kind: 0, count: 1 }, { kind: 1, count: 1 }], [{ kind: 0, count: 1 }]]);
    expect(lost(start, start, 2)).toEqual([[], []]);
  });

  it("counts dead pieces as lost by their owner", () => {
    expect(lost([[5, 2, 1]], [[5, 2, -1]], 2)).toEqual([[], [{ kind: 2, count: 1 }]]);
  });
});

describe("review", () => {
  const node = (seat: number, cp: number | null, mate: number | null = null): TreeNode => ({
    parent: 0, text: "x", notation: "x", seat, number: 1, kind: 0, takes: false, ways: [], comment: "", signs: "",
    verdict: cp === null && mate === null ? null : { depth: 9, cp, mate, shares: [] }, clocks: null, children: [],
  });
  // The start, then White's move, Black's, White's: verdicts are for who is to move.
  const nodes = [{ ...node(1, 0), notation: "" }, node(0, 0), node(1, 500), node(0, 600)];

  it("gives the mover the loss, and no more than a mark", () => {
    const found = judge(nodes, [0, 1, 2, 3], 2);
    expect(found.map(({ node: at, seat, mark }) => [at, seat, mark])).toEqual([[1, 0, ""], [2, 1, "??"], [3, 0, "??"]]);
    expect(summary(found, 2).map(({ seat, moves, marks }) => [seat, moves, marks])).toEqual([[0, 2, { "??": 1 }], [1, 1, { "??": 1 }]]);
  });

  it("leaves out what no search has looked at, and knows how the game has ended", () => {
    const unknown = [nodes[0], nodes[1], node(1, null)];
    expect(judge(unknown, [0, 1, 2], 2).map(({ node: at }) => at)).toEqual([1]);
    const ends = new Map([[2, [0, 1000]]]);
    expect(judge(unknown, [0, 1, 2], 2, ends).map(({ loss }) => loss)).toEqual([0, 0]);
  });
});

describe("steps of the arrow keys", () => {
  it("reach every cell of a ring", () => {
    const ring = Array.from({ length: 12 }, (_, at): [number, number] => [Math.cos(at) * 100, Math.sin(at) * 100]);
    const steps = arrowSteps(ring);
    const seen = new Set([0]);
    for (const cell of seen) for (const next of steps[cell]) seen.add(next);
    expect(seen.size).toBe(12);
  });
});

describe("attackers in words", () => {
  const named = (names: string[]) => names.map((name) => ({ name }));
  const description = { players: named(["Red", "Blue", "Green"]), kinds: named(["rook", "pawn"]), board: { cells: named(["a1", "a2", "a3", "a4"]) } } as unknown as Description;
  const position = { pieces: [[0, 0, 0], [1, 1, 1], [2, 0, 2]] as Position["pieces"], sides: [0, 1, 0] };

  it("part the friends of a piece from its enemies", () => {
    expect(attackLine(description, position, 0, [1, 2])).toBe("a1: attacked by Blue pawn a2; protected by Green rook a3");
    expect(attackLine(description, position, 1, [0, 2])).toBe("a2: attacked by Red rook a1, Green rook a3");
  });

  it("know no friends of an empty cell", () => {
    expect(attackLine(description, position, 3, [2])).toBe("a4: attacked by Green rook a3");
    expect(attackLine(description, position, 3, [])).toBe("a4: attacked by nothing");
  });
});
