use std::collections::BTreeSet;

use dice::ScriptError;
use engine::{
    ActError, ChoiceKind, FACINGS, Facing, Look, LookEffect, LookError, LookStep, Problem, Ruleset, Seat, Shown, Table,
    View, Viewer,
};
use thiserror::Error;

use crate::{Case, Expectation, Fault, Glance, Outcome, Step, ask};

/// The corners of a hex, clockwise from the one right of north: where units face in games that face corners.
const CORNERS: [&str; 6] = ["ne", "e", "se", "sw", "w", "nw"];

/// Why a case failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{title} (line {line}): expected {expected}; found: {found}")]
pub struct Failure {
    /// The heading of the case.
    pub title: String,
    /// The line of the case file that did not come out.
    pub line: usize,
    /// What the case says must come out.
    pub expected: String,
    /// What came out instead.
    pub found: String,
}

/// What the line of a case expected, and what came instead.
struct Difference {
    line: usize,
    expected: String,
    found: String,
}

impl Difference {
    fn new(line: usize, expected: impl Into<String>, found: impl Into<String>) -> Difference {
        Difference { line, expected: expected.into(), found: found.into() }
    }
}

/// Executes a case.
///
/// # Errors
/// The first line that does not come out.
pub fn run(ruleset: &dyn Ruleset, case: &Case) -> Result<(), Failure> {
    let asks = |step: &Step| matches!(step, Step::Ask { .. });
    let ran = if case.problems.is_empty() && case.steps.iter().all(asks) {
        run_questions(ruleset, case)
    } else if case.scenario.is_empty() && !case.map.is_empty() {
        run_looks(ruleset, case)
    } else {
        run_play(ruleset, case)
    };
    ran.map_err(|Difference { line, expected, found }| Failure { title: case.title.clone(), line, expected, found })
}

/// A case that only asks about attacks: nothing is set up.
fn run_questions(ruleset: &dyn Ruleset, case: &Case) -> Result<(), Difference> {
    for step in &case.steps {
        if let Step::Ask { line, text, question } = step {
            ask::put(ruleset, question).map_err(|found| Difference::new(*line, text, found))?;
        }
    }
    Ok(())
}

/// A case on a bare map.
fn run_looks(ruleset: &dyn Ruleset, case: &Case) -> Result<(), Difference> {
    let Some(ground) = laid_out(case, ruleset.read_map("map.toml", &case.map))? else { return Ok(()) };
    let names = ground.board().labels;
    let named = |name: &str| names.iter().find(|label| label.text == name).map_or(name, |label| &label.hex).to_owned();
    for step in &case.steps {
        let Step::Look { line, text, glance } = step else {
            return Err(Difference::new(case.line, "only looks", "a case with a map and no set-up can only look"));
        };
        let (from, to) = (named(&glance.from), named(&glance.to));
        let ways = [(&from, &to), (&to, &from)];
        for (from, to) in ways.into_iter().take(if glance.both_ways { 2 } else { 1 }) {
            let looked = engine::look_between(ground.as_ref(), from, to, &glance.given);
            judge(&looked, glance, &named)
                .map_err(|found| Difference::new(*line, text, format!("from {from} to {to}: {found}")))?;
        }
    }
    Ok(())
}

/// What the case lays out; `None` if it is about the problems with that, and they are the right ones.
fn laid_out<T>(case: &Case, read: Result<T, Vec<Problem>>) -> Result<Option<T>, Difference> {
    match (read, case.problems.first()) {
        (Ok(read), None) => Ok(Some(read)),
        (Ok(_), Some(first)) => {
            Err(Difference::new(first.line, format!("\"{}\"", first.text), "there are no problems"))
        }
        (Err(problems), None) => Err(Difference::new(case.line, "a set-up without problems", listed(&problems))),
        (Err(problems), Some(_)) => faults(&case.problems, &problems).map(|()| None),
    }
}

