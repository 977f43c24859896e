//! Between the turns of a round (OF-6.1): who of those in the space acts, the German's card, and an end to a fight that leads
//! nowhere.

use engine::{Choice, ChoiceKind};

use crate::{
    play::{
        action::Action,
        notation::{self, Form},
        refusal::Refused,
        s01_sharing,
        s06_rounds::{german_turns, turns},
        s15_victory,
    },
    rule_ids::{ACTION_NUMBER, COURSE, TRACK, VICTORY},
    state::{
        Frame,
        laid_out::{Act, Ask},
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

pub(crate) const FORMS: &[Form] =
    &[("begin", "begin UNIT"), ("german", "german"), ("stand-down", "stand-down"), ("call-off", "call-off")];

/// Everything that might be done between turns of ours.
pub(crate) fn possible(ask: Ask<'_>) -> Vec<Action> {
    let begin = ask.state.active(Side::Us).map(|(unit, _)| Action::Round(BetweenTurns::Begin { unit }));
    let breaking_off = [BetweenTurns::StandDown, BetweenTurns::CallOff].map(Action::Round);
    begin.chain(s01_sharing::possible_successors(ask)).chain(breaking_off).collect()
}

pub(crate) fn check(ask: Ask<'_>, between: BetweenTurns) -> Result<(), Refused> {
    let fits = match between {
        BetweenTurns::German => matches!(ask.state.frames.top(), Frame::German(_)),
        BetweenTurns::Begin { .. } | BetweenTurns::StandDown | BetweenTurns::CallOff => {
            matches!(ask.state.frames.top(), Frame::Round { .. })
        }
    };
    match between {
        _ if !fits => Err(Refused::NotNow),
        BetweenTurns::Begin { unit } => {
            s01_sharing::check_led(ask, Some(unit))?;
            turns::check_begin(ask, unit)
        }
        BetweenTurns::German => Ok(()),
        BetweenTurns::StandDown => s15_victory::check_stand_down(ask),
        BetweenTurns::CallOff => s15_victory::check_call_off(ask),
    }
}

pub(crate) fn perform(act: &mut Act<'_>, between: BetweenTurns) {
    match between {
        BetweenTurns::Begin { unit } => turns::begin_turn(act, unit),
        BetweenTurns::German => {
            let Frame::German(unit) = *act.state.frames.top() else { return };
            act.state.frames.pop();
            german_turns::german_turn(act, unit);
        }
        BetweenTurns::StandDown => s15_victory::stand_down(act),
        BetweenTurns::CallOff => s15_victory::end_mission(act),
    }
}

pub(crate) fn offer(ask: Ask<'_>, between: BetweenTurns, choice: &mut Choice) {
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

pub(crate) fn write(ask: Ask<'_>, between: BetweenTurns) -> String {
    match between {
        BetweenTurns::Begin { unit } => format!("begin {}", ask.state.id_of(unit)),
        BetweenTurns::German => "german".to_owned(),
        BetweenTurns::StandDown => "stand-down".to_owned(),
        BetweenTurns::CallOff => "call-off".to_owned(),
    }
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<BetweenTurns>, String> {
    Ok(Some(match *words {
        ["begin", who] => BetweenTurns::Begin { unit: notation::read_unit(ask, who)? },
        ["german"] => BetweenTurns::German,
        ["stand-down"] => BetweenTurns::StandDown,
        ["call-off"] => BetweenTurns::CallOff,
        _ => return Ok(None),
    }))
}
