//! The composition of mates: few men at random, or the middle of a random game. The naive search
//! alone judges them.

use std::collections::HashSet;
use std::fmt::Write;

use rand::seq::{IndexedMutRandom, IndexedRandom, IteratorRandom};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Family, Game, Options, Seat, Variant};

use super::prover::moves_to_mate;
use super::{MOST, WANTED};

/// The number of mates in two that come from random games, with many men.
const FROM_GAMES: usize = 10;
/// The most attackers and the most defenders beside the kings.
const MEN: [usize; 2] = [4, 2];
/// The cells that are drawn for the defender's king. It takes the one with the fewest moves.
const CORNERED: usize = 4;
/// The cells that are drawn for each attacker. It takes the nearest to the defender's king.
const NEAR: usize = 3;
/// The probability that a scene is new, and not a change of the last one that was taken.
const NEW: f64 = 0.4;
/// The plies of a random game before the first that is judged, between two of them, and of all.
const PLIES: [usize; 3] = [40, 3, 160];
/// The most random games of a variant.
const GAMES: usize = 20;
/// The most positions that the naive search may visit for a mate in two in a random game, for one
/// in three among few men, and for one in four.
const BUDGETS: [u64; 3] = [10_000, 300_000, 2_000_000];

/// A place: row and column.
type Place = (usize, usize);
/// A man by its place, side and kind.
type Man = (Place, usize, char);

/// The men of a position, and the side to move.
#[derive(Clone)]
struct Scene {
    men: Vec<Man>,
    turn: usize,
}

/// A board to set men on.
struct Board {
    family: Family,
    /// The rows of the start position, without men; `None` is no cell.
    rows: Vec<Vec<Option<String>>>,
    cells: Vec<Place>,
    /// The fields of the start position behind the board.
    fields: Vec<String>,
    /// The letters of the kinds, without the king.
    kinds: Vec<char>,
    /// The names of the seats, which are also the marks of their men; none in duels.
    seats: Option<[char; 2]>,
}

impl Board {
    fn new(name: &str) -> Self {
        let variant = Variant::by_name(name).expect("a known variant");
        let mut fields: Vec<String> = variant.start().split(' ').map(String::from).collect();
        let men = fields.remove(0);
        let seats = (!variant.is_duel()).then_some(['a', 'b']);
        if seats.is_none() {
            // No rights to castle.
            fields[1] = "-".into();
        }
        let rows: Vec<Vec<_>> = men.split('/').map(|row| cells(row, seats.is_some())).collect();
        let mut kinds: Vec<char> = men.chars().filter(char::is_ascii_uppercase).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.retain(|kind| *kind != 'K');
        let places = rows.iter().enumerate();
        let places =
            places.flat_map(|(row, cells)| (0..cells.len()).map(move |column| (row, column)));
        let cells = places.filter(|(row, column)| rows[*row][*column].is_some()).collect();
        Self { family: variant.family(Options::default()), rows, cells, fields, kinds, seats }
    }

    /// Returns the position string with some men, by cell, side and kind, and a side to move.
    fn fen(&self, men: &[Man], turn: usize) -> String {
        let mut rows = self.rows.clone();
        for ((row, column), side, kind) in men {
            rows[*row][*column] = Some(match self.seats {
                Some(seats) => format!("{}{kind}", seats[*side]),
                None if *side == 0 => kind.to_string(),
                None => kind.to_ascii_lowercase().to_string(),
            });
        }
        let rows: Vec<_> = rows.iter().map(|row| text(row)).collect();
        let mover = self.seats.unwrap_or(['w', 'b'])[turn];
        format!("{} {mover} {}", rows.join("/"), self.fields[1..].join(" "))
    }

    /// Returns the game from a position if it could arise: the king of the side that has moved is
    /// not attacked.
    fn game(&self, Scene { men, turn }: &Scene) -> Option<Game> {
        let turn = *turn;
        let places: HashSet<_> = men.iter().map(|man| man.0).collect();
        if places.len() < men.len() {
            return None;
        }
        let game = self.family.game(Some(&self.fen(men, turn))).ok()?;
        let king = |(_, piece): &(_, rotunda_movegen::Piece)| {
            piece.seat() == Seat(1 - turn as u8) && game.kinds()[piece.kind().index()].0 == 'K'
        };
        let (cell, _) = game.pieces().into_iter().find(king)?;
        let is_free = game.attackers(cell, Seat(turn as u8)).is_empty();
        (is_free && game.outcome().is_none()).then_some(game)
    }

    /// Returns a cell at which a lone king has few moves.
    fn corner(&self, rng: &mut ChaCha8Rng) -> Place {
        let moves = |place: &Place| {
            let other = *self.cells.iter().find(|cell| *cell != place).expect("another cell");
            let fen = self.fen(&[(*place, 0, 'K'), (other, 1, 'K')], 0);
            let game = self.family.game(Some(&fen)).ok();
            game.map_or(usize::MAX, |game| {
                let king = game.pieces().into_iter().find(|(_, piece)| piece.seat() == Seat(0));
                game.reach(king.expect("it stands there").0).len()
            })
        };
        let drawn = self.cells.iter().choose_multiple(rng, CORNERED);
        *drawn.into_iter().min_by_key(|place| moves(place)).expect("there are cells")
    }

    fn kind(&self, rng: &mut ChaCha8Rng) -> char {
        *self.kinds.choose(rng).expect("there are kinds")
    }

