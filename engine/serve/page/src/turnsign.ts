// Whose turn it is, shown by the window's title and icon, and by sounds.

import * as sound from "./sound";

/** Milliseconds on a clock from which on time is short. */
const SHORT = 20_000;

export class TurnSign {
  private wasOwn = true;
  private warned = false;

  /** Begins with the title of a game. */
  constructor(private readonly title: string) {
    document.title = `${title} – Rotunda`;
  }

  /** Shows it: `own` is whether a person here is to move in a game that others play in, too. */
  show(turn: string, own: boolean): void {
    document.title = `${own ? "● " : ""}${turn} – ${this.title} – Rotunda`;
    document.querySelector("link[rel=icon]")?.setAttribute("href", own ? "icon-turn.svg" : "icon.svg");
    if (own && !this.wasOwn) sound.play("turn");
    if (!own) this.warned = false;
    this.wasOwn = own;
  }

  /** Warns once a turn when the clock of a person runs out. */
  clock(left: number): void {
    if (left >= SHORT || this.warned) return;
    this.warned = true;
    sound.play("low");
  }

  /** Ends it, when the game is left. */
  leave(): void {
    document.querySelector("link[rel=icon]")?.setAttribute("href", "icon.svg");
  }
}
