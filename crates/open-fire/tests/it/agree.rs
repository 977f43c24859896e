//! The quick answer, the prepared table, the field of view and the explained look are one rule.

use std::sync::Arc;

use content::Files;
use engine::{Circumstances, Ground, LookEffect, Verdict, map_of};
use hexmap::Hex;
use open_fire::Catalogue;

const MAP: &str = r#"
low = "even"
legend = { "." = "clear", "w" = "woods", "t" = "town", "r" = "rough", "b" = "building" }
rows = """
. . w . . . . . . w .
. . . . b . . . . . .
. w . . . t t . . . .
. . . r . t . . w w .
. . . . . . . . . w .
w . . . . . r . . . .
. . . w . . . . . . .
. . . . . . . w . . .
"""
heights = """
1 1 1 1 1 1 1 1 1 2 2
1 1 1 1 1 1 1 1 2 2 3
1 1 2 2 1 1 1 1 2 3 3
1 2 2 3 2 1 1 1 1 2 2
1 2 3 3 2 1 1 1 1 1 1
1 1 2 2 2 1 1 1 2 2 1
1 1 1 1 1 1 1 1 2 2 1
1 1 1 1 1 1 1 1 1 1 1
"""
sides = [{ feature = "ridge", between = "0303/0302 0404/0403 0505/0605 1002/0903 1003/0903" }]
"#;

fn ground() -> Arc<dyn Ground> {
    let shelf = open_fire::game_box(&Files::embedded(), Vec::new()).expect("the game");
    (shelf.maps.read)("map.toml", MAP).expect("a sound map")
}

fn pairs(ground: &dyn Ground) -> Vec<(Hex, Hex)> {
    let hexes = || ground.grid().hexes();
    hexes().flat_map(|from| hexes().map(move |to| (from, to))).filter(|(from, to)| from != to).collect()
}

#[test]
fn the_field_of_view_holds_what_the_looks_see() {
    let ground = ground();
    let smoke = vec![("0504".to_owned(), 1), ("0702".to_owned(), 2)];
    for given in [Circumstances::default(), Circumstances { smoke, ..Circumstances::default() }] {
        for from in ground.grid().hexes() {
            let field = ground.field(from, &given).unwrap();
            for to in ground.grid().hexes().filter(|to| *to != from) {
                let look = ground.look(from, to, &given).unwrap();
                let label = ground.grid().label(to).to_string();
                assert_eq!(field.clear.contains(&label), look.verdict == Verdict::Clear, "{}", look.summary);
                let ground_only = look.verdict == Verdict::Blocked && look.hex_seen;
                assert_eq!(field.ground_only.contains(&label), ground_only, "{}", look.summary);
                assert!(field.hindered.is_empty());
            }
        }
    }
}

// holds: OF-8-4
#[test]
fn sight_is_reciprocal_but_for_towns() {
    let ground = ground();
    let given = Circumstances { smoke: vec![("0604".to_owned(), 1)], ..Circumstances::default() };
    let mut one_way = 0;
    for (a, b) in pairs(ground.as_ref()) {
        let [there, back] = [(a, b), (b, a)].map(|(from, to)| ground.look(from, to, &given).unwrap());
        assert_eq!(there.hex_seen, back.hex_seen, "{} / {}", there.summary, back.summary);
        if there.verdict != back.verdict {
            let town = if there.verdict == Verdict::Blocked { &there.to } else { &back.to };
            assert_eq!(town.what, "Town");
            one_way += 1;
        }
    }
    assert!(one_way > 0);
}

#[test]
fn every_step_that_counts_cites_its_rule() {
    let ground = ground();
    for (from, to) in pairs(ground.as_ref()) {
        let look = ground.look(from, to, &Circumstances::default()).unwrap();
        for step in &look.steps {
            assert_eq!(step.rule.is_some(), !step.why.is_empty(), "{step:?}");
            assert!(step.effect == LookEffect::Open || step.rule.is_some(), "{step:?}");
            assert!(step.at <= step.until, "{step:?}");
        }
        // Sides and hexes come in the order of the line.
        let through: Vec<f64> = look.steps.iter().filter(|step| step.side).map(|step| step.at).collect();
        assert!(through.windows(2).all(|pair| pair[0] <= pair[1] + 0.34), "{through:?}");
    }
}

#[test]
fn facing_limits_the_field_and_bad_circumstances_are_refused() {
    let ground = ground();
    let from = ground.grid().parse("0604").unwrap();
    let ahead = Circumstances { facing: Some("n".to_owned()), ..Circumstances::default() };
    let (all, some) = (ground.field(from, &Circumstances::default()).unwrap(), ground.field(from, &ahead).unwrap());
    assert!(some.clear.len() + some.ground_only.len() < all.clear.len() + all.ground_only.len());
    assert!(some.clear.iter().all(|hex| all.clear.contains(hex)));
    for bad in [
        Circumstances { facing: Some("north-ish".to_owned()), ..Circumstances::default() },
        Circumstances { looker: Some("infantry".to_owned()), ..Circumstances::default() },
        Circumstances { smoke: vec![("9999".to_owned(), 1)], ..Circumstances::default() },
    ] {
        assert!(ground.field(from, &bad).is_err(), "{bad:?}");
    }
}

#[test]
fn prepared_lines_are_the_traced_ones() {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    let map = content::read_map(&files, "map.toml", MAP, &catalogue.palette()).unwrap();
    let country = open_fire::Country::new(map, catalogue);
    for from in country.grid().hexes() {
        for to in country.grid().hexes() {
            assert_eq!(country.lines().sees(from, to), country.line_is_clear(from, to, &[]));
        }
    }
}

#[test]
fn an_unknown_map_is_answered_with_the_nearest() {
    let shelf = shelf::stock(&Files::embedded()).unwrap();
    let error = map_of(shelf.ruleset("open-fire").unwrap(), "boarder").err().unwrap();
    assert!(error.to_string().contains("has no map \"boarder\""), "{error}");
}
