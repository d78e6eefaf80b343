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
    /// The cells that no enemy man may attack, besides the king's own.
    pub guarded: &'static [&'static str],
}

/// A variant's men and special moves.
pub struct Kit {
    /// The variant's name.
    pub variant: &'static str,
    /// The letters of all men but the kings, the more frequent ones repeated.
    pub men: &'static str,
    /// White's castlings.
    pub wings: &'static [Wing],
    /// The kind that captures en passant; `None` where nothing does.
    pub en_passant: Option<char>,
    /// Files with a double step.
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
    },
    Wing {
        right: 'Q',
        king: ["e1", "c1"],
        rook: ["a1", "d1"],
        between: &["b1", "c1", "d1"],
        guarded: &["c1", "d1"],
    },
];

const CIRCULAR: [Wing; 2] = [
    Wing {
        right: 'K',
        king: ["e1", "g1"],
        rook: ["h1", "f1"],
        between: &["f1", "g1"],
        guarded: &["f1", "g1"],
    },
    Wing {
        right: 'Q',
        king: ["e1", "c1"],
        rook: ["a1", "d1"],
        between: &["b1", "c1", "d1"],
        guarded: &["b1", "c1", "d1"],
    },
];

const ORDINARY: [Wing; 2] = [
    Wing {
        right: 'K',
        king: ["h1", "k1"],
        rook: ["l1", "j1"],
        between: &["i1", "j1", "k1"],
        guarded: &["i1", "j1"],
    },
    Wing {
        right: 'Q',
        king: ["h1", "e1"],
        rook: ["a1", "f1"],
        between: &["b1", "c1", "d1", "e1", "f1", "g1"],
        guarded: &["g1", "f1"],
    },
];

const fn circular(variant: &'static str) -> Kit {
    Kit {
        variant,
        men: "QRRBBNNPPXXX",
        wings: &CIRCULAR,
        en_passant: Some('X'),
        double_files: 8,
        laps: "",
        promotions: "qrbn",
    }
}

/// All variants under test.
pub const KITS: [Kit; 6] = [
    Kit {
        variant: "chess",
        men: "QRRBBNNPPPP",
        wings: &ORTHODOX,
        en_passant: Some('P'),
        double_files: 8,
        laps: "",
        promotions: "qrbn",
    },
    Kit {
        variant: "rollerball",
        men: "RRBBPP",
        wings: &[],
        en_passant: None,
        double_files: 0,
        laps: "Kk",
        promotions: "rb",
    },
    circular("circular70"),
    circular("circular68"),
    circular("circular66"),
    Kit {
        variant: "ordinary-nocheckers",
        men: "QRRBNTTTLLLMPPPP",
        wings: &ORDINARY,
        en_passant: Some('P'),
        double_files: 12,
        laps: "",
        promotions: "qlrbntm",
    },
];

/// The Ordinary Variant with its Checkers.
pub const CHECKERS: Kit = Kit {
    variant: "ordinary",
    men: "QRRBNTTLLMPPPPPCCCC",
    wings: &ORDINARY,
    en_passant: Some('P'),
    double_files: 12,
    laps: "",
    promotions: "qlrbntm",
};

/// The kit of a variant.
pub fn kit(variant: &str) -> &'static Kit {
    KITS.iter().find(|kit| kit.variant == variant).expect("every variant has a kit")
}
