//! Where the faults of a state stand in the file of its set-up, and the words in which they are told.

use content::{Places, Source, Step};
use engine::{Problem, UnitId};
use hexmap::Hex;

use crate::{
    set_up::scenario_spec::ScenarioSpec,
    state::{
        faults::{About, Fault, Rating, Wrong},
        laid_out::Ask,
    },
};

/// A set-up beside the state that was made of it.
pub(crate) struct Told<'a> {
    pub(crate) spec: &'a ScenarioSpec,
    pub(crate) source: &'a Source<'a>,
    pub(crate) places: &'a Places<'a>,
    /// The unit that each `[[unit]]` became.
    pub(crate) units: &'a [Option<UnitId>],
}

impl Told<'_> {
    /// A fault as a problem of the file.
    pub(crate) fn problem(&self, ask: Ask<'_>, fault: &Fault) -> Problem {
        let (key, wrong) = (key(&fault.wrong), &fault.wrong);
        let (way, what) = match fault.about {
            About::State => (vec![Step::Key(key)], wrong.to_string()),
            About::Unit(unit) => (self.way_to_unit(unit, key), format!("{}: {wrong}", ask.state.unit(unit).letter)),
            About::Hex(hex) => (self.way_to_hex(ask, hex, key), format!("{}: {wrong}", ask.rules.label(hex))),
        };
        problem(self.source, self.places, &way, what, help(wrong))
    }

    /// A unit's line, or that of the platoon it came with.
    fn way_to_unit(&self, unit: UnitId, key: &'static str) -> Vec<Step<'static>> {
        match self.units.iter().position(|known| *known == Some(unit)) {
            Some(place) => vec![Step::Key("unit"), Step::Item(place), Step::Key(key)],
            None => vec![Step::Key("platoon")],
        }
    }

    /// The last thing in a list that lies in the hex: what is there twice is said there the second time.
    fn way_to_hex(&self, ask: Ask<'_>, hex: Hex, key: &'static str) -> Vec<Step<'static>> {
        let spec = self.spec;
        let labels: Vec<&str> = match key {
            "marker" => spec.marker.iter().map(|marker| marker.at.get_ref().as_str()).collect(),
            "smoke" => spec.smoke.iter().map(|label| label.get_ref().as_str()).collect(),
            "minefields" => spec.minefields.iter().map(|label| label.get_ref().as_str()).collect(),
            _ => spec.positions.iter().map(|label| label.get_ref().as_str()).collect(),
        };
        let place = labels.iter().rposition(|label| ask.rules.grid().parse(label).is_ok_and(|known| known == hex));
        [Step::Key(key)].into_iter().chain(place.map(Step::Item)).collect()
    }
}

/// The remedy, with the rule that asks for it.
pub(crate) fn help(wrong: &Wrong) -> String {
    match wrong.rule() {
        Some(rule) => format!("{} ({rule})", wrong.remedy()),
        None => wrong.remedy(),
    }
}

/// A problem with the value at the end of a way, or with the whole file if nothing of the way is there.
pub(crate) fn problem(
    source: &Source<'_>,
    places: &Places<'_>,
    way: &[Step<'_>],
    what: impl std::fmt::Display,
    help: impl std::fmt::Display,
) -> Problem {
    match places.find(way) {
        Some(span) => source.problem(span, what, help),
        None => source.whole(what, help),
    }
}

/// What the thing is called in a set-up.
pub(crate) fn key(wrong: &Wrong) -> &'static str {
    match wrong {
        Wrong::TooManyUnits { .. } => "unit",
        Wrong::Condition { .. } => "condition",
        Wrong::Round { .. } | Wrong::Clock { .. } => "round",
        Wrong::AdvantageDie { .. } => "advantage",
        Wrong::ActionNumber { .. } => "action_number",
        Wrong::Sighting { .. } => "sightings",
        Wrong::Marker { .. } | Wrong::MarkerTwice { .. } | Wrong::MarkerLeadsNowhere { .. } => "marker",
        Wrong::SmokeTwice => "smoke",
        Wrong::MinefieldTwice => "minefields",
        Wrong::WorkTwice => "positions",
        Wrong::Players => "players",
        Wrong::SameLetter { .. } | Wrong::NotOnTheRoster { .. } => "letter",
        Wrong::NoUnit { .. } | Wrong::OtherSide => "card",
        Wrong::Section { .. } => "section",
        Wrong::CrewSize { .. } => "crew",
        Wrong::Losses { .. } => "crew_lost",
        Wrong::Rating { rating: Rating::Initiative, .. } => "initiative",
        Wrong::Rating { rating: Rating::Perception, .. } => "perception",
        Wrong::Rating { rating: Rating::WeaponSkill, .. } => "weapon_skill",
        Wrong::Rating { rating: Rating::DrivingSkill, .. } => "driving_skill",
        Wrong::SelfPreservation { .. } => "self_preservation",
        Wrong::Rounds { .. } => "rounds",
        Wrong::Crowded { .. } | Wrong::Unreachable => "at",
        Wrong::AboardItself
        | Wrong::CannotBeCarried { .. }
        | Wrong::CarrierIsCarried { .. }
        | Wrong::CarrierIsFull { .. }
        | Wrong::CarrierIsNot { .. } => "aboard",
        Wrong::CannotClose => "closed",
        Wrong::NoDefilade => "defilade",
        Wrong::NotPrepared => "prepared",
        Wrong::NoTurret => "turret",
        Wrong::NotDugIn | Wrong::WorkElsewhere => "dug_in",
        Wrong::TwoWorks => "bunker",
        Wrong::Turns { .. } => "turns",
        Wrong::Reaction { .. } => "reaction",
        Wrong::OursCaptured | Wrong::Guard => "captured",
    }
}
