//! Pictures as PNG.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The widest picture, in pixels.
pub const WIDEST: u32 = 8192;

/// The error that a picture could not be made.
#[derive(Debug)]
pub struct PngError(String);

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PngError {}

/// Returns a picture in SVG as the bytes of a PNG file with this width in pixels.
///
/// # Errors
/// Returns an error if the text is no SVG, or the width is 0 or more than 8192.
///
/// ```
/// use rotunda_board::{Picture, png, svg};
/// let variant = rotunda_movegen::Variant::by_name("rollerball")?;
/// let bytes = png(&svg(variant, &variant.game(), &Picture::default()), 200)?;
/// assert!(bytes.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PngError> {
    let tree =
        Tree::from_str(svg, &Options::default()).map_err(|error| PngError(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).ceil() as u32;
    let map = if width.max(height) > WIDEST { None } else { Pixmap::new(width, height) };
    let mut map =
        map.ok_or_else(|| PngError(format!("a picture cannot be {width} pixels wide")))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    map.encode_png().map_err(|error| PngError(error.to_string()))
}
