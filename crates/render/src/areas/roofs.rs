use crate::areas::prelude::*;

/// Towards the sun: the light on every map comes from the north-west.
const SUN: Point = point(-0.6, -0.8);

/// Three roofings, each with the ink of its lit and of its dark slope.
pub(crate) type Tiles = [[&'static str; 2]; 3];

/// Roofs with their slopes and the shadow they cast.
#[derive(Debug, Default)]
pub(crate) struct Roofs {
    shadows: Pen,
    lit: [Pen; 3],
    dark: [Pen; 3],
}

impl Roofs {
    /// A roof with two slopes; the ridge runs along the longer sides.
    pub(crate) fn gable(&mut self, corners: [Point; 4], tile: usize) {
        self.hip(corners, 0.0, tile);
    }

    /// A roof whose ridge stops short of both ends, where it slopes too; `hip` is how far, as a part of its depth.
    pub(crate) fn hip(&mut self, corners: [Point; 4], hip: f64, tile: usize) {
        let [a, b, c, d] = lengthwise(corners);
        let (from, to) = (a.lerp(d, 0.5), b.lerp(c, 0.5));
        let short = (to - from).unit() * (a.distance(d) * hip);
        let (ridge_from, ridge_to) = (from + short, to - short);
        self.shadows.polygon(&corners);
        self.slope(&[a, b, ridge_to, ridge_from], a.lerp(b, 0.5) - d.lerp(c, 0.5), tile);
        self.slope(&[c, d, ridge_from, ridge_to], d.lerp(c, 0.5) - a.lerp(b, 0.5), tile);
        if hip > 0.0 {
            self.slope(&[d, a, ridge_from], from - to, tile);
            self.slope(&[b, c, ridge_to], to - from, tile);
        }
    }

    /// A flat roof.
    pub(crate) fn flat(&mut self, corners: [Point; 4], tile: usize) {
        self.shadows.polygon(&corners);
        self.lit[tile].polygon(&corners);
    }

    fn slope(&mut self, corners: &[Point], faces: Point, tile: usize) {
        let slopes = if faces.dot(SUN) > 0.0 { &mut self.lit } else { &mut self.dark };
        slopes[tile].polygon(corners);
    }

    /// Inks the roofs of buildings this tall.
    pub(crate) fn paint(&self, svg: &mut Svg, tall: f64, tiles: Tiles, edge: &str) {
        let (x, y) = (tall * 0.8, tall);
        let shadow = format!(r#"fill="{}" fill-opacity=".32" transform="translate({x:.1} {y:.1})""#, palette::SHADOW);
        svg.path(&shadow, &self.shadows);
        for (i, [lit, dark]) in tiles.into_iter().enumerate() {
            for (slopes, ink) in [(&self.dark, dark), (&self.lit, lit)] {
                svg.path(
                    &format!(r#"fill="{ink}" stroke="{edge}" stroke-width=".6" stroke-linejoin="round""#),
                    &slopes[i],
                );
            }
        }
    }
}

/// The corners so that the first two lie along a long side.
fn lengthwise([a, b, c, d]: [Point; 4]) -> [Point; 4] {
    if a.distance(b) >= b.distance(c) { [a, b, c, d] } else { [b, c, d, a] }
}

/// The corners of a block around `centre`, half as long as `along` says and `depth` to each side.
pub(crate) fn block(centre: Point, along: Point, depth: f64) -> [Point; 4] {
    let across = along.unit().quarter() * depth;
    [centre - along - across, centre + along - across, centre + along + across, centre - along + across]
}
