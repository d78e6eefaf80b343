//! Perft: the number of leaves of the tree of legal moves, which tests and measures a move
//! generator.

use rayon::prelude::*;

use crate::families::{GenBudget, Rules};
use crate::position::{GenKind, Position};

/// The least depth at which [`perft_on_pool`] splits the work two plies below the root instead of
/// one.
const SPLIT_TWICE: u32 = 4;

/// Watches a perft while it counts, and may stop it.
///
/// ```
/// use rotunda_movegen::{PerftObserver, Variant};
/// /// Stops the count at once.
/// struct Stopped;
/// impl PerftObserver for Stopped {
///     fn is_stopped(&self) -> bool {
///         true
///     }
/// }
/// let game = Variant::by_name("chess")?.game();
/// assert!(game.perft_on_pool(3, &Stopped).is_none());
/// assert_eq!(game.perft_on_pool(3, &()).map(|moves| moves.iter().map(|(_, n)| n).sum()), Some(8902));
/// # Ok::<(), rotunda_movegen::UnknownVariant>(())
/// ```
pub trait PerftObserver: Sync {
    /// Returns whether to stop counting. It is asked before every move that is played, and during
    /// the search for long series of jumps.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Receives the number of leaves below a root move as soon as it is known; called from any
    /// thread, in any order.
    fn on_move(&self, _leaves: u64) {}
}

/// Watches nothing and never stops.
impl PerftObserver for () {}

/// Counts the leaves `depth` plies below a position; it counts the moves of the last ply without
/// playing them.
#[must_use]
pub fn leaves<R: Rules<W>, const W: usize>(position: &Position<W>, depth: u32) -> u64 {
    watched::<R, W>(position, depth, &())
}

/// Counts like [`leaves`]. The number is too small once the observer has stopped it.
fn watched<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    depth: u32,
    observer: &dyn PerftObserver,
) -> u64 {
    let mut lists = vec![Vec::new(); depth as usize];
    walk::<R, W>(position, depth, observer, &mut lists)
}

fn walk<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    depth: u32,
    observer: &dyn PerftObserver,
    lists: &mut [Vec<R::Move>],
) -> u64 {
    let stop = || observer.is_stopped();
    match depth {
        0 => return 1,
        1 => return R::count_within(position, &mut GenBudget::until(&stop)),
        _ => {}
    }
    let (list, deeper) = lists.split_first_mut().expect("there is a list for every ply");
    list.clear();
    let check_info = R::check_info(position);
    R::generate_within(position, &check_info, GenKind::All, &mut GenBudget::until(&stop), list);
    let mut sum = 0;
    for mv in list.iter() {
        if observer.is_stopped() {
            break;
        }
        sum += with_child::<R, W, _>(position, mv, |child| {
            walk::<R, W>(child, depth - 1, observer, deeper)
        });
    }
    sum
}

fn legal_moves<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    observer: &dyn PerftObserver,
) -> Vec<R::Move> {
    let stop = || observer.is_stopped();
    let (mut budget, mut list) = (GenBudget::until(&stop), Vec::new());
    R::generate_within(position, &R::check_info(position), GenKind::All, &mut budget, &mut list);
    list
}

/// Calls a function on the position after a move. It lends the position, since a returned one would
/// be copied twice.
#[inline]
fn with_child<R: Rules<W>, const W: usize, T>(
    position: &Position<W>,
    mv: &R::Move,
    find: impl FnOnce(&Position<W>) -> T,
) -> T {
    let mut child = position.clone();
    R::play(&mut child, mv);
    find(&child)
}

/// Returns the number of leaves below each legal move, counted on the calling thread; empty at
/// depth 0.
#[must_use]
pub fn perft<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    depth: u32,
) -> Vec<(R::Move, u64)> {
    let Some(below) = depth.checked_sub(1) else { return Vec::new() };
    let moves = legal_moves::<R, W>(position, &());
    let counted = |mv: R::Move| {
        let leaves = with_child::<R, W, _>(position, &mv, |child| leaves::<R, W>(child, below));
        (mv, leaves)
    };
    moves.into_iter().map(counted).collect()
}

/// Counts like [`perft`] on the threads of the current `rayon` pool. It returns `None` if the
/// observer has stopped it.
pub fn perft_on_pool<R: Rules<W>, const W: usize>(
    position: &Position<W>,
    depth: u32,
    observer: &dyn PerftObserver,
) -> Option<Vec<(R::Move, u64)>> {
    let Some(below) = depth.checked_sub(1) else { return Some(Vec::new()) };
    let moves = legal_moves::<R, W>(position, observer);
    let count = |mv: &R::Move| {
        if observer.is_stopped() {
            return 0;
        }
        let leaves = with_child::<R, W, _>(position, mv, |child| {
            if depth < SPLIT_TWICE {
                return watched::<R, W>(child, below, observer);
            }
            let count = |mv: &R::Move| {
                with_child::<R, W, _>(child, mv, |child| {
                    watched::<R, W>(child, below - 1, observer)
                })
            };
            legal_moves::<R, W>(child, observer).par_iter().map(count).sum()
        });
        observer.on_move(leaves);
        leaves
    };
    let counts: Vec<u64> = moves.par_iter().map(count).collect();
    (!observer.is_stopped()).then(|| moves.into_iter().zip(counts).collect())
}
