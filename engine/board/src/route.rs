//! The paths that pieces take over the board in a move.

use rotunda_movegen::{
    AnyGame, CastlingSpec, Cell, GameMove, Grid, Mode, Path, Piece, Role, Seat, Spec, Variant,
};

/// The cells that one piece passes in a move, from where it leaves to where it ends.
pub type Route = Vec<Cell>;

/// The routes of the pieces that a legal move of a position moves: one, two for castling, none for
/// a pass or the removal of pieces.
///
/// ```
/// use rotunda_movegen::Variant;
/// let variant = Variant::by_name("rollerball")?;
/// // A rook that goes on round the corner: g4 g3 g2 g1 f1 e1.
/// let game = variant.game_from(Some("K6/3k3/2***2/2***1R/2***2/4B2/7 w - 0 1"))?;
/// let mv = game.parse_move("g4e1")?;
/// assert_eq!(rotunda_board::routes(variant, &*game, &mv)[0].len(), 6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn routes(variant: &'static Variant, game: &dyn AnyGame, mv: &GameMove) -> Vec<Route> {
    Router::new(variant).routes(game, mv)
}

/// What knows the paths of a variant's pieces, for whoever asks for many routes.
///
/// ```
/// let variant = rotunda_movegen::Variant::by_name("chess")?;
/// let router = rotunda_board::Router::new(variant);
/// let game = variant.game();
/// let mv = game.parse_move("e2e4")?;
/// assert_eq!(router.routes(&*game, &mv)[0].len(), 3);
/// assert_eq!(router.cells(&mv), [mv.from(), mv.to()]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Router(Spec);

impl Router {
    /// The paths of a variant.
    #[must_use]
    pub fn new(variant: &'static Variant) -> Self {
        Self(variant.spec())
    }

    /// As [`routes`].
    #[must_use]
    pub fn routes(&self, game: &dyn AnyGame, mv: &GameMove) -> Vec<Route> {
        let spec = &self.0;
        let board = Board::of(game, &spec.grid);
        let cells = self.cells(mv);
        let [from, .., to] = cells[..] else { return Vec::new() };
        if cells.len() > 2 {
            return vec![cells];
        }
        if mv.starts_with('x') {
            return Vec::new();
        }
        if let Some(castling) = castling(spec, game.turn(), &board, (from, to)) {
            return [castling.king, castling.rook].map(|(from, to)| vec![from, to]).to_vec();
        }
        vec![board.route(spec, from, to)]
    }

    /// As [`line`].
    #[must_use]
    pub fn line(&self, game: &dyn AnyGame, from: Cell, to: Cell) -> Route {
        Board::of(game, &self.0.grid).route(&self.0, from, to)
    }

    /// The cells that the text of a move names, in its order: all that a series of jumps visits.
    #[must_use]
    pub fn cells(&self, text: &str) -> Vec<Cell> {
        cells_of(text, &self.0.grid)
    }
}

/// The route of a piece between two cells, as if it were to go there now; the two cells alone if
/// no path of it leads there, or nothing stands on the first.
#[must_use]
pub fn line(variant: &'static Variant, game: &dyn AnyGame, from: Cell, to: Cell) -> Route {
    Router::new(variant).line(game, from, to)
}

/// The pieces by cell.
struct Board(Vec<Piece>);

impl Board {
    fn of(game: &dyn AnyGame, grid: &Grid) -> Self {
        let mut pieces = vec![Piece::NONE; grid.all().count()];
        for (cell, piece) in game.pieces() {
            pieces[cell.index()] = piece;
        }
        Self(pieces)
    }

    fn is_empty(&self, cell: Cell) -> bool {
        self.0[cell.index()] == Piece::NONE
    }

