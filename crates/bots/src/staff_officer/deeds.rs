//! What an activated unit does: fire, march, close in, or keep its head down.

use assault::{
    Action, Kind,
    play::{
        action::{Announce, Clear, DigIn, Fire, GoIn, Hiding, LaySmoke, Move, Transport},
        estimates,
        s09_movement::{self, Reached},
    },
    state::{Activation, Mark, Mode, Place, Shot, Unit},
    tables::ranged_fire::FireStatus,
};
use hexmap::{Corner, Hex};

use super::{StaffOfficer, danger::Danger, fire::done, ground, outlook::Outlook, smoke};

/// A march must gain so much.
const MOVE_GAIN: f32 = 0.03;
/// What it is worth to hide or dig in where there is danger, as a part of the danger.
const DIG: f32 = 0.25;
/// What taking mines out of a hex is worth.
const CLEARING: f32 = 0.1;
/// The part of a shot that a gun has when it must be swung round for it.
const SWUNG_ROUND: f32 = 0.8;
/// What throwing an enemy out of a hex is worth besides the enemy.
const HEX: f32 = 0.25;
/// The share of a unit that is lost when it is thrown out.
const THROWN_OUT: f32 = 0.55;

/// The way that is left of a march.
pub(super) struct March {
    unit: Unit,
    path: Vec<Hex>,
    /// Enemies known when it was planned.
    known: usize,
    damage: u8,
}

/// Something that could be done, with its worth.
struct Deed {
    worth: f32,
    first: usize,
    path: Vec<Hex>,
}

impl StaffOfficer {
    /// The next thing that the activated unit does.
    pub(super) fn act(&mut self, look: &Outlook<'_>, activation: &Activation, legal: &[Action]) -> usize {
        let unit = activation.unit;
        if let Some(step) = self.next_step(look, unit, legal) {
            return step;
        }
        let Some(hex) = look.state.hex(unit) else { return self.come_in(look, unit, legal) };
        let mut danger = Danger::to(look, unit);
        let stay = self.stand(look, &mut danger, hex);
        let mut best = Deed { worth: stay, first: done(legal), path: Vec::new() };
        for (index, action) in legal.iter().enumerate() {
            let worth = match *action {
                Action::Fire(Fire::At { attacker, target }) => {
                    stay + self.guns.worth(look, Shot { attacker, target, support: None, card: None }, None)
                }
                Action::Assault(GoIn::Assault { unit, target }) => self.weigh_assault(look, &mut danger, unit, target),
                Action::Hide(Hiding::Hide { .. }) | Action::DigIn(DigIn { .. }) => {
                    let risk = danger.of_staying(look, &mut self.guns, hex);
                    stay + risk * DIG + 0.012
                }
                Action::Hide(Hiding::Ambush { .. }) => stay + 0.02,
                Action::Transport(Transport::Mount { unit, vehicle }) => {
                    stay + self.weigh_mount(look, unit, vehicle, hex)
                }
                Action::Clear(Clear { .. }) => stay + CLEARING,
                Action::Move(Move::Turn { unit, to }) => stay + self.weigh_turn(look, unit, hex, to),
                Action::Smoke(LaySmoke { at, .. }) => stay + smoke::worth(look, at),
                _ => continue,
            };
            if worth > best.worth {
                best = Deed { worth, first: index, path: Vec::new() };
            }
        }
        self.weigh_marches(look, &mut danger, activation, legal, &mut best);
        if !best.path.is_empty() {
            self.march = Some(March {
                unit,
                path: best.path,
                known: look.enemies().count(),
                damage: look.state.unit(unit).damage,
            });
        }
        prepared(legal, best.first)
    }

