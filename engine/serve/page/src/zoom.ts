// A board that is shown larger than the screen, to be touched and scrolled over.

/** Returns whether the page has so little room that the panel lies below the board. */
export function isNarrow(): boolean {
  return window.matchMedia("(max-width: 900px)").matches;
}

export class Zoom {
  /** The least size of a cell that fingers find, in pixels (WCAG 2.2, 2.5.8). */
  static readonly LEAST = 24;

  constructor(private readonly frame: HTMLElement) {}

  get isLarge(): boolean {
    return this.frame.classList.contains("zoomed");
  }

  /** Shows the board large or whole; whether it is large. */
  turn(isLarge: boolean): boolean {
    const { frame } = this;
    frame.classList.toggle("zoomed", isLarge);
    // The players' own pieces are at the bottom.
    if (isLarge) frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, frame.scrollHeight);
    return isLarge;
  }
}
