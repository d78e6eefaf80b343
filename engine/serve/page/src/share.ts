// Play with others: links with tokens, who this page is for the server, who is there.

import { announce, button, h, memory, notice } from "./dom";
import type { Server } from "./net";
import type { Description, Game, SeatPresence } from "./types";

export type Role = "owner" | "seat" | "watcher" | "nobody";

/** An action that is possible with a seat. */
interface Offer { text: string; type: "take" | "hand"; seat: number }

/** The time that a player may be away before others may let the engine play, in milliseconds. */
const KEPT = 60_000;

/** The role of this page; without tokens everybody is the owner. */
export const self: { role: Role; seat: number | null; game: string | null; guarded: boolean } = { role: "owner", seat: null, game: null, guarded: false };

/** Returns the address of the page, without the part after `#`. */
const here = (): string => location.href.split("#")[0];

/** Shows the token that this tab remembers, if there is one; whether there is. */
export function join(server: Server): boolean {
  const token = memory.get("token");
  if (token) server.send({ type: "join", token });
  return token !== null;
}

/** Remembers the token of an address `#/join/TOKEN`. */
export function remember(token: string): void {
  memory.set("token", token);
}

/** Takes in who this page is; where it leads. */
export function joined(role: Role, game: string | null, seat: number | null): string {
  Object.assign(self, { role, game, seat });
  document.body.dataset.role = role;
  return game ? `#/game/${game}` : "#/";
}

/** Returns whether this page plays for a seat. */
export function plays(seat: number): boolean {
  return self.role === "owner" || self.seat === seat;
}

/** Returns whether this page may move for a seat, at the current node or elsewhere. */
export function mayMove(turn: number, isLive: boolean): boolean {
  return self.role === "owner" || (self.seat === turn && isLive);
}

/** Returns the page for a visitor without a link. */
export function closedDoor(): HTMLElement {
  return h("main", { class: "setup" }, h("h1", {}, "You need a link"), h("p", {}, "The host of this server gives a link for each seat and one to watch. Open yours again."));
}

/** The players who are there, and the actions with seats, for games to which others are invited. */
export class Company {
  readonly element = h("div", { class: "company", hidden: true });
  private readonly timer = window.setInterval(() => this.draw(), 1000);
  private readonly buttons = h("div", { class: "row" });
  private readonly list = h("p", {});
  private seats: SeatPresence[] = [];
  private since = 0;

  constructor(
    private readonly server: Server,
    private readonly description: Description,
    private readonly game: () => Game,
  ) {
    const invite = button("Play with friends", () => server.send({ type: "invite" }), { id: "invite" });
    invite.hidden = !self.guarded || self.role !== "owner";
    this.element.append(this.list, this.buttons, invite);
    this.element.hidden = !self.guarded;
  }

  /** Returns whether people who are invited play the game. */
  get isPlayed(): boolean {
    return this.seats.length > 0 && this.game().players.some((player) => player.by === "human");
  }

  /** Hears who is there. */
  hear(seats: SeatPresence[]): void {
    this.seats.forEach((seat, at) => {
      if (seat.here !== seats[at].here) announce(`${this.description.players[at].name} is ${seats[at].here ? "there" : "away"}`);
    });
    this.seats = seats;
    this.since = performance.now();
    this.draw();
  }

  leave(): void {
    clearInterval(this.timer);
  }

  private draw(): void {
    const { players } = this.game();
    const names = this.description.players;
    const away = this.seats.map((seat) => (seat.here ? 0 : seat.away + performance.now() - this.since));
    const isPerson = (seat: number) => players[seat].by === "human";
    const state = (seat: number) => (isPerson(seat) ? (away[seat] === 0 ? "there" : `away for ${Math.floor(away[seat] / 1000)} s`) : "the engine");
    const text = this.seats.length === 0 ? "" : names.map(({ name }, seat) => `${name}: ${seat === self.seat ? "you" : state(seat)}`).join(" · ");
    if (this.list.textContent !== text) this.list.textContent = text;
    const can = (seat: number) => self.role === "owner" || seat === self.seat;
    const offers = this.seats.flatMap((_, seat): Offer[] => {
      const { name } = names[seat];
      if (!isPerson(seat)) return can(seat) ? [{ text: `Take ${name} over`, type: "take", seat }] : [];
      const isGone = self.role === "seat" && away[seat] >= KEPT;
      return can(seat) || isGone ? [{ text: `Leave ${name} to the engine`, type: "hand", seat }] : [];
    });
    const key = offers.map((offer) => offer.text).join("|");
    if (this.buttons.dataset.shown === key) return;
    this.buttons.dataset.shown = key;
    this.buttons.replaceChildren(...offers.map(({ text, type, seat }) => button(text, () => this.server.send({ type, seat }), { "data-offer": `${type}-${seat}` })));
  }
}

/** Shows the links of a game, one for each seat and one to watch. */
export function shareDialog(description: Description, seats: string[], watchers: string, address: string | null): void {
  const base = address ?? here();
  const row = (name: string, token: string) => {
    const field = h("input", { readonly: true, class: "wide", value: `${base}#/join/${token}`, "aria-label": `Link for ${name}` });
    const copy = () => {
      field.select();
      navigator.clipboard?.writeText(field.value).then(() => notice(`The link for ${name} is in the clipboard.`), () => undefined);
    };
    return h("div", { class: "row" }, h("b", {}, name), field, button("Copy", copy, { "aria-label": `Copy the link for ${name}` }));
  };
  const isNear = !address && /^(localhost|127\.|\[::1\])/.test(location.host);
  const dialog = h(
    "dialog",
    { "aria-label": "Play with friends" },
    h("h2", {}, "Play with friends"),
    h("p", {}, "Give each friend one link. Who has it plays that seat. Open one yourself in another tab to play: this page may do everything."),
    isNear && h("p", {}, "These links work on this machine only. Open this page at the machine's own address for others, or name it by --host."),
    ...description.players.map(({ name }, seat) => row(name, seats[seat])),
    row("those who watch", watchers),
  );
  dialog.append(button("Close", () => dialog.close(), { class: "quiet" }));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
