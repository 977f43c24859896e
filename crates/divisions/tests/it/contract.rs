//! Properties along random games: the contract of every ruleset, and that nothing hidden leaks.

use crate::support::{EXAMPLE, SKIRMISH, read, scenario, scenario_ids};
use dice::{Recorded, Scripted, Seeded};
use divisions::{
    Action, Ask, Divisions, State,
    course::action::{Play, Shot},
    play::s18_victory,
    state::{EventChit, Frame, faults::faults},
};
use engine::{
    Entry, Log, Rules, Seat, Silent, StateHash, Viewer,
    contract::{hold_nonsense, play_checked},
    openings, perft,
};
use proptest::prelude::{ProptestConfig, any, proptest};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_skirmishes_hold_the_contract(seed in any::<u64>()) {
        let rules = read(SKIRMISH).unwrap();
        let first = play_checked(&rules, seed, 400);
        assert_eq!(first, play_checked(&rules, seed, 400), "the same seed gives another game");
    }

    #[test]
    fn what_is_not_listed_is_refused(seed in any::<u64>()) {
        let rules = read(SKIRMISH).unwrap();
        let found = hold_nonsense(&rules, Action::FORMS, seed, 60, |_| false);
        assert!(found.legal > 0 && found.refused > found.legal, "{found:?}");
    }

    /// Play brings about nothing that a set-up may not hold: crowded hexes, enemies together, companies where their
    /// class cannot be.
    #[test]
    fn no_state_of_a_game_has_faults(seed in any::<u64>()) {
        let rules = read(SKIRMISH).unwrap();
        for state in random_states(&rules, seed, 400) {
            assert_eq!(faults(Ask::new(&rules, &state)), [], "{:?}", state.frames);
        }
    }

    // holds: FD-15-21
    #[test]
    fn a_view_does_not_depend_on_what_is_hidden(seed in any::<u64>()) {
        let rules = read(SKIRMISH).unwrap();
        let mut secrets = Seeded::new(seed ^ 0x5ec2e7);
        for state in random_states(&rules, seed, 120) {
            for seat in [Seat(0), Seat(1)] {
                let other = with_other_secrets(&state, seat.other(), &mut secrets);
                look_the_same(&rules, &state, &other, Viewer::Seat(seat));
            }
        }
    }

    /// Two games that differ only in one side's hand and pool are played side by side: as long as that side plays no
    /// chit, the enemy sees the same questions to the same seats after the same number of actions, the same lines in
    /// the log, and undo ends at the same moments.
    // holds: FD-15-21
    #[test]
    fn a_game_does_not_depend_on_a_hand_that_is_not_played(seed in any::<u64>(), side in 0u8..2) {
        let rules = read(SKIRMISH).unwrap();
        let (hidden, viewer) = (Seat(side), Viewer::Seat(Seat(side).other()));
        let mut secrets = Seeded::new(seed ^ 0x5ec2e7);
        let mut choices = Seeded::new(seed ^ 0xabcd);
        let mut dice = [Seeded::new(seed), Seeded::new(seed)];
        let mut one = rules.start();
        let mut other = with_other_secrets(&one, hidden, &mut secrets);
        for _ in 0..250 {
            let Some(action) = quiet_action(&rules, &one, &other, hidden, &mut choices) else { break };
            let first = watched(&rules, &mut one, &action, &mut dice[0], viewer);
            let second = watched(&rules, &mut other, &action, &mut dice[1], viewer);
            assert_eq!(first, second, "after {action:?}");
            assert_eq!(rules.to_act(&one), rules.to_act(&other));
            assert_eq!(rules.tally(&one), rules.tally(&other));
            look_the_same(&rules, &one, &other, viewer);
        }
    }
}