fn judge(looked: &Result<Look, LookError>, glance: &Glance, named: &dyn Fn(&str) -> String) -> Result<(), String> {
    let look = match looked {
        Ok(look) => look,
        Err(error) if glance.verdict == "refused" => {
            let missing = glance.by.iter().find(|word| !error.to_string().contains(word.as_str()));
            return missing.map_or(Ok(()), |word| Err(format!("{error} (no \"{word}\")")));
        }
        Err(error) => return Err(error.to_string()),
    };
    if look.verdict.word() != glance.verdict {
        return Err(format!("{}: {}", look.verdict.word(), look.summary));
    }
    if glance.hindrances.is_some_and(|count| count != look.hindrances) {
        return Err(format!("{} hindrances", look.hindrances));
    }
    let hinders = |step: &&LookStep| step.effect == LookEffect::Hinders;
    let first = look.blocker().or_else(|| look.steps.iter().find(hinders));
    for word in &glance.by {
        let place = named(word);
        let rule = look.rule.0 == word || look.steps.iter().any(|step| step.rule.is_some_and(|rule| rule.0 == word));
        let rule = rule || look.notes.iter().any(|note| note.rule.0 == word);
        let stands =
            |step: &LookStep| step.hexes.join("/") == place || step.what.to_lowercase().contains(&place.to_lowercase());
        if !rule && !first.is_some_and(stands) {
            return Err(format!("nothing named \"{word}\": {} ({})", look.summary, look.rule));
        }
    }
    Ok(())
}

fn run_play(ruleset: &dyn Ruleset, case: &Case) -> Result<(), Difference> {
    let Some(mut table) = laid_out(case, ruleset.open_text("set-up", &case.scenario))? else { return Ok(()) };
    for step in &case.steps {
        match step {
            Step::Act { line, seat, action, dice, outcome } => {
                by_itself(table.as_mut(), |table| asked(table) == Some(seat));
                act(table.as_mut(), seat, action, dice, outcome)
                    .map_err(|found| Difference::new(*line, expected(action, outcome), found))?;
            }
            Step::Look { line, text, glance } => {
                let looked = table.look(Viewer::Referee, &glance.from, &glance.to);
                judge(&looked, glance, &str::to_owned).map_err(|found| Difference::new(*line, text, found))?;
            }
            Step::Ask { line, text, question } => {
                ask::put(ruleset, question).map_err(|found| Difference::new(*line, text, found))?;
            }
            Step::Expect { line, text, expectation } => {
                by_itself(table.as_mut(), |table| expect(table, expectation).is_ok());
                expect(table.as_ref(), expectation).map_err(|found| Difference::new(*line, text, found))?;
            }
        }
    }
    Ok(())
}

/// Does an action with these dice. Dice that are left over are for what follows by itself: the enemy can only pass, and
/// the turn ends.
fn act_on(table: &mut dyn Table, seat: Seat, action: &str, dice: &[u16]) -> Result<(), ActError> {
    let error = match table.act(seat, action, Some(dice)) {
        Ok(_) => return Ok(()),
        Err(error) => error,
    };
    let ActError::Dice(ScriptError::TooMany { left }) = error else { return Err(error) };
    let (now, later) = dice.split_at(dice.len() - left);
    table.act(seat, action, Some(now))?;
    let (seat, only) = only_choice(table).ok_or_else(|| error.clone())?;
    act_on(table, seat, &only, later).map_err(|_| error)
}

/// The seat that is asked, and its choice if it is one that leaves nothing to decide.
fn only_choice(table: &dyn Table) -> Option<(Seat, String)> {
    let seat = table.to_act()?;
    let choices = table.view(Viewer::Seat(seat), u32::MAX).scene.choices;
    match choices.as_slice() {
        [only] if only.kind == ChoiceKind::ByItself => Some((seat, only.action.clone())),
        _ => None,
    }
}

/// Answers questions that leave no choice, as a screen does, until `enough` or somebody has a choice.
fn by_itself(table: &mut dyn Table, enough: impl Fn(&dyn Table) -> bool) {
    while !enough(table)
        && let Some((seat, only)) = only_choice(table)
        && table.act(seat, &only, Some(&[])).is_ok()
    {}
}

/// The seat that is asked, by its name.
fn asked(table: &dyn Table) -> Option<&str> {
    table.to_act().map(|seat| table.seats()[seat.index()].id.as_str())
}

fn listed(lines: &[impl ToString]) -> String {
    lines.iter().map(|line| format!("\n    {}", line.to_string())).collect()
}

