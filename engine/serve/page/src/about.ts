// One sentence about each game, for those who choose.

import { parts } from "./rules";
import type { VariantRow } from "./types";

/** Sentences by the beginnings of names, the longest first. */
const SENTENCES: [string, string][] = [
  ["roundtable84-knights-front", "Round Table Chess with the knights in front of the pawns."],
  ["ordinary-nocheckers", "12 by 10 squares with Tigers and Leos, and no Checkers."],
  ["roundtable84", "Two castles face each other across a round table, with walls and diamonds between."],
  ["circular70", "Ranks are rings, and files run through the centre of the disc."],
  ["circular68", "The disc with a smaller centre: 68 spaces."],
  ["circular66", "The disc with the smallest centre: 66 spaces."],
  ["rollerball", "Everything rolls clockwise round a ring; a king that comes round wins."],
  ["byzantine", "Four rings round an empty centre, with the short steps of the old queen and bishop."],
  ["ordinary", "12 by 10 squares with Tigers, Leos, Men, and Checkers that jump and must be captured."],
  ["modern", "Four rings round an empty centre; pawns run one way or the other."],
  ["chess", "The game by the FIDE Laws."],
];

/** A sentence about a game. */
export function about(row: VariantRow): string {
  const known = SENTENCES.find(([beginning]) => row.name.startsWith(beginning) && !row.name.startsWith("chess1"));
  return known ? known[1] : (/^.*?[.:;](?= |$)/.exec(parts(row.summary)[0]?.text ?? "")?.[0] ?? "").replace(/[:;]$/, ".");
}
