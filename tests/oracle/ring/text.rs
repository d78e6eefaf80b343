//! The position strings of the circular games (13).

use super::super::fen::{counter, fields};
use super::{PROMOTION_DISTANCE, Piece, RINGS, Ring, State, name};

/// The fewest pieces of a living player in a Byzantine free-for-all: a bare king is out (9).
const FEWEST: usize = 2;

impl Ring {
    /// Returns the same game with the teams that a position string names; `None` if these are no
    /// teams.
    pub fn with_teams(&self, text: &str) -> Option<Ring> {
        let groups: Vec<&str> = text.split('.').collect();
        let team = |seat| groups.iter().position(|group| group.contains(letter_of(seat)));
        let side = |seat| if text == "-" { Some(seat) } else { team(seat) };
        let sides: Vec<usize> = (0..self.seats).map(side).collect::<Option<_>>()?;
        let several = sides.iter().any(|&side| side > 0);
        let ring = Ring { sides, ..*self };
        (several && ring.teams_text() == text).then_some(ring)
    }

    /// Reads a position string.
    ///
    /// # Errors
    /// Returns a description of the fault if the text is no position of this game.
    pub fn parse(&self, text: &str) -> Result<State, String> {
        let [board, seat, alive, teams, rules, halfmove, fullmove] = fields::<7>(text)?;
        let alive = self.read_alive(alive)?;
        let seat = seat_of(seat).filter(|&seat| seat < self.seats && alive[seat]);
        let letter = rules.chars().next().unwrap_or(' ');
        let king_loss = &rules[letter.len_utf8().min(rules.len())..];
        if letter != self.rules_letter() || !["", "f"].contains(&king_loss) {
            return Err(format!("not the rules of this game: {rules:?}"));
        }
        if teams != self.teams_text() {
            return Err(format!("not the teams of this game: {teams:?}"));
        }
        let s = State {
            pieces: self.read_board(board)?,
            seat: seat.ok_or("nobody to move")?,
            alive,
            // In a free-for-all the loss of a king always eliminates.
            king_loss: king_loss == "f" && self.in_teams(),
            halfmove: counter(halfmove)?,
            fullmove: counter(fullmove)?,
        };
        self.check_pieces(&s)?;
        self.check_living(&s)?;
        Ok(s)
    }

    /// Returns the position string; [`Ring::parse`] reads it back.
    pub fn fen(&self, s: &State) -> String {
        let alive: String = s.living().map(letter_of).collect();
        format!(
            "{} {} {} {} {}{} {} {}",
            self.write_board(&s.pieces),
            letter_of(s.seat),
            if alive.is_empty() { "-" } else { &alive },
            self.teams_text(),
            self.rules_letter(),
            if s.king_loss { "f" } else { "" },
            s.halfmove,
            s.fullmove
        )
    }

    fn rules_letter(&self) -> char {
        if self.byzantine { 'b' } else { 'm' }
    }

    fn teams_text(&self) -> String {
        if !self.in_teams() {
            return "-".into();
        }
        let sides = 0..=self.sides.iter().copied().max().expect("there are seats");
        let groups: Vec<String> =
            sides.map(|side| self.members(side).map(letter_of).collect()).collect();
        groups.join(".")
    }

    fn read_alive(&self, text: &str) -> Result<Vec<bool>, String> {
        let alive: Vec<bool> = (0..self.seats).map(|seat| text.contains(letter_of(seat))).collect();
        let again: String = (0..self.seats).filter(|&seat| alive[seat]).map(letter_of).collect();
        if again == text { Ok(alive) } else { Err(format!("bad seats {text:?}")) }
    }

