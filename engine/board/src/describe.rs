//! [`Description`]: a variant and its board for programs that draw boards themselves.

use std::fmt;

use rotunda_movegen::{Cell, FeatureKind, Game, Label, Layout, Scoring, Seat, Shade, Variant};
use serde::Serialize;

use crate::glyphs::{self, Part};
use crate::palette;
use crate::sketch::{UNIT, data};

/// The version of the format of descriptions. It rises when a change could break programs that read
/// the last version. Additions do not count.
pub const SCHEMA: u32 = 1;

/// A variant: its players, its rules, its board, and their look.
///
/// `docs/describe.md` explains every field. Coordinates are those of the pictures. They count from
/// the board's centre in sixtieths of a cell, with `y` downwards.
///
/// ```
/// use rotunda_board::Description;
/// let variant = rotunda_movegen::Variant::by_name("rollerball")?;
/// let text = serde_json::to_string(&Description::of(variant))?;
/// assert!(text.starts_with(r#"{"schema":1,"name":"rollerball","title":"Rollerball","#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Description {
    schema: u32,
    name: &'static str,
    title: &'static str,
    rules: Rules,
    seats: usize,
    files: usize,
    ranks: usize,
    cells: usize,
    start: &'static str,
    options: Vec<&'static str>,
    players: Vec<Player>,
    kinds: Vec<Kind>,
    board: Board,
}

/// The rules for people.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct Rules {
    page: String,
    summary: &'static str,
}

/// A seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Seat"))]
struct Player {
    letter: char,
    name: &'static str,
    colour: String,
    /// The number of its side, which team mates share.
    side: usize,
    /// The degrees by which the board turns counter-clockwise for it.
    turn: f64,
}

/// A kind of piece.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct Kind {
    letter: char,
    name: &'static str,
    /// The parts of its drawing on a square of 100 units, from the back to the front. Without parts
    /// it is a disc with its letter.
    glyph: Vec<Stroke>,
}

/// A part of a drawing.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct Stroke {
    part: Part,
    path: &'static str,
}

/// The board for the first seat.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct Board {
    view_box: [f64; 4],
    outline: Vec<String>,
    cells: Vec<Tile>,
    features: Vec<Feature>,
    labels: Vec<Name>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct Tile {
    name: String,
    path: String,
    centre: [f64; 2],
    room: f64,
    #[cfg_attr(feature = "typescript", ts(type = "'light' | 'middle' | 'dark' | 'plain'"))]
    shade: &'static str,
    fill: &'static str,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct Feature {
    kind: &'static str,
    path: String,
    seat: Option<u8>,
    cells: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Label"))]
struct Name {
    text: String,
    at: [f64; 2],
    height: f64,
    #[cfg_attr(feature = "typescript", ts(type = "'board' | 'below' | 'left'"))]
    anchor: &'static str,
    cells: Vec<String>,
}

/// Returns a length in units of the pictures, rounded to a thousandth.
fn length(value: f64) -> f64 {
    let rounded = (value * UNIT * 1000.0).round() / 1000.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// Returns the page of the rules in the repository, from its file; empty if there is none.
fn page(file: &str) -> String {
    if file.is_empty() { String::new() } else { format!("docs/rules/{file}") }
}

impl Description {
    /// Returns the description of a variant.
    #[must_use]
    pub fn of(variant: &'static Variant) -> Self {
        let (files, ranks) = variant.size();
        let game = variant.game();
        let layout = variant.layout();
        let Variant { name, title, seats, rules, .. } = variant;
        Self {
            schema: SCHEMA,
            name,
            title,
            rules: Rules { page: page(rules.file), summary: rules.summary },
            seats: *seats,
            files,
            ranks,
            cells: variant.cells(),
            start: variant.start(),
            options: options(variant, &game),
            players: (0..*seats).map(|seat| player(variant, &game, &layout, seat)).collect(),
            kinds: game.kinds().into_iter().map(kind).collect(),
            board: Board::of(&layout, &game.cells()),
        }
    }
}

impl fmt::Display for Description {
    /// Writes the description for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} ({}), {} cells", self.title, self.name, self.cells)?;
        if !self.rules.page.is_empty() {
            writeln!(f, "Rules: {}\n", self.rules.page)?;
        }
        writeln!(f, "{}\n", self.rules.summary)?;
        for player in &self.players {
            writeln!(f, "seat {}: {}, side {}", player.letter, player.name, player.side + 1)?;
        }
        let kinds: Vec<String> =
            self.kinds.iter().map(|kind| format!("{} {}", kind.letter, kind.name)).collect();
        writeln!(f, "pieces: {}", kinds.join(", "))?;
        if !self.options.is_empty() {
            writeln!(f, "options: {}", self.options.join(", "))?;
        }
        writeln!(f, "start: {}", self.start)
    }
}

/// Returns the options of the protocol that change the variant's rules.
fn options(variant: &Variant, game: &Game) -> Vec<&'static str> {
    let has_partial_wins = variant.spec().scoring != Scoring::CLASSIC;
    let sides = (0..variant.seats).map(|seat| game.side(Seat(seat as u8))).max().unwrap_or(0) + 1;
    let has_teams = sides < variant.seats;
    let all = [("Scoring", has_partial_wins), ("TeamKingLoss", has_teams)];
    all.into_iter().filter(|(_, holds)| *holds).map(|(name, _)| name).collect()
}

