//! Exact odds against what a person would count, and against throws.

use std::{collections::BTreeMap, sync::LazyLock};

use content::Files;
use dice::{Seeded, odds};

use crate::{
    play::{
        s10_ranged_fire::{Attacker, CardDice, Circumstances, Defender, Line, RangedFire},
        s10_results::{Clash, Endurance, Fate, Target},
    },
    tables::{
        Catalogue, Kind,
        abilities::{Ability, Effect},
        dice::{CombatDice, Count, counted},
        pool::{Colour, Pool},
        ranged_fire::FireStatus,
        symbols::{Symbol, Symbols},
        units::{Experience, RangeFactor, UnitCard},
    },
};

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| Catalogue::read(&Files::embedded()).unwrap());

fn combat() -> &'static CombatDice {
    CATALOGUE.dice()
}

/// Every pool of up to `most` dice.
fn pools(most: u8) -> Vec<Pool> {
    let all = (0..=most).flat_map(|green| (0..=most - green).map(move |blue| Pool { green, blue, ..Pool::NONE }));
    all.collect()
}

/// Every way in which the faces of a pool can fall, one after the other, as a person would write them down.
fn every_fall(pool: Pool) -> Vec<Symbols> {
    let mut falls = vec![Symbols::NONE];
    for die in combat().of(pool) {
        let faces = || (0..die.sides()).map(|face| counted(die.face(face)));
        falls = falls.iter().flat_map(|&sum| faces().map(move |face| sum + face)).collect();
    }
    falls
}

/// The slow way: defence symbols one by one, each against the strongest it can cancel.
fn cancelled(attack: Symbols, defence: Symbols) -> Symbols {
    let mut left = attack;
    for shield in Symbol::ALL {
        for _ in 0..defence.of(shield) {
            let strongest = Symbol::ALL.into_iter().find(|&symbol| symbol <= shield && left.of(symbol) > 0);
            match strongest {
                Some(Symbol::Critical) => left.critical -= 1,
                Some(Symbol::Damage) => left.damage -= 1,
                Some(Symbol::Suppression) => left.suppression -= 1,
                None => break,
            }
        }
    }
    left
}

#[test]
fn odds_agree_with_counting_every_face_up_to_four_against_four() {
    let falls: BTreeMap<Pool, BTreeMap<Symbols, u128>> = pools(4)
        .into_iter()
        .map(|pool| {
            let mut tally = BTreeMap::new();
            every_fall(pool).into_iter().for_each(|fall| *tally.entry(fall).or_default() += 1u128);
            (pool, tally)
        })
        .collect();
    for (&attack, attacks) in &falls {
        for (&defence, defences) in &falls {
            let mut wanted: BTreeMap<Symbols, u128> = BTreeMap::new();
            for (one, ways) in attacks {
                for (other, of) in defences {
                    *wanted.entry(cancelled(*one, *other)).or_default() += ways * of;
                }
            }
            let counted = Clash { attack, defence, ..Clash::default() }.odds(combat()).unwrap();
            let counted: BTreeMap<Symbols, u128> = counted.results().map(|(left, ways)| (*left, ways)).collect();
            assert_eq!(counted, wanted, "{attack} against {defence}");
        }
    }
}

/// Targets in different states.
fn targets() -> Vec<Target> {
    let states = [(false, false), (true, false), (false, true), (true, true)];
    let kinds = [(Kind::Infantry, false), (Kind::Gun, false), (Kind::Vehicle, false), (Kind::Vehicle, true)];
    let endures = Some(Endurance { half_strength_at: 1, eliminated_at: 3 });
    let all = kinds.into_iter().flat_map(|(kind, immobilised)| {
        states.map(|(suppressed, fallback)| Target {
            kind,
            suppressed,
            fallback,
            immobilised,
            endures,
            ..Target::default()
        })
    });
    all.collect()
}

/// The whole sequence as it is played.
fn played(clash: Clash, target: &Target, dice: &mut dyn dice::Dice) -> Fate {
    let cast = clash.cast(combat(), dice);
    let critical = clash.compare(combat(), cast.left, dice);
    target.fate(cast.left, critical.and_then(|critical| critical.strongest))
}

#[test]
fn fates_agree_with_the_sequence_as_it_is_played() {
    for target in targets() {
        for (attack, count, unshaken, attack_again, defence_again) in [
            (Pool { green: 2, ..Pool::NONE }, Count::Every, false, 0, 0),
            (Pool { green: 2, blue: 1, ..Pool::NONE }, Count::Strongest, false, 0, 1),
            (Pool { green: 1, blue: 1, ..Pool::NONE }, Count::Every, true, 1, 0),
            (Pool { green: 1, blue: 1, ..Pool::NONE }, Count::Strongest, false, 2, 1),
        ] {
            let automatic = Symbols::one(Symbol::Suppression);
            let clash = Clash { attack, attack_again, count, automatic, defence: Pool::BLUE, defence_again, unshaken };
            let walked = odds(|dice| played(clash, &target, dice)).unwrap();
            let counted = clash.fates(combat(), &target).unwrap();
            for (fate, ways) in counted.results() {
                assert_eq!(walked.ways(fate) * counted.of(), ways * walked.of(), "{fate} of {target:?} by {attack}");
            }
            assert_eq!(counted.results().count(), walked.results().count());
        }
    }
}

