use std::collections::BTreeSet;

use engine::Board;

use crate::{
    atlas::{APOTHEM, Atlas, Hex, Key, step},
    palette,
    point::{Point, point},
    svg::Svg,
};

/// The level as a small figure on each hilltop, as the game counts it.
pub(crate) fn draw(svg: &mut Svg, atlas: &Atlas, board: &Board) {
    let named: BTreeSet<Key> = board.labels.iter().filter_map(|l| atlas.named(&l.hex)).map(|h| h.key).collect();
    let tops = tops(atlas);
    if tops.is_empty() {
        return;
    }
    svg.open(
        "levels",
        &format!(
            "font-family=\"serif\" font-style=\"italic\" font-size=\"10\" text-anchor=\"middle\" fill=\"{}\" \
             paint-order=\"stroke\" stroke=\"{}\" stroke-opacity=\".6\" stroke-width=\"2\" stroke-linejoin=\"round\"",
            palette::HEIGHT_NAME,
            palette::PAPER
        ),
    );
    for top in tops {
        let Some(hex) = middle(&top, &named) else { continue };
        let at = hex.at + point(0.0, APOTHEM - 4.5);
        let level = hex.elevation + atlas.lowest;
        svg.write(format_args!("<text x=\"{:.1}\" y=\"{:.1}\">{level}</text>\n", at.x, at.y));
    }
    svg.close();
}

/// Neighbouring hexes of one level over the lowest, all of whose neighbours are lower.
pub(crate) fn tops(atlas: &Atlas) -> Vec<Vec<&Hex>> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for hex in atlas.on_the_map().filter(|h| h.elevation > 0) {
        if !seen.insert(hex.key) {
            continue;
        }
        let mut plateau = vec![hex];
        let mut highest = true;
        let mut next = 0;
        while let Some(here) = plateau.get(next).copied() {
            next += 1;
            for other in (0..6).filter_map(|d| atlas.get(step(here.key, d))).filter(|h| !h.beyond) {
                highest &= other.elevation <= hex.elevation;
                if other.elevation == hex.elevation && seen.insert(other.key) {
                    plateau.push(other);
                }
            }
        }
        if highest {
            out.push(plateau);
        }
    }
    out
}

/// The hex nearest the middle of a plateau that has no name in it.
fn middle<'a>(plateau: &[&'a Hex], named: &BTreeSet<Key>) -> Option<&'a Hex> {
    let sum = plateau.iter().fold(point(0.0, 0.0), |sum, h| sum + h.at);
    let centre: Point = sum * (1.0 / plateau.len() as f64);
    let free = plateau.iter().copied().filter(|h| !named.contains(&h.key));
    free.min_by(|a, b| a.at.distance(centre).total_cmp(&b.at.distance(centre)))
}
