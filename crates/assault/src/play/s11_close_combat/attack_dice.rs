//! The attack dice of a round (AS-11.1.2), in the order of the aid: what holds in every round, then what holds in the
//! first.

use engine::RuleId;

use super::{CloseCombat, Side};
use crate::{
    play::counting::{Counting, Words},
    rule_ids::{ABILITIES, ATTACK_IN_COMBAT, EXPERIENCE, HALF_STRENGTH, SUPPORT_UNITS},
    tables::{
        Kind,
        abilities::{By, Effect, Place},
        catalogue::Terrain,
        close_combat::CloseCombatTables,
        dice::Count,
        pool::Pool,
        units::Experience,
    },
};

impl CloseCombat<'_> {
    /// What a side attacks with. No dice if it cannot attack.
    pub(super) fn attack_dice(&self, tables: &CloseCombatTables, side: Side, number: u8, words: Words) -> Counting {
        let (own, other) = (self.fighter(side), self.fighter(side.other()));
        let who = match side {
            Side::Assaulter => "assaulter's attack",
            Side::Defender => "defender's attack",
        };
        let mut count = Counting::new(who, words);
        let first = number == 1;
        if first && side == Side::Defender && own.state.suppressed {
            count.note(0, ATTACK_IN_COMBAT, "suppressed, no attack in the first round", 0);
            return count;
        }
        let dice = own.card.close_combat.against(other.card.kind);
        if dice.is_empty() {
            count.note(0, ATTACK_IN_COMBAT, "the card has no dice against such a unit", 0);
            return count;
        }
        count.gain(0, ATTACK_IN_COMBAT, "the card's dice", dice);
        self.abilities_in_attack(&mut count, side, number);
        if own.card.experience >= Experience::Veteran {
            count.gain(0, EXPERIENCE, "veteran", tables.dice.experience);
        }
        if other.card.experience == Experience::Recruit {
            count.suppress(0, EXPERIENCE, "the other side is a recruit", 1);
        }
        if own.supported && first {
            count.again(0, SUPPORT_UNITS, "support", tables.again.support);
        }
        if side == Side::Assaulter && other.state.immobilised {
            count.again(0, ATTACK_IN_COMBAT, "an immobilised vehicle", tables.again.immobilised);
        }
        count.cards(0, own.attack_cards, 0);
        if first {
            self.first_attack(&mut count, tables, side);
        }
        self.note_counting(&mut count, side, number);
        count
    }

    /// What changes attack dice only in the first round.
    fn first_attack(&self, count: &mut Counting, tables: &CloseCombatTables, side: Side) {
        match side {
            Side::Assaulter => {
                if self.ground.obstacle {
                    count.lose(0, ATTACK_IN_COMBAT, "across wire or a wall", 0);
                }
                // An immobilised unit counts as outflanked whatever its facing.
                if self.ground.outflanked || self.defender.state.immobilised {
                    count.again(0, ATTACK_IN_COMBAT, "outflanked", tables.again.outflanked);
                }
            }
            Side::Defender => {
                if self.defender.busy() && self.defender.state.half_strength {
                    count.lose(0, ATTACK_IN_COMBAT, "activated at half strength", 0);
                }
            }
        }
    }

    fn abilities_in_attack(&self, count: &mut Counting, side: Side, number: u8) {
        let (own, other) = (self.fighter(side), self.fighter(side.other()));
        let assaulting = side == Side::Assaulter;
        for (ability, effect) in own.card.effects() {
            if let Effect::CloseCombatDie { side, rounds, colour, count: dice, target_in } = *effect {
                let there = target_in.is_none_or(|Place::BuildingOrWork| assaulting && self.walled_in());
                if side.covers(assaulting) && rounds.covers(number) && there {
                    count.gain(0, ABILITIES, &ability.name, Pool::of(colour, dice));
                }
            }
            if let Effect::CloseCombatReroll { side, rounds, count: dice, against } = *effect {
                let fits = against.is_none_or(|kind| kind.kind() == other.card.kind);
                if side.covers(assaulting) && rounds.covers(number) && fits {
                    count.again(0, ABILITIES, &ability.name, dice);
                }
            }
        }
        if let Some(ability) = other.card.suffers_x(By::CloseCombat) {
            count.suppress(0, ABILITIES, &ability.name, 1);
        }
    }

    /// The defender is in a building or a work.
    fn walled_in(&self) -> bool {
        self.ground.work.is_some() || self.ground.terrain.is_some_and(Terrain::is_building)
    }

    /// Why only the strongest symbol of each face counts for a side, if it does.
    fn halved(&self, side: Side, number: u8) -> Option<(RuleId, &'static str)> {
        let (own, other) = (self.fighter(side), self.fighter(side.other()));
        let reasons = [
            (own.state.half_strength, HALF_STRENGTH, "half strength"),
            (
                own.card.kind == Kind::Vehicle && other.card.kind == Kind::Infantry,
                ATTACK_IN_COMBAT,
                "a vehicle against infantry",
            ),
            (number == 1 && side == Side::Defender && own.busy(), ATTACK_IN_COMBAT, "activated before"),
        ];
        reasons.into_iter().find(|(so, ..)| *so).map(|(_, rule, why)| (rule, why))
    }

    fn note_counting(&self, count: &mut Counting, side: Side, number: u8) {
        if let Some((rule, why)) = self.halved(side, number) {
            count.note(0, rule, format_args!("{why}, each die counts its strongest symbol"), 0);
        }
    }

    /// How the faces of a side's attack count.
    pub(super) fn count(&self, side: Side, number: u8) -> Count {
        if self.halved(side, number).is_some() { Count::Strongest } else { Count::Every }
    }
}
