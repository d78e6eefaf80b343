//! Checks whether a specification can be compiled to tables.

use super::check_becoming::check_becoming;
use super::check_castlings::check_castlings;
use super::check_jumps::check_jumps;
use super::piece::{KINDS, Kind, PAWN_KINDS, SEATS};
use super::spec::{KindSpec, MOST_VALUE, Role, Spec};
use super::spec_error::{FLAGS, SpecError};
use super::starts::pass_too_many;
use crate::geometry::{Board, Cell, Mode, Path};

/// Refuses a specification that cannot be compiled to tables for boards of `room` cells.
pub(super) fn check(spec: &Spec, room: usize) -> Result<(), SpecError> {
    let cells = spec.grid.cells();
    if cells > room {
        return Err(SpecError::TooManyCells(cells));
    }
    if spec.kinds.len() > KINDS {
        return Err(SpecError::TooManyKinds(spec.kinds.len()));
    }
    let count = |role| spec.kinds.iter().filter(|kind| kind.role == role).count();
    let (royal, pawns) = (count(Role::King), count(Role::Pawn));
    if royal != 1 {
        return Err(SpecError::RoyalKinds(royal));
    }
    if pawns > PAWN_KINDS {
        return Err(SpecError::TooManyPawns(pawns));
    }
    let flags = spec.castlings.len() + spec.laps.len();
    if flags > FLAGS {
        return Err(SpecError::TooManyFlags(flags));
    }
    if !spec.limits.are_sound() {
        return Err(SpecError::Limits);
    }
    if !spec.scoring.is_sound() {
        return Err(SpecError::Points);
    }
    let seats = spec.kinds[0].paths.len();
    for (index, kind) in spec.kinds.iter().enumerate() {
        check_kind(spec, kind, seats)?;
        if spec.kinds[..index].iter().any(|other| other.letter == kind.letter) {
            return Err(SpecError::LetterTwice(kind.letter));
        }
    }
    check_dead(spec)?;
    check_flags(spec, seats)
}

/// Refuses material that is dead on cells of one colour if the kind can leave its colour.
fn check_dead(spec: &Spec) -> Result<(), SpecError> {
    let Some(kind) = spec.dead.one_colour.and_then(|kind| spec.kinds.get(kind.index())) else {
        return Ok(());
    };
    let shade = |cell: Cell| {
        let (file, rank) = spec.grid.place(cell);
        (file + rank) % 2
    };
    let leaves = |paths: &Vec<Vec<Path>>| {
        spec.grid.all().any(|from| {
            let mut targets = paths[from.index()].iter().flat_map(Path::targets);
            targets.any(|to| shade(*to) != shade(from))
        })
    };
    if kind.paths.iter().any(leaves) { Err(SpecError::OneColour(kind.letter)) } else { Ok(()) }
}

