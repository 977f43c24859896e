//! A marker in sight of a US unit in rounds (OF-6.7): spend a crew point on a look, or leave it to chance. Who has not
//! looked may do so later in a turn, from where he stands.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Forecast, Visit, Wish};

use crate::{
    play::{
        notation::Form,
        offers::{self, Group, Pointed},
        refusal::Refused,
        s05_operations::markers,
        s06_rounds::turns,
    },
    rule_ids::{ACTIONS, PERCEPTION, SIGHTINGS},
    state::{
        Frame,
        laid_out::{Act, Ask, AskOf, OpenFire},
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

/// The answers to the question, in the order in which they are offered.
pub(crate) const ANSWERS: [Sighting; 2] = [Sighting::Peer, Sighting::LeaveIt];

/// Every marker on the map: in a turn a unit may look at some of them.
pub(crate) fn possible_looks(ask: Ask<'_>) -> impl Iterator<Item = Sighting> {
    ask.state.markers.iter().map(|marker| Sighting::Look { marker: marker.number })
}

fn look_closer(act: &mut Act<'_>, unit: UnitId, marker: u8, points: u8) {
    turns::spend(act, points);
    markers::peer(act, unit, marker);
}

/// What is done about a marker, checked.
#[derive(Copy, Clone, Debug)]
pub struct ReadySighting {
    unit: UnitId,
    marker: u8,
    found: Found,
}

#[derive(Copy, Clone, Debug)]
enum Found {
    Closer { points: u8 },
    Left,
    Unasked { points: u8 },
}

impl Family for Sighting {
    type Rules = OpenFire;
    type Ready<'r> = ReadySighting;

    const FORMS: &'static [Form] = &[("peer", "peer"), ("leave", "leave"), ("look", "look MARKER")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Sighting>) -> ControlFlow<()> {
        for action in ANSWERS.into_iter().chain(possible_looks(ask)) {
            action.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadySighting, Refused> {
        let turn = || ask.state.turn().ok_or(Refused::NotNow);
        match (*self, ask.state.frames.top()) {
            (Sighting::Peer, Frame::Sighting { unit, marker }) => {
                let points = markers::check_look(ask, turn()?)?;
                Ok(ReadySighting { unit: *unit, marker: *marker, found: Found::Closer { points } })
            }
            // That is no perception check: the unit may still make one (OF-6.7).
            (Sighting::LeaveIt, Frame::Sighting { unit, marker }) => {
                Ok(ReadySighting { unit: *unit, marker: *marker, found: Found::Left })
            }
            (Sighting::Look { .. }, Frame::Sighting { .. }) | (Sighting::Peer | Sighting::LeaveIt, _) => {
                Err(Refused::NotNow)
            }
            (Sighting::Look { marker }, _) => {
                let turn = turn()?;
                markers::check_can_make_out(ask, turn.unit, marker)?;
                let points = markers::check_look(ask, turn)?;
                Ok(ReadySighting { unit: turn.unit, marker, found: Found::Unasked { points } })
            }
        }
    }

    fn perform(ready: ReadySighting, act: &mut Act<'_>) {
        let ReadySighting { unit, marker, found } = ready;
        match found {
            Found::Unasked { points } => return look_closer(act, unit, marker, points),
            Found::Closer { points } => {
                act.state.frames.pop();
                look_closer(act, unit, marker, points);
            }
            Found::Left => {
                act.state.frames.pop();
                markers::activation_check(act, marker, unit);
            }
        }
        markers::look_on(act);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, _: Ask<'_>) -> String {
        match *self {
            Sighting::Peer => "peer".to_owned(),
            Sighting::LeaveIt => "leave".to_owned(),
            Sighting::Look { marker } => format!("look {marker}"),
        }
    }

    fn read(_: Ask<'_>, words: &[&str]) -> Result<Option<Sighting>, String> {
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

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Sighting>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, sighting: Sighting, choice: &mut Choice) {
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
