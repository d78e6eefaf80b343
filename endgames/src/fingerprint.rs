//! Fingerprints of rules. Stored results are used only for a game with the same fingerprint.

use rotunda_movegen::{Cell, Kind, KindSpec, LapSpec, Path, Role, VariantTables};
use xxhash_rust::xxh3::xxh3_64;

/// The rules as a row of numbers. The length of each list stands before it.
struct Row<'v, const W: usize> {
    tables: &'v VariantTables<W>,
    bytes: Vec<u8>,
}

impl<const W: usize> Row<'_, W> {
    fn number(&mut self, number: usize) {
        self.bytes.extend((number as u32).to_le_bytes());
    }

    fn list<T>(&mut self, list: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(list.len());
        for item in list {
            each(self, item);
        }
    }

    fn cells(&mut self, cells: &[Cell]) {
        self.list(cells, |row, cell| row.number(cell.index()));
    }

    fn path(&mut self, path: &Path) {
        self.number(path.mode as usize);
        self.cells(&path.cells);
    }

    /// Adds a kind's letter. Kinds with the same letter are the same, even in variants that number
    /// them differently.
    fn letter(&mut self, kind: Kind) {
        self.number(self.tables.kinds()[kind.index()].letter as usize);
    }

    fn letters(&mut self, kinds: &[Kind]) {
        self.list(kinds, |row, kind| row.letter(*kind));
    }

    fn kind(&mut self, kind: &KindSpec) {
        self.number(kind.letter as usize);
        self.number(match kind.role {
            Role::King => 0,
            Role::Pawn => 1,
            Role::Other => 2,
        });
        self.number(usize::from(kind.en_passant));
        self.list(&kind.paths, |row, seat| {
            row.list(seat, |row, cell| row.list(cell, Self::path));
        });
        self.list(&kind.promotes_on, |row, cells| row.cells(cells));
        self.list(&kind.closed, |row, cells| row.cells(cells));
        let (first, others) = kind.choices.split_first().unwrap_or((const { &Vec::new() }, &[]));
        self.letters(first);
        self.list(&kind.supply, |row, most| row.number(*most as usize));
        if let Some((cells, becomes)) = &kind.changes {
            self.cells(cells);
            self.letter(*becomes);
        }
        self.number(usize::from(kind.jumps));
        self.list(&kind.regions, |row, cells| row.cells(cells));
        // Added only for games that have such cells, so that the fingerprints of all other games
        // stay as they were. The number of seats cannot be mistaken for the letter of a next kind.
        if kind.declines_on.iter().any(|cells| !cells.is_empty()) {
            self.list(&kind.declines_on, |row, cells| row.cells(cells));
        }
        if others.iter().any(|choices| choices != first) {
            self.list(others, |row, choices| row.letters(choices));
        }
        if !kind.faces.is_empty() {
            self.list(&kind.faces, |row, seat| {
                row.list(seat, |row, cell| row.list(cell, Self::path));
            });
        }
    }

    fn lap(&mut self, lap: &LapSpec) {
        self.number(lap.seat.index());
        self.cells(&lap.before);
        self.cells(&lap.after);
        for goal in &lap.goals {
            self.number(goal.index());
        }
    }

    fn dead_material(&mut self, kinds: &[Kind]) {
        let dead = self.tables.dead_material();
        let concern = |list: &[Kind]| -> Vec<Kind> {
            kinds.iter().copied().filter(|kind| list.contains(kind)).collect()
        };
        self.number(usize::from(dead.never));
        self.letters(&concern(&dead.lone));
        let bound = concern(dead.one_colour.as_slice());
        self.letters(&bound);
        if !bound.is_empty() {
            self.cells(&self.tables.light().iter().collect::<Vec<_>>());
        }
    }
}

/// Returns the fingerprint of the rules that matter to endgames of these kinds: movement,
/// promotion, races, dead material and, with `with_scoring`, the values of endings.
pub(crate) fn fingerprint<const W: usize>(
    tables: &VariantTables<W>,
    kinds: &[Kind],
    with_scoring: bool,
) -> u64 {
    let mut kinds = kinds.to_vec();
    kinds.sort_by_key(|kind| tables.kinds()[kind.index()].letter);
    let mut row = Row { tables, bytes: Vec::new() };
    row.number(tables.cells());
    row.list(&kinds, |row, kind| row.kind(&tables.kinds()[kind.index()]));
    row.list(tables.laps(), Row::lap);
    row.dead_material(&kinds);
    if with_scoring {
        row.number(tables.scoring().stalemate.into());
        row.number(tables.scoring().bare_king.unwrap_or(0).into());
        if tables.scoring().bare_king.is_some() {
            // Either side may claim, whoever is to move. Older tables knew the claim of the mover
            // alone, so they get another fingerprint.
            row.number(1);
        }
    }
    xxh3_64(&row.bytes)
}
