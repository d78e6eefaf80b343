//! [`Notation`]: the cells, moves and positions of a game as interfaces of this protocol write
//! them.

use rotunda_movegen::{Cell, Game, GameMove, GameMoveKind, Kind, Variant};

use crate::cecp::{ring, xboard};

/// The most files and ranks of the boards that are offered.
pub const LARGEST: (usize, usize) = (12, 10);
/// The name of chess in interfaces.
const CHESS: &str = "normal";
/// The letters of promotions, the strongest first.
pub(super) const STRONGEST: &str = "QRBN";
/// The states of jump series beyond which moves of a piece are not shown. It is ten times the need
/// of any position of a game, and takes a hundredth of a second.
pub(super) const SHOWN_STATES: usize = 1 << 12;
/// The number of cells of a move that XBoard 4.9 passes on: it knows at most two legs.
const LEG_CELLS: usize = 3;
/// The number of fields of a position string; the fourth is the cell where a pawn can be captured
/// en passant.
const FIELDS: usize = 6;
/// The number of ranks for which the first one is rank 0, so that every rank is one digit.
const COUNTED_FROM_ZERO: usize = 10;

/// Returns the games that the protocol supports: those of two seats who move by turns, on boards of
/// files and ranks and on rings that can be laid flat.
pub fn variants() -> impl Iterator<Item = &'static Variant> {
    Variant::known().filter(|entry| {
        let (files, ranks) = entry.size();
        entry.is_duel() && files <= LARGEST.0 && ranks <= LARGEST.1 || ring::is_ring(entry)
    })
}

/// The notation of interfaces for the cells, moves and positions of a game.
///
/// ```
/// use rotunda_protocol::cecp::Notation;
/// let notation = Notation::named("ordinary").expect("a game of two seats");
/// assert_eq!(notation.text("e10e9"), "e9e8");
/// let game = notation.variant().game();
/// assert_eq!(notation.find(&game, "a1a3").map(|mv| mv.to_string()).as_deref(), Some("a2a4"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    variant: &'static Variant,
}

impl Notation {
    /// Creates the notation of a game.
    #[must_use]
    pub const fn new(variant: &'static Variant) -> Self {
        Self { variant }
    }

