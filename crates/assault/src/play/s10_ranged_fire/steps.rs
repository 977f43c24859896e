//! The dice of both sides: attacker's steps 1 to 9, defender's steps 1 to 8 (AS-10.1, AS-10.9).

use super::{Attacker, Does, Line, RangedFire};
use crate::{
    play::{
        counting::{Counting, Words},
        s10_results::{Clash, Target},
    },
    rule_ids::{
        ABILITIES, ATTACK_STEPS, DEFENDER_STATUS, EXPERIENCE, FIRE_STATUS, HALF_STRENGTH, HINDERED, IMPACT, JOINT_FIRE,
        SPOTTING, TERRAIN_BONUS,
    },
    tables::{Kind, dice::Count, pool::Pool, ranged_fire::RangedFireTables, symbols::Symbols, units::Experience},
};

impl Attacker {
    /// His dice against what is no unit, an aircraft or a building, which throws `defence`.
    pub(crate) fn against(self, tables: &RangedFireTables, defence: Pool) -> (Clash, Vec<Line>) {
        let attack = RangedFire { attacker: self, ..RangedFire::default() }.attack(tables, Words::Told);
        let clash = Clash {
            attack: attack.pool,
            attack_again: attack.again,
            count: self.count(),
            automatic: attack.automatic,
            defence,
            ..Clash::default()
        };
        (clash, attack.lines)
    }

    fn count(&self) -> Count {
        if self.half_strength { Count::Strongest } else { Count::Every }
    }
}

