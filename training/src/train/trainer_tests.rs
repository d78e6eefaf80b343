//! Nets that learn from random games: right gradients, the same net for any number of threads, and
//! less loss than without a net.

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::ThreadPoolBuilder;
use rotunda_movegen::{GameRecord, Options, SEATS, Seat, Variant};
use rotunda_search::net::{ACTIVE, Base, Network, OUTPUT_UNIT, Provenance, Shape};

use super::examples::Examples;
use super::logit::unit;
use super::model::{Model, Objective, Pass};
use super::quantise::{bound, quantise, rounding};
use super::regions::regions;
use super::trainer::{Losses, Schedule, State, Trainer};
use super::training::units;
use crate::file::plies::{PlayedGame, record};
use crate::file::scored::MoveSearch;
use crate::file::stored_game::{Ending, StoredGame};

/// Plies of a random game, at most.
const PLIES: usize = 60;

/// Returns random games. The winner of a game depends on its number.
pub(crate) fn records(variant: &'static Variant, games: u64) -> Vec<StoredGame> {
    (0..games).map(|number| random_game(variant, number)).collect()
}

fn random_game(variant: &'static Variant, number: u64) -> StoredGame {
    let mut random = ChaCha8Rng::seed_from_u64(number);
    let mut game = GameRecord::new(variant, Options::default(), None).expect("the start");
    let mut searches = Vec::new();
    while searches.len() < PLIES && game.outcome().is_none() {
        let legal = game.game().legal_moves();
        game.play(legal.choose(&mut random).expect("the game goes on")).expect("legal");
        searches.push(MoveSearch { best: None, score: random.random_range(-300..300) });
    }
    let mut points = [0; SEATS];
    let seats = (0..variant.seats as u8).map(Seat);
    let alive = seats.filter(|seat| game.game().is_alive(*seat));
    let winner = alive.max_by_key(|seat| (u64::from(seat.0) * 7 + number) % 5);
    points[winner.map_or(0, Seat::index)] = 100;
    let (opening, ending) = (0, Ending::Level);
    let played = PlayedGame { record: game, opening, searches, ending, points };
    record(variant.family(Options::default()), &played).expect("legal moves")
}

/// Returns examples from random games.
pub(crate) fn examples(variant: &str, games: u64) -> Examples {
    examples_on(variant, games, Base::Full)
}

fn examples_on(variant: &str, games: u64, base: Base) -> Examples {
    let variant = Variant::by_name(variant).expect("known");
    let family = variant.family(Options::default());
    let mut examples = Examples::none(family, base);
    for game in records(variant, games) {
        examples.add(&game).expect("as written");
    }
    examples.set_td_targets(0.5, &OBJECTIVE.units);
    examples
}

/// Returns a net with three regions and threats, and random weights.
pub(crate) fn model(examples: &Examples) -> Model {
    model_with(examples, true)
}

fn model_with(examples: &Examples, threats: bool) -> Model {
    let layout = examples.features.layout();
    let regions = regions(examples, 3);
    let shape = Shape {
        inputs: layout.inputs(),
        regions: regions.count(),
        threats,
        hidden: 16,
        buckets: 2,
        men: examples.men,
        perspectives: layout.perspectives,
    };
    let board = (layout, examples.family.grid());
    Model::new(shape, regions, board, &mut ChaCha8Rng::seed_from_u64(3))
}

const OBJECTIVE: Objective = Objective { result: 0.6, scale: 200.0, units: [200.0; SEATS + 1] };
const SCHEDULE: Schedule = Schedule { epochs: 3, rate: 0.003, decay: 1.0, seed: 9 };

