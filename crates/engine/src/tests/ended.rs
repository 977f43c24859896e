//! A game that its players end: it is over like any other, up to its last moment and not before.

use super::toy::{Later, revised};
use crate::{Ended, EndedBy, Ending, GameFile, Ruleset, Seat, Settings, Shelf, Table, Viewer};

const RED: Seat = Seat(0);
const RESIGNED: Ended = Ended { seat: RED, by: EndedBy::Resigned };

fn begun(seed: Option<u64>) -> Box<dyn Table> {
    let humans = ["human".to_owned(), "human".to_owned()];
    let mut table = revised(1, Later::Nothing, "120").open("plain", &Settings::default(), &humans, seed).unwrap();
    let typed = seed.is_none().then_some([5].as_slice());
    for _ in 0..3 {
        let seat = table.to_act().unwrap();
        table.act(seat, "throw", typed).unwrap();
    }
    table
}

#[test]
fn a_resigned_game_is_over() {
    let mut table = begun(Some(11));
    let asked = table.to_act().unwrap();
    table.end(RESIGNED);
    assert_eq!((table.to_act(), table.winner()), (None, Some(Ending::Won { seat: Seat(1) })));
    assert!(table.act(asked, "throw", None).unwrap_err().to_string().contains("over"));
    assert!(!table.can_undo(asked) && table.undo(asked).is_err());
    assert!(table.standing().ends_with("has resigned"), "{}", table.standing());
    for viewer in [Viewer::Seat(asked), Viewer::Referee, Viewer::Spectator] {
        let scene = table.view(viewer, 0).scene;
        assert_eq!((scene.choices.len(), scene.prompt.seat), (0, None), "{viewer:?}");
        let outcome = scene.outcome.unwrap();
        assert_eq!(outcome.title, table.standing());
        let (won, lost) = (&table.seats()[1].name, &table.seats()[0].name);
        assert_eq!(outcome.text, format!("{won} has won: {lost} has resigned before the last turn."));
    }
}

#[test]
fn earlier_moments_go_on_and_a_branch_may_begin_at_the_last() {
    let mut table = begun(Some(11));
    table.end(RESIGNED);
    assert_eq!(table.rewound(u32::MAX).ended(), Some(RESIGNED));
    assert_eq!(table.rewound(2).ended(), None, "nobody had resigned then");
    let mut branch = table.rewound(3);
    branch.branch(&["human".to_owned(), "human".to_owned()], 5).unwrap();
    assert!(branch.to_act().is_some(), "nobody has resigned from the new game");
}

#[test]
fn dice_are_no_longer_asked_for() {
    let mut table = begun(None);
    let asked = table.to_act().unwrap();
    assert!(table.declare(asked, "throw", 1).unwrap().is_none());
    assert!(table.view(Viewer::Referee, 0).dice.is_some());
    table.end(Ended { seat: asked, by: EndedBy::Time });
    assert!(table.view(Viewer::Referee, 0).dice.is_none());
    assert!(table.throw(crate::Cast::Typed(&[3])).is_err());
    assert!(table.standing().ends_with("has run out of time"), "{}", table.standing());
}

#[test]
fn what_is_written_is_read() {
    let table = begun(Some(1));
    for by in [EndedBy::Resigned, EndedBy::Time] {
        let ended = Ended { seat: Seat(1), by };
        assert_eq!(Ended::read(&ended.written(table.seats()), table.seats()), Some(ended));
    }
    for wrong in ["", "time", "time:nobody", "left:red"] {
        assert_eq!(Ended::read(wrong, table.seats()), None, "{wrong}");
    }
}

#[test]
fn a_file_says_who_resigned() {
    let shelf = || Shelf::new(vec![Box::new(revised(1, Later::Nothing, "120"))]);
    let mut table = begun(Some(11));
    assert!(!table.record().to_text().contains("ended"), "nobody has resigned");
    table.end(RESIGNED);
    let text = table.record().to_text();
    assert!(text.contains("\"version\": 6,\n") && text.contains("\"ended\": \"resigned:red\",\n"), "{text}");
    let again = shelf().open_file(&GameFile::parse(&text).unwrap()).unwrap().whole().unwrap();
    assert_eq!((again.ended(), again.to_act()), (Some(RESIGNED), None));
    assert_eq!(again.record(), table.record());
    for wrong in ["resigned:nobody", "left:red", "red"] {
        let file = GameFile::parse(&text.replace("resigned:red", wrong)).unwrap();
        let error = shelf().open_file(&file).err().unwrap().to_string();
        assert!(error.contains(wrong), "{error}");
    }
}
