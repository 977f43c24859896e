//! What a viewer may know does not depend on what he may not.

use std::sync::Arc;

use content::Files;
use dice::Seeded;
use engine::{Rules, Seat, Silent, Viewer, contract::Veiled, openings};

use super::{Assault, Card, Mark, MineState, Place, State, Unit};
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
        rules.apply(&mut state, action, &mut dice, &mut Silent).unwrap();
        if count % every == 0 {
            some.push(state.clone());
        }
    }
    some
}

/// The same state with other secrets of a side: its plan, its hand, the deck, where its hidden units are and what they
/// are, what its hidden works are.
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
    for (place, work) in rules.works.iter().enumerate() {
        if state.is_unseen(place) && work.hidden_by == Some(seat) {
            let rows = rules.catalogue.fortifications.len() as u32;
            other.works[place] = secrets.below(rows + 1).checked_sub(1).map(|row| row as u8);
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
        assert_eq!(openings(rules, &one, seat, &id), openings(rules, &two, seat, &id));
        assert_eq!(rules.threats(&one, viewer, &id, None), rules.threats(&two, viewer, &id, None));
    }
}

#[test]
fn a_view_does_not_depend_on_what_is_hidden() {
    let (mut concealed, mut works) = (0, 0);
    for (id, seed) in [("training-3-the-terraces", 1), ("night-village", 2), ("blue-beach", 3)] {
        let rules = scenario(id);
        let mut secrets = Seeded::new(seed ^ 0x5ec2e7);
        for state in states(&rules, seed, 29) {
            concealed += state.units.iter().filter(|unit| unit.marks.has(Mark::Concealed)).count();
            works += state.unseen_works.iter().filter(|unseen| **unseen).count();
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
    assert!(works > 100, "no work was hidden: {works}");
}

/// A pillbox in one of two hexes that the enemy has not come near to.
fn with_pillbox_in(hex: &str) -> Assault {
    let text = format!(
        r#"
turns = 2
modules = ["hidden"]
unit = [
  {{ side = "us", card = "us-m4", id = "tank", at = "0206", facing = "NE" }},
  {{ side = "us", card = "us-jeep", id = "jeep", at = "0306", facing = "NE" }},
  {{ side = "italian", card = "it-coastal-squad", id = "post", at = "0601" }},
]
work = [{{ hex = "{hex}", kind = "trench", facing = "SE", side = "italian", hidden = true }}]

[ground]
legend = {{ "." = "clear", "h" = "single-storey" }}
rows = """
. . . . . .
. . . . . .
. . . . . .
. . . . h .
. . . . . .
. . . . . .
"""
"#
    );
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    read_scenario(&catalogue, &files, "test.toml", &text).unwrap().1
}

/// The enemy's map, choices, plans and what he may do are the same wherever a hidden work stands, until he comes beside
/// it; its owner sees it.
#[test]
fn a_hidden_work_is_on_its_owners_map_alone() {
    let (one, two) = (with_pillbox_in("0402"), with_pillbox_in("0503"));
    let (us, italian) = (Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)));
    assert_eq!(one.board(), two.board());
    let mut states = [one.start(), two.start()];
    for action in ["draw", "plan jeep", "plan tank", "done", "done", "activate jeep", "move jeep 0305", "done"] {
        for (rules, state) in [&one, &two].into_iter().zip(&mut states) {
            let action = rules.read(state, action).unwrap();
            rules.apply(state, &action, &mut dice::Scripted::new([6, 1].as_slice()), &mut Silent).unwrap();
        }
        let told = |rules: &Assault, state: &State, viewer: Viewer| {
            let seen = rules.seen_by(state, viewer);
            let scene = rules.scene(&seen, viewer);
            let plan = rules.plan(&seen, viewer, &["jeep".to_owned()]);
            (scene, plan, rules.overlays(&seen, viewer))
        };
        for viewer in [us, Viewer::Spectator] {
            assert_eq!(told(&one, &states[0], viewer), told(&two, &states[1], viewer), "after {action}");
        }
        let mut legal = [Vec::new(), Vec::new()];
        one.legal(&states[0], &mut legal[0]);
        two.legal(&states[1], &mut legal[1]);
        assert_eq!(legal[0], legal[1], "after {action}");
        assert_ne!(told(&one, &states[0], italian).0.marks, told(&two, &states[1], italian).0.marks);
    }
    // A blast at a hex where nobody knows of anything is refused, whatever is there.
    let blast = |rules: &Assault, state: &State, hex: &str| {
        let action = rules.read(state, &format!("blast tank {hex}")).unwrap();
        rules.check(state, &action).map(|_| ()).map_err(|refusal| refusal.to_string())
    };
    for (rules, state) in [&one, &two].into_iter().zip(&mut states) {
        // The enemy passes first.
        for action in ["done", "activate tank"] {
            let action = rules.read(state, action).unwrap();
            rules.apply(state, &action, &mut Seeded::new(1), &mut Silent).unwrap();
        }
    }
    for hex in ["0402", "0503"] {
        assert!(blast(&one, &states[0], hex).is_err());
        assert_eq!(blast(&one, &states[0], hex), blast(&two, &states[1], hex));
    }
}

