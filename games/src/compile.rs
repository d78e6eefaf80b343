//! From what a file says of a game to the game as data.

use rotunda_movegen::{
    AddError, BYZANTINE, Bitboard, CastlingSpec, Cell, DeadMaterial, Dir, EnPassantCounts, FULL,
    Field, GameData, KINDS, Kind, KindSpec, LapSpec, Layout, MOST_VALUE, Mode, PAWN_KINDS, Path,
    Role, Scoring, Seat, Spec, SpecError,
};
use rustc_hash::{FxBuildHasher, FxHashSet};

use crate::cells;
use crate::courses::Course;
use crate::motion::{Movement, headings, movements};
use crate::plane::{Plane, Seating};
use crate::problem::Problem;
use crate::shapes;
use crate::source::{self, Piece, Points, Text, TextOr};
use crate::table;

/// Most rights to castle, both seats', and laps of a game.
const FLAGS: usize = 32;
/// Longest name of a game, in letters.
const NAME: usize = 40;
/// Most cells that the paths of a piece pass from one cell, each as often as they pass it.
const PASSED: usize = 512;
/// Most cells of tables that a file's pieces may take, all games and seats together: those that paths pass
/// from every cell, each as often as they pass it, one more for each movement, and a [`ROW`]. The largest
/// file of built-in games takes a third.
pub const ROOM: usize = 1 << 22;
/// What a seat's piece takes of the room on a cell from which it goes nowhere.
const ROW: usize = 8;

