//! The boxes beside the board: the cup, victory, hands, reinforcements.

use engine::{Panel, PanelRow, Seat, SeatInfo, Viewer};

use crate::{
    course::cup::can_act,
    play::{s15_hands::unplayed, s18_victory},
    state::{Ask, Chit, EventChit, Formation, Frame, Place, UnitSet},
    tables::Event,
};

pub(super) fn panels(ask: Ask<'_>, viewer: Viewer) -> Vec<Panel> {
    let mut panels = vec![cup_panel(ask), victory_panel(ask)];
    if ask.rules.pools.iter().any(|pool| !pool.chits.is_empty()) {
        panels.push(hands_panel(ask, viewer));
    }
    let coming = reserve_panel(ask);
    if !coming.rows.is_empty() {
        panels.push(coming);
    }
    panels
}

fn cup_panel(ask: Ask<'_>) -> Panel {
    let Ask { rules, state } = ask;
    let in_cup = |index: u8| state.cup.contains(&Chit::Formation(index));
    let left = |units: UnitSet| units.iter().any(|unit| state.units[unit.index()].place != Place::Gone);
    let formations = (0u8..).zip(&rules.formations);
    let shown = formations.filter(|&(index, formation)| left(formation.units) || in_cup(index));
    let mut rows: Vec<PanelRow> = shown
        .map(|(index, formation)| {
            let value = turn_of(ask, index, formation);
            PanelRow { spent: value == ACTED, ..PanelRow::new(&formation.name, value, "", Some(formation.seat)) }
        })
        .collect();
    let events = state.cup.iter().filter(|chit| matches!(chit, Chit::Event(_))).count();
    if events > 0 {
        rows.push(PanelRow::new("Event chits", events.to_string(), "still in the cup", None));
    }
    Panel { id: "cup".to_owned(), title: "The cup".to_owned(), rows }
}

const ACTED: &str = "has acted";

/// What has become of a formation's chit this turn.
fn turn_of(ask: Ask<'_>, index: u8, formation: &Formation) -> &'static str {
    let fresh = matches!(ask.state.frames.top(), Frame::Cup { fresh: true });
    if ask.state.activation().is_some_and(|activation| activation.formation == index) {
        "acts now"
    } else if ask.state.cup.contains(&Chit::Formation(index)) {
        "in the cup"
    } else if !can_act(ask, formation.units) {
        "still to come"
    } else if fresh {
        "in the cup"
    } else {
        ACTED
    }
}

/// Whether a formation's chit has been drawn and used this turn.
pub(super) fn has_acted(ask: Ask<'_>, index: u8, formation: &Formation) -> bool {
    turn_of(ask, index, formation) == ACTED
}

fn victory_panel(ask: Ask<'_>) -> Panel {
    let Ask { rules, .. } = ask;
    let (place, side) = (|hex| rules.label(hex), |seat| rules.side_name(seat));
    s18_victory::contest(ask).panel(place, side, tally_rows(ask))
}

/// What each side has lost and won.
pub(super) fn tally_rows(ask: Ask<'_>) -> Vec<PanelRow> {
    let side = |SeatInfo { seat, name, .. }: &SeatInfo| {
        let lost = ask.state.steps_lost[seat.index()].to_string();
        let points = s18_victory::points(ask, *seat).to_string();
        [
            PanelRow::new(format!("{name}: steps lost"), lost, "FD-7", Some(*seat)),
            PanelRow::new(format!("{name}: victory points"), points, "FD-18", Some(*seat)),
        ]
    };
    ask.rules.seats.iter().flat_map(side).collect()
}

fn hands_panel(ask: Ask<'_>, viewer: Viewer) -> Panel {
    let mut rows = Vec::new();
    for SeatInfo { seat, name, .. } in &ask.rules.seats {
        let hand = &ask.state.hands[seat.index()];
        if viewer.knows(*seat) {
            for chit in hand {
                if let EventChit::Kind(kind) = chit {
                    let event = ask.rules.event(*kind);
                    rows.push(PanelRow { private: true, ..PanelRow::new(&event.name, name, &event.text, Some(*seat)) });
                }
            }
        }
        let size = PanelRow::new(format!("{name}: chits in hand"), hand.len().to_string(), "", Some(*seat));
        rows.push(PanelRow { spent: hand.is_empty(), ..size });
        rows.extend(pool_row(ask, *seat));
    }
    Panel { id: "hands".to_owned(), title: "Event chits".to_owned(), rows }
}

/// The chits of a side that nobody has seen played: as much as the enemy can know of its hand.
fn pool_row(ask: Ask<'_>, seat: Seat) -> Option<PanelRow> {
    let left = unplayed(ask, seat);
    let known = |&(kind, _): &(u8, &Event)| left.contains(&kind);
    let count = |(kind, event): (u8, &Event)| {
        let many = left.iter().filter(|&&chit| chit == kind).count();
        format!("{} {many}", event.name.to_lowercase())
    };
    let kinds: Vec<String> = (0u8..).zip(&ask.rules.catalogue.events).filter(known).map(count).collect();
    let detail = format!("In hand or still to be drawn: {}", kinds.join(", "));
    let label = format!("{}: chits not played", ask.rules.side_name(seat));
    let any = !ask.rules.pools[seat.index()].chits.is_empty();
    any.then(|| PanelRow { spent: left.is_empty(), ..PanelRow::new(label, left.len().to_string(), detail, Some(seat)) })
}

fn reserve_panel(ask: Ask<'_>) -> Panel {
    let waiting = ask.rules.units.iter().zip(&ask.state.units).filter(|(_, unit)| unit.place == Place::Reserve);
    let rows = waiting.map(|(info, _)| {
        let entry = info.entry.iter().map(|&hex| ask.rules.label(hex)).collect::<Vec<_>>().join(" ");
        PanelRow::new(&info.name, format!("turn {}", info.arrives), format!("comes in at {entry}"), Some(info.seat))
    });
    Panel { id: "reserve".to_owned(), title: "Still to come".to_owned(), rows: rows.collect() }
}
