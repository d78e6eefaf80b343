//! The answers to HTTP requests: the page itself, the descriptions of the games, their pictures.
//!
//! Every answer comes from the program's own data; no name from the network is a path of a file.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, Response, StatusCode};
use flate2::Compression;
use flate2::write::GzEncoder;
use rotunda_board::{Description, Picture, svg};
use rotunda_movegen::Variant;
use serde::Serialize;

use crate::lessons;
use crate::per_variant::PerVariant;

/// A file in both forms in which it is sent.
#[derive(Clone)]
struct Content {
    kind: &'static str,
    plain: Bytes,
    packed: Bytes,
}

impl Content {
    fn new(kind: &'static str, plain: impl Into<Bytes>) -> Self {
        let plain = plain.into();
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        // Writing to memory cannot fail.
        let _ = encoder.write_all(&plain);
        let packed = encoder.finish().unwrap_or_default();
        Self { kind, plain, packed: packed.into() }
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

/// A file of the page as it is built from `page/src`, packed at the first request.
pub struct PageFile {
    /// The path at which it is fetched.
    pub path: &'static str,
    kind: &'static str,
    plain: &'static [u8],
    content: OnceLock<Content>,
}

impl PageFile {
    const fn new(path: &'static str, kind: &'static str, plain: &'static [u8]) -> Self {
        Self { path, kind, plain, content: OnceLock::new() }
    }

    /// The file as this client takes it.
    pub fn answer(&self, headers: &HeaderMap) -> Response<Body> {
        self.content.get_or_init(|| Content::new(self.kind, self.plain)).answer(headers)
    }
}

/// The files of the page.
pub static FILES: [PageFile; 5] = [
    PageFile::new("/", "text/html; charset=utf-8", include_bytes!("../page/dist/index.html")),
    PageFile::new(
        "/app.js",
        "text/javascript; charset=utf-8",
        include_bytes!("../page/dist/app.js"),
    ),
    PageFile::new("/app.css", "text/css; charset=utf-8", include_bytes!("../page/dist/app.css")),
    PageFile::new("/icon.svg", "image/svg+xml", include_bytes!("../page/dist/icon.svg")),
    PageFile::new("/icon-turn.svg", "image/svg+xml", include_bytes!("../page/dist/icon-turn.svg")),
];

/// A game of the gallery.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct VariantRow {
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
    let row = |variant: &'static Variant| VariantRow {
        name: variant.name,
        title: variant.title,
        seats: variant.seats,
        cells: variant.cells(),
        summary: variant.rules.summary,
        start: variant.start(),
    };
    let make = || {
        let rows: Vec<VariantRow> = Variant::known().map(row).collect();
        Content::new("application/json", serde_json::to_vec(&rows).unwrap_or_default())
    };
    CONTENT.get_or_init(make).answer(headers)
}

/// Returns the answer for a variant, which is kept after the first request.
fn of_variant(
    contents: &'static PerVariant<Content>,
    name: &str,
    headers: &HeaderMap,
    make: impl FnOnce(&'static Variant) -> Content,
) -> Response<Body> {
    match Variant::by_name(name) {
        Ok(variant) => contents.of(variant, || make(variant)).answer(headers),
        Err(_) => missing(),
    }
}

/// All that is needed to show a game.
pub fn description(name: &str, headers: &HeaderMap) -> Response<Body> {
    static CONTENTS: PerVariant<Content> = PerVariant::new();
    of_variant(&CONTENTS, name, headers, |variant| {
        let text = serde_json::to_vec(&Description::of(variant)).unwrap_or_default();
        Content::new("application/json", text)
    })
}

/// Returns the lessons of a game.
pub fn lessons(name: &str, headers: &HeaderMap) -> Response<Body> {
    static CONTENTS: PerVariant<Content> = PerVariant::new();
    of_variant(&CONTENTS, name, headers, |variant| {
        let text = serde_json::to_vec(&lessons::of(variant)).unwrap_or_default();
        Content::new("application/json", text)
    })
}

/// The picture of a game's start; its name ends in `.svg`.
pub fn picture(name: &str, headers: &HeaderMap) -> Response<Body> {
    static CONTENTS: PerVariant<Content> = PerVariant::new();
    let Some(name) = name.strip_suffix(".svg") else { return missing() };
    of_variant(&CONTENTS, name, headers, |variant| {
        let drawn = svg(variant, &variant.game(), &Picture::default());
        Content::new("image/svg+xml", drawn.into_bytes())
    })
}
