//! Boards, rules, positions and legal moves of chess on boards that are not 8x8 squares.
//!
//! ```
//! let mut game = rotunda_movegen::Variant::by_name("rollerball")?.game();
//! let mv = game.parse_move("c2b3")?;
//! assert_eq!(game.legal_moves().len(), 7);
//! assert!(game.legal_moves().contains(&mv));
//! game.play(&mv)?;
//! assert!(game.outcome().is_none());
//! assert_eq!(game.fen(), "2rbp2/2rkp2/2***2/2***2/1P***2/3KR2/2PBR2 b - 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Paths
//!
//! A board is a graph of steps from a cell and a heading to another ([`Board`]), and the unit of
//! movement is a [`Path`]: the cells that a piece passes in order, and its mode. Straight lines,
//! lines that turn at a wall, rings and forks are all paths. A bishop of Rollerball that leaves `a`
//! runs into the wall beside `c` and continues along `d`:
//!
//! ```text
//! . . e . |      one path from a: b c d e
//! . . . d |
//! . . . . c      with an own piece on d it ends on c, with an enemy piece there on d, by
//! . . . b |      taking it; nothing on the way is asked but whether a cell of the path is
//! . . a . |      occupied
//! ```
//!
//! [`Slides`] compiles the paths to masks. It cuts a path where its cell numbers stop rising or
//! falling. On such a run one operation on a set of cells finds the nearest piece.
//!
//! # Games as data
//!
//! A game is data, a [`Spec`], which [`VariantTables::compile`] turns into tables. A [`Position`]
//! borrows the tables and is otherwise a plain value; a search copies it before each move.
//! [`Rules`] holds the few points where families of games differ in control flow, in text and in
//! drawing. [`FamilyGame`] is a position with its history, in the type of its family. [`Game`]
//! hides that type, and [`Variant::by_name`] returns every game of the registry.
//!
//! ```
//! use rotunda_movegen::{
//!     DeadMaterial, Duel, EnPassantCounts, FamilyGame, GameLimits, Grid, KindSpec, Mode, Scoring, Spec,
//!     VariantTables, compass, slides, steps,
//! };
//! // Kings and rooks on a board of 5x5 cells.
//! let grid = Grid::new(5, 5, |_, _| true);
//! let rook = KindSpec::piece('R', 25, |from| {
//!     slides(&grid, from, &compass::ORTHOGONAL, Mode::Both)
//! });
//! let king = KindSpec::piece('K', 25, |from| steps(&grid, from, &compass::ALL, Mode::Both));
//! let tables = VariantTables::<1>::compile(Spec {
//!     name: "rooks5".into(),
//!     kinds: vec![rook, king.royal()],
//!     castlings: vec![],
//!     laps: vec![],
//!     fields: Spec::fen_fields(),
//!     start: "r1k1r/5/5/5/R1K1R w - - 0 1".into(),
//!     dead: DeadMaterial::default(),
//!     scoring: Scoring::CLASSIC,
//!     limits: GameLimits::USUAL,
//!     en_passant_counts: EnPassantCounts::IfLegal,
//!     family_flags: 0,
//!     note: String::new(),
//!     grid,
//! })?;
//! let mut game = FamilyGame::<Duel, 1>::new(&tables);
//! let mv = game.find("a1a5")?;
//! game.play_unchecked(&mv);
//! assert_eq!(game.fen(), "R1k1r/5/5/5/2K1R b - - 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Layers
//!
//! The modules are layers. Each uses only those before it: shard, geometry, tables, layout,
//! position, families, variants, perft, ways, hindrance, reach, games and their moves, record.

mod families;
mod family_game;
mod game;
mod game_move;
mod game_setup;
mod geometry;
mod hindrance;
mod layout;
mod perft;
mod position;
mod reach;
mod record;
mod shard;
mod tables;
mod variants;
mod ways;

pub use families::{
    BYZANTINE, Draughts, Drawing, Duel, Duty, GenBudget, Mark, Multiplayer, Rules, SeriesMove,
    Written,
};
pub use family_game::{FamilyGame, IllegalMove, Snapshot};
pub use game::Game;
pub use game_move::{GameMove, GameMoveKind};
pub use geometry::{
    Bitboard, Board, Cell, Cells, Dir, Grid, LameLeaps, Lines, Mode, Path, Slides, compass, ray,
    slides, steps,
};
pub use hindrance::Hindrance;
pub use layout::{
    Anchor, Bounds, Colour, Contour, Corner, Disc, Edge, Feature, FeatureKind, Label, Layout,
    Motion, Point, Rings, Shade, Tile,
};
pub use perft::{PerftObserver, leaves, perft, perft_on_pool};
pub use position::{
    AsMove, CheckInfo, Claim, FenError, FenField, FenReason, GenKind, History, Move, MoveKind,
    Outcome, Position, Reason, SlideCache, quoted,
};
pub use reach::Step;
pub use record::{Action, ActionError, Clocks, Forfeit, GameRecord};
pub use shard::{Shard, ShardError};
pub use tables::{
    CastlingSpec, DeadMaterial, EnPassantCounts, FULL, Field, GameLimits, HALF, KINDS, Kind,
    KindSpec, LapSpec, MOST_OCCURRENCES, MOST_QUIET_PLIES, MOST_VALUE, PAWN_KINDS, Piece, Role,
    SEATS, Scoring, Seat, Spec, SpecError, VariantTables,
};
pub use variants::{
    AddError, CirSquare, Family, GameData, Link, Options, RulesPage, UnknownVariant, Variant,
};
pub use ways::Way;