/// Every fault must be among the problems, and every problem must be expected.
fn faults(faults: &[Fault], problems: &[Problem]) -> Result<(), Difference> {
    let meets = |fault: &Fault, problem: &Problem| {
        fault.at.is_none_or(|at| at == problem.line) && problem.to_string().contains(&fault.text)
    };
    if let Some(missing) = faults.iter().find(|fault| !problems.iter().any(|problem| meets(fault, problem))) {
        let place = missing.at.map(|at| format!(" on line {at} of the set-up")).unwrap_or_default();
        let expected = format!("\"{}\"{place}", missing.text);
        return Err(Difference::new(missing.line, expected, format!("it is not among{}", listed(problems))));
    }
    match problems.iter().find(|problem| !faults.iter().any(|fault| meets(fault, problem))) {
        Some(extra) => Err(Difference::new(faults[0].line, "no other problems", extra.to_string())),
        None => Ok(()),
    }
}

/// What is offered, those that begin with the same word first, and no more than a screen can hold.
fn offered(table: &dyn Table, action: &str) -> String {
    const MOST: usize = 24;
    let verb = action.split(' ').next();
    let mut legal = table.legal();
    legal.sort_by_key(|offer| offer.split(' ').next() != verb);
    let more = if legal.len() > MOST { format!("\n    and {} more", legal.len() - MOST) } else { String::new() };
    let asked = asked(table).unwrap_or("nobody");
    format!("{asked} is offered:{}{more}", listed(&legal[..legal.len().min(MOST)]))
}

/// What a line of `play` says must come of the action.
fn expected(action: &str, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done => format!("\"{action}\" to be done"),
        Outcome::Result(name) => format!("\"{action}\" to come out as {name}"),
        Outcome::Refused(barred) => format!("\"{action}\" to be refused by {barred}"),
        Outcome::Offered => format!("\"{action}\" to be offered"),
        Outcome::NotOffered => format!("\"{action}\" not to be offered"),
    }
}

fn act(table: &mut dyn Table, seat: &str, action: &str, dice: &[u16], outcome: &Outcome) -> Result<(), String> {
    let seat = seat_named(table, seat)?;
    let is_offered = table.to_act() == Some(seat) && table.legal().iter().any(|legal| legal == action);
    match outcome {
        Outcome::Offered if is_offered => Ok(()),
        Outcome::Offered => Err(offered(table, action)),
        Outcome::NotOffered if is_offered => Err("it is offered".to_owned()),
        Outcome::NotOffered => Ok(()),
        Outcome::Done => match act_on(table, seat, action, dice) {
            Ok(()) => Ok(()),
            Err(error) => Err(format!("{error}; {}", offered(table, action))),
        },
        Outcome::Result(name) => {
            let logged = table.view(Viewer::Referee, 0).log.len();
            act_on(table, seat, action, dice).map_err(|error| format!("{error}; {}", offered(table, action)))?;
            let log = table.view(Viewer::Referee, 0).log;
            let results = log[logged..].iter().filter_map(|entry| entry.resolution.as_ref());
            let results: Vec<&str> = results.map(|resolution| resolution.result.as_str()).collect();
            match results.contains(&name.as_str()) {
                true => Ok(()),
                false if results.is_empty() => Err("it had no result".to_owned()),
                false => Err(format!("it came out as {}", results.join(", "))),
            }
        }
        Outcome::Refused(barred) => {
            let hash = table.hash();
            match table.act(seat, action, Some(dice)) {
                Err(ActError::Refused(refusal)) if !barred.fits(&refusal) => {
                    Err(format!("{refusal} ({})", refusal.code))
                }
                Err(ActError::Refused(_)) if is_offered => Err("it was refused, and it was offered".to_owned()),
                Err(ActError::Refused(_)) if table.hash() != hash => {
                    Err("it was refused, and changed the game".to_owned())
                }
                Err(ActError::Refused(_)) => Ok(()),
                Err(error) => Err(error.to_string()),
                Ok(_) => Err("it was done".to_owned()),
            }
        }
    }
}

fn seat_named(table: &dyn Table, name: &str) -> Result<Seat, String> {
    table
        .seats()
        .iter()
        .find(|info| info.id == name)
        .map(|info| info.seat)
        .ok_or_else(|| format!("there is no side \"{name}\""))
}

/// The word for the hexside or corner that a part of a unit points to.
fn pointed(facing: &Facing, place: Option<u8>) -> &'static str {
    let ways = if facing.corner { &CORNERS } else { &FACINGS };
    place.and_then(|place| ways.get(usize::from(place))).copied().unwrap_or("nowhere")
}

