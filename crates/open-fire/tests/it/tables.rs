//! Faults in the tables are found and named; whatever can be asked about an attack is answered.
use content::Files;
use dice::Seeded;
use engine::{AskError, Attacks, Form, Words};
use hexmap::Arc;
use open_fire::{
    Catalogue,
    set_up::attack_words::FireCombat,
    tables::{
        ap_fire::ApShot,
        damage::{Stake, Target},
    },
};

/// What is said when `from` in a table is replaced by `to`.
fn faults(table: &str, from: &str, to: &str) -> String {
    let mut files = Files::embedded();
    let path = format!("open-fire/{table}.toml");
    let text = files.get(&path).unwrap().to_owned();
    assert!(text.contains(from), "{table} holds no \"{from}\"");
    files.insert(path, text.replacen(from, to, 1));
    match Catalogue::read(&files) {
        Ok(_) => String::new(),
        Err(problems) => problems.iter().map(|problem| format!("{problem}\n")).collect(),
    }
}

// holds: OF-2.10-1
#[test]
fn faulty_tables_are_named() {
    for (table, from, to, said) in [
        ("cards", "closed = \"09-65\"", "closed = \"10-65\"", "jagdtiger: the closed line of front does not cover"),
        ("cards", "light = 22, medium = 30", "light = 30, medium = 22", "jagdtiger: front, hull"),
        ("cards", "light = 15, medium = 17,", "light = 17, medium = 17,", "front, hull"),
        ("cards", "medium = 17, heavy = 19,", "medium = 17, heavy = 17,", "front, hull"),
        ("cards", "heavy = 19, killed = 21", "heavy = 19, killed = 19", "front, hull"),
        ("cards", "area = \"hull\"", "area = \"hul\"", "damage.toml has no area \"hul\""),
        ("cards", "gp = { all = 7, main = 4 }", "gp = { all = 3, main = 4 }", "rated above all weapons"),
        ("cards", "anti_tank = \"bazooka\"", "anti_tank = \"bazoka\"", "no row \"bazoka\""),
        ("cards", "kind = \"tank\"", "kind = \"tonk\"", "cards.toml:"),
        ("ap-modifiers", "section = 1", "section = 9", "not in order"),
        ("ap-modifiers", "terrain = \"town\"", "terrain = \"toun\"", "unknown terrain \"toun\""),
        ("movement", "id = \"stream\"", "id = \"steam\"", "unknown feature \"steam\""),
        ("movement", "defilade = 2", "defilade = 0.3", "whole or half number"),
        ("damage", "\"ko-machinegun\"", "\"ko-machinegn\"", "did you mean \"ko-machinegun\"?"),
        ("accidents", "die = \"4\"", "die = \"5\"", "do not cover 1 to 10"),
        ("ar-track", "one = \"2-9\"", "one = \"3-9\"", "column 1"),
        ("counters", "card = \"m10\"", "card = \"m11\"", "no card \"m11\""),
        ("platoon", "card = \"m26\"", "card = \"m27\"", "no card \"m27\""),
    ] {
        let found = faults(table, from, to);
        assert!(found.contains(said), "{table}: \"{from}\" as \"{to}\" gives\n{found}");
    }
}

/// The rule that each modifier of GP fire cites.
#[test]
fn gp_modifiers_cite_their_rules() {
    let attacks = FireCombat::new(std::sync::Arc::new(Catalogue::read(&Files::embedded()).unwrap()));
    let cited = |form: &str, line: &str| {
        let form = Form::named(attacks.forms(), form).unwrap();
        let words = Words::read(form, line.split(' ')).unwrap();
        let modifiers = attacks.forecast(form.name, &words).unwrap().modifiers;
        modifiers.into_iter().map(|modifier| format!("{} {}", modifier.rule, modifier.what)).collect::<Vec<_>>()
    };
    let squad = "--firer tiger --target us-squad --range 5";
    let has = |form: &str, line: String, expected: &str| {
        let found = cited(form, &line);
        assert!(found.iter().any(|modifier| modifier == expected), "{line}: {found:#?}");
    };
    has("gp", format!("{squad} --improved-position"), "OF-13.2 target in an improved position");
    has("gp", format!("{squad} --bunker"), "OF-13.3 target in a bunker");
    has("gp", format!("{squad} --target-moving"), "OF-9.4 target moving");
    has("assault", "--firer us-squad --target pziv --charge".to_owned(), "OF-11.3 charge assault");
}

#[test]
fn every_shot_adds_up() {
    let catalogue = Catalogue::read(&Files::embedded()).unwrap();
    let sheet = catalogue.sheet();
    let mut shots = 0;
    for weapon in &sheet.ap_track.weapons {
        for target in &sheet.cards {
            for facing in [Arc::Front, Arc::Side, Arc::Rear] {
                for (closed, range) in [(true, 0), (false, 1), (true, 12), (false, 40)] {
                    let shot = ApShot { facing, closed, ..ApShot::plain(weapon, target, range) };
                    if shot.check().is_err() {
                        continue;
                    }
                    let forecast = shot.forecast(sheet, &Stake::fresh(target, Target::of(target, closed)));
                    engine::contract::check_forecast(&forecast);
                    assert_eq!(forecast.outcomes.iter().map(|chance| chance.ways.0).sum::<u128>(), 100_000);
                    shots += 1;
                }
            }
        }
    }
    assert!(shots > 1000, "{shots}");
}

#[test]
fn every_pair_of_units_can_be_asked_about() {
    let catalogue = std::sync::Arc::new(Catalogue::read(&Files::embedded()).unwrap());
    let attacks = FireCombat::new(std::sync::Arc::clone(&catalogue));
    let mut dice = Seeded::new(11);
    let ids: Vec<&str> = catalogue.sheet().cards.iter().map(|card| card.id.as_str()).collect();
    for (form, tail) in [("ap", "--range 3"), ("gp", "--range 3 --others"), ("assault", "--charge")] {
        let form = Form::named(attacks.forms(), form).unwrap();
        for firer in &ids {
            for target in &ids {
                let line = format!("--firer {firer} --target {target} {tail}");
                let words = Words::read(form, line.split(' ')).unwrap();
                match (attacks.forecast(form.name, &words), attacks.resolve(form.name, &words, &mut dice)) {
                    (Ok(forecast), Ok(resolved)) => {
                        let found = forecast.outcomes.iter().find(|chance| chance.result == resolved.resolution.result);
                        assert!(found.is_some_and(|chance| chance.ways.0 > 0), "{line}: {resolved:?}");
                        assert_eq!(forecast.modifiers, resolved.resolution.modifiers);
                        let listed = |rule: &str| catalogue_lists(&catalogue, rule);
                        assert!(forecast.modifiers.iter().all(|modifier| listed(modifier.rule.0)), "{line}");
                    }
                    (Err(AskError::Refused(odds)), Err(AskError::Refused(refusal))) => {
                        assert_eq!(odds, refusal);
                        assert!(catalogue_lists(&catalogue, refusal.rule.0), "{refusal}");
                    }
                    (odds, resolved) => panic!("{line}: {odds:?} and {resolved:?}"),
                }
            }
        }
    }
}

/// Whether the list of rules explains a rule.
fn catalogue_lists(catalogue: &Catalogue, rule: &str) -> bool {
    catalogue.rules().iter().any(|entry| entry.id == rule)
}
