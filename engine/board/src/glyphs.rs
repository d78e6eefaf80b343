//! The drawings of the pieces, on squares of 100 units, each by the name of its kind.
//!
//! They were drawn for this project and have its licence.

use serde::Serialize;

/// The kind of a stroke in a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Part {
    /// An area in the seat's colour with an edge.
    Body,
    /// A line in the colour of details.
    Line,
    /// An area in the colour of details.
    Spot,
}

/// A drawing: its parts from the back to the front, each with the data of an SVG path.
pub type Glyph = &'static [(Part, &'static str)];

use Part::{Body, Line, Spot};

const KING: Glyph = &[
    (Body, "M45 36V24H36V14H45V5H55V14H64V24H55V36Z"),
    (Body, "M50 47C50 30 88 24 88 49C88 63 76 68 75 80H25C24 68 12 63 12 49C12 24 50 30 50 47Z"),
    (Line, "M50 47V68M28 70C42 66 58 66 72 70"),
    (Body, "M22 80H78V93H22Z"),
];
const QUEEN: Glyph = &[
    (Body, "M24 80L11 36L31 56L31 25L46 53L50 19L54 53L69 25L69 56L89 36L76 80Z"),
    (Line, "M27 69C42 65 58 65 73 69"),
    (Body, "M22 80H78V93H22Z"),
    (
        Body,
        "M50 8a7 7 0 1 1 0 14a7 7 0 1 1 0 -14ZM30 14a7 7 0 1 1 0 14a7 7 0 1 1 0 -14ZM70 14a7 7 0 1 1 0 14a7 7 0 1 1 0 -14ZM11 25a7 7 0 1 1 0 14a7 7 0 1 1 0 -14ZM89 25a7 7 0 1 1 0 14a7 7 0 1 1 0 -14Z",
    ),
];
const ROOK: Glyph = &[
    (Body, "M33 80L36 44H64L67 80Z"),
    (Body, "M24 14H36V23H44V14H56V23H64V14H76V36L66 46H34L24 36Z"),
    (Line, "M36 46H64M35 69H65"),
    (Body, "M21 80H79V93H21Z"),
];
const BISHOP: Glyph = &[
    (Body, "M50 5a7 7 0 1 1 0 14a7 7 0 1 1 0 -14Z"),
    (Body, "M50 17C68 29 76 43 71 56C68 63 60 67 50 67C40 67 32 63 29 56C24 43 32 29 50 17Z"),
    (Line, "M50 31V52M40 41H60"),
    (Body, "M37 67H63L68 80H32Z"),
    (Body, "M18 93C18 82 26 80 40 80H60C74 80 82 82 82 93Z"),
];
const KNIGHT: Glyph = &[
    (
        Body,
        "M29 82C29 66 46 60 47 46C41 51 35 52 31 58C26 66 14 63 13 53C13 45 22 38 26 29C28 23 33 18 39 16L38 6L50 14C72 15 84 36 84 60C84 70 82 76 82 82Z",
    ),
    (Line, "M55 24C67 31 74 46 72 68"),
    (Spot, "M37 27a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0 -9ZM20 52a3 3 0 1 1 0 6a3 3 0 1 1 0 -6Z"),
    (Body, "M22 82H86V93H22Z"),
];
const PAWN: Glyph = &[
    (Body, "M23 93C23 72 40 70 42 46H58C60 70 77 72 77 93Z"),
    (Body, "M50 13a19 19 0 1 1 0 38a19 19 0 1 1 0 -38Z"),
];
const PAWN_CROSSED: Glyph = &[PAWN[0], PAWN[1], (Line, "M42 24L58 40M58 24L42 40")];
const PAWN_PLUS: Glyph =
    &[PAWN[0], (Body, "M50 9a23 23 0 1 1 0 46a23 23 0 1 1 0 -46Z"), (Line, "M50 20V44M38 32H62")];
