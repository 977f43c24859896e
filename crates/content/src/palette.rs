/// The names a ruleset has for the things on its maps, and the few facts that a map's consistency depends on.
#[derive(Clone, Debug, Default)]
pub struct Palette {
    /// Terrain of hexes.
    pub terrain: Vec<PaletteTerrain>,
    /// Features on hexsides and along ways.
    pub features: Vec<PaletteFeature>,
}

/// A terrain.
#[derive(Clone, Debug)]
pub struct PaletteTerrain {
    /// `woods`.
    pub id: String,
    /// How it is drawn, from the renderer's list.
    pub look: String,
    /// Whether anything can enter it.
    pub passable: bool,
    /// Whether a road may end in it: houses.
    pub settled: bool,
}

/// A feature.
#[derive(Clone, Debug)]
pub struct PaletteFeature {
    /// `river`.
    pub id: String,
    /// How it is drawn, from the renderer's list.
    pub look: String,
    /// What it is.
    pub kind: FeatureKind,
}

/// What a feature is, as far as the consistency of a map is concerned.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// Runs from hex to hex: a road, a railway.
    Way,
    /// A way that may end anywhere: a footpath.
    LooseWay,
    /// Water along a hexside.
    Water,
    /// Carries a way across water on a hexside.
    Bridge,
    /// A steep change of level: its two hexes must differ in height.
    Step,
    /// Anything else on a hexside.
    Barrier,
}

impl PaletteTerrain {
    /// A terrain; whether it is settled follows from how it is drawn.
    pub fn new(id: &str, look: &str, passable: bool) -> PaletteTerrain {
        let settled = matches!(look, "town" | "village" | "building" | "storeys" | "hall" | "house");
        PaletteTerrain { id: id.to_owned(), look: look.to_owned(), passable, settled }
    }
}

impl Palette {
    /// The names of all terrain, in order.
    pub fn terrain_ids(&self) -> Vec<&str> {
        self.terrain.iter().map(|terrain| terrain.id.as_str()).collect()
    }

    /// The names of all features, in order.
    pub fn feature_ids(&self) -> Vec<&str> {
        self.features.iter().map(|feature| feature.id.as_str()).collect()
    }
}
