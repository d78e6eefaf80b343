//! The rules of the circular games: each takes effect in recorded and in random games, which engine
//! and oracle play alike.

use rotunda_movegen::{Family, FamilyGame, Game, Multiplayer, Options, Rules, VariantTables};

use super::agree::Comparison;
use super::coverage::{required, watch};
use super::random_games::{WalkStep, play_random_games, repeat};
use crate::coverage::Coverage;
use crate::each_variant::{each_multiplayer_game, if_wanted};
use crate::oracle::ring::Ring;
use crate::recorded::{Recorder, records, shortest_cut};
use crate::support::{is_full_volume, rng, volume};

/// The number of positions in which a game must be compared.
const ENOUGH: usize = 5000;

/// A game whose rules are compared.
struct Exploration<'a> {
    /// The file of its recorded positions.
    file: &'a str,
    ring: &'a Ring,
    /// The events that must happen.
    required: Vec<String>,
}

/// Compares games of a variant by these rules, and checks that all required events happen.
fn explore(variant: &str, exploration: &Exploration) {
    let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
    match entry.family(Options::default()) {
        Family::Multiplayer(tables) => exploration.run(tables),
        Family::WideMultiplayer(tables) => exploration.run(tables),
        family => panic!("{variant} is {family:?}"),
    }
}

impl Exploration<'_> {
    fn run<const W: usize>(&self, tables: &'static VariantTables<W>)
    where
        Game: From<FamilyGame<'static, Multiplayer, W>>,
    {
        let coverage = self.random_games(tables);
        if is_full_volume() {
            coverage.require(self.file, &self.required);
        }
        self.recorded_games(tables);
    }

    /// Compares random games, and returns the events in them.
    fn random_games<const W: usize>(&self, tables: &'static VariantTables<W>) -> Coverage
    where
        Game: From<FamilyGame<'static, Multiplayer, W>>,
    {
        let (file, ring) = (self.file, self.ring);
        let mut coverage = Coverage::default();
        let (mut good, mut bad) = (0, 0);
        let mut comparison = Comparison::new(FamilyGame::new(tables));
        let mut recorder = Recorder::if_recording();
        let on_start = |text: &str, is_good: bool| {
            let found = Multiplayer::parse(tables, text);
            assert_eq!(found.is_ok(), is_good, "{file} {text}: {:?}", found.err());
            if is_good { good += 1 } else { bad += 1 }
        };
        play_random_games(ring, &mut rng(file), on_start, |step| {
            let text = ring.fen(step.now());
            assert_eq!(ring.parse(&text).as_ref(), Ok(step.now()), "{file} {text}");
            let seen = seen(step);
            comparison.on_position(step);
            if let Some(recorder) = &mut recorder {
                if step.moves.is_empty() {
                    recorder.begin();
                }
                recorder.offer(&seen, || way(step, &seen));
            }
            coverage.add(seen);
        });
        if let Some(recorder) = recorder {
            recorder.write(file);
        }
        let Comparison { positions, actions, .. } = comparison;
        println!("{file}: {positions} positions, {actions} actions, {good} starts, {bad} refused");
        assert!(good > 9 * bad, "{file}: {bad} of the artificial positions are impossible");
        assert!(positions >= volume(ENOUGH), "{file}: {positions} positions");
        coverage
    }

    /// Compares the recorded positions. Every rule must take effect in them.
    fn recorded_games<const W: usize>(&self, tables: &'static VariantTables<W>)
    where
        Game: From<FamilyGame<'static, Multiplayer, W>>,
    {
        let mut coverage = Coverage::default();
        let mut comparison = Comparison::new(FamilyGame::new(tables));
        comparison.thorough = 1;
        for record in records(self.file) {
            let mut last = Coverage::default();
            repeat(self.ring, &record, |step| {
                comparison.on_position(step);
                last = seen(step);
            });
            let lacks = record.rules.iter().find(|rule| !last.names().any(|name| name == **rule));
            assert_eq!(lacks, None, "not met: {record}");
            coverage.add(last);
        }
        coverage.require(&format!("{}, recorded", self.file), &self.required);
    }
}

/// Returns the rules that take effect in a position.
fn seen(step: &WalkStep) -> Coverage {
    let mut seen = Coverage::default();
    watch(step, &mut seen);
    seen
}

/// Returns the shortest way to a position with all these events: its start and its moves.
fn way(step: &WalkStep, all: &Coverage) -> (String, Vec<String>) {
    let is_same = |plies: usize| step.after_plies(plies, |step| seen(step) == *all);
    let cut = shortest_cut(step.line.len(), is_same);
    step.after_plies(cut, |step| (step.ring.fen(&step.line[0]), step.moves.to_vec()))
}

fn is_played_as_the_oracle_plays_it(variant: &'static str) {
    let ring = Ring::new(variant).expect("a known variant");
    let required = required(&ring).into_iter().map(String::from).collect();
    explore(variant, &Exploration { file: variant, ring: &ring, required });
}

each_multiplayer_game!(is_played_as_the_oracle_plays_it);

/// Compares a Modern game in which neighbours are team mates, who swap their pawns.
fn compare_neighbours(variant: &'static str, teams: &str) {
    let ring = Ring::new(variant).and_then(|ring| ring.with_teams(teams)).expect("proper teams");
    let mut names = required(&ring);
    names.extend(["swap: P with M, face to face", "swap: M with P, face to face"]);
    let required = names.into_iter().map(String::from).collect();
    let file = format!("{variant}-{teams}");
    if_wanted(variant, |name| explore(name, &Exploration { file: &file, ring: &ring, required }));
}

#[test]
fn two_modern_pairs_of_neighbours_swap_their_pawns() {
    compare_neighbours("modern4", "ab.cd");
}

#[test]
fn three_modern_pairs_of_neighbours_swap_their_pawns() {
    compare_neighbours("modern6", "ab.cd.ef");
}

#[test]
fn modern_neighbours_in_two_teams_swap_their_pawns() {
    compare_neighbours("modern6", "abc.def");
}
