//! [`Library`]: the tables of one variant, built or read on demand.

use std::marker::PhantomData;
use std::sync::Arc;

use rotunda_movegen::{Cell, Kind, Path, Piece, Position, Rules, Seat, VariantTables};
use rustc_hash::FxHashMap;

use crate::code::Code;
use crate::endings::winning_shares;
use crate::exits::{Exit, Exits};
use crate::fingerprint::fingerprint;
use crate::layout::{Layout, Renaming, State};
use crate::material::{MOST_MEN, Material};
use crate::path_moves::{PathMoves, en_passant_pawns};
use crate::refusal::{MOST_BYTES, Refusal};
use crate::rule_moves::{RuleMoves, assemble};
use crate::solver::{Observer, solve};
use crate::store::Store;
use crate::symmetry::{Symmetry, symmetries};
use crate::table::{Table, Tally};

/// The most bytes that all tables in memory may take while no table is being built.
const KEPT_BYTES: usize = 1 << 29;
/// The cost of solving a position with pieces that jump in series, relative to other positions. It
/// was measured as 19 on the board of 12x10 (`KCK` against `KQK` of `ordinary`).
const IN_SERIES: usize = 20;

/// The value of a position for the side to move when both sides play their best.
///
/// Repetitions and the counting of moves without progress are not part of it. A position in which
/// nobody can force more than a draw is a draw, and so is one that can be held for ever, such as by
/// perpetual check for a small share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Neither side can force a win.
    Draw,
    /// The side to move gets this share of the point in so many plies.
    Win {
        /// In parts of [`rotunda_movegen::FULL`].
        share: u16,
        /// The plies until the game ends, or until the share may be claimed.
        plies: u16,
    },
    /// The opponent gets this share of the point in so many plies.
    Loss {
        /// In parts of [`rotunda_movegen::FULL`].
        share: u16,
        /// The plies until the game ends, or until the share may be claimed.
        plies: u16,
    },
}

/// The statistics of some material.
#[derive(Clone, Debug)]
pub struct Report {
    /// The letters of the pieces.
    pub name: String,
    /// The counts of positions with the first side to move, and with the second.
    pub tallies: [Tally; 2],
    /// The longest win of the first side with that side to move, and the same of the second: plies
    /// and position.
    pub longest: [Option<(u16, String)>; 2],
}

/// The number of plies that a lone king can hold out, for each of its cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resistance {
    /// The letters of the pieces, the lone king first or last.
    pub name: String,
    /// Whether the other side's piece that never leaves one colour stands on light cells; `None` if
    /// there is no such piece.
    pub on_light: Option<bool>,
    /// The mean plies of all lost positions with the lone side to move, by cell.
    pub plies: Vec<u16>,
}

/// The tables of one variant, built or read on demand.
///
/// ```
/// use rotunda_endgames::{Library, Material, Verdict};
/// use rotunda_movegen::{Duel, Family, Options, Rules, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let mut library = Library::<Duel, 1>::new(chess)?;
/// library.build(&Material::parse(chess, "KQK").expect("three men"), &())?;
/// let position = Duel::parse(chess, "7k/8/5K2/8/8/8/8/Q7 w - - 0 1").expect("a good string");
/// assert_eq!(library.probe(&position), Some(Verdict::Win { share: 100, plies: 3 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Library<'v, R, const W: usize> {
    tables: &'v VariantTables<W>,
    store: Option<Store>,
    /// Whether new tables are saved to the store.
    keeps: bool,
    made: FxHashMap<Material, Arc<Table>>,
    symmetries: FxHashMap<Vec<Kind>, Arc<Vec<Symmetry>>>,
    /// The material that is being built. Each table is needed for the one before it.
    begun: Vec<Material>,
    /// The shares of the point for which a game can be won, by class.
    shares: Vec<u16>,
    /// The errors of the store.
    notes: Vec<String>,
    rules: PhantomData<R>,
}

