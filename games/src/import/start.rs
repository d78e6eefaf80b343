//! The start position, and the facts that follow from it: holes, the pieces of each side,
//! castlings.

use super::rules::Rules;

/// A cell by its file and rank, both counted from 0.
pub type Place = (usize, usize);

/// The start position.
#[derive(Debug)]
pub struct Start {
    /// The field of the board, as it is written.
    pub board: String,
    /// The rows of letters, from rank 1 on; `*` is a hole, a space an empty cell.
    pub rows: Vec<Vec<char>>,
    pub turn: char,
    pub flags: String,
    /// The fields after the flags.
    pub rest: [String; 3],
}

impl Start {
    /// Reads a position of Fairy-Stockfish.
    ///
    /// # Errors
    /// Returns the reason why a game file cannot express it.
    pub fn read(rules: &Rules) -> Result<Self, String> {
        let mut words = rules.start.split_whitespace();
        let text = words.next().unwrap_or_default();
        let (board, pocket) = match text.split_once('[') {
            Some((board, pocket)) => (board, pocket.trim_end_matches(']')),
            None => (text, ""),
        };
        if !["", "-"].contains(&pocket) {
            return Err(format!("startFen: pieces in hand, {pocket}"));
        }
        if board.contains(['+', '~']) {
            return Err("startFen: pieces that have been promoted".into());
        }
        let rows: Vec<Vec<char>> = board.split('/').rev().map(row).collect();
        if rows.len() != rules.ranks || rows.iter().any(|row| row.len() != rules.files) {
            let (files, ranks) = (rules.files, rules.ranks);
            return Err(format!("startFen: the rows are not {ranks} of {files} cells"));
        }
        let turn = words.next().unwrap_or("w");
        // Game files have no field for the checks that are left, as in 3+3.
        let mut rest: Vec<&str> = words.filter(|word| !word.contains('+')).collect();
        // The fields of castling and en passant may be missing together.
        let is_number = |word: &&str| word.parse::<u32>().is_ok();
        if rest.first().is_none_or(is_number) {
            rest.splice(0..0, ["-", "-"]);
        }
        if rest.get(1).is_some_and(is_number) {
            rest.insert(1, "-");
        }
        let field = |index: usize, usual: &str| match rest.get(index) {
            Some(word) => (*word).to_owned(),
            None => usual.to_owned(),
        };
        let rest = [field(1, "-"), field(2, "0"), field(3, "1")];
        let flags = field(0, "-");
        Ok(Self {
            board: board.to_owned(),
            rows,
            turn: turn.chars().next().unwrap_or('w'),
            flags,
            rest,
        })
    }

    /// Returns the letter on a cell.
    pub fn at(&self, (file, rank): Place) -> char {
        self.rows.get(rank).and_then(|row| row.get(file)).copied().unwrap_or('*')
    }

    /// Returns all cells, rank by rank.
    pub fn cells(&self) -> impl Iterator<Item = Place> {
        let places = (0..self.rows.len())
            .flat_map(|rank| (0..self.rows[rank].len()).map(move |f| (f, rank)));
        places.filter(|place| self.at(*place) != '*')
    }

    /// Returns the places without a cell.
    pub fn holes(&self) -> Vec<Place> {
        let rows = self.rows.iter().enumerate();
        rows.flat_map(|(rank, row)| {
            let holes = row.iter().enumerate().filter(|(_, letter)| **letter == '*');
            holes.map(move |(file, _)| (file, rank))
        })
        .collect()
    }

    /// Returns the cells of a region as Fairy-Stockfish writes it: `*8` a rank, `a*` a file, `a1` a
    /// cell. Cells outside the board do not count. It returns `None` if the text is malformed.
    pub fn region(&self, text: &str) -> Option<Vec<Place>> {
        let mut cells = Vec::new();
        for word in text.split_whitespace().take_while(|word| *word != "-") {
            let (first, rest) = (word.chars().next()?, word.get(1..)?);
            let file = first.to_ascii_lowercase();
            let file = file.is_ascii_lowercase().then(|| file as usize - 'a' as usize);
            let rank = rest.parse::<usize>().ok().and_then(|rank| rank.checked_sub(1));
            let is_in = |place: &Place| match (file, rank) {
                (Some(file), Some(rank)) => *place == (file, rank),
                (Some(file), None) => place.0 == file,
                (None, Some(rank)) => place.1 == rank,
                (None, None) => false,
            };
            let is_word = match (file, rank) {
                (Some(_), None) => rest == "*",
                (None, Some(_)) => first == '*',
                (file, _) => file.is_some(),
            };
            if !is_word {
                return None;
            }
            cells.extend(self.cells().filter(is_in));
        }
        cells.sort_by_key(|(file, rank)| (*rank, *file));
        cells.dedup();
        Some(cells)
    }
}

