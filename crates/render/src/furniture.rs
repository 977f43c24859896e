use engine::{Board, Terrain};

use crate::{
    atlas::Atlas,
    compass,
    contours::tint,
    map, palette,
    pen::Pen,
    point::{Point, point},
    svg::{Svg, escape},
    swatch,
};

/// Paper around the map.
const MARGIN: f64 = 34.0;
/// From the map to the middle of the names of its edges.
const EDGE: f64 = 12.0;
/// Between the blocks below the map.
const GAP: f64 = 30.0;
/// The title and the levels.
const TITLE: (f64, f64) = (280.0, 84.0);
/// A band of tints with its heading and its figures.
const LEVELS: f64 = 70.0;
/// An entry of the key.
const ENTRY: (f64, f64) = (196.0, 57.0);
/// From a block's top to the text below its heading.
const HEAD: f64 = 24.0;
/// Size of a swatch against that of a hex.
const SWATCH: f64 = 0.58;
/// Width of a letter in the serif against its size: a little generous.
const LETTER: f64 = 0.55;

/// The map on a sheet of paper as it would be printed: with margin, title, key, levels and compass rose.
pub fn sheet_svg(board: &Board) -> String {
    let atlas = Atlas::new(board);
    let layout = Layout::new(board, &atlas);
    let scale = atlas.scale();
    let mut svg = Svg::default();
    svg.open_drawing(rounded(layout.width * scale), rounded(layout.height * scale), &board.title);
    svg.open("sheet", &format!(r#"transform="scale({scale})""#));
    paper(&mut svg, &layout);
    let mut frame = Pen::default();
    frame.polygon(&rectangle(point(0.0, 0.0), atlas.width, atlas.height));
    let place = format!(r#"transform="translate({:.1} {MARGIN})""#, layout.map_x);
    svg.open_window("map", "map", &frame, &place);
    map::draw(&mut svg, board, &atlas);
    svg.close_window();
    edges(&mut svg, board, &atlas, &layout);
    panel(&mut svg, board, &atlas, &layout);
    svg.close();
    svg.close_drawing()
}

/// Where everything goes; the part below the map is measured in units of its own, larger on a large map.
struct Layout {
    width: f64,
    height: f64,
    map_x: f64,
    /// Upper left corner of the part below the map, and its scale.
    panel: (Point, f64),
    panel_width: f64,
    columns: usize,
    rows: usize,
    key: Point,
}

impl Layout {
    fn new(board: &Board, atlas: &Atlas) -> Layout {
        let scale = (atlas.width / 1500.0).clamp(1.0, 1.7);
        let least = TITLE.0 + GAP + compass::SIZE;
        let inner = atlas.width.max(least);
        let panel_width = inner / scale;
        let beside = panel_width - least - GAP;
        let below_title = beside < ENTRY.0;
        let room = if below_title { panel_width } else { beside };
        let most = ((room / ENTRY.0) as usize).max(1);
        let rows = board.key.len().div_ceil(most).max(1);
        let columns = board.key.len().div_ceil(rows).max(1);
        let title_height = (TITLE.1 + if bands(board) > 1 { GAP * 0.7 + LEVELS } else { 0.0 }).max(compass::SIZE);
        let key_height = HEAD + rows as f64 * ENTRY.1;
        let (key, panel_height) = if below_title {
            (point(0.0, title_height + GAP), title_height + GAP + key_height)
        } else {
            (point(TITLE.0 + GAP, 0.0), title_height.max(key_height))
        };
        let panel_y = MARGIN + atlas.height + GAP;
        Layout {
            width: inner + 2.0 * MARGIN,
            height: panel_y + panel_height * scale + MARGIN,
            map_x: MARGIN + (inner - atlas.width) / 2.0,
            panel: (point(MARGIN, panel_y), scale),
            panel_width,
            columns,
            rows,
            key,
        }
    }
}

/// How many levels the map has, from the lowest to the highest.
fn bands(board: &Board) -> u8 {
    let levels = || board.hexes.iter().map(|h| h.elevation);
    levels().max().unwrap_or(0) - levels().min().unwrap_or(0) + 1
}

fn paper(svg: &mut Svg, layout: &Layout) {
    let (width, height) = (layout.width, layout.height);
    let (paper, ink) = (palette::PAPER, palette::FRAME);
    svg.write(format_args!("<rect width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{paper}\"/>\n"));
    svg.write(format_args!(
        "<rect x=\"12\" y=\"12\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\".8\"/>\n",
        width - 24.0,
        height - 24.0
    ));
}

fn panel(svg: &mut Svg, board: &Board, atlas: &Atlas, layout: &Layout) {
    let (at, scale) = layout.panel;
    svg.open("furniture", &format!(r#"transform="translate({:.1} {:.1}) scale({scale:.4})""#, at.x, at.y));
    cartouche(svg, &board.title);
    if bands(board) > 1 {
        levels(svg, atlas.lowest, bands(board));
    }
    key(svg, board, layout);
    svg.open("compass", &format!(r#"transform="translate({:.1} 0)""#, layout.panel_width - compass::SIZE));
    compass::draw(svg, board.north);
    svg.close();
    svg.close();
}

/// The title in a frame of two lines with cut corners, over a rule with a lozenge.
fn cartouche(svg: &mut Svg, title: &str) {
    let (width, height) = TITLE;
    let (mut outer, mut inner, mut rule, mut lozenge) =
        (Pen::default(), Pen::default(), Pen::default(), Pen::default());
    outer.polygon(&chamfered(0.0, 10.0));
    inner.polygon(&chamfered(4.5, 8.5));
    let middle = point(width / 2.0, height - 21.0);
    for side in [-1.0, 1.0] {
        rule.line(middle + point(side * 10.0, 0.0), middle + point(side * 78.0, 0.0));
    }
    lozenge.polygon(&[(-6.0, 0.0), (0.0, -3.2), (6.0, 0.0), (0.0, 3.2)].map(|(x, y)| middle + point(x, y)));
    let ink = palette::FRAME;
    svg.path(&format!(r#"fill="{}" fill-opacity=".55" stroke="{ink}" stroke-width="1.8""#, palette::LEVELS[1]), &outer);
    svg.path(&format!(r#"fill="none" stroke="{ink}" stroke-width=".7""#), &inner);
    svg.path(&format!(r#"fill="none" stroke="{ink}" stroke-width=".8""#), &rule);
    svg.path(&format!(r#"fill="{}""#, palette::NORTH), &lozenge);
    let size = fit(title, 31.0, width - 36.0);
    svg.write(format_args!(
        "<text class=\"title\" x=\"{:.1}\" y=\"{:.1}\" font-family=\"serif\" font-style=\"italic\" \
         font-size=\"{size:.1}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
        width / 2.0,
        34.0 + size * 0.33,
        palette::NAME,
        escape(title)
    ));
}

/// The names of the four edges in the margin, by the board's own north.
fn edges(svg: &mut Svg, board: &Board, atlas: &Atlas, layout: &Layout) {
    let middle = point(layout.map_x + atlas.width / 2.0, MARGIN + atlas.height / 2.0);
    let (wide, high) = (atlas.width / 2.0 + EDGE, atlas.height / 2.0 + EDGE);
    let turned = [(0.0, -high, 0), (wide, 0.0, 90), (0.0, high, 0), (-wide, 0.0, -90)];
    svg.open(
        "edges",
        &format!(
            r#"font-family="serif" font-size="13" letter-spacing="2" text-anchor="middle" fill="{}""#,
            palette::NORTH
        ),
    );
    for ((x, y, turn), name) in turned.into_iter().zip(compass::edges(board.north)) {
        let at = middle + point(x, y);
        svg.write(format_args!(
            "<text transform=\"translate({:.1} {:.1}) rotate({turn})\" y=\"4.5\">{name}</text>\n",
            at.x, at.y
        ));
    }
    svg.close();
}

fn chamfered(inset: f64, cut: f64) -> [Point; 8] {
    let (left, top, right, bottom) = (inset, inset, TITLE.0 - inset, TITLE.1 - inset);
    [
        point(left + cut, top),
        point(right - cut, top),
        point(right, top + cut),
        point(right, bottom - cut),
        point(right - cut, bottom),
        point(left + cut, bottom),
        point(left, bottom - cut),
        point(left, top + cut),
    ]
}

/// The tints from the lowest level to the highest, each with its figure.
fn levels(svg: &mut Svg, lowest: u8, count: u8) {
    let top = TITLE.1 + GAP * 0.7;
    heading(svg, point(0.0, top), TITLE.0, "LEVELS");
    let width = (TITLE.0 / f64::from(count)).min(56.0);
    svg.open(
        "levels",
        &format!(r#"font-family="sans-serif" font-size="11" text-anchor="middle" fill="{}""#, palette::NAME),
    );
    for i in 0..count {
        let (x, y) = (f64::from(i) * width, top + HEAD);
        svg.write(format_args!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"24\" fill=\"{}\" stroke=\"{}\"/>\n",
            tint(usize::from(i)),
            palette::CONTOUR
        ));
        let (x, y) = (x + width / 2.0, y + 38.0);
        svg.write(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", u32::from(lowest) + u32::from(i)));
    }
    svg.close();
}

/// Each look with its name, down the columns.
fn key(svg: &mut Svg, board: &Board, layout: &Layout) {
    if board.key.is_empty() {
        return;
    }
    heading(svg, layout.key, layout.columns as f64 * ENTRY.0 - 16.0, "KEY");
    let text = format!(r#"font-family="serif" font-style="italic" fill="{}""#, palette::NAME);
    svg.open("key", &text);
    for (i, terrain) in board.key.iter().enumerate() {
        let (column, row) = (i / layout.rows, i % layout.rows);
        let at = layout.key + point(column as f64 * ENTRY.0, HEAD + row as f64 * ENTRY.1);
        entry(svg, at, terrain, i);
    }
    svg.close();
}

fn entry(svg: &mut Svg, at: Point, terrain: &Terrain, number: usize) {
    let (width, height) = (swatch::SIZE.0 * SWATCH, swatch::SIZE.1 * SWATCH);
    let place = format!(r#"transform="translate({:.1} {:.1}) scale({SWATCH})""#, at.x, at.y);
    swatch::draw(svg, &terrain.look, &format!("key-{number}"), &place);
    let room = ENTRY.0 - width - 26.0;
    let lines = broken(&terrain.name, 15.0, room);
    let size = lines.iter().map(|line| fit(line, 15.0, room)).fold(15.0, f64::min);
    for (i, line) in lines.iter().enumerate() {
        let middle = i as f64 - (lines.len() - 1) as f64 / 2.0;
        let y = at.y + height / 2.0 + middle * (size * 1.2) + size * 0.33;
        svg.write(format_args!(
            "<text x=\"{:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\">{}</text>\n",
            at.x + width + 10.0,
            escape(line)
        ));
    }
}

/// A heading in spaced capitals over a fine rule.
fn heading(svg: &mut Svg, at: Point, width: f64, text: &str) {
    let ink = palette::FRAME;
    svg.write(format_args!(
        "<text x=\"{:.1}\" y=\"{:.1}\" font-family=\"sans-serif\" font-size=\"9.5\" letter-spacing=\"2.4\" \
         fill=\"{ink}\">{text}</text>\n",
        at.x,
        at.y + 9.0
    ));
    let mut rule = Pen::default();
    rule.line(at + point(0.0, 15.0), at + point(width, 15.0));
    svg.path(&format!(r#"fill="none" stroke="{ink}" stroke-width=".7""#), &rule);
}

/// A name on one line, or on two if it is too long for one.
fn broken(name: &str, size: f64, room: f64) -> Vec<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let length = |words: &[&str]| words.join(" ").chars().count();
    if words.len() < 2 || length(&words) as f64 * size * LETTER <= room {
        return vec![words.join(" ")];
    }
    let longer = |at: &usize| length(&words[..*at]).max(length(&words[*at..]));
    let at = (1..words.len()).min_by_key(longer).unwrap_or(1);
    vec![words[..at].join(" "), words[at..].join(" ")]
}

/// The type size at which a line of serif fits.
fn fit(text: &str, largest: f64, room: f64) -> f64 {
    largest.min(room / (text.chars().count().max(1) as f64 * LETTER))
}

fn rectangle(at: Point, width: f64, height: f64) -> [Point; 4] {
    [at, at + point(width, 0.0), at + point(width, height), at + point(0.0, height)]
}

fn rounded(size: f64) -> f64 {
    (size * 10.0).round() / 10.0
}
