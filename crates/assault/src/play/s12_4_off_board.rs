//! Off-board artillery (AS-12.4): the exploratory shell, the impact area, the attack on each unit in it, craters.

use dice::{Dice, Die, Odds, Throw, TooManyWays};
use hexmap::{Direction, Grid, Hex};

use crate::{
    play::{
        s10_ranged_fire::{Circumstances, Line, RangedFire},
        s10_results::{Cast, Clash, Comparison, Fate, Target},
    },
    rule_ids::{FIRE_MODES, OFF_BOARD, SHELLS},
    tables::{
        Catalogue,
        abilities::By,
        dice::Count,
        pool::{Colour, Pool},
        support::{
            artillery::{FireMode, Ring},
            cards::Battery,
        },
        units::{ByTarget, UnitCard},
    },
};

/// Where an exploratory shell falls (AS-12.4.2.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shell {
    /// The primary hex is confirmed, with these dice more for the attack on it.
    Confirmed(Pool),
    /// The waypoint marker is shifted.
    Drifts {
        /// The way.
        direction: Direction,
        /// So many hexes.
        hexes: u8,
    },
}

/// An exploratory shell that was fired.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Fired {
    /// The combat die, by the number of its face.
    pub face: u16,
    /// The D6.
    pub d6: u16,
    /// Where it falls.
    pub shell: Shell,
}

impl Shell {
    /// How the two dice are read.
    fn read(catalogue: &Catalogue, face: u16, d6: u16) -> Shell {
        let tables = &catalogue.support().artillery;
        let row = tables.shell.row(face);
        match row.drift {
            0 => Shell::Confirmed(row.dice),
            hexes => Shell::Drifts { direction: tables.direction[usize::from(d6 - 1)], hexes },
        }
    }

    /// Fires it: a combat die for the distance and a D6 for the direction, together.
    pub fn fire(catalogue: &Catalogue, dice: &mut dyn Dice) -> Fired {
        let both = catalogue.dice().of(catalogue.support().artillery.shell.die).into_iter().chain([Die::D6]).collect();
        let colours = catalogue.support().artillery.shell.die.dice().map(Colour::word).chain([""]);
        let fell = dice.throw(&Throw::new("the exploratory shell", both).coloured(colours));
        let &[face, d6] = fell.faces() else { return Fired { face: 0, d6: 1, shell: Shell::read(catalogue, 0, 1) } };
        Fired { face, d6, shell: Shell::read(catalogue, face, d6) }
    }

    /// The odds of where it falls.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn odds(catalogue: &Catalogue) -> Result<Odds<Shell>, TooManyWays> {
        dice::odds(|dice| Shell::fire(catalogue, dice).shell)
    }

    /// The hex of the waypoint marker afterwards. It does not leave the map: it stays on the last hex of its way.
    pub fn lands(self, grid: &Grid, primary: Hex) -> Hex {
        match self {
            Shell::Confirmed(_) => primary,
            Shell::Drifts { direction, hexes } => {
                (0..hexes).fold(primary, |hex, _| grid.neighbour(hex, direction).unwrap_or(hex))
            }
        }
    }

    /// What it adds to the attack on the primary hex.
    pub fn dice(self) -> Pool {
        match self {
            Shell::Confirmed(dice) => dice,
            Shell::Drifts { .. } => Pool::NONE,
        }
    }
}

/// The hexes that a strike hits, the primary one first (AS-12.4.3.2).
pub fn impact_area(grid: &Grid, primary: Hex) -> impl Iterator<Item = (Hex, Ring)> + use<> {
    let others: Vec<Hex> = grid.neighbours(primary).map(|(_, hex)| hex).collect();
    std::iter::once((primary, Ring::Primary)).chain(others.into_iter().map(|hex| (hex, Ring::Secondary)))
}

/// A battery's fire at one hex of its impact area.
#[derive(Copy, Clone, Debug)]
pub struct Fire<'a> {
    /// Who fires.
    pub battery: &'a Battery,
    /// How.
    pub mode: FireMode,
    /// The part of the impact area.
    pub ring: Ring,
    /// Dice of a shell that confirmed the primary hex.
    pub confirmed: Pool,
}

/// The attack on a unit, or on a hex without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvo {
    /// The dice of both.
    pub clash: Clash,
    /// The unit; none in an empty hex.
    pub target: Option<Target>,
    /// Where the dice come from.
    pub lines: Vec<Line>,
}

