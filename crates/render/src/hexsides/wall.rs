use crate::{hexsides::posts, look::Side, palette, pen::Pen, point::Point, sheet::Sheet, svg::Svg};

/// Half the length of a stone along the wall.
const STONE: f64 = 2.0;

/// Dry stone walls: stone by stone, with a gap where a way goes through.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut stones = Pen::default();
    for (at, heading) in posts(sheet, Side::Wall, 2.0 * STONE) {
        if open(sheet, at) {
            stones.line(at - heading * STONE, at + heading * STONE);
        }
    }
    let layer = |colour, width, more: &str| {
        format!(r#"class="wall" fill="none" stroke="{colour}" stroke-width="{width}" {more}"#)
    };
    let shadow = r#"stroke-opacity=".35" stroke-linecap="round" transform="translate(1.2 1.6)""#;
    svg.layers(
        "walls",
        &stones,
        &[
            &layer(palette::SHADOW, "4.6", shadow),
            &layer(palette::WALL_EDGE, "4.8", r#"stroke-linecap="round""#),
            &layer(palette::WALL, "3.2", r#"stroke-dasharray="3.2 .8""#),
        ],
    );
}

fn open(sheet: &Sheet<'_>, at: Point) -> bool {
    sheet.atlas.under(at).is_some_and(|h| sheet.clearance.free(h.key, at, 1.0))
}
