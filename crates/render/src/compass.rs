use engine::North;

use crate::{
    palette,
    pen::Pen,
    point::{Point, point},
    svg::Svg,
};

/// Across a compass rose with its letters.
pub(crate) const SIZE: f64 = 120.0;

/// A compass rose of 120 × 120 on a transparent ground; its north points where the board's does.
pub fn compass_svg(north: North) -> String {
    let mut svg = Svg::default();
    svg.open_drawing(SIZE, SIZE, title(north));
    svg.open("compass", "");
    draw(&mut svg, north);
    svg.close();
    svg.close_drawing()
}

fn title(north: North) -> &'static str {
    match north {
        North::Up => "North is at the top",
        North::Down => "North is at the bottom",
        North::Left => "North is on the left",
        North::Right => "North is on the right",
    }
}

/// The names of the edges of a map: the upper one, the right one, the lower one, the left one.
pub(crate) fn edges(north: North) -> [&'static str; 4] {
    let mut names = ["North", "East", "South", "West"];
    names.rotate_right(usize::from(north.degrees() / 90));
    names
}

/// Draws the rose into a square of [`SIZE`] at the origin.
pub(crate) fn draw(svg: &mut Svg, north: North) {
    let centre = point(SIZE, SIZE) * 0.5;
    let up = match north {
        North::Up => point(0.0, -1.0),
        North::Down => point(0.0, 1.0),
        North::Left => point(-1.0, 0.0),
        North::Right => point(1.0, 0.0),
    };
    ring(svg, centre);
    star(svg, centre, up);
    letters(svg, centre, up);
}

fn ring(svg: &mut Svg, centre: Point) {
    let (ink, paper) = (palette::FRAME, palette::PAPER);
    let (x, y) = (centre.x, centre.y);
    for (radius, width, fill) in [(43.0, 1.6, paper), (39.0, 0.6, "none"), (21.0, 0.6, "none")] {
        let opacity = if fill == "none" { "0" } else { ".82" };
        svg.write(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{paper}\" fill-opacity=\"{opacity}\" stroke=\"{ink}\" \
             stroke-width=\"{width}\"/>\n"
        ));
    }
    let mut ticks = Pen::default();
    // Sixteen equal steps round: each turns by twice the angle with this tangent.
    let mut direction = point(1.0, 0.0);
    for _ in 0..16 {
        ticks.line(centre + direction * 39.0, centre + direction * 43.0);
        direction = direction.turned(0.198_912_367_379_658);
    }
    svg.path(&format!(r#"fill="none" stroke="{ink}" stroke-width="1""#), &ticks);
}

/// Eight points, each light on one side and dark on the other; the small ones below.
fn star(svg: &mut Svg, centre: Point, up: Point) {
    let (mut light, mut dark, mut north) = (Pen::default(), Pen::default(), Pen::default());
    let quarters = quarters(up);
    for direction in quarters.map(|d| (d + d.quarter()).unit()) {
        for (pen, side) in [(&mut light, -1.0), (&mut dark, 1.0)] {
            let flank = (direction + direction.quarter() * (0.42 * side)).unit() * 11.0;
            pen.polygon(&[centre, centre + flank, centre + direction * 30.0]);
        }
    }
    let (mut broad_light, mut broad_dark) = (Pen::default(), Pen::default());
    for (i, direction) in quarters.into_iter().enumerate() {
        for (pen, side) in [(&mut broad_light, -1.0), (&mut broad_dark, 1.0)] {
            let pen = if i == 0 && side > 0.0 { &mut north } else { pen };
            let flank = (direction + direction.quarter() * side).unit() * 10.0;
            pen.polygon(&[centre, centre + flank, centre + direction * 38.0]);
        }
    }
    let ink = palette::FRAME;
    let halves = [(&light, palette::PAPER), (&dark, ink), (&broad_light, palette::PAPER), (&broad_dark, ink)];
    for (pen, fill) in halves.into_iter().chain([(&north, palette::NORTH)]) {
        svg.path(&format!(r#"fill="{fill}" stroke="{ink}" stroke-width=".7" stroke-linejoin="round""#), pen);
    }
}

/// North, east, south, west.
fn quarters(up: Point) -> [Point; 4] {
    [up, up.quarter(), up * -1.0, up.quarter() * -1.0]
}

fn letters(svg: &mut Svg, centre: Point, up: Point) {
    svg.open(
        "letters",
        &format!(
            "font-family=\"sans-serif\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\" paint-order=\"stroke\" \
             stroke=\"{}\" stroke-width=\"2.4\" stroke-linejoin=\"round\"",
            palette::NAME,
            palette::PAPER
        ),
    );
    for (letter, direction) in ["N", "E", "S", "W"].into_iter().zip(quarters(up)) {
        let (size, ink) = if letter == "N" { (15.0, palette::NORTH) } else { (9.0, palette::NAME) };
        let at = centre + direction * (if letter == "N" { 51.5 } else { 50.0 });
        svg.write(format_args!(
            "<text x=\"{:.1}\" y=\"{:.1}\" font-size=\"{size}\" fill=\"{ink}\">{letter}</text>\n",
            at.x,
            at.y + size * 0.365
        ));
    }
    svg.close();
}
