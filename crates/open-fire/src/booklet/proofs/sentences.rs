//! What the eye notices in a booklet: a sentence that stands in it twice, a text that is too long, a hex number in a
//! soldier's mouth.

use std::collections::BTreeMap;

use engine::Problem;
use hexmap::Grid;

use crate::booklet::{
    paragraphs::{
        Number, Paragraph, Step,
        texts::{Part, Words},
    },
    proofs::warning,
};

/// The most words of one story.
const MOST_WORDS: usize = 80;
/// A sentence of fewer words may stand twice: "You wait."
const FEWEST_WORDS: usize = 3;

type Paragraphs<'a> = BTreeMap<Number, &'a Paragraph>;

/// Sentences that two paragraphs share.
pub(crate) fn twice(paragraphs: &Paragraphs<'_>) -> Vec<Problem> {
    let mut known: BTreeMap<String, &Paragraph> = BTreeMap::new();
    let mut warnings = Vec::new();
    for paragraph in paragraphs.values() {
        for text in paragraph.script.steps().flat_map(texts) {
            for sentence in sentences(&plain(text)) {
                let words = normal(&sentence);
                if words.len() < FEWEST_WORDS {
                    continue;
                }
                let first = *known.entry(words.join(" ")).or_insert(paragraph);
                if first.number != paragraph.number {
                    let (number, line) = (first.number, first.at.line);
                    let what = format!("{} says \"{sentence}\", and so does {number}", paragraph.number);
                    let help = format!("say it in other words; {number} is in {}, line {line}", first.at.file);
                    warnings.push(warning(&paragraph.at, what, help));
                }
            }
        }
    }
    warnings
}

/// Stories that are too long to be read between two shots.
pub(crate) fn long(paragraphs: &Paragraphs<'_>) -> Vec<Problem> {
    let mut warnings = Vec::new();
    for (paragraph, text) in stories(paragraphs) {
        let words = plain(text).split_whitespace().count();
        if words > MOST_WORDS {
            let what = format!("a story of {} has {words} words", paragraph.number);
            warnings.push(warning(
                &paragraph.at,
                what,
                format!("{MOST_WORDS} at most: shorten it, or let the player decide something in between"),
            ));
        }
    }
    warnings
}

/// Stories with the number of a hex in them. An hour is none: "0640 hours".
pub(crate) fn hexes(paragraphs: &Paragraphs<'_>, grid: &Grid) -> Vec<Problem> {
    let mut warnings = Vec::new();
    for (paragraph, text) in stories(paragraphs) {
        let text = plain(text);
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        for (place, word) in words.iter().enumerate() {
            let hour = words.get(place + 1).is_some_and(|next| next.starts_with("hour"));
            let number = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
            if number && !hour && grid.parse(word).is_ok() {
                let what = format!("a story of {} names the hex {word}", paragraph.number);
                warnings.push(warning(
                    &paragraph.at,
                    what,
                    "soldiers have no hex numbers: write {near marker}, or a name of the map",
                ));
            }
        }
    }
    warnings
}

fn stories<'a>(paragraphs: &Paragraphs<'a>) -> Vec<(&'a Paragraph, &'a Words)> {
    let of = |paragraph: &'a Paragraph| {
        let steps = paragraph.script.steps();
        steps.filter_map(move |step| if let Step::Story(text) = step { Some((paragraph, text)) } else { None })
    };
    paragraphs.values().copied().flat_map(of).collect()
}

/// Everything that a step says to the player.
fn texts(step: &Step) -> Vec<&Words> {
    match step {
        Step::Story(text) | Step::Lesson(text) | Step::Offer { label: text, .. } => vec![text],
        Step::Pick { question, .. } => vec![question],
        Step::Ask { question, answers } => {
            std::iter::once(question).chain(answers.iter().map(|answer| &answer.text)).collect()
        }
        _ => Vec::new(),
    }
}

/// A text as it is written, with its open places.
fn plain(text: &Words) -> String {
    text.filled(|part| match part {
        Part::Plain(plain) => plain.clone(),
        Part::Name(_) | Part::Type(_) | Part::Near(_) | Part::Count(_) => "…".to_owned(),
    })
}

/// The sentences of a text: each ends with a full stop, an exclamation or a question mark before a space.
pub(crate) fn sentences(text: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    for word in text.split_whitespace() {
        if let Some(sentence) = sentences.last_mut() {
            *sentence = if sentence.is_empty() { word.to_owned() } else { format!("{sentence} {word}") };
        }
        if word.trim_end_matches(['"', '\'', '”', '’', ')']).ends_with(['.', '!', '?']) {
            sentences.push(String::new());
        }
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// The words of a sentence without its marks.
fn normal(sentence: &str) -> Vec<String> {
    let word =
        |word: &str| word.chars().filter(|c| c.is_alphanumeric() || *c == '…').collect::<String>().to_lowercase();
    sentence.split_whitespace().map(word).filter(|word| !word.is_empty()).collect()
}
