use std::collections::{BTreeMap, BTreeSet};

use crate::{
    atlas::{Key, side_between},
    curve::{self, Bezier},
    look::Side,
    palette,
    pen::Pen,
    region::{Region, Shape},
    sheet::Sheet,
    svg::Svg,
};

/// The heights: tinted ground for each level and the contour lines around it.
#[derive(Debug)]
pub(crate) struct Contours {
    levels: Vec<Pen>,
    /// Where the highest contour over a hexside runs; uphill is on the right.
    slopes: BTreeMap<Key, [Bezier; 2]>,
}

impl Contours {
    pub(crate) fn new(sheet: &Sheet<'_>) -> Contours {
        let highest = sheet.atlas.hexes.iter().map(|h| h.elevation).max().unwrap_or(0);
        let steep = sheet.sides.all.iter().filter(|s| matches!(s.2, Side::Ridge | Side::Steep));
        let pinned = steep.map(|s| side_between(s.0, s.1)).collect();
        let mut contours = Contours { levels: Vec::new(), slopes: BTreeMap::new() };
        (1..=highest).for_each(|level| contours.add(sheet, level, &pinned));
        contours
    }

    /// Higher lines keep further in, so that those of a steep slope run side by side.
    fn add(&mut self, sheet: &Sheet<'_>, level: u8, pinned: &BTreeSet<Key>) {
        let inset = 2.0 + 4.5 * f64::from(level.min(4) - 1);
        let shape = Shape { corner: 4.0 + inset, neck: inset, side: inset, wander: 6.5, even: 2, salt: 101 };
        let region = Region::new(sheet.atlas, |h| h.elevation >= level);
        let mut pen = Pen::default();
        for stretches in region.pinned(sheet.atlas, shape, pinned) {
            let curves: Vec<Bezier> = stretches.iter().flat_map(|(_, curves)| *curves).collect();
            curve::draw(&mut pen, &curves, true);
            self.slopes.extend(stretches);
        }
        self.levels.push(pen);
    }

    /// The contour along a hexside, if the ground rises there; uphill is on the right.
    pub(crate) fn slope(&self, side: Key) -> Option<[Bezier; 2]> {
        self.slopes.get(&side).copied()
    }

    /// Each level with a shadow at its foot, as if lit from the north-west.
    pub(crate) fn tint(&self, svg: &mut Svg) {
        let ink = palette::CONTOUR;
        for (i, line) in self.levels.iter().enumerate() {
            let shade = format!(r#"fill="{ink}" fill-opacity=".34" transform="translate(2.6 3.2)""#);
            let tint = format!(r#"fill="{}""#, tint(i + 1));
            svg.layers(&format!("level-{}", i + 1), line, &[&shade, &tint]);
        }
    }

    pub(crate) fn lines(&self, svg: &mut Svg, opacity: &str) {
        let drawn: Vec<usize> = (1..=self.levels.len()).filter(|l| !self.levels[l - 1].is_empty()).collect();
        if drawn.is_empty() {
            return;
        }
        let ink = palette::CONTOUR;
        svg.open("contours", &format!(r#"fill="none" stroke="{ink}" stroke-width="1.2" stroke-opacity="{opacity}""#));
        drawn.iter().for_each(|level| svg.reuse(&format!("level-{level}"), ""));
        svg.close();
    }
}

/// The tint of the ground this many levels above the lowest.
pub(crate) fn tint(level: usize) -> &'static str {
    palette::LEVELS[level.min(palette::LEVELS.len() - 1)]
}