#[test]
fn without_a_base_the_scales_are_those_of_the_search() {
    for variant in ["rollerball", "modern3"] {
        let scales = |base| units(&examples_on(variant, 20, base)).map(f32::to_bits);
        let of_search = std::array::from_fn(|sides| unit(sides).to_bits());
        assert_eq!(scales(Base::None), of_search, "{variant}");
        assert_ne!(scales(Base::Full), of_search, "{variant}");
    }
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    for variant in ["rollerball", "modern3", "modern4-2v2"] {
        let examples = examples(variant, 20);
        let mut model = model(&examples);
        let columns = model.columns();
        let pass =
            Pass { model: &model, examples: &examples, objective: OBJECTIVE, columns: &columns };
        let losses = examples.training.iter().map(|example| (pass.loss(example), example));
        let (_, example) = losses.max_by(|a, b| a.0.total_cmp(&b.0)).expect("there are some");
        let loss = |model: &Model| {
            let columns = model.columns();
            Pass { model, examples: &examples, objective: OBJECTIVE, columns: &columns }
                .loss(example)
        };
        let mut gradient = vec![0.0; model.len()];
        let columns = model.columns();
        let pass =
            Pass { model: &model, examples: &examples, objective: OBJECTIVE, columns: &columns };
        pass.learn(example, &mut gradient);
        model.share(&mut gradient);
        let matters = |index: &usize| gradient[*index].abs() > 1e-3;
        let checked: Vec<usize> = (0..model.len()).filter(matters).step_by(7).take(150).collect();
        assert!(checked.len() > 40, "{variant}: {} parameters matter", checked.len());
        for index in checked {
            let before = model.parameters[index];
            let step = 2e-3;
            let at = |offset: f32, model: &mut Model| {
                model.parameters[index] = before + offset;
                loss(model)
            };
            let slope = (at(step, &mut model) - at(-step, &mut model)) / (2.0 * step);
            model.parameters[index] = before;
            // Steps in single precision, across the corners of the activation now and then.
            let off = (slope - gradient[index]).abs();
            assert!(
                off < 0.02 + 0.1 * slope.abs(),
                "{variant} {index}: {slope} {}",
                gradient[index]
            );
        }
    }
}

fn trained(examples: &Examples, threads: usize, is_continued: bool) -> (Model, Vec<Losses>, f32) {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let model = model(examples);
    let bound = bound(model.shape);
    let mut trainer =
        Trainer::new((model, is_continued), (examples, &pool), OBJECTIVE, SCHEDULE, bound);
    let nothing = trainer.validate(&trainer.model.zeros());
    let losses = (0..SCHEDULE.epochs).map(|epoch| trainer.epoch(epoch)).collect();
    (trainer.model, losses, nothing)
}

#[test]
fn any_number_of_threads_makes_the_same_net() {
    let examples = examples("rollerball", 60);
    let of = |threads| trained(&examples, threads, false).0.parameters;
    assert_eq!(of(1), of(3));
}

#[test]
fn a_training_goes_on_from_its_state_to_the_same_net() {
    let examples = examples("modern3", 60);
    let (whole, losses, _) = trained(&examples, 2, true);
    let pool = ThreadPoolBuilder::new().build().expect("threads");
    let fresh = || {
        let (model, parts) = (model(&examples), (&examples, &pool));
        let bound = bound(model.shape);
        Trainer::new((model, true), parts, OBJECTIVE, SCHEDULE, bound)
    };
    let mut first = fresh();
    let mut parts = vec![first.epoch(0)];
    let mut second = fresh();
    assert!(second.resume(first.state(), 1));
    parts.extend((1..SCHEDULE.epochs).map(|epoch| second.epoch(epoch)));
    assert_eq!((second.model.parameters, parts), (whole.parameters, losses));
    let short = State { parameters: vec![0.0], ..first.state() };
    assert!(!fresh().resume(short, 1));
}

