//! Actions as short lines of text: what files, rule cases and scripts hold.
//!
//! ```text
//! draw                    place squad-1 0412        place-rest           plan squad-1        unplan squad-1
//! request us-105 at 0807  request us-a36            bombard us-105 smoke strike us-a36 at pak-1 [blast]
//! activate squad-1        move squad-1 0412         turn tank-1 NE       fast squad-1        fire-first tank-1
//! fire squad-1 at mg-1    join mg-2                 assault squad-1 at mg-1
//! hit squad-1             hide squad-1            ambush squad-1            dig-in squad-1       smoke mortar-1 0807 blast engineers-1 0807
//! clear engineers-1       mount squad-1 on halftrack-1                      dismount squad-1
//! play at-the-double [for squad-1]                  done
//! ```

use engine::{NotationError, Seat, nearest, suggestion};
use hexmap::{Corner, Hex};

use super::action::Action;
use crate::{
    state::{Ask, Assault, State, Support},
    tables::support::artillery::FireMode,
};

/// Corners as they are written.
pub(crate) const CORNERS: [(&str, Corner); 6] = [
    ("NE", Corner::NE),
    ("E", Corner::E),
    ("SE", Corner::SE),
    ("SW", Corner::SW),
    ("W", Corner::W),
    ("NW", Corner::NW),
];

/// How a corner is written.
pub(crate) fn corner_word(corner: Corner) -> &'static str {
    CORNERS[corner.index()].0
}

/// Every way a line can begin, with its form.
const FORMS: [(&str, &str); 27] = [
    ("draw", "draw"),
    ("place", "place UNIT HEX"),
    ("place-rest", "place-rest"),
    ("plan", "plan UNIT"),
    ("unplan", "unplan UNIT"),
    ("request", "request SUPPORT [at HEX]"),
    ("bombard", "bombard SUPPORT smoke|suppressive|effect"),
    ("strike", "strike SUPPORT at UNIT [blast]"),
    ("activate", "activate UNIT"),
    ("move", "move UNIT HEX"),
    ("turn", "turn UNIT CORNER"),
    ("fast", "fast UNIT"),
    ("fire-first", "fire-first UNIT"),
    ("fire", "fire UNIT at UNIT"),
    ("join", "join UNIT"),
    ("assault", "assault UNIT at UNIT"),
    ("hide", "hide UNIT"),
    ("ambush", "ambush UNIT"),
    ("dig-in", "dig-in UNIT"),
    ("clear", "clear UNIT"),
    ("mount", "mount UNIT on UNIT"),
    ("dismount", "dismount UNIT"),
    ("smoke", "smoke UNIT HEX"),
    ("blast", "blast UNIT HEX"),
    ("hit", "hit UNIT"),
    ("play", "play CARD [for UNIT]"),
    ("done", "done"),
];

/// An action as a line of text.
pub(crate) fn write(ask: Ask<'_>, action: &Action) -> String {
    let Ask { rules, state } = ask;
    let unit = |unit| rules.unit_id(state, unit);
    let hex = |hex: Hex| rules.label(hex);
    let support = |place: u8| support_id(rules, state, super::asked(ask), place);
    match *action {
        Action::Draw => "draw".to_owned(),
        Action::Place { unit: who, to } => format!("place {} {}", unit(who), hex(to)),
        Action::PlaceRest => "place-rest".to_owned(),
        Action::Plan { unit: who } => format!("plan {}", unit(who)),
        Action::Unplan { unit: who } => format!("unplan {}", unit(who)),
        Action::Request { support: which, at: Some(at) } => format!("request {} at {}", support(which), hex(at)),
        Action::Request { support: which, at: None } => format!("request {}", support(which)),
        Action::Activate { unit: who } => format!("activate {}", unit(who)),
        Action::Bombard { support: which, mode } => format!("bombard {} {}", support(which), mode.word()),
        Action::AirStrike { support: which, target, blast } => {
            format!("strike {} at {}{}", support(which), unit(target), if blast { " blast" } else { "" })
        }
        Action::Move { unit: who, to } => format!("move {} {}", unit(who), hex(to)),
        Action::Turn { unit: who, to } => format!("turn {} {}", unit(who), corner_word(to)),
        Action::Fast { unit: who } => format!("fast {}", unit(who)),
        Action::FireFirst { unit: who } => format!("fire-first {}", unit(who)),
        Action::Fire { attacker, target } => format!("fire {} at {}", unit(attacker), unit(target)),
        Action::Join { unit: who } => format!("join {}", unit(who)),
        Action::Assault { unit: who, target } => format!("assault {} at {}", unit(who), unit(target)),
        Action::Hide { unit: who } => format!("hide {}", unit(who)),
        Action::Ambush { unit: who } => format!("ambush {}", unit(who)),
        Action::DigIn { unit: who } => format!("dig-in {}", unit(who)),
        Action::Clear { unit: who } => format!("clear {}", unit(who)),
        Action::Mount { unit: who, vehicle } => format!("mount {} on {}", unit(who), unit(vehicle)),
        Action::Dismount { unit: who } => format!("dismount {}", unit(who)),
        Action::Smoke { unit: who, at } => format!("smoke {} {}", unit(who), hex(at)),
        Action::Blast { unit: who, at } => format!("blast {} {}", unit(who), hex(at)),
        Action::Play { card, unit: None } => format!("play {}", rules.command_card(card).id),
        Action::Play { card, unit: Some(who) } => format!("play {} for {}", rules.command_card(card).id, unit(who)),
        Action::Hit { unit: who } => format!("hit {}", unit(who)),
        Action::Done => "done".to_owned(),
    }
}

