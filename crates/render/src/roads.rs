use crate::{
    areas::woods,
    curve::{Bezier, walk},
    look::Line,
    palette,
    pen::Pen,
    sheet::Sheet,
    svg::Svg,
};

/// Paved roads and lanes light between dark edges, dirt tracks in brown dashes, railways with sleepers; the more
/// important on top, and all edges below all surfaces, so that ways open into each other.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    svg.open("ways", r#"fill="none" stroke-linejoin="round""#);
    let [trail, track] = [("trail", Line::Trail), ("track", Line::Track)].map(|(id, kind)| (id, pen(sheet, kind)));
    way(svg, &trail, &[(palette::TRACK, r#"5" stroke-opacity=".3" stroke-linecap="round"#)]);
    again(svg, &trail, palette::TRACK, r#"1.8" stroke-linecap="round" stroke-dasharray=".1 3.6"#);
    way(svg, &track, &[(palette::PAPER, r#"4.8" stroke-opacity=".75" stroke-linecap="round"#)]);
    again(svg, &track, palette::TRACK, r#"2.6" stroke-dasharray="8 3"#);
    let alley = ("alley", pen(sheet, Line::Alley));
    let lane = ("lane", pen(sheet, Line::Lane));
    let road = ("road", pen(sheet, Line::Road));
    way(svg, &alley, &[(palette::ROAD_CASE, r#"4.2" stroke-opacity=".55" stroke-linecap="butt"#)]);
    way(svg, &lane, &[(palette::ROAD_CASE, r#"5.2" stroke-linecap="round"#)]);
    way(svg, &road, &[(palette::ROAD_CASE, r#"8.2" stroke-linecap="round"#)]);
    again(svg, &alley, palette::ALLEY, r#"3" stroke-linecap="round"#);
    again(svg, &lane, palette::ROAD, r#"3.2" stroke-linecap="round"#);
    again(svg, &road, palette::ROAD, r#"5.2" stroke-linecap="round"#);
    let rail = ("railway", pen(sheet, Line::Railway));
    way(svg, &rail, &[(palette::PAPER, r#"4.4" stroke-opacity=".55"#), (palette::RAIL, "1.8")]);
    again(svg, &rail, palette::RAIL, r#"6.4" stroke-dasharray="1.3 7.2"#);
    let unknown = pen(sheet, Line::Unknown);
    svg.layers("unknown-line", &unknown, &[&stroke("unknown-look", palette::UNKNOWN, r#"4" stroke-dasharray="3 5"#)]);
    svg.close();
}

/// How far a way reaches from its middle.
pub(crate) fn half_width(kind: Line) -> f64 {
    match kind {
        Line::Road => 4.1,
        Line::Railway => 3.2,
        Line::Lane | Line::Track | Line::Trail => 2.6,
        Line::Alley | Line::Unknown => 2.1,
    }
}

/// The trees that hide a trail, on both its sides.
pub(crate) fn trail_trees(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut trees = Pen::default();
    let curves: Vec<Bezier> = sheet.ways.of(Line::Trail).collect();
    for (i, (at, heading)) in walk(&curves, 5.2).into_iter().enumerate() {
        let side = if i % 2 == 0 { 6.6 } else { -6.6 };
        let at = at + heading.quarter() * side;
        if sheet.atlas.under(at).is_some_and(|h| sheet.clearance.free(h.key, at, 2.4)) {
            trees.dot(at);
        }
    }
    woods::crowns(svg, "trail-trees", &trees, 6.2);
}

/// Defines a way and draws its lower layers, each a colour and a width.
fn way(svg: &mut Svg, (id, pen): &(&str, Pen), layers: &[(&str, &str)]) {
    let layers: Vec<String> = layers.iter().map(|(colour, width)| stroke(id, colour, width)).collect();
    svg.layers(id, pen, &layers.iter().map(String::as_str).collect::<Vec<_>>());
}

/// Draws a way once more, over what was drawn since.
fn again(svg: &mut Svg, (id, pen): &(&str, Pen), colour: &str, width: &str) {
    if !pen.is_empty() {
        svg.reuse(id, &stroke(id, colour, width));
    }
}

fn stroke(class: &str, colour: &str, width: &str) -> String {
    format!(r#"class="{class}" stroke="{colour}" stroke-width="{width}""#)
}

fn pen(sheet: &Sheet<'_>, kind: Line) -> Pen {
    let mut pen = Pen::default();
    sheet.ways.of(kind).for_each(|curve| curve.draw(&mut pen));
    pen
}
