//! The plies of a game: moves by cells, scores, and their way back to positions.
//!
//! A move is the cell that it leaves and the cell that it ends on. Where several legal moves share
//! both (promotions, series of jumps), their texts are sorted and the move's place follows. So the
//! meaning of the bytes does not depend on the order of the generator's moves.

use rotunda_movegen::{
    AsMove, Cell, Family, FamilyGame, GameMove, GameRecord, GenBudget, GenKind, Position, Rules,
    VariantTables, in_family,
};

use super::error::DataError;
use super::scored::MoveSearch;
use super::stored_game::{Ending, StoredGame, put, take};

/// The most states of jump series that are looked at for one move, on both ways.
const STATES: usize = 1 << 16;
/// The bit of a score's number for a quiet position.
const QUIET: u64 = 1;
/// The bit of a score's number for a move other than the best one.
const EXPLORED: u64 = 2;
/// Bits of a score's number below the score.
const FLAGS: u32 = 2;

/// A ply whose position was searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ply<M> {
    /// The move that was played.
    pub mv: M,
    /// The score of the position from its mover's view, see [`MoveSearch::score`].
    pub score: i16,
    /// Whether the position is quiet: its mover is not in check, the best move is neither a capture
    /// nor a promotion, and no duty applies.
    pub quiet: bool,
    /// Whether a move other than the best one was played.
    pub explored: bool,
}

/// A visitor of the searched positions of games, in the types of any family.
pub trait Visitor {
    /// Looks at a position and the result of its search.
    fn visit<R: Rules<W>, const W: usize>(
        &mut self,
        position: &Position<'static, W>,
        ply: &Ply<R::Move>,
    );
}

/// A game of self-play, which a file can store.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The game with its moves.
    pub record: GameRecord,
    /// The number of moves that were played at random before the first search.
    pub opening: usize,
    /// The searches of the moves after these.
    pub searches: Vec<MoveSearch>,
    /// The end of the game.
    pub ending: Ending,
    /// The points of every seat.
    pub points: [u8; rotunda_movegen::SEATS],
}

/// Returns a game as a file stores it.
///
/// # Errors
/// Returns an error if a move has no search, or is one of too many series of jumps.
pub fn record(family: Family, game: &PlayedGame) -> Result<StoredGame, DataError> {
    let plies = in_family!(family, R, tables => write_plies::<R, _>(tables, game))?;
    Ok(StoredGame {
        start: game.record.start().unwrap_or_default().to_owned(),
        opening: game.opening as u32,
        scored: game.searches.len() as u32,
        ending: game.ending,
        points: game.points,
        plies,
    })
}

/// Shows a visitor every searched position of a game, in order.
///
/// # Errors
/// Returns an error if the record makes no sense; the visitor may have seen positions before that.
pub fn replay(
    family: Family,
    game: &StoredGame,
    visitor: &mut impl Visitor,
) -> Result<(), DataError> {
    in_family!(family, R, tables => read_plies::<R, _>(tables, game, visitor))
}

fn start<R: Rules<W>, const W: usize>(
    tables: &'static VariantTables<W>,
    start: &str,
) -> Result<Position<'static, W>, DataError> {
    let start = if start.is_empty() { tables.start() } else { start };
    R::parse(tables, start).map_err(|_| DataError::Malformed("an impossible start"))
}

fn write_plies<R: Rules<W>, const W: usize>(
    tables: &'static VariantTables<W>,
    game: &PlayedGame,
) -> Result<Vec<u8>, DataError> {
    let record = &game.record;
    let begin = start::<R, W>(tables, record.start().unwrap_or_default())?;
    let mut replayed = FamilyGame::<R, W>::from_position(begin);
    let mut bytes = Vec::new();
    let find = |replayed: &FamilyGame<'static, R, W>, mv: &GameMove| {
        replayed.typed(mv).ok_or(DataError::Malformed("an illegal move"))
    };
    let mut searches = game.searches.iter();
    for (ply, mv) in record.moves().enumerate() {
        let mv = find(&replayed, mv)?;
        let position = replayed.position();
        write_move::<R, W>(position, &mv, &mut bytes)?;
        if ply >= game.opening {
            let search = searches.next().ok_or(DataError::Malformed("a move without a search"))?;
            let best = match &search.best {
                Some(best) => find(&replayed, best)?,
                None => mv.clone(),
            };
            let zigzag = (search.score << 1 ^ search.score >> 15).cast_unsigned();
            let quiet = if is_quiet::<R, W>(position, &best)? { QUIET } else { 0 };
            let explored = if best == mv { 0 } else { EXPLORED };
            put(&mut bytes, u64::from(zigzag) << FLAGS | explored | quiet);
        }
        replayed.play_unchecked(&mv);
    }
    Ok(bytes)
}

