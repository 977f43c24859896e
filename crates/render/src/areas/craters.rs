use crate::areas::prelude::*;

const SHAPE: Shape = Shape { corner: 9.0, neck: 3.0, side: 4.0, wander: 5.0, even: 1, salt: 181 };

const COVER: Cover = Cover {
    area: Area::Craters,
    shape: SHAPE,
    ink: palette::TORN,
    opacity: ".5",
    spacing: 17.0,
    margin: 10.0,
    room: 6.5,
};

const IN_BRUSH: Cover = Cover { area: Area::BrushCraters, spacing: 21.0, ..COVER };

pub(crate) fn ground(svg: &mut Svg, sheet: &Sheet<'_>) {
    COVER.lay(svg, sheet);
}

/// Shell holes: thrown-up earth, a rim, a dark inner slope to the north-west, where the sun does not reach.
pub(crate) fn holes(svg: &mut Svg, sheet: &Sheet<'_>) {
    let (mut large, mut small, mut clods) = (Pen::default(), Pen::default(), Pen::default());
    for mut spot in COVER.spots(sheet).chain(IN_BRUSH.spots(sheet)) {
        let big = spot.chance.next() < 0.45;
        if spot.chance.next() < 0.9 {
            if big { &mut large } else { &mut small }.dot(spot.at);
            thrown(&mut clods, spot.at, if big { 9.0 } else { 6.4 }, spot.chance);
        }
    }
    svg.path(&dots(palette::CRATER_EDGE, 1.3, 0.0, ".8"), &clods);
    hole(svg, "small-craters", &small, 8.6);
    hole(svg, "craters", &large, 13.4);
}

fn hole(svg: &mut Svg, id: &str, at: &Pen, width: f64) {
    let layers = [
        dots(palette::CRATER_RIM, width + 3.4, 0.0, ".8"),
        dots(palette::CRATER_EDGE, width, 0.0, "1"),
        dots(palette::CRATER_DARK, width - 1.5, 0.0, "1"),
        dots(palette::CRATER, width * 0.62, width * 0.11, "1"),
    ];
    svg.layers(id, at, &layers.each_ref().map(String::as_str));
}

fn dots(colour: &str, width: f64, shift: f64, opacity: &str) -> String {
    format!(
        "fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-opacity=\"{opacity}\" \
         stroke-linecap=\"round\" transform=\"translate({shift:.1} {shift:.1})\""
    )
}

/// Clods around a hole.
fn thrown(pen: &mut Pen, at: Point, reach: f64, mut chance: Chance) {
    for _ in 0..3 {
        let away = point(chance.swing(), chance.swing()).unit();
        pen.dot(at + away * (reach + chance.next() * 3.0));
    }
}
