//! The moves that leave the king safe, before duties, and the checks.

use super::jump_safety::JumpSafety;
use super::safe_moves::{SafeMoves, en_prise};
use super::series::{Series, might_take, quiet_jumps};
use super::takers::{JumpBoard, jumps_of};
use crate::families::GenBudget;
use crate::geometry::{Bitboard, Cell};
use crate::position::{CheckInfo, Count, GenKind, Position, Sink, generate};
use crate::tables::Jumps;

/// The number of states of series that are looked at first where a single move is enough.
pub(super) const FEW: usize = 64;

/// The receiver of the generated moves, capturing series included.
pub(super) trait SeriesSink<const W: usize>: Sink<W> {
    /// Receives a series of jumps that captures the pieces on `taken`.
    fn capture(&mut self, from: Cell, to: Cell, taken: Bitboard<W>);
}

impl<const W: usize> SeriesSink<W> for Count {
    fn capture(&mut self, _: Cell, _: Cell, _: Bitboard<W>) {
        self.0 += 1;
    }
}

/// Returns the threats to the king of the side to move, and the enemy draughtsmen that it may have
/// to capture.
pub(super) fn check_info<const W: usize>(position: &Position<W>) -> CheckInfo<W> {
    let jumps = jumps_of(position);
    let mut check_info = CheckInfo::of(position);
    let board = JumpBoard::waiting(position, jumps.kind);
    check_info.checkers |= jumps.takers(&board, position.king_cell(position.turn));
    check_info.en_prise = en_prise(position, jumps);
    check_info
}

/// Passes the moves that leave the king safe to `sink`, before duties, as far as `budget` goes.
pub(super) fn generate_safe<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    gen_kind: GenKind,
    budget: &mut GenBudget,
    sink: &mut impl SeriesSink<W>,
) {
    let jumps = jumps_of(position);
    let jump_safety = &JumpSafety::of(position, jumps, check_info);
    let safe = &mut SafeMoves { position, jumps, jump_safety, sink };
    generate::generate(position, check_info, gen_kind, safe);
    all_jumps((position, check_info), (jumps, jump_safety), gen_kind, budget, sink);
}

/// Returns the number of moves that leave the king safe, before duties, as far as `budget` goes.
pub(super) fn count_safe<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    budget: &mut GenBudget,
) -> u64 {
    let jumps = jumps_of(position);
    let jump_safety = &JumpSafety::of(position, jumps, check_info);
    let mut count = Count::default();
    let safe = &mut SafeMoves { position, jumps, jump_safety, sink: &mut count };
    if jump_safety.spares_all_steps() {
        generate::generate_with(position, check_info, GenKind::All, safe, |generator, safe| {
            generator.count_pieces(safe.sink);
        });
    } else {
        generate::generate(position, check_info, GenKind::All, safe);
    }
    all_jumps((position, check_info), (jumps, jump_safety), GenKind::All, budget, &mut count);
    count.0
}

/// Passes the series of all draughtsmen to `sink`.
fn all_jumps<const W: usize>(
    (position, check_info): (&Position<W>, &CheckInfo<W>),
    (jumps, jump_safety): (&Jumps<W>, &JumpSafety<W>),
    gen_kind: GenKind,
    budget: &mut GenBudget,
    sink: &mut impl SeriesSink<W>,
) {
    let board = JumpBoard::of(position, jumps.kind);
    for from in board.draughtsmen {
        let jumper = (&board, from);
        jumps_from((position, check_info), (jumps, jump_safety), jumper, gen_kind, budget, sink);
    }
}

/// Passes the moves of one piece that leave the king safe to `sink`, before duties, as far as
/// `budget` goes.
pub(super) fn generate_safe_from<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    from: Cell,
    budget: &mut GenBudget,
    sink: &mut impl SeriesSink<W>,
) {
    let jumps = jumps_of(position);
    let jump_safety = &JumpSafety::of(position, jumps, check_info);
    let safe = &mut SafeMoves { position, jumps, jump_safety, sink };
    generate::generate_from(position, check_info, from, safe);
    let board = JumpBoard::of(position, jumps.kind);
    if board.draughtsmen.has(from) {
        let jumper = (&board, from);
        jumps_from(
            (position, check_info),
            (jumps, jump_safety),
            jumper,
            GenKind::All,
            budget,
            sink,
        );
    }
}

/// Passes the series of one draughtsman to `sink`.
fn jumps_from<const W: usize>(
    (position, check_info): (&Position<W>, &CheckInfo<W>),
    (jumps, jump_safety): (&Jumps<W>, &JumpSafety<W>),
    (board, from): (&JumpBoard<W>, Cell),
    gen_kind: GenKind,
    budget: &mut GenBudget,
    sink: &mut impl SeriesSink<W>,
) {
    let enemy_draughtsmen = position.pieces(position.turn.opponent(), jumps.kind);
    let (reached, captures) = quiet_jumps(jumps, board, from);
    let mut ends = reached - Bitboard::of(from);
    // The ends of friendly jumps depend on captures only if these may capture an enemy draughtsman.
    let matters = || {
        gen_kind != GenKind::Quiet || might_take(jumps, board, (from, reached), enemy_draughtsmen)
    };
    if captures && matters() {
        let series = Series::explore(position, jumps, jump_safety, from, budget);
        let noisy = gen_kind != GenKind::Quiet;
        if series.is_free() {
            series.free_captures().filter(|_| noisy).for_each(|(to, taken)| {
                sink.capture(from, to, taken);
            });
        } else {
            let paths = series.paths();
            ends = paths.quiet_jumps();
            paths.captures().filter(|_| noisy).for_each(|(to, taken)| {
                sink.capture(from, to, taken);
            });
        }
    }
    ends &= check_info.targets_of(from);
    if !ends.is_empty() && gen_kind != GenKind::Noisy {
        SafeMoves { position, jumps, jump_safety, sink }.plain(from, ends);
    }
}
