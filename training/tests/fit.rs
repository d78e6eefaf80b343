//! Fits as a whole: numbers that were changed before the games are found again, whatever the number
//! of threads, and are refused where there is nothing to learn from.

use std::any::Any;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use rotunda_movegen::{Family, Options, Position, Rules, SEATS, Variant, in_family};
use rotunda_search::net::{Derived, EvalFit, EvalParams, even_standing, soft_maximum};
use rotunda_training::{
    Ending, FitConfig, FitEvent, Fitted, PlayedGame, Ply, TrainingError, Visitor, fit, record,
    replay,
};
use tempfile::TempDir;

use crate::random_games;

/// The number of games in the data.
const GAMES: u64 = 120;
/// A pull that hardly holds the numbers back.
const WEAK: f32 = 1e-5;

/// A judge of a game's searched positions, by an evaluation with other numbers. It remembers the
/// seat that leads in the last one.
struct Judge<'a> {
    params: &'a EvalParams,
    /// The evaluation, a [`Derived`] for the board word of the game.
    derived: Option<Box<dyn Any>>,
    scores: Vec<i16>,
    leader: usize,
}

impl Visitor for Judge<'_> {
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        _: &Ply<R::Move>,
    ) {
        let start = || R::start(position.variant());
        let derived = || -> Box<dyn Any> { Box::new(Derived::with_params(&start(), self.params)) };
        let derived = self.derived.get_or_insert_with(derived).downcast_ref::<Derived<W>>();
        let derived = derived.expect("one game");
        let mover = position.turn();
        let score = if R::ALTERNATES {
            let score = derived.duel(position).0;
            self.leader = if score > 0 { mover } else { mover.opponent() }.index();
            score
        } else {
            let values = derived.seats(position);
            self.leader = (0..SEATS).max_by_key(|seat| values[*seat]).unwrap_or_default();
            lead(position, &values)
        };
        self.scores.push(score.clamp(-5000, 5000) as i16);
    }
}

/// Returns the lead of the mover over all rivals, each of whom plays alone.
fn lead<const W: usize>(position: &Position<W>, values: &[i32; SEATS]) -> i32 {
    let rivals = position.living().filter(|seat| *seat != position.turn());
    let rivals = rivals.map(|seat| values[seat.index()]).reduce(soft_maximum).unwrap_or(0);
    values[position.turn().index()] - rivals - even_standing(position.living_sides())
}

/// Returns the usual numbers of a game.
fn usual(family: Family) -> EvalParams {
    in_family!(family, R, tables => Derived::params(&R::start(tables)))
}

/// Judges a game by an evaluation with these numbers. The seat that leads at the end wins.
fn judged(family: Family, mut game: PlayedGame, params: &EvalParams) -> PlayedGame {
    let stored = record(family, &game).expect("a legal game");
    let mut seen = Judge { params, derived: None, scores: Vec::new(), leader: 0 };
    replay(family, &stored, &mut seen).expect("it makes sense");
    game.points = std::array::from_fn(|seat| if seat == seen.leader { 100 } else { 0 });
    for (search, score) in game.searches.iter_mut().zip(&seen.scores) {
        (search.best, search.score) = (None, *score);
    }
    game
}

/// Creates a folder with games of a variant that are judged by an evaluation with other numbers,
/// which `change` makes of the usual ones.
fn folder(name: &str, change: impl FnOnce(&mut EvalParams)) -> TempDir {
    let variant = Variant::by_name(name).expect("known");
    let family = variant.family(Options::default());
    let mut params = usual(family);
    change(&mut params);
    let games: Vec<PlayedGame> = random_games::games(variant, GAMES)
        .into_iter()
        .map(|game| judged(family, game, &params))
        .collect();
    let bytes = random_games::written(&random_games::header(variant), &games);
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("games.rtd"), bytes).expect("writable");
    folder
}

/// Returns the fit to the searches of a folder's games alone.
fn config(folder: &Path, file: &str) -> FitConfig {
    let usual = FitConfig::new(vec![folder.join("games.rtd")], folder.join(file));
    FitConfig { result: Some(0.0), lambda: Some(0.0), ..usual }
}

fn fitted(config: &FitConfig) -> Fitted {
    fit(config, &mut |_| ControlFlow::Continue(())).expect("a fit")
}

fn after(fitted: &Fitted, name: &str) -> (i32, i32) {
    let number = fitted.numbers.iter().find(|number| number.name == name);
    number.map_or_else(|| panic!("{name}: {:?}", fitted.numbers), |n| (n.before, n.after))
}

