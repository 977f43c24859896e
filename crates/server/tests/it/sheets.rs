//! Record sheets to print: of every scenario before a game, and of a game as it stands, with nothing on them that the
//! viewer may not know.

use std::{collections::BTreeSet, sync::Arc};

use crate::support::host::{Host, config};
use content::Files;
use engine::{RecordSheet, Ruleset, Seat, Settings, Shelf, Table, Viewer};
use serde_json::{Value, json};
use tempfile::tempdir;

fn shelf() -> Arc<Shelf> {
    Arc::new(shelf::stock(&Files::embedded()).unwrap())
}

/// A game that bots have played for a while.
fn played(shelf: &Shelf, game: &str, scenario: &str, actions: u32) -> Box<dyn Table> {
    let ruleset = shelf.ruleset(game).unwrap();
    let seats = ruleset.scenarios().into_iter().find(|info| info.id == scenario).unwrap().seats.len();
    let humans = vec!["human".to_owned(); seats];
    let mut table = ruleset.open(scenario, &Settings::default(), &humans, Some(5)).unwrap();
    play_on(ruleset, table.as_mut(), actions);
    table
}

/// Lets bots play until so many actions have been done.
fn play_on(ruleset: &dyn Ruleset, table: &mut dyn Table, actions: u32) {
    while let Some(seat) = table.to_act().filter(|_| table.seq() < actions) {
        let action = table.bot_action(ruleset.bots()[0].0, u64::from(table.seq())).unwrap();
        table.act(seat, &action, None).unwrap();
    }
}

/// Everything that can be read on a sheet.
fn text(sheets: &[RecordSheet]) -> String {
    json!(sheets).to_string()
}

#[test]
fn every_scenario_has_blank_sheets_with_room_for_every_side() {
    for ruleset in shelf().rulesets() {
        for info in ruleset.scenarios() {
            let sheets = ruleset.blank_sheets(&info.id).unwrap();
            let name = format!("{} {}", ruleset.id(), info.id);
            let sides: BTreeSet<Seat> = sheets.iter().flat_map(|sheet| &sheet.units).map(|unit| unit.seat).collect();
            assert_eq!(sides.len(), info.seats.len(), "{name}: each side has its units");
            for sheet in &sheets {
                assert_eq!(sheet.about, info.title, "{name}");
                assert!(sheet.strips.iter().all(|strip| strip.now.is_none()), "{name}: nothing is in force yet");
                assert!(!sheet.units.iter().any(|unit| unit.now), "{name}: nobody acts yet");
                let counts = sheet.checks.iter().filter(|list| list.boxes[0].label == "1");
                assert!(counts.flat_map(|list| &list.boxes).all(|one| !one.checked), "{name}: nothing is counted yet");
                assert!(sheet.units.iter().all(|unit| !unit.strips.is_empty()), "{name}: there is something to tick");
            }
        }
    }
}

#[test]
fn in_assault_a_side_has_its_own_sheet_and_never_the_other_one() {
    let shelf = shelf();
    // Hidden units, drawn formations, reinforcements; before, during and after the set-up.
    let mut table = played(&shelf, "assault", "blue-beach", 0);
    for actions in [0, 1, 2, 20, 60, 200] {
        play_on(shelf.ruleset("assault").unwrap(), table.as_mut(), actions);
        let all = table.record_sheets(Viewer::Referee);
        assert_eq!(all.len(), 2);
        assert!(table.record_sheets(Viewer::Spectator).is_empty(), "an onlooker keeps account of nobody");
        for (seat, other) in [(Seat(0), 1), (Seat(1), 0)] {
            let own = table.record_sheets(Viewer::Seat(seat));
            assert_eq!(own.len(), 1, "after {actions}");
            assert_eq!(own[0].units, all[seat.index()].units, "his own units are all there");
            let told = text(&own);
            for unit in &all[other].units {
                let shared = all[seat.index()].units.iter().any(|known| known.unit == unit.unit);
                assert!(shared || !told.contains(&unit.unit), "{} is on the other side's sheet", unit.unit);
            }
            assert!(own[0].units.iter().all(|unit| unit.seat == seat));
        }
    }
}

#[test]
fn in_divisions_both_sides_are_open_but_not_the_chits_in_hand() {
    let shelf = shelf();
    let mut hidden = 0;
    let mut table = played(&shelf, "divisions", "rzhavets", 0);
    for actions in (0..400).step_by(25) {
        play_on(shelf.ruleset("divisions").unwrap(), table.as_mut(), actions);
        let all = table.record_sheets(Viewer::Referee);
        let hand = |sheets: &[RecordSheet], seat: usize| {
            sheets[seat].facts.iter().find(|fact| fact.label == "Event chits in hand").cloned()
        };
        for seat in [Seat(0), Seat(1)] {
            let seen = table.record_sheets(Viewer::Seat(seat));
            assert_eq!(seen.len(), 2);
            assert_eq!(hand(&seen, seat.index()), hand(&all, seat.index()));
            assert_eq!(hand(&seen, seat.other().index()), None);
            hidden += usize::from(hand(&all, seat.other().index()).is_some());
            assert_eq!(seen[0].units, all[0].units, "counters lie face up");
        }
    }
    assert!(hidden > 0, "there were chits to hide");
}

#[test]
fn steps_and_damage_are_crossed_out_as_they_are_lost() {
    let shelf = shelf();
    let crossed = |sheets: &[RecordSheet]| {
        let boxes = sheets.iter().flat_map(|sheet| &sheet.units).flat_map(|unit| &unit.strips);
        boxes.flat_map(|strip| &strip.boxes).filter(|one| one.crossed).count()
    };
    for (game, scenario) in [("divisions", "tiger-in-the-open"), ("assault", "training-1-the-farm")] {
        let (begun, over) = (played(&shelf, game, scenario, 0), played(&shelf, game, scenario, 2000));
        assert_eq!(crossed(&begun.record_sheets(Viewer::Referee)), 0, "{game}");
        assert!(crossed(&over.record_sheets(Viewer::Referee)) > 0, "{game}: {}", over.standing());
    }
    let over = played(&shelf, "divisions", "tiger-in-the-open", 2000);
    let lost: i32 = over.tally().iter().find(|(name, _)| name == "steps_lost").unwrap().1.iter().sum();
    assert_eq!(crossed(&over.record_sheets(Viewer::Referee)), usize::try_from(lost).unwrap());
}

#[tokio::test]
async fn sheets_are_handed_out_to_those_who_may_have_them() {
    let folder = tempdir().unwrap();
    let host = Host::with(config(folder.path(), false), shelf()).await;
    let blank = host.get_json("/api/sheets/open-fire/training").await;
    assert_eq!(blank[0]["title"], "Platoon Record Sheet");
    for nowhere in ["/api/sheets/open-fire/nowhere", "/api/sheets/nothing/training"] {
        assert_eq!(host.get(nowhere).await.0, 404);
    }
    let wish = json!({ "game": "assault", "scenario": "blue-beach", "players": ["human", "human"], "seed": "5" });
    let (_, body) = host.ask("POST", "/api/tables", &wish.to_string()).await;
    let info: Value = serde_json::from_str(&body).unwrap();
    let path = format!("/api/tables/{}/sheets", info["id"].as_str().unwrap());
    let key = info["seats"][1]["key"].as_str().unwrap();
    let own = host.holding(&[key]).get_json(&path).await;
    assert_eq!((own.as_array().unwrap().len(), &own[0]["id"]), (1, &info["seats"][1]["id"]));
    assert_eq!(host.get(&path).await.0, 403, "without a key nobody looks at a game that is not over");
}
