//! Searches, perft and the bench beside the conversation, and how they end.

use super::*;

#[test]
fn infinite_and_ponder_keep_their_move_for_themselves() {
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 9 btime 9", "ponderhit")] {
        let conversation = Conversation::with(instant);
        conversation.send(go);
        conversation.replies.wait("thinking", 1);
        conversation.send("isready\nlegal\nsetoption name MultiPV value 2");
        conversation.replies.wait("legal a2a3", 1);
        assert_eq!(conversation.replies.count("bestmove"), 0);
        conversation.send(end);
        conversation.replies.wait("bestmove", 1);
        let text = conversation.end();
        assert!(text.find("readyok") < text.find("bestmove"), "{text}");
        assert!(!text.contains("error"), "{text}");
    }
}

#[test]
fn commands_for_the_board_wait_for_a_search_with_a_limit() {
    let text =
        replies(slow, "go depth 3\nposition variant rollerball startpos\ngo depth 1\nlegal\n");
    let order: Vec<_> = text.lines().filter(|line| !line.starts_with("legal")).collect();
    assert!(order[1].starts_with("bestmove ") && order[2].starts_with("info string variant "));
    assert!(order[4].starts_with("bestmove "), "{text}");
    assert_eq!(text.matches("bestmove").count(), 2);
    assert!(text.contains("legal c1b1 "), "{text}");
}

/// Sends commands as soon as the result of a perft is written, before its job has ended.
struct Prompt(Replies, Option<mpsc::Sender<Vec<u8>>>);

