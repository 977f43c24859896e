//! The reference duels of docs/assault-design.md, by the exact odds of the rules. So far those of ranged fire and close combat; the others wait for their rules, and
//! are counted here so that none is forgotten.

#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

use assault::{
    Catalogue,
    play::{
        s10_ranged_fire::{Attacker, Circumstances, Defender, RangedFire},
        s10_results::{Fate, Target},
        s11_close_combat::{CloseCombat, Ending, Fighter, Ground},
    },
    tables::{fortification::Area, ranged_fire::FireStatus, units::RangeFactor},
};
use content::Files;
use serde::Deserialize;

#[derive(Deserialize)]
struct Duels {
    duel: Vec<Duel>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "what is read later, and what is for readers")]
struct Duel {
    id: String,
    #[serde(default)]
    named: bool,
    kind: Option<String>,
    attacker: Option<String>,
    target: Option<String>,
    range: Option<String>,
    terrain: Option<String>,
    work: Option<String>,
    area: Option<String>,
    hindrances: Option<u8>,
    fire: Option<String>,
    spotting: Option<String>,
    #[serde(default)]
    target_status: Vec<String>,
    #[serde(default)]
    half_strength: bool,
    #[serde(default)]
    indirect: bool,
    #[serde(default)]
    outflanked: bool,
    mode: Option<String>,
    column: Option<String>,
    structure: Option<String>,
    measure: String,
    low: f64,
    high: f64,
    #[serde(default)]
    strictly_under: bool,
    times: Option<f64>,
    of: Option<String>,
    at_most_times: Option<f64>,
    reason: String,
}

fn catalogue() -> Catalogue {
    Catalogue::read(&Files::embedded()).unwrap()
}

fn duels() -> Vec<Duel> {
    toml::from_str::<Duels>(include_str!("duels.toml")).unwrap().duel
}

/// The duel's odds in per cent; `None` if its rules are still to come.
fn odds_of(duel: &Duel, catalogue: &Catalogue) -> Option<f64> {
    match duel.kind.as_deref() {
        None => odds_of_fire(duel, catalogue),
        Some("close-combat") => Some(odds_of_close_combat(duel, catalogue)),
        Some(_) => None,
    }
}

/// The duel's fighters, ground and side.
fn odds_of_close_combat(duel: &Duel, catalogue: &Catalogue) -> f64 {
    let card = |id: &Option<String>| catalogue.unit(id.as_deref().unwrap()).unwrap();
    let marks =
        Target { suppressed: duel.target_status.iter().any(|known| known == "suppressed"), ..Target::default() };
    let combat = CloseCombat {
        assaulter: Fighter::new(card(&duel.attacker), Target::default()),
        defender: Fighter::new(card(&duel.target), marks),
        ground: Ground {
            terrain: catalogue.ground(duel.terrain.as_deref().unwrap_or("clear")),
            area: area(duel),
            outflanked: duel.outflanked,
            ..Ground::default()
        },
    };
    let odds = combat.odds(catalogue).unwrap();
    let lost = |ending: &Ending| ending.outcome.takes_the_hex();
    100.0
        * odds.chance(|ending| match duel.measure.as_str() {
            "loses-the-hex" => lost(ending),
            "vehicle-stopped" => lost(ending) || ending.defender.immobilised,
            other => panic!("{}: what is {other}?", duel.id),
        })
}

fn area(duel: &Duel) -> Area {
    let area = duel.area.as_deref().unwrap_or("front");
    Area::ALL.into_iter().find(|known| known.word() == area).unwrap()
}

