//! Position strings of duels: parsing, with a reason for every refusal, and printing.

use std::fmt::Write;

use crate::geometry::Bitboard;
use crate::position::{
    FenError, FenField, FenReason, Fields, Position, clock_text, offset_in, parse_clock, quoted,
    refuse,
};
use crate::tables::{Field, Kind, Piece, Role, Seat, VariantTables};

/// The sides of a duel and their names in refusals.
const SIDES: [(Seat, &str); 2] = [(Seat::WHITE, "White"), (Seat::BLACK, "Black")];

impl<'v, const W: usize> Position<'v, W> {
    /// Parses a position string. All fields but the board and the side to move may be missing at
    /// the end. A game without a field for en passant accepts a dash in its place. Operations may
    /// follow as in EPD.
    ///
    /// # Errors
    /// Returns an error if the string is malformed, or the position is impossible: kings missing or
    /// more than one a side, the king of the side that has just moved capturable, pawns where none
    /// can stand, or rights without their pieces.
    pub(in crate::families) fn parse_duel(
        variant: &'v VariantTables<W>,
        fen: &str,
    ) -> Result<Self, FenError> {
        let fields = &variant.fields;
        let before_clocks = fields.iter().take_while(|field| !field.is_clock()).count();
        let mut given = Fields::split(fen, before_clocks)?;
        if !fields.contains(&Field::EnPassant) && given.tokens.get(before_clocks) == Some(&"-") {
            given.tokens.remove(before_clocks);
        }
        if let Some(extra) = given.tokens.get(fields.len()) {
            return refuse(FenReason::Surplus, format!("{} after the last field", quoted(extra)))
                .map_err(|error: FenError| error.moved(offset_in(fen, extra)));
        }
        let mut position = Self::empty(variant);
        let mut flags_at = 0;
        position.halfmove = given.halfmove.unwrap_or(0);
        position.fullmove = given.fullmove.unwrap_or(1);
        for (index, field) in fields.iter().enumerate() {
            let Some(&token) = given.tokens.get(index) else {
                if matches!(field, Field::Board | Field::Turn) {
                    let text = format!("the field {field:?} is missing");
                    return refuse(FenReason::Missing, text)
                        .map_err(|error: FenError| error.shifted(*field, fen.len()));
                }
                break;
            };
            let at = offset_in(fen, token);
            if *field == Field::Flags {
                flags_at = at;
            }
            position.parse_field(*field, token).map_err(|error| error.shifted(*field, at))?;
        }
        position.validate_rights(&fen[flags_at..]).map_err(|error| error.moved(flags_at))?;
        position.validate()?;
        position.key = position.key_from_scratch();
        Ok(position)
    }

    fn parse_field(&mut self, field: Field, token: &str) -> Result<(), FenError> {
        match field {
            Field::Board => self.parse_board(token)?,
            Field::Turn => self.turn = parse_turn(token)?,
            Field::Flags => self.flags = parse_flags(self.variant, token)?,
            Field::EnPassant => self.parse_en_passant(token)?,
            Field::Halfmove => self.halfmove = parse_clock(token, 0)?,
            Field::Fullmove => self.fullmove = parse_clock(token, 1)?,
        }
        Ok(())
    }

    fn parse_board(&mut self, board: &str) -> Result<(), FenError> {
        let grid = &self.variant.grid;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != grid.ranks() {
            return refuse(
                FenReason::Malformed,
                format!("{} rows where the board has {}", rows.len(), grid.ranks()),
            );
        }
        for (row, rank) in rows.iter().zip((0..grid.ranks()).rev()) {
            let at = offset_in(board, row);
            self.parse_row(row, rank).map_err(|error| error.shifted(FenField::Board, at))?;
        }
        self.validate_kings()
    }

    /// Checks that each side has one king. The checks of all other fields rely on it.
    fn validate_kings(&self) -> Result<(), FenError> {
        for (seat, name) in SIDES {
            let kings = self.pieces(seat, self.variant.king).len();
            if kings != 1 {
                return refuse(FenReason::Impossible, format!("{name} has {kings} kings"));
            }
        }
        Ok(())
    }

