//! Kinds of moves, and moves of other positions.

use rotunda_movegen::{GameMoveKind, Variant};

fn kinds(variant: &str, fen: &str, texts: &[&str]) -> Vec<GameMoveKind> {
    let variant = Variant::by_name(variant).expect("known");
    let game = variant.game_from(Some(fen)).expect("well-formed");
    texts.iter().map(|text| game.parse_move(text).expect("legal").kind()).collect()
}

#[test]
fn every_kind_is_told() {
    use GameMoveKind::*;
    let chess = "3r2k1/4P3/8/1pP5/8/8/8/4K2R w K b6 0 1";
    assert_eq!(
        kinds("chess", chess, &["e1g1", "e1e2", "c5b6", "e7e8q", "e7d8n", "h1h8"]),
        [Castling, Plain, EnPassant, Promotion, Promotion, Plain]
    );
    assert_eq!(kinds("chess", "4k3/8/8/8/8/8/8/4K2r w - - 0 1", &["e1e2"]), [Plain]);
    assert_eq!(kinds("chess", "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", &["e1e2"]), [Capture]);
    let series = "12/12/12/12/2p1p7/12/2p9/1C10/12/K10k w - - 0 1";
    assert_eq!(kinds("ordinary", series, &["b3d5b7", "a1a2"]), [Series, Plain]);
    let facing = "32/32/32/aPaM5aK8bKcKdKbRaRcRdR9 b abcd - b 0 1";
    assert_eq!(kinds("byzantine4", facing, &["xa1a2"]), [Removal]);
}

#[test]
fn a_move_of_another_position_or_game_is_not_played() {
    let game = |name: &str| Variant::by_name(name).expect("known").game();
    let mut chess = game("chess");
    let first = chess.parse_move("e2e4").expect("legal");
    chess.play(&first).expect("legal");
    assert!(!chess.is_legal(&first));
    let far = game("modern6").legal_moves();
    assert!(far.iter().all(|mv| chess.play(mv).is_err()));
    let series = game("ordinary").legal_moves();
    assert!(series.iter().all(|mv| chess.play(mv).is_err()));
}
