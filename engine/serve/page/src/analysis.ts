// The analysis: its switch, its best lines, its depth and its speed.

import type { Arrow } from "./board";
import { button, h, memory } from "./dom";
import { BEST } from "./glyphs";
import type { Description, Line, Progress } from "./types";
import * as words from "./words";

/** Arrows for the moves of so many lines. */
const ARROWS = 3;

export class Analysis {
  readonly element: HTMLElement;
  /** Whether positions are analysed as they are looked at. */
  on = false;
  /** The number of lines. */
  count = 1;
  /** Hears when the switch or the number of lines changes. */
  onChange: () => void = () => {};
  /** Hears which moves of a line are to be shown. */
  onLine: (moves: string[]) => void = () => {};
  /** Hears of the moves of a line while the pointer is on it, so that the page shows its end; null after that. */
  onPreview: (moves: string[] | null) => void = () => {};
  progress: Progress | null = null;
  /** Whether the pointer is on a line: then the lines stay as they are. */
  private isHeld = false;
  private game = "";
  private readonly lines = h("ol", { class: "lines" });
  private readonly speed = h("span", { class: "speed" });
  private readonly toggle: HTMLButtonElement;
  private readonly select: HTMLSelectElement;

  /** `figure` draws a kind of piece in the colour of a seat. */
  constructor(
    private readonly description: Description,
    private readonly figure: (kind: number, seat: number) => SVGElement,
  ) {
    this.toggle = button("Analyse", () => this.turn(!this.on), { "aria-pressed": "false", id: "analyse", title: "Analyse (A)" });
    const counts = [1, 2, 3, 5].map((count) => h("option", { value: count }, `${count} line${count > 1 ? "s" : ""}`));
    this.select = h("select", { "aria-label": "Number of lines", id: "lines" }, ...counts);
    this.select.addEventListener("change", () => {
      this.count = Number(this.select.value);
      memory.set(`lines.${this.game}`, this.select.value);
      this.onChange();
    });
    this.lines.addEventListener("pointerleave", () => this.release());
    this.lines.addEventListener("focusout", () => this.release());
    this.element = h("section", { class: "analysis", "aria-label": "Analysis" }, h("div", { class: "row" }, this.toggle, this.select, this.speed), this.lines);
  }

  /** Continues with the settings of this tab for this game. */
  recall(game: string): void {
    this.game = game;
    this.select.value = memory.get(`lines.${game}`) ?? "1";
    this.count = Number(this.select.value);
    if (memory.get(`analyse.${game}`) === "on") this.turn(true);
  }

  turn(on: boolean): void {
    this.on = on;
    memory.set(`analyse.${this.game}`, on ? "on" : "off");
    this.toggle.setAttribute("aria-pressed", String(on));
    if (!on) this.clear();
    this.onChange();
  }

  clear(): void {
    this.release();
    this.progress = null;
    this.lines.replaceChildren();
    this.speed.textContent = "";
  }

  show(progress: Progress): void {
    this.progress = progress;
    const best = progress.lines[0];
    const depth = best ? `depth ${best.depth}/${best.seldepth}` : "";
    this.speed.textContent = `${depth} · ${words.count(progress.nodes)} nodes · ${words.count(progress.nps)}/s`;
    if (!this.isHeld) this.lines.replaceChildren(...progress.lines.map((line) => this.line(line)));
  }

  /** A line: its score and its moves, each of which leads to the position after it. */
  private line(line: Line): HTMLLIElement {
    const bound = line.bound === "lower" ? "≥ " : line.bound === "upper" ? "≤ " : "";
    const moves = line.pv.map((text, at) => {
      const upTo = line.moves.slice(0, at + 1);
      const show = () => this.hold(upTo);
      const add = () => {
        this.release();
        this.onLine(upTo);
      };
      const attributes = { class: "line", tabindex: at === 0 ? 0 : -1, title: "A click adds the moves so far to the game's tree", pointerenter: show, focus: show };
      return this.named(button(text, add, attributes), text, line.movers[at]);
    });
    return h("li", {}, h("b", {}, bound + words.score(line.score)), h("span", { class: "pv" }, ...moves));
  }

  /** Shows who makes a move, where more than two play. */
  private named(move: HTMLButtonElement, text: string, [seat, kind]: Line["movers"][number]): HTMLButtonElement {
    const { seats, players } = this.description;
    if (seats === 2) return move;
    if (kind !== null) move.prepend(this.figure(kind, seat));
    move.setAttribute("aria-label", `${players[seat].name}: ${text}`);
    return move;
  }

  /** Keeps the lines as they are while the pointer is on one, and shows its end. */
  private hold(moves: string[]): void {
    this.isHeld = true;
    this.onPreview(moves);
  }

  private release(): void {
    if (!this.isHeld) return;
    this.isHeld = false;
    this.onPreview(null);
  }

  /** The arrows of the best moves. */
  arrows(): Arrow[] {
    const lines = this.progress?.lines.slice(0, ARROWS) ?? [];
    return lines.map((line, rank) => ({ ways: line.ways, colour: BEST, kind: "best", weight: 0.85 - 0.25 * rank }));
  }
}