    /// What swinging a gun round is worth: the best shot that it has there, if that is better than what it has as it
    /// stands.
    fn weigh_turn(&mut self, look: &Outlook<'_>, unit: Unit, hex: Hex, to: Corner) -> f32 {
        if look.card(unit).kind != Kind::Gun {
            return f32::MIN;
        }
        let mut best = |facing: Corner| {
            let seen = look.enemies().filter(|&(_, at)| estimates::in_arc(look.ask, hex, facing, at));
            let worth = seen.map(|(enemy, at)| self.guns.guess(look, (unit, hex), (enemy, at)) * look.value(enemy));
            worth.fold(0.0, f32::max)
        };
        let (now, then) = (best(look.state.unit(unit).facing), best(to));
        if then > now { then * SWUNG_ROUND } else { f32::MIN }
    }

    /// The worth of a place with what it costs to stay there.
    fn stand(&mut self, look: &Outlook<'_>, danger: &mut Danger, hex: Hex) -> f32 {
        let risk = danger.of_staying(look, &mut self.guns, hex) * self.caution(look);
        danger.place(look, &mut self.guns, &mut self.missions, hex) - risk
    }

    /// Goes on with a march as long as nothing has changed.
    fn next_step(&mut self, look: &Outlook<'_>, unit: Unit, legal: &[Action]) -> Option<usize> {
        let march = self.march.as_mut()?;
        let same =
            march.unit == unit && march.known == look.enemies().count() && march.damage == look.state.unit(unit).damage;
        if !same || march.path.is_empty() {
            self.march = None;
            return None;
        }
        let to = march.path.remove(0);
        legal.iter().position(|action| *action == Action::Move(Move::To { unit, to }))
    }

    /// Weighs every hex that can be reached, at a walk and at the double.
    fn weigh_marches(
        &mut self,
        look: &Outlook<'_>,
        danger: &mut Danger,
        activation: &Activation,
        legal: &[Action],
        best: &mut Deed,
    ) {
        let unit = activation.unit;
        let fast = legal.iter().position(|action| matches!(action, Action::Announce(Announce::Fast { .. })));
        let modes = [(Mode::Move, None), (Mode::Fast, fast)];
        for (mode, first) in modes {
            if mode == Mode::Fast && first.is_none() && activation.mode != Mode::Fast {
                continue;
            }
            if mode == Mode::Move && activation.mode == Mode::Fast {
                continue;
            }
            let mode = if activation.mode == Mode::FireAndMove { Mode::FireAndMove } else { mode };
            let going = Activation { mode, ..*activation };
            for reached in s09_movement::reachable(look.ask, &going) {
                let Some(worth) = self.weigh_march(look, danger, &going, &reached, best.worth) else { continue };
                let step = |to: Hex| legal.iter().position(|action| *action == Action::Move(Move::To { unit, to }));
                match first {
                    Some(first) => *best = Deed { worth, first, path: reached.path },
                    None => {
                        if let Some(first) = reached.path.first().and_then(|&to| step(to)) {
                            *best = Deed { worth, first, path: reached.path[1..].to_vec() };
                        }
                    }
                }
            }
        }
    }

    /// What a march to a hex is worth, with a shot at its end if there is time for one; nothing if it is worth no more
    /// than something else.
    fn weigh_march(
        &mut self,
        look: &Outlook<'_>,
        danger: &mut Danger,
        going: &Activation,
        reached: &Reached,
        other: f32,
    ) -> Option<f32> {
        let unit = going.unit;
        let end = *reached.path.last()?;
        let fast = going.mode == Mode::Fast;
        let place = danger.place(look, &mut self.guns, &mut self.missions, end);
        let card = look.card(unit);
        let part = look.rules.catalogue().turn().movement.firing_part.max(1);
        let far = going.spent.saturating_add(reached.cost) > card.allowance.div_ceil(part).saturating_add(going.more);
        let fires = !fast && !far && !going.fired && card.kind != Kind::Gun && card.may_move_and_fire();
        let modification = &look.rules.catalogue().ranged_fire().modification;
        let plus = modification.dice(FireStatus::MoveAndFire, false, true);
        let shot = if fires { ground::best_guess(look, &mut self.guns, unit, end, plus) } else { 0.0 };
        let left = s09_movement::allowance(look.ask, going).saturating_sub(going.spent).saturating_sub(reached.cost);
        let assault = if left > 0 && !going.fired { closes(look, unit, end) } else { 0.0 };
        let gain = place + shot.max(assault);
        // Danger only takes away: where there is too little to gain, nobody need look at it.
        if gain - MOVE_GAIN <= other {
            return None;
        }
        let risk = danger.of_march(look, &mut self.guns, &reached.path, fast) * self.caution(look);
        let mines = reached.path.iter().filter(|&&hex| look.is_mined(hex)).count() as f32 * 0.3;
        Some(gain - risk - mines - MOVE_GAIN).filter(|worth| *worth > other)
    }

