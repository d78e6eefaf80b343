// The actions on a game, which its buttons and keys request.

import type { Game, Move, Position, Request } from "./types";

export interface GameActions {
  /** The game as it is now. */
  readonly current: Game;
  /** The shown node. */
  readonly viewed: number;
  /** The position there, once it is known. */
  readonly position: Position | undefined;
  /** The seat whose engine thinks; null if none does. */
  readonly thinker: number | null;
  /** The buttons that offer a draw and break the game off. */
  readonly offers: HTMLButtonElement[];
  /** Asks the server for something. */
  send(request: Request): void;
  /** Plays a move in the shown position. */
  play(text: string): void;
  /** Takes back to the last turn of a person. */
  takeBack(): void;
  /** Shows another node of the line: so many back or on, or one of its ends. */
  step(by: number | "start" | "end"): void;
  /** Highlights the cells of a move; none without a move. */
  light(move: Move | null): void;
  /** Returns a move in words. */
  spoken(move: Move): string;
  /** Shows a good move of the shown position. */
  giveHint(): void;
  /** Judges the moves of the shown line; a second call ends that. */
  review(): void;
  /** Forgets the moves that were given before their turn. */
  dropPremoves(): void;
  /** Shows the board from the next seat. */
  turnOn(): void;
  /** Lets the board turn to whoever is to move; whether it does. */
  toggleTurning(): boolean;
  /** Opens or closes the rules beside the board; whether they are open. */
  toggleRules(): boolean;
  /** Shows or hides the arrows of the last moves. */
  toggleArrows(): void;
  /** Shows the board so large that fingers can touch its cells, or all of it; returns whether it is large. */
  zoom(): boolean;
}