#[test]
fn decay_leads_a_continued_net_to_its_origin_and_a_new_net_to_zero() {
    let examples = examples("rollerball", 25);
    let pool = ThreadPoolBuilder::new().build().expect("threads");
    let origin = model(&examples);
    let bound = bound(origin.shape);
    // The mean distance of the input weights from some others after twelve steps.
    let distance = |is_continued: bool, decay: f32, others: &[f32]| {
        let schedule = Schedule { epochs: 12, decay, ..SCHEDULE };
        let model = (origin.clone(), is_continued);
        let mut trainer = Trainer::new(model, (&examples, &pool), OBJECTIVE, schedule, bound);
        for epoch in 0..schedule.epochs {
            trainer.epoch(epoch);
        }
        let weights = trainer.model.parameters[..origin.biases()].iter().zip(others);
        weights.map(|(weight, other)| (weight - other).abs()).sum::<f32>() / others.len() as f32
    };
    let zeros = vec![0.0; origin.len()];
    for (is_continued, goal) in [(true, &origin.parameters), (false, &zeros)] {
        let free = distance(is_continued, 0.0, goal);
        let pulled = distance(is_continued, 25.0, goal);
        assert!(pulled < 0.9 * free, "{is_continued}: {pulled} of {free}");
        // More than the whole distance in each step: each ends one step from its origin.
        let held = distance(is_continued, 1e6, goal);
        assert!(held < 0.1 * free, "{is_continued}: {held} of {free}");
    }
}

#[test]
fn other_examples_have_another_checksum() {
    let examples = examples("rollerball", 25);
    let (mut rescored, mut other) =
        (self::examples("rollerball", 25), self::examples("rollerball", 24));
    assert_eq!(examples.checksum(), rescored.checksum());
    rescored.training[3].expected[0] += 0.125;
    other.points.push(*examples.points.last().expect("a game"));
    assert!([&rescored, &other].iter().all(|other| other.checksum() != examples.checksum()));
}

#[test]
fn losses_fall_and_integers_say_nearly_the_same() {
    let examples = examples("rollerball", 200);
    let (model, losses, nothing) = trained(&examples, 2, false);
    let last = losses.last().expect("there are epochs");
    assert!(last.training < losses[0].training && last.training < nothing, "{losses:?} {nothing}");
    let columns = model.columns();
    let pass = Pass { model: &model, examples: &examples, objective: OBJECTIVE, columns: &columns };
    let network = quantise(&model, &examples, OBJECTIVE.scale, Provenance::default());
    let fine = rounding(&network, &pass);
    assert!(fine.is_fine() && fine.greatest >= fine.mean && fine.mean > 0.0, "{fine}");
    assert_eq!(
        model.parameters,
        model.with_round_outputs().parameters,
        "the last epochs keep them"
    );
    let coarse = Network { scale: 40 * network.scale, ..network.clone() };
    assert!(!rounding(&coarse, &pass).is_fine());
    let new = self::model(&examples);
    let again =
        quantise(&new.with_weights_of(&network), &examples, OBJECTIVE.scale, Provenance::default());
    assert!(again == network);
    assert_eq!(network.fits(Variant::by_name("rollerball").expect("known")), Ok(()));
}

#[test]
fn a_net_without_threats_begins_to_learn_of_them() {
    let examples = examples("rollerball", 25);
    let integers =
        |model: &Model| quantise(model, &examples, OBJECTIVE.scale, Provenance::default());
    let network = integers(&model_with(&examples, false));
    let begun = integers(&model(&examples).with_weights_of(&network));
    let (of_regions, of_states) = begun.columns.split_at(network.columns.len());
    assert!(of_regions == &*network.columns);
    assert!(!of_states.is_empty() && of_states.iter().all(|weight| *weight == 0));
}

#[test]
fn weights_go_to_the_nearest_integer() {
    let examples = examples("rollerball", 25);
    let mut model = self::model(&examples).zeros();
    let (active, unit) = (ACTIVE as f32, OUTPUT_UNIT as f32);
    let places = [
        (0, active),
        (model.biases(), active),
        (model.outputs(), unit),
        (model.output_biases(), active * unit),
    ];
    let set = |model: &mut Model, integers: f32| {
        for (place, unit) in places {
            model.parameters[place] = integers / unit;
        }
        let network = quantise(model, &examples, OBJECTIVE.scale, Provenance::default());
        let wide = [network.columns[0], network.biases[0], network.outputs[0]].map(i32::from);
        (wide, network.output_biases[0])
    };
    assert_eq!(set(&mut model, 2.6), ([3; 3], 3));
    assert_eq!(set(&mut model, 2.4), ([2; 3], 2));
    assert_eq!(set(&mut model, -2.6), ([-3; 3], -3));
}
