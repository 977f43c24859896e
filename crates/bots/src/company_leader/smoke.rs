//! Smoke (OF-9.10): a screen between Germans who can hurt us and our units, where nothing that we could fire ourselves
//! is worth as much.
//!
//! Sight may end in smoke and does not pass through it, for either side. A screen is weighed like everything else: what
//! all our units stand to lose before it and behind it, what they could have fired through the hex themselves, and
//! where this unit could still drive behind it.

use hexmap::Hex;
use open_fire::{
    course::action::Action,
    play::s09_fire::Fire,
    state::{
        Shell, Smoke, State,
        units::{Ammunition, UnitId},
    },
};

use crate::company_leader::{
    CompanyLeader, danger,
    drives::{Stop, imagined},
    fight::{GOOD, Scale},
    gunnery::{self, Gunnery},
    outlook::Outlook,
};

/// Shells that are kept for better use where any shell can be smoke.
const KEPT: u16 = 8;
/// Victory points that a screen must be better by when the platoon cannot hurt those who see it, or not much on its way
/// home.
const FOR_A_DRIVE: f64 = 0.6;
/// The same when it stays to fight: smoke only puts that off.
const IN_A_FIGHT: f64 = 2.0;
/// What a screen must be better by for every round of the fight: nobody wins by waiting.
const EACH_ROUND: f64 = 0.08;
/// Screens of which more is asked than what they do for those who stand still.
const MOST: usize = 3;
/// A shot of ours at somebody promises less than this: he cannot be answered.
const NO_ANSWER: f64 = 0.15;

/// A German and a unit of ours whom he sees.
struct Line {
    german: (UnitId, Hex),
    ours: (UnitId, Hex),
    /// The share of ours that he takes in a turn.
    share: f64,
    /// What one fire action of ours at him promises, in victory points.
    answer: f64,
}

/// All of them, with what our units are worth.
struct Field {
    lines: Vec<Line>,
    worth: Vec<(UnitId, f64)>,
}

impl Field {
    fn of(look: Outlook<'_>, gunnery: &mut Gunnery) -> Field {
        let mut lines = Vec::new();
        let all: Vec<(UnitId, Hex)> = look.ours().collect();
        for german in look.germans() {
            let seen = |(unit, _): &&(UnitId, Hex)| gunnery::may_fire(look.rules, look.state, german.0, *unit);
            for &ours in all.iter().filter(seen) {
                let share = danger::share(look, gunnery, german, ours);
                let answers = look.can_fight(ours.0) && gunnery::may_fire(look.rules, look.state, ours.0, german.0);
                let promise = if answers { gunnery.promise(look.rules, look.state, ours.0, german.0) } else { 0.0 };
                lines.push(Line { german, ours, share, answer: promise * look.worth_of_german(german.0) });
            }
        }
        let worth = all.iter().map(|&(unit, _)| (unit, look.worth_of_ours(unit))).collect();
        Field { lines, worth }
    }

    /// What each of our units could fire along its best open line, less what it stands to lose along all of them. `but`
    /// is left out.
    fn balance(&self, look: Outlook<'_>, open: &[bool], but: Option<UnitId>) -> f64 {
        let targets = |german: UnitId| self.open(open).filter(|line| line.german.0 == german).count();
        let mut balance = 0.0;
        for &(unit, worth) in self.worth.iter().filter(|(unit, _)| Some(*unit) != but) {
            let (mut spared, mut answer) = (1.0, 0.0_f64);
            for line in self.open(open).filter(|line| line.ours.0 == unit) {
                let turns = danger::turns_at_one(look, line.german.0, targets(line.german.0) - 1);
                spared *= danger::left_after(turns, line.share);
                answer = answer.max(line.answer);
            }
            balance += answer - worth * (1.0 - spared);
        }
        balance
    }

    fn open<'a>(&'a self, open: &'a [bool]) -> impl Iterator<Item = &'a Line> {
        self.lines.iter().zip(open).filter(|(_, open)| **open).map(|(line, _)| line)
    }

    /// Whether no shot of ours at those who see us promises as much as this.
    fn is_unanswered(&self, promise: f64) -> bool {
        self.lines.iter().all(|line| line.answer < promise)
    }