impl<'v, R: Rules<W>, const W: usize> Library<'v, R, W> {
    /// Creates a library without tables.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the game can have no tables.
    pub fn new(tables: &'v VariantTables<W>) -> Result<Self, Refusal> {
        if !R::ALTERNATES || tables.seats() != 2 {
            return Err(Refusal::NotADuel { variant: tables.name().to_owned() });
        }
        let races = |seat| tables.laps().iter().filter(|lap| lap.seat == seat).count();
        if races(Seat::WHITE) > 1 || races(Seat::BLACK) > 1 {
            return Err(Refusal::Races);
        }
        if !tables.scoring().draws_what_goes_on() {
            return Err(Refusal::Endless);
        }
        Ok(Self {
            tables,
            store: None,
            keeps: false,
            made: FxHashMap::default(),
            symmetries: FxHashMap::default(),
            begun: Vec::new(),
            shares: winning_shares(tables),
            notes: Vec::new(),
            rules: PhantomData,
        })
    }

    /// Returns the library with a folder. It saves tables there and reads them the next time.
    #[must_use]
    pub fn with_store(mut self, store: Store) -> Self {
        self.store = Some(store);
        self.keeps = true;
        self
    }

    /// Returns the library with a folder from which it only reads tables.
    #[must_use]
    pub fn reading(mut self, store: Store) -> Self {
        self.store = Some(store);
        self.keeps = false;
        self
    }

