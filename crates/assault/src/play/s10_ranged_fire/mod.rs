//! Ranged fire (AS-10): the ten steps of the attacker and the nine of the defender, in their printed order. Each step
//! that changes something is a line with its dice; together they are the [`Clash`] that is thrown.
//!
//! | what | file |
//! |---|---|
//! | who fires at whom, and what must be said about it | here |
//! | whether the rules allow it (steps 1 and 3), and what abilities do to it (AS-4.2) | `between` |
//! | the spotting roll (AS-10.5) | `spotting` |
//! | the dice of both sides | `steps` |

mod between;
mod spotting;
mod steps;

use dice::{Odds, TooManyWays};
use engine::{Cited, RuleId};
use thiserror::Error;

pub use crate::play::counting::{CardDice, Line};
use crate::{
    play::s10_results::{Clash, Fate, Target},
    rule_ids::{ABILITIES, ARC, ATTACK_STEPS, HINDERED, STEEP_SLOPES, TERRAIN},
    tables::{
        Catalogue, Kind,
        catalogue::{Feature, Terrain},
        fortification::{Area, Fortification},
        pool::Pool,
        ranged_fire::{FireStatus, RangedFireTables},
        units::{Experience, RangeFactor, UnitCard},
    },
};

/// The spotting roll is one die with so many faces (AS-10.5).
const SPOTTING_FACES: u8 = 6;

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
    /// The dice of a fire support unit beside him ([`Catalogue::joint_fire_dice`]).
    pub joint_fire: Pool,
    /// He is marked attack die -1.
    pub die_less: bool,
    /// He is marked hidden.
    pub hidden: bool,
    /// He is marked ambush.
    pub ambush: bool,
    /// He is at half strength.
    pub half_strength: bool,
    /// What command cards do to his dice.
    pub cards: CardDice,
    /// What command cards add to his spotting roll.
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
    /// There is a hindrance in the line of whoever spots.
    pub hindered: bool,
    /// He is digging in.
    pub digging_in: bool,
    /// He is dug in.
    pub dug_in: bool,
    /// He is marked fast action.
    pub fast: bool,
    /// He is marked delayed action.
    pub delayed: bool,
    /// He is marked with a fire status.
    pub fired: Option<FireStatus>,
    /// He is beside whoever spots.
    pub adjacent: bool,
    /// He is in clear ground, in a work or not.
    pub clear: bool,
    /// He is on a road, in a work or not.
    pub road: bool,
    /// He follows a covered trail, and this is reaction fire.
    pub trail: bool,
    /// He is marked hidden or hide action.
    pub hidden: bool,
    /// He is marked ambush.
    pub ambush: bool,
    /// He is seen without a roll for a reason that was not told.
    pub spotted: bool,
    /// What command cards do to his dice.
    pub cards: CardDice,
}

/// An attack as it is counted up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RangedFire<'a> {
    /// Who fires.
    pub attacker: Attacker,
    /// At whom.
    pub defender: Defender,
    /// Who looks for the target, if it is not the attacker himself.
    pub spotter: Option<Kind>,
    /// It is night, and whoever spots is not used to it.
    pub night: bool,
    /// What abilities of both sides do to this attack.
    abilities: Vec<Applied<'a>>,
}

/// What an ability does to an attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Applied<'a> {
    /// The name of the ability.
    name: &'a str,
    does: Does,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Does {
    /// Added to the spotting roll.
    Spotting(i8),
    /// Dice against men are used against a vehicle.
    SoftDice,
    /// The card's dice lose the weakest.
    CardDieLess,
    /// An attack die goes.
    DieLess,
    /// So many dice that show nothing are thrown again.
    Again(u8),
    /// A suppression without a die.
    Suppression,
    /// Defence dice more.
    DefenceDice(Pool),
    /// So many defence dice that show nothing are thrown again.
    DefenceAgain(u8),
}

/// What has to be said about an attack besides the two cards: in a game by the state, at a real table by the players.
#[derive(Clone, Debug, Default)]
pub struct Circumstances<'a> {
    /// The attacker, with what does not come from his card.
    pub attacker: Attacker,
    /// The defender, likewise.
    pub defender: Defender,
    /// The ground that the attacker fires from.
    pub from: Option<&'a Terrain>,
    /// The ground that the target stands in.
    pub terrain: Option<&'a Terrain>,
    /// Ways that the target stands on, and hexsides beside it that give it dice against this attack.
    pub features: Vec<&'a Feature>,
    /// The target is on a hill.
    pub hill: bool,
    /// Smoke markers in the target's own hex. They hinder sight like those on the way, but their dice are the hex's
    /// (AS-12.4.3.1.1).
    pub smoke: u8,
    /// The work that it is in.
    pub work: Option<&'a Fortification>,
    /// Where it is hit.
    pub area: Area,
    /// Hindrances in the attacker's line, without smoke in the target's own hex.
    pub hindrances: u8,
    /// Attacker and target stand on the two sides of one steep slope.
    pub steep: bool,
    /// Fire that goes over hindrances.
    pub indirect: bool,
    /// Who sees the target for indirect fire, if it is not the attacker.
    pub spotter: Option<Spotter<'a>>,
    /// It is night.
    pub night: bool,
}

