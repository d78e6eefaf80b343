//! Files whose nonsense an earlier version accepted in silence: now they are refused, or the check
//! names it.

use super::texts::{KING, QUEEN, checked, counts, file, from, refusal, variant};

#[test]
fn the_letter_of_a_lap_means_one_thing() {
    let rook = "{ letter = \"R\", moves = \"R\" }";
    let castling = "{ right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1 g1\" }";
    let lap = |letter: &str, line: &str| {
        format!("{{ seat = \"white\", letter = \"{letter}\", goal = \"d4\"{line} }}")
    };
    let line = ", before = \"e1\", after = \"f1\"";
    let with = |castlings: &str, laps: &str| {
        let more = format!("castling = [ {castlings} ]\nlap = [ {laps} ]");
        file("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", &[rook], &more)
    };
    for (castlings, laps) in [
        (castling.to_owned(), lap("K", line)),
        (castling.to_owned(), lap("k", line)),
        (castling.to_owned(), format!("{}, {}", lap("L", line), lap("L", line))),
    ] {
        let reason = refusal(&with(&castlings, &laps));
        assert!(reason.contains("has a second meaning"), "{reason}");
    }
    for (castlings, laps) in
        [(castling, lap("K", "")), ("", format!("{}, {}", lap("L", line), lap("L", "")))]
    {
        let reason = refusal(&with(castlings, &laps));
        assert!(reason.contains("has a second meaning"), "{reason}");
    }
    variant(&with(castling, &format!("{}, {}", lap("L", ""), lap("L", ""))));
}

#[test]
fn royal_nonsense_is_refused() {
    let start = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let pawn = "{ letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\", becomes = \"K\" }";
    assert!(refusal(&file(start, &[pawn], "")).contains("a piece cannot become a king"));
    let changing =
        "{ letter = \"P\", moves = \"mfW\", changes = { leaving = \"a7\", into = \"K\" } }";
    assert!(refusal(&file(start, &[changing], "")).contains("a piece cannot change into a king"));
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (more, message) in [
        ("pawn = true", "a king is no pawn"),
        ("promotes_on = \"a8\"", "a king promotes nowhere"),
        ("becomes = \"Q\"", "a king promotes nowhere"),
        ("double = \"e1\"", "a king has no start steps"),
        ("changes = { leaving = \"e1\", into = \"Q\" }", "a king changes into nothing"),
        ("within = \"a1-c3\"", "outside its 'within'"),
        ("within = \"\"", "'within' names no cell"),
        ("jumps = true", "a king does not jump in series"),
    ] {
        let text =
            file(kings, &[QUEEN], "").replace("royal = true", &format!("royal = true, {more}"));
        assert!(refusal(&text).contains(message), "{more}: {}", refusal(&text));
    }
}

#[test]
fn keys_that_change_nothing_are_named() {
    let start = "4k3/8/8/8/8/8/PN6/4K3 w - - 0 1";
    for (piece, keys) in [
        ("letter = \"P\", pawn = true, moves = \"fK\", double = \"a2-h2\"", &["double"][..]),
        (
            "letter = \"P\", moves = \"mfWcfF\", double = \"a2-h2\", en_passant = true",
            &["double", "en_passant"],
        ),
        (
            "letter = \"P\", pawn = true, moves = \"mfWcfF\", start = { cells = \"a8\", most = 3 }",
            &["start"],
        ),
        (
            "letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\", becomes = \"N\", supply = [1], declines_on = \"a8\"",
            &[],
        ),
        (
            "letter = \"P\", moves = \"W\", promotes_on = \"a8\", declines_on = \"a8\"",
            &["promotes_on", "declines_on"],
        ),
        ("letter = \"P\", moves = \"W\", closed = \"\", within = \"a1-h8\"", &["closed", "within"]),
        ("letter = \"P\", moves = \"W\", becomes = \"N\", supply = [1]", &["becomes", "supply"]),
    ] {
        let knight = "{ letter = \"N\", moves = \"N\" }";
        let text = file(start, &[&format!("{{ {piece} }}"), knight], "");
        let findings = checked(&text).findings();
        let named: Vec<&str> = findings
            .iter()
            .filter_map(|line| line.strip_prefix("P: the key '")?.strip_suffix("' changes nothing"))
            .collect();
        assert_eq!(named, keys, "{piece}: {findings:?}");
    }
}

