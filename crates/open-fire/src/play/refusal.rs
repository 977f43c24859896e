//! Why something cannot be done, with the rule that forbids it.

use engine::{Cited, RuleId};
use thiserror::Error;

use crate::{rule_ids, tables::fire_refusal::CannotFire};

/// Why something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)]
pub enum Refused {
    #[error("that is not what is asked now")]
    NotNow,
    #[error("this unit belongs to the {section}")]
    NotYours { section: String },
    #[error("there is no such section")]
    NoSuchSection,
    #[error("it is that section already")]
    SameSection,
    #[error("that section has nothing to do now")]
    NothingToDo,
    #[error("the {section} has no unit, and there are enough for everybody")]
    NoUnits { section: String },
    #[error("the {section} has no commander, and there are enough for everybody")]
    NoCommander { section: String },
    #[error("no such crew")]
    NoSuchCrew,
    #[error("no such vehicle is for sale")]
    NoSuchVehicle,
    #[error("the record sheet has room for eight crews")]
    PlatoonFull,
    #[error("the platoon has no crews")]
    NoCrews,
    #[error("this crew has a vehicle")]
    HasVehicle,
    #[error("there is no vehicle")]
    NoVehicle,
    #[error("there are no rounds to give back")]
    NoRounds,
    #[error("no {vehicle} counter carries the letter {letter}: the counter mix has {letters}")]
    NoCounter { vehicle: String, letter: String, letters: String },
    #[error("it costs {cost}, and {points} points are left")]
    NotEnoughPoints { cost: i32, points: i32 },
    #[error("it carries {most} rounds at most")]
    TooManyRounds { most: u8 },
    #[error("the platoon has no crew with this letter")]
    NotInPlatoon,
    #[error("crew {crew} was not on this mission, and gets no combat points for it")]
    NotInMission { crew: String },
    #[error("a crew gets {most} combat points at most for a mission")]
    AwardedEnough { most: u8 },
    #[error("all combat points are dealt")]
    AllDealt,
    #[error("{left} combat points are still to be dealt")]
    PointsLeft { left: u8 },
    #[error("the one combat point of every survivor stays with him")]
    NothingToTakeBack,
    #[error("that takes {needs} combat points, and the crew has {points}")]
    NotEnoughCombatPoints { needs: u8, points: u8 },
    #[error("{what} does not rise above {most}")]
    AtItsBest { what: &'static str, most: i32 },
    /// What the costs chart or the counter mix forbids, when what was lost is replaced.
    #[error("{0}")]
    Replacing(Box<Refused>),
    #[error("this unit is not on the map")]
    NotOnMap,
    #[error("this unit is on the map already")]
    OnMap,
    #[error("the platoon does not come in here")]
    NoEntry,
    #[error("the hexes are not adjacent")]
    NotAdjacent,
    #[error("the ground cannot be passed")]
    Impassable,
    #[error("four vehicles stand in that hex: there is no room")]
    NoRoom,
    #[error("it cannot move")]
    CannotMove,
    #[error("there is no way off the map here")]
    NoExit,
    #[error("it cannot be opened or closed")]
    NoHatch,
    #[error("it is so already")]
    Already,
    #[error("it cannot carry or tow that")]
    CannotCarry,
    #[error("it is not aboard and not hitched")]
    NotCarried,
    #[error("it is carried or towed and can do nothing by itself")]
    IsCarried,
    #[error("it is not this unit's turn")]
    NotItsTurn,
    #[error("that takes {needs} crew points, and {left} are left")]
    NoCrewPoints { needs: u8, left: u8 },
    #[error("a closed tank does not move fast")]
    ClosedAndFast,
    #[error("{needs} movement points, and {left} are left")]
    NoMovementPoints { needs: String, left: String },
    #[error("start to drive first")]
    NotDriving,
    #[error("a vehicle turns two hexsides a turn at most")]
    TurnedEnough,
    #[error("the turret has turned as far as it can this turn")]
    TraversedEnough,
    #[error("it has no turret")]
    NoTurret,
    #[error("an enemy in the hex holds it up")]
    HeldUp,
    #[error("defilade is not to be had here")]
    NoDefilade,
    #[error("there is no improved position to enter or leave here")]
    NoPosition,
    #[error("it has backed up, and goes nowhere else this turn")]
    HasBackedUp,
    #[error("it has moved as far as it can this turn")]
    MovedEnough,
    #[error("there is no hex it could enter, and nothing else to spend movement points on")]
    NoWay,
    #[error("backing up is a fast move")]
    NotFast,
    #[error("this cannot be a target")]
    NoTarget,
    #[error("it cannot be seen")]
    NotSeen,
    #[error("the gun does not bear on it")]
    OutOfArc,
    #[error("a friend is in that hex")]
    FriendInHex,
    #[error("no ammunition is left for that")]
    NoAmmunition,
    #[error("the gun has fired the other kind of shell this turn")]
    OtherShell,
    #[error("that weapon is knocked out, or there is none")]
    NoWeapon,
    #[error("suppressed units cannot do that")]
    Suppressed,
    #[error("the gun is not prepared")]
    NotPrepared,
    #[error("the main gun has fired as many rounds as its rate of fire allows this turn")]
    GunHasFired,
    #[error("it is too dark: fire reaches over {most} hexes at most, and there are {range} between")]
    TooDark { most: u16, range: u16 },
    #[error("a charge takes half the movement at most, {left} points, and they do not lead into that hex")]
    ChargeTooFar { left: String },
    #[error("only a gun is prepared")]
    NoGun,
    #[error("it is in the same hex: only close assault reaches it")]
    SameHex,
    #[error("it is not in the same hex")]
    NotSameHex,
    #[error("smoke is not laid in one's own hex")]
    SmokeOnSelf,
    #[error("only a commander who is himself in command can do that")]
    NotCommander,
    #[error("it cannot be given a turn: it panics, is unaware, disabled or has two turns")]
    CannotGive,
    #[error("it is aware already, or out of the commander's sight")]
    CannotMakeAware,
    #[error("the turn has begun: it cannot be given away")]
    Begun,
    #[error("that takes the whole turn, and the turn has begun")]
    TakesAll,
    #[error("there is nobody to guard here, or nobody to spare")]
    NoGuard,
    #[error("a German on the map can still move or fire")]
    StillDangerous,
    #[error("it has no crew that could leave it")]
    NoCrewToLeave,
    #[error("a squad does one thing a turn")]
    SquadDone,
    #[error("the mission is over")]
    Over,
    #[error("a mission is broken off only after {rounds} rounds of the same fight")]
    TooEarly { rounds: u16 },
    #[error(transparent)]
    Fire(#[from] CannotFire),
}

impl Cited for Refused {
    fn rule(&self) -> RuleId {
        use Refused as R;
        match self {
            R::NotNow | R::Over | R::StillDangerous => rule_ids::COURSE,
            R::TooEarly { .. } => rule_ids::VICTORY,
            R::NoSuchCrew
            | R::NoSuchVehicle
            | R::PlatoonFull
            | R::NoCrews
            | R::HasVehicle
            | R::NoVehicle
            | R::NoRounds
            | R::NoCounter { .. }
            | R::NotEnoughPoints { .. }
            | R::TooManyRounds { .. } => rule_ids::GENERATION,
            R::NotYours { .. }
            | R::NoSuchSection
            | R::SameSection
            | R::NothingToDo
            | R::NoUnits { .. }
            | R::NoCommander { .. } => rule_ids::SHARED,
            R::Replacing(_) => rule_ids::REPLACEMENTS,
            R::NotInPlatoon => rule_ids::CAMPAIGN_PROCEDURE,
            R::NotInMission { .. }
            | R::AwardedEnough { .. }
            | R::AllDealt
            | R::PointsLeft { .. }
            | R::NothingToTakeBack => rule_ids::COMBAT_POINTS,
            R::NotEnoughCombatPoints { .. } | R::AtItsBest { .. } => rule_ids::IMPROVING,
            R::NotOnMap | R::OnMap | R::NoEntry => rule_ids::ENTRY,
            R::NotAdjacent
            | R::Impassable
            | R::NoRoom
            | R::CannotMove
            | R::NoExit
            | R::NoMovementPoints { .. }
            | R::NotDriving => rule_ids::MOVEMENT,
            R::NoHatch | R::ClosedAndFast => rule_ids::CLOSING,
            R::Already | R::NotItsTurn | R::NoCrewPoints { .. } | R::TakesAll | R::SquadDone => rule_ids::ACTIONS,
            R::CannotCarry | R::NotCarried | R::IsCarried => rule_ids::PASSENGERS,
            R::TurnedEnough | R::TraversedEnough | R::NoTurret => rule_ids::FACING,
            R::HeldUp | R::HasBackedUp | R::MovedEnough | R::NoWay | R::NotFast => rule_ids::ROUND_MOVEMENT,
            R::NoDefilade => rule_ids::DEFILADE,
            R::NoPosition => rule_ids::IMPROVED_POSITIONS,
            R::NoTarget => rule_ids::TERMS,
            R::OutOfArc | R::FriendInHex | R::SameHex | R::NoWeapon => rule_ids::FIRE,
            R::NotSeen => rule_ids::SIGHT,
            R::NoAmmunition => rule_ids::AMMUNITION,
            R::OtherShell => rule_ids::AP_FIRE,
            R::Suppressed => rule_ids::GP_DAMAGE,
            R::NotPrepared | R::NoGun => rule_ids::CREW_WEAPONS,
            R::GunHasFired => rule_ids::RATE_OF_FIRE,
            R::TooDark { .. } => rule_ids::FIRE,
            R::ChargeTooFar { .. } => rule_ids::CHARGE,
            R::NotSameHex => rule_ids::ASSAULT_PROCEDURE,
            R::SmokeOnSelf => rule_ids::SMOKE,
            R::NotCommander | R::CannotGive | R::CannotMakeAware | R::Begun => rule_ids::COMMAND,
            R::NoGuard => rule_ids::CAPTURE,
            R::NoCrewToLeave => rule_ids::TANK_CREWS,
            R::Fire(fire) => fire.rule(),
        }
    }

    fn code(&self) -> &'static str {
        use Refused as R;
        match self {
            R::NotNow => "not-now",
            R::NoSuchCrew => "no-such-crew",
            R::NoSuchVehicle => "no-such-vehicle",
            R::PlatoonFull => "platoon-full",
            R::NoCrews => "no-crews",
            R::HasVehicle => "has-vehicle",
            R::NoVehicle => "no-vehicle",
            R::NoRounds => "no-rounds",
            R::NoCounter { .. } => "no-counter",
            R::NotEnoughPoints { .. } => "not-enough-points",
            R::TooManyRounds { .. } => "too-many-rounds",
            R::NotYours { .. } => "not-yours",
            R::NoSuchSection => "no-such-section",
            R::SameSection => "same-section",
            R::NothingToDo => "nothing-to-do",
            R::NoUnits { .. } => "no-units",
            R::NoCommander { .. } => "no-commander",
            R::Replacing(why) => why.code(),
            R::NotInPlatoon => "not-in-platoon",
            R::NotInMission { .. } => "not-in-mission",
            R::AwardedEnough { .. } => "awarded-enough",
            R::AllDealt => "all-dealt",
            R::PointsLeft { .. } => "points-left",
            R::NothingToTakeBack => "nothing-to-take-back",
            R::NotEnoughCombatPoints { .. } => "not-enough-combat-points",
            R::AtItsBest { .. } => "at-its-best",
            R::NotOnMap => "not-on-map",
            R::OnMap => "on-map",
            R::NoEntry => "no-entry",
            R::NotAdjacent => "not-adjacent",
            R::Impassable => "impassable",
            R::NoRoom => "no-room",
            R::CannotMove => "cannot-move",
            R::NoExit => "no-exit",
            R::NoHatch => "no-hatch",
            R::Already => "already",
            R::CannotCarry => "cannot-carry",
            R::NotCarried => "not-carried",
            R::IsCarried => "is-carried",
            R::NotItsTurn => "not-its-turn",
            R::NoCrewPoints { .. } => "no-crew-points",
            R::ClosedAndFast => "closed-and-fast",
            R::NoMovementPoints { .. } => "no-movement-points",
            R::NotDriving => "not-driving",
            R::TurnedEnough => "turned-enough",
            R::TraversedEnough => "traversed-enough",
            R::NoTurret => "no-turret",
            R::HeldUp => "held-up",
            R::NoDefilade => "no-defilade",
            R::NoPosition => "no-position",
            R::HasBackedUp => "has-backed-up",
            R::MovedEnough => "moved-enough",
            R::NoWay => "no-way",
            R::NotFast => "not-fast",
            R::NoTarget => "no-target",
            R::NotSeen => "not-seen",
            R::OutOfArc => "out-of-arc",
            R::FriendInHex => "friend-in-hex",
            R::NoAmmunition => "no-ammunition",
            R::OtherShell => "other-shell",
            R::NoWeapon => "no-weapon",
            R::Suppressed => "suppressed",
            R::NotPrepared => "not-prepared",
            R::GunHasFired => "gun-has-fired",
            R::TooDark { .. } => "too-dark",
            R::ChargeTooFar { .. } => "charge-too-far",
            R::NoGun => "no-gun",
            R::SameHex => "same-hex",
            R::NotSameHex => "not-same-hex",
            R::SmokeOnSelf => "smoke-on-self",
            R::NotCommander => "not-commander",
            R::CannotGive => "cannot-give",
            R::CannotMakeAware => "cannot-make-aware",
            R::Begun => "begun",
            R::TakesAll => "takes-all",
            R::NoGuard => "no-guard",
            R::StillDangerous => "still-dangerous",
            R::NoCrewToLeave => "no-crew-to-leave",
            R::SquadDone => "squad-done",
            R::Over => "over",
            R::TooEarly { .. } => "too-early",
            R::Fire(fire) => fire.code(),
        }
    }
}