/// A salvo that was thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fell {
    pub(crate) cast: Cast,
    pub(crate) critical: Option<Comparison>,
    pub(crate) effect: SalvoEffect,
}

/// What a salvo does.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SalvoEffect {
    /// What becomes of the unit.
    pub fate: Fate,
    /// A critical was not cancelled: craters, where the ground takes them (AS-12.4.3.5).
    pub crater: bool,
}

impl Fire<'_> {
    /// Smoke markers that it lays on the hex.
    pub fn smoke(&self, catalogue: &Catalogue) -> u8 {
        catalogue.support().artillery.modes.of(self.mode).smoke
    }

    /// Whether the building or work of the hex is shelled besides.
    pub fn blasts(&self, catalogue: &Catalogue) -> bool {
        self.ring == Ring::Primary && catalogue.support().artillery.modes.of(self.mode).blast
    }

    /// The attack dice by target; none if this mode does not attack.
    fn dice(&self, catalogue: &Catalogue) -> Option<ByTarget<Pool>> {
        let ring = catalogue.support().artillery.modes.of(self.mode).dice(self.ring)?;
        let ByTarget { soft, hard } = self.battery.attack;
        let confirmed = if self.ring == Ring::Primary { self.confirmed } else { Pool::NONE };
        Some(ByTarget { soft: soft.of(ring) + confirmed, hard: hard.of(ring) + confirmed })
    }

    /// The attack on a unit in the hex; `None` if this mode does not attack.
    pub fn on(&self, catalogue: &Catalogue, card: &UnitCard, said: &Circumstances<'_>) -> Option<Salvo> {
        let dice = self.dice(catalogue)?;
        let fire = RangedFire::from_above(catalogue, (dice, By::Indirect), card, said);
        let (clash, lines) = fire.clash(catalogue.ranged_fire(), true);
        Some(self.salvo(catalogue, clash, lines, Some(fire.defender.target)))
    }

    /// The shells on a hex without a unit: nothing cancels them, and craters are all that they leave.
    pub fn on_empty_hex(&self, catalogue: &Catalogue) -> Option<Salvo> {
        let attack = self.dice(catalogue)?.soft;
        let lines = vec![
            Line::new(OFF_BOARD, format!("nobody in the hex, {attack}"), attack.len().into())
                .leaving("attacker", attack),
        ];
        let clash = Clash { attack, ..Clash::default() };
        Some(self.salvo(catalogue, clash, lines, None))
    }

    fn salvo(&self, catalogue: &Catalogue, clash: Clash, mut lines: Vec<Line>, target: Option<Target>) -> Salvo {
        let suppressive = catalogue.support().artillery.modes.of(self.mode).suppressive;
        let count = if suppressive { Count::Suppressing } else { clash.count };
        let mut note = |rule, what: String| lines.push(Line::new(rule, what, 0));
        if suppressive {
            note(FIRE_MODES, "every symbol is a suppression".to_owned());
        }
        if self.ring == Ring::Primary && !self.confirmed.is_empty() {
            note(SHELLS, format!("confirmed, {} among the dice", self.confirmed));
        }
        Salvo { clash: Clash { count, ..clash }, target, lines }
    }
}

impl Salvo {
    /// Throws it.
    pub(crate) fn throw(&self, catalogue: &Catalogue, dice: &mut dyn Dice) -> Fell {
        let combat = catalogue.dice();
        let cast = self.clash.cast(combat, dice);
        let critical = self.target.and_then(|_| self.clash.compare(combat, cast.left, dice));
        let strongest = critical.as_ref().and_then(|critical| critical.strongest);
        let fate = self.target.map_or_else(Fate::default, |target| target.fate(cast.left, strongest));
        let effect = SalvoEffect { fate, crater: cast.left.critical > 0 };
        Fell { cast, critical, effect }
    }

    /// The odds of what it does.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn effects(&self, catalogue: &Catalogue) -> Result<Odds<SalvoEffect>, TooManyWays> {
        self.clash.outcomes(catalogue.dice(), |left, critical| SalvoEffect {
            fate: self.target.map_or_else(Fate::default, |target| target.fate(left, critical)),
            crater: left.critical > 0,
        })
    }
}
