//! [`Examples`]: the positions of training files, in the form for a trainer.

use std::any::Any;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use crc32fast::Hasher;
use rotunda_movegen::{Cell, FULL, Family, Position, Rules, SEATS, Seat, VariantTables, in_family};
use rotunda_search::net::{Base, Derived, Exposure, Features};

use crate::file::block::DataReader;
use crate::file::error::DataError;
use crate::file::plies::{Ply, Visitor, replay};
use crate::file::scored::is_mate;
use crate::file::stored_game::{Ending, StoredGame};
use crate::file::training_error::TrainingError;

/// The number of games of which one is kept for validation.
const VALIDATION: usize = 20;
/// The number of pieces below which what learns on a base leaves positions to that base.
const FEWEST_PIECES: u32 = 5;

/// A training position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Example {
    /// The index of its first piece in [`Examples::pieces`], and the number of its pieces.
    pub pieces: (u32, u16),
    /// The mover.
    pub turn: u8,
    /// The bits of the seats that still play.
    pub alive: u8,
    /// The bits of the seats that see the mirrored board.
    pub mirrored: u8,
    /// The cell of each seat's king, in the seat's view.
    pub kings: [Option<Cell>; SEATS],
    /// The derived evaluation in centipawns: of the mover in a duel, and otherwise of every seat.
    pub derived: [i16; SEATS],
    /// The part of a net's output that counts.
    pub weight: f32,
    /// Each side's expected share of the point, 0 to 1, by its first seat; see
    /// [`Examples::foresee`].
    pub expected: [f32; SEATS],
    /// The number of the game.
    pub game: u32,
}

impl Example {
    /// Adds the whole example to a checksum.
    fn add_to(&self, hasher: &mut Hasher) {
        let Self { pieces, turn, alive, mirrored, kings, derived, weight, expected, game } = self;
        hasher.update(&pieces.0.to_le_bytes());
        hasher.update(&pieces.1.to_le_bytes());
        hasher.update(&[*turn, *alive, *mirrored]);
        kings.iter().flatten().for_each(|king| hasher.update(&[king.0]));
        for score in derived {
            hasher.update(&score.to_le_bytes());
        }
        hasher.update(&weight.to_le_bytes());
        for part in expected {
            hasher.update(&part.to_le_bytes());
        }
        hasher.update(&game.to_le_bytes());
    }
}

/// A ply with a search, of a training game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Searched {
    /// The first seat of the mover's side.
    pub side: u8,
    /// The number of sides left.
    pub sides: u8,
    /// The lead of the mover's side in centipawns, by the search.
    pub margin: f32,
    /// Whether a move other than the best one was played.
    pub explored: bool,
    /// The index of its example, among the training or the validation ones.
    pub example: Option<u32>,
}

/// The positions of training files.
#[derive(Debug)]
pub(crate) struct Examples {
    pub family: Family,
    /// The base to which a net is added.
    pub base: Base,
    /// The derived evaluation of the game, a [`Derived`] for its board word.
    derived: Box<dyn Any + Send + Sync>,
    pub features: Features,
    /// The pieces by their numbers, see [`Features::piece`].
    pub pieces: Vec<u16>,
    /// The state of each, see [`Exposure::state`].
    pub states: Vec<u8>,
    /// The training examples, and after them the validation examples.
    pub training: Vec<Example>,
    pub validation: Vec<Example>,
    /// The points of every seat of each game, 0 to 1.
    pub points: Vec<[f32; SEATS]>,
    /// The searched plies of all games, and after them the index at which each game's plies end.
    pub searched: Vec<Searched>,
    pub ends: Vec<usize>,
    /// The first seat of every seat's side.
    pub sides: [usize; SEATS],
    /// The number of pieces at the start.
    pub men: usize,
}

impl Examples {
    /// Reads the quiet positions of files of one variant, up to a number of them, for nets on a
    /// base.
    ///
    /// # Errors
    /// Returns an error if there are none, or a file cannot be read.
    pub fn read(
        files: &[impl AsRef<Path>],
        most: usize,
        base: Base,
    ) -> Result<Self, TrainingError> {
        let mut examples: Option<Self> = None;
        for file in files {
            let named = |error: DataError| TrainingError::file(file.as_ref(), error);
            let opened = File::open(file);
            let opened = opened.map_err(|error| TrainingError::file(file.as_ref(), error))?;
            let mut reader = DataReader::new(BufReader::new(opened)).map_err(named)?;
            let family = reader.header().family().map_err(named)?;
            let examples = examples.get_or_insert_with(|| Self::none(family, base));
            while let Ok(Some(block)) = reader.next_block() {
                for game in block.records() {
                    let game = game.map_err(named)?;
                    examples.add(&game).map_err(named)?;
                }
                if examples.training.len() >= most {
                    break;
                }
            }
        }
        let examples = examples.filter(|examples| !examples.validation.is_empty());
        examples.ok_or(TrainingError::TooFewGames)
    }

