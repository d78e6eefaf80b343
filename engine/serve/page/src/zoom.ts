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

export class Zoom {
  /** The least size of a cell that fingers find, in pixels (WCAG 2.2, 2.5.8). */
  static readonly LEAST = 24;
  /** Hears that two fingers have made the board larger, or shown it whole. */
  onPinch: (isLarge: boolean) => void = () => {};
  private size = 1;
  /**
   * Two fingers when they came: their distance, the size of the board, and the point of a whole
   * board between them.
   */
  private fingers: { apart: number; size: number; across: number; down: number } | null = null;

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
    const { frame, size } = this;
    const { apart, left, top } = this.between(event.touches);
    this.fingers = { apart, size, across: (frame.scrollLeft + left) / size, down: (frame.scrollTop + top) / size };
  }

  /** The distance of the first two fingers, and the point between them in the frame. */
  private between([one, two]: TouchList): { apart: number; left: number; top: number } {
    const box = this.frame.getBoundingClientRect();
    const apart = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY);
    return { apart, left: (one.clientX + two.clientX) / 2 - box.left, top: (one.clientY + two.clientY) / 2 - box.top };
  }

  /** Sizes the board to the distance of two fingers; the point between them stays where it is. */
  private spread(event: TouchEvent): void {
    const { fingers, frame } = this;
    if (!fingers || event.touches.length < 2) return;
    if (event.cancelable) event.preventDefault();
    const { apart, left, top } = this.between(event.touches);
    this.resize(enlarged(fingers.size, fingers.apart, apart));
    frame.scrollTo(fingers.across * this.size - left, fingers.down * this.size - top);
  }

  private lift(): void {
    if (!this.fingers) return;
    this.fingers = null;
    if (this.size < WHOLE) this.resize(1);
    this.onPinch(this.isLarge);
  }
}
