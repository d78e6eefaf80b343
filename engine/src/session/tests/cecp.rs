//! Conversations in XBoard's protocol.

use super::*;

/// Returns a conversation that has begun.
fn conversation(factory: EngineFactory) -> Conversation {
    let conversation = Conversation::with(factory);
    conversation.send("xboard\nprotover 2");
    conversation.replies.wait("feature done=1", 1);
    conversation
}

#[test]
fn no_move_of_another_game_is_sent_after_a_refused_position() {
    let conversation = conversation(instant);
    conversation.send("new\nforce\nusermove e2e4\nsetboard 4k3/8/8/8/8/8/8/8 w - - 0 1");
    conversation.send("go\nusermove e7e5\nhint\nundo\nanalyze\nexit\nping 1");
    conversation.replies.wait("pong 1", 1);
    let text = conversation.replies.text();
    assert!(text.contains("tellusererror Illegal position: "), "{text}");
    assert!(!text.contains("\nmove ") && !text.contains("Hint: "), "{text}");
    conversation.send("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1\ngo");
    conversation.replies.wait("\nmove ", 1);
}

#[test]
fn positions_are_edited_behind_a_search() {
    let conversation = conversation(slow);
    conversation
        .send("new\nanalyze\nedit\n#\nKe1\nRa1\nc\nKe8\n.\nexit\nforce\nusermove a1a8\nping 1");
    conversation.replies.wait("pong 1", 1);
    let text = conversation.replies.text();
    assert!(!text.contains("Error") && !text.contains("Illegal"), "{text}");
}

#[test]
fn the_first_word_decides() {
    assert!(replies(instant, "xboard\nprotover 2\n").starts_with("feature done=0\n"));
    let text = replies(instant, "isready\nxboard\n");
    assert!(text.starts_with("readyok\n") && text.contains("unknown command"), "{text}");
    let printed = |protocol, script: &str| {
        let replies = Replies::default();
        let session = Session::with_engines(replies.clone(), instant).expect("a small table");
        session.with_protocol(protocol).run(Cursor::new(script.to_string()));
        replies.text()
    };
    assert_eq!(printed(Protocol::Xboard, "ping 1\n"), "pong 1\n");
    assert!(printed(Protocol::Uci, "xboard\n").contains("unknown command"));
}

#[test]
fn the_engine_answers_moves_and_leaves_force_mode() {
    let conversation = conversation(instant);
    conversation.send("new\nusermove e2e4");
    conversation.replies.wait("move ", 1);
    conversation.send("force\nusermove e4e6\nusermove d2d4\nping 1");
    conversation.replies.wait("pong 1", 1);
    assert!(conversation.replies.text().contains("Illegal move (not legal here): e4e6"));
    assert_eq!(conversation.replies.count("\nmove "), 1);
    conversation.send("go");
    conversation.replies.wait("\nmove ", 2);
    conversation.send("force\nundo\nundo\nundo\nundo\nundo\nping 2");
    conversation.replies.wait("pong 2", 1);
    conversation.replies.wait("Error (undo: 0 moves have been played): undo", 1);
    conversation.end();
}

#[test]
fn ping_waits_for_the_move_and_other_commands_end_the_search() {
    let conversation = conversation(slow);
    conversation.send("new\nsd 3\nst 100\nusermove e2e4\nping 1");
    conversation.replies.wait("pong 1", 1);
    let text = conversation.replies.text();
    assert!(text.find("move ") < text.find("pong 1"), "{text}");
    conversation.send("sd 100000\nusermove d2d4\nforce\nping 2");
    conversation.replies.wait("pong 2", 1);
    assert_eq!(conversation.replies.count("\nmove "), 1, "what force ends is dropped");
    conversation.send("go\n?");
    conversation.replies.wait("\nmove ", 2);
    conversation.end();
}

#[test]
fn one_question_mark_ends_all_thinking_that_came_before_it() {
    let conversation = conversation(slow);
    conversation.send("new\nsd 100000\nst 1000\nusermove e2e4\nping 1\nusermove d2d4\nping 2\n?");
    conversation.replies.wait("pong 2", 1);
    assert_eq!(conversation.replies.count("\nmove "), 2);
    conversation.send("usermove g1f3\nforce\ngo\n?\nping 3");
    conversation.replies.wait("pong 3", 1);
    assert_eq!(conversation.replies.count("\nmove "), 3);
    // It does not end analysis.
    conversation.send("sd 100000\nanalyze\n?\nping 4");
    conversation.replies.wait("pong 4", 1);
    conversation.send(".\nexit\nping 5");
    conversation.replies.wait("pong 5", 1);
    assert_eq!(conversation.replies.count("\nmove "), 3);
    conversation.end();
}

