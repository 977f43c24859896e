//! Victory points and the end of a mission (OF-15).

use dice::Dice;
use engine::{Entry, Journal, Tone};

use crate::{
    booklet::unit_cards::Fate,
    play::refusal::Refused,
    rule_ids::{COURSE, VICTORY},
    state::{
        Frame, State,
        laid_out::OpenFire,
        reading::Cause,
        units::{Side, Unit, UnitId},
    },
};

/// Victory points lost for a US unit killed, and for one disabled.
const KILLED: i16 = 3;
const DISABLED: i16 = 2;
/// A fight of more rounds than these may be broken off: nobody has a shell left, or nobody finds anybody.
const LONG_FIGHT: u16 = 20;

impl OpenFire {
    /// Adds victory points; negative ones are lost.
    pub(crate) fn score(&self, state: &mut State, points: i16, why: &str, journal: &mut dyn Journal) {
        match points {
            0 => return,
            1.. => state.gained += points,
            _ => state.lost -= points,
        }
        journal.note(|| points_entry(points, why));
    }

    /// Points lost for a unit of ours as it stands (OF-15).
    pub(crate) fn loss_of(&self, state: &State, unit: UnitId) -> i16 {
        match state.unit(unit) {
            stands if stands.side != Side::Us => 0,
            stands if stands.condition.killed => KILLED,
            _ if self.is_disabled(state, unit) => DISABLED,
            _ => 0,
        }
    }

    /// Tells what a unit of ours costs that cost `before` until now, and that it is out of the fight.
    pub(crate) fn tell_loss(&self, state: &State, unit: UnitId, before: i16, journal: &mut dyn Journal) {
        let (name, id) = (&state.unit(unit).name, self.id_of(state, unit));
        let more = self.loss_of(state, unit) - before;
        if more != 0 {
            let what = if state.unit(unit).condition.killed { "lost" } else { "disabled" };
            journal.note(|| points_entry(-more, &format!("because {name} is {what}")).tone(Tone::Loss).about([id]));
        }
    }

    /// What the mission awards for how things stand.
    pub(crate) fn awards(&self, state: &State) -> i16 {
        let awards = self.mission.awards.iter().map(|(points, units)| {
            let count = self.matching(state, units, &Cause::default()).len() as i16;
            points * count
        });
        awards.sum()
    }

    /// Tells how those awards have changed.
    pub(crate) fn tell_awards(&self, state: &State, before: &mut i16, journal: &mut dyn Journal) {
        let now = self.awards(state);
        if now != *before {
            journal.note(|| points_entry(now - *before, "for how the mission stands"));
            *before = now;
        }
    }

    /// Awards the points of a German's card once, for the first of its fates that counts (OF-2.1).
    pub(crate) fn award(&self, state: &mut State, unit: UnitId, fate: Fate, journal: &mut dyn Journal) {
        let Some(card) = self.unit_card(state, unit).filter(|card| card.counts(fate)) else { return };
        let points = card.points;
        let german = state.unit_mut(unit);
        if german.side != Side::German || std::mem::replace(&mut german.awarded, true) {
            return;
        }
        let how = match fate {
            Fate::Killed => "knocking out",
            Fate::Disabled => "disabling",
            Fate::Captured => "capturing",
        };
        let why = format!("for {how} {}", state.unit(unit).name);
        self.score(state, points, &why, &mut About { journal, unit: self.id_of(state, unit) });
    }

    /// Points for Germans who can do nothing any more.
    pub(crate) fn award_for_disabled(&self, state: &mut State, journal: &mut dyn Journal) {
        let disabled = |&(unit, stands): &(UnitId, &Unit)| !stands.awarded && self.is_disabled(state, unit);
        let disabled: Vec<UnitId> = state.active(Side::German).filter(disabled).map(|(unit, _)| unit).collect();
        for unit in disabled {
            self.award(state, unit, Fate::Disabled, journal);
        }
    }

