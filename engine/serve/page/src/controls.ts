// The buttons of a game.

import type { GameActions } from "./actions";
import { copyText, openDialog, showText } from "./dialogs";
import { announce, button, h } from "./dom";
import { playersForm } from "./players";
import { plays, self } from "./share";
import * as sound from "./sound";
import type { Description, Move, Position } from "./types";

export class Controls {
  /** Beside the board: the actions with this position's moves. */
  readonly moves = h("div", { class: "actions", role: "group", "aria-label": "Moves to play" });
  /** The game: take back, pause, resign. */
  readonly play: HTMLElement;
  /** Steps through the moves. */
  readonly steps: HTMLElement;
  /** Everything else. */
  readonly more: HTMLElement;
  private readonly finishing = h("span");
  /** The choices that are no paths over the board; screen readers announce them. */
  private readonly special = h("span", { "aria-live": "polite" });
  private readonly typed = h("input", { class: "typed", "aria-label": "Type a move", placeholder: "type a move", autocomplete: "off", spellcheck: "false" });
  private readonly pause: HTMLButtonElement;
  private readonly resign: HTMLButtonElement;
  private readonly liveHere: HTMLButtonElement;
  private readonly hurry: HTMLButtonElement;
  private readonly hint: HTMLButtonElement;
  private readonly premoves: HTMLButtonElement;
  private readonly reviewing: HTMLButtonElement;
  private readonly zoom: HTMLButtonElement;

  constructor(
    private readonly page: GameActions,
    private readonly description: Description,
  ) {
    const form = h("form", { class: "typing", submit: (event: Event) => this.type(event) }, this.typed);
    this.premoves = button("", () => page.dropPremoves(), { id: "premoves", hidden: true, title: "Escape does the same" });
    this.hint = button("Hint", () => page.giveHint(), { class: "owners", id: "hint", title: "Show a good move" });
    this.moves.append(form, this.hint, this.finishing, this.special, this.premoves);
    this.reviewing = button("Review", () => page.review(), { class: "owners", id: "review", "aria-pressed": "false", title: "Judge the moves of the line; once more ends it" });
    this.pause = button("Pause", () => page.send({ type: "pause", on: !page.current.paused }), { class: "owners", title: "Engines and clocks rest" });
    this.resign = button("Resign", () => this.giveUp());
    this.hurry = button("Move now", () => page.send({ type: "hurry" }), { class: "owners", id: "hurry", title: "The engine plays the best move that it has found so far" });
    this.liveHere = button("Play from here", () => page.send({ type: "live", node: page.viewed }), { class: "owners", title: "The game goes on from the position that is shown" });
    this.play = h(
      "div",
      { class: "row", role: "group", "aria-label": "Game" },
      button("Take back", () => page.takeBack(), { class: "owners" }),
      this.liveHere,
      this.hurry,
      this.pause,
      ...page.offers,
      button("Players", () => this.players(), { class: "owners" }),
      this.resign,
    );
    // Shown on narrow screens alone.
    this.zoom = this.toggle("Zoom", () => page.zoom(), { id: "zoom", title: "Show the board larger, to scroll over it" });
    const step = (text: string, name: string, by: number | "start" | "end") =>
      button(text, () => page.step(by), { "aria-label": name, title: name });
    this.steps = h(
      "div",
      { class: "row steps", role: "group", "aria-label": "Steps" },
      step("|◀", "First position (Home)", "start"),
      step("◀", "Back (Left)", -1),
      step("▶", "Forward (Right)", 1),
      step("▶|", "Last position (End)", "end"),
      button("Flip", () => page.turnOn(), { title: "See the board from the next seat (F)" }),
      this.toggle("Turn", () => page.toggleTurning(), { id: "turning", title: "Turn the board to the person who is to move" }),
      this.toggle("Rules", () => page.toggleRules(), { id: "rules", title: "The rules and the pieces beside the board" }),
      button("Arrows", () => page.toggleArrows(), { title: "Show or hide the last moves" }),
      this.soundButton(),
      this.zoom,
    );
    this.more = h(
      "div",
      { class: "row", role: "group", "aria-label": "More" },
      this.reviewing,
      button("Make main line", () => page.send({ type: "promote", node: page.viewed }), { class: "owners" }),
      button("Delete from here", () => this.prune(), { class: "owners", title: "Delete this move and what follows it" }),
      button("Link", () => this.share(), { class: "owners", title: "Copy a link to this position" }),
      button("Position", () => copyText("position string", page.position?.fen ?? ""), { title: "Copy the position string" }),
      button("Edit", () => this.edit(), { class: "owners", title: "Change this position" }),
      button("PGN", () => page.send({ type: "export" }), { title: "Show the game as PGN" }),
    );
  }

  /** Shows the actions that are possible in the shown position. */
  show(position: Position, mayMove: boolean, isAside: boolean): void {
    const { page } = this;
    this.hurry.hidden = page.thinker === null;
    this.liveHere.classList.toggle("primary", isAside);
    this.play.hidden = page.current.elsewhere;
    this.pause.textContent = page.current.paused ? "Go on" : "Pause";
    const isOver = position.ending !== undefined && page.viewed === page.current.live;
    const hasPace = page.current.clock !== null || page.current.players.some((player) => player.by === "engine");
    this.pause.hidden = isOver || !hasPace;
    const seat = this.leaver(position);
    this.resign.hidden = seat === null || page.viewed !== page.current.live;
    this.liveHere.hidden = page.viewed === page.current.live;
    const without = position.moves.filter((move) => move.class === "pass" || move.class === "removal");
    const buttons = mayMove ? without.map((move) => this.actionButton(move)) : [];
    if (this.mayClaim(position)) {
      buttons.push(button(`Claim (${position.claim})`, () => page.send({ type: "claim" }), { id: "claim" }));
    }
    this.fill(this.special, buttons);
    this.hint.hidden = !mayMove || position.ending !== undefined || page.current.elsewhere;
    this.typed.disabled = !mayMove || position.ending !== undefined;
  }

