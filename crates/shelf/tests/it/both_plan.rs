//! Assault: both sides plan at the same time, out of each other's sight (AS-6).

use engine::{ActError, Compare, Seat, Settings, Shelf, Table, Viewer};

const FIRST: Seat = Seat(0);
const SECOND: Seat = Seat(1);

/// *The Farm*, drawn, with dice that let the first side plan first.
fn farm(shelf: &Shelf) -> Box<dyn Table> {
    let players = vec!["human".to_owned(); 2];
    let ruleset = shelf.ruleset("assault").unwrap();
    let drawn = |seed: u64| {
        let mut table = ruleset.open("training-1-the-farm", &Settings::default(), &players, Some(seed)).unwrap();
        let first = table.to_act().unwrap();
        table.act(first, "draw", None).unwrap();
        table
    };
    (1..100).map(drawn).find(|table| table.to_act() == Some(FIRST)).unwrap()
}

/// What a seat is shown, without the count of actions.
fn shown(table: &dyn Table, seat: Seat) -> String {
    let view = table.view(Viewer::Seat(seat), 0);
    format!("{:?}\n{:?}", view.scene, view.log)
}

fn plans(table: &dyn Table, seat: Seat) -> Vec<String> {
    let choices = table.view(Viewer::Seat(seat), 0).scene.choices;
    choices.into_iter().map(|choice| choice.action).filter(|action| action.starts_with("plan ")).collect()
}

// holds: AS-6-18
#[test]
fn the_second_side_plans_while_the_first_does() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let mut table = farm(&shelf);
    assert!(table.is_asked(FIRST) && table.is_asked(SECOND));
    assert_eq!(table.view(Viewer::Seat(SECOND), 0).scene.prompt.seat, Some(SECOND));
    let (before, looked_at) = (shown(table.as_ref(), FIRST), table.seq());

    let mine = plans(table.as_ref(), SECOND);
    table.act(SECOND, &mine[0], None).unwrap();
    assert!(!plans(table.as_ref(), SECOND).contains(&mine[0]), "the second side sees its own plan");
    assert_eq!(shown(table.as_ref(), FIRST), before, "the first side sees nothing of it");
    assert_eq!(table.to_act(), Some(FIRST));
    assert!(table.still_stands(looked_at), "what the first side sends now means the same as before");

    table.undo(SECOND).unwrap();
    assert!(plans(table.as_ref(), SECOND).contains(&mine[0]), "a point can be taken back");
    table.act(SECOND, &mine[0], None).unwrap();
    table.act(SECOND, "done", None).unwrap();
    assert!(!table.is_asked(SECOND), "a plan that is made stands");
    assert!(matches!(table.act(SECOND, "done", None), Err(ActError::OutOfTurn { .. })));

    let theirs = plans(table.as_ref(), FIRST);
    table.act(FIRST, &theirs[0], None).unwrap();
    let before_the_end = table.seq();
    table.act(FIRST, "done", None).unwrap();
    assert!(
        !table.view(Viewer::Seat(FIRST), 0).scene.prompt.text.contains("plan,"),
        "nobody is asked for a plan again"
    );
    assert!(!table.still_stands(before_the_end), "from then on one acts after the other");

    let mut again = farm(&shelf);
    again.play_back(&table.record().moves[1..], Compare::Fingerprints).unwrap();
    assert_eq!(again.hash(), table.hash());
}

// holds: AS-6-18
#[test]
fn whoever_waits_is_asked_as_before() {
    let shelf = shelf::stock(&content::Files::embedded()).unwrap();
    let mut table = farm(&shelf);
    table.act(FIRST, "done", None).unwrap();
    assert_eq!(table.to_act(), Some(SECOND));
    assert!(!table.is_asked(FIRST), "the first side has planned");
    table.act(SECOND, "done", None).unwrap();
    assert!(!table.view(Viewer::Seat(SECOND), 0).scene.prompt.text.contains("plan,"));
}
