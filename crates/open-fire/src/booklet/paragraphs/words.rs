//! The closed sets of words a designer may write, each with the value it stands for.

/// A closed set of words.
pub trait Word: Copy + Sized + 'static {
    /// What such a word says, for messages: "a pace".
    const KIND: &'static str;
    /// All of them, as they are written.
    const ALL: &'static [(&'static str, Self)];

    /// The value of a word.
    fn read(word: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == word).map(|(_, value)| *value)
    }

    /// The words, without their values.
    fn words() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|(word, _)| *word)
    }
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident, $kind:literal { $($(#[$item:meta])* $value:ident = $word:literal,)+ })+) => {$(
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $name { $($(#[$item])* $value,)+ }

        impl Word for $name {
            const KIND: &'static str = $kind;
            const ALL: &'static [(&'static str, Self)] = &[$(($word, $name::$value),)+];
        }

        impl $name {
            /// The word a designer writes.
            pub const fn word(self) -> &'static str {
                match self { $($name::$value => $word,)+ }
            }
        }
    )+};
}

words! {
    /// A side.
    Side, "a side" {
        /// The player's platoon and what joins it.
        Us = "us",
        /// The enemy.
        German = "german",
    }

    /// What can befall a German so that the points of his card are awarded (OF-2.1).
    Fate, "a fate" {
        /// Knocked out.
        Killed = "killed",
        /// Unable to move and to fire.
        Disabled = "disabled",
        /// Taken.
        Captured = "captured",
    }

    /// How a unit moves (OF-7.1).
    Pace, "a pace" {
        /// Within the slow allowance: no accident.
        Slow = "slow",
        /// Up to the fast allowance.
        Fast = "fast",
        /// A squad on its feet.
        OnFoot = "on-foot",
    }

    /// Which way is taken (OF-6.8).
    Route, "a route" {
        /// The fewest Movement Points.
        Quickest = "quickest",
        /// Out of the fire of the most dangerous enemy.
        BestCover = "best-cover",
        /// Quick and covered, as the task needs.
        Best = "best-route",
        /// By road wherever there is one.
        AlongRoad = "along-road",
    }

    /// What a German fires (OF-9.6).
    Weapon, "a weapon" {
        /// The main gun, or the machineguns if it cannot fire.
        Best = "best",
        /// The main gun only.
        MainGun = "main-gun",
        /// The machineguns only.
        Machineguns = "machineguns",
        /// The main gun, then the machineguns as Crew Points allow.
        All = "all-weaponry",
        /// Panzerfaust or bazooka.
        Panzerfaust = "panzerfaust",
        /// A smoke shell (OF-9.10).
        Smoke = "smoke",
    }

    /// The shell, where a paragraph says it (OF-9).
    Shell, "a shell" {
        /// Armour piercing.
        Ap = "ap",
        /// General purpose.
        Gp = "gp",
    }

    /// A unit that is pointed at without its name.
    Pointer, "a unit" {
        /// The unit that was just spoken of: found by a condition, drawn at random, or taken one by one.
        It = "it",
        /// The German whose turn it is.
        ThisGerman = "this-german",
        /// The US unit that set the paragraph off.
        ThisUs = "this-us",
        /// The nearest active US unit, seen or not.
        NearestUs = "nearest-us",
        /// The nearest US unit in sight (OF-9.6: closest target).
        Closest = "closest",
        /// The US unit in sight with the best chance to be hit (OF-9.6).
        Easiest = "easiest",
        /// The US unit in the same hex that is easiest to overcome (OF-11.1).
        Weakest = "weakest",
        /// The US commander.
        UsCommander = "us-commander",
        /// The German commander.
        GermanCommander = "german-commander",
        /// The nearest other active German.
        NearestGerman = "nearest-german",
    }

    /// What a unit is at the moment.
    State, "a description" {
        /// Neither killed nor captured, and on the map (OF-2.12).
        Active = "active",
        /// In sight of this German; for a German, in sight of any US unit.
        Visible = "visible",
        /// Knows of the enemy (OF-6.5).
        Aware = "aware",
        /// A vehicle of any kind.
        Vehicle = "vehicle",
        /// A tank or tank destroyer.
        Tank = "tank",
        /// A gun.
        Gun = "gun",
        /// A tank destroyer.
        TankDestroyer = "tank-destroyer",
        /// An armoured car.
        ArmouredCar = "armoured-car",
        /// A half-track.
        HalfTrack = "half-track",
        /// A truck.
        Truck = "truck",
        /// A jeep.
        Jeep = "jeep",
        /// A squad or half squad.
        Squad = "squad",
        /// A commander.
        Commander = "commander",
        /// Suppressed.
        Suppressed = "suppressed",
        /// Panicked.
        Panicked = "panicked",
        /// Hatches open.
        Open = "open",
        /// Buttoned up.
        Closed = "closed",
        /// In defilade.
        InDefilade = "in-defilade",
        /// Moved in this Round.
        Moving = "moving",
        /// Hit before in this Mission.
        Hit = "hit",
        /// Cannot move.
        Immobilised = "immobilised",
        /// Broken down, until it is repaired.
        BrokenDown = "broken-down",
        /// Its tank is empty, until it is filled.
        OutOfFuel = "out-of-fuel",
        /// Can neither move nor fire.
        Disabled = "disabled",
        /// Killed.
        Killed = "killed",
        /// Captured.
        Captured = "captured",
        /// Has something to fire from its main weapon.
        HasAmmunition = "has-ammunition",
        /// Its main weapon is out of ammunition.
        OutOfAmmunition = "out-of-ammunition",
        /// Fired in this Round.
        Fired = "fired",
        /// Fired in the Round before.
        FiredLastRound = "fired-last-round",
        /// Its Crew Rating is at or below its Self-Preservation Level.
        AtSelfPreservation = "at-self-preservation",
        /// Towed or loaded.
        Carried = "carried",
        /// Tows or carries something.
        Carrying = "carrying",
        /// A gun ready to fire.
        Prepared = "prepared",
        /// On the map.
        OnMap = "on-map",
        /// Not on the map: not yet, or no more.
        OffMap = "off-map",
        /// Left the map.
        Exited = "exited",
        /// In a woods hex.
        InWoods = "in-woods",
        /// In a town hex.
        InTown = "in-town",
        /// In a rough hex.
        InRough = "in-rough",
        /// In a building hex.
        InBuilding = "in-building",
        /// In a clear hex.
        InClear = "in-clear",
        /// On a road.
        OnRoad = "on-road",
    }

    /// Something a unit has a number of.
    Measure, "a measure" {
        /// Its Crew Rating.
        Crew = "crew",
        /// Rounds left for its main gun.
        Rounds = "rounds",
        /// The level of its hex.
        Level = "level",
    }

    /// A side of the map, by the mission's compass.
    Quarter, "a side of the map" {
        /// North.
        North = "north",
        /// East.
        East = "east",
        /// South.
        South = "south",
        /// West.
        West = "west",
    }

    /// A direction of the mission's compass.
    Compass, "a compass direction" {
        /// North.
        North = "north",
        /// Northeast.
        Northeast = "northeast",
        /// East.
        East = "east",
        /// Southeast.
        Southeast = "southeast",
        /// South.
        South = "south",
        /// Southwest.
        Southwest = "southwest",
        /// West.
        West = "west",
        /// Northwest.
        Northwest = "northwest",
    }

    /// Something laid on hexes.
    Marker, "a marker" {
        /// A minefield (OF-13.1).
        Minefield = "minefield",
        /// Smoke (OF-9.10).
        Smoke = "smoke",
        /// A fence.
        Fence = "fence",
        /// An improved position (OF-13.2).
        ImprovedPosition = "improved-position",
        /// A bunker (OF-13.3).
        Bunker = "bunker",
        /// Prisoners of war, to be picked up.
        Prisoners = "prisoners",
        /// Felled trees, carts, wire: vehicles do not get through, or only slowly.
        RoadBlock = "road-block",
        /// The bridges of the hex carry nobody.
        BlownBridge = "blown-bridge",
        /// People on the road: everybody is slowed down.
        Refugees = "refugees",
        /// People who are there: they only tell something.
        Civilians = "civilians",
    }

    /// What became of prisoners of war (Mission 2).
    Fortune, "what became of them" {
        /// They have been found and wait.
        Waiting = "waiting",
        /// They ride on a vehicle.
        Aboard = "aboard",
        /// They have left the map.
        Out = "out",
        /// They are dead, or gone.
        Lost = "lost",
    }

    /// A fighter (OF-17).
    Plane, "a fighter" {
        /// German.
        Fw190 = "fw-190",
        /// American.
        P38 = "p-38",
    }

    /// What a fighter attacks with (OF-17).
    PlaneWeapon, "a fighter's weapon" {
        /// Machineguns.
        Machineguns = "machineguns",
        /// Bombs.
        Bombs = "bombs",
        /// Rockets.
        Rockets = "rockets",
    }

    /// Something that happens to a unit outside combat (OF-14).
    Harm, "a harm" {
        /// Suppressed.
        Suppressed = "suppressed",
        /// Panicked.
        Panicked = "panicked",
        /// Killed.
        Killed = "killed",
        /// Crew Rating less 1.
        CrewLoss = "crew-loss",
        /// Movement reduced by 1.
        MovementLoss = "movement-loss",
        /// Movement reduced to 0.
        Immobilised = "immobilised",
        /// Main gun knocked out.
        MainGunOut = "main-gun-out",
        /// Machinegun knocked out.
        MachinegunOut = "machinegun-out",
        /// The engine fails: it does not move until it is repaired.
        Breakdown = "breakdown",
        /// The tank is empty: it does not move until it is filled.
        OutOfFuel = "out-of-fuel",
        /// One Turn of this Round.
        LostTurn = "lost-turn",
    }

    /// The light of the day.
    Light, "a light" {
        /// Full daylight.
        Day = "day",
        /// Dusk.
        Dusk = "dusk",
        /// Night.
        Night = "night",
    }

    /// How far one sees.
    Weather, "a weather" {
        /// As far as the ground lets one.
        Clear = "clear",
        /// A few fields.
        Fog = "fog",
        /// The next hedge.
        ThickFog = "thick-fog",
    }

    /// The state of the ground.
    Ground, "a state of the ground" {
        /// Firm.
        Firm = "firm",
        /// Soft after rain or thaw (mission 5).
        Soft = "soft",
        /// Snow lies (mission 6).
        Snow = "snow",
    }

    /// What a check is made against.
    Rating, "a rating" {
        /// Perception (OF-5.3).
        Perception = "perception",
        /// Initiative (OF-5.10).
        Initiative = "initiative",
        /// Driving skill (OF-7.8).
        Driving = "driving",
    }

    /// On or off.
    Switch, "on or off" {
        /// Into effect.
        On = "on",
        /// Out of effect.
        Off = "off",
    }
}

