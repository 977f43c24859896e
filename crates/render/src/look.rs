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
    Building,
    Beach,
    Shallows,
    Sea,
    Rocky,
    Brush,
    Grove,
    LightForest,
    HeavyForest,
    House,
    Storeys,
    Hall,
    Ruins,
    Craters,
    BrushCraters,
    Unknown,
}

impl Area {
    /// Water that covers the whole hex.
    pub(crate) fn is_wet(self) -> bool {
        matches!(self, Area::Water | Area::Shallows | Area::Sea)
    }

    /// Whether people live there, or did.
    pub(crate) fn is_built(self) -> bool {
        matches!(self, Area::Town | Area::Village | Area::Building | Area::House)
            || matches!(self, Area::Storeys | Area::Hall | Area::Ruins)
    }

    /// Whether the ground of this terrain runs on under the other: under more of its kind, and denser.
    pub(crate) fn underlies(self, other: Area) -> bool {
        match self {
            _ if self == other => true,
            Area::LightForest => matches!(other, Area::Woods | Area::HeavyForest),
            Area::Woods => other == Area::HeavyForest,
            Area::Brush | Area::Craters => other == Area::BrushCraters,
            Area::Beach => other.is_wet(),
            Area::House => matches!(other, Area::Storeys | Area::Hall),
            Area::Storeys => other == Area::Hall,
            _ => false,
        }
    }

    /// Whether the two grow into each other: no edge is drawn between them.
    pub(crate) fn is_kin(self, other: Area) -> bool {
        self.is_wet() == other.is_wet() && (self.underlies(other) || other.underlies(self))
    }

    /// Whether it is one thing in its hex, rather than ground that covers it from side to side.
    pub(crate) fn stands_alone(self) -> bool {
        matches!(self, Area::Clear | Area::Village | Area::Building | Area::Hall | Area::Gully | Area::Water)
    }

    /// Whether it continues beyond the edge of the map. Things that people built or that players count do not.
    pub(crate) fn runs_on(self) -> bool {
        match self {
            Area::Woods | Area::LightForest | Area::HeavyForest | Area::Brush | Area::Grove | Area::Field => true,
            Area::Marsh | Area::Rough | Area::Rocky | Area::Beach => true,
            _ => self.is_wet(),
        }
    }
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
    Wall,
    Steep,
    Wire,
    Barricade,
    Unknown,
}

/// How a line from hex to hex is drawn. The order is the order of importance.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Line {
    Road,
    Lane,
    Track,
    Alley,
    Trail,
    Railway,
    Unknown,
}

const AREAS: [(&str, Area); 26] = [
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
    ("building", Area::Building),
    ("beach", Area::Beach),
    ("shallows", Area::Shallows),
    ("sea", Area::Sea),
    ("rocky", Area::Rocky),
    ("brush", Area::Brush),
    ("grove", Area::Grove),
    ("light-forest", Area::LightForest),
    ("heavy-forest", Area::HeavyForest),
    ("house", Area::House),
    ("storeys", Area::Storeys),
    ("hall", Area::Hall),
    ("ruins", Area::Ruins),
    ("craters", Area::Craters),
    ("brush-craters", Area::BrushCraters),
];

const SIDES: [(&str, Side); 10] = [
    ("river", Side::River),
    ("stream", Side::Stream),
    ("bridge", Side::Bridge),
    ("ford", Side::Ford),
    ("ridge", Side::Ridge),
    ("hedge", Side::Hedge),
    ("wall", Side::Wall),
    ("steep", Side::Steep),
    ("wire", Side::Wire),
    ("barricade", Side::Barricade),
];

const LINES: [(&str, Line); 6] = [
    ("road", Line::Road),
    ("lane", Line::Lane),
    ("track", Line::Track),
    ("alley", Line::Alley),
    ("trail", Line::Trail),
    ("railway", Line::Railway),
];

/// Every look the renderer knows, in the order areas, hexsides, lines; anything else is drawn as a hatch.
pub fn looks() -> impl Iterator<Item = &'static str> {
    let areas = AREAS.iter().map(|l| l.0);
    areas.chain(SIDES.iter().map(|l| l.0)).chain(LINES.iter().map(|l| l.0))
}

/// A look by what it is the look of.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Look {
    Area(Area),
    Side(Side),
    Line,
}

pub(crate) fn any(look: &str) -> Look {
    let side = || find(&SIDES, look).map(Look::Side);
    let line = || find(&LINES, look).map(|_| Look::Line);
    side().or_else(line).unwrap_or_else(|| Look::Area(area(look)))
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