    /// Returns the notation of the game with this name in interfaces, in any case; `None` if it is
    /// not offered. Chess also has its own name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let is_named = |notation: &Self| {
            [notation.name(), notation.variant.name]
                .iter()
                .any(|own| own.eq_ignore_ascii_case(name))
        };
        variants().map(Self::new).find(is_named)
    }

    /// The game.
    #[must_use]
    pub const fn variant(&self) -> &'static Variant {
        self.variant
    }

    /// Returns the name of the game in interfaces.
    #[must_use]
    pub fn name(&self) -> &'static str {
        if self.is_chess() { CHESS } else { self.variant.name }
    }

    /// Returns whether interfaces know the game's rules.
    #[must_use]
    pub fn is_chess(&self) -> bool {
        self.variant.name == "chess"
    }

    /// Returns the files and ranks of the board that interfaces show.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let (files, ranks) = self.variant.size();
        if self.is_ring() { (ranks, files) } else { (files, ranks) }
    }

    fn is_ring(self) -> bool {
        ring::is_ring(self.variant)
    }

    fn counts_from_zero(self) -> bool {
        self.size().1 == COUNTED_FROM_ZERO
    }

    /// Returns this program's name of a cell of the board that interfaces show. Files and ranks
    /// count from 0.
    pub(super) fn own_cell(self, file: usize, rank: usize) -> String {
        let name = |file: usize, rank| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
        if self.is_ring() { name(rank, file) } else { name(file, rank) }
    }

    /// Returns a text of cells, such as a move, in the notation of interfaces.
    #[must_use]
    pub fn text(&self, own: &str) -> String {
        match self.is_ring() {
            true => ring::transposed(own),
            false if self.counts_from_zero() => shifted(own, -1),
            false => own.into(),
        }
    }

    /// Returns a text of cells in this program's notation.
    #[must_use]
    pub fn own_text(&self, theirs: &str) -> String {
        match self.is_ring() {
            true => ring::transposed(theirs),
            false if self.counts_from_zero() => shifted(theirs, 1),
            false => theirs.into(),
        }
    }

    /// Returns a position string for interfaces, which always has six fields.
    #[must_use]
    pub fn fen(&self, own: &str) -> String {
        if self.is_ring() {
            return ring::fen(own);
        }
        let fen = Self::with_en_passant(own, |cell| self.text(cell));
        let mut fields: Vec<&str> = fen.split(' ').collect();
        if fields.len() == FIELDS - 1 {
            fields.insert(3, "-");
        }
        fields.join(" ")
    }

    /// Returns a position string in this program's notation.
    ///
    /// In games whose kings are not kings to XBoard, it writes no rights to castle. The pieces of
    /// the start with White to move then mean the start with its rights.
    #[must_use]
    pub fn own_fen(&self, theirs: &str) -> String {
        if self.is_ring() {
            return ring::own_fen(theirs, self.variant);
        }
        if !self.is_chess() && self.is_start_without_rights(theirs) {
            return self.variant.start().to_owned();
        }
        Self::with_en_passant(theirs, |cell| self.own_text(cell))
    }

    /// Returns whether a position string is that of the start without rights to castle.
    fn is_start_without_rights(self, theirs: &str) -> bool {
        let start = self.variant.start();
        let (mut start, mut theirs) = (start.split(' '), theirs.split_ascii_whitespace());
        let is_start = start.by_ref().take(2).eq(theirs.by_ref().take(2));
        is_start && theirs.next() == Some("-")
    }

    fn with_en_passant(fen: &str, change: impl Fn(&str) -> String) -> String {
        let has_field = fen.split_ascii_whitespace().count() == FIELDS;
        let fields = fen.split_ascii_whitespace().enumerate();
        let field = |(index, field): (usize, &str)| {
            if has_field && index == 3 && field != "-" { change(field) } else { field.to_owned() }
        };
        fields.map(field).collect::<Vec<_>>().join(" ")
    }

    /// Returns the cells at which the legs of a move end: those of captured pieces elsewhere than
    /// on its target, or of the rook of a castling, and the target.
    #[must_use]
    pub fn way(&self, game: &Game, mv: &GameMove) -> Vec<String> {
        let names = game.cells();
        let name = |cell: Cell| names[cell.index()].as_str();
        let (from, to) = (mv.from(), mv.to());
        let is_same_rank = |one: Cell, two: Cell| name(one)[1..] == name(two)[1..];
        let elsewhere = mv.captured().iter().copied().filter(|cell| *cell != to);
        let between: Vec<Cell> = match mv.kind() {
            // An interface takes a pawn beside the start of the move away by itself.
            GameMoveKind::EnPassant if xboard::has_pawns(self.variant) => {
                elsewhere.filter(|victim| !is_same_rank(from, *victim)).collect()
            }
            GameMoveKind::Castling if self.needs_rooks() && is_same_rank(from, to) => {
                mv.ways().iter().skip(1).map(|rook| rook[0]).collect()
            }
            _ => elsewhere.collect(),
        };
        let way = [from].into_iter().chain(between).chain([to]);
        way.map(|cell| self.text(name(cell))).collect()
    }

    /// Returns whether interfaces need the rook of a castling.
    fn needs_rooks(self) -> bool {
        !self.is_ring() && !xboard::moves_rooks(self.variant)
    }

    /// Returns the position string, in the notation of interfaces, of pieces that were put on the
    /// board one by one. Kings and rooks on their cells of the start may castle.
    #[must_use]
    pub fn edited(&self, pieces: &[(String, char)], is_whites_turn: bool) -> String {
        let start = self.variant.start();
        let mut fields = start.split(' ');
        let (files, ranks) = self.size();
        let cells = self.variant.game().cells();
        let letter = |file: usize, rank: usize| {
            let name = self.own_cell(file, rank);
            let found = pieces.iter().find(|(cell, _)| *cell == name).map(|(_, letter)| *letter);
            found.unwrap_or(if cells.contains(&name) { '1' } else { '*' })
        };
        let row = |rank: usize| runs((0..files).map(|file| letter(file, rank)));
        let rows: Vec<String> = (0..ranks).rev().map(row).collect();
        let rights = fields.nth(2).unwrap_or("-");
        let turn = if is_whites_turn { 'w' } else { 'b' };
        let with = |rights: &str| format!("{} {turn} {rights} - 0 1", rows.join("/"));
        if self.is_ring() {
            return with("-");
        }
        let game = self.variant.game_from(Some(&with(rights)));
        if game.is_ok() { with(rights) } else { with("-") }
    }

    /// Returns the legs of a move in the order in which they are sent. All but the last have a
    /// comma.
    ///
    /// The letter of a promotion is left out where an interface that checks moves expects none.
    /// There are at most two legs, so only one of several victims is named: one with which
    /// [`Notation::find`] finds the move again, if there is one.
    #[must_use]
    pub fn legs(&self, game: &Game, mv: &GameMove) -> Vec<String> {
        let way = self.way(game, mv);
        let (from, to) = (&way[0], &way[way.len() - 1]);
        let victims = &way[1..way.len() - 1];
        let between = match victims {
            [] => return vec![format!("{from}{to}{}", self.promotion(game, mv, to))],
            [only] => only,
            [.., last] => {
                let legal = game.legal_moves_within(SHOWN_STATES).unwrap_or_default();
                telling(&self.ways(game, &legal), mv, &way).unwrap_or(last)
            }
        };
        vec![format!("{from}{between},"), format!("{between}{to}")]
    }

    /// Returns a move as [`Notation::find`] reads it: its legs, or the full move where the legs
    /// denote another one.
    #[must_use]
    pub fn unambiguous(&self, game: &Game, mv: &GameMove) -> String {
        let legs = self.legs(game, mv).concat();
        if self.find(game, &legs).as_ref() == Some(mv) { legs } else { self.text(&mv.to_string()) }
    }

    /// The legal moves that interfaces read correctly; empty if these are all, or none.
    ///
    /// The others are promotions to any but the strongest kind whose letter an interface drops, and
    /// series of jumps that one victim does not identify.
    #[must_use]
    pub fn clear_moves(&self, game: &Game) -> Vec<GameMove> {
        let legal = game.legal_moves_within(SHOWN_STATES).unwrap_or_default();
        let is_simple = |mv: &GameMove| mv.promotion().is_none() && mv.cells().len() == 2;
        if legal.iter().all(is_simple) {
            return Vec::new();
        }
        let ways = self.ways(game, &legal);
        let is_clear = |(mv, way): &&Way<'_>| {
            if is_simple(mv) {
                true
            } else if mv.promotion().is_some() || way.len() < LEG_CELLS {
                self.find(game, &self.legs(game, mv).concat()).as_ref() == Some(*mv)
            } else {
                telling(&ways, mv, way).is_some()
            }
        };
        let clear: Vec<GameMove> =
            ways.iter().filter(is_clear).map(|(mv, _)| (*mv).clone()).collect();
        if clear.len() == legal.len() { Vec::new() } else { clear }
    }

    fn ways<'a>(self, game: &Game, legal: &'a [GameMove]) -> Vec<Way<'a>> {
        legal.iter().map(|mv| (mv, self.way(game, mv))).collect()
    }

    /// Returns the letter of a promotion, where interfaces expect it.
    fn promotion(self, game: &Game, mv: &GameMove, to: &str) -> String {
        let (first, last) = (self.text("a1"), self.text(&format!("a{}", self.variant.size().1)));
        let is_expected =
            xboard::has_pawns(self.variant) && [&first[1..], &last[1..]].contains(&&to[1..]);
        let letter = |kind: Kind| game.kinds()[kind.index()].0.to_ascii_lowercase();
        mv.promotion().filter(|_| is_expected).map(letter).into_iter().collect()
    }

    /// The legal move that an interface writes like this. Except in chess, a promotion may lack its
    /// letter, since an interface that does not know a game leaves it out; it is to the strongest
    /// kind then. Where moves have too many ways on, only those in full are understood.
    #[must_use]
    pub fn find(&self, game: &Game, theirs: &str) -> Option<GameMove> {
        let theirs = theirs.trim_end_matches('+').replace('=', "").to_ascii_lowercase();
        if !theirs.contains(',')
            && let Ok(mv) = game.parse_move(&self.own_text(&theirs))
        {
            return Some(mv);
        }
        let legal = game.legal_moves_within(SHOWN_STATES)?;
        if let Some((first, second)) = theirs.split_once(',') {
            let (first, second) = (named_cells(first), named_cells(second));
            let ([from, between], [start, to]) = (&first[..], &second[..]) else { return None };
            if start != between {
                // XBoard passes on a castling as the king's move and then the rook's.
                let castling = [from, start, between].map(String::as_str);
                let is_meant = |mv: &&GameMove| !mv.is_capture() && self.way(game, mv) == castling;
                return legal.iter().find(is_meant).cloned();
            }
            return understood(&self.ways(game, &legal), [from, between, to]).cloned();
        }
        let is_written = |mv: &&GameMove| self.legs(game, mv).concat() == theirs;
        let plain = legal.iter().filter(|mv| mv.promotion().is_none());
        if let Some(mv) = plain.filter(|mv| self.way(game, mv).len() == 2).find(is_written) {
            return Some(mv.clone());
        }
        if self.is_chess() {
            return None;
        }
        let kinds = game.kinds();
        let strength = |mv: &&GameMove| {
            let letter = mv.promotion().and_then(|kind| kinds.get(kind.index()));
            letter.and_then(|(letter, _)| STRONGEST.find(*letter)).unwrap_or(STRONGEST.len())
        };
        let cells = |mv: &&GameMove| self.way(game, mv).concat() == theirs;
        let promoted = legal.iter().filter(|mv| mv.promotion().is_some()).filter(cells);
        promoted.min_by_key(strength).cloned()
    }
}

