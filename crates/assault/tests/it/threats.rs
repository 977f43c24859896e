//! What a player is told that the enemy could do in its own turn is what the enemy is offered when its turn comes: the
//! same deeds, with the same odds.

use crate::support::{scenario, scenario_ids};
use assault::{
    Action, Assault, State,
    course::action::Move,
    state::{Frame, Unit},
};
use dice::{Recorded, Seeded};
use engine::{
    Choice, ChoiceKind, EnemyDeed, EnemyDeedKind, Forecast, GoodFor, Log, Rules, Scene, Seat, Threats, Viewer, play_out,
};
use hexmap::Hex;

/// Some of the states on the way of random games of every scenario.
fn random_states(wanted: fn(&Frame) -> bool) -> impl Iterator<Item = (Assault, Vec<State>)> {
    scenario_ids().into_iter().map(move |id| {
        let rules = scenario(&id);
        let (mut pick, mut states) = (Seeded::new(9), Vec::new());
        for seed in 0..2 {
            let mut state = rules.start();
            play_out(&rules, &mut state, &mut Seeded::new(seed), 500, |state, _, legal| {
                if wanted(state.frames.top()) {
                    states.push(state.clone());
                }
                boldly(&rules, state, legal, &mut pick)
            });
        }
        // Early and late ones alike.
        let every = states.len() / 5 + 1;
        let states = states.into_iter().step_by(every).collect();
        (rules, states)
    })
}

/// Mostly toward the enemy, so that there is somebody to assault.
fn boldly(rules: &Assault, state: &State, legal: &[Action], pick: &mut Seeded) -> usize {
    let nearest = |unit: Unit, hex: Hex| {
        let enemies = state.side(state.unit(unit).seat.other()).filter_map(|enemy| state.hex(enemy));
        enemies.map(|enemy| rules.grid().distance(hex, enemy)).min()
    };
    let nearer = |action: &Action| {
        let Action::Move(Move::To { unit, to }) = *action else { return false };
        state.hex(unit).is_some_and(|from| nearest(unit, to) < nearest(unit, from))
    };
    let steps: Vec<usize> = (0..legal.len()).filter(|&place| nearer(&legal[place])).collect();
    if steps.is_empty() || pick.below(8) == 0 {
        return pick.below(legal.len() as u32) as usize;
    }
    steps[pick.below(steps.len() as u32) as usize]
}

fn told(rules: &Assault, state: &State, seat: Seat, unit: &str, hex: Option<&str>) -> Option<Threats> {
    let viewer = Viewer::Seat(seat);
    rules.threats(&rules.seen_by(state, viewer), viewer, &[unit.to_owned()], hex)
}

fn scene(rules: &Assault, state: &State, seat: Seat) -> Scene {
    rules.scene(&rules.seen_by(state, Viewer::Seat(seat)), Viewer::Seat(seat))
}

fn units(rules: &Assault, state: &State, seat: Seat) -> Vec<String> {
    let counters = scene(rules, state, seat).counters;
    counters.into_iter().filter(|counter| counter.seat == seat).map(|counter| counter.id).collect()
}

/// Does something; whether nobody threw dice and nothing came to light.
fn act(rules: &Assault, state: &mut State, action: &str) -> bool {
    let action: Action = rules.read(state, action).unwrap();
    rules.check(state, &action).unwrap();
    let (mut log, mut seeded) = (Log::default(), Seeded::new(1));
    let mut dice = Recorded::new(&mut seeded);
    rules.apply(state, &action, &mut dice, &mut log).unwrap();
    dice.into_faces().is_empty() && !log.reveals
}

fn as_target_sees(choice: &Choice) -> Option<Forecast> {
    choice.odds.clone().map(|odds| odds.turned().possible())
}

fn kind_of(choice: &Choice) -> EnemyDeedKind {
    if choice.action.starts_with("assault") { EnemyDeedKind::Assault } else { EnemyDeedKind::Fire }
}

/// What a unit that has just been activated is offered against a target. A shot that is prepared first is the same
/// shot.
fn offered(choices: &[Choice], unit: &str, target: &str) -> Vec<(EnemyDeedKind, Option<Forecast>)> {
    let against = |choice: &&Choice| {
        let prepared = ["aim", "charge"].iter().any(|word| choice.action.starts_with(word));
        let deed = choice.kind == ChoiceKind::Fire && choice.units == [unit] && !prepared;
        deed && choice.target.as_deref() == Some(target)
    };
    let seen = choices.iter().filter(against).map(|choice| (kind_of(choice), as_target_sees(choice)));
    seen.filter(|(_, odds)| odds.as_ref().is_none_or(does_harm)).collect()
}

/// A shot that can do no harm is no threat.
fn does_harm(odds: &Forecast) -> bool {
    odds.headline.iter().any(|group| group.good_for == GoodFor::Other)
}

fn standing<'a>(threats: &'a Threats, unit: &'a str) -> impl Iterator<Item = &'a EnemyDeed> {
    threats.deeds.iter().filter(move |deed| deed.unit == unit && !deed.moves && deed.when == "this turn")
}

