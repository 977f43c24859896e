//! The odds of rounds and of whole combats against throws, and what no card of the box shows.

use std::collections::BTreeMap;

use content::Files;
use dice::{Seeded, odds};

use super::{CloseCombat, Fighter, Ground, KnownFates, Outcome};
use crate::{
    play::s10_results::{Fate, Target},
    tables::{
        Catalogue,
        abilities::{Ability, Effect, Role, Rounds},
        fortification::Area,
        pool::Colour,
    },
};

fn catalogue() -> Catalogue {
    Catalogue::read(&Files::embedded()).unwrap()
}

fn combat<'a>(catalogue: &'a Catalogue, assaulter: &str, defender: &str) -> CloseCombat<'a> {
    let fighter = |id: &str| Fighter::new(catalogue.unit(id).unwrap(), Target::default());
    let terrain = catalogue.ground("clear");
    let ground = Ground { terrain, ..Ground::default() };
    CloseCombat { assaulter: fighter(assaulter), defender: fighter(defender), ground }
}

#[test]
fn a_round_has_the_odds_of_its_throws() {
    let catalogue = catalogue();
    let mut small = combat(&catalogue, "us-observer", "it-observer");
    small.assaulter.supported = true;
    small.ground.fast = true;
    let mut house = combat(&catalogue, "it-observer", "us-shore-party");
    house.ground.terrain = catalogue.ground("single-storey");
    house.defender.state.half_strength = true;
    for combat in [small, house] {
        for number in [1, 2] {
            let round = combat.round(&catalogue, number);
            let counted = round.odds(catalogue.dice(), &combat).unwrap();
            let walked = odds(|dice| {
                let blows = round.cast(catalogue.dice(), &combat, dice);
                (blows.on_assaulter, blows.on_defender)
            });
            let walked = walked.unwrap();
            for (fates, ways) in counted.results() {
                assert_eq!(walked.ways(fates) * counted.of(), ways * walked.of(), "{fates:?} in round {number}");
            }
            assert_eq!(counted.results().count(), walked.results().count());
        }
    }
}

/// Plays it to the end.
fn fought(catalogue: &Catalogue, start: CloseCombat<'_>, dice: &mut dyn dice::Dice) -> Outcome {
    let most = catalogue.close_combat().rounds.most;
    let mut combat = start;
    for number in 1.. {
        let blows = combat.round(catalogue, number).cast(catalogue.dice(), &combat, dice);
        let settled = combat.settle(&blows, number, most);
        if let Some(outcome) = settled.outcome {
            return outcome;
        }
        combat = combat.then(&settled);
    }
    unreachable!()
}

#[test]
fn whole_combats_come_out_as_the_chain_of_rounds_says() {
    const COMBATS: u32 = 40_000;
    let catalogue = catalogue();
    let men = combat(&catalogue, "us-ranger-squad", "de-grenadier-veteran");
    let mut tank = combat(&catalogue, "us-paratroop-squad", "de-panzer-4");
    tank.defender.state.immobilised = true;
    tank.ground.area = Area::Rear;
    for (seed, start) in [(1, men), (2, tank)] {
        let counted = start.outcomes(&catalogue).unwrap();
        assert_eq!(counted.of(), 1_000_000_000_000_000);
        let (mut dice, mut seen) = (Seeded::new(seed), BTreeMap::new());
        for _ in 0..COMBATS {
            *seen.entry(fought(&catalogue, start, &mut dice)).or_insert(0u32) += 1;
        }
        for (outcome, parts) in counted.results() {
            let p = parts as f64 / counted.of() as f64;
            let share = f64::from(seen.remove(outcome).unwrap_or(0)) / f64::from(COMBATS);
            let five_sigma = 5.0 * (p * (1.0 - p) / f64::from(COMBATS)).sqrt();
            assert!((share - p).abs() <= five_sigma, "{}: {share} fought, {p} by the odds", outcome.word());
        }
        assert!(seen.is_empty(), "the odds know nothing of {seen:?}");
    }
}

#[test]
fn a_later_round_begins_where_the_one_before_ended() {
    let catalogue = catalogue();
    let mut combat = combat(&catalogue, "us-rifle-squad", "de-grenadier-squad");
    let last = catalogue.close_combat().rounds.most;
    let from_the_last = combat.odds_from(&catalogue, last, &mut KnownFates::default()).unwrap();
    // Nobody goes on after it.
    let round = combat.round(&catalogue, last).odds(catalogue.dice(), &combat).unwrap();
    let decided = round.results().filter(|((a, d), _)| combat.after(*a, *d, last, last).outcome.is_some());
    assert_eq!(decided.count(), round.results().count());
    let taken = |combat: &CloseCombat<'_>| {
        combat
            .odds_from(&catalogue, 2, &mut KnownFates::default())
            .unwrap()
            .chance(|ending| ending.outcome.takes_the_hex())
    };
    let fresh = taken(&combat);
    combat.defender.state.half_strength = true;
    combat.defender.state.damage = 2;
    assert!(taken(&combat) > fresh);
    assert!(fresh > from_the_last.chance(|ending| ending.outcome.takes_the_hex()));
}

/// What an attack can make of a side: nothing, a suppression, a damage point, a critical that throws it back, the end
/// of it.
fn results() -> [Fate; 5] {
    let none = Fate::default();
    [
        none,
        Fate { suppressed: true, ..none },
        Fate { damage: 1, ..none },
        Fate { fallback: true, ..none },
        Fate { eliminated: true, ..none },
    ]
}

