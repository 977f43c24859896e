//! "What if": a game that is branched from another keeps its past and has a future of its own.

use super::toy::{Later, revised, toy_box};
use crate::{Branch, Compare, GameFile, OpenError, Replayed, Ruleset, Seat, Settings, Shelf, Table, UndoError, Viewer};

const RED: Seat = Seat(0);

fn humans() -> [String; 2] {
    ["human".to_owned(), "human".to_owned()]
}

fn shelf() -> Shelf {
    Shelf::new(vec![Box::new(revised(1, Later::Nothing, "120"))])
}

/// A long game with many throws, to its end.
fn played(seed: Option<u64>) -> Box<dyn Table> {
    let mut table = revised(1, Later::Nothing, "120").open("plain", &Settings::default(), &humans(), seed).unwrap();
    throw_on(table.as_mut(), 120);
    table
}

/// Throws until so many actions have been done. Typed dice are all fives.
fn throw_on(table: &mut dyn Table, to: u32) {
    let typed = table.file().seed.is_none().then_some([5].as_slice());
    while table.seq() < to {
        let seat = table.to_act().unwrap();
        table.act(seat, "throw", typed).unwrap();
    }
}

fn branched(table: &dyn Table, seq: u32, seed: u64) -> Box<dyn Table> {
    let mut branch = table.rewound(seq);
    branch.branch(&humans(), seed).unwrap();
    branch
}

fn dice(table: &dyn Table) -> Vec<u16> {
    table.file().moves.iter().flat_map(|done| done.dice.clone()).collect()
}

/// The game as its file says it, played again.
fn reopened(table: &dyn Table) -> Box<dyn Table> {
    let file = GameFile::parse(&table.record().to_text()).unwrap();
    let opened = shelf().open_file(&file).unwrap();
    assert!(matches!(opened.replayed, Replayed::Same), "{:?}", opened.replayed);
    opened.table
}

#[test]
fn a_branch_has_the_same_past_and_other_dice() {
    let old = played(Some(11));
    let mut new = branched(old.as_ref(), 41, 913);
    throw_on(new.as_mut(), 120);
    assert_eq!(new.record().moves[..41], old.record().moves[..41], "dice, fingerprints and words");
    assert_ne!(dice(new.as_ref())[41..], dice(old.as_ref())[41..]);
    // They are those of the new seed, from its first on.
    assert_eq!(dice(new.as_ref())[41..], dice(played(Some(913)).as_ref())[..79]);
    assert_eq!(new.file().branches, [Branch { after: 41, seed: Some("913".into()) }]);
    assert_eq!((new.file().seed_at(40).unwrap(), new.file().seed_at(41).unwrap()), (Some(11), Some(913)));
}

#[test]
fn a_branch_is_read_verified_and_looked_back_at() {
    let old = played(Some(11));
    let mut new = branched(old.as_ref(), 41, 913);
    throw_on(new.as_mut(), 120);
    assert!(new.record().to_text().contains("\"version\": 4,\n"), "an older program says that it is too old");
    for table in [reopened(new.as_ref()), new] {
        for seq in [0, 40, 41, 42, 64, 119, 120] {
            let earlier = table.rewound(seq);
            assert_eq!(earlier.file().moves, table.file().moves[..seq as usize], "after {seq}");
            assert_eq!(earlier.view(Viewer::Referee, 0).seq, seq);
        }
        // From snapshots on either side of the branch, the same dice fall again.
        for seq in [30, 41, 70] {
            let mut again = table.rewound(seq);
            again.play_back(&table.file().moves[seq as usize..], Compare::Fingerprints).unwrap();
            assert_eq!(again.hash(), table.hash());
        }
    }
}

#[test]
fn a_branch_of_a_branch_forgets_what_it_does_not_share() {
    let old = played(Some(11));
    let mut first = branched(old.as_ref(), 41, 913);
    throw_on(first.as_mut(), 120);
    let seeds = |table: &dyn Table| -> Vec<(u32, String)> {
        table.file().branches.iter().map(|branch| (branch.after, branch.seed.clone().unwrap())).collect()
    };
    for (seq, kept) in [(80, vec![(41, "913".to_owned())]), (41, vec![]), (20, vec![]), (0, vec![])] {
        let mut second = branched(first.as_ref(), seq, 5);
        assert_eq!(seeds(second.as_ref()), [kept, vec![(seq, "5".to_owned())]].concat());
        throw_on(second.as_mut(), 120);
        assert_eq!(second.file().moves[..seq as usize], first.file().moves[..seq as usize]);
        assert_ne!(dice(second.as_ref())[seq as usize..], dice(first.as_ref())[seq as usize..]);
        reopened(second.as_ref());
    }
}

