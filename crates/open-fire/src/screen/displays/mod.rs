//! What lies beside the map, as things to draw: the Action Round Track, the Platoon Record Sheet, German cards, pages,
//! the muster, the platoon's book.

pub(crate) mod acting;
pub(crate) mod book;
pub(crate) mod german_cards;
pub(crate) mod muster;
pub(crate) mod pages;
pub(crate) mod record_sheet;
pub(crate) mod track;

use engine::{Display, Fact, StripBox, TableHead};

use crate::state::{Frame, laid_out::Ask, units::UnitId};

/// Everything beside the map.
pub(crate) fn displays(ask: Ask<'_>) -> Vec<Display> {
    if let Some(generation) = &ask.state.generation {
        return vec![Display::Muster(Box::new(muster::muster(ask, generation)))];
    }
    let mut displays = Vec::new();
    if ask.state.in_rounds() {
        displays.push(Display::Track(track::track(ask)));
    }
    displays.push(Display::RecordSheet(record_sheet::record_sheet(ask)));
    displays.push(Display::Cards(german_cards::german_cards(ask)));
    displays.push(Display::Pages(pages::pages(ask)));
    displays.extend(ask.state.campaign.as_deref().map(|campaign| Display::Book(book::book(ask, campaign))));
    displays
}

/// Who acts now: the unit whose turn is on, or the German whose card is about to be turned.
pub(crate) fn acting_unit(ask: Ask<'_>) -> Option<UnitId> {
    ask.state.frames.iter().find_map(|frame| match frame {
        Frame::Turn(turn) => Some(turn.unit),
        Frame::German(unit) => Some(*unit),
        _ => None,
    })
}

pub(crate) fn fact(label: &str, value: impl Into<String>, detail: &str) -> Fact {
    Fact { label: label.to_owned(), value: value.into(), detail: detail.to_owned() }
}

fn head(label: &str, detail: &str) -> TableHead {
    TableHead { label: label.to_owned(), detail: detail.to_owned(), now: false }
}

fn strip_box(number: u8) -> StripBox {
    StripBox { label: number.to_string(), note: String::new(), crossed: false }
}

/// A weapon skill as it is printed: 0, +1, -2.
fn skill(value: i8) -> String {
    if value == 0 { "0".to_owned() } else { format!("{value:+}") }
}
