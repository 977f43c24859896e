//! Why something cannot be done, with the rule that forbids it.

use crate::{
    rule_ids::{
        ACTIONS, AMMUNITION, AP_FIRE, ASSAULT_PROCEDURE, CAMPAIGN_PROCEDURE, CAPTURE, CHARGE, CLOSING, COMBAT_POINTS,
        COMMAND, COURSE, CREW_WEAPONS, DEFILADE, ENTRY, FACING, FIRE, GENERATION, GP_DAMAGE, IMPROVED_POSITIONS,
        IMPROVING, MOVEMENT, PASSENGERS, RATE_OF_FIRE, REPLACEMENTS, ROUND_MOVEMENT, SHARED, SIGHT, SMOKE, TANK_CREWS,
        TERMS, VICTORY,
    },
    tables::fire_refusal::CannotFire,
};

engine::refusals! {
    /// Why something cannot be done.
    pub enum Refused {
        COURSE => {
            NotNow: "not-now", "that is not what is asked now";
            StillDangerous: "still-dangerous", "a German on the map can still move or fire";
            Over: "over", "the mission is over";
        }
        VICTORY => {
            TooEarly { rounds: u16 }: "too-early", "a mission is broken off only after {rounds} rounds of the same fight";
        }
        GENERATION => {
            NoSuchCrew: "no-such-crew", "no such crew";
            NoSuchVehicle: "no-such-vehicle", "no such vehicle is for sale";
            PlatoonFull: "platoon-full", "the record sheet has room for eight crews";
            NoCrews: "no-crews", "the platoon has no crews";
            HasVehicle: "has-vehicle", "this crew has a vehicle";
            NoVehicle: "no-vehicle", "there is no vehicle";
            NoRounds: "no-rounds", "there are no rounds to give back";
            NoCounter { vehicle: String, letter: String, letters: String }: "no-counter", "no {vehicle} counter carries the letter {letter}: the counter mix has {letters}";
            NotEnoughPoints { cost: i32, points: i32 }: "not-enough-points", "it costs {cost}, and {points} points are left";
            TooManyRounds { most: u8 }: "too-many-rounds", "it carries {most} rounds at most";
        }
        SHARED => {
            NotYours { section: String }: "not-yours", "this unit belongs to the {section}";
            NoSuchSection: "no-such-section", "there is no such section";
            SameSection: "same-section", "it is that section already";
            NothingToDo: "nothing-to-do", "that section has nothing to do now";
            NoUnits { section: String }: "no-units", "the {section} has no unit, and there are enough for everybody";
            NoCommander { section: String }: "no-commander", "the {section} has no commander, and there are enough for everybody";
        }
        CAMPAIGN_PROCEDURE => {
            NotInPlatoon: "not-in-platoon", "the platoon has no crew with this letter";
        }
        COMBAT_POINTS => {
            NotInMission { crew: String }: "not-in-mission", "crew {crew} was not on this mission, and gets no combat points for it";
            AwardedEnough { most: u8 }: "awarded-enough", "a crew gets {most} combat points at most for a mission";
            AllDealt: "all-dealt", "all combat points are dealt";
            PointsLeft { left: u8 }: "points-left", "{left} combat points are still to be dealt";
            NothingToTakeBack: "nothing-to-take-back", "the one combat point of every survivor stays with him";
        }
        IMPROVING => {
            NotEnoughCombatPoints { needs: u8, points: u8 }: "not-enough-combat-points", "that takes {needs} combat points, and the crew has {points}";
            AtItsBest { what: &'static str, most: i32 }: "at-its-best", "{what} does not rise above {most}";
        }
        ENTRY => {
            NotOnMap: "not-on-map", "this unit is not on the map";
            OnMap: "on-map", "this unit is on the map already";
            NoEntry: "no-entry", "the platoon does not come in here";
        }
        MOVEMENT => {
            NotAdjacent: "not-adjacent", "the hexes are not adjacent";
            Impassable: "impassable", "the ground cannot be passed";
            NoRoom: "no-room", "four vehicles stand in that hex: there is no room";
            CannotMove: "cannot-move", "it cannot move";
            NoExit: "no-exit", "there is no way off the map here";
            NoMovementPoints { needs: String, left: String }: "no-movement-points", "{needs} movement points, and {left} are left";
            NotDriving: "not-driving", "start to drive first";
        }
        CLOSING => {
            NoHatch: "no-hatch", "it cannot be opened or closed";
            ClosedAndFast: "closed-and-fast", "a closed tank does not move fast";
        }
        ACTIONS => {
            Already: "already", "it is so already";
            NotItsTurn: "not-its-turn", "it is not this unit's turn";
            NoCrewPoints { needs: u8, left: u8 }: "no-crew-points", "that takes {needs} crew points, and {left} are left";
            TakesAll: "takes-all", "that takes the whole turn, and the turn has begun";
            SquadDone: "squad-done", "a squad does one thing a turn";
        }
        PASSENGERS => {
            CannotCarry: "cannot-carry", "it cannot carry or tow that";
            NotCarried: "not-carried", "it is not aboard and not hitched";
            IsCarried: "is-carried", "it is carried or towed and can do nothing by itself";
        }
        FACING => {
            TurnedEnough: "turned-enough", "a vehicle turns two hexsides a turn at most";
            TraversedEnough: "traversed-enough", "the turret has turned as far as it can this turn";
            NoTurret: "no-turret", "it has no turret";
        }
        ROUND_MOVEMENT => {
            HeldUp: "held-up", "an enemy in the hex holds it up";
            HasBackedUp: "has-backed-up", "it has backed up, and goes nowhere else this turn";
            MovedEnough: "moved-enough", "it has moved as far as it can this turn";
            NoWay: "no-way", "there is no hex it could enter, and nothing else to spend movement points on";
            NotFast: "not-fast", "backing up is a fast move";
        }
        DEFILADE => {
            NoDefilade: "no-defilade", "defilade is not to be had here";
        }
        IMPROVED_POSITIONS => {
            NoPosition: "no-position", "there is no improved position to enter or leave here";
        }
        TERMS => {
            NoTarget: "no-target", "this cannot be a target";
        }
        FIRE => {
            OutOfArc: "out-of-arc", "the gun does not bear on it";
            FriendInHex: "friend-in-hex", "a friend is in that hex";
            NoWeapon: "no-weapon", "that weapon is knocked out, or there is none";
            TooDark { most: u16, range: u16 }: "too-dark", "it is too dark: fire reaches over {most} hexes at most, and there are {range} between";
            SameHex: "same-hex", "it is in the same hex: only close assault reaches it";
        }
        SIGHT => {
            NotSeen: "not-seen", "it cannot be seen";
        }
        AMMUNITION => {
            NoAmmunition: "no-ammunition", "no ammunition is left for that";
        }
        AP_FIRE => {
            OtherShell: "other-shell", "the gun has fired the other kind of shell this turn";
        }
        GP_DAMAGE => {
            Suppressed: "suppressed", "suppressed units cannot do that";
        }
        CREW_WEAPONS => {
            NotPrepared: "not-prepared", "the gun is not prepared";
            NoGun: "no-gun", "only a gun is prepared";
        }
        RATE_OF_FIRE => {
            GunHasFired: "gun-has-fired", "the main gun has fired as many rounds as its rate of fire allows this turn";
        }
        CHARGE => {
            ChargeTooFar { left: String }: "charge-too-far", "a charge takes half the movement at most, {left} points, and they do not lead into that hex";
        }
        ASSAULT_PROCEDURE => {
            NotSameHex: "not-same-hex", "it is not in the same hex";
        }
        SMOKE => {
            SmokeOnSelf: "smoke-on-self", "smoke is not laid in one's own hex";
        }
        COMMAND => {
            NotCommander: "not-commander", "only a commander who is himself in command can do that";
            CannotGive: "cannot-give", "it cannot be given a turn: it panics, is unaware, disabled or has two turns";
            CannotMakeAware: "cannot-make-aware", "it is aware already, or out of the commander's sight";
            Begun: "begun", "the turn has begun: it cannot be given away";
        }
        CAPTURE => {
            NoGuard: "no-guard", "there is nobody to guard here, or nobody to spare";
        }
        TANK_CREWS => {
            NoCrewToLeave: "no-crew-to-leave", "it has no crew that could leave it";
        }
    }
    passing on Fire(CannotFire) => |why| (why.rule(), why.code());
    passing on Replacing(Box<Refused>) => |why| (REPLACEMENTS, why.code());
}

impl From<CannotFire> for Refused {
    fn from(why: CannotFire) -> Refused {
        Refused::Fire(why)
    }
}
