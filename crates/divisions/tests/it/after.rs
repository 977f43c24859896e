//! What a player is told that a company could do after a hex or in the next phase is what it is offered then, with the
//! same odds.

use crate::support::{SKIRMISH, read};
use dice::{Recorded, Seeded};
use divisions::{Divisions, State};
use engine::{Opening, Rules, Seat, Silent, Viewer, openings, play_out};

/// Does what has to be done first, with an enemy who lets everything pass; nothing if dice fall.
fn after(rules: &Divisions, state: &State, seat: Seat, opening: &Opening) -> Option<State> {
    let (mut later, mut chance) = (state.clone(), Seeded::new(1));
    let mut dice = Recorded::new(&mut chance);
    for step in &opening.first {
        let action = rules.read(&later, &step.action).unwrap();
        rules.apply(&mut later, &action, &mut dice, &mut Silent).unwrap();
        while rules.to_act(&later)? != seat {
            let pass = rules.lets_pass(&later)?;
            rules.apply(&mut later, &pass, &mut dice, &mut Silent).unwrap();
        }
    }
    dice.into_faces().is_empty().then_some(later)
}

#[test]
fn companies_do_what_was_told_once_they_are_ready() {
    let rules = read(SKIRMISH).unwrap();
    let (mut moved, mut phases, mut asked) = (0, 0, 0);
    for seed in 0..12 {
        let (mut state, mut pick) = (rules.start(), Seeded::new(!seed));
        play_out(&rules, &mut state, &mut Seeded::new(seed), 200, |state, seat, legal| {
            let seen = rules.seen_by(state, Viewer::Seat(seat));
            let told = openings(&rules, &seen, seat, &[]);
            asked += usize::from(!told.ends.is_empty());
            for opening in &told.openings {
                let Some(later) = after(&rules, state, seat, opening) else { continue };
                let attack = rules.read(&later, &opening.action).unwrap();
                assert!(rules.check(&later, &attack).is_ok(), "{opening:?}");
                assert_eq!(rules.offered(&later, &attack).unwrap().odds.as_ref(), Some(&opening.odds));
                moved += usize::from(opening.first.iter().any(|step| step.action.starts_with("move")));
                phases += usize::from(opening.first.len() == 1);
            }
            pick.below(legal.len() as u32) as usize
        });
    }
    assert!(moved > 10 && phases > 10 && asked > 10, "{moved} after a hex, {phases} in the next phase, {asked} ends");
}