#[test]
fn numbers_of_two_players_are_found_again() {
    let folder = folder("rollerball", |params| {
        *params.values.get_mut(&'R').expect("a rook") += 150;
        params.race = 500;
        params.tempo = 40;
    });
    let fitted = fitted(&FitConfig { pull: Some(WEAK), ..config(folder.path(), "my.fit") });
    let (before, rook) = after(&fitted, "value R");
    assert!((100..=200).contains(&(rook - before)), "{:?}", fitted.numbers);
    assert!((400..=600).contains(&after(&fitted, "race").1), "{:?}", fitted.numbers);
    assert!((30..=50).contains(&after(&fitted, "tempo").1), "{:?}", fitted.numbers);
    assert!(fitted.after < fitted.before / 4.0, "{} {}", fitted.before, fitted.after);
    assert!(fitted.held_out < fitted.before / 4.0, "{} {}", fitted.before, fitted.held_out);
}

#[test]
fn numbers_of_more_players_are_found_again() {
    let folder = folder("modern3", |params| {
        *params.values.get_mut(&'R').expect("a rook") += 200;
    });
    let fitted = fitted(&FitConfig { pull: Some(WEAK), ..config(folder.path(), "my.fit") });
    let (before, rook) = after(&fitted, "value R");
    assert!((80..=320).contains(&(rook - before)), "{:?}", fitted.numbers);
    assert!(fitted.after < fitted.before * 0.8, "{} {}", fitted.before, fitted.after);
}

#[test]
fn a_number_at_its_bound_leaves_the_rest_to_the_others() {
    let folder = folder("rollerball", |params| params.pawn_end = 1500);
    let fitted = fitted(&FitConfig { pull: Some(WEAK), ..config(folder.path(), "my.fit") });
    assert_eq!(after(&fitted, "pawn_end"), (100, 500));
    assert!(after(&fitted, "pawn").1 > 150, "{:?}", fitted.numbers);
    assert!(fitted.after < fitted.before / 4.0, "{} {}", fitted.before, fitted.after);
    assert!(fitted.held_out < fitted.after * 1.2, "{} {}", fitted.after, fitted.held_out);
}

#[test]
fn usual_numbers_stay_where_they_are_right() {
    let folder = folder("rollerball", |_| {});
    let fitted = fitted(&config(folder.path(), "my.fit"));
    for number in &fitted.numbers {
        assert!((number.after - number.before).abs() <= 1 + number.before / 50, "{number:?}");
    }
}

#[test]
fn threads_change_no_number_and_the_file_comes_back() {
    let folder = folder("rollerball", |params| params.pawn = 200);
    let one = fitted(&FitConfig { threads: 1, ..config(folder.path(), "one.fit") });
    let three = fitted(&FitConfig { threads: 3, ..config(folder.path(), "three.fit") });
    assert_eq!(one.fit, three.fit);
    let text = fs::read_to_string(folder.path().join("one.fit")).expect("written");
    assert_eq!(EvalFit::parse(&text), Ok(one.fit.clone()));
    assert_eq!(one.fit.variant().map(|variant| variant.name), Ok("rollerball"));
    assert!(one.pull.is_some() && after(&one, "pawn").1 > 150, "{:?}", one.numbers);
    assert!(one.fit.note.contains("games, games; pull "), "{}", one.fit.note);
}

#[test]
fn fits_without_enough_games_or_that_end_early_write_nothing() {
    let folder = folder("rollerball", |_| {});
    let refused = |config: &FitConfig| {
        let refused = fit(config, &mut |_| ControlFlow::Continue(())).expect_err("it is refused");
        assert!(!config.out.exists(), "{refused}");
        refused
    };
    let with = |data: &str| FitConfig {
        data: vec![folder.path().join(data)],
        ..config(folder.path(), "none.fit")
    };
    let rollerball = Variant::by_name("rollerball").expect("known");
    let few = random_games::games(rollerball, 3);
    let few = random_games::written(&random_games::header(rollerball), &few);
    fs::write(folder.path().join("few.rtd"), few).expect("writable");
    let mut open = random_games::games(rollerball, GAMES);
    for game in &mut open {
        game.ending = Ending::Unfinished;
    }
    let open = random_games::written(&random_games::header(rollerball), &open);
    fs::write(folder.path().join("open.rtd"), open).expect("writable");
    fs::write(folder.path().join("no.rtd"), "no games").expect("writable");
    assert!(matches!(refused(&with("few.rtd")), TrainingError::TooFewGames));
    assert!(matches!(refused(&with("open.rtd")), TrainingError::TooFewGames));
    assert!(matches!(refused(&with("no.rtd")), TrainingError::File { .. }));
    assert!(matches!(refused(&with("absent.rtd")), TrainingError::File { .. }));
    let config = config(folder.path(), "early.fit");
    let ended = fit(&config, &mut |event| match event {
        FitEvent::Tried { .. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    assert!(matches!(ended, Err(TrainingError::Stopped)) && !config.out.exists());
}
