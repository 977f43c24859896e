use std::sync::Arc;

use crate::{
    Attacks, Ground, OpenError, Printing, Problem, RuleEntry, Ruleset, ScenarioInfo, Settings, Simulated, Table,
};

/// Reads a map from its file name and text.
pub type ReadMap = Box<dyn Fn(&str, &str) -> Result<Arc<dyn Ground>, Vec<Problem>> + Send + Sync>;

/// The maps of a ruleset, and how more of them are read.
pub struct MapBox {
    /// The maps, in the order they are listed.
    pub maps: Vec<Arc<dyn Ground>>,
    /// Reads a map.
    pub read: ReadMap,
}

/// A ruleset that has its maps and its sight, and no scenario that could be played yet.
pub struct MapsOnly {
    /// `assault`.
    pub id: &'static str,
    /// What people read.
    pub title: &'static str,
    /// Two or three sentences.
    pub blurb: &'static str,
    /// The list of rules.
    pub rules: Vec<RuleEntry>,
    /// The maps.
    pub maps: MapBox,
    /// The attacks in words.
    pub attacks: Option<Box<dyn Attacks>>,
    /// The data files it was made from.
    pub printing: Arc<Printing>,
}

impl MapsOnly {
    fn no_scenarios(&self, file: &str) -> Problem {
        Problem {
            file: file.to_owned(),
            line: 0,
            column: 0,
            what: format!("{} has no scenarios yet", self.id),
            help: "its maps and its line of sight are ready to use".to_owned(),
        }
    }

    fn no_scenario(&self, scenario: &str) -> OpenError {
        OpenError::NoScenario { game: self.id.to_owned(), name: scenario.to_owned(), nearest: None }
    }
}

impl Ruleset for MapsOnly {
    fn id(&self) -> &str {
        self.id
    }

    fn title(&self) -> &str {
        self.title
    }

    fn blurb(&self) -> &str {
        self.blurb
    }

    fn scenarios(&self) -> Vec<&ScenarioInfo> {
        Vec::new()
    }

    fn rules(&self) -> &[RuleEntry] {
        &self.rules
    }

    fn revision(&self) -> u32 {
        0
    }

    fn printing(&self) -> &Arc<Printing> {
        &self.printing
    }

    fn reprint(&self, _printing: &Arc<Printing>) -> Result<Box<dyn Ruleset>, Vec<Problem>> {
        Err(vec![self.no_scenarios("content")])
    }

    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        Vec::new()
    }

    fn open(
        &self,
        scenario: &str,
        _settings: &Settings,
        _players: &[String],
        _seed: Option<u64>,
    ) -> Result<Box<dyn Table>, OpenError> {
        Err(self.no_scenario(scenario))
    }

    fn open_text(&self, file: &str, _text: &str) -> Result<Box<dyn Table>, Vec<Problem>> {
        Err(vec![self.no_scenarios(file)])
    }

    fn maps(&self) -> Vec<Arc<dyn Ground>> {
        self.maps.maps.clone()
    }

    fn read_map(&self, file: &str, text: &str) -> Result<Arc<dyn Ground>, Vec<Problem>> {
        (self.maps.read)(file, text)
    }

    fn attacks(&self) -> Option<&dyn Attacks> {
        self.attacks.as_deref()
    }

    fn simulate(
        &self,
        scenario: &str,
        _settings: &Settings,
        _players: &[String],
        _seed: u64,
    ) -> Result<Simulated, OpenError> {
        Err(self.no_scenario(scenario))
    }

    fn play_out(
        &self,
        scenario: &str,
        _settings: &Settings,
        _players: &[String],
        _seed: u64,
    ) -> Result<Box<dyn Table>, OpenError> {
        Err(self.no_scenario(scenario))
    }
}
