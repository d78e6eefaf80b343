//! Captured kings, mates, facing pawns and the ends of games of three to six.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rotunda_movegen::{Cell, Game, Options, Seat, Variant};

fn game(name: &str, fen: &str) -> Game {
    let family = Variant::by_name(name).expect("known").family(Options::default());
    family.game(Some(fen)).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Returns the game after some actions.
fn after(name: &str, fen: &str, actions: &str) -> Game {
    let mut game = game(name, fen);
    for action in actions.split_whitespace() {
        assert!(game.outcome().is_none(), "{} before {action}", game.fen());
        game.play_text(action).unwrap_or_else(|_| panic!("{action} in {}", game.fen()));
    }
    game
}

/// Returns the reason and the points of the end.
fn ending(game: &Game) -> String {
    let Some(outcome) = game.outcome() else { return "ongoing".to_owned() };
    let points = (0..game.seats()).map(|seat| outcome.points(Seat(seat as u8)).to_string());
    format!("{} {}", outcome.reason, points.collect::<Vec<_>>().join(" "))
}

/// Three kings, a's rook that can take b's king, and c's pieces.
const REGICIDE: &str = "4aR5bK7cR5/11bN4cM7/aM10bP12/2aK15cK5 a abc - m 0 1";

#[test]
fn a_lost_king_leaves_dead_pieces() {
    let game = after("modern3", REGICIDE, "d5d11");
    assert_eq!(game.fen(), "10aR7cR5/11xbN4cM7/aM10xbP12/2aK15cK5 c ac - m 0 1");
    assert_eq!(ending(&game), "ongoing");
}

#[test]
fn kings_may_be_left_to_be_taken_while_three_play() {
    let game = game("modern3", &REGICIDE.replace(" a abc", " b abc"));
    let checkers = game.checkers().into_iter().map(|cell| game.cell_name(cell));
    assert_eq!(checkers.collect::<Vec<_>>(), ["d5", "d19"]);
    assert!(game.parse_move("b12b13").is_ok());
    let self_checks = game.self_checks();
    assert!(self_checks.iter().any(|mv| mv.to_string() == "b12b13"));
    assert!(!self_checks.iter().any(|mv| mv.to_string() == "d11c10"));
}

#[test]
fn with_two_left_mate_and_stalemate_end_the_game() {
    let mate = game("modern3", "10xbQ13/24/4aR13aQ5/2aK15cK5 c ac - m 0 1");
    assert_eq!(ending(&mate), "checkmate 100 0 0");
    let stalemate = game("modern3", "17aR1aR4/16aN7/24/2aK15cK5 c ac - m 0 1");
    assert!(stalemate.legal_moves().is_empty());
    assert_eq!(ending(&stalemate), "stalemate 50 0 50");
}

#[test]
fn the_last_king_wins() {
    let game = after("modern3", "4aR5bK7xcR5/24/24/2aK15xcK5 a ab - m 7 9", "d5d11");
    assert_eq!(game.fen(), "10aR7xcR5/24/24/2aK15xcK5 a a - m 0 10");
    assert_eq!(ending(&game), "last-king 100 0 0");
}

#[test]
fn facing_pawns_are_removed_without_a_move() {
    let fen = "14bPbM8/24/cP23/1aKaP3bK12cK4 a abc - b 5 1";
    let game = after("byzantine3", fen, "xd15d16");
    // Only b's king is left: b is out, and a is still to move.
    assert_eq!(game.fen(), "24/24/cP23/1aKaP3xbK12cK4 a ac - b 0 1");
    assert!(self::game("byzantine3", &fen.replace("bPbM", "bPcM")).parse_move("xd15d16").is_err());
    let seam = "bM22bP/24/cP23/1aKaP3bK12cK4 a abc - b 5 1";
    assert!(self::game("byzantine3", seam).parse_move("xd24d1").is_ok());
}

#[test]
fn baring_the_last_enemy_needs_no_answer_to_a_check() {
    // b's knight gives check, and no longer protects anything once it is captured.
    let fen = "14aM1/16/16/2aKbNbK11 a ab - b 0 1";
    let game = after("byzantine2", fen, "a3a4");
    assert_eq!(ending(&game), "last-king 100 0");
}

#[test]
fn team_mates_swap_pawns_and_are_not_taken() {
    let fen = "4aPcM26/32/4cP2aR24/2aK15cK3bKdK8 a abcd ac.bd b 4 1";
    let game = game("byzantine4-2v2", fen);
    assert!(game.parse_move("d5d6").is_ok());
    assert!(game.parse_move("b8b5").is_err());
    let game = after("byzantine4-2v2", fen, "d5d6");
    assert_eq!(game.fen(), "4cMaP26/32/4cP2aR24/2aK15cK3bKdK8 b abcd ac.bd b 5 1");
}

#[test]
fn a_team_falls_with_its_last_king() {
    let fen = "3aRbK1bN25/32/32/2aK15cK3dKdR8 a abcd ac.bd m 0 1";
    let plays_on = after("modern4-2v2", fen, "d4d5");
    assert_eq!(plays_on.fen(), "4aR1bN25/32/32/2aK15cK3dKdR8 b abcd ac.bd m 0 1");
    let eliminated = after("modern4-2v2", &fen.replace(" m ", " mf "), "d4d5");
    assert_eq!(eliminated.fen(), "4aR1xbN25/32/32/2aK15cK3dKdR8 c acd ac.bd mf 0 1");
    let last = "30aRdK/32/32/2aK15cK13 a acd ac.bd m 0 1";
    let fallen = after("modern4-2v2", last, "d31d32");
    assert_eq!(ending(&fallen), "last-king 100 0 100 0");
}

#[test]
fn who_cannot_move_passes_and_when_all_do_it_is_a_draw() {
    let blocked = "4aPxbN26/32/32/18cK3dK9 a acd ac.bd b 0 1";
    let moves = game("byzantine4-2v2", blocked).legal_moves();
    assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["0000"]);
    assert_eq!(after("byzantine4-2v2", blocked, "0000").turn(), Seat(2));
    // Both kings stand among pawns that their own pieces or dead ones block.
    let all = "32/32/cPcPxbN12dPdPdPxbN12cP/cKcM13dPdKdM13cP c cd ac.bd b 0 1";
    assert_eq!(ending(&after("byzantine4-2v2", all, "0000")), "ongoing");
    assert_eq!(ending(&after("byzantine4-2v2", all, "0000 0000")), "all-pass 50 50 50 50");
}

