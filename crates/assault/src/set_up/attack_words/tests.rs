#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

use std::sync::Arc;

use content::Files;
use dice::Scripted;
use engine::{Answers, Attacks, Form, Resolved, Throwing, Words, contract::check_forms};

use super::Combat;
use crate::tables::Catalogue;

fn combat() -> Combat {
    Combat::new(Arc::new(Catalogue::read(&Files::embedded()).unwrap()))
}

fn resolved(form: &str, words: &str, faces: &[u16]) -> Resolved {
    let combat = combat();
    let words = Words::read(Form::named(combat.forms(), form).unwrap(), words.split_whitespace()).unwrap();
    let mut dice = Scripted::new(faces);
    let resolved = combat.resolve(form, &words, &mut dice).unwrap();
    dice.finish().unwrap();
    resolved
}

#[test]
fn a_screen_can_ask_everything() {
    let combat = combat();
    check_forms(&combat);
    let form = Form::named(combat.forms(), "ranged-fire").unwrap();
    let headings: Vec<&str> = form.steps.iter().map(|step| step.heading.split(':').next().unwrap()).collect();
    let printed = (1..=10).map(|step| format!("Attacker {step}")).chain((1..=9).map(|step| format!("Defender {step}")));
    assert_eq!(headings, printed.collect::<Vec<_>>(), "the ten and the nine steps in printed order");
    let attacker = form.flags().find(|flag| flag.name == "attacker").unwrap();
    let Answers::OneOf { choices } = &attacker.answers else { panic!("the card is picked from a list") };
    let mortar = choices.iter().find(|pick| pick.value == "us-mortar-60").unwrap();
    assert_eq!(mortar.group.as_deref(), Some("United States"));
    assert!(mortar.tags.contains(&"indirect".to_owned()), "{mortar:?}");
}

#[test]
fn every_step_says_what_dice_it_leaves() {
    let words = "--attacker us-ranger-squad --defender it-coastal-squad --range medium --terrain grove --spotted";
    let resolution = resolved("ranged-fire", words, &[0, 0, 0, 0, 0]).resolution;
    let piles = resolution.modifiers.iter().filter_map(|modifier| Some((&modifier.what, modifier.pile.as_ref()?)));
    let piles: Vec<String> =
        piles.map(|(what, pile)| format!("{what} = {} {}", pile.what, pile.dice.join(" "))).collect();
    assert_eq!(piles[1], "attacker 6: veteran, 1 blue die = attacker green blue blue", "{piles:#?}");
}

#[test]
fn everything_that_follows_is_told() {
    let told = |words: &str, faces: &[u16]| {
        let words = format!("--attack green:1 --full {words}");
        let follow_ons = resolved("pools", &words, faces).follow_ons;
        follow_ons.into_iter().map(|next| format!("{} {}", next.rule, next.text)).collect::<Vec<_>>().join(" | ")
    };
    for (words, faces, expected) in [
        ("--target infantry", &[0][..], "The defence leaves nothing"),
        ("--target infantry", &[2], "Damage points: 1. The card says"),
        ("--target infantry", &[1], "it is suppressed."),
        ("--target infantry --suppressed", &[1], "It was suppressed before"),
        ("--target infantry", &[3, 0, 0], "nothing against nothing leaves nothing"),
        (
            "--target infantry",
            &[3, 3, 0],
            "leaves critical as the strongest symbol: it falls back. | AS-14.3 It falls back at once and is marked",
        ),
        ("--target infantry", &[3, 21, 2], "leaves suppression as the strongest symbol: it is suppressed"),
        ("--target infantry --suppressed", &[3, 2, 0], "it was suppressed already and falls back"),
        ("--target infantry --fallback", &[3, 3, 0], "it was falling back already and is lost"),
        ("--target artillery", &[3, 3, 0], "artillery that falls back is lost"),
        ("--target vehicle", &[3, 3, 0], "it is immobilised"),
        ("--target vehicle --immobilised", &[3, 2, 0], "it was immobilised already and is lost"),
    ] {
        let found = told(words, faces);
        assert!(found.contains(expected), "{words} {faces:?}: {found}");
    }
}

