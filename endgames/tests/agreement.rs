//! Tables against the game itself: the value of a position in its table follows from the values
//! after its moves, and a full search proves it. The tables of built-in games are also compared
//! with the summaries in the program.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_endgames::{Library, Material, Summary, Verdict};
use rotunda_movegen::{
    Cell, DeadMaterial, Draughts, Duel, EnPassantCounts, FULL, Family, FamilyGame, Field,
    GameLimits, Grid, HALF, Kind, KindSpec, LapSpec, Mode, Options, Path, Position, Rules, Scoring,
    Seat, Spec, Variant, VariantTables, compass, slides, steps,
};

use crate::summaries;

/// The number of random positions of each material.
const POSITIONS: usize = 60;
/// The plies of the search that proves short wins.
const PROOF: u16 = 3;

/// Returns a random position without castling rights that the game accepts.
fn random_position<'v, R: Rules<W>, const W: usize>(
    tables: &'v VariantTables<W>,
    material: &Material,
    random: &mut ChaCha8Rng,
) -> Position<'v, W> {
    loop {
        let cells: Vec<Cell> = tables.grid().all().collect();
        let cells: Vec<Cell> =
            cells.choose_multiple(random, material.men().len()).copied().collect();
        let pieces = cells.into_iter().zip(material.men().iter().copied());
        let lapped = [random.random(), random.random()];
        let turn = Seat(random.random_range(0..2));
        let position = Position::assemble(tables, pieces, turn, lapped);
        if let Ok(parsed) = R::parse(tables, &R::fen(&position)) {
            return parsed;
        }
    }
}

fn points(outcome: u16, plies: u16) -> Verdict {
    match outcome {
        HALF => Verdict::Draw,
        share if share > HALF => Verdict::Win { share, plies },
        share => Verdict::Loss { share: FULL - share, plies },
    }
}

/// Returns a key that sorts verdicts by the preference of the side to move, the worst first.
fn preference(verdict: Verdict) -> (i32, i32) {
    match verdict {
        Verdict::Win { share, plies } => (i32::from(share), -i32::from(plies)),
        Verdict::Draw => (0, 0),
        Verdict::Loss { share, plies } => (-i32::from(share), i32::from(plies)),
    }
}

/// Returns the value, to the mover, of a move that leads to a position with this verdict.
fn before(verdict: Verdict) -> Verdict {
    match verdict {
        Verdict::Win { share, plies } => Verdict::Loss { share, plies: plies + 1 },
        Verdict::Loss { share, plies } => Verdict::Win { share, plies: plies + 1 },
        Verdict::Draw => Verdict::Draw,
    }
}

/// Returns the verdict if the rules end a game here, without clocks and repetitions.
fn ended<R: Rules<W>, const W: usize>(game: &FamilyGame<'_, R, W>) -> Option<Verdict> {
    let position = game.position();
    let outcome = R::ended(position).or_else(|| {
        let stuck = !R::has_move(position);
        stuck.then(|| R::no_moves_outcome(position, &R::check_info(position)))
    });
    outcome.map(|outcome| points(outcome.points(position.turn()), 0))
}

/// Returns the verdict on a position by one ply of look-ahead.
fn looked_ahead<R: Rules<W>, const W: usize>(
    library: &mut Library<R, W>,
    game: &FamilyGame<'_, R, W>,
) -> Verdict {
    if let Some(verdict) = ended(game) {
        return verdict;
    }
    let turn = game.position().turn();
    let claim = R::claim(game.position());
    let own = claim.filter(|claim| claim.seat == turn).map(|claim| points(claim.share, 0));
    let moves = game.moves();
    let worths = moves.iter().map(|mv| {
        let mut next = game.clone();
        next.play_unchecked(mv);
        let worth = library.probe(next.position());
        before(worth.unwrap_or_else(|| panic!("{} has no worth", next.fen())))
    });
    let best = worths.chain(own).max_by_key(|verdict| preference(*verdict));
    let best = best.expect("there is a move");
    let left = claim.filter(|claim| claim.seat != turn).map(|claim| points(FULL - claim.share, 0));
    left.into_iter().chain([best]).min_by_key(|verdict| preference(*verdict)).expect("the best one")
}

