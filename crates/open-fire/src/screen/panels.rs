//! The boxes beside the board: the record sheet, the Action Round Track, German cards, what has been read.

use engine::{Panel, PanelRow, Seat};

use crate::{
    booklet::unit_cards::Allowance,
    state::{
        Acting, State,
        generation::{Generation, LETTERS, Stage},
        laid_out::OpenFire,
        reading::Cause,
        units::{Place, Side, Space, UnitId},
    },
};

impl OpenFire {
    pub(crate) fn panels(&self, state: &State) -> Vec<Panel> {
        let mut panels = Vec::new();
        if let Some(generation) = &state.generation {
            panels.push(self.generation_panel(state, generation));
            panels.push(self.mission_panel());
            return panels;
        }
        panels.extend(self.campaign_panels(state));
        if state.in_rounds() {
            panels.push(self.track_panel(state));
        }
        let of = |side: Side| state.all_units().filter(move |(_, unit)| unit.side == side).map(|(unit, _)| unit);
        panels.extend(of(Side::Us).map(|unit| self.unit_panel(state, unit)));
        panels.extend(
            of(Side::German).filter(|&unit| state.unit(unit).is_active()).map(|unit| self.card_panel(state, unit)),
        );
        panels.push(self.read_panel(state));
        panels.push(self.victory_panel(state));
        panels.push(self.mission_panel());
        panels
    }

    fn mission_panel(&self) -> Panel {
        let mut rows = vec![row("Orders", "", &self.mission.briefing), row("Platoon", "", &self.mission.platoon)];
        let hexes = |hexes: &[crate::booklet::paragraphs::HexNumber]| {
            hexes.iter().map(|number| self.label(number.hex)).collect::<Vec<_>>().join(" ")
        };
        rows.push(row("Comes in at", &hexes(&self.mission.entry), ""));
        rows.push(row("Leaves at", &hexes(&self.mission.exit), ""));
        rows.retain(|row| !(row.value.is_empty() && row.detail.is_empty()));
        Panel { id: "mission".to_owned(), title: self.mission.title.clone(), rows }
    }

    fn generation_panel(&self, state: &State, generation: &Generation) -> Panel {
        let tables = &self.sheet.platoon;
        let mut rows = Vec::new();
        if generation.stage == Stage::Racks {
            let racks = state.units.iter().filter_map(|unit| Some((unit, unit.ammunition?)));
            rows.extend(racks.map(|(unit, racks)| row(&unit.name, &racks.to_string(), "rounds taken along")));
        } else if generation.stage != Stage::Quality {
            rows.push(row("Platoon quality points", &generation.platoon_points.to_string(), "for crews"));
            rows.push(row("Vehicle quality points", &generation.vehicle_points.to_string(), "for vehicles and rounds"));
        }
        let bought = generation.crews.iter().filter(|_| generation.stage != Stage::Racks);
        for (crew, letter) in bought.zip(LETTERS) {
            let mut value = format!("initiative {}, crew {}", self.crew_kind(crew.kind), crew.crew.rating);
            if generation.stage == Stage::Vehicles {
                value += &format!(
                    ", perception {}, weapon skill {:+}, driving skill {}",
                    crew.crew.perception, crew.crew.weapon_skill, crew.crew.driving_skill
                );
            }
            let card = crew.vehicle.and_then(|vehicle| tables.vehicles.get(usize::from(vehicle)));
            let vehicle = card.and_then(|row| self.sheet.card(&row.card));
            let detail = vehicle.map_or(String::new(), |card| format!("{}, {} rounds", card.name, crew.rounds));
            rows.push(row(&format!("Crew {letter}"), &value, &detail));
        }
        Panel { id: "generation".to_owned(), title: "The platoon".to_owned(), rows }
    }

    /// A line of the Platoon Record Sheet.
    fn unit_panel(&self, state: &State, unit: UnitId) -> Panel {
        let stands = state.unit(unit);
        let mut rows = self.rating_rows(state, unit);
        let allowance = stands.condition.allowance();
        if self.card(state, unit).kind.is_vehicle() {
            let mpa =
                allowance.map_or("none: immobilised".to_owned(), |mpa| format!("{} slow, {} fast", mpa.slow, mpa.fast));
            rows.push(row("Movement", &mpa, "movement points"));
        }
        if let Some(rounds) = stands.ammunition {
            rows.push(row("Rounds", &rounds.to_string(), ""));
        }
        if self.options.separate_machineguns && self.card(state, unit).kind.is_tank() {
            rows.push(row("Machineguns", &stands.machineguns.to_string(), "those that work (OF-9.9)"));
        }
        rows.extend(self.combat_point_row(state, unit));
        rows.extend(self.damage_row(state, unit));
        let mut place = row("Place", &self.place_text(state, unit), "");
        place.spent = !stands.is_active();
        rows.push(place);
        self.panel_of(state, unit, "unit", rows)
    }