fn check_kind(spec: &Spec, kind: &KindSpec, seats: usize) -> Result<(), SpecError> {
    let (cells, letter) = (spec.grid.cells(), kind.letter);
    let lengths = [&kind.promotes_on, &kind.declines_on, &kind.closed].map(Vec::len);
    let lengths = lengths.into_iter().chain([kind.choices.len()]);
    let is_wrong = |length: &usize| *length != seats;
    if !(1..=SEATS).contains(&seats)
        || is_wrong(&kind.paths.len())
        || lengths.into_iter().any(|length| is_wrong(&length))
    {
        return Err(SpecError::Seats(letter));
    }
    let wrong_lines = !kind.faces.is_empty() && kind.faces.len() != seats;
    if wrong_lines || kind.paths.iter().chain(&kind.faces).any(|by_cell| by_cell.len() != cells) {
        return Err(SpecError::Paths(letter));
    }
    let all: Vec<&Path> = kind.paths.iter().flatten().flatten().collect();
    let changes = kind.changes.iter().flat_map(|(cells, _)| cells);
    let zones = kind.promotes_on.iter().chain(&kind.closed).chain(&kind.regions).flatten();
    let facing = kind.faces.iter().flatten().flatten();
    let named = all.iter().copied().chain(facing).flat_map(|path| &path.cells);
    let mut named = named.chain(changes).chain(zones);
    let becomes = kind.changes.iter().map(|(_, kind)| kind);
    let mut kinds = kind.choices.iter().flatten().chain(becomes);
    let is_outside = |kind: &Kind| kind.index() >= spec.kinds.len();
    let is_supplied = |choices: &Vec<Kind>| kind.supply.len() == choices.len();
    let supplied = kind.supply.is_empty() || kind.choices.iter().all(is_supplied);
    if named.any(|cell| cell.index() >= cells) || kinds.any(is_outside) || !supplied {
        return Err(SpecError::Outside(letter));
    }
    let declines = kind.declines_on.iter().zip(kind.promotes_on.iter().zip(&kind.closed));
    let is_vain =
        |cell: &Cell, on: &[Cell], closed: &[Cell]| !on.contains(cell) || closed.contains(cell);
    if declines
        .into_iter()
        .any(|(cells, (on, closed))| cells.iter().any(|c| is_vain(c, on, closed)))
    {
        return Err(SpecError::Declines(letter));
    }
    let has_twice = |all: &Vec<Kind>| (1..all.len()).any(|n| all[..n].contains(&all[n]));
    if kind.choices.iter().any(has_twice) {
        return Err(SpecError::ChoiceTwice(letter));
    }
    let slides =
        |path: &&Path| path.mode == Mode::Lame || path.mode != Mode::Quiet && path.cells.len() > 1;
    if kind.role == Role::Pawn && all.iter().any(slides) {
        return Err(SpecError::SlidingPawn(letter));
    }
    if kind.role == Role::Pawn && pass_too_many(kind) {
        return Err(SpecError::LongStart(letter));
    }
    let steps = |path: &&Path| path.mode == Mode::Both && path.cells.len() == 1;
    if kind.role == Role::King && !all.iter().all(steps) {
        return Err(SpecError::King(letter));
    }
    let is_sound = |value: &u16| (1..=MOST_VALUE).contains(value) && kind.role != Role::King;
    if !kind.value.iter().all(is_sound) {
        return Err(SpecError::Value(letter));
    }
    if kind.role != Role::King && !kind.faces.is_empty() {
        return Err(SpecError::Faces(letter));
    }
    check_becoming(spec, kind)?;
    check_jumps(spec, kind)
}

