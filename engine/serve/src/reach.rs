//! [`StepView`]: a step that a piece makes by its nature, as the page draws it.

use std::collections::BTreeSet;

use rotunda_movegen::{Cell, Game, Seat, Step, Variant};
use serde::Serialize;

use crate::variant_view::VariantView;

/// Steps that are shown, at most.
const MOST: usize = 300;

/// A step that a piece makes by its nature.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Step"))]
pub struct StepView {
    /// The cells that it goes by, from where the piece stands.
    pub clicks: Vec<u16>,
    /// The cells of the pieces that it takes.
    pub takes: Vec<u16>,
    /// The lines along which the piece goes, as data of SVG paths.
    pub ways: Vec<String>,
    /// Whether the piece is the mover's and the step is not legal.
    pub hindered: bool,
}

/// Returns the steps of the piece on a cell, each way once; none where no living piece stands.
pub fn reach(variant: &'static Variant, game: &Game, cell: u16) -> Vec<StepView> {
    let Some(from) = on_board(variant, cell) else { return Vec::new() };
    let variant_view = VariantView::of(variant);
    let mut seen = BTreeSet::new();
    let mut views = Vec::new();
    for step in game.reach(from) {
        let cells = variant_view.cells(&step.text);
        let clicks: Vec<u16> = cells.iter().map(|cell| cell.index() as u16).collect();
        // Pawns that promote go one way, whatever they become.
        if clicks.len() < 2 || !seen.insert(clicks.clone()) {
            continue;
        }
        views.push(view(variant_view, game, &step, &cells, clicks));
        if views.len() == MOST {
            break;
        }
    }
    views
}

/// Returns the cells of the pieces of all players that attack a cell, or protect it.
pub fn attackers(variant: &'static Variant, game: &Game, cell: u16) -> Vec<u16> {
    let Some(cell) = on_board(variant, cell) else { return Vec::new() };
    let seats = (0..variant.seats).map(|seat| Seat(seat as u8));
    let from = seats.flat_map(|seat| game.attackers(cell, seat));
    from.map(|cell| cell.index() as u16).collect()
}

/// Returns the cell with a number; none if the board has no such cell.
fn on_board(variant: &'static Variant, cell: u16) -> Option<Cell> {
    u8::try_from(cell).ok().filter(|_| usize::from(cell) < variant.cells()).map(Cell)
}

fn view(
    variant_view: &VariantView,
    game: &Game,
    step: &Step,
    cells: &[Cell],
    clicks: Vec<u16>,
) -> StepView {
    let ways =
        if step.text.starts_with('x') { Vec::new() } else { vec![variant_view.way(game, cells)] };
    let takes = step.captured.iter().map(|cell| cell.index() as u16).collect();
    StepView { clicks, takes, ways, hindered: step.hindrance.is_some() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variant: &str, fen: Option<&str>, from: &str) -> Vec<StepView> {
        let variant = Variant::by_name(variant).expect("known");
        let game = variant.game_from(fen).expect("well-formed");
        let cell = game.cells().iter().position(|name| name == from).expect("a cell");
        reach(variant, &game, cell as u16)
    }

    #[test]
    fn a_rebound_is_drawn_round_its_corner() {
        let steps = of("rollerball", Some("K6/3k3/2***2/2***1R/2***2/4B2/7 w - 0 1"), "g4");
        let last = steps.iter().max_by_key(|step| step.ways[0].len()).expect("it goes somewhere");
        assert!(last.ways[0].matches('L').count() > 2 || last.ways[0].len() > 60, "{last:?}");
    }

    #[test]
    fn promotions_are_one_step_and_enemies_are_not_hindered() {
        let steps = of("chess", Some("7k/4P3/6K1/8/8/8/8/8 w - - 0 1"), "e7");
        assert_eq!(steps.len(), 1);
        let enemy = of("chess", Some("7k/4P3/6K1/8/8/8/8/8 w - - 0 1"), "h8");
        assert!(!enemy.is_empty() && enemy.iter().all(|step| !step.hindered));
        assert_eq!(
            reach(
                Variant::by_name("chess").expect("known"),
                &Variant::by_name("chess").expect("known").game(),
                999
            ),
            []
        );
    }
}
