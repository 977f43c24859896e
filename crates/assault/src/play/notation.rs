//! Actions as short lines of text: what files, rule cases and scripts hold.
//!
//! ```text
//! draw                    place squad-1 0412        place-rest           plan squad-1        unplan squad-1
//! request us-105 at 0807  request us-a36            bombard us-105 smoke strike us-a36 at pak-1 [blast]
//! activate squad-1        move squad-1 0412         turn tank-1 NE       fast squad-1        fire-first tank-1
//! fire squad-1 at mg-1    aim squad-1 at mg-1       join mg-2              assault squad-1 at mg-1  charge squad-1 at mg-1
//! hit squad-1             again                   hide squad-1              ambush squad-1       dig-in squad-1
//! smoke mortar-1 0807     blast engineers-1 0807
//! clear engineers-1       mount squad-1 on halftrack-1                      dismount squad-1
//! play at-the-double [for squad-1]                  order ask|hold|fire 25        cards keep|ask      done
//! ```
//!
//! Each family of actions writes and reads its own; here are the words that several of them use.

use engine::{nearest, suggestion};
use hexmap::{Corner, Hex};

use crate::{
    state::{Ask, Support, Unit},
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

/// What a support of the side that is asked is called, by its place in its list.
pub(super) fn support_id(ask: Ask<'_>, place: u8) -> String {
    let seat = super::asked(ask);
    let support = seat.and_then(|seat| ask.rules.side(seat).support.get(usize::from(place)));
    support.map(|support| ask.rules.support_id(*support).to_owned()).unwrap_or_default()
}

/// A unit by its id.
pub(super) fn read_unit(ask: Ask<'_>, id: &str) -> Result<Unit, String> {
    ask.rules.named(ask.state, id)
}

/// A hex by its number.
pub(super) fn read_hex(ask: Ask<'_>, label: &str) -> Result<Hex, String> {
    ask.rules.grid().parse(label).map_err(|error| error.to_string())
}

/// How a unit is written.
pub(super) fn unit_id(ask: Ask<'_>, unit: Unit) -> String {
    ask.rules.unit_id(ask.state, unit)
}

pub(super) fn read_corner(word: &str) -> Result<Corner, String> {
    let found = CORNERS.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(word));
    found.map(|(_, corner)| corner).ok_or_else(|| format!("\"{word}\" is no corner: write NE, E, SE, SW, W or NW"))
}

pub(super) fn read_mode(word: &str) -> Result<FireMode, String> {
    let found = FireMode::ALL.into_iter().find(|mode| mode.word() == word);
    found.ok_or_else(|| format!("\"{word}\" is no way to fire: write smoke, suppressive or effect"))
}

pub(super) fn read_card(ask: Ask<'_>, id: &str) -> Result<u8, String> {
    let cards = &ask.rules.catalogue.command_cards.cards;
    let found = (0u8..).zip(cards).find(|(_, card)| card.id == id);
    found.map(|(kind, _)| kind).ok_or_else(|| {
        let near = nearest(id, cards.iter().map(|card| card.id.as_str()));
        format!("there is no command card \"{id}\"{}", suggestion(near.as_deref()))
    })
}

pub(super) fn read_support(ask: Ask<'_>, id: &str) -> Result<u8, String> {
    let seat = super::asked(ask).ok_or_else(|| "nobody is asked".to_owned())?;
    let all = &ask.rules.side(seat).support;
    let found = (0u8..).zip(all).find(|(_, support)| ask.rules.support_id(**support) == id);
    found.map(|(place, _)| place).ok_or_else(|| {
        let near = nearest(id, all.iter().map(|support: &Support| ask.rules.support_id(*support)));
        format!("the side has no support \"{id}\"{}", suggestion(near.as_deref()))
    })
}