#[test]
fn a_million_throws_come_out_as_the_odds_say() {
    let clash = Clash {
        attack: Pool { green: 3, blue: 1, ..Pool::NONE },
        defence: Pool { green: 1, blue: 1, ..Pool::NONE },
        ..Clash::default()
    };
    let target = Target {
        kind: Kind::Vehicle,
        endures: Some(Endurance { half_strength_at: 2, eliminated_at: 4 }),
        ..Target::default()
    };
    let counted = clash.fates(combat(), &target).unwrap();
    let (mut dice, mut seen) = (Seeded::new(19), BTreeMap::new());
    const THROWS: u32 = 1_000_000;
    for _ in 0..THROWS {
        *seen.entry(played(clash, &target, &mut dice)).or_insert(0u32) += 1;
    }
    for (fate, ways) in counted.results() {
        let p = ways as f64 / counted.of() as f64;
        let share = f64::from(seen.remove(fate).unwrap_or(0)) / f64::from(THROWS);
        let five_sigma = 5.0 * (p * (1.0 - p) / f64::from(THROWS)).sqrt();
        assert!((share - p).abs() <= five_sigma, "{fate}: {share} of the throws, {p} by the odds");
    }
    assert!(seen.is_empty(), "the odds know nothing of {seen:?}");
}

#[test]
fn an_edited_chart_with_hundreds_of_dice_neither_breaks_nor_miscounts() {
    let many = Pool { green: 200, blue: 250, ..Pool::NONE };
    assert_eq!((many + many).len(), u8::MAX);
    assert_eq!(combat().of(many).len(), usize::from(Pool::MOST));
    let clash = Clash { attack: Pool::GREEN, defence: many, ..Clash::default() };
    let odds = clash.odds(combat()).unwrap();
    assert_eq!(odds.of(), 6u128.pow(1 + u32::from(Pool::MOST)));
    assert!(odds.chance(|left| left.is_empty()) > 0.9);
}

#[test]
fn each_colour_is_stronger_than_the_one_before() {
    // On average, by what symbols are worth in the order of strength.
    let worth = |colour: Colour| {
        let sum: u32 = every_fall(Pool::of(colour, 1)).iter().map(|face| u32::from(face.packed())).sum();
        sum
    };
    assert!(worth(Colour::Blue) < worth(Colour::Green));
}

fn fire<'a>(attacker: &str, defender: &str, said: &Circumstances<'a>) -> RangedFire<'a> {
    let card = |id: &str| CATALOGUE.unit(id).unwrap();
    RangedFire::between(&CATALOGUE, (card(attacker), RangeFactor::Close), card(defender), said).unwrap()
}

// holds: AS-10.8.4-4
#[test]
fn every_step_comes_in_its_printed_place() {
    // Everything that can happen to one attack.
    let many = CardDice { dice: Pool::GREEN, fewer: 1, again: 1, automatic: 1 };
    let said = Circumstances {
        attacker: Attacker {
            status: FireStatus::MoveAndFire,
            in_arc: true,
            joint_fire: Pool::BLUE,
            die_less: true,
            ambush: true,
            half_strength: true,
            cards: many,
            spotting: 1,
            ..Attacker::default()
        },
        defender: Defender {
            digging_in: true,
            dug_in: true,
            hidden: true,
            target: Target { suppressed: true, ..Target::default() },
            cards: CardDice { automatic: 0, ..many },
            ..Defender::default()
        },
        terrain: CATALOGUE.ground("brush"),
        hindrances: 1,
        ..Circumstances::default()
    };
    let place = |line: &Line| {
        let (side, rest) = line.what.split_once(' ').unwrap();
        let step: u8 = rest.split(':').next().unwrap().parse().unwrap();
        (side.to_owned(), step)
    };
    let mut seen: Vec<(String, u8)> = Vec::new();
    for (attacker, defender) in
        [("it-r35", "us-m3-halftrack"), ("us-ranger-squad", "it-coastal-squad"), ("us-ranger-squad", "de-mortar-81")]
    {
        let steps: Vec<(String, u8)> =
            fire(attacker, defender, &said).lines(&CATALOGUE, false).iter().map(place).collect();
        assert!(steps.is_sorted(), "{steps:?}");
        seen.extend(steps);
    }
    seen.sort();
    seen.dedup();
    let told: Vec<String> = seen.iter().map(|(side, step)| format!("{side} {step}")).collect();
    // Step 2 is the activation, 10 and 9 are the results; 8 of the defender is his throw.
    let attacker = [1, 3, 4, 5, 6, 7, 8, 9].map(|step| format!("attacker {step}"));
    let defender = (1..=7).map(|step| format!("defender {step}"));
    assert_eq!(told, attacker.into_iter().chain(defender).collect::<Vec<_>>());
}