#[test]
fn a_side_whose_pieces_become_nothing_is_named() {
    let start = "4k3/8/8/8/8/8/P7/4K3 w - - 0 1";
    let rook = "{ letter = \"R\", moves = \"R\" }";
    let named = |keys: &str| {
        let pawn = format!(
            "{{ letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\", {keys} }}"
        );
        let findings = checked(&file(start, &[&pawn, rook], "")).findings();
        findings.into_iter().filter(|line| line.contains("becomes nothing")).collect::<Vec<_>>()
    };
    let white = ["White's P becomes nothing where it promotes"];
    assert_eq!(named("becomes = { white = \"\", black = \"R\" }"), white);
    assert_eq!(named("becomes = \"R\"").len(), 0);
    let closed =
        "becomes = { white = \"\", black = \"R\" }, closed = { white = \"a8-h8\", black = \"\" }";
    assert_eq!(named(closed).len(), 0);
}

#[test]
fn cells_that_are_not_mirrored_are_named() {
    let start = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
    let named = |rook: &str, king: &str| {
        let rook = format!("{{ letter = \"R\", moves = \"R\"{rook} }}");
        let text = file(start, &[&rook, QUEEN], "");
        let findings =
            checked(&text.replace("royal = true", &format!("royal = true{king}"))).findings();
        findings.into_iter().filter(|line| line.contains("as written")).collect::<Vec<_>>()
    };
    let leaving =
        |cells: &str| named(&format!(", changes = {{ leaving = \"{cells}\", into = \"Q\" }}"), "");
    assert_eq!(leaving("a1-h1"), ["R: the cells of 'leaving' hold for both sides as written"]);
    assert_eq!(leaving("a4-h5").len(), 0);
    let regions = |cells: &str| named("", &format!(", regions = [{cells}]"));
    assert_eq!(regions("\"a1-h4\""), ["K: the cells of 'regions' hold for both sides as written"]);
    assert_eq!(regions("\"a1-h4\", \"a5-h8\"").len(), 0);
}

#[test]
fn a_hole_has_no_mirror_image() {
    let board = |text: String| text.replace("ranks = 8 }", "ranks = 8, holes = \"f1\" }");
    let rook = |closed: &str| {
        let rook = format!("{{ letter = \"R\", moves = \"R\", closed = {closed} }}");
        board(file("3rk3/8/8/8/8/8/8/3RK*2 w - - 0 1", &[&rook], ""))
    };
    for (cells, cell) in [("f8", "f8"), ("a8-h8", "f8")] {
        let found = refusal(&rook(&format!("\"{cells}\"")));
        let reason =
            format!("{cell} mirrored for \"black\" is no cell: name the cells of each seat");
        assert!(found.contains(&reason), "{cells}: {found}");
    }
    // White's rook may not go to f8, and Black's may.
    let named = variant(&rook("{ white = \"f8\", black = \"\" }"));
    let black = named.game_from(Some("4k2r/8/8/8/8/8/8/3RK*2 b - - 0 1")).expect("a position");
    assert!(from(&black, "h8").contains(&"h8f8".to_owned()));
    let white = named.game_from(Some("7R/k7/8/8/8/8/8/3RK*2 w - - 0 1"));
    assert!(!from(&white.expect("a position"), "h8").contains(&"h8f8".to_owned()));
    variant(&rook("\"a8 h8\""));
    let hexagon = "[[game]]\nname = \"test\"\nstart = \"**k**/*4/5/4*/*1K2 w - - 0 1\"\n\
        board = { shape = \"hex\", size = 3, holes = \"a1\" }\n\
        piece = [ { letter = \"R\", moves = \"R\", closed = \"a3\" }, \
        { letter = \"K\", moves = \"K\", royal = true } ]\n";
    assert!(refusal(hexagon).contains("a3 mirrored for \"black\" is no cell"));
}

#[test]
fn black_lacks_a_castling_that_needs_a_hole() {
    let castling =
        "castling = [ { right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1 g1\" } ]";
    let rook = "{ letter = \"R\", moves = \"R\" }";
    let text = file("4k1*r/8/8/8/8/8/8/4K2R w K - 0 1", &[rook], castling);
    let text = text.replace("ranks = 8 }", "ranks = 8, holes = \"g8\" }");
    assert!(from(&variant(&text).game(), "e1").contains(&"e1g1".to_owned()));
    let game = checked(&text);
    assert_eq!(game.data().spec.castlings.len(), 1);
    let findings = game.findings();
    let expected = "Black does not castle by k, since a cell of it is a hole";
    assert!(findings.contains(&expected.to_owned()), "{findings:?}");
}

