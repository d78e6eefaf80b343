//! Chess that ends sooner or later, and with other points.

use super::chess::Chess;
use super::draws::Limits;
use super::duel::{Duel, PseudoMove, Scoring};
use super::grid::Grid;
use super::{Piece, State};

/// The ends of the game beside mate and stalemate.
#[derive(Clone, Copy)]
pub struct Ends {
    /// The limits of a game without progress.
    pub limits: Limits,
    /// The points of White and Black for a perpetual check by White, and by Black.
    pub perpetual: Option<[[u16; 2]; 2]>,
}

/// Chess with these ends.
pub struct Limited {
    chess: Chess,
    ends: Ends,
}

impl Limited {
    /// Creates the rules.
    pub fn new(ends: Ends) -> Limited {
        Limited { chess: Chess::new(), ends }
    }
}

impl Duel for Limited {
    fn grid(&self) -> &Grid {
        self.chess.grid()
    }

    fn array(&self) -> &str {
        self.chess.array()
    }

    fn read(&self, fen: &str) -> Result<State, String> {
        self.chess.read(fen)
    }

    fn write(&self, s: &State) -> String {
        self.chess.write(s)
    }

    fn attacks(&self, board: &[Option<Piece>], from: usize) -> Vec<usize> {
        self.chess.attacks(board, from)
    }

    fn pseudo_moves(&self, s: &State) -> Vec<PseudoMove> {
        self.chess.pseudo_moves(s)
    }

    fn insufficient(&self, s: &State) -> bool {
        self.chess.insufficient(s)
    }

    fn scoring(&self) -> Scoring {
        Scoring { perpetual: self.ends.perpetual, ..self.chess.scoring() }
    }

    fn limits(&self) -> Limits {
        self.ends.limits
    }
}