    /// A German card as it lies on the table.
    fn card_panel(&self, state: &State, unit: UnitId) -> Panel {
        let mut rows = self.rating_rows(state, unit);
        let lost = usize::from(state.unit(unit).condition.mpa_lost);
        if let Some(card) = self.unit_card(state, unit) {
            if let Some(level) = card.self_preservation {
                rows.push(row("Self-preservation", &level.to_string(), "the crew at which it looks after itself"));
            }
            if let Some(allowance) = card.movement.rows.get(lost) {
                rows.push(row("Movement", &allowance_text(allowance), "movement points"));
            }
            rows.push(row("Worth", &card.points.to_string(), "victory points for knocking it out"));
            let letters = state.unit(unit).reaction.map(|letter| letter.to_string());
            if let Some(letter) = letters {
                rows.push(row("Special reaction", &letter, "he acts by this column of his card"));
            }
            for remark in &card.remarks {
                rows.push(row("Remark", "", remark));
            }
        }
        if let Some(hex) = state.unit(unit).retreat {
            rows.push(row("Retreats to", &self.label(hex), ""));
        }
        rows.extend(self.damage_row(state, unit));
        rows.push(row("Place", &self.place_text(state, unit), ""));
        self.panel_of(state, unit, "card", rows)
    }

    fn panel_of(&self, state: &State, unit: UnitId, kind: &str, mut rows: Vec<PanelRow>) -> Panel {
        let stands = state.unit(unit);
        for row in &mut rows {
            row.seat = Some(self.seat_of(stands));
        }
        let card = match self.unit_card(state, unit) {
            Some(card) if stands.side == Side::German => format!("{} ({})", stands.name, card.id),
            _ => stands.name.clone(),
        };
        Panel { id: format!("{kind}-{}", self.id_of(state, unit)), title: card, rows }
    }

    fn rating_rows(&self, state: &State, unit: UnitId) -> Vec<PanelRow> {
        let rated = self.ratings(state, unit);
        let kind = self.card(state, unit).kind;
        let condition = &state.unit(unit).condition;
        let mut rows = Vec::new();
        if !kind.is_squad() {
            let whole = condition.crew + condition.crew_lost;
            rows.push(row("Crew", &format!("{} of {whole}", condition.crew), "crew points a turn"));
        }
        let commander = if rated.commander { " with a commander" } else { "" };
        rows.push(row("Initiative", &format!("{}{commander}", rated.initiative), ""));
        rows.push(row("Perception", &rated.perception.to_string(), ""));
        rows.push(row("Weapon skill", &format!("{:+}", rated.weapon_skill), ""));
        if kind.is_vehicle() {
            rows.push(row("Driving skill", &rated.driving_skill.to_string(), ""));
        }
        rows
    }

    pub(crate) fn damage_row(&self, state: &State, unit: UnitId) -> Option<PanelRow> {
        let (stands, card) = (state.unit(unit), self.card(state, unit));
        let condition = &stands.condition;
        let lost = condition.crew_lost;
        let found = [
            (condition.killed, "killed".to_owned()),
            (stands.captured, "captured".to_owned()),
            (lost > 0, format!("{lost} of the crew lost")),
            (condition.immobilised, "immobilised".to_owned()),
            (condition.mpa_lost > 0 && !condition.immobilised, format!("movement reduced by {}", condition.mpa_lost)),
            (card.main_gun && !condition.main_gun, "main gun out".to_owned()),
            (card.machinegun && !condition.machinegun, "machinegun out".to_owned()),
            (condition.suppressed, "suppressed".to_owned()),
        ];
        let damage: Vec<String> = found.into_iter().filter(|(holds, _)| *holds).map(|(_, text)| text).collect();
        (!damage.is_empty()).then(|| row("Damage", &damage.join(", "), ""))
    }

    pub(crate) fn place_text(&self, state: &State, unit: UnitId) -> String {
        let at = |place: Option<hexmap::Hex>| place.map(|hex| self.label(hex)).unwrap_or_default();
        match state.unit(unit).place {
            Place::OffMap => "waits to come in".to_owned(),
            Place::At(hex) => self.label(hex),
            Place::Aboard(carrier) => format!("aboard {}", state.unit(carrier).name),
            Place::Towed(carrier) => format!("towed by {}", state.unit(carrier).name),
            Place::Exited => format!("left the map at {}", at(state.unit(unit).exited_at)),
            Place::Removed => "off the map".to_owned(),
        }
    }

