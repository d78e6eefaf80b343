//! The keys of `variants.ini` that game files cannot express. Each has a neutral value, and some
//! matter only beside another key.

/// A key without an equivalent.
pub struct Foreign {
    /// The value at which the key changes nothing.
    pub neutral: &'static str,
    /// The prefix of the keys one of which must be present for this key to matter.
    pub with: Option<&'static str>,
}

/// The keys that concern a window or an evaluation and not the rules.
pub const LOOKS: [&str; 5] =
    ["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"];

/// Returns the key with a name, if game files have no equivalent.
pub fn foreign(key: &str) -> Option<Foreign> {
    let alone = ALONE.iter().map(|(key, neutral)| (*key, *neutral, None));
    let bound = BOUND.iter().map(|(key, neutral, with)| (*key, *neutral, Some(*with)));
    let found = alone.chain(bound).find(|(known, ..)| *known == key);
    found.map(|(_, neutral, with)| Foreign { neutral, with })
}

/// The keys that matter by themselves.
const ALONE: [(&str, &str); 48] = [
    ("chess960", "false"),
    ("twoBoards", "false"),
    ("sittuyinPromotion", "false"),
    ("promotedPieceType", ""),
    ("blastOnCapture", "false"),
    ("mutuallyImmuneTypes", "-"),
    ("petrifyOnCaptureTypes", "-"),
    ("tripleStepRegionWhite", "-"),
    ("tripleStepRegionBlack", "-"),
    ("oppositeCastling", "false"),
    ("checking", "true"),
    ("mustCapture", "false"),
    ("pieceDrops", "false"),
    ("capturesToHand", "false"),
    ("gating", "false"),
    ("wallingRule", "none"),
    ("wallOrMove", "false"),
    ("cambodianMoves", "false"),
    ("diagonalLines", "-"),
    ("pass", "false"),
    ("passWhite", "false"),
    ("passBlack", "false"),
    ("passOnStalemate", "false"),
    ("passOnStalemateWhite", "false"),
    ("passOnStalemateBlack", "false"),
    ("makpongRule", "false"),
    ("flipEnclosedPieces", "none"),
    ("moveRepetitionIllegal", "false"),
    ("chasingRule", "none"),
    ("stalematePieceCount", "false"),
    ("checkmateValue", "loss"),
    ("shatarMateRule", "false"),
    ("bikjangRule", "false"),
    ("extinctionValue", "none"),
    ("checkCounting", "false"),
    ("connectN", "0"),
    ("connectNxN", "0"),
    ("collinearN", "0"),
    ("materialCounting", "none"),
    ("countingRule", "none"),
    ("castlingWins", "-"),
    ("connectRegion1White", "-"),
    ("connectRegion2White", "-"),
    ("connectRegion1Black", "-"),
    ("connectRegion2Black", "-"),
    ("castlingKingPiece", "k"),
    ("castlingKingPieceWhite", "k"),
    ("castlingKingPieceBlack", "k"),
];

/// The keys that matter only beside another one.
const BOUND: [(&str, &str, &str); 43] = [
    ("castlingDroppedPiece", "false", "pieceDrops"),
    ("piecePromotionOnCapture", "false", "promotedPieceType"),
    ("mandatoryPiecePromotion", "false", "promotedPieceType"),
    ("pieceDemotion", "false", "promotedPieceType"),
    ("blastImmuneTypes", "-", "blastOnCapture"),
    ("petrifyBlastPieces", "false", "petrifyOnCaptureTypes"),
    ("dropChecks", "true", "pieceDrops"),
    ("mustDrop", "false", "pieceDrops"),
    ("mustDropType", "*", "pieceDrops"),
    ("dropLoop", "false", "pieceDrops"),
    ("firstRankPawnDrops", "false", "pieceDrops"),
    ("promotionZonePawnDrops", "false", "pieceDrops"),
    ("enclosingDrop", "none", "pieceDrops"),
    ("enclosingDropStart", "-", "pieceDrops"),
    ("dropRegionWhite", "", "pieceDrops"),
    ("dropRegionBlack", "", "pieceDrops"),
    ("sittuyinRookDrop", "false", "pieceDrops"),
    ("dropOppositeColoredBishop", "false", "pieceDrops"),
    ("dropPromoted", "false", "pieceDrops"),
    ("dropNoDoubled", "-", "pieceDrops"),
    ("dropNoDoubledCount", "1", "pieceDrops"),
    ("shogiPawnDropMateIllegal", "false", "pieceDrops"),
    ("freeDrops", "false", "pieceDrops"),
    ("wallingRegion", "", "wallingRule"),
    ("wallingRegionWhite", "", "wallingRule"),
    ("wallingRegionBlack", "", "wallingRule"),
    ("seirawanGating", "false", "gating"),
    ("extinctionClaim", "false", "extinctionValue"),
    ("extinctionPseudoRoyal", "false", "extinctionValue"),
    ("extinctionPieceTypes", "-", "extinctionValue"),
    ("extinctionPieceCount", "0", "extinctionValue"),
    ("extinctionOpponentPieceCount", "0", "extinctionValue"),
    ("dupleCheck", "false", "extinctionValue"),
    ("flagPieceCount", "1", "flagRegion"),
    ("flagPieceBlockedWin", "false", "flagRegion"),
    ("flagMove", "false", "flagRegion"),
    ("flagPieceSafe", "false", "flagRegion"),
    ("connectPieceTypes", "*", "connect"),
    ("connectVertical", "true", "connect"),
    ("connectHorizontal", "true", "connect"),
    ("connectDiagonal", "true", "connect"),
    ("connectValue", "win", "connect"),
    ("adjudicateFullBoard", "false", "materialCounting"),
];
