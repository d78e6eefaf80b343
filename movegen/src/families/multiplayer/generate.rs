//! The actions of circular chess: moves, swaps of team mates' pawns, removals of facing pawns, and
//! the pass of a player who has nothing else to do.

use super::{MINUS, PLUS, is_byzantine};
use crate::geometry::{Bitboard, Board, Cell, Grid};
use crate::position::{CheckInfo, Count, GenKind, Generator, Move, Position, Sink};
use crate::tables::{Kind, Seat};

/// Appends the selected actions to `list`; none once the game is over.
pub(super) fn generate<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    gen_kind: GenKind,
    list: &mut Vec<Move>,
) {
    let before = list.len();
    actions(position, check_info, gen_kind, list);
    let may_pass = list.len() == before && gen_kind != GenKind::Noisy && must_act(position);
    if may_pass && (gen_kind == GenKind::All || counted(position, check_info) == 0) {
        list.push(Move::pass());
    }
}

/// Appends the actions that leave a cell to `list`.
pub(super) fn generate_from<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    from: Cell,
    list: &mut Vec<Move>,
) {
    let seat = position.turn;
    let is_plain = position.seat(seat).has(from) && position.check_enemy().is_none();
    if !is_plain || position.is_over() {
        // Between the last two sides, kings must not be left in check, and some actions do not
        // start from a cell of the mover's.
        let mut all = Vec::new();
        generate(position, check_info, GenKind::All, &mut all);
        list.extend(all.into_iter().filter(|mv| mv.from() == from));
        return;
    }
    let friends = position.friends(seat);
    let generator = Generator::<W, false> {
        position,
        check_info,
        gen_kind: GenKind::All,
        seat,
        barred: friends,
        enemies: position.occupied - friends,
    };
    if position.piece(from).kind() == position.variant.king {
        fearless_king(&generator, list);
    } else {
        generator.piece(from, list);
    }
    if position.players.teams {
        swaps(position, Bitboard::of(from), friends, list);
    }
}

/// Returns the number of actions.
#[inline]
pub(super) fn count<const W: usize>(position: &Position<W>, check_info: &CheckInfo<W>) -> u64 {
    match counted(position, check_info) {
        0 => u64::from(must_act(position)),
        count => count,
    }
}

/// Returns the number of actions other than a pass.
#[inline]
fn counted<const W: usize>(position: &Position<W>, check_info: &CheckInfo<W>) -> u64 {
    let mut count = Count::default();
    actions_with(position, check_info, GenKind::All, &mut count, Generator::count_pieces);
    count.0
}

/// Returns whether a player without any other action must pass, since the game is not over and the
/// player is neither mated nor stalemated.
fn must_act<const W: usize>(position: &Position<W>) -> bool {
    !position.is_over() && !position.has_check_rules()
}

/// Passes the actions other than a pass to `sink`.
#[inline]
fn actions<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    gen_kind: GenKind,
    sink: &mut impl Sink<W>,
) {
    actions_with(position, check_info, gen_kind, sink, Generator::pieces);
}

/// Does the same, with a given function for the moves of all pieces but the king.
#[inline]
fn actions_with<'a, S: Sink<W>, const W: usize>(
    position: &'a Position<'a, W>,
    check_info: &'a CheckInfo<W>,
    gen_kind: GenKind,
    sink: &mut S,
    pieces: impl FnOnce(&Generator<'a, W, false>, &mut S),
) {
    if position.is_over() {
        return;
    }
    let seat = position.turn;
    let friends = position.friends(seat);
    let mut generator = Generator::<W, false> {
        position,
        check_info,
        gen_kind,
        seat,
        barred: friends,
        enemies: position.occupied - friends,
    };
    match position.check_enemy() {
        None => {
            fearless_king(&generator, sink);
            pieces(&generator, sink);
        }
        Some(enemy) => {
            let decisive = decisive_targets(position, enemy);
            if gen_kind != GenKind::Quiet {
                decisive_captures(position, decisive, sink);
            }
            generator.barred |= decisive;
            generator.king(sink);
            generator.enemies -= decisive;
            if check_info.leaves_moves() {
                pieces(&generator, sink);
            }
        }
    }
    if position.players.teams && gen_kind != GenKind::Noisy {
        swaps(position, position.seat(seat), friends, sink);
    }
    if gen_kind != GenKind::Quiet && is_byzantine(position.variant) {
        removals(position, friends, sink);
    }
}

