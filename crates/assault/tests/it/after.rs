//! What a player is told that a unit could do after its activation, a turn or one hex is what it is offered then, with
//! the same odds.

use std::collections::BTreeMap;

use crate::support::{scenario, scenario_ids};
use assault::{Assault, State, state::Frame};
use dice::Seeded;
use engine::{Opening, Rules, Seat, Silent, Viewer, openings, play_out};

/// Does what has to be done first; nothing if somebody reacts or something comes to light.
fn after(rules: &Assault, state: &State, seat: Seat, opening: &Opening) -> Option<State> {
    let mut later = state.clone();
    for step in &opening.first {
        let action = rules.read(&later, &step.action).unwrap();
        rules.check(&later, &action).unwrap();
        let known = (0..2).map(|seat| rules.seen_by(&later, Viewer::Seat(Seat(seat))).side(Seat(1 - seat)).count());
        let known: Vec<usize> = known.collect();
        rules.apply(&mut later, &action, &mut Seeded::new(1), &mut Silent).unwrap();
        let now = (0..2).map(|seat| rules.seen_by(&later, Viewer::Seat(Seat(seat))).side(Seat(1 - seat)).count());
        if rules.to_act(&later) != Some(seat) || now.collect::<Vec<_>>() != known {
            return None;
        }
    }
    Some(later)
}

#[test]
fn units_do_what_was_told_once_they_are_ready() {
    let mut compared: BTreeMap<String, usize> = BTreeMap::new();
    for id in scenario_ids() {
        let rules = scenario(&id);
        let (mut pick, mut count) = (Seeded::new(3), 0);
        let mut state = rules.start();
        play_out(&rules, &mut state, &mut Seeded::new(5), 400, |state, seat, legal| {
            count += 1;
            if matches!(state.frames.top(), Frame::Activation(_)) && count % 5 == 0 {
                let seen = rules.seen_by(state, Viewer::Seat(seat));
                let told = openings(&rules, &seen, seat, &[]);
                for opening in told.openings.iter().filter(|opening| !opening.unsure) {
                    let Some(later) = after(&rules, state, seat, opening) else { continue };
                    let seen = rules.seen_by(&later, Viewer::Seat(seat));
                    let attack = rules.read(&seen, &opening.action).unwrap();
                    assert!(rules.check(&seen, &attack).is_ok(), "{opening:?}");
                    assert_eq!(rules.offered(&seen, &attack).unwrap().odds.as_ref(), Some(&opening.odds));
                    let kind = opening.first.last().map_or("now", |step| step.action.split(' ').next().unwrap_or(""));
                    *compared.entry(kind.to_owned()).or_default() += 1;
                }
            }
            pick.below(legal.len() as u32) as usize
        });
    }
    assert!(compared.values().sum::<usize>() > 20 && compared.len() > 1, "{compared:?}");
}
