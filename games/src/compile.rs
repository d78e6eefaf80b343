//! Compiles a game of a file to data.

use std::collections::BTreeSet;

use rotunda_movegen::{
    AddError, BYZANTINE, CastlingSpec, Cell, DeadMaterial, EnPassantCounts, Field, GameData, Kind,
    Layout, Seat, Spec, SpecError,
};

use crate::cells;
use crate::ends;
use crate::kinds::{kinds, letters};
use crate::laps;
use crate::notation;
use crate::plane::{Plane, Seating};
use crate::problem::Problem;
use crate::royal;
use crate::seats;
use crate::shapes;
use crate::source::{self, Text};
use crate::table;
use crate::texts::printable;

/// The most castling rights and laps of a game, both seats together.
const FLAGS: usize = 32;
/// The control characters that texts of several lines may contain.
const LINES: &[char] = &['\n', '\r', '\t'];
/// The longest name of a game, in letters.
const NAME: usize = 40;
/// An example of pieces that cannot mate.
const DEAD: &str = "dead = { lone = \"NB\", one_colour = \"B\" }";
/// Examples of starts, of a duel and of a table.
const START: &str = "start = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"";
const TABLE_START: &str = "start = \"bKbR1/2aR/2aK a ab - m 0 1\"";

/// Compiles the game of a section, with the data for its checks. Its paths take their part of the
/// `room` that the file has left.
pub fn compile(game: &source::Game, room: &mut usize) -> Result<(GameData, Plane), Problem> {
    let name = name(&game.name)?;
    let seating = table::seating(game)?;
    check_flags(game)?;
    check_flag_letters(game)?;
    let plane = shapes::plane(game.board.get_ref(), seating, game.board.span())?;
    let mut plane = seats::seated(plane, game)?;
    let mut kinds = kinds(&plane, game, room)?;
    royal::check(&plane, game)?;
    let is_table = seating.is_table();
    if is_table {
        table::check_pawns(&plane, game, &kinds)?;
    }
    if let Seating::Ring(players) = seating {
        plane.layout = Layout::round_table(&plane.grid, players, &table::lines(&plane, &kinds));
    }
    let limits = ends::limits(game.limits.as_ref())?;
    let laps = laps::laps(&plane, &game.lap)?;
    let castlings = castlings(&plane, &game.castling)?;
    notation::set_notations(&plane, game, &castlings, &mut kinds);
    let spec = Spec {
        castlings,
        fields: if is_table { Vec::new() } else { fields(game)? },
        start: game.start.get_ref().clone(),
        dead: dead(game, is_table || laps::may_be_run(&kinds, &laps))?,
        laps,
        scoring: ends::scoring(game.scoring.as_ref(), limits)?,
        limits,
        en_passant_counts: en_passant(game.en_passant.as_ref())?,
        family_flags: if game.byzantine() { BYZANTINE } else { 0 },
        note: printable(game.note.as_ref(), LINES)?.unwrap_or_default(),
        grid: plane.grid.clone(),
        name: name.clone(),
        kinds,
    };
    let title = printable(game.title.as_ref(), &[])?.unwrap_or(name);
    let rules = printable(game.rules.as_ref(), LINES)?.unwrap_or_default();
    let rules = rules.trim().to_owned();
    let layout = plane.layout.clone();
    Ok((GameData { title, rules, spec, layout, round_table: is_table }, plane))
}

/// Refuses more rights and laps than a position has flags.
fn check_flags(game: &source::Game) -> Result<(), Problem> {
    let flags = 2 * game.castling.len() + game.lap.len();
    if flags <= FLAGS {
        return Ok(());
    }
    let message = format!("{flags} rights of both seats and laps, where {FLAGS} are possible");
    Err(Problem::new(game.name.span(), message, "[[game.castling]]"))
}

