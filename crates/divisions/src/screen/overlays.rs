//! The shadings of the map: fire, command, sight. All counters lie open, so both sides may see the same.

use engine::{Overlay, OverlayHex, Seat, Viewer};
use hexmap::Hex;

use crate::{map::sight, play::s04_opportunity_fire::covering, state::Ask};

/// Every shading; what concerns the viewer most comes first.
pub(crate) fn overlays(ask: Ask<'_>, viewer: Viewer) -> Vec<Overlay> {
    let own = match viewer {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator | Viewer::Referee => Seat(0),
    };
    let enemy = own.other();
    let name = |seat: Seat| ask.rules.side_name(seat);
    let fire = |seat, id: &str| under_fire(ask, seat, id, format!("Under fire from {}", name(seat)));
    let command = |seat, id: &str| in_command(ask, seat, id, format!("In command of {}", name(seat)));
    let unseen = |seat, id: &str| unseen(ask, seat, id, format!("Seen by nobody of {}", name(seat)));
    vec![
        fire(enemy, "enemy-fire"),
        fire(own, "own-fire"),
        command(own, "command"),
        command(enemy, "enemy-command"),
        unseen(enemy, "unseen"),
        unseen(own, "enemy-unseen"),
    ]
}

/// The hexes a side can fire into, with the number of its companies that can.
fn under_fire(ask: Ask<'_>, by: Seat, id: &str, title: String) -> Overlay {
    let shade = |hex: Hex| {
        let count = covering(ask, by.other(), hex).count() as u8;
        (count > 0).then(|| OverlayHex { hex: ask.rules.label(hex), level: count.min(5), label: count.to_string() })
    };
    Overlay { id: id.to_owned(), title, hexes: ask.rules.grid().hexes().filter_map(shade).collect() }
}

/// The hexes that no company of a side can see.
fn unseen(ask: Ask<'_>, by: Seat, id: &str, title: String) -> Overlay {
    let mut posts: Vec<Hex> = ask.rules.side(by).iter().filter_map(|unit| ask.state.hex(unit)).collect();
    posts.dedup();
    let seen = |hex: Hex| posts.iter().any(|&post| sight::clear(&ask.rules.map, &ask.rules.catalogue, post, hex));
    let shade = |hex: Hex| OverlayHex { hex: ask.rules.label(hex), level: 2, label: String::new() };
    let hidden = ask.rules.grid().hexes().filter(|&hex| !seen(hex));
    Overlay { id: id.to_owned(), title, hexes: hidden.map(shade).collect() }
}

/// The hexes within reach of a headquarters of a side.
fn in_command(ask: Ask<'_>, seat: Seat, id: &str, title: String) -> Overlay {
    let grid = ask.rules.grid();
    let headquarters =
        ask.rules.formations.iter().filter(|formation| formation.seat == seat).filter_map(|info| info.headquarters);
    let posts: Vec<(Hex, u16)> =
        headquarters.filter_map(|unit| Some((ask.state.hex(unit)?, ask.rules.unit(unit).command))).collect();
    let commanded = |hex: &Hex| posts.iter().any(|&(post, radius)| grid.distance(post, *hex) <= radius);
    let shade = |hex: Hex| OverlayHex { hex: ask.rules.label(hex), level: 1, label: String::new() };
    Overlay { id: id.to_owned(), title, hexes: grid.hexes().filter(commanded).map(shade).collect() }
}
