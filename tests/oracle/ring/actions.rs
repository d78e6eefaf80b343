//! The actions of the mover, and the positions after them.

use super::{Action, Attempt, Ring, State, name};

impl Ring {
    /// Returns all actions of the mover, sorted by name; none when the game is over.
    ///
    /// Illegal attempts exist only with two players left. A pass is there only if nothing else is,
    /// and never with two left (12, OPEN-3).
    pub fn attempts(&self, s: &State) -> Vec<Attempt> {
        if self.is_over(s) {
            return Vec::new();
        }
        let mut actions: Vec<Action> =
            s.pieces_of(s.seat).flat_map(|(from, _)| self.actions_of(s, from)).collect();
        let removable = |&(plus, _): &(usize, usize)| {
            s.pieces[plus].is_some_and(|piece| self.is_capturable(piece, s.seat))
        };
        let pairs = self.pairs(s).into_iter().filter(removable);
        actions.extend(pairs.map(|(plus, minus)| Action::Removal { plus, minus }));
        if actions.is_empty() && !self.two_left(s) {
            actions.push(Action::Pass);
        }
        let judged = |action: Action| {
            let after = self.after(s, action);
            // A removal does not end the turn: it is always available (9, OPEN-9).
            let is_free = !self.two_left(s) || matches!(action, Action::Removal { .. });
            let legal = is_free || !self.checked(&after, s.seat);
            Attempt { name: Ring::text(action), action, after, legal }
        };
        let mut attempts: Vec<Attempt> = actions.into_iter().map(judged).collect();
        attempts.sort_by(|a, b| a.name.cmp(&b.name));
        attempts
    }

    /// Returns the texts of all legal actions of the mover, sorted.
    pub fn actions(&self, s: &State) -> Vec<String> {
        let legal = self.attempts(s).into_iter().filter(|attempt| attempt.legal);
        legal.map(|attempt| attempt.name).collect()
    }

    /// Returns the position after an action.
    ///
    /// # Panics
    /// Panics if the rules do not allow it.
    pub fn play(&self, s: &State, name: &str) -> State {
        let found = self.attempts(s).into_iter().find(|attempt| attempt.name == name);
        let found = found.unwrap_or_else(|| panic!("no {name} in {}", self.fen(s)));
        assert!(found.legal, "{name} is not legal in {}", self.fen(s));
        found.after
    }

    /// Returns the text of an action (13).
    pub fn text(action: Action) -> String {
        match action {
            Action::Move { from, to, promotion } => {
                let letter = promotion.map(|kind| kind.to_ascii_lowercase());
                format!("{}{}{}", name(from), name(to), letter.map_or(String::new(), String::from))
            }
            Action::Swap { from, to } => format!("{}{}", name(from), name(to)),
            Action::Removal { plus, minus } => format!("x{}{}", name(plus), name(minus)),
            Action::Pass => "0000".into(),
        }
    }

    fn after(&self, s: &State, action: Action) -> State {
        let mut next = s.clone();
        match action {
            Action::Move { from, to, promotion } => {
                let mut mover = next.pieces[from].take().expect("a piece moves");
                next.halfmove = self.clock_after(s, mover.is_pawn());
                mover.kind = promotion.unwrap_or(mover.kind);
                if let Some(victim) = next.pieces[to].replace(mover) {
                    next.halfmove = 0;
                    if !victim.dead {
                        self.lose(&mut next, victim.seat, victim.kind == 'K');
                    }
                }
            }
            Action::Swap { from, to } => {
                next.pieces.swap(from, to);
                next.halfmove = self.clock_after(s, true);
            }
            Action::Removal { plus, minus } => {
                let owner = next.pieces[plus].take().expect("a pawn stands there").seat;
                next.pieces[minus] = None;
                next.halfmove = 0;
                self.lose(&mut next, owner, false);
                return next;
            }
            Action::Pass => next.halfmove += 1,
        }
        self.pass_turn(&mut next);
        next
    }

    /// Returns the clock after an action without a capture. Byzantine pawns run for ever, so their
    /// steps are no progress (11).
    fn clock_after(&self, s: &State, pawns: bool) -> u32 {
        if pawns && !self.byzantine { 0 } else { s.halfmove + 1 }
    }

    /// Gives the turn to the next living seat anti-clockwise.
    fn pass_turn(&self, s: &mut State) {
        let next = (1..=self.seats).map(|on| (s.seat + on) % self.seats);
        let next = next.into_iter().find(|&seat| s.alive[seat]).expect("the mover lives");
        if next <= s.seat {
            s.fullmove += 1;
        }
        s.seat = next;
    }

    /// Applies the consequences of the loss of a piece of `seat` (14).
    fn lose(&self, s: &mut State, seat: usize, king: bool) {
        if !self.in_teams() {
            if king || (self.byzantine && s.pieces_of(seat).count() == 1) {
                kill(s, seat);
            }
            return;
        }
        let side = self.sides[seat];
        if king && self.members(side).all(|member| s.king(member).is_none()) {
            for member in self.members(side) {
                kill(s, member);
            }
        } else if king && s.king_loss {
            kill(s, seat);
        }
        if s.pieces_of(seat).count() == 0 {
            s.alive[seat] = false;
        }
    }
}

/// Eliminates a seat. Its pieces stay as obstacles.
fn kill(s: &mut State, seat: usize) {
    s.alive[seat] = false;
    for piece in s.pieces.iter_mut().flatten().filter(|piece| piece.seat == seat) {
        piece.dead = true;
    }
}