/// Refuses a lap whose letter in position strings is that of a right to castle, or that of another
/// lap if one of the two has a line. Several castlings may share a right, and laps without a line a
/// letter. A lap with a line has no other sign than a letter, since `-` stands for no flag.
fn check_flag_letters(game: &source::Game) -> Result<(), Problem> {
    let rights = game.castling.iter().map(|castling| *castling.right.get_ref());
    let rights = rights.flat_map(|right| [right, right.to_ascii_lowercase()]);
    let rights: BTreeSet<char> = rights.collect();
    let has_line = |lap: &source::Lap| lap.before.is_some() || lap.after.is_some();
    for (index, lap) in game.lap.iter().enumerate() {
        let letter = lap.letter;
        let wrong = |message: String| Err(Problem::new(lap.goal.span(), message, "letter = \"L\""));
        if has_line(lap) && !letter.is_ascii_alphabetic() {
            return wrong(format!("{letter:?} is no letter for a lap in position strings"));
        }
        let shares =
            |other: &source::Lap| other.letter == letter && (has_line(lap) || has_line(other));
        if rights.contains(&letter) || game.lap[..index].iter().any(shares) {
            return wrong(format!(
                "the letter {letter:?} of a lap has a second meaning in position strings"
            ));
        }
    }
    Ok(())
}

/// Returns the name of a game: one word that every interface can read.
fn name(text: &Text) -> Result<String, Problem> {
    let name = text.get_ref();
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || name.len() > NAME || !name.bytes().all(is_plain) {
        let message = format!("a name has 1 to {NAME} small letters, digits and dashes");
        return Err(Problem::new(text.span(), message, "name = \"cylinder-chess\""));
    }
    Ok(name.clone())
}

/// Returns the castlings of both seats. Black's are White's mirrored, with small letters. Black
/// lacks a castling if one of its cells is a hole.
fn castlings(plane: &Plane, list: &[source::Castling]) -> Result<Vec<CastlingSpec>, Problem> {
    let mut castlings = Vec::new();
    for seat in plane.seats() {
        for it in list {
            castlings.extend(castling(plane, it, seat)?);
        }
    }
    Ok(castlings)
}

/// Returns a castling of a seat; `None` if the board lacks one of its cells.
fn castling(
    plane: &Plane,
    it: &source::Castling,
    seat: Seat,
) -> Result<Option<CastlingSpec>, Problem> {
    let grid = &plane.grid;
    let right = *it.right.get_ref();
    if !right.is_ascii_uppercase() {
        let message = "the letter of White's right is a capital";
        return Err(Problem::new(it.right.span(), message, "right = \"K\""));
    }
    let seen = |cell: Cell| plane.image(seat, cell);
    let pair = |text: &Text| -> Result<Option<(Cell, Cell)>, Problem> {
        let [from, to] = cells::exactly::<2>(grid, text)?;
        Ok(seen(from).zip(seen(to)))
    };
    let several = |text: &Text| -> Result<Option<Vec<Cell>>, Problem> {
        Ok(cells::list(grid, text)?.into_iter().map(seen).collect())
    };
    let (king, rook, safe) = (pair(&it.king)?, pair(&it.rook)?, several(&it.safe)?);
    let (Some(king), Some(rook), Some(safe)) = (king, rook, safe) else { return Ok(None) };
    let (first, last) = (king.0.min(rook.0), king.0.max(rook.0));
    let code = it.code.as_ref().map_or(Ok(Some(king)), pair)?;
    let empty = match &it.empty {
        Some(text) => several(text)?,
        None => Some((first.0 + 1..last.0).map(Cell).collect()),
    };
    let right = if seat == Seat::WHITE { right } else { right.to_ascii_lowercase() };
    Ok(code.zip(empty).map(|(code, empty)| CastlingSpec {
        seat,
        right,
        code,
        king,
        rook,
        empty,
        safe,
    }))
}

fn fields(game: &source::Game) -> Result<Vec<Field>, Problem> {
    let Some(list) = &game.fields else { return Ok(Spec::fen_fields()) };
    let field = |text: &Text| match text.get_ref().as_str() {
        "board" => Ok(Field::Board),
        "turn" => Ok(Field::Turn),
        "flags" => Ok(Field::Flags),
        "en-passant" => Ok(Field::EnPassant),
        "halfmove" => Ok(Field::Halfmove),
        "fullmove" => Ok(Field::Fullmove),
        other => {
            let message = format!(
                "{other:?} is none of board, turn, flags, en-passant, halfmove and fullmove"
            );
            Err(Problem::new(text.span(), message, "fields = [\"board\", \"turn\"]"))
        }
    };
    let fields = list.get_ref().iter().map(field).collect::<Result<Vec<_>, _>>()?;
    // Clocks stand at the end. The board and the turn are required.
    let clocks = fields.iter().skip_while(|f| !matches!(f, Field::Halfmove | Field::Fullmove));
    let at_end = clocks.into_iter().all(|f| matches!(f, Field::Halfmove | Field::Fullmove));
    let once = (1..fields.len()).all(|index| !fields[..index].contains(&fields[index]));
    if !fields.starts_with(&[Field::Board, Field::Turn]) || !at_end || !once {
        let message = "fields begin with board and turn, end with the clocks, and stand once each";
        return Err(Problem::new(
            list.span(),
            message,
            "fields = [\"board\", \"turn\", \"halfmove\"]",
        ));
    }
    Ok(fields)
}

