//! Who was lost, as the debriefing lists it: each unit once, on the side that lost it, by what became of it in the end.
use content::Files;
use dice::Seeded;
use engine::{Loss, Rules, Seat, Silent};
use open_fire::state::{State, laid_out::OpenFire, units::Side};

/// A mission played by chance until there are Germans.
fn with_germans(rules: &OpenFire) -> Option<State> {
    let (mut state, mut dice, mut pick) = (rules.start(), Seeded::new(5), Seeded::new(9));
    for _ in 0..2_000 {
        if state.active(Side::German).count() > 1 {
            return Some(state);
        }
        rules.to_act(&state)?;
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        let action = legal[pick.below(legal.len() as u32) as usize];
        rules.apply(&mut state, &action, &mut dice, &mut Silent).unwrap();
    }
    None
}

#[test]
fn losses_are_told_once_and_on_the_side_that_suffered_them() {
    let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
    let found = game.scenarios.iter().find_map(|scenario| {
        let rules = scenario.usual();
        Some((rules, with_germans(rules)?))
    });
    let (rules, mut state) = found.expect("a mission with two Germans");
    let before: Vec<Loss> = rules.losses(&state);
    let ours = state.active(Side::Us).map(|(unit, _)| unit).next().unwrap();
    let germans: Vec<_> = state.active(Side::German).map(|(unit, _)| unit).take(2).collect();
    // One is disabled and then killed: two lines of the log, one unit. One gives up: no line calls it a loss.
    state.units[germans[0].index()].condition.immobilised = true;
    state.units[germans[0].index()].condition.killed = true;
    state.units[germans[1].index()].surrendered = true;
    state.units[ours.index()].condition.killed = true;
    let losses = rules.losses(&state);
    let of = |unit: open_fire::state::units::UnitId| {
        let name = state.units[unit.index()].name.clone();
        let told: Vec<&Loss> = losses.iter().filter(|loss| loss.name == name).collect();
        assert_eq!(told.len(), 1, "{name}: {told:?}");
        (told[0].seat, told[0].fate.clone())
    };
    assert_eq!(of(germans[0]).0, None, "nobody plays the Germans");
    assert!(["knocked out", "killed"].contains(&of(germans[0]).1.as_str()));
    assert_eq!(of(germans[1]), (None, "surrendered".to_owned()));
    assert_eq!(of(ours).0, Some(Seat(0)));
    assert_eq!(losses.len(), before.len() + 3);
}