#[test]
fn the_shared_past_is_not_taken_back() {
    let mut old = toy_box().open("plain", &Settings::default(), &humans(), Some(11)).unwrap();
    old.act(RED, "pass", None).unwrap();
    assert!(old.can_undo(RED));
    let mut new = branched(old.as_ref(), 1, 913);
    assert_eq!((new.can_undo(RED), new.undo(RED)), (false, Err(UndoError::Gone)));
    new.act(RED, "pass", None).unwrap();
    new.undo(RED).unwrap();
    assert!(!new.can_undo(RED), "not even after something of its own was taken back");
    let again = Shelf::new(vec![Box::new(toy_box())]).open_file(&new.record()).unwrap();
    assert!(!again.table.can_undo(RED), "nor when it is opened again");
}

#[test]
fn other_players_may_sit_down() {
    let old = played(Some(11));
    let mut new = old.rewound(10);
    let players = ["thrower".to_owned(), "human".to_owned()];
    new.branch(&players, 1).unwrap();
    let seated: Vec<&str> = new.file().seats.iter().map(|seat| seat.player.as_str()).collect();
    assert_eq!(seated, ["thrower", "human"]);
    let unknown = new.branch(&["nobody".to_owned(), "human".to_owned()], 2);
    assert!(matches!(unknown, Err(OpenError::NoPlayer { .. })), "{unknown:?}");
    assert!(matches!(new.branch(&players[..1], 2), Err(OpenError::Seats { .. })));
    assert_eq!(new.file().branches.len(), 1, "what was refused changed nothing");
    reopened(new.as_ref());
}

#[test]
fn where_dice_are_typed_they_are_typed_again() {
    let old = played(None);
    let mut new = branched(old.as_ref(), 41, 913);
    assert_eq!(new.file().branches, [Branch { after: 41, seed: None }]);
    let seat = new.to_act().unwrap();
    assert_eq!(new.act(seat, "throw", Some(&[2])).unwrap().dice, [2]);
    reopened(new.as_ref());
}

#[test]
fn a_branch_goes_on_under_a_newer_revision() {
    let mut new = branched(played(Some(11)).as_ref(), 41, 913);
    throw_on(new.as_mut(), 50);
    let later = Shelf::new(vec![Box::new(revised(2, Later::OtherState, "120"))]);
    let opened = later.open_file(&GameFile::parse(&new.record().to_text()).unwrap()).unwrap();
    assert!(matches!(opened.replayed, Replayed::Renewed { from: 1 }), "{:?}", opened.replayed);
    let mut table = opened.table;
    throw_on(table.as_mut(), 60);
    throw_on(new.as_mut(), 60);
    assert_eq!(dice(table.as_ref()), dice(new.as_ref()), "the dice are those of the branch");
}

#[test]
fn a_changed_seed_is_found_and_impossible_branches_are_refused() {
    let mut new = branched(played(Some(11)).as_ref(), 41, 913);
    throw_on(new.as_mut(), 60);
    let text = new.record().to_text();
    let other = GameFile::parse(&text.replace("\"913\"", "\"914\"")).unwrap();
    let opened = shelf().open_file(&other).unwrap();
    let Replayed::Differs(difference, _) = opened.replayed else { panic!("other dice were not noticed") };
    assert!(difference.number() > 41, "{difference}");
    for (branches, why) in [
        ("[{\"after\":61,\"seed\":\"1\"}]", "after the last action"),
        ("[{\"after\":7,\"seed\":\"1\"},{\"after\":7,\"seed\":\"2\"}]", "order"),
        ("[{\"after\":7}]", "both"),
        ("[{\"after\":7,\"seed\":\"x\"}]", "not a 64-bit number"),
        ("[{\"after\":7,\"seed\":\"1\",\"more\":1}]", "unknown field"),
    ] {
        let text = text.replace("[{\"after\":41,\"seed\":\"913\"}]", branches);
        let error = GameFile::parse(&text).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