// holds: AS-defender-8-2
#[test]
fn an_ability_can_change_the_defence() {
    let mut card = CATALOGUE.unit("it-livorno-squad").unwrap().clone();
    let colour = Colour::Green;
    card.abilities.push(Ability {
        id: "steady".to_owned(),
        name: "Steady".to_owned(),
        text: "A green defence die, and a die that shows nothing again.".to_owned(),
        effects: vec![Effect::DefenceDie { colour, count: 1 }, Effect::DefenceReroll { count: 1 }],
    });
    let attacker = CATALOGUE.unit("us-rifle-squad").unwrap();
    let defence = |defender: &UnitCard| {
        let said = Circumstances { terrain: CATALOGUE.ground("clear"), ..Circumstances::default() };
        let fire = RangedFire::between(&CATALOGUE, (attacker, RangeFactor::Medium), defender, &said).unwrap();
        let (clash, lines) = fire.clash(CATALOGUE.ranged_fire(), true);
        (clash.defence, clash.defence_again, lines.iter().filter(|line| line.what.starts_with("defender 8")).count())
    };
    let plain = Pool { green: 1, blue: 1, ..Pool::NONE };
    assert_eq!(defence(CATALOGUE.unit("it-livorno-squad").unwrap()), (plain, 0, 0));
    assert_eq!(defence(&card), (plain + Pool::GREEN, 1, 2));
}

// holds: AS-4.2.3-7
#[test]
fn experience_markers_have_their_colours() {
    let level = |id: &str| CATALOGUE.unit(id).unwrap().experience;
    assert_eq!(level("it-coastal-squad").marker(), Some("blue"));
    assert_eq!(level("us-rifle-squad").marker(), None);
    assert_eq!(level("us-first-division-squad").marker(), Some("green"));
    assert_eq!(level("us-ranger-squad").marker(), Some("yellow"));
    assert_eq!(Experience::Elite.marker(), Some("black"));
}

// holds: AS-spotting-3
#[test]
fn artillery_spots_by_its_row() {
    let tables = CATALOGUE.ranged_fire();
    let needed = |in_arc, terrain| {
        let mut fire = RangedFire::default();
        fire.attacker = Attacker { kind: Kind::Gun, in_arc, ..Attacker::default() };
        fire.defender.terrain = terrain;
        fire.spotting(tables)
    };
    let four = [(true, Pool::NONE), (true, Pool::BLUE), (false, Pool::NONE), (false, Pool::BLUE)];
    assert_eq!(four.map(|(in_arc, terrain)| needed(in_arc, terrain)), [None, Some(2), Some(3), Some(4)]);
}

#[test]
fn criticals_do_what_the_aids_say() {
    let men = |suppressed, fallback| Target { suppressed, fallback, ..Target::default() };
    let gun = |suppressed| Target { kind: Kind::Gun, suppressed, ..Target::default() };
    let tank = |suppressed, fallback, immobilised| Target {
        kind: Kind::Vehicle,
        suppressed,
        fallback,
        immobilised,
        ..Target::default()
    };
    use Symbol::{Critical, Damage, Suppression};
    for (target, symbol, fate) in [
        (men(false, false), Critical, "fallback"),
        (men(false, true), Critical, "eliminated"),
        (men(false, false), Damage, "suppressed"),
        (men(true, false), Damage, "fallback"),
        (men(true, true), Damage, "eliminated"),
        (men(false, false), Suppression, "suppressed"),
        (men(true, false), Suppression, "fallback"),
        (gun(false), Critical, "eliminated"),
        (gun(false), Damage, "suppressed"),
        (gun(true), Damage, "eliminated"),
        (gun(true), Suppression, "eliminated"),
        (tank(false, false, false), Critical, "immobilised"),
        (tank(false, false, true), Critical, "eliminated"),
        (tank(false, false, false), Damage, "fallback"),
        (tank(false, true, false), Damage, "eliminated"),
        (tank(false, false, true), Damage, "eliminated"),
        (tank(false, false, false), Suppression, "suppressed"),
        (tank(true, false, false), Suppression, "fallback"),
        (tank(true, true, false), Suppression, "eliminated"),
        (tank(true, false, true), Suppression, "eliminated"),
        (tank(false, false, true), Suppression, "suppressed"),
    ] {
        let left = Symbols::one(Critical);
        assert_eq!(target.fate(left, Some(symbol)).to_string(), fate, "{symbol:?} on {target:?}");
        assert_eq!(target.fate(left, None).to_string(), "no-effect");
    }
}