#[test]
fn analysis_follows_the_position() {
    let conversation = conversation(slow);
    conversation.send("analyze\nusermove e2e4\nundo\nusermove d2d4\nping 1\nexit\nping 2");
    conversation.replies.wait("pong 2", 1);
    assert_eq!(conversation.replies.count("move "), 0);
    conversation.end();
}

#[test]
fn results_are_told_with_reasons() {
    let conversation = conversation(instant);
    conversation.send("force\nsetboard 8/8/8/8/8/8/8/8 w - - 0 1");
    let fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
    conversation.send(&format!("force\nsetboard {fools}\nplayother\nusermove d8h4\nping 2"));
    conversation.replies.wait("pong 2", 1);
    conversation.replies.wait("0-1 {Checkmate: Black wins}", 1);
    conversation.replies.wait("tellusererror Illegal position", 1);
    conversation.end();
}

#[test]
fn only_moves_are_thought_about_that_the_opponent_takes_for_what_they_are() {
    let conversation = conversation(|| {
        Box::new(FakeEngine(|_, limits, _| SearchResult {
            best: limits.search_moves.last().cloned(),
            ..SearchResult::default()
        }))
    });
    let promotes = "1k5/3P3/2***2/2***2/2***2/7/2K4 w - - 0 1";
    conversation.send(&format!("new\nvariant rollerball\nforce\nsetboard {promotes}\ngo"));
    conversation.replies.wait("move d6e7\n", 1);
    conversation.end();
}

#[test]
fn games_of_more_than_two_are_refused_with_a_sentence() {
    let stands = "7/7/2***2/2***2/2***2/3K3/3k3 w - - 0 1";
    let conversation = conversation(instant);
    conversation.send(&format!("new\nvariant rollerball\nforce\nsetboard {stands}\nping 1"));
    conversation.replies.wait("pong 1", 1);
    assert_eq!(conversation.replies.count("setup ("), 1);
    conversation.send("variant modern4\nvariant nonsense\nping 2");
    conversation.replies.wait("pong 2", 1);
    let text = conversation.end();
    assert!(text.contains("tellusererror modern4 is for 4 players"), "{text}");
    assert!(text.contains("Error (variant: \"nonsense\": unknown variant): variant nonsense"));
}

#[test]
fn who_has_lost_a_game_that_xboard_does_not_know_says_so_at_once() {
    let conversation = conversation(instant);
    let mate_in_one = "11k/QR10/12/12/12/12/12/12/12/K11 w - - 0 1";
    conversation.send("new\nvariant ordinary-nocheckers\nforce");
    conversation.send(&format!("setboard {mate_in_one}\nplayother\nusermove a8a9\nping 1"));
    conversation.replies.wait("1-0 {Checkmate: White wins}\n", 1);
    conversation.end();
}

#[test]
fn positions_can_be_edited() {
    let conversation = conversation(instant);
    conversation.send(
        "new\nforce\nedit\n#\nKe1\nRa1\nc\nKe8\nxa1\nPa2\n.\nusermove e1e2\nusermove a2a1q\nping 1",
    );
    conversation.replies.wait("pong 1", 1);
    let text = conversation.end();
    assert!(!text.contains("llegal") && !text.contains("Error"), "{text}");
}

#[test]
fn nothing_that_interfaces_send_ends_the_session() {
    let script = "hint\nbk\n.\nhard\neasy\npost\nnopost\ndraw\nresult 1-0 {x}\nrating 1 2\nname x\n\
                  computer\nmemory 8\ncores 1\noption Skill Level=3\nlift a1\nhover z9\nput q\n\
                  remove\nlevel\nusermove zz\nxyzzy\nvariant\nedit\nnonsense\n.\nping 9\n";
    let text = replies(instant, &format!("xboard\n{script}"));
    assert!(text.contains("pong 9") && text.contains("Error (unknown command): xyzzy"), "{text}");
    assert!(text.contains("highlight "), "{text}");
}
