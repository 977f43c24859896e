use crate::{
    areas::outline,
    curve,
    look::Area,
    palette,
    pen::Pen,
    region::{Region, Shape},
    sheet::Sheet,
    svg::Svg,
};

const SHORE: Shape = Shape { corner: 5.0, neck: 0.0, side: 1.5, wander: 5.0, even: 1, salt: 67 };

/// Lakes and rivers: first all banks, then all water, so that a river opens into its lake.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let region = Region::new(sheet.atlas, |h| h.area == Area::Water);
    let lake = outline(sheet.atlas, &region, SHORE);
    let (rivers, streams) = (chains(&sheet.rivers.rivers), chains(&sheet.rivers.streams));
    let stroke = |colour, width| {
        format!(
            r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#
        )
    };
    svg.open("water", "");
    svg.path(&stroke(palette::BANK, "3"), &streams);
    svg.path(&stroke(palette::BANK, "3"), &lake);
    svg.path(&format!("class=\"river\" {}", stroke(palette::BANK, "11.4")), &rivers);
    svg.path(&format!(r#"fill="{}""#, palette::WATER), &lake);
    svg.path(&stroke(palette::WATER, "8.8"), &rivers);
    svg.path(&format!(r#"{} stroke-dasharray="16 7 5 9""#, stroke(palette::RIPPLE, ".8")), &rivers);
    for (inset, opacity) in [(4.5, ".8"), (9.5, ".55"), (16.0, ".35")] {
        let line = outline(sheet.atlas, &region, SHORE.inset(inset));
        svg.path(&format!(r#"{} stroke-opacity="{opacity}""#, stroke(palette::RIPPLE, "1")), &line);
    }
    svg.close();
}

fn chains(chains: &[Vec<curve::Bezier>]) -> Pen {
    let mut pen = Pen::default();
    chains.iter().for_each(|c| curve::draw(&mut pen, c, false));
    pen
}
