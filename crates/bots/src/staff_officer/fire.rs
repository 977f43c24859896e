//! Shots that are declared: support for them, cards for and against them, and reaction fire.

use assault::{
    Action,
    course::action::{AirStrike, Done, Fire, Order, Play},
    state::{Module, Reaction, ReactionOrder, Shot, Unit},
    tables::pool::Pool,
};

use super::{StaffOfficer, deeds::prepared, ground, outlook::Outlook};

/// What a reaction must be worth, so that the unit does not wait for something better.
const REACTION: f32 = 0.1;
/// Stopping a mover is worth more than hitting one that stays.
const STOPS: f32 = 0.25;
/// What a card must add.
const CARD: f32 = 0.05;

impl StaffOfficer {
    /// Fire at a mover, or wait.
    pub(super) fn react(&mut self, look: &Outlook<'_>, reaction: &Reaction, legal: &[Action]) -> usize {
        let mut best = (REACTION, done(legal));
        for (index, action) in legal.iter().enumerate() {
            let Action::Fire(Fire::At { attacker, target }) = *action else { continue };
            let shot = Shot { attacker, target, support: None, card: None };
            let promise = self.guns.shot(look, shot, None);
            let worth = (promise.share(true) + promise.shaken * STOPS) * look.value(reaction.mover);
            if worth > best.0 {
                best = (worth, index);
            }
        }
        prepared(legal, best.1)
    }

    /// Has the program fire at movers as he would himself, where he would be asked at every step of the enemy.
    pub(super) fn order(look: &Outlook<'_>, legal: &[Action]) -> Option<usize> {
        let least = look.rules.catalogue().turn().reaction.chances.iter().min()?;
        let wanted = Action::Order(Order { order: ReactionOrder::Fire { percent: *least } });
        if look.rules.modules().has(Module::Hidden) { legal.iter().position(|action| *action == wanted) } else { None }
    }

    /// Adds support and a card to a shot of his own, if they are worth it.
    pub(super) fn add_to_shot(&mut self, look: &Outlook<'_>, shot: Shot, legal: &[Action]) -> usize {
        let plain = self.guns.worth(look, shot, None);
        let mut best = (0.0, done(legal));
        for (index, action) in legal.iter().enumerate() {
            let gain = match *action {
                Action::Fire(Fire::Join { unit }) => {
                    self.guns.worth(look, Shot { support: Some(unit), ..shot }, None) - plain - self.own_use(look, unit)
                }
                Action::Play(Play { card, .. }) => {
                    self.guns.worth(look, Shot { card: Some(card), ..shot }, None) - plain - CARD
                }
                _ => 0.0,
            };
            if gain > best.0 {
                best = (gain, index);
            }
        }
        best.1
    }

    /// Bombs have gone wide: the enemy loses what is dearest to him.
    pub(super) fn wide(&self, look: &Outlook<'_>, legal: &[Action]) -> usize {
        let worth =
            |action: &Action| if let Action::Air(AirStrike::Hit { unit }) = *action { look.value(unit) } else { 0.0 };
        let best = legal.iter().enumerate().max_by(|(_, a), (_, b)| worth(a).total_cmp(&worth(b)));
        best.map_or(0, |(index, _)| index)
    }

    /// What a unit would do with its activation if it did not give support.
    fn own_use(&mut self, look: &Outlook<'_>, unit: Unit) -> f32 {
        let Some(hex) = look.state.hex(unit) else { return 1.0 };
        0.03 + ground::best_guess(look, &mut self.guns, unit, hex, Pool::NONE)
    }

    /// Answers a shot of the enemy's with a card, if it is worth it.
    pub(super) fn answer(&mut self, look: &Outlook<'_>, shot: Shot, legal: &[Action]) -> usize {
        let plain = self.guns.worth(look, shot, None);
        let mut best = (CARD, done(legal));
        for (index, action) in legal.iter().enumerate() {
            let Action::Play(Play { card, .. }) = *action else { continue };
            let saved = plain - self.guns.worth(look, shot, Some(card));
            if saved > best.0 {
                best = (saved, index);
            }
        }
        best.1
    }
}

/// The place of "nothing more" in a list.
pub(super) fn done(legal: &[Action]) -> usize {
    legal.iter().position(|action| *action == Action::Done(Done)).unwrap_or(0)
}
