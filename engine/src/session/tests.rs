//! Conversations, with thinkers that behave, dawdle, cheat and panic.

use std::io::{self, BufReader, Cursor, Read};
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread::JoinHandle;

use rotunda_movegen::AnyGame;
use rotunda_search::{Event as Told, Limits, SearchOrder, StopHandle, Thinker, Verdict};

use super::*;

/// How long a test waits for a reply.
const SOON: Duration = Duration::from_secs(20);

/// Where a session's replies can be read.
#[derive(Clone, Default)]
struct Replies(Arc<Mutex<Vec<u8>>>);

impl Write for Replies {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Replies {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("replies are text")
    }

    fn count(&self, part: &str) -> usize {
        self.text().matches(part).count()
    }

    /// Waits until the replies have a part so many times.
    fn wait(&self, part: &str, times: usize) {
        let deadline = Instant::now() + SOON;
        while self.count(part) < times {
            assert!(Instant::now() < deadline, "no {part:?} in {:?}", self.text());
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// An input that gets its bytes when the test says so.
struct Pipe(mpsc::Receiver<Vec<u8>>, Vec<u8>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = buffer.len().min(self.1.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// A conversation step by step.
struct Talk {
    say: Option<mpsc::Sender<Vec<u8>>>,
    replies: Replies,
    session: JoinHandle<()>,
}

impl Talk {
    fn with(maker: Maker) -> Self {
        let (say, input) = mpsc::channel();
        let replies = Replies::default();
        let session = Session::with_maker(replies.clone(), maker).expect("a small table");
        let input = BufReader::new(Pipe(input, Vec::new()));
        let session = std::thread::spawn(move || session.run(input));
        Self { say: Some(say), replies, session }
    }

    fn say(&self, lines: &str) {
        let line = format!("{lines}\n").into_bytes();
        self.say.as_ref().expect("the input has not ended").send(line).expect("it listens");
    }

    fn end(mut self) -> String {
        self.say = None;
        self.session.join().expect("the session does not panic");
        self.replies.text()
    }
}

/// All replies to a script.
fn replies(maker: Maker, script: &str) -> String {
    let replies = Replies::default();
    let session = Session::with_maker(replies.clone(), maker).expect("a small table");
    session.run(Cursor::new(script.to_string()));
    replies.text()
}

/// What a stand-in does instead of searching.
type Trick = fn(&dyn AnyGame, &Limits, &StopHandle) -> Verdict;

/// A thinker that plays a trick.
struct StandIn(Trick);

impl Thinker for StandIn {
    fn think(
        &mut self,
        game: &dyn AnyGame,
        order: &SearchOrder<'_>,
        on_event: &mut (dyn FnMut(Told) + Send),
    ) -> Verdict {
        on_event(Told::Note("thinking".into()));
        self.0(game, order.limits, order.stop)
    }

    fn forget(&mut self) {}

    fn explain(&self, _: &dyn AnyGame) -> String {
        panic!("nothing to explain")
    }
}

fn last(game: &dyn AnyGame) -> Verdict {
    Verdict { best: game.legal().pop(), ..Verdict::default() }
}

/// Answers at once, whatever the limits.
fn hasty() -> Box<dyn Thinker> {
    Box::new(StandIn(|game, _, _| last(game)))
}

/// Thinks a tenth of a second a ply, or until it is stopped.
fn dawdler() -> Box<dyn Thinker> {
    Box::new(StandIn(|game, limits, stop| {
        let begin = Instant::now();
        let time = Duration::from_millis(100) * limits.depth.unwrap_or(u32::MAX);
        while !stop.is_stopped() && begin.elapsed() < time {
            std::thread::sleep(Duration::from_millis(1));
        }
        last(game)
    }))
}

fn cheat() -> Box<dyn Thinker> {
    let play = move |_: &dyn AnyGame, _: &Limits, _: &StopHandle| Verdict {
        best: Some("e1e8".to_string()),
        ponder: Some("a1a1".to_string()),
        ..Verdict::default()
    };
    Box::new(StandIn(play))
}

fn panicker() -> Box<dyn Thinker> {
    Box::new(StandIn(|_, _, _| panic!("out of\nideas")))
}

#[test]
fn errors_change_nothing() {
    let text = replies(
        hasty,
        "position startpos moves e2e4\n\
         position startpos moves e2e4 e2e4\n\
         position variant rollerball startpos moves e2e4\n\
         position fen 8/8/8/8/8/8/8/8 w - - 0 1\n\
         setoption name UCI_Variant value hexagonal\n\
         setoption name Hash value 33554432\n\
         go searchmoves e2e4\nxyzzy\n\u{0}\n\nd\n",
    );
    let errors: Vec<_> =
        text.lines().filter_map(|line| line.strip_prefix("info string error: ")).collect();
    assert_eq!(errors.len(), 8, "{text}");
    assert_eq!(errors[0], r#"position: "e2e4": move 2 is not legal"#);
    assert_eq!(errors[1], r#"position: "e2e4": move 1 is not legal"#);
    assert!(errors[2].starts_with("position: "), "{}", errors[2]);
    assert_eq!(errors[3], r#"setoption: "hexagonal": unknown variant"#);
    assert!(errors[4].starts_with("setoption: a hash table of 33554432 MB"), "{}", errors[4]);
    assert_eq!(errors[5], r#"go: "e2e4": move 1 is not legal"#);
    assert!(text.contains("\nFen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\n"));
    assert!(!text.contains("bestmove") && !text.contains("info string variant"), "{text}");
}

#[test]
fn a_change_of_variant_is_announced() {
    let announced = |script: &str| replies(hasty, script).matches("info string variant ").count();
    assert_eq!(announced("setoption name UCI_Variant value rollerball\nisready\n"), 1);
    assert_eq!(announced("setoption name UCI_Variant value chess\n"), 1);
    assert_eq!(announced("position variant rollerball startpos\nposition startpos\n"), 1);
    assert_eq!(announced("position variant chess startpos\n"), 0);
    let text =
        replies(hasty, "position startpos moves e2e4\nsetoption name UCI_Variant value chess\nd\n");
    assert!(text.contains("/8/8/PPPPPPPP/RNBQKBNR w KQkq"), "{text}");
}

#[test]
fn scoring_changes_what_stalemate_is_worth_and_not_the_position() {
    const STALEMATE: &str = "position variant ordinary-nocheckers fen \
        k11/2Q9/12/12/12/12/12/12/12/11K b - - 0 1\n";
    let text = replies(
        hasty,
        &format!(
            "{STALEMATE}outcome\nsetoption name Scoring value classic\noutcome\n\
             setoption name Scoring value dynamic\noutcome\ngo depth 1\n"
        ),
    );
    let outcomes: Vec<_> = text.lines().filter(|line| line.starts_with("outcome")).collect();
    let expected =
        ["outcome stalemate 60 40", "outcome stalemate 50 50", "outcome stalemate 60 40"];
    assert_eq!(outcomes, expected);
    assert!(text.ends_with("bestmove (none)\n"), "{text}");
}

#[test]
fn a_claim_ends_the_game_until_a_position_is_set_up() {
    const BARE: &str = "position variant ordinary fen \
        11k/12/12/12/12/12/12/12/12/KN10 w - - 0 1 moves b1c3 l10l9\n";
    let text = replies(
        thinker,
        &format!(
            "claim\n{BARE}outcome\nclaim\noutcome\nlegal\ngo depth 3\ngo perft 1\nclaim\n\
             {BARE}outcome\n"
        ),
    );
    let text = text.split_once("startpos").expect("the variant is announced");
    assert_eq!(text.0.lines().next(), Some("info string error: claim: there is nothing to claim"));
    let replies = text.1.split_once('\n').expect("a line").1;
    let expected = "outcome ongoing\nclaim bareking 52 48\n\
        outcome bareking 52 48\noutcome bareking 52 48\nlegal\n\
        info depth 0 score cp 14\nbestmove (none)\n\nNodes searched: 0\n\n\
        info string error: claim: there is nothing to claim\n\
        outcome ongoing\nclaim bareking 52 48\n";
    assert_eq!(replies, expected);
}

#[test]
fn infinite_and_ponder_keep_their_move_for_themselves() {
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 9 btime 9", "ponderhit")] {
        let talk = Talk::with(hasty);
        talk.say(go);
        talk.replies.wait("thinking", 1);
        talk.say("isready\nlegal\nsetoption name MultiPV value 2");
        talk.replies.wait("legal a2a3", 1);
        assert_eq!(talk.replies.count("bestmove"), 0);
        talk.say(end);
        talk.replies.wait("bestmove", 1);
        let text = talk.end();
        assert!(text.find("readyok") < text.find("bestmove"), "{text}");
        assert!(!text.contains("error"), "{text}");
    }
}

#[test]
fn commands_for_the_board_wait_for_a_search_with_a_limit() {
    let text =
        replies(dawdler, "go depth 3\nposition variant rollerball startpos\ngo depth 1\nlegal\n");
    let order: Vec<_> = text.lines().filter(|line| !line.starts_with("legal")).collect();
    assert!(order[1].starts_with("bestmove ") && order[2].starts_with("info string variant "));
    assert!(order[4].starts_with("bestmove "), "{text}");
    assert_eq!(text.matches("bestmove").count(), 2);
    assert!(text.contains("legal c1b1 "), "{text}");
}

#[test]
fn commands_for_the_board_stop_a_search_without_a_limit() {
    let talk = Talk::with(dawdler);
    talk.say("go infinite\nposition startpos moves e2e4\ngo infinite\ngo ponder depth 3\ngo");
    talk.replies.wait("bestmove", 3);
    talk.say("stop");
    talk.replies.wait("bestmove", 4);
    assert_eq!(talk.end().matches("bestmove").count(), 4);
}

#[test]
fn stop_reaches_searches_that_have_not_begun() {
    let talk = Talk::with(dawdler);
    talk.say("go depth 1000\nposition startpos\ngo depth 1000\nstop");
    talk.replies.wait("bestmove", 2);
    assert_eq!(talk.end().matches("bestmove").count(), 2);
}

#[test]
fn the_end_of_input_stops_only_what_would_not_end() {
    let begin = Instant::now();
    assert_eq!(replies(dawdler, "go depth 2").matches("bestmove").count(), 1);
    assert!(begin.elapsed() >= Duration::from_millis(200));
    for endless in ["go", "go infinite", "go ponder depth 1", "go ponder movetime 5"] {
        assert_eq!(replies(dawdler, endless).matches("bestmove").count(), 1, "{endless}");
    }
}

#[test]
fn quit_stops_at_once() {
    let begin = Instant::now();
    let text = replies(dawdler, "go depth 1000\nquit\nuci\n");
    assert!(begin.elapsed() < SOON);
    assert!(text.ends_with('\n') && text.matches("bestmove").count() == 1, "{text}");
    assert!(!text.contains("uciok"));
}

#[test]
fn only_legal_moves_are_played() {
    let text = replies(cheat, "go depth 1\ngo depth 1 searchmoves e2e4\n");
    assert!(text.contains(r#"error: go: "e1e8": internal error"#), "{text}");
    let moves: Vec<_> = text.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert!(moves.len() == 2 && moves[1] == "bestmove e2e4", "{text}");
    assert!(!text.contains("ponder"), "{text}");
}

#[test]
fn a_panic_is_told_and_a_move_is_played() {
    let text = replies(panicker, "position startpos moves e2e4\ngo depth 1\ngo depth 1\nd\n");
    assert_eq!(text.matches("info string error: go: internal error: out of ideas\n").count(), 2);
    assert_eq!(
        text.matches("bestmove a7").count() + text.matches("bestmove b8").count(),
        2,
        "{text}"
    );
    let text = replies(panicker, "eval\nisready\n");
    let expected = "info string error: eval: internal error: nothing to explain\nreadyok\n";
    assert!(text == expected || text.starts_with("readyok"), "{text}");
}

#[test]
fn a_panic_in_an_infinite_search_waits_for_stop_too() {
    let talk = Talk::with(panicker);
    talk.say("go infinite");
    talk.replies.wait("internal error", 1);
    assert_eq!(talk.replies.count("bestmove"), 0);
    talk.say("stop");
    talk.replies.wait("bestmove", 1);
    talk.end();
}

#[test]
fn long_lines_are_refused_once_and_long_games_fit() {
    let mut script = "x".repeat(3 * LONGEST_LINE);
    script.push_str("\nposition startpos moves");
    script.push_str(&" b1c3 b8c6 c3b1 c6b8".repeat(2000));
    script.push_str("\nd\n");
    let text = replies(hasty, &script);
    assert_eq!(text.matches("error").count(), 1, "{text}");
    assert!(text.starts_with("info string error: input: more than 1048576 bytes\n"));
    assert!(text.contains("w KQkq - 8000 4001"), "{text}");
}

#[test]
fn whoever_stops_reading_ends_the_session() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (say, input) = mpsc::channel();
    let session = Session::with_maker(Closed, dawdler).expect("a small table");
    say.send(b"go infinite\n".to_vec()).expect("it listens");
    session.run(BufReader::new(Pipe(input, Vec::new())));
    drop(say);
}

#[test]
fn perft_and_bench_run_beside_the_session() {
    let text = replies(hasty, "go perft 4\nbench variant rollerball depth 1\nisready\n");
    assert!(text.contains("\ne2e4: 13160\n") && text.contains("\n\nNodes searched: 197281\n\n"));
    assert!(text.trim_end().ends_with(" nps"), "{text}");
    let talk = Talk::with(hasty);
    talk.say("go perft 30\nisready");
    talk.replies.wait("readyok", 1);
    talk.say("stop");
    talk.replies.wait("perft stopped", 1);
    talk.end();
}

/// Three players on their own: `a` has another king beside its own, and `b` two facing pawns.
const THREE: &str = "fen aR22cR/24/3bPbM19/2aKbK13cK6 a abc - b 0 1";
/// Two teams of two, of which `a` has nothing but a blocked pawn and must pass.
const PASS: &str = "fen 32/32/32/4aPbN4bK10cK10 a abc ac.bd m 0 1";

#[test]
fn removals_and_passes_are_moves() {
    let text = replies(
        hasty,
        &format!(
            "position variant byzantine3 {THREE}\nlegal\ngo depth 1 searchmoves xb4b5\n\
             position {THREE} moves xb4b5 a3b3\nd\n\
             go searchmoves xb4b5\n\
             position variant modern4-2v2 {PASS}\nlegal\ngo depth 1\ngo depth 1 searchmoves 0000\n\
             position {PASS} moves 0000\nd\nposition {PASS} moves 0000 0000\n"
        ),
    );
    let legal: Vec<_> = text.lines().filter(|line| line.starts_with("legal ")).collect();
    // Nobody hands on the turn by a removal, and a bare king is out.
    assert!(legal[0].ends_with(" xb4b5") && legal[1] == "legal 0000", "{text}");
    assert!(text.contains("\nFen: aR22cR/24/2aK21/3xbK13cK6 c ac - b 1 1\n"), "{text}");
    assert!(text.contains("\nFen: 32/32/32/4aPbN4bK10cK10 b abc ac.bd m 1 1\n"), "{text}");
    assert_eq!(text.matches("bestmove 0000\n").count(), 2, "{text}");
    let errors: Vec<_> = text.lines().filter(|line| line.contains(" error: ")).collect();
    assert_eq!(errors[0], r#"info string error: go: "xb4b5": move 1 is not legal"#);
    assert_eq!(errors[1], r#"info string error: position: "0000": move 2 is not legal"#);
    assert_eq!(errors.len(), 2, "{text}");
}

#[test]
fn every_seat_has_points_and_a_clock() {
    let text = replies(
        hasty,
        "position variant modern6-2v2v2 startpos moves d4d5\noutcome\n\
         go time 900 inc 9,9\ngo time 900,900 inc 9\ngo time 900,900\n\
         position variant modern3 fen 24/24/24/2aK5bK15 b ab - m 99 60\noutcome\n\
         position fen 24/24/24/2aK5bK15 b ab - m 100 60\noutcome\n\
         position fen 24/24/24/2aK21 a a - m 0 9\noutcome\nlegal\n",
    );
    let outcomes: Vec<_> = text.lines().filter(|line| line.starts_with("outcome")).collect();
    let expected = [
        "outcome ongoing",
        "outcome ongoing",
        "outcome fifty-moves 50 50 0",
        "outcome last-king 100 0 0",
    ];
    assert_eq!(outcomes, expected, "{text}");
    let short = r#"error: go: "time": fewer than 2 numbers, and seat 2 is to move"#;
    assert!(text.contains(short) && text.contains(r#"error: go: "inc": fewer than 2"#), "{text}");
    assert_eq!(text.matches("bestmove").count(), 1, "{text}");
}

#[test]
fn mercy_warns_before_moves_and_changes_none() {
    // The king on a3 steps before the rook's line along ring b, or onto it.
    const RISKY: &str = "position variant modern3 fen 24/24/7bR16/2aK10bK6cK3 a abc - m 0 1";
    let warned = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("info string selfcheck"));
        lines.map(String::from).collect()
    };
    assert_eq!(warned(&replies(hasty, &format!("{RISKY}\ngo depth 1\n"))), [""; 0]);
    let text = replies(
        hasty,
        &format!(
            "setoption name Mercy value true\nposition startpos\n{RISKY}\nlegal\ngo depth 1\n\
             position fen 24/24/7bR16/2aK10bK10 a ab - m 0 1\nposition fen nonsense\n"
        ),
    );
    let warning = "info string selfcheck a3b2 a3b3 a3b4";
    assert_eq!(warned(&text), [warning, warning, "info string selfcheck"], "{text}");
    assert!(text.contains("\nlegal a3a2 a3b2 a3b3 a3a4 a3b4\n"), "{text}");
    let place = text.rfind(warning).expect("it warns");
    assert!(text[place..].contains("info string thinking\nbestmove a3b4\n"), "{text}");
}

#[test]
fn what_becomes_of_team_players_is_an_option() {
    let text = replies(
        hasty,
        "position variant modern4-2v2 startpos moves d4d5\nd\n\
         setoption name TeamKingLoss value eliminate\nd\n\
         setoption name UCI_Variant value modern4-2v2\n\
         setoption name TeamKingLoss value continue\nd\n",
    );
    let rules = |line: &str| line.split(' ').rev().nth(2).expect("a position string").to_string();
    let fens: Vec<_> = text.lines().filter(|line| line.starts_with("Fen: ")).collect();
    assert_eq!(fens.iter().map(|fen| rules(fen)).collect::<Vec<_>>(), ["m", "mf", "m"], "{text}");
    assert!(fens[1].contains(" b abcd ac.bd mf 0 1") || fens[1].contains(" b abcd ac.bd mf 1 1"));
    let told: Vec<_> = text.lines().filter(|line| line.contains("variant modern4-2v2")).collect();
    assert_eq!(told.iter().map(|line| rules(line)).collect::<Vec<_>>(), ["m", "mf"], "{text}");
}

#[test]
fn searches_of_many_sides_tell_shares() {
    for mode in ["auto", "paranoid", "brs+", "maxn"] {
        let text = replies(
            thinker,
            &format!(
                "setoption name MultiSearch value {mode}\nsetoption name UCI_ShowWDL value true\n\
                 setoption name MultiPV value 2\n\
                 position variant byzantine3 {THREE}\ngo depth 3\n"
            ),
        );
        let lines: Vec<_> = text.lines().collect();
        let mut told = 0;
        for (line, next) in lines.iter().zip(&lines[1..]) {
            if !line.contains(" multipv 1 ") {
                continue;
            }
            let words =
                next.strip_prefix("info string shares ").unwrap_or_else(|| panic!("{text}"));
            let words: Vec<_> = words.split(' ').collect();
            assert_eq!([words[0], words[2], words[4]], ["a", "b", "c"]);
            let parts = words.iter().skip(1).step_by(2).map(|part| part.parse::<u16>());
            assert_eq!(parts.map(|part| part.expect("a number")).sum::<u16>(), 1000, "{text}");
            told += 1;
        }
        assert!(told >= 3 && text.matches("info string shares ").count() == told, "{text}");
        assert!(!text.contains(" wdl ") && !text.contains("error"), "{text}");
    }
}

#[test]
fn shares_are_those_at_the_end_of_the_line() {
    // The rook takes one of two rivals; team mates have the same share.
    let text = replies(
        thinker,
        "position variant modern3 fen 24/24/24/2aK5aR2bK7cK4 a abc - m 0 1\n\
         go depth 1 searchmoves a9a12\n\
         position variant modern6-2v2v2 startpos\ngo depth 1\n\
         position variant modern4-2v2 startpos\nsetoption name UCI_ShowWDL value true\ngo depth 1\n",
    );
    let shares: Vec<_> = text.lines().filter(|line| line.contains(" shares ")).collect();
    assert!(shares[0].contains(" b 0 "), "{text}");
    let teams: Vec<_> = shares.last().expect("told").split(' ').skip(4).step_by(2).collect();
    assert_eq!(teams[..3], teams[3..], "{text}");
    let two_sides = text.rfind("variant modern4-2v2").expect("announced");
    assert!(text[two_sides..].contains(" wdl ") && !text[two_sides..].contains(" shares "));
}

#[test]
fn a_game_that_is_over_has_a_score_and_no_move() {
    let text = replies(
        thinker,
        "position variant modern3 fen 24/24/24/2aK21 a a - m 0 9\ngo depth 3\n\
         position fen cQ23/cQ23/cQ23/aK8cK14 a ac - m 0 9\noutcome\ngo depth 3\n",
    );
    // The one who is left has won; zero is a mate suffered.
    let answers = "info depth 0 score mate 1\nbestmove (none)\n\
        outcome checkmate 0 0 100\ninfo depth 0 score mate 0\nbestmove (none)\n";
    assert!(text.ends_with(answers), "{text}");
}

#[test]
fn evaluations_of_many_seats_are_tables() {
    let text = replies(thinker, &format!("position variant byzantine3 {THREE}\neval\n"));
    assert!(text.contains("\nseat | pawns "), "{text}");
    for seat in ["a    |", "b    |", "c    |"] {
        assert_eq!(text.matches(&format!("\n{seat}")).count(), 1, "{text}");
    }
    assert!(text.trim_end().ends_with("cp; shares in permille"), "{text}");
}