fn read_plies<R: Rules<W>, const W: usize>(
    tables: &'static VariantTables<W>,
    game: &StoredGame,
    visitor: &mut impl Visitor,
) -> Result<(), DataError> {
    let mut position = start::<R, W>(tables, &game.start)?;
    let mut bytes = &*game.plies;
    for _ in 0..game.opening {
        let mv = read_move::<R, W>(&position, &mut bytes)?;
        R::play(&mut position, &mv);
    }
    for _ in 0..game.scored {
        let mv = read_move::<R, W>(&position, &mut bytes)?;
        let number = take(&mut bytes)?;
        let zigzag = u16::try_from(number >> FLAGS);
        let zigzag = zigzag.map_err(|_| DataError::Malformed("an impossible score"))?;
        let score = (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed();
        let (quiet, explored) = (number & QUIET != 0, number & EXPLORED != 0);
        visitor.visit::<R, W>(&position, &Ply { mv: mv.clone(), score, quiet, explored });
        R::play(&mut position, &mv);
    }
    if bytes.is_empty() { Ok(()) } else { Err(DataError::Malformed("bytes behind a game")) }
}

/// Returns whether a position with this best move is quiet, see [`Ply::quiet`].
fn is_quiet<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    best: &R::Move,
) -> Result<bool, DataError> {
    let is_noisy = best.promotes_to().is_some() || !R::captured(position, best).is_empty();
    if is_noisy || !R::threats(position, position.turn()).is_empty() {
        return Ok(false);
    }
    let mut budget = GenBudget::new(STATES, STATES);
    let duty = R::duty(position, &R::check_info(position), &mut budget);
    if !budget.is_complete() {
        return Err(TOO_MANY);
    }
    Ok(!duty.is_some_and(|duty| duty.binds))
}

/// A position has more series of jumps than are looked at.
const TOO_MANY: DataError = DataError::Malformed("too many series of jumps");

/// The legal moves between two cells, sorted by their texts if there are several.
fn between<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    from: Cell,
    to: Cell,
) -> Result<Vec<R::Move>, DataError> {
    let mut moves = Vec::new();
    // With many players some actions start from a cell of another player.
    let leaves = !R::ALTERNATES || position.seat(position.turn()).has(from);
    if !leaves || R::ended(position).is_some() {
        return Ok(moves);
    }
    let mut budget = GenBudget::new(STATES, STATES);
    let check_info = R::check_info(position);
    if from == to {
        // A pass leaves no cell, whatever stands on the one that it is written with.
        R::generate_within(position, &check_info, GenKind::All, &mut budget, &mut moves);
        moves.retain(|mv| mv.from() == from);
    } else {
        R::generate_from(position, &check_info, from, &mut budget, &mut moves);
    }
    if !budget.is_complete() {
        return Err(TOO_MANY);
    }
    moves.retain(|mv| mv.to() == to);
    if moves.len() > 1 {
        let texts = R::to_uci(position, &moves);
        let mut named: Vec<_> = texts.into_iter().zip(moves).collect();
        named.sort_by(|(a, _), (b, _)| a.cmp(b));
        moves = named.into_iter().map(|(_, mv)| mv).collect();
    }
    Ok(moves)
}

fn write_move<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    mv: &R::Move,
    bytes: &mut Vec<u8>,
) -> Result<(), DataError> {
    bytes.extend([mv.from().0, mv.to().0]);
    let all = between::<R, W>(position, mv.from(), mv.to())?;
    let place = all.iter().position(|other| other == mv);
    let place = place.ok_or(DataError::Malformed("an illegal move"))?;
    if all.len() > 1 {
        put(bytes, place as u64);
    }
    Ok(())
}

fn read_move<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    bytes: &mut &[u8],
) -> Result<R::Move, DataError> {
    let Some((&[from, to], rest)) = bytes.split_first_chunk::<2>() else {
        return Err(DataError::Malformed("a game ends too soon"));
    };
    *bytes = rest;
    let cells = position.variant().cells();
    if usize::from(from.max(to)) >= cells {
        return Err(DataError::Malformed("a cell off the board"));
    }
    let mut all = between::<R, W>(position, Cell(from), Cell(to))?;
    let place = if all.len() > 1 { take(bytes)? } else { 0 };
    let place = usize::try_from(place).ok().filter(|&place| place < all.len());
    Ok(all.swap_remove(place.ok_or(DataError::Malformed("an illegal move"))?))
}
