//! The reference duels of docs/assault-design.md, by the exact odds of the rules.

use assault::{
    Catalogue,
    play::{
        s09_minefields::MineAttack,
        s10_ranged_fire::{Attacker, Circumstances, Defender, RangedFire},
        s10_results::{Fate, Target},
        s11_close_combat::{CloseCombat, Ending, Fighter, Ground},
        s12_3_air_support::{
            Run,
            aa_fire::{AaFire, AaUnit},
            aim::AirSpotting,
            attack::AirAttack,
            run::{Bombs, RunEnd},
        },
        s12_4_off_board::Fire,
        s12_5_collapse::{Blast, Structure},
    },
    tables::{
        fortification::Area,
        pool::Pool,
        ranged_fire::FireStatus,
        support::{
            air::{AaEffect, AirColumn},
            artillery::{FireMode, Ring},
        },
        units::{RangeFactor, UnitCard},
    },
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

/// The duel's odds in per cent.
fn odds_of(duel: &Duel, catalogue: &Catalogue) -> f64 {
    100.0
        * match duel.kind.as_deref() {
            None => odds_of_fire(duel, catalogue),
            Some("close-combat") => odds_of_close_combat(duel, catalogue),
            Some("minefield") => odds_of_mines(duel, catalogue),
            Some("oas") => odds_of_shells(duel, catalogue),
            Some("tas") => odds_of_bombs(duel, catalogue),
            Some("aa") => odds_of_flak(duel, catalogue),
            Some("collapse") => odds_of_blast(duel, catalogue),
            Some(other) => panic!("{}: what is {other}?", duel.id),
        }
}

/// Whether a fate is what the duel measures.
fn wanted(duel: &Duel, fate: &Fate) -> bool {
    let step = fate.half_strength || fate.eliminated;
    match duel.measure.as_str() {
        "some-harm" => *fate != Fate::default(),
        "step" => step,
        "stopped" => step || fate.immobilised || fate.fallback,
        "suppression" => fate.suppressed,
        other => panic!("{}: what is {other}?", duel.id),
    }
}

fn target<'a>(duel: &Duel, catalogue: &'a Catalogue) -> &'a UnitCard {
    catalogue.unit(duel.target.as_deref().unwrap()).unwrap()
}

/// The place of a target that is struck from above.
fn place<'a>(duel: &Duel, catalogue: &'a Catalogue) -> Circumstances<'a> {
    Circumstances {
        terrain: catalogue.ground(duel.terrain.as_deref().unwrap_or("clear")),
        work: catalogue.fortifications().iter().find(|work| Some(&work.id) == duel.work.as_ref()),
        ..Circumstances::default()
    }
}

fn odds_of_mines(duel: &Duel, catalogue: &Catalogue) -> f64 {
    let attack = MineAttack::on(catalogue.minefields(), target(duel, catalogue), Target::default());
    attack.fates(catalogue.dice()).unwrap().chance(|fate| wanted(duel, fate))
}

fn odds_of_shells(duel: &Duel, catalogue: &Catalogue) -> f64 {
    let battery = catalogue.support().battery(duel.attacker.as_deref().unwrap()).unwrap();
    let mode = FireMode::ALL.into_iter().find(|mode| Some(mode.word()) == duel.mode.as_deref()).unwrap();
    let fire = Fire { battery, mode, ring: Ring::Primary, confirmed: Pool::NONE };
    let salvo = fire.on(catalogue, target(duel, catalogue), &place(duel, catalogue)).unwrap();
    salvo.effects(catalogue).unwrap().chance(|effect| wanted(duel, &effect.fate))
}

