//! What a player is told that the enemy could do in its own turn is what the enemy is offered when its turn comes: the
//! same deeds, with the same odds.

use crate::support::{SKIRMISH, read};
use dice::Seeded;
use divisions::{
    Action, Divisions, State,
    state::{Activation, Frame, Phase},
};
use engine::{
    Choice, ChoiceKind, EnemyDeed, EnemyDeedKind, Forecast, GoodFor, Rules, Scene, Seat, Silent, Threats, Viewer,
    play_out,
};

/// Every state on the way of a random game.
fn random_states(rules: &Divisions, seed: u64, count: u64) -> Vec<State> {
    let (mut state, mut pick, mut states) = (rules.start(), Seeded::new(!seed), Vec::new());
    play_out(rules, &mut state, &mut Seeded::new(seed), count, |state, _, legal| {
        states.push(state.clone());
        pick.below(legal.len() as u32) as usize
    });
    states
}

/// The seat whose formation has been drawn and has not done anything yet.
fn just_drawn(rules: &Divisions, state: &State) -> Option<Seat> {
    let fresh = matches!(state.frames.top(), Frame::Activation(Activation { phase: Phase::Movement, .. }));
    (fresh && state.moved.is_empty() && state.fired.is_empty()).then(|| rules.to_act(state)).flatten()
}

fn told(rules: &Divisions, state: &State, seat: Seat, units: &[String], hex: Option<&str>) -> Option<Threats> {
    let viewer = Viewer::Seat(seat);
    rules.threats(&rules.seen_by(state, viewer), viewer, units, hex)
}

fn scene(rules: &Divisions, state: &State, seat: Seat) -> Scene {
    rules.scene(&rules.seen_by(state, Viewer::Seat(seat)), Viewer::Seat(seat))
}

/// The units of a seat on the map.
fn units(rules: &Divisions, state: &State, seat: Seat) -> Vec<String> {
    let counters = scene(rules, state, seat).counters;
    counters.into_iter().filter(|counter| counter.seat == seat).map(|counter| counter.id).collect()
}

fn act(rules: &Divisions, state: &mut State, action: &str) {
    let action: Action = rules.read(state, action).unwrap();
    rules.apply(state, &action, &mut Seeded::new(1), &mut Silent).unwrap();
}

/// Ends the phase of the activation, and goes no further.
fn pass(rules: &Divisions, state: &mut State, seat: Seat) {
    let choices = scene(rules, state, seat).choices;
    let pass = choices.iter().find(|choice| choice.kind == ChoiceKind::Pass).unwrap();
    act(rules, state, &pass.action.clone());
}

fn as_target_sees(choice: &Choice) -> Forecast {
    choice.odds.clone().unwrap().turned().possible()
}

/// Shots without an event chit that are offered at a unit: who fires, and the odds as the target sees them.
fn shots(choices: &[Choice], target: &str) -> Vec<(String, Forecast)> {
    let plain = |choice: &&Choice| choice.kind == ChoiceKind::Fire && !choice.action.contains(" with ");
    let at = choices.iter().filter(plain).filter(|choice| choice.target.as_deref() == Some(target));
    let seen = at.map(|choice| (choice.units[0].clone(), as_target_sees(choice)));
    sorted(seen.filter(|(_, odds)| does_harm(odds)))
}

/// A shot that can do no harm is no threat.
fn does_harm(odds: &Forecast) -> bool {
    odds.headline.iter().any(|group| group.good_for == GoodFor::Other)
}

fn sorted(shots: impl Iterator<Item = (String, Forecast)>) -> Vec<(String, Forecast)> {
    let mut shots: Vec<(String, Forecast)> = shots.collect();
    shots.sort_by(|(a, _), (b, _)| a.cmp(b));
    shots
}

fn in_hand(threats: &Threats, kind: EnemyDeedKind, moves: bool) -> impl Iterator<Item = &EnemyDeed> {
    let active = |deed: &&EnemyDeed| deed.when == "in this activation";
    threats.deeds.iter().filter(active).filter(move |deed| deed.kind == kind && deed.moves == moves)
}

/// A formation that stays where it is can fire what was told, and nothing else.
#[test]
fn the_enemy_is_offered_the_shots_that_were_told() {
    let (rules, mut compared) = (read(SKIRMISH).unwrap(), 0);
    for state in (0..30).flat_map(|seed| random_states(&rules, seed, 120)) {
        let Some(enemy) = just_drawn(&rules, &state) else { continue };
        let mut later = state.clone();
        pass(&rules, &mut later, enemy);
        let firing = matches!(later.frames.top(), Frame::Activation(Activation { phase: Phase::Fire, .. }));
        let choices = if firing { scene(&rules, &later, enemy).choices } else { Vec::new() };
        for unit in units(&rules, &state, enemy.other()) {
            let threats = told(&rules, &state, enemy.other(), std::slice::from_ref(&unit), None).unwrap();
            let fires = in_hand(&threats, EnemyDeedKind::Fire, false);
            let expected = sorted(fires.map(|deed| (deed.unit.clone(), deed.odds.clone().unwrap())));
            assert_eq!(expected, shots(&choices, &unit), "at {unit}: {:?}", state.frames);
            compared += expected.len();
        }
    }
    assert!(compared > 100, "only {compared} shots were compared");
}