    fn read_board(&self, text: &str) -> Result<Vec<Option<Piece>>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != RINGS as usize {
            return Err(format!("{} rings", rows.len()));
        }
        let mut pieces = vec![None; self.size()];
        for (ring, row) in (0..RINGS).rev().zip(rows) {
            let marks = self.read_ring(row)?;
            if marks.len() != self.sectors() as usize {
                return Err(format!("{} cells in {row:?}", marks.len()));
            }
            for (sector, mark) in (0..).zip(marks) {
                pieces[self.at(ring, sector).expect("on the board")] = mark;
            }
        }
        Ok(pieces)
    }

    fn read_ring(&self, row: &str) -> Result<Vec<Option<Piece>>, String> {
        let wrong = || format!("bad ring {row:?}");
        let mut marks = Vec::new();
        let mut rest = row;
        while !rest.is_empty() {
            let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if digits > 0 {
                let run = rest[..digits].parse::<usize>().map_err(|_| wrong())?;
                if rest.starts_with('0') || run > self.sectors() as usize {
                    return Err(wrong());
                }
                marks.extend(std::iter::repeat_n(None, run));
                rest = &rest[digits..];
                continue;
            }
            let dead = rest.starts_with('x');
            let mut letters = rest.strip_prefix('x').unwrap_or(rest).chars();
            let seat = letters.next().and_then(|letter| seat_of(letter.encode_utf8(&mut [0; 4])));
            let seat = seat.filter(|&seat| seat < self.seats).ok_or_else(wrong)?;
            let kind = letters.next().filter(|&kind| self.kinds().contains(kind));
            marks.push(Some(Piece { seat, kind: kind.ok_or_else(wrong)?, dead }));
            rest = letters.as_str();
        }
        Ok(marks)
    }

    fn write_board(&self, pieces: &[Option<Piece>]) -> String {
        let mut rows = Vec::new();
        for ring in (0..RINGS).rev() {
            let mut row = String::new();
            let mut run = 0;
            for sector in 0..self.sectors() {
                let Some(piece) = pieces[self.at(ring, sector).expect("on the board")] else {
                    run += 1;
                    continue;
                };
                push_run(&mut row, run);
                run = 0;
                row.extend(piece.dead.then_some('x'));
                row.extend([letter_of(piece.seat), piece.kind]);
            }
            push_run(&mut row, run);
            rows.push(row);
        }
        rows.join("/")
    }

    /// Checks that living pieces belong to seats that play, and that no Modern pawn stands beyond
    /// its promotion. Dead pieces may belong to any seat and stand anywhere.
    fn check_pieces(&self, s: &State) -> Result<(), String> {
        for (cell, piece) in s.pieces.iter().enumerate() {
            let Some(piece) = piece.filter(|piece| !piece.dead) else { continue };
            if !s.alive[piece.seat] {
                return Err(format!("the piece on {} should be dead", name(cell)));
            }
            let late = piece.is_pawn() && self.travelled(piece, cell) >= PROMOTION_DISTANCE;
            if late && !self.byzantine {
                return Err(format!("the pawn on {} cannot have got there", name(cell)));
            }
        }
        Ok(())
    }

    /// Checks that no player is in the game who should have been eliminated, and that none has two
    /// kings.
    fn check_living(&self, s: &State) -> Result<(), String> {
        for seat in 0..self.seats {
            let kings = s.pieces_of(seat).filter(|(_, piece)| piece.kind == 'K').count();
            let pieces = s.pieces_of(seat).count();
            let side = self.sides[seat];
            let team_king = self.members(side).any(|member| s.king(member).is_some());
            let needed = usize::from(!self.in_teams() || s.king_loss);
            let fewest = if self.byzantine && !self.in_teams() { FEWEST } else { 1 };
            if kings > 1 {
                return Err(format!("two kings of {}", letter_of(seat)));
            }
            if s.alive[seat] && (kings < needed || pieces < fewest || !team_king) {
                return Err(format!("{} cannot be playing", letter_of(seat)));
            }
        }
        Ok(())
    }
}

/// Returns the seat that a text of one letter names.
fn seat_of(text: &str) -> Option<usize> {
    let mut letters = text.chars();
    let letter = letters.next().filter(char::is_ascii_lowercase)?;
    letters.next().is_none().then_some(letter as usize - 'a' as usize)
}

/// Returns the letter of a seat.
fn letter_of(seat: usize) -> char {
    char::from(b'a' + seat as u8)
}

/// Appends the number of a run of empty cells, if there are any.
fn push_run(row: &mut String, run: u32) {
    if run > 0 {
        row.push_str(&run.to_string());
    }
}
