//! What hinders a move, and laps.

use rotunda_movegen::{Cell, Game, Hindrance, Seat, Variant};

fn game(variant: &str, fen: &str) -> Game {
    let variant = Variant::by_name(variant).expect("known");
    variant.game_from(Some(fen)).expect("well-formed")
}

fn why(variant: &str, fen: &str, from: &str, to: &str) -> Option<Hindrance> {
    let game = game(variant, fen);
    let cells = game.cells();
    let cell = |name: &str| {
        let index = cells.iter().position(|other| other == name);
        Cell(index.expect("a cell") as u8)
    };
    game.hindrance(cell(from), cell(to))
}

#[test]
fn pins_checks_and_duties_hinder_and_natures_do_not() {
    let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    assert_eq!(why("chess", pinned, "e2", "c3"), Some(Hindrance::ExposesKing));
    assert_eq!(why("chess", pinned, "e2", "e3"), None);
    assert_eq!(why("chess", pinned, "e1", "d1"), None);
    let checked = "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1";
    assert_eq!(why("chess", checked, "e1", "e2"), Some(Hindrance::ExposesKing));
    assert_eq!(why("chess", checked, "e1", "g1"), Some(Hindrance::InCheck));
    assert_eq!(why("chess", checked, "h1", "h2"), Some(Hindrance::ExposesKing));
    let dutiful = "11k/12/12/12/12/12/4c1nC4/3P8/12/K11 w - - 0 1";
    assert_eq!(why("ordinary", dutiful, "a1", "a2"), Some(Hindrance::Duty));
    assert_eq!(why("ordinary", dutiful, "d3", "e4"), None);
    assert_eq!(why("ordinary", dutiful, "a1", "c5"), None);
    assert!(game("ordinary", dutiful).is_bound() && !game("chess", pinned).is_bound());
}

#[test]
fn a_lap_is_known_of_kings_that_run_one() {
    let ring = game("rollerball", "2rbp2/2rkp2/2***2/1K***2/2***2/4R2/2PBR2 w K 0 1");
    assert_eq!(ring.has_lapped(Seat(0)), Some(true));
    assert_eq!(ring.has_lapped(Seat(1)), Some(false));
    let chess = game("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(chess.has_lapped(Seat(0)), None);
}
