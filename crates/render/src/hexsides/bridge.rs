use std::collections::BTreeSet;

use crate::{
    atlas::{Key, side_between},
    hexsides::crossing,
    look::{Line, Side},
    palette,
    pen::Pen,
    roads,
    sheet::Sheet,
    svg::Svg,
};

/// A bridge: the deck of the way it carries between two parapets with splayed ends.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut decks, mut parapets) = (Pen::default(), Pen::default());
    for (a, b) in bridged(sheet) {
        let (at, along, kind) = crossing(sheet, a, b);
        let wide = sheet.rivers.sides.get(&side_between(a, b)) == Some(&Side::River);
        let half = along * if wide { 10.0 } else { 6.5 };
        let out = along.quarter() * (roads::half_width(kind.unwrap_or(Line::Track)) + 1.6);
        decks.polygon(&[at - half - out, at + half - out, at + half + out, at - half + out]);
        for side in [out, out * -1.0] {
            let splay = side.unit() * 3.4;
            let tip = along * 3.0;
            parapets.polyline(&[
                at - half - tip + side + splay,
                at - half + side,
                at + half + side,
                at + half + tip + side + splay,
            ]);
        }
    }
    if decks.is_empty() {
        return;
    }
    let parapet = |colour, width| {
        format!(
            r#"fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round""#
        )
    };
    svg.open("bridges", "");
    svg.layers("parapets", &parapets, &[&parapet(palette::PAPER, "4.6")]);
    svg.path(&format!(r#"class="bridge" fill="{}""#, palette::PAPER), &decks);
    svg.reuse("parapets", &parapet(palette::RAIL, "2.2"));
    svg.close();
}

/// Where bridges stand: where one is printed, and where a way crosses water that has no ford there.
fn bridged(sheet: &Sheet<'_>) -> BTreeSet<(Key, Key)> {
    let fords: BTreeSet<(Key, Key)> = sheet.sides.of(Side::Ford).collect();
    let printed = sheet.sides.of(Side::Bridge);
    let crossed = sheet.sides.all.iter().filter(|s| matches!(s.2, Side::River | Side::Stream)).map(|s| (s.0, s.1));
    let crossed = crossed.filter(|(a, b)| sheet.ways.crossings.contains_key(&side_between(*a, *b)));
    printed.chain(crossed.filter(|s| !fords.contains(s))).collect()
}
