// The line below the board: whose turn it is, what a duty demands, why a piece cannot be played.

import type { Board } from "./board";
import type { Description, Position } from "./types";
import { demanded } from "./words";

export class StatusText {
  constructor(
    private readonly description: Description,
    private readonly board: Board,
  ) {}

  /** Whose turn it is, or how the game has ended. */
  of(position: Position): string {
    const name = this.description.players[position.turn].name;
    const check = this.isInCheck(position, position.turn) ? ", in check" : "";
    return position.ending?.text ?? `${name} to move${check}.${this.threats(position)}${this.duty(position)}`;
  }

  /** Whether the king of a seat can be taken as the position stands. */
  private isInCheck({ check }: Position, seat: number): boolean {
    return check.some((cell) => this.board.seatOn(cell) === seat);
  }

  /** Whose kings are attacked beside the mover's. */
  private threats(position: Position): string {
    const others = this.description.players.filter((_, seat) => seat !== position.turn && this.isInCheck(position, seat));
    const kings = others.map(({ name }) => `${name}'s king`);
    return kings.length > 0 ? ` Attacked: ${kings.join(", ")}.` : "";
  }

  /** Why a piece of the mover cannot be played. */
  stuck(position: Position, cell: number): string {
    const piece = `The ${this.board.standing(cell)} on ${this.board.name(cell)}`;
    if (position.bound) return `${piece} does not capture.${this.duty(position)}`;
    return `${piece} has no legal move${this.isInCheck(position, position.turn) ? " that ends the check" : ""}.`;
  }

  /** What a duty to capture demands; nothing where none binds. */
  private duty(position: Position): string {
    if (!position.bound) return "";
    if (position.moves.some((move) => move.takes.length === 0)) return " A duty to capture leaves few moves.";
    const pieces = demanded(position).map((cell) => `${this.board.standing(cell)} ${this.board.name(cell)}`);
    const starts = new Set(position.moves.map((move) => this.board.name(move.clicks[0])));
    const what = pieces.length > 0 ? `: ${pieces.join(" or ")}, from ${[...starts].join(" or ")}` : "";
    return ` You must capture${what}.`;
  }
}
