//! Legal moves of duels, as sets. Only king moves and captures en passant are tested one by one.

use arrayvec::ArrayVec;

use super::check_info::CheckInfo;
use super::moves::Move;
use super::state::Position;
use crate::geometry::{Bitboard, Cell};
use crate::tables::{
    Castling, KINDS, Kind, KindSpec, Motion, PawnTargets, Seat, Shape, StartStep, Starts,
};

/// The selection of moves to generate.
///
/// ```
/// use rotunda_movegen::{Duel, Family, FamilyGame, Options, Rules, GenKind, Variant};
/// let Family::Duel(chess) = Variant::by_name("chess")?.family(Options::default()) else {
///     unreachable!("chess is a duel of its tables");
/// };
/// let game = FamilyGame::<Duel, 1>::parse(chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")?;
/// let (position, mut noisy) = (game.position(), Vec::new());
/// let check_info = <Duel as Rules<1>>::check_info(position);
/// <Duel as Rules<1>>::generate(position, &check_info, GenKind::Noisy, &mut noisy);
/// assert_eq!(<Duel as Rules<1>>::to_uci(position, &noisy), ["e1e2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GenKind {
    /// Every legal move.
    All,
    /// Captures and promotions.
    Noisy,
    /// All other moves.
    Quiet,
}

/// The receiver of the generated moves: a list, or a count.
pub(crate) trait Sink<const W: usize> {
    /// Receives one piece's moves to each of the cells, without further effects.
    fn plain(&mut self, from: Cell, to: Bitboard<W>);
    /// Receives one piece's moves to each of the cells, where it promotes to each of the kinds.
    fn promotions(&mut self, from: Cell, to: Bitboard<W>, kinds: &[Kind]);
    /// Receives a move of any other sort.
    fn special(&mut self, mv: Move);
}

impl<const W: usize> Sink<W> for Vec<Move> {
    #[inline]
    fn plain(&mut self, from: Cell, to: Bitboard<W>) {
        self.extend(to.iter().map(|to| Move::plain(from, to)));
    }

    fn promotions(&mut self, from: Cell, to: Bitboard<W>, kinds: &[Kind]) {
        for to in to {
            self.extend(kinds.iter().map(|kind| Move::promotion(from, to, *kind)));
        }
    }

    #[inline]
    fn special(&mut self, mv: Move) {
        self.push(mv);
    }
}

/// A count of moves, without a list.
#[derive(Default)]
pub(crate) struct Count(pub u64);

impl<const W: usize> Sink<W> for Count {
    #[inline]
    fn plain(&mut self, _: Cell, to: Bitboard<W>) {
        self.0 += u64::from(to.len());
    }

    fn promotions(&mut self, _: Cell, to: Bitboard<W>, kinds: &[Kind]) {
        self.0 += u64::from(to.len()) * kinds.len() as u64;
    }

    #[inline]
    fn special(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// The tested cells to which a king may step.
#[derive(Default)]
pub(crate) struct KingSteps<const W: usize> {
    /// The cells that have been tested.
    asked: Bitboard<W>,
    /// The tested cells that are not attacked.
    safe: Bitboard<W>,
}

/// The view of a position during one generation of moves.
///
/// `DUEL` means one enemy and no team mates. It is a parameter of the type, since fields instead of
/// it cost perft of chess 2 % more instructions.
pub(crate) struct Generator<'a, const W: usize, const DUEL: bool> {
    pub position: &'a Position<'a, W>,
    pub check_info: &'a CheckInfo<W>,
    pub gen_kind: GenKind,
    pub seat: Seat,
    /// The cells to which pieces cannot go: those of their side.
    pub barred: Bitboard<W>,
    /// The pieces that they may capture.
    pub enemies: Bitboard<W>,
}

/// Passes the legal moves of a duel to `sink`.
#[inline]
pub(crate) fn generate<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    gen_kind: GenKind,
    sink: &mut impl Sink<W>,
) {
    generate_with(position, check_info, gen_kind, sink, Generator::pieces);
}

