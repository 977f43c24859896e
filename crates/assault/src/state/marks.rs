//! The markers that lie on units (AS-13).

use engine::RuleId;
use serde::{Deserialize, Serialize};

use crate::rule_ids::{DEFENDER_STATUS, FAST_ACTION, FIRE_STATUS, HALF_STRENGTH, HIDING, MINEFIELDS, RESULTS};

/// A marker.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// AS-13.3.
    Suppressed,
    /// AS-14.3: it has run this turn.
    Fallback,
    /// A vehicle that cannot move any more.
    Immobilised,
    /// It has fired.
    Firing,
    /// It has fired outside its arc.
    TurretFire,
    /// It has moved and fired.
    MoveAndFire,
    /// It has fired and moved.
    FireAndMove,
    /// It has moved.
    Moved,
    /// It has moved fast.
    FastAction,
    /// It has spent its activation on a hard step.
    DelayedAction,
    /// It hides: hidden from the next turn on.
    HideAction,
    /// It is hard to see.
    Hidden,
    /// It lies in wait.
    Ambush,
    /// It digs.
    DiggingIn,
    /// It has dug.
    DugIn,
    /// It takes mines out of its hex.
    Clearing,
    /// It has done something else with its activation.
    Acted,
    /// Its half-strength side is up.
    HalfStrength,
    /// The enemy does not know where it is.
    Concealed,
    /// It has used its second reaction.
    Sustained,
    /// A gun that was set up inside a work and has not left it.
    Emplaced,
}

impl Mark {
    /// All of them.
    pub const ALL: [Mark; 21] = [
        Mark::Suppressed,
        Mark::Fallback,
        Mark::Immobilised,
        Mark::Firing,
        Mark::TurretFire,
        Mark::MoveAndFire,
        Mark::FireAndMove,
        Mark::Moved,
        Mark::FastAction,
        Mark::DelayedAction,
        Mark::HideAction,
        Mark::Hidden,
        Mark::Ambush,
        Mark::DiggingIn,
        Mark::DugIn,
        Mark::Clearing,
        Mark::Acted,
        Mark::HalfStrength,
        Mark::Concealed,
        Mark::Sustained,
        Mark::Emplaced,
    ];

    /// Its name in files, and what a player reads about it.
    pub fn told(self) -> (&'static str, &'static str, &'static str, RuleId) {
        match self {
            Mark::Suppressed => (
                "suppressed",
                "Suppressed",
                "Men neither move nor fire and are harder to hit; a vehicle attacks with a die less.",
                DEFENDER_STATUS,
            ),
            Mark::Fallback => ("fallback", "Fallback", "It has run: to be driven back again eliminates it.", RESULTS),
            Mark::Immobilised => {
                ("immobilised", "Immobilised", "It does not move; to be driven back eliminates it.", RESULTS)
            }
            Mark::Firing => ("firing", "Firing", "It has fired and is spotted without a roll.", FIRE_STATUS),
            Mark::TurretFire => (
                "turret-fire",
                "Turret fire",
                "It has fired outside its arc and is spotted without a roll.",
                FIRE_STATUS,
            ),
            Mark::MoveAndFire => {
                ("move-and-fire", "Move and fire", "It has moved and fired and is spotted without a roll.", FIRE_STATUS)
            }
            Mark::FireAndMove => {
                ("fire-and-move", "Fire and move", "It has fired and moved; it must still be spotted.", FIRE_STATUS)
            }
            Mark::Moved => ("moved", "Moved", "It has been activated and moved.", FIRE_STATUS),
            Mark::FastAction => (
                "fast-action",
                "Fast action",
                "Spotted without a roll; men defend with a die less, vehicles with more.",
                FAST_ACTION,
            ),
            Mark::DelayedAction => (
                "delayed-action",
                "Delayed action",
                "It spent its activation on a hard step and is spotted without a roll.",
                FAST_ACTION,
            ),
            Mark::HideAction => (
                "hide-action",
                "Hide action",
                "It hides: a blue die more, harder to spot, hidden from the next turn on.",
                HIDING,
            ),
            Mark::Hidden => {
                ("hidden", "Hidden", "A blue die more and harder to spot; it attacks with a die less.", HIDING)
            }
            Mark::Ambush => ("ambush", "Ambush", "It lies in wait: one suppression more when it fires.", HIDING),
            Mark::DiggingIn => {
                ("digging-in", "Digging in", "It defends with a die less until it is dug in.", DEFENDER_STATUS)
            }
            Mark::DugIn => ("dug-in", "Dug in", "A green die more while it stays.", DEFENDER_STATUS),
            Mark::Clearing => (
                "clearing",
                "Clearing mines",
                "The minefield is gone at the end of the turn, if nobody stops it.",
                MINEFIELDS,
            ),
            Mark::Acted => ("acted", "Acted", "It has been activated.", FIRE_STATUS),
            Mark::HalfStrength => {
                ("half-strength", "Half strength", "Each of its dice counts its strongest symbol only.", HALF_STRENGTH)
            }
            Mark::Concealed => ("concealed", "Concealed", "The enemy does not know where it is.", HIDING),
            Mark::Emplaced => ("emplaced", "Emplaced", "It was set up inside a work.", DEFENDER_STATUS),
            Mark::Sustained => {
                ("sustained", "Sustained fire", "It has fired a second time as a reaction.", FIRE_STATUS)
            }
        }
    }

    /// Its name in files.
    pub fn word(self) -> &'static str {
        self.told().0
    }
}

/// Markers together.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Marks(u32);

impl Marks {
    /// None.
    pub const NONE: Marks = Marks(0);
    /// Those that the organization phase takes off.
    const OF_THE_TURN: [Mark; 14] = [
        Mark::Fallback,
        Mark::Firing,
        Mark::TurretFire,
        Mark::MoveAndFire,
        Mark::FireAndMove,
        Mark::Moved,
        Mark::FastAction,
        Mark::DelayedAction,
        Mark::HideAction,
        Mark::Ambush,
        Mark::DiggingIn,
        Mark::Clearing,
        Mark::Acted,
        Mark::Sustained,
    ];

    /// Whether one is there.
    pub fn has(self, mark: Mark) -> bool {
        self.0 & bit(mark) != 0
    }

    /// Lays one down.
    pub fn add(&mut self, mark: Mark) {
        self.0 |= bit(mark);
    }

    /// Takes one off.
    pub fn take(&mut self, mark: Mark) {
        self.0 &= !bit(mark);
    }

    /// What stays when the turn is over.
    #[must_use]
    pub fn after_the_turn(self) -> Marks {
        Marks(Self::OF_THE_TURN.into_iter().fold(self.0, |marks, mark| marks & !bit(mark)))
    }

    /// Those that are there.
    pub fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |&mark| self.has(mark))
    }
}

fn bit(mark: Mark) -> u32 {
    1 << mark as u32
}

impl FromIterator<Mark> for Marks {
    fn from_iter<I: IntoIterator<Item = Mark>>(marks: I) -> Marks {
        marks.into_iter().fold(Marks::NONE, |mut all, mark| {
            all.add(mark);
            all
        })
    }
}