fn player(variant: &'static Variant, game: &Game, layout: &Layout, seat: usize) -> Player {
    let letters = if variant.is_duel() { ['w', 'b'].to_vec() } else { ('a'..='f').collect() };
    let colour = layout.colours[seat];
    Player {
        letter: letters[seat],
        name: colour.name,
        colour: palette::hex(colour),
        side: game.side(Seat(seat as u8)),
        turn: layout.turns[seat],
    }
}

fn kind((letter, name): (char, &'static str)) -> Kind {
    let glyph = glyphs::glyph(name).unwrap_or_default();
    let stroke = |(part, path): &(Part, &'static str)| Stroke { part: *part, path };
    Kind { letter, name, glyph: glyph.iter().map(stroke).collect() }
}

impl Board {
    fn of(layout: &Layout, cells: &[String]) -> Self {
        let (low, high) = layout.bounds();
        let named = |some: &[Cell]| -> Vec<String> {
            some.iter().map(|cell| cells[cell.index()].clone()).collect()
        };
        let tile = |(tile, name): (&rotunda_movegen::Tile, &String)| Tile {
            name: name.clone(),
            path: data(&tile.contour),
            centre: [length(tile.centre.x), length(-tile.centre.y)],
            room: length(tile.room),
            shade: match tile.shade {
                Shade::Light => "light",
                Shade::Middle => "middle",
                Shade::Dark => "dark",
                Shade::Plain => "plain",
            },
            fill: palette::shade(tile.shade),
        };
        let feature = |feature: &rotunda_movegen::Feature| Feature {
            kind: feature_name(feature.kind),
            path: data(&feature.contour),
            seat: feature.seat.map(|seat| seat.0),
            cells: named(&feature.cells),
        };
        let label = |label: &Label| Name {
            text: label.text.clone(),
            at: [length(label.at.x), length(-label.at.y)],
            height: length(label.height),
            anchor: anchor_name(label),
            cells: named(&label.cells),
        };
        Self {
            view_box: [low.x, -high.y, high.x - low.x, high.y - low.y].map(length),
            outline: layout.outline().iter().map(data).collect(),
            cells: layout.tiles.iter().zip(cells).map(tile).collect(),
            features: layout.features.iter().map(feature).collect(),
            labels: layout.labels.iter().map(label).collect(),
        }
    }
}

const fn feature_name(kind: FeatureKind) -> &'static str {
    match kind {
        FeatureKind::Hub => "hub",
        FeatureKind::Joint => "joint",
        FeatureKind::Seam => "seam",
        FeatureKind::Wall => "wall",
        FeatureKind::Diamond => "diamond",
        FeatureKind::PromotionLine => "promotion-line",
        FeatureKind::StartLine => "start-line",
        FeatureKind::Promotion => "promotion",
        FeatureKind::Goal => "goal",
        FeatureKind::Direction => "direction",
        FeatureKind::Line => "board-line",
    }
}

const fn anchor_name(label: &Label) -> &'static str {
    match label.anchor {
        rotunda_movegen::Anchor::Board => "board",
        rotunda_movegen::Anchor::Below => "below",
        rotunda_movegen::Anchor::Left => "left",
    }
}