fn letter(outcome: Option<Outcome>) -> char {
    match outcome {
        None => '.',
        Some(Outcome::DefenderDestroyed) => 'D',
        Some(Outcome::DefenderDrivenOut) => 'o',
        Some(Outcome::Repulsed) => 'r',
        Some(Outcome::AssaulterDestroyed) => 'A',
        Some(Outcome::BothDestroyed) => 'B',
    }
}

/// Every result of the assaulter (rows) with every result of the defender (columns), by the ruling: the defender gone,
/// the assaulter gone, the assaulter driven out, the defender driven out, the assaulter suppressed. `D`efender
/// destroyed, driven `o`ut, `r`epulsed, `A`ssaulter destroyed, `B`oth.
#[test]
fn a_round_is_judged_in_the_order_of_the_ruling() {
    const FREE: [&str; 5] = ["..ooD", "rrooD", "rr.rD", "rrrrD", "AAAAB"];
    let catalogue = catalogue();
    let tank = |immobilised: bool| Target { immobilised, ..Target::default() };
    for (assaulter_stuck, defender_stuck) in [(false, false), (false, true), (true, false), (true, true)] {
        let mut combat = combat(&catalogue, "us-m4", "de-panzer-4");
        combat.assaulter = Fighter::new(combat.assaulter.card, tank(assaulter_stuck));
        combat.defender = Fighter::new(combat.defender.card, tank(defender_stuck));
        for (row, on_assaulter) in FREE.iter().zip(results()) {
            for (free, on_defender) in row.chars().zip(results()) {
                // Who has to leave, and cannot, is lost; nobody else is.
                let wanted = match free {
                    'o' if defender_stuck => 'D',
                    'r' if assaulter_stuck => 'A',
                    other => other,
                };
                let found = letter(combat.after(on_assaulter, on_defender, 1, 6).outcome);
                assert_eq!(
                    found, wanted,
                    "{on_assaulter} to the assaulter, {on_defender} to the defender, {assaulter_stuck} {defender_stuck}"
                );
                let last = letter(combat.after(on_assaulter, on_defender, 6, 6).outcome);
                let goes_back = if assaulter_stuck { 'A' } else { 'r' };
                assert_eq!(last, if wanted == '.' { goes_back } else { wanted }, "the last round");
            }
        }
    }
}

/// The same for the other reasons why a defender does not leave: a gun, a unit that has fallen back, a vehicle that
/// this very round has immobilised.
#[test]
fn who_cannot_leave_is_lost_only_if_he_has_to() {
    let catalogue = catalogue();
    let [_, _, hurt, thrown, _] = results();
    let immobilised = Fate { immobilised: true, ..hurt };
    let fallen = Target { fallback: true, ..Target::default() };
    let men = catalogue.unit("de-grenadier-squad").unwrap();
    let cases = [
        (Fighter::new(catalogue.unit("de-pak40").unwrap(), Target::default()), hurt),
        (Fighter::new(men, fallen), hurt),
        (Fighter::new(catalogue.unit("de-panzer-4").unwrap(), Target::default()), immobilised),
    ];
    for (defender, on_defender) in cases {
        let combat = CloseCombat { defender, ..combat(&catalogue, "us-rifle-squad", "de-grenadier-squad") };
        let outcome = |on_assaulter: Fate| combat.after(on_assaulter, on_defender, 1, 6).outcome;
        assert_eq!(outcome(Fate::default()), Some(Outcome::DefenderDestroyed));
        assert_eq!(outcome(thrown), Some(Outcome::Repulsed), "both would be driven out: the defender stays");
        assert_eq!(outcome(hurt), None, "both are hurt, and fight on");
    }
}

// holds: AS-11.1.3-5
#[test]
fn an_ability_can_bring_defence_dice() {
    let catalogue = catalogue();
    let mut card = catalogue.unit("us-rifle-squad").unwrap().clone();
    let die =
        Effect::CloseCombatDefenceDie { side: Role::Defending, rounds: Rounds::First, colour: Colour::Green, count: 1 };
    card.abilities.push(Ability {
        id: "barricaded".to_owned(),
        name: "Barricaded".to_owned(),
        text: "A green defence die in the first round when it is assaulted.".to_owned(),
        effects: vec![die],
    });
    let mut combat = combat(&catalogue, "de-grenadier-squad", "us-rifle-squad");
    let plain = combat.round(&catalogue, 1).attack.unwrap().defence;
    combat.defender.card = &card;
    assert_eq!(combat.round(&catalogue, 1).attack.unwrap().defence, plain + crate::tables::pool::Pool::GREEN);
    assert_eq!(combat.round(&catalogue, 2).attack.unwrap().defence, plain);
    combat.assaulter.card = &card;
    combat.defender.card = catalogue.unit("us-rifle-squad").unwrap();
    assert_eq!(combat.round(&catalogue, 1).reply.unwrap().defence, plain);
}

// holds: AS-4.2.3-6
#[test]
fn elite_units_have_what_hardened_and_veteran_ones_have() {
    use crate::tables::units::Experience;
    let catalogue = catalogue();
    let mut card = catalogue.unit("us-rifle-squad").unwrap().clone();
    let mut seen = Vec::new();
    for level in [Experience::Regular, Experience::Hardened, Experience::Veteran, Experience::Elite] {
        card.experience = level;
        let mut combat = combat(&catalogue, "de-grenadier-squad", "us-rifle-squad");
        combat.defender.card = &card;
        let round = combat.round(&catalogue, 2);
        let (attack, reply) = (round.attack.unwrap(), round.reply.unwrap());
        seen.push((attack.defence.blue, reply.attack.blue, attack.unshaken));
    }
    assert_eq!(seen, [(1, 2, false), (2, 2, false), (2, 3, false), (2, 3, true)]);
}
