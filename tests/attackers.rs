//! Attackers, computed forwards and backwards, against the oracle's pieces.

use rand::Rng;
use rotunda_movegen::{
    Bitboard, Cell, Draughts, Kind, KindSpec, Mode, Position, Rules, Seat, SlideCache,
};

use crate::agree::names;
use crate::artificial::artificial_fen;
use crate::oracle::Piece;
use crate::support::{Oracle, duels, game, name as cell_name, parse, parts, place, rng, sample};

/// The number of positions of each variant.
const POSITIONS: usize = 150;

/// Returns the pieces of a seat that capture by jumps, which only the rules know.
fn draughtsmen(position: &Position<1>, seat: Seat) -> Bitboard<1> {
    let kinds = position.variant().kinds().iter().zip(0..).filter(|(kind, _)| kind.jumps);
    let pieces = kinds.map(|(_, number)| position.pieces(seat, Kind(number)));
    pieces.fold(Bitboard::EMPTY, |set, pieces| set | pieces)
}

/// Returns the oracle's attackers without the draughtsmen.
fn walkers(position: &Position<1>, seat: Seat, names: Vec<String>) -> Vec<String> {
    let draughtsmen = draughtsmen(position, seat);
    let walks = |name: &String| !draughtsmen.has(position.variant().grid().at(name));
    names.into_iter().filter(walks).collect()
}

/// Returns the pieces of a seat that attack a cell, by a look at the attacks of each piece.
fn forwards(position: &Position<1>, cell: Cell, seat: Seat) -> Bitboard<1> {
    let kind = |from: Cell| position.piece(from).kind();
    let attacks = |from: &Cell| position.attacks(seat, kind(*from), *from).has(cell);
    position.seat(seat).iter().filter(attacks).collect()
}

/// Returns the pieces of a seat that hop over others. Their attacks hold occupied cells only.
fn hoppers(position: &Position<1>, seat: Seat) -> Bitboard<1> {
    let kinds = position.variant().kinds().iter().enumerate();
    let hops = |kind: &KindSpec| {
        kind.paths[seat.index()].iter().flatten().any(|path| path.mode == Mode::Hop)
    };
    let hopping = kinds.filter(|(_, kind)| hops(kind)).map(|(index, _)| Kind(index as u8));
    hopping.fold(Bitboard::EMPTY, |set, kind| set | position.pieces(seat, kind))
}

#[test]
fn every_attacker_can_really_capture() {
    // The positions include one-way leaps, rebounds, hops and lines that reach a cell twice.
    for facts in duels() {
        let oracle = Oracle::new(facts.variant);
        let mut rng = rng("attackers");
        let mut tried = 0;
        while tried < sample(POSITIONS) {
            let fen = artificial_fen(&oracle, facts, &mut rng);
            let Ok(position) = parse(facts.variant, &fen) else { continue };
            let s = oracle.rules.parse(&fen).expect("both sides accept it");
            tried += 1;
            let game = game(facts.variant, &fen);
            for (cell, name) in position.variant().grid().all().zip(&oracle.cells) {
                for (seat, side) in [(Seat::WHITE, 0), (Seat::BLACK, 1)] {
                    let expected = oracle.rules.captures_onto(&s, name, side);
                    let all = game.attackers(cell, seat);
                    let mut all: Vec<String> =
                        all.into_iter().map(|from| game.cell_name(from)).collect();
                    all.sort();
                    assert_eq!(all, expected, "{fen} {name}");
                    let found = position.attackers(cell, seat);
                    let expected = walkers(&position, seat, expected);
                    assert_eq!(names(&position, found), expected, "{fen} {name}");
                    let empty = !position.piece(cell).is_some();
                    let asked = if empty { found - hoppers(&position, seat) } else { found };
                    assert_eq!(asked, forwards(&position, cell, seat), "{fen} {name}");
                    let all = position.seat(seat);
                    let some = position.is_attacked(cell, seat, all, position.occupied());
                    assert_eq!(some, !found.is_empty(), "{fen} {name}");
                }
            }
        }
    }
}

#[test]
fn attacks_by_some_pieces_on_another_board_are_those_of_that_board() {
    // Legality needs attacks on boards that do not exist: without the king, without the captured
    // pawn.
    for facts in duels() {
        let oracle = Oracle::new(facts.variant);
        let mut rng = rng("other boards");
        let mut tried = 0;
        while tried < sample(POSITIONS) {
            let fen = artificial_fen(&oracle, facts, &mut rng);
            let Ok(position) = parse(facts.variant, &fen) else { continue };
            let mut s = oracle.rules.parse(&fen).expect("both sides accept it");
            tried += 1;
            let grid = position.variant().grid();
            let gone: Vec<Cell> =
                position.occupied().iter().filter(|_| rng.random_bool(0.3)).collect();
            for cell in &gone {
                s.board[oracle.index(&grid.name(*cell))] = None;
            }
            let gone: Bitboard<1> = gone.into_iter().collect();
            let left = position.occupied() - gone;
            for (cell, name) in grid.all().zip(&oracle.cells) {
                for (seat, side) in [(Seat::WHITE, 0), (Seat::BLACK, 1)] {
                    let expected = oracle.rules.captures_onto(&s, name, side);
                    let expected = walkers(&position, seat, expected);
                    let through = position.attackers_through(cell, seat, left) - gone;
                    assert_eq!(names(&position, through), expected, "{fen} {name} {gone:?}");
                    let by = position.seat(seat) - gone;
                    let some = position.is_attacked(cell, seat, by, left);
                    assert_eq!(some, !expected.is_empty(), "{fen} {name} {gone:?}");
                }
            }
        }
    }
}

