use std::collections::BTreeSet;

use crate::{
    areas::{bocage, woods},
    atlas::{Key, side_between},
    chance::Chance,
    curve::{self, smooth, walk},
    look::{Line, Side},
    palette,
    pen::Pen,
    point::{Point, point},
    rivers::ends,
    sheet::Sheet,
    svg::Svg,
};

/// Crests: a brown line with hachures on both sides, joined from hexside to hexside.
pub(crate) fn ridges(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut crest, mut hachures) = (Pen::default(), Pen::default());
    for (a, b) in sheet.sides.of(Side::Ridge) {
        let curves = smooth(&side_points(sheet, a, b, 3.0), false);
        curve::draw(&mut crest, &curves, false);
        for (i, (at, heading)) in walk(&curves, 3.6).into_iter().enumerate() {
            let length = if i % 2 == 0 { 7.0 } else { 4.6 };
            let down = heading.quarter() * length;
            hachures.line(at - down, at + down);
        }
    }
    let ink = palette::HACHURE;
    svg.path(&format!(r#"fill="none" stroke="{ink}" stroke-width=".9" stroke-linecap="round""#), &hachures);
    svg.path(&format!(r#"class="ridge" fill="none" stroke="{ink}" stroke-width="2.6" stroke-linecap="round""#), &crest);
}

/// Hedges along hexsides.
pub(crate) fn hedges(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for (a, b) in sheet.sides.of(Side::Hedge) {
        let points = side_points(sheet, a, b, 1.5);
        points.windows(2).for_each(|w| bocage::hedge(&mut pen, sheet, w[0], w[1]));
    }
    woods::crowns(svg, "hedges", &pen, 5.6);
}

/// Features the renderer has no look for: a thick dashed line that nobody can miss.
pub(crate) fn unknown(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for (a, b) in sheet.sides.of(Side::Unknown) {
        pen.polyline(&side_points(sheet, a, b, 0.0));
    }
    let ink = palette::UNKNOWN;
    svg.path(
        &format!(r#"class="unknown-look" fill="none" stroke="{ink}" stroke-width="4" stroke-dasharray="3 4""#),
        &pen,
    );
}

fn side_points(sheet: &Sheet<'_>, a: Key, b: Key, wander: f64) -> Vec<Point> {
    let Some((from, to)) = ends(a, b) else { return Vec::new() };
    let side = side_between(a, b);
    let mut chance = Chance::new(111, side.0, side.1);
    let drift = point(chance.swing(), chance.swing()) * wander;
    vec![sheet.atlas.corner(from), sheet.atlas.middle(side) + drift, sheet.atlas.corner(to)]
}

/// A bridge: the deck of the way it carries between two parapets with splayed ends.
pub(crate) fn bridges(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut decks, mut parapets) = (Pen::default(), Pen::default());
    for (a, b) in bridged(sheet) {
        let (at, along, kind) = crossing(sheet, a, b);
        let wide = sheet.rivers.sides.get(&side_between(a, b)) == Some(&Side::River);
        let half = along * if wide { 9.0 } else { 5.5 };
        let out = along.quarter() * if kind == Some(Line::Road) { 4.4 } else { 3.6 };
        decks.polygon(&[at - half - out, at + half - out, at + half + out, at - half + out]);
        for side in [out, out * -1.0] {
            let splay = side.unit() * 3.0;
            let tip = along * 2.6;
            parapets.polyline(&[
                at - half - tip + side + splay,
                at - half + side,
                at + half + side,
                at + half + tip + side + splay,
            ]);
        }
    }
    svg.open("bridges", "");
    svg.path(&format!(r#"class="bridge" fill="{}""#, palette::PAPER), &decks);
    let ink = palette::RAIL;
    svg.path(
        &format!(r#"fill="none" stroke="{ink}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round""#),
        &parapets,
    );
    svg.close();
}

/// Where bridges stand: where one is printed, and where a road or railway crosses water that has no ford there.
fn bridged(sheet: &Sheet<'_>) -> BTreeSet<(Key, Key)> {
    let fords: BTreeSet<(Key, Key)> = sheet.sides.of(Side::Ford).collect();
    let printed = sheet.sides.of(Side::Bridge);
    let crossed = sheet.sides.all.iter().filter(|s| matches!(s.2, Side::River | Side::Stream)).map(|s| (s.0, s.1));
    let crossed = crossed.filter(|(a, b)| sheet.ways.crossings.contains_key(&side_between(*a, *b)));
    printed.chain(crossed.filter(|s| !fords.contains(s))).collect()
}

/// Where a side is crossed, in which direction, and by what.
fn crossing(sheet: &Sheet<'_>, a: Key, b: Key) -> (Point, Point, Option<Line>) {
    let side = side_between(a, b);
    match sheet.ways.crossings.get(&side) {
        Some((kind, at, along)) => (*at, *along, Some(*kind)),
        None => (sheet.atlas.middle(side), (sheet.atlas.centre(b) - sheet.atlas.centre(a)).unit(), None),
    }
}

/// A ford: stepping stones across the water.
pub(crate) fn fords(svg: &mut Svg, sheet: &Sheet<'_>) {
    let mut pen = Pen::default();
    for (a, b) in sheet.sides.of(Side::Ford) {
        let (at, along, _) = crossing(sheet, a, b);
        for row in [-3.0, 3.0] {
            (-2..=2).for_each(|i| pen.dot(at + along * (f64::from(i) * 3.6) + along.quarter() * row));
        }
    }
    svg.layers(
        "ford",
        &pen,
        &[
            &format!(
                r#"class="ford" fill="none" stroke="{}" stroke-width="3.6" stroke-linecap="round""#,
                palette::BANK
            ),
            &format!(r#"fill="none" stroke="{}" stroke-width="2" stroke-linecap="round""#, palette::PAPER),
        ],
    );
}
