//! Pieces with several manners of moving along the same lines.
//!
//! Fairy-Stockfish looks along all lines of a kind for each manner that a piece has there, whatever
//! its directions, and keeps the cells that the piece can reach by any manner. So a piece that
//! slides to the left and hops to the right also slides to the right. In a game file every manner
//! keeps its own directions.

use rotunda_movegen::Mode;

use super::ranges::{Entry, Manner, Ranges};

/// A step: files to the right, then ranks ahead.
type Step = (i32, i32);

/// The steps across sides, then those across corners.
const STEPS: [[Step; 4]; 2] =
    [[(0, 1), (1, 0), (0, -1), (-1, 0)], [(1, 1), (1, -1), (-1, -1), (-1, 1)]];
/// The leap of a knight.
const KNIGHT: (u32, u32) = (2, 1);

impl Ranges {
    /// Refuses pieces with more moves in Fairy-Stockfish than their notation says.
    ///
    /// # Errors
    /// Returns the reason if a piece slides, hops or leaps in some directions of a line only, or if
    /// a nightrider frees a lame knight.
    pub fn check_mixed(&self) -> Result<(), String> {
        if STEPS.iter().flatten().any(|step| self.mixes(*step)) {
            let message = "slides, hops and lame leaps along one line have all directions of each \
                           other in Fairy-Stockfish";
            return Err(message.into());
        }
        if self.frees_a_knight() {
            return Err("beside a nightrider a lame knight jumps in Fairy-Stockfish".into());
        }
        Ok(())
    }

    /// Returns whether Fairy-Stockfish has other captures along a step. It looks along a file or a
    /// rank in both directions, and along diagonals and for lame leaps in all four.
    fn mixes(&self, step: Step) -> bool {
        let (x, y) = step;
        let is_diagonal = x != 0 && y != 0;
        let alike = STEPS[usize::from(is_diagonal)];
        let line = if is_diagonal { alike.to_vec() } else { vec![step, (-x, -y)] };
        let has = |manner| line.iter().any(|step| self.reach(manner, *step) > 0);
        let (slide, hop) = (self.reach(Manner::Line, step), self.reach(Manner::Hop, step));
        let lame = self.lame_reach(step);
        let is_lame_somewhere = alike.iter().any(|step| self.lame_reach(*step) > 0);
        // A hop never ends on the first cell.
        has(Manner::Line) && hop > slide
            || has(Manner::Hop) && slide.max(lame) > hop.max(1)
            || is_lame_somewhere && hop > 1 && slide.max(lame) < 2
    }

    /// Returns the most steps of captures in this direction; 0 if there are none.
    fn reach(&self, manner: Manner, step: Step) -> usize {
        let takes = |entry: &&Entry| {
            entry.manner == manner
                && entry.atom.mode != Mode::Quiet
                && entry.atom.vectors().contains(&step)
        };
        self.entries.iter().filter(takes).map(|entry| entry.atom.most).max().unwrap_or(0)
    }

    /// Returns the steps of a lame leap in this direction; 0 if there is none.
    fn lame_reach(&self, (x, y): Step) -> usize {
        let leaps = |entry: &Entry| {
            entry.atom.mode == Mode::Lame && entry.atom.vectors().contains(&(2 * x, 2 * y))
        };
        if self.entries.iter().any(leaps) { 2 } else { 0 }
    }

    /// Returns whether a lame knight goes where a nightrider of the same piece does not.
    fn frees_a_knight(&self) -> bool {
        let knights = || self.entries.iter().filter(|entry| entry.atom.leap == KNIGHT);
        let lame = knights().filter(|entry| entry.atom.mode == Mode::Lame);
        let lame: Vec<Step> = lame.flat_map(|entry| entry.atom.vectors()).collect();
        [Mode::Quiet, Mode::Capture].into_iter().any(|mode| {
            let rides = |entry: &&Entry| {
                entry.manner == Manner::Line && [Mode::Both, mode].contains(&entry.atom.mode)
            };
            let rides = knights().filter(rides).flat_map(|entry| entry.atom.vectors());
            let rides: Vec<Step> = rides.collect();
            !rides.is_empty() && lame.iter().any(|leap| !rides.contains(leap))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::pieces::parse_movement;

    #[test]
    fn manners_that_take_over_each_others_directions_are_refused() {
        for notation in [
            "lRcprR",
            "bRcpfR",
            "cpvQ4flFF",
            "flQcpfrR",
            "RcprR",
            "R2cpR",
            "RcpR3",
            "cpfrB3brB2",
            "cplRnrD",
            "nbDcprR",
            "cpblfrBnfrA",
            "R1cpR",
        ] {
            let reason = parse_movement(notation).expect_err(notation);
            assert!(reason.starts_with("slides, hops and lame leaps"), "{notation}: {reason}");
        }
        for notation in ["bNNnN", "sNNfnN", "nNbNN", "mbN3nN", "cbNNnN"] {
            let reason = parse_movement(notation).expect_err(notation);
            assert!(reason.starts_with("beside a nightrider"), "{notation}: {reason}");
        }
    }

    #[test]
    fn manners_that_agree_in_their_directions_or_keep_apart_are_kept() {
        for notation in [
            "RcpR", "mRcpR", "RcpRnN", "R3cpR3", "lRcplR", "vRcpsR", "mlRcprR", "RcpB", "fBcpvR",
            "lRrW", "lRnrD", "lR3rR", "cpRnA", "N2nN", "fNNfnN", "NbNN", "bNNnA",
        ] {
            assert!(parse_movement(notation).is_ok(), "{notation}: {:?}", parse_movement(notation));
        }
    }
}