    /// What an assault is worth: the enemy and the hex, against the unit itself.
    fn weigh_assault(&mut self, look: &Outlook<'_>, danger: &mut Danger, unit: Unit, target: Unit) -> f32 {
        let Some([takes, lost]) = self.guns.assault(look, unit, target) else { return f32::MIN };
        let (takes, lost) = (takes as f32, lost as f32);
        let (Some(hex), Some(from)) = (look.state.hex(target), look.state.hex(unit)) else { return f32::MIN };
        let more = look.state.of_side_in(look.seat.other(), hex).count() as f32 - 1.0;
        let there = self.stand(look, danger, hex);
        let here = self.stand(look, danger, from);
        let gain = takes * (look.value(target) * THROWN_OUT + HEX + there) + (1.0 - takes) * here;
        gain - lost * look.value(unit) - (1.0 - takes) * 0.3 * look.value(unit) - more * 0.4 * takes
    }

    /// How much dearer than the enemy's his own units are to him: less when he must win ground.
    pub(super) fn caution(&self, look: &Outlook<'_>) -> f32 {
        let lead = look.lead();
        match lead {
            ..=-1 => 0.8,
            0 => 0.9,
            1.. => 1.1,
        }
    }

    /// Comes onto the map where the way to the mission is short and safe.
    fn come_in(&mut self, look: &Outlook<'_>, unit: Unit, legal: &[Action]) -> usize {
        if !matches!(look.state.unit(unit).place, Place::Reserve { .. }) {
            let out = legal.iter().position(|action| matches!(action, Action::Transport(Transport::Dismount { .. })));
            let wants = self.weigh_getting_out(look, unit) > 0.0;
            return out.filter(|_| wants).unwrap_or_else(|| done(legal));
        }
        let mut danger = Danger::to(look, unit);
        let mut best = (f32::MIN, done(legal));
        for (index, action) in legal.iter().enumerate() {
            let Action::Move(Move::To { to, .. }) = *action else { continue };
            let risk = danger.of_march(look, &mut self.guns, &[to], false);
            let worth = ground::worth(look, &mut self.guns, &mut self.missions, unit, to) - risk;
            if worth > best.0 {
                best = (worth, index);
            }
        }
        best.1
    }
}

/// The place of the same attack where something can be added to it before it is declared.
pub(super) fn prepared(legal: &[Action], chosen: usize) -> usize {
    let with_more = match legal.get(chosen) {
        Some(&Action::Fire(Fire::At { attacker, target })) => Action::Fire(Fire::Aim { attacker, target }),
        Some(&Action::Assault(GoIn::Assault { unit, target })) => Action::Assault(GoIn::Charge { unit, target }),
        _ => return chosen,
    };
    legal.iter().position(|action| *action == with_more).unwrap_or(chosen)
}

/// Whether an enemy beside a hex asks to be thrown out.
fn closes(look: &Outlook<'_>, unit: Unit, hex: Hex) -> f32 {
    let card = look.card(unit);
    if !card.may_assault() || look.state.has(unit, Mark::Suppressed) {
        return 0.0;
    }
    let mut best = 0.0f32;
    for (enemy, at) in look.enemies() {
        if look.distance(hex, at) == 1
            && look.is_shaken(enemy)
            && !card.close_combat.against(look.card(enemy).kind).is_empty()
        {
            best = best.max(look.value(enemy) * 0.4 + HEX);
        }
    }
    best
}