#[test]
fn who_leaves_the_table_leaves_dead_pieces_and_the_turn() {
    let seat = Seat;
    let mut game = game("modern3", &REGICIDE.replace(" m 0 1", " m 140 30"));
    assert!(game.eliminate(seat(1)) && !game.eliminate(seat(1)), "only once");
    assert_eq!(game.fen(), "4aR5xbK7cR5/11xbN4cM7/aM10xbP12/2aK15cK5 a ac - m 0 30");
    assert_eq!(game.even_points(), [50, 0, 50]);
    assert!(game.is_alive(seat(0)) && !game.is_alive(seat(1)));
    assert!(game.eliminate(seat(0)));
    assert_eq!((game.turn(), ending(&game)), (seat(2), "last-king 0 0 100".to_owned()));
    assert!(!game.eliminate(seat(2)), "the game is over");
    let again = self::game("modern3", &game.fen());
    assert_eq!(again.key(), game.key());
}

#[test]
fn who_leaves_a_team_takes_it_along_only_with_the_last_king() {
    let seat = Seat;
    let fen = "4aR1bN25/32/32/2aK15cK3dKdR8 b abcd ac.bd m 9 1";
    let mut game = game("modern4-2v2", fen);
    assert_eq!([0, 1, 2, 3].map(|index| game.side(seat(index))), [0, 1, 0, 1]);
    let mut kingless = game.clone();
    assert!(kingless.eliminate(seat(1)));
    assert_eq!(kingless.fen(), "4aR1xbN25/32/32/2aK15cK3dKdR8 c acd ac.bd m 0 1");
    assert_eq!(kingless.even_points(), [50; 4]);
    assert!(game.eliminate(seat(3)), "b has no king either");
    assert_eq!(ending(&game), "last-king 100 0 100 0");
}

#[test]
fn nobody_leaves_a_duel() {
    let family = Variant::by_name("chess").expect("known").family(Options::default());
    let mut chess = family.game(None).expect("the start");
    assert!(!chess.eliminate(Seat::WHITE) && chess.is_alive(Seat::WHITE));
    assert_eq!(chess.even_points(), [50, 50]);
}