    fn place(&self, rng: &mut ChaCha8Rng) -> Place {
        *self.cells.choose(rng).expect("there are cells")
    }

    /// Returns a place that is rather near to another.
    fn place_near(&self, other: Place, rng: &mut ChaCha8Rng) -> Place {
        let drawn = self.cells.iter().choose_multiple(rng, NEAR);
        *drawn.into_iter().min_by_key(|place| distance(**place, other)).expect("there are cells")
    }

    /// Returns few men at random, with an attacker to move. Some may stand on one cell.
    fn few_men(&self, rng: &mut ChaCha8Rng) -> Scene {
        let turn = rng.random_range(0..2);
        let king = self.corner(rng);
        let mut men = vec![(king, 1 - turn, 'K'), (self.place_near(king, rng), turn, 'K')];
        for _ in 0..rng.random_range(2..=MEN[0]) {
            men.push((self.place_near(king, rng), turn, self.kind(rng)));
        }
        for _ in 0..rng.random_range(0..=MEN[1]) {
            men.push((self.place(rng), 1 - turn, self.kind(rng)));
        }
        Scene { men, turn }
    }

    /// Returns a scene in which one man stands on another cell.
    fn changed(&self, scene: &Scene, rng: &mut ChaCha8Rng) -> Scene {
        let mut scene = scene.clone();
        let man = scene.men.choose_mut(rng).expect("there are men");
        man.0 = self.place(rng);
        scene
    }
}

/// Returns the distance of two places in rows or columns, whichever is longer.
fn distance(a: Place, b: Place) -> usize {
    a.0.abs_diff(b.0).max(a.1.abs_diff(b.1))
}

/// Returns the cells of a row, empty, as the men of a position string's row stand; `None` is no
/// cell. A man of many players has two letters.
fn cells(row: &str, is_multiplayer: bool) -> Vec<Option<String>> {
    let mut cells = Vec::new();
    let mut number = 0;
    for letter in row.chars().chain(['/']) {
        if let Some(digit) = letter.to_digit(10) {
            number = number * 10 + digit as usize;
            continue;
        }
        cells.extend(std::iter::repeat_n(Some(String::new()), number));
        number = 0;
        match letter {
            '*' => cells.push(None),
            '/' => {}
            _ if is_multiplayer && letter.is_ascii_lowercase() => {}
            _ => cells.push(Some(String::new())),
        }
    }
    cells
}

/// Returns a row as a position string writes it.
fn text(row: &[Option<String>]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for cell in row.iter().map(Option::as_deref).chain([Some("/")]) {
        if cell == Some("") {
            empty += 1;
            continue;
        }
        if empty > 0 {
            write!(text, "{empty}").expect("a string grows");
            empty = 0;
        }
        text.push_str(cell.unwrap_or("*"));
    }
    text.pop();
    text
}

/// The mates that have been found, by their length.
struct Found {
    lines: [Vec<String>; MOST as usize],
    wanted: [usize; MOST as usize],
    seen: HashSet<u64>,
}

impl Found {
    fn wants(&self, moves: u32) -> bool {
        let index = moves as usize - 1;
        self.lines[index].len() < self.wanted[index]
    }

    /// Adds a position if a mate of its length is wanted. Returns whether it is.
    fn add(&mut self, game: &Game, moves: u32) -> bool {
        let is_new = self.wants(moves) && self.seen.insert(game.key());
        if is_new {
            self.lines[moves as usize - 1].push(format!("{}; mate {moves}", game.fen()));
        }
        is_new
    }

    /// Adds a mate in two of a random game.
    fn add_of_game(&mut self, family: Family, rng: &mut ChaCha8Rng) {
        let mut game = family.game(None).expect("the start");
        let [first, step, last] = PLIES;
        for ply in 0..last {
            if game.outcome().is_some() {
                return;
            }
            let is_judged = ply >= first && ply % step == 0;
            let fen = game.fen();
            if is_judged
                && moves_to_mate(family, &fen, 2, BUDGETS[0]) == Ok(Some(2))
                && self.add(&game, 2)
            {
                return;
            }
            let mv = game.legal_moves().choose(rng).expect("a move").clone();
            game.play(&mv).expect("legal");
        }
    }
}

/// Returns the lines of a variant's file.
pub fn compose(name: &str) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(name.bytes().map(u64::from).sum());
    let board = Board::new(name);
    let lines = Default::default();
    let mut found = Found { lines, wanted: [0, FROM_GAMES, 0, 0], seen: HashSet::new() };
    for _ in 0..GAMES {
        found.add_of_game(board.family, &mut rng);
        if !found.wants(2) {
            break;
        }
    }
    found.wanted = WANTED;
    let mut last = board.few_men(&mut rng);
    while (1..=MOST).any(|moves| found.wants(moves)) {
        let is_new = rng.random_bool(NEW);
        let scene = if is_new { board.few_men(&mut rng) } else { board.changed(&last, &mut rng) };
        let Some(game) = board.game(&scene) else { continue };
        let fen = game.fen();
        let mut quickest = moves_to_mate(board.family, &fen, MOST - 1, BUDGETS[1]);
        if quickest == Ok(None) && found.wants(MOST) {
            quickest = moves_to_mate(board.family, &fen, MOST, BUDGETS[2]);
        }
        if let Ok(Some(moves)) = quickest
            && found.add(&game, moves)
        {
            last = scene;
        }
    }
    found.lines.iter().flatten().fold(String::new(), |text, line| text + line + "\n")
}
