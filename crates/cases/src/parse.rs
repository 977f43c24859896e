use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};
use thiserror::Error;

use engine::Circumstances;

use crate::{Barred, Case, Expectation, Fault, Glance, Hold, Outcome, Step, ask};

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
    let mut cases = under_headings(text)?;
    share_set_ups(&mut cases);
    // A heading without blocks is prose.
    let is_prose = |case: &Case| case.steps.is_empty() && case.problems.is_empty();
    if let Some(hold) = cases.iter().filter(|case| is_prose(case)).find_map(|case| case.holds.first()) {
        let what = format!("nothing is done under this heading that could hold {}", hold.statement);
        return Err(ParseError { line: hold.line, what });
    }
    cases.retain(|case| !is_prose(case));
    match cases.iter().find(|case| !case.steps.is_empty() && !case.problems.is_empty()) {
        Some(case) => Err(ParseError {
            line: case.line,
            what: format!("\"{}\" has problems, so nothing can be played in it", case.title),
        }),
        None => Ok(cases),
    }
}

/// What stands under each heading.
fn under_headings(text: &str) -> Result<Vec<Case>, ParseError> {
    let mut cases: Vec<Case> = Vec::new();
    let mut block: Option<Block> = None;
    let mut paragraph: Option<Paragraph> = None;
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
            Event::Start(Tag::Paragraph) => paragraph = Some(Paragraph { line, text: String::new() }),
            Event::End(TagEnd::Paragraph) => {
                if let Some(paragraph) = paragraph.take() {
                    paragraph.read(cases.last_mut())?;
                }
            }
            Event::Text(words) | Event::Code(words) => {
                if let Some(block) = &mut block {
                    block.text.push_str(&words);
                } else if let Some(paragraph) = &mut paragraph {
                    paragraph.text.push_str(&words);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                if let Some(paragraph) = &mut paragraph {
                    paragraph.text.push('\n');
                }
            }
            _ => {}
        }
    }
    Ok(cases)
}

/// A case without a set-up of its own uses the one before it.
fn share_set_ups(cases: &mut [Case]) {
    let (mut scenario, mut map) = (String::new(), String::new());
    for case in cases {
        if case.scenario.is_empty() && case.map.is_empty() {
            case.scenario.clone_from(&scenario);
            case.map.clone_from(&map);
        }
        scenario.clone_from(&case.scenario);
        map.clone_from(&case.map);
    }
}

/// A paragraph of prose while it is read.
struct Paragraph {
    line: usize,
    text: String,
}

impl Paragraph {
    /// Takes up what the case holds, if the paragraph says so; anything else is for people.
    fn read(&self, case: Option<&mut Case>) -> Result<(), ParseError> {
        let announces = |line: &str| line.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("holds:"));
        if !announces(&self.text) {
            return match (self.line..).zip(self.text.lines()).find(|(_, text)| announces(text)) {
                Some((line, _)) => Err(ParseError { line, what: "\"Holds:\" needs a paragraph of its own".to_owned() }),
                None => Ok(()),
            };
        }
        let wrong = |line: usize, what: &str| ParseError { line, what: what.to_owned() };
        let case = case.ok_or_else(|| wrong(self.line, "\"Holds:\" stands before the first heading"))?;
        for (line, text) in (self.line..).zip(self.text.lines()) {
            let listed = if line == self.line { &text[6..] } else { text };
            for word in listed.split([',', ' ']).map(|word| word.trim_end_matches('.')).filter(|word| !word.is_empty())
            {
                if !is_statement(word) {
                    return Err(wrong(line, &format!("\"{word}\" is not the id of a statement (as in FD-3-2)")));
                }
                case.holds.push(Hold { line, statement: word.to_owned() });
            }
        }
        if case.holds.is_empty() {
            Err(wrong(self.line, "it holds nothing: name statements, as in FD-3-2"))
        } else {
            Ok(())
        }
    }
}

