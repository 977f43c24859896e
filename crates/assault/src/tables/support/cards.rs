//! The cards of aircraft and batteries, from `content/assault/support.toml` (AS-12.3, AS-12.4).

use super::artillery::Ring;
use crate::tables::{
    abilities::Observer,
    chart::{Chart, Entry},
    pool::Pool,
    units::{ByTarget, Nation, UnitCard},
};

/// The card of an aircraft.
#[derive(Clone, Debug)]
pub struct Aircraft {
    /// Names it in files.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// Whose it is.
    pub nation: Nation,
    /// Attack dice by target.
    pub attack: ByTarget<Pool>,
    /// Against buildings and works.
    pub blast: Pool,
    /// Against AA fire.
    pub defence: Pool,
    /// Attack runs.
    pub runs: u8,
    /// What goes wide may hit friends.
    pub friendly_fire: bool,
}

/// The card of a battery or of a ship's guns.
#[derive(Clone, Debug)]
pub struct Battery {
    /// Names it in files.
    pub id: String,
    /// The name that players read.
    pub name: String,
    /// Whose it is.
    pub nation: Nation,
    /// Attack dice by target.
    pub attack: ByTarget<ByRing>,
    /// Against the building or work of the primary hex.
    pub blast: Pool,
    /// Strikes in a game.
    pub rounds: u8,
    /// Turns between the request and the first strike.
    pub delay: u8,
    /// Who may spot for it; any unit if nobody is named.
    pub observer: Option<Observer>,
}

/// Dice by part of the impact area.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct ByRing {
    pub primary: Pool,
    pub secondary: Pool,
}

impl Battery {
    /// Whether a unit may spot for it (AS-12.4.2.1): one of its own nation, and with the ability it asks for.
    pub fn may_spot(&self, unit: &UnitCard) -> bool {
        unit.nation == self.nation && self.observer.is_none_or(|post| unit.observes_for(post))
    }
}

impl ByRing {
    /// The dice of a part.
    pub fn of(&self, ring: Ring) -> Pool {
        match ring {
            Ring::Primary => self.primary,
            Ring::Secondary => self.secondary,
        }
    }
}

const OBSERVERS: [(&str, Option<Observer>); 3] =
    [("any-unit", None), ("spotter", Some(Observer::Spotter)), ("naval-observer", Some(Observer::NavalObserver))];

const NATIONS: [(&str, Nation); 3] = [("us", Nation::Us), ("italy", Nation::Italy), ("germany", Nation::Germany)];

/// What `support.toml` holds.
pub(crate) struct Cards {
    pub(crate) aircraft: Vec<Aircraft>,
    pub(crate) batteries: Vec<Battery>,
}

impl Cards {
    pub(crate) fn read(chart: &mut Chart<'_>, root: &Entry<'_>) -> Cards {
        chart.only(root, &["provenance", "aircraft", "battery"]);
        chart.provenance(root);
        let aircraft = chart.entries(root, "aircraft");
        let batteries = chart.entries(root, "battery");
        let mut seen = Vec::new();
        for entry in aircraft.iter().chain(&batteries) {
            let id = chart.text(entry, "id");
            if seen.contains(id.get_ref()) {
                let what = format!("there are two cards \"{}\"", id.get_ref());
                chart.wrong(id.span(), what, "give each its own id");
            }
            seen.push(id.into_inner());
        }
        Cards {
            aircraft: aircraft.iter().map(|entry| read_aircraft(chart, entry)).collect(),
            batteries: batteries.iter().map(|entry| read_battery(chart, entry)).collect(),
        }
    }
}

fn nation(chart: &mut Chart<'_>, entry: &Entry<'_>) -> Nation {
    chart.one_of(entry, "nation", &NATIONS).unwrap_or(Nation::Us)
}

/// An id was asked for before: a card without one is complained about once.
fn id_of(chart: &mut Chart<'_>, entry: &Entry<'_>) -> String {
    if entry.get("id").is_some() { chart.text(entry, "id").into_inner() } else { String::new() }
}

fn read_aircraft(chart: &mut Chart<'_>, entry: &Entry<'_>) -> Aircraft {
    chart.only(entry, &["id", "name", "nation", "attack", "blast", "defence", "runs", "friendly_fire"]);
    let attack = chart.entry(entry, "attack");
    chart.only(&attack, &["soft", "hard"]);
    Aircraft {
        id: id_of(chart, entry),
        name: chart.text(entry, "name").into_inner(),
        nation: nation(chart, entry),
        attack: ByTarget { soft: chart.pool(&attack, "soft"), hard: chart.pool(&attack, "hard") },
        blast: chart.pool(entry, "blast"),
        defence: chart.pool(entry, "defence"),
        runs: chart.number(entry, "runs", 1..=9).unsigned_abs(),
        friendly_fire: chart.flag(entry, "friendly_fire"),
    }
}

fn read_battery(chart: &mut Chart<'_>, entry: &Entry<'_>) -> Battery {
    chart.only(entry, &["id", "name", "nation", "attack", "blast", "rounds", "delay", "observer"]);
    let attack = chart.entry(entry, "attack");
    chart.only(&attack, &["soft", "hard"]);
    let [soft, hard] = ["soft", "hard"].map(|key| {
        let rings = chart.entry(&attack, key);
        chart.only(&rings, &["primary", "secondary"]);
        ByRing { primary: chart.pool(&rings, "primary"), secondary: chart.pool(&rings, "secondary") }
    });
    Battery {
        id: id_of(chart, entry),
        name: chart.text(entry, "name").into_inner(),
        nation: nation(chart, entry),
        attack: ByTarget { soft, hard },
        blast: chart.pool(entry, "blast"),
        rounds: chart.number(entry, "rounds", 1..=99).unsigned_abs(),
        delay: chart.number(entry, "delay", 0..=99).unsigned_abs(),
        observer: chart.one_of(entry, "observer", &OBSERVERS).flatten(),
    }
}
