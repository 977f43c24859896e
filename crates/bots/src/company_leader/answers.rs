//! What pages ask and offer (OF-5.1).
//!
//! The words of an answer say nothing to him, and what follows from it is in the booklet, where he does not look. So he
//! answers by chance, with two exceptions that anybody at the table could explain. Of units and hexes he picks by what
//! stands there: the German whom he would most like to be rid of, a unit of his own that is fit, ground with Germans
//! and without friends. And what he has said or called for does not come again while nothing has moved: a question that
//! comes back gets another answer, and an offer that is made again waits.

use hexmap::Hex;
use open_fire::{
    course::action::Action,
    reading::answers::Answer,
    state::{
        Frame,
        units::{Place, Side, UnitId},
    },
};

use crate::{company_leader::outlook::Outlook, picker::Picker};

/// More than anything on the map is worth: what has been said before comes last.
const SAID: f64 = 1_000.0;
/// How much of a German, or of a friend, counts in the hexes around his own.
const BESIDE: f64 = 0.3;

/// A moment: nobody of ours has moved, no round has begun, nothing has been found.
type Moment = (u8, u16, usize, Vec<Place>);

fn moment(look: Outlook<'_>) -> Moment {
    let places = look.state.active(Side::Us).map(|(_, piece)| piece.place).collect();
    (look.state.condition, look.state.elapsed, look.state.markers.len(), places)
}

/// What has been said and called for in a moment.
#[derive(Default)]
pub(crate) struct Said {
    moment: Moment,
    /// The question, or the words of the offer, with the answer.
    said: Vec<(String, Answer)>,
}

impl Said {
    /// The best answer to a question, by chance among equals.
    pub(crate) fn answer(&mut self, look: Outlook<'_>, legal: &[Action], picker: &mut Picker) -> usize {
        self.turn_to(look);
        let weigh = |action: &Action| match *action {
            Action::Answer(answer) => {
                let said = self.knows(look, answer);
                worth(look, answer) - if said { SAID } else { 0.0 }
            }
            _ => 0.0,
        };
        let weights: Vec<f64> = legal.iter().map(weigh).collect();
        let place = picker.best(weights.into_iter());
        self.note(look, legal[place]);
        place
    }

    /// An offer to be taken up: the first that was not taken up in this moment.
    pub(crate) fn call(&mut self, look: Outlook<'_>, legal: &[Action]) -> Option<usize> {
        self.turn_to(look);
        let fresh = |action: &Action| matches!(*action, Action::Answer(answer) if !self.knows(look, answer));
        let place = legal.iter().position(fresh)?;
        self.note(look, legal[place]);
        Some(place)
    }

    /// In another moment nothing has been said yet.
    fn turn_to(&mut self, look: Outlook<'_>) {
        let now = moment(look);
        if self.moment != now {
            *self = Said { moment: now, said: Vec::new() };
        }
    }

    fn knows(&self, look: Outlook<'_>, answer: Answer) -> bool {
        let words = words_of(look, answer);
        self.said.iter().any(|(known, given)| Some(known.as_str()) == words && same(*given, answer))
    }

    fn note(&mut self, look: Outlook<'_>, action: Action) {
        if let Action::Answer(answer) = action
            && let Some(words) = words_of(look, answer)
        {
            self.said.push((words.to_owned(), answer));
        }
    }
}

/// Whether two answers to the same words are the same. Offers change places when one is taken up: their words say which
/// it is.
fn same(one: Answer, other: Answer) -> bool {
    matches!((one, other), (Answer::Call(_), Answer::Call(_))) || one == other
}

/// The words of the question, or of the offer.
fn words_of(look: Outlook<'_>, answer: Answer) -> Option<&str> {
    match (answer, look.state.frames.top()) {
        (Answer::Call(place), _) => look.state.offers.get(usize::from(place)).map(|offer| offer.label.as_str()),
        (Answer::Place(_) | Answer::Unit(_) | Answer::Hex(_), Frame::Reading(reading)) => {
            reading.question.as_deref().map(|question| question.text.as_str())
        }
        (Answer::Place(_) | Answer::Unit(_) | Answer::Hex(_), _) => None,
    }
}

/// What shows that one answer is better than another.
fn worth(look: Outlook<'_>, answer: Answer) -> f64 {
    match answer {
        Answer::Unit(unit) => worth_of_unit(look, unit),
        Answer::Hex(hex) => worth_of_hex(look, hex),
        Answer::Place(_) | Answer::Call(_) => 0.0,
    }
}

/// A German by what it is worth to be rid of him; of ours those first who can move and fight.
fn worth_of_unit(look: Outlook<'_>, unit: UnitId) -> f64 {
    match look.state.unit(unit).side {
        Side::German => look.worth_of_german(unit),
        Side::Us => f64::from(u8::from(look.is_mobile(unit)) + u8::from(look.can_fight(unit))),
    }
}

/// Germans in a hex and beside it, less our own there.
fn worth_of_hex(look: Outlook<'_>, hex: Hex) -> f64 {
    let weight = |at: Hex| match look.rules.grid().distance(at, hex) {
        0 => 1.0,
        1 => BESIDE,
        _ => 0.0,
    };
    let germans: f64 = look.germans().map(|(unit, at)| weight(at) * look.worth_of_german(unit)).sum();
    let ours: f64 = look.ours().map(|(unit, at)| weight(at) * look.worth_of_ours(unit)).sum();
    germans - ours
}
