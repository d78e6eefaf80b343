// Drawing at the pace of the screen, however fast the news comes.

/** The time, and what can be put off. */
export interface Pacer {
  now(): number;
  /** Runs a task before the next frame, and another one once the frame has been drawn. */
  frame(task: () => void, drawn: () => void): void;
  /** Runs a task after so many milliseconds. */
  later(task: () => void, time: number): void;
}

/** Milliseconds between two drawings on a page that nobody sees: browsers draw no frames of it. */
const UNSEEN = 200;
/** The longest rest after a drawing, in milliseconds. */
const LONGEST = 500;

const browser: Pacer = {
  now: () => performance.now(),
  frame(task, drawn) {
    const both = () => {
      task();
      window.setTimeout(drawn);
    };
    if (document.hidden) window.setTimeout(both, UNSEEN);
    else requestAnimationFrame(both);
  },
  later: (task, time) => void window.setTimeout(task, time),
};

/** Draws at most once a frame. It rests after a slow drawing: half of the time is left for hands. */
export class Frames {
  private waits = false;
  private free = 0;

  constructor(
    private readonly draw: () => void,
    private readonly pacer: Pacer = browser,
  ) {}

  /** Asks for a drawing; further requests before it ask for the same one. */
  request(): void {
    if (this.waits) return;
    this.waits = true;
    const rest = this.free - this.pacer.now();
    if (rest > 0) this.pacer.later(() => this.next(), rest);
    else this.next();
  }

  /** Draws at once if a drawing is due. */
  flush(): void {
    if (!this.waits) return;
    this.waits = false;
    this.draw();
  }

  /** Forgets a drawing that is due. */
  stop(): void {
    this.waits = false;
  }

  private next(): void {
    let began = 0;
    this.pacer.frame(
      () => {
        began = this.pacer.now();
        this.flush();
      },
      () => {
        const now = this.pacer.now();
        this.free = now + Math.min(now - began, LONGEST);
      },
    );
  }
}
