// Pieces as wedges that point away from their owner, with the characters of shogi where a kind has
// one, and else its letter. The characters are strokes, so that no font is needed.

import { s } from "./dom";

const WEDGE = "M50 6L77 21L89 94H11L23 21Z";

/** The strokes of the characters, by the names of kinds without spaces in small letters. */
const CHARACTERS: Record<string, string> = {
  king: "M30 36H70M33 57H67M27 80H73M50 36V80M59 65L66 72",
  rook: "M27 33H55C55 43 58 49 68 50L68 45M66 33L58 38M67 41L60 41M44 58H60C60 72 64 82 75 84L75 77M71 60L63 66M42 43L29 47M26 60H52M36 46V62C36 73 32 80 26 86M48 42V86",
  bishop: "M46 28C42 36 36 42 29 47M44 34H60L54 42M37 43H67V86L60 83M37 43V66C37 75 33 81 28 86M37 57H67M37 70H67M52 43V70",
  gold: "M50 27C44 39 35 47 23 53M50 27C56 39 65 47 77 53M38 54H62M30 67H70M50 54V85M37 72L41 80M63 72L59 80M25 86H75",
  silver: "M34 28C31 36 27 42 21 46M34 28C37 34 41 38 46 42M28 47H41M25 58H44M34 47V80M27 64L30 73M42 64L38 73M22 83L46 79M53 32H72V56H53M53 44H72M53 32V85L63 79M74 61L64 67M58 57C62 70 68 79 79 85",
  knight: "M25 45H47M36 29V87M35 47C33 57 29 65 23 70M38 51L46 59M52 38H75M64 29V53M50 53H78M52 67H75M64 57V85M49 85H79",
  lance: "M62 28C54 31 44 33 35 34M27 43H73M50 32V57M48 44C43 51 36 55 27 58M52 44C57 51 64 55 73 58M36 62H64V87H36ZM36 74H64",
  pawn: "M50 28V46M50 37H63M36 34V46M26 47H74M50 52V69M38 54L30 64M62 53L70 62M67 65C59 77 46 83 33 86",
  dragon: "M50 26V34M29 36H71M40 39L43 47M60 39L57 47M25 50H75M33 56H67V74H33ZM33 65H67M50 50V80C50 87 58 87 75 85L75 78",
  horse: "M34 30V62H73C73 74 72 81 68 87L60 84M34 30H68M34 41H66M34 51H66M51 30V62M28 69L24 83M39 69L41 79M50 69L53 78M60 68L64 76",
  tokin: "M40 34L47 56M71 46C50 55 32 64 34 76C36 87 58 87 71 84",
};

/** Kinds that have the character of another one. */
const SAME: Record<string, string> = {
  shogipawn: "pawn",
  shogiknight: "knight",
  goldgeneral: "gold",
  silvergeneral: "silver",
  bers: "dragon",
  dragonking: "dragon",
  dragonhorse: "horse",
};

/** A kind as a wedge: `fill` is the owner's colour, `ink` that of edges and `fine` that of details. */
export function wedge(name: string, letter: SVGElement, fill: string, ink: string, fine: string): SVGGElement {
  const short = name.toLowerCase().replaceAll(" ", "");
  const strokes = CHARACTERS[SAME[short] ?? short];
  const body = s("path", { d: WEDGE, fill, stroke: ink, "stroke-width": 4 });
  const sign = strokes ? s("path", { d: strokes, fill: "none", stroke: fine, "stroke-width": 4 }) : s("g", { transform: "translate(0 6)" }, letter);
  return s("g", { class: "wedged" }, body, sign);
}