/// That the question is also put to hands without an answer, and chits do come up in these games: otherwise the tests
/// above hold nothing.
// holds: FD-15-21
#[test]
fn hands_with_and_without_an_answer_are_asked() {
    let rules = read(SKIRMISH).unwrap();
    let (mut with, mut without) = (0, 0);
    for state in (0..40).flat_map(|seed| random_states(&rules, seed, 300)) {
        if let Frame::Reply(_) | Frame::AssaultReply(_) = state.frames.top() {
            let mut legal = Vec::new();
            rules.legal(&state, &mut legal);
            *(if legal.len() > 1 { &mut with } else { &mut without }) += 1;
        }
    }
    assert!(with > 10 && without > 10, "{with} questions with an answer, {without} without");
}

fn look_the_same(rules: &Divisions, one: &State, other: &State, viewer: Viewer) {
    let (seen, seen_other) = (rules.seen_by(one, viewer), rules.seen_by(other, viewer));
    assert_eq!(seen, seen_other);
    assert_eq!(rules.scene(&seen, viewer), rules.scene(&seen_other, viewer));
    if let (Viewer::Seat(seat), true) = (viewer, one.turn.is_multiple_of(2)) {
        assert_eq!(openings(rules, &seen, seat, &[]), openings(rules, &seen_other, seat, &[]));
    }
    for unit in rules.scene(&seen, viewer).counters.into_iter().step_by(3) {
        let id = [unit.id];
        assert_eq!(rules.threats(&seen, viewer, &id, None), rules.threats(&seen_other, viewer, &id, None));
    }
}

/// Something that can be done in both games without playing a chit of `hidden`.
fn quiet_action(rules: &Divisions, one: &State, other: &State, hidden: Seat, choices: &mut Seeded) -> Option<Action> {
    let theirs = rules.to_act(one)? == hidden;
    let plays =
        |action: &Action| matches!(action, Action::Play(Play { .. }) | Action::Fire(Shot { chit: Some(_), .. }));
    let mut legal = Vec::new();
    rules.legal(one, &mut legal);
    legal.retain(|action| !(theirs && plays(action)));
    let action = legal[choices.below(legal.len() as u32) as usize];
    rules.check(other, &action).unwrap_or_else(|refusal| panic!("{action:?} can be done in one game only: {refusal}"));
    Some(action)
}

/// What somebody can tell of an action: its lines in the log, whether it could be taken back, and how many dice fell.
fn watched(
    rules: &Divisions,
    state: &mut State,
    action: &Action,
    dice: &mut Seeded,
    viewer: Viewer,
) -> (Vec<Entry>, bool, usize) {
    let mut log = Log::default();
    let mut dice = Recorded::new(dice);
    rules.apply(state, action, &mut dice, &mut log).unwrap();
    let entries = log.entries.iter().map(|entry| entry.seen_by(viewer)).collect();
    (entries, log.reveals, dice.into_faces().len())
}

#[test]
fn every_scenario_holds_the_contract() {
    for id in scenario_ids() {
        let rules = scenario(&id);
        for seed in 0..2 {
            let hashes = play_checked(&rules, seed, 1500);
            assert!(hashes.len() > 10, "{id} ends at once");
        }
    }
}

#[test]
fn random_games_end() {
    for id in scenario_ids() {
        let rules = scenario(&id);
        for seed in 0..5 {
            let mut state = rules.start();
            let mut choices = Seeded::new(seed);
            let done = engine::play_out(&rules, &mut state, &mut Seeded::new(seed), engine::ENDLESS, |_, _, legal| {
                choices.below(legal.len() as u32) as usize
            });
            assert!(done < engine::ENDLESS, "{id} does not end");
        }
    }
}

/// A long run over many seeds: `cargo nextest run --release -p divisions --run-ignored all soak`.
#[test]
#[ignore = "takes minutes; run by make soak"]
fn soak() {
    let rules = read(SKIRMISH).unwrap();
    for seed in 0..20_000 {
        play_checked(&rules, seed, 600);
    }
}

#[test]
fn perft_counts_are_known() {
    let rules = read(SKIRMISH).unwrap();
    let state = rules.start();
    let counts: Vec<u64> = (1..=7).map(|depth| perft(&rules, &state, depth, 1)).collect();
    assert_eq!(counts, PERFT_SKIRMISH);
    let rules = read(EXAMPLE).unwrap();
    let state = rules.start();
    let counts: Vec<u64> = (1..=5).map(|depth| perft(&rules, &state, depth, 2)).collect();
    assert_eq!(counts, PERFT_EXAMPLE);
}

