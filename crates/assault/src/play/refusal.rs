//! Why something cannot be done: each reason once, with its stable code, under its rule.

use super::{s10_ranged_fire::NoAttack, s11_close_combat::NoAssault, s12_5_collapse::NoBlast};
use crate::rule_ids::{
    ABILITIES, ACTIONS, ATTACK_STEPS, CLOSE_COMBAT, COLLAPSE, COMMAND_CARDS, DEFENDER_STATUS, FAST_ACTION, HIDING,
    JOINT_FIRE, MINEFIELDS, MOVEMENT, PLANNING, REACTION, SET_UP, SIGHT, SMOKE, SUPPORT, TERRAIN, TURN,
};

engine::refusals! {
    /// Why something cannot be done.
    pub enum Refused {
        TURN => {
            NotNow: "not-now", "that is not what is asked now";
            NotYours: "not-yours", "that unit belongs to the other side";
            NotOnMap: "not-on-map", "that unit is not on the map";
        }
        SET_UP => {
            NotToBeSetUp: "not-to-be-set-up", "that unit is not one that you set up";
            OutsideZone: "outside-zone", "that hex is not in the unit's set-up zone";
            NotAllPlaced: "not-all-placed", "some units have still to be set up";
            Full { limit: u8 }: "full", "a hex holds {limit} units of a side";
            EnemyThere: "enemy-there", "the enemy is in that hex";
        }
        PLANNING => {
            NoPoints { points: u8 }: "no-points", "all {points} command points are given out";
            PlannedAlready: "planned-already", "that unit has a command point";
            NotPlanned: "not-planned", "that unit has no command point";
            NotDue: "not-due", "that unit comes in later";
        }
        ACTIONS => {
            ActedAlready: "acted-already", "that unit has been activated this turn";
            OtherUnit: "other-unit", "another unit is acting";
            DoneSomething: "done-something", "that takes a whole activation, and the unit has begun something else";
            HasFallenBack: "has-fallen-back", "that unit has fallen back this turn";
            FiredAlready: "fired-already", "that unit has fired in this activation";
            CannotDoThat: "cannot-do-that", "the unit's card does not have that ability";
        }
        ABILITIES => {
            NoRoomAboard: "no-room-aboard", "that vehicle has no room for the unit";
            NotTogether: "not-together", "unit and vehicle are not in the same hex";
            VehicleFast: "vehicle-fast", "the vehicle makes a fast action this turn";
            NotAboard: "not-aboard", "that unit is in no vehicle";
            LoadStays: "load-stays", "what the vehicle tows or carries cannot go there";
        }
        MOVEMENT => {
            NotAdjacent: "not-adjacent", "that hex is not adjacent";
            CannotMove: "cannot-move", "that unit never moves";
            Immobilised: "immobilised", "that vehicle is immobilised";
            NoMovement { cost: u8, left: u8 }: "no-movement", "that costs {cost} movement points, and {left} are left";
            SameFacing: "same-facing", "the unit faces that way already";
            NoFacing: "no-facing", "infantry has no facing";
            NoClimbing: "no-climbing", "artillery does not climb so many levels in one activation";
        }
        FAST_ACTION => {
            NoFireWithFast: "no-fire-with-fast", "a unit does not fire in a fast action";
            MovedTooFar: "moved-too-far", "the unit has moved too far to fire";
            NoMoveAndFire: "no-move-and-fire", "that unit does not fire in the activation in which it moves";
            NotFastAcross: "not-fast-across", "vehicles do not cross wire with a fast action";
            WholeActivation: "whole-activation", "that step takes the whole activation";
        }
        TERRAIN => {
            Blocked: "blocked", "that kind of unit cannot enter there";
        }
        DEFENDER_STATUS => {
            IsSuppressed: "suppressed", "that unit is suppressed";
            CannotDig: "cannot-dig", "nobody can dig in here";
            DugInAlready: "dug-in-already", "that unit is dug in";
        }
        ATTACK_STEPS => {
            OutOfRange: "out-of-range", "the target is out of range";
            TooNear: "too-near", "the target is nearer than the minimum range";
            NoTarget: "no-target", "there is no such target";
        }
        SIGHT => {
            NoSight: "no-sight", "nothing is seen of the target";
            SmokeUnseen: "hex-unseen", "that hex is not seen";
        }
        JOINT_FIRE => {
            NothingToAdd: "nothing-to-add", "there is no support and no card to add";
            NoSupport: "no-support", "that unit cannot support this shot";
            SupportedAlready: "supported-already", "one unit gives support already";
        }
        REACTION => {
            NoReaction: "no-reaction", "that unit cannot fire at the mover now";
            NoSuchOrder: "no-such-order", "there is no such order for reaction fire";
            OrderStands: "order-stands", "that order stands";
        }
        CLOSE_COMBAT => {
            NotBeside: "not-beside", "that enemy is not in an adjacent hex";
        }
        MINEFIELDS => {
            NoMinefield: "no-minefield", "there is no minefield that anybody knows of in that hex";
        }
        HIDING => {
            NoCover: "no-cover", "the unit needs ground that gives it dice to hide in";
            EnemyBeside: "enemy-beside", "an enemy is too near";
            NotHidden: "not-hidden", "only a hidden unit lies in ambush";
        }
        SMOKE => {
            EnoughSmoke: "enough-smoke", "that hex is full of smoke";
        }
        COLLAPSE => {
            NothingToBlast: "nothing-to-blast", "there is neither building nor work";
            NoBlast: "no-blast", "that unit has no blast value to use there";
        }
        SUPPORT => {
            NoSuchSupport: "no-such-support", "the side has no such support";
            NotReady: "not-ready", "that support is not ready";
            NoObserver: "no-observer", "nobody who may call it sees that hex";
        }
        COMMAND_CARDS => {
            NoCard: "no-card", "no such card is in hand";
            CardNotNow: "card-not-now", "that card cannot be played now";
            KeptSo: "kept-so", "that is how it is with the cards";
            CardedAlready: "carded-already", "a card has been played for this already";
        }
    }
    passing on Fire(NoAttack) => |why| (engine::Cited::rule(why), engine::Cited::code(why));
    passing on Assault(NoAssault) => |why| (engine::Cited::rule(why), engine::Cited::code(why));
    passing on Blast(NoBlast) => |why| (engine::Cited::rule(why), engine::Cited::code(why));
    remedied by remedy;
}