/// A legal move, and the cells at which its legs end, see [`Notation::way`].
type Way<'a> = (&'a GameMove, Vec<String>);

/// Returns the last cell of a move, between its first and last, that distinguishes it from all
/// others.
fn telling<'a>(ways: &[Way<'_>], mv: &GameMove, way: &'a [String]) -> Option<&'a String> {
    let [from, between @ .., to] = way else { return None };
    let tells = |cell: &&String| understood(ways, [from, cell, to]) == Some(mv);
    between.iter().rev().find(tells)
}

/// Returns the move from the first cell to the last that captures on the cell between, or castles
/// with the rook there. It prefers the move with no other victims, and otherwise the one with most
/// victims.
fn understood<'a>(
    ways: &[Way<'a>],
    [from, between, to]: [&str; LEG_CELLS],
) -> Option<&'a GameMove> {
    let mut best: Option<(usize, &GameMove)> = None;
    for (mv, way) in ways {
        let is_meant = way[0] == from
            && way[way.len() - 1] == to
            && way[1..way.len() - 1].iter().any(|cell| cell == between);
        let worth = if way.len() == LEG_CELLS { usize::MAX } else { way.len() };
        if is_meant && best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, mv));
        }
    }
    best.map(|(_, mv)| mv)
}

/// Returns the cells that a text names.
fn named_cells(text: &str) -> Vec<String> {
    let mut cells: Vec<String> = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letters.peek().is_some_and(char::is_ascii_digit) {
            let mut cell = String::from(letter);
            while let Some(digit) = letters.next_if(char::is_ascii_digit) {
                cell.push(digit);
            }
            cells.push(cell);
        }
    }
    cells
}

/// Returns a row of letters with numbers for runs of the letter `1`.
pub(super) fn runs(letters: impl Iterator<Item = char>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for letter in letters.map(Some).chain([None]) {
        if letter == Some('1') {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        text.extend(letter);
    }
    text
}

/// Returns a text with the number of each rank shifted.
fn shifted(text: &str, by: i32) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let end =
            rest[start..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |n| start + n);
        out.push_str(&rest[..start]);
        match rest[start..end].parse::<i32>() {
            Ok(rank) => out.push_str(&rank.saturating_add(by).to_string()),
            Err(_) => out.push_str(&rest[start..end]),
        }
        rest = &rest[end..];
    }
    out + rest
}
