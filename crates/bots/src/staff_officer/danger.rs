//! What the enemies that he knows of could do to a unit in a hex.

use assault::{
    Kind,
    play::estimates,
    state::{Mark, Unit},
    tables::pool::Pool,
};
use hexmap::{Hex, HexSet};

use super::{ground, gunnery::Gunnery, missions::Missions, outlook::Outlook};

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

/// The enemies that can hurt one unit, and what was worked out about them and about the ground.
pub(super) struct Danger {
    threats: Vec<Threat>,
    unit: Unit,
    /// What a share of the unit is worth.
    value: f32,
    /// The hexes for which the shares are known.
    known: HexSet,
    /// What each enemy would do to it, hex by hex.
    shares: Vec<f32>,
    /// The worst that each enemy could do on a march.
    worst: Vec<f32>,
    /// What the hexes are worth to it; none yet is not a number.
    places: Vec<f32>,
}

impl Danger {
    /// Looks at all enemies for one unit.
    pub(super) fn to(look: &Outlook<'_>, unit: Unit) -> Danger {
        let threats: Vec<Threat> = look.enemies().map(|(enemy, hex)| threat(look, enemy, hex)).collect();
        let hexes = look.rules.grid().len();
        Danger {
            known: HexSet::new(hexes),
            shares: vec![0.0; threats.len() * hexes],
            worst: Vec::new(),
            places: vec![f32::NAN; hexes],
            threats,
            unit,
            value: look.value(unit),
        }
    }

    /// What the unit has from a hex, danger left out.
    pub(super) fn place(&mut self, look: &Outlook<'_>, guns: &mut Gunnery, missions: &mut Missions, hex: Hex) -> f32 {
        if self.places[hex.index()].is_nan() {
            self.places[hex.index()] = ground::worth(look, guns, missions, self.unit, hex);
        }
        self.places[hex.index()]
    }

    /// Works out what each enemy would do to it in a hex.
    fn look_at(&mut self, look: &Outlook<'_>, guns: &mut Gunnery, hex: Hex) {
        if !self.known.insert(hex) {
            return;
        }
        let at_rest = look.state.hex(self.unit) == Some(hex);
        let is_dug_in = at_rest && look.state.has(self.unit, Mark::DugIn);
        let dug_in = if is_dug_in { look.rules.catalogue().ranged_fire().dice.dug_in } else { Pool::NONE };
        let cover = estimates::cover(look.ask, look.card(self.unit).kind, hex);
        let first = hex.index() * self.threats.len();
        for (threat, share) in self.threats.iter().zip(&mut self.shares[first..]) {
            *share = guns.guess_in(look, (threat.unit, threat.hex), (self.unit, hex), (cover, dug_in));
        }
    }

    /// What each enemy would do to it in a hex that was looked at.
    fn shares(&self, hex: Hex) -> &[f32] {
        &self.shares[hex.index() * self.threats.len()..][..self.threats.len()]
    }

    /// What a march costs it on average, and standing at its end until the enemy has acted next turn.
    pub(super) fn of_march(&mut self, look: &Outlook<'_>, guns: &mut Gunnery, path: &[Hex], fast: bool) -> f32 {
        let Some(&end) = path.last() else { return 0.0 };
        let on_foot = look.card(self.unit).kind != Kind::Vehicle;
        let speed = if fast && on_foot { RUNNING } else { 1.0 };
        let mut worst = std::mem::take(&mut self.worst);
        worst.clear();
        worst.resize(self.threats.len(), 0.0);
        for &hex in path {
            self.look_at(look, guns, hex);
            worst.iter_mut().zip(self.shares(hex)).for_each(|(worst, share)| *worst = worst.max(*share));
        }
        let mut safe = 1.0;
        for ((threat, stays), worst) in self.threats.iter().zip(self.shares(end)).zip(&worst) {
            let mut expected = stays * threat.later * NEXT_TURN;
            if threat.now {
                expected += worst * REACTION * speed + stays * THIS_TURN * 0.5;
            }
            safe *= 1.0 - expected.min(0.95);
        }
        self.worst = worst;
        (1.0 - safe) * self.value
    }

    /// What it costs to stay in a hex.
    pub(super) fn of_staying(&mut self, look: &Outlook<'_>, guns: &mut Gunnery, hex: Hex) -> f32 {
        self.look_at(look, guns, hex);
        let mut safe = 1.0;
        for (threat, share) in self.threats.iter().zip(self.shares(hex)) {
            let expected = share * (threat.later * NEXT_TURN + if threat.now { THIS_TURN } else { 0.0 });
            safe *= 1.0 - expected.min(0.95);
        }
        (1.0 - safe) * self.value
    }
}

fn threat(look: &Outlook<'_>, unit: Unit, hex: Hex) -> Threat {
    let shaken = look.is_shaken(unit);
    Threat { unit, hex, now: look.may_still_fire(unit), later: if shaken { 0.5 } else { 1.0 } }
}