impl From<NoAttack> for Refused {
    fn from(why: NoAttack) -> Refused {
        Refused::Fire(why)
    }
}

impl From<NoAssault> for Refused {
    fn from(why: NoAssault) -> Refused {
        Refused::Assault(why)
    }
}

impl From<NoBlast> for Refused {
    fn from(why: NoBlast) -> Refused {
        Refused::Blast(why)
    }
}

/// What would change it, by the code of the refusal.
fn remedy(code: &str) -> Option<&'static str> {
    Some(match code {
        "no-points" => "take a point back from another unit",
        "not-planned" => "give it a command point when the next turn is planned",
        "acted-already" => "it acts again next turn",
        "other-unit" => "finish the activation of the unit that is acting",
        "done-something" => "do it at the beginning of an activation",
        "has-fallen-back" => "it acts again next turn",
        "fired-already" => "it fires again next turn, or as a reaction",
        "not-together" => "move into the vehicle's hex first",
        "no-room-aboard" => "half-tracks and tractors carry; their cards say whom",
        "load-stays" => "unhitch it first",
        "not-adjacent" => "units move from hex to hex: the shaded hexes are those within reach now",
        "no-movement" => "roads and open ground cost less; a fast action goes further",
        "no-fire-with-fast" => "fire in an activation without a fast action",
        "moved-too-far" => "move less before you fire, or fire first and move then",
        "no-move-and-fire" => "fire without moving",
        "suppressed" => "it rallies when the turn is over, or by a card",
        "out-of-range" => "move nearer",
        "too-near" => "move away from the target, or assault it",
        "no-sight" | "hex-unseen" => "press L and drag from hex to hex: the sight tool shows what is in the way",
        "blocked" => "go round, or clear the line: the sight tool (L) shows what is in the way",
        "out-of-arc" => "turn towards the target first",
        "no-dice" => "choose another target, another range or another weapon",
        "no-spotter" => "bring up a unit that spots for others and sees the target",
        "nothing-to-add" => "fire or assault at once",
        "not-beside" => "move into a hex beside it first",
        "enemy-there" => "assault it from a hex beside it",
        "full" => "move another unit out of it first",
        "no-cover" => "move into ground that gives dice",
        "enemy-beside" => "get away from the enemy first",
        "not-hidden" => "hide first",
        "immobilised" => "it stays where it is; its gun still fires",
        "not-ready" => "it comes when the time that is told in its panel is over",
        "no-observer" => "bring a unit that may call it to where it sees the hex",
        _ => return None,
    })
}
