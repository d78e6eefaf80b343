//! The engine's output. Every function returns lines, without the end of the last one.

use std::fmt::{Display, Write};
use std::time::Duration;

use rotunda_movegen::{Game, GameMove, Outcome, Seat, Variant};
use rotunda_search::{Bound, Event, Info, SearchResult, Value};

use crate::error::{CommandError, one_line};
use crate::option::options;

/// The microseconds in a second.
const SECOND: u128 = 1_000_000;

/// The answer to `uci`: name and version, author, options, `uciok`. The games may be limited to
/// those for so many seats.
#[must_use]
pub fn identity(version: &str, seats: Option<usize>) -> String {
    let mut text = format!("id name Rotunda {version}\nid author the Rotunda developers\n");
    for option in options() {
        let _ = writeln!(text, "{}", option.offer(seats));
    }
    #[cfg(feature = "tune")]
    for rotunda_search::Tunable { name, default, min, max, .. } in rotunda_search::tunables() {
        let _ =
            writeln!(text, "option name {name} type spin default {default} min {min} max {max}");
    }
    text.push_str("uciok");
    text
}

/// Returns the line about a refused command.
#[must_use]
pub fn error(error: &CommandError) -> String {
    format!("info string error: {error}")
}

/// Returns a remark for people.
#[must_use]
pub fn note(remark: &str) -> String {
    format!("info string {}", one_line(remark))
}

/// Returns the report of a running search, with or without expected wins, draws and losses.
#[must_use]
pub fn event(event: &Event, show_wdl: bool) -> String {
    match event {
        Event::Info(line) => info(line, show_wdl),
        Event::Shares(parts) => shares(parts),
        Event::Note(remark) => note(remark),
    }
}

/// Returns a line of a search's progress, with or without expected wins, draws and losses. With
/// more than two sides there are none.
///
/// For a game that is over it has only a score.
#[must_use]
pub fn info(line: &Info, show_wdl: bool) -> String {
    let mut text = format!("info depth {}", line.depth);
    let over = line.depth == 0 && line.pv.is_empty();
    if !over {
        let _ = write!(text, " seldepth {} multipv {}", line.selective_depth, line.multi_pv);
    }
    let _ = match line.value {
        Value::Centipawns(score) => write!(text, " score cp {score}"),
        Value::Mate(moves) => write!(text, " score mate {moves}"),
    };
    text.push_str(match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    });
    if let Some([wins, draws, losses]) = line.wdl.filter(|_| show_wdl) {
        let _ = write!(text, " wdl {wins} {draws} {losses}");
    }
    if over {
        return text;
    }
    let speed = u128::from(line.nodes) * SECOND / line.time.as_micros().max(1);
    let _ = write!(text, " nodes {} nps {speed}", line.nodes);
    let _ = write!(text, " hashfull {} time {}", line.hash_full, line.time.as_millis());
    if !line.pv.is_empty() {
        let _ = write!(text, " pv {}", joined(line.pv.iter()));
    }
    text
}

/// Returns every seat's expected share of the point, in permille.
#[must_use]
pub fn shares(parts: &[u16]) -> String {
    let parts = parts.iter().zip('a'..).map(|(part, seat)| format!("{seat} {part}"));
    format!("info string shares {}", joined(parts))
}

/// Returns the legal moves after which an enemy could capture the mover's king, as a warning.
#[must_use]
pub fn self_checks(game: &Game) -> String {
    let moves = joined(game.self_checks().iter());
    format!("info string selfcheck {moves}").trim_end().into()
}

/// Returns the line about a long count that still runs: the time since it began.
#[must_use]
pub fn still_running(time: Duration) -> String {
    format!("info time {}", time.as_millis())
}

/// Returns the result of a search: a claim if there is one, and the best move.
#[must_use]
pub fn best_move(result: &SearchResult) -> String {
    let claim = if result.claim { "info string claim bareking\n" } else { "" };
    match (&result.best, &result.ponder) {
        (None, _) => format!("{claim}bestmove (none)"),
        (Some(best), None) => format!("{claim}bestmove {best}"),
        (Some(best), Some(ponder)) => format!("{claim}bestmove {best} ponder {ponder}"),
    }
}

/// Returns the line that describes a variant to an interface: its board, and its start under the
/// current rules.
#[must_use]
pub fn announcement(entry: &'static Variant, start: &str) -> String {
    let (files, ranks) = entry.size();
    let name = entry.name;
    format!(
        "info string variant {name} files {files} ranks {ranks} pocket 0 template fairy \
         startpos {start}"
    )
}

/// The answer to `go perft`: the leaves below each move and their sum, an empty line after each.
#[must_use]
pub fn perft(counts: &[(GameMove, u64)], sum: u64) -> String {
    let mut text = String::new();
    for (mv, leaves) in counts {
        let _ = writeln!(text, "{mv}: {leaves}");
    }
    let _ = writeln!(text, "\nNodes searched: {sum}");
    text
}

