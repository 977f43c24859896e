//! What lies beside the map, as things to draw: the Action Round Track, the Platoon Record Sheet, German cards, pages, the muster.

mod acting;
mod german_cards;
mod muster;
mod pages;
mod record_sheet;
mod track;

pub(crate) use german_cards::cell_bit;

use engine::{Display, Fact, StripBox, TableHead};

use crate::state::{Frame, State, laid_out::OpenFire, units::UnitId};

impl OpenFire {
    /// Everything beside the map.
    pub(crate) fn displays(&self, state: &State) -> Vec<Display> {
        if let Some(generation) = &state.generation {
            return vec![Display::Muster(Box::new(self.muster(state, generation)))];
        }
        let mut displays = Vec::new();
        if state.in_rounds() {
            displays.push(Display::Track(self.track(state)));
        }
        displays.push(Display::RecordSheet(self.record_sheet(state)));
        displays.push(Display::Cards(self.german_cards(state)));
        displays.push(Display::Pages(self.pages(state)));
        displays
    }

    /// Who acts now: the unit whose turn is on, or the German whose card is about to be turned.
    pub(crate) fn acting_unit(&self, state: &State) -> Option<UnitId> {
        state.frames.iter().find_map(|frame| match frame {
            Frame::Turn(turn) => Some(turn.unit),
            Frame::German(unit) => Some(*unit),
            _ => None,
        })
    }
}

fn fact(label: &str, value: impl Into<String>, detail: &str) -> Fact {
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
