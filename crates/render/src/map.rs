use engine::Board;

use crate::{
    areas::{
        beach, bocage, brush, building, clear, craters, field, forest, grove, gully, hall, house, marsh, orchard,
        rocky, rough, ruins, storeys, town, unknown, village, water, woods,
    },
    atlas::Atlas,
    clearance::Clearance,
    contours::Contours,
    grid,
    hexsides::{self, barricade, bridge, ford, hedge, ridge, steep, wall, wire},
    labels, palette,
    rivers::{Rivers, Sides},
    roads,
    sheet::Sheet,
    summits,
    svg::Svg,
    ways::Ways,
};

/// Draws the map into `svg`, from the paper up to the names.
pub(crate) fn draw(svg: &mut Svg, board: &Board, atlas: &Atlas) {
    terrain(svg, board, atlas);
    grid::outlines(svg, atlas);
    grid::frame(svg, atlas);
    grid::numbers(svg, atlas, board);
    summits::draw(svg, atlas, board);
    labels::draw(svg, atlas, board);
}

/// The land alone, without the hex field.
pub(crate) fn terrain(svg: &mut Svg, board: &Board, atlas: &Atlas) {
    let sides = Sides::new(atlas, board);
    let ways = Ways::new(atlas, board);
    let rivers = Rivers::new(atlas, &sides, &ways);
    let clearance = Clearance::new(atlas, &ways, &rivers);
    let sheet = Sheet { atlas, sides: &sides, ways: &ways, rivers: &rivers, clearance };
    let contours = Contours::new(&sheet);
    let (width, height, paper) = (atlas.width, atlas.height, palette::LEVELS[0]);
    svg.write(format_args!("<rect width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{paper}\"/>\n"));
    ground(svg, &sheet, &contours);
    standing(svg, &sheet, &contours);
    contours.lines(svg, ".5");
}

/// Everything flat: heights, cover, water.
fn ground(svg: &mut Svg, sheet: &Sheet<'_>, contours: &Contours) {
    svg.open("ground", "");
    contours.tint(svg);
    clear::draw(svg, sheet);
    lie_of_the_land(svg, sheet);
    settled(svg, sheet);
    contours.lines(svg, ".8");
    svg.close();
    water::draw(svg, sheet);
}

fn lie_of_the_land(svg: &mut Svg, sheet: &Sheet<'_>) {
    beach::draw(svg, sheet);
    forest::light_ground(svg, sheet);
    woods::ground(svg, sheet);
    forest::heavy_ground(svg, sheet);
    brush::ground(svg, sheet);
    craters::ground(svg, sheet);
    rough::draw(svg, sheet);
    rocky::draw(svg, sheet);
    marsh::draw(svg, sheet);
    gully::draw(svg, sheet);
    unknown::draw(svg, sheet);
}

fn settled(svg: &mut Svg, sheet: &Sheet<'_>) {
    field::draw(svg, sheet);
    bocage::ground(svg, sheet);
    orchard::ground(svg, sheet);
    grove::ground(svg, sheet);
    town::ground(svg, sheet);
    house::ground(svg, sheet);
    storeys::ground(svg, sheet);
    building::yards(svg, sheet);
    ruins::draw(svg, sheet);
}

/// Ways, what was built and what grows.
fn standing(svg: &mut Svg, sheet: &Sheet<'_>, contours: &Contours) {
    ridge::draw(svg, sheet, contours);
    steep::draw(svg, sheet, contours);
    craters::holes(svg, sheet);
    ford::draw(svg, sheet);
    bridge::draw(svg, sheet);
    roads::draw(svg, sheet);
    svg.open("cover", "");
    growth(svg, sheet);
    town::buildings(svg, sheet);
    village::draw(svg, sheet);
    house::draw(svg, sheet);
    storeys::draw(svg, sheet);
    hall::draw(svg, sheet);
    building::draw(svg, sheet);
    svg.close();
    wall::draw(svg, sheet);
    wire::draw(svg, sheet);
    barricade::draw(svg, sheet);
    hexsides::unknown::draw(svg, sheet);
}

fn growth(svg: &mut Svg, sheet: &Sheet<'_>) {
    brush::shrubs(svg, sheet);
    grove::rows(svg, sheet);
    forest::light_trees(svg, sheet);
    woods::trees(svg, sheet);
    forest::heavy_trees(svg, sheet);
    orchard::trees(svg, sheet);
    bocage::hedges(svg, sheet);
    roads::trail_trees(svg, sheet);
    hedge::draw(svg, sheet);
}