#[test]
fn start_steps_repeat_no_leap_where_leaps_are_walks() {
    let disc = |pawn: &str| {
        format!(
            "[[game]]\nname = \"test\"\nstart = \"4k4/9/9/9/9/9/4P4/4K4 w - - 0 1\"\n\
             board = {{ shape = \"disc\", files = 9, ranks = 8 }}\n\
             piece = [ {KING}, {{ letter = \"P\", pawn = true, {pawn} }} ]\n"
        )
    };
    let links: String = (0..9)
        .flat_map(|index| {
            [("n", 0, 1), ("e", 1, 0), ("s", 0, -1), ("w", -1, 0)].map(|it| (index, it))
        })
        .filter_map(|(index, (heading, x, y))| {
            let (file, rank) = (index % 3 + x, index / 3 + y);
            let name =
                |file: i32, rank: i32| format!("{}{}", ["a", "b", "c"][file as usize], rank + 1);
            let is_there = (0..3).contains(&file) && (0..3).contains(&rank);
            is_there.then(|| {
                format!("\"{} {heading} {}\", ", name(index % 3, index / 3), name(file, rank))
            })
        })
        .collect();
    let graph = |pawn: &str| {
        format!(
            "[[game]]\nname = \"test\"\nstart = \"k2/P2/2K w - - 0 1\"\n\
             board = {{ shape = \"graph\", files = 3, ranks = 3, orthogonal = \"n e s w\", \
             black = {{ n = \"s\", s = \"n\", e = \"w\", w = \"e\" }}, links = [ {links} ] }}\n\
             piece = [ {KING}, {{ letter = \"P\", pawn = true, {pawn} }} ]\n"
        )
    };
    for moves in ["mN", "mfD"] {
        for start in ["double = \"a2-c2\"", "start = { cells = \"a2\", most = 3 }"] {
            for text in [
                disc(&format!("moves = \"{moves}\", {start}")),
                graph(&format!("moves = \"{moves}\", {start}")),
            ] {
                let found = refusal(&text);
                assert!(found.contains("cannot repeat a quiet leap"), "{moves}: {found}");
            }
        }
        variant(&disc(&format!("moves = \"{moves}\"")));
        variant(&graph(&format!("moves = \"{moves}\"")));
    }
    variant(&disc("moves = \"mfWcN\", double = \"a2-i2\""));
    variant(&graph("moves = \"mfWcN\", double = \"a2\""));
}

#[test]
fn a_kind_that_jumps_is_the_only_one_and_its_jumps_can_be_told() {
    let start = "4k3/q7/8/8/8/8/Q7/4K3 w - - 0 1";
    let other = "{ letter = \"R\", moves = \"mW\" }";
    for (keys, message) in [
        ("moves = \"Q\"", "no other move of it may go an even number"),
        ("moves = \"mWD\"", "no other move of it may go an even number"),
        ("moves = \"mW\", pawn = true, double = \"a2\"", "no other move of it may go"),
        ("moves = \"mW\", within = \"a1-b8\"", "has no 'within'"),
        (
            "moves = \"mW\", changes = { leaving = \"a2\", into = \"R\" }",
            "can neither promote nor change",
        ),
    ] {
        let piece = format!("{{ letter = \"Q\", jumps = true, {keys} }}");
        let found = refusal(&file(start, &[&piece, other], ""));
        assert!(found.contains(message), "{keys}: {found}");
    }
    let jumping = "{ letter = \"Q\", moves = \"mWN\", jumps = true }";
    let second = "{ letter = \"R\", moves = \"mW\", jumps = true }";
    assert!(refusal(&file(start, &[jumping, second], "")).contains("and so does another"));
    let round = file(start, &[jumping, other], "").replace("rectangle", "cylinder");
    assert!(refusal(&round).contains("on a rectangle alone"));
    let game = variant(&file(start, &[jumping, other], "")).game();
    assert_eq!(from(&game, "a2"), ["a2a1", "a2a3", "a2b2", "a2b4", "a2c1", "a2c3"]);
}

#[test]
fn values_that_would_be_ignored_are_refused_or_named() {
    let start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let knight = "{ letter = \"N\", moves = \"N\" }";
    let bishop = "{ letter = \"B\", moves = \"B\" }";
    let lap = "before = \"e7\", after = \"e8\", goal = \"a8\"";
    for (keys, message) in [
        ("dead = { one_colour = \"BN\" }", "one kind alone counts"),
        ("dead = { lone = \"\" }", "letters of pieces beside the king"),
        ("dead = { lone = \"NK\" }", "letters of pieces beside the king"),
        (
            &*format!("lap = [ {{ seat = \"white\", letter = \"-\", {lap} }} ]"),
            "'-' is no letter for a lap",
        ),
    ] {
        let found = refusal(&file(start, &[knight, bishop], keys));
        assert!(found.contains(message), "{keys}: {found}");
    }
    let regions = "{ letter = \"R\", moves = \"R\", regions = [\"a1-h4\"] }";
    assert!(refusal(&file(start, &[regions], "")).contains("only a king has regions"));
    let still = "{ letter = \"R\", moves = [ { paths = { a1 = [\"a2\"] }, from = \"b1\" } ] }";
    let findings = checked(&file(start, &[still], "")).findings();
    assert!(findings.contains(&"R has no moves".to_owned()), "{findings:?}");
}

