//! Findings: suspicious properties of a game that compiles.

use std::collections::BTreeSet;

use rotunda_movegen::{Cell, Dir, Field, GameLimits, KindSpec, Path, Role, Seat, Spec};

use crate::begin::at_start;
use crate::idle::{idle, takes_in_passing};
use crate::laps::may_be_run;
use crate::plane::Plane;
use crate::source;

/// The most cells that a finding names.
const NAMED: usize = 8;

/// Returns the findings, each in a line; empty if there are none.
pub fn findings(plane: &Plane, spec: &Spec, game: &source::Game) -> Vec<String> {
    let mut found = Vec::new();
    endless(spec, &mut found);
    races(plane, spec, &mut found);
    castlings(plane, spec, &mut found);
    fields(plane, spec, &mut found);
    one_way(plane, &mut found);
    unreached(plane, spec, &mut found);
    for (index, kind) in spec.kinds.iter().enumerate() {
        motionless(kind, &mut found);
        promotions(kind, &mut found);
        unequal_promotions(plane, kind, &mut found);
        supplies(spec, kind, &mut found);
        absent(plane, spec, index, &mut found);
    }
    one_sided(plane, spec, &mut found);
    idle(plane, spec, game, &mut found);
    found
}

/// Returns an upper bound of the legal moves of a side. Each piece of the start counts as the most
/// mobile kind that it may become, on its best cell.
pub fn most_moves(plane: &Plane, spec: &Spec) -> usize {
    let widest = |kind: &KindSpec| -> usize {
        let cells = |paths: &Vec<Path>| -> usize {
            let targets: BTreeSet<Cell> =
                paths.iter().flat_map(|path| path.targets().iter().copied()).collect();
            targets.len()
        };
        kind.paths.iter().flatten().map(cells).max().unwrap_or(0) * ways_to_end(kind)
    };
    let best = |kind: &KindSpec| {
        let choices =
            kind.choices.iter().flatten().map(|choice| widest(&spec.kinds[choice.index()]));
        let changed = kind.changes.iter().map(|(_, into)| widest(&spec.kinds[into.index()]));
        choices.chain(changed).chain([widest(kind)]).max().unwrap_or(0)
    };
    let first = first_pieces(plane, spec).into_iter();
    let first = first.filter_map(|letter| spec.kinds.iter().find(|kind| kind.letter == letter));
    first.map(best).sum::<usize>() + spec.castlings.len()
}

/// Returns the most moves that a piece has to one cell: a promotion to each kind, and one without
/// promotion where that is allowed.
fn ways_to_end(kind: &KindSpec) -> usize {
    let choices = kind.choices.iter().map(Vec::len).max().unwrap_or(0);
    let stays = !kind.supply.is_empty() || kind.declines_on.iter().any(|cells| !cells.is_empty());
    (choices + usize::from(stays)).max(1)
}

/// Returns the letters of the first seat's pieces at the start. Round a table each follows its
/// owner's letter.
fn first_pieces(plane: &Plane, spec: &Spec) -> Vec<char> {
    let board: Vec<char> = spec.start.chars().take_while(|letter| *letter != ' ').collect();
    if !plane.seating.is_table() {
        return board.into_iter().filter(char::is_ascii_uppercase).collect();
    }
    board.windows(2).filter(|pair| pair[0] == 'a').map(|pair| pair[1]).collect()
}

/// Returns the names of cells, the first few of many.
pub fn names(plane: &Plane, cells: &[Cell]) -> String {
    let some: Vec<String> = cells.iter().take(NAMED).map(|cell| plane.grid.name(*cell)).collect();
    let rest = if cells.len() > NAMED {
        format!(" and {} more", cells.len() - NAMED)
    } else {
        String::new()
    };
    some.join(" ") + &rest
}

/// Reports a game that need not end.
fn endless(spec: &Spec, found: &mut Vec<String>) {
    if spec.limits == (GameLimits { quiet_plies: None, occurrences: None }) {
        found.push("without any limit a game may go on for ever".into());
    }
}

