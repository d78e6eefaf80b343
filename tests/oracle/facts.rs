//! What the tests know of each duel beside its rules; it stands in the oracle's file of the game.

/// One castling of White's; Black's is its mirror image.
pub struct CastlingFacts {
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

/// Returns the castlings of chess: the king from e1, rooks on a1 and h1. `guarded` lists the cells
/// on the queen's side that the enemy may not attack.
pub const fn home_rank_castlings(guarded: &'static [&'static str]) -> [CastlingFacts; 2] {
    let way = "";
    [
        CastlingFacts {
            right: 'K',
            king: ["e1", "g1"],
            rook: ["h1", "f1"],
            between: &["f1", "g1"],
            guarded: &["f1", "g1"],
            code: ["e1", "g1"],
            way,
        },
        CastlingFacts {
            right: 'Q',
            king: ["e1", "c1"],
            rook: ["a1", "d1"],
            between: &["b1", "c1", "d1"],
            guarded,
            code: ["e1", "c1"],
            way,
        },
    ]
}

/// What tests have to know of a duel: they build positions around its pieces and special moves,
/// and count how often each rule took effect.
pub struct VariantFacts {
    /// The variant's name.
    pub variant: &'static str,
    /// The letters of all pieces but the kings, the more frequent ones repeated.
    pub pieces: &'static str,
    /// White's castlings.
    pub castlings: &'static [CastlingFacts],
    /// The kind that captures en passant; `None` where nothing does.
    pub en_passant: Option<char>,
    /// Files with a double step, where pawns advance along files.
    pub double_files: i32,
    /// The letters of laps.
    pub laps: &'static str,
    /// What pawns become.
    pub promotions: &'static str,
    /// The reasons for which its random games must have ended.
    pub endings: &'static [&'static str],
    /// How much of it is compared with the oracle.
    pub extent: Extent,
}

/// How many positions and games are compared.
pub struct Extent {
    /// Artificial starts.
    pub artificial: usize,
    /// Artificial starts with draughtsmen crowded together.
    pub crowded: usize,
    /// Games from the start, played to their end.
    pub games: usize,
    /// Games from artificial positions, played to their end.
    pub endgames: usize,
    /// Positions that a variant must have been compared in.
    pub enough: usize,
}

/// Enough to meet every rule of most games.
pub const USUAL: Extent =
    Extent { artificial: 4000, crowded: 0, games: 3, endgames: 40, enough: 9000 };

/// How random games of chess end.
pub const DRAWS: &[&str] =
    &["checkmate", "stalemate", "threefold", "fifty-moves", "insufficient-material"];
