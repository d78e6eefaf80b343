//! Conversations, with thinkers that behave, dawdle, cheat and panic.

use std::io::{self, BufReader, Cursor, Read};
use std::sync::Mutex;
use std::sync::mpsc;
use std::thread::JoinHandle;

use rotunda_movegen::{AnyGame, Family};
use rotunda_search::{
    Control, Event as Told, Limits, Settings, SetupError, Table, Thinker, Verdict,
};

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
type Trick = fn(&dyn AnyGame, &Limits, &Control) -> Verdict;

/// A thinker that sets up positions like the real one, and plays a trick.
struct StandIn(Box<dyn Thinker>, Trick);

impl Thinker for StandIn {
    fn game(&self) -> &dyn AnyGame {
        self.0.game()
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), SetupError> {
        self.0.set_up(fen, moves)
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn think(
        &mut self,
        _: &Table,
        _: &Settings,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(Told) + Send),
    ) -> Verdict {
        report(Told::Note("thinking".into()));
        self.1(self.0.game(), limits, control)
    }

    fn explain(&self) -> String {
        panic!("nothing to explain")
    }
}

fn last(game: &dyn AnyGame) -> Verdict {
    Verdict { best: game.legal().pop(), ..Verdict::default() }
}

/// Answers at once, whatever the limits.
fn hasty(family: Family) -> Box<dyn Thinker> {
    Box::new(StandIn(thinker(family), |game, _, _| last(game)))
}

/// Thinks a tenth of a second a ply, or until it is stopped.
fn dawdler(family: Family) -> Box<dyn Thinker> {
    Box::new(StandIn(thinker(family), |game, limits, control| {
        let begin = Instant::now();
        let time = Duration::from_millis(100) * limits.depth.unwrap_or(u32::MAX);
        while !control.is_stopped() && begin.elapsed() < time {
            std::thread::sleep(Duration::from_millis(1));
        }
        last(game)
    }))
}

fn cheat(family: Family) -> Box<dyn Thinker> {
    let play = move |_: &dyn AnyGame, _: &Limits, _: &Control| Verdict {
        best: Some("e1e8".to_string()),
        ponder: Some("a1a1".to_string()),
        ..Verdict::default()
    };
    Box::new(StandIn(thinker(family), play))
}

fn panicker(family: Family) -> Box<dyn Thinker> {
    Box::new(StandIn(thinker(family), |_, _, _| panic!("out of\nideas")))
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
