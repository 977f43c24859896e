//! What a player is told that a unit could fire after something else is what it can fire then: gun, target and every
//! figure of the odds.

use std::{
    collections::BTreeMap,
    sync::{Arc, LazyLock},
};

use content::Files;
use dice::Seeded;
use engine::{Opening, Openings, Rules, Seat, Silent, Viewer, openings};
use open_fire::{
    course::action::Action,
    play::s07_movement::transport::Transport,
    state::{Frame, State, laid_out::OpenFire},
};

static MISSIONS: LazyLock<Vec<Arc<OpenFire>>> = LazyLock::new(|| {
    let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
    game.scenarios.iter().map(|scenario| Arc::clone(scenario.usual())).collect()
});

const US: Seat = Seat(0);

fn told(rules: &OpenFire, state: &State) -> Openings {
    openings(rules, &rules.seen_by(state, Viewer::Seat(US)), US, &[])
}

/// Plays by chance, without leaving the map; `look` sees every state in which a unit of ours has its turn.
fn turns(rules: &OpenFire, seed: u64, count: usize, mut look: impl FnMut(&State)) {
    let (mut state, mut dice, mut pick) = (rules.start(), Seeded::new(seed), Seeded::new(seed ^ 0xabcd));
    for _ in 0..count {
        if rules.to_act(&state).is_none() {
            return;
        }
        if matches!(state.frames.top(), Frame::Turn(_)) && state.in_rounds() {
            look(&state);
        }
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        legal.retain(|action| !matches!(action, Action::Transport(Transport::Exit { .. }) | Action::Abandon(_)));
        let action = &legal[pick.below(legal.len() as u32) as usize];
        rules.apply(&mut state, action, &mut dice, &mut Silent).unwrap();
    }
}

/// The state after the only thing that has to be done first.
fn after(rules: &OpenFire, state: &State, opening: &Opening) -> State {
    let mut later = state.clone();
    let action = rules.read(&later, &opening.first[0].action).unwrap();
    rules.apply(&mut later, &action, &mut Seeded::new(1), &mut Silent).unwrap();
    later
}

/// Turning turret or hull and opening the hatch: nothing can come between them and the shot, so what was told is
/// offered, figure for figure.
#[test]
fn a_gun_that_was_turned_fires_as_was_told() {
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    for rules in MISSIONS.iter() {
        for seed in 0..4 {
            turns(rules, seed, 400, |state| {
                for opening in told(rules, state).openings.iter().filter(|opening| opening.first.len() == 1) {
                    let kind = ["traverse", "rotate", "open"]
                        .into_iter()
                        .find(|kind| opening.first[0].action.starts_with(kind));
                    let Some(kind) = kind else { continue };
                    let later = after(rules, state, opening);
                    let shot = rules.read(&later, &opening.action).unwrap();
                    // A hull that is turned may run into an accident.
                    if !matches!(later.frames.top(), Frame::Turn(_)) || later.round != state.round {
                        continue;
                    }
                    let now = rules.offered(&later, &shot).unwrap();
                    assert_eq!(now.odds.as_ref(), Some(&opening.odds), "{opening:?}");
                    assert!(kind != "traverse" || opening.after.ends_with(", free"), "{opening:?}");
                    *compared.entry(kind).or_default() += 1;
                }
            });
        }
    }
    let turrets = compared.get("traverse").copied().unwrap_or_default();
    assert!(turrets > 20, "{compared:?}");
}

/// What needs more has to be better than what needs less; the end of the turn is named; and nobody else is told.
#[test]
fn what_needs_more_is_better() {
    let mut prepared = 0;
    for (rules, seed) in MISSIONS.iter().flat_map(|rules| (0..4).map(move |seed| (rules, seed))) {
        turns(rules, seed, 400, |state| {
            let all = told(rules, state);
            assert_eq!(all.ends, ["done"]);
            for opening in all.openings.iter().filter(|opening| !opening.first.is_empty()) {
                let now = all.openings.iter().filter(|other| other.first.is_empty() && other.target == opening.target);
                assert!(now.into_iter().all(|other| other.odds.worth < opening.odds.worth), "{opening:?}");
                prepared += 1;
            }
            let nobody = openings(&**rules, state, Seat(7), &[]);
            assert_eq!(nobody, Openings::default());
        });
    }
    assert!(prepared > 20, "only {prepared} shots after something else");
}