#[test]
fn byzantine_pawns_bring_positions_back() {
    let step = |n: u32| {
        let (from, to) = ((16 - n) % 16 + 1, (31 - n) % 16 + 1);
        format!("d{from}d{to} {} ", if n.is_multiple_of(2) { "a9b9" } else { "b9a9" })
    };
    let round = (0..16).map(step).collect::<Vec<_>>().concat();
    let fen = "aM15/16/16/aK7bK3bP3 a ab - b 0 1";
    let once = after("byzantine2", fen, &round);
    assert_eq!(
        (once.fen().as_str(), ending(&once).as_str()),
        ("aM15/16/16/aK7bK3bP3 a ab - b 32 17", "ongoing")
    );
    assert_eq!(ending(&after("byzantine2", fen, &round.repeat(2))), "threefold 50 50");
    let late = fen.replace(" 0 1", " 99 60");
    assert_eq!(ending(&after("byzantine2", &late, "d1d16")), "fifty-moves 50 50");
    let modern = late.replace(" b 99", " m 99");
    assert_eq!(after("modern2", &modern, "d1d16").fen(), "15aM/16/16/aK7bK3bP3 b ab - m 0 60");
}

#[test]
fn fifty_moves_of_every_player_are_a_draw() {
    let fen = "4aR5bK7cR5/11bN4cM7/24/2aK15cK5 a abc - m 149 60";
    let game = after("modern3", fen, "d5d4");
    assert_eq!(ending(&game), "fifty-moves 33 33 33");
}

#[test]
fn a_position_that_comes_three_times_is_a_draw_of_two() {
    let line = "d5d6 d19d20 d6d5 d20d19 d5d6 d19d20 d6d5 d20d19";
    let two = "4aR13cR5/11xbN12/24/2aK15cK5 a ac - m 0 1";
    assert_eq!(ending(&after("modern3", two, line)), "threefold 50 0 50");
}

#[test]
fn random_games_end_and_their_strings_round_trip() {
    for entry in Variant::all().iter().filter(|entry| !entry.is_duel()) {
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let family =
            entry.family(Options { team_king_loss_eliminates: true, ..Options::default() });
        let mut game = family.game(None).expect("the start");
        for _ in 0..600 {
            let legal = game.legal_moves();
            if game.outcome().is_some() {
                break;
            }
            game.play(&legal[rng.random_range(0..legal.len())]).expect("it is legal");
            let again = family.game(Some(&game.fen())).expect("its own string");
            assert_eq!((again.fen(), again.key()), (game.fen(), game.key()), "{}", entry.name);
            assert_eq!(again.legal_moves().len(), game.legal_moves().len(), "{}", game.fen());
        }
    }
}

#[test]
fn bad_strings_are_refused_for_the_right_reason() {
    for (fen, reason) in [
        ("", "board is missing"),
        ("16/16/16/2aK5bK7 a ab - m 0 1 9", "after the last field"),
        ("16/16/2aK5bK7 a ab - m", "3 rings"),
        ("16/16/16/2aK5bK6 a ab - m", "only 15 of 16 sectors"),
        ("17/16/16/2aK5bK7 a ab - m", "past the last sector"),
        ("16aR/16/16/2aK5bK7 a ab - m", "more than 16"),
        ("15cR/16/16/2aK5bK7 a ab - m", "unknown piece"),
        ("15aE/16/16/2aK5bK7 a ab - m", "unknown piece"),
        ("15x\u{e9}/16/16/2aK5bK7 a ab - m", "unknown piece"),
        ("16/16/16/2aK5bK7 c ab - m", "player to move"),
        ("16/16/16/2aK5bK7 a abb - m", "twice"),
        ("16/16/16/2aK5bK7 a abc - m", "unknown player"),
        ("16/16/16/2aK5bK7 a ab ab m", "into teams"),
        ("16/16/16/2aK5bK7 a ab a.b m", "into teams"),
        ("16/16/16/2aK5bK7 a ab - b", "the rules are"),
        ("16/16/16/2aK5bK7 a a - m", "living pieces"),
        ("16/16/16/2aK5xbK7 b a - m", "is eliminated"),
        ("16/16/16/2aK5xbK7 a ab - m", "has 0 kings"),
        ("aK15/16/16/2aK5bK7 a ab - m", "has 2 kings"),
        ("9aP6/16/16/2aK5bK7 a ab - m", "no pawn"),
        ("16/16/16/2aK5bK7 a ab - m x 1", "not ended by"),
    ] {
        let family = Variant::by_name("modern2").expect("known").family(Options::default());
        let error = family.game(Some(fen)).err().unwrap_or_else(|| panic!("{fen}")).to_string();
        assert!(error.contains(reason), "{fen:?}: {error}");
        assert!(!error.contains('\n') && error.len() < 200, "{error}");
    }
}

