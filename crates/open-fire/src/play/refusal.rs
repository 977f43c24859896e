//! Why something cannot be done, with the rule that forbids it.

use engine::Points;

use crate::{
    rule_ids::{
        ACTIONS, AMMUNITION, AP_DAMAGE, AP_FIRE, ASSAULT_PROCEDURE, BUNKERS, CAMPAIGN_PROCEDURE, CAPTURE, CHARGE,
        CLOSING, COMBAT_POINTS, COMMAND, COURSE, CREW_WEAPONS, DARKNESS, DEFILADE, DEPLOYMENT, ENTRY, FACING, FIRE,
        FREED_MEN, GENERATION, GP_DAMAGE, IMPROVED_POSITIONS, IMPROVING, MOVEMENT, PARAGRAPH_CHECKS, PARAGRAPHS,
        PASSENGERS, RATE_OF_FIRE, REPLACEMENTS, ROUND_MOVEMENT, SHARED, SIGHT, SMOKE, TANK_CREWS, TERMS, VICTORY,
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
            TooEarly { rounds: u16 }: "too-early", "a mission can be broken off only after {rounds} rounds of the same fight";
        }
        GENERATION => {
            NoSuchCrew: "no-such-crew", "no such crew";
            NoSuchVehicle: "no-such-vehicle", "no such vehicle is for sale";
            PlatoonFull: "platoon-full", "the record sheet has room for eight crews";
            NoCrews: "no-crews", "the platoon has no crews";
            HasVehicle: "has-vehicle", "this crew already has a vehicle";
            NoVehicle: "no-vehicle", "this crew has no vehicle";
            NoRounds: "no-rounds", "there are no rounds to give back";
            NoCounter { vehicle: String, letter: String, letters: String }: "no-counter", "no {vehicle} counter carries the letter {letter}: the counter mix has {letters}";
            NotEnoughPoints { cost: i32, points: i32 }: "not-enough-points", "it costs {cost}, and only {points} points are left";
            TooManyRounds { most: u8 }: "too-many-rounds", "it carries at most {most} rounds";
            NoSuchSeat: "no-such-seat", "a crew has no such seat";
            NameTooLong { most: usize }: "name-too-long", "a name has at most {most} letters, and letters with marks count twice";
            NoName: "no-name", "a name is made of letters, digits, blanks and the usual marks between them";
            NoSample: "no-sample", "the briefing wants a platoon that is generated for this mission";
            Limited { what: String, most: u8 }: "limited", "the briefing allows at most {most} of these: {what}";
        }
        SHARED => {
            NotYours { section: String }: "not-yours", "this unit belongs to the {section}";
            NoSuchSection: "no-such-section", "there is no such section";
            SameSection: "same-section", "that section already has it";
            NothingToDo: "nothing-to-do", "that section has nothing to do now";
            NoUnits { section: String }: "no-units", "the {section} has no unit, although there are enough for everybody";
            NoCommander { section: String }: "no-commander", "the {section} has no commander, although there are enough for everybody";
        }
        CAMPAIGN_PROCEDURE => {
            NotInPlatoon: "not-in-platoon", "the platoon has no crew with this letter";
            CrewsDue { left: usize }: "crews-due", "crews that were killed must be replaced: {left} more, if only with raw recruits";
            CrewsReplaced: "crews-replaced", "every crew that was killed has its replacement";
            VehiclesDue { left: u8 }: "vehicles-due", "vehicles that were destroyed must be replaced as far as the points go: {left} more";
        }
        COMBAT_POINTS => {
            NotInMission { crew: String }: "not-in-mission", "crew {crew} was not on this mission and gets no combat points for it";
            AwardedEnough { most: u8 }: "awarded-enough", "a crew gets at most {most} combat points for a mission";
            AllDealt: "all-dealt", "all combat points have been awarded";
            PointsLeft { left: u8 }: "points-left", "{left} combat points have yet to be awarded";
            NothingToTakeBack: "nothing-to-take-back", "every survivor keeps his first combat point";
        }
        IMPROVING => {
            NotEnoughCombatPoints { needs: u8, points: u8 }: "not-enough-combat-points", "that takes {needs} combat points, but the crew has only {points}";
            AtItsBest { what: &'static str, most: i32 }: "at-its-best", "{what} cannot rise above {most}";
        }
        DARKNESS => {
            TooDark { most: u16, range: u16 }: "too-dark", "it is too dark: fire reaches at most {most} hexes, and there are {range} in between";
        }
        FREED_MEN => {
            NoFreedMen: "no-freed-men", "there are no such prisoners of war waiting";
        }
        DEPLOYMENT => {
            OutsideZone { from: u8, to: u8 }: "outside-zone", "the platoon sets up in columns {from} to {to}";
            StillWaiting: "still-waiting", "somebody has no place on the map yet";
        }
        ENTRY => {
            OtherEntry { hex: String }: "other-entry", "the platoon comes in at {hex}, all of it";
            NotOnMap: "not-on-map", "this unit is not on the map";
            OnMap: "on-map", "this unit is already on the map";
            EntryTaken: "entry-taken", "the platoon comes in one unit to a hex, and there is one";
            NoEntry: "no-entry", "the platoon does not enter the map here";
        }
        MOVEMENT => {
            NotAdjacent: "not-adjacent", "the hexes are not adjacent";
            Impassable: "impassable", "this ground is impassable";
            NoRoom: "no-room", "there are already four vehicles in that hex";
            CannotMove: "cannot-move", "it cannot move";
            NoStack: "no-stack", "nobody else in its hex can move along";
            NoExit: "no-exit", "there is no way off the map here";
            NoMovementPoints { needs: Points, left: Points }: "no-movement-points", "that takes {needs} movement points, but only {left} are left";
            NotDriving: "not-driving", "start driving first";
        }
        CLOSING => {
            NoHatch: "no-hatch", "it cannot be opened or closed";
            ClosedAndFast: "closed-and-fast", "a buttoned up tank does not move fast";
        }
        ACTIONS => {
            Already: "already", "that is already so";
            NotItsTurn: "not-its-turn", "it is not this unit's turn";
            NoCrewPoints { needs: u8, left: u8 }: "no-crew-points", "that takes {needs} crew points, but only {left} are left";
            TakesAll: "takes-all", "that takes the whole turn, but the turn has begun";
            SquadDone: "squad-done", "a squad does one thing a turn";
        }
        PARAGRAPHS => {
            NotAmongThem: "not-among-them", "the paragraph does not offer that one";
        }
        PARAGRAPH_CHECKS => {
            NoMarker { number: u8 }: "no-marker", "event marker {number} is not on the map";
            MarkerUnseen { number: u8 }: "marker-unseen", "there is no event marker {number} in sight that takes a closer look";
            MarkerTried { number: u8 }: "marker-tried", "this unit has looked at event marker {number} before, in this condition";
        }
        PASSENGERS => {
            CannotCarry: "cannot-carry", "it cannot carry or tow that";
            NotCarried: "not-carried", "it is not aboard and not hitched";
            CrewAlive: "crew-alive", "the gun's own crew hitches it, and spends its own turn on that";
            IsCarried: "is-carried", "it is carried or towed and can do nothing by itself";
        }
        FACING => {
            TurnedEnough: "turned-enough", "a vehicle turns at most two hexsides a turn";
            TraversedEnough: "traversed-enough", "the turret has turned as far as it can this turn";
            NoTurret: "no-turret", "it has no turret";
            NotAhead: "not-ahead", "a vehicle drives into the hex ahead or backs into the one behind";
        }
        ROUND_MOVEMENT => {
            HeldUp: "held-up", "an enemy in the hex holds it up";
            HasBackedUp: "has-backed-up", "it has backed up, and goes nowhere else this turn";
            MovedEnough: "moved-enough", "it has moved as far as it can this turn";
            NoWay: "no-way", "there is no hex it could enter, and nothing else to spend movement points on";
            NotFast: "not-fast", "backing up is a fast move";
        }
        DEFILADE => {
            NoDefilade: "no-defilade", "there is no defilade here";
        }
        IMPROVED_POSITIONS => {
            NoPosition: "no-position", "there is no improved position to enter or leave here";
        }
        BUNKERS => {
            InBunker: "in-bunker", "nobody leaves a bunker in the course of a mission";
        }
        TERMS => {
            NoTarget: "no-target", "this cannot be a target";
            Inactive: "inactive", "it is no active unit of the platoon";
        }
        FIRE => {
            OutOfArc: "out-of-arc", "the gun does not bear on it";
            FriendInHex: "friend-in-hex", "a friend is in that hex";
            NoWeapon: "no-weapon", "that weapon is knocked out, or there is none";
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
        AP_DAMAGE => {
            NoCrew: "no-crew", "nobody is left of its crew";
        }
        GP_DAMAGE => {
            TowsSuppressed: "tows-suppressed", "a suppressed unit does not move the gun it tows";
            Suppressed: "suppressed", "suppressed units cannot do that";
        }
        CREW_WEAPONS => {
            NotPrepared: "not-prepared", "the gun is not prepared";
            NoGun: "no-gun", "only a gun can be prepared";
        }
        RATE_OF_FIRE => {
            GunHasFired: "gun-has-fired", "the main gun has fired as many rounds as its rate of fire allows this turn";
        }
        CHARGE => {
            ChargeTooFar { left: Points }: "charge-too-far", "a charge has at most half the movement, {left} points, which does not reach that hex";
        }
        ASSAULT_PROCEDURE => {
            NotSameHex: "not-same-hex", "it is not in the same hex";
        }
        SMOKE => {
            SmokeOnSelf: "smoke-on-self", "a unit cannot lay smoke in its own hex";
        }
        COMMAND => {
            NotCommander: "not-commander", "only a commander who is himself in command can do that";
            CannotGive: "cannot-give", "it cannot be given a turn: it has panicked, is unaware or disabled, or has two turns";
            CannotMakeAware: "cannot-make-aware", "it is already aware, or out of the commander's sight";
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
    remedied by remedy;
}

impl From<CannotFire> for Refused {
    fn from(why: CannotFire) -> Refused {
        Refused::Fire(why)
    }
}

/// What would change it, by the code of the refusal.
fn remedy(code: &str) -> Option<&'static str> {
    Some(match code {
        "still-dangerous" => "destroy it, or get out of its sight",
        "not-yours" => "ask the player who leads that section",
        "other-entry" => "bring it in where the first unit came in",
        "entry-taken" => "move the unit that stands in the entry hex on, then bring in the next",
        "no-entry" => "the hexes that are marked on the map are the way in",
        "not-adjacent" => "go hex by hex: the shaded hexes are those within reach now",
        "impassable" => "look for a bridge, a road or a way round",
        "no-room" => "move one of them on",
        "no-movement-points" => "fast moves go further and cost more crew points; the rest waits for the next turn",
        "not-driving" => "pay for a slow or a fast move first",
        "closed-and-fast" => "open the hatches, or move slowly",
        "not-its-turn" => "it acts when the track comes to its space",
        "no-crew-points" => "end the turn: it has its crew points again next time",
        "takes-all" => "do it first, before anything else in a turn",
        "is-carried" => "let it get off, or be unhitched, first",
        "turned-enough" => "turn further in the next turn",
        "traversed-enough" => "turn the hull, or traverse further in the next turn",
        "not-ahead" => "turn the hull until it points there",
        "held-up" => "deal with the enemy in the hex, or back out",
        "moved-enough" | "has-backed-up" => "move on in the next turn",
        "out-of-arc" => "traverse the turret, or turn the hull",
        "friend-in-hex" => "wait until the friend has left",
        "same-hex" => "assault it",
        "not-seen" => "press L and drag from hex to hex: the sight tool shows what is in the way",
        "too-dark" => "get nearer",
        "beyond-limit" | "out-of-machinegun-range" => "get nearer",
        "not-for-ap" => "fire GP, or the machineguns",
        "no-ammunition" => "fire the other kind of shell, or the machineguns",
        "other-shell" => "fire the same kind again, or wait for the next turn",
        "suppressed" | "tows-suppressed" => "it recovers by itself; the track shows when",
        "not-prepared" => "prepare the gun first: it takes a turn",
        "gun-has-fired" => "its next turn brings the next rounds",
        "charge-too-far" => "get nearer first",
        "not-same-hex" => "drive or walk into its hex, or charge",
        "smoke-on-self" => "choose another hex",
        "marker-tried" => "send another unit, or look again when this one has changed its state",
        "crews-replaced" => "dismiss one to recruit another",
        "begun" => "give a turn away before anything else is done in it",
        _ => return None,
    })
}
