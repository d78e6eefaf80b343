//! [`Checking`]: a test, before a move is played, whether it can mate at once.

use rotunda_movegen::{AsMove, Bitboard, Cell, FULL, Kind, Position, Rules, VariantTables};

use crate::ordering::checks::enemy_king;

/// Returns whether a variant's games are won only by mate, and its checks go along paths. Then a
/// move that gives no check does not win at once.
pub(super) fn wins_by_check<R: Rules<W>, const W: usize>(variant: &VariantTables<W>) -> bool {
    let scoring = variant.scoring();
    let shares = scoring.repetition.into_iter().chain(scoring.no_progress);
    let shares = shares.chain(scoring.perpetual.into_iter().flatten()).chain(scoring.bare_king);
    let is_part = |share: u16| 0 < share && share < FULL;
    R::ALTERNATES
        && variant.laps().is_empty()
        && variant.kinds().iter().all(|kind| !kind.jumps && kind.faces.is_empty())
        && shares.chain([scoring.stalemate]).all(is_part)
}

/// The facts of a position that decide which moves may give check.
pub(super) struct Checking<const W: usize> {
    /// The cells from which a piece of each kind attacks the enemy's king if nothing is in its way.
    cells: Vec<Bitboard<W>>,
    /// The mover's pieces on such cells, whose line a move of another piece may open.
    hidden: Bitboard<W>,
    /// The mover's king, if it may castle.
    castler: Option<Cell>,
}

impl<const W: usize> Checking<W> {
    /// Returns the facts of a position whose mover does not give check.
    pub fn of(position: &Position<'_, W>) -> Self {
        let (turn, king) = (position.turn(), enemy_king(position));
        let kinds = (0..position.variant().kinds().len()).map(|kind| Kind(kind as u8));
        let cells: Vec<_> = kinds.map(|kind| position.attack_cells(turn, kind, king)).collect();
        let is_hidden = |cell: &Cell| cells[position.piece(*cell).kind().index()].has(*cell);
        let hidden = position.seat(turn).iter().filter(is_hidden).collect();
        let castler = position.has_castling_rights().then(|| position.king_cell(turn));
        Self { cells, hidden, castler }
    }

    /// Returns whether a move may give check. If not, it certainly does not.
    pub fn may_check(&self, position: &Position<'_, W>, mv: &impl AsMove) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let kind = position.piece(from).kind();
        let after = mv.promotes_to().unwrap_or(position.variant().kind_after(kind, from));
        self.cells[after.index()].has(to)
            || !(self.hidden - Bitboard::of(from)).is_empty()
            || self.castler == Some(from)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_chacha::ChaCha8Rng;
    use rotunda_movegen::{GenKind, Options, Variant, in_family};

    use super::*;

    /// The plies of a random game.
    const PLIES: usize = 80;

    /// Returns the number of moves of a random game that give check, and of all that are ruled out.
    fn checks<R: Rules<W>, const W: usize>(start: &Position<'_, W>, seed: u64) -> [usize; 2] {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (mut position, mut counts) = (start.clone(), [0; 2]);
        for _ in 0..PLIES {
            let mut moves = Vec::new();
            R::generate(&position, &R::check_info(&position), GenKind::All, &mut moves);
            let checking = Checking::of(&position);
            for mv in &moves {
                let mut child = position.clone();
                R::play(&mut child, mv);
                let (gives, may) =
                    (R::check_info(&child).in_check(), checking.may_check(&position, mv));
                assert!(may || !gives, "{} {}", R::fen(&position), R::fen(&child));
                counts[0] += usize::from(gives);
                counts[1] += usize::from(!may);
            }
            let Some(mv) = moves.choose(&mut random) else { break };
            R::play(&mut position, mv);
        }
        counts
    }

    #[test]
    fn every_check_is_foreseen() {
        let mut games = 0;
        for variant in Variant::all().iter().filter(|variant| variant.is_duel()) {
            let [gives, ruled_out] = in_family!(variant.family(Options::default()), R, tables => {
                let start = <R as Rules<_>>::start(tables);
                if !wins_by_check::<R, _>(tables) {
                    continue;
                }
                let counts: Vec<_> = (0..20).map(|seed| checks::<R, _>(&start, seed)).collect();
                [0, 1].map(|at| counts.iter().map(|count| count[at]).sum::<usize>())
            });
            assert!(gives > 0 && ruled_out > 0, "{}", variant.name);
            games += 1;
        }
        assert!(games > 3);
    }
}
