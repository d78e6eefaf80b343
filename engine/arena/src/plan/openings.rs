//! [`Openings`]: the beginning of every game, as a pure function of seed, variant and round.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{GameRecord, Options, Seat, Variant};
use rotunda_notation::pgn::{GameText, Note, PgnReader, PlayedGame};
use rotunda_notation::{GameError, LineError, LineNote, Lines, PositionLine};
use rotunda_protocol::PositionOrder;
use rotunda_search::{Event, Limits, Searcher, StopHandle, TableError, TranspositionTable, Value};
use serde::{Deserialize, Serialize};

use super::match_plan::{OpeningSource, Order};
use crate::base::error::{BookError, BookPlace, BookProblem};

/// The megabytes of the hash table with which random openings are judged.
const JUDGE_HASH: usize = 1;
/// The number of random openings to try. If none is balanced, the most balanced of them is taken.
const ATTEMPTS: usize = 100;
/// The text that stands for the variant in the name of a book.
const PLACE: &str = "{variant}";

/// The beginning of a game: a position, and moves from there.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Opening {
    /// The position, if it is not the variant's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The moves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Opening {
    /// Returns the command that sets it up in the present variant.
    #[must_use]
    pub fn position(&self) -> PositionOrder {
        PositionOrder {
            fen: self.fen.clone(),
            moves: self.moves.clone(),
            ..PositionOrder::start_of(None)
        }
    }

    /// Returns the game after its moves; `None` if it is not an opening of the variant.
    #[must_use]
    pub fn game(&self, entry: &'static Variant, options: Options) -> Option<GameRecord> {
        let mut record = GameRecord::new(entry, options, self.fen.as_deref()).ok()?;
        for text in &self.moves {
            let mv = record.game().parse_move(text).ok()?;
            record.play(&mv).ok()?;
        }
        Some(record)
    }

    /// Reads the opening in a line of a book, with the notes about oddities of the line.
    ///
    /// A line is a position string, with or without its counters and with or without EPD
    /// operations, then perhaps `moves` and moves; or moves from the start. Moves are coordinates
    /// or SAN, with or without their numbers.
    ///
    /// # Errors
    /// Returns an error if the position or a move does not belong to the variant, or if the
    /// position can be read with a change alone.
    pub fn parse(line: &str, entry: &'static Variant) -> Result<(Self, Vec<LineNote>), LineError> {
        let PositionLine { start, moves, notes, .. } = PositionLine::read(line, entry)?;
        let changed = notes.iter().find_map(|note| match note {
            LineNote::Position(change) => Some(change.clone()),
            _ => None,
        });
        if let Some(change) = changed {
            return Err(LineError::Changed(change));
        }
        // In full, whatever the book leaves out: not every engine fills it in.
        let opening = Self { fen: start, moves: moves.iter().map(ToString::to_string).collect() };
        Ok((opening, notes))
    }

    /// Returns the main line of a game.
    fn of_game(game: &PlayedGame) -> Self {
        let moves = game.main_line().map(|ply| ply.mv.to_string()).collect();
        Self { fen: game.header.start.clone(), moves }
    }
}

/// The openings of a match.
pub(crate) struct Openings {
    source: OpeningSource,
    seed: u64,
    variants: Vec<&'static str>,
    /// The lines of each variant's book.
    books: Vec<Vec<Opening>>,
    /// The notes about oddities of the books, each with its place.
    notes: Vec<String>,
}