    /// The smoke that does most for those who stand still, the best first, with the lines that stay open.
    fn screens(&self, look: Outlook<'_>, legal: &[Action]) -> Vec<Screen> {
        let mut state = imagined(look.state);
        let bare = self.balance(look, &self.all(), None);
        let mut found: Vec<(f64, Screen)> = Vec::new();
        for (place, action) in legal.iter().enumerate() {
            let Action::Fire(Fire::Smoke { hex }) = *action else { continue };
            let Some(open) = self.open_past(look, &mut state, hex) else { continue };
            let gain = self.balance(look, &open, None) - bare;
            if gain > 0.0 {
                found.push((gain, Screen { place, hex, open }));
            }
        }
        found.sort_by(|a, b| b.0.total_cmp(&a.0));
        found.into_iter().map(|(_, screen)| screen).take(MOST).collect()
    }

    fn all(&self) -> Vec<bool> {
        vec![true; self.lines.len()]
    }

    /// The lines that stay open with smoke in a hex; none if it closes none.
    fn open_past(&self, look: Outlook<'_>, state: &mut State, hex: Hex) -> Option<Vec<bool>> {
        let grid = look.rules.grid();
        let near = |line: &Line| grid.line_may_touch(line.german.1, line.ours.1, hex);
        if !self.lines.iter().any(near) {
            return None;
        }
        state.smoke.push(smoke_in(look, hex));
        let still = |line: &Line| !near(line) || gunnery::may_fire(look.rules, state, line.german.0, line.ours.0);
        let open: Vec<bool> = self.lines.iter().map(still).collect();
        state.smoke.pop();
        open.contains(&false).then_some(open)
    }
}

/// Smoke that could be laid.
struct Screen {
    /// Its place in the list of legal actions.
    place: usize,
    hex: Hex,
    /// Which lines stay open.
    open: Vec<bool>,
}

impl CompanyLeader {
    /// The best smoke for the unit whose turn it is, if that beats what else it could do with the turn.
    pub(crate) fn screen(
        &mut self,
        look: Outlook<'_>,
        legal: &[Action],
        scale: &Scale<'_>,
        (value, stops): (f64, &mut [Stop]),
    ) -> Option<usize> {
        let unit = scale.turn.unit;
        let offered = legal.iter().any(|action| matches!(action, Action::Fire(Fire::Smoke { .. })));
        if !offered || !has_shells_to_spare(look, unit, scale.home) {
            return None;
        }
        let field = Field::of(look, &mut self.gunnery);
        let leaves = field.is_unanswered(if scale.home { GOOD } else { NO_ANSWER });
        let better = if leaves { FOR_A_DRIVE } else { IN_A_FIGHT } + EACH_ROUND * f64::from(look.state.round);
        let bare = field.balance(look, &field.all(), Some(unit));
        let mut best: Option<(f64, usize)> = None;
        for screen in field.screens(look, legal) {
            let others = scale.fear * (field.balance(look, &screen.open, Some(unit)) - bare);
            let worth = others + self.ground_behind(look, scale, screen.hex, stops);
            if worth > value + better && best.is_none_or(|(known, _)| worth > known) {
                best = Some((worth, screen.place));
            }
        }
        best.map(|(_, place)| place)
    }

    /// The best stop that is left to a unit that lays smoke first.
    fn ground_behind(&mut self, look: Outlook<'_>, scale: &Scale<'_>, hex: Hex, stops: &mut [Stop]) -> f64 {
        let price = look.rules.sheet.limits.crew_points.fire_main;
        let mut best = f64::NEG_INFINITY;
        for stop in stops {
            let spent = scale.turn.points.saturating_sub(stop.points);
            if scale.turn.points < spent + price {
                continue;
            }
            stop.state.smoke.push(smoke_in(look, hex));
            best = best.max(self.value_of(look, scale, stop));
            stop.state.smoke.pop();
        }
        best
    }
}

/// Smoke shells are for nothing else; of others some are kept to fight with.
fn has_shells_to_spare(look: Outlook<'_>, unit: UnitId, home: bool) -> bool {
    match look.state.unit(unit).ammunition {
        Some(Ammunition::Any(rounds)) => home || u16::from(rounds) > KEPT,
        Some(racks @ Ammunition::ByType { .. }) => racks.left(Shell::Smoke) > 0,
        None => true,
    }
}

/// Smoke as it would stand in a hex.
fn smoke_in(look: Outlook<'_>, hex: Hex) -> Smoke {
    Smoke { hex, until: look.state.round + look.rules.sheet.limits.smoke.rounds }
}