impl Harm {
    /// Whether it can be put right in the course of a mission.
    pub const fn can_be_repaired(self) -> bool {
        match self {
            Harm::MovementLoss
            | Harm::Immobilised
            | Harm::MainGunOut
            | Harm::MachinegunOut
            | Harm::Breakdown
            | Harm::OutOfFuel => true,
            Harm::Suppressed | Harm::Panicked | Harm::Killed | Harm::CrewLoss | Harm::LostTurn => false,
        }
    }
}

/// The statements of the language, in the order of the manual.
pub const STATEMENTS: &[&str] = &[
    "story",
    "lesson",
    "see",
    "stop",
    "sighting",
    "condition",
    "points",
    "count",
    "end-mission",
    "if",
    "else",
    "choose",
    "first",
    "check",
    "roll",
    "ask",
    "pick",
    "offer",
    "withdraw",
    "remember",
    "random",
    "each",
    "the-moment",
    "whenever",
    "after",
    "meanwhile",
    "activate",
    "join",
    "advantage",
    "aware",
    "remove",
    "place",
    "place-event",
    "place-note",
    "lift",
    "lift-event",
    "reaction",
    "out-of-ammunition",
    "suffer",
    "repair",
    "hit",
    "rounds",
    "put",
    "light",
    "weather",
    "ground",
    "artillery",
    "fighter",
    "drive",
    "move",
    "back-up",
    "defilade",
    "rotate",
    "traverse",
    "open-up",
    "button-up",
    "fire",
    "hitch",
    "unhitch",
    "load",
    "unload",
    "prepare-gun",
    "close-assault",
    "charge",
    "give-turn",
    "evade",
    "retreat",
    "surrender",
    "pass",
];