fn odds_of_bombs(duel: &Duel, catalogue: &Catalogue) -> f64 {
    let aircraft = catalogue.support().aircraft(duel.attacker.as_deref().unwrap()).unwrap();
    let said = place(duel, catalogue);
    let attack = AirAttack::on(catalogue, aircraft, target(duel, catalogue), &said);
    let spotting = Some(AirSpotting::of(catalogue, &attack.fire, &said));
    let named = duel.column.as_deref().unwrap_or("other");
    let column = AirColumn::ALL.into_iter().find(|column| column.word() == named).unwrap();
    let bombs = Bombs::Unit { spotting, column, attack, friend: None };
    let ends = Run { aa: Vec::new(), carried: 0, bombs }.ends(catalogue).unwrap();
    ends.chance(|end| matches!(end, RunEnd::Attacked { fate, .. } if wanted(duel, fate)))
}

fn odds_of_flak(duel: &Duel, catalogue: &Catalogue) -> f64 {
    let card = catalogue.unit(duel.attacker.as_deref().unwrap()).unwrap();
    let unit = AaUnit { card, marks: Attacker::default(), suppressed: false, indoors: false, hexes: 0 };
    let aircraft = catalogue.support().aircraft(duel.target.as_deref().unwrap()).unwrap();
    let effects = AaFire::at(catalogue, &unit, aircraft).unwrap().effects(catalogue).unwrap();
    effects.chance(|effect| match duel.measure.as_str() {
        "crash" => *effect == Some(AaEffect::Crash),
        "kept-off" => effect.is_some_and(AaEffect::keeps_off),
        other => panic!("{}: what is {other}?", duel.id),
    })
}

fn odds_of_blast(duel: &Duel, catalogue: &Catalogue) -> f64 {
    let battery = catalogue.support().battery(duel.attacker.as_deref().unwrap()).unwrap();
    let structure = Structure::named(catalogue, duel.structure.as_deref().unwrap()).unwrap();
    let effects = Blast::of(catalogue, battery.blast, structure).unwrap().effects(catalogue).unwrap();
    assert_eq!(duel.measure, "collapses", "{}", duel.id);
    effects.chance(|effect| effect.is_some_and(|effect| effect.collapses))
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
    odds.chance(|ending| match duel.measure.as_str() {
        "loses-the-hex" => lost(ending),
        "vehicle-stopped" => lost(ending) || ending.defender.immobilised,
        other => panic!("{}: what is {other}?", duel.id),
    })
}

fn area(duel: &Duel) -> Area {
    let area = duel.area.as_deref().unwrap_or("front");
    Area::ALL.into_iter().find(|known| known.word() == area).unwrap()
}

fn odds_of_fire(duel: &Duel, catalogue: &Catalogue) -> f64 {
    let card = |id: &Option<String>| catalogue.unit(id.as_deref().unwrap()).unwrap();
    let (attacker, target) = (card(&duel.attacker), card(&duel.target));
    let range = RangeFactor::ALL.into_iter().find(|range| Some(range.word()) == duel.range.as_deref()).unwrap();
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
    odds.unwrap().chance(|fate| wanted(duel, fate))
}

#[test]
fn every_duel_is_in_its_range() {
    let (catalogue, duels) = (catalogue(), duels());
    let judged: Vec<(&Duel, f64)> = duels.iter().map(|duel| (duel, odds_of(duel, &catalogue))).collect();
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
    assert_eq!(judged.len(), 63);
}

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
        ("tank-overruns-infantry", 59.9),
        ("mines-infantry", 44.4),
        ("mines-tank", 35.6),
        ("guns-155-trench", 23.1),
        ("guns-105-clear", 81.2),
        ("guns-105-suppressive", 42.4),
        ("cruiser-panzer4", 57.7),
        ("dive-bombers-panzer4", 52.1),
        ("dive-bombers-grove", 20.8),
        ("flak-crash", 13.9),
        ("flak-kept-off", 50.2),
        ("collapse-105-tall-house", 16.9),
        ("collapse-155-tall-house", 35.0),
        ("collapse-155-pillbox", 25.1),
    ] {
        let duel = duels.iter().find(|duel| duel.id == id).unwrap();
        let counted = odds_of(duel, &catalogue);
        assert!((counted - odds).abs() < 0.051, "{id}: {counted}, not {odds}");
    }
}