/// Returns whether a move is a jump; only draughtsmen jump.
fn is_jump(from: &str, to: &str) -> bool {
    let (from, to) = (place(from), place(to));
    (from.0 - to.0) % 2 == 0 && (from.1 - to.1) % 2 == 0
}

#[test]
fn what_pieces_see_is_what_they_attack_and_where_they_can_go() {
    for facts in duels() {
        let oracle = Oracle::new(facts.variant);
        let mut rng = rng("sights");
        let mut cache = SlideCache::new();
        let mut tried = 0;
        while tried < sample(POSITIONS) {
            let fen = artificial_fen(&oracle, facts, &mut rng);
            let Ok(position) = parse(facts.variant, &fen) else { continue };
            let s = oracle.rules.parse(&fen).expect("both sides accept it");
            let attempts = oracle.rules.attempts(&s);
            tried += usize::from(!attempts.is_empty());
            let (seat, variant) = (position.turn(), position.variant());
            for kind in (0..variant.kinds().len()).map(|index| Kind(index as u8)) {
                if variant.is_pawn(kind) {
                    let each = position.pieces(seat, kind).iter();
                    let all = each.fold(Bitboard::EMPTY, |set, from| {
                        set | position.attacks(seat, kind, from)
                    });
                    assert_eq!(position.pawn_attacks(seat, kind), all, "{fen}");
                    continue;
                }
                position.for_each_attacker(seat, kind, &mut cache, |from, attacks, sees| {
                    assert_eq!(attacks, position.attacks(seat, kind, from), "{fen}");
                    let name = variant.grid().name(from);
                    let jumps = variant.kinds()[kind.index()].jumps;
                    let targets = attempts.iter().map(|attempt| parts(&attempt.name));
                    let castles =
                        |to: &str| oracle.piece(&s, to).is_some_and(|piece| piece.side == s.side);
                    let goes: Bitboard<1> = targets
                        .filter(|(from, to, _)| *from == name && !(jumps && is_jump(from, to)))
                        .filter(|(_, to, _)| !castles(to))
                        .map(|(_, to, _)| variant.grid().at(to))
                        .collect();
                    let castles = kind == variant.king();
                    if !attempts.is_empty() && !castles {
                        assert_eq!(sees, attacks | goes, "{fen} {name}");
                    }
                });
            }
        }
    }
}

#[test]
fn single_jumps_lead_over_a_neighbour_to_an_empty_cell_behind_it() {
    let facts = crate::oracle::facts("ordinary");
    let oracle = Oracle::new(facts.variant);
    let mut rng = rng("single jumps");
    for _ in 0..sample(10 * POSITIONS) {
        let fen = artificial_fen(&oracle, facts, &mut rng);
        let Ok(position) = parse(facts.variant, &fen) else { continue };
        let s = oracle.rules.parse(&fen).expect("both sides accept it");
        let free = |cell: &str| oracle.piece(&s, cell).is_none();
        for (seat, side) in [(Seat::WHITE, 0), (Seat::BLACK, 1)] {
            let jumps_over = |over: &String| {
                let (file, rank) = place(over);
                let ways = [(0, 1), (1, 1), (1, 0), (1, -1)];
                let ways = ways.iter().flat_map(|way| [*way, (-way.0, -way.1)]);
                ways.filter(|(x, y)| {
                    oracle.has(file - x, rank - y)
                        && oracle.has(file + x, rank + y)
                        && oracle.piece(&s, &cell_name(file - x, rank - y))
                            == Some(Piece { side, kind: 'C' })
                        && free(&cell_name(file + x, rank + y))
                })
                .count()
            };
            let mut expected: Vec<&String> = Vec::new();
            for hurdle in oracle.cells.iter().filter(|cell| !free(cell)) {
                expected.extend(std::iter::repeat_n(hurdle, jumps_over(hurdle)));
            }
            expected.sort();
            let mut found: Vec<String> =
                position.hurdles(seat).flat_map(|hurdles| names(&position, hurdles)).collect();
            found.sort();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{fen}");
            for over in &oracle.cells {
                let cell = position.variant().grid().at(over);
                let jump_captures =
                    Draughts::jump_captures(&position, cell, seat, position.occupied());
                assert_eq!(jump_captures, jumps_over(over) > 0, "{fen} {over}");
            }
        }
    }
}