/// `FD-3-2`, `OF-6.7-12`, `AS-attacker-1-3`: a game in capitals, a section, a number.
fn is_statement(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    match parts[..] {
        [game, .., number] if parts.len() >= 3 => {
            game.chars().all(|c| c.is_ascii_uppercase()) && number.parse::<u16>().is_ok() && !parts.contains(&"")
        }
        _ => false,
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
            "map" if case.map.is_empty() => case.map.clone_from(&self.text),
            "map" => return Err(wrong("a case has one map".to_owned())),
            "look" => {
                for (line, text) in lines {
                    let glance = read_glance(&text)
                        .map_err(|what| ParseError { line, what: format!("{what} in \"{text}\"") })?;
                    case.steps.push(Step::Look { line, text, glance });
                }
            }
            "resolve" => {
                for (line, text) in lines {
                    let question =
                        ask::read(&text).map_err(|what| ParseError { line, what: format!("{what} in \"{text}\"") })?;
                    case.steps.push(Step::Ask { line, text, question });
                }
            }
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
                    "unknown block \"{other}\": there are scenario, play, expect, problems, map, look, resolve, and \
                     text for pictures"
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
                && number.trim_start_matches('M').starts_with(|c: char| c.is_ascii_digit())
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
        ["refused", ref why @ ..] => Outcome::Refused(Barred::read(&why.join(" "))?),
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
        ["log", rule, ..] if rule.ends_with(':') => {
            let said = text.split_once(": ").map(|(_, said)| said.trim());
            said.map(|said| Expectation::LogBy(own(rule.trim_end_matches(':')), own(said)))
        }
        ["mark", kind, hex] => Some(Expectation::Mark(own(kind), own(hex))),
        ["no", "mark", kind, hex] => Some(Expectation::NoMark(own(kind), own(hex))),
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
            label.zip(value).map(|(label, value)| match label.split_once(" > ") {
                Some((panel, row)) => Expectation::PanelOf(own(panel.trim()), own(row.trim()), own(value.trim())),
                None => Expectation::Panel(own(label.trim()), own(value.trim())),
            })
        }
        [unit, "faces", way] => Some(Expectation::Faces(own(unit), own(way))),
        [unit, "aims", way] => Some(Expectation::Aims(own(unit), own(way))),
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

/// `0101 -> 0105 [smoke 0103=2, looker infantry]: blocked by 0103 woods OF-8.2`.
fn read_glance(text: &str) -> Result<Glance, String> {
    let (question, answer) = text.rsplit_once(": ").ok_or("no verdict (as in 0101 -> 0105: clear)")?;
    let (ends, given) = match question.split_once('[') {
        None => (question, ""),
        Some((ends, given)) => (ends, given.trim().strip_suffix(']').ok_or("no closing bracket")?),
    };
    let both_ways = ends.contains("<->");
    let (from, to) = ends.split_once(if both_ways { "<->" } else { "->" }).ok_or("no arrow")?;
    let mut words = answer.split_whitespace();
    let verdict = words.next().unwrap_or_default().to_owned();
    if !matches!(verdict.as_str(), "clear" | "hindered" | "blocked" | "refused") {
        return Err(format!("\"{verdict}\" is no verdict: clear, hindered, blocked or refused"));
    }
    let rest: Vec<String> = words.filter(|word| *word != "by").map(str::to_owned).collect();
    let hindrances = rest.first().filter(|_| verdict == "hindered").and_then(|number| number.parse().ok());
    Ok(Glance {
        from: from.trim().to_owned(),
        to: to.trim().to_owned(),
        both_ways,
        given: read_circumstances(given)?,
        verdict,
        by: if hindrances.is_some() { rest[1..].to_vec() } else { rest },
        hindrances,
    })
}

fn read_circumstances(text: &str) -> Result<Circumstances, String> {
    let mut given = Circumstances::default();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (name, value) = part.split_once(' ').unwrap_or((part, ""));
        let value = value.trim().to_owned();
        match name {
            "smoke" => {
                let (hex, markers) = value.split_once('=').unwrap_or((&value, "1"));
                given.smoke.push((hex.to_owned(), markers.parse().map_err(|_| "no number of smoke markers")?));
            }
            "facing" => given.facing = Some(value),
            "looker" => given.looker = Some(value),
            "target" => given.target = Some(value),
            "weather" => given.weather = Some(value),
            "activated" => given.activated = true,
            other => return Err(format!("unknown circumstance \"{other}\"")),
        }
    }
    Ok(given)
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
