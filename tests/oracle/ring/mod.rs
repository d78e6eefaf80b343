//! The circular games of two to six players, Modern and Byzantine, free-for-all and in teams.
//!
//! The oracle follows `docs/rules/multiplayer-circular.md` alone; the numbers in the comments are
//! its sections. A position is a list of cells with at most one piece each, and the rules walk over
//! it.

mod actions;
mod outcome;
mod pieces;
mod text;

pub use outcome::Outcome;

/// The names of the games.
pub const VARIANTS: [&str; 18] = [
    "modern2",
    "modern2-rotated",
    "modern3",
    "modern4",
    "modern4-2v2",
    "modern5",
    "modern6",
    "modern6-3v3",
    "modern6-2v2v2",
    "byzantine2",
    "byzantine2-mirrored",
    "byzantine3",
    "byzantine4",
    "byzantine4-2v2",
    "byzantine5",
    "byzantine6",
    "byzantine6-3v3",
    "byzantine6-2v2v2",
];

/// The number of rings; ring 0 is the innermost.
pub const RINGS: i32 = 4;
/// The number of sectors for each seat.
pub const SECTORS_PER_SEAT: i32 = 8;
/// The number of spaces after which a Modern pawn promotes.
pub const PROMOTION_DISTANCE: i32 = 6;
/// The sector of a seat's home from which its P pawns start; its M pawns start from sector 0.
const PLUS_COLUMN: i32 = 3;

/// A piece: its seat, its kind, and whether its player has been eliminated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The seat of the player who owns or owned it.
    pub seat: usize,
    /// The capital letter of its kind: `P` runs anti-clockwise, `M` clockwise.
    pub kind: char,
    /// Whether it is an obstacle that no player moves.
    pub dead: bool,
}

impl Piece {
    /// Returns whether this is a pawn of either direction.
    pub fn is_pawn(self) -> bool {
        matches!(self.kind, 'P' | 'M')
    }

    /// Returns the sectors that a pawn advances by each step: 1 or -1.
    pub fn way(self) -> i32 {
        if self.kind == 'P' { 1 } else { -1 }
    }
}

/// A position, with all parts of its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The piece on every cell.
    pub pieces: Vec<Option<Piece>>,
    /// The seat to move.
    pub seat: usize,
    /// The seats that have not been eliminated, as a flag for each seat.
    pub alive: Vec<bool>,
    /// Whether the loss of its king eliminates a player of a team (the flag `f` of the rules
    /// field).
    pub king_loss: bool,
    /// The number of actions since the last capture or removal or, in Modern games, pawn move or
    /// swap.
    pub halfmove: u32,
    /// The number of the round, which grows when the turn passes over seat a.
    pub fullmove: u32,
}

impl State {
    /// Returns the seats that still play.
    pub fn living(&self) -> impl Iterator<Item = usize> {
        (0..self.alive.len()).filter(|&seat| self.alive[seat])
    }

    /// Returns the living pieces of a seat, with their cells.
    pub fn pieces_of(&self, seat: usize) -> impl Iterator<Item = (usize, Piece)> {
        let own = move |piece: &Piece| piece.seat == seat && !piece.dead;
        let pieces = self.pieces.iter().enumerate();
        pieces.filter_map(move |(cell, piece)| piece.filter(own).map(|piece| (cell, piece)))
    }

    /// Returns the cell of a seat's living king.
    pub fn king(&self, seat: usize) -> Option<usize> {
        self.pieces_of(seat).find(|(_, piece)| piece.kind == 'K').map(|(cell, _)| cell)
    }
}

/// The effect of an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A piece moves from a cell to another, and perhaps promotes.
    Move {
        /// The start cell.
        from: usize,
        /// The target cell.
        to: usize,
        /// The kind to which a pawn promotes.
        promotion: Option<char>,
    },
    /// A pawn changes places with a team mate's pawn ahead of it.
    Swap {
        /// The cell of the mover's pawn.
        from: usize,
        /// The cell of the team mate's pawn.
        to: usize,
    },
    /// Two pawns that face each other leave the board; the turn stays.
    Removal {
        /// The cell of the P pawn.
        plus: usize,
        /// The cell of the M pawn.
        minus: usize,
    },
    /// No effect, because no other action is possible.
    Pass,
}

/// An action that the mover's pieces can make, legal or not.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// Its text.
    pub name: String,
    /// Its effect.
    pub action: Action,
    /// The position after it.
    pub after: State,
    /// Whether the rules allow it.
    pub legal: bool,
}

/// Returns ring and sector of a cell.
pub fn place(cell: usize) -> (i32, i32) {
    (cell as i32 % RINGS, cell as i32 / RINGS)
}

/// Returns the name of a cell: the letter of its ring and the number of its sector.
pub fn name(cell: usize) -> String {
    let (ring, sector) = place(cell);
    format!("{}{}", char::from(b'a' + ring as u8), sector + 1)
}

