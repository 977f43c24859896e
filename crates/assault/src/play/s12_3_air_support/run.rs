//! A whole attack run of an aircraft (AS-12.3.6). A second one (AS-12.3.6.5) is a run without spotting that brings
//! along what the first one rolled.

use dice::{Dice, Odds, TooManyWays};

use super::{
    aa_fire::AaFire,
    aim::{Accuracy, Aimed, AirSpotting},
    attack::{AirAttack, FriendlyFire, Struck},
};
use crate::{
    play::{
        s10_ranged_fire::Line,
        s10_results::{Cast, Fate},
        s12_5_collapse::{Blast, Blasted},
    },
    tables::{
        Catalogue,
        support::{
            air::{AaEffect, AirColumn},
            collapse::BlastEffect,
        },
    },
};

/// A run: AA fire first, then what the aircraft came for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run<'a> {
    /// Every AA unit in reach, in the order in which they fire.
    pub aa: Vec<AaFire>,
    /// What earlier runs brought: AA hits, and what their spotting roll added to accuracy.
    pub carried: i8,
    /// What the aircraft attacks.
    pub bombs: Bombs<'a>,
}

/// What an aircraft attacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bombs<'a> {
    /// A unit.
    Unit {
        /// The spotting roll; none in a second run.
        spotting: Option<AirSpotting>,
        /// The target's mark.
        column: AirColumn,
        /// The attack.
        attack: AirAttack<'a>,
        /// A friend beside the target.
        friend: Option<FriendlyFire<'a>>,
    },
    /// A building or work: neither spotting nor accuracy (AS-12.3.6.4).
    Structure(Blast),
}

/// How a run ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunEnd {
    /// AA fire keeps the aircraft off.
    KeptOff(AaEffect),
    /// It attacked a unit.
    Attacked {
        /// What becomes of the target.
        fate: Fate,
        /// What becomes of the friend, if dice went wide.
        friend: Option<Fate>,
    },
    /// It attacked a structure.
    Blasted(Option<BlastEffect>),
}

/// A run that was thrown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) aa: Vec<(Cast, Option<AaEffect>)>,
    pub(crate) spotting: Option<u16>,
    pub(crate) accuracy: Option<(u16, Aimed)>,
    pub(crate) struck: Option<Struck>,
    pub(crate) friend: Option<Struck>,
    pub(crate) blasted: Option<Blasted>,
    pub(crate) end: RunEnd,
    /// What a second run brings along.
    pub(crate) carried: i8,
}

/// What AA fire lets through.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Through {
    /// With so much for accuracy.
    Accuracy(i8),
    Nothing(AaEffect),
}

impl Through {
    fn after(self, effect: Option<AaEffect>, catalogue: &Catalogue) -> Through {
        match (self, effect) {
            (Through::Nothing(_), _) | (Through::Accuracy(_), None) => self,
            (Through::Accuracy(_), Some(effect)) if effect.keeps_off() => Through::Nothing(effect),
            (Through::Accuracy(before), Some(_)) => Through::Accuracy(before + catalogue.support().air.inaccurate),
        }
    }
}

