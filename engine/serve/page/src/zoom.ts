// A board that is shown larger than the screen, to be touched and scrolled over.

import { enlarged } from "./geometry";

/** Returns whether the page has so little room that the panel lies below the board. */
export function isNarrow(): boolean {
  return window.matchMedia("(max-width: 900px)").matches;
}

/** The size of a large board, in parts of its frame. */
const LARGE = 2.2;
/** A board that is hardly larger than its frame is shown whole. */
const WHOLE = 1.05;

/** The distance of the first two fingers, and the point between them. */
function between([one, two]: TouchList): { apart: number; x: number; y: number } {
  const apart = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
  return { apart, x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2 };
}

export class Zoom {
  /** The least size of a cell that fingers find, in pixels (WCAG 2.2, 2.5.8). */
  static readonly LEAST = 24;
  /** Hears that two fingers have made the board larger, or shown it whole. */
  onPinch: (isLarge: boolean) => void = () => {};
  private size = 1;
  /** Two fingers on the board: their distance, and the size of the board when they came. */
  private fingers: { apart: number; size: number } | null = null;

  constructor(private readonly frame: HTMLElement) {
    const active = { passive: false };
    frame.addEventListener("touchstart", (event) => this.begin(event), active);
    frame.addEventListener("touchmove", (event) => this.spread(event), active);
    for (const end of ["touchend", "touchcancel"] as const) frame.addEventListener(end, () => this.lift());
  }

  get isLarge(): boolean {
    return this.frame.classList.contains("zoomed");
  }

  /** Shows the board large or whole; whether it is large. */
  turn(isLarge: boolean): boolean {
    const { frame } = this;
    this.resize(isLarge ? LARGE : 1);
    // The players' own pieces are at the bottom.
    if (isLarge) frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, frame.scrollHeight);
    return isLarge;
  }

  private resize(size: number): void {
    this.size = size;
    this.frame.classList.toggle("zoomed", size > 1);
    this.frame.style.setProperty("--zoom", String(size));
  }

  private begin(event: TouchEvent): void {
    // A browser that scrolls already goes on with that.
    if (event.touches.length !== 2 || !isNarrow() || !event.cancelable) return;
    event.preventDefault();
    this.fingers = { apart: between(event.touches).apart, size: this.size };
  }

  /** Sizes the board to the distance of two fingers; the point between them stays where it is. */
  private spread(event: TouchEvent): void {
    const { fingers, frame } = this;
    if (!fingers || event.touches.length < 2) return;
    if (event.cancelable) event.preventDefault();
    const { apart, x, y } = between(event.touches);
    const box = frame.getBoundingClientRect();
    const [left, top] = [x - box.left, y - box.top];
    const before = this.size;
    const [across, down] = [(frame.scrollLeft + left) / before, (frame.scrollTop + top) / before];
    this.resize(enlarged(fingers.size, fingers.apart, apart));
    frame.scrollTo(across * this.size - left, down * this.size - top);
  }

  private lift(): void {
    if (!this.fingers) return;
    this.fingers = null;
    if (this.size < WHOLE) this.resize(1);
    this.onPinch(this.isLarge);
  }
}
