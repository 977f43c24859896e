//! What a viewer may know does not depend on what he may not.

use std::sync::Arc;

use content::Files;
use dice::Seeded;
use engine::{Rules, Seat, Silent, Viewer};

use super::{Assault, Card, Mark, Place, State};
use crate::{Catalogue, read_scenario};

fn scenario(id: &str) -> Assault {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    let path = format!("assault/scenarios/{id}.toml");
    read_scenario(&catalogue, &files, &path, files.get(&path).unwrap()).unwrap().1
}

/// Some states of a game played at random.
fn states(rules: &Assault, seed: u64, every: usize) -> Vec<State> {
    let (mut dice, mut choices) = (Seeded::new(seed), Seeded::new(seed ^ 0xabcd));
    let mut state = rules.start();
    let mut some = Vec::new();
    for count in 0..900 {
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        let Some(action) = legal.get(choices.below(legal.len().max(1) as u32) as usize) else { break };
        rules.perform(&mut state, action, &mut dice, &mut Silent);
        if count % every == 0 {
            some.push(state.clone());
        }
    }
    some
}

/// The same state with other secrets of a side: its plan, its hand, the deck, and where its hidden units are and what they are.
fn with_other_secrets(rules: &Assault, state: &State, seat: Seat, secrets: &mut Seeded) -> State {
    let mut other = state.clone();
    for unit in state.all_units().filter(|&unit| state.unit(unit).seat == seat) {
        if !state.activated.has(unit) && secrets.below(2) == 0 {
            if other.planned.has(unit) { other.planned.take(unit) } else { other.planned.add(unit) }
        }
        if state.has(unit, Mark::Concealed) && matches!(state.unit(unit).place, Place::On(_)) {
            let hexes: Vec<_> = rules.grid().hexes().collect();
            other.put(unit, hexes[secrets.below(hexes.len() as u32) as usize]);
            other.units[unit.index()].damage ^= 1;
            other.units[unit.index()].card ^= 1;
        }
    }
    let kinds = rules.catalogue.command_cards.cards.len() as u32;
    for card in other.hands[seat.index()].iter_mut().chain(&mut other.deck) {
        *card = Card::Kind(secrets.below(kinds) as u8);
    }
    other
}

/// What a seat is told of the enemy's turn holds nothing of what the enemy hides.
fn threats_are_the_same(rules: &Assault, state: &State, other: &State, seat: Seat) {
    let viewer = Viewer::Seat(seat);
    let (one, two) = (rules.seen_by(state, viewer), rules.seen_by(other, viewer));
    for unit in state.side(seat).step_by(5) {
        let id = [rules.unit_id(state, unit)];
        assert_eq!(rules.threats(&one, viewer, &id, None), rules.threats(&two, viewer, &id, None));
    }
}

#[test]
fn a_view_does_not_depend_on_what_is_hidden() {
    let mut concealed = 0;
    for (id, seed) in [("training-3-the-terraces", 1), ("night-village", 2), ("blue-beach", 3)] {
        let rules = scenario(id);
        let mut secrets = Seeded::new(seed ^ 0x5ec2e7);
        for state in states(&rules, seed, 29) {
            concealed += state.units.iter().filter(|unit| unit.marks.has(Mark::Concealed)).count();
            for seat in [Seat(0), Seat(1)] {
                let other = with_other_secrets(&rules, &state, seat.other(), &mut secrets);
                for viewer in [Viewer::Seat(seat), Viewer::Spectator] {
                    // A spectator knows neither side's secrets; here only one side's differ.
                    let (one, two) = (rules.seen_by(&state, viewer), rules.seen_by(&other, viewer));
                    assert_eq!(one, two, "{id}: {viewer:?}");
                    assert_eq!(rules.scene(&one, viewer), rules.scene(&two, viewer), "{id}: {viewer:?}");
                }
                threats_are_the_same(&rules, &state, &other, seat);
            }
        }
    }
    assert!(concealed > 100, "nobody was hidden: {concealed}");
}