/// Passes the steps of a king that may ignore attacks.
#[inline]
fn fearless_king<const W: usize>(generator: &Generator<'_, W, false>, sink: &mut impl Sink<W>) {
    let position = generator.position;
    let royal = position.variant.king;
    let steps = &position.variant.sides[generator.seat.index()].motions[royal.index()].both;
    for king in position.pieces(generator.seat, royal) {
        sink.plain(king, (steps[king.index()] - generator.barred) & generator.selected());
    }
}

/// Returns the pieces of the last enemy whose loss eliminates it: the king, and under Byzantine
/// rules the last piece beside it.
#[inline]
fn decisive_targets<const W: usize>(position: &Position<W>, enemy: Seat) -> Bitboard<W> {
    let pieces = position.seat(enemy);
    let king = pieces & position.all_of(position.variant.king);
    if is_byzantine(position.variant) && (pieces - king).is_single() { pieces } else { king }
}

/// Passes the captures that eliminate the last enemy. They need not answer a check, since nothing
/// attacks the mover's king afterwards (multiplayer-circular.md 5).
#[inline]
fn decisive_captures<const W: usize>(
    position: &Position<W>,
    targets: Bitboard<W>,
    sink: &mut impl Sink<W>,
) {
    let seat = position.turn;
    for to in targets {
        for from in position.attackers(to, seat) {
            let kind = position.piece(from).kind();
            if position.variant.promotion_zone(seat, kind).has(to) {
                let choices = &position.variant.kinds[kind.index()].choices[seat.index()];
                sink.promotions(from, Bitboard::of(to), choices);
            } else {
                sink.plain(from, Bitboard::of(to));
            }
        }
    }
}

/// Passes the swaps of some of the mover's pawns with team mates' pawns directly ahead, unless one
/// of the two would go to a cell where it promotes or cannot stand.
fn swaps<const W: usize>(
    position: &Position<W>,
    among: Bitboard<W>,
    friends: Bitboard<W>,
    sink: &mut impl Sink<W>,
) {
    let seat = position.turn;
    let own = position.seat(seat);
    let kinds = || [PLUS, MINUS].into_iter().filter(|kind| position.variant.is_pawn(*kind));
    let pawns = kinds().fold(Bitboard::EMPTY, |all, kind| all | position.all_of(kind));
    let pawns = pawns & (friends - own);
    for kind in kinds() {
        for from in position.pieces(seat, kind) & among {
            for to in ahead(position, seat, kind, from) & pawns {
                let mate = position.piece(to);
                let is_barred = bars(position, seat, kind).has(to)
                    || bars(position, mate.seat(), mate.kind()).has(from);
                if !is_barred {
                    sink.special(Move::swap(from, to));
                }
            }
        }
    }
}

/// Returns the cells where a seat's pawns of a kind never stand: those of promotion, and those
/// beyond.
fn bars<const W: usize>(position: &Position<W>, seat: Seat, kind: Kind) -> Bitboard<W> {
    let motion = &position.variant.sides[seat.index()].motions[kind.index()];
    motion.zone | motion.closed
}

/// The cell directly ahead of a pawn.
#[inline]
fn ahead<const W: usize>(
    position: &Position<W>,
    seat: Seat,
    kind: Kind,
    from: Cell,
) -> Bitboard<W> {
    position.variant.sides[seat.index()].motions[kind.index()].quiet[from.index()]
}

/// Returns whether pawns that run up stand in the last sector, and pawns that run down in the
/// first.
#[inline]
fn meet_over_seam<const W: usize>(plus: Bitboard<W>, minus: Bitboard<W>, grid: &Grid) -> bool {
    let low = minus.first().is_some_and(|cell| cell.index() < grid.files());
    let high = |cell: Cell| cell.index() >= grid.cells() - grid.files();
    low && plus.only_last().first().is_some_and(high)
}

/// Passes the removals of two pawns of one enemy that face each other.
#[inline]
fn removals<const W: usize>(position: &Position<W>, friends: Bitboard<W>, sink: &mut impl Sink<W>) {
    let plus = position.all_of(PLUS) - friends;
    let minus = position.all_of(MINUS) - friends;
    let grid = &position.variant.grid;
    if !plus.meets(minus.lowered(grid.files() as u32)) && !meet_over_seam(plus, minus, grid) {
        return;
    }
    for from in plus {
        let owner = position.piece(from).seat();
        for to in ahead(position, owner, PLUS, from) & minus & position.seat(owner) {
            sink.special(Move::removal(from, to));
        }
    }
}