    /// Returns the variant's rules.
    #[must_use]
    pub const fn tables(&self) -> &'v VariantTables<W> {
        self.tables
    }

    /// The shares of the point for which a game can be won, the greatest first.
    #[must_use]
    pub fn shares(&self) -> &[u16] {
        &self.shares
    }

    /// Returns the errors of files since the last call, as sentences.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Returns all material signatures with a number of pieces; none if no table has so many. If
    /// the board has a symmetry that swaps the sides, the list has only the signature in which
    /// White is stronger.
    pub fn all_material(&mut self, men: usize) -> Vec<Material> {
        let kinds = (0..self.tables.kinds().len()).map(|kind| Kind(kind as u8));
        let others: Vec<Piece> = [Seat::WHITE, Seat::BLACK]
            .into_iter()
            .flat_map(|seat| kinds.clone().map(move |kind| Piece::new(seat, kind)))
            .filter(|piece| piece.kind() != self.tables.king())
            .collect();
        let mut lists: Vec<Vec<(Piece, ())>> = vec![Vec::new()];
        for _ in 2..men {
            let longer = |list: &Vec<(Piece, ())>| {
                others.iter().map(|man| [&list[..], &[(*man, ())]].concat()).collect::<Vec<_>>()
            };
            lists = lists.iter().flat_map(longer).collect();
        }
        let mut found: Vec<Material> = Vec::new();
        for list in lists {
            let Some((material, _)) = Material::sorted(self.tables, list) else { continue };
            let (material, _) = self.usual(&material);
            if !found.contains(&material) {
                found.push(material);
            }
        }
        found.sort_by_key(|material| material.order(self.tables));
        found
    }

    /// Returns the kinds of the pieces and all kinds that these may become.
    fn kinds(&self, material: &Material) -> Vec<Kind> {
        let mut kinds: Vec<Kind> = Vec::new();
        let mut open: Vec<Kind> = material.men().iter().map(|man| man.kind()).collect();
        while let Some(kind) = open.pop() {
            if !kinds.contains(&kind) {
                kinds.push(kind);
                open.extend(
                    [Seat::WHITE, Seat::BLACK]
                        .into_iter()
                        .flat_map(|seat| becomes(self.tables, seat, kind)),
                );
            }
        }
        kinds.sort();
        kinds
    }

    /// The fingerprint of the rules that concern some material.
    fn rules_of(&self, material: &Material) -> u64 {
        fingerprint(self.tables, &self.kinds(material), true)
    }

    fn symmetries(&mut self, material: &Material) -> Arc<Vec<Symmetry>> {
        let kinds = self.kinds(material);
        let tables = self.tables;
        let known = self.symmetries.entry(kinds);
        let found = known.or_insert_with_key(|kinds| Arc::new(symmetries(tables, kinds)));
        Arc::clone(found)
    }

    /// Returns the material whose table holds this one, and the way from a position to its entry
    /// there.
    fn usual(&mut self, material: &Material) -> (Material, Renaming) {
        let same = Renaming { men: (0..material.men().len() as u8).collect(), swap: None };
        if material.is_white_ahead(self.tables) {
            return (*material, same);
        }
        let symmetries = self.symmetries(material);
        let Some(swap) = symmetries.iter().find(|symmetry| symmetry.swaps) else {
            return (*material, same);
        };
        let others = material.others().iter().zip(2..);
        let others = others.map(|(man, at)| (Piece::new(man.seat().opponent(), man.kind()), at));
        let sorted = Material::sorted(self.tables, others.collect());
        let (swapped, from) = sorted.expect("as many men as before");
        let men = [1, 0].into_iter().chain(from).collect();
        (swapped, Renaming { men, swap: Some(Arc::new(swap.clone())) })
    }

    fn layout(&mut self, material: Material) -> Layout {
        let symmetries = self.symmetries(&material);
        Layout::new(
            self.tables,
            material,
            &symmetries,
            &en_passant_pawns(self.tables, material.men()),
        )
    }

    /// Returns the bytes that the table of some material takes.
    pub fn bytes(&mut self, material: &Material) -> usize {
        let (material, _) = self.usual(material);
        self.layout(material).len() * size_of::<u16>()
    }

    /// Returns whether at most so many positions must be solved to build the table of some material
    /// and the tables that it needs. Tables in memory count as nothing, and a position with pieces
    /// that jump in series counts as twenty. It looks at no more tables than it needs to say no.
    pub fn takes_at_most(&mut self, positions: usize, material: &Material) -> bool {
        let (material, _) = self.usual(material);
        let mut wanted = vec![material];
        let (mut seen, mut sum) = (0, 0);
        while let Some(next) = wanted.get(seen).copied() {
            seen += 1;
            if self.made.contains_key(&next) {
                continue;
            }
            sum +=
                self.layout(next).len() * if self.jumps_in_series(&next) { IN_SERIES } else { 1 };
            if sum > positions {
                return false;
            }
            for (_, after, _) in changes(self.tables, &next) {
                let (after, _) = self.usual(&after);
                if !wanted.contains(&after) {
                    wanted.push(after);
                }
            }
        }
        true
    }

    fn jumps_in_series(&self, material: &Material) -> bool {
        material.men().iter().any(|man| self.tables.kinds()[man.kind().index()].jumps)
    }

    /// Loads the table of some material: reads it if it has been saved, or builds it and the tables
    /// that it needs.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if there can be no such table, or if the observer stopped the work.
    pub fn build(&mut self, material: &Material, observer: &dyn Observer) -> Result<(), Refusal> {
        let (material, _) = self.usual(material);
        let result = self.make(material, observer).map(|_| ());
        self.begun.clear();
        let bytes = |table: &Arc<Table>| table.len() * size_of::<u16>();
        if self.made.values().map(bytes).sum::<usize>() > KEPT_BYTES {
            self.made.retain(|other, _| *other == material || other.men().len() < MOST_MEN);
        }
        result
    }

    /// Reads the table of some material if it has been saved, and returns whether it is in memory
    /// now.
    pub fn read(&mut self, material: &Material) -> bool {
        let (material, _) = self.usual(material);
        self.made.contains_key(&material) || self.read_kept(material)
    }

    fn read_kept(&mut self, material: Material) -> bool {
        let Some(store) = self.store.clone() else { return false };
        let layout = self.layout(material);
        match store.read((self.rules_of(&material), &material.name(self.tables)), layout) {
            Ok(Some(table)) => {
                self.made.insert(material, Arc::new(table));
                true
            }
            Ok(None) => false,
            Err(fault) => {
                if !self.notes.contains(&fault) {
                    self.notes.push(fault);
                }
                false
            }
        }
    }

    fn make(&mut self, material: Material, observer: &dyn Observer) -> Result<Arc<Table>, Refusal> {
        if self.made.contains_key(&material) || self.read_kept(material) {
            return Ok(Arc::clone(&self.made[&material]));
        }
        if self.begun.contains(&material) {
            return Err(Refusal::Circle);
        }
        let in_series = self.jumps_in_series(&material);
        if in_series && material.men().len() > 3 {
            return Err(Refusal::Series);
        }
        let men = material.men();
        let mut passing =
            en_passant_pawns(self.tables, men).into_iter().map(|man| men[usize::from(man)]);
        if passing.any(|pawn| !self.tables.has_plain_starts(pawn)) {
            return Err(Refusal::StartSteps);
        }
        self.begun.push(material);
        let table = Table::new(self.affordable(material)?);
        let exits = self.exits(&material, observer)?;
        let name = material.name(self.tables);
        observer.on_table(&name, table.len());
        let layout = &table.layout;
        let done = if in_series {
            let moves = RuleMoves::<R, W>::new(self.tables, layout, &exits);
            solve(self.tables, &table, &moves, observer)
        } else {
            let moves = PathMoves::new(self.tables, layout, &exits);
            solve(self.tables, &table, &moves, observer)
        };
        self.begun.pop();
        if !done {
            return Err(Refusal::Stopped);
        }
        if let Some(store) = self.store.as_ref().filter(|_| self.keeps)
            && let Err(fault) = store.write((self.rules_of(&material), &name), &table)
        {
            self.notes.push(fault);
        }
        let table = Arc::new(table);
        self.made.insert(material, Arc::clone(&table));
        Ok(table)
    }

    /// Returns the layout of some material if its table and those that it needs are small enough.
    fn affordable(&mut self, material: Material) -> Result<Layout, Refusal> {
        let layout = self.layout(material);
        let mut bytes = layout.len() * size_of::<u16>() + layout.len() / 8;
        let mut counted = Vec::new();
        for (_, next, _) in changes(self.tables, &material) {
            let (next, _) = self.usual(&next);
            if !counted.contains(&next) {
                counted.push(next);
                bytes += self.layout(next).len() * size_of::<u16>();
            }
        }
        if bytes > MOST_BYTES {
            return Err(Refusal::TooLarge { megabytes: bytes >> 20 });
        }
        Ok(layout)
    }

    fn exits(&mut self, material: &Material, observer: &dyn Observer) -> Result<Exits, Refusal> {
        let mut exits = Exits::default();
        for (exit, next, from) in changes(self.tables, material) {
            let (usual, renaming) = self.usual(&next);
            let men = renaming.men.iter().map(|man| from[usize::from(*man)]).collect();
            let table = self.make(usual, observer)?;
            exits.add(exit, table, Renaming { men, ..renaming });
        }
        Ok(exits)
    }

    /// Returns the verdict on a position if the table of its material is in memory and neither side
    /// may castle.
    #[must_use]
    pub fn probe(&mut self, position: &Position<W>) -> Option<Verdict> {
        let (material, state) = self.state(position)?;
        let (material, renaming) = self.usual(&material);
        let table = self.made.get(&material)?;
        match table.code(renaming.apply(state)) {
            Code::IMPOSSIBLE => None,
            code if code.is_win() => {
                Some(Verdict::Win { share: self.shares[code.class()], plies: code.plies() })
            }
            code if code.is_loss() => {
                Some(Verdict::Loss { share: self.shares[code.class()], plies: code.plies() })
            }
            _ => Some(Verdict::Draw),
        }
    }

    /// The material of a position and its state, if tables can hold it.
    fn state(&self, position: &Position<W>) -> Option<(Material, State)> {
        if position.has_castling_rights() {
            return None;
        }
        let material = Material::of(position)?;
        let mut cells = [0; MOST_MEN];
        let mut left = position.occupied();
        for (cell, man) in cells.iter_mut().zip(material.men()) {
            let found = left.iter().find(|cell| position.piece(*cell) == *man)?;
            left -= rotunda_movegen::Bitboard::of(found);
            *cell = found.0;
        }
        let laps = [Seat::WHITE, Seat::BLACK].map(|seat| u8::from(position.has_lapped(seat)));
        let stepped = position
            .double_stepped()
            .filter(|_| !en_passant_pawns(self.tables, material.men()).is_empty());
        let pawn = stepped.and_then(|cell| cells.iter().position(|at| *at == cell.0));
        let state = State {
            cells,
            turn: position.turn().0,
            laps: laps[0] | laps[1] << 1,
            en_passant: pawn.unwrap_or(0) as u8,
        };
        Some((material, state))
    }

    /// Returns the statistics of some material whose table is in memory. The side that is named
    /// first is White.
    #[must_use]
    pub fn report(&mut self, material: &Material) -> Option<Report> {
        let (usual, renaming) = self.usual(material);
        let table = Arc::clone(self.made.get(&usual)?);
        let swaps = renaming.swap.is_some();
        let turns = if swaps { [1, 0] } else { [0, 1] };
        let longest = turns.map(|turn| {
            let (plies, index) = table.longest_win(turn)?;
            let position = assemble(self.tables, &usual, table.layout.state(index));
            Some((plies, R::fen(&position)))
        });
        let tallies = turns.map(|turn| table.tally(turn));
        Some(Report { name: material.name(self.tables), tallies, longest })
    }

    /// Returns how long lone kings can hold out against some material whose table is in memory. It
    /// adds the same with the seats exchanged where the board has that symmetry. It is empty if
    /// neither king is alone.
    #[must_use]
    pub fn resistance(&mut self, material: &Material) -> Vec<Resistance> {
        let (usual, _) = self.usual(material);
        let is_alone = usual.others().iter().all(|man| man.seat() == Seat::WHITE);
        let Some(table) = self.made.get(&usual).filter(|_| is_alone).cloned() else {
            return Vec::new();
        };
        let (symmetries, tables) = (self.symmetries(&usual), self.tables);
        let bound = (2..usual.men().len()).find(|man| is_bound(tables, usual.men()[*man].kind()));
        let sums = table.resistance(&symmetries, bound, tables.light());
        let colours = if bound.is_some() { vec![Some(false), Some(true)] } else { vec![None] };
        let mut found = Vec::new();
        for (is_white, material) in [(false, usual), (true, usual.swapped(tables))] {
            for &on_light in &colours {
                let plies = sums.means(is_white, on_light);
                let name = || material.name(tables);
                found.extend(plies.map(|plies| Resistance { name: name(), on_light, plies }));
            }
        }
        found
    }
}