#[test]
fn damage_is_added_up_on_the_card() {
    let words = "--attacker us-ranger-squad --defender us-rifle-squad --range close --damage 0 --spotted";
    let resolved = resolved("ranged-fire", words, &[22, 0, 0, 0, 0, 0]);
    let told: Vec<String> = resolved.follow_ons.iter().map(|next| format!("{} {}", next.rule, next.text)).collect();
    assert!(told[0].contains("Damage points: 2, which makes 2. The card is at half strength from 1"), "{told:?}");
    assert!(told[1].starts_with("AS-10.8.1 It is turned to half strength"), "{told:?}");
}

#[test]
fn the_spotting_roll_is_told_first() {
    let words = "--attacker us-rifle-squad --defender it-coastal-squad --range close --terrain grove --hidden";
    for (face, expected) in [(1, "does not find the target"), (6, "finds the target")] {
        let combat = combat();
        let form = Form::named(combat.forms(), "ranged-fire").unwrap();
        let words = Words::read(form, words.split_whitespace()).unwrap();
        let resolved = combat.resolve("ranged-fire", &words, &mut Scripted::new([face].as_slice())).unwrap();
        assert!(resolved.follow_ons[0].text.contains(expected), "{:?}", resolved.follow_ons);
    }
}

/// An example of each kind of attack.
const EXAMPLES: [(&str, &str); 9] = [
    ("pools", "--attack green:2 --defense blue:2 --target vehicle --full"),
    (
        "ranged-fire",
        "--attacker us-m4 --defender de-panzer-4 --range medium --terrain brush --out-of-arc --card-attack-again 1",
    ),
    ("close-combat", "--assaulter us-ranger-squad --defender it-coastal-squad --terrain grove --assaulter-supported"),
    ("close-combat", "--assaulter us-ranger-squad --defender it-coastal-squad --round 1"),
    ("minefield", "--unit us-rifle-squad"),
    ("air", "--aircraft us-a36 --target de-grenadier-squad --terrain grove --aa de-flak20"),
    ("artillery", "--battery us-105 --mode effect --target de-grenadier-squad --terrain brush"),
    ("artillery", "--shell"),
    ("collapse", "--structure pillbox --blast green:3 --inside it-coastal-squad"),
];

#[test]
fn every_kind_of_attack_is_thrown_one_throw_after_the_other() {
    let combat = combat();
    let asked: Vec<&str> = EXAMPLES.iter().map(|(form, _)| *form).collect();
    assert!(combat.forms().iter().all(|form| asked.contains(&form.name)), "an example for each");
    for (name, line) in EXAMPLES {
        let form = Form::named(combat.forms(), name).unwrap();
        let words = Words::read(form, line.split_whitespace()).unwrap();
        let forecast = combat.forecast(name, &words).unwrap_or_else(|error| panic!("{name} {line}: {error}"));
        for seed in 0..20 {
            let all = engine::throw(&combat, name, &words, &[], Some(seed)).unwrap();
            let Throwing::Done { throws, resolved } = &all else { panic!("{name}: a seed throws everything") };
            let result = &resolved.resolution.result;
            assert!(forecast.outcomes.iter().any(|chance| chance.result == *result), "{name} {line}: {result}");
            assert!(!resolved.follow_ons.is_empty(), "{name} {line}: {result} is not explained");
            // The same dice at a table, one throw after the other, are asked for in the same order and come to the
            // same.
            let mut faces = Vec::new();
            for thrown in throws {
                let Ok(Throwing::Needs(needed)) = engine::throw(&combat, name, &words, &faces, None) else {
                    panic!("{name} {line}: {} is not asked for", thrown.what)
                };
                assert_eq!((&needed.next.what, &needed.next.dice), (&thrown.what, &thrown.dice));
                faces.extend(&thrown.faces);
            }
            assert_eq!(engine::throw(&combat, name, &words, &faces, None).unwrap(), all, "{name} {line}");
        }
    }
}

/// What a question is answered with: the odds of each result, or why there is no answer.
fn asked(form: &str, words: &str) -> Result<Vec<String>, String> {
    let combat = combat();
    let words = Words::read(Form::named(combat.forms(), form).unwrap(), words.split_whitespace()).unwrap();
    let forecast = combat.forecast(form, &words).map_err(|error| error.to_string())?;
    Ok(forecast.outcomes.iter().map(|outcome| format!("{} {}", outcome.result, outcome.ways.0)).collect())
}

