//! Where a group could go and under whose guns, and the shadings of the map.

use engine::{Outlook, Overlay, OverlayHex, Plan, PlanHex, Seat, Threat, Viewer};
use hexmap::{Hex, Reach};

use crate::{
    action::Action,
    catalogue::Halves,
    direct_fire::Stakes,
    movement::{Start, points},
    rule_ids::OPPORTUNITY_FIRE,
    sight,
    state::{Activation, Frame, Phase, State},
    unit_set::UnitSet,
    world::Divisions,
};

/// The hexes a group can reach, with their costs: for plans and for bots.
pub fn reachable(
    rules: &Divisions,
    state: &State,
    activation: &Activation,
    units: UnitSet,
    spent: Halves,
    reach: &mut Reach,
) {
    let Ok(Start::From(from)) = rules.start_of(state, units) else { return };
    let left = rules.allowance(state, activation, units).saturating_sub(spent);
    reach.explore(rules.grid(), from, left, |from, direction, to| {
        rules.check_room(state, units, to).ok()?;
        rules.entry_cost(state, units, from, direction, to)
    });
}

impl Divisions {
    pub(crate) fn plan_for(&self, state: &State, viewer: Viewer, ids: &[String]) -> Option<Plan> {
        let units: UnitSet = ids.iter().map(|id| self.read_unit(id)).collect::<Result<_, _>>().ok()?;
        let seat = self.unit(units.first()?).seat;
        if !viewer.is(seat) || self.asked(state) != Some(seat) {
            return None;
        }
        let activation = self.activation(state)?;
        let spent = match state.frames.top() {
            Frame::Moving(moving) if moving.units == units => moving.spent,
            Frame::Activation(activation)
                if activation.phase == Phase::Movement && units.within(self.movable(state, activation)) =>
            {
                0
            }
            _ => return None,
        };
        let start = self.start_of(state, units).ok()?;
        let hexes = match start {
            Start::From(_) => self.planned_hexes(state, activation, units, spent),
            Start::OffMap => self.planned_entries(state, activation, units),
        };
        let from = match start {
            Start::From(hex) => self.label(hex),
            Start::OffMap => String::new(),
        };
        Some(Plan { units: ids.to_vec(), from, hexes })
    }

    fn planned_hexes(&self, state: &State, activation: &Activation, units: UnitSet, spent: Halves) -> Vec<PlanHex> {
        let mut reach = Reach::new(self.grid());
        reachable(self, state, activation, units, spent, &mut reach);
        let path_to = |&hex: &Hex| Some((hex, reach.cost(hex)?, reach.path(hex)?));
        let mut found: Vec<(Hex, Halves, Vec<Hex>)> =
            reach.hexes().iter().filter_map(path_to).filter(|(_, _, path)| !path.is_empty()).collect();
        // The one hex that a group may always enter.
        if let Ok(start @ Start::From(from)) = self.start_of(state, units) {
            for (_, to) in self.grid().neighbours(from) {
                let step = self.check_step(state, activation, units, spent, start, to);
                if let Ok(cost) = step
                    && found.iter().all(|(known, ..)| *known != to)
                {
                    found.push((to, cost, vec![to]));
                }
            }
        }
        found.into_iter().map(|(hex, cost, path)| self.plan_hex(state, units, hex, cost, &path)).collect()
    }

    fn planned_entries(&self, state: &State, activation: &Activation, units: UnitSet) -> Vec<PlanHex> {
        let Some(unit) = units.first() else { return Vec::new() };
        let entry = |&to: &Hex| Some((to, self.check_first_step(state, activation, units, to).ok()?));
        let entries = self.unit(unit).entry.iter().filter_map(entry);
        entries.map(|(to, cost)| self.plan_hex(state, units, to, cost, &[to])).collect()
    }

    fn plan_hex(&self, state: &State, units: UnitSet, hex: Hex, cost: Halves, path: &[Hex]) -> PlanHex {
        PlanHex {
            hex: self.label(hex),
            cost: points(cost),
            path: path.iter().map(|&hex| self.label(hex)).collect(),
            actions: path.iter().map(|&to| self.write_action(&Action::Move { units, to })).collect(),
            threats: self.threats(state, units, hex),
            outlook: self.outlook(state, units, path),
        }
    }