/// The answer to `outcome`: the end of a game, and the points of every seat.
///
/// While it goes on, a second line shows the claim of a side, if it has one.
#[must_use]
pub fn outcome(game: &Game) -> String {
    let result = |outcome: Outcome| {
        let points = (0..game.seats()).map(|seat| outcome.points(Seat(seat as u8)));
        format!("{} {}", outcome.reason, joined(points))
    };
    match (game.outcome(), game.claim()) {
        (Some(ended), _) => format!("outcome {}", result(ended)),
        (None, Some(claim)) => format!("outcome ongoing\nclaim {}", result(claim.outcome())),
        (None, None) => "outcome ongoing".into(),
    }
}

/// The states of jump series beyond which a list of moves is not printed on one line. It is more
/// than fifty times the need of any position of a game, and takes a tenth of a second.
const LISTED_STATES: usize = 1 << 16;

/// The answer to `legal`, all legal moves on one line; `None` where they may be too many, and must
/// come in parts.
#[must_use]
pub fn legal(game: &Game) -> Option<String> {
    game.legal_moves_within(LISTED_STATES).map(|moves| legal_part(&moves))
}

/// Returns a line of legal moves.
#[must_use]
pub fn legal_part(moves: &[GameMove]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    format!("legal {}", moves.join(" ")).trim_end().into()
}

/// The last line of a list of legal moves that came in parts: their number, if it is complete.
#[must_use]
pub fn legal_end(complete: Option<usize>) -> String {
    match complete {
        Some(moves) => note(&format!("legal complete {moves}")),
        None => note("legal stopped"),
    }
}

/// The answer to `d`: the drawn board, the meanings of its letters, the cells along the last move,
/// the position string, the hash key, and the cells of the pieces that give check.
#[must_use]
pub fn drawing(game: &Game, board: &str, last: &[&str]) -> String {
    let (letters, fen, key) = (legend(game), game.fen(), game.key());
    let checkers = match &game.checkers()[..] {
        [] => "nowhere".to_owned(),
        cells => cells.iter().map(|cell| game.cell_name(*cell)).collect::<Vec<_>>().join(" "),
    };
    let last = match last {
        [] => String::new(),
        cells => format!("\nLast move: {}", cells.join(" ")),
    };
    format!(
        "\n{board}\nPieces: {letters}{last}\nFen: {fen}\nKey: {key:016X}\nIn check from: {checkers}"
    )
}

/// The answer to `rules`: the game's rules in short, and the page of the full rules.
#[must_use]
pub fn rules(entry: &'static Variant) -> String {
    let Variant { title, rules, .. } = entry;
    let page = match rules.file {
        "" => String::new(),
        file => format!("\n\nIn full: docs/rules/{file}, in the source and in its archives"),
    };
    format!("\n{title}\n\n{}{page}", rules.summary)
}

/// Returns the meanings of the letters on the board.
fn legend(game: &Game) -> String {
    let kinds: Vec<_> =
        game.kinds().into_iter().map(|(letter, name)| format!("{letter} {name}")).collect();
    let is_duel = Variant::by_name(game.variant()).ok().is_none_or(Variant::is_duel);
    let owners = if is_duel {
        "capitals are White's"
    } else {
        "with the owner's letter before it, and x before a dead piece"
    };
    format!("{}; {owners}", kinds.join(", "))
}

