//! What every ruleset must hold, checked along random games. Each ruleset's tests call this.

use dice::Seeded;

use crate::{Rules, Seat, Silent, StateHash, Viewer, standing};

/// Plays one random game of at most `limit` actions and checks at every step that
///
/// * somebody who is asked has something to do, and nobody is asked when there is a winner;
/// * every listed action is legal, is listed once, and survives being written and read;
/// * the acting seat, with what it may know, has the same list;
/// * the choices on its screen are that list, a sheet offers nothing else, the other screens offer nothing, and all odds add up;
/// * lists tell the same of it as the screen.
///
/// Returns the fingerprints after each action.
///
/// # Panics
/// If one of these does not hold.
pub fn play_checked<R: Rules>(rules: &R, seed: u64, limit: usize) -> Vec<StateHash> {
    let mut state = rules.start();
    let mut dice = Seeded::new(seed);
    let mut choices = Seeded::new(!seed);
    let mut hashes = Vec::new();
    while hashes.len() < limit
        && let Some(seat) = rules.to_act(&state)
    {
        let legal = check_state(rules, &state, seat);
        let action = &legal[choices.below(legal.len() as u32) as usize];
        rules.perform(&mut state, action, &mut dice, &mut Silent);
        hashes.push(StateHash::of(&state));
    }
    if rules.to_act(&state).is_none() {
        assert!(rules.winner(&state).is_some(), "nobody is asked, and there is no result");
    }
    check_standing(rules, &state);
    hashes
}

/// Checks one state; returns its legal actions.
fn check_state<R: Rules>(rules: &R, state: &R::State, seat: Seat) -> Vec<R::Action> {
    let mut legal = Vec::new();
    rules.legal(state, &mut legal);
    assert!(!legal.is_empty(), "{seat:?} is asked and has nothing to do: {state:?}");
    assert!(rules.winner(state).is_none(), "there is a result, and {seat:?} is asked");
    for (place, action) in legal.iter().enumerate() {
        if let Err(refusal) = rules.check(state, action) {
            panic!("{action:?} is listed and refused: {refusal}");
        }
        assert!(!legal[..place].contains(action), "{action:?} is listed twice");
        let written = rules.write(state, action);
        let read = rules.read(state, &written).unwrap_or_else(|error| panic!("{error}"));
        assert!(read == *action, "{action:?} is written \"{written}\" and read as {read:?}");
    }
    check_views(rules, state, seat, &legal);
    check_standing(rules, state);
    legal
}

fn check_standing<R: Rules>(rules: &R, state: &R::State) {
    let seen = rules.seen_by(state, Viewer::Spectator);
    let scene = rules.scene(&seen, Viewer::Spectator);
    assert_eq!(rules.standing(&seen), standing(scene.outcome.as_ref(), &scene.facts));
}

fn check_views<R: Rules>(rules: &R, state: &R::State, seat: Seat, legal: &[R::Action]) {
    let mut known = Vec::new();
    let seen = rules.seen_by(state, Viewer::Seat(seat));
    rules.legal(&seen, &mut known);
    assert!(known == legal, "what {seat:?} may do depends on what it may not know");

    let scene = rules.scene(&seen, Viewer::Seat(seat));
    let offered: Vec<&str> = scene.choices.iter().map(|choice| choice.action.as_str()).collect();
    let written: Vec<String> = legal.iter().map(|action| rules.write(&seen, action)).collect();
    assert_eq!(offered, written, "the screen offers something else than the rules");
    for action in scene.sheet.iter().flat_map(crate::Sheet::actions) {
        assert!(offered.contains(&action.as_str()), "the sheet offers \"{action}\", and the rules do not");
    }
    for forecast in scene.choices.iter().filter_map(|choice| choice.odds.as_ref()) {
        let of = forecast.outcomes.first().map_or(0, |chance| chance.of.0);
        assert_eq!(
            forecast.outcomes.iter().map(|chance| chance.ways.0).sum::<u128>(),
            of,
            "odds do not add up: {forecast:?}"
        );
    }
    for info in rules.seats().iter().filter(|info| info.seat != seat) {
        let other = Viewer::Seat(info.seat);
        assert!(
            rules.scene(&rules.seen_by(state, other), other).choices.is_empty(),
            "{:?} is offered something",
            info.seat
        );
    }
}
