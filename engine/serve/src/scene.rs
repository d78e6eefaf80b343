//! [`Scene`]: what is needed again and again to show positions of a variant.

use std::sync::OnceLock;

use rotunda_board::way_data;
use rotunda_movegen::{Cell, Game, GameMove, Grid, Layout, Options, Role, Variant};

/// The looks and the paths of a variant, made once.
pub struct Scene {
    layout: Layout,
    grid: &'static Grid,
    /// Whether a kind is royal, by its number.
    royal: Vec<bool>,
}

impl Scene {
    /// The scene of a variant.
    pub fn of(variant: &'static Variant) -> &'static Self {
        static SCENES: OnceLock<Vec<OnceLock<Scene>>> = OnceLock::new();
        let scenes = SCENES.get_or_init(|| Variant::known().map(|_| OnceLock::new()).collect());
        let index = Variant::known().position(|other| other.name == variant.name);
        scenes[index.expect("games are added before the server starts")].get_or_init(|| Self {
            layout: variant.layout(),
            grid: variant.family(Options::default()).grid(),
            royal: variant.spec().kinds.iter().map(|kind| kind.role == Role::King).collect(),
        })
    }

    /// The lines along which the pieces of a legal move go, as data of SVG paths.
    pub fn ways(&self, mv: &GameMove) -> Vec<String> {
        mv.ways().iter().map(|way| way_data(&self.layout, way)).collect()
    }

    /// The cells that a text names, in its order, whatever else stands between them.
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

    /// Where the kings of the side to move stand if one is attacked, else nothing.
    pub fn kings_in_check(&self, game: &Game) -> Vec<Cell> {
        if !game.is_check() {
            return Vec::new();
        }
        let pieces = game.pieces().into_iter().filter(|(_, piece)| !piece.is_dead());
        let own = pieces.filter(|(_, piece)| piece.seat() == game.turn());
        own.filter(|(_, piece)| self.royal[piece.kind().index()]).map(|(cell, _)| cell).collect()
    }
}