const PAWN_MINUS: Glyph = &[PAWN[0], (Body, "M50 7L76 32L50 57L24 32Z"), (Line, "M37 32H63")];
const TIGER: Glyph = &[
    (Body, "M50 91C29 91 14 73 14 49L12 12L34 24C44 20 56 20 66 24L88 12L86 49C86 73 71 91 50 91Z"),
    (
        Line,
        "M50 22V40M37 26L41 39M63 26L59 39M15 52L29 54M18 66L31 64M85 52L71 54M82 66L69 64M50 73V80C46 84 41 84 38 81M50 80C54 84 59 84 62 81",
    ),
    (
        Spot,
        "M36 47a5 5 0 1 1 0 10a5 5 0 1 1 0 -10ZM64 47a5 5 0 1 1 0 10a5 5 0 1 1 0 -10ZM42 64H58L50 74Z",
    ),
];
const LEO: Glyph = &[
    (
        Body,
        "M50 5L60 15L73 10L77 23L91 25L88 39L97 50L88 61L91 75L77 77L73 90L60 85L50 95L40 85L27 90L23 77L9 75L12 61L3 50L12 39L9 25L23 23L27 10L40 15Z",
    ),
    (Body, "M50 24C68 24 76 37 74 52C73 68 63 79 50 79C37 79 27 68 26 52C24 37 32 24 50 24Z"),
    (Line, "M50 62V68C46 72 42 72 39 69M50 68C54 72 58 72 61 69"),
    (
        Spot,
        "M39 40a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0 -9ZM61 40a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0 -9ZM43 54H57L50 63Z",
    ),
];
const MAN: Glyph = &[
    (Body, "M12 93C12 68 28 57 50 57C72 57 88 68 88 93Z"),
    (Line, "M38 60L50 78L62 60M50 78V92"),
    (Body, "M50 22a18 18 0 1 1 0 36a18 18 0 1 1 0 -36Z"),
    (
        Body,
        "M20 35C20 31 26 30 33 29C33 14 40 8 50 8C60 8 67 14 67 29C74 30 80 31 80 35C80 39 66 41 50 41C34 41 20 39 20 35Z",
    ),
    (Line, "M33 29C44 32 56 32 67 29"),
];
const DRAUGHTSMAN: Glyph = &[
    (Body, "M10 58V70A40 20 0 0 0 90 70V58Z"),
    (Body, "M50 38a40 20 0 1 1 0 40a40 20 0 1 1 0 -40Z"),
    (Body, "M10 36V50A40 20 0 0 0 90 50V36Z"),
    (Body, "M50 14a40 20 0 1 1 0 40a40 20 0 1 1 0 -40Z"),
    (Line, "M50 23a22 10 0 1 1 0 20a22 10 0 1 1 0 -20Z"),
];
const ELEPHANT: Glyph = &[
    (Body, "M38 24C20 8 4 22 6 44C8 64 24 72 38 58Z"),
    (Body, "M62 24C80 8 96 22 94 44C92 64 76 72 62 58Z"),
    (
        Body,
        "M50 14C70 14 74 34 69 50C66 60 61 62 61 72C61 82 66 84 72 80L76 88C64 98 46 94 45 76C44 64 34 62 31 50C26 34 30 14 50 14Z",
    ),
    (Line, "M45 72H59M45 62H62M34 60L26 74M66 60L69 68"),
    (
        Spot,
        "M40 37a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0 -9ZM60 37a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0 -9Z",
    ),
];
const GENERAL: Glyph = &[
    (Body, "M44 26C38 4 66 0 88 14C94 20 92 36 84 42C82 28 68 22 54 28Z"),
    (Body, "M20 80V54C20 34 32 22 50 22C68 22 80 34 80 54V80L50 93Z"),
    (Line, "M26 52H74M50 52V82M36 62V72M64 62V72"),
];
const CANNON: Glyph = &[
    (Body, "M8 34C6 26 10 20 18 20L84 30L90 27L93 51L86 50L20 58C12 58 8 50 8 42Z"),
    (Line, "M34 24L30 56M72 29L70 51"),
    (Body, "M44 46a23 23 0 1 1 0 46a23 23 0 1 1 0 -46Z"),
    (Line, "M44 46V92M21 69H67M28 53L60 85M60 53L28 85"),
];
const ADVISOR: Glyph = &[
    (Body, "M18 93C18 70 32 60 50 60C68 60 82 70 82 93Z"),
    (Line, "M36 64L50 80L64 64M50 80V93"),
    (Body, "M50 28a17 17 0 1 1 0 34a17 17 0 1 1 0 -34Z"),
    (Body, "M6 31H36V38H6ZM64 31H94V38H64Z"),
    (Body, "M32 40V22C32 12 40 7 50 7C60 7 68 12 68 22V40Z"),
    (Line, "M32 28H68"),
];
/// A disc for kinds without a drawing; it shows their letter.
pub const DISC: Glyph = &[(Body, "M50 10a40 40 0 1 1 0 80a40 40 0 1 1 0 -80Z")];

/// The drawings by the names of kinds.
const GLYPHS: [(&str, Glyph); 17] = [
    ("king", KING),
    ("queen", QUEEN),
    ("rook", ROOK),
    ("bishop", BISHOP),
    ("knight", KNIGHT),
    ("pawn", PAWN),
    ("pawn beyond the centre", PAWN_CROSSED),
    ("plus pawn", PAWN_PLUS),
    ("minus pawn", PAWN_MINUS),
    ("tiger", TIGER),
    ("leo", LEO),
    ("man", MAN),
    ("draughtsman (the Checker)", DRAUGHTSMAN),
    ("elephant", ELEPHANT),
    ("general", GENERAL),
    ("cannon", CANNON),
    ("advisor", ADVISOR),
];

/// The kinds that share the drawing of a similar kind of another game.
const LIKE: [(&str, &str); 3] = [("chariot", "rook"), ("horse", "knight"), ("soldier", "pawn")];

/// The drawing of a kind; `None` if it has none.
#[must_use]
pub fn glyph(kind: &str) -> Option<Glyph> {
    let drawn = LIKE.iter().find(|(name, _)| *name == kind).map_or(kind, |(_, drawn)| drawn);
    GLYPHS.iter().find(|(name, _)| *name == drawn).map(|(_, glyph)| *glyph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rotunda_movegen::Variant;

    #[test]
    fn every_kind_of_every_variant_has_a_drawing_of_its_own() {
        for variant in Variant::all() {
            for (letter, name) in variant.game().kinds() {
                assert!(glyph(name).is_some(), "{}: {letter} {name:?} has none", variant.name);
            }
        }
        for (index, (name, drawing)) in GLYPHS.iter().enumerate() {
            let same = GLYPHS[..index].iter().find(|(_, other)| other == drawing);
            assert!(same.is_none(), "{name} looks like {same:?}");
        }
    }
}