fn odds_of_fire(duel: &Duel, catalogue: &Catalogue) -> Option<f64> {
    let card = |id: &Option<String>| catalogue.unit(id.as_deref()?);
    let (attacker, target) = (card(&duel.attacker)?, card(&duel.target)?);
    let range = RangeFactor::ALL.into_iter().find(|range| Some(range.word()) == duel.range.as_deref())?;
    let fire = duel.fire.as_deref().unwrap_or("firing");
    let marked = |status: &str| duel.target_status.iter().any(|known| known == status);
    let said = Circumstances {
        attacker: Attacker {
            status: FireStatus::ALL.into_iter().find(|status| status.word() == fire).unwrap(),
            in_arc: true,
            half_strength: duel.half_strength,
            ..Attacker::default()
        },
        defender: Defender {
            target: Target { suppressed: marked("suppressed"), ..Target::default() },
            dug_in: marked("dug-in"),
            fast: marked("fast-action"),
            spotted: duel.spotting.as_deref() == Some("passed"),
            ..Defender::default()
        },
        terrain: catalogue.ground(duel.terrain.as_deref().unwrap_or("clear")),
        work: catalogue.fortifications().iter().find(|work| Some(&work.id) == duel.work.as_ref()),
        area: area(duel),
        hindrances: duel.hindrances.unwrap_or(0),
        indirect: duel.indirect,
        ..Circumstances::default()
    };
    let shot = RangedFire::between(catalogue, (attacker, range), target, &said).unwrap();
    let odds = match duel.spotting.as_deref() {
        Some("failed") => {
            let (clash, _) = shot.clash(catalogue.ranged_fire(), false);
            clash.fates(catalogue.dice(), &shot.defender.target)
        }
        Some("passed" | "as-rolled") | None => shot.fates(catalogue),
        Some(other) => panic!("{}: what is spotting {other}?", duel.id),
    };
    let step = |fate: &Fate| fate.half_strength || fate.eliminated;
    let wanted = |fate: &Fate| match duel.measure.as_str() {
        "some-harm" => *fate != Fate::default(),
        "step" => step(fate),
        "stopped" => step(fate) || fate.immobilised || fate.fallback,
        "suppression" => fate.suppressed,
        other => panic!("{}: what is {other}?", duel.id),
    };
    Some(odds.unwrap().chance(wanted) * 100.0)
}

#[test]
fn every_duel_of_fire_is_in_its_range() {
    let (catalogue, duels) = (catalogue(), duels());
    let judged: Vec<(&Duel, f64)> = duels.iter().filter_map(|duel| Some((duel, odds_of(duel, &catalogue)?))).collect();
    let mut wrong = Vec::new();
    for (duel, odds) in &judged {
        let below = if duel.strictly_under { *odds < duel.high } else { *odds <= duel.high };
        if !(*odds >= duel.low && below) {
            wrong.push(format!("{}: {odds:.1}, wanted {} to {}", duel.id, duel.low, duel.high));
        }
        let other = duel.of.as_ref().and_then(|id| judged.iter().find(|(other, _)| other.id == *id));
        if let (Some(times), Some((other, than))) = (duel.times, other)
            && *odds < times * than
        {
            wrong.push(format!("{}: {odds:.1} is less than {times} times {than:.1} of {}", duel.id, other.id));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    // Those with rules to come: mines, support, collapse.
    assert_eq!((judged.len(), duels.len()), (JUDGED, 63));
}

/// Grows as rules arrive.
const JUDGED: usize = 50;

#[test]
fn the_yardstick_has_the_odds_that_were_counted_by_hand() {
    let (catalogue, duels) = (catalogue(), duels());
    // From a prototype in another language that shares no code.
    for (id, odds) in [
        ("rifles-clear-harm", 51.9),
        ("rifles-clear-step", 27.7),
        ("rifles-stone-building", 3.0),
        ("rifles-brush-as-rolled", 23.2),
        ("rifles-half-strength", 37.4),
        ("rifles-on-recruits", 70.0),
        ("sherman-panzer4-front", 27.1),
        ("sherman-panzer4-flank", 53.9),
        ("sherman-fast-panzer", 36.1),
        ("tiger-sherman-long", 49.0),
        ("mortar-grove", 38.1),
        ("bazooka-tiger-front", 6.8),
        ("at57-panzer4-flank", 57.9),
        ("halftrack-under-mg", 89.0),
        ("armoured-car-halftrack", 51.4),
        ("at37-r35-front", 26.2),
        ("assault-on-pinned-recruits", 77.5),
        ("assault-on-fresh-regulars", 32.9),
        ("assault-on-pinned-regulars", 63.5),
        ("assault-on-a-house", 22.5),
        ("infantry-tank-front", 9.9),
        ("infantry-tank-rear", 21.7),
        ("paratroops-tiger-rear", 16.9),
        ("tank-overruns-infantry", 56.8),
    ] {
        let duel = duels.iter().find(|duel| duel.id == id).unwrap();
        let counted = odds_of(duel, &catalogue).unwrap_or_else(|| panic!("{id} is not judged"));
        assert!((counted - odds).abs() < 0.051, "{id}: {counted}, not {odds}");
    }
}