    fn track_panel(&self, state: &State) -> Panel {
        let space = |label: &str, value: Vec<String>, detail: &str, side: Option<Side>| PanelRow {
            seat: side.map(|side| self.colours_of(side)),
            spent: value.is_empty(),
            ..row(label, &if value.is_empty() { "–".to_owned() } else { value.join(" ") }, detail)
        };
        let lying = |wanted: Space| {
            let there = state.all_units().filter(|(_, unit)| unit.space == wanted && unit.is_active());
            there.map(|(_, unit)| unit.letter.clone()).collect::<Vec<_>>()
        };
        let mut rows: Vec<PanelRow> = Acting::ALL
            .into_iter()
            .map(|acting| {
                let side = acting.side(state.advantage);
                let whose = if side == Side::Us { "US" } else { "German" };
                let turns = if acting.turns() == 2 { "2 turns" } else { "1 turn" };
                space(&format!("{turns}, {whose}"), self.letters_in(state, acting), "", Some(side))
            })
            .collect();
        rows.push(space("Complete", lying(Space::Complete), "done for this round", None));
        rows.push(space("Panic", lying(Space::Panic), "do nothing this round", None));
        rows.push(space("Unaware", lying(Space::Unaware), "have not noticed the fight", None));
        Panel { id: "track".to_owned(), title: "Action Round Track".to_owned(), rows }
    }

    /// The paragraphs that have been read, the last one first; sightings.
    fn read_panel(&self, state: &State) -> Panel {
        let mut rows = Vec::new();
        let sightings: Vec<String> =
            (0..128).filter(|&number| state.sighted(number)).map(|number| format!("s{number}")).collect();
        if !sightings.is_empty() {
            rows.push(row("Sightings", &sightings.join(" "), "what the platoon knows (OF-5.6)"));
        }
        let mut shown: Vec<u16> = Vec::new();
        for &number in state.read.iter().rev() {
            if shown.contains(&number) {
                continue;
            }
            shown.push(number);
            let text = self.page_text(state, number);
            rows.push(row(&format!("{number:03}"), "", &text));
        }
        Panel { id: "paragraphs".to_owned(), title: "Paragraphs read".to_owned(), rows }
    }

    fn victory_panel(&self, state: &State) -> Panel {
        let mut rows = self.victory_rows(state);
        rows.push(row("Needed", &self.mission.victory.to_string(), ""));
        Panel { id: "victory".to_owned(), title: "Victory points".to_owned(), rows }
    }

    pub(crate) fn victory_rows(&self, state: &State) -> Vec<PanelRow> {
        let mut rows = vec![row("Gained", &state.gained.to_string(), "")];
        if state.lost > 0 {
            rows.push(row("Lost", &format!("-{}", state.lost), ""));
        }
        let losses = self.losses(state);
        if losses > 0 {
            rows.push(row("Own losses", &format!("-{losses}"), "for units killed and disabled"));
        }
        let awarded = |(points, units): &(i16, crate::booklet::paragraphs::Units)| {
            points * self.matching(state, units, &Cause::default()).len() as i16
        };
        let awards: i16 = self.mission.awards.iter().map(awarded).sum();
        if awards != 0 {
            rows.push(row("Awards", &awards.to_string(), "for how things stand"));
        }
        rows.push(row("Balance", &self.balance(state).to_string(), "OF-15"));
        if !self.is_shared() {
            for row in &mut rows {
                row.seat = Some(Seat(0));
            }
        }
        for info in self.seats.iter().filter(|_| self.is_shared()) {
            let points = self.section_points(state, info.seat).to_string();
            let detail = "its own markers, kills, captures, awards and losses (OF-1.1)";
            rows.push(PanelRow { seat: Some(info.seat), ..row(&info.name, &points, detail) });
        }
        rows
    }
}

/// "1-2 slow, 3 fast", as on the card.
fn allowance_text(allowance: &Allowance) -> String {
    let span = |(from, to): (u8, u8)| if from == to { from.to_string() } else { format!("{from}-{to}") };
    let slow = allowance.slow.map(|slow| format!("{} slow", span(slow)));
    let fast = allowance.fast.map(|fast| format!("{} fast", span(fast)));
    let parts: Vec<String> = slow.into_iter().chain(fast).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

fn row(label: &str, value: &str, detail: &str) -> PanelRow {
    PanelRow {
        label: label.to_owned(),
        value: value.to_owned(),
        detail: detail.to_owned(),
        seat: None,
        spent: false,
        private: false,
    }
}
