// The page's knowledge of a game, without a page: the current and the shown node, positions that
// are set up, addresses, columns of moves.

import { describe, expect, it } from "vitest";
import { address } from "../src/address";
import { Arrangement } from "../src/arrangement";
import { GameState } from "../src/gamestate";
import { columns } from "../src/columns";
import type { Game, Position, TreeNode } from "../src/types";

const node = (parent: number, notation: string, seat: number, children: number[] = []): TreeNode => ({
  parent, text: notation, notation, seat, number: 1, kind: 0, takes: false, ways: [], comment: "", signs: "", verdict: null, clocks: null, children,
});
const position = (at: number, turn: number, moves: string[] = []): Position => ({
  node: at, fen: "", turn, pieces: [], alive: [true, true], sides: [0, 1], check: [], bound: false, last: [], cut: false,
  moves: moves.map((text) => ({ text, class: "move", clicks: [0, 1], takes: [] })),
});
/** The start, e4, e5, and d4 beside e4; the game stands at e5. */
const game = (): Game => ({
  game: "g", variant: "chess", options: { classic_scoring: false, team_king_loss_eliminates: false }, start: null, clock: null, clocks: null, paused: false, elsewhere: false,
  players: [{ by: "human" }, { by: "engine", elo: null, time: 1000 }],
  nodes: [node(0, "", 0, [1, 3]), node(0, "e2e4", 0, [2]), node(1, "e7e5", 1), node(0, "d2d4", 0)],
  live: 2,
});

describe("the state of a game", () => {
  const open = () => {
    const state = new GameState(game());
    state.view = state.take(game());
    return state;
  };

  it("begins where the game stands, and steps along the line that is looked at", () => {
    const state = open();
    expect(state.view).toBe(2);
    expect(state.line()).toEqual([0, 1, 2]);
    expect([state.stepped(-1), state.stepped("start"), state.stepped(5)]).toEqual([1, 0, 2]);
    state.view = 3;
    expect(state.line()).toEqual([0, 3]);
    expect(state.isAside).toBe(true);
    expect(state.named(3)).toBe("1. d2d4");
  });

  it("goes with the game, unless something else is looked at", () => {
    const state = open();
    const news = { node: 4, tree_node: node(2, "g1f3", 0), live: 4, position: position(4, 1), clocks: null };
    expect(state.played(news)).toEqual({ goes: true, isNew: true });
    expect([state.view, state.plies]).toEqual([4, 3]);
    const other = open();
    other.view = 0;
    expect(other.played(news)).toEqual({ goes: false, isNew: true });
    expect(other.view).toBe(0);
  });

  it("goes where it has asked to go itself, and nowhere with another page's move", () => {
    const state = open();
    state.view = 0;
    state.positions.set(0, position(0, 0, ["c2c4", "e2e4"]));
    state.ask("c2c4");
    expect(state.played({ node: 1, tree_node: node(0, "e2e4", 0, [2]), live: 2, position: position(1, 1), clocks: null }).goes).toBe(false);
    expect(state.played({ node: 4, tree_node: node(0, "c2c4", 0), live: 2, position: position(4, 1), clocks: null }).goes).toBe(true);
    expect(state.isAside).toBe(true);
  });

  it("is taken back to a person's last turn, and knows who thinks", () => {
    const state = open();
    expect(state.before).toBe(0);
    state.positions.set(2, position(2, 0));
    expect(state.thinker).toBeNull();
    state.game.live = 1;
    state.positions.set(1, position(1, 1));
    expect(state.thinker).toBe(1);
  });

  it("leaves what no longer hangs on the tree", () => {
    const state = open();
    state.positions.set(2, position(2, 0));
    state.view = 3;
    const cut = game();
    cut.nodes[0].children = [1];
    expect(state.take(cut)).toBe(2);
  });
});

describe("a position that is set up", () => {
  it("takes pieces on, over, off and elsewhere", () => {
    const pieces = new Arrangement([[4, 5, 0]]);
    pieces.put(3, { kind: 4, seat: 0 });
    pieces.put(3, { kind: 4, seat: 1 });
    expect(pieces.pieces).toEqual([[3, 4, 1], [4, 5, 0]]);
    pieces.put(3, { kind: 4, seat: 1 });
    pieces.move(4, 9);
    expect(pieces.pieces).toEqual([[9, 5, 0]]);
    pieces.move(9, null);
    expect(pieces.has(9)).toBe(false);
  });

  it("take only the answer to the newest request, so that none overwrites a later change", () => {
    const pieces = new Arrangement();
    const first = pieces.replace();
    pieces.put(3, { kind: 4, seat: 0 });
    expect(pieces.take(first, "late", [[0, 5, 0]])).toBe(false);
    expect(pieces.pieces).toEqual([[3, 4, 0]]);
    const { number } = pieces.request;
    pieces.move(3, 8);
    expect(pieces.isNewest(number)).toBe(false);
    pieces.touch();
    expect(pieces.take(pieces.request.number, "now", [[8, 4, 0]])).toBe(true);
  });

  it("name the position string from which they have come, until all are taken off", () => {
    const pieces = new Arrangement();
    expect(pieces.request.fen).toBeUndefined();
    pieces.take(pieces.replace(), "given", [[4, 5, 0], [9, 1, -1]]);
    pieces.put(3, { kind: 4, seat: 0 });
    expect(pieces.request).toMatchObject({ fen: "given", pieces: [[3, 4, 0], [4, 5, 0], [9, 1, -1]] });
    pieces.take(pieces.request.number, "answered", pieces.pieces);
    expect(pieces.request.fen).toBe("given");
    pieces.clear();
    expect(pieces.request.fen).toBeUndefined();
  });
});

describe("addresses", () => {
  it("hold position strings with bare slashes and with written ones", () => {
    const place = { part: "edit", name: "chess", rest: "4k3/8/4K3 w - - 0 1" };
    expect(address("#/edit/chess/4k3/8/4K3 w - - 0 1")).toEqual(place);
    expect(address("#/edit/chess/4k3%2F8%2f4K3%20w%20-%20-%200%201")).toEqual(place);
  });

  it("keep a percent sign that begins no character", () => {
    expect(address("#/new/chess/8%2F8%/%zz%E4%20").rest).toBe("8/8%/%zz%E4%20");
  });

  it("may end early", () => {
    expect(address("")).toEqual({ part: "", name: "", rest: "" });
    expect(address("#/game/g1")).toEqual({ part: "game", name: "g1", rest: "" });
  });
});

describe("columns of moves", () => {
  it("are one for each seat of up to four, and three for more", () => {
    expect([3, 4, 5, 6].map(columns)).toEqual([3, 4, 3, 3]);
  });
});
