// The page's knowledge of a game: its tree, its positions, the current node and the shown one.

import type { ReplyOf } from "./net";
import type { Clocks, Game, Position, Progress, TreeNode } from "./types";
import { number, shares } from "./words";

/** The news of a node when a move is played. */
export type Played = Omit<ReplyOf<"played">, "type">;

export class GameState {
  readonly positions = new Map<number, Position>();
  /** The node that is looked at. */
  view = 0;
  clocks: Clocks | null;
  /** The last report of the engine that is to move. */
  thinking: Progress | null = null;
  /** The requested move that has not come back yet. */
  private asked: { node: number; text: string } | null = null;

  constructor(public game: Game) {
    this.clocks = game.clocks;
  }

  /** The position that is looked at, once it is known. */
  get position(): Position | undefined {
    return this.positions.get(this.view);
  }

  /** The position where the game stands, once it is known. */
  get standing(): Position | undefined {
    return this.positions.get(this.game.live);
  }

  /** Takes the whole game in; the node to look at from now on. */
  take(game: Game): number {
    const isSame = this.game.game === game.game && this.positions.size > 0;
    const wasLive = this.view === this.game.live;
    this.game = game;
    this.clocks = game.clocks;
    this.thinking = null;
    const isThere = isSame && this.view < game.nodes.length && this.reaches(this.view);
    // A page that shows the current node goes on with the game.
    return isThere && !wasLive ? this.view : game.live;
  }

  /** Returns whether a node still hangs on the tree. */
  reaches(node: number): boolean {
    const { nodes } = this.game;
    for (let at = node; at !== 0; at = nodes[at].parent) {
      if (!nodes[nodes[at].parent].children.includes(at)) return false;
    }
    return true;
  }

  /**
   * Takes a move in. The page follows the game if it showed the current node, and goes to a node that it has requested itself. Returns whether it does, and whether the node is new.
   */
  played({ node, tree_node: entry, live, position, clocks }: Played): { goes: boolean; isNew: boolean } {
    const { nodes } = this.game;
    const before = this.game.live;
    const isNew = node >= nodes.length;
    nodes[node] = entry;
    const parent = nodes[entry.parent];
    if (node !== 0 && !parent.children.includes(node)) parent.children.push(node);
    this.game.live = live;
    this.clocks = clocks;
    this.positions.set(node, position);
    const isWithGame = this.view === before && live === node;
    const goes = this.isAsked(entry) || isWithGame;
    if (goes) this.view = node;
    return { goes, isNew };
  }

  /** Remembers that a move was requested at the shown node. */
  ask(text: string): void {
    this.asked = { node: this.view, text };
  }

  /** Forgets the request, since the server refused it. */
  forget(): void {
    this.asked = null;
  }

  /** Returns whether a move is the one that was requested here. */
  private isAsked(entry: TreeNode): boolean {
    const { asked } = this;
    if (asked?.node !== entry.parent || this.view !== entry.parent) return false;
    const isWritten = this.positions.get(asked.node)?.moves.some((move) => move.text === asked.text);
    if (isWritten && asked.text !== entry.notation) return false;
    this.asked = null;
    return true;
  }

  /** The line that is looked at: to the node, and on along its main moves. */
  line(): number[] {
    const { nodes } = this.game;
    const line = [];
    for (let at = this.view; at !== 0; at = nodes[at].parent) line.unshift(at);
    line.unshift(0);
    for (let next = nodes[this.view].children[0]; next !== undefined; next = nodes[next].children[0]) line.push(next);
    return line;
  }

  /** The node so many steps on or back in the line, or at one of its ends. */
  stepped(by: number | "start" | "end"): number {
    const line = this.line();
    const last = line.length - 1;
    const to = by === "start" ? 0 : by === "end" ? last : line.indexOf(this.view) + by;
    return line[Math.min(Math.max(to, 0), last)];
  }

  /** Returns whether the shown position lies beside the line of the game. */
  get isAside(): boolean {
    let at = this.game.live;
    while (at !== this.view && at !== 0) at = this.game.nodes[at].parent;
    return at !== this.view;
  }

  /** Returns whether the shown position is the current one. */
  get isLive(): boolean {
    return this.view === this.game.live;
  }

  /** Returns the seat of the engine that thinks: the one to move in the current position. */
  get thinker(): number | null {
    const { players, paused, elsewhere } = this.game;
    const { standing } = this;
    if (!standing || standing.ending || paused || elsewhere) return null;
    return players[standing.turn].by === "engine" ? standing.turn : null;
  }

  /** A move with its number, or the start. */
  named(node: number): string {
    const entry = this.game.nodes[node];
    return node === 0 ? "the start" : `${number(entry)} ${entry.text}`;
  }

  /** Returns the node to which *Take back* returns: the last turn of a person. */
  get before(): number {
    const { nodes, live, players } = this.game;
    let at = live;
    while (at !== 0) {
      const { seat, parent } = nodes[at];
      at = parent;
      if (players[seat].by === "human") break;
    }
    return at;
  }

  /** Returns the number of moves up to the current position. */
  get plies(): number {
    const { nodes } = this.game;
    let count = 0;
    for (let at = this.game.live; at !== 0; at = nodes[at].parent) count += nodes[at].notation ? 1 : 0;
    return count;
  }

  /** The known shares of the point at the viewed node, or else at one of the last before it. */
  lastShares(turn: number, seats: number): number[] {
    const { nodes } = this.game;
    let [at, mover] = [this.view, turn];
    for (let back = 0; back <= seats; back += 1) {
      const found = shares(nodes[at].verdict, mover, seats);
      if (found.length > 0 || at === 0) return found;
      [at, mover] = [nodes[at].parent, nodes[at].seat];
    }
    return [];
  }

  /** The shares of those nodes at which the game is over, as far as they are known. */
  endings(): Map<number, number[]> {
    const over = new Map<number, number[]>();
    for (const [node, { ending }] of this.positions) if (ending) over.set(node, ending.points.map((points) => points * 10));
    return over;
  }
}