    fn parse_row(&mut self, row: &str, rank: usize) -> Result<(), FenError> {
        let grid = &self.variant.grid;
        let wrong = |reason, what: String| refuse(reason, format!("{what} in row {}", quoted(row)));
        let mut file = 0;
        let mut rest = row;
        while let Some(letter) = rest.chars().next() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let (run, used) = match digits {
                0 => (1, letter.len_utf8()),
                _ => (rest[..digits].parse().unwrap_or(usize::MAX), digits),
            };
            if run == 0 || run > grid.files() - file.min(grid.files()) {
                return wrong(
                    FenReason::Malformed,
                    format!("{} goes past the last file", quoted(&rest[..used])),
                );
            }
            for place in file..file + run {
                let cell = grid.cell(place, rank);
                match (letter, cell) {
                    ('*', None) => {}
                    ('*', Some(cell)) => {
                        return wrong(
                            FenReason::Malformed,
                            format!("'*' on the cell {}", grid.name(cell)),
                        );
                    }
                    (_, None) => {
                        return wrong(
                            FenReason::Malformed,
                            format!("{} where the board has a hole", quoted(&rest[..used])),
                        );
                    }
                    (_, Some(_)) if digits > 0 => {}
                    (_, Some(cell)) => match self.variant.piece_of(letter) {
                        Some(piece) => self.put(cell, piece),
                        None => {
                            return wrong(FenReason::Unknown, format!("unknown piece {letter:?}"));
                        }
                    },
                }
            }
            file += run;
            rest = &rest[used..];
        }
        if file < grid.files() {
            return wrong(FenReason::Malformed, format!("only {file} of {} files", grid.files()));
        }
        Ok(())
    }

    /// Checks that castling rights have the king and the rook at home. `text` begins with the
    /// letters of the rights.
    fn validate_rights(&self, text: &str) -> Result<(), FenError> {
        let variant = self.variant;
        for (seat, name) in SIDES {
            for castling in &variant.sides[seat.index()].castlings {
                let partner = castling.partner.map(|kind| Piece::new(seat, kind));
                let at_home = self.piece(castling.king.0) == Piece::new(seat, variant.king)
                    && Some(self.piece(castling.rook.0)) == partner;
                if self.flags & castling.flag != 0 && !at_home {
                    let letter = variant.letters[castling.flag.trailing_zeros() as usize];
                    let partner =
                        castling.partner.map_or("rook".into(), |kind| variant.called(kind));
                    let wrong = format!(
                        "a right to castle without {name}'s king on {} and {partner} on {}",
                        variant.grid.name(castling.king.0),
                        variant.grid.name(castling.rook.0)
                    );
                    let at = text.find(letter).unwrap_or(0);
                    return refuse(FenReason::Impossible, wrong)
                        .map_err(|error: FenError| error.shifted(FenField::Flags, at));
                }
            }
        }
        Ok(())
    }

    fn validate(&self) -> Result<(), FenError> {
        for (seat, _) in SIDES {
            self.validate_places(seat)?;
        }
        let waiting = self.turn.opponent();
        let king = self.king_cell(waiting);
        if self.is_attacked(king, self.turn, self.seat(self.turn), self.occupied) {
            return capturable_king();
        }
        Ok(())
    }

    /// Checks that no piece stands on a closed cell, and no pawn where it must have promoted. A
    /// piece to which another one promoted may stand where it promotes itself.
    fn validate_places(&self, seat: Seat) -> Result<(), FenError> {
        for (index, kind) in self.variant.kinds.iter().enumerate() {
            let kind_number = Kind(index as u8);
            let closed: Bitboard<W> = kind.closed[seat.index()].iter().copied().collect();
            let zone = self.variant.promotion_zone(seat, kind_number);
            let optional = self.variant.optional_zone(seat, kind_number);
            let must = kind.role == Role::Pawn
                && kind.supply.is_empty()
                && !kind.choices[seat.index()].is_empty();
            let forced = zone - optional - self.variant.cells_of_becoming(seat, kind_number);
            let barred = if must { closed | forced } else { closed };
            let lost = self.pieces(seat, kind_number) & barred;
            if let Some(cell) = lost.first() {
                let name = self.variant.grid.name(cell);
                let what = if kind.role == Role::Pawn { "pawn" } else { "piece" };
                return refuse(
                    FenReason::Impossible,
                    format!("no {what} {:?} can stand on {name}", kind.letter),
                );
            }
        }
        Ok(())
    }

    /// Returns the position string of a duel.
    pub(in crate::families) fn duel_fen(&self) -> String {
        let part = |field: &Field| match field {
            Field::Board => self.board_text(),
            Field::Turn => if self.turn == Seat::WHITE { "w" } else { "b" }.to_owned(),
            Field::Flags => self.flags_text(),
            Field::EnPassant => self.passed_text(),
            Field::Halfmove => clock_text(self.halfmove),
            Field::Fullmove => clock_text(self.fullmove),
        };
        self.variant.fields.iter().map(part).collect::<Vec<_>>().join(" ")
    }

    fn board_text(&self) -> String {
        let grid = &self.variant.grid;
        let rows = (0..grid.ranks()).rev().map(|rank| {
            let mut row = String::new();
            let mut run = 0;
            for file in 0..grid.files() {
                let cell = grid.cell(file, rank);
                let piece = cell.map(|cell| self.piece(cell));
                if piece == Some(Piece::NONE) {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    let _ = write!(row, "{run}");
                    run = 0;
                }
                row.push(piece.map_or('*', |piece| self.variant.letter_of(piece)));
            }
            if run > 0 {
                let _ = write!(row, "{run}");
            }
            row
        });
        rows.collect::<Vec<_>>().join("/")
    }

    fn flags_text(&self) -> String {
        let letters = self.variant.letters.iter().enumerate();
        let set: String = letters
            .filter(|(bit, _)| self.flags >> bit & 1 != 0)
            .map(|(_, letter)| letter)
            .collect();
        if set.is_empty() { "-".to_owned() } else { set }
    }
}

/// Returns the refusal of a position whose king could be captured at once.
pub(in crate::families) fn capturable_king<T>() -> Result<T, FenError> {
    refuse(FenReason::Impossible, "the king of the side that has just moved can be captured")
}

fn parse_turn(token: &str) -> Result<Seat, FenError> {
    match token {
        "w" => Ok(Seat::WHITE),
        "b" => Ok(Seat::BLACK),
        _ => refuse(
            FenReason::Malformed,
            format!("the side to move is {} and neither w nor b", quoted(token)),
        ),
    }
}

fn parse_flags<const W: usize>(variant: &VariantTables<W>, token: &str) -> Result<u32, FenError> {
    let mut flags = 0;
    if token == "-" {
        return Ok(flags);
    }
    for (at, letter) in token.char_indices() {
        let Some(bit) = variant.letters.iter().position(|known| *known == letter) else {
            return refuse(
                FenReason::Unknown,
                format!("unknown right {letter:?} in {}", quoted(token)),
            )
            .map_err(|error: FenError| error.moved(at));
        };
        if flags >> bit & 1 != 0 {
            return refuse(
                FenReason::Repeated,
                format!("the right {letter:?} stands twice in {}", quoted(token)),
            )
            .map_err(|error: FenError| error.moved(at));
        }
        flags |= 1 << bit;
    }
    Ok(flags)
}