/// The game that a section of a file describes, and what checks of it ask. Its paths take what they
/// need of the `room` that the file has left.
pub fn compile(game: &source::Game, room: &mut usize) -> Result<(GameData, Plane), Problem> {
    let name = name(&game.name)?;
    let seating = table::seating(game)?;
    check_flags(game)?;
    let mut plane = shapes::plane(game.board.get_ref(), seating, game.board.span())?;
    let kinds = kinds(&plane, game, room)?;
    let is_table = seating.is_table();
    if let Seating::Table(players) = seating {
        table::check_pawns(&plane, game, &kinds)?;
        plane.layout = Layout::round_table(&plane.grid, players, &table::lines(&plane, &kinds));
    }
    let spec = Spec {
        castlings: castlings(&plane, &game.castling)?,
        laps: laps(&plane, &game.lap)?,
        fields: if is_table { Vec::new() } else { fields(game)? },
        start: game.start.get_ref().clone(),
        dead: dead(game, is_table)?,
        scoring: scoring(game.scoring.as_ref())?,
        en_passant_counts: en_passant(game.en_passant.as_ref())?,
        family_flags: if game.byzantine() { BYZANTINE } else { 0 },
        note: game.note.clone().unwrap_or_default(),
        grid: plane.grid.clone(),
        name: name.clone(),
        kinds,
    };
    let title = game.title.clone().unwrap_or(name);
    let rules = game.rules.as_deref().unwrap_or_default().trim().to_owned();
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

/// The name of a game: one word that no interface stumbles over.
fn name(text: &Text) -> Result<String, Problem> {
    let name = text.get_ref();
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if name.is_empty() || name.len() > NAME || !name.bytes().all(is_plain) {
        let message = format!("a name has 1 to {NAME} small letters, digits and dashes");
        return Err(Problem::new(text.span(), message, "name = \"cylinder-chess\""));
    }
    Ok(name.clone())
}

fn kinds(plane: &Plane, game: &source::Game, room: &mut usize) -> Result<Vec<KindSpec>, Problem> {
    let (pieces, at) = (&game.piece, game.name.span());
    if !(1..=KINDS).contains(&pieces.len()) {
        let message = format!("{} kinds of pieces, where 1 to {KINDS} are possible", pieces.len());
        return Err(Problem::new(at, message, "[[game.piece]]"));
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
            let message = "a piece's letter is a capital that no other piece has";
            return Err(Problem::new(piece.letter.span(), message, "letter = \"N\""));
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
    let choices = match &piece.becomes {
        Some(text) => letters(pieces, text)?,
        None => Vec::new(),
    };
    let supply = piece.supply.clone().unwrap_or_default();
    if !supply.is_empty() && supply.len() != choices.len() {
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
            Some((cells::list(&plane.grid, &it.leaving)?, *into))
        }
        None => None,
    };
    let usual = KindSpec::piece(letter, 0, |_| Vec::new());
    Ok(KindSpec {
        value: value(piece)?,
        name: piece.name.as_ref().map_or(usual.name, |name| name.clone().leak()),
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
        jumps: piece.jumps,
        faces: faces(plane, piece)?,
        regions: piece
            .regions
            .iter()
            .map(|text| cells::list(&plane.grid, text))
            .collect::<Result<_, _>>()?,
        ..usual
    })
}

/// What a piece is worth, if the file says it.
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

/// The lines along which a king may not face the enemy's, by seat and cell.
fn faces(plane: &Plane, piece: &Piece) -> Result<Vec<Vec<Vec<Path>>>, Problem> {
    let Some(text) = &piece.faces else { return Ok(Vec::new()) };
    if !piece.royal {
        return Err(Problem::new(text.span(), "only kings face each other", "royal = true"));
    }
    let dirs = headings(plane, text)?;
    let line = |seat, from, dir: &Dir| {
        let cells = plane.ray(from, plane.seen_by(seat, *dir), usize::MAX);
        Path { cells, mode: Mode::Capture }
    };
    let of_cell =
        |seat, from| -> Vec<Path> { dirs.iter().map(|dir| line(seat, from, dir)).collect() };
    let of_seat = |seat| plane.grid.all().map(|from| of_cell(seat, from)).collect();
    Ok(plane.seats().map(of_seat).collect())
}

/// The paths of a piece, by seat and cell.
fn paths(plane: &Plane, piece: &Piece, room: &mut usize) -> Result<Vec<Vec<Vec<Path>>>, Problem> {
    let movements = movements(plane, &piece.moves)?;
    if piece.pawn && movements.iter().any(slides) {
        let message = "a pawn goes single steps, and two where the key 'double' says so";
        return Err(Problem::new(piece.moves.span(), message, "moves = \"mfWcfF\""));
    }
    let doubles = cells::sets(plane, piece.double.as_ref())?;
    let home = piece.within.as_ref().map(|cells| cells::sets(plane, Some(cells))).transpose()?;
    let mut all = Vec::new();
    for seat in plane.seats() {
        let courses = movements.iter().filter_map(|movement| Course::new(plane, movement, seat));
        let courses: Vec<Course> = courses.collect();
        let of_cell = |from: Cell| {
            let is_double = piece.pawn && doubles[seat.index()].has(from);
            let paths = paths_from(plane, &courses, from, is_double, room)
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

/// The paths from a cell, each once, for which there is `room`; or what is wrong.
fn paths_from(
    plane: &Plane,
    courses: &[Course],
    from: Cell,
    doubled: bool,
    room: &mut usize,
) -> Result<Vec<Path>, String> {
    let mut all: Vec<Path> = Vec::new();
    let mut passed = 0;
    for course in courses {
        let paths = course.paths(plane, from, doubled);
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

/// A path as far as it stays on some cells; `None` if it leads nowhere then.
fn kept(path: Path, cells: Bitboard<2>) -> Option<Path> {
    if path.mode == Mode::Lame {
        return path.targets().iter().all(|to| cells.has(*to)).then_some(path);
    }
    let staying = path.cells.into_iter().take_while(|cell| cells.has(*cell));
    let path = Path { cells: staying.collect(), mode: path.mode };
    (!path.cells.is_empty()).then_some(path)
}

/// Whether a movement can be longer than a step.
fn slides(movement: &Movement) -> bool {
    match movement {
        Movement::Atom(atom) => atom.most > 1 || atom.mode == Mode::Lame,
        Movement::Along(_, most, ..) => *most > 1,
        Movement::Bent(all, ..) => all.iter().any(|legs| legs.len() > 1 || legs[0].1 > 1),
        Movement::Written(all, mode, _) => {
            let longest = all.iter().flatten().map(Vec::len).max().unwrap_or(0);
            longest > if *mode == Mode::Quiet { 2 } else { 1 }
        }
        Movement::From(movement, _) => slides(movement),
    }
}

/// The kinds that letters stand for.
fn letters(pieces: &[Piece], text: &Text) -> Result<Vec<Kind>, Problem> {
    let mut kinds: Vec<Kind> = Vec::new();
    for letter in text.get_ref().chars() {
        let index = pieces.iter().position(|piece| *piece.letter.get_ref() == letter);
        let kind = index.map(|index| Kind(index as u8)).filter(|kind| !kinds.contains(kind));
        kinds.push(kind.ok_or_else(|| {
            let message = format!("{letter:?} is no piece's letter, or stands here twice");
            Problem::new(text.span(), message, "\"QRBN\"")
        })?);
    }
    Ok(kinds)
}

/// The castlings of both seats: Black's are White's mirrored, with small letters.
fn castlings(plane: &Plane, list: &[source::Castling]) -> Result<Vec<CastlingSpec>, Problem> {
    let mut castlings = Vec::new();
    for seat in plane.seats() {
        for it in list {
            castlings.push(castling(plane, it, seat)?);
        }
    }
    Ok(castlings)
}

fn castling(plane: &Plane, it: &source::Castling, seat: Seat) -> Result<CastlingSpec, Problem> {
    let grid = &plane.grid;
    let right = *it.right.get_ref();
    if !right.is_ascii_uppercase() {
        let message = "the letter of White's right is a capital";
        return Err(Problem::new(it.right.span(), message, "right = \"K\""));
    }
    let seen = |cell: Cell| plane.image(seat, cell);
    let pair = |text: &Text| -> Result<(Cell, Cell), Problem> {
        let [from, to] = cells::exactly::<2>(grid, text)?;
        Ok((seen(from), seen(to)))
    };
    let several = |text: &Text| -> Result<Vec<Cell>, Problem> {
        Ok(cells::list(grid, text)?.into_iter().map(seen).collect())
    };
    let (king, rook) = (pair(&it.king)?, pair(&it.rook)?);
    let (first, last) = (king.0.min(rook.0), king.0.max(rook.0));
    Ok(CastlingSpec {
        seat,
        right: if seat == Seat::WHITE { right } else { right.to_ascii_lowercase() },
        code: it.code.as_ref().map_or(Ok(king), pair)?,
        king,
        rook,
        empty: match &it.empty {
            Some(text) => several(text)?,
            None => (first.0 + 1..last.0).map(Cell).collect(),
        },
        safe: several(&it.safe)?,
    })
}

fn laps(plane: &Plane, list: &[source::Lap]) -> Result<Vec<LapSpec>, Problem> {
    let lap = |it: &source::Lap| {
        let goals = cells::list(&plane.grid, &it.goal)?;
        let named = |text: &Option<Text>| {
            text.as_ref().map(|text| cells::list(&plane.grid, text)).transpose()
        };
        // Without a line whoever comes to the goal has crossed one.
        let others = || plane.grid.all().filter(|cell| !goals.contains(cell)).collect();
        Ok(LapSpec {
            seat: cells::seat(plane, &it.seat)?,
            letter: it.letter,
            before: named(&it.before)?.unwrap_or_else(others),
            after: named(&it.after)?.unwrap_or_else(|| goals.clone()),
            goals,
        })
    };
    list.iter().map(lap).collect()
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
    // Clocks stand at the end, and the board and the turn cannot be left out.
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

fn dead(game: &source::Game, is_table: bool) -> Result<DeadMaterial, Problem> {
    let pieces = &game.piece;
    let Some(dead) = &game.dead else {
        return Ok(DeadMaterial { never: is_table, ..DeadMaterial::default() });
    };
    let lone = dead.lone.as_ref().map_or(Ok(Vec::new()), |text| letters(pieces, text))?;
    let one_colour = match &dead.one_colour {
        Some(text) => letters(pieces, text)?.first().copied(),
        None => None,
    };
    Ok(DeadMaterial { never: dead.never, lone, one_colour })
}

fn scoring(scoring: Option<&source::Scoring>) -> Result<Scoring, Problem> {
    let Some(scoring) = scoring else { return Ok(Scoring::CLASSIC) };
    let wrong =
        |message: &str| Err(Problem::new(scoring.span(), message, "scoring = { stalemate = 75 }"));
    match scoring.get_ref() {
        TextOr::Text(name) if name == "classic" => Ok(Scoring::CLASSIC),
        TextOr::Text(name) if name == "dynamic" => Ok(Scoring::DYNAMIC),
        TextOr::Text(_) => wrong("scoring is classic, dynamic, or a table of points"),
        TextOr::Other(Points { stalemate, perpetual, bare_king }) => {
            let classic = Scoring::CLASSIC;
            let points = Scoring {
                stalemate: stalemate.unwrap_or(classic.stalemate),
                perpetual: perpetual.unwrap_or(classic.perpetual),
                bare_king: *bare_king,
            };
            let all = [points.stalemate, points.perpetual[0], points.perpetual[1]];
            if all.into_iter().chain(points.bare_king).any(|share| share > FULL) {
                return wrong("a share is 0 to 100 points of a game");
            }
            Ok(points)
        }
    }
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

/// Where a file says what cannot be added.
pub fn place(game: &source::Game, error: &AddError) -> Problem {
    let piece = |letter: char| {
        let found = game.piece.iter().find(|piece| *piece.letter.get_ref() == letter);
        found.map_or(game.name.span(), |piece| piece.moves.span())
    };
    let (span, example) = match error {
        AddError::Start(_) => (game.start.span(), "start = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\""),
        AddError::Spec(
            SpecError::Bends(letter)
            | SpecError::Declines(letter)
            | SpecError::SlidingPawn(letter)
            | SpecError::King(letter)
            | SpecError::JumpsAmongHoles(letter)
            | SpecError::Outside(letter)
            | SpecError::Paths(letter),
        ) => (piece(*letter), ""),
        _ => (game.name.span(), ""),
    };
    Problem::new(span, error.to_string(), example)
}
