//! The boxes beside the board: the cup, victory, hands, reinforcements.

use engine::{Panel, PanelRow, Seat, Viewer};

use crate::{
    state::{Chit, EventChit, Frame, Place, State},
    unit_set::UnitSet,
    world::Divisions,
};

impl Divisions {
    pub(crate) fn panels(&self, state: &State, viewer: Viewer) -> Vec<Panel> {
        let mut panels = vec![self.cup_panel(state), self.victory_panel(state)];
        if self.pools.iter().any(|pool| !pool.chits.is_empty()) {
            panels.push(self.hands_panel(state, viewer));
        }
        let coming = self.reserve_panel(state);
        if !coming.rows.is_empty() {
            panels.push(coming);
        }
        panels
    }

    fn cup_panel(&self, state: &State) -> Panel {
        let active = self.activation(state).map(|activation| activation.formation);
        let fresh = matches!(state.frames.top(), Frame::Cup { fresh: true });
        let in_cup = |index: u8| state.cup.contains(&Chit::Formation(index));
        let left = |units: UnitSet| units.iter().any(|unit| state.units[unit.index()].place != Place::Gone);
        let mut rows: Vec<PanelRow> = (0u8..)
            .zip(&self.formations)
            .filter(|&(index, formation)| left(formation.units) || in_cup(index))
            .map(|(index, formation)| {
                let value = match () {
                    () if active == Some(index) => "acts now",
                    () if in_cup(index) => "in the cup",
                    () if !self.can_act(state, formation.units) => "still to come",
                    () if fresh => "in the cup",
                    () => "has acted",
                };
                row(&formation.name, value, "", Some(formation.seat), value == "has acted", false)
            })
            .collect();
        let events = state.cup.iter().filter(|chit| matches!(chit, Chit::Event(_))).count();
        if events > 0 {
            rows.push(row("Event chits", &events.to_string(), "still in the cup", None, false, false));
        }
        Panel { id: "cup".to_owned(), title: "The cup".to_owned(), rows }
    }

    fn victory_panel(&self, state: &State) -> Panel {
        let mut rows: Vec<PanelRow> = self
            .objectives
            .iter()
            .zip(&state.holders)
            .map(|(objective, holder)| {
                let who = holder.map_or("nobody", |seat| self.seats[seat.index()].name.as_str());
                row(
                    &format!("{} ({})", objective.name, self.label(objective.hex)),
                    &format!("{} VP: {who}", objective.points),
                    "",
                    *holder,
                    false,
                    false,
                )
            })
            .collect();
        rows.extend(self.tally_rows(state));
        let need = format!("{} to win, {} for a decisive victory", self.victory.margin, self.victory.decisive);
        rows.push(row("Lead in points", &need, "", None, false, false));
        Panel { id: "victory".to_owned(), title: "Victory".to_owned(), rows }
    }

    pub(crate) fn tally_rows(&self, state: &State) -> Vec<PanelRow> {
        let side = |seat: &engine::SeatInfo| {
            let index = seat.seat.index();
            [
                row(
                    &format!("{}: steps lost", seat.name),
                    &state.steps_lost[index].to_string(),
                    "FD-7",
                    Some(seat.seat),
                    false,
                    false,
                ),
                row(
                    &format!("{}: victory points", seat.name),
                    &self.points(state, seat.seat).to_string(),
                    "FD-18",
                    Some(seat.seat),
                    false,
                    false,
                ),
            ]
        };
        self.seats.iter().flat_map(side).collect()
    }

    fn hands_panel(&self, state: &State, viewer: Viewer) -> Panel {
        let mut rows = Vec::new();
        for seat in &self.seats {
            let hand = &state.hands[seat.seat.index()];
            if viewer.knows(seat.seat) {
                for chit in hand {
                    if let EventChit::Kind(kind) = chit {
                        let event = self.event(*kind);
                        rows.push(row(&event.name, &seat.name, &event.text, Some(seat.seat), false, true));
                    }
                }
            }
            rows.push(row(
                &format!("{}: chits in hand", seat.name),
                &hand.len().to_string(),
                "",
                Some(seat.seat),
                hand.is_empty(),
                false,
            ));
            rows.extend(self.pool_row(state, seat));
        }
        Panel { id: "hands".to_owned(), title: "Event chits".to_owned(), rows }
    }

    /// The chits of a side that nobody has seen played: as much as the enemy can know of its hand.
    fn pool_row(&self, state: &State, side: &engine::SeatInfo) -> Option<PanelRow> {
        let left = self.unplayed(state, side.seat);
        let known = |&(kind, _): &(u8, &crate::catalogue::Event)| left.contains(&kind);
        let count = |(kind, event): (u8, &crate::catalogue::Event)| {
            let many = left.iter().filter(|&&chit| chit == kind).count();
            format!("{} {many}", event.name.to_lowercase())
        };
        let kinds: Vec<String> = (0u8..).zip(&self.catalogue.events).filter(known).map(count).collect();
        let detail = format!("In hand or still to be drawn: {}", kinds.join(", "));
        let label = format!("{}: chits not played", side.name);
        let any = !self.pools[side.seat.index()].chits.is_empty();
        any.then(|| row(&label, &left.len().to_string(), &detail, Some(side.seat), left.is_empty(), false))
    }

    fn reserve_panel(&self, state: &State) -> Panel {
        let waiting = self.units.iter().zip(&state.units).filter(|(_, unit)| unit.place == Place::Reserve);
        let rows = waiting.map(|(info, _)| {
            let entry = info.entry.iter().map(|&hex| self.label(hex)).collect::<Vec<_>>().join(" ");
            row(
                &info.name,
                &format!("turn {}", info.arrives),
                &format!("comes in at {entry}"),
                Some(info.seat),
                false,
                false,
            )
        });
        Panel { id: "reserve".to_owned(), title: "Still to come".to_owned(), rows: rows.collect() }
    }
}

fn row(label: &str, value: &str, detail: &str, seat: Option<Seat>, spent: bool, private: bool) -> PanelRow {
    PanelRow { label: label.to_owned(), value: value.to_owned(), detail: detail.to_owned(), seat, spent, private }
}
