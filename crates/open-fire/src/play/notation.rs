//! Actions as short lines of text: what files, rule cases and scripts hold.
//!
//! ```text
//! generate sample     generate quality    buy crew 5c         return crew 3      generate ratings
//! buy vehicle a m26   return vehicle a    buy rounds a        return rounds a    ready
//! swap a ap gp 5      assign a second     hand-over second
//! place a 1010        enter a 4101        march a 4003        exit a             face a ne
//! open a              close a             load aa f           unload aa
//! begin a             german              peer                leave              answer 1
//! drive slow          drive fast          forward             back               walk 1010
//! rotate left         traverse right      defilade            dig in             dig out
//! fire ap v           fire gp v           fire all v          guns v             bazooka v
//! smoke 1010          assault v           capture v           charge v           prepare ne
//! give b              aware c             guard b v           lead b v           drop b v
//! abandon             stand-down          call-off            done
//! award a             take-back a         award rest          awarded            raise a perception
//! spent               recruit crew 3      dismiss crew 3      recruited          issue a m4a3
//! hand-in a           load-up a           park a              man a 1            fall-in
//! ```
//!
//! Units go by their letters, in small ones; a second unit with the letter of another is `n-2`.

use engine::{NotationError, Seat, nearest};
use hexmap::{Direction, Hex};

use crate::{
    play::{action::Action, s04_generation::Step, s16_campaign::words},
    state::{
        Shell,
        generation::{LETTERS, SHELLS},
        laid_out::{Ask, OpenFire},
        units::UnitId,
    },
};

const FORMS: [(&str, &str); 60] = [
    ("generate", "generate sample|quality|ratings"),
    ("buy", "buy crew RATING, buy vehicle CREW CARD or buy rounds CREW"),
    ("return", "return crew RATING, return vehicle CREW or return rounds CREW"),
    ("swap", "swap UNIT ap|gp|smoke ap|gp|smoke 1|5"),
    ("ready", "ready"),
    ("assign", "assign UNIT SECTION"),
    ("hand-over", "hand-over SECTION"),
    ("place", "place UNIT HEX"),
    ("enter", "enter UNIT HEX"),
    ("march", "march UNIT HEX"),
    ("exit", "exit UNIT"),
    ("face", "face UNIT n|ne|se|s|sw|nw"),
    ("open", "open UNIT"),
    ("close", "close UNIT"),
    ("load", "load UNIT CARRIER"),
    ("unload", "unload UNIT"),
    ("begin", "begin UNIT"),
    ("german", "german"),
    ("peer", "peer"),
    ("leave", "leave"),
    ("answer", "answer NUMBER"),
    ("drive", "drive slow|fast"),
    ("forward", "forward"),
    ("back", "back"),
    ("walk", "walk HEX"),
    ("rotate", "rotate left|right"),
    ("traverse", "traverse left|right"),
    ("defilade", "defilade"),
    ("dig", "dig in|out"),
    ("fire", "fire ap|gp|all UNIT"),
    ("guns", "guns UNIT"),
    ("bazooka", "bazooka UNIT"),
    ("smoke", "smoke HEX"),
    ("assault", "assault UNIT"),
    ("capture", "capture UNIT"),
    ("charge", "charge UNIT"),
    ("prepare", "prepare n|ne|se|s|sw|nw"),
    ("give", "give UNIT"),
    ("aware", "aware UNIT"),
    ("guard", "guard UNIT CAPTURED"),
    ("lead", "lead UNIT PRISONER"),
    ("drop", "drop UNIT PRISONER"),
    ("abandon", "abandon"),
    ("stand-down", "stand-down"),
    ("call-off", "call-off"),
    ("done", "done"),
    ("award", "award CREW or award rest"),
    ("take-back", "take-back CREW"),
    ("awarded", "awarded"),
    ("raise", "raise CREW initiative|perception|weapon-skill|driving-skill"),
    ("spent", "spent"),
    ("recruit", "recruit crew RATING"),
    ("dismiss", "dismiss crew RATING"),
    ("recruited", "recruited"),
    ("issue", "issue CREW CARD"),
    ("hand-in", "hand-in CREW"),
    ("load-up", "load-up CREW"),
    ("park", "park CREW"),
    ("man", "man CREW PLACE"),
    ("fall-in", "fall-in"),
];

