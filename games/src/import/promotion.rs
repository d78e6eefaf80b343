//! Promotion: the cells, whether it is forced, and the cells to which a piece must not go
//! unpromoted.

use std::fmt::Write;

use rotunda_movegen::Mode;

use super::pieces::Movement;
use super::rules::Piece;
use super::start::Place;
use super::write::Writer;
use crate::betza::{self, Atom};

impl Writer<'_> {
    /// Returns the keys of a piece's promotion, and of the cells that it could not leave.
    pub fn promotion(
        &mut self,
        text: &mut String,
        (place, piece): (usize, &Piece),
        movement: &Movement,
        seats: [bool; 2],
        promotes: bool,
    ) {
        let rules = self.rules;
        let all = if promotes { rules.choices.clone() } else { [Vec::new(), Vec::new()] };
        let Some(choices) = self.of("promotionPieceTypes", piece, seats, all) else { return };
        let zones = [0, 1].map(|seat| match (promotes, &choices[..]) {
            (false, _) => Vec::new(),
            // A piece that must promote, but has no choice, cannot go there.
            (true, []) if !rules.must_promote => Vec::new(),
            (true, _) => self.region(&rules.promotion[seat]),
        });
        let stuck = [0, 1].map(|seat| {
            if rules.immobility_illegal { self.stuck(movement, seat) } else { Vec::new() }
        });
        let is_left = |seat: &usize| !without(&stuck[*seat], &zones[*seat]).is_empty();
        if (0..2).filter(|seat| seats[*seat]).any(|seat| is_left(&seat)) {
            let letter = piece.letter;
            let message =
                format!("immobilityIllegal: {letter} gets stuck where it does not promote");
            self.refuse(message);
        }
        if zones.iter().all(Vec::is_empty) {
            return;
        }
        if !seats.iter().zip(&rules.starting_anew).any(|(has, anew)| *has && anew.contains(&place))
        {
            let letter = piece.letter;
            self.refuse(format!("promotionPawnTypes: {letter} is none of nMoveRuleTypes"));
        }
        self.cells(text, "promotes_on", &zones);
        if choices.is_empty() {
            self.cells(text, "closed", &zones);
            return;
        }
        let letters: String = choices.iter().map(|place| rules.pieces[place].letter).collect();
        let limits = choices.iter().filter_map(|place| rules.limits.get(place)).count();
        if !rules.must_promote {
            let declines = [0, 1].map(|seat| without(&zones[seat], &stuck[seat]));
            self.cells(text, "declines_on", &declines);
        }
        let _ = writeln!(text, "becomes = \"{letters}\"");
        if limits > 0 {
            // A side never has as many pieces as the board has cells.
            let most = (rules.files * rules.ranks) as u32;
            let supply: Vec<u32> =
                choices.iter().map(|place| *rules.limits.get(place).unwrap_or(&most)).collect();
            let _ = writeln!(text, "supply = {supply:?}");
            self.cells(text, "closed", if rules.must_promote { &zones } else { &stuck });
        }
    }

    /// Returns the cells that a seat's piece cannot leave by a quiet move.
    fn stuck(&self, movement: &Movement, seat: usize) -> Vec<Place> {
        let atoms = betza::parse(&movement.moves).unwrap_or_default();
        let quiet = atoms.iter().filter(|atom| matches!(atom.mode, Mode::Both | Mode::Quiet));
        let leaps: Vec<(i32, i32)> = quiet.flat_map(Atom::vectors).collect();
        let turn = if seat == 0 { 1 } else { -1 };
        let is_there = |(file, rank): Place, (x, y): (i32, i32)| {
            let file = file.checked_add_signed((turn * x) as isize);
            let rank = rank.checked_add_signed((turn * y) as isize);
            file.zip(rank).is_some_and(|cell| self.start.at(cell) != '*')
        };
        let is_stuck = |cell: &Place| !leaps.iter().any(|leap| is_there(*cell, *leap));
        self.start.cells().filter(is_stuck).collect()
    }
}

/// Returns the cells that are not among others.
fn without(cells: &[Place], others: &[Place]) -> Vec<Place> {
    cells.iter().copied().filter(|cell| !others.contains(cell)).collect()
}
