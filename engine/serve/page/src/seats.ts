// Who plays: colours, sides, clocks, and who can expect what.

import { h, s } from "./dom";
import type { Clocks, Description, Game, Position } from "./types";
import * as words from "./words";

export class Seats {
  readonly element = h("ul", { class: "seats", "aria-label": "Players" });
  private readonly rows: { row: HTMLLIElement; clock: HTMLElement; share: HTMLElement; who: HTMLElement }[];
  private clocks: Clocks | null = null;
  private since = 0;

  constructor(description: Description) {
    const hasTeams = new Set(description.players.map((seat) => seat.side)).size < description.seats;
    this.rows = description.players.map((seat) => {
      const clock = h("span", { class: "clock" });
      const share = h("span", { class: "share" });
      const who = h("span", { class: "who" });
      const swatch = s("svg", { class: "swatch", viewBox: "0 0 20 20", "aria-hidden": "true" });
      swatch.append(s("circle", { cx: 10, cy: 10, r: 8, fill: seat.colour, class: "man" }));
      const team = hasTeams && h("span", { class: "team" }, `team ${seat.side + 1}`);
      const row = h("li", { class: hasTeams ? `seat teamed team${seat.side}` : "seat" }, swatch, h("span", { class: "name" }, seat.name), team, who, share, clock);
      this.element.append(row);
      return { row, clock, share, who };
    });
    window.setInterval(() => this.tick(), 100);
  }

  show(game: Game, position: Position, clocks: Clocks | null, thinking: number | null): void {
    // The same clocks go on from when they were told.
    if (clocks !== this.clocks) this.since = performance.now();
    this.clocks = clocks;
    this.rows.forEach(({ row, who }, seat) => {
      row.classList.toggle("turn", position.turn === seat && !position.ending);
      row.classList.toggle("dead", !position.alive[seat]);
      const points = position.ending ? ` · ${position.ending.points[seat]} points` : "";
      const state = !position.alive[seat] ? " · out" : thinking === seat ? " · thinking" : "";
      who.textContent = words.player(game.players[seat]) + state + points;
    });
    this.tick();
  }

  shares(shares: number[]): void {
    this.rows.forEach(({ share }, seat) => {
      share.textContent = shares.length > 0 ? `${(shares[seat] / 10).toFixed(0)} %` : "";
    });
  }

  private tick(): void {
    const { clocks } = this;
    if (!this.element.isConnected) return;
    this.rows.forEach(({ clock }, seat) => {
      if (!clocks) {
        clock.textContent = "";
        clock.classList.remove("running");
        return;
      }
      const spent = clocks.running === seat ? performance.now() - this.since : 0;
      clock.textContent = words.clock(clocks.left[seat] - spent);
      clock.classList.toggle("running", clocks.running === seat);
    });
  }
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
