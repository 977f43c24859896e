//! The player's answer to what a paragraph asks (OF-5.1): the place of the answer in its list, a unit, a hex; and what paragraphs have
//! offered him to do at a moment of his own.

use engine::{Choice, ChoiceKind};
use hexmap::Hex;

use crate::{
    play::{
        notation::{self, Form},
        offers::Group,
        refusal::Refused,
    },
    reading::questions,
    rule_ids::PARAGRAPHS,
    state::{
        Frame,
        laid_out::{Act, Ask},
        reading::Question,
        units::UnitId,
    },
};

/// What the player says to a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One of the answers, by its place in the list.
    Place(u8),
    /// One of the units.
    Unit(UnitId),
    /// One of the hexes.
    Hex(Hex),
    /// Not an answer: one of the offers, by its place, now.
    Call(u8),
}

impl Answer {
    /// The unit it names.
    pub(crate) fn unit(self) -> Option<UnitId> {
        match self {
            Answer::Unit(unit) => Some(unit),
            Answer::Place(_) | Answer::Hex(_) | Answer::Call(_) => None,
        }
    }
}

pub(crate) const FORMS: &[Form] =
    &[("answer", "answer NUMBER"), ("pick", "pick UNIT or pick HEX"), ("call", "call NUMBER")];

fn question<'s>(ask: Ask<'s>) -> Option<&'s Question> {
    let Frame::Reading(reading) = ask.state.frames.top() else { return None };
    questions::question(reading)
}

/// All answers there are.
pub(crate) fn possible(ask: Ask<'_>) -> Vec<Answer> {
    let Some(question) = question(ask) else { return Vec::new() };
    let places = question.answers.iter().map(|(place, _)| Answer::Place(*place));
    let units = question.units.iter().copied().map(Answer::Unit);
    places.chain(units).chain(question.hexes.iter().copied().map(Answer::Hex)).collect()
}

/// Everything that has been offered.
pub(crate) fn possible_calls(ask: Ask<'_>) -> impl Iterator<Item = Answer> {
    (0..=u8::MAX).zip(&ask.state.offers).map(|(place, _)| Answer::Call(place))
}

pub(crate) fn check(ask: Ask<'_>, answer: Answer) -> Result<(), Refused> {
    match (answer, question(ask)) {
        (Answer::Call(place), None) => {
            let free = matches!(ask.state.frames.top(), Frame::Operations | Frame::Round { .. });
            let offered = usize::from(place) < ask.state.offers.len();
            if free && offered { Ok(()) } else { Err(Refused::NotNow) }
        }
        (Answer::Call(_), Some(_)) | (_, None) => Err(Refused::NotNow),
        (Answer::Place(_) | Answer::Unit(_) | Answer::Hex(_), Some(_)) if possible(ask).contains(&answer) => Ok(()),
        (Answer::Place(_), Some(_)) => Err(Refused::NotNow),
        (Answer::Unit(_) | Answer::Hex(_), Some(_)) => Err(Refused::NotAmongThem),
    }
}

pub(crate) fn perform(act: &mut Act<'_>, answer: Answer) {
    match answer {
        Answer::Place(place) => questions::answer(act, place),
        Answer::Unit(unit) => questions::pick_unit(act, unit),
        Answer::Hex(hex) => questions::pick_place(act, hex),
        Answer::Call(place) => questions::call(act, place),
    }
}

pub(crate) fn offer(ask: Ask<'_>, answer: Answer, choice: &mut Choice) {
    choice.rule = PARAGRAPHS;
    choice.units.clear();
    match answer {
        Answer::Place(place) => {
            let answers = question(ask).map(|question| question.answers.iter()).into_iter().flatten();
            choice.label = answers.filter(|(known, _)| *known == place).map(|(_, text)| text.clone()).collect();
        }
        Answer::Unit(unit) => {
            (choice.kind, choice.label) = (ChoiceKind::Unit, ask.state.unit(unit).name.clone());
            choice.target = Some(ask.state.id_of(unit));
            choice.hex = ask.state.hex_of(unit).map(|hex| ask.rules.label(hex));
        }
        Answer::Hex(hex) => {
            (choice.kind, choice.label) = (ChoiceKind::Hex, format!("Hex {}", ask.rules.label(hex)));
            choice.hex = Some(ask.rules.label(hex));
            choice.group = Group::Place.listed();
        }
        Answer::Call(place) => {
            choice.label =
                ask.state.offers.get(usize::from(place)).map(|offer| offer.label.clone()).unwrap_or_default();
            choice.group = Group::Command.listed();
        }
    }
}

pub(crate) fn write(ask: Ask<'_>, answer: Answer) -> String {
    match answer {
        Answer::Place(place) => format!("answer {}", u16::from(place) + 1),
        Answer::Unit(unit) => format!("pick {}", ask.state.id_of(unit)),
        Answer::Hex(hex) => format!("pick {}", ask.rules.label(hex)),
        Answer::Call(place) => format!("call {}", u16::from(place) + 1),
    }
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Answer>, String> {
    let place = |number: &str| {
        notation::read_place(number).ok_or_else(|| format!("\"{number}\" is no answer: they are counted from 1"))
    };
    Ok(Some(match *words {
        ["answer", number] => Answer::Place(place(number)?),
        ["call", number] => Answer::Call(place(number)?),
        ["pick", hex] if hex.starts_with(|c: char| c.is_ascii_digit()) => Answer::Hex(notation::read_hex(ask, hex)?),
        ["pick", unit] => Answer::Unit(notation::read_unit(ask, unit)?),
        _ => return Ok(None),
    }))
}