#[test]
fn fields_without_room_for_the_rules_are_named() {
    let pawn =
        "letter = \"P\", pawn = true, moves = \"mfWcfF\", double = \"a2-h2\", en_passant = true";
    let castling =
        "castling = [ { right = \"K\", king = \"e1 g1\", rook = \"h1 f1\", safe = \"f1\" } ]";
    let rook = "{ letter = \"R\", moves = \"R\" }";
    let keys = format!("{castling}\nfields = [\"board\", \"turn\"]");
    let pieces = [&*format!("{{ {pawn} }}"), rook];
    let findings = checked(&file("4k2r/p7/8/8/8/8/P7/4K2R w", &pieces, &keys)).findings();
    let expected = [
        "nobody castles, since 'fields' has no flags for the rights",
        "'fields' has no en-passant for the pawns that can be taken so",
    ];
    assert_eq!(findings[..2], expected);
    let start = "4k2r/p7/8/8/8/8/P7/4K2R w Kk - 0 1";
    let findings = checked(&file(start, &pieces, castling)).findings();
    assert!(findings.iter().all(|line| !line.contains("'fields'")), "{findings:?}");
}

#[test]
fn pieces_outside_their_cells_and_supplies_of_none_are_named() {
    let start = "4k3/p7/8/8/8/8/PN6/4K3 w - - 0 1";
    let keys = "letter = \"P\", pawn = true, moves = \"mfWcfF\", promotes_on = \"a8-h8\"";
    for (pawn, knight, finding) in [
        ("", ", within = \"a3-h8\"", Some("N begins outside its 'within' on b2")),
        ("", ", within = \"b1-h8\"", None),
        (", within = \"b1-h8\"", "", Some("P begins outside its 'within' on a2 a7")),
        (", becomes = \"N\", supply = [0]", "", Some("P never becomes N, whose supply is 0")),
        (", becomes = \"N\", supply = [1]", "", None),
    ] {
        let pawn = format!("{{ {keys}{pawn} }}");
        let knight = format!("{{ letter = \"N\", moves = \"N\"{knight} }}");
        let findings = checked(&file(start, &[&pawn, &knight], "")).findings();
        let is_about =
            |line: &&String| line.contains("'within'") || line.contains("whose supply is 0");
        let named = findings.iter().find(is_about).map(String::as_str);
        assert_eq!(named, finding, "{findings:?}");
    }
}

#[test]
fn no_position_has_more_moves_than_the_check_says() {
    let others =
        "ABCDEFG".chars().map(|letter| format!("{{ letter = \"{letter}\", moves = \"W\" }}"));
    let others: Vec<String> = others.collect();
    let pawn = "{ letter = \"P\", pawn = true, moves = \"fK\", promotes_on = \"a3-h8\", declines_on = \"a3-h7\", becomes = \"ABCDEFG\" }";
    let mut pieces: Vec<&str> = others.iter().map(String::as_str).collect();
    pieces.push(pawn);
    let text = file("k7/8/8/8/P1P1P1P1/8/P1P1P1P1/7K w - - 0 1", &pieces, "");
    assert!(counts(variant(&text), 1)[0] as usize <= checked(&text).most_moves());
}

#[test]
fn starts_and_names_that_cannot_be_are_found() {
    let lap = "lap = [ { seat = \"black\", letter = \"h\", goal = \"e8\" } ]";
    let findings = checked(&file("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[], lap)).findings();
    assert!(
        findings.contains(&"Black's king begins on e8, a goal of its race".to_owned()),
        "{findings:?}"
    );
    let two = file("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[], "");
    assert!(
        refusal(&(two.clone() + &two)).contains("two games of the file have the name \"test\"")
    );
    let title = two.replace("name = \"test\"", "name = \"test\"\ntitle = \"T\\nuciok\"");
    assert!(refusal(&title).contains("the control character '\\n'"), "{}", refusal(&title));
}
