//! What the enemies that he knows of could do to a unit in a hex.

use assault::{
    Kind,
    state::{Mark, Unit},
    tables::pool::Pool,
};
use hexmap::Hex;

use super::{gunnery::Gunnery, outlook::Outlook};

/// The part of a shot that a unit must expect from an enemy that may still react to its move.
const REACTION: f32 = 0.45;
/// The part from an enemy that may still act this turn, and has others to fire at.
const THIS_TURN: f32 = 0.3;
/// The part in the next turn.
const NEXT_TURN: f32 = 0.22;
/// What running costs men, as a factor.
const RUNNING: f32 = 1.35;

/// An enemy that can fire.
struct Threat {
    unit: Unit,
    hex: Hex,
    /// It may still act this turn.
    now: bool,
    /// What it could do next turn: less if it must rally first.
    later: f32,
}

/// The enemies that can hurt one unit, and what was worked out about them.
pub(super) struct Danger {
    threats: Vec<Threat>,
    unit: Unit,
    /// What a share of the unit is worth.
    value: f32,
    hexes: usize,
    known: Vec<f32>,
}

impl Danger {
    /// Looks at all enemies for one unit.
    pub(super) fn to(look: &Outlook<'_>, unit: Unit) -> Danger {
        let threats: Vec<Threat> = look.enemies().map(|(enemy, hex)| threat(look, enemy, hex)).collect();
        let hexes = look.rules.grid().len();
        Danger { known: vec![f32::NAN; threats.len() * hexes], threats, unit, value: look.value(unit), hexes }
    }

    /// What one enemy would do to it in a hex.
    fn share(&mut self, look: &Outlook<'_>, guns: &mut Gunnery, threat: usize, hex: Hex) -> f32 {
        let place = threat * self.hexes + hex.index();
        if self.known[place].is_nan() {
            let Threat { unit, hex: from, .. } = self.threats[threat];
            let at_rest = look.state.hex(self.unit) == Some(hex);
            let dug_in = if at_rest && look.state.has(self.unit, Mark::DugIn) { Pool::GREEN } else { Pool::NONE };
            self.known[place] = guns.guess(look, (unit, from), (self.unit, hex), dug_in);
        }
        self.known[place]
    }

    /// What a march costs it on average, and standing at its end until the enemy has acted next turn.
    pub(super) fn of_march(&mut self, look: &Outlook<'_>, guns: &mut Gunnery, path: &[Hex], fast: bool) -> f32 {
        let Some(&end) = path.last() else { return 0.0 };
        let on_foot = look.card(self.unit).kind != Kind::Vehicle;
        let speed = if fast && on_foot { RUNNING } else { 1.0 };
        let mut safe = 1.0;
        for threat in 0..self.threats.len() {
            let (now, later) = (self.threats[threat].now, self.threats[threat].later);
            let stays = self.share(look, guns, threat, end);
            let mut expected = stays * later * NEXT_TURN;
            if now {
                let worst = path.iter().map(|&hex| self.share(look, guns, threat, hex)).fold(0.0, f32::max);
                expected += worst * REACTION * speed + stays * THIS_TURN * 0.5;
            }
            safe *= 1.0 - expected.min(0.95);
        }
        (1.0 - safe) * self.value
    }

    /// What it costs to stay in a hex.
    pub(super) fn of_staying(&mut self, look: &Outlook<'_>, guns: &mut Gunnery, hex: Hex) -> f32 {
        let mut safe = 1.0;
        for threat in 0..self.threats.len() {
            let (now, later) = (self.threats[threat].now, self.threats[threat].later);
            let share = self.share(look, guns, threat, hex);
            let expected = share * (later * NEXT_TURN + if now { THIS_TURN } else { 0.0 });
            safe *= 1.0 - expected.min(0.95);
        }
        (1.0 - safe) * self.value
    }
}

fn threat(look: &Outlook<'_>, unit: Unit, hex: Hex) -> Threat {
    let shaken = look.is_shaken(unit);
    Threat { unit, hex, now: look.may_still_fire(unit), later: if shaken { 0.5 } else { 1.0 } }
}
