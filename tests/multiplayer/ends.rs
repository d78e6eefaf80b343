//! The ends of the circular games, in constructed games.

use crate::oracle::ring::{Ring, State};

/// Plays the actions and returns the rules and all positions. Nothing may end the game before.
fn line(variant: &str, text: &str, actions: &str) -> (Ring, Vec<State>) {
    let ring = Ring::new(variant).expect("a known variant");
    let mut line = vec![ring.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))];
    for action in actions.split_whitespace() {
        assert_eq!(ring.outcome(&line), None, "{text} before {action}");
        line.push(ring.play(line.last().expect("a position"), action));
    }
    (ring, line)
}

/// Returns the reason and the points after the actions, or `ongoing`.
fn end(variant: &str, text: &str, actions: &str) -> String {
    let (ring, line) = line(variant, text, actions);
    let Some(outcome) = ring.outcome(&line) else { return "ongoing".into() };
    let points: Vec<String> = outcome.points.iter().map(u16::to_string).collect();
    format!("{} {}", outcome.reason, points.join(" "))
}

/// Returns the last position after the actions.
fn after(variant: &str, text: &str, actions: &str) -> String {
    let (ring, line) = line(variant, text, actions);
    ring.fen(line.last().expect("a position"))
}

#[test]
fn the_last_king_wins_and_the_turn_stays_with_the_living() {
    let three = "24/24/aR6bK7cR7cK/2aK21 a abc - m 3 7";
    assert_eq!(end("modern3", three, "b1b8"), "ongoing");
    let two = after("modern3", three, "b1b8");
    assert_eq!(two, "24/24/7aR7cR7cK/2aK21 c ac - m 0 7");
    // The king that was left en prise is captured.
    let bold = "24/24/aR6bK7cR7cK/aK23 a abc - m 3 7";
    let taken = after("modern3", bold, "b1b8 b24a1");
    assert_eq!(taken, "24/24/7xaR7cR8/cK23 c c - m 0 8");
    assert_eq!(end("modern3", bold, "b1b8 b24a1"), "last-king 0 0 100");
}

#[test]
fn mate_and_stalemate_exist_for_two() {
    let mated = "10xbQ13/24/4aR13aQ5/2aK15cK5 c ac - m 0 1";
    assert_eq!(end("modern3", mated, ""), "checkmate 100 0 0");
    let frozen = "16/4aPaPaPbM8/3aPaPaB10/3aPaKaPaPbM5bK2 b ab - m 0 1";
    assert_eq!(end("modern2", frozen, "a14a13"), "stalemate 50 50");
}

#[test]
fn survivors_share_a_draw() {
    let kings = "24/24/24/aK7bK7cK7 a abc - m 149 60";
    assert_eq!(end("modern3", kings, "a1a2"), "fifty-moves 33 33 33");
    let two = "24/24/24/aK7bK6xcRcK7 a ac - m 99 60";
    assert_eq!(end("modern3", &two.replace("bK", "xbK"), "a1a2"), "fifty-moves 50 0 50");
    let teams = "48/48/48/aK7bK7cK7dR23 a abcd ad.be.cf m 199 60";
    let each = "fifty-moves 33 33 33 33 33 33";
    assert_eq!(end("modern6-2v2v2", teams, "a1a2"), each);
    let alone = teams.replace("cK7dR23", "cK31").replace("abcd", "abc").replace("199", "149");
    assert_eq!(end("modern6-2v2v2", &alone, "a1a2"), each);
}

#[test]
fn repetition_counts_for_two_only() {
    let round = "a1a2 a9a10 a2a1 a10a9";
    let two = "16/16/16/aK7bK7 a ab - m 0 1";
    assert_eq!(end("modern2", two, round), "ongoing");
    let twice = format!("{round} {round}");
    assert_eq!(end("modern2", two, &twice), "threefold 50 50");
    let three = "24/24/24/aK7bK7cK7 a abc - m 0 1";
    let round = "a1a2 a9a10 a17a18 a2a1 a10a9 a18a17";
    assert_eq!(end("modern3", three, &format!("{round} {round} {round}")), "ongoing");
}

#[test]
fn passes_of_everybody_end_the_game() {
    let frozen = "24/4aPaPaPbM4bPbPbPcM4cPcPcPaM/3aPaPaB5bPbPbB5cPcPcB2/\
                  3aPaKaPaPbM3bPbKbPbPcM3cPcKcPcPaM b abc - m 0 1";
    assert_eq!(end("modern3", frozen, "0000 0000"), "ongoing");
    assert_eq!(end("modern3", frozen, "0000 0000 0000"), "all-pass 33 33 33");
    let teams = "32/4aPaPaPbM4bPbPbPxcM16/3aPaPaG5bPbPbG18/3aPaKaPaPbM3bPbKbPbPxcM16 \
                 a ab ac.bd b 2 287";
    let all = "all-pass 50 50 50 50";
    assert_eq!(end("byzantine4-2v2", teams, "0000 0000"), all);
}