/// Returns whether the side to move wins the whole point within so many plies, by search of all
/// moves.
fn wins<R: Rules<W>, const W: usize>(game: &FamilyGame<'_, R, W>, plies: u16) -> bool {
    match ended(game) {
        Some(verdict) => matches!(verdict, Verdict::Win { share: FULL, .. }),
        None => plies > 0 && game.moves().iter().any(|mv| loses(&played(game, mv), plies - 1)),
    }
}

/// Returns whether the side to move loses the whole point within so many plies.
fn loses<R: Rules<W>, const W: usize>(game: &FamilyGame<'_, R, W>, plies: u16) -> bool {
    match ended(game) {
        Some(verdict) => matches!(verdict, Verdict::Loss { share: FULL, .. }),
        None => {
            plies > 0
                && R::claim(game.position())
                    .is_none_or(|claim| claim.seat != game.position().turn())
                && game.moves().iter().all(|mv| wins(&played(game, mv), plies - 1))
        }
    }
}

fn played<'v, R: Rules<W>, const W: usize>(
    game: &FamilyGame<'v, R, W>,
    mv: &R::Move,
) -> FamilyGame<'v, R, W> {
    let mut next = game.clone();
    next.play_unchecked(mv);
    next
}

/// Compares a table with the game on random positions, and on those after each of their moves, and
/// with the summary of the game if it has one.
fn compare<R: Rules<W>, const W: usize>(
    tables: &VariantTables<W>,
    names: &[&str],
    summary: Option<&Summary>,
) {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut library = Library::<R, W>::new(tables).expect("a duel");
    for name in names {
        let material = Material::parse(tables, name).expect("men of the variant");
        library.build(&material, &()).expect("small enough");
        // Summaries have the side with more pieces first.
        if let Some(summary) = summary.filter(|_| *name != "KKP") {
            summaries::check(&mut library, summary, &material);
        }
        let mut decided = 0;
        for _ in 0..POSITIONS {
            let game =
                FamilyGame::from_position(random_position::<R, W>(tables, &material, &mut random));
            let Some(verdict) = library.probe(game.position()) else {
                // The king of the side that is not to move has reached its goal, so the game is
                // over.
                assert!(R::ended(game.position()).is_some(), "{}", game.fen());
                continue;
            };
            decided += usize::from(verdict != Verdict::Draw);
            assert_eq!(verdict, looked_ahead(&mut library, &game), "{}", game.fen());
            let (win, loss) = match verdict {
                Verdict::Win { share: FULL, plies } => (plies, u16::MAX),
                Verdict::Loss { share: FULL, plies } => (u16::MAX, plies),
                _ => (u16::MAX, u16::MAX),
            };
            assert_eq!(wins(&game, PROOF), win <= PROOF, "{} {verdict:?}", game.fen());
            assert_eq!(loses(&game, PROOF - 1), loss < PROOF, "{} {verdict:?}", game.fen());
            // Positions with a pawn that has just made a double step arise only by moves.
            for mv in game.moves() {
                let next = played(&game, &mv);
                if let Some(verdict) = library.probe(next.position()) {
                    assert_eq!(verdict, looked_ahead(&mut library, &next), "{}", next.fen());
                }
            }
        }
        assert!(decided > 0 || ["KNK", "KBK", "KK"].contains(name), "nothing of {name} is decided");
    }
}