impl Write for Prompt {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.0.write(bytes)?;
        if self.0.count("Nodes searched") == 1
            && let Some(input) = self.1.take()
        {
            let commands = b"position variant rollerball startpos\nisready\n".to_vec();
            input.send(commands).expect("the session listens");
            // Time for the session to take them.
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn isready_after_a_count_waits_for_what_came_before_it() {
    let (sender, input) = mpsc::channel();
    sender.send(b"go perft 1\n".to_vec()).expect("it is open");
    let replies = Replies::default();
    let session = Session::new(Prompt(replies.clone(), Some(sender))).expect("a small table");
    session.run(BufReader::new(Pipe(input, Vec::new())));
    let text = replies.text();
    assert!(text.find("info string variant") < text.find("readyok"), "{text}");
}

#[test]
fn commands_for_the_board_stop_a_search_without_a_limit() {
    let conversation = Conversation::with(slow);
    conversation
        .send("go infinite\nposition startpos moves e2e4\ngo infinite\ngo ponder depth 3\ngo");
    conversation.replies.wait("bestmove", 3);
    conversation.send("stop");
    conversation.replies.wait("bestmove", 4);
    assert_eq!(conversation.end().matches("bestmove").count(), 4);
}

#[test]
fn stop_reaches_searches_that_have_not_begun() {
    let conversation = Conversation::with(slow);
    conversation.send("go depth 1000\nposition startpos\ngo depth 1000\nstop");
    conversation.replies.wait("bestmove", 2);
    assert_eq!(conversation.end().matches("bestmove").count(), 2);
}

#[test]
fn one_stop_ends_all_that_came_before_it() {
    let conversation = Conversation::with(slow);
    let orders = "go depth 1000\nposition startpos moves e2e4\n".repeat(4);
    conversation.send(&format!("{orders}go infinite\ngo perft 30\ngo depth 1000\nstop"));
    conversation.replies.wait("bestmove", 6);
    // What comes later is not stopped.
    conversation.send("go depth 2\nisready\ngo depth 3");
    let text = conversation.end();
    assert_eq!((text.matches("bestmove").count(), text.matches("perft stopped").count()), (8, 1));
    assert!(!text.contains("error"), "{text}");
}

#[test]
fn the_end_of_input_stops_only_what_would_not_end() {
    let begin = Instant::now();
    assert_eq!(replies(slow, "go depth 2").matches("bestmove").count(), 1);
    assert!(begin.elapsed() >= Duration::from_millis(200));
    for endless in ["go", "go infinite", "go ponder depth 1", "go ponder movetime 5"] {
        assert_eq!(replies(slow, endless).matches("bestmove").count(), 1, "{endless}");
    }
}

#[test]
fn quit_stops_at_once() {
    let begin = Instant::now();
    // Left alone, it would search for hours.
    let text = replies(slow, "go depth 100000\nquit\nuci\n");
    assert!(begin.elapsed() < SOON);
    assert!(text.ends_with('\n') && text.matches("bestmove").count() == 1, "{text}");
    assert!(!text.contains("uciok"));
}

#[test]
fn only_legal_moves_are_played() {
    let text = replies(cheating, "go depth 1\ngo depth 1 searchmoves e2e4\n");
    assert!(text.contains(r#"error: go: "e1e8": internal error"#), "{text}");
    let moves: Vec<_> = text.lines().filter(|line| line.starts_with("bestmove")).collect();
    assert!(moves.len() == 2 && moves[1] == "bestmove e2e4", "{text}");
    assert!(!text.contains("ponder"), "{text}");
}

#[test]
fn a_panic_is_reported_and_a_move_is_played() {
    let text = replies(panicking, "position startpos moves e2e4\ngo depth 1\ngo depth 1\nd\n");
    assert_eq!(text.matches("info string error: go: internal error: out of ideas\n").count(), 2);
    assert_eq!(
        text.matches("bestmove a7").count() + text.matches("bestmove b8").count(),
        2,
        "{text}"
    );
    let text = replies(panicking, "eval\nisready\n");
    let expected = "info string error: eval: internal error: nothing to explain\nreadyok\n";
    assert!(text == expected || text.starts_with("readyok"), "{text}");
}

#[test]
fn a_panic_in_an_infinite_search_waits_for_stop_too() {
    let conversation = Conversation::with(panicking);
    conversation.send("go infinite");
    conversation.replies.wait("internal error", 1);
    assert_eq!(conversation.replies.count("bestmove"), 0);
    conversation.send("stop");
    conversation.replies.wait("bestmove", 1);
    conversation.end();
}

/// Takes nothing from the first line on.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_reader_who_leaves_ends_the_session() {
    let (sender, input) = mpsc::channel();
    let session = Session::with_engines(Closed, slow).expect("a small table");
    sender.send(b"go infinite\n".to_vec()).expect("it listens");
    session.run(BufReader::new(Pipe(input, Vec::new())));
    drop(sender);
}

#[test]
fn perft_and_bench_run_beside_the_session() {
    let text = replies(instant, "go perft 4\nbench variant rollerball depth 1\nisready\n");
    assert!(text.contains("\ne2e4: 13160\n") && text.contains("\n\nNodes searched: 197281\n\n"));
    assert!(text.trim_end().ends_with(" nps"), "{text}");
    let conversation = Conversation::with(instant);
    conversation.send("go perft 30\nisready");
    conversation.replies.wait("readyok", 1);
    conversation.send("stop");
    conversation.replies.wait("perft stopped", 1);
    conversation.end();
}

/// Waits until the session has ended by itself.
fn ends(session: JoinHandle<()>) {
    let deadline = Instant::now() + SOON;
    while !session.is_finished() {
        assert!(Instant::now() < deadline, "the session goes on");
        std::thread::sleep(Duration::from_millis(1));
    }
    session.join().expect("the session does not panic");
}

/// A position where White has a single move and Black some forty, so that the tree is much larger
/// than its root looks.
const FORCED: &str = "position fen r3k2r/pppq1ppp/2n2n2/8/1b6/8/PPP2PPP/RNBQ1K1r w kq - 0 1";

#[test]
fn a_script_gets_its_counts_before_quit_and_the_end_of_input() {
    let counted = |text: &str| text.matches("Nodes searched: 197281").count();
    assert_eq!(counted(&replies(instant, "go perft 4\nquit\n")), 1);
    assert_eq!(counted(&replies(instant, "go perft 4\n")), 1);
    let text = replies(instant, "go perft 4\nd\ngo perft 4\nquit\nd\n");
    assert_eq!((counted(&text), text.matches("Fen: ").count()), (2, 1), "{text}");
    let text = replies(instant, "bench variant rollerball depth 2\nquit\n");
    assert!(text.trim_end().ends_with(" nps"), "{text}");
    // Line by line, with the end of the input right behind.
    let conversation = Conversation::with(instant);
    conversation.send("go perft 4");
    conversation.send("quit");
    assert_eq!(counted(&conversation.end()), 1);
}

#[test]
fn commands_with_a_word_too_many_are_answered_and_the_word_is_named() {
    let text = replies(instant, "isready now\ngo perft 2 quick\nquit now\nd\n");
    for name in ["isready", "go", "quit"] {
        assert!(text.contains(&format!("info string {name}: left out \"")), "{text}");
    }
    assert!(text.contains("\nreadyok\n") && text.contains("Nodes searched: 400"), "{text}");
    assert!(!text.contains("Fen: "), "{text}");
}

#[test]
fn quit_in_a_conversation_ends_perft_and_bench_at_once() {
    for count in [&format!("{FORCED}\ngo perft 20"), "bench depth 100"] {
        let conversation = Conversation::with(search_engine);
        conversation.send(count);
        conversation.send("isready");
        conversation.replies.wait("readyok", 1);
        conversation.send("quit");
        let Conversation { input, replies, session } = conversation;
        ends(session);
        assert!(replies.text().ends_with(" stopped\n"), "{}", replies.text());
        drop(input);
    }
}

#[test]
fn quit_ends_searches_and_leaves_out_those_that_wait() {
    let text = replies(slow, "go depth 1000\ngo perft 3\ngo depth 1000\nquit\n");
    assert!(text.contains("bestmove") && text.contains("\nNodes searched: 8902\n"), "{text}");
    assert_eq!(text.matches("thinking").count(), 1, "{text}");
}

#[test]
fn counts_end_when_nobody_gives_or_takes_a_line_any_more() {
    for count in [&format!("{FORCED}\ngo perft 20\n"), "bench depth 100\n"] {
        let session = Session::with_engines(Closed, search_engine).expect("a small table");
        let input = Cursor::new(count.to_string());
        ends(std::thread::spawn(move || session.run(input)));
    }
}

#[test]
fn stop_ends_a_perft_whose_root_has_one_move() {
    let conversation = Conversation::with(instant);
    conversation.send(&format!("{FORCED}\ngo perft 20\nisready"));
    conversation.replies.wait("readyok", 1);
    conversation.send("stop");
    conversation.replies.wait("perft stopped", 1);
    conversation.end();
}

#[test]
fn errors_come_in_the_order_of_the_commands() {
    let text = replies(slow, "go depth 1\nposition startpos\nposition nonsense\nlegal\n");
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("no {part} in {text}"));
    assert!(place("bestmove") < place("error: position") && place("error") < place("legal"));
}
