/// How the inside of a hex is drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Area {
    Clear,
    Field,
    Woods,
    Town,
    Village,
    Rough,
    Marsh,
    Orchard,
    Bocage,
    Gully,
    Water,
    Unknown,
}

/// How a hexside is drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Side {
    River,
    Stream,
    Bridge,
    Ford,
    Ridge,
    Hedge,
    Unknown,
}

/// How a line from hex to hex is drawn. The order is the order of importance.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Line {
    Road,
    Track,
    Railway,
    Unknown,
}

const AREAS: [(&str, Area); 11] = [
    ("clear", Area::Clear),
    ("field", Area::Field),
    ("woods", Area::Woods),
    ("town", Area::Town),
    ("village", Area::Village),
    ("rough", Area::Rough),
    ("marsh", Area::Marsh),
    ("orchard", Area::Orchard),
    ("bocage", Area::Bocage),
    ("gully", Area::Gully),
    ("water", Area::Water),
];

const SIDES: [(&str, Side); 6] = [
    ("river", Side::River),
    ("stream", Side::Stream),
    ("bridge", Side::Bridge),
    ("ford", Side::Ford),
    ("ridge", Side::Ridge),
    ("hedge", Side::Hedge),
];

const LINES: [(&str, Line); 3] = [("road", Line::Road), ("track", Line::Track), ("railway", Line::Railway)];

/// Every look the renderer knows, in the order areas, hexsides, lines; anything else is drawn as a hatch.
pub fn looks() -> impl Iterator<Item = &'static str> {
    let areas = AREAS.iter().map(|l| l.0);
    areas.chain(SIDES.iter().map(|l| l.0)).chain(LINES.iter().map(|l| l.0))
}

pub(crate) fn area(look: &str) -> Area {
    find(&AREAS, look).unwrap_or(Area::Unknown)
}

pub(crate) fn side(look: &str) -> Side {
    find(&SIDES, look).unwrap_or(Side::Unknown)
}

pub(crate) fn line(look: &str) -> Line {
    find(&LINES, look).unwrap_or(Line::Unknown)
}

fn find<T: Copy>(table: &[(&str, T)], look: &str) -> Option<T> {
    table.iter().find(|(name, _)| *name == look).map(|(_, value)| *value)
}
