//! Ranged fire (AS-10): the ten steps of the attacker and the nine of the defender, in their printed order. Each step that changes something is a
//! line with its dice; together they are the [`Clash`] that is thrown.

use dice::{Dice, Odds, Throw, TooManyWays};
use engine::{Cited, Modifier, Pile, RuleId};
use thiserror::Error;

use crate::{
    play::s10_results::{Clash, Endurance, Fate, Target},
    rule_ids::{
        ABILITIES, ATTACK_STEPS, COMMAND_CARDS, DEFENDER_STATUS, EXPERIENCE, FIRE_STATUS, HALF_STRENGTH, HINDERED,
        IMPACT, JOINT_FIRE, SPOTTING, TERRAIN_BONUS,
    },
    tables::{
        Catalogue, Kind,
        catalogue::Terrain,
        dice::Count,
        fortification::{Area, Fortification},
        pool::{Colour, Pool},
        ranged_fire::{FireStatus, RangedFireTables},
        symbols::{Symbol, Symbols},
        units::{Experience, RangeFactor, UnitCard},
    },
};

/// The attacker, as far as his dice depend on him.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Attacker {
    /// What he is.
    pub kind: Kind,
    /// The dice of his card for this target and range.
    pub dice: Pool,
    /// His level.
    pub experience: Experience,
    /// His mark.
    pub status: FireStatus,
    /// The target is in his arc of fire.
    pub in_arc: bool,
    /// A unit beside him gives support.
    pub joint_fire: bool,
    /// He is marked attack die -1.
    pub die_less: bool,
    /// He is marked hidden.
    pub hidden: bool,
    /// He is marked ambush.
    pub ambush: bool,
    /// He is at half strength.
    pub half_strength: bool,
    /// Dice of his abilities.
    pub abilities: Pool,
    /// Dice of command cards.
    pub cards: Pool,
    /// What abilities and cards add to his spotting roll, those of the target included.
    pub spotting: i8,
}

/// The defender, as far as his dice depend on him.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Defender {
    /// What he is and how he stands.
    pub target: Target,
    /// His level.
    pub experience: Experience,
    /// The dice of his card where he is hit.
    pub inherent: Pool,
    /// The dice of his terrain or work.
    pub terrain: Pool,
    /// The dice of hindrances in the line; none against indirect fire.
    pub hindrance_dice: Pool,
    /// There is a hindrance in the line.
    pub hindered: bool,
    /// He is digging in.
    pub digging_in: bool,
    /// He is dug in.
    pub dug_in: bool,
    /// He is marked fast action.
    pub fast: bool,
    /// He is marked hidden or hide action.
    pub hidden: bool,
    /// He is marked ambush.
    pub ambush: bool,
    /// He is seen without a roll (AS-10.5.1).
    pub spotted: bool,
    /// Dice of his abilities.
    pub abilities: Pool,
    /// Dice of command cards.
    pub cards: Pool,
}

/// An attack as it is counted up.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct RangedFire {
    /// Who fires.
    pub attacker: Attacker,
    /// At whom.
    pub defender: Defender,
}

/// What has to be said about an attack besides the two cards: in a game by the state, at a real table by the players.
#[derive(Clone, Debug, Default)]
pub struct Circumstances<'a> {
    /// The attacker, with what does not come from his card.
    pub attacker: Attacker,
    /// The defender, likewise.
    pub defender: Defender,
    /// The ground that the target stands in.
    pub terrain: Option<&'a Terrain>,
    /// The work that it is in.
    pub work: Option<&'a Fortification>,
    /// Where it is hit.
    pub area: Area,
    /// Hindrances in the line.
    pub hindrances: u8,
    /// Fire that goes over them.
    pub indirect: bool,
}

/// Why there is no such attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAttack {
    /// The card has no dice against such a target at that range.
    #[error("the card has no dice against such a target at {} range", .0.word())]
    NoDice(RangeFactor),
    /// So many hindrances block.
    #[error("{0} hindrances block the line of sight")]
    Blocked(u8),
    /// The card does not fire indirectly.
    #[error("the card does not fire indirectly")]
    NotIndirect,
}

impl Cited for NoAttack {
    fn rule(&self) -> RuleId {
        match self {
            NoAttack::NoDice(_) | NoAttack::NotIndirect => ATTACK_STEPS,
            NoAttack::Blocked(_) => HINDERED,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            NoAttack::NoDice(_) => "no-dice",
            NoAttack::Blocked(_) => "blocked",
            NoAttack::NotIndirect => "not-indirect",
        }
    }
}