/// Returns whether pieces of a kind never leave the cells of one colour.
fn is_bound<const W: usize>(tables: &VariantTables<W>, kind: Kind) -> bool {
    let light = tables.light();
    tables.kinds()[kind.index()].paths[0].iter().zip(0..).all(|(paths, from)| {
        let shade = light.has(Cell(from));
        paths.iter().flat_map(Path::targets).all(|to| light.has(*to) == shade)
    })
}

/// Returns the kinds that a seat's piece may become in one move.
fn becomes<const W: usize>(tables: &VariantTables<W>, seat: Seat, kind: Kind) -> Vec<Kind> {
    let spec = &tables.kinds()[kind.index()];
    let changed = spec.changes.as_ref().map(|(_, kind)| *kind);
    spec.choices[seat.index()].iter().copied().chain(changed).collect()
}

/// Returns the changes of some material by one move: the move, the material after it, and for each
/// piece its index before the move.
fn changes<const W: usize>(
    tables: &VariantTables<W>,
    material: &Material,
) -> Vec<(Exit, Material, Vec<u8>)> {
    let men = material.men();
    let mut found = Vec::new();
    for (man, piece) in men.iter().enumerate() {
        let victims = (2..men.len()).filter(|victim| men[*victim].seat() != piece.seat());
        let takings: Vec<Option<usize>> = [None].into_iter().chain(victims.map(Some)).collect();
        for becomes in [piece.kind()].into_iter().chain(becomes(tables, piece.seat(), piece.kind()))
        {
            for &taken in &takings {
                if taken.is_none() && becomes == piece.kind() {
                    continue;
                }
                let others = men.iter().enumerate().skip(2).filter(|(at, _)| Some(*at) != taken);
                let others = others.map(|(at, other)| {
                    let kind = if at == man { becomes } else { other.kind() };
                    (Piece::new(other.seat(), kind), at as u8)
                });
                let sorted = Material::sorted(tables, others.collect());
                let (next, from) = sorted.expect("no more men than before");
                let from = [0, 1].into_iter().chain(from).collect();
                found.push((Exit { man, becomes, taken }, next, from));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests;
