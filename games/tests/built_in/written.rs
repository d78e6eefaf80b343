//! A game as a file that writes out every path, for movements that no notation can express.

use std::collections::BTreeMap;
use std::fmt::Write;

use rotunda_movegen::{CastlingSpec, Cell, Field, Grid, KindSpec, Mode, Path, Role, Seat, Spec};

/// Returns the text of a game with this title.
pub fn text(spec: &Spec, title: &str) -> String {
    let grid = &spec.grid;
    let fields: Vec<String> =
        spec.fields.iter().map(|field| format!("{:?}", word(*field))).collect();
    let holes: Vec<String> =
        places(grid).filter(|(_, is_cell)| !is_cell).map(|(name, _)| name).collect();
    let mut text = format!(
        "# Every path is written out: ROTUNDA_RECORD=1 cargo test -p rotunda-games --test games built_in\n\
         [[game]]\nname = {:?}\ntitle = {title:?}\nnote = \"\"\"\n{}\"\"\"\nstart = {:?}\nfields = [{}]\n",
        spec.name,
        spec.note,
        spec.start,
        fields.join(", ")
    );
    let (files, ranks) = (grid.files(), grid.ranks());
    let triangles: Vec<Cell> = grid.all().filter(|cell| grid.is_triangle(*cell)).collect();
    let triangles = match names(grid, &triangles) {
        names if names.is_empty() => names,
        names => format!(", triangles = {names:?}"),
    };
    let _ = writeln!(
        text,
        "board = {{ shape = \"rectangle\", files = {files}, ranks = {ranks}, holes = \"{}\"{triangles} }}",
        holes.join(" ")
    );
    let lone: String = spec.dead.lone.iter().map(|kind| spec.kinds[kind.index()].letter).collect();
    let one_colour = spec.dead.one_colour.map(|kind| spec.kinds[kind.index()].letter);
    let _ = match (spec.dead.never, one_colour) {
        (true, _) => writeln!(text, "dead = {{ never = true }}"),
        (_, Some(letter)) => {
            writeln!(text, "dead = {{ lone = {lone:?}, one_colour = \"{letter}\" }}")
        }
        _ => writeln!(text, "dead = {{ lone = {lone:?} }}"),
    };
    for kind in &spec.kinds {
        write_kind(&mut text, spec, kind);
    }
    for castling in spec.castlings.iter().filter(|castling| castling.seat == Seat::WHITE) {
        write_castling(&mut text, grid, castling);
    }
    for lap in &spec.laps {
        let seat = if lap.seat == Seat::WHITE { "white" } else { "black" };
        let _ = writeln!(text, "\n[[game.lap]]\nseat = \"{seat}\"\nletter = \"{}\"", lap.letter);
        let (before, after) = (names(grid, &lap.before), names(grid, &lap.after));
        let goal = names(grid, &lap.goals);
        let _ = writeln!(text, "before = {before:?}\nafter = {after:?}\ngoal = {goal:?}");
    }
    text
}

const fn word(field: Field) -> &'static str {
    match field {
        Field::Board => "board",
        Field::Turn => "turn",
        Field::Flags => "flags",
        Field::EnPassant => "en-passant",
        Field::Halfmove => "halfmove",
        Field::Fullmove => "fullmove",
    }
}

/// Returns the names of all places of a grid, and whether they are cells.
fn places(grid: &Grid) -> impl Iterator<Item = (String, bool)> {
    let name = |file: usize, rank: usize| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
    let all = (0..grid.ranks()).flat_map(|rank| (0..grid.files()).map(move |file| (file, rank)));
    all.map(move |(file, rank)| (name(file, rank), grid.named(&name(file, rank)).is_some()))
}

fn names(grid: &Grid, cells: &[Cell]) -> String {
    cells.iter().map(|cell| grid.name(*cell)).collect::<Vec<_>>().join(" ")
}

