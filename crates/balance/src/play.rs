//! One play, and what is noted of it.

use std::collections::BTreeSet;

use dice::Seeded;
use engine::{ENDLESS, Player, Rules, Silent, Viewer};
use open_fire::{
    OpenFire,
    course::action::Action,
    play::{s04_generation::Step, s15_awards},
    state::{
        Frame, State,
        laid_out::Ask,
        units::{Side, Unit},
    },
};
use serde::Serialize;

use crate::watch::{Seen, Watch};

/// The platoon a mission is played with.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Platoon {
    /// The pre-generated one.
    Sample,
    /// Generated for the mission.
    New,
    /// From an earlier mission.
    Campaign,
}

impl Platoon {
    /// Those that a briefing allows; the one that comes from an earlier mission, if one does.
    pub fn allowed(rules: &OpenFire) -> Vec<Platoon> {
        match &rules.roster {
            Some(_) => vec![Platoon::Campaign],
            None if rules.mission.muster.sample() => vec![Platoon::Sample, Platoon::New],
            None => vec![Platoon::New],
        }
    }

    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Platoon::Sample => "sample",
            Platoon::New => "new",
            Platoon::Campaign => "campaign",
        }
    }
}

/// What is noted of a play.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub(crate) won: bool,
    /// It did not end by itself.
    pub(crate) endless: bool,
    pub(crate) points: i16,
    pub(crate) vehicles_lost: u16,
    pub(crate) germans_lost: u16,
    /// The last condition.
    pub(crate) condition: u8,
    pub(crate) decisions: u32,
    pub(crate) rounds: u16,
    /// Paragraphs read, each once.
    pub(crate) read: BTreeSet<u16>,
    pub(crate) germans: Seen,
}

/// Plays a mission to its end; with the state it ended in.
pub(crate) fn play(
    rules: &OpenFire,
    platoon: Platoon,
    player: &mut dyn Player<OpenFire>,
    seed: u64,
) -> (Record, State) {
    let (mut state, mut dice) = (rules.start(), Seeded::new(seed));
    let (mut legal, mut watch) = (Vec::new(), Watch::default());
    let (mut done, mut decisions) = (0, 0);
    while done < ENDLESS
        && let Some(seat) = rules.to_act(&state)
    {
        legal.clear();
        rules.legal(&state, &mut legal);
        offer_only(platoon, &mut legal);
        let seen = rules.seen_by(&state, Viewer::Seat(seat));
        let action = legal[player.choose(rules, &seen, seat, &legal)];
        decisions += u32::from(legal.len() > 1 && !before_the_mission(&state));
        let Ok(ready) = rules.check(&state, &action) else {
            debug_assert!(false, "{action:?} is listed and refused");
            break;
        };
        match *state.frames.top() {
            Frame::German(unit) => watch.german(rules, &mut state, unit, ready, &mut dice),
            _ => rules.perform(&mut state, ready, &mut dice, &mut Silent),
        }
        done += 1;
    }
    (record(rules, &state, decisions, watch.seen), state)
}

/// The sample platoon where it is wanted, and nowhere else.
fn offer_only(platoon: Platoon, legal: &mut Vec<Action>) {
    let sample = Action::Generate(Step::TakeSample);
    if legal.contains(&sample) {
        legal.retain(|action| (*action == sample) == (platoon == Platoon::Sample));
    }
}

fn before_the_mission(state: &State) -> bool {
    matches!(state.frames.top(), Frame::Generation | Frame::Division | Frame::FitOut | Frame::Debriefing { .. })
}

fn record(rules: &OpenFire, state: &State, decisions: u32, germans: Seen) -> Record {
    let lost = |unit: &&Unit| unit.condition.killed || unit.captured;
    let vehicle = |unit: &&Unit| unit.side == Side::Us && rules.card(unit).kind.is_vehicle();
    Record {
        won: matches!(state.frames.top(), Frame::Over { won: true }),
        endless: !matches!(state.frames.top(), Frame::Over { .. }),
        points: s15_awards::balance(Ask::new(rules, state)),
        vehicles_lost: state.units.iter().filter(vehicle).filter(lost).count() as u16,
        germans_lost: state.units.iter().filter(|unit| unit.side == Side::German).filter(lost).count() as u16,
        condition: state.condition,
        decisions,
        rounds: state.elapsed,
        read: state.read.iter().copied().collect(),
        germans,
    }
}
