use engine::Board;

use crate::{
    atlas::{APOTHEM, Atlas, corners, step},
    palette,
    pen::Pen,
    region::Region,
    svg::{Svg, escape},
};

/// The hex field: thin outlines and a dot in the middle of each hex.
pub(crate) fn outlines(svg: &mut Svg, atlas: &Atlas) {
    let (mut sides, mut dots) = (Pen::default(), Pen::default());
    for hex in atlas.on_the_map() {
        let c = corners(hex.at);
        // Three sides are its own; the other three belong to neighbours, if there are any.
        sides.polyline(&[c[5], c[0], c[1], c[2]]);
        for d in 2..5 {
            if !atlas.on_map(step(hex.key, d)) {
                sides.line(c[d], c[d + 1]);
            }
        }
        dots.dot(hex.at);
    }
    let ink = palette::HEX;
    svg.path(&format!(r#"class="hex-grid" fill="none" stroke="{ink}" stroke-width=".9" stroke-opacity=".42""#), &sides);
    let dot = r#"stroke-width="2.2" stroke-linecap="round" stroke-opacity=".5""#;
    svg.path(&format!(r#"class="hex-centres" fill="none" stroke="{ink}" {dot}"#), &dots);
}

/// Pales what lies off the map and draws the edge of the field of play and the frame.
pub(crate) fn frame(svg: &mut Svg, atlas: &Atlas) {
    let (w, h) = (atlas.width, atlas.height);
    let mut veil = Pen::default();
    let mut edge = Pen::default();
    veil.polygon(&[(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, y)| crate::point::point(x, y)));
    for points in Region::new(atlas, |hex| !hex.beyond).exact(atlas) {
        veil.polygon(&points);
        edge.polygon(&points);
    }
    svg.path(&format!(r#"fill="{}" fill-opacity=".62" fill-rule="evenodd""#, palette::PAPER), &veil);
    let ink = palette::FRAME;
    svg.path(
        &format!(r#"fill="none" stroke="{ink}" stroke-width="1.3" stroke-linejoin="round" stroke-opacity=".75""#),
        &edge,
    );
    svg.write(format_args!(
        "<rect class=\"frame\" x=\"1\" y=\"1\" width=\"{:.1}\" height=\"{:.1}\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"2\"/>\n",
        w - 2.0,
        h - 2.0
    ));
}

/// The printed number at the top of each hex.
pub(crate) fn numbers(svg: &mut Svg, atlas: &Atlas, board: &Board) {
    let ink = palette::HEX;
    svg.open(
        "numbers",
        &format!(
            "font-family=\"sans-serif\" font-size=\"7.6\" text-anchor=\"middle\" fill=\"{ink}\" \
            fill-opacity=\".8\" paint-order=\"stroke\" stroke=\"{}\" stroke-opacity=\".5\" stroke-width=\"2\" \
            stroke-linejoin=\"round\"",
            palette::PAPER
        ),
    );
    for (hex, printed) in atlas.hexes.iter().zip(&board.hexes) {
        let (x, y) = (hex.at.x, hex.at.y - APOTHEM + 8.8);
        svg.write(format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", escape(&printed.id)));
    }
    svg.close();
}