impl Openings {
    /// Reads the books, if there are any, and notes their contents in the source.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, a line is not an opening of the variant, or a
    /// file has no lines.
    pub fn read(
        source: &mut OpeningSource,
        variants: &[&'static Variant],
        seed: u64,
    ) -> Result<Self, BookError> {
        let (mut books, mut notes) = (Vec::new(), Vec::new());
        if let OpeningSource::Book { file, digest, .. } = source {
            *digest = 0;
            for entry in variants {
                let path = file.replace(PLACE, entry.name);
                let bytes = contents(&path).map_err(|problem| in_book(&path, None, problem))?;
                books.push(book(&path, &bytes, entry, &mut notes)?);
                *digest = fnv(*digest, &bytes);
            }
        }
        let variants = variants.iter().map(|entry| entry.name).collect();
        Ok(Self { source: source.clone(), seed, variants, books, notes })
    }

    /// Returns the notes about what was left out or changed in reading the books.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the files of the books.
    pub fn files(&self) -> Vec<PathBuf> {
        match &self.source {
            OpeningSource::Book { file, .. } => {
                self.variants.iter().map(|name| file.replace(PLACE, name).into()).collect()
            }
            OpeningSource::Start | OpeningSource::Random { .. } => Vec::new(),
        }
    }

    /// Returns the opening of a round of a variant, which is given as index and entry.
    pub fn opening(
        &self,
        (index, entry): (usize, &'static Variant),
        round: u64,
        judge: &mut Judge,
    ) -> Opening {
        match self.source {
            OpeningSource::Start => Opening::default(),
            OpeningSource::Book { order, .. } => self.line(index, entry.name, order, round),
            OpeningSource::Random { plies, bound, .. } => {
                let mut random = self.random(entry.name, round);
                judge.balanced(entry, plies, bound, &mut random)
            }
        }
    }

    /// Returns the line of a book for a round. Each pass takes every line once, in the set order.
    fn line(&self, index: usize, name: &str, order: Order, round: u64) -> Opening {
        let book = &self.books[index];
        let (pass, place) = (round / book.len() as u64, (round % book.len() as u64) as usize);
        match order {
            Order::Sequential => book[place].clone(),
            Order::Random => {
                let mut lines: Vec<usize> = (0..book.len()).collect();
                lines.shuffle(&mut self.random(name, pass));
                book[lines[place]].clone()
            }
        }
    }

    fn random(&self, name: &str, number: u64) -> ChaCha8Rng {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        seed[8..16].copy_from_slice(&number.to_le_bytes());
        seed[16..24].copy_from_slice(&fnv(0, name.as_bytes()).to_le_bytes());
        ChaCha8Rng::from_seed(seed)
    }
}

/// Returns the contents of a book. Pipes and devices, which may never end, are refused.
fn contents(path: &str) -> Result<Vec<u8>, BookProblem> {
    if !fs::metadata(path)?.is_file() {
        return Err(BookProblem::NoFile);
    }
    Ok(fs::read(path)?)
}

/// Returns the error for a book, or for a place in it.
fn in_book(path: &str, place: Option<BookPlace>, problem: impl Into<BookProblem>) -> BookError {
    BookError { path: path.into(), place, problem: Box::new(problem.into()) }
}

/// An opening and its place in its book.
type Placed = (BookPlace, Opening);
/// A problem and its place; `None` for the book as a whole.
type Misplaced = (Option<BookPlace>, BookProblem);

/// Returns the openings of a book: the games of a PGN, or its lines.
fn book(
    path: &str,
    bytes: &[u8],
    entry: &'static Variant,
    notes: &mut Vec<String>,
) -> Result<Vec<Opening>, BookError> {
    let mut note =
        |place: BookPlace, note: &dyn Display| notes.push(format!("{path}: {place}: {note}"));
    let is_pgn = Path::new(path).extension().is_some_and(|kind| kind.eq_ignore_ascii_case("pgn"));
    let found =
        if is_pgn { games(bytes, entry, &mut note) } else { lines(bytes, entry, &mut note) };
    let found = found.map_err(|(place, problem)| in_book(path, place, problem))?;
    let mut openings = Vec::new();
    for (place, opening) in found {
        let wrong = |problem: BookProblem| in_book(path, Some(place), problem);
        let game = opening.game(entry, Options::default());
        let game = game.ok_or_else(|| wrong(BookProblem::Illegal(entry.name)))?;
        if let Some(outcome) = game.outcome() {
            return Err(wrong(BookProblem::Over(outcome.reason)));
        }
        openings.push(opening);
    }
    if openings.is_empty() {
        return Err(in_book(path, None, BookProblem::Empty));
    }
    Ok(openings)
}

/// Returns the openings of a PGN with their places, and passes the notes about its games on.
fn games(
    bytes: &[u8],
    entry: &'static Variant,
    on_note: &mut dyn FnMut(BookPlace, &dyn Display),
) -> Result<Vec<Placed>, Misplaced> {
    let opening = |game: Result<GameText, GameError>| {
        let game = game.and_then(|game| PlayedGame::of(game, entry));
        // The error names its game.
        let game = game.map_err(|error| (None, error.into()))?;
        let (place, found) = (BookPlace::Game(game.number), game.header.variant.name);
        if found != entry.name {
            let problem = BookProblem::OtherVariant { variant: entry.name, found };
            return Err((Some(place), problem));
        }
        for note in &game.notes {
            if let Note::Position(change) = note {
                let error = LineError::Changed(change.clone());
                return Err((Some(place), BookProblem::Line { variant: entry.name, error }));
            }
            on_note(place, note);
        }
        Ok((place, Opening::of_game(&game)))
    };
    PgnReader::new(bytes).map(opening).collect()
}

/// Returns the openings of a list with their places, and passes the notes about its lines on.
fn lines(
    bytes: &[u8],
    entry: &'static Variant,
    on_note: &mut dyn FnMut(BookPlace, &dyn Display),
) -> Result<Vec<Placed>, Misplaced> {
    let mut found = Vec::new();
    for (line, number) in Lines::new(bytes).zip(1..) {
        let place = BookPlace::Line(number);
        let line = line.map_err(|error| (Some(place), error.into()))?;
        let line = line.trim();
        if PositionLine::is_comment(line) {
            continue;
        }
        let opening = Opening::parse(line, entry);
        let wrong = |error| (Some(place), BookProblem::Line { variant: entry.name, error });
        let (opening, notes) = opening.map_err(wrong)?;
        for note in &notes {
            on_note(place, note);
        }
        found.push((place, opening));
    }
    Ok(found)
}

/// Continues an FNV-1a hash with bytes. The hash is the same on every machine and in every version.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    bytes.iter().fold(hash ^ BASIS, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(PRIME))
}

/// A judge of positions. Its short searches always give the same result.
pub(crate) struct Judge {
    searcher: Searcher,
    limits: Limits,
}

impl Judge {
    /// Creates a judge with the limits of the source of the openings.
    ///
    /// # Errors
    /// Returns an error if there is no memory for a hash table.
    pub fn new(source: &OpeningSource) -> Result<Self, TableError> {
        let nodes = match source {
            OpeningSource::Random { nodes, .. } => *nodes,
            _ => 1,
        };
        let searcher = Searcher::with_table(Arc::new(TranspositionTable::new(JUDGE_HASH)?));
        Ok(Self { searcher, limits: Limits::nodes(nodes) })
    }

