use crate::{
    areas::outline,
    palette,
    pen::Pen,
    region::{Region, Shape},
    sheet::Sheet,
    svg::Svg,
};

/// The heights: tinted ground for each level and the contour lines around it.
#[derive(Debug)]
pub(crate) struct Contours {
    levels: Vec<Level>,
}

#[derive(Debug)]
struct Level {
    tint: &'static str,
    line: Pen,
    /// The form line half-way up.
    between: Pen,
}

impl Contours {
    pub(crate) fn new(sheet: &Sheet<'_>) -> Contours {
        let highest = sheet.atlas.hexes.iter().map(|h| h.elevation).max().unwrap_or(0);
        Contours { levels: (1..=highest).map(|level| Level::new(sheet, level)).collect() }
    }

    /// Each level with a shadow at its foot, as if lit from the north-west.
    pub(crate) fn tint(&self, svg: &mut Svg) {
        for (i, level) in self.levels.iter().enumerate() {
            let shade = format!(r#"fill="{}" fill-opacity=".3" transform="translate(2.4 3)""#, palette::CONTOUR);
            svg.layers(&format!("level-{}", i + 1), &level.line, &[&shade, &format!(r#"fill="{}""#, level.tint)]);
            svg.layers(&format!("form-{}", i + 1), &level.between, &[]);
        }
    }

    pub(crate) fn lines(&self, svg: &mut Svg, opacity: &str) {
        svg.open("contours", &format!(r#"fill="none" stroke="{}" stroke-opacity="{opacity}""#, palette::CONTOUR));
        for level in 1..=self.levels.len() {
            svg.reuse(&format!("level-{level}"), r#"stroke-width="1.5""#);
            svg.reuse(&format!("form-{level}"), r#"stroke-width=".6""#);
        }
        svg.close();
    }
}

impl Level {
    /// Higher lines keep further in, so that those of a steep slope run side by side.
    fn new(sheet: &Sheet<'_>, level: u8) -> Level {
        let inset = 2.0 + 4.5 * f64::from(level.min(4) - 1);
        let shape = Shape { corner: 4.0 + inset, neck: inset, side: inset, wander: 6.5, even: 2, salt: 101 };
        let region = Region::new(sheet.atlas, |h| h.elevation >= level);
        let tint = palette::LEVELS[usize::from(level).min(palette::LEVELS.len() - 1)];
        let between = outline(sheet.atlas, &region, shape.inset(15.0));
        Level { tint, line: outline(sheet.atlas, &region, shape), between }
    }
}