/// The rules of one of the games.
pub struct Ring {
    /// The number of players at the start.
    pub seats: usize,
    /// Whether the Byzantine rules hold.
    pub byzantine: bool,
    /// The team of each seat; in a free-for-all every seat has its own.
    pub sides: Vec<usize>,
    /// Whether king and queen of the second of two players stand the other way round.
    mirrored: bool,
}

impl Ring {
    /// Returns the rules of the game with this name.
    pub fn new(variant: &str) -> Option<Ring> {
        VARIANTS.iter().find(|name| **name == variant)?;
        let byzantine = variant.starts_with("byzantine");
        let (name, setup) = variant.split_once('-').unwrap_or((variant, ""));
        let seats = name.chars().last()?.to_digit(10)? as usize;
        // Team mates sit at equal distances round the table (2).
        let teams = if setup.contains('v') { setup.split('v').count() } else { seats };
        let mirrored = variant == "modern2" || setup == "mirrored";
        let sides = (0..seats).map(|seat| seat % teams).collect();
        Some(Ring { seats, byzantine, sides, mirrored })
    }

    /// Returns whether team mates play together.
    pub fn in_teams(&self) -> bool {
        self.sides.iter().any(|&side| self.members(side).count() > 1)
    }

    /// Returns the seats of a team.
    pub fn members(&self, side: usize) -> impl Iterator<Item = usize> {
        (0..self.seats).filter(move |&seat| self.sides[seat] == side)
    }

    /// Returns the number of sectors.
    pub fn sectors(&self) -> i32 {
        SECTORS_PER_SEAT * self.seats as i32
    }

    /// Returns the number of cells.
    pub fn size(&self) -> usize {
        self.seats * (SECTORS_PER_SEAT * RINGS) as usize
    }

    /// Returns the cell on a ring and in a sector, counted round and round.
    pub fn at(&self, ring: i32, sector: i32) -> Option<usize> {
        let sector = sector.rem_euclid(self.sectors());
        (0..RINGS).contains(&ring).then_some((RINGS * sector + ring) as usize)
    }

    /// Returns the cell so many rings outward and sectors anti-clockwise from another.
    pub fn step(&self, from: usize, (rings, sectors): (i32, i32)) -> Option<usize> {
        let (ring, sector) = place(from);
        self.at(ring + rings, sector + sectors)
    }

    /// Returns the names of all cells.
    pub fn cells(&self) -> Vec<String> {
        (0..self.size()).map(name).collect()
    }

    /// Returns the number of spaces that a pawn has travelled (5).
    pub fn travelled(&self, piece: Piece, cell: usize) -> i32 {
        let home = SECTORS_PER_SEAT * piece.seat as i32;
        let (_, sector) = place(cell);
        let distance = if piece.kind == 'P' { sector - home - PLUS_COLUMN } else { home - sector };
        distance.rem_euclid(self.sectors())
    }

    /// Returns the letters of the kinds.
    pub fn kinds(&self) -> &'static str {
        if self.byzantine { "KGRENPM" } else { "KQRBNPM" }
    }

    /// Returns the start position.
    pub fn start(&self) -> State {
        let mut pieces = vec![None; self.size()];
        // The array goes from the innermost ring outward, and on each ring from the M pawns to the
        // P pawns (3).
        let array = if self.byzantine { "MGKPMEEPMNNPMRRP" } else { "MQKPMBBPMNNPMRRP" };
        for seat in 0..self.seats {
            for (slot, kind) in (0..).zip(array.chars()) {
                let column = slot % RINGS;
                let swapped = self.mirrored && seat == 1 && (slot == 1 || slot == 2);
                let column = if swapped { PLUS_COLUMN - column } else { column };
                let cell = self.at(slot / RINGS, SECTORS_PER_SEAT * seat as i32 + column);
                pieces[cell.expect("homes are on the board")] =
                    Some(Piece { seat, kind, dead: false });
            }
        }
        let alive = vec![true; self.seats];
        State { pieces, seat: 0, alive, king_loss: false, halfmove: 0, fullmove: 1 }
    }

    /// Returns the sides with a player who still plays.
    pub fn living_sides(&self, s: &State) -> Vec<usize> {
        let mut sides: Vec<usize> = s.living().map(|seat| self.sides[seat]).collect();
        sides.sort_unstable();
        sides.dedup();
        sides
    }

    /// Returns whether at most one side is left.
    pub fn is_over(&self, s: &State) -> bool {
        self.living_sides(s).len() <= 1
    }

    /// Returns whether check and mate exist: two players are left, each for himself (7).
    pub fn two_left(&self, s: &State) -> bool {
        !self.in_teams() && s.living().count() == 2
    }
}

/// Returns the number of lines of `depth` actions.
pub fn perft(ring: &Ring, s: &State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let legal = ring.attempts(s).into_iter().filter(|attempt| attempt.legal);
    if depth == 1 {
        return legal.count() as u64;
    }
    legal.map(|attempt| perft(ring, &attempt.after, depth - 1)).sum()
}