const LEFT_RIGHT: [&str; 2] = ["left", "right"];

pub(crate) fn write_action(ask: Ask<'_>, action: &Action) -> String {
    let id = |unit: UnitId| ask.state.id_of(unit);
    let at = |hex: Hex| ask.rules.label(hex);
    let hand = |clockwise: bool| LEFT_RIGHT[usize::from(clockwise)];
    let way = |direction: Direction| direction.to_string().to_lowercase();
    match *action {
        Action::Generate(step) => write_step(ask, step),
        Action::Assign { unit, seat } => format!("assign {} {}", id(unit), section_id(ask.rules, seat)),
        Action::HandOver { seat } => format!("hand-over {}", section_id(ask.rules, seat)),
        Action::Debrief(step) => words::write_debriefing(ask.rules, step),
        Action::Place { unit, hex } => format!("place {} {}", id(unit), at(hex)),
        Action::Enter { unit, hex } => format!("enter {} {}", id(unit), at(hex)),
        Action::March { unit, to } => format!("march {} {}", id(unit), at(to)),
        Action::Exit { unit } => format!("exit {}", id(unit)),
        Action::Hatch { unit, closed } => format!("{} {}", if closed { "close" } else { "open" }, id(unit)),
        Action::Face { unit, facing } => format!("face {} {}", id(unit), way(facing)),
        Action::Load { unit, carrier } => format!("load {} {}", id(unit), id(carrier)),
        Action::Unload { unit } => format!("unload {}", id(unit)),
        Action::Begin { unit } => format!("begin {}", id(unit)),
        Action::German => "german".to_owned(),
        Action::Peer => "peer".to_owned(),
        Action::LeaveIt => "leave".to_owned(),
        Action::Drive { fast } => format!("drive {}", if fast { "fast" } else { "slow" }),
        Action::Forward => "forward".to_owned(),
        Action::Back => "back".to_owned(),
        Action::Walk { to } => format!("walk {}", at(to)),
        Action::Rotate { clockwise } => format!("rotate {}", hand(clockwise)),
        Action::Traverse { clockwise } => format!("traverse {}", hand(clockwise)),
        Action::Defilade => "defilade".to_owned(),
        Action::DigIn { inside } => format!("dig {}", if inside { "in" } else { "out" }),
        Action::FireMain { target, shell } => {
            format!("fire {} {}", shell_name(shell), id(target))
        }
        Action::FireAll { target } => format!("fire all {}", id(target)),
        Action::LaySmoke { hex } => format!("smoke {}", at(hex)),
        Action::FireGuns { target } => format!("guns {}", id(target)),
        Action::FireBazooka { target } => format!("bazooka {}", id(target)),
        Action::Assault { target, capture } => {
            format!("{} {}", if capture { "capture" } else { "assault" }, id(target))
        }
        Action::Charge { target } => format!("charge {}", id(target)),
        Action::Prepare { facing } => format!("prepare {}", way(facing)),
        Action::GiveTurn { unit } => format!("give {}", id(unit)),
        Action::MakeAware { unit } => format!("aware {}", id(unit)),
        Action::Guard { unit, captured } => format!("guard {} {}", id(unit), id(captured)),
        Action::Lead { unit, prisoner, along } => {
            format!("{} {} {}", if along { "lead" } else { "drop" }, id(unit), id(prisoner))
        }
        Action::Answer(answer) => format!("answer {}", u16::from(answer) + 1),
        Action::Abandon => "abandon".to_owned(),
        Action::StandDown => "stand-down".to_owned(),
        Action::CallOff => "call-off".to_owned(),
        Action::Done => "done".to_owned(),
    }
}

