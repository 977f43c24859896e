use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use thiserror::Error;

use crate::{Case, Expectation, Fault, Outcome, Step};

/// A case file that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct ParseError {
    /// Where.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Reads the cases of a file.
///
/// # Errors
/// The first line that cannot be understood.
pub fn parse(text: &str) -> Result<Vec<Case>, ParseError> {
    let mut cases: Vec<Case> = Vec::new();
    let mut block: Option<Block> = None;
    let mut heading = false;
    for (event, range) in Parser::new(text).into_offset_iter() {
        let line = text[..range.start].matches('\n').count() + 1;
        match event {
            Event::Start(Tag::Heading { .. }) => {
                heading = true;
                cases.push(Case { line, ..Case::default() });
            }
            Event::End(TagEnd::Heading(_)) => heading = false,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) => {
                block = Some(Block { kind: kind.to_string(), line: line + 1, text: String::new() });
            }
            Event::End(TagEnd::CodeBlock) => {
                if let Some(block) = block.take() {
                    block.read(cases.last_mut())?;
                }
            }
            Event::Text(words) | Event::Code(words) if heading => {
                if let Some(case) = cases.last_mut() {
                    case.title.push_str(&words);
                    case.rules = rule_ids(&case.title);
                }
            }
            Event::Text(words) => {
                if let Some(block) = &mut block {
                    block.text.push_str(&words);
                }
            }
            _ => {}
        }
    }
    // A heading without blocks is prose; a case without a set-up of its own uses the one before it.
    let mut scenario = String::new();
    for case in &mut cases {
        if case.scenario.is_empty() {
            case.scenario.clone_from(&scenario);
        }
        scenario.clone_from(&case.scenario);
    }
    cases.retain(|case| !case.steps.is_empty() || !case.problems.is_empty());
    match cases.iter().find(|case| !case.steps.is_empty() && !case.problems.is_empty()) {
        Some(case) => Err(ParseError {
            line: case.line,
            what: format!("\"{}\" has problems, so nothing can be played in it", case.title),
        }),
        None => Ok(cases),
    }
}

/// A fenced block while it is read.
struct Block {
    kind: String,
    /// The line below the fence.
    line: usize,
    text: String,
}

impl Block {
    fn read(&self, case: Option<&mut Case>) -> Result<(), ParseError> {
        let wrong = |what: String| ParseError { line: self.line - 1, what };
        if matches!(self.kind.as_str(), "" | "text") {
            return Ok(());
        }
        let case = case.ok_or_else(|| wrong(format!("the block \"{}\" stands before the first heading", self.kind)))?;
        let uncommented =
            |(line, text): (usize, &'_ str)| (line, text.split('#').next().unwrap_or_default().trim().to_owned());
        let lines = (self.line..).zip(self.text.lines()).map(uncommented).filter(|(_, text)| !text.is_empty());
        match self.kind.as_str() {
            "scenario" if case.scenario.is_empty() => case.scenario.clone_from(&self.text),
            "scenario" => return Err(wrong("a case has one set-up".to_owned())),
            "play" => {
                for (line, text) in lines {
                    case.steps.push(read_act(line, &text)?);
                }
            }
            "expect" => {
                for (line, text) in lines {
                    let expectation = read_expectation(line, &text)?;
                    case.steps.push(Step::Expect { line, text, expectation });
                }
            }
            "problems" => case.problems.extend(lines.map(|(line, text)| read_fault(line, &text))),
            other => {
                let what = format!(
                    "unknown block \"{other}\": there are scenario, play, expect, problems, and text for pictures"
                );
                return Err(wrong(what));
            }
        }
        Ok(())
    }
}

/// `line 4: unknown side "france"`, or without the line.
fn read_fault(line: usize, text: &str) -> Fault {
    let placed = text.strip_prefix("line ").and_then(|rest| rest.split_once(": "));
    match placed.and_then(|(at, rest)| Some((at.parse().ok()?, rest))) {
        Some((at, rest)) => Fault { line, at: Some(at), text: rest.trim().to_owned() },
        None => Fault { line, at: None, text: text.to_owned() },
    }
}

fn rule_ids(title: &str) -> Vec<String> {
    let is_id = |word: &&str| {
        word.split_once('-').is_some_and(|(letters, number)| {
            !letters.is_empty()
                && letters.chars().all(|c| c.is_ascii_uppercase())
                && number.starts_with(|c: char| c.is_ascii_digit())
        })
    };
    title.split([' ', ':', ',']).filter(is_id).map(str::to_owned).collect()
}

fn read_act(line: usize, text: &str) -> Result<Step, ParseError> {
    let wrong = |what: &str| ParseError { line, what: format!("{what} in \"{text}\"") };
    let (seat, rest) = text.split_once(':').ok_or_else(|| wrong("who acts? (german: …)"))?;
    let (rest, outcome) = match rest.split_once("->") {
        None => (rest, Outcome::Done),
        Some((rest, outcome)) => (rest, read_outcome(outcome.trim()).ok_or_else(|| wrong("no such outcome"))?),
    };
    let (action, dice) = match rest.split_once('[') {
        None => (rest, Vec::new()),
        Some((action, dice)) => {
            let dice = dice.trim().strip_suffix(']').ok_or_else(|| wrong("the dice have no closing bracket"))?;
            let faces: Result<Vec<u16>, _> = dice.split_whitespace().map(str::parse).collect();
            (action, faces.map_err(|_| wrong("a die is not a number"))?)
        }
    };
    Ok(Step::Act { line, seat: seat.trim().to_owned(), action: action.trim().to_owned(), dice, outcome })
}

fn read_outcome(text: &str) -> Option<Outcome> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Some(match words[..] {
        ["refused", rule] => Outcome::Refused(rule.to_owned()),
        ["offered"] => Outcome::Offered,
        ["not", "offered"] => Outcome::NotOffered,
        [result] if !matches!(result, "refused" | "not") => Outcome::Result(result.to_owned()),
        _ => return None,
    })
}