fn expect(table: &dyn Table, expectation: &Expectation) -> Result<(), String> {
    // The acting seat's own view shows its choices; the referee's shows everything else.
    let view = table.view(Viewer::Referee, 0);
    let counter = |id: &str| view.scene.counters.iter().find(|counter| counter.id == id);
    let on_map = |id: &str| counter(id).ok_or_else(|| format!("{id} is not on the map"));
    match expectation {
        Expectation::In(id, hex) => {
            let found = &on_map(id)?.hex;
            must(found == hex, format!("{id} is in {found}"))
        }
        Expectation::Has(id, marker) | Expectation::HasNot(id, marker) => {
            let wanted = matches!(expectation, Expectation::Has(..));
            let markers: Vec<&str> = on_map(id)?.markers.iter().map(|marker| marker.id.as_str()).collect();
            must(markers.contains(&marker.as_str()) == wanted, format!("{id} has {markers:?}"))
        }
        Expectation::Gone(id) => must(counter(id).is_none(), format!("{id} is still on the map")),
        Expectation::Shows(id, meaning, value) => {
            let numbers: Vec<String> =
                on_map(id)?.numbers.iter().map(|number| format!("{} {}", number.meaning, number.value)).collect();
            must(numbers.contains(&format!("{meaning} {value}")), format!("{id} shows {numbers:?}"))
        }
        Expectation::Shown(seat, text) | Expectation::Hidden(seat, text) => {
            let seen = texts(table, seat_named(table, seat)?);
            let wanted = matches!(expectation, Expectation::Shown(..));
            must(seen.iter().any(|line| line.contains(text)) == wanted, format!("{seat} sees {seen:#?}"))
        }
        Expectation::Fact(label, value) => {
            let facts: Vec<String> =
                view.scene.facts.iter().map(|fact| format!("{} is {}", fact.label, fact.value)).collect();
            must(facts.contains(&format!("{label} is {value}")), format!("the facts are {facts:?}"))
        }
        Expectation::Panel(label, value) => {
            let rows = said(view.scene.beside_the_board());
            must(rows.contains(&format!("{label} is {value}")), format!("beside the board stands {rows:?}"))
        }
        Expectation::PanelOf(id, label, value) => beside_the_board(&view, id, label, value),
        Expectation::Faces(id, way) | Expectation::Aims(id, way) => {
            let facing = on_map(id)?.facing.as_ref().ok_or_else(|| format!("{id} faces all ways"))?;
            let hull = matches!(expectation, Expectation::Faces(..));
            let found = pointed(facing, if hull { Some(facing.hull) } else { facing.turret });
            must(found == way, format!("it is {found}"))
        }
        Expectation::Mark(kind, hex) | Expectation::NoMark(kind, hex) => {
            let wanted = matches!(expectation, Expectation::Mark(..));
            let marks: Vec<String> =
                view.scene.marks.iter().map(|mark| format!("{} {}", mark.kind, mark.hex)).collect();
            must(marks.contains(&format!("{kind} {hex}")) == wanted, format!("there are {marks:?}"))
        }
        Expectation::LogBy(rule, text) => log_says(&view, Some(rule), text),
        Expectation::Log(text) => log_says(&view, None, text),
        Expectation::Cites(rule) => {
            must(view.log.iter().any(|entry| entry.rule.0 == rule), format!("no line cites {rule}"))
        }
        Expectation::Asked(seat) => {
            let asked = asked(table);
            must(asked == Some(seat), format!("{asked:?} is asked"))
        }
        Expectation::Winner(seat) => winner(table, seat),
        Expectation::Threat(unit, hex, enemy) => threat(table, unit, hex, enemy),
        Expectation::Cost(unit, hex, cost) => {
            let plan = plan(table, unit)?;
            let found =
                plan.hexes.iter().find(|planned| planned.hex == *hex).map_or("no", |planned| planned.cost.as_str());
            must(found == cost, format!("the cost is {found}"))
        }
        Expectation::Odds(action, ways, of) => odds(table, action, ways, *of),
    }
}

fn must(holds: bool, what: String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what) }
}

