use crate::{
    areas::{outline, prelude::*},
    curve,
    region::Region,
};

const SHORE: Shape = Shape { corner: 4.0, neck: 0.0, side: 1.5, wander: 5.0, even: 2, salt: 67 };

const SHALLOWS: Cover = Cover {
    area: Area::Shallows,
    shape: SHORE,
    ink: palette::SHALLOWS,
    opacity: "1",
    spacing: 15.0,
    margin: 11.0,
    room: 2.0,
};

/// Seas, lakes and rivers: first all banks, then all water, so that a river opens into its lake.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let region = Region::new(sheet.atlas, |h| h.area.is_wet());
    let shore = outline(sheet.atlas, &region, SHORE);
    let (rivers, streams) = (chains(&sheet.rivers.rivers), chains(&sheet.rivers.streams));
    svg.open("water", "");
    svg.path(&stroke(palette::BANK, "3"), &streams);
    svg.layers("shore", &shore, &[&stroke(palette::BANK, "3")]);
    svg.path(&format!("class=\"river\" {}", stroke(palette::BANK, "11.4")), &rivers);
    if !shore.is_empty() {
        svg.reuse("shore", &format!(r#"fill="{}""#, palette::WATER));
    }
    depths(svg, sheet);
    svg.path(&stroke(palette::WATER, "8.8"), &rivers);
    svg.path(&format!(r#"{} stroke-dasharray="16 7 5 9""#, stroke(palette::RIPPLE, ".8")), &rivers);
    for (inset, opacity) in [(4.5, ".8"), (9.5, ".55"), (16.0, ".35")] {
        let line = outline(sheet.atlas, &region, SHORE.inset(inset));
        svg.path(&format!(r#"{} stroke-opacity="{opacity}""#, stroke(palette::RIPPLE, "1")), &line);
    }
    svg.close();
}

/// Shallow water is pale, with surf over the bars; the sea darkens away from it.
fn depths(svg: &mut Svg, sheet: &Sheet<'_>) {
    let sea = Region::new(sheet.atlas, |h| h.area == Area::Sea);
    let shallows = Region::new(sheet.atlas, |h| h.area == Area::Shallows);
    svg.path(&format!(r#"fill="{}""#, palette::SHALLOWS), &outline(sheet.atlas, &shallows, SHORE));
    for (inset, ink) in [(0.0, palette::SEA[0]), (13.0, palette::SEA[1])] {
        svg.path(&format!(r#"fill="{ink}""#), &outline(sheet.atlas, &sea, SHORE.inset(inset)));
    }
    let mut surf = Pen::default();
    for mut spot in SHALLOWS.spots(sheet) {
        let half = 3.5 + spot.chance.next() * 3.0;
        if spot.chance.next() < 0.7 {
            let (left, right) = (spot.at - point(half, 0.0), spot.at + point(half, 0.0));
            surf.move_to(left);
            surf.curve_to(left + point(half * 0.6, -3.0), right - point(half * 0.6, -3.0), right);
        }
    }
    svg.path(&stroke(palette::SURF, "1.2"), &surf);
    waves(svg, sheet);
}

/// The long swell of open water.
fn waves(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for mut spot in (Cover { area: Area::Sea, spacing: 21.0, margin: 17.0, ..SHALLOWS }).spots(sheet) {
        if spot.chance.next() < 0.7 {
            pen.move_to(spot.at - point(6.0, 0.0));
            for step in 0..3 {
                let from = spot.at + point(f64::from(step) * 4.0 - 6.0, 0.0);
                pen.curve_to(from + point(1.0, 1.6), from + point(3.0, 1.6), from + point(4.0, 0.0));
            }
        }
    }
    svg.path(&stroke(palette::SWELL, "1.2"), &pen);
}

fn stroke(colour: &str, width: &str) -> String {
    format!(r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#)
}

fn chains(chains: &[Vec<curve::Bezier>]) -> Pen {
    let mut pen = Pen::default();
    chains.iter().for_each(|c| curve::draw(&mut pen, c, false));
    pen
}
