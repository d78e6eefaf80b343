// The analysis: its switch, its best lines, how deep and how fast.

import { BEST, type Arrow } from "./board";
import { button, h, memory } from "./dom";
import type { Progress } from "./types";
import * as words from "./words";

/** Arrows for the moves of so many lines. */
const ARROWS = 3;

export class Analysis {
  readonly element: HTMLElement;
  /** Whether positions are analysed as they are looked at. */
  on = false;
  /** How many lines. */
  count = 1;
  /** Hears when the switch or the number of lines changes. */
  onChange: () => void = () => {};
  /** Hears which moves of a line are to be shown. */
  onLine: (moves: string[]) => void = () => {};
  progress: Progress | null = null;
  private game = "";
  private readonly lines = h("ol", { class: "lines" });
  private readonly speed = h("span", { class: "speed" });
  private readonly toggle: HTMLButtonElement;
  private readonly select: HTMLSelectElement;

  constructor() {
    this.toggle = button("Analyse", () => this.turn(!this.on), { "aria-pressed": "false", id: "analyse", title: "Analyse (A)" });
    const counts = [1, 2, 3, 5].map((count) => h("option", { value: count }, `${count} line${count > 1 ? "s" : ""}`));
    this.select = h("select", { "aria-label": "Number of lines", id: "lines" }, ...counts);
    this.select.addEventListener("change", () => {
      this.count = Number(this.select.value);
      memory.set(`lines.${this.game}`, this.select.value);
      this.onChange();
    });
    this.element = h("section", { class: "analysis", "aria-label": "Analysis" }, h("div", { class: "row" }, this.toggle, this.select, this.speed), this.lines);
  }

  /** Goes on as this tab has analysed this game before. */
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
    this.progress = null;
    this.lines.replaceChildren();
    this.speed.textContent = "";
  }

  show(progress: Progress): void {
    this.progress = progress;
    const best = progress.lines[0];
    const depth = best ? `depth ${best.depth}/${best.seldepth}` : "";
    this.speed.textContent = `${depth} · ${words.count(progress.nodes)} nodes · ${words.count(progress.nps)}/s`;
    this.lines.replaceChildren(
      ...progress.lines.map((line) => {
        const bound = line.bound === "lower" ? "≥ " : line.bound === "upper" ? "≤ " : "";
        const show = button(line.pv.join(" "), () => this.onLine(line.moves), { class: "line", title: `${line.pv.join(" ")} (a click adds the line to the moves)` });
        return h("li", {}, h("b", {}, bound + words.score(line.score)), show);
      }),
    );
  }

  /** The arrows of the best moves. */
  arrows(): Arrow[] {
    const lines = this.progress?.lines.slice(0, ARROWS) ?? [];
    return lines.map((line, rank) => ({ ways: line.ways, colour: BEST, kind: "best", weight: 0.85 - 0.25 * rank }));
  }
}
