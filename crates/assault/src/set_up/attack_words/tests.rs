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
            // The same dice at a table, one throw after the other, are asked for in the same order and come to the same.
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