    /// Whether the Germans on the map can be left alone: not one of them can move or fire.
    pub(crate) fn check_stand_down(&self, state: &State) -> Result<(), Refused> {
        let harmless = |(unit, _): (UnitId, &Unit)| state.hex_of(unit).is_none() || self.is_disabled(state, unit);
        if state.active(Side::German).all(harmless) { Ok(()) } else { Err(Refused::StillDangerous) }
    }

    /// The platoon leaves disabled Germans alone. They wait for whoever comes to take them, like those who have surrendered.
    pub(crate) fn stand_down(&self, state: &mut State, journal: &mut dyn Journal) {
        self.award_for_disabled(state, journal);
        let left: Vec<UnitId> = state.active(Side::German).map(|(unit, _)| unit).collect();
        for &unit in &left {
            self.lay_down_arms(state, unit);
        }
        journal.note(|| {
            Entry::new(COURSE, "Nobody who is left can do harm: the platoon goes on.")
                .about(left.iter().map(|&unit| self.id_of(state, unit)))
        });
    }

    /// Points lost so far for units killed and disabled: counted when asked, because a disabled unit may yet be killed.
    pub fn losses(&self, state: &State) -> i16 {
        self.losses_of(state, &|unit| state.unit(*unit).side == Side::Us)
    }

    /// Points lost for those of our units that `owned` picks.
    pub(crate) fn losses_of(&self, state: &State, owned: &dyn Fn(&UnitId) -> bool) -> i16 {
        state.all_units().filter(|(unit, _)| owned(unit)).map(|(unit, _)| self.loss_of(state, unit)).sum()
    }

    /// The balance: gained less lost, with what the mission awards for how things stand.
    pub fn balance(&self, state: &State) -> i16 {
        state.gained - state.lost - self.losses(state) + self.awards(state)
    }

    /// Ends the mission if its conditions hold, or if no US unit is left that could go on.
    pub(crate) fn end_if_over(&self, state: &mut State, dice: &mut dyn Dice, journal: &mut dyn Journal) -> bool {
        let _ = dice;
        if state.generation.is_some() || matches!(state.frames.top(), Frame::Generation | Frame::SetUp) {
            return false;
        }
        let ended = self.mission.ends.iter().any(|test| self.holds(state, test, &mut Cause::default()));
        let able = |(unit, _): (UnitId, &Unit)| !self.is_disabled(state, unit);
        let alive = state.active(Side::Us).any(able);
        // In operations a platoon that cannot move has nothing left to do.
        let mobile = |(unit, _): (UnitId, &Unit)| self.check_can_move(state, unit).is_ok();
        let stuck = !state.in_rounds() && !state.active(Side::Us).any(mobile);
        if ended || !alive || stuck {
            self.end_mission(state, journal);
            return true;
        }
        false
    }

    /// Whether the mission may be broken off.
    pub(crate) fn check_call_off(&self, state: &State) -> Result<(), Refused> {
        if state.round > LONG_FIGHT { Ok(()) } else { Err(Refused::TooEarly { rounds: LONG_FIGHT }) }
    }

    /// The mission is over: won if the points suffice.
    pub(crate) fn end_mission(&self, state: &mut State, journal: &mut dyn Journal) {
        let (balance, needed) = (self.balance(state), self.mission.victory);
        let won = balance >= needed;
        while state.frames.pop().is_some() {}
        journal.note(|| {
            let word = if won { "won" } else { "lost" };
            let text = format!("The mission is {word}: {balance} victory points, and {needed} were needed.");
            Entry::new(VICTORY, text).tone(Tone::Heading)
        });
        self.close_mission(state, won, journal);
    }
}

fn points_entry(points: i16, why: &str) -> Entry {
    let word = if points.abs() == 1 { "point" } else { "points" };
    Entry::new(VICTORY, format!("{points:+} victory {word} {why}."))
}

/// A journal whose lines are about a unit.
struct About<'a> {
    journal: &'a mut dyn Journal,
    unit: String,
}

impl Journal for About<'_> {
    fn wanted(&self) -> bool {
        self.journal.wanted()
    }

    fn write(&mut self, entry: Entry) {
        self.journal.write(entry.about([self.unit.clone()]));
    }

    fn revealed(&mut self) {
        self.journal.revealed();
    }
}