  /** The button of a move that is no path over the board; its cells are highlighted while the pointer is on it. */
  private actionButton(move: Move): HTMLButtonElement {
    const { page } = this;
    const [on, off] = [() => page.light(move), () => page.light(null)];
    const press = () => {
      off();
      page.play(move.text);
    };
    return button(page.spoken(move), press, { "data-move": move.text, pointerenter: on, pointerleave: off, focus: on, blur: off });
  }

  /** Offers to end a series of jumps that may go on. */
  finish(complete: Move[]): void {
    const offer = (move: Move) => button(`Stop here: ${this.page.spoken(move)}`, () => this.page.play(move.text), { id: "finish", "data-move": move.text });
    this.fill(this.finishing, complete.map(offer));
  }

  /** Puts buttons in a place, unless the same are there: a press begins and ends on one button. */
  private fill(place: HTMLElement, buttons: HTMLButtonElement[]): void {
    const key = `${this.page.viewed} ${buttons.map((one) => one.dataset.move ?? one.textContent).join(" ")}`;
    if (place.dataset.shown === key) return;
    place.dataset.shown = key;
    place.replaceChildren(...buttons);
  }

  /** Returns whether a person may end the game by a claim in the current position, whoever is to move. */
  private mayClaim(position: Position): boolean {
    const { viewed, current } = this.page;
    const { claimant } = position;
    return claimant !== undefined && plays(claimant) && viewed === current.live && !current.elsewhere && current.players[claimant]?.by === "human";
  }

  /** Returns the seat that gives up: the person to move, or the only one who plays. */
  private leaver(position: Position): number | null {
    const { players } = this.page.current;
    const people = players.flatMap((player, seat) => (player.by === "human" && position.alive[seat] ? [seat] : []));
    if (position.ending || people.length === 0) return null;
    if (self.role !== "owner") return self.seat !== null && position.alive[self.seat] ? self.seat : null;
    return people.includes(position.turn) ? position.turn : people[0];
  }

  private giveUp(): void {
    const { position } = this.page;
    const seat = position ? this.leaver(position) : null;
    if (seat !== null && window.confirm(`${this.description.players[seat].name} resigns?`)) this.page.send({ type: "resign", seat });
  }

  private prune(): void {
    const { current, viewed } = this.page;
    const goesOn = current.nodes[viewed].children.length > 0;
    if (!goesOn || window.confirm("Delete this move and all that follow?")) this.page.send({ type: "prune", node: viewed });
  }

  private type(event: Event): void {
    event.preventDefault();
    const text = this.typed.value.trim();
    if (text) this.page.play(text);
    this.typed.value = "";
  }

  /** A button that turns something on and off; `press` says which. */
  private toggle(text: string, press: () => boolean, attributes: Record<string, string>): HTMLButtonElement {
    const one = button(text, () => one.setAttribute("aria-pressed", String(press())), { "aria-pressed": "false", ...attributes });
    return one;
  }

  /** Says how many premoves wait. */
  showPremoves(count: number): void {
    this.premoves.hidden = count === 0;
    this.premoves.textContent = `Cancel ${count === 1 ? "the premove" : `${count} premoves`}`;
  }

  /** Says whether a review is under way. */
  showReviewing(isRunning: boolean): void {
    this.reviewing.setAttribute("aria-pressed", String(isRunning));
  }

  private soundButton(): HTMLButtonElement {
    const press = () => {
      sound.turn(!sound.isOn());
      toggle.setAttribute("aria-pressed", String(sound.isOn()));
      announce(sound.isOn() ? "sound on" : "sound off");
    };
    const toggle = button("Sound", press, { "aria-pressed": String(sound.isOn()) });
    return toggle;
  }

  /** Says whether the board is larger than its frame. */
  showZoom(isLarge: boolean): void {
    this.zoom.setAttribute("aria-pressed", String(isLarge));
  }

  private share(): void {
    const fen = this.page.position?.fen ?? "";
    copyText("link", `${location.href.split("#")[0]}#/position/${this.description.name}/${encodeURIComponent(fen)}`);
  }

  /** Opens the shown position for changes. */
  private edit(): void {
    location.hash = `#/edit/${this.description.name}/${encodeURIComponent(this.page.position?.fen ?? "")}`;
  }

  /** Shows a game as PGN, to copy or to keep. */
  export(pgn: string): void {
    showText("PGN", pgn, `${this.description.name}.pgn`);
  }

  private players(): void {
    const form = playersForm(this.description, this.page.current.players);
    form.timed(this.page.current.clock !== null);
    const dialog = openDialog("Players", form.element);
    dialog.append(
      button("Set players", () => {
        this.page.send({ type: "players", players: form.players() });
        dialog.close();
      }, { class: "primary" }),
    );
  }
}
