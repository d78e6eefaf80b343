// Moves that are given before it is one's turn: who may give them, and when they are played.

import type { GameState } from "./gamestate";
import { Premoves } from "./premoves";
import { plays } from "./share";
import type { Move, Position } from "./types";

export class Premoving {
  private readonly premoves = new Premoves();

  /** `show` hears of the moves that wait, as cells. */
  constructor(
    private readonly state: GameState,
    private readonly show: (waiting: number[][]) => void,
  ) {}

  /** Returns whether a seat may give moves before its turn: its person is here, and the mover is not. */
  may(seat: number): boolean {
    const { position, game, isLive } = this.state;
    if (!position || position.ending || !isLive || game.paused || game.elsewhere) return false;
    const isAway = game.players[position.turn].by === "engine" || !plays(position.turn);
    return position.turn !== seat && plays(seat) && game.players[seat]?.by === "human" && isAway;
  }

  add(seat: number, clicks: number[]): void {
    this.premoves.add({ seat, clicks });
    this.tell();
  }

  drop(): void {
    if (this.premoves.waiting.length === 0) return;
    this.premoves.clear();
    this.tell();
  }

  /** The moves that were meant for this turn, where one was given; none of them if it is not legal now. */
  due(position: Position): Move[] | null {
    if (position.ending) this.drop();
    if (position.ending || this.state.game.players[position.turn].by !== "human") return null;
    const meant = this.premoves.next(position);
    if (meant) this.tell();
    return meant;
  }

  private tell(): void {
    this.show(this.premoves.waiting.map(({ clicks }) => clicks));
  }
}
