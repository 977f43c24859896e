//! One drawing of a map, used three ways: pictures from the command line, the still layer under the browser's board,
//! and the documentation.
//!
//! A [`engine::Board`] goes in, SVG text comes out: self-contained, without filters and masks, in few large paths, and
//! the same bytes for the same board on every machine. [`png`] turns it into a picture without any font installed.
//!
//! Everything is drawn at one size (a hex of radius 48) and scaled to the board as a whole, so the numbers in this
//! crate are print sizes. The order of printing is in `map.rs`; each thing that is printed has its file.

mod areas;
mod atlas;
mod chance;
mod clearance;
mod compass;
mod contours;
mod counters;
mod curve;
mod furniture;
mod graph;
mod grid;
mod hexsides;
mod labels;
mod look;
mod map;
mod marks;
mod palette;
mod pen;
mod png;
mod point;
mod region;
mod rivers;
mod roads;
mod sheet;
mod summits;
mod svg;
mod swatch;
mod symbols;
mod ways;

#[cfg(test)]
mod tests;

use engine::{Board, View};

pub use compass::compass_svg;
pub use furniture::sheet_svg;
pub use graph::graph_svg;
pub use look::looks;
pub use png::{RenderError, png};
pub use swatch::swatch_svg;
pub use symbols::{SYMBOLS, symbols};

use crate::{atlas::Atlas, svg::Svg};

/// The map alone; its viewBox is `0 0 width height` of the board.
pub fn map_svg(board: &Board) -> String {
    draw(board, None)
}

/// The map with the counters and marks that lie on it in this view.
pub fn scene_svg(board: &Board, view: &View) -> String {
    draw(board, Some(view))
}

fn draw(board: &Board, view: Option<&View>) -> String {
    let atlas = Atlas::new(board);
    let mut svg = Svg::default();
    svg.open_drawing(board.width, board.height, &board.title);
    svg.open("map", &format!(r#"transform="scale({})""#, atlas.scale()));
    map::draw(&mut svg, board, &atlas);
    if let Some(view) = view {
        marks::draw(&mut svg, &atlas, board, view);
        counters::draw(&mut svg, &atlas, view);
    }
    svg.close();
    svg.close_drawing()
}
