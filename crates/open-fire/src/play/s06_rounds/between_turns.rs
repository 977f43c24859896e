//! Between the turns of a round (OF-6.1): who of those in the space acts, the German's card, and an end to a fight that
//! leads nowhere.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Visit, Wish};

use crate::{
    play::{
        notation::{self, Form},
        offers::{self, Pointed},
        refusal::Refused,
        s01_sharing,
        s06_rounds::{german_turns, turns},
        s15_victory,
    },
    rule_ids::{ACTION_NUMBER, COURSE, TRACK, VICTORY},
    state::{
        Frame,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Side, UnitId},
    },
};

/// What the player decides when nobody has a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetweenTurns {
    /// Take a turn with a unit: the player's choice among those in the space.
    Begin {
        /// The unit that acts.
        unit: UnitId,
    },
    /// Turn the German's card and carry out what it says (OF-6.8).
    German,
    /// Leave Germans alone who can neither move nor fire, and go back to operations (OF-3).
    StandDown,
    /// Break off the mission as it stands, when a fight has gone on too long (OF-15).
    CallOff,
}

impl BetweenTurns {
    /// The unit it names.
    pub(crate) fn unit(self) -> Option<UnitId> {
        match self {
            BetweenTurns::Begin { unit } => Some(unit),
            BetweenTurns::German | BetweenTurns::StandDown | BetweenTurns::CallOff => None,
        }
    }
}

/// What happens between turns, checked.
#[derive(Copy, Clone, Debug)]
pub enum ReadyBetween {
    /// A unit takes its turn.
    Begin {
        /// The unit.
        unit: UnitId,
    },
    /// A German takes his.
    German {
        /// The German.
        unit: UnitId,
    },
    /// The Germans left are left alone.
    StandDown,
    /// The mission is broken off.
    CallOff,
}

impl Family for BetweenTurns {
    type Rules = OpenFire;
    type Ready<'r> = ReadyBetween;

    const FORMS: &'static [Form] =
        &[("begin", "begin UNIT"), ("german", "german"), ("stand-down", "stand-down"), ("call-off", "call-off")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, BetweenTurns>) -> ControlFlow<()> {
        let begin = ask.state.active(Side::Us).map(|(unit, _)| BetweenTurns::Begin { unit });
        for between in begin.chain([BetweenTurns::StandDown, BetweenTurns::CallOff, BetweenTurns::German]) {
            between.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyBetween, Refused> {
        let frame = ask.state.frames.top();
        match (*self, frame) {
            (BetweenTurns::German, Frame::German(unit)) => Ok(ReadyBetween::German { unit: *unit }),
            (BetweenTurns::Begin { unit }, Frame::Round { .. }) => {
                s01_sharing::check_led(ask, Some(unit))?;
                turns::check_begin(ask, unit).map(|()| ReadyBetween::Begin { unit })
            }
            (BetweenTurns::StandDown, Frame::Round { .. }) => {
                s15_victory::check_stand_down(ask).map(|()| ReadyBetween::StandDown)
            }
            (BetweenTurns::CallOff, Frame::Round { .. }) => {
                s15_victory::check_call_off(ask).map(|()| ReadyBetween::CallOff)
            }
            (
                BetweenTurns::German | BetweenTurns::Begin { .. } | BetweenTurns::StandDown | BetweenTurns::CallOff,
                _,
            ) => Err(Refused::NotNow),
        }
    }

    fn perform(ready: ReadyBetween, act: &mut Act<'_>) {
        match ready {
            ReadyBetween::Begin { unit } => turns::begin_turn(act, unit),
            ReadyBetween::German { unit } => {
                act.state.frames.pop();
                german_turns::german_turn(act, unit);
            }
            ReadyBetween::StandDown => s15_victory::stand_down(act),
            ReadyBetween::CallOff => s15_victory::end_mission(act),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            BetweenTurns::Begin { unit } => format!("begin {}", ask.state.id_of(unit)),
            BetweenTurns::German => "german".to_owned(),
            BetweenTurns::StandDown => "stand-down".to_owned(),
            BetweenTurns::CallOff => "call-off".to_owned(),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<BetweenTurns>, String> {
        Ok(Some(match *words {
            ["begin", who] => BetweenTurns::Begin { unit: notation::read_unit(ask, who)? },
            ["german"] => BetweenTurns::German,
            ["stand-down"] => BetweenTurns::StandDown,
            ["call-off"] => BetweenTurns::CallOff,
            _ => return Ok(None),
        }))
    }

    fn wishes(ask: Ask<'_>, pointed: Pointed) -> Vec<Wish<BetweenTurns>> {
        if pointed.in_turn(ask).is_some() || pointed.in_operations(ask).is_some() {
            return Vec::new();
        }
        let name = ask.state.unit(pointed.unit).name.as_str();
        vec![Wish::new(format!("{name} acts"), BetweenTurns::Begin { unit: pointed.unit })]
    }
}

fn offer(ask: Ask<'_>, between: BetweenTurns, choice: &mut Choice) {
    let name = |unit: UnitId| ask.state.unit(unit).name.as_str();
    let (rule, kind, label) = match between {
        BetweenTurns::Begin { unit } => {
            choice.units = vec![ask.state.id_of(unit)];
            choice.hex = ask.state.hex_of(unit).map(|hex| ask.rules.label(hex));
            (TRACK, ChoiceKind::Unit, format!("{} acts", name(unit)))
        }
        BetweenTurns::German => {
            choice.default = true;
            let german = if let Frame::German(unit) = ask.state.frames.top() { name(*unit) } else { "The German" };
            (ACTION_NUMBER, ChoiceKind::GoOn, format!("{german} acts"))
        }
        BetweenTurns::StandDown => (COURSE, ChoiceKind::Pass, "Leave them: operations resume".to_owned()),
        BetweenTurns::CallOff => {
            choice.asks = Some("The mission ends here, with the points as they stand.".to_owned());
            (VICTORY, ChoiceKind::Pass, "Break off the mission".to_owned())
        }
    };
    (choice.rule, choice.kind, choice.label) = (rule, kind, label);
}
