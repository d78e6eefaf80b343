//! [`Prover`]: depth-first proof-number search over a tree of bounded depth.

use std::cmp::Reverse;

use rotunda_movegen::{CheckInfo, FULL, GenKind, Outcome, Position, Rules};

use super::checking::Checking;
use super::knowledge::Knowledge;
use super::numbers::{INFINITE, Numbers};
use crate::base::params;
use crate::base::score::WON;
use crate::tree::search_thread::{SearchThread, Stopped};

/// The reason why a proof ends without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The search must end.
    Stopped,
    /// The nodes of this slice are used up.
    Paused,
}

impl From<Stopped> for Halt {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The bounds of a search of the root, which ends when the root is settled.
pub(super) const UNBOUNDED: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };

/// A position of the tree.
pub(super) struct Node<'n, 'v, const W: usize> {
    pub position: &'n Position<'v, W>,
    pub check_info: &'n CheckInfo<W>,
    /// The plies within which the mating side must win.
    pub left: usize,
    pub ply: usize,
}

/// A move of a node.
struct Child<M> {
    mv: M,
    key: u64,
    numbers: Numbers,
}

/// Depth-first proof-number search (Nagai, 2002) over a tree of bounded depth: the mating side
/// chooses at its own nodes, all others choose together at theirs. The most promising leaf is the
/// one that needs the fewest further leaves for a proof or a refutation. So forcing lines come
/// first, and nothing is left out.
///
/// A repetition within a line does not end it. This changes no result, since the side that wins in
/// the fewest plies comes nearer to its win with every move. A line ends only at a position that
/// the game itself has seen often enough.
pub(super) struct Prover<'s, 'a, R: Rules<W>, const W: usize> {
    pub thread: &'s mut SearchThread<'a, R, W>,
    pub known: &'s mut Knowledge,
    /// The count of nodes at which it pauses.
    pub pause: u64,
    /// Whether the clock of quiet plies may run out in the tree, so that it is part of the key.
    pub clock_counts: bool,
    /// Whether a move that gives no check does not win at once.
    pub by_check: bool,
}

impl<R: Rules<W>, const W: usize> Prover<'_, '_, R, W> {
    /// Searches a node and returns its numbers once it is settled or one of them has reached the
    /// bound.
    pub fn search(&mut self, node: &Node<'_, '_, W>, bound: Numbers) -> Result<Numbers, Halt> {
        let before = self.thread.nodes;
        let ours = self.thread.perspective.is_ours(node.position);
        let mut children = Vec::new();
        let mut numbers = self.expand(node, ours, &mut children)?;
        while numbers.verdict().is_none() && numbers.is_within(bound) {
            let (index, child_bound) = choose(&children, ours, numbers, bound);
            let child = &children[index];
            let known = self.known.table.numbers(child.key, node.left - 1);
            let found = match known.filter(|known| known.verdict().is_some()) {
                Some(settled) => settled,
                None => self.descend(node, &child.mv.clone(), child_bound)?,
            };
            if found == Numbers::settled(ours) {
                self.known.habits.reward(ours, &children[index].mv);
            }
            children[index].numbers = found;
            numbers = Numbers::of_children(ours, children.iter().map(|child| child.numbers));
        }
        if node.ply > 0 {
            let key = self.key(node.position);
            self.known.table.store(key, node.left, numbers, self.thread.nodes - before);
        }
        Ok(numbers)
    }

    /// Evaluates every move of a node once, unless one settles it.
    fn expand(
        &mut self,
        node: &Node<'_, '_, W>,
        ours: bool,
        children: &mut Vec<Child<R::Move>>,
    ) -> Result<Numbers, Halt> {
        let (moves, is_complete) = self.moves(node, ours);
        if !is_complete {
            self.known.left_out = true;
            if !ours {
                return Ok(Numbers::REFUTED);
            }
        }
        for mv in moves {
            let (numbers, key) = self.try_move(node, &mv, node.left - 1)?;
            if numbers == Numbers::settled(ours) {
                self.known.habits.reward(ours, &mv);
                return Ok(numbers);
            }
            children.push(Child { mv, key, numbers });
        }
        if children.is_empty() {
            return Ok(Numbers::settled(self.wins_without_moves(node)));
        }
        Ok(Numbers::of_children(ours, children.iter().map(|child| child.numbers)))
    }

