//! Specifications that contradict themselves are refused with the reason.

use rotunda_movegen::{
    Board, CastlingSpec, Cell, DeadMaterial, EnPassantCounts, FULL, GameLimits, Grid, KINDS, Kind,
    KindSpec, MOST_QUIET_PLIES, MOST_VALUE, Mode, PAWN_KINDS, Role, Scoring, Seat, Spec, SpecError,
    VariantTables, compass, slides, steps,
};

/// Returns a game of kings and rooks on a small board.
fn rooks() -> Spec {
    let grid = Grid::new(5, 5, |file, rank| (file, rank) != (4, 4));
    let cells = grid.cells();
    let king = |from| steps(&grid, from, &compass::ALL, Mode::Both);
    let rook = |from| slides(&grid, from, &compass::ORTHOGONAL, Mode::Both);
    Spec {
        name: "rooks".into(),
        kinds: vec![KindSpec::piece('R', cells, rook), KindSpec::piece('K', cells, king).royal()],
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
    assert_eq!(refused(&|s| s.kinds[0].choices[1] = vec![Kind(2)]), Some(SpecError::Outside('R')));
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
    for (plies, times) in [(Some(0), None), (Some(MOST_QUIET_PLIES + 1), None), (None, Some(1))] {
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
