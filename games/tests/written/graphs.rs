//! Graphs with forking lines and arbitrary numbering, against a walk along every branch.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use rotunda_games::read;
use rotunda_movegen::Game;

/// The files and ranks of the grid on which the cells lie.
const SIZE: usize = 5;
/// The number of graphs, and of positions on each.
const GRAPHS: u64 = 40;
const POSITIONS: usize = 40;

type Cell = usize;
/// The targets of a step from a cell along a heading, each with the heading there.
type Steps = BTreeMap<(Cell, usize), Vec<(Cell, usize)>>;
type Men = BTreeMap<Cell, (usize, char)>;

fn name(cell: Cell) -> String {
    format!("{}{}", char::from(b'a' + (cell % SIZE) as u8), cell / SIZE + 1)
}

/// Returns links from every cell along two headings, a fifth of which fork.
fn random_steps(random: &mut StdRng) -> Steps {
    let mut steps = Steps::new();
    for cell in 0..SIZE * SIZE {
        for heading in 0..2 {
            let mut ways: Vec<(Cell, usize)> = Vec::new();
            for _ in 0..if random.random_bool(0.2) { 2 } else { 1 } {
                let to = random.random_range(0..SIZE * SIZE);
                if to != cell && ways.iter().all(|(other, _)| *other != to) {
                    ways.push((to, random.random_range(0..2)));
                }
            }
            if !ways.is_empty() {
                steps.insert((cell, heading), ways);
            }
        }
    }
    steps
}

/// Returns the game on a graph, with kings where they do not attack each other.
fn file(steps: &Steps, start: &str) -> String {
    let mut links = String::new();
    for ((cell, heading), ways) in steps {
        let join = |all: Vec<String>| all.join("/");
        let to = join(ways.iter().map(|(to, _)| name(*to)).collect());
        let after = join(ways.iter().map(|(_, after)| ["x", "y"][*after].to_owned()).collect());
        let _ = write!(links, "\"{} {} {to} {after}\", ", name(*cell), ["x", "y"][*heading]);
    }
    format!(
        "[[game]]\nname = \"test\"\nstart = {start:?}\n\
         board = {{ shape = \"graph\", files = {SIZE}, ranks = {SIZE}, orthogonal = \"x y\", links = [{links}] }}\n\
         piece = [\n\
         {{ letter = \"R\", moves = [{{ slides = \"x y\" }}] }},\n\
         {{ letter = \"C\", moves = [{{ slides = \"x y\", mode = \"move\" }}, {{ slides = \"x y\", mode = \"hop\" }}] }},\n\
         {{ letter = \"B\", moves = [{{ bent = [\"x y+\"] }}] }},\n\
         {{ letter = \"K\", moves = [{{ steps = \"x y\" }}], royal = true }},\n]\n"
    )
}

/// Returns the position string of pieces.
fn fen(men: &Men, turn: usize) -> String {
    let letter = |cell: Cell| match men.get(&cell) {
        Some((0, letter)) => letter.to_string(),
        Some((_, letter)) => letter.to_ascii_lowercase().to_string(),
        None => "1".into(),
    };
    let row = |rank: usize| {
        let row: String = (0..SIZE).map(|file| letter(rank * SIZE + file)).collect();
        (2..=SIZE).rev().fold(row, |row, run| row.replace(&"1".repeat(run), &run.to_string()))
    };
    let rows: Vec<String> = (0..SIZE).rev().map(row).collect();
    format!("{} {} - - 0 1", rows.join("/"), ["w", "b"][turn])
}

/// The results of a walk.
struct Walk<'a> {
    steps: &'a Steps,
    men: &'a Men,
    /// The empty cells that the walk passes, and the pieces that it meets.
    quiet: BTreeSet<Cell>,
    found: [BTreeSet<Cell>; 2],
}

impl Walk<'_> {
    /// Follows every branch. A bent piece turns to the second heading after one step.
    fn on(&mut self, at: (Cell, usize), passed: &[Cell], most: usize, hurdles: usize, bends: bool) {
        let ways = self.steps.get(&at).cloned().unwrap_or_default();
        for (to, facing) in ways {
            if most == 0 || passed.contains(&to) {
                continue;
            }
            let next = if bends { (to, 1) } else { (to, facing) };
            let passed = [passed, &[to]].concat();
            let stands = self.men.contains_key(&to);
            if stands {
                self.found[hurdles].insert(to);
            } else if hurdles == 0 {
                self.quiet.insert(to);
            }
            if hurdles + usize::from(stands) < 2 {
                self.on(next, &passed, most - 1, hurdles + usize::from(stands), false);
            }
        }
    }
}

/// Returns the cells to which a piece could move, and the cells of pieces of either side that it
/// could capture.
fn reach(steps: &Steps, men: &Men, from: Cell) -> (BTreeSet<Cell>, BTreeSet<Cell>) {
    let found = || [BTreeSet::new(), BTreeSet::new()];
    let mut walk = Walk { steps, men, quiet: BTreeSet::new(), found: found() };
    let letter = men[&from].1;
    let headings = if letter == 'B' { 0..1 } else { 0..2 };
    for heading in headings {
        let most = if letter == 'K' { 1 } else { SIZE * SIZE };
        walk.on((from, heading), &[from], most, 0, letter == 'B');
    }
    let [first, second] = walk.found;
    (walk.quiet, if letter == 'C' { second } else { first })
}

fn is_exposed(steps: &Steps, men: &Men, side: usize) -> bool {
    let king = men.iter().find(|(_, man)| **man == (side, 'K')).map(|(cell, _)| *cell);
    let king = king.expect("a king");
    let mut enemies = men.iter().filter(|(_, man)| man.0 != side);
    enemies.any(|(from, _)| reach(steps, men, *from).1.contains(&king))
}