/// Does the same, with a given function for the moves of all pieces but the king.
#[inline]
pub(crate) fn generate_with<'a, S: Sink<W>, const W: usize>(
    position: &'a Position<'a, W>,
    check_info: &'a CheckInfo<W>,
    gen_kind: GenKind,
    sink: &mut S,
    pieces: impl FnOnce(&Generator<'a, W, true>, &mut S),
) {
    if position.goal_winner().is_some() {
        return;
    }
    let seat = position.turn;
    let (barred, enemies) = (position.seat(seat), position.seat(seat.opponent()));
    let generator = Generator::<W, true> { position, check_info, gen_kind, seat, barred, enemies };
    let steps = generator.king(sink);
    if !check_info.in_check() && gen_kind != GenKind::Noisy {
        generator.castlings(Bitboard::ALL, &steps, sink);
    }
    if check_info.leaves_moves() {
        pieces(&generator, sink);
    }
    // No demand covers captures en passant: they empty one cell and enter another, which can answer
    // two checks at once.
    if gen_kind != GenKind::Quiet {
        generator.en_passant(Bitboard::ALL, sink);
    }
}

/// Passes the legal moves of a duel that leave a cell to `sink`.
pub(crate) fn generate_from<const W: usize>(
    position: &Position<W>,
    check_info: &CheckInfo<W>,
    from: Cell,
    sink: &mut impl Sink<W>,
) {
    let seat = position.turn;
    let (barred, enemies) = (position.seat(seat), position.seat(seat.opponent()));
    if !barred.has(from) || position.goal_winner().is_some() {
        return;
    }
    let gen_kind = GenKind::All;
    let generator = Generator::<W, true> { position, check_info, gen_kind, seat, barred, enemies };
    generator.piece(from, sink);
    if !check_info.in_check() {
        generator.castlings(Bitboard::of(from), &KingSteps::default(), sink);
    }
    generator.en_passant(Bitboard::of(from), sink);
}

/// Returns the number of legal moves.
#[inline]
#[must_use]
pub(crate) fn count<const W: usize>(position: &Position<W>) -> u64 {
    let mut count = Count::default();
    let mut check_info = CheckInfo::free();
    check_info.look_at_lines(position, position.turn.opponent());
    generate_with(position, &check_info, GenKind::All, &mut count, Generator::count_pieces);
    count.0
}

