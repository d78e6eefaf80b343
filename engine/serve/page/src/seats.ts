// The players: colours, sides, clocks, and expected shares.

import { h, s } from "./dom";
import type { Lost } from "./material";
import { hasMarks, hasTeams, ring, shape, shapeName } from "./marks";
import type { Clocks, Description, Game, Position } from "./types";
import * as words from "./words";

/** The search of the engine that is to move. */
export interface Thinking {
  seat: number;
  depth: number;
  /** Milliseconds so far. */
  time: number;
}

interface Row {
  row: HTMLLIElement;
  clock: HTMLElement;
  share: HTMLElement;
  who: HTMLElement;
  lap: HTMLElement;
  lost: HTMLElement;
  thinks: HTMLElement;
}

export class Seats {
  readonly element = h("ul", { class: "seats", "aria-label": "Players" });
  private readonly rows: Row[];
  private readonly timer = window.setInterval(() => this.tick(), 100);
  private clocks: Clocks | null = null;
  private since = 0;
  private thinking: Thinking | null = null;
  private thinkingSince = 0;

  /** Hears of the time that is left to the seat whose clock runs. */
  onTime: (seat: number, left: number) => void = () => {};

  /** `figure` draws a kind of piece in the colour of a seat. */
  constructor(
    private readonly description: Description,
    private readonly figure: (kind: number, seat: number) => SVGElement,
  ) {
    this.rows = description.players.map((_, seat) => this.row(description, seat));
  }

  private row(description: Description, seat: number): Row {
    const { name, colour, side } = description.players[seat];
    const [clock, share, who] = [h("span", { class: "clock" }), h("span", { class: "share" }), h("span", { class: "what" })];
    const missing = h("span", { class: "lost" });
    const [lap, thinks] = [h("span", { class: "lapword" }), h("span", { class: "thinks" })];
    const named = hasMarks(description) ? { role: "img", "aria-label": shapeName(seat) } : { "aria-hidden": "true" };
    const swatch = s("svg", { class: "swatch", viewBox: "0 0 100 100", ...named });
    const isTeamed = hasTeams(description);
    swatch.append(s("circle", { cx: 50, cy: 50, r: isTeamed ? 36 : 42, fill: colour, class: "man" }));
    if (hasMarks(description)) swatch.append(shape(seat, 50, 50, 1.3));
    if (isTeamed) swatch.append(ring(side, 50, 50, 43));
    const team = isTeamed && h("span", { class: `team side${side}` }, `team ${side + 1}`);
    const words = h("span", { class: "who" }, who, thinks, lap, missing);
    const row = h("li", { class: "seat" }, swatch, h("span", { class: "name" }, name), team, words, share, clock);
    this.element.append(row);
    return { row, clock, share, who, lap, lost: missing, thinks };
  }

  show(game: Game, position: Position, clocks: Clocks | null, lost: Lost[][]): void {
    // The same clocks run on from when they arrived.
    if (clocks !== this.clocks) this.since = performance.now();
    this.clocks = clocks;
    this.rows.forEach(({ row, who, lap }, seat) => {
      row.classList.toggle("turn", position.turn === seat && !position.ending);
      row.classList.toggle("dead", !position.alive[seat]);
      const points = position.ending ? ` · ${words.counted(position.ending.points[seat], "point")}` : "";
      who.textContent = words.player(game.players[seat]) + (position.alive[seat] ? "" : " · out") + points;
      const crossed = position.laps?.[seat] ?? null;
      lap.textContent = crossed === null ? "" : `king has ${crossed ? "" : "not "}crossed its line`;
    });
    this.rows.forEach((row, seat) => this.showLost(row.lost, seat, lost[seat] ?? []));
    this.tick();
  }

  /** Shows the pieces that a seat has lost. */
  private showLost(place: HTMLElement, seat: number, lost: Lost[]): void {
    const key = lost.map(({ kind, count }) => `${kind}x${count}`).join(" ");
    if (place.dataset.lost === key) return;
    place.dataset.lost = key;
    const counts = lost.map(({ kind, count }) => words.counted(count, words.kindName(this.description.kinds[kind])));
    const figures = lost.flatMap(({ kind, count }) => [this.figure(kind, seat), ...(count > 1 ? [`×${count}`] : [])]);
    const label = lost.length > 0 ? [h("span", { class: "hidden" }, `has lost ${counts.join(", ")}`)] : [];
    place.replaceChildren(...label, h("span", { "aria-hidden": "true" }, ...figures));
  }

  /** Shows the progress of the engine that is to move, if there is one. */
  think(thinking: Thinking | null): void {
    // An engine that begins to think has used no time yet.
    if (thinking && (thinking.time > 0 || thinking.seat !== this.thinking?.seat)) this.thinkingSince = performance.now() - thinking.time;
    this.thinking = thinking;
    this.tick();
  }

  shares(shares: number[]): void {
    this.rows.forEach(({ share }, seat) => {
      share.textContent = shares.length > 0 ? `${(shares[seat] / 10).toFixed(0)} %` : "";
    });
  }

  /** Ends the ticking of the clocks, when the game is left. */
  leave(): void {
    clearInterval(this.timer);
  }

  private tick(): void {
    const { clocks, thinking } = this;
    if (!this.element.isConnected) return;
    this.rows.forEach(({ clock, thinks }, seat) => {
      const time = Math.floor((performance.now() - this.thinkingSince) / 1000);
      const depth = thinking && thinking.depth > 0 ? `, depth ${thinking.depth}` : "";
      write(thinks, thinking?.seat === seat ? ` · thinking${depth}, ${time} s` : "");
      const isRunning = clocks?.running === seat;
      const spent = clocks?.running === seat ? performance.now() - this.since : 0;
      write(clock, clocks ? words.clock(clocks.left[seat] - spent) : "");
      clock.classList.toggle("running", isRunning);
      if (clocks && isRunning) this.onTime(seat, clocks.left[seat] - spent);
    });
  }
}

/** Writes a text where another stands. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Everybody's share of the point as a bar, by sides. */
export class ShareBar {
  readonly element = h("div", { class: "sharebar", role: "img", "aria-label": "Expected shares of the point" });

  constructor(private readonly description: Description) {}

  show(shares: number[]): void {
    const { players } = this.description;
    const sides = [...new Set(players.map((seat) => seat.side))];
    const parts = sides.map((side) => {
      const seats = players.map((seat, at) => ({ seat, at })).filter(({ seat }) => seat.side === side);
      const whole = Math.max(0, ...seats.map(({ at }) => shares[at] ?? 0));
      return { name: seats.map(({ seat }) => seat.name).join(" and "), colour: seats[0].seat.colour, whole };
    });
    this.element.hidden = shares.length === 0;
    this.element.replaceChildren(
      ...parts.map(({ name, colour, whole }) => {
        const part = h("span", { title: `${name}: ${(whole / 10).toFixed(1)} %` });
        part.style.flexGrow = String(whole);
        part.style.background = colour;
        return part;
      }),
    );
    this.element.setAttribute("aria-label", `Expected shares: ${parts.map(({ name, whole }) => `${name} ${(whole / 10).toFixed(0)} percent`).join(", ")}`);
  }
}
