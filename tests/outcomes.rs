//! The ends of games: constructed games for every reason, with the points of the rules pages.

use rotunda_movegen::{Claim, FamilyGame, Game, Options, Reason, Rules, Seat};

use crate::agree::{agree, same_outcome};
use crate::difference::Case;
use crate::support::{Oracle, family, for_family, game, tables};

/// Plays the moves, compares every position and outcome with the oracle, and returns the reason and
/// the points of White and Black at the end. Nothing may end the game before.
fn play(variant: &'static str, fen: &str, moves: &str) -> Option<(Reason, [u16; 2])> {
    for_family!(variant, play_in_family(variant, fen, moves))
}

fn play_in_family<R: Rules<1>>(
    variant: &'static str,
    fen: &str,
    moves: &str,
) -> Option<(Reason, [u16; 2])> {
    let oracle = Oracle::new(variant);
    let mut game = FamilyGame::<R, 1>::parse(tables(variant), fen).expect("a good position");
    let mut line = vec![oracle.rules.parse(fen).expect("a good position")];
    let mut played = Vec::new();
    for name in moves.split_whitespace() {
        assert_eq!(game.outcome(), None, "{fen} before {name}");
        game.play_unchecked(&game.find(name).expect("a legal move"));
        line.push(oracle.rules.play(line.last().expect("a position"), name));
        agree::<R>(&oracle, game.position(), line.last().expect("a position"));
        played.push(name);
        let case = Case { variant, fen, moves: &played };
        same_outcome(game.outcome(), oracle.rules.outcome(&line), case);
    }
    let outcome = game.outcome()?;
    Some((outcome.reason, [outcome.points(Seat::WHITE), outcome.points(Seat::BLACK)]))
}

const WHITE_WINS: [u16; 2] = [100, 0];
const BLACK_WINS: [u16; 2] = [0, 100];
const DRAW: [u16; 2] = [50, 50];
/// The variants whose scoring is dynamic.
const ORDINARY: [&str; 2] = ["ordinary", "ordinary-nocheckers"];

/// Returns a game in which every partial win counts as a draw.
fn classic(variant: &str, fen: &str) -> Game {
    let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
    let options = Options { classic_scoring: true, ..Options::default() };
    entry.family(options).game(Some(fen)).expect("a good position")
}

#[test]
fn mates() {
    let mates = [
        (
            "chess",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "f2f3 e7e5 g2g4 d8h4",
        ),
        ("circular68", "8*/8*/3K5/3Q5/3k5/R8/8*/8* b - - 0 1", ""),
        ("rollerball", "2K4/r6/2***2/2***1k/2***2/7/7 w K 0 1", ""),
        // Without the wall the king could go to d10.
        (
            "roundtable84",
            "***6***/***6***/***6***/k11/2K9/11R/12/***6***/***6***/***6*** w - - 0 1",
            "l5a5",
        ),
    ];
    let ends = mates.map(|(variant, fen, moves)| play(variant, fen, moves));
    assert_eq!(ends[0], Some((Reason::Checkmate, BLACK_WINS)));
    assert_eq!(ends[1], Some((Reason::Checkmate, WHITE_WINS)));
    assert_eq!(ends[2], Some((Reason::Checkmate, BLACK_WINS)));
    assert_eq!(ends[3], Some((Reason::Checkmate, WHITE_WINS)));
    // A mate decides even if the clock runs out with it.
    let last = play("chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80", "a1a8");
    assert_eq!(last, Some((Reason::Checkmate, WHITE_WINS)));
}

