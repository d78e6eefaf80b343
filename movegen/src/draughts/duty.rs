//! [`Lawful`]: the moves that are left when an enemy draughtsman can be taken and so must be.
//!
//! The rules are M1 to M5 of docs/rules/ordinary.md. They are judged over the whole list of moves
//! that leave the king safe, and never empty it.

use super::moves::Leap;
use super::sieve::en_prise;
use super::{LeapSink, generate_safe, jumps_of};
use crate::generate::{Select, Sink};
use crate::rules::Rules;
use crate::{Bitboard, Cell, Kind, Move, Position, Survey};

/// The moves that a duty leaves.
pub(super) struct Lawful<const W: usize> {
    pub moves: Vec<Leap<W>>,
    /// Whether the duty excludes any move that the king's safety would allow, or orders a capture.
    pub is_bound: bool,
}

/// The moves that leave the king safe, and the draughtsmen that they expose.
struct Safe<const W: usize> {
    moves: Vec<Leap<W>>,
    /// Enemy draughtsmen that a pawn's move, or a series from its first jump, takes safely.
    exposed: Bitboard<W>,
}

impl<const W: usize> Safe<W> {
    fn of(position: &Position<W>, survey: &Survey<W>) -> Self {
        let mut moves = Vec::new();
        let by_series = generate_safe(position, survey, Select::All, &mut moves);
        let rivals = position.men(position.turn.opponent(), jumps_of(position).kind);
        let by_pawns = moves
            .iter()
            .filter(|leap| position.variant.is_pawn(position.man(leap.plain().from()).kind()))
            .fold(Bitboard::EMPTY, |set, leap| set | leap.captured(position));
        Self { moves, exposed: by_series | by_pawns & rivals }
    }
}

impl<const W: usize> Lawful<W> {
    /// The lawful moves of a position in which an enemy draughtsman is en prise.
    pub fn of(position: &Position<W>, survey: &Survey<W>) -> Self {
        let Safe { moves, exposed } = Safe::of(position, survey);
        let taking = |rivals: Bitboard<W>| -> Vec<Leap<W>> {
            let takes = |leap: &&Leap<W>| leap.captured(position).meets(rivals);
            moves.iter().filter(takes).copied().collect()
        };
        let dutiful = if survey.in_check() {
            taking(survey.en_prise)
        } else if exposed.is_empty() {
            moves.iter().filter(|leap| cures(position, leap)).copied().collect()
        } else {
            taking(exposed)
        };
        if dutiful.is_empty() {
            Self { moves, is_bound: false }
        } else {
            Self { moves: dutiful, is_bound: true }
        }
    }
}

/// Whether, after a move, its side no longer has an enemy draughtsman en prise that it cannot take.
fn cures<const W: usize>(position: &Position<W>, leap: &Leap<W>) -> bool {
    let mut again = position.clone();
    again.play_leap(leap);
    again.pass();
    if en_prise(&again, jumps_of(&again)).is_empty() {
        return true;
    }
    let survey = super::Draughts::survey(&again);
    !Safe::of(&again, &survey).exposed.is_empty()
}

impl<const W: usize> Sink<W> for Vec<Leap<W>> {
    #[inline]
    fn plain(&mut self, from: Cell, to: Bitboard<W>) {
        self.extend(to.iter().map(|to| Leap::from(Move::plain(from, to))));
    }

    fn promotions(&mut self, from: Cell, to: Bitboard<W>, kinds: &[Kind]) {
        for to in to {
            self.extend(kinds.iter().map(|kind| Leap::from(Move::promotion(from, to, *kind))));
        }
    }

    #[inline]
    fn special(&mut self, played: Move) {
        self.push(played.into());
    }
}

impl<const W: usize> LeapSink<W> for Vec<Leap<W>> {
    #[inline]
    fn capture(&mut self, from: Cell, to: Cell, taken: Bitboard<W>) {
        self.push(Leap::capture(from, to, taken));
    }
}
