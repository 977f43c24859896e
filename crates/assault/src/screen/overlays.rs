//! The shadings of the map: what a side's known units can fire at, and what nobody of it sees.

use engine::{Overlay, OverlayHex, Seat, Viewer};
use hexmap::Hex;

use crate::{
    play::{s04_units::card, s09_terrain},
    state::{Ask, Unit},
    tables::Kind,
};

/// Every shading; what concerns the viewer most comes first.
pub(crate) fn overlays(ask: Ask<'_>, viewer: Viewer) -> Vec<Overlay> {
    let own = match viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator | Viewer::Referee => Seat(0),
    };
    let name = |seat: Seat| ask.rules.side_name(seat);
    vec![
        under_fire(ask, own.other(), "enemy-fire", format!("Under fire from {}", name(own.other()))),
        under_fire(ask, own, "own-fire", format!("Under fire from {}", name(own))),
        unseen(ask, own.other(), "unseen", format!("Seen by nobody of {}", name(own.other()))),
        unseen(ask, own, "enemy-unseen", format!("Seen by nobody of {}", name(own))),
    ]
}

/// Whether a unit could fire at men in a hex.
fn reaches(ask: Ask<'_>, unit: Unit, hex: Hex) -> bool {
    let (Some(from), card) = (ask.state.hex(unit), card(ask, unit)) else { return false };
    let hexes = ask.rules.grid().distance(from, hex);
    (u16::from(card.minimum.max(1))..=u16::from(card.range.long)).contains(&hexes)
        && s09_terrain::sees(ask, unit, hex, Kind::Infantry)
}

/// The hexes a side can fire into, with the number of its units that can.
fn under_fire(ask: Ask<'_>, by: Seat, id: &str, title: String) -> Overlay {
    let shade = |hex: Hex| {
        let count = ask.state.side(by).filter(|&unit| reaches(ask, unit, hex)).count().min(99) as u8;
        (count > 0).then(|| OverlayHex { hex: ask.rules.label(hex), level: count.min(5), label: count.to_string() })
    };
    Overlay { id: id.to_owned(), title, hexes: ask.rules.grid().hexes().filter_map(shade).collect() }
}

/// The hexes that no unit of a side can see.
fn unseen(ask: Ask<'_>, by: Seat, id: &str, title: String) -> Overlay {
    let seen = |hex: Hex| ask.state.side(by).any(|unit| s09_terrain::sees(ask, unit, hex, Kind::Infantry));
    let hidden = ask.rules.grid().hexes().filter(|&hex| !seen(hex));
    let shade = |hex: Hex| OverlayHex { hex: ask.rules.label(hex), level: 2, label: String::new() };
    Overlay { id: id.to_owned(), title, hexes: hidden.map(shade).collect() }
}