impl RangedFire {
    /// An attack of one card on another.
    ///
    /// # Errors
    /// If the rules do not allow it.
    pub fn between(
        catalogue: &Catalogue,
        (attacker, range): (&UnitCard, RangeFactor),
        defender: &UnitCard,
        said: &Circumstances<'_>,
    ) -> Result<RangedFire, NoAttack> {
        let dice = attacker.attack.against(defender.kind).at(range);
        if dice.is_empty() {
            return Err(NoAttack::NoDice(range));
        }
        if said.hindrances >= catalogue.hindrance.blocks {
            return Err(NoAttack::Blocked(said.hindrances));
        }
        if said.indirect && !attacker.indirect {
            return Err(NoAttack::NotIndirect);
        }
        let area = if said.indirect { Area::Above } else { said.area };
        let ground = said.terrain.map_or(Pool::NONE, |terrain| terrain.defence.of(defender.kind));
        let work = said.work.map_or(Pool::NONE, |work| work.defence.of(defender.kind, area));
        let ignored = if said.indirect { catalogue.hindrance.indirect } else { 0 };
        let clear = said.terrain.is_some_and(|terrain| terrain.id == CLEAR) && said.work.is_none();
        Ok(RangedFire {
            attacker: Attacker { kind: attacker.kind, dice, experience: attacker.experience, ..said.attacker },
            defender: Defender {
                target: Target {
                    kind: defender.kind,
                    endures: Some(Endurance {
                        half_strength_at: defender.half_strength_at,
                        eliminated_at: defender.eliminated_at,
                    }),
                    ..said.defender.target
                },
                experience: defender.experience,
                inherent: defender.defence.on(area),
                terrain: ground.better(work),
                hindrance_dice: catalogue.hindrance.dice.times(said.hindrances.saturating_sub(ignored)),
                hindered: said.hindrances > 0,
                spotted: said.defender.spotted || clear || said.defender.fast,
                ..said.defender
            },
        })
    }
}

/// Ground in which everybody is seen (AS-10.5.1).
const CLEAR: &str = "clear";

/// A step that changes something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The rule behind it.
    pub rule: RuleId,
    /// What it is: "attacker 6: veteran, 1 blue die".
    pub what: String,
    /// Dice more or fewer.
    pub dice: i32,
    /// Whose: "attack" or "defence".
    pub side: &'static str,
    /// His dice after it.
    pub pool: Pool,
}

/// Counts the steps of one side.
struct Counting {
    who: &'static str,
    side: &'static str,
    pool: Pool,
    lines: Vec<Line>,
}

impl Counting {
    fn new(who: &'static str, side: &'static str) -> Counting {
        Counting { who, side, pool: Pool::NONE, lines: Vec::new() }
    }

    fn note(&mut self, step: u8, rule: RuleId, what: &str, dice: i32) {
        let what = format!("{} {step}: {what}", self.who);
        self.lines.push(Line { rule, what, dice, side: self.side, pool: self.pool });
    }

    /// Dice come in.
    fn gain(&mut self, step: u8, rule: RuleId, what: &str, dice: Pool) {
        if !dice.is_empty() {
            self.pool += dice;
            self.note(step, rule, &format!("{what}, {dice}"), dice.len().into());
        }
    }

    /// The weakest die goes, if more than `least` are there.
    fn lose(&mut self, step: u8, rule: RuleId, what: &str, least: u8) {
        let left = self.pool.without_weakest(least);
        let gone = Colour::ALL.into_iter().find(|&colour| left.count(colour) < self.pool.count(colour));
        if let Some(colour) = gone {
            self.pool = left;
            self.note(step, rule, &format!("{what}, without a {} die", colour.word()), -1);
        }
    }
}

impl RangedFire {
    /// The number needed on the spotting die, modifiers taken into account: 1 or less always succeeds; `None` if no roll is needed.
    pub fn spotting(&self, tables: &RangedFireTables) -> Option<i8> {
        let RangedFire { attacker, defender } = self;
        if defender.spotted {
            return None;
        }
        let in_arc = attacker.in_arc || attacker.kind == Kind::Infantry;
        let needed = tables.spotting.needed(attacker.kind, in_arc, !defender.terrain.is_empty())?;
        let modifiers = &tables.spotting_modifiers;
        let hindered = if defender.hindered { modifiers.hindered_sight } else { 0 };
        let hidden = if defender.hidden || defender.ambush { modifiers.hidden } else { 0 };
        Some(needed as i8 - hindered - hidden - attacker.spotting)
    }