/// Whoever is activated can do what was told, and nothing else.
#[test]
fn the_enemy_is_offered_what_was_told() {
    let (mut compared, mut assaults) = (0, 0);
    for (rules, states) in random_states(|frame| matches!(frame, Frame::Action { .. })) {
        for state in states {
            let Frame::Action { seat: enemy } = *state.frames.top() else { continue };
            let targets = units(&rules, &state, enemy.other());
            let all: Vec<Threats> =
                targets.iter().map(|target| told(&rules, &state, enemy.other(), target, None).unwrap()).collect();
            let known = scene(&rules, &state, enemy.other()).counters;
            for choice in scene(&rules, &state, enemy).choices {
                let activated = choice.action.starts_with("activate").then(|| choice.units.first().cloned()).flatten();
                let Some(unit) = activated.filter(|unit| known.iter().any(|counter| counter.id == *unit)) else {
                    continue;
                };
                let mut later = state.clone();
                act(&rules, &mut later, &choice.action);
                let choices = scene(&rules, &later, enemy).choices;
                for (target, threats) in targets.iter().zip(&all) {
                    let expected: Vec<_> =
                        standing(threats, &unit).map(|deed| (deed.kind, deed.odds.clone())).collect();
                    let mut found = offered(&choices, &unit, target);
                    found.sort_by(|(_, a), (_, b)| worth(a).total_cmp(&worth(b)));
                    assert_eq!(expected, found, "{unit} against {target}");
                    compared += expected.len();
                    assaults += expected.iter().filter(|(kind, _)| *kind == EnemyDeedKind::Assault).count();
                }
            }
        }
    }
    assert!(compared > 30, "{compared} deeds were compared, {assaults} of them assaults");
}

fn worth(odds: &Option<Forecast>) -> f64 {
    odds.as_ref().map_or(0.0, |odds| odds.worth)
}

/// A unit that goes where it was told to come has the odds that were told, if nothing comes up on the way.
#[test]
fn who_comes_can_do_what_was_told() {
    let mut compared = 0;
    for (rules, states) in random_states(|frame| matches!(frame, Frame::Action { .. })) {
        for state in states {
            let Frame::Action { seat: enemy } = *state.frames.top() else { continue };
            for target in units(&rules, &state, enemy.other()) {
                let threats = told(&rules, &state, enemy.other(), &target, None).unwrap();
                for deed in threats.deeds.iter().filter(|deed| deed.moves && deed.when == "this turn") {
                    let Some(later) = gone(&rules, &state, enemy, deed) else { continue };
                    let choices = scene(&rules, &later, enemy).choices;
                    let found = offered(&choices, &deed.unit, &target);
                    let found = found.into_iter().find(|(kind, _)| *kind == deed.kind).map(|(_, odds)| odds);
                    assert_eq!(found, Some(deed.odds.clone()), "{deed:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 10, "only {compared} deeds were compared");
}

/// The state after a unit has gone by its plan without anything coming up; none if something does, or if it cannot be
/// activated.
fn gone(rules: &Assault, state: &State, seat: Seat, deed: &EnemyDeed) -> Option<State> {
    let mut later = state.clone();
    let activate = format!("activate {}", deed.unit);
    rules.check(&later, &rules.read(&later, &activate).ok()?).ok()?;
    act(rules, &mut later, &activate);
    let seen = rules.seen_by(&later, Viewer::Seat(seat));
    let plan = rules.plan(&seen, Viewer::Seat(seat), std::slice::from_ref(&deed.unit))?;
    let way = plan.hexes.into_iter().find(|hex| hex.hex == deed.from)?;
    for action in way.actions {
        let quiet = act(rules, &mut later, &action);
        if !quiet || rules.to_act(&later) != Some(seat) || later.activation()?.fired {
            return None;
        }
    }
    Some(later)
}

/// The hex that a unit would go to counts, not the one it stands in: ground, facing and what it gives up by moving.
#[test]
fn a_move_is_threatened_where_it_ends() {
    let mut compared = 0;
    for (rules, states) in random_states(|frame| matches!(frame, Frame::Activation(_))) {
        for state in states {
            let Frame::Activation(activation) = *state.frames.top() else { continue };
            let (Some(seat), true) = (rules.to_act(&state), activation.spent == 0) else { continue };
            let Some(unit) = scene(&rules, &state, seat)
                .choices
                .iter()
                .find_map(|choice| (choice.kind == ChoiceKind::Move).then(|| choice.units[0].clone()))
            else {
                continue;
            };
            let seen = rules.seen_by(&state, Viewer::Seat(seat));
            let Some(plan) = rules.plan(&seen, Viewer::Seat(seat), std::slice::from_ref(&unit)) else { continue };
            for way in plan.hexes.iter().filter(|way| way.actions.len() == 1) {
                let before = told(&rules, &state, seat, &unit, Some(&way.hex)).unwrap();
                let mut later = state.clone();
                let quiet = act(&rules, &mut later, &way.actions[0]);
                if !quiet || !matches!(later.frames.top(), Frame::Activation(_)) {
                    continue;
                }
                let after = told(&rules, &later, seat, &unit, None).unwrap();
                assert_eq!(before, after, "{unit} to {}", way.hex);
                compared += 1;
            }
        }
    }
    assert!(compared > 5, "only {compared} moves were compared");
}
