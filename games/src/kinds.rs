//! Compiles the pieces of a file to kinds.

use rotunda_movegen::{
    Bitboard, Board, Cell, Dir, KINDS, Kind, KindSpec, MOST_VALUE, Mode, PAWN_KINDS, Path, Role,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::cells;
use crate::courses::Course;
use crate::lasting::lasting;
use crate::motion::{Movement, headings, movements};
use crate::plane::{PASSED, Plane};
use crate::problem::Problem;
use crate::source::{self, MOST_STEPS, Piece, Text, TextOr};
use crate::texts::printable;
use crate::wording::LETTER;

/// The most cells of a board on which pieces jump in series.
const JUMPED: usize = 128;
/// The most cells that the tables of a file's pieces may take, for all games and seats together. It
/// counts the cells that paths pass from every cell, with repetitions, one more for each movement,
/// and a [`ROW`]. The largest file of built-in games takes less than a quarter.
pub const ROOM: usize = 9 << 20;
/// The room that a piece takes for a cell from which it has no path.
const ROW: usize = 8;

/// Returns the kinds of pieces of a game. Their paths take their part of the `room`.
pub fn kinds(
    plane: &Plane,
    game: &source::Game,
    room: &mut usize,
) -> Result<Vec<KindSpec>, Problem> {
    let (pieces, at) = (&game.piece, game.name.span());
    if !(1..=KINDS).contains(&pieces.len()) {
        let message = format!("{} kinds of pieces, where 1 to {KINDS} are possible", pieces.len());
        return Err(Problem::new(at, message, "[[game.piece]]"));
    }
    let is_rectangle = game.board.get_ref().shape.get_ref() == "rectangle";
    if let Some(piece) = pieces.iter().find(|piece| piece.jumps && !is_rectangle) {
        let message = "pieces jump in series on a rectangle alone";
        return Err(Problem::new(piece.letter.span(), message, "shape = \"rectangle\""));
    }
    let pawns = pieces.iter().filter(|piece| piece.pawn).count();
    if pawns > PAWN_KINDS {
        let message = format!("{pawns} kinds of pawns, where {PAWN_KINDS} are possible at most");
        return Err(Problem::new(at, message, "pawn = false"));
    }
    let royal = pieces.iter().filter(|piece| piece.royal).count();
    if royal != 1 {
        let message = format!("{royal} kinds of pieces are royal, where one must be");
        return Err(Problem::new(at, message, "letter = \"K\", moves = \"K\", royal = true"));
    }
    for (index, piece) in pieces.iter().enumerate() {
        let letter = *piece.letter.get_ref();
        let taken = pieces[..index].iter().any(|other| *other.letter.get_ref() == letter);
        if taken || !letter.is_ascii_uppercase() {
            return Err(Problem::new(piece.letter.span(), LETTER, "letter = \"N\""));
        }
    }
    pieces.iter().map(|piece| kind(plane, pieces, piece, room)).collect()
}

fn kind(
    plane: &Plane,
    pieces: &[Piece],
    piece: &Piece,
    room: &mut usize,
) -> Result<KindSpec, Problem> {
    let letter = *piece.letter.get_ref();
    let paths = paths(plane, piece, room)?;
    let choices = choices(plane, pieces, piece)?;
    let supply = piece.supply.clone().unwrap_or_default();
    if !supply.is_empty() && choices.iter().any(|choices| choices.len() != supply.len()) {
        let message = "the key 'supply' has one number for each letter of 'becomes'";
        return Err(Problem::new(
            piece.letter.span(),
            message,
            "becomes = \"QR\", supply = [1, 2]",
        ));
    }
    let changes = match &piece.changes {
        Some(it) => {
            let into = letters(pieces, &it.into)?;
            let Some(into) = into.first().filter(|_| into.len() == 1) else {
                let message = "a piece changes into one other";
                return Err(Problem::new(it.into.span(), message, "into = \"X\""));
            };
            if pieces[into.index()].royal {
                let message = "a piece cannot change into a king";
                return Err(Problem::new(it.into.span(), message, "into = \"X\""));
            }
            Some((cells::list(&plane.grid, &it.leaving)?, *into))
        }
        None => None,
    };
    let usual = KindSpec::piece(letter, 0, |_| Vec::new());
    Ok(KindSpec {
        value: value(piece)?,
        name: printable(piece.name.as_ref(), &[])?.map_or(usual.name, |name| lasting(&name)),
        role: match (piece.royal, piece.pawn) {
            (true, _) => Role::King,
            (_, true) => Role::Pawn,
            _ => Role::Other,
        },
        en_passant: piece.en_passant,
        paths,
        promotes_on: cells::by_seat(plane, piece.promotes_on.as_ref())?,
        declines_on: cells::by_seat(plane, piece.declines_on.as_ref())?,
        closed: cells::by_seat(plane, piece.closed.as_ref())?,
        choices,
        supply,
        changes,
        jumps: jumps(plane, piece)?,
        faces: faces(plane, piece)?,
        regions: piece
            .regions
            .iter()
            .map(|text| cells::list(&plane.grid, text))
            .collect::<Result<_, _>>()?,
        ..usual
    })
}

/// Returns the kinds that a piece may become, by seat.
fn choices(plane: &Plane, pieces: &[Piece], piece: &Piece) -> Result<Vec<Vec<Kind>>, Problem> {
    let Some(becomes) = &piece.becomes else { return Ok(vec![Vec::new(); plane.seating.count()]) };
    let open = |text: &Text| {
        let kinds = letters(pieces, text)?;
        if kinds.iter().any(|kind| pieces[kind.index()].royal) {
            let message = "a piece cannot become a king";
            return Err(Problem::new(text.span(), message, "becomes = \"QRBN\""));
        }
        Ok(kinds)
    };
    match becomes.get_ref() {
        TextOr::Text(text) => {
            let kinds = open(&Text::new(becomes.span(), text.clone()))?;
            Ok(vec![kinds; plane.seating.count()])
        }
        TextOr::Other(each) => {
            let texts = cells::texts_by_seat(plane, each, "kinds").map_err(|message| {
                let example = "becomes = { white = \"NRBQ\", black = \"Q\" }";
                Problem::new(becomes.span(), message, example)
            })?;
            texts.into_iter().map(open).collect()
        }
    }
}

/// Returns whether a piece jumps. It can do so only where the cells fit into one word.
fn jumps(plane: &Plane, piece: &Piece) -> Result<bool, Problem> {
    let cells = plane.grid.cells();
    if piece.jumps && cells > JUMPED {
        let message = format!(
            "a board of {cells} cells, where pieces jump in series on {JUMPED} cells at most"
        );
        return Err(Problem::new(piece.letter.span(), message, ""));
    }
    if let Some(within) = piece.within.as_ref().filter(|_| piece.jumps) {
        let message = "a piece that jumps in series has no 'within': its jumps would leave it";
        return Err(Problem::new(within.span(), message, ""));
    }
    Ok(piece.jumps)
}

/// Returns the value of a piece, if the file gives one.
fn value(piece: &Piece) -> Result<Option<u16>, Problem> {
    let Some(value) = &piece.value else { return Ok(None) };
    let wrong = |message: String| Err(Problem::new(value.span(), message, "value = 500"));
    if piece.royal {
        return wrong("a king is worth the game, and has no value".into());
    }
    if !(1..=MOST_VALUE).contains(value.get_ref()) {
        return wrong(format!("a piece is worth 1 to {MOST_VALUE} centipawns"));
    }
    Ok(Some(*value.get_ref()))
}

/// Returns the lines along which a king must not face the enemy's, by seat and cell.
fn faces(plane: &Plane, piece: &Piece) -> Result<Vec<Vec<Vec<Path>>>, Problem> {
    let Some(text) = &piece.faces else { return Ok(Vec::new()) };
    if !piece.royal {
        return Err(Problem::new(text.span(), "only kings face each other", "royal = true"));
    }
    let dirs = headings(plane, text)?;
    let of_cell = |seat, from| -> Vec<Path> {
        let along = |dir: &Dir| plane.rays(from, plane.seen_by(seat, *dir), usize::MAX);
        let lines = dirs.iter().flat_map(along);
        lines.map(|cells| Path { cells, mode: Mode::Capture }).collect()
    };
    let of_seat = |seat| plane.grid.all().map(|from| of_cell(seat, from)).collect();
    Ok(plane.seats().map(of_seat).collect())
}

/// Returns the paths of a piece, by seat and cell.
fn paths(plane: &Plane, piece: &Piece, room: &mut usize) -> Result<Vec<Vec<Vec<Path>>>, Problem> {
    let movements = movements(plane, &piece.moves)?;
    if piece.pawn && movements.iter().any(slides) {
        let message =
            "a pawn goes single steps, and more where the key 'double' or 'start' says so";
        return Err(Problem::new(piece.moves.span(), message, "moves = \"mfWcfF\""));
    }
    let (starts, most) = starts(plane, piece)?;
    if piece.pawn && starts.iter().any(|cells| *cells != Bitboard::EMPTY) {
        check_start_leaps(plane, piece, &movements)?;
    }
    let home = piece.within.as_ref().map(|cells| cells::sets(plane, Some(cells))).transpose()?;
    let mut all = Vec::new();
    for seat in plane.seats() {
        let courses = movements.iter().filter_map(|movement| Course::new(plane, movement, seat));
        let courses: Vec<Course> = courses.collect();
        let of_cell = |from: Cell| {
            let steps = if piece.pawn && starts[seat.index()].has(from) { most } else { 1 };
            let paths = paths_from(plane, &courses, from, steps, room)
                .map_err(|message| Problem::new(piece.moves.span(), message, "moves = \"Q\""))?;
            Ok(match &home {
                None => paths,
                Some(sets) => {
                    paths.into_iter().filter_map(|path| kept(path, sets[seat.index()])).collect()
                }
            })
        };
        all.push(plane.grid.all().map(of_cell).collect::<Result<_, _>>()?);
    }
    Ok(all)
}

/// Refuses start steps of a pawn with a quiet leap on a board where leaps cannot be repeated.
fn check_start_leaps(plane: &Plane, piece: &Piece, movements: &[Movement]) -> Result<(), Problem> {
    let leaps = |movement: &Movement| match movement {
        Movement::Atom(atom) => atom.mode == Mode::Quiet && atom.leap.0 > 1,
        _ => false,
    };
    if plane.lattice.is_some() || !movements.iter().any(leaps) {
        return Ok(());
    }
    let message = "on this board a start step ('double' or 'start') cannot repeat a quiet leap";
    Err(Problem::new(piece.moves.span(), message, "moves = \"mfWcfF\""))
}

/// Returns the cells from which a pawn of each seat goes several steps at once, and the most steps.
fn starts(plane: &Plane, piece: &Piece) -> Result<(Vec<Bitboard<2>>, usize), Problem> {
    let Some(start) = &piece.start else {
        return Ok((cells::sets(plane, piece.double.as_ref())?, 2));
    };
    let example = "start = { cells = \"a2-h2\", most = 3 }";
    let (most, span) = (*start.get_ref().most.get_ref(), start.get_ref().most.span());
    if !(2..=MOST_STEPS).contains(&most) {
        let message = format!("a start step has 2 to {MOST_STEPS} steps at most");
        return Err(Problem::new(span, message, example));
    }
    if piece.double.is_some() {
        let message = "'double' is short for a 'start' of two steps: one of them must do";
        return Err(Problem::new(start.span(), message, example));
    }
    Ok((cells::sets(plane, Some(&start.get_ref().cells))?, most))
}

/// Returns the paths from a cell, each once, or a problem if there is no `room` for them.
fn paths_from(
    plane: &Plane,
    courses: &[Course],
    from: Cell,
    steps: usize,
    room: &mut usize,
) -> Result<Vec<Path>, String> {
    let mut all: Vec<Path> = Vec::new();
    let mut passed = 0;
    for course in courses {
        let paths = course.paths(plane, from, steps);
        passed += paths.iter().map(|path| path.cells.len()).sum::<usize>();
        if passed > PASSED {
            return Err(format!("the paths from a cell have more than {PASSED} cells in all"));
        }
        all.extend(paths);
    }
    let Some(left) = room.checked_sub(passed + courses.len() + ROW) else {
        return Err(format!("all paths of a file's pieces take more than {ROOM} cells of tables"));
    };
    *room = left;
    let mut seen = FxHashSet::with_capacity_and_hasher(all.len(), FxBuildHasher);
    let news: Vec<bool> = all.iter().map(|path| seen.insert(path)).collect();
    let mut news = news.into_iter();
    all.retain(|_| news.next().unwrap_or(true));
    Ok(all)
}

/// Returns the part of a path that stays on some cells; `None` if it is empty.
fn kept(path: Path, cells: Bitboard<2>) -> Option<Path> {
    if path.mode == Mode::Lame {
        return path.targets().iter().all(|to| cells.has(*to)).then_some(path);
    }
    let staying = path.cells.into_iter().take_while(|cell| cells.has(*cell));
    let path = Path { cells: staying.collect(), mode: path.mode };
    (!path.cells.is_empty()).then_some(path)
}

/// Returns whether a movement can be longer than a step.
fn slides(movement: &Movement) -> bool {
    match movement {
        Movement::Atom(atom) => atom.most > 1 || atom.mode == Mode::Lame,
        Movement::Along(_, most, ..) => *most > 1,
        Movement::Bent(all, ..) => all.iter().any(|legs| legs.len() > 1 || legs[0].1 > 1),
        Movement::Written(all, mode, _) => {
            let longest = all.iter().flatten().map(Vec::len).max().unwrap_or(0);
            longest > if *mode == Mode::Quiet { MOST_STEPS } else { 1 }
        }
        Movement::From(movement, _) => slides(movement),
    }
}

/// Returns the kinds that letters stand for.
pub fn letters(pieces: &[Piece], text: &Text) -> Result<Vec<Kind>, Problem> {
    let mut kinds: Vec<Kind> = Vec::new();
    for letter in text.get_ref().chars() {
        let wrong =
            |what: &str| Problem::new(text.span(), format!("{letter:?} {what}"), "\"QRBN\"");
        let index = pieces.iter().position(|piece| *piece.letter.get_ref() == letter);
        let kind = Kind(index.ok_or_else(|| wrong("is no piece's letter"))? as u8);
        if kinds.contains(&kind) {
            return Err(wrong("stands here twice"));
        }
        kinds.push(kind);
    }
    Ok(kinds)
}
