use engine::{Board, BoardLabel};

use crate::{
    atlas::{Atlas, Hex},
    look::Area,
    palette,
    point::{Point, point},
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

/// Names in italics with a halo of paper, so that they read over woods and roads.
pub(crate) fn draw(svg: &mut Svg, atlas: &Atlas, board: &Board) {
    let halo = format!(
        r#"font-family="serif" font-style="italic" text-anchor="middle" paint-order="stroke" stroke="{}" stroke-width="3.2" stroke-opacity=".85" stroke-linejoin="round""#,
        palette::PAPER
    );
    heights(svg, atlas, board);
    svg.open("place-names", &halo);
    for (label, hex) in placed(atlas, board) {
        name(svg, atlas, label, hex);
    }
    svg.close();
}

fn placed<'a>(atlas: &'a Atlas, board: &'a Board) -> impl Iterator<Item = (&'a BoardLabel, &'a Hex)> {
    board.labels.iter().filter_map(|label| atlas.named(&label.hex).map(|hex| (label, hex)))
}

fn name(svg: &mut Svg, atlas: &Atlas, label: &BoardLabel, hex: &Hex) {
    let set = setting(hex);
    let length = label.text.chars().count() as f64;
    let half = length * (set.size * 0.5 + set.spacing) / 2.0 + 5.0;
    let x = hex.at.x.clamp(half.min(atlas.width / 2.0), (atlas.width - half).max(atlas.width / 2.0));
    let spacing = if set.spacing > 0.0 { format!(" letter-spacing=\"{}\"", set.spacing) } else { String::new() };
    svg.write(format_args!(
        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"{}\" fill=\"{}\"{spacing}>{}</text>\n",
        hex.at.y + set.drop,
        set.size,
        set.ink,
        escape(&label.text)
    ));
}

fn setting(hex: &Hex) -> Type {
    match hex.area {
        Area::Town | Area::Storeys => Type { size: 22.0, ink: palette::NAME, spacing: 1.2, drop: 34.0 },
        Area::Village | Area::House | Area::Hall | Area::Ruins => {
            Type { size: 16.5, ink: palette::NAME, spacing: 0.4, drop: 36.5 }
        }
        Area::Building => Type { size: 13.0, ink: palette::NAME, spacing: 0.2, drop: 36.0 },
        Area::Sea | Area::Shallows => Type { size: 24.0, ink: palette::WATER_NAME, spacing: 3.0, drop: 7.0 },
        Area::Water | Area::Marsh => Type { size: 16.0, ink: palette::WATER_NAME, spacing: 1.2, drop: 5.0 },
        _ if is_height(hex) => Type { size: 14.5, ink: palette::HEIGHT_NAME, spacing: 0.3, drop: 17.0 },
        _ => Type { size: 15.5, ink: palette::NAME, spacing: 0.6, drop: 5.0 },
    }
}

/// A name on high open ground is the name of the height.
fn is_height(hex: &Hex) -> bool {
    hex.elevation > 0 && !hex.area.is_built() && !hex.area.is_wet() && hex.area != Area::Marsh
}

/// The surveyor's triangle on named heights.
fn heights(svg: &mut Svg, atlas: &Atlas, board: &Board) {
    let mut pen = crate::pen::Pen::default();
    for (_, hex) in placed(atlas, board).filter(|(_, hex)| is_height(hex)) {
        let corner = |x, y| -> Point { hex.at + point(x, y) };
        pen.polygon(&[corner(0.0, -6.0), corner(5.2, 3.0), corner(-5.2, 3.0)]);
        pen.dot(hex.at);
    }
    let ink = palette::HEIGHT_NAME;
    let attributes = format!(
        r#"fill="{}" stroke="{ink}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round""#,
        palette::PAPER
    );
    svg.path(&attributes, &pen);
}
