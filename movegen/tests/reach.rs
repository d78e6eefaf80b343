//! Where each piece could go.

use rotunda_movegen::{Cell, Hindrance, Step, Variant};

fn steps(
    variant: &str,
    fen: Option<&str>,
    from: &str,
) -> Vec<(String, Option<Hindrance>, Vec<String>)> {
    let variant = Variant::by_name(variant).expect("known");
    let game = variant.game_from(fen).expect("well-formed");
    let names = game.cells();
    let cell = Cell(names.iter().position(|name| name == from).expect("a cell") as u8);
    let exposers = |cells: &[Cell]| cells.iter().map(|cell| names[cell.index()].clone()).collect();
    let shown = |step: &Step| (step.text.clone(), step.hindrance, exposers(&step.exposers));
    game.reach(cell).iter().map(shown).collect()
}

#[test]
fn an_enemy_goes_as_if_it_were_its_turn() {
    let of =
        |from| steps("chess", None, from).into_iter().map(|(text, ..)| text).collect::<Vec<_>>();
    assert_eq!(of("g8"), ["g8f6", "g8h6"]);
    assert_eq!(of("g1"), ["g1f3", "g1h3"]);
    assert_eq!(of("e4"), Vec::<String>::new());
}

#[test]
fn legal_moves_are_free_and_others_name_what_exposes_the_king() {
    let pinned = "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1";
    let knight = steps("chess", Some(pinned), "e2");
    assert_eq!(knight.len(), 6);
    for (text, why, by) in knight {
        assert_eq!(
            (why, &by[..]),
            (Some(Hindrance::ExposesKing), &["e4".to_owned()][..]),
            "{text}"
        );
    }
    let king = steps("chess", Some("4k3/8/8/8/4r3/8/8/4K3 w - - 0 1"), "e1");
    let barred: Vec<_> = king.iter().filter(|(_, why, _)| why.is_some()).collect();
    assert_eq!(barred.len(), 1, "{king:?}");
    assert_eq!(
        barred[0],
        &("e1e2".to_owned(), Some(Hindrance::ExposesKing), vec!["e4".to_owned()])
    );
}

#[test]
fn what_is_free_is_what_is_legal_in_every_game() {
    for variant in Variant::all() {
        let game = variant.game();
        let mut free: Vec<String> = Vec::new();
        for (cell, piece) in game.pieces() {
            let steps = game.reach(cell);
            if piece.seat() == game.turn() {
                let open = steps.into_iter().filter(|step| step.hindrance.is_none());
                free.extend(open.map(|step| step.text));
            } else {
                assert!(steps.iter().all(|step| step.hindrance.is_none()));
            }
        }
        let mut legal: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
        free.sort();
        legal.sort();
        assert_eq!(free, legal, "{}", variant.name);
    }
}
