// One sentence about each game, for those who choose.

import { parts } from "./rules";
import type { VariantRow } from "./types";

/** Sentences by names, those of rings for any number of players. */
const SENTENCES: Record<string, string> = {
  "roundtable84-knights-front": "Round Table Chess with the knights in front of the pawns.",
  "ordinary-nocheckers": "12 by 10 squares with Tigers and Leos, and no Checkers.",
  "roundtable84": "Two castles face each other across a round table, with walls and diamonds between.",
  "circular70": "Ranks are rings, and files run through the centre of the disc.",
  "circular68": "The disc with one space fewer at each side: the medial board.",
  "circular66": "The disc with the fewest spaces at its sides: the minimal board.",
  "rollerball": "Everything rolls clockwise round a ring; a king that comes round wins.",
  "byzantine": "Four rings round an empty centre, with the short steps of the old queen and bishop.",
  "ordinary": "12 by 10 squares with Tigers, Leos, Men, and Checkers that jump and must be captured.",
  "modern": "Four rings round an empty centre; pawns run one way or the other.",
  "chess": "The game by the FIDE Laws.",
};

/** A sentence about a game: of a game from a file the first one of its rules. */
export function about(row: VariantRow): string {
  const known = SENTENCES[row.name] ?? SENTENCES[/^(modern|byzantine)[2-6](-|$)/.exec(row.name)?.[1] ?? ""];
  return known ?? (/^.*?[.:;](?= |$)/.exec(parts(row.summary)[0]?.text ?? "")?.[0] ?? "").replace(/[:;]$/, ".");
}