impl<const W: usize, const DUEL: bool> Generator<'_, W, DUEL> {
    /// The pieces that move.
    #[inline]
    fn own(&self) -> Bitboard<W> {
        if DUEL { self.barred } else { self.position.seat(self.seat) }
    }

    /// Returns the seat whose attacks the king must avoid.
    #[inline]
    fn enemy(&self) -> Seat {
        let only = self.seat.opponent();
        if DUEL { only } else { self.position.check_enemy().unwrap_or(only) }
    }

    /// Returns the cells to which the selection admits moves without promotion.
    #[inline]
    pub fn selected(&self) -> Bitboard<W> {
        match self.gen_kind {
            GenKind::All => Bitboard::ALL,
            GenKind::Noisy => self.enemies,
            GenKind::Quiet => !self.enemies,
        }
    }

    /// Passes the moves of all pieces but the king.
    pub fn pieces(&self, sink: &mut impl Sink<W>) {
        let motions = &self.position.variant.sides[self.seat.index()].motions;
        for (kind, motion) in motions.iter().enumerate() {
            let pieces = self.own() & self.position.kinds[kind];
            if pieces.is_empty() || kind == self.position.variant.king.index() {
                continue;
            }
            self.of_kind(Kind(kind as u8), motion, pieces, sink);
        }
    }

    /// Counts all moves of all pieces but the king. It counts the moves of many pawns at once.
    pub fn count_pieces(&self, count: &mut Count) {
        let position = self.position;
        let motions = &position.variant.sides[self.seat.index()].motions;
        for (kind, motion) in motions.iter().enumerate() {
            let mut pieces = self.own() & position.kinds[kind];
            if pieces.is_empty() || kind == position.variant.king.index() {
                continue;
            }
            if let Some(steps) = &motion.pawn_steps
                && let Some(together) = steps.countable(pieces - self.check_info.bound)
            {
                count.0 += u64::from(steps.count(together, &self.pawn_targets()));
                pieces -= together;
            }
            self.of_kind(Kind(kind as u8), motion, pieces, count);
        }
    }

    /// Returns the targets of pawns that no demand binds.
    #[inline]
    fn pawn_targets(&self) -> PawnTargets<W> {
        PawnTargets {
            both: !self.barred,
            quiet: !self.position.occupied,
            capture: self.enemies,
            allowed: self.check_info.targets,
        }
    }

    /// Passes the moves of one piece, without castlings and captures en passant.
    pub fn piece(&self, from: Cell, sink: &mut impl Sink<W>) {
        let (position, check_info) = (self.position, self.check_info);
        let kind = position.piece(from).kind();
        if kind == position.variant.king {
            self.king(sink);
        } else if check_info.leaves_moves() {
            let motion = &position.variant.sides[self.seat.index()].motions[kind.index()];
            self.of_kind(kind, motion, Bitboard::of(from), sink);
        }
    }

    /// Passes the moves of some pieces of one kind other than the king.
    #[inline]
    fn of_kind(
        &self,
        kind: Kind,
        motion: &Motion<W>,
        pieces: Bitboard<W>,
        sink: &mut impl Sink<W>,
    ) {
        match motion.shape {
            Shape::Leap => {
                self.each(pieces, sink, |from| motion.both[from.index()] - self.barred);
            }
            Shape::Slide => {
                let Some(slides) = &motion.slide_both else { return };
                let occupied = self.position.occupied;
                for from in pieces {
                    if !(slides.first(from) - self.barred).is_empty() {
                        let targets = slides.reach(from, occupied) - self.barred;
                        self.to(from, targets, sink);
                    }
                }
            }
            Shape::Mixed => match self.gen_kind {
                GenKind::All => {
                    self.each(pieces, sink, |from| self.mixed::<true, true>(motion, from));
                }
                GenKind::Noisy => {
                    self.each(pieces, sink, |from| self.mixed::<false, true>(motion, from));
                }
                GenKind::Quiet => {
                    self.each(pieces, sink, |from| self.mixed::<true, false>(motion, from));
                }
            },
            Shape::Bound => {
                for from in pieces {
                    self.bound(kind, motion, from, sink);
                }
            }
            Shape::Pawn => {
                for from in pieces {
                    if self.gen_kind != GenKind::Noisy || self.is_noisy(motion, from) {
                        self.pawn(kind, motion, from, sink);
                    }
                }
            }
        }
    }

    /// Returns whether a pawn has a capture, or a step by which it promotes. Most have neither.
    #[inline]
    fn is_noisy(&self, motion: &Motion<W>, from: Cell) -> bool {
        let takes = motion.both[from.index()] | motion.capture[from.index()];
        takes.meets(self.enemies) || motion.promoting.has(from)
    }

    #[inline]
    fn each(
        &self,
        pieces: Bitboard<W>,
        sink: &mut impl Sink<W>,
        targets: impl Fn(Cell) -> Bitboard<W>,
    ) {
        for from in pieces {
            self.to(from, targets(from), sink);
        }
    }

    /// Passes one piece's moves to those of the cells that its king's safety and the selection
    /// admit.
    #[inline]
    fn to(&self, from: Cell, targets: Bitboard<W>, sink: &mut impl Sink<W>) {
        sink.plain(from, targets & self.check_info.targets_of(from) & self.selected());
    }

    /// Passes the moves of a piece that promotes without being a pawn, or that passes over cells
    /// where it cannot stand.
    fn bound(&self, kind: Kind, motion: &Motion<W>, from: Cell, sink: &mut impl Sink<W>) {
        let targets = self.mixed::<true, true>(motion, from) - motion.barred;
        let targets = targets & self.check_info.targets_of(from);
        sink.plain(from, (targets - motion.zone) & self.selected());
        if targets.meets(motion.zone) {
            self.promotions(kind, from, targets & motion.zone, sink);
        }
    }

    /// Returns the targets of a piece that moves in one way and captures in another. `QUIET` and
    /// `NOISY` select the quiet moves and the captures.
    #[inline]
    fn mixed<const QUIET: bool, const NOISY: bool>(
        &self,
        motion: &Motion<W>,
        from: Cell,
    ) -> Bitboard<W> {
        let occupied = self.position.occupied;
        let mut targets = self.leaps(motion, from);
        if let Some(slides) = &motion.slide_both {
            targets |= slides.reach(from, occupied) - self.barred;
        }
        if let (true, Some(slides)) = (QUIET, &motion.slide_quiet) {
            targets |= slides.reach(from, occupied) - occupied;
        }
        if let (true, Some(slides)) = (NOISY, &motion.slide_capture) {
            targets |= slides.reach(from, occupied) & self.enemies;
        }
        if let (true, Some(slides)) = (NOISY, &motion.hop) {
            targets |= slides.hops(from, occupied) & self.enemies;
        }
        if let Some(leaps) = &motion.lame {
            targets |= leaps.reach(from, occupied) - self.barred;
        }
        targets
    }

    #[inline]
    fn leaps(&self, motion: &Motion<W>, from: Cell) -> Bitboard<W> {
        (motion.both[from.index()] - self.barred)
            | (motion.quiet[from.index()] - self.position.occupied)
            | (motion.capture[from.index()] & self.enemies)
    }

    #[inline]
    fn pawn(&self, kind: Kind, motion: &Motion<W>, from: Cell, sink: &mut impl Sink<W>) {
        let allowed = self.check_info.targets_of(from);
        let steps = self.leaps(motion, from) & allowed;
        sink.plain(from, (steps - motion.zone) & self.selected());
        if steps.meets(motion.zone) {
            self.promotions(kind, from, steps & motion.zone, sink);
        }
        match motion.starts.by_cell[from.index()] {
            Starts::None => {}
            Starts::One { over, to } => {
                if self.gen_kind != GenKind::Noisy
                    && !self.position.occupied.has(over)
                    && !self.position.occupied.has(to)
                    && allowed.has(to)
                {
                    sink.special(Move::double(from, to));
                }
            }
            Starts::Several(first, end) => {
                let steps = &motion.starts.several[usize::from(first)..usize::from(end)];
                self.start_steps(kind, from, steps, sink);
            }
        }
    }

    /// Passes a pawn's start steps where there are several, or where they are long or promote.
    #[cold]
    #[inline(never)]
    fn start_steps(&self, kind: Kind, from: Cell, steps: &[StartStep<W>], sink: &mut impl Sink<W>) {
        let occupied = self.position.occupied;
        let targets = self.check_info.targets_of(from) - occupied;
        let zone = self.position.variant.promotion_zone(self.seat, kind);
        let choices = self.open_choices(kind);
        let open = |step: &&StartStep<W>| targets.has(step.to) && !step.open(occupied).is_empty();
        for StartStep { to, .. } in steps.iter().filter(open) {
            let target = Bitboard::of(*to);
            let promotes = target & zone;
            let staying = (target - zone) | self.staying(kind, &choices, promotes);
            if self.gen_kind != GenKind::Noisy && !staying.is_empty() {
                sink.special(Move::double(from, *to));
            }
            if self.gen_kind != GenKind::Quiet && !promotes.is_empty() {
                self.become_one_of(&choices, from, promotes, sink);
            }
        }
    }

    /// Passes a piece's moves to cells where it promotes, and those without promotion where it may
    /// or must keep its kind.
    // A function of its own, so that pawns that do not promote yet do not pay for its registers.
    #[cold]
    #[inline(never)]
    fn promotions(&self, kind: Kind, from: Cell, to: Bitboard<W>, sink: &mut impl Sink<W>) {
        let open = self.open_choices(kind);
        let staying = self.staying(kind, &open, to);
        sink.plain(from, staying & self.selected());
        if self.gen_kind != GenKind::Quiet {
            self.become_one_of(&open, from, to, sink);
        }
    }

    /// Passes a piece's promotions on each cell to the kinds that can stand there.
    fn become_one_of(&self, kinds: &[Kind], from: Cell, to: Bitboard<W>, sink: &mut impl Sink<W>) {
        let motions = &self.position.variant.sides[self.seat.index()].motions;
        let closed = |kind: &Kind| motions[kind.index()].closed;
        if !kinds.iter().any(|kind| closed(kind).meets(to)) {
            sink.promotions(from, to, kinds);
            return;
        }
        for kind in kinds {
            sink.promotions(from, to - closed(kind), std::slice::from_ref(kind));
        }
    }

    /// Returns the kinds to which a piece may promote now.
    fn open_choices(&self, kind: Kind) -> ArrayVec<Kind, KINDS> {
        let KindSpec { choices, supply, .. } = &self.position.variant.kinds[kind.index()];
        let choices = &choices[self.seat.index()];
        let has_room = |choice: Kind, max: u32| self.position.pieces(self.seat, choice).len() < max;
        if supply.is_empty() {
            return choices.iter().copied().collect();
        }
        let supplied = choices.iter().copied().zip(supply.iter().copied());
        supplied.filter(|(choice, max)| has_room(*choice, *max)).map(|(kind, _)| kind).collect()
    }

    /// Returns the promotion cells to which a piece may go without promotion.
    fn staying(&self, kind: Kind, open: &[Kind], to: Bitboard<W>) -> Bitboard<W> {
        let motion = &self.position.variant.sides[self.seat.index()].motions[kind.index()];
        if open.is_empty() { to - motion.closed } else { to & motion.optional }
    }

    /// Passes the king's steps to cells that are not attacked once it has left its own, and returns
    /// the tested cells.
    #[inline]
    pub fn king(&self, sink: &mut impl Sink<W>) -> KingSteps<W> {
        let position = self.position;
        let king = position.king_cell(self.seat);
        let steps = &position.variant.sides[self.seat.index()].king_steps;
        let targets = steps[usize::from(self.check_info.in_check())][king.index()];
        let occupied = position.occupied - Bitboard::of(king);
        let enemy = self.enemy();
        let asked = (targets - self.barred) & self.selected();
        let mut safe = Bitboard::EMPTY;
        for to in asked {
            if !position.is_attacked(to, enemy, self.enemies - Bitboard::of(to), occupied) {
                safe |= Bitboard::of(to);
            }
        }
        sink.plain(king, safe);
        KingSteps { asked, safe }
    }

    /// Passes the castlings that are written as moves from one of the cells.
    fn castlings(&self, from: Bitboard<W>, steps: &KingSteps<W>, sink: &mut impl Sink<W>) {
        let castlings = &self.position.variant.sides[self.seat.index()].castlings;
        for (index, castling) in castlings.iter().enumerate() {
            if self.position.flags & castling.flag != 0
                && from.has(castling.code.0)
                && !castling.empty.meets(self.position.occupied)
                && self.castling_is_safe(castling, steps)
            {
                sink.special(Move::castle(castling.code.0, castling.code.1, index as u8));
            }
        }
    }

    /// Returns whether no cell that the king passes is attacked, nor its last one after the move.
    fn castling_is_safe(&self, castling: &Castling<W>, steps: &KingSteps<W>) -> bool {
        let (king, rook, occupied) = (castling.king, castling.rook, self.position.occupied);
        let attacked =
            |cell, occupied| self.position.is_attacked(cell, self.enemy(), self.enemies, occupied);
        let left = || occupied - Bitboard::of(king.0);
        let moved =
            || (left() - Bitboard::of(rook.0)) | Bitboard::of(king.1) | Bitboard::of(rook.1);
        if castling.safe.meets(steps.asked - steps.safe) {
            return false;
        }
        let mut others = (castling.safe - steps.asked).iter();
        others.all(|cell| !attacked(cell, left()))
            && (!castling.uncovers || !attacked(king.1, moved()))
    }

    /// Passes the captures en passant by pawns on the cells.
    fn en_passant(&self, from: Bitboard<W>, sink: &mut impl Sink<W>) {
        let Some(en_passant) = self.position.en_passant else { return };
        for over in self.position.en_passant_cells(en_passant) {
            for from in self.position.en_passant_capturers(over) & from {
                if self.position.en_passant_is_safe(from, over, en_passant.pawn) {
                    sink.special(Move::en_passant(from, over, en_passant.pawn));
                }
            }
        }
    }
}
