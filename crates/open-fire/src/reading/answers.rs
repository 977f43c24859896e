//! The player's answer to what a paragraph asks (OF-5.1): the place of the answer in its list.

use engine::Choice;

use crate::{
    play::{
        notation::{self, Form},
        refusal::Refused,
    },
    reading,
    rule_ids::PARAGRAPHS,
    state::{Frame, laid_out::Ask},
};

pub(crate) const FORMS: &[Form] = &[("answer", "answer NUMBER")];

/// All answers there are.
pub(crate) fn possible(ask: Ask<'_>) -> std::ops::Range<u8> {
    let Frame::Reading(reading) = ask.state.frames.top() else { return 0..0 };
    0..reading::answers(ask.rules, reading)
}

pub(crate) fn check(ask: Ask<'_>, answer: u8) -> Result<(), Refused> {
    if possible(ask).contains(&answer) { Ok(()) } else { Err(Refused::NotNow) }
}

pub(crate) fn offer(ask: Ask<'_>, answer: u8, choice: &mut Choice) {
    let Frame::Reading(reading) = ask.state.frames.top() else { return };
    let answers = reading::question(ask.rules, reading).map(|(_, answers)| answers);
    let text = answers.and_then(|answers| answers.get(usize::from(answer))).map(|(text, _)| text.clone());
    (choice.rule, choice.label) = (PARAGRAPHS, text.unwrap_or_default());
}

pub(crate) fn write(answer: u8) -> String {
    format!("answer {}", u16::from(answer) + 1)
}

pub(crate) fn read(words: &[&str]) -> Result<Option<u8>, String> {
    let ["answer", number] = *words else { return Ok(None) };
    let answer = notation::read_place(number);
    answer.map(Some).ok_or_else(|| format!("\"{number}\" is no answer: they are counted from 1"))
}