fn read_expectation(line: usize, text: &str) -> Result<Expectation, ParseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let own = |word: &str| word.to_owned();
    let found = match words[..] {
        ["log", "says", ..] => text.split_once("says").map(|(_, said)| Expectation::Log(own(said.trim()))),
        ["log", "cites", rule] => Some(Expectation::Cites(own(rule))),
        ["shown", "to", ..] => seat_and_text(text, "shown to ").map(|(seat, said)| Expectation::Shown(seat, said)),
        ["hidden", "from", ..] => {
            seat_and_text(text, "hidden from ").map(|(seat, said)| Expectation::Hidden(seat, said))
        }
        ["asked", seat] => Some(Expectation::Asked(own(seat))),
        ["winner", seat] => Some(Expectation::Winner(own(seat))),
        ["threat", unit, hex, "by", enemy] => Some(Expectation::Threat(own(unit), own(hex), own(enemy))),
        ["cost", unit, hex, "is", cost] => Some(Expectation::Cost(own(unit), own(hex), own(cost))),
        ["odds", ..] => read_odds(text),
        ["panel", ..] => {
            let (label, value) = text.trim_start_matches("panel").split_once(" is ").unzip();
            label.zip(value).map(|(label, value)| Expectation::Panel(own(label.trim()), own(value.trim())))
        }
        [unit, "in", hex] => Some(Expectation::In(own(unit), own(hex))),
        [unit, "has", "no", marker] => Some(Expectation::HasNot(own(unit), own(marker))),
        [unit, "has", marker] => Some(Expectation::Has(own(unit), own(marker))),
        [unit, "shows", ref meaning @ .., value] if !meaning.is_empty() => {
            Some(Expectation::Shows(own(unit), meaning.join(" "), own(value)))
        }
        [unit, "is", "gone"] => Some(Expectation::Gone(own(unit))),
        _ => text.split_once(" is ").map(|(fact, value)| Expectation::Fact(own(fact), own(value))),
    };
    found.ok_or_else(|| ParseError { line, what: format!("cannot understand \"{text}\"") })
}

fn seat_and_text(text: &str, verb: &str) -> Option<(String, String)> {
    let (seat, said) = text.strip_prefix(verb)?.split_once(": ")?;
    Some((seat.trim().to_owned(), said.trim().to_owned()))
}

fn read_odds(text: &str) -> Option<Expectation> {
    let (action, odds) = text.strip_prefix("odds ")?.split_once(": ")?;
    let (results, of) = odds.split_once(" of ")?;
    let words: Vec<&str> = results.split_whitespace().collect();
    let ways = words.chunks(2).map(|pair| Some(((*pair.first()?).to_owned(), pair.get(1)?.parse().ok()?)));
    Some(Expectation::Odds(action.to_owned(), ways.collect::<Option<_>>()?, of.trim().parse().ok()?))
}