pub(crate) fn write_step(ask: Ask<'_>, step: Step) -> String {
    let letter = |crew: u8| LETTERS.get(usize::from(crew)).copied().unwrap_or_default().to_lowercase();
    match step {
        Step::TakeSample => "generate sample".to_owned(),
        Step::ThrowQuality => "generate quality".to_owned(),
        Step::BuyCrew(kind) => format!("buy crew {}", crew_kind(ask.rules, kind)),
        Step::ReturnCrew(kind) => format!("return crew {}", crew_kind(ask.rules, kind)),
        Step::ThrowRatings => "generate ratings".to_owned(),
        Step::BuyVehicle { crew, vehicle } => {
            let card = ask.rules.sheet.platoon.vehicles.get(usize::from(vehicle)).map_or("", |row| &row.card);
            format!("buy vehicle {} {card}", letter(crew))
        }
        Step::ReturnVehicle { crew } => format!("return vehicle {}", letter(crew)),
        Step::BuyRounds { crew } => format!("buy rounds {}", letter(crew)),
        Step::ReturnRounds { crew } => format!("return rounds {}", letter(crew)),
        Step::Swap { unit, from, to, rounds } => {
            format!("swap {} {} {} {rounds}", ask.state.id_of(unit), shell_name(from), shell_name(to))
        }
        Step::Ready => "ready".to_owned(),
    }
}

/// A row of the crew costs chart as players call it: `5c` with a commander, `3` without.
pub(crate) fn crew_kind(rules: &OpenFire, kind: u8) -> String {
    let row = rules.sheet.platoon.crews.get(usize::from(kind));
    row.map(|row| format!("{}{}", row.initiative, if row.commander { "c" } else { "" })).unwrap_or_default()
}

pub(crate) fn read_action(ask: Ask<'_>, text: &str) -> Result<Action, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    read_words(ask, &words).map_err(|problem| NotationError { text: text.to_owned(), problem })
}