/// What is told before the chit is drawn holds when it is.
#[test]
fn what_is_told_beforehand_is_told_when_the_formation_is_drawn() {
    let (rules, mut compared) = (read(SKIRMISH).unwrap(), 0);
    for state in (0..30).flat_map(|seed| random_states(&rules, seed, 120)) {
        let cup = matches!(state.frames.top(), Frame::Cup { fresh: false });
        if !cup {
            continue;
        }
        let mut later = state.clone();
        act(&rules, &mut later, "draw");
        let Some(enemy) = just_drawn(&rules, &later) else { continue };
        for unit in units(&rules, &state, enemy.other()) {
            let before = told(&rules, &state, enemy.other(), std::slice::from_ref(&unit), None).unwrap();
            let after = told(&rules, &later, enemy.other(), std::slice::from_ref(&unit), None).unwrap();
            for mut deed in after.deeds.into_iter().filter(|deed| deed.when == "in this activation") {
                deed.when = "this turn".to_owned();
                assert!(before.deeds.contains(&deed), "{deed:?} comes as a surprise: {before:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "only {compared} deeds were compared");
}

/// All who can assault a hex together have the odds that were told when they have joined.
#[test]
fn the_enemy_is_offered_the_assault_that_was_told() {
    let (rules, mut compared) = (read(SKIRMISH).unwrap(), 0);
    for state in (0..60).flat_map(|seed| random_states(&rules, seed, 120)) {
        let Some(enemy) = just_drawn(&rules, &state) else { continue };
        for unit in units(&rules, &state, enemy.other()) {
            let threats = told(&rules, &state, enemy.other(), std::slice::from_ref(&unit), None).unwrap();
            for deed in in_hand(&threats, EnemyDeedKind::Assault, false) {
                let mut later = state.clone();
                while !matches!(later.frames.top(), Frame::Activation(Activation { phase: Phase::Assault, .. })) {
                    pass(&rules, &mut later, enemy);
                }
                let begin = format!("assault {} {}", deed.unit, threats.hex);
                let mut odds = odds_of(&rules, &later, enemy, &begin);
                act(&rules, &mut later, &begin);
                for other in &deed.with {
                    odds = odds_of(&rules, &later, enemy, &format!("join {other}"));
                    act(&rules, &mut later, &format!("join {other}"));
                }
                assert_eq!(deed.odds.as_ref(), Some(&odds));
                compared += 1;
            }
        }
    }
    assert!(compared > 10, "only {compared} assaults were compared");
}

fn odds_of(rules: &Divisions, state: &State, seat: Seat, action: &str) -> Forecast {
    let choices = scene(rules, state, seat).choices;
    as_target_sees(choices.iter().find(|choice| choice.action == action).unwrap())
}

/// A company that goes where it was told to come, and meets no fire, has the shot that was told.
#[test]
fn who_comes_has_the_shot_that_was_told() {
    let (rules, mut compared) = (read(SKIRMISH).unwrap(), 0);
    for state in (0..30).flat_map(|seed| random_states(&rules, seed, 120)) {
        let Some(enemy) = just_drawn(&rules, &state) else { continue };
        for unit in units(&rules, &state, enemy.other()) {
            let threats = told(&rules, &state, enemy.other(), std::slice::from_ref(&unit), None).unwrap();
            for deed in in_hand(&threats, EnemyDeedKind::Fire, true) {
                let mut later = state.clone();
                if !goes(&rules, &mut later, enemy, deed) {
                    continue;
                }
                let choices = scene(&rules, &later, enemy).choices;
                let found = shots(&choices, &unit).into_iter().find(|(shooter, _)| *shooter == deed.unit);
                assert_eq!(found.map(|(_, odds)| odds), deed.odds, "{deed:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "only {compared} shots were compared");
}

/// Moves a company by its plan, with everybody else holding fire, and ends the movement.
fn goes(rules: &Divisions, state: &mut State, seat: Seat, deed: &EnemyDeed) -> bool {
    let (seen, moved) = (rules.seen_by(state, Viewer::Seat(seat)), [deed.unit.clone()]);
    let plan = rules.plan(&seen, Viewer::Seat(seat), &moved).unwrap();
    let way = plan.hexes.into_iter().find(|hex| hex.hex == deed.from).unwrap();
    for action in way.actions {
        act(rules, state, &action);
        while let Some(other) = rules.to_act(state).filter(|&other| other != seat) {
            pass(rules, state, other);
        }
    }
    while matches!(state.frames.top(), Frame::Moving(_) | Frame::Activation(Activation { phase: Phase::Movement, .. }))
    {
        pass(rules, state, seat);
    }
    matches!(state.frames.top(), Frame::Activation(Activation { phase: Phase::Fire, .. }))
}

/// The hex that a group would go to counts, not the one it stands in: cover and range are those of the end of the way.
#[test]
fn a_move_is_threatened_where_it_ends() {
    let (rules, mut compared) = (read(SKIRMISH).unwrap(), 0);
    for state in (0..30).flat_map(|seed| random_states(&rules, seed, 120)) {
        let Some(seat) = just_drawn(&rules, &state) else { continue };
        let seen = rules.seen_by(&state, Viewer::Seat(seat));
        for unit in units(&rules, &state, seat) {
            let moved = [unit.clone()];
            let Some(plan) = rules.plan(&seen, Viewer::Seat(seat), &moved) else { continue };
            for way in plan.hexes.iter().filter(|way| way.threats.is_empty() && way.actions.len() == 1) {
                let before = told(&rules, &state, seat, &moved, Some(&way.hex)).unwrap();
                let mut later = state.clone();
                act(&rules, &mut later, &way.actions[0]);
                if later.turn != state.turn || later.cup != state.cup {
                    continue;
                }
                let after = told(&rules, &later, seat, &moved, None).unwrap();
                assert_eq!(before, after, "{unit} to {}", way.hex);
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "only {compared} moves were compared");
}
