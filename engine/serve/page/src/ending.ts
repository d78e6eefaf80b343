// The offers when a game is over: the result, a rematch, a new game.

import { button, h } from "./dom";
import type { Description, Game, NewGame, Player, Position } from "./types";
import { counted } from "./words";

export class Ending {
  readonly element = h("section", { class: "ending", "aria-label": "Result", hidden: true });
  /** Hears of the next game that the user wants. */
  onAgain: (game: NewGame) => void = () => {};
  /** Hears that the user wants to look through the game. */
  onReview: () => void = () => {};
  private readonly words = h("p", {});
  private game: Game | null = null;

  constructor(private readonly description: Description) {
    const swaps = description.seats === 2;
    this.element.append(
      this.words,
      h(
        "div",
        { class: "row owners" },
        button("Rematch", () => this.again((players) => players), { id: "rematch", class: "primary" }),
        swaps && button("Play the other side", () => this.again((players) => [...players].reverse())),
        h("a", { href: `#/new/${description.name}`, class: "button" }, "New game"),
        button("Look through it", () => this.onReview()),
      ),
    );
  }

  /** Shows the result of the game, where it has ended. */
  show(game: Game, position: Position): void {
    this.game = game;
    this.element.hidden = !position.ending || position.node !== game.live || game.elsewhere;
    if (!position.ending) return;
    let moves = 0;
    for (let at = position.node; at !== 0; at = game.nodes[at].parent) moves += game.nodes[at].notation ? 1 : 0;
    const points = position.ending.points.map((count, seat) => `${this.description.players[seat].name} ${count}`);
    this.words.textContent = `After ${counted(moves, "move")}. Points of 100: ${points.join(", ")}.`;
  }

  /** Asks for the same game anew, the players seated by `seated`. */
  private again(seated: (players: Player[]) => Player[]): void {
    if (!this.game) return;
    const { options, clock, start, players } = this.game;
    const game: NewGame = { variant: this.description.name, options, players: seated(players) };
    if (clock) game.clock = clock;
    if (start) game.fen = start;
    this.onAgain(game);
  }
}
