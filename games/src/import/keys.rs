//! The keys that no game of ours has: at which value each says nothing, and with which other key
//! alone it matters.

/// What is known of a key without an equivalent.
pub struct Foreign {
    /// The value at which it says nothing.
    pub neutral: &'static str,
    /// How the keys begin without any of which it says nothing.
    pub with: Option<&'static str>,
}

/// Keys that are for a window or an evaluation and say nothing of the rules.
pub const LOOKS: [&str; 5] =
    ["variantTemplate", "pieceToCharTable", "pocketSize", "pieceValueMg", "pieceValueEg"];

/// The key with a name, if no game of ours has it.
pub fn foreign(key: &str) -> Option<Foreign> {
    let alone = ALONE.iter().map(|(key, neutral)| (*key, *neutral, None));
    let bound = BOUND.iter().map(|(key, neutral, with)| (*key, *neutral, Some(*with)));
    let found = alone.chain(bound).find(|(known, ..)| *known == key);
    found.map(|(_, neutral, with)| Foreign { neutral, with })
}

/// Keys that matter whatever else is said.
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

/// Keys that matter beside another one only.
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
