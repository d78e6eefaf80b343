//! The field of position strings that names the cells that a pawn has just passed over.

use crate::geometry::{Bitboard, Cell, Grid};
use crate::position::{EnPassant, FenError, FenReason, Position, quoted, refuse};
use crate::tables::{Kind, Piece, StartStep};

/// A start step that a pawn may just have made.
struct MadeStep<const W: usize> {
    /// The kind of the pawn before the step.
    kind: Kind,
    from: Cell,
    step: StartStep<W>,
    /// The index of the step in its kind's list, if it has one.
    place: Option<u16>,
}

impl<const W: usize> Position<'_, W> {
    /// Reads the cells that a pawn has just passed over; its own cell may be among them, as in
    /// Fairy-Stockfish.
    pub(super) fn parse_en_passant(&mut self, token: &str) -> Result<(), FenError> {
        if token == "-" {
            return Ok(());
        }
        let Some(named) = named_cells(&self.variant.grid, token) else {
            return refuse(
                FenReason::Unknown,
                format!("unknown en passant cell {}", quoted(token)),
            );
        };
        let steps = self.steps_over(named);
        if steps.is_empty() {
            return refuse(
                FenReason::Impossible,
                format!("no pawn has just passed over {}", quoted(token)),
            );
        }
        let Some(en_passant) = self.made_step(named, &steps) else {
            return refuse(
                FenReason::Impossible,
                format!("the way over {} is not free", quoted(token)),
            );
        };
        self.set_en_passant(en_passant);
        Ok(())
    }

    /// Returns the start steps that the side not to move can have made over named cells, each with
    /// the pawn's kind and cell. All named cells except the pawn's own must lie on the step's way,
    /// which must be free.
    fn steps_over(&self, named: Bitboard<W>) -> Vec<MadeStep<W>> {
        let mover = self.turn.opponent();
        let (pawns, over) = (named & self.seat(mover), named - self.seat(mover));
        let mut steps = Vec::new();
        if over.is_empty() || pawns.len() > 1 {
            return steps;
        }
        for (index, motion) in self.variant.sides[mover.index()].motions.iter().enumerate() {
            let kind = Kind(index as u8);
            for from in self.variant.grid.all() {
                let after = Piece::new(mover, self.variant.kind_after(kind, from));
                for (step, place) in motion.starts.from(from) {
                    let is_named = pawns.is_empty() || pawns.has(step.to);
                    if is_named && (over - step.cells()).is_empty() && self.piece(step.to) == after
                    {
                        steps.push(MadeStep { kind, from, step, place });
                    }
                }
            }
        }
        steps
    }

    /// Returns a step whose way over the named cells is free, preferably one that passes no other
    /// cells.
    fn made_step(&self, named: Bitboard<W>, steps: &[MadeStep<W>]) -> Option<EnPassant> {
        let over = named - self.seat(self.turn.opponent());
        let open = |made: &MadeStep<W>| {
            let open = made.step.open(self.occupied);
            let is_free = (over - open).is_empty() && !self.occupied.has(made.from);
            is_free.then_some(open)
        };
        let exact = steps.iter().find(|made| open(made) == Some(over));
        let made = exact.or_else(|| steps.iter().find(|made| open(made).is_some()))?;
        let step = made.place.map(|place| (made.kind, place));
        Some(EnPassant { over: open(made)?.first()?, pawn: made.step.to, step, counts: 0 })
    }

    /// Returns the cells that a pawn has just passed over, and its own where they do not identify
    /// the pawn.
    pub(super) fn passed_text(&self) -> String {
        let Some(en_passant) = self.en_passant else { return "-".to_owned() };
        let cells = self.en_passant_cells(en_passant);
        let mut text: String = cells.iter().map(|cell| self.variant.grid.name(cell)).collect();
        if self.variant.crossing_starts {
            let read = self.made_step(cells, &self.steps_over(cells));
            if read.is_none_or(|read| read.pawn != en_passant.pawn) {
                text += &self.variant.grid.name(en_passant.pawn);
            }
        }
        text
    }
}

/// Returns the cells whose names follow each other in a text.
fn named_cells<const W: usize>(grid: &Grid, text: &str) -> Option<Bitboard<W>> {
    if !text.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        return None;
    }
    let begins = text.char_indices().filter(|(_, letter)| !letter.is_ascii_digit());
    let mut begins: Vec<usize> = begins.map(|(at, _)| at).collect();
    begins.push(text.len());
    let names = begins.windows(2).map(|pair| &text[pair[0]..pair[1]]);
    names.map(|name| grid.named(name)).collect()
}
