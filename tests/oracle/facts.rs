//! The facts of each duel that tests use beside its rules. They stand in the oracle's file of the
//! game.

/// One castling of White's. Black's castling is its mirror image.
pub struct CastlingFacts {
    /// The letter of the right.
    pub right: char,
    /// The start and the target of the king.
    pub king: [&'static str; 2],
    /// The start and the target of the rook.
    pub rook: [&'static str; 2],
    /// The cells between king and rook.
    pub between: &'static [&'static str],
    /// The cells that no enemy piece may attack, besides the king's own.
    pub guarded: &'static [&'static str],
    /// The two cells that name the move.
    pub code: [&'static str; 2],
    /// The mark that distinguishes it from another castling with the same right.
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

/// The facts of a duel. Tests build positions around its pieces and special moves, and count how
/// often each rule took effect.
pub struct VariantFacts {
    /// The variant's name.
    pub variant: &'static str,
    /// The letters of all pieces but the kings, the more frequent ones repeated.
    pub pieces: &'static str,
    /// White's castlings.
    pub castlings: &'static [CastlingFacts],
    /// The kind that captures en passant; `None` where nothing does.
    pub en_passant: Option<char>,
    /// The number of files with a double step, in games whose pawns advance along files.
    pub double_files: i32,
    /// The letters of the laps.
    pub laps: &'static str,
    /// The kinds to which pawns promote.
    pub promotions: &'static str,
    /// The reasons for which its random games must have ended.
    pub endings: &'static [&'static str],
    /// The numbers of positions and games that are compared with the oracle.
    pub extent: Extent,
}

/// The numbers of compared positions and games.
pub struct Extent {
    /// The number of artificial starts.
    pub artificial: usize,
    /// The number of artificial starts with draughtsmen crowded together.
    pub crowded: usize,
    /// The number of games from the start, played to their end.
    pub games: usize,
    /// The number of games from artificial positions, played to their end.
    pub endgames: usize,
    /// The number of positions in which a variant must be compared.
    pub enough: usize,
}

/// The numbers that suffice to meet every rule of most games.
pub const USUAL: Extent =
    Extent { artificial: 4000, crowded: 0, games: 3, endgames: 40, enough: 9000 };

/// The reasons for which random games of chess end.
pub const DRAWS: &[&str] =
    &["checkmate", "stalemate", "threefold", "fifty-moves", "insufficient-material"];
