//! [`VariantView`]: the data that every view of a position of a variant needs.

use rotunda_board::way_data;
use rotunda_movegen::{Cell, Game, GameMove, Grid, Layout, Options, Piece, Role, Seat, Variant};

use crate::per_variant::PerVariant;

/// The looks and the paths of a variant, made once.
pub struct VariantView {
    layout: Layout,
    grid: &'static Grid,
    /// Whether a kind is royal, by its number.
    royal: Vec<bool>,
}

impl VariantView {
    /// The view of a variant.
    pub fn of(variant: &'static Variant) -> &'static Self {
        static VIEWS: PerVariant<VariantView> = PerVariant::new();
        VIEWS.of(variant, || Self {
            layout: variant.layout(),
            grid: variant.family(Options::default()).grid(),
            royal: variant.spec().kinds.iter().map(|kind| kind.role == Role::King).collect(),
        })
    }

    /// The lines along which the pieces of a legal move go, as data of SVG paths.
    pub fn ways(&self, mv: &GameMove) -> Vec<String> {
        mv.ways().iter().map(|way| way_data(&self.layout, way)).collect()
    }

    /// The line along which a piece goes by these cells, as if it were to go there now.
    pub fn way(&self, game: &Game, cells: &[Cell]) -> String {
        let way = match cells {
            [from, to] => game.way(*from, *to),
            cells => cells.to_vec(),
        };
        way_data(&self.layout, &way)
    }

    /// Returns the cells that a text names, in its order, with any characters between them.
    pub fn cells(&self, text: &str) -> Vec<Cell> {
        let letters = text.char_indices().filter(|(_, letter)| letter.is_ascii_lowercase());
        let starts: Vec<usize> = letters.map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([text.len()]);
        let names = starts.iter().zip(ends).map(|(start, end)| &text[*start..end]);
        names.filter_map(|name| self.grid.named(name)).collect()
    }

    /// The name of a seat's colour.
    pub fn colour(&self, seat: usize) -> &'static str {
        self.layout.colours[seat].name
    }

    /// Returns the cells of the kings that an enemy attacks, whoever is to move.
    pub fn kings_attacked(&self, game: &Game) -> Vec<Cell> {
        let pieces = game.pieces().into_iter().filter(|(_, piece)| !piece.is_dead());
        let kings = pieces.filter(|(_, piece)| self.royal[piece.kind().index()]);
        let seats =
            || (0..game.seats()).map(|seat| Seat(seat as u8)).filter(|seat| game.is_alive(*seat));
        let is_attacked = |cell: Cell, piece: Piece| {
            let mut enemies = seats().filter(|seat| game.side(*seat) != game.side(piece.seat()));
            enemies.any(|enemy| !game.attackers(cell, enemy).is_empty())
        };
        kings.filter(|(cell, piece)| is_attacked(*cell, *piece)).map(|(cell, _)| cell).collect()
    }
}
