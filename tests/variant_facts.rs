//! What the generators of positions and the counters of rules have to know of each variant.

/// One castling of White's; Black's is its mirror image.
pub struct Wing {
    /// The letter of the right.
    pub right: char,
    /// Start and end of the king.
    pub king: [&'static str; 2],
    /// Start and end of the rook.
    pub rook: [&'static str; 2],
    /// The cells between king and rook.
    pub between: &'static [&'static str],
    /// The cells that no enemy piece may attack, besides the king's own.
    pub guarded: &'static [&'static str],
    /// The two cells that name the move.
    pub code: [&'static str; 2],
    /// What tells it from another castling with the same right.
    pub way: &'static str,
}

/// A variant's pieces and special moves.
pub struct VariantFacts {
    /// The variant's name.
    pub variant: &'static str,
    /// The letters of all pieces but the kings, the more frequent ones repeated.
    pub pieces: &'static str,
    /// White's castlings.
    pub wings: &'static [Wing],
    /// The kind that captures en passant; `None` where nothing does.
    pub en_passant: Option<char>,
    /// Files with a double step, where pawns advance along files.
    pub double_files: i32,
    /// The letters of laps.
    pub laps: &'static str,
    /// What pawns become.
    pub promotions: &'static str,
}

const ORTHODOX: [Wing; 2] = [
    Wing {
        right: 'K',
        king: ["e1", "g1"],
        rook: ["h1", "f1"],
        between: &["f1", "g1"],
        guarded: &["f1", "g1"],
        code: ["e1", "g1"],
        way: "",
    },
    Wing {
        right: 'Q',
        king: ["e1", "c1"],
        rook: ["a1", "d1"],
        between: &["b1", "c1", "d1"],
        guarded: &["c1", "d1"],
        code: ["e1", "c1"],
        way: "",
    },
];

const CIRCULAR: [Wing; 2] = [
    Wing {
        right: 'K',
        king: ["e1", "g1"],
        rook: ["h1", "f1"],
        between: &["f1", "g1"],
        guarded: &["f1", "g1"],
        code: ["e1", "g1"],
        way: "",
    },
    Wing {
        right: 'Q',
        king: ["e1", "c1"],
        rook: ["a1", "d1"],
        between: &["b1", "c1", "d1"],
        guarded: &["b1", "c1", "d1"],
        code: ["e1", "c1"],
        way: "",
    },
];

const ORDINARY: [Wing; 2] = [
    Wing {
        right: 'K',
        king: ["h1", "k1"],
        rook: ["l1", "j1"],
        between: &["i1", "j1", "k1"],
        guarded: &["i1", "j1"],
        code: ["h1", "k1"],
        way: "",
    },
    Wing {
        right: 'Q',
        king: ["h1", "e1"],
        rook: ["a1", "f1"],
        between: &["b1", "c1", "d1", "e1", "f1", "g1"],
        guarded: &["g1", "f1"],
        code: ["h1", "e1"],
        way: "",
    },
];

const KNIGHTS_BEHIND: [Wing; 4] = [
    Wing {
        right: 'K',
        king: ["g2", "h2"],
        rook: ["h1", "g2"],
        between: &["h2"],
        guarded: &["h2"],
        code: ["h1", "g2"],
        way: "1",
    },
    Wing {
        right: 'K',
        king: ["g2", "h1"],
        rook: ["h1", "h2"],
        between: &["h2"],
        guarded: &["h2", "h1"],
        code: ["g2", "h1"],
        way: "2",
    },
    Wing {
        right: 'Q',
        king: ["g2", "e2"],
        rook: ["e1", "g2"],
        between: &["f2", "e2"],
        guarded: &["f2", "e2"],
        code: ["e1", "g2"],
        way: "1",
    },
    Wing {
        right: 'Q',
        king: ["g2", "e1"],
        rook: ["e1", "e2"],
        between: &["f2", "e2"],
        guarded: &["f2", "e2", "e1"],
        code: ["g2", "e1"],
        way: "2",
    },
];

const KNIGHTS_FRONT: [Wing; 4] = [
    Wing {
        right: 'K',
        king: ["g1", "h2"],
        rook: ["h1", "g1"],
        between: &["h2"],
        guarded: &["h2"],
        code: ["h1", "g1"],
        way: "1",
    },
    Wing {
        right: 'K',
        king: ["g1", "h1"],
        rook: ["h1", "h2"],
        between: &["h2"],
        guarded: &["h2", "h1"],
        code: ["g1", "h1"],
        way: "2",
    },
    Wing {
        right: 'Q',
        king: ["g1", "e2"],
        rook: ["e1", "g1"],
        between: &["f1", "e2"],
        guarded: &["f1", "e2"],
        code: ["e1", "g1"],
        way: "1",
    },
    Wing {
        right: 'Q',
        king: ["g1", "e1"],
        rook: ["e1", "e2"],
        between: &["f1", "e2"],
        guarded: &["f1", "e2", "e1"],
        code: ["g1", "e1"],
        way: "2",
    },
];

const fn circular(variant: &'static str) -> VariantFacts {
    VariantFacts {
        variant,
        pieces: "QRRBBNNPPXXX",
        wings: &CIRCULAR,
        en_passant: Some('X'),
        double_files: 8,
        laps: "",
        promotions: "qrbn",
    }
}

const fn round_table(variant: &'static str, wings: &'static [Wing]) -> VariantFacts {
    VariantFacts {
        variant,
        pieces: "QRRBBNNPPPP",
        wings,
        en_passant: Some('P'),
        double_files: 0,
        laps: "",
        promotions: "qrbn",
    }
}

const fn ordinary(variant: &'static str, pieces: &'static str) -> VariantFacts {
    VariantFacts {
        variant,
        pieces,
        wings: &ORDINARY,
        en_passant: Some('P'),
        double_files: 12,
        laps: "",
        promotions: "qlrbntm",
    }
}

/// The Ordinary Variant with its draughtsmen.
pub const CHECKERS: VariantFacts = ordinary("ordinary", "QRRBNTTLLMPPPPPCCCC");

/// All variants under test.
pub const FACTS: [VariantFacts; 9] = [
    VariantFacts {
        variant: "chess",
        pieces: "QRRBBNNPPPP",
        wings: &ORTHODOX,
        en_passant: Some('P'),
        double_files: 8,
        laps: "",
        promotions: "qrbn",
    },
    VariantFacts {
        variant: "rollerball",
        pieces: "RRBBPP",
        wings: &[],
        en_passant: None,
        double_files: 0,
        laps: "Kk",
        promotions: "rb",
    },
    circular("circular70"),
    circular("circular68"),
    circular("circular66"),
    CHECKERS,
    ordinary("ordinary-nocheckers", "QRRBNTTTLLLMPPPP"),
    round_table("roundtable84", &KNIGHTS_BEHIND),
    round_table("roundtable84-knights-front", &KNIGHTS_FRONT),
];

/// The facts of a variant.
pub fn facts(variant: &str) -> &'static VariantFacts {
    FACTS.iter().find(|facts| facts.variant == variant).expect("every variant has a kit")
}