    /// The faces of the die that spot the target, out of six.
    pub fn spotting_faces(&self, tables: &RangedFireTables) -> u8 {
        self.spotting(tables).map_or(6, |needed| (7 - needed).clamp(0, 6) as u8)
    }

    /// The dice of both sides, and every step that made them.
    pub fn clash(&self, tables: &RangedFireTables, spotted: bool) -> (Clash, Vec<Line>) {
        let (mut attack, automatic) = self.attack(tables);
        let defence = self.defence(tables, spotted);
        attack.lines.extend(defence.lines);
        let clash = Clash {
            attack: attack.pool,
            count: if self.attacker.half_strength { Count::Strongest } else { Count::Every },
            automatic,
            defence: defence.pool,
            unshaken: self.defender.experience == Experience::Elite,
        };
        (clash, attack.lines)
    }

    /// Attacker's steps 5 to 9.
    fn attack(&self, tables: &RangedFireTables) -> (Counting, Symbols) {
        let RangedFire { attacker, defender } = self;
        let mut count = Counting::new("attacker", "attack");
        let mut automatic = Symbols::NONE;
        let x = Symbols::one(Symbol::Suppression);
        let joint = if attacker.joint_fire { tables.dice.joint_fire } else { Pool::NONE };
        count.gain(1, JOINT_FIRE, "joint fire", joint);
        count.gain(5, ATTACK_STEPS, "the card's dice", attacker.dice);
        if attacker.experience >= Experience::Veteran {
            count.gain(6, EXPERIENCE, "veteran", tables.dice.experience);
        }
        if defender.experience == Experience::Recruit {
            automatic = automatic + x;
            count.note(7, EXPERIENCE, "the target is a recruit, a suppression", 0);
        }
        if attacker.die_less || attacker.hidden {
            let what = if attacker.die_less { "attack die -1" } else { "fires hidden" };
            count.lose(8, DEFENDER_STATUS, what, 0);
        }
        if attacker.ambush {
            automatic = automatic + x;
            count.note(8, DEFENDER_STATUS, "ambush, a suppression", 0);
        }
        count.gain(8, ABILITIES, "abilities", attacker.abilities);
        count.gain(8, COMMAND_CARDS, "command cards", attacker.cards);
        if attacker.half_strength {
            count.note(9, HALF_STRENGTH, "half strength, each die counts its strongest symbol", 0);
        }
        (count, automatic)
    }

    /// Defender's steps 1 to 8.
    fn defence(&self, tables: &RangedFireTables, spotted: bool) -> Counting {
        let RangedFire { attacker, defender } = self;
        let Target { kind, suppressed, .. } = defender.target;
        let on_foot = kind != Kind::Vehicle;
        let mut count = Counting::new("defender", "defence");
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
        let what = attacker.status.word().replace('-', " ");
        let what = match (fast_vehicle, spotted) {
            (false, true) => what,
            (true, true) => format!("{what} at a fast vehicle"),
            (false, false) => format!("{what}, not spotted"),
            (true, false) => format!("{what} at a fast vehicle, not spotted"),
        };
        count.gain(6, if spotted { FIRE_STATUS } else { SPOTTING }, &what, gained);
        count.gain(7, COMMAND_CARDS, "command cards", defender.cards);
        count.gain(8, ABILITIES, "abilities", defender.abilities);
        count
    }

    /// Throws the spotting roll, if one is needed: the face, and whether the target is spotted.
    pub(crate) fn spot(&self, tables: &RangedFireTables, dice: &mut dyn Dice) -> (Option<u16>, bool) {
        let Some(needed) = self.spotting(tables) else { return (None, true) };
        let read = |faces: &[u16]| u16::from(i32::from(faces[0]) >= i32::from(needed));
        let fell = dice.throw(&Throw::d6("spotting", 1).read(&read));
        (Some(fell.faces()[0]), fell.row() == 1)
    }

    /// The odds of what becomes of the target, the spotting roll included.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn fates(&self, catalogue: &Catalogue) -> Result<Odds<Fate>, TooManyWays> {
        let tables = catalogue.ranged_fire();
        let faces = self.spotting_faces(tables);
        let part = |spotted: bool| self.clash(tables, spotted).0.fates(catalogue.dice(), &self.defender.target);
        match faces {
            6 => part(true),
            0 => part(false),
            _ => Odds::mixed([(part(true)?, u128::from(faces)), (part(false)?, u128::from(6 - faces))]),
        }
    }
}

impl From<Line> for Modifier {
    fn from(line: Line) -> Modifier {
        let dice = line.pool.dice().map(Colour::word);
        Modifier::new(line.rule, line.what, line.dice).leaving(Pile::new(line.side, dice))
    }
}
