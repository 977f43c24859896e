//! The player's answer to what a paragraph asks (OF-5.1): the place of the answer in its list, a unit, a hex; and what
//! paragraphs have offered him to do at a moment of his own.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Visit, Wish};
use hexmap::Hex;

use crate::{
    booklet::paragraphs::{Answer as Chosen, BlockId},
    play::{
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
    },
    reading::questions,
    rule_ids::PARAGRAPHS,
    state::{
        Frame,
        laid_out::{Act, Ask, AskOf, OpenFire},
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

/// An answer that has been checked, with the block that it leads to.
#[derive(Clone, Debug)]
pub struct ReadyAnswer<'r>(Found<'r>);

#[derive(Clone, Debug)]
enum Found<'r> {
    Words(&'r Chosen),
    Unit { unit: UnitId, then: BlockId },
    Hex { hex: Hex, then: BlockId },
    Call { place: u8, then: BlockId },
}

impl Family for Answer {
    type Rules = OpenFire;
    type Ready<'r> = ReadyAnswer<'r>;

    const FORMS: &'static [Form] =
        &[("answer", "answer NUMBER"), ("pick", "pick UNIT or pick HEX"), ("call", "call NUMBER")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Answer>) -> ControlFlow<()> {
        for action in possible(ask).into_iter().chain(possible_calls(ask)) {
            action.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyAnswer<'r>, Refused> {
        match (*self, question(ask)) {
            (Answer::Call(place), None) => {
                let free = matches!(ask.state.frames.top(), Frame::Operations | Frame::Round { .. });
                let offer = ask.state.offers.get(usize::from(place)).filter(|_| free).ok_or(Refused::NotNow)?;
                let then = questions::block_of(ask.rules, offer).ok_or(Refused::NotNow)?;
                Ok(ReadyAnswer(Found::Call { place, then }))
            }
            (Answer::Call(_), Some(_)) | (_, None) => Err(Refused::NotNow),
            (Answer::Place(place), Some(asked)) => {
                let open = asked.answers.iter().any(|(known, _)| *known == place);
                let answer = questions::answer_at(ask, place).filter(|_| open).ok_or(Refused::NotNow)?;
                Ok(ReadyAnswer(Found::Words(answer)))
            }
            (Answer::Unit(unit), Some(asked)) => {
                let then = questions::block_of_pick(ask).filter(|_| asked.units.contains(&unit));
                Ok(ReadyAnswer(Found::Unit { unit, then: then.ok_or(Refused::NotAmongThem)? }))
            }
            (Answer::Hex(hex), Some(asked)) => {
                let then = questions::block_of_pick(ask).filter(|_| asked.hexes.contains(&hex));
                Ok(ReadyAnswer(Found::Hex { hex, then: then.ok_or(Refused::NotAmongThem)? }))
            }
        }
    }

    fn perform(ready: ReadyAnswer<'_>, act: &mut Act<'_>) {
        match ready.0 {
            Found::Words(answer) => questions::answer(act, answer),
            Found::Unit { unit, then } => questions::pick_unit(act, unit, then),
            Found::Hex { hex, then } => questions::pick_place(act, hex, then),
            Found::Call { place, then } => questions::call(act, place, then),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        match *self {
            Answer::Place(place) => format!("answer {}", u16::from(place) + 1),
            Answer::Unit(unit) => format!("pick {}", ask.state.id_of(unit)),
            Answer::Hex(hex) => format!("pick {}", ask.rules.label(hex)),
            Answer::Call(place) => format!("call {}", u16::from(place) + 1),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Answer>, String> {
        let place = |number: &str| {
            notation::read_place(number).ok_or_else(|| format!("\"{number}\" is no answer: they are counted from 1"))
        };
        Ok(Some(match *words {
            ["answer", number] => Answer::Place(place(number)?),
            ["call", number] => Answer::Call(place(number)?),
            ["pick", hex] if hex.starts_with(|c: char| c.is_ascii_digit()) => {
                Answer::Hex(notation::read_hex(ask, hex)?)
            }
            ["pick", unit] => Answer::Unit(notation::read_unit(ask, unit)?),
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Answer>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, answer: Answer, choice: &mut Choice) {
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