fn moves(steps: &Steps, men: &Men, side: usize) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for (from, man) in men.iter().filter(|(_, man)| man.0 == side) {
        let (quiet, taken) = reach(steps, men, *from);
        let taken = taken.into_iter().filter(|to| men[to].0 != side);
        for to in quiet.into_iter().chain(taken) {
            let mut after = men.clone();
            after.remove(from);
            after.insert(to, *man);
            if !is_exposed(steps, &after, side) {
                all.insert(name(*from) + &name(to));
            }
        }
    }
    all
}

fn random_men(random: &mut StdRng, count: usize) -> Men {
    let mut men = Men::new();
    for index in 0..count {
        let man = match index {
            0 | 1 => (index, 'K'),
            _ => (random.random_range(0..2), ['R', 'C', 'B'][random.random_range(0..3)]),
        };
        let mut at = random.random_range(0..SIZE * SIZE);
        while men.contains_key(&at) {
            at = random.random_range(0..SIZE * SIZE);
        }
        men.insert(at, man);
    }
    men
}

#[test]
fn lines_fork_and_wind_through_the_numbering() {
    let (mut compared, mut checks) = (0, 0);
    for seed in 0..GRAPHS {
        let mut random = StdRng::seed_from_u64(seed);
        let steps = random_steps(&mut random);
        let start = (0..100).map(|_| random_men(&mut random, 2));
        let start = start.into_iter().find(|men| (0..2).all(|side| !is_exposed(&steps, men, side)));
        let Some(start) = start else { continue };
        let text = file(&steps, &fen(&start, 0));
        let games = read("f", &text).unwrap_or_else(|error| panic!("{error}"));
        let variant = games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
        for _ in 0..POSITIONS {
            let count = random.random_range(3..9);
            let men = random_men(&mut random, count);
            let fen = fen(&men, 0);
            let game = variant.game_from(Some(&fen));
            if is_exposed(&steps, &men, 1) {
                assert!(game.is_err(), "{fen}\n{text}");
                continue;
            }
            let game = game.unwrap_or_else(|error| panic!("{fen}: {error}"));
            let found = game.legal_moves();
            let found: BTreeSet<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(found, moves(&steps, &men, 0), "{fen}\n{text}");
            compared += 1;
            checks += usize::from(!game.checkers().is_empty());
        }
    }
    assert!(compared > 300 && checks > 50, "{compared} positions, {checks} checks");
}

#[test]
fn holes_are_cut_out_of_hexagons() {
    let text = "[[game]]\nname = \"test\"\nstart = \"**k**/*3*/5/4*/*1K1* w - - 0 1\"\n\
        board = { shape = \"hex\", size = 3, holes = \"a1 e1 e2\" }\n\
        piece = [ { letter = \"R\", moves = \"R\" }, { letter = \"K\", moves = \"K\", royal = true } ]\n";
    let games = read("f", text).unwrap_or_else(|error| panic!("{error}"));
    let variant = games[0].unlisted().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(variant.cells(), 16);
    let game = variant.game();
    let names = game.cells();
    assert!(["a1", "e1", "e2"].iter().all(|hole| !names.contains(&(*hole).to_owned())));
    assert!(names.contains(&"a2".to_owned()) && names.contains(&"e3".to_owned()));
    let whole = text.replace(", holes = \"a1 e1 e2\"", "").replace("4*/*1K1*", "5/2K2");
    let games = read("f", &whole).unwrap_or_else(|error| panic!("{error}"));
    let whole = games[0].unlisted().unwrap_or_else(|error| panic!("{error}")).game();
    let texts = |game: &Game| -> BTreeSet<String> {
        let moves = game.legal_moves();
        let texts = moves.iter().map(ToString::to_string);
        texts.filter(|text| !["a1", "e1", "e2"].iter().any(|hole| text.ends_with(hole))).collect()
    };
    assert_eq!(texts(&game), texts(&whole));
}

#[test]
fn hexagons_of_a_graph_have_three_shades() {
    let cells = [("a1", (0, 0)), ("b1", (1, 0)), ("a2", (0, 1)), ("b2", (1, 1)), ("c1", (2, 0))];
    let deltas = [
        ("n", (0, 1)),
        ("ne", (1, 0)),
        ("se", (1, -1)),
        ("s", (0, -1)),
        ("sw", (-1, 0)),
        ("nw", (-1, 1)),
    ];
    let mut links = String::new();
    for (from, (x, y)) in cells {
        for (heading, (dx, dy)) in deltas {
            if let Some((to, _)) = cells.iter().find(|(_, at)| *at == (x + dx, y + dy)) {
                let _ = write!(links, "\"{from} {heading} {to}\", ");
            }
        }
    }
    let text = format!(
        "[[game]]\nname = \"test\"\nstart = \"1k*/K2 w - - 0 1\"\n\
         board = {{ shape = \"graph\", files = 3, ranks = 2, holes = \"c2\", orthogonal = \"n ne se s sw nw\", links = [{links}] }}\n\
         piece = [ {{ letter = \"K\", moves = \"W\", royal = true }} ]\n"
    );
    let games = read("f", &text).unwrap_or_else(|error| panic!("{error}"));
    let tiles = &games[0].data().layout.tiles;
    let shade = |name: &str| {
        let grid = &games[0].data().spec.grid;
        tiles[grid.named(name).expect("a cell").index()].shade
    };
    for (one, two) in [
        ("a1", "b1"),
        ("a1", "a2"),
        ("b1", "a2"),
        ("b1", "b2"),
        ("a2", "b2"),
        ("b1", "c1"),
        ("b2", "c1"),
    ] {
        assert_ne!(shade(one), shade(two), "{one} {two}");
    }
}
