use engine::Board;

use crate::{
    areas::{bocage, clear, field, gully, marsh, orchard, rough, town, unknown, village, water, woods},
    atlas::Atlas,
    clearance::Clearance,
    contours::Contours,
    grid, hexsides, labels, palette,
    rivers::{Rivers, Sides},
    roads,
    sheet::Sheet,
    svg::{Svg, escape},
    ways::Ways,
};

/// Draws the map into `svg`, from the paper up, and leaves the group in which it is scaled open.
pub(crate) fn draw(svg: &mut Svg, board: &Board, atlas: &Atlas) {
    let sides = Sides::new(atlas, board);
    let ways = Ways::new(atlas, board);
    let rivers = Rivers::new(atlas, &sides, &ways);
    let clearance = Clearance::new(atlas, &ways, &rivers);
    let sheet = Sheet { atlas, sides: &sides, ways: &ways, rivers: &rivers, clearance };
    open(svg, board, atlas);
    let contours = Contours::new(&sheet);
    ground(svg, &sheet, &contours);
    standing(svg, &sheet);
    contours.lines(svg, ".3");
    grid::outlines(svg, atlas);
    grid::frame(svg, atlas);
    grid::numbers(svg, atlas, board);
    labels::draw(svg, atlas, board);
}

fn open(svg: &mut Svg, board: &Board, atlas: &Atlas) {
    let (w, h) = (board.width, board.height);
    svg.write(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\">\n"
    ));
    svg.write(format_args!("<title>{}</title>\n", escape(&board.title)));
    let scale = (atlas.scale * 1e6).round() / 1e6;
    svg.write(format_args!("<g class=\"map\" transform=\"scale({scale})\">\n"));
    svg.write(format_args!(
        "<rect width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>\n",
        atlas.width,
        atlas.height,
        palette::LEVELS[0]
    ));
}

/// Everything flat: heights, cover, water.
fn ground(svg: &mut Svg, sheet: &Sheet<'_>, contours: &Contours) {
    svg.open("ground", "");
    contours.tint(svg);
    clear::draw(svg, sheet);
    field::draw(svg, sheet);
    bocage::ground(svg, sheet);
    orchard::ground(svg, sheet);
    town::ground(svg, sheet);
    woods::ground(svg, sheet);
    rough::draw(svg, sheet);
    marsh::draw(svg, sheet);
    gully::draw(svg, sheet);
    unknown::draw(svg, sheet);
    contours.lines(svg, ".75");
    svg.close();
    water::draw(svg, sheet);
}

/// What was built and what grows, over the ways.
fn standing(svg: &mut Svg, sheet: &Sheet<'_>) {
    hexsides::ridges(svg, sheet);
    hexsides::fords(svg, sheet);
    hexsides::bridges(svg, sheet);
    roads::draw(svg, sheet);
    svg.open("cover", "");
    woods::trees(svg, sheet);
    orchard::trees(svg, sheet);
    bocage::hedges(svg, sheet);
    hexsides::hedges(svg, sheet);
    town::buildings(svg, sheet);
    village::draw(svg, sheet);
    svg.close();
    hexsides::unknown(svg, sheet);
}