#[test]
fn teams_lose_with_their_last_king() {
    let kings = "32/32/aR7bK7cK7dK7/2aK29 a abcd ac.bd m 0 1";
    let goes_on = kings.replace("dK7", "dK6bR").replace("2aK29", "2aK8bP20");
    let kingless = after("modern4-2v2", &goes_on, "b1b9");
    assert_eq!(kingless, "32/32/8aR7cK7dK6bR/2aK8bP20 b abcd ac.bd m 0 1");
    let fodder = after("modern4-2v2", &goes_on.replace(" m ", " mf "), "b1b9");
    assert_eq!(fodder, "32/32/8aR7cK7dK6xbR/2aK8xbP20 c acd ac.bd mf 0 1");
    let last = after("modern4-2v2", kings, "b1b9");
    assert_eq!(last, "32/32/8aR7cK7dK7/2aK29 c acd ac.bd m 0 1");
    let winner = "32/32/aR7bK7cK7dR7/2aK29 a abcd ac.bd m 0 1";
    let points = "last-king 100 0 100 0";
    assert_eq!(end("modern4-2v2", winner, "b1b9"), points);
    assert_eq!(after("modern4-2v2", winner, "b1b9"), "32/32/8aR7cK7xdR7/2aK29 c ac ac.bd m 0 1");
}

#[test]
fn bare_kings_are_out() {
    let removal = "16/3bPbM11/16/aK6aR2bK5 a ab - b 0 1";
    assert_eq!(end("byzantine2", removal, "xc4c5"), "last-king 100 0");
    assert_eq!(after("byzantine2", removal, "xc4c5"), "16/16/16/aK6aR2xbK5 a a - b 0 1");
    let protected = "14aM1/16/16/2aKbNbK11 a ab - b 0 1";
    assert_eq!(end("byzantine2", protected, "a3a4"), "last-king 100 0");
}

/// Returns the moves of a pawn once round the ring of two players from d1, with rook moves to and
/// fro between them.
pub fn once_round() -> String {
    let step = |n: usize| {
        let (from, to) = ((16 - n) % 16 + 1, (31 - n) % 16 + 1);
        format!("d{from}d{to} {} ", if n.is_multiple_of(2) { "a9b9" } else { "b9a9" })
    };
    (0..16).map(step).collect()
}

#[test]
fn byzantine_pawns_come_round_again() {
    let text = "aM15/16/16/aK7bK3bP3 a ab - b 0 1";
    let round = once_round();
    assert_eq!(after("byzantine2", text, &round), "aM15/16/16/aK7bK3bP3 a ab - b 32 17");
    assert_eq!(end("byzantine2", text, &round), "ongoing");
    assert_eq!(end("byzantine2", text, &format!("{round}{round}")), "threefold 50 50");
}

#[test]
fn byzantine_pawn_moves_and_swaps_are_no_progress() {
    let text = "aM15/16/16/aK7bK3bP3 a ab - b 99 60";
    assert_eq!(end("byzantine2", text, "d1d16"), "fifty-moves 50 50");
    let modern = "aM15/16/16/aK7bK3bP3 a ab - m 99 60";
    assert_eq!(end("modern2", modern, "d1d16"), "ongoing");
    let teams = "4aPcM26/32/32/aK7bK7cK7dK7 a abcd ac.bd b 199 60";
    assert_eq!(end("byzantine4-2v2", teams, "d5d6"), "fifty-moves 50 50 50 50");
    let takes = "4aPcM26/5bR26/32/aK7bK7cK7dK7 a abcd ac.bd b 199 60";
    assert_eq!(end("byzantine4-2v2", takes, "d5c6"), "ongoing");
}

#[test]
fn modern_partners_side_by_side_swap_pawns() {
    let start = Ring::new("modern4").expect("a known variant").start();
    let neighbours = Ring::new("modern4").expect("a known variant").with_teams("ab.cd");
    let neighbours = neighbours.expect("proper teams");
    let mut s = neighbours.parse(&neighbours.fen(&start)).expect("the start of the page");
    for mv in "d4d5 d9d8 c20c21 c25c24 d5d6 d8d7 c21c22 c24c23".split(' ') {
        s = neighbours.play(&s, mv);
    }
    let entry = rotunda_movegen::Variant::by_name("modern4").expect("a known variant");
    let family = entry.family(rotunda_movegen::Options::default());
    let mut game = family.game(Some(&neighbours.fen(&s))).expect("both sides know it");
    assert!(game.parse_move("d6d7").is_ok(), "{}", game.fen());
    game.play_text("d6d7").expect("a swap");
    let swapped = neighbours.play(&s, "d6d7");
    assert_eq!(game.fen(), neighbours.fen(&swapped));
    assert!(game.fen().starts_with("aMaRaR2bMaP2bRbRbP"), "{}", game.fen());
}

#[test]
fn teams_are_those_of_the_colours() {
    let four = ["Yellow", "Green", "Red", "Blue"];
    let six = ["Black", "Purple", "Blue", "Red", "Yellow", "Green"];
    // The source leaves open which of two seatings the six players have. This is the other one.
    let mirrored = ["Black", "Green", "Yellow", "Red", "Blue", "Purple"];
    let colours = |variant: &str, seats: &[&str]| {
        let entry = rotunda_movegen::Variant::by_name(variant).expect("a known variant");
        let teams = entry.start().split(' ').nth(3).expect("a field of teams");
        let colour = |letter: char| seats[letter as usize - 'a' as usize];
        let mut all: Vec<String> = teams
            .split('.')
            .map(|team| {
                let mut names: Vec<&str> = team.chars().map(colour).collect();
                names.sort_unstable();
                names.join("+")
            })
            .collect();
        all.sort();
        all.join(" ")
    };
    let three = "Black+Blue+Yellow Green+Purple+Red";
    let pairs = "Black+Red Blue+Green Purple+Yellow";
    for rules in ["modern", "byzantine"] {
        assert_eq!(colours(&format!("{rules}4-2v2"), &four), "Blue+Green Red+Yellow");
        for six in [&six, &mirrored] {
            assert_eq!(colours(&format!("{rules}6-3v3"), six), three);
            assert_eq!(colours(&format!("{rules}6-2v2v2"), six), pairs);
        }
    }
}
