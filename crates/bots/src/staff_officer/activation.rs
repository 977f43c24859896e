//! Which unit acts next, and which get command points.

use assault::{
    Action,
    course::action::{Activate, AirStrike, Bombard, Done, Planning},
    state::{Mark, Place, Unit, UnitSet},
    tables::pool::Pool,
};

use super::{StaffOfficer, ground, outlook::Outlook};

/// What a march is worth before it is looked at.
const MARCH: f32 = 0.12;
/// What it is worth to come onto the map.
const LATE: f32 = 0.6;
/// Below this nobody is activated: who waits may react.
const WAIT: f32 = 0.05;

impl StaffOfficer {
    /// How much a unit would gain from being activated.
    pub(super) fn urge(&mut self, look: &Outlook<'_>, unit: Unit) -> f32 {
        let Some(hex) = look.state.hex(unit) else {
            return match look.state.unit(unit).place {
                // Who comes in late is late.
                Place::Reserve { .. } => LATE,
                Place::Aboard(_) => self.weigh_getting_out(look, unit),
                Place::On(_) | Place::Box(_) | Place::Unseen | Place::Gone => -1.0,
            };
        };
        if look.is_shaken(unit) {
            return -1.0;
        }
        let shot = ground::best_guess(look, &mut self.guns, unit, hex, Pool::NONE);
        let assault = assaultable(look, unit, hex);
        let march = self.march_urge(look, unit, hex);
        shot.max(assault) + march
    }

    /// How much it wants to move on.
    fn march_urge(&mut self, look: &Outlook<'_>, unit: Unit, hex: hexmap::Hex) -> f32 {
        let card = look.card(unit);
        if !card.may_move() || look.state.has(unit, Mark::Immobilised) || card.indirect {
            return 0.0;
        }
        let Some(goal) = self.missions.goal(look, unit) else { return 0.0 };
        let turns = self.missions.turns(look, unit, hex, goal);
        let ours = look.state.holders[usize::from(goal)] == Some(look.seat);
        match (ours, turns) {
            (true, turns) if turns <= 1.0 => 0.0,
            (true, _) => MARCH * 0.7,
            (false, turns) if turns <= 1.0 => MARCH * 3.0,
            (false, _) => MARCH,
        }
    }

    /// Chooses the next unit, a strike, or to pass.
    pub(super) fn next(&mut self, look: &Outlook<'_>, legal: &[Action]) -> usize {
        let mut best = (f32::MIN, legal.len() - 1);
        for (index, action) in legal.iter().enumerate() {
            let worth = match *action {
                Action::Activate(Activate { unit }) => self.urge(look, unit),
                Action::Bombard(Bombard { support, mode }) => self.weigh_bombardment(look, support, mode),
                Action::Air(AirStrike::Strike { support, target, blast }) => {
                    self.air_strike(look, support, target, blast)
                }
                Action::Done(Done) => self.patience(look),
                _ => f32::MIN,
            };
            if worth > best.0 {
                best = (worth, index);
            }
        }
        best.1
    }

    /// What passing is worth: once the enemy has passed, little.
    fn patience(&self, look: &Outlook<'_>) -> f32 {
        if look.state.passed[look.seat.other().index()] { 0.01 } else { WAIT }
    }

    /// Gives out command points: the set of units that should have them is the same however often it is asked.
    pub(super) fn plan(&mut self, look: &Outlook<'_>, legal: &[Action]) -> usize {
        let points = usize::from(look.state.points[look.seat.index()]);
        let mine = |action: &Action| match *action {
            Action::Plan(Planning::Plan { unit }) | Action::Plan(Planning::Unplan { unit }) => Some(unit),
            _ => None,
        };
        let mut wanted = self.wishes(look);
        wanted.truncate(points);
        let is_wanted = |unit: Unit| wanted.iter().any(|(_, other)| *other == unit);
        let drop = legal.iter().position(|action| {
            matches!(action, Action::Plan(Planning::Unplan { .. })) && mine(action).is_some_and(|unit| !is_wanted(unit))
        });
        let give = || {
            legal.iter().position(|action| {
                matches!(action, Action::Plan(Planning::Plan { .. })) && mine(action).is_some_and(is_wanted)
            })
        };
        drop.or_else(give).or_else(|| legal.iter().position(|action| *action == Action::Done(Done))).unwrap_or(0)
    }

    /// All units that could have a point, the one that needs it most first. It is asked again for every point that is
    /// given out, and nothing but the plan has changed in between.
    fn wishes(&mut self, look: &Outlook<'_>) -> Vec<(f32, Unit)> {
        let mut unplanned = look.state.clone();
        (unplanned.planned, unplanned.points) = (UnitSet::NONE, [0, 0]);
        if let Some((_, wanted)) = self.wished.as_ref().filter(|(then, _)| *then == unplanned) {
            return wanted.clone();
        }
        let mut wanted: Vec<(f32, Unit)> = Vec::new();
        let candidates: Vec<Unit> =
            look.state.all_units().filter(|&unit| look.state.unit(unit).seat == look.seat).collect();
        for unit in candidates {
            let due = match look.state.unit(unit).place {
                Place::On(_) | Place::Aboard(_) => true,
                Place::Reserve { turn, .. } => turn <= look.state.turn,
                Place::Box(_) | Place::Unseen | Place::Gone => false,
            };
            if due {
                let wants = self.urge(look, unit) + self.watch(look, unit);
                wanted.push((wants, unit));
            }
        }
        wanted.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.wished = Some((unplanned, wanted.clone()));
        wanted
    }

    /// What a unit is worth that only waits: it may react.
    fn watch(&mut self, look: &Outlook<'_>, unit: Unit) -> f32 {
        let Some(hex) = look.state.hex(unit) else { return 0.0 };
        let dice = look.card(unit).attack.soft.medium;
        let near =
            look.enemies().any(|(_, enemy)| look.distance(enemy, hex) <= u16::from(look.card(unit).range.medium));
        f32::from(dice.len()) * if near { 0.02 } else { 0.008 }
    }
}

/// Whether there is an enemy beside a unit that it could throw out.
fn assaultable(look: &Outlook<'_>, unit: Unit, hex: hexmap::Hex) -> f32 {
    let card = look.card(unit);
    if !card.may_assault() {
        return 0.0;
    }
    let beside = look.enemies().filter(|(_, enemy)| look.distance(hex, *enemy) <= 2);
    let worth = beside.map(|(enemy, _)| if look.is_shaken(enemy) { 0.6 } else { 0.1 });
    worth.fold(0.0, f32::max)
}