/// Returns the usual material, or more of it at full volume.
fn or_more<'a>(usual: &'a [&'a str], more: &'a [&'a str]) -> &'a [&'a str] {
    if crate::is_full_volume() { more } else { usual }
}

fn compare_variant(variant: &str, names: &[&str]) {
    match Variant::by_name(variant).expect("known").family(Options::default()) {
        Family::Duel(tables) => compare::<Duel, _>(tables, names, Some(&summaries::known(tables))),
        Family::Draughts(tables) => {
            compare::<Draughts, _>(tables, names, Some(&summaries::known(tables)));
        }
        _ => panic!("{variant} is a duel"),
    }
}

#[test]
fn chess() {
    compare_variant("chess", &["KQK", "KRK", "KBK", "KNK", "KPK", "KKP"]);
}

#[test]
fn rollerball() {
    compare_variant(
        "rollerball",
        or_more(&["KK", "KRK", "KBK", "KPK", "KKP"], &["KK", "KRK", "KBK", "KPK", "KKP", "KRKR"]),
    );
}

/// The material of the circular games.
const CIRCULAR: [&str; 5] = ["KQK", "KRK", "KNK", "KPK", "KXK"];

#[test]
fn circular70() {
    compare_variant("circular70", &CIRCULAR);
}

#[test]
fn circular68() {
    compare_variant("circular68", or_more(&["KNK", "KXK"], &CIRCULAR));
}

#[test]
fn circular66() {
    compare_variant("circular66", &CIRCULAR);
}

#[test]
fn round_table() {
    compare_variant("roundtable84", &["KQK", "KRK", "KNK", "KPK", "KKP"]);
}

#[test]
fn ordinary_without_checkers() {
    compare_variant(
        "ordinary-nocheckers",
        or_more(&["KRK", "KLK"], &["KQK", "KRK", "KLK", "KTK", "KPK"]),
    );
}

#[test]
fn ordinary() {
    compare_variant("ordinary", &["KLK"]);
}

/// Returns a game with kings, rooks, bishops and pawns on four files and six ranks. Both sides have
/// pawns, and the board is small enough that its endings are solved at once.
pub fn small_board() -> VariantTables<1> {
    let grid = Grid::new(4, 6, |_, _| true);
    let rook = Kind(1);
    let rank = |rank: usize| grid.all().filter(|c| grid.place(*c).1 == rank).collect::<Vec<_>>();
    let pawn = KindSpec {
        en_passant: true,
        promotes_on: vec![rank(5), rank(0)],
        closed: vec![rank(0), rank(5)],
        choices: vec![vec![rook]; 2],
        ..KindSpec::pawn('P', 24, |seat, from| {
            let (ahead, home) = if seat == Seat::WHITE { (1, 1) } else { (-1, 4) };
            let steps = if grid.place(from).1 == home { 2 } else { 1 };
            let way = (1..=steps).filter_map(|step| grid.offset(from, (0, ahead * step)));
            let sides = [-1, 1].into_iter().filter_map(|side| grid.offset(from, (side, ahead)));
            let takes = sides.map(|to| Path::leap(to, Mode::Capture));
            let quiet = Path { cells: way.collect(), mode: Mode::Quiet };
            takes.chain([quiet]).filter(|path| !path.cells.is_empty()).collect()
        })
    };
    let kinds = vec![
        pawn,
        KindSpec::piece('R', 24, |from| slides(&grid, from, &compass::ORTHOGONAL, Mode::Both)),
        KindSpec::piece('B', 24, |from| slides(&grid, from, &compass::DIAGONAL, Mode::Both)),
        KindSpec::piece('K', 24, |from| steps(&grid, from, &compass::ALL, Mode::Both)).royal(),
    ];
    compiled(of_squares("k2r/pppp/4/4/PPPP/K2R w - - 0 1", kinds, grid))
}

/// Returns a game with kings, queens, bishops and pawns on three files and five ranks, where
/// endings with pawns of both sides have few positions.
pub fn narrow_board() -> VariantTables<1> {
    let grid = Grid::new(3, 5, |_, _| true);
    let rank = |rank: usize| grid.all().filter(|c| grid.place(*c).1 == rank).collect::<Vec<_>>();
    let pawn = KindSpec {
        promotes_on: vec![rank(4), rank(0)],
        closed: vec![rank(0), rank(4)],
        choices: vec![vec![Kind(1)]; 2],
        ..KindSpec::pawn('P', 15, |seat, from| {
            let ahead = if seat == Seat::WHITE { 1 } else { -1 };
            let to = |side: i32| grid.offset(from, (side, ahead)).into_iter();
            let takes = [-1, 1].into_iter().flat_map(to).map(|to| Path::leap(to, Mode::Capture));
            takes.chain(to(0).map(|to| Path::leap(to, Mode::Quiet))).collect()
        })
    };
    let kinds = vec![
        pawn,
        KindSpec::piece('Q', 15, |from| slides(&grid, from, &compass::ALL, Mode::Both)),
        KindSpec::piece('B', 15, |from| slides(&grid, from, &compass::DIAGONAL, Mode::Both)),
        KindSpec::piece('K', 15, |from| steps(&grid, from, &compass::ALL, Mode::Both)).royal(),
    ];
    compiled(of_squares("k1q/ppp/3/PPP/K1Q w - - 0 1", kinds, grid))
}

/// Returns a game of a few kinds on a board of squares.
fn of_squares(start: &str, kinds: Vec<KindSpec>, grid: Grid) -> Spec {
    Spec {
        name: "squares".into(),
        kinds,
        castlings: vec![],
        laps: vec![],
        fields: Spec::fen_fields(),
        start: start.into(),
        dead: DeadMaterial::default(),
        scoring: Scoring::CLASSIC,
        limits: GameLimits::USUAL,
        en_passant_counts: EnPassantCounts::IfLegal,
        family_flags: 0,
        note: String::new(),
        grid,
    }
}

/// Returns the tables of a game.
fn compiled<const W: usize>(spec: Spec) -> VariantTables<W> {
    VariantTables::compile(spec).expect("a sound game")
}

#[test]
fn pawns_of_both_sides() {
    compare::<Duel, _>(&small_board(), &["KPPK", "KPKP", "KRKP"], None);
}

/// Returns a game with rooks, lame horses, and kings that may not face each other on a file, on
/// four files and five ranks.
fn horses_and_facing_kings() -> VariantTables<1> {
    let grid = Grid::new(4, 5, |_, _| true);
    let horse = |from| -> Vec<Path> {
        let turns = [(0, 1), (1, 0), (0, -1), (-1, 0)]
            .into_iter()
            .flat_map(|(x, y)| [1, -1].map(|turn| [(x, y), (2 * x + turn * y, 2 * y + turn * x)]));
        let cells = |steps: [(i32, i32); 2]| steps.map(|step| grid.offset(from, step));
        let whole = turns.filter_map(|steps| cells(steps).into_iter().collect::<Option<Vec<_>>>());
        whole.map(|cells| Path { cells, mode: Mode::Lame }).collect()
    };
    let lines = |from| slides(&grid, from, &[compass::N, compass::S], Mode::Capture);
    let facing: Vec<Vec<Path>> = grid.all().map(lines).collect();
    let king = KindSpec::piece('K', 20, |from| steps(&grid, from, &compass::ALL, Mode::Both));
    let kinds = vec![
        KindSpec::piece('N', 20, horse),
        KindSpec::piece('R', 20, |from| slides(&grid, from, &compass::ORTHOGONAL, Mode::Both)),
        KindSpec { faces: vec![facing.clone(), facing], ..king.royal() },
    ];
    compiled(of_squares("k2r/n3/4/3N/R2K w - - 0 1", kinds, grid))
}

#[test]
fn horses_that_are_stopped_and_kings_that_face_each_other() {
    compare::<Duel, _>(&horses_and_facing_kings(), &["KRK", "KNK", "KNNK", "KRKN"], None);
}

/// Returns a game of kings that race across the largest possible board to the opposite corner.
fn largest_board() -> VariantTables<2> {
    let grid = Grid::new(16, 16, |_, _| true);
    let king = KindSpec::piece('K', 256, |from| steps(&grid, from, &compass::ALL, Mode::Both));
    let rank = |rank: usize| grid.all().filter(|c| grid.place(*c).1 == rank).collect::<Vec<_>>();
    let lap = |seat, letter, before, after, goal| LapSpec {
        seat,
        letter,
        before: rank(before),
        after: rank(after),
        goals: vec![Cell(goal)],
    };
    let laps = vec![lap(Seat::WHITE, 'K', 7, 8, 255), lap(Seat::BLACK, 'k', 8, 7, 0)];
    let start = format!("k15/{}15K w - 0 1", "16/".repeat(14));
    compiled(Spec {
        laps,
        fields: vec![Field::Board, Field::Turn, Field::Flags, Field::Halfmove, Field::Fullmove],
        dead: DeadMaterial { never: true, ..DeadMaterial::default() },
        ..of_squares(&start, vec![king.royal()], grid)
    })
}

#[test]
fn boards_of_256_cells() {
    compare::<Duel, _>(&largest_board(), &["KK"], None);
}
