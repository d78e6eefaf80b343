// Arrows and circles that somebody draws on the board with the right button.

export const COLOURS = ["green", "red", "blue", "yellow"] as const;
export type Colour = (typeof COLOURS)[number];

/** An arrow from one cell to another, or a circle round one. */
export interface Scribble {
  from: number;
  to: number;
  colour: Colour;
}

/** The colour for the held keys: none, shift, alt, or both. */
export function colourOf(keys: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean }): Colour {
  const isOne = keys.shiftKey || keys.ctrlKey;
  return COLOURS[(isOne ? 1 : 0) + (keys.altKey ? 2 : 0)];
}

/** The drawing after one more stroke: the same one again rubs it out, in another colour it changes. */
export function stroke(drawing: readonly Scribble[], added: Scribble): Scribble[] {
  const isSame = ({ from, to }: Scribble) => from === added.from && to === added.to;
  const before = drawing.find(isSame);
  const others = drawing.filter((one) => !isSame(one));
  return before?.colour === added.colour ? others : [...others, added];
}