/// A line of one panel, sheet or card beside the board.
fn beside_the_board(view: &View, id: &str, label: &str, value: &str) -> Result<(), String> {
    let (here, elsewhere): (Vec<Shown>, Vec<Shown>) =
        view.scene.beside_the_board().into_iter().partition(|line| line.section == *id);
    if here.is_empty() {
        let sections: BTreeSet<String> = elsewhere.into_iter().map(|line| line.section).collect();
        return Err(format!("there are the panels {sections:?}"));
    }
    let rows = said(here);
    must(rows.contains(&format!("{label} is {value}")), format!("{id} says {rows:?}"))
}

/// A line of the log, by this rule or by any.
fn log_says(view: &View, rule: Option<&str>, text: &str) -> Result<(), String> {
    let by = view.log.iter().filter(|entry| rule.is_none_or(|rule| entry.rule.0 == rule));
    let lines: Vec<&str> = by.map(|entry| entry.text.as_str()).collect();
    let whose = rule.map_or(String::new(), |rule| format!("by {rule} "));
    must(lines.iter().any(|line| line.contains(text)), format!("{whose}the log says {lines:#?}"))
}

fn winner(table: &dyn Table, seat: &str) -> Result<(), String> {
    let ending = table.winner().ok_or_else(|| "the game goes on".to_owned())?;
    let winners = table.seats().iter().filter(|info| ending.is_won_by(info.seat));
    let winners: Vec<&str> = winners.map(|info| info.id.as_str()).collect();
    let named = if winners.is_empty() { seat == "nobody" } else { winners.contains(&seat) };
    must(named, format!("the winner is {winners:?}"))
}

fn threat(table: &dyn Table, unit: &str, hex: &str, enemy: &str) -> Result<(), String> {
    let plan = plan(table, unit)?;
    let planned =
        plan.hexes.iter().find(|planned| planned.hex == *hex).ok_or_else(|| format!("{unit} cannot reach {hex}"))?;
    let threats: Vec<&str> = planned.threats.iter().map(|threat| threat.unit.as_str()).collect();
    let wanted: Vec<&str> = enemy.split('+').filter(|name| *name != "nobody").collect();
    must(threats == wanted, format!("the threats are {threats:?}"))
}

fn said(lines: Vec<Shown>) -> Vec<String> {
    lines.into_iter().map(|line| format!("{} is {}", line.label, line.value)).collect()
}

/// Everything a side can read: its log, what lies beside the board, its choices.
fn texts(table: &dyn Table, seat: Seat) -> Vec<String> {
    let view = table.view(Viewer::Seat(seat), 0);
    let log = view.log.into_iter().map(|entry| entry.text);
    let rows = view.scene.beside_the_board().into_iter();
    let rows = rows.map(|line| format!("{}: {} {}", line.label, line.value, line.detail));
    let question = format!("{} {}", view.scene.prompt.text, view.scene.prompt.hint);
    log.chain(rows).chain(view.scene.choices.into_iter().map(|choice| choice.label)).chain([question]).collect()
}

fn plan(table: &dyn Table, units: &str) -> Result<engine::Plan, String> {
    let seat = table.to_act().ok_or("the game is over")?;
    let ids: Vec<String> = units.split('+').map(str::to_owned).collect();
    table.plan(Viewer::Seat(seat), &ids).ok_or_else(|| format!("{units} cannot move now"))
}

fn odds(table: &dyn Table, action: &str, ways: &[(String, u128)], of: u128) -> Result<(), String> {
    let seat = table.to_act().ok_or("the game is over")?;
    let view = table.view(Viewer::Seat(seat), 0);
    let choice = view.scene.choices.iter().find(|choice| choice.action == action);
    let choice = choice.ok_or_else(|| format!("\"{action}\" is not offered"))?;
    let forecast = choice.odds.as_ref().ok_or_else(|| format!("\"{action}\" has no odds"))?;
    let mut found: Vec<(String, u128)> = forecast
        .outcomes
        .iter()
        .map(|chance| (chance.result.clone(), chance.ways.0))
        .filter(|(_, ways)| *ways > 0)
        .collect();
    let total = forecast.outcomes.first().map_or(0, |chance| chance.of.0);
    let mut wanted: Vec<(String, u128)> = ways.iter().filter(|(_, ways)| *ways > 0).cloned().collect();
    // A case may name the results in any order.
    found.sort();
    wanted.sort();
    if found == wanted && total == of { Ok(()) } else { Err(format!("the odds are {found:?} of {total}")) }
}
