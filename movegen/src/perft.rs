//! Perft: the number of leaves of the tree of legal moves, the measure of a move generator.

use rayon::prelude::*;

use crate::families::Rules;
use crate::position::{Position, Select};

/// What to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Perft {
    /// How many plies deep.
    pub depth: u32,
    /// On how many threads; on one, nothing is spawned.
    pub threads: usize,
}

/// Counts the leaves `depth` plies below a position; the last ply is counted, not played.
#[must_use]
pub fn leaves<R: Rules<W>, const W: usize>(position: &Position<W>, depth: u32) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    walk::<R, W>(position, depth, &mut lists)
}

fn walk<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    depth: u32,
    lists: &mut [Vec<R::Move>],
) -> u64 {
    match depth {
        0 => return 1,
        1 => return R::count(position),
        _ => {}
    }
    let (list, deeper) = lists.split_first_mut().expect("there is a list for every ply");
    list.clear();
    R::generate(position, &R::check_info(position), Select::All, list);
    let mut sum = 0;
    for mv in list.iter() {
        let mut child = position.clone();
        R::play(&mut child, mv);
        sum += walk::<R, W>(&child, depth - 1, deeper);
    }
    sum
}

/// The positions after each legal move, with the moves.
fn children<R: Rules<W>, const W: usize>(position: &Position<W>) -> Vec<(R::Move, Position<W>)> {
    let mut list = Vec::new();
    R::generate(position, &R::check_info(position), Select::All, &mut list);
    let play = |mv: R::Move| {
        let mut child = position.clone();
        R::play(&mut child, &mv);
        (mv, child)
    };
    list.into_iter().map(play).collect()
}

/// For each legal move, the number of leaves below it; at depth 0 nothing, as there is no move.
///
/// With more than one thread the work is shared out two plies below the root.
#[must_use]
pub fn perft<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    order: &Perft,
) -> Vec<(String, u64)> {
    if order.depth == 0 {
        return Vec::new();
    }
    let moves = children::<R, W>(position);
    let below = order.depth - 1;
    let count = |child: &Position<W>| leaves::<R, W>(child, below);
    let shared = |child: &Position<W>| {
        if below < 2 {
            return count(child);
        }
        let grandchildren = children::<R, W>(child);
        grandchildren.par_iter().map(|(_, child)| leaves::<R, W>(child, below - 1)).sum()
    };
    let pool = (order.threads > 1)
        .then(|| rayon::ThreadPoolBuilder::new().num_threads(order.threads).build());
    let counts: Vec<u64> = match pool {
        Some(Ok(pool)) => {
            pool.install(|| moves.par_iter().map(|(_, child)| shared(child)).collect())
        }
        // A machine out of threads counts on the one that it has.
        Some(Err(_)) | None => moves.iter().map(|(_, child)| count(child)).collect(),
    };
    let mv: Vec<R::Move> = moves.into_iter().map(|(mv, _)| mv).collect();
    R::texts(position, &mv).into_iter().zip(counts).collect()
}
