use std::collections::BTreeSet;

use super::{Guide, GuideStep, Task};
use crate::{Guided, Problem, Ruleset, Seat, Table, View, Viewer, decision_seed, did_you_mean};

/// A guide played to its end by its own steps, against its own bot.
pub struct Rehearsal {
    /// The game when the last step was done.
    pub table: Box<dyn Table>,
    /// How many decisions the player made.
    pub decisions: u32,
}

/// More actions than a first game has.
const MOST_ACTIONS: u32 = 2_000;

/// Plays a guide as a pupil does who does what he is asked.
///
/// # Errors
/// The first step that cannot be done, or that points at something that is not there; an enemy who is not beaten in the
/// end.
pub fn rehearse(ruleset: &dyn Ruleset, guide: &Guide) -> Result<Rehearsal, Problem> {
    let table = ruleset.open_guide(&guide.id).map_err(|error| whole(guide, error.to_string()))?;
    let mut stage = Stage { guide, table, pointed: 0, decisions: 0 };
    while stage.table.seq() < MOST_ACTIONS {
        let Some(seat) = stage.table.to_act() else { break };
        let player = stage.table.file().seats[seat.index()].player.clone();
        if player != "human" {
            stage.bot(seat, &player)?;
        } else if !stage.pupil(seat)? {
            return stage.finish();
        }
    }
    match stage.left_over() {
        None => stage.finish(),
        Some(step) => Err(at(guide, step, "the game ends before this step", "leave it out, or play another seed")),
    }
}

struct Stage<'a> {
    guide: &'a Guide,
    table: Box<dyn Table>,
    /// Steps whose units and hexes have been looked at.
    pointed: usize,
    decisions: u32,
}

impl Stage<'_> {
    fn bot(&mut self, seat: Seat, bot: &str) -> Result<(), Problem> {
        let seed = decision_seed(self.guide.seed, self.table.seq());
        let action = self.table.bot_action(bot, seed).ok_or_else(|| whole(self.guide, format!("no bot \"{bot}\"")))?;
        self.table.act(seat, &action, None).map(drop).map_err(|error| whole(self.guide, error.to_string()))
    }

    /// Does what the next step asks for; says whether there was one.
    fn pupil(&mut self, seat: Seat) -> Result<bool, Problem> {
        let view = self.table.view(Viewer::Seat(seat), u32::MAX);
        let Some(guided) = &view.guide else { return Ok(false) };
        self.look(&view, guided)?;
        let Some(next) = self.guide.next_act(guided.done as usize) else { return Ok(false) };
        let step = &self.guide.steps[next];
        let Some(action) = guided.fulfil.first() else {
            let asked = step.deeds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            let legal = self.table.legal();
            let help = did_you_mean(&asked, legal.iter().map(String::as_str));
            return Err(at(self.guide, step, format!("\"{asked}\" cannot be done here"), help));
        };
        let done = self.table.act(seat, action, None);
        done.map_err(|error| at(self.guide, step, error.to_string(), "ask for what the rules allow"))?;
        self.decisions += 1;
        Ok(true)
    }

    /// Whether the steps that are read now point at what is there.
    fn look(&mut self, view: &View, guided: &Guided) -> Result<(), Problem> {
        let done = guided.done as usize;
        let next = self.guide.next_act(done).map_or(self.guide.steps.len(), |next| next + 1);
        let units: BTreeSet<&str> = view.scene.counters.iter().map(|counter| counter.id.as_str()).collect();
        let units: BTreeSet<&str> = units.into_iter().chain(view.scene.absent.iter().map(|unit| &*unit.id)).collect();
        let board = (self.pointed < next).then(|| self.table.board());
        let hexes: BTreeSet<&str> = board.iter().flat_map(|board| &board.hexes).map(|hex| hex.id.as_str()).collect();
        for step in &self.guide.steps[self.pointed.min(next)..next] {
            let named = step.units.iter().chain(match &step.task {
                Task::Unit { unit } => Some(unit),
                Task::Act | Task::Read | Task::Sight | Task::Log => None,
            });
            for unit in named {
                known(self.guide, step, "unit", unit, &units)?;
            }
            for hex in &step.hexes {
                known(self.guide, step, "hex", hex, &hexes)?;
            }
        }
        self.pointed = self.pointed.max(next);
        Ok(())
    }

    fn left_over(&self) -> Option<&GuideStep> {
        let file = self.table.file();
        let progress = self.guide.progress(&file.moves, &file.seats);
        self.guide.next_act(progress.done).map(|next| &self.guide.steps[next])
    }

    /// Whether those who should be beaten are.
    fn finish(self) -> Result<Rehearsal, Problem> {
        let scene = self.table.view(Viewer::Referee, u32::MAX).scene;
        let alive =
            |unit: &&String| scene.counters.iter().any(|counter| counter.id == **unit && counter.steps.left > 0);
        match self.guide.beaten.iter().find(alive) {
            None => Ok(Rehearsal { table: self.table, decisions: self.decisions }),
            Some(unit) => Err(whole(self.guide, format!("\"{unit}\" should be beaten in the end, and is not"))),
        }
    }
}

fn known(guide: &Guide, step: &GuideStep, what: &str, name: &str, names: &BTreeSet<&str>) -> Result<(), Problem> {
    if names.contains(name) {
        return Ok(());
    }
    let help = did_you_mean(name, names.iter().copied());
    Err(at(guide, step, format!("there is no {what} \"{name}\" on the board when this step is read"), help))
}

fn at(guide: &Guide, step: &GuideStep, what: impl Into<String>, help: impl Into<String>) -> Problem {
    let what = format!("step \"{}\": {}", step.name, what.into());
    Problem { file: guide.file.clone(), line: step.line, column: 1, what, help: help.into() }
}

fn whole(guide: &Guide, what: String) -> Problem {
    Problem { file: guide.file.clone(), line: 0, column: 0, what, help: "rehearse it again with another seed".into() }
}