    /// Returns the moves of a node, first those that have settled other nodes, and whether these
    /// are all. At the last move of a mate it leaves out moves that certainly give no check.
    pub fn moves(&mut self, node: &Node<'_, '_, W>, ours: bool) -> (Vec<R::Move>, bool) {
        if node.ply == 0 {
            let moves = self.thread.root.all().iter().map(|root| root.mv.clone()).collect();
            return (moves, !self.thread.shared.long_root);
        }
        let (mut moves, mut budget) = (Vec::new(), params::root_budget());
        let Node { position, check_info, .. } = *node;
        R::generate_within(position, check_info, GenKind::All, &mut budget, &mut moves);
        self.thread.account(budget.spent());
        if ours && node.left == 1 && self.by_check {
            let checking = Checking::of(position);
            moves.retain(|mv| checking.may_check(position, mv));
        }
        let habits = &self.known.habits;
        moves.sort_by_key(|mv| Reverse(habits.of(ours, mv)));
        (moves, budget.is_complete())
    }

    /// Evaluates a move of a node that leaves so many plies, and returns its numbers with the key
    /// of the next position.
    pub fn try_move(
        &mut self,
        node: &Node<'_, '_, W>,
        mv: &R::Move,
        left: usize,
    ) -> Result<(Numbers, u64), Halt> {
        let ply = node.ply + 1;
        self.thread.enter(ply)?;
        if self.thread.nodes >= self.pause {
            return Err(Halt::Paused);
        }
        let (child, check_info) = self.play(node, mv);
        let numbers = self.look(&Node { position: &child, check_info: &check_info, left, ply });
        self.thread.history.pop();
        Ok((numbers?, self.key(&child)))
    }

    /// Searches the position after a move of a node.
    fn descend(
        &mut self,
        node: &Node<'_, '_, W>,
        mv: &R::Move,
        bound: Numbers,
    ) -> Result<Numbers, Halt> {
        let (child, check_info) = self.play(node, mv);
        let (left, ply) = (node.left - 1, node.ply + 1);
        let numbers =
            self.search(&Node { position: &child, check_info: &check_info, left, ply }, bound);
        self.thread.history.pop();
        numbers
    }