    /// Creates empty examples of a game.
    pub fn none(family: Family, base: Base) -> Self {
        let Start { derived, features, men, sides } =
            in_family!(family, R, tables => start::<R, _>(tables, base));
        Self {
            family,
            base,
            derived,
            features,
            pieces: Vec::new(),
            states: Vec::new(),
            training: Vec::new(),
            validation: Vec::new(),
            points: Vec::new(),
            searched: Vec::new(),
            ends: Vec::new(),
            sides,
            men,
        }
    }

    /// Adds the quiet positions of a game, unless its result has no meaning.
    pub fn add(&mut self, game: &StoredGame) -> Result<(), DataError> {
        if game.ending == Ending::Unfinished {
            return Ok(());
        }
        let family = self.family;
        self.points.push(game.points.map(|points| f32::from(points) / f32::from(FULL)));
        let replayed = replay(family, game, self);
        self.ends.push(self.searched.len());
        replayed
    }

    /// Returns whether the examples of a game are kept for validation.
    pub const fn is_kept(game: usize) -> bool {
        (game + 1).is_multiple_of(VALIDATION)
    }

    /// Returns a checksum of the examples.
    pub fn checksum(&self) -> u32 {
        let mut hasher = Hasher::new();
        self.pieces.iter().for_each(|piece| hasher.update(&piece.to_le_bytes()));
        hasher.update(&self.states);
        self.points.iter().flatten().for_each(|points| hasher.update(&points.to_le_bytes()));
        for examples in [&self.training, &self.validation] {
            hasher.update(&examples.len().to_le_bytes());
            for example in examples {
                example.add_to(&mut hasher);
            }
        }
        hasher.finalize()
    }

    /// Returns whether an example has only the mover's output, and not one for each seat.
    pub const fn is_duel(&self) -> bool {
        self.features.layout().perspectives == 2
    }
}

/// Returns whether a position is learned from: it is quiet, undecided, and has enough pieces. A net
/// that stands alone learns from positions with any number of pieces, since it alone judges them.
pub(super) fn is_learned<M, const W: usize>(
    position: &Position<W>,
    ply: &Ply<M>,
    base: Base,
) -> bool {
    let fewest = if base == Base::None { 0 } else { FEWEST_PIECES };
    ply.quiet && !is_mate(ply.score) && position.occupied().len() >= fewest
}

/// The facts about a game before its first move.
struct Start {
    derived: Box<dyn Any + Send + Sync>,
    features: Features,
    men: usize,
    sides: [usize; SEATS],
}

fn start<R: Rules<W>, const W: usize>(tables: &'static VariantTables<W>, base: Base) -> Start {
    let start = R::start(tables);
    Start {
        derived: Box::new(Derived::of(&start, base)),
        features: Features::new::<R, W>(&start, &start),
        men: start.occupied().len() as usize,
        sides: std::array::from_fn(|seat| start.side_of(Seat(seat as u8))),
    }
}

impl Visitor for Examples {
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        ply: &Ply<R::Move>,
    ) {
        let Some(derived) = self.derived.downcast_ref::<Derived<W>>() else { return };
        let mut of_seats = [0; SEATS];
        let mut weight = 1.0;
        if R::ALTERNATES {
            (of_seats[0], weight) = derived.duel(position);
        } else {
            of_seats = derived.seats(position);
        }
        let game = self.points.len() - 1;
        let is_learned = is_learned(position, ply, self.base);
        let kept = if Self::is_kept(game) { &self.validation } else { &self.training };
        self.searched.push(Searched {
            side: position.side_of(position.turn()) as u8,
            sides: position.living_sides() as u8,
            margin: f32::from(ply.score),
            explored: ply.explored,
            example: is_learned.then_some(kept.len() as u32),
        });
        if !is_learned {
            return;
        }
        let (mut alive, mut mirrored, mut kings) = (0, 0, [None; SEATS]);
        for seat in position.living() {
            alive |= 1 << seat.0;
            let frame = self.features.frame(seat, position.king(seat));
            mirrored |= u8::from(frame.mirrored) << seat.0;
            kings[seat.index()] = frame.king;
        }
        let begin = self.pieces.len();
        let exposure = Exposure::of(position);
        for (cell, number) in self.features.pieces(position) {
            self.pieces.push(number as u16);
            self.states.push(exposure.state(cell) as u8);
        }
        let example = Example {
            pieces: (begin as u32, (self.pieces.len() - begin) as u16),
            turn: position.turn().0,
            alive,
            mirrored,
            kings,
            derived: of_seats.map(|score| score as i16),
            weight,
            expected: [0.0; SEATS],
            game: game as u32,
        };
        let kept = if Self::is_kept(game) { &mut self.validation } else { &mut self.training };
        kept.push(example);
    }
}