/// Nothing that cannot be is counted as if it had not been said.
#[test]
fn what_cannot_be_is_refused_in_words() {
    let rifles = "--attacker us-rifle-squad --defender it-livorno-squad --range medium";
    let tanks = "--attacker us-m4 --defender de-panzer-4 --range medium";
    let assault = "--assaulter us-rifle-squad --defender de-grenadier-squad";
    let run = "--aircraft us-a36 --target de-panzer-4";
    let cases = [
        ("close-combat", format!("{assault} --round 7"), "--round 7: give a whole number from 1 to 6"),
        ("close-combat", format!("{assault} --damage 9"), "--damage 9: give a whole number from 0 to 2"),
        ("close-combat", format!("{assault} --assaulter-damage 3"), "from 0 to 2"),
        (
            "close-combat",
            format!("{assault} --outflanked"),
            "--outflanked does not go with --defender de-grenadier-squad",
        ),
        ("close-combat", format!("{assault} --hide-action"), "--hide-action needs --activated"),
        ("close-combat", format!("{assault} --immobilised"), "--immobilised does not go with"),
        ("close-combat", format!("{assault} --area above"), "unknown area"),
        ("close-combat", format!("{assault} --smoke 3"), "--smoke 3: give a whole number from 0 to 2"),
        ("close-combat", format!("{assault} --defender-card-attack-less 5"), "from 0 to 4"),
        ("ranged-fire", format!("{rifles} --damage 3"), "--damage 3: give a whole number from 0 to 2"),
        ("ranged-fire", format!("{rifles} --status turret-fire"), "no turret"),
        ("ranged-fire", format!("{rifles} --out-of-arc"), "--out-of-arc does not go with --attacker us-rifle-squad"),
        ("ranged-fire", format!("{rifles} --fired turret-fire"), "is ever marked so"),
        (
            "ranged-fire",
            "--attacker us-rifle-squad --defender it-at-47 --range medium --fired move-and-fire".to_owned(),
            "is ever marked so",
        ),
        ("ranged-fire", format!("{tanks} --trail"), "--trail does not go with --defender de-panzer-4"),
        ("ranged-fire", format!("{tanks} --area above"), "unknown area"),
        (
            "ranged-fire",
            "--attacker de-stug-3 --defender us-m4 --range medium --status turret-fire".to_owned(),
            "no turret",
        ),
        ("ranged-fire", format!("{rifles} --dug-in --digging-in"), "cannot be used with"),
        ("ranged-fire", format!("{rifles} --fast --digging-in"), "--fast cannot be used with --digging-in"),
        ("ranged-fire", format!("{rifles} --hidden --fired firing"), "--hidden cannot be used with --fired"),
        ("ranged-fire", format!("{rifles} --from-hiding --status move-and-fire"), "that mark is gone then"),
        ("ranged-fire", format!("{rifles} --adjacent"), "--adjacent: the distance is 1 hex then"),
        ("ranged-fire", format!("{rifles} --steep-slope"), "--steep-slope: the distance is 1 hex then"),
        ("ranged-fire", format!("{rifles} --spotter us-observer"), "--spotter needs --indirect"),
        ("ranged-fire", format!("{rifles} --spotter-hindrances 1"), "--spotter-hindrances needs --spotter"),
        ("ranged-fire", format!("{rifles} --card-spotting 9"), "from -3 to 3"),
        ("minefield", "--unit us-rifle-squad --damage 3".to_owned(), "from 0 to 2"),
        (
            "minefield",
            "--unit us-rifle-squad --not-scouted --known".to_owned(),
            "--known cannot be used with --not-scouted",
        ),
        ("minefield", "--unit us-rifle-squad --card 4".to_owned(), "from -3 to 3"),
        ("air", format!("{run} --aa-hexes 4"), "--aa-hexes needs --aa"),
        ("air", format!("{run} --carried 5"), "from -4 to 4"),
        ("air", "--aircraft us-p40 --target de-panzer-4 --second-run".to_owned(), "makes one run"),
        ("air", "--aircraft us-a36 --structure pillbox --fast".to_owned(), "--fast needs --target"),
        ("air", format!("{run} --friend-fast"), "--friend-fast needs --friend"),
        ("artillery", "--shell --battery us-105 --mode effect".to_owned(), "--battery cannot be used with --shell"),
        ("artillery", "--battery us-105 --mode effect --dug-in".to_owned(), "--dug-in needs --target"),
        (
            "artillery",
            "--battery us-105 --mode effect --secondary --confirmed-plus".to_owned(),
            "--confirmed-plus cannot",
        ),
        ("artillery", "--battery us-105 --mode smoke --confirmed-plus".to_owned(), "smoke attacks nobody"),
        (
            "close-combat",
            "--assaulter us-m4 --defender de-panzer-4 --work trench".to_owned(),
            "--work does not go with",
        ),
        ("collapse", "--blast green:1 --structure pillbox --hexes 2".to_owned(), "--hexes needs --attacker"),
        (
            "collapse",
            "--attacker us-155 --structure pillbox --hexes 2".to_owned(),
            "--hexes does not go with --attacker us-155",
        ),
        (
            "collapse",
            "--attacker us-155 --structure pillbox --half-strength".to_owned(),
            "--half-strength is for units",
        ),
        ("collapse", "--blast green:1 --structure pillbox --damage 1".to_owned(), "--damage needs --inside"),
        (
            "pools",
            "--attack green:1 --full --target infantry --immobilised".to_owned(),
            "--immobilised: only a vehicle",
        ),
    ];
    for (form, words, wanted) in cases {
        match asked(form, &words) {
            Ok(odds) => panic!("{form} {words}: {odds:?}"),
            Err(error) => assert!(error.contains(wanted), "{form} {words}: {error}"),
        }
    }
}