impl Run<'_> {
    /// Throws everything, in order.
    pub(crate) fn throw(&self, catalogue: &Catalogue, dice: &mut dyn Dice) -> Ran {
        let mut through = Through::Accuracy(self.carried);
        let mut aa = Vec::new();
        for fire in &self.aa {
            if let Through::Nothing(_) = through {
                break;
            }
            let (cast, effect) = fire.throw(catalogue, dice);
            through = through.after(effect, catalogue);
            aa.push((cast, effect));
        }
        let ran = |end: RunEnd, carried: i8| Ran {
            aa,
            spotting: None,
            accuracy: None,
            struck: None,
            friend: None,
            blasted: None,
            end,
            carried,
        };
        let accuracy = match through {
            Through::Nothing(effect) => return ran(RunEnd::KeptOff(effect), 0),
            Through::Accuracy(accuracy) => accuracy,
        };
        match &self.bombs {
            Bombs::Structure(blast) => {
                let blasted = blast.throw(catalogue, dice);
                let end = RunEnd::Blasted(blasted.effect);
                Ran { blasted: Some(blasted), ..ran(end, accuracy) }
            }
            Bombs::Unit { spotting, column, attack, friend } => {
                let tables = &catalogue.support().air;
                let (spotted, more) = spotting.map_or((None, 0), |spotting| spotting.throw(tables, dice));
                let aim = Accuracy { column: *column, modifier: accuracy + more };
                let (face, aimed) = aim.throw(tables, dice);
                let friend = friend.as_ref().filter(|_| aimed.wide);
                let struck = attack.throw(catalogue, aimed.plus, friend.is_some(), dice);
                let hit = friend.map(|friend| friend.throw(catalogue, struck.wide, dice));
                let end = RunEnd::Attacked {
                    fate: struck.fate,
                    friend: hit.as_ref().map(|hit| hit.as_ref().map_or_else(Fate::default, |hit| hit.fate)),
                };
                Ran {
                    spotting: spotted,
                    accuracy: Some((face, aimed)),
                    struck: Some(struck),
                    friend: hit.flatten(),
                    ..ran(end, accuracy + more)
                }
            }
        }
    }

    /// Every step; the dice of the attack as they were thrown, or without the accuracy die before that is known.
    pub(crate) fn lines(&self, catalogue: &Catalogue, ran: Option<&Ran>) -> Vec<Line> {
        let mut lines: Vec<Line> = self.aa.iter().flat_map(|fire| fire.lines.iter().cloned()).collect();
        match &self.bombs {
            Bombs::Structure(blast) => lines.extend(blast.lines.iter().cloned()),
            Bombs::Unit { spotting, column, attack, friend } => {
                lines.extend(spotting.map(|spotting| spotting.line()));
                let modifier = ran.map_or(self.carried, |ran| ran.carried);
                lines.push(Accuracy { column: *column, modifier }.line());
                let plus = ran.and_then(|ran| ran.accuracy).is_some_and(|(_, aimed)| aimed.plus);
                lines.extend(attack.clash(catalogue, plus).1);
                let wide = ran.filter(|ran| ran.friend.is_some()).and_then(|ran| ran.struck.as_ref());
                if let (Some(friend), Some(struck)) = (friend, wide) {
                    lines.extend(friend.clash(catalogue, struck.wide).1);
                }
            }
        }
        lines
    }

    /// The odds of how it ends.
    ///
    /// # Errors
    /// If there are too many dice to count.
    pub fn ends(&self, catalogue: &Catalogue) -> Result<Odds<RunEnd>, TooManyWays> {
        let through = self.through(catalogue)?;
        let mut parts = Vec::new();
        for (through, ways) in through.results() {
            let part = match *through {
                Through::Nothing(effect) => Odds::counted([(RunEnd::KeptOff(effect), 1)])?,
                Through::Accuracy(accuracy) => self.attacked(catalogue, accuracy)?,
            };
            parts.push((part, ways));
        }
        Odds::mixed(parts)
    }

    fn through(&self, catalogue: &Catalogue) -> Result<Odds<Through>, TooManyWays> {
        let mut sum = Odds::counted([(Through::Accuracy(self.carried), 1)])?;
        for fire in &self.aa {
            let effects = fire.effects(catalogue)?;
            let mut parts = Vec::new();
            for (through, ways) in sum.results() {
                let after = effects.results().map(|(effect, ways)| (through.after(*effect, catalogue), ways));
                parts.push((Odds::counted(after)?, ways));
            }
            sum = Odds::mixed(parts)?;
        }
        Ok(sum)
    }

    /// The odds once AA fire has let the aircraft through.
    fn attacked(&self, catalogue: &Catalogue, accuracy: i8) -> Result<Odds<RunEnd>, TooManyWays> {
        let (spotting, column, attack, friend) = match &self.bombs {
            Bombs::Structure(blast) => {
                let effects = blast.effects(catalogue)?;
                return Odds::counted(effects.results().map(|(effect, ways)| (RunEnd::Blasted(*effect), ways)));
            }
            Bombs::Unit { spotting, column, attack, friend } => (spotting, column, attack, friend),
        };
        let tables = &catalogue.support().air;
        let faces = 1..=6;
        let spotted = faces.map(|face| spotting.map_or(0, |spotting| spotting.accuracy(tables, face)));
        let aims = spotted.flat_map(|more| Accuracy { column: *column, modifier: accuracy + more }.faces(tables));
        let aims = Odds::counted(aims.map(|aimed| (aimed, 1)))?;
        let mut parts = Vec::new();
        for (aimed, ways) in aims.results() {
            let part = match friend.as_ref().filter(|_| aimed.wide) {
                Some(friend) => {
                    let fates = attack.fates_with_friend(catalogue, aimed.plus, friend)?;
                    let end = |(fate, friend): &(Fate, Fate)| RunEnd::Attacked { fate: *fate, friend: Some(*friend) };
                    Odds::counted(fates.results().map(|(fates, ways)| (end(fates), ways)))?
                }
                None => {
                    let fates = attack.fates(catalogue, aimed.plus)?;
                    let end = |fate: &Fate| RunEnd::Attacked { fate: *fate, friend: None };
                    Odds::counted(fates.results().map(|(fate, ways)| (end(fate), ways)))?
                }
            };
            parts.push((part, ways));
        }
        Odds::mixed(parts)
    }
}
