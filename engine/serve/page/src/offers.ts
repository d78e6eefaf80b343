// Draws that are offered, and games that are broken off before everybody has moved.

import { announce, button, h } from "./dom";
import type { GameState } from "./gamestate";
import { plays, self } from "./share";
import type { Description, Request } from "./types";

/** The seats of people who still play, of those for which this page acts. */
export function ownPeople({ game, standing }: GameState): number[] {
  if (!standing || standing.ending || game.elsewhere) return [];
  return game.players.flatMap((player, seat) => (player.by === "human" && standing.alive[seat] && plays(seat) ? [seat] : []));
}

export class Offers {
  readonly element = h("div", { class: "offers row", role: "group", "aria-label": "Draw", hidden: true });
  /** Offers a draw, and breaks off; they stand with the buttons of the game. */
  readonly offer: HTMLButtonElement;
  readonly abort: HTMLButtonElement;
  private agreed: boolean[] = [];

  constructor(
    private readonly description: Description,
    private readonly state: GameState,
    private readonly send: (request: Request) => void,
  ) {
    this.offer = button("Offer a draw", () => this.propose(), { id: "draw", title: "The game is drawn if all agree" });
    this.abort = button("Abort", () => this.breakOff(), { id: "abort", title: "End the game without a result, while not everybody has moved" });
  }

  /** Hears who agrees to a draw. */
  hear(agreed: boolean[]): void {
    const names = this.names(agreed.map((has, seat) => has && !this.agreed[seat]));
    if (names) announce(`${names} ${this.verb(agreed)} a draw`);
    this.agreed = agreed;
    this.show();
  }

  /** Shows the actions that are possible now. */
  show(): void {
    const own = ownPeople(this.state);
    const isOpen = this.agreed.includes(true) && own.length > 0;
    const waits = own.some((seat) => !this.agreed[seat]);
    this.offer.hidden = own.length === 0 || isOpen;
    this.abort.hidden = own.length === 0 || this.state.plies >= this.description.seats;
    this.element.hidden = !isOpen;
    if (!isOpen) return;
    const answer = (agrees: boolean) => own.forEach((seat) => this.send({ type: "draw", seat, agrees }));
    this.element.replaceChildren(
      h("span", {}, `${this.names(this.agreed)} ${this.verb(this.agreed)} a draw.`),
      ...(waits ? [button("Agree", () => answer(true), { class: "primary", id: "agree" })] : []),
      button(waits ? "Play on" : "Take the offer back", () => this.send({ type: "draw", seat: own[0], agrees: false }), { id: "refuse" }),
    );
  }

  private verb(agreed: boolean[]): string {
    return agreed.filter(Boolean).length === 1 ? "offers" : "offer";
  }

  private names(agreed: boolean[]): string {
    return this.description.players.filter((_, seat) => agreed[seat]).map(({ name }) => name).join(" and ");
  }

  private propose(): void {
    const own = ownPeople(this.state);
    // At one desk the people say so to each other.
    const isDesk = self.role === "owner" && own.length > 1;
    if (isDesk && !window.confirm("Do all players here agree to a draw?")) return;
    for (const seat of own) this.send({ type: "draw", seat, agrees: true });
  }

  private breakOff(): void {
    if (window.confirm("End the game without a result? It will not be kept.")) this.send({ type: "abort" });
  }
}