impl RangedFire<'_> {
    /// The dice of both sides, and every step that made them.
    pub fn clash(&self, tables: &RangedFireTables, spotted: bool) -> (Clash, Vec<Line>) {
        self.counted(tables, spotted, Words::Told)
    }

    /// The dice of both sides alone: quicker, for odds and for throws that nobody reads about.
    pub fn dice(&self, tables: &RangedFireTables, spotted: bool) -> Clash {
        self.counted(tables, spotted, Words::Silent).0
    }

    fn counted(&self, tables: &RangedFireTables, spotted: bool, words: Words) -> (Clash, Vec<Line>) {
        let mut attack = self.attack(tables, words);
        let defence = self.defence(tables, spotted, words);
        attack.lines.extend(defence.lines);
        let clash = Clash {
            attack: attack.pool,
            attack_again: attack.again,
            count: self.attacker.count(),
            automatic: attack.automatic,
            defence: defence.pool,
            defence_again: defence.again,
            unshaken: self.defender.experience == Experience::Elite,
        };
        (clash, attack.lines)
    }

    /// Attacker's steps 1 to 9, without the spotting roll.
    fn attack(&self, tables: &RangedFireTables, words: Words) -> Counting {
        let RangedFire { attacker, defender, .. } = self;
        let mut count = Counting::new("attacker", words);
        count.gain(1, JOINT_FIRE, "joint fire", attacker.joint_fire);
        count.note(3, FIRE_STATUS, format_args!("marked {}", attacker.status.spoken()), 0);
        self.card_dice(&mut count, words);
        if attacker.experience >= Experience::Veteran {
            count.gain(6, EXPERIENCE, "veteran", tables.dice.experience);
        }
        if defender.experience == Experience::Recruit {
            count.suppress(7, EXPERIENCE, "the target is a recruit", 1);
        }
        if attacker.die_less || attacker.hidden {
            let what = if attacker.die_less { "attack die -1" } else { "fires hidden" };
            count.lose(8, DEFENDER_STATUS, what, 0);
        }
        if attacker.ambush {
            count.suppress(8, DEFENDER_STATUS, "ambush", 1);
        }
        for applied in &self.abilities {
            match applied.does {
                Does::DieLess => count.lose(8, ABILITIES, applied.name, 0),
                Does::Again(dice) => count.again(8, ABILITIES, applied.name, dice),
                Does::Suppression => count.suppress(8, ABILITIES, applied.name, 1),
                Does::Spotting(_) | Does::SoftDice | Does::CardDieLess => {}
                Does::DefenceDice(_) | Does::DefenceAgain(_) => {}
            }
        }
        count.cards(8, attacker.cards, 0);
        if attacker.half_strength {
            count.note(9, HALF_STRENGTH, "half strength, each die counts its strongest symbol", 0);
        }
        // A suppression without a die belongs to an attack, and without a die there is none (AS-4.2.3).
        if count.pool.is_empty() && !count.automatic.is_empty() {
            count.automatic = Symbols::NONE;
            count.note(9, EXPERIENCE, "no die is left, so no attack and no suppression", 0);
        }
        count
    }

    /// Step 5: a die that a thin skin takes away is one of the card's, whatever else is there already.
    fn card_dice(&self, count: &mut Counting, words: Words) {
        let mut dice = Counting::new("attacker", words);
        dice.gain(5, ATTACK_STEPS, "the card's dice", self.attacker.dice);
        for applied in &self.abilities {
            match applied.does {
                Does::SoftDice => dice.note(5, ABILITIES, format_args!("{}, dice against men", applied.name), 0),
                Does::CardDieLess => dice.lose(5, ABILITIES, applied.name, 0),
                Does::Spotting(_) | Does::DieLess | Does::Again(_) | Does::Suppression => {}
                Does::DefenceDice(_) | Does::DefenceAgain(_) => {}
            }
        }
        let before = count.pool;
        let with = |line: Line| Line { leaves: line.leaves.map(|(side, pool)| (side, before + pool)), ..line };
        count.lines.extend(dice.lines.into_iter().map(with));
        count.pool += dice.pool;
    }

    /// Defender's steps 1 to 8.
    fn defence(&self, tables: &RangedFireTables, spotted: bool, words: Words) -> Counting {
        let RangedFire { attacker, defender, .. } = self;
        let Target { kind, suppressed, .. } = defender.target;
        let on_foot = kind != Kind::Vehicle;
        let mut count = Counting::new("defender", words);
        count.gain(1, IMPACT, "the card's dice", defender.inherent);
        count.gain(2, TERRAIN_BONUS, "terrain", defender.terrain);
        count.gain(3, HINDERED, "hindered sight", defender.hindrance_dice);
        // In the order of the aid: what is lost is lost of the dice that are there by then, and the last one stays.
        if defender.digging_in {
            count.lose(4, DEFENDER_STATUS, "digging in", 1);
        }
        if defender.dug_in {
            count.gain(4, DEFENDER_STATUS, "dug in", tables.dice.dug_in);
        }
        if defender.fast && on_foot {
            count.lose(4, DEFENDER_STATUS, "fast action", 1);
        }
        if suppressed && on_foot {
            count.gain(4, DEFENDER_STATUS, "suppressed", tables.dice.suppressed);
        }
        if defender.hidden {
            count.gain(4, DEFENDER_STATUS, "hidden", tables.dice.hidden);
        }
        if defender.experience >= Experience::Hardened {
            count.gain(5, EXPERIENCE, "hardened", tables.dice.experience);
        }
        let fast_vehicle = defender.fast && !on_foot;
        let gained = tables.modification.dice(attacker.status, fast_vehicle, spotted);
        let at = if fast_vehicle { " at a fast vehicle" } else { "" };
        let unseen = if spotted { "" } else { ", not spotted" };
        let what = format_args!("{}{at}{unseen}", attacker.status.spoken());
        count.gain(6, if spotted { FIRE_STATUS } else { SPOTTING }, what, gained);
        count.cards(7, defender.cards, 1);
        for applied in &self.abilities {
            match applied.does {
                Does::DefenceDice(dice) => count.gain(8, ABILITIES, applied.name, dice),
                Does::DefenceAgain(dice) => count.again(8, ABILITIES, applied.name, dice),
                Does::Spotting(_) | Does::SoftDice | Does::CardDieLess => {}
                Does::DieLess | Does::Again(_) | Does::Suppression => {}
            }
        }
        count
    }
}
