//! A marker in sight of a US unit in rounds (OF-6.7): spend a crew point on a look, or leave it to chance.

use engine::{Choice, ChoiceKind};

use crate::{
    play::{
        notation::Form,
        offers,
        refusal::Refused,
        s05_operations::markers,
        s06_rounds::turns::{self, Price},
    },
    rule_ids::{PERCEPTION, SIGHTINGS},
    state::{
        Frame,
        laid_out::{Act, Ask},
    },
};

/// What to do about the marker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// Spend a crew point on a perception check.
    Peer,
    /// Leave the marker to its activation check.
    LeaveIt,
}

pub(crate) const FORMS: &[Form] = &[("peer", "peer"), ("leave", "leave")];

/// Both, in the order in which they are offered.
pub(crate) const POSSIBLE: [Sighting; 2] = [Sighting::Peer, Sighting::LeaveIt];

pub(crate) fn check(ask: Ask<'_>, sighting: Sighting) -> Result<(), Refused> {
    let Frame::Sighting { unit, .. } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    match sighting {
        Sighting::Peer => {
            let turn = ask.state.turn().ok_or(Refused::NotNow)?;
            turns::check_price(
                turn,
                ask.state.whole_crew(unit),
                Price::Points(ask.rules.sheet.limits.crew_points.sighting),
            )
            .map(|_| ())
        }
        Sighting::LeaveIt => Ok(()),
    }
}

pub(crate) fn perform(act: &mut Act<'_>, sighting: Sighting) {
    let Frame::Sighting { unit, marker } = *act.state.frames.top() else { return };
    act.state.frames.pop();
    match sighting {
        Sighting::Peer => {
            turns::spend(act, Price::Points(act.rules.sheet.limits.crew_points.sighting));
            markers::peer(act, unit, marker);
        }
        Sighting::LeaveIt => {
            if let Some(marker) = act.state.markers.iter_mut().find(|found| found.number == marker) {
                marker.tried.add(unit);
            }
            markers::activation_check(act, marker, unit);
        }
    }
    markers::check_markers(act, unit);
}

pub(crate) fn offer(ask: Ask<'_>, sighting: Sighting, choice: &mut Choice) {
    match sighting {
        Sighting::Peer => {
            (choice.rule, choice.label) = (PERCEPTION, "Look closer".to_owned());
            choice.cost = Some(offers::crew_points(ask.rules.sheet.limits.crew_points.sighting));
            choice.odds = markers::peer_forecast(ask);
        }
        Sighting::LeaveIt => {
            (choice.rule, choice.label) = (SIGHTINGS, "Leave it to chance".to_owned());
            choice.kind = ChoiceKind::Pass;
        }
    }
}

pub(crate) fn write(sighting: Sighting) -> &'static str {
    match sighting {
        Sighting::Peer => "peer",
        Sighting::LeaveIt => "leave",
    }
}

pub(crate) fn read(words: &[&str]) -> Option<Sighting> {
    POSSIBLE.into_iter().find(|sighting| words == [write(*sighting)])
}