/// Returns the cells of a row, with a space for each empty one.
fn row(text: &str) -> Vec<char> {
    let mut cells = Vec::new();
    let mut empty = String::new();
    let run = |digits: &mut String, cells: &mut Vec<char>| {
        // A wider row is malformed, since no board is so wide.
        let count = digits.parse::<usize>().unwrap_or(0).min(1000);
        cells.extend(std::iter::repeat_n(' ', count));
        digits.clear();
    };
    for letter in text.chars() {
        if letter.is_ascii_digit() {
            empty.push(letter);
            continue;
        }
        run(&mut empty, &mut cells);
        cells.push(letter);
    }
    run(&mut empty, &mut cells);
    cells
}

/// A way to castle, as White sees it.
#[derive(PartialEq, Eq, Debug)]
pub struct Castling {
    pub right: char,
    pub king: (Place, Place),
    pub rook: (Place, Place),
    /// The capital of the piece that castles with the king.
    pub letter: char,
}

/// Returns the castlings of a seat that has their rights at the start, with Black's ranks turned.
/// `K` and `Q` mean the outermost rook, and other letters the file of the rook. A right without a
/// king in place does not count, nor does `K` or `Q` without a rook.
///
/// # Errors
/// Returns the reason if a letter names no rook, or if two name different rooks on one side.
pub fn castlings(rules: &Rules, start: &Start, black: bool) -> Result<Vec<Castling>, String> {
    let rank = if black {
        rules.ranks - 1 - rules.castling_rank.min(rules.ranks - 1)
    } else {
        rules.castling_rank
    };
    let own = |letter: char| letter.is_ascii_lowercase() == black && letter.is_ascii_alphabetic();
    let is_piece = |file: usize, is_it: &dyn Fn(usize) -> bool| {
        let letter = start.at((file, rank));
        own(letter) && rules.with_letter(letter).is_some_and(is_it)
    };
    let is_king = |place: usize| rules.pieces[&place].key == "king";
    let is_rook = |place: usize| rules.rooks[usize::from(black)].contains(&place);
    let kings: Vec<usize> = (0..rules.files).filter(|file| is_piece(*file, &is_king)).collect();
    let king = match kings[..] {
        [king] => king,
        _ if kings.contains(&rules.king_from) => rules.king_from,
        _ => return Ok(Vec::new()),
    };
    let rights = if rules.castling { start.flags.as_str() } else { "" };
    let castles_on = |file: &usize| is_piece(*file, &is_rook);
    let rook_of = |right: char| match right.to_ascii_uppercase() {
        'K' => (0..=rules.rooks_from[0].min(rules.files - 1)).rev().find(castles_on),
        'Q' => (rules.rooks_from[1]..rules.files).find(castles_on),
        letter => Some(letter as usize - 'A' as usize).filter(castles_on),
    };
    let side = |rook: usize| {
        let turned = if black { rules.ranks - 1 - rank } else { rank };
        let is_right = rook > king;
        let to = rules.king_to[usize::from(!is_right)];
        let beside = if is_right { to.checked_sub(1)? } else { to + 1 };
        (to.max(beside) < rules.files).then(|| Castling {
            right: if is_right { 'K' } else { 'Q' },
            king: ((king, turned), (to, turned)),
            rook: ((rook, turned), (beside, turned)),
            letter: start.at((rook, rank)).to_ascii_uppercase(),
        })
    };
    let mut all: Vec<Castling> = Vec::new();
    for right in rights.chars().filter(|right| own(*right)) {
        let Some(rook) = rook_of(right) else {
            if "KQkq".contains(right) {
                continue;
            }
            return Err(format!("startFen: the right {right} to castle names no rook"));
        };
        let Some(castling) = side(rook) else { continue };
        match all.iter().find(|other| other.right == castling.right) {
            None => all.push(castling),
            Some(other) if *other == castling => {}
            Some(_) => return Err(format!("startFen: {right} is a second rook on one side")),
        }
    }
    Ok(all)
}
