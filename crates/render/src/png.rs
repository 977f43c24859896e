use std::sync::{Arc, LazyLock};

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{self, fontdb},
};
use thiserror::Error;

/// DejaVu, cut down to what maps and counters are written in; see `fonts/LICENSE`.
const SANS: &[u8] = include_bytes!("../fonts/DejaVuSansCondensed-Bold.ttf");
const SERIF: &[u8] = include_bytes!("../fonts/DejaVuSerifCondensed-Italic.ttf");

/// The widest or tallest picture we make: beyond it the memory for the pixels alone passes a gigabyte.
const LARGEST: f32 = 16_384.0;

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| Arc::new(fonts()));

/// Why a picture could not be made.
#[derive(Debug, Error)]
pub enum RenderError {
    /// The text is not a drawing.
    #[error("the drawing could not be read: {0}")]
    Drawing(#[from] usvg::Error),
    /// Too small or too large.
    #[error("a picture of {width} × {height} pixels cannot be made: choose a scale that gives 1 to {LARGEST} each way")]
    Size {
        /// Pixels across.
        width: f32,
        /// Pixels down.
        height: f32,
    },
    /// The picture could not be written as PNG.
    #[error("the picture could not be written as PNG: {0}")]
    Encode(String),
}

/// Turns a drawing into a PNG picture, `scale` pixels to a unit of its viewBox, with the fonts we carry and no others.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, RenderError> {
    let options = usvg::Options { fontdb: Arc::clone(&FONTS), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(svg, &options)?;
    let (width, height) = ((tree.size().width() * scale).round(), (tree.size().height() * scale).round());
    let fits = |n: f32| (1.0..=LARGEST).contains(&n);
    let room = if fits(width) && fits(height) { Pixmap::new(width as u32, height as u32) } else { None };
    let mut pixels = room.ok_or(RenderError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| RenderError::Encode(e.to_string()))
}

fn fonts() -> fontdb::Database {
    let mut db = fontdb::Database::new();
    let sans = family(&mut db, SANS);
    let serif = family(&mut db, SERIF);
    db.set_sans_serif_family(sans);
    db.set_serif_family(serif);
    db
}

/// Loads a font and tells the name of its family.
fn family(db: &mut fontdb::Database, font: &'static [u8]) -> String {
    let ids = db.load_font_source(fontdb::Source::Binary(Arc::new(font)));
    let face = ids.first().and_then(|id| db.face(*id));
    face.and_then(|f| f.families.first()).map_or_else(String::new, |(name, _)| name.clone())
}