/// A unit that spots for another.
#[derive(Copy, Clone, Debug)]
pub struct Spotter<'a> {
    /// Its card.
    pub card: &'a UnitCard,
    /// Hindrances in its own line of sight, without smoke in the target's own hex.
    pub hindrances: u8,
}

/// Why there is no such attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Error)]
pub enum NoAttack {
    /// Beyond the long range of the card.
    #[error("{hexes} hexes are beyond the long range of {long}")]
    OutOfRange {
        /// The distance.
        hexes: u8,
        /// How far it reaches.
        long: u8,
    },
    /// Nearer than the card can fire.
    #[error("{hexes} hexes are nearer than the minimum range of {minimum}")]
    TooNear {
        /// The distance.
        hexes: u8,
        /// The nearest it can fire at.
        minimum: u8,
    },
    /// The card has no dice against such a target at that range.
    #[error("the card has no dice against such a target at {} range", .0.word())]
    NoDice(RangeFactor),
    /// So many hindrances block.
    #[error("{0} hindrances block the line of sight")]
    Blocked(u8),
    /// The card does not fire indirectly.
    #[error("the card does not fire indirectly")]
    NotIndirect,
    /// The card fires only indirectly.
    #[error("the card fires only indirectly")]
    OnlyIndirect,
    /// It does not fire when it moves.
    #[error("the card does not fire in an activation in which it moves")]
    NoMoveAndFire,
    /// There is a roof or a canopy above it.
    #[error("no indirect fire out of such ground")]
    UnderCover,
    /// Nobody who may spot for others.
    #[error("the card does not spot for others")]
    NoSpotter,
    /// The target is outside the arc of fire, and there is no turret.
    #[error("the target is outside the arc of fire, and the card has no turret")]
    OutOfArc,
    /// Guns and vehicles do not fire across a steep slope beside them.
    #[error("guns and vehicles do not attack across a steep slope")]
    SteepSlope,
}

impl Cited for NoAttack {
    fn rule(&self) -> RuleId {
        match self {
            NoAttack::OutOfRange { .. } | NoAttack::TooNear { .. } | NoAttack::NoDice(_) | NoAttack::NotIndirect => {
                ATTACK_STEPS
            }
            NoAttack::Blocked(_) => HINDERED,
            NoAttack::OnlyIndirect | NoAttack::NoMoveAndFire | NoAttack::NoSpotter => ABILITIES,
            NoAttack::UnderCover => TERRAIN,
            NoAttack::OutOfArc => ARC,
            NoAttack::SteepSlope => STEEP_SLOPES,
        }
    }

    fn code(&self) -> &'static str {
        match self {
            NoAttack::OutOfRange { .. } => "out-of-range",
            NoAttack::TooNear { .. } => "too-near",
            NoAttack::NoDice(_) => "no-dice",
            NoAttack::Blocked(_) => "blocked",
            NoAttack::NotIndirect => "not-indirect",
            NoAttack::OnlyIndirect => "only-indirect",
            NoAttack::NoMoveAndFire => "no-move-and-fire",
            NoAttack::UnderCover => "under-cover",
            NoAttack::NoSpotter => "no-spotter",
            NoAttack::OutOfArc => "out-of-arc",
            NoAttack::SteepSlope => "steep-slope",
        }
    }
}

impl RangedFire<'_> {
    /// Every step that changes something, the spotting roll included.
    pub fn lines(&self, catalogue: &Catalogue, spotted: bool) -> Vec<Line> {
        let tables = catalogue.ranged_fire();
        let mut lines = self.clash(tables, spotted).1;
        // Steps 1 and 3 come before the spotting roll, which is step 4.
        let later =
            lines.iter().position(|line| !line.what.starts_with("attacker 1") && !line.what.starts_with("attacker 3"));
        let later = later.unwrap_or(lines.len());
        lines.splice(later..later, self.spotting_lines(tables));
        lines
    }

    /// The dice of both sides by what the spotting roll may bring, each with the faces that bring it.
    pub fn by_spotting(&self, tables: &RangedFireTables) -> impl Iterator<Item = (Clash, u8)> {
        let faces = self.spotting_faces(tables);
        let both = [(true, faces), (false, SPOTTING_FACES - faces)];
        both.into_iter().filter(|(_, faces)| *faces > 0).map(|(spotted, faces)| (self.dice(tables, spotted), faces))
    }

    /// The odds of what becomes of the target, the spotting roll included.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn fates(&self, catalogue: &Catalogue) -> Result<Odds<Fate>, TooManyWays> {
        let fates = |clash: Clash| clash.fates(catalogue.dice(), &self.defender.target);
        let parts: Vec<(Clash, u8)> = self.by_spotting(catalogue.ranged_fire()).collect();
        match parts[..] {
            [(only, _)] => fates(only),
            _ => {
                let parts = parts.into_iter().map(|(clash, faces)| Ok((fates(clash)?, u128::from(faces))));
                Odds::mixed(parts.collect::<Result<Vec<_>, _>>()?)
            }
        }
    }
}