// More than before there were pools: drawing an event throws a die more, and whoever holds a chit is asked for an
// answer (FD-15).
const PERFT_SKIRMISH: [u64; 7] = [1, 1, 3, 12, 35, 163, 546];
const PERFT_EXAMPLE: [u64; 5] = [1, 25, 129, 863, 6550];

/// What a state looks like in a saved game. If this fails, saved games can no longer be opened: give the file a new
/// version.
#[test]
fn fingerprints_of_states_are_the_same_forever() {
    let rules = read(EXAMPLE).unwrap();
    let mut state = rules.start();
    assert_eq!(StateHash::of(&state).to_string(), "c687b7c73bb1702d");
    for (action, faces) in
        [("draw", &[2][..]), ("move at-gun 0205", &[]), ("move at-gun 0204", &[]), ("fire tiger at at-gun", &[5, 5])]
    {
        let action = rules.read(&state, action).unwrap();
        rules.apply(&mut state, &action, &mut Scripted::new(faces), &mut Silent).unwrap();
    }
    assert_eq!(StateHash::of(&state).to_string(), "35032b004022c23b");
}

#[test]
fn an_action_is_small() {
    assert_eq!(std::mem::size_of::<Action>(), 24);
}

/// Every step lost or made good, every pin and every point is in the log.
#[test]
fn nothing_is_lost_without_a_word() {
    let rules = read(SKIRMISH).unwrap();
    let (mut changes, mut points) = (0, 0);
    for seed in 0..12 {
        let mut state = rules.start();
        let (mut dice, mut choices) = (Seeded::new(seed), Seeded::new(!seed));
        while rules.to_act(&state).is_some() {
            let mut legal = Vec::new();
            rules.legal(&state, &mut legal);
            let action = &legal[choices.below(legal.len() as u32) as usize];
            let (before, mut log) = (state.clone(), Log::default());
            rules.apply(&mut state, action, &mut dice, &mut log).unwrap();
            for unit in rules.side(Seat(0)).or(rules.side(Seat(1))).iter() {
                let standing = |state: &State| (state.units[unit.index()].steps, state.pinned.has(unit));
                if standing(&before) != standing(&state) {
                    changes += 1;
                    let named = log.entries.iter().any(|entry| entry.units.contains(&rules.unit(unit).id));
                    assert!(named, "{unit:?} changed by {action:?} without a word: {:#?}", log.entries);
                }
            }
            let score = |state: &State| [0, 1].map(|seat| s18_victory::points(Ask::new(&rules, state), Seat(seat)));
            if score(&before) != score(&state) {
                points += 1;
                let told = log.entries.iter().any(|entry| entry.rule.0 == "FD-18");
                assert!(told, "{action:?} changed the points without a word: {:#?}", log.entries);
            }
        }
    }
    assert!(changes > 20 && points > 10, "{changes} changes, {points} of points");
}

fn random_states(rules: &Divisions, seed: u64, count: usize) -> Vec<State> {
    let mut state = rules.start();
    let mut dice = Seeded::new(seed);
    let mut choices = Seeded::new(seed ^ 0xabcd);
    let mut states = Vec::new();
    while states.len() < count && rules.to_act(&state).is_some() {
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        rules.apply(&mut state, &legal[choices.below(legal.len() as u32) as usize], &mut dice, &mut Silent).unwrap();
        states.push(state.clone());
    }
    states
}

/// The same state with any kinds on the event chits of `seat`, in its hand and its pool: with an answer to everything,
/// or with none.
fn with_other_secrets(state: &State, seat: Seat, secrets: &mut Seeded) -> State {
    let mut other = state.clone();
    for chit in other.hands[seat.index()].iter_mut().chain(&mut other.pools[seat.index()]) {
        *chit = EventChit::Kind(secrets.below(6) as u8);
    }
    other
}