fn read_words(ask: Ask<'_>, words: &[&str]) -> Result<Action, String> {
    let unit = |id: &str| read_unit(ask, id);
    let hex = |label: &str| ask.rules.grid().parse(label).map_err(|error| error.to_string());
    Ok(match *words {
        ["place", who, at] => Action::Place { unit: unit(who)?, hex: hex(at)? },
        ["assign", who, to] => Action::Assign { unit: unit(who)?, seat: read_section(ask.rules, to)? },
        ["hand-over", to] => Action::HandOver { seat: read_section(ask.rules, to)? },
        ["enter", who, at] => Action::Enter { unit: unit(who)?, hex: hex(at)? },
        ["march", who, to] => Action::March { unit: unit(who)?, to: hex(to)? },
        ["exit", who] => Action::Exit { unit: unit(who)? },
        ["open", who] => Action::Hatch { unit: unit(who)?, closed: false },
        ["close", who] => Action::Hatch { unit: unit(who)?, closed: true },
        ["face", who, facing] => Action::Face { unit: unit(who)?, facing: direction(facing)? },
        ["load", who, carrier] => Action::Load { unit: unit(who)?, carrier: unit(carrier)? },
        ["unload", who] => Action::Unload { unit: unit(who)? },
        ["begin", who] => Action::Begin { unit: unit(who)? },
        ["german"] => Action::German,
        ["peer"] => Action::Peer,
        ["leave"] => Action::LeaveIt,
        ["answer", number] => Action::Answer(answer(number)?),
        ["drive", "slow"] => Action::Drive { fast: false },
        ["drive", "fast"] => Action::Drive { fast: true },
        ["forward"] => Action::Forward,
        ["back"] => Action::Back,
        ["walk", to] => Action::Walk { to: hex(to)? },
        ["rotate", hand] => Action::Rotate { clockwise: clockwise(hand)? },
        ["traverse", hand] => Action::Traverse { clockwise: clockwise(hand)? },
        ["defilade"] => Action::Defilade,
        ["dig", "in"] => Action::DigIn { inside: true },
        ["dig", "out"] => Action::DigIn { inside: false },
        ["fire", "ap", target] => Action::FireMain { target: unit(target)?, shell: Shell::Ap },
        ["fire", "gp", target] => Action::FireMain { target: unit(target)?, shell: Shell::Gp },
        ["fire", "smoke", target] => Action::FireMain { target: unit(target)?, shell: Shell::Smoke },
        ["fire", "all", target] => Action::FireAll { target: unit(target)? },
        ["smoke", at] => Action::LaySmoke { hex: hex(at)? },
        ["guns", target] => Action::FireGuns { target: unit(target)? },
        ["bazooka", target] => Action::FireBazooka { target: unit(target)? },
        ["assault", target] => Action::Assault { target: unit(target)?, capture: false },
        ["capture", target] => Action::Assault { target: unit(target)?, capture: true },
        ["charge", target] => Action::Charge { target: unit(target)? },
        ["prepare", facing] => Action::Prepare { facing: direction(facing)? },
        ["give", to] => Action::GiveTurn { unit: unit(to)? },
        ["aware", whom] => Action::MakeAware { unit: unit(whom)? },
        ["guard", who, captured] => Action::Guard { unit: unit(who)?, captured: unit(captured)? },
        ["lead", who, prisoner] => Action::Lead { unit: unit(who)?, prisoner: unit(prisoner)?, along: true },
        ["drop", who, prisoner] => Action::Lead { unit: unit(who)?, prisoner: unit(prisoner)?, along: false },
        ["abandon"] => Action::Abandon,
        ["stand-down"] => Action::StandDown,
        ["call-off"] => Action::CallOff,
        ["done"] => Action::Done,
        ["swap", who, from, to, rounds] => {
            let rounds = rounds.parse().map_err(|_| format!("\"{rounds}\" is no number of rounds: 1 or 5"))?;
            let (unit, from, to) = (unit(who)?, shell(from)?, shell(to)?);
            Action::Generate(Step::Swap { unit, from, to, rounds })
        }
        _ => match words::read_debriefing(ask.rules, words)? {
            Some(step) => Action::Debrief(step),
            None => Action::Generate(read_step(ask.rules, words)?),
        },
    })
}

/// A row of the crew costs chart by its name.
pub(crate) fn read_crew_kind(rules: &OpenFire, name: &str) -> Result<u8, String> {
    let kinds: Vec<String> = (0..rules.sheet.platoon.crews.len() as u8).map(|row| crew_kind(rules, row)).collect();
    let found = kinds.iter().position(|known| known == name).map(|place| place as u8);
    found.ok_or_else(|| format!("there is no crew \"{name}\": there are {}", kinds.join(", ")))
}

/// A row of the vehicle costs chart by its card.
pub(crate) fn read_for_sale(rules: &OpenFire, card: &str) -> Result<u8, String> {
    let cards = || rules.sheet.platoon.vehicles.iter().map(|row| row.card.as_str());
    let found = cards().position(|known| known == card).map(|place| place as u8);
    found
        .ok_or_else(|| format!("there is no \"{card}\" for sale: there are {}", cards().collect::<Vec<_>>().join(", ")))
}

