// The server's searches for this page alone, one at a time: the analysis of the shown position, a
// hint, a review.

import { Analysis } from "./analysis";
import type { Arrow } from "./board";
import type { GameState } from "./gamestate";
import { Reviewer } from "./reviewer";
import { self } from "./share";
import type { Description, Progress, Request } from "./types";
import { score } from "./words";

/** Milliseconds for a hint. */
const HINT = 1000;

/** A listener to searches. */
export interface Listener {
  /** Hears that arrows and shares may have changed. */
  found(): void;
  /** Hears a hint in words. */
  hint(text: string): void;
  /** Hears that a review has begun or ended, or knows more. */
  reviewed(isRunning: boolean): void;
  /** Looks at a node. */
  look(node: number): void;
}

export class Searches {
  readonly analysis: Analysis;
  readonly reviewer: Reviewer;
  /** The node for which a hint is searched or shown. */
  private hinted: number | null = null;
  /** Whether the server searches for this page. */
  private isSearching = false;

  constructor(
    description: Description,
    private readonly state: GameState,
    private readonly send: (request: Request) => void,
    private readonly listener: Listener,
    figure: (kind: number, seat: number) => SVGElement,
  ) {
    this.analysis = new Analysis(description, figure);
    this.reviewer = new Reviewer(
      description,
      (node, time) => this.send({ type: "analyse", node, lines: 1, time }),
      () => {
        this.listener.reviewed(false);
        this.follow();
      },
      (node) => this.listener.look(node),
    );
    this.analysis.onChange = () => this.follow();
  }

  /** Analyses the shown position, if Analysis is on and no review is under way. */
  follow(): void {
    if (self.role !== "owner") return this.listener.found();
    if (this.hinted !== this.state.view) this.hinted = null;
    if (this.reviewer.isRunning) return;
    const isOver = this.state.position?.ending !== undefined;
    if (!this.analysis.on || isOver) {
      if (this.analysis.on) this.analysis.clear();
      this.stop();
      this.listener.found();
      return;
    }
    this.analysis.clear();
    this.isSearching = true;
    this.send({ type: "analyse", node: this.state.view, lines: this.analysis.count });
  }

  /** Takes the report of a search. */
  hear(progress: Progress): void {
    if (this.reviewer.hear(progress)) {
      if (progress.done) this.listener.reviewed(this.reviewer.isRunning);
      return;
    }
    if (progress.node !== this.state.view || (!this.analysis.on && this.hinted === null)) return;
    if (this.analysis.on) this.analysis.show(progress);
    else this.analysis.progress = progress;
    const [best] = progress.lines;
    if (this.hinted !== null && best && progress.done) this.listener.hint(`Hint: ${best.pv[0]}, ${score(best.score)}.`);
    this.listener.found();
  }

  /** Shows a good move of the shown position. */
  giveHint(): void {
    const { position, view } = this.state;
    if (!position || position.ending || this.reviewer.isRunning) return;
    this.hinted = view;
    this.isSearching = true;
    this.listener.hint("Looking for a good move ..");
    this.send({ type: "analyse", node: view, lines: 1, time: HINT });
  }

  /** Judges the moves of the shown line; a second call ends that. */
  review(): void {
    if (this.reviewer.isRunning) {
      this.reviewer.stop();
      return;
    }
    const line = this.state.line();
    const ended = this.state.positions.get(line[line.length - 1])?.ending !== undefined;
    this.isSearching = true;
    this.reviewer.start(line, ended);
    this.listener.reviewed(true);
  }

  /** Ends the search, if there is one. */
  stop(): void {
    if (this.isSearching) this.send({ type: "stop" });
    this.isSearching = false;
  }

  /** Stops while nobody looks at the page, and goes on after. */
  hidden(isHidden: boolean): void {
    if (isHidden) this.stop();
    else if (this.analysis.on) this.follow();
  }

  /** Returns the last report about the shown node. */
  private get own(): Progress | null {
    const { progress } = this.analysis;
    return progress?.node === this.state.view ? progress : null;
  }

  arrows(): Arrow[] {
    return this.own ? this.analysis.arrows() : [];
  }

  shares(): number[] {
    return this.own?.shares ?? [];
  }
}