/// Reports races that no king can win, or that begin at their goal.
fn races(plane: &Plane, spec: &Spec, found: &mut Vec<String>) {
    let king = spec.kinds.iter().find(|kind| kind.role == Role::King).map(|kind| kind.letter);
    for lap in &spec.laps {
        let name = ["White", "Black"][lap.seat.index()];
        if !may_be_run(&spec.kinds, std::slice::from_ref(lap)) {
            found.push(format!("{name}'s king cannot come to the goal of its race"));
        }
        let own =
            king.map(|king| if lap.seat == Seat::WHITE { king } else { king.to_ascii_lowercase() });
        let is_home =
            |cell: &&Cell| own.is_some() && at_start(&plane.grid, &spec.start, **cell) == own;
        if let Some(home) = lap.goals.iter().find(is_home) {
            let cell = plane.grid.name(*home);
            found.push(format!("{name}'s king begins on {cell}, a goal of its race"));
        }
    }
}

/// Reports castlings that Black lacks, and those whose right is missing at the start.
fn castlings(plane: &Plane, spec: &Spec, found: &mut Vec<String>) {
    for castling in spec.castlings.iter().filter(|castling| castling.seat == Seat::WHITE) {
        let right = castling.right.to_ascii_lowercase();
        if !spec.castlings.iter().any(|other| other.right == right) {
            found.push(format!("Black does not castle by {right}, since a cell of it is a hole"));
        }
    }
    if plane.seating.is_table() || !spec.fields.contains(&Field::Flags) {
        return;
    }
    let index = spec.fields.iter().position(|field| *field == Field::Flags).unwrap_or_default();
    let rights = spec.start.split_whitespace().nth(index).unwrap_or_default();
    let mut missing: Vec<char> = spec.castlings.iter().map(|castling| castling.right).collect();
    missing.retain(|right| !rights.contains(*right));
    if !missing.is_empty() {
        let letters = missing.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
        found.push(format!("the start has no right {letters} to castle"));
    }
}

/// Reports what position strings of a duel cannot hold, since a field is left out.
fn fields(plane: &Plane, spec: &Spec, found: &mut Vec<String>) {
    let lacks = |field| !plane.seating.is_table() && !spec.fields.contains(&field);
    if lacks(Field::Flags) && !spec.castlings.is_empty() {
        found.push("nobody castles, since 'fields' has no flags for the rights".into());
    }
    if lacks(Field::Flags) && !spec.laps.is_empty() {
        found.push("'fields' has no flags, which show the kings that have crossed a line".into());
    }
    if lacks(Field::EnPassant) && spec.kinds.iter().any(|kind| takes_in_passing(spec, kind)) {
        found.push("'fields' has no en-passant for the pawns that can be taken so".into());
    }
}

/// Reports a kind that never moves.
fn motionless(kind: &KindSpec, found: &mut Vec<String>) {
    if !kind.jumps && kind.paths.iter().flatten().all(Vec::is_empty) {
        found.push(format!("{} has no moves", kind.letter));
    }
}

/// Reports steps that no step undoes.
fn one_way(plane: &Plane, found: &mut Vec<String>) {
    let leads = |from: Cell, to: Cell| {
        (0..plane.names.len())
            .any(|dir| plane.ways(from, Dir(dir as u8)).any(|(other, _)| other == to))
    };
    for dir in 0..plane.names.len() {
        let is_one_way =
            |from: &Cell| plane.ways(*from, Dir(dir as u8)).any(|(to, _)| !leads(to, *from));
        let cells: Vec<Cell> = plane.grid.all().filter(is_one_way).collect();
        if !cells.is_empty() {
            let heading = &plane.names[dir];
            found.push(format!(
                "no step undoes that along {heading:?} from {}",
                names(plane, &cells)
            ));
        }
    }
}

/// Reports cells that no piece can reach.
fn unreached(plane: &Plane, spec: &Spec, found: &mut Vec<String>) {
    let paths = spec.kinds.iter().flat_map(|kind| kind.paths.iter().flatten().flatten());
    let reached: BTreeSet<Cell> = paths.flat_map(|path| path.targets().iter().copied()).collect();
    let jumps = spec.kinds.iter().any(|kind| kind.jumps);
    let cells: Vec<Cell> =
        plane.grid.all().filter(|cell| !jumps && !reached.contains(cell)).collect();
    if !cells.is_empty() {
        found.push(format!("no piece can come to {}", names(plane, &cells)));
    }
}