#[test]
fn half_strength_counts_for_typed_blast_dice() {
    let plain = asked("collapse", "--blast green:2 --structure multi-storey").unwrap();
    let half = asked("collapse", "--blast green:2 --structure multi-storey --half-strength").unwrap();
    let less = asked("collapse", "--blast green:2 --structure multi-storey --die-less").unwrap();
    assert_ne!(plain, half);
    assert_eq!(less, asked("collapse", "--blast green:1 --structure multi-storey").unwrap());
}

/// The second battery fires unless the first has kept the aircraft off: 4,320 of 46,656 crash under one 20 mm, and so
/// on.
#[test]
fn every_aa_unit_fires_without_a_target_too() {
    let one = asked("air", "--aircraft us-a36 --aa de-flak20").unwrap();
    let two = asked("air", "--aircraft us-a36 --aa de-flak20,de-flak20").unwrap();
    assert_ne!(one, two);
    assert!(two.iter().any(|odds| odds.starts_with("inaccurate:2 ")), "{two:?}");
    let run = asked("air", "--aircraft us-a36 --structure bunker --aa de-flak20,de-flak20").unwrap();
    let crashes = |odds: &[String]| odds.iter().find(|odds| odds.starts_with("crash ")).cloned().unwrap();
    assert_eq!(share(&crashes(&two), &two), share(&crashes(&run), &run));
}

/// "crash 3" of all ways.
fn share(one: &str, all: &[String]) -> f64 {
    let ways = |odds: &str| odds.rsplit(' ').next().unwrap().parse::<f64>().unwrap();
    (ways(one) / all.iter().map(|odds| ways(odds)).sum::<f64>() * 1e9).round()
}

#[test]
fn a_neighbour_is_seen_and_a_slope_between_counts() {
    let near = "--attacker us-rifle-squad --defender it-livorno-squad --terrain multi-storey";
    assert_eq!(
        asked("ranged-fire", &format!("{near} --hexes 1")).unwrap(),
        asked("ranged-fire", &format!("{near} --range close --adjacent")).unwrap()
    );
    assert_ne!(
        asked("ranged-fire", &format!("{near} --hexes 2")).unwrap(),
        asked("ranged-fire", &format!("{near} --hexes 1")).unwrap()
    );
    let steep = resolved("ranged-fire", &format!("{near} --hexes 1 --steep-slope"), &[0; 7]).resolution;
    let said = |what: &str| steep.modifiers.iter().any(|modifier| modifier.what.contains(what));
    assert!(said("terrain, 2 green dice and 1 blue die") && said("hindered sight, 1 blue die"), "{steep:?}");
}

#[test]
fn a_flipped_card_has_the_points_that_flipped_it() {
    let words = "--attacker us-rifle-squad --defender it-coastal-squad --range medium";
    assert_eq!(
        asked("ranged-fire", &format!("{words} --flipped")).unwrap(),
        asked("ranged-fire", &format!("{words} --flipped --damage 1")).unwrap()
    );
}
