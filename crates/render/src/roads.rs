use crate::{look::Line, palette, pen::Pen, sheet::Sheet, svg::Svg};

/// Roads with a casing, dashed tracks, railways with sleepers; the more important on top.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let [track, road, rail, unknown] =
        [Line::Track, Line::Road, Line::Railway, Line::Unknown].map(|kind| pen(sheet, kind));
    svg.open("ways", r#"fill="none" stroke-linejoin="round""#);
    svg.layers(
        "track",
        &track,
        &[
            &stroke("track-bed", palette::PAPER, r#"3.6" stroke-opacity=".6"#),
            &stroke("track", palette::TRACK, r#"1.5" stroke-dasharray="6 3"#),
        ],
    );
    svg.layers(
        "road",
        &road,
        &[
            &stroke("road", palette::ROAD_CASE, r#"6.2" stroke-linecap="round"#),
            &stroke("road", palette::ROAD, r#"4" stroke-linecap="round"#),
        ],
    );
    svg.layers(
        "railway",
        &rail,
        &[
            &stroke("railway", palette::PAPER, r#"4.4" stroke-opacity=".55"#),
            &stroke("railway", palette::RAIL, "1.8"),
            &stroke("railway", palette::RAIL, r#"6.4" stroke-dasharray="1.3 7.2"#),
        ],
    );
    svg.layers("unknown-line", &unknown, &[&stroke("unknown-look", palette::UNKNOWN, r#"4" stroke-dasharray="3 5"#)]);
    svg.close();
}

fn stroke(class: &str, colour: &str, width: &str) -> String {
    format!(r#"class="{class}" stroke="{colour}" stroke-width="{width}""#)
}

fn pen(sheet: &Sheet<'_>, kind: Line) -> Pen {
    let mut pen = Pen::default();
    sheet.ways.of(kind).for_each(|curve| curve.draw(&mut pen));
    pen
}
