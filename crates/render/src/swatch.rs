use engine::{Board, BoardHex, BoardLine, BoardSide, North, Terrain};

use crate::{
    atlas::{APOTHEM, Atlas, RADIUS, corners},
    look::{self, Area, Look, Side},
    map, palette,
    pen::Pen,
    point::point,
    svg::Svg,
};

/// Width and height of a swatch at drawing size.
pub(crate) const SIZE: (f64, f64) = (2.0 * RADIUS, 2.0 * APOTHEM);

/// One look in one hex of 120 × 104, transparent around it: for a key and for the tiles of a map editor.
///
/// Ground fills the hex. A hexside feature runs through its middle, with the higher ground, if any, at the top; a line
/// runs from the lower left to the upper right.
pub fn swatch_svg(look: &str) -> String {
    let mut svg = Svg::default();
    svg.open_drawing(120.0, 104.0, look);
    let name: String = look.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    draw(&mut svg, look, &format!("swatch-{name}"), r#"transform="scale(1.25)""#);
    svg.close_drawing()
}

/// Draws a swatch with its left upper corner at the origin, into a scope of its own.
pub(crate) fn draw(svg: &mut Svg, look: &str, scope: &str, attributes: &str) {
    let board = board(look);
    let mut atlas = Atlas::new(&board);
    if let Look::Area(area) = look::any(look) {
        atlas.surround(if area.stands_alone() { Area::Clear } else { area });
    }
    let mut hex = Pen::default();
    hex.polygon(&corners(point(RADIUS, APOTHEM)));
    svg.enter(scope);
    svg.open_window("swatch", "hex", &hex, attributes);
    map::terrain(svg, &board, &atlas);
    svg.path(&format!(r#"fill="none" stroke="{}" stroke-width="2" stroke-opacity=".6""#, palette::HEX), &hex);
    svg.close_window();
    svg.enter("");
}

/// A board of a few hexes with the look where the swatch is cut out.
fn board(look: &str) -> Board {
    let mut board = Board {
        id: String::new(),
        title: String::new(),
        radius: RADIUS,
        width: SIZE.0,
        height: SIZE.1,
        north: North::Up,
        hexes: Vec::new(),
        sides: Vec::new(),
        lines: Vec::new(),
        labels: Vec::new(),
        key: ["clear", "river", "road", look].map(entry).to_vec(),
        markers: Vec::new(),
    };
    match look::any(look) {
        Look::Area(_) => put(&mut board, "c", (0.0, 0.0), look),
        Look::Side(side) => across(&mut board, look, side),
        Look::Line => along(&mut board, look),
    }
    board
}

fn entry(look: &str) -> Terrain {
    Terrain { key: look.into(), name: String::new(), look: look.into(), effects: Vec::new() }
}

/// The hex this many columns and half-rows from the middle.
fn put(board: &mut Board, id: &str, (column, row): (f64, f64), terrain: &str) {
    let (x, y) = (RADIUS * (1.0 + 1.5 * column), APOTHEM * (1.0 + row));
    let (id, terrain, neighbours) = (id.into(), terrain.into(), Vec::new());
    board.hexes.push(BoardHex { id, x, y, terrain, elevation: 0, neighbours });
}

/// The feature on the three lower sides of the hex above.
fn across(board: &mut Board, look: &str, side: Side) {
    for (id, at) in [("below", (0.0, 1.0)), ("left", (-1.0, 0.0)), ("right", (1.0, 0.0)), ("above", (0.0, -1.0))] {
        put(board, id, at, "clear");
    }
    if matches!(side, Side::Ridge | Side::Steep)
        && let Some(above) = board.hexes.last_mut()
    {
        above.elevation = 1;
    }
    let crosses = matches!(side, Side::Bridge | Side::Ford);
    for other in ["left", "below", "right"] {
        let feature = if crosses { "river" } else { look };
        board.sides.push(BoardSide { feature: feature.into(), a: "above".into(), b: other.into() });
    }
    if crosses {
        board.sides.push(BoardSide { feature: look.into(), a: "above".into(), b: "below".into() });
    }
    if side == Side::Bridge {
        let path = ["above", "below"].map(String::from).to_vec();
        board.lines.push(BoardLine { feature: "road".into(), path });
    }
}

fn along(board: &mut Board, look: &str) {
    for (id, at) in [("a", (-1.0, 1.0)), ("b", (0.0, 0.0)), ("c", (1.0, -1.0))] {
        put(board, id, at, "clear");
    }
    let path = ["a", "b", "c"].map(String::from).to_vec();
    board.lines.push(BoardLine { feature: look.into(), path });
}