    /// The shortest open path.
    fn route(&self, spec: &Spec, from: Cell, to: Cell) -> Route {
        let piece = self.0[from.index()];
        let straight = vec![from, to];
        if !piece.is_some() {
            return straight;
        }
        let kind = &spec.kinds[piece.kind().index()];
        let paths = kind.paths[piece.seat().index()][from.index()].iter();
        let open = paths.filter_map(|path| self.part(path, to));
        let shortest = open.min_by_key(|cells| cells.len());
        shortest.map_or(straight, |cells| [&[from], cells].concat())
    }

    /// The part of a path that ends on a cell, if the piece may go so far.
    fn part<'a>(&self, path: &'a Path, to: Cell) -> Option<&'a [Cell]> {
        let end = path.cells.iter().position(|cell| *cell == to)?;
        if !path.targets().contains(&to) {
            return None;
        }
        let pieces = path.cells[..end].iter().filter(|cell| !self.is_empty(**cell)).count();
        let hurdles = usize::from(path.mode == Mode::Hop);
        (pieces == hurdles).then(|| &path.cells[..=end])
    }
}

/// The castling that is written by two cells, if king and rook stand where it begins.
fn castling<'a>(
    spec: &'a Spec,
    seat: Seat,
    board: &Board,
    code: (Cell, Cell),
) -> Option<&'a CastlingSpec> {
    let is_royal = |cell: Cell| {
        let piece = board.0[cell.index()];
        piece.is_some() && spec.kinds[piece.kind().index()].role == Role::King
    };
    spec.castlings.iter().find(|castling| {
        castling.seat == seat && castling.code == code && is_royal(castling.king.0)
    })
}

/// The cells that the text of a move names, in its order.
fn cells_of(text: &str, grid: &Grid) -> Vec<Cell> {
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|(_, letter)| letter.is_ascii_lowercase())
        .map(|(at, _)| at)
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| grid.named(&text[*start..end])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The routes of a move, as names.
    fn names(variant: &str, fen: &str, text: &str) -> Vec<String> {
        let variant = Variant::by_name(variant).expect("known");
        let game = variant.game_from(Some(fen)).expect("well-formed");
        let grid = variant.spec().grid;
        let mv = game.parse_move(text).expect("legal");
        let name =
            |route: &Route| route.iter().map(|cell| grid.name(*cell)).collect::<Vec<_>>().join(" ");
        routes(variant, &*game, &mv).iter().map(name).collect()
    }

    #[test]
    fn a_move_goes_along_the_path_of_its_piece() {
        let rebound = "K6/3k3/2***2/2***1R/2***2/4B2/7 w - 0 1";
        assert_eq!(names("rollerball", rebound, "g4e1"), ["g4 g3 g2 g1 f1 e1"]);
        let ring = "24/24/24/2aR8bK9aKcK1 a abc - m 0 1";
        assert_eq!(names("modern3", ring, "a3a6"), ["a3 a4 a5 a6"]);
        let through_the_centre = "8*/4k4/9/9/9/3Q5/4K4/8* w - - 0 1";
        assert_eq!(names("circular70", through_the_centre, "d3d6"), ["d3 d4 d5 d6"]);
        let fork = "***4k1***/***6***/***6***/12/12/12/12/***2R3***/***6***/***K5*** w - - 0 1";
        assert_eq!(names("roundtable84", fork, "f3d5"), ["f3 e3 d3 d4 d5"]);
    }

    #[test]
    fn castling_has_two_routes_and_a_series_every_cell() {
        let castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(names("chess", castling, "e1g1"), ["e1 g1", "h1 f1"]);
        let series = "12/12/12/12/12/12/2P9/1C10/12/K10k w - - 0 1";
        assert_eq!(names("ordinary", series, "b3d5"), ["b3 d5"]);
        let steps = "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1";
        assert_eq!(names("ordinary", steps, "b3d5b7"), ["b3 d5 b7"]);
    }

    #[test]
    fn what_moves_no_piece_has_no_route() {
        let facing = "32/32/32/aPaM5aK8bKcKdKbRaRcRdR9 b abcd - b 0 1";
        let found = names("byzantine4", facing, "xa1a2");
        assert!(found.is_empty(), "{found:?}");
    }
}