fn write_kind(text: &mut String, spec: &Spec, kind: &KindSpec) {
    let grid = &spec.grid;
    let _ =
        writeln!(text, "\n[[game.piece]]\nletter = \"{}\"\nname = {:?}", kind.letter, kind.name);
    match kind.role {
        Role::King => text.push_str("royal = true\n"),
        Role::Pawn => text.push_str("pawn = true\n"),
        Role::Other => {}
    }
    if kind.en_passant {
        text.push_str("en_passant = true\n");
    }
    let zones = [
        ("promotes_on", &kind.promotes_on),
        ("declines_on", &kind.declines_on),
        ("closed", &kind.closed),
    ];
    for (key, cells) in zones {
        if cells.iter().any(|cells| !cells.is_empty()) {
            let [white, black] = [0, 1].map(|seat| names(grid, &cells[seat]));
            let _ = writeln!(text, "{key} = {{ white = {white:?}, black = {black:?} }}");
        }
    }
    if !kind.choices[0].is_empty() {
        let letters: String =
            kind.choices[0].iter().map(|choice| spec.kinds[choice.index()].letter).collect();
        let _ = writeln!(text, "becomes = {letters:?}");
    }
    if !kind.supply.is_empty() {
        let _ = writeln!(text, "supply = {:?}", kind.supply);
    }
    if !kind.regions.is_empty() {
        let regions: Vec<String> =
            kind.regions.iter().map(|cells| format!("{:?}", names(grid, cells))).collect();
        let _ = writeln!(text, "regions = [{}]", regions.join(", "));
    }
    let [white, black] = [0, 1].map(|seat| by_mode(&kind.paths[seat]));
    for (mode, paths) in &white {
        let is_shared = black.get(mode) == Some(paths);
        write_paths(text, grid, mode, paths, (!is_shared).then_some("white"));
    }
    for (mode, paths) in black.iter().filter(|(mode, paths)| white.get(*mode) != Some(paths)) {
        write_paths(text, grid, mode, paths, Some("black"));
    }
}

/// The paths from every cell.
type Paths<'a> = BTreeMap<usize, Vec<&'a [Cell]>>;

/// Returns the paths of each mode.
fn by_mode(paths: &[Vec<Path>]) -> BTreeMap<&'static str, Paths<'_>> {
    let mut all: BTreeMap<&str, Paths<'_>> = BTreeMap::new();
    for (from, paths) in paths.iter().enumerate() {
        for path in paths.iter().filter(|path| !path.cells.is_empty()) {
            let mode = match path.mode {
                Mode::Both => "both",
                Mode::Quiet => "move",
                Mode::Capture => "capture",
                Mode::Hop => "hop",
                Mode::Lame => "lame",
            };
            all.entry(mode).or_default().entry(from).or_default().push(&path.cells);
        }
    }
    all
}

fn write_paths(text: &mut String, grid: &Grid, mode: &str, paths: &Paths, seat: Option<&str>) {
    let _ = writeln!(text, "\n[[game.piece.moves]]\nmode = \"{mode}\"");
    if let Some(seat) = seat {
        let _ = writeln!(text, "seat = \"{seat}\"");
    }
    text.push_str("[game.piece.moves.paths]\n");
    for (from, paths) in paths {
        let from = grid.name(Cell(*from as u8));
        let paths: Vec<String> =
            paths.iter().map(|cells| format!("{:?}", names(grid, cells))).collect();
        let _ = writeln!(text, "{from} = [{}]", paths.join(", "));
    }
}

fn write_castling(text: &mut String, grid: &Grid, castling: &CastlingSpec) {
    let CastlingSpec { right, king, rook, code, empty, safe, .. } = castling;
    let pair = |(from, to): (Cell, Cell)| names(grid, &[from, to]);
    let _ = writeln!(text, "\n[[game.castling]]\nright = \"{right}\"");
    for (key, cells) in [("king", pair(*king)), ("rook", pair(*rook)), ("code", pair(*code))] {
        let _ = writeln!(text, "{key} = {cells:?}");
    }
    let _ = writeln!(text, "safe = {:?}\nempty = {:?}", names(grid, safe), names(grid, empty));
}
