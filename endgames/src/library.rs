//! [`Library`]: the tables of one variant, built or read when they are wanted.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use rotunda_movegen::{Cell, Kind, Path, Piece, Position, Rules, Seat, VariantTables};

use crate::code::Code;
use crate::endings::winning_shares;
use crate::exits::{Exit, Exits};
use crate::fingerprint::fingerprint;
use crate::layout::{Layout, Renaming, State};
use crate::material::{MOST_MEN, Material};
use crate::path_moves::{PathMoves, passers};
use crate::refusal::{MOST_BYTES, Refusal};
use crate::rule_moves::{RuleMoves, assemble};
use crate::solver::{Observer, solve};
use crate::store::Store;
use crate::symmetry::{Symmetry, symmetries};
use crate::table::{Table, Tally};

/// Bytes that all tables in memory may take when nothing is being built.
const KEPT_BYTES: usize = 1 << 29;
/// How much longer it takes to decide a position in which pieces jump in series; 19 times on the
/// board of 12x10 (`KCK` of `ordinary`, by the time of `KQK`).
const IN_SERIES: usize = 20;

/// What a position is worth to the side to move when both play their best.
///
/// Repetitions and the counting of moves without progress are not part of it; what can only be
/// drawn or be kept up for ever, a perpetual check for a small share included, is a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nobody can force anything.
    Draw,
    /// The side to move gets this share of the point in so many plies.
    Win {
        /// In parts of [`rotunda_movegen::FULL`].
        share: u16,
        /// Until the game ends, or until the share may be claimed.
        plies: u16,
    },
    /// Its opponent does.
    Loss {
        /// In parts of [`rotunda_movegen::FULL`].
        share: u16,
        /// Until the game ends, or until the share may be claimed.
        plies: u16,
    },
}

/// What is known of some material.
#[derive(Clone, Debug)]
pub struct Report {
    /// The letters of the men.
    pub name: String,
    /// The positions with the first side to move, and with the second.
    pub tallies: [Tally; 2],
    /// The longest win of the first side with it to move, and of the second: plies and position.
    pub longest: [Option<(u16, String)>; 2],
}

/// How long a lone king can hold out, by the cell that it stands on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Resistance {
    /// The letters of the men, the lone king's last or first.
    pub name: String,
    /// Whether the other side's man that is bound to cells of one colour stands on light ones, if
    /// it has such a man.
    pub on_light: Option<bool>,
    /// The mean plies of all lost positions with the lone side to move, by cell.
    pub plies: Vec<u16>,
}

/// The tables of one variant, built or read when they are wanted.
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
    /// Whether what is built is kept in the store.
    keeps: bool,
    made: HashMap<Material, Arc<Table>>,
    symmetries: HashMap<Vec<Kind>, Arc<Vec<Symmetry>>>,
    /// What is being built, the last upon the others.
    begun: Vec<Material>,
    /// The shares of the point for which a game can be won, by class.
    shares: Vec<u16>,
    /// What went wrong with the store.
    notes: Vec<String>,
    rules: PhantomData<R>,
}

impl<'v, R: Rules<W>, const W: usize> Library<'v, R, W> {
    /// A library without tables.
    ///
    /// # Errors
    /// If the game is one of which there are none.
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
            made: HashMap::new(),
            symmetries: HashMap::new(),
            begun: Vec::new(),
            shares: winning_shares(tables),
            notes: Vec::new(),
            rules: PhantomData,
        })
    }

    /// The same with tables kept in a folder, from where they are read the next time.
    #[must_use]
    pub fn with_store(mut self, store: Store) -> Self {
        self.store = Some(store);
        self.keeps = true;
        self
    }

    /// The same with the tables that are kept in a folder, where nothing is added to them.
    #[must_use]
    pub fn reading(mut self, store: Store) -> Self {
        self.store = Some(store);
        self.keeps = false;
        self
    }

    /// The variant's rules.
    #[must_use]
    pub const fn tables(&self) -> &'v VariantTables<W> {
        self.tables
    }

    /// The shares of the point for which a game can be won, the greatest first.
    #[must_use]
    pub fn shares(&self) -> &[u16] {
        &self.shares
    }

    /// What went wrong with files since the last call, for people.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Returns all material signatures with a number of men; none if no table has so many. Of two
    /// signatures that a symmetry of the board swaps, it has the one in which White has more.
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

    /// The kinds of the men and all that they may become.
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

    /// The material of the table for this material, and how its positions are found there.
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
        Layout::new(self.tables, material, &symmetries, &passers(self.tables, material.men()))
    }

    /// How many bytes the table of some material takes.
    pub fn bytes(&mut self, material: &Material) -> usize {
        let (material, _) = self.usual(material);
        self.layout(material).len() * size_of::<u16>()
    }

    /// Whether no more positions than these are to be decided to build the table of some material
    /// and all that it builds on, as far as they are not in memory; a position in which pieces jump
    /// in series counts as twenty. It looks at no more tables than it takes to say no.
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

    /// Sees to it that the table of some material is in memory: reads it if it has been kept, or
    /// builds it, and all that it builds on.
    ///
    /// # Errors
    /// If there can be no such table, or the observer stopped the work.
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

    /// Reads the table of some material if it has been kept; whether it is in memory now.
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
        let mut passing = passers(self.tables, men).into_iter().map(|man| men[usize::from(man)]);
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

    /// The layout of some material, if it and the tables that it builds on are small enough.
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

    /// What a position is worth, if the table of its material is in memory; the tables know nothing
    /// of rights to castle.
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

    /// The material of a position and its state, if tables can have it.
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
        let stepped =
            position.double_stepped().filter(|_| !passers(self.tables, material.men()).is_empty());
        let passed = stepped.and_then(|cell| cells.iter().position(|at| *at == cell.0));
        let state = State {
            cells,
            turn: position.turn().0,
            laps: laps[0] | laps[1] << 1,
            passed: passed.unwrap_or(0) as u8,
        };
        Some((material, state))
    }

    /// What is known of some material whose table is in memory, the side named first being White.
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

    /// How long lone kings can hold out against some material whose table is in memory, and against
    /// the same with the seats exchanged where the board allows that; nothing if neither king is
    /// alone.
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

/// Whether pieces of a kind never leave the cells of one colour.
fn is_bound<const W: usize>(tables: &VariantTables<W>, kind: Kind) -> bool {
    let light = tables.light();
    tables.kinds()[kind.index()].paths[0].iter().zip(0..).all(|(paths, from)| {
        let shade = light.has(Cell(from));
        paths.iter().flat_map(Path::targets).all(|to| light.has(*to) == shade)
    })
}

/// What a seat's piece of a kind may become by one move.
fn becomes<const W: usize>(tables: &VariantTables<W>, seat: Seat, kind: Kind) -> Vec<Kind> {
    let spec = &tables.kinds()[kind.index()];
    let changed = spec.changes.as_ref().map(|(_, kind)| *kind);
    spec.choices[seat.index()].iter().copied().chain(changed).collect()
}

/// The changes of some material by one move: what happens, what is there afterwards, and which man
/// of before each man is.
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