fn read_step(rules: &OpenFire, words: &[&str]) -> Result<Step, String> {
    let crew = read_letter;
    let kind = |name: &str| read_crew_kind(rules, name);
    let vehicle = |card: &str| read_for_sale(rules, card);
    Ok(match *words {
        ["generate", "sample"] => Step::TakeSample,
        ["generate", "quality"] => Step::ThrowQuality,
        ["generate", "ratings"] => Step::ThrowRatings,
        ["buy", "crew", name] => Step::BuyCrew(kind(name)?),
        ["return", "crew", name] => Step::ReturnCrew(kind(name)?),
        ["buy", "vehicle", who, card] => Step::BuyVehicle { crew: crew(who)?, vehicle: vehicle(card)? },
        ["return", "vehicle", who] => Step::ReturnVehicle { crew: crew(who)? },
        ["buy", "rounds", who] => Step::BuyRounds { crew: crew(who)? },
        ["return", "rounds", who] => Step::ReturnRounds { crew: crew(who)? },
        ["ready"] => Step::Ready,
        _ => return Err(unknown_verb(words)),
    })
}

fn section_id(rules: &OpenFire, seat: Seat) -> &str {
    rules.seats.get(seat.index()).map_or("", |info| &info.id)
}

fn read_section(rules: &OpenFire, id: &str) -> Result<Seat, String> {
    let found = rules.seats.iter().find(|info| info.id == id).map(|info| info.seat);
    found.ok_or_else(|| {
        let ids: Vec<&str> = rules.seats.iter().map(|info| info.id.as_str()).collect();
        format!("there is no section \"{id}\": there are {}", ids.join(", "))
    })
}

/// A unit by its id.
pub(crate) fn read_unit(ask: Ask<'_>, id: &str) -> Result<UnitId, String> {
    let ids = || ask.state.all_units().map(|(unit, _)| ask.state.id_of(unit));
    let found = ids().position(|known| known == id).map(|place| UnitId(place as u8));
    found.ok_or_else(|| {
        let ids: Vec<String> = ids().collect();
        let near = nearest(id, ids.iter().map(String::as_str));
        let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
        format!("there is no unit \"{id}\"{hint}")
    })
}

/// A crew by its letter.
pub(crate) fn read_letter(letter: &str) -> Result<u8, String> {
    let place = LETTERS.iter().position(|known| known.to_lowercase() == letter);
    place.map(|place| place as u8).ok_or_else(|| format!("\"{letter}\" is no crew: they are a to h"))
}

fn direction(name: &str) -> Result<Direction, String> {
    let found = Direction::ALL.into_iter().find(|way| way.to_string().to_lowercase() == name);
    found.ok_or_else(|| format!("\"{name}\" is no direction: there are n, ne, se, s, sw and nw"))
}

fn shell_name(shell: Shell) -> &'static str {
    match shell {
        Shell::Ap => "ap",
        Shell::Gp => "gp",
        Shell::Smoke => "smoke",
    }
}

fn shell(name: &str) -> Result<Shell, String> {
    let found = SHELLS.into_iter().find(|shell| shell_name(*shell) == name);
    found.ok_or_else(|| format!("\"{name}\" is no kind of shell: there are ap, gp and smoke"))
}

fn clockwise(hand: &str) -> Result<bool, String> {
    let found = LEFT_RIGHT.iter().position(|known| *known == hand).map(|place| place == 1);
    found.ok_or_else(|| format!("\"{hand}\" is no way to turn: say left or right"))
}

fn answer(number: &str) -> Result<u8, String> {
    let place = number.parse::<u16>().ok().and_then(|number| u8::try_from(number.checked_sub(1)?).ok());
    place.ok_or_else(|| format!("\"{number}\" is no answer: they are counted from 1"))
}

fn unknown_verb(words: &[&str]) -> String {
    let verb = words.first().copied().unwrap_or_default();
    let form = FORMS.iter().find(|(known, _)| *known == verb).map(|(_, form)| format!("the form is \"{form}\""));
    form.or_else(|| nearest(verb, FORMS.map(|(known, _)| known)).map(|near| format!("did you mean \"{near}\"?")))
        .unwrap_or_else(|| format!("an action starts with one of {}", FORMS.map(|(known, _)| known).join(", ")))
}