/// The same with other secrets that the side could have in the same game: as many units planned, and hidden units where
/// nobody sees them.
fn with_other_plans(rules: &Assault, state: &State, seat: Seat, secrets: &mut Seeded) -> State {
    let mut other = state.clone();
    let mine = |unit: &Unit| state.unit(*unit).seat == seat;
    let waiting: Vec<Unit> = state.planned.iter().filter(mine).filter(|&unit| !state.activated.has(unit)).collect();
    waiting.iter().for_each(|&unit| other.planned.take(unit));
    let mut idle: Vec<Unit> = state.side(seat).filter(|&unit| !state.activated.has(unit)).collect();
    for _ in 0..secrets.below(waiting.len() as u32 + 1) {
        if !idle.is_empty() {
            other.planned.add(idle.swap_remove(secrets.below(idle.len() as u32) as usize));
        }
    }
    for unit in state.side(seat).filter(|&unit| state.has(unit, Mark::Concealed)) {
        let free = |hex: &hexmap::Hex| {
            let near = state.all_units().filter(|&near| near != unit).filter_map(|near| other.hex(near));
            rules.can_stand(rules.card(state, unit).movement, *hex)
                && near.into_iter().all(|near| rules.grid().distance(near, *hex) > 1)
        };
        let hexes: Vec<_> = rules.grid().hexes().filter(free).collect();
        if let Some(&hex) = hexes.get(secrets.below(hexes.len().max(1) as u32) as usize) {
            other.put(unit, hex);
        }
    }
    let kinds = rules.catalogue.command_cards.cards.len() as u32;
    for card in &mut other.hands[seat.index()] {
        *card = Card::Kind(secrets.below(kinds) as u8);
    }
    for (mine, state) in rules.mines.iter().zip(&mut other.mines) {
        if mine.owner != Some(seat.other()) && *state == MineState::Hidden && secrets.below(2) == 0 {
            *state = MineState::Gone;
        }
    }
    other
}

/// Whether something that a side hid has come to light: a unit is seen or is not seen any more, has fired, a card was
/// played, a mine went off.
fn came_to_light(seat: Seat, before: &State, after: &State) -> bool {
    let concealed = |state: &State| state.all_units().map(|unit| state.has(unit, Mark::Concealed)).collect::<Vec<_>>();
    let known = |state: &State| state.mines.iter().filter(|mine| **mine == MineState::Known).count();
    let hands = |state: &State| state.hands.clone().map(|hand| hand.len());
    let acted = |state: &State| state.activated.iter().filter(|&unit| state.unit(unit).seat == seat).count();
    concealed(before) != concealed(after)
        || known(before) != known(after)
        || (before.turn == after.turn && hands(before) != hands(after))
        || (before.turn == after.turn && acted(before) != acted(after))
}

#[test]
fn two_games_that_differ_in_what_is_hidden_show_the_same() {
    let mut played = 0;
    for (id, seed) in [("training-1-the-farm", 4), ("training-3-the-terraces", 1), ("road-block", 2), ("blue-beach", 3)]
    {
        let rules = scenario(id);
        let mut secrets = Seeded::new(seed ^ 0x7e11);
        for (number, state) in (0..).zip(states(&rules, seed, 23)) {
            if state
                .frames
                .iter()
                .any(|frame| matches!(frame, super::Frame::Muster { .. } | super::Frame::Deploy { .. }))
            {
                continue;
            }
            for watcher in [Seat(0), Seat(1)] {
                let other = with_other_plans(&rules, &state, watcher.other(), &mut secrets);
                let states = [state.clone(), other];
                let came_to_light = |before: &State, after: &State| came_to_light(watcher.other(), before, after);
                let pair = Veiled { rules: [&rules, &rules], states, watcher, came_to_light: &came_to_light };
                played += pair.play(seed ^ number, 40);
            }
        }
    }
    assert!(played > 1000, "{played} actions");
}
