//! The defence dice of a round (AS-11.1.3, AS-11.3), in the order of the aid.

use super::{CloseCombat, Side};
use crate::{
    play::counting::{Counting, Words},
    rule_ids::{ABILITIES, AREA_OF_ATTACK, DEFENCE_IN_COMBAT, EXPERIENCE},
    tables::{
        Catalogue, Kind, abilities::Effect, close_combat::CloseCombatTables, fortification::Area, pool::Pool,
        units::Experience,
    },
};

impl CloseCombat<'_> {
    /// What a side defends with.
    pub(super) fn defence_dice(&self, catalogue: &Catalogue, side: Side, number: u8, words: Words) -> Counting {
        let (own, tables) = (self.fighter(side), catalogue.close_combat());
        let who = match side {
            Side::Assaulter => "assaulter's defence",
            Side::Defender => "defender's defence",
        };
        let mut count = Counting::new(who, words);
        let area = self.area(tables, side, number);
        count.gain(0, AREA_OF_ATTACK, format_args!("the card's dice, {}", area.word()), own.card.defence.on(area));
        let (what, dice) = self.place_dice(tables, catalogue, side, number);
        count.gain(0, DEFENCE_IN_COMBAT, what, dice);
        for (ability, effect) in own.card.effects() {
            if let Effect::CloseCombatDefenceDie { side: role, rounds, colour, count: dice } = *effect
                && role.covers(side == Side::Assaulter)
                && rounds.covers(number)
            {
                count.gain(0, ABILITIES, &ability.name, Pool::of(colour, dice));
            }
        }
        if own.card.experience >= Experience::Hardened {
            count.gain(0, EXPERIENCE, "hardened", tables.dice.experience);
        }
        count.cards(0, own.defence_cards, 1);
        if number == 1 && side == Side::Assaulter && self.ground.fast {
            count.lose(0, DEFENCE_IN_COMBAT, "came by fast action", 1);
        }
        count
    }

    /// Where a side is hit.
    fn area(&self, tables: &CloseCombatTables, side: Side, number: u8) -> Area {
        match side {
            _ if self.fighter(side).state.immobilised => tables.area.immobilised,
            _ if number > 1 => tables.area.later,
            Side::Assaulter => tables.area.assaulter_first_round,
            Side::Defender => self.ground.area,
        }
    }

    /// The dice of terrain and works. Vehicles have none of them; the die that an assaulter has in place of terrain is
    /// no terrain.
    fn place_dice(
        &self,
        tables: &CloseCombatTables,
        catalogue: &Catalogue,
        side: Side,
        number: u8,
    ) -> (&'static str, Pool) {
        let kind = self.fighter(side).card.kind;
        let hill = if self.ground.hill { catalogue.hill.defence.of(kind) } else { Pool::NONE };
        let smoke = catalogue.smoke.defence.of(kind).times(self.ground.smoke);
        let hex = hill + smoke + self.ground.terrain.map_or(Pool::NONE, |terrain| terrain.defence.of(kind));
        let of_work = |area| self.ground.work.map_or(Pool::NONE, |work| work.defence.of(kind, area));
        let work = Area::ALL.into_iter().fold(Pool::NONE, |all, area| all + of_work(area));
        match (side, number, self.ground.work) {
            (Side::Assaulter, 1, _) if kind == Kind::Vehicle => {
                ("in place of terrain", tables.dice.assaulter_first_round)
            }
            (..) if kind == Kind::Vehicle => ("no terrain", Pool::NONE),
            (Side::Defender, 1, Some(_)) => ("the side of the work", of_work(self.ground.area)),
            (Side::Defender, 1, None) => ("the strongest die of the hex", hex.strongest()),
            (Side::Assaulter, 1, Some(_)) => ("the strongest die of the work", work.strongest()),
            (Side::Assaulter, 1, None) => ("in place of terrain", tables.dice.assaulter_first_round),
            (Side::Assaulter | Side::Defender, _, _) => ("the strongest die of the hex", (hex + work).strongest()),
        }
    }
}
