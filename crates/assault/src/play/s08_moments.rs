//! When a command card can be played (AS-8.3), for whom, and whether it would change anything.

use engine::Seat;

use super::{Refused, s04_units::card, s06_planning, s10_fire};
use crate::{
    state::{Ask, Assault, Card, Frame, Mark, Mode, Shot, State, Support, Unit},
    tables::{
        Kind,
        command_cards::{CardEffect, CommandCard, Moment, Need},
        ranged_fire::FireStatus,
        units::RangeFactor,
    },
};

/// What is going on, as far as cards are concerned: the moment, the unit of the player's own and the shot.
pub(super) fn moment(ask: Ask<'_>, seat: Seat) -> Option<(Moment, Option<Unit>, Option<Shot>)> {
    match ask.state.frames.top() {
        Frame::Planning { seat: asked } if *asked == seat => Some((Moment::Planning, None, None)),
        Frame::Support { seat: asked } if *asked == seat => Some((Moment::Support, None, None)),
        Frame::Organization { seat: asked } if *asked == seat => Some((Moment::Organization, None, None)),
        Frame::Activation(activation) if ask.state.unit(activation.unit).seat == seat => {
            let begun = activation.carded || activation.fired || activation.spent > 0;
            (!begun).then_some((Moment::Activation, Some(activation.unit), None))
        }
        Frame::Shot(shot) if ask.state.unit(shot.attacker).seat == seat => {
            shot.card.is_none().then_some((Moment::Attack, Some(shot.attacker), Some(*shot)))
        }
        Frame::Answer(shot) if ask.state.unit(shot.target).seat == seat => {
            Some((Moment::Defence, Some(shot.target), Some(*shot)))
        }
        Frame::Charge(charge) if ask.state.unit(charge.unit).seat == seat => {
            charge.card.is_none().then_some((Moment::CloseCombat, Some(charge.unit), None))
        }
        Frame::Stand(charge) if ask.state.unit(charge.target).seat == seat => {
            Some((Moment::CloseCombat, Some(charge.target), None))
        }
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Activation(_)
        | Frame::Reaction(_)
        | Frame::Shot(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Again(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => None,
    }
}

/// Whether a card is played for a unit that the player chooses: at the end of a turn, and a command point that comes in
/// the middle of it.
pub(super) fn chooses(card: &CommandCard) -> bool {
    let point = card.effects.iter().any(|effect| matches!(effect, CardEffect::CommandPoints(_)));
    card.when == Moment::Organization || (card.when == Moment::Activation && point)
}

/// Whether a card fits the moment. Cards for the initiative are played while the turn before is tidied up.
pub(super) fn fits(when: Moment, now: Moment) -> bool {
    when == now || (when == Moment::Initiative && now == Moment::Organization)
}

fn holds(ask: Ask<'_>, need: Need, unit: Option<Unit>, shot: Option<Shot>) -> bool {
    let kind = |unit: Unit| card(ask, unit).kind;
    let is = |wanted: Kind| unit.is_some_and(|unit| kind(unit) == wanted);
    let aim = || shot.and_then(|shot| s10_fire::aim(ask, shot).ok());
    match need {
        Need::Infantry => is(Kind::Infantry),
        Need::Gun => is(Kind::Gun),
        Need::Vehicle => is(Kind::Vehicle),
        Need::TargetInfantryOrGun => shot.is_some_and(|shot| kind(shot.target) != Kind::Vehicle),
        Need::TargetVehicle => shot.is_some_and(|shot| kind(shot.target) == Kind::Vehicle),
        Need::Direct => aim().is_some_and(|aim| !aim.indirect),
        Need::Indirect => aim().is_some_and(|aim| aim.indirect),
        Need::StandsStill => aim().is_some_and(|aim| matches!(aim.status, FireStatus::Firing | FireStatus::TurretFire)),
        Need::BeyondClose => aim().is_some_and(|aim| aim.range != RangeFactor::Close),
        Need::Suppressed => unit.is_some_and(|unit| ask.state.has(unit, Mark::Suppressed)),
        Need::FastAction => {
            let fast = |unit: Unit| {
                ask.state
                    .activation()
                    .is_some_and(|activation| activation.unit == unit && activation.mode == Mode::Fast)
            };
            unit.is_some_and(fast)
        }
    }
}

/// Whether an effect would change anything.
fn matters(ask: Ask<'_>, seat: Seat, effect: CardEffect, unit: Option<Unit>) -> bool {
    let has = |mark: Mark| unit.is_some_and(|unit| ask.state.has(unit, mark));
    match effect {
        CardEffect::Rally(_) => has(Mark::Suppressed) || has(Mark::Fallback),
        CardEffect::DigIn(_) => has(Mark::DiggingIn),
        CardEffect::Repair(_) => has(Mark::Immobilised),
        CardEffect::CommandPoints(_) => unit.is_none_or(|unit| {
            let free = !ask.state.planned.has(unit) && !ask.state.activated.has(unit);
            free && !has(Mark::Fallback) && s06_planning::can_be_planned(ask, seat, unit)
        }),
        CardEffect::Rounds(_) => loaded_battery(ask.rules, ask.state, seat).is_some(),
        CardEffect::AttackDice(_)
        | CardEffect::FewerAttackDice(_)
        | CardEffect::DefenceDice(_)
        | CardEffect::AttackRerolls(_)
        | CardEffect::DefenceRerolls(_)
        | CardEffect::AutomaticX(_)
        | CardEffect::Spotting(_)
        | CardEffect::Scouting(_)
        | CardEffect::Accuracy(_)
        | CardEffect::Movement(_)
        | CardEffect::DenyCommandPoints(_)
        | CardEffect::Smoke(_)
        | CardEffect::Initiative(_)
        | CardEffect::Draw(_) => true,
    }
}

/// Whether a card can be played at a moment.
pub(super) fn check_moment(
    ask: Ask<'_>,
    seat: Seat,
    (kind, unit): (u8, Option<Unit>),
    (now, own, shot): (Moment, Option<Unit>, Option<Shot>),
) -> Result<(), Refused> {
    let played = ask.rules.command_card(kind);
    if !fits(played.when, now) {
        return Err(Refused::CardNotNow);
    }
    let chosen = if chooses(played) { unit } else { own };
    let named = unit.is_none() || chooses(played);
    let mine = chosen.is_none_or(|unit| ask.state.unit(unit).seat == seat && ask.state.hex(unit).is_some());
    let needs_unit = chooses(played) && unit.is_none();
    let suits = played.needs.iter().all(|&need| holds(ask, need, chosen, shot))
        && played.effects.iter().any(|&effect| matters(ask, seat, effect, chosen));
    if named && mine && !needs_unit && suits { Ok(()) } else { Err(Refused::CardNotNow) }
}

/// Whether a side holds a card that it could play for its unit at such a moment.
fn has_card_for(ask: Ask<'_>, unit: Unit, now: Moment, shot: Option<Shot>) -> bool {
    let seat = ask.state.unit(unit).seat;
    ask.state.hands[seat.index()].iter().any(|card| match *card {
        Card::Kind(kind) => check_moment(ask, seat, (kind, None), (now, Some(unit), shot)).is_ok(),
        Card::FaceDown => false,
    })
}

/// Whether a side holds a card for a shot of its own.
pub(super) fn may_add_to(ask: Ask<'_>, shot: Shot) -> bool {
    has_card_for(ask, shot.attacker, Moment::Attack, Some(shot))
}

/// Whether a side holds a card for a unit that goes into close combat.
pub(super) fn may_go_with(ask: Ask<'_>, unit: Unit) -> bool {
    has_card_for(ask, unit, Moment::CloseCombat, None)
}

/// The first battery of a side that has a strike left. Aircraft are no battery: they bring what they carry.
pub(super) fn loaded_battery(rules: &Assault, state: &State, seat: Seat) -> Option<usize> {
    let all = rules.side(seat).support.iter().zip(&state.support[seat.index()]);
    all.into_iter().position(|(support, left)| matches!(support, Support::Battery(_)) && left.rounds > 0)
}