    /// Returns random moves from the start after which neither side has more than the bound; after
    /// many attempts, the most balanced of them.
    ///
    /// With more than two sides only the mover's score is bounded, which is 0 for an even share;
    /// the seatings of a block make up for the others.
    fn balanced(
        &mut self,
        entry: &'static Variant,
        plies: u32,
        bound: i32,
        random: &mut ChaCha8Rng,
    ) -> Opening {
        let mut best = (u32::MAX, Opening::default());
        for _ in 0..ATTEMPTS {
            let Some(moves) = walk(entry, plies, random) else { continue };
            let lead = self.lead(entry, &moves).unsigned_abs();
            if lead < best.0 {
                best = (lead, Opening { fen: None, moves });
            }
            if lead <= bound.unsigned_abs() {
                break;
            }
        }
        best.1
    }

    /// Returns the mover's score after moves from the start, in centipawns.
    fn lead(&mut self, entry: &'static Variant, moves: &[String]) -> i32 {
        let opening = Opening { fen: None, moves: moves.to_vec() };
        let Some(game) = opening.game(entry, Options::default()) else { return i32::MAX };
        self.searcher.new_game();
        let mut lead = i32::MAX;
        let on_event = |event| match event {
            Event::Info(info) if info.multi_pv == 1 => {
                lead = match info.value {
                    Value::Centipawns(score) => score,
                    Value::Mate(_) => i32::MAX,
                };
            }
            _ => {}
        };
        self.searcher.run(game.game(), &self.limits, &StopHandle::new(), on_event);
        lead
    }
}

/// Returns random legal moves from the start, with more than two players in whole rounds; `None` if
/// the game ends on the way, or a player is eliminated.
fn walk(entry: &'static Variant, plies: u32, random: &mut ChaCha8Rng) -> Option<Vec<String>> {
    let mut game = entry.family(Options::default()).game(None).ok()?;
    let mut moves = Vec::new();
    let seats = entry.seats as u32;
    let plies = if seats > 2 { plies.next_multiple_of(seats) } else { plies };
    for _ in 0..plies {
        let mv = game.legal_moves().choose(random)?.clone();
        game.play(&mv).ok()?;
        if game.outcome().is_some() {
            return None;
        }
        moves.push(mv.to_string());
    }
    let all_play = (0..seats as u8).all(|seat| game.is_alive(Seat(seat)));
    all_play.then_some(moves)
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{Reason, Variant};

    use super::*;

    const OPEN_GAME: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";

    #[test]
    fn lines_of_books_come_in_many_forms() {
        let chess = Variant::by_name("chess").expect("known");
        let parse = |line: &str| Opening::parse(line, chess).map(|(opening, _)| opening);
        let full = format!("{OPEN_GAME} 0 2");
        assert_eq!(parse(&full).expect("an opening").fen, Some(full.clone()));
        for epd in [OPEN_GAME.to_string(), format!("{OPEN_GAME} hmvc 0; fmvn 1; id \"x\";")] {
            let opening = parse(&epd).expect("an opening");
            assert_eq!(opening.fen, Some(format!("{OPEN_GAME} 0 1")), "{epd}");
        }
        let moves = ["e2e4".to_string(), "e7e5".to_string()];
        for line in ["e2e4 e7e5", "e4 e5", "1. e4 e5", "startpos moves e2e4 e5"] {
            assert_eq!(parse(line).expect("an opening").moves, moves, "{line}");
        }
        let opening = parse(&format!("{full} moves g1f3")).expect("an opening");
        let command = opening.position().to_string();
        assert_eq!(command, format!("position fen {full} moves g1f3"));
        for wrong in ["e2e5", "rubbish", "startpos moves e2e5"] {
            assert!(matches!(parse(wrong), Err(LineError::Move(_))), "{wrong}");
        }
        for inexact in ["w HAha - 0 1", "w KQkq e3 0 1", "W KQkq -"] {
            let line = format!("r3k2r/8/8/8/8/8/8/R3K2R {inexact}");
            assert!(matches!(parse(&line), Err(LineError::Changed(_))), "{line}");
        }
    }

    #[test]
    fn games_are_openings() {
        let chess = Variant::by_name("chess").expect("known");
        let text = format!("[FEN \"{OPEN_GAME} 0 2\"]\n\n2. Nf3 (2. f4) 2... Nc6 *\n\n1. d4 *\n");
        let read =
            |text: &str, notes: &mut Vec<String>| book("x.pgn", text.as_bytes(), chess, notes);
        let openings = read(&text, &mut Vec::new()).expect("two openings");
        assert_eq!(openings[0].moves, ["g1f3", "b8c6"]);
        assert_eq!(openings[0].fen, Some(format!("{OPEN_GAME} 0 2")));
        assert_eq!(
            (openings[1].fen.as_deref(), &openings[1].moves[..]),
            (None, &["d2d4".into()][..])
        );
        let problem = |text: &str| {
            let error = read(text, &mut Vec::new()).expect_err(text);
            (error.place, *error.problem)
        };
        let game = Some(BookPlace::Game(1));
        assert!(matches!(
            problem("1. e4 e5 2. Ke3 *"),
            (None, BookProblem::Game(GameError { number: 1, .. }))
        ));
        let (place, other) = problem("[Variant \"rollerball\"]\n\n1. c2b3 *");
        assert!(matches!(other, BookProblem::OtherVariant { found: "rollerball", .. }));
        assert_eq!(place, game);
        let (place, over) = problem("1. f3 e5 2. g4 Qh4# 0-1");
        assert!(place == game && matches!(over, BookProblem::Over(Reason::Checkmate)));
        let (place, inexact) = problem("[FEN \"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"]\n\n1. Kd2 *");
        let is_changed = matches!(inexact, BookProblem::Line { error: LineError::Changed(_), .. });
        assert!(place == game && is_changed);
    }

    #[test]
    fn books_are_files() {
        assert!(matches!(contents(env!("CARGO_MANIFEST_DIR")), Err(BookProblem::NoFile)));
        assert!(matches!(contents("no such book"), Err(BookProblem::Io(_))));
        #[cfg(unix)]
        assert!(matches!(contents("/dev/null"), Err(BookProblem::NoFile)));
    }

    #[test]
    fn what_is_left_out_of_games_is_noted() {
        let chess = Variant::by_name("chess").expect("known");
        let text = "1. e4 e5 (1... c5 2. --) ) 3. Nf3 *\n\n1. d4 {open";
        let mut notes = Vec::new();
        let openings = book("x.pgn", text.as_bytes(), chess, &mut notes).expect("two openings");
        assert_eq!((openings.len(), notes.len()), (2, 4), "{notes:?}");
        assert_eq!(notes[0], "x.pgn: game 1: line 1: ')' closes nothing and is left out");
        assert_eq!(notes[3], "x.pgn: game 2: a comment is not closed");
    }

    #[test]
    fn what_is_left_out_of_lines_is_noted() {
        let chess = Variant::by_name("chess").expect("known");
        let text = format!("1. e4 e5 1-0 2. Nf3\n\n1.e4e5\n{OPEN_GAME} bm=Nf3;\n1. d4 d5 *\n");
        let mut notes = Vec::new();
        let openings = book("x.epd", text.as_bytes(), chess, &mut notes).expect("openings");
        assert_eq!((openings[0].moves.len(), openings.len()), (2, 4));
        assert_eq!(
            notes,
            [
                "x.epd: line 1: \"2. Nf3\" stands behind the result and is left out",
                "x.epd: line 3: \"e4e5\" is read as e2e4 e7e5",
                "x.epd: line 4: \"bm=Nf3\" is no operation and is left out",
            ]
        );
    }

    #[test]
    fn comments_of_books_are_no_openings_and_neither_are_lines_without_moves() {
        let chess = Variant::by_name("chess").expect("known");
        let read = |text: &str| book("x.txt", text.as_bytes(), chess, &mut Vec::new());
        let text = "; my opening book\n{so}\n% a\n// b\n# c\n1. e4 e5\nstartpos\n; end\n";
        let lengths: Vec<usize> =
            read(text).expect("openings").iter().map(|opening| opening.moves.len()).collect();
        assert_eq!(lengths, [2, 0]);
        for line in ["*", "1-0", "(1. e4)"] {
            let error = read(&format!("1. e4\n{line}\n")).expect_err(line);
            assert_eq!(error.place, Some(BookPlace::Line(2)), "{line}");
            let is_empty =
                matches!(*error.problem, BookProblem::Line { error: LineError::NoMoves, .. });
            assert!(is_empty, "{line}");
        }
    }

    #[test]
    fn random_openings_depend_on_seed_variant_and_round_only() {
        let mut source = OpeningSource::Random { plies: 6, nodes: 200, bound: 150 };
        let all: Vec<&'static Variant> = Variant::all().iter().collect();
        let openings = Openings::read(&mut source, &all, 7).expect("no books");
        let mut judge = Judge::new(&source).expect("a table");
        for &entry in &all {
            let first = openings.opening((0, entry), 3, &mut judge);
            let plies = 6_usize.next_multiple_of(entry.seats);
            assert_eq!(first.moves.len(), plies, "{}", entry.name);
            assert!(first.game(entry, Options::default()).is_some());
            openings.opening((0, entry), 4, &mut judge);
            assert_eq!(openings.opening((0, entry), 3, &mut judge), first);
            assert_ne!(openings.opening((0, entry), 5, &mut judge), first);
        }
    }

    #[test]
    fn shuffled_books_use_every_line_before_any_comes_again() {
        let chess = Variant::by_name("chess").expect("known");
        let lines = "a2a3\nb2b3\n# no opening\n\nc2c3\nd2d3\ne2e3\n";
        let openings = Openings {
            source: OpeningSource::default(),
            seed: 1,
            variants: vec!["chess"],
            books: vec![book("x", lines.as_bytes(), chess, &mut Vec::new()).expect("well-formed")],
            notes: Vec::new(),
        };
        let line = |round| openings.line(0, "chess", Order::Random, round).moves[0].clone();
        for pass in 0..3 {
            let mut moves: Vec<_> = (0..5).map(|place| line(pass * 5 + place)).collect();
            moves.sort();
            assert_eq!(moves, ["a2a3", "b2b3", "c2c3", "d2d3", "e2e3"]);
        }
        assert_eq!(openings.line(0, "chess", Order::Sequential, 7).moves, ["c2c3"]);
        let error = book("x", b"e2e5", chess, &mut Vec::new()).expect_err("illegal");
        assert_eq!(error.place, Some(BookPlace::Line(1)));
        assert!(matches!(*error.problem, BookProblem::Line { .. }));
    }
}