#[test]
fn drawings_tell_the_turn_the_dead_and_the_teams() {
    let fen = "4aR1xbN25/32/32/2aK15cK3dKdR8 c acd ac.bd mf 0 1";
    let game = game("modern4-2v2", fen);
    let plain = game.draw().to_string();
    assert!(plain.is_ascii() && plain.lines().all(|line| line.len() <= 100), "{plain}");
    for line in ["* c  team ac, to move", "  b  team bd, dead", "  a  team ac"] {
        assert!(plain.lines().any(|drawn| drawn == line), "{plain}");
    }
    assert!(plain.contains("xbN"));
}

/// Checks the lines of a board pressed flat, with a rook's move across either seam.
#[test]
fn rings_are_drawn_so_that_both_seams_are_seen() {
    let mut game = game("modern3", "aR22aK/24/24/6bK9cK7 a abc - m 0 1");
    let names = game.cells();
    let cell = |name: &str| {
        Cell(names.iter().position(|cell| cell == name).expect("a cell").try_into().expect("few"))
    };
    let route = ["d1", "d2", "d3"].map(cell).to_vec();
    game.play_text("d1d3").expect("legal");
    let drawn = game.draw_from(Seat(0), &[route]).to_string();
    let expected = "     20  19  18  17  16  15  14  13  12  11  10   9
    +---+---+---+---+---+---+---+---+---+---+---+---+
.--d|   |   :   |   |   |   |   |   |   |   :   |   |d--.
|.-c|   |   :   |   |   |   |   |   |   |   :   |   |c-.|
||.b|   |   :   |   |   |   |   |   |   |   :   |   |b.||
|||a|   |   :   | cK|   |   |   |   |   |   :   |   |a|||
||| +===+===+===+===+===+===+===+===+===+===+===+===+ |||
|||a|   |   |   |   |   |   :   |   |   |   | bK|   |a|||
||'b|   |   |   |   |   |   :   |   |   |   |   |   |b'||
|'-c|   |   |   |   |   |   :   |   |   |   |   |   |c-'|
'--d|   |   |   | aK|d1 |d2 [ aR]   |   |   |   |   |d--'
    +---+---+---+---+---+---+---+---+---+---+---+---+
     21  22  23  24   1   2   3   4   5   6   7   8
";
    assert_eq!(
        drawn.split("\n\n").next().map(|text| format!("{text}\n")).as_deref(),
        Some(expected),
        "{drawn}"
    );
    // Another seat sees its own cells in the middle of the lower half.
    let turned = game.draw_from(Seat(1), &[]).to_string();
    assert!(turned.contains("   5   6   7   8   9  10  11  12  13  14  15  16\n"), "{turned}");
}

#[test]
fn mutated_strings_are_refused_or_played() {
    const BYTES: &[u8] = b"abcdefxKQRBNPMGE/.-0123456789 m\xC3";
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut accepted = 0;
    for (name, fen) in [
        ("modern3", REGICIDE),
        ("byzantine2", "14aM1/16/5bPbM9/2aKbNbK11 a ab - b 0 1"),
        ("byzantine4-2v2", "4aPcM26/32/4cP2aR24/2aK15cK3bKdK8 a abcd ac.bd b 4 1"),
    ] {
        let family = Variant::by_name(name).expect("known").family(Options::default());
        for _ in 0..3000 {
            let mut bytes = fen.as_bytes().to_vec();
            for _ in 0..rng.random_range(1..3) {
                let (at, byte) =
                    (rng.random_range(0..bytes.len()), rng.random_range(0..BYTES.len()));
                match rng.random_range(0..3) {
                    0 => bytes[at] = BYTES[byte],
                    1 => bytes.insert(at, BYTES[byte]),
                    _ => drop(bytes.remove(at)),
                }
            }
            let Ok(game) = family.game(Some(&String::from_utf8_lossy(&bytes))) else { continue };
            accepted += 1;
            assert_eq!(family.game(Some(&game.fen())).expect("its own").key(), game.key());
            let _ = (game.outcome(), game.draw(), game.checkers(), game.self_checks());
            let counts = game.perft(2);
            assert_eq!(counts.len(), game.legal_moves().len(), "{}", game.fen());
        }
    }
    assert!(accepted > 100, "{accepted}");
}