    /// Returns the position after a move, and adds it to the history.
    pub fn play<'v>(
        &mut self,
        node: &Node<'_, 'v, W>,
        mv: &R::Move,
    ) -> (Position<'v, W>, CheckInfo<W>) {
        let mut child = node.position.clone();
        R::play(&mut child, mv);
        let check_info = R::check_info(&child);
        self.thread.history.push(child.key(), check_info.in_check());
        (child, check_info)
    }

    /// Returns the result of a node if it is known before its moves are looked at.
    fn look(&mut self, node: &Node<'_, '_, W>) -> Result<Numbers, Halt> {
        let Node { position, left, .. } = *node;
        if let Some(is_won) = self.ended(node) {
            return Ok(Numbers::settled(is_won));
        }
        if left == 0 {
            let is_won = self.wins_without_moves(node) && !R::has_move(position);
            return Ok(Numbers::settled(is_won));
        }
        if let Some(known) = self.known.table.numbers(self.key(position), left) {
            return Ok(known);
        }
        let ours = self.thread.perspective.is_ours(position);
        if ours && left == 1 {
            return self.search(node, UNBOUNDED);
        }
        let mut budget = params::node_budget();
        let count = R::count_within(position, &mut budget);
        self.thread.account(budget.spent());
        if count == 0 && budget.is_complete() {
            return Ok(Numbers::settled(self.wins_without_moves(node)));
        }
        let count = u32::try_from(count).unwrap_or(INFINITE).clamp(1, INFINITE / 2);
        Ok(Numbers::new(ours, 1, count))
    }

    /// Returns whether the mating side has won, if the game is over at a node even though moves may
    /// remain, or if its mover can end it.
    pub fn ended(&self, node: &Node<'_, '_, W>) -> Option<bool> {
        let is_won = self.ended_otherwise(node)?;
        // A mate takes precedence over all draws.
        Some(is_won || self.wins_without_moves(node) && !R::has_move(node.position))
    }

    /// Returns the same, without the test for positions without moves.
    fn ended_otherwise(&self, node: &Node<'_, '_, W>) -> Option<bool> {
        let Node { position, ply, .. } = *node;
        if let Some(outcome) = R::ended(position) {
            return Some(self.is_won(position, &outcome, ply));
        }
        let perspective = self.thread.perspective;
        if perspective.eliminated::<R, W>(position, ply).is_some() {
            return Some(false);
        }
        if let Some(claim) = R::claim(position).filter(|claim| claim.share > 0) {
            // A claim ends the game. By a claim of the others the mating side does not win; by its
            // own it would win.
            let ours = perspective.is_ours(position) == (claim.seat == position.turn());
            if !ours || claim.share == FULL {
                return Some(ours);
            }
        }
        if let Some(repeated) = self.repeated(position, ply) {
            return Some(self.is_won(position, &repeated, ply));
        }
        let is_over = position.halfmove() >= R::quiet_limit(position);
        is_over.then(|| self.is_won(position, &R::no_progress_outcome(position), ply))
    }

    /// Returns the outcome if the game itself has seen a position of the tree often enough.
    fn repeated(&self, position: &Position<W>, ply: usize) -> Option<Outcome> {
        let reach = position.reversible_plies();
        let earlier_needed = (R::occurrences(position)? as usize).checked_sub(2)?;
        if (reach as usize) < ply {
            return None;
        }
        let history = &self.thread.history;
        let mut in_game = history.earlier(reach).filter(|index| *index < self.thread.game_length);
        let first = in_game.nth(earlier_needed)?;
        Some(R::repeated(position, history, first))
    }

    /// Returns whether the mating side wins if a node has no moves.
    fn wins_without_moves(&self, node: &Node<'_, '_, W>) -> bool {
        let Node { position, check_info, ply, .. } = *node;
        self.is_won(position, &R::no_moves_outcome(position, check_info), ply)
    }

    /// Returns whether an outcome is the whole point for the mating side.
    fn is_won(&self, position: &Position<W>, outcome: &Outcome, ply: usize) -> bool {
        let perspective = self.thread.perspective;
        let score = perspective.score::<R, W>(position, outcome, ply);
        score.abs() >= WON && (score > 0) == perspective.is_ours(position)
    }

    /// Returns the key of a position in the table.
    fn key(&self, position: &Position<W>) -> u64 {
        const CLOCK: u64 = 0x9E37_79B9_7F4A_7C15;
        let clock = if self.clock_counts { u64::from(position.halfmove()) + 1 } else { 0 };
        position.key() ^ clock.wrapping_mul(CLOCK)
    }
}

/// Returns the index of the most promising child of an open node, and the numbers at which another
/// child becomes more promising or the node reaches its own bound.
fn choose<M>(
    children: &[Child<M>],
    ours: bool,
    numbers: Numbers,
    bound: Numbers,
) -> (usize, Numbers) {
    let (mut best, mut first, mut second) = (0, INFINITE, INFINITE);
    for (index, child) in children.iter().enumerate() {
        let value = child.numbers.of_choice(ours);
        if value < first {
            (best, first, second) = (index, value, first);
        } else {
            second = second.min(value);
        }
    }
    let own = children[best].numbers.of_sum(ours);
    // The bound is a little above the second best child's number, so that the search does not
    // switch too often.
    let until_second = second.saturating_add(second / 4 + 1);
    let choice = bound.of_choice(ours).min(until_second);
    let others = numbers.of_sum(ours).saturating_sub(own);
    let sum = bound.of_sum(ours).saturating_sub(others).max(own.saturating_add(1));
    (best, Numbers::new(ours, choice, sum))
}