#[test]
fn stalemates_are_worth_sixty_only_where_the_scoring_is_dynamic() {
    let stalemate = |points| Some((Reason::Stalemate, points));
    assert_eq!(play("chess", "7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "g5g6"), stalemate(DRAW));
    // The pawn has reached the enemy castle and never moves again.
    let stuck = "***1R4***/***6***/***6***/k11/12/1P10/11K/***6***/***6***/***p5*** b - - 0 1";
    assert_eq!(play("roundtable84", stuck, ""), stalemate(DRAW));
    let white = "11k/12/12/9Q2/12/12/12/12/12/K11 w - - 0 1";
    let black = "k11/12/12/12/12/12/9q2/12/12/11K b - - 0 1";
    for variant in ORDINARY {
        assert_eq!(play(variant, white, "j7j9"), stalemate([60, 40]));
        assert_eq!(play(variant, black, "j4j2"), stalemate([40, 60]));
        let mut game = classic(variant, white);
        game.play_text("j7j9").expect("a legal move");
        let outcome = game.outcome().expect("a stalemate");
        assert_eq!((outcome.reason, outcome.points(Seat::WHITE)), (Reason::Stalemate, 50));
    }
    // The draughtsman captures the last piece that could move.
    let by_jump = "k11/12/1Q10/12/12/12/7p4/6C5/12/K11 w - - 0 1";
    assert_eq!(play("ordinary", by_jump, "g3i5"), stalemate([60, 40]));
}

#[test]
fn kings_win_at_their_goals_and_only_after_a_lap() {
    let white = "7/2K4/2***k1/2***2/2***2/7/3R3 w K 0 1";
    assert_eq!(play("rollerball", white, "c6d6"), Some((Reason::Goal, WHITE_WINS)));
    assert_eq!(play("rollerball", &white.replace(" K ", " - "), "c6d6"), None);
    assert_eq!(play("rollerball", &white.replace(" K ", " k "), "c6d6"), None);
    let black = "3r3/7/2***2/2***2/1K***2/4k2/7 b k 0 1";
    assert_eq!(play("rollerball", black, "e2d2"), Some((Reason::Goal, BLACK_WINS)));
    // The goal takes precedence over a mate and over the clock.
    let late = "7/2K4/2***k1/2***2/2***2/7/3R3 w K 99 70";
    assert_eq!(play("rollerball", late, "c6d6"), Some((Reason::Goal, WHITE_WINS)));
    // The king goes round the ring: over the line, back, and over it again.
    let walk = "3k3/7/2***2/2***2/2***2/3K3/7 w - 0 1";
    let lines = ["d2c1", "d2c1 d7e7 c1d1", "d2c1 d7e7 c1d1 e7d7 d1c2"];
    for (moves, laps) in lines.iter().zip(["K", "k", "K"]) {
        let mut game = game("rollerball", walk);
        for name in moves.split(' ') {
            game.play_text(name).expect("a legal move");
        }
        let fen = game.fen();
        assert_eq!(fen.split(' ').nth(2), Some(laps), "{moves}: {fen}");
    }
}

#[test]
fn a_lap_is_one_bit() {
    let lapped = "7/7/2***2/1k***2/2***2/3K3/7 w K 0 1";
    let back = "d2e2 b4a4 e2f3 a4b4 f3f4 b4a4 f4f5 a4b4 f5e6 b4a4 e6d6";
    assert_eq!(play("rollerball", lapped, back), Some((Reason::Goal, WHITE_WINS)));
    // The line is crossed twice clockwise and once back: the lap is undone.
    assert_eq!(play("rollerball", lapped, &format!("d2c2 b4a4 c2d2 a4b4 {back}")), None);
}

#[test]
fn the_third_occurrence_ends_the_game() {
    let threefold = Some((Reason::Threefold, DRAW));
    let start = rotunda_movegen::Variant::by_name("chess").expect("a known variant").start();
    let twice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    assert_eq!(play("chess", start, twice), None);
    assert_eq!(play("chess", start, &format!("{twice} f6g8")), threefold);
    let front = "roundtable84-knights-front";
    let start = rotunda_movegen::Variant::by_name(front).expect("a known variant").start();
    let twice = "f2e4 f9e7 e4f2 e7f9 f2e4 f9e7 e4f2";
    assert_eq!(play(front, start, twice), None);
    assert_eq!(play(front, start, &format!("{twice} e7f9")), threefold);
    // The first occurrence had castling rights, so it does not count.
    let rights = "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1";
    let round = "e1e2 e8e7 e2e1 e7e8";
    assert_eq!(play("chess", rights, &format!("{round} {round}")), None);
    assert_eq!(play("chess", rights, &format!("{round} {round} e1e2 e8e7")), threefold);
}

#[test]
fn a_right_to_capture_en_passant_tells_positions_apart_only_if_it_is_usable() {
    let threefold = Some((Reason::Threefold, DRAW));
    let line = "e2e4 e8d8 e1d1 d8e8 d1e1 e8e7 e1e2 e7e8 e2e1";
    let usable = "4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1";
    assert_eq!(play("chess", usable, line), None);
    assert_eq!(play("chess", usable, &format!("{line} e8f8 e1e2 f8e8 e2e1")), threefold);
    let useless = "4k3/8/8/8/2p5/8/4P3/4K1N1 w - - 0 1";
    assert_eq!(play("chess", useless, line), threefold);
    let line = "d1b5 j7i7 i1h1 i7j7 h1i1 j7k7 i1h1 k7j7 h1i1";
    let fen = |row: &str| {
        format!("***6***/***6***/***6***/9k2/12/{row}/12/***6***/***6***/***P4K*** w - - 0 1")
    };
    let usable = fen("p11");
    assert_eq!(play("roundtable84", &usable, line), None);
    let again = format!("{line} j7j6 i1i2 j6j7 i2i1");
    assert_eq!(play("roundtable84", &usable, &again), threefold);
    assert_eq!(play("roundtable84", &fen("11p"), line), threefold);
}

/// Moves in which a queen checks from two cells for ever, and the king runs between two cells.
const CHECKS: &str = "d5d1 a1a2 d1d5 a2a1 d5d1 a1a2 d1d5 a2a1";

#[test]
fn perpetual_check_by_black_is_worth_fifty_one() {
    let black = "11k/12/12/12/12/3q8/12/12/11P/K11 b - - 0 1";
    let perpetual = Some((Reason::PerpetualCheck, [49, 51]));
    let threefold = Some((Reason::Threefold, DRAW));
    for variant in ORDINARY {
        assert_eq!(play(variant, black, CHECKS), perpetual);
        // A perpetual check by White is a repetition like any other.
        let white = "k11/11p/12/12/3Q8/12/12/12/12/11K w - - 0 1";
        let checks = "d6d10 a10a9 d10d6 a9a10 d6d10 a10a9 d10d6 a9a10";
        assert_eq!(play(variant, white, checks), threefold);
        // With one quiet move there is no perpetual check.
        let quiet = "d5d6 a1a2 d6d5 a2a1 d5d1 a1a2 d1d5 a2a1";
        assert_eq!(play(variant, black, quiet), threefold);
        // The moves before the first of the three occurrences do not matter.
        let before = "12/11k/12/12/12/3q8/12/12/11P/1K10 b - - 0 1";
        assert_eq!(play(variant, before, &format!("l9l10 b1a1 {CHECKS}")), perpetual);
    }
}

#[test]
fn perpetual_check_is_a_draw_where_the_scoring_is_classic() {
    let fen = "11k/12/12/12/12/3q8/12/12/11P/K11 b - - 0 1";
    for variant in ORDINARY {
        let mut game = classic(variant, fen);
        for name in CHECKS.split(' ') {
            game.play_text(name).expect("a legal move");
        }
        let outcome = game.outcome().expect("a repetition");
        assert_eq!((outcome.reason, outcome.points(Seat::BLACK)), (Reason::Threefold, 50));
    }
}

/// A position of Round Table Chess with a rook and a pawn, one quiet ply before the fifty-move
/// rule.
const ROOK_AND_PAWN: &str =
    "***6***/***6***/***3k2***/12/12/12/12/***P5***/***3K2***/***4R1*** w - - 99 90";

#[test]
fn fifty_moves_without_capture_or_pawn_move_are_a_draw() {
    let fifty = Some((Reason::FiftyMoves, DRAW));
    for (variant, fen, quiet, pawn) in [
        ("chess", "4k3/8/8/8/8/8/4P3/4K2R w - - 99 90", "h1h2", "e2e3"),
        ("rollerball", "3k3/7/2***2/2***2/2***2/2PK3/7 w - 99 90", "d2e2", "c2b2"),
        ("circular70", "4k3*/9/9/9/9/9/4P4/4K2R* w - - 99 90", "h1h2", "e2e3"),
        ("circular68", "4k3*/8*/9/4X4/9/9/8*/4K2R* w - - 99 90", "h1h2", "e5e6"),
        ("circular66", "4k3*/8*/8*/9/4P4/8*/8*/4K2R* w - - 99 90", "h1h2", "e4e5"),
        ("ordinary", "11k/12/12/12/12/5n6/4C7/4N7/12/K11 w - - 99 80", "e4e2", "e4g6"),
        ("ordinary-nocheckers", "4k7/12/12/12/12/12/12/12/4P7/4K6R w - - 99 90", "l1l2", "e2e3"),
        ("roundtable84", ROOK_AND_PAWN, "h1h2", "d3d4"),
        ("roundtable84-knights-front", ROOK_AND_PAWN, "h1h2", "d3d4"),
    ] {
        assert_eq!(play(variant, fen, quiet), fifty, "{variant}");
        assert_eq!(play(variant, fen, pawn), None, "{variant}");
        assert_eq!(play(variant, &fen.replace(" 99 ", " 98 "), quiet), None, "{variant}");
    }
}

#[test]
fn dead_material_ends_the_game_where_it_is_dead() {
    let end = |variant, fen: &str| {
        // The side to move does not matter, as long as no king can be captured.
        let is_good = |fen: &String| family(variant).game(Some(fen)).is_ok();
        let both = [fen.to_owned(), fen.replace(" w ", " b ")];
        let fen = both.iter().find(|fen| is_good(fen)).expect("a good position");
        play(variant, fen, "").map(|(reason, _)| reason)
    };
    let dead = Some(Reason::InsufficientMaterial);
    for (pieces, expected) in [
        ("8", dead),
        ("7N", dead),
        ("7b", dead),
        ("7X", None),
        ("5B1B", dead),
        ("5B1b", dead),
        ("6BB", None),
        ("6BN", None),
        ("6Nn", None),
        ("6Bn", None),
        ("7R", None),
        ("7q", None),
    ] {
        let row = if pieces == "8" { "9".to_owned() } else { format!("{pieces}1") };
        for variant in ["circular70", "circular68", "circular66"] {
            let star = if variant == "circular70" { "9" } else { "8*" };
            let low = if variant == "circular66" { "8*" } else { "9" };
            let fen = format!("k7*/{star}/{low}/9/{row}/{low}/{star}/K7* w - - 0 1");
            assert_eq!(end(variant, &fen), expected, "{variant} {pieces}");
        }
        if !pieces.contains('X') {
            let fen = format!("k7/8/8/8/{pieces}/8/8/K7 w - - 0 1");
            assert_eq!(end("chess", &fen), expected, "{pieces}");
        }
    }
    assert_eq!(end("chess", "k7/7P/8/8/8/8/8/K7 w - - 0 1"), None);
    let bare = "k11/12/12/12/12/12/12/12/12/K11 w - - 0 1";
    for (variant, pieces) in [("ordinary", "NBTLMC"), ("ordinary-nocheckers", "NBTLM")] {
        assert_eq!(end(variant, bare), dead);
        for piece in pieces.chars() {
            let fen = bare.replace("K11", &format!("K10{piece}"));
            assert_eq!(end(variant, &fen), None, "{piece}");
        }
    }
    assert_eq!(end("rollerball", "3k3/7/2***2/2***2/2***2/3K3/7 w - 0 1"), None);
}

#[test]
fn castle_walls_help_neither_a_knight_nor_bishops_of_one_colour() {
    let dead = Some((Reason::InsufficientMaterial, DRAW));
    for (pieces, expected) in [
        ("12", dead),
        ("11N", dead),
        ("11n", dead),
        ("11b", dead),
        ("4B1B5", dead),
        ("4B1b5", dead),
        ("4BB6", None),
        ("10NN", None),
        ("10Nn", None),
        ("10NB", None),
        ("11P", None),
        ("11R", None),
        ("11q", None),
    ] {
        let rows = format!("k11/12/12/{pieces}/***6***/***6***/***5K***");
        let fen = format!("***6***/***6***/***6***/{rows} w - - 0 1");
        for variant in ["roundtable84", "roundtable84-knights-front"] {
            assert_eq!(play(variant, &fen, ""), expected, "{variant} {pieces}");
        }
    }
    // Pawns that can never move count as pieces too.
    let stuck = "***6***/***6***/***P5***/k11/12/12/12/***6***/***6***/***5K*** w - - 0 1";
    assert_eq!(play("roundtable84", stuck, ""), None);
}

#[test]
fn a_bare_king_can_be_claimed_whoever_is_to_move() {
    let claim = |variant, fen: &str| game(variant, fen).claim();
    let of = |seat| Some(Claim { seat, share: 52 });
    let ordinary = "k11/12/12/12/12/12/12/12/12/KN10 w - - 0 1";
    let black = ordinary.replace(" w ", " b ");
    let pawn = "k11/11p/12/12/12/12/12/12/12/KN10 w - - 0 1";
    for variant in ORDINARY {
        assert_eq!(claim(variant, ordinary), of(Seat::WHITE));
        assert_eq!(claim(variant, &black), of(Seat::WHITE));
        let swapped = "K11/12/12/12/12/12/12/12/12/kn10 w - - 0 1";
        assert_eq!(claim(variant, swapped), of(Seat::BLACK));
        assert_eq!(classic(variant, ordinary).claim(), None);
        assert_eq!(claim(variant, pawn), None);
    }
    // A draughtsman bares the enemy king, and counts as a piece itself.
    let mut game = game("ordinary", "k11/12/12/12/12/12/4n7/3C8/12/K11 w - - 0 1");
    assert_eq!(game.claim(), None);
    game.play_text("d3f5").expect("a legal move");
    let claimed = game.claim();
    game.play_text("a10a9").expect("a legal move");
    assert_eq!((claimed, game.claim()), (of(Seat::WHITE), of(Seat::WHITE)));
    let outcome = claimed.expect("the king is bare").outcome();
    assert_eq!((outcome.reason, outcome.points(Seat::WHITE)), (Reason::BareKing, 52));
    assert_eq!(claim("ordinary", "k11/12/12/12/12/c11/12/12/12/KN10 w - - 0 1"), None);
    assert_eq!(claim("chess", "k7/8/8/8/8/8/8/KR6 w - - 0 1"), None);
}

#[test]
fn a_claim_ends_the_game_and_a_game_that_is_over_has_none() {
    for variant in ORDINARY {
        let mut game = game(variant, "NK10/12/12/12/12/12/12/12/12/k11 w - - 0 1");
        assert!(game.outcome().is_none() && !game.legal_moves().is_empty());
        assert_eq!(game.make_claim(Seat::BLACK), None, "{variant}");
        let claimed = game.make_claim(Seat::WHITE).expect("the king is bare");
        assert_eq!(game.outcome(), Some(claimed));
        assert_eq!((claimed.points(Seat::WHITE), claimed.points(Seat::BLACK)), (52, 48));
        assert!(game.legal_moves().is_empty() && game.perft(1).is_empty(), "{variant}");
        assert!(game.play_text("b10c9").is_err(), "{variant}");
        assert_eq!(game.make_claim(Seat::WHITE), None, "{variant}");
    }
    // The mover, who has the pieces, is stalemated: the other side has 60 points already.
    let mut over = game("ordinary-nocheckers", "K11/P1k9/12/12/12/12/12/12/12/12 w - - 0 1");
    assert_eq!(over.outcome().map(|outcome| outcome.reason), Some(Reason::Stalemate));
    assert_eq!(over.claim(), None);
    assert_eq!(over.make_claim(Seat::WHITE), None);
}

#[test]
fn a_claim_lapses_when_the_bare_king_takes_the_last_piece() {
    for variant in ORDINARY {
        let mut game = game(variant, "11k/10n1/12/12/12/12/12/12/10R1/K11 w - - 0 1");
        assert_eq!(game.claim(), None, "{variant}: the knight is there");
        game.play_text("k2k9").expect("a legal move");
        assert_eq!(game.claim(), Some(Claim { seat: Seat::WHITE, share: 52 }), "{variant}");
        // The rook is lost. King against king is a draw, and the other side gets no claim.
        game.play_text("l10k9").expect("a legal move");
        let outcome = game.outcome().expect("kings alone");
        assert_eq!((outcome.reason, game.claim()), (Reason::InsufficientMaterial, None));
    }
    // The baring move stalemates, which is worth more and ends the game.
    let mut over = game("ordinary-nocheckers", "k11/2p9/1K10/4Q7/12/12/12/12/12/12 w - - 0 1");
    over.play_text("e7c9").expect("a legal move");
    assert_eq!(over.outcome().map(|outcome| outcome.reason), Some(Reason::Stalemate));
    assert_eq!(over.claim(), None);
}