fn check_flags(spec: &Spec, seats: usize) -> Result<(), SpecError> {
    let is_cell = |cell: &Cell| cell.index() < spec.grid.cells();
    for castling in &spec.castlings {
        let pairs = [castling.code, castling.king, castling.rook];
        let named = castling.empty.iter().chain(&castling.safe);
        let sound = castling.seat.index() < seats
            && pairs.iter().all(|(from, to)| is_cell(from) && is_cell(to))
            && named.into_iter().all(is_cell);
        if !sound {
            return Err(SpecError::FlagOutside(castling.right));
        }
    }
    check_castlings(spec)?;
    for lap in &spec.laps {
        let cells = lap.before.iter().chain(&lap.after).chain(&lap.goals);
        if lap.seat.index() >= seats || !cells.into_iter().all(is_cell) {
            return Err(SpecError::FlagOutside(lap.letter));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::limits::{GameLimits, MOST_QUIET_PLIES};
    use super::super::piece::Seat;
    use super::super::scoring::{FULL, Scoring};
    use super::super::spec::{CastlingSpec, DeadMaterial, EnPassantCounts};
    use super::super::variant::VariantTables;
    use super::*;
    use crate::geometry::{Grid, compass, slides, steps};

    /// Returns a game of kings and rooks on a small board.
    fn rooks() -> Spec {
        let grid = Grid::new(5, 5, |file, rank| (file, rank) != (4, 4));
        let cells = grid.cells();
        let king = |from| steps(&grid, from, &compass::ALL, Mode::Both);
        let rook = |from| slides(&grid, from, &compass::ORTHOGONAL, Mode::Both);
        Spec {
            name: "rooks".into(),
            kinds: vec![
                KindSpec::piece('R', cells, rook),
                KindSpec::piece('K', cells, king).royal(),
            ],
            castlings: Vec::new(),
            laps: Vec::new(),
            fields: Spec::fen_fields(),
            start: "r1k1*/5/5/5/R1K1R w - - 0 1".into(),
            dead: DeadMaterial::default(),
            scoring: Scoring::CLASSIC,
            limits: GameLimits::USUAL,
            en_passant_counts: EnPassantCounts::IfLegal,
            family_flags: 0,
            note: String::new(),
            grid,
        }
    }

    /// Returns the reason why a small game is refused after a change.
    fn refused(change: &dyn Fn(&mut Spec)) -> Option<SpecError> {
        let mut spec = rooks();
        change(&mut spec);
        VariantTables::<1>::compile(spec).err()
    }

    #[test]
    fn kings_stay_kings_and_castlings_take_nothing() {
        let becomes = |s: &mut Spec| s.kinds[0].choices[0] = vec![Kind(1)];
        assert_eq!(refused(&becomes), Some(SpecError::Royal('R')));
        let changes = |s: &mut Spec, kind: usize, into| {
            s.kinds[kind].changes = Some((vec![Cell(0)], Kind(into)));
        };
        assert_eq!(refused(&|s| changes(s, 0, 1)), Some(SpecError::Royal('R')));
        assert_eq!(refused(&|s| changes(s, 1, 0)), Some(SpecError::Royal('K')));
        let promotes = |s: &mut Spec| s.kinds[1].promotes_on[0] = vec![Cell(0)];
        assert_eq!(refused(&promotes), Some(SpecError::Royal('K')));
        let castling = |s: &mut Spec, king: (u8, u8), rook: (u8, u8)| {
            let pair = |(from, to)| (Cell(from), Cell(to));
            s.castlings.push(CastlingSpec {
                seat: Seat::WHITE,
                right: 'Q',
                code: pair(king),
                king: pair(king),
                rook: pair(rook),
                empty: Vec::new(),
                safe: Vec::new(),
            });
        };
        assert_eq!(refused(&|s| castling(s, (2, 0), (0, 1))), None);
        let meeting = |s: &mut Spec| castling(s, (2, 1), (0, 1));
        assert_eq!(refused(&meeting), Some(SpecError::CastlingCells('Q')));
        let still = |s: &mut Spec| castling(s, (2, 2), (0, 0));
        assert_eq!(refused(&still), Some(SpecError::CastlingCells('Q')));
        let step = |s: &mut Spec| castling(s, (2, 1), (0, 2));
        assert_eq!(refused(&step), Some(SpecError::CastlingText('Q')));
        let closed = |s: &mut Spec| {
            castling(s, (2, 0), (0, 1));
            s.kinds[0].closed[0] = vec![Cell(1)];
        };
        assert_eq!(refused(&closed), Some(SpecError::CastlingClosed('Q')));
    }

    #[test]
    fn every_contradiction_is_named() {
        assert_eq!(refused(&|_| ()), None);
        assert_eq!(refused(&|s| s.kinds[1].role = Role::Other), Some(SpecError::RoyalKinds(0)));
        assert_eq!(refused(&|s| s.kinds[0].role = Role::King), Some(SpecError::RoyalKinds(2)));
        assert_eq!(refused(&|s| s.kinds.clear()), Some(SpecError::RoyalKinds(0)));
        assert_eq!(refused(&|s| s.kinds[0].letter = 'K'), Some(SpecError::LetterTwice('K')));
        assert_eq!(refused(&|s| s.kinds[0].role = Role::Pawn), Some(SpecError::SlidingPawn('R')));
        assert_eq!(refused(&|s| s.kinds[0].jumps = true), Some(SpecError::JumpsAmongHoles('R')));
        let mode = |s: &mut Spec, mode| s.kinds[1].paths[0][3][0].mode = mode;
        assert_eq!(refused(&|s| mode(s, Mode::Quiet)), Some(SpecError::King('K')));
        assert_eq!(refused(&|s| mode(s, Mode::Lame)), Some(SpecError::King('K')));
        let value = |s: &mut Spec, kind: usize, value| s.kinds[kind].value = Some(value);
        assert_eq!(refused(&|s| value(s, 0, MOST_VALUE)), None);
        assert_eq!(refused(&|s| value(s, 0, MOST_VALUE + 1)), Some(SpecError::Value('R')));
        assert_eq!(refused(&|s| value(s, 0, 0)), Some(SpecError::Value('R')));
        assert_eq!(refused(&|s| value(s, 1, 100)), Some(SpecError::Value('K')));
        let faces = |s: &mut Spec, kind: usize| s.kinds[kind].faces = s.kinds[0].paths.clone();
        assert_eq!(refused(&|s| faces(s, 1)), None);
        assert_eq!(refused(&|s| faces(s, 0)), Some(SpecError::Faces('R')));
        assert_eq!(refused(&|s| drop(s.kinds[1].paths.pop())), Some(SpecError::Seats('K')));
        assert_eq!(refused(&|s| drop(s.kinds[0].paths[1].pop())), Some(SpecError::Paths('R')));
        assert_eq!(
            refused(&|s| s.kinds[0].choices[1] = vec![Kind(2)]),
            Some(SpecError::Outside('R'))
        );
        let twice = |s: &mut Spec| s.kinds[0].choices[0] = vec![Kind(1), Kind(0), Kind(1)];
        assert_eq!(refused(&twice), Some(SpecError::ChoiceTwice('R')));
        let declines = |s: &mut Spec| s.kinds[0].declines_on[0] = vec![Cell(3)];
        assert_eq!(refused(&declines), Some(SpecError::Declines('R')));
        let outside = |s: &mut Spec| s.kinds[0].paths[0][0][0].cells.push(Cell(24));
        assert_eq!(refused(&outside), Some(SpecError::Outside('R')));
        let limits = |s: &mut Spec, plies, times| {
            s.limits = GameLimits { quiet_plies: plies, occurrences: times };
        };
        assert_eq!(refused(&|s| limits(s, None, None)), None);
        assert_eq!(refused(&|s| limits(s, Some(1), Some(2))), None);
        for (plies, times) in [(Some(0), None), (Some(MOST_QUIET_PLIES + 1), None), (None, Some(1))]
        {
            assert_eq!(refused(&|s| limits(s, plies, times)), Some(SpecError::Limits));
        }
        let points = |s: &mut Spec| s.scoring.no_progress[1] = FULL + 1;
        assert_eq!(refused(&points), Some(SpecError::Points));
        let many = |s: &mut Spec| s.kinds = vec![s.kinds[0].clone(); KINDS + 1];
        assert_eq!(refused(&many), Some(SpecError::TooManyKinds(KINDS + 1)));
        let pawns = |s: &mut Spec| {
            let pawn = KindSpec { role: Role::Pawn, ..s.kinds[1].clone() };
            s.kinds.extend(vec![pawn; PAWN_KINDS + 1]);
        };
        assert_eq!(refused(&pawns), Some(SpecError::TooManyPawns(PAWN_KINDS + 1)));
        let large = |s: &mut Spec| s.grid = Grid::new(12, 12, |_, _| true);
        assert_eq!(refused(&large), Some(SpecError::TooManyCells(144)));
    }
}
