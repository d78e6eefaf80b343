// The line below the board: whose turn it is, the demand of a duty, the reason why a piece cannot
// move.

import type { Board } from "./board";
import type { Description, Position } from "./types";
import { demanded } from "./words";

export class StatusText {
  constructor(
    private readonly description: Description,
    private readonly board: Board,
  ) {}

  /** Returns whose turn it is, or the end of the game. */
  of(position: Position): string {
    const name = this.description.players[position.turn].name;
    const check = this.isInCheck(position, position.turn) ? ", in check" : "";
    return position.ending?.text ?? `${name} to move${check}.${this.threats(position)}${this.duty(position)}${this.removals(position)}`;
  }

  /** Returns the pairs of pawns that may be taken off. */
  private removals({ moves }: Position): string {
    const removals = moves.filter((move) => move.class === "removal");
    const pairs = removals.map(({ clicks }) => clicks.map((cell) => this.board.name(cell)).join(" and "));
    return pairs.length > 0 ? ` ${pairs.join(", or ")} may be taken off first, which costs no turn.` : "";
  }

  /** Returns whether the king of a seat can be taken in the position. */
  private isInCheck({ check }: Position, seat: number): boolean {
    return check.some((cell) => this.board.seatOn(cell) === seat);
  }

  /** Returns the players other than the mover whose kings are attacked. */
  private threats(position: Position): string {
    const others = this.description.players.filter((_, seat) => seat !== position.turn && this.isInCheck(position, seat));
    const kings = others.map(({ name }) => `${name}'s king`);
    return kings.length > 0 ? ` Attacked: ${kings.join(", ")}.` : "";
  }

  /** Returns the reason why a piece of the mover cannot move. */
  stuck(position: Position, cell: number): string {
    const piece = `The ${this.board.standing(cell)} on ${this.board.name(cell)}`;
    if (position.bound) return `${piece} does not capture.${this.duty(position)}`;
    return `${piece} has no legal move${this.isInCheck(position, position.turn) ? " that ends the check" : ""}.`;
  }

  /** Returns the demand of a duty to capture; nothing if there is no duty. */
  private duty(position: Position): string {
    if (!position.bound) return "";
    if (position.moves.some((move) => move.takes.length === 0)) return " A duty to capture leaves few moves.";
    const pieces = demanded(position).map((cell) => `${this.board.standing(cell)} ${this.board.name(cell)}`);
    const starts = new Set(position.moves.map((move) => this.board.name(move.clicks[0])));
    const what = pieces.length > 0 ? `: ${pieces.join(" or ")}, from ${[...starts].join(" or ")}` : "";
    return ` You must capture${what}.`;
  }
}
