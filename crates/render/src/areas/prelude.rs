//! What every terrain is drawn with.

pub(crate) use crate::{
    areas::Cover,
    chance::Chance,
    look::Area,
    palette,
    pen::Pen,
    point::{Point, point},
    region::Shape,
    sheet::Sheet,
    svg::Svg,
};
