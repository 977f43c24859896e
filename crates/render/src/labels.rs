use std::collections::BTreeSet;

use engine::{Board, BoardLabel};

use crate::{
    atlas::{Atlas, Hex, Key, step},
    look::{self, Area, Side},
    palette,
    pen::Pen,
    point::{Point, point},
    summits,
    svg::{Svg, escape},
};

/// How a name is set.
struct Type {
    size: f64,
    ink: &'static str,
    spacing: f64,
    /// From the centre of the hex down to the line of writing.
    drop: f64,
}

/// What a name is the name of, the most important first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Named {
    Town,
    Village,
    Farm,
    Sea,
    Water,
    Wood,
    Height,
    Land,
}

/// Names in italics with a halo of paper, so that they read over woods and roads.
pub(crate) fn draw(svg: &mut Svg, atlas: &Atlas, board: &Board) {
    let halo = format!(
        "font-family=\"serif\" font-style=\"italic\" text-anchor=\"middle\" paint-order=\"stroke\" stroke=\"{}\" \
         stroke-opacity=\".88\" stroke-linejoin=\"round\"",
        palette::PAPER
    );
    let placed = lay_out(atlas, board);
    triangles(svg, placed.iter().filter(|name| name.of == Named::Height).map(|name| name.hex.at));
    svg.open("place-names", &halo);
    for name in &placed {
        write_name(svg, name);
    }
    svg.close();
}

/// The boxes around all names of the map.
pub(crate) fn plates(atlas: &Atlas, board: &Board) -> Vec<Plate> {
    lay_out(atlas, board).into_iter().map(|name| name.plate).collect()
}

/// A name in its place.
struct Placed<'a> {
    text: &'a str,
    of: Named,
    hex: &'a Hex,
    plate: Plate,
}

/// Gives every name a place, the most important first.
fn lay_out<'a>(atlas: &'a Atlas, board: &'a Board) -> Vec<Placed<'a>> {
    let tops: BTreeSet<Key> = summits::tops(atlas).into_iter().flatten().map(|h| h.key).collect();
    let names = board.labels.iter().filter_map(|label| atlas.named(&label.hex).map(|hex| (label, hex)));
    let mut names: Vec<_> = names.map(|(label, hex)| (named(atlas, board, &tops, hex, label), hex, label)).collect();
    names.sort_by_key(|(of, ..)| *of);
    let mut placed: Vec<Placed<'a>> = Vec::new();
    for (of, hex, label) in names {
        let plate = place(atlas, label, hex, of, &placed);
        placed.push(Placed { text: &label.text, of, hex, plate });
    }
    placed
}

/// A name with a figure in it, or one on an open hilltop, is that of a height; one in open ground beside a river, away
/// from the ways, is the river's; else it belongs to what covers the hex.
fn named(atlas: &Atlas, board: &Board, tops: &BTreeSet<Key>, hex: &Hex, label: &BoardLabel) -> Named {
    let beside_houses = || (0..6).filter_map(|d| atlas.get(step(hex.key, d))).any(|h| h.area.is_built());
    match hex.area {
        Area::Town | Area::Storeys => Named::Town,
        Area::Village | Area::House | Area::Hall | Area::Ruins => Named::Village,
        Area::Building => Named::Farm,
        Area::Sea | Area::Shallows => Named::Sea,
        Area::Water | Area::Marsh => Named::Water,
        _ if hex.elevation > 0 && label.text.contains(|c: char| c.is_ascii_digit()) => Named::Height,
        Area::Woods | Area::LightForest | Area::HeavyForest => Named::Wood,
        _ if tops.contains(&hex.key) && !beside_houses() => Named::Height,
        Area::Clear if beside_river(board, &label.hex) => Named::Water,
        _ => Named::Land,
    }
}

fn beside_river(board: &Board, hex: &str) -> bool {
    let water = |feature: &str| {
        let entry = board.key.iter().find(|t| t.key == feature);
        entry.is_some_and(|t| matches!(look::side(&t.look), Side::River | Side::Stream))
    };
    let wet = board.sides.iter().any(|s| (s.a == hex || s.b == hex) && water(&s.feature));
    wet && !board.lines.iter().any(|l| l.path.iter().any(|h| h == hex))
}

/// A box around a name: its middle, half its width and half its height.
pub(crate) type Plate = (Point, f64, f64);

fn place(atlas: &Atlas, label: &BoardLabel, hex: &Hex, of: Named, others: &[Placed<'_>]) -> Plate {
    let set = setting(of);
    let length = label.text.chars().count() as f64;
    let half = length * (set.size * 0.5 + set.spacing) / 2.0 + 5.0;
    let x = hex.at.x.clamp(half.min(atlas.width / 2.0), (atlas.width - half).max(atlas.width / 2.0));
    let plate = |shift: f64| {
        let y = (hex.at.y + set.drop + shift).min(atlas.height - 6.0);
        (point(x, y - set.size * 0.3), half, set.size * 0.5)
    };
    let places = [0.0, set.size, -set.size, 1.7 * set.size, -1.7 * set.size].map(plate);
    places.into_iter().find(|p| others.iter().all(|o| apart(p, &o.plate))).unwrap_or(places[0])
}

fn write_name(svg: &mut Svg, name: &Placed<'_>) {
    let set = setting(name.of);
    let (x, y) = (name.plate.0.x, name.plate.0.y + set.size * 0.3);
    let spacing = if set.spacing > 0.0 { format!(" letter-spacing=\"{}\"", set.spacing) } else { String::new() };
    svg.write(format_args!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{}\" fill=\"{}\" stroke-width=\"{:.1}\"{spacing}>{}</text>\n",
        set.size,
        set.ink,
        2.2 + set.size * 0.09,
        escape(name.text)
    ));
}

/// Whether two boxes do not touch.
pub(crate) fn apart(a: &Plate, b: &Plate) -> bool {
    (a.0.x - b.0.x).abs() > a.1 + b.1 || (a.0.y - b.0.y).abs() > a.2 + b.2
}

fn setting(of: Named) -> Type {
    let (size, ink, spacing, drop) = match of {
        Named::Town => (28.0, palette::NAME, 1.4, 36.0),
        Named::Village => (20.0, palette::NAME, 0.5, 38.0),
        Named::Farm => (14.5, palette::NAME, 0.2, 37.0),
        Named::Sea => (28.0, palette::WATER_NAME, 4.0, 8.0),
        Named::Water => (18.0, palette::WATER_NAME, 1.4, 6.0),
        Named::Wood => (18.0, palette::WOOD_NAME, 1.2, 6.0),
        Named::Height => (17.0, palette::HEIGHT_NAME, 0.3, 20.0),
        Named::Land => (17.0, palette::NAME, 0.6, 6.0),
    };
    Type { size, ink, spacing, drop }
}

/// The surveyor's triangle on named heights.
fn triangles(svg: &mut Svg, at: impl Iterator<Item = Point>) {
    let mut pen = Pen::default();
    for at in at {
        pen.polygon(&[(0.0, -7.0), (5.6, 2.8), (-5.6, 2.8)].map(|(x, y)| at + point(x, y)));
        pen.dot(at);
    }
    let (paper, ink) = (palette::PAPER, palette::HEIGHT_NAME);
    svg.path(
        &format!(
            "class=\"heights\" fill=\"{paper}\" stroke=\"{ink}\" stroke-width=\"1.6\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\""
        ),
        &pen,
    );
}