/// Returns the material that is a draw at once. There is none where kings alone may `decide` the
/// game.
fn dead(game: &source::Game, decide: bool) -> Result<DeadMaterial, Problem> {
    let pieces = &game.piece;
    let Some(dead) = &game.dead else {
        return Ok(DeadMaterial { never: decide, ..DeadMaterial::default() });
    };
    let kinds = |text: Option<&Text>| -> Result<Vec<Kind>, Problem> {
        let Some(text) = text else { return Ok(Vec::new()) };
        let kinds = letters(pieces, text)?;
        if kinds.is_empty() || kinds.iter().any(|kind| pieces[kind.index()].royal) {
            let message = "these are letters of pieces beside the king";
            return Err(Problem::new(text.span(), message, DEAD));
        }
        Ok(kinds)
    };
    let lone = kinds(dead.lone.as_ref())?;
    let one_colour = match (&*kinds(dead.one_colour.as_ref())?, &dead.one_colour) {
        ([_, _, ..], Some(text)) => {
            let message = "one kind alone counts by the colour of its cells";
            return Err(Problem::new(text.span(), message, DEAD));
        }
        (kinds, _) => kinds.first().copied(),
    };
    Ok(DeadMaterial { never: dead.never || decide, lone, one_colour })
}

fn en_passant(text: Option<&Text>) -> Result<EnPassantCounts, Problem> {
    match text.map(|text| text.get_ref().as_str()) {
        None | Some("legal") => Ok(EnPassantCounts::IfLegal),
        Some("geometric") => Ok(EnPassantCounts::IfGeometric),
        Some(other) => {
            let message = format!("{other:?} is neither legal nor geometric");
            let span = text.map_or(0..0, Text::span);
            Err(Problem::new(span, message, "en_passant = \"legal\""))
        }
    }
}

/// Returns the problem of a game that cannot be added, at its place in the file.
pub fn place(game: &source::Game, error: &AddError) -> Problem {
    let piece = |letter: char| {
        let found = game.piece.iter().find(|piece| *piece.letter.get_ref() == letter);
        found.map_or(game.name.span(), |piece| piece.moves.span())
    };
    let castling = |right: char| {
        let right = right.to_ascii_uppercase();
        let found = game.castling.iter().find(|castling| *castling.right.get_ref() == right);
        found.map_or(game.name.span(), |castling| castling.king.span())
    };
    let start = if game.players.is_some() { TABLE_START } else { START };
    let (span, example) = match error {
        AddError::Start(_) => (game.start.span(), start),
        AddError::Spec(
            SpecError::Declines(letter)
            | SpecError::SlidingPawn(letter)
            | SpecError::LongStart(letter)
            | SpecError::Royal(letter)
            | SpecError::ChangeClosed(letter)
            | SpecError::JumpsBound(letter)
            | SpecError::PassingPromotion(letter)
            | SpecError::OneColour(letter)
            | SpecError::King(letter)
            | SpecError::JumpsAmongHoles(letter)
            | SpecError::JumpsFar(letter)
            | SpecError::JumpsTwice(letter)
            | SpecError::JumpsPassing(letter)
            | SpecError::Outside(letter)
            | SpecError::Paths(letter),
        ) => (piece(*letter), ""),
        AddError::Spec(
            SpecError::CastlingCells(right)
            | SpecError::CastlingClosed(right)
            | SpecError::CastlingText(right),
        ) => (castling(*right), "king = \"e1 g1\", rook = \"h1 f1\", code = \"e1 h1\""),
        _ => (game.name.span(), ""),
    };
    Problem::new(span, error.to_string(), example)
}