/// What a side's support is called, by its place in its list.
pub(crate) fn support_id(rules: &Assault, _: &State, seat: Option<Seat>, place: u8) -> String {
    let support = seat.and_then(|seat| rules.side(seat).support.get(usize::from(place)));
    support.map(|support| rules.support_id(*support).to_owned()).unwrap_or_default()
}

/// Reads what [`write`] wrote.
pub(crate) fn read(ask: Ask<'_>, text: &str) -> Result<Action, NotationError> {
    read_words(ask, text).map_err(|problem| NotationError { text: text.to_owned(), problem })
}

fn read_words(ask: Ask<'_>, text: &str) -> Result<Action, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (verb, rest) = words.split_first().map_or(("", &words[..]), |(word, rest)| (*word, rest));
    let Some((_, form)) = FORMS.into_iter().find(|(word, _)| *word == verb) else { return Err(unknown(verb)) };
    let wrong = || format!("the form is \"{form}\"");
    let unit = |id: &str| ask.rules.named(ask.state, id);
    let hex = |label: &str| ask.rules.grid().parse(label).map_err(|error| error.to_string());
    let action = match (verb, rest) {
        ("draw", []) => Action::Draw,
        ("place-rest", []) => Action::PlaceRest,
        ("done", []) => Action::Done,
        ("place", [who, to]) => Action::Place { unit: unit(who)?, to: hex(to)? },
        ("plan", [who]) => Action::Plan { unit: unit(who)? },
        ("unplan", [who]) => Action::Unplan { unit: unit(who)? },
        ("request", [which]) => Action::Request { support: read_support(ask, which)?, at: None },
        ("request", [which, "at", at]) => Action::Request { support: read_support(ask, which)?, at: Some(hex(at)?) },
        ("bombard", [which, mode]) => Action::Bombard { support: read_support(ask, which)?, mode: read_mode(mode)? },
        ("strike", [which, "at", target]) => {
            Action::AirStrike { support: read_support(ask, which)?, target: unit(target)?, blast: false }
        }
        ("strike", [which, "at", target, "blast"]) => {
            Action::AirStrike { support: read_support(ask, which)?, target: unit(target)?, blast: true }
        }
        ("activate", [who]) => Action::Activate { unit: unit(who)? },
        ("move", [who, to]) => Action::Move { unit: unit(who)?, to: hex(to)? },
        ("turn", [who, to]) => Action::Turn { unit: unit(who)?, to: read_corner(to)? },
        ("fast", [who]) => Action::Fast { unit: unit(who)? },
        ("fire-first", [who]) => Action::FireFirst { unit: unit(who)? },
        ("fire", [who, "at", target]) => Action::Fire { attacker: unit(who)?, target: unit(target)? },
        ("join", [who]) => Action::Join { unit: unit(who)? },
        ("assault", [who, "at", target]) => Action::Assault { unit: unit(who)?, target: unit(target)? },
        ("hide", [who]) => Action::Hide { unit: unit(who)? },
        ("ambush", [who]) => Action::Ambush { unit: unit(who)? },
        ("dig-in", [who]) => Action::DigIn { unit: unit(who)? },
        ("clear", [who]) => Action::Clear { unit: unit(who)? },
        ("mount", [who, "on", vehicle]) => Action::Mount { unit: unit(who)?, vehicle: unit(vehicle)? },
        ("dismount", [who]) => Action::Dismount { unit: unit(who)? },
        ("smoke", [who, at]) => Action::Smoke { unit: unit(who)?, at: hex(at)? },
        ("blast", [who, at]) => Action::Blast { unit: unit(who)?, at: hex(at)? },
        ("hit", [who]) => Action::Hit { unit: unit(who)? },
        ("play", [card]) => Action::Play { card: read_card(ask, card)?, unit: None },
        ("play", [card, "for", who]) => Action::Play { card: read_card(ask, card)?, unit: Some(unit(who)?) },
        _ => return Err(wrong()),
    };
    Ok(action)
}

fn unknown(verb: &str) -> String {
    let known = FORMS.map(|(word, _)| word);
    match nearest(verb, known) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("an action starts with one of {}", known.join(", ")),
    }
}

fn read_corner(word: &str) -> Result<Corner, String> {
    let found = CORNERS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
    found.map(|(_, corner)| corner).ok_or_else(|| format!("\"{word}\" is no corner: write NE, E, SE, SW, W or NW"))
}

fn read_mode(word: &str) -> Result<FireMode, String> {
    let found = FireMode::ALL.into_iter().find(|mode| mode.word() == word);
    found.ok_or_else(|| format!("\"{word}\" is no way to fire: write smoke, suppressive or effect"))
}

fn read_card(ask: Ask<'_>, id: &str) -> Result<u8, String> {
    let cards = &ask.rules.catalogue.command_cards.cards;
    let found = (0u8..).zip(cards).find(|(_, card)| card.id == id);
    found.map(|(kind, _)| kind).ok_or_else(|| {
        let near = nearest(id, cards.iter().map(|card| card.id.as_str()));
        format!("there is no command card \"{id}\"{}", suggestion(near.as_deref()))
    })
}

fn read_support(ask: Ask<'_>, id: &str) -> Result<u8, String> {
    let seat = super::asked(ask).ok_or_else(|| "nobody is asked".to_owned())?;
    let all = &ask.rules.side(seat).support;
    let found = (0u8..).zip(all).find(|(_, support)| ask.rules.support_id(**support) == id);
    found.map(|(place, _)| place).ok_or_else(|| {
        let near = nearest(id, all.iter().map(|support: &Support| ask.rules.support_id(*support)));
        format!("the side has no support \"{id}\"{}", suggestion(near.as_deref()))
    })
}