/// Reports pieces of one side that become nothing where they promote, unlike the other side's. A
/// piece does not come to cells that are closed to it.
fn unequal_promotions(plane: &Plane, kind: &KindSpec, found: &mut Vec<String>) {
    if plane.seating.is_table() || kind.choices.iter().all(Vec::is_empty) {
        return;
    }
    for (seat, name) in ["White", "Black"].into_iter().enumerate() {
        let closed = &kind.closed[seat];
        let mut zone = kind.promotes_on[seat].iter().filter(|cell| !closed.contains(cell));
        if kind.choices[seat].is_empty() && zone.next().is_some() {
            found.push(format!("{name}'s {} becomes nothing where it promotes", kind.letter));
        }
    }
}

/// Reports promotions that cannot happen.
fn promotions(kind: &KindSpec, found: &mut Vec<String>) {
    let letter = kind.letter;
    for (paths, zone) in kind.paths.iter().zip(&kind.promotes_on) {
        let cells = paths.iter().flatten().flat_map(Path::targets);
        let enters = cells.into_iter().any(|cell| zone.contains(cell));
        if !zone.is_empty() && !enters {
            found.push(format!("{letter} promotes where it cannot come"));
            return;
        }
    }
    let has_zone = kind.promotes_on.iter().any(|zone| !zone.is_empty());
    if has_zone == kind.choices.iter().all(Vec::is_empty) {
        let lacks = if has_zone { "becomes nothing where it promotes" } else { "promotes nowhere" };
        found.push(format!("{letter} {lacks}"));
    }
}

/// Reports cells that hold for both sides as the file has them, and are not their own mirror image.
fn one_sided(plane: &Plane, spec: &Spec, found: &mut Vec<String>) {
    let set = |cells: &[Cell]| cells.iter().copied().collect::<BTreeSet<Cell>>();
    let mirrored = |cells: &[Cell]| -> Option<BTreeSet<Cell>> {
        cells.iter().map(|cell| plane.image(Seat::BLACK, *cell)).collect()
    };
    if plane.seating.is_table() {
        return;
    }
    for kind in &spec.kinds {
        let of_change = kind.changes.as_ref().map(|(leaving, _)| leaving);
        let changes = of_change.is_some_and(|cells| mirrored(cells) != Some(set(cells)));
        let regions: BTreeSet<_> = kind.regions.iter().map(|region| set(region)).collect();
        let images: Option<BTreeSet<_>> =
            kind.regions.iter().map(|region| mirrored(region)).collect();
        for (key, is_one_sided) in [("leaving", changes), ("regions", images != Some(regions))] {
            if is_one_sided {
                found.push(format!(
                    "{}: the cells of '{key}' hold for both sides as written",
                    kind.letter
                ));
            }
        }
    }
}

/// Reports kinds that a piece never becomes, since their supply is 0.
fn supplies(spec: &Spec, kind: &KindSpec, found: &mut Vec<String>) {
    let choices = kind.choices.iter().flat_map(|choices| choices.iter().zip(&kind.supply));
    let never = choices.filter(|(_, supply)| **supply == 0);
    let letters: BTreeSet<char> = never.map(|(into, _)| spec.kinds[into.index()].letter).collect();
    for letter in letters {
        found.push(format!("{} never becomes {letter}, whose supply is 0", kind.letter));
    }
}

/// Reports a kind that no side has at the start and that no piece becomes.
fn absent(plane: &Plane, spec: &Spec, index: usize, found: &mut Vec<String>) {
    let kind = &spec.kinds[index];
    let board = spec.start.split(' ').next().unwrap_or_default();
    let is_table = plane.seating.is_table();
    let is_it_there =
        |letter: char| if is_table { letter } else { letter.to_ascii_uppercase() } == kind.letter;
    let stands = board.chars().any(is_it_there);
    let is_it = |other: &rotunda_movegen::Kind| other.index() == index;
    let becomes = spec.kinds.iter().any(|other| {
        other.choices.iter().flatten().any(is_it)
            || other.changes.iter().any(|(_, into)| is_it(into))
    });
    if !stands && !becomes {
        found.push(format!("{} is not on the board, and nothing becomes it", kind.letter));
    }
}
