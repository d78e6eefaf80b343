//! The line of a mate that has been proven.

use rotunda_movegen::Rules;

use super::prover::{Halt, Node, Prover, UNBOUNDED};

impl<R: Rules<W>, const W: usize> Prover<'_, '_, R, W> {
    /// Returns the best line of a node whose mating side wins in exactly its plies. Each reply
    /// holds out for longest.
    pub fn line(&mut self, node: &Node<'_, '_, W>) -> Result<Vec<R::Move>, Halt> {
        let length = self.thread.history.len();
        let mut line = Vec::new();
        let result = self.extend(node, &mut line);
        while self.thread.history.len() > length {
            self.thread.history.pop();
        }
        result.map(|()| line)
    }

    /// Adds the best line of a node.
    fn extend(&mut self, node: &Node<'_, '_, W>, line: &mut Vec<R::Move>) -> Result<(), Halt> {
        if node.left == 0 || node.ply > 0 && self.ended(node).is_some() {
            return Ok(());
        }
        let ours = self.thread.perspective.is_ours(node.position);
        let mv = if ours { self.winning(node)? } else { self.stubborn(node)? };
        let Some(mv) = mv else { return Ok(()) };
        let (child, check_info) = self.play(node, &mv);
        line.push(mv);
        let (left, ply) = (node.left - 1, node.ply + 1);
        self.extend(&Node { position: &child, check_info: &check_info, left, ply }, line)
    }

    /// Returns a move of the mating side that wins in time.
    fn winning(&mut self, node: &Node<'_, '_, W>) -> Result<Option<R::Move>, Halt> {
        let (moves, _) = self.moves(node, true);
        for mv in &moves {
            if self.try_move(node, mv, node.left - 1)?.0.verdict() == Some(true) {
                return Ok(Some(mv.clone()));
            }
        }
        // The table has lost the proof.
        for mv in moves {
            if self.proves(node, &mv, node.left - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Returns a reply after which the mate takes all plies that are left; `None` if there is no
    /// reply.
    fn stubborn(&mut self, node: &Node<'_, '_, W>) -> Result<Option<R::Move>, Halt> {
        let (moves, _) = self.moves(node, false);
        let Some(sooner) = node.left.checked_sub(2) else { return Ok(moves.into_iter().next()) };
        for mv in &moves {
            if !self.proves(node, mv, sooner)? {
                return Ok(Some(mv.clone()));
            }
        }
        Ok(moves.into_iter().next())
    }

    /// Returns whether the mating side wins within so many plies after a move of a node.
    fn proves(&mut self, node: &Node<'_, '_, W>, mv: &R::Move, left: usize) -> Result<bool, Halt> {
        if let Some(known) = self.try_move(node, mv, left)?.0.verdict() {
            return Ok(known);
        }
        let (child, check_info) = self.play(node, mv);
        let ply = node.ply + 1;
        let numbers =
            self.search(&Node { position: &child, check_info: &check_info, left, ply }, UNBOUNDED);
        self.thread.history.pop();
        Ok(numbers?.verdict() == Some(true))
    }
}