fn joined(items: impl Iterator<Item = impl Display>) -> String {
    items.map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use rotunda_movegen::{GameMove, Options, Variant};

    use super::*;

    fn pv() -> Vec<GameMove> {
        let mut game = Variant::by_name("chess").expect("known").game();
        ["e2e4", "e7e5"].map(|text| game.play_text(text).expect("legal")).to_vec()
    }

    fn line() -> Info {
        Info {
            lines: 1,
            depth: 9,
            selective_depth: 14,
            multi_pv: 1,
            value: Value::Centipawns(-31),
            bound: Bound::Lower,
            wdl: Some([200, 500, 300]),
            nodes: 3000,
            hash_full: 7,
            time: Duration::from_millis(2),
            pv: pv(),
        }
    }

    #[test]
    fn info_lines() {
        assert_eq!(
            info(&line(), false),
            "info depth 9 seldepth 14 multipv 1 score cp -31 lowerbound nodes 3000 nps 1500000 \
             hashfull 7 time 2 pv e2e4 e7e5"
        );
        let exact = Info { value: Value::Mate(3), bound: Bound::Exact, ..line() };
        assert!(info(&exact, true).contains(" score mate 3 wdl 200 500 300 nodes "));
        let table = Info { wdl: None, ..exact.clone() };
        assert!(info(&table, true).contains(" score mate 3 nodes "));
        let over = Info { depth: 0, pv: vec![], value: Value::Mate(0), ..exact };
        assert_eq!(info(&over, false), "info depth 0 score mate 0");
        assert_eq!(event(&Event::Note("a\nb".into()), false), "info string a b");
        let shares = event(&Event::Shares(vec![334, 0, 666]), true);
        assert_eq!(shares, "info string shares a 334 b 0 c 666");
    }

    #[test]
    fn best_moves() {
        let mut result = SearchResult::default();
        assert_eq!(best_move(&result), "bestmove (none)");
        result.best = pv().into_iter().next();
        assert_eq!(best_move(&result), "bestmove e2e4");
        result.ponder = pv().pop();
        result.claim = true;
        let expected = "info string claim bareking\nbestmove e2e4 ponder e7e5";
        assert_eq!(best_move(&result), expected);
    }

    #[test]
    fn games() {
        let entry = Variant::by_name("rollerball").expect("known");
        assert_eq!(
            announcement(entry, entry.start()),
            "info string variant rollerball files 7 ranks 7 pocket 0 template fairy startpos \
             2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2 w - 0 1"
        );
        let game = entry.family(Options::default()).game(None).expect("the start is well-formed");
        assert!(legal(&game).expect("a short list").starts_with("legal "));
        let drawn = drawing(&game, &game.draw().to_string(), &[]);
        assert!(drawn.starts_with('\n') && drawn.ends_with("\nIn check from: nowhere"), "{drawn}");
        assert!(drawn.contains("\nFen: 2rbp2/") && drawn.contains("\nKey: "), "{drawn}");
        assert_eq!(outcome(&game), "outcome ongoing");
        let counts: Vec<_> = game.perft(2).into_iter().take(2).collect();
        let text = perft(&counts, 7);
        assert!(text.ends_with("\n\nNodes searched: 7\n"), "{text}");
        let lines = counts.iter().map(|(mv, leaves)| format!("{mv}: {leaves}"));
        assert!(text.lines().take(2).eq(lines), "{text}");
    }

    #[test]
    fn every_letter_of_every_game_has_a_name() {
        for entry in Variant::all() {
            let game = entry.family(Options::default()).game(None).expect("well-formed");
            let kinds = game.kinds();
            let letters = entry.start().split(' ').next().expect("a board").to_ascii_uppercase();
            let is_named = |letter: char| {
                kinds.iter().any(|(known, name)| *known == letter && !name.is_empty())
            };
            if entry.is_duel() {
                let letters = letters.chars().filter(char::is_ascii_alphabetic);
                assert!(letters.clone().all(is_named), "{}", entry.name);
            }
            assert!(kinds.iter().all(|(letter, _)| is_named(*letter)), "{}", entry.name);
            assert!(legend(&game).contains(", K king"), "{}", legend(&game));
        }
        let ordinary = Variant::by_name("ordinary").expect("known").family(Options::default());
        let ordinary = ordinary.game(None).expect("the start");
        assert_eq!(
            legend(&ordinary),
            "P pawn, N knight, B bishop, R rook, Q queen, K king, T tiger, L leo, M man, \
             C draughtsman (the Checker); capitals are White's"
        );
    }

    #[test]
    fn outcomes_and_claims() {
        let game = |fen: &str| {
            let family = Variant::by_name("ordinary").expect("known").family(Options::default());
            family.game(Some(fen)).expect("well-formed")
        };
        let stalemate = game("k11/2Q9/12/12/12/12/12/12/12/11K b - - 0 1");
        assert_eq!(outcome(&stalemate), "outcome stalemate 60 40");
        let white = game("k11/12/12/12/12/12/12/12/12/KN10 w - - 0 1");
        assert_eq!(outcome(&white), "outcome ongoing\nclaim bareking 52 48");
        let mut black = game("kn10/12/12/12/12/12/12/12/12/K11 b - - 0 1");
        assert_eq!(outcome(&black), "outcome ongoing\nclaim bareking 48 52");
        black.make_claim(Seat::BLACK).expect("it is open");
        assert_eq!(outcome(&black), "outcome bareking 48 52");
        assert_eq!(legal(&black).as_deref(), Some("legal"));
    }

    #[test]
    fn games_of_many_seats() {
        let game = |fen: &str| {
            let family = Variant::by_name("modern4-2v2").expect("known").family(Options::default());
            family.game(Some(fen)).expect("well-formed")
        };
        let over = game("32/32/32/2aK15cK13 a ac ac.bd m 0 1");
        assert_eq!(outcome(&over), "outcome last-king 100 0 100 0");
        assert_eq!(legal(&over).as_deref(), Some("legal"));
        assert_eq!(self_checks(&over), "info string selfcheck");
        let open = game("32/32/2bR29/2aK5bK9cK13 a abc ac.bd m 0 1");
        assert_eq!(outcome(&open), "outcome ongoing");
        assert!(self_checks(&open).starts_with("info string selfcheck a3"));
        let drawn = drawing(&open, "the board", &["e2", "e3", "e4"]);
        assert!(drawn.starts_with("\nthe board\nPieces: P plus pawn, "), "{drawn}");
        assert!(drawn.contains("\nLast move: e2 e3 e4\nFen: 32/32/2bR29/"), "{drawn}");
    }

    #[test]
    fn the_identity_ends_with_uciok() {
        let text = identity("0.1.0", None);
        assert!(text.starts_with("id name Rotunda 0.1.0\nid author "));
        assert!(text.contains("\noption name Hash type spin default 16 min 1 max 33554432\n"));
        assert!(text.contains("\noption name Clear Hash type button\n"));
        assert!(text.ends_with("\nuciok"));
    }
}
