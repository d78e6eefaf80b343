//! Cylinder Chess: chess on a board whose files a and h adjoin.

use rotunda_movegen::{
    Board, Cell, DeadMaterial, Dir, EnPassantCounts, GameLimits, Grid, Kind, KindSpec, Mode, Path,
    Scoring, Seat, Spec, compass, slides, steps,
};

const KNIGHT: Kind = Kind(1);
const BISHOP: Kind = Kind(2);
const ROOK: Kind = Kind(3);
const QUEEN: Kind = Kind(4);

/// Eight files round a cylinder, and eight ranks.
const SIZE: usize = 8;

/// The leaps of a knight in files and ranks.
const KNIGHT_LEAPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The board: a grid for the names of the cells, wrapped round a cylinder.
struct Cylinder(Grid);

impl Cylinder {
    /// Returns the cell so many files and ranks away. The files go round the cylinder.
    fn offset(&self, from: Cell, (files, ranks): (i32, i32)) -> Option<Cell> {
        let (file, rank) = self.0.place(from);
        let file = (file as i32 + files).rem_euclid(SIZE as i32) as usize;
        self.0.cell(file, usize::try_from(rank as i32 + ranks).ok()?)
    }

    fn leaps(&self, from: Cell, deltas: &[(i32, i32)], mode: Mode) -> Vec<Path> {
        let targets = deltas.iter().filter_map(|delta| self.offset(from, *delta));
        targets.map(|to| Path::leap(to, mode)).collect()
    }

    fn rank(&self, rank: usize) -> Vec<Cell> {
        (0..SIZE).filter_map(|file| self.0.cell(file, rank)).collect()
    }

    /// Returns the pawn. White's pawns run up the ranks, Black's down; both promote on the last
    /// rank and never stand on the first.
    fn pawn(&self) -> KindSpec {
        let mut pawn = KindSpec::pawn('P', self.cells(), |seat, from| {
            let (up, home) = if seat == Seat::WHITE { (1, 1) } else { (-1, SIZE - 2) };
            let mut ahead: Vec<Cell> = self.offset(from, (0, up)).into_iter().collect();
            if self.0.place(from).1 == home {
                ahead.extend(self.offset(from, (0, 2 * up)));
            }
            let mut paths = self.leaps(from, &[(-1, up), (1, up)], Mode::Capture);
            if !ahead.is_empty() {
                paths.push(Path { cells: ahead, mode: Mode::Quiet });
            }
            paths
        });
        pawn.en_passant = true;
        pawn.promotes_on = vec![self.rank(SIZE - 1), self.rank(0)];
        pawn.closed = vec![self.rank(0), self.rank(SIZE - 1)];
        pawn.choices = vec![vec![QUEEN, ROOK, BISHOP, KNIGHT]; 2];
        pawn
    }
}

impl Board for Cylinder {
    fn cells(&self) -> usize {
        self.0.cells()
    }

    fn step(&self, from: Cell, dir: Dir) -> Option<(Cell, Dir)> {
        self.offset(from, compass::delta(dir)).map(|to| (to, dir))
    }
}

/// Returns the variant.
pub fn spec() -> Spec {
    let board = Cylinder(Grid::new(SIZE, SIZE, |_, _| true));
    let cells = board.cells();
    let slider = |letter, dirs: &[Dir]| {
        KindSpec::piece(letter, cells, |from| slides(&board, from, dirs, Mode::Both))
    };
    let kinds = vec![
        board.pawn(),
        KindSpec::piece('N', cells, |from| board.leaps(from, &KNIGHT_LEAPS, Mode::Both)),
        slider('B', &compass::DIAGONAL),
        slider('R', &compass::ORTHOGONAL),
        slider('Q', &compass::ALL),
        KindSpec::piece('K', cells, |from| steps(&board, from, &compass::ALL, Mode::Both)).royal(),
    ];
    Spec {
        name: "cylinder".into(),
        kinds,
        castlings: Vec::new(),
        laps: Vec::new(),
        fields: Spec::fen_fields(),
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1".into(),
        dead: DeadMaterial::default(),
        scoring: Scoring::CLASSIC,
        limits: GameLimits::USUAL,
        en_passant_counts: EnPassantCounts::IfLegal,
        family_flags: 0,
        note: "files a and h adjoin".into(),
        grid: board.0,
    }
}