    /// How many shots the enemy could fire while a way is gone: one of each company at every hex entered (FD-4).
    fn outlook(&self, state: &State, units: UnitSet, path: &[Hex]) -> Outlook {
        let mover = units.first().map(|unit| self.unit(unit).seat);
        let at = |&hex: &Hex| mover.map_or(0, |mover| self.covering(state, mover, hex).count());
        let text = match path.iter().map(at).sum::<usize>() {
            0 => return Outlook { text: "No opportunity fire can meet you on this way".to_owned(), danger: false },
            1 => "1 possible shot on this way".to_owned(),
            shots => format!("{shots} possible shots on this way"),
        };
        Outlook { text, danger: true }
    }

    /// Who could fire at the group when it enters `hex`, each at the unit it would hurt most.
    fn threats(&self, state: &State, units: UnitSet, hex: Hex) -> Vec<Threat> {
        let Some(first) = units.first() else { return Vec::new() };
        let threat = |(shooter, range): (crate::Unit, u16)| {
            let weakest = units.iter().max_by(|&a, &b| {
                let loss = |unit| self.fire_chances(state, range, unit, hex).1;
                loss(a).total_cmp(&loss(b)).then(b.cmp(&a))
            })?;
            let from = state.hex(shooter)?;
            Some(Threat {
                unit: self.unit(shooter).id.clone(),
                hex: self.label(from),
                rule: OPPORTUNITY_FIRE,
                target: self.unit(weakest).id.clone(),
                odds: self
                    .attack_at(state, shooter, weakest, hex)
                    .forecast(self.catalogue.limits.dice, Stakes { moving: true, ..self.stakes(state, weakest) })
                    .turned(),
            })
        };
        self.covering(state, self.unit(first).seat, hex).filter_map(threat).collect()
    }

    /// The same for both sides, since all counters lie open: what concerns the viewer most comes first.
    pub(crate) fn shadings(&self, state: &State, viewer: Viewer) -> Vec<Overlay> {
        let own = match viewer {
            Viewer::Seat(seat) => seat,
            Viewer::Spectator | Viewer::Referee => Seat(0),
        };
        let enemy = own.other();
        let name = |seat: Seat| &self.seats[seat.index()].name;
        let fire = |seat, id: &str| self.fire_shading(state, seat, id, format!("Under fire from {}", name(seat)));
        let command = |seat, id: &str| self.command_shading(state, seat, id, format!("In command of {}", name(seat)));
        let unseen = |seat, id: &str| self.unseen_shading(state, seat, id, format!("Seen by nobody of {}", name(seat)));
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
    fn fire_shading(&self, state: &State, by: Seat, id: &str, title: String) -> Overlay {
        let shade = |hex: Hex| {
            let count = self.covering(state, by.other(), hex).count() as u8;
            (count > 0).then(|| OverlayHex { hex: self.label(hex), level: count.min(5), label: count.to_string() })
        };
        Overlay { id: id.to_owned(), title, hexes: self.grid().hexes().filter_map(shade).collect() }
    }

    /// The hexes that no company of a side can see.
    fn unseen_shading(&self, state: &State, by: Seat, id: &str, title: String) -> Overlay {
        let mut posts: Vec<Hex> = self.on_map(state, by).map(|(_, hex)| hex).collect();
        posts.dedup();
        let seen = |hex: Hex| posts.iter().any(|&post| sight::clear(&self.map, &self.catalogue, post, hex));
        let shade = |hex: Hex| OverlayHex { hex: self.label(hex), level: 2, label: String::new() };
        let hidden = self.grid().hexes().filter(|&hex| !seen(hex));
        Overlay { id: id.to_owned(), title, hexes: hidden.map(shade).collect() }
    }

    fn command_shading(&self, state: &State, seat: Seat, id: &str, title: String) -> Overlay {
        let posts: Vec<(Hex, u16)> = self
            .formations
            .iter()
            .filter(|formation| formation.seat == seat)
            .filter_map(|formation| formation.headquarters)
            .filter_map(|unit| Some((state.hex(unit)?, self.unit(unit).command)))
            .collect();
        let commanded = |hex: &Hex| posts.iter().any(|&(post, radius)| self.grid().distance(post, *hex) <= radius);
        let shade = |hex: Hex| OverlayHex { hex: self.label(hex), level: 1, label: String::new() };
        Overlay { id: id.to_owned(), title, hexes: self.grid().hexes().filter(commanded).map(shade).collect() }
    }
}
