//! What is fetched: the page itself, the descriptions of the games, their pictures.
//!
//! Every answer is made of what the program holds; no name from the network is a path of a file.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, Response, StatusCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use rotunda_board::{Description, Picture, svg};
use rotunda_movegen::Variant;
use rust_embed::RustEmbed;
use serde::Serialize;

/// The page as it is built from `page/src`.
#[derive(RustEmbed)]
#[folder = "page/dist"]
struct Files;

/// A file in both forms in which it is sent.
#[derive(Clone)]
struct Content {
    kind: &'static str,
    plain: Bytes,
    packed: Bytes,
}

impl Content {
    fn new(kind: &'static str, plain: Vec<u8>) -> Self {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory cannot fail.
        let _ = encoder.write_all(&plain);
        let packed = encoder.finish().unwrap_or_default();
        Self { kind, plain: plain.into(), packed: packed.into() }
    }

    fn answer(&self, headers: &HeaderMap) -> Response<Body> {
        let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let packs = accepted.is_some_and(|value| value.contains("gzip")) && !self.packed.is_empty();
        let response = Response::builder()
            .header(CONTENT_TYPE, self.kind)
            .header(CACHE_CONTROL, "no-cache")
            .header(VARY, "accept-encoding");
        let response = if packs { response.header(CONTENT_ENCODING, "gzip") } else { response };
        let bytes = if packs { &self.packed } else { &self.plain };
        response.body(Body::from(bytes.clone())).unwrap_or_default()
    }
}

/// There is nothing of this name.
pub fn missing() -> Response<Body> {
    let response = Response::builder().status(StatusCode::NOT_FOUND);
    response
        .header(CONTENT_TYPE, "text/plain")
        .body("there is no such page".into())
        .unwrap_or_default()
}

/// A file of the page.
pub fn file(name: &'static str, kind: &'static str, headers: &HeaderMap) -> Response<Body> {
    static CONTENTS: [OnceLock<Option<Content>>; 4] = [const { OnceLock::new() }; 4];
    let index = FILES.iter().position(|(known, _)| *known == name);
    let content = index.and_then(|index| {
        let load = || Files::get(name).map(|file| Content::new(kind, file.data.into_owned()));
        CONTENTS[index].get_or_init(load).as_ref()
    });
    content.map_or_else(missing, |content| content.answer(headers))
}

/// The files of the page and their types.
pub const FILES: [(&str, &str); 4] = [
    ("index.html", "text/html; charset=utf-8"),
    ("app.js", "text/javascript; charset=utf-8"),
    ("app.css", "text/css; charset=utf-8"),
    ("icon.svg", "image/svg+xml"),
];

/// A game of the gallery.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: &'static str,
    seats: usize,
    cells: usize,
    summary: &'static str,
    start: &'static str,
}

/// All games.
pub fn variants(headers: &HeaderMap) -> Response<Body> {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    let row = |variant: &'static Variant| Row {
        name: variant.name,
        title: variant.title,
        seats: variant.seats,
        cells: variant.cells(),
        summary: variant.rules.summary,
        start: variant.start(),
    };
    let make = || {
        let rows: Vec<Row> = Variant::known().map(row).collect();
        Content::new("application/json", serde_json::to_vec(&rows).unwrap_or_default())
    };
    CONTENT.get_or_init(make).answer(headers)
}

/// What is kept of each variant.
fn of_variant(
    contents: &'static OnceLock<Vec<OnceLock<Content>>>,
    name: &str,
    headers: &HeaderMap,
    make: impl FnOnce(&'static Variant) -> Content,
) -> Response<Body> {
    let all: Vec<&'static Variant> = Variant::known().collect();
    let contents = contents.get_or_init(|| all.iter().map(|_| OnceLock::new()).collect());
    match all.iter().position(|variant| variant.name == name) {
        Some(index) => contents[index].get_or_init(|| make(all[index])).answer(headers),
        None => missing(),
    }
}

/// All that is needed to show a game.
pub fn description(name: &str, headers: &HeaderMap) -> Response<Body> {
    static CONTENTS: OnceLock<Vec<OnceLock<Content>>> = OnceLock::new();
    of_variant(&CONTENTS, name, headers, |variant| {
        let text = serde_json::to_vec(&Description::of(variant)).unwrap_or_default();
        Content::new("application/json", text)
    })
}

/// The picture of a game's start; its name ends in `.svg`.
pub fn picture(name: &str, headers: &HeaderMap) -> Response<Body> {
    static CONTENTS: OnceLock<Vec<OnceLock<Content>>> = OnceLock::new();
    let Some(name) = name.strip_suffix(".svg") else { return missing() };
    of_variant(&CONTENTS, name, headers, |variant| {
        let drawn = svg(variant, &*variant.game(), &Picture::default());
        Content::new("image/svg+xml", drawn.into_bytes())
    })
}
