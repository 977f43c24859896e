//! The tables of the game, read from `content/divisions/` and checked (FD-1, FD-11, FD-14, FD-15, FD-16).

use content::{Files, Liveries, Problems, Source, read_rules, read_table};
use engine::{Problem, RuleEntry};

use super::{
    assault::AssaultTable,
    events::{Event, EventFile},
    limits::Limits,
    terrain::{ByClass, Cost, Feature, Halves, Terrain, TerrainFile},
    units::{Kind, KindFile},
    weather::{Weather, WeatherFile},
};

/// All tables of the game.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub(crate) kinds: Vec<Kind>,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) features: Vec<Feature>,
    pub(crate) climb: ByClass<Halves>,
    pub(crate) weather: Vec<Weather>,
    pub(crate) events: Vec<Event>,
    pub(crate) assault: AssaultTable,
    pub(crate) limits: Limits,
    pub(crate) rules: Vec<RuleEntry>,
    pub(crate) liveries: Liveries,
}

impl Catalogue {
    /// Reads the tables.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn read(files: &Files) -> Result<Catalogue, Vec<Problem>> {
        let mut problems = Problems::default();
        let kinds = read_table::<KindFile>(files, "divisions", "units", &mut problems).map(|file| file.kind);
        let terrain = read_table::<TerrainFile>(files, "divisions", "terrain", &mut problems);
        let weather = read_table::<WeatherFile>(files, "divisions", "weather", &mut problems);
        let events = read_table::<EventFile>(files, "divisions", "events", &mut problems);
        let assault = read_table::<AssaultTable>(files, "divisions", "assault", &mut problems);
        let limits = read_table::<Limits>(files, "divisions", "limits", &mut problems);
        let rules = read_rules(files, "divisions", &mut problems);
        let liveries = Liveries::read(files, &mut problems);

        if let Some(terrain) = &terrain {
            check_climb(files, &terrain.climb, &mut problems);
        }
        let catalogue = (|| {
            let terrain = terrain?;
            Some(Catalogue {
                kinds: kinds?,
                features: terrain.feature,
                climb: ByClass {
                    leg: terrain.climb.leg.0.unwrap_or(0),
                    tracked: terrain.climb.tracked.0.unwrap_or(0),
                    wheeled: terrain.climb.wheeled.0.unwrap_or(0),
                },
                terrain: terrain.terrain,
                weather: weather?.weather,
                events: events?.event,
                assault: assault?,
                limits: limits?,
                rules: rules?,
                liveries: liveries?,
            })
        })();
        if let Some(catalogue) = &catalogue {
            catalogue.check(files, &mut problems);
        }
        problems.finish(catalogue)
    }

    pub(crate) fn kind_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.kinds.iter().map(|kind| kind.id.as_str())
    }

    pub(crate) fn weather_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.weather.iter().map(|weather| weather.id.as_str())
    }

    pub(crate) fn event_ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.events.iter().map(|event| event.id.as_str())
    }

    /// A kind of company by its id.
    pub fn kind(&self, id: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.id == id)
    }

    /// All kinds of company.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// A kind of ground by its id.
    pub fn ground(&self, id: &str) -> Option<&Terrain> {
        self.terrain.iter().find(|terrain| terrain.id == id)
    }

    /// All kinds of ground.
    pub fn grounds(&self) -> &[Terrain] {
        &self.terrain
    }

    /// What an event chit is worth; nothing if there is no such chit.
    pub fn event_value(&self, id: &str) -> i32 {
        self.events.iter().find(|event| event.id == id).map_or(0, |event| event.value)
    }

    /// How many dice a shot is.
    pub fn dice(&self) -> usize {
        self.limits.dice
    }

    /// The close assault table.
    pub fn assault(&self) -> &AssaultTable {
        &self.assault
    }

    /// The list of rules.
    pub fn rules(&self) -> &[RuleEntry] {
        &self.rules
    }
}

fn check_climb(files: &Files, climb: &ByClass<Cost>, problems: &mut Problems) {
    let path = "divisions/terrain.toml";
    let text = files.get(path).unwrap_or_default();
    if [climb.leg, climb.tracked, climb.wheeled].contains(&Cost(None)) {
        let place = text.find("[climb]").unwrap_or(0);
        let help = "climbing costs a number of points; what cannot be climbed is ground that cannot be entered";
        problems.add(Source::new(path, text).problem(place..place, "a class that cannot climb", help));
    }
}
