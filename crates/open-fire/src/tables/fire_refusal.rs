//! Why an attack cannot be made.

use crate::rule_ids::{AP_FIRE, ASSAULT, BAZOOKAS, CAPTURE, CLOSING, FIGHTERS, FIRE, GP_FIRE, MINEFIELDS};

engine::refusals! {
    /// Why an attack cannot be made.
    pub enum CannotFire {
        AP_FIRE => {
            NoApWeapon(String): "no-ap-weapon", "{0} has no weapon that fires AP";
        }
        FIRE => {
            NotForAp(String): "not-for-ap", "AP fire does nothing to {0}: it can hit only vehicles and bunkers";
        }
        BAZOOKAS => {
            BeyondLimit { weapon: String, limit: u16, range: u16 }: "beyond-limit", "{weapon} reaches at most {limit} \
                hexes, and there are {range} in between";
        }
        CLOSING => {
            NeverClosed(String): "never-closed", "{0} is never buttoned up";
            AlwaysClosed(String): "always-closed", "{0} is always shut";
        }
        GP_FIRE => {
            NoGpWeapon(String): "no-gp-weapon", "{0} has no GP weapon to fire";
            OutOfMachinegunRange { most: u16, range: u16 }: "out-of-machinegun-range", "machineguns and squads do \
                nothing beyond {most} hexes, and there are {range} in between";
            BunkerItself: "bunker-itself", "GP fire does nothing to the bunker itself; name the unit inside and say \
                that it is in a bunker";
        }
        FIGHTERS => {
            NotAtFighters(String): "not-at-fighters", "only tanks and squads fire at fighters, and only with \
                machineguns; {0} does not";
        }
        ASSAULT => {
            NotAssaulted(String): "not-assaulted", "{0} cannot be assaulted";
            CannotAssault(String): "cannot-assault", "{0} cannot assault";
        }
        CAPTURE => {
            CannotCapture { firer: String, target: String }: "cannot-capture", "only a US squad may try to capture, \
                and only Germans: not {firer} {target}";
        }
        MINEFIELDS => {
            OwnMines(String): "own-mines", "Germans know where their mines are; {0} is not harmed";
            NotByMines(String): "not-by-mines", "a mine does nothing to {0}";
        }
    }
}
