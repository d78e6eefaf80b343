//! The examples of this crate.

#[path = "../examples/chat_bot.rs"]
#[expect(dead_code, reason = "the example has a main of its own")]
mod chat_bot;
#[path = "../examples/variant_author.rs"]
#[expect(dead_code, reason = "the example has a main of its own")]
mod variant_author;

#[test]
fn the_bot_plays_a_game_in_each_channel() {
    let mut bot = chat_bot::Bot::default();
    let mut say = |channel: &str, message: &str| {
        bot.answer(channel, message).unwrap_or_else(|error| error.to_string())
    };
    assert_eq!(say("a", "e4"), "there is no game here; say 'new chess'");
    assert!(say("a", "new gess").contains("no variant is called"));
    assert_eq!(say("a", "new chess"), "Chess: your move.");
    assert_eq!(say("b", "new rollerball"), "Rollerball: your move.");
    assert!(say("a", "e5").contains("\"e5\" is not legal"));
    let reply = say("a", "e4");
    assert!(reply.len() <= 5 && !reply.contains("legal"), "a move in SAN: {reply}");
    assert!(say("b", "c2b3").contains(|letter: char| letter.is_ascii_digit()));
    assert!(say("b", "board").starts_with("<svg"));
}

#[test]
fn the_author_of_a_variant_sees_what_the_rules_come_to() {
    let text = "[[game]]\nname = \"rooks\"\nstart = \"r1k1r/5/5/5/R1K1R w - - 0 1\"\n\
                board = { shape = \"cylinder\", files = 5, ranks = 5 }\n\
                piece = [{ letter = \"R\", moves = \"R\" }, { letter = \"K\", moves = \"K\", royal = true }]\n";
    let review = variant_author::review("rooks.toml", text).expect("a game");
    assert!(review.contains("25 cells") && review.contains("perft 1: 15\n"), "{review}");
    assert!(review.contains("a game against itself: after "), "{review}");
    let wrong = variant_author::review("rooks.toml", &text.replace("cylinder", "sphere"));
    assert!(wrong.expect_err("no such shape").to_string().contains("rooks.toml"));
}
