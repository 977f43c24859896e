//! A marker in sight of a US unit in rounds (OF-6.7): spend a crew point on a look, or leave it to chance. Who has not looked may do so
//! later in a turn, from where he stands.

use engine::{Choice, ChoiceKind, Forecast};

use crate::{
    play::{
        notation::Form,
        offers::{self, Group},
        refusal::Refused,
        s05_operations::markers,
        s06_rounds::turns::{self, Price},
    },
    rule_ids::{ACTIONS, PERCEPTION, SIGHTINGS},
    state::{
        Frame,
        laid_out::{Act, Ask},
        units::UnitId,
    },
};

/// What to do about the marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// Spend a crew point on a perception check.
    Peer,
    /// Leave the marker to its activation check.
    LeaveIt,
    /// In a turn, unasked: a crew point for a perception check.
    Look {
        /// The number of the marker.
        marker: u8,
    },
}

pub(crate) const FORMS: &[Form] = &[("peer", "peer"), ("leave", "leave"), ("look", "look MARKER")];

/// The answers to the question, in the order in which they are offered.
pub(crate) const ANSWERS: [Sighting; 2] = [Sighting::Peer, Sighting::LeaveIt];

/// Every marker on the map: in a turn a unit may look at some of them.
pub(crate) fn possible_looks(ask: Ask<'_>) -> impl Iterator<Item = Sighting> {
    ask.state.markers.iter().map(|marker| Sighting::Look { marker: marker.number })
}

pub(crate) fn check(ask: Ask<'_>, sighting: Sighting) -> Result<(), Refused> {
    let asked = matches!(ask.state.frames.top(), Frame::Sighting { .. });
    let turn = || ask.state.turn().ok_or(Refused::NotNow);
    match sighting {
        Sighting::Peer if asked => markers::check_look(ask, turn()?),
        Sighting::LeaveIt if asked => Ok(()),
        Sighting::Peer | Sighting::LeaveIt => Err(Refused::NotNow),
        Sighting::Look { .. } if asked => Err(Refused::NotNow),
        Sighting::Look { marker } => {
            let turn = turn()?;
            markers::check_can_make_out(ask, turn.unit, marker)?;
            markers::check_look(ask, turn)
        }
    }
}

pub(crate) fn perform(act: &mut Act<'_>, sighting: Sighting) {
    if let Sighting::Look { marker } = sighting {
        return act.state.turn().map(|turn| turn.unit).into_iter().for_each(|unit| look_closer(act, unit, marker));
    }
    let Frame::Sighting { unit, marker } = *act.state.frames.top() else { return };
    act.state.frames.pop();
    match sighting {
        Sighting::Peer => look_closer(act, unit, marker),
        // That is no perception check: the unit may still make one (OF-6.7).
        Sighting::LeaveIt | Sighting::Look { .. } => markers::activation_check(act, marker, unit),
    }
    markers::look_on(act);
}

fn look_closer(act: &mut Act<'_>, unit: UnitId, marker: u8) {
    turns::spend(act, Price::Points(act.rules.sheet.limits.crew_points.sighting));
    markers::peer(act, unit, marker);
}

pub(crate) fn offer(ask: Ask<'_>, sighting: Sighting, choice: &mut Choice) {
    let price = || Some(offers::crew_points(ask.rules.sheet.limits.crew_points.sighting));
    match sighting {
        Sighting::Peer => {
            (choice.rule, choice.label, choice.cost) = (PERCEPTION, "Look closer".to_owned(), price());
            choice.odds = forecast(ask, sighting);
        }
        Sighting::LeaveIt => {
            (choice.rule, choice.label) = (SIGHTINGS, "Leave it to chance".to_owned());
            choice.kind = ChoiceKind::Pass;
        }
        Sighting::Look { marker } => {
            let Some(turn) = ask.state.turn() else { return };
            let Some(hex) = ask.state.markers.iter().find(|known| known.number == marker).map(|marker| marker.hex)
            else {
                return;
            };
            offers::aim(ask, choice, ChoiceKind::Hex, turn.unit, hex);
            (choice.rule, choice.cost, choice.group) = (ACTIONS, price(), Group::Turn.listed());
            choice.label = format!("Look closer at event marker {marker} in {}", ask.rules.label(hex));
            choice.odds = forecast(ask, sighting);
        }
    }
}

/// The odds of making out the marker.
pub(crate) fn forecast(ask: Ask<'_>, sighting: Sighting) -> Option<Forecast> {
    match (sighting, ask.state.frames.top()) {
        (Sighting::Peer, Frame::Sighting { unit, marker, .. }) => markers::look_forecast(ask, *unit, *marker),
        (Sighting::Look { marker }, _) => markers::look_forecast(ask, ask.state.turn()?.unit, marker),
        (Sighting::Peer | Sighting::LeaveIt, _) => None,
    }
}

pub(crate) fn write(sighting: Sighting) -> String {
    match sighting {
        Sighting::Peer => "peer".to_owned(),
        Sighting::LeaveIt => "leave".to_owned(),
        Sighting::Look { marker } => format!("look {marker}"),
    }
}

pub(crate) fn read(words: &[&str]) -> Result<Option<Sighting>, String> {
    Ok(Some(match *words {
        ["peer"] => Sighting::Peer,
        ["leave"] => Sighting::LeaveIt,
        ["look", marker] => {
            let marker = marker.parse().map_err(|_| format!("\"{marker}\" is no number of an event marker"))?;
            Sighting::Look { marker }
        }
        _ => return Ok(None),
    }))
}
