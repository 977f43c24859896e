//! What a player is told that a German could do in his own turn is what the German does, if he does it: every modifier
//! of the shot is the one that was told. Germans have no list of choices; the paragraphs decide.

use std::sync::{Arc, LazyLock};

use content::Files;
use dice::Seeded;
use engine::{EnemyDeed, Entry, Log, Modifier, Rules, Seat, Silent, Threats, Tone, Viewer};
use open_fire::{
    course::action::Action,
    play::s07_movement::transport::Transport,
    state::{Frame, State, laid_out::OpenFire, units::Side},
};

static MISSIONS: LazyLock<Vec<Arc<OpenFire>>> = LazyLock::new(|| {
    let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
    game.scenarios.iter().map(|scenario| Arc::clone(scenario.usual())).collect()
});

/// Plays by chance, without leaving the map; `look` sees every state with what comes next.
fn play(rules: &OpenFire, seed: u64, count: usize, mut look: impl FnMut(&State, &Action)) {
    let (mut state, mut dice, mut pick) = (rules.start(), Seeded::new(seed), Seeded::new(seed ^ 0xabcd));
    for _ in 0..count {
        if rules.to_act(&state).is_none() {
            return;
        }
        let mut legal = Vec::new();
        rules.legal(&state, &mut legal);
        legal.retain(|action| !matches!(action, Action::Transport(Transport::Exit { .. }) | Action::Abandon(_)));
        let action = legal[pick.below(legal.len() as u32) as usize];
        look(&state, &action);
        rules.apply(&mut state, &action, &mut dice, &mut Silent).unwrap();
    }
}

fn told(rules: &OpenFire, state: &State, unit: &str, hex: Option<&str>) -> Option<Threats> {
    let viewer = Viewer::Seat(Seat(0));
    rules.threats(&rules.seen_by(state, viewer), viewer, &[unit.to_owned()], hex)
}

fn platoon(state: &State) -> Vec<String> {
    let on_map = state.active(Side::Us).filter(|(unit, _)| state.hex_of(*unit).is_some());
    on_map.map(|(unit, _)| state.id_of(unit)).collect()
}

/// The first attack in the log, if nobody went anywhere before it.
fn first_attack(log: &Log) -> Option<&Entry> {
    let attack = log.entries.iter().position(|entry| entry.resolution.is_some() && entry.tone == Tone::Combat)?;
    let still =
        |entry: &Entry| entry.hexes.is_empty() && matches!(entry.tone, Tone::Quiet | Tone::Heading | Tone::Plain);
    log.entries[..attack].iter().all(still).then(|| &log.entries[attack])
}

fn drives(modifiers: &[Modifier]) -> bool {
    let driven =
        |modifier: &Modifier| ["firer driving", "firer moving"].iter().any(|word| modifier.what.contains(word));
    modifiers.iter().any(driven)
}

fn fits(deed: &EnemyDeed, entry: &Entry) -> bool {
    let with = ["fires AP", "fires GP", "fires all weapons", "fires its machineguns"];
    let with = with.iter().find(|with| entry.text.contains(**with)).map(|with| with.replace(" its", ""));
    with.is_some_and(|with| deed.label.starts_with(&with))
}

/// A German who fires from where he stands fires as was told: range, facing, cover, motion, skill, everything.
#[test]
fn germans_fire_as_was_told() {
    let (mut compared, mut turned) = (0, 0);
    for rules in MISSIONS.iter() {
        for seed in 0..9 {
            play(rules, seed, 500, |state, action| {
                let Frame::German(german) = *state.frames.top() else { return };
                let (mut later, mut log) = (state.clone(), Log::default());
                rules.apply(&mut later, action, &mut Seeded::new(seed), &mut log).unwrap();
                let Some(attack) =
                    first_attack(&log).filter(|attack| attack.units.first() == Some(&state.id_of(german)))
                else {
                    return;
                };
                let Some(target) = attack.units.get(1).filter(|unit| platoon(state).contains(unit)) else { return };
                let threats = told(rules, state, target, None).unwrap();
                let deed = threats.deeds.iter().find(|deed| deed.unit == state.id_of(german) && fits(deed, attack));
                let Some(deed) = deed else {
                    // He chose something less harmful than he could have done.
                    return;
                };
                let modifiers = &deed.odds.as_ref().unwrap().modifiers;
                // A paragraph may have told him to move first, though he need not.
                if drives(&attack.resolution.as_ref().unwrap().modifiers) && !drives(modifiers) {
                    return;
                }
                assert_eq!(modifiers, &attack.resolution.as_ref().unwrap().modifiers, "{}", attack.text);
                compared += 1;
                turned += usize::from(deed.label.contains("after turning"));
            });
        }
    }
    assert!(compared > 100 && turned > 2, "{compared} shots were compared, {turned} of them after turning");
}

/// Driving into a hex brings about what was told of it: facing and motion are those at the end of the way.
#[test]
fn a_drive_is_threatened_where_it_ends() {
    let mut compared = 0;
    for rules in MISSIONS.iter() {
        for seed in 0..3 {
            play(rules, seed, 500, |state, _| {
                let Frame::Turn(turn) = state.frames.top() else { return };
                if state.unit(turn.unit).side != Side::Us || !state.in_rounds() {
                    return;
                }
                let unit = state.id_of(turn.unit);
                let viewer = Viewer::Seat(Seat(0));
                let Some(plan) = rules.plan(&rules.seen_by(state, viewer), viewer, std::slice::from_ref(&unit)) else {
                    return;
                };
                for way in &plan.hexes {
                    let before = told(rules, state, &unit, Some(&way.hex)).unwrap();
                    let Some(later) = gone(rules, state, &way.actions) else { continue };
                    assert_eq!(before, told(rules, &later, &unit, None).unwrap(), "{unit} to {}", way.hex);
                    compared += 1;
                }
            });
        }
    }
    assert!(compared > 50, "only {compared} drives were compared");
}

/// The state at the end of a way on which nothing came up.
fn gone(rules: &OpenFire, state: &State, actions: &[String]) -> Option<State> {
    let mut later = state.clone();
    for action in actions {
        let action = rules.read(&later, action).unwrap();
        rules.check(&later, &action).unwrap();
        let (mut log, mut seeded) = (Log::default(), Seeded::new(1));
        let mut dice = dice::Recorded::new(&mut seeded);
        rules.apply(&mut later, &action, &mut dice, &mut log).unwrap();
        if !dice.into_faces().is_empty() || log.reveals || !matches!(later.frames.top(), Frame::Turn(_)) {
            return None;
        }
    }
    (later.units.len() == state.units.len() && later.smoke == state.smoke).then_some(later)
}
