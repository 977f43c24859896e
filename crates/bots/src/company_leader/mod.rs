//! A company leader for `open-fire`, who looks further than one decision ahead.
//!
//! In operations he drives the platoon as one from marker to marker, by ways from which nothing is guessed at that
//! could be found, and home when the points suffice. In rounds he drives each unit's turn on a copy of the table, stop
//! by stop, and weighs what it could fire before or after by the exact tables against what every German in sight could
//! do to it there, and smoke against both. He knows what lies on the table and nothing of what is in the booklet:
//! copies have no markers and no standing orders, so nothing on them is read.
//!
//! | file | concern |
//! |---|---|
//! | `outlook` | what lies on the table and what it is worth |
//! | `gunnery` | what fire between two units promises |
//! | `danger` | what a unit stands to lose where it stops |
//! | `drives` | the places where a turn could end |
//! | `way` | ways, and how much of them is left |
//! | `positions` | places worth driving to in a fight |
//! | `shots` | what to fire at whom |
//! | `smoke` | where smoke is worth more than a shot |
//! | `patience` | how long nothing has happened |
//! | `fight` | a turn in a round |
//! | `approach` | operations |
//! | `answers` | what pages ask and offer |
//! | `muster` | generation and setting up |

mod answers;
mod approach;
mod danger;
mod drives;
mod fight;
mod gunnery;
mod muster;
mod outlook;
mod patience;
mod positions;
mod shots;
mod smoke;
mod way;

use answers::Said;
use approach::Route;
use engine::{Player, Rules, Seat};
use fight::Plan;
use gunnery::Gunnery;
use open_fire::{
    OpenFire,
    course::{action::Action, sharing::Sharing},
    play::{
        s01_sharing,
        s05_operations::sightings::Sighting,
        s06_rounds::{between_turns::BetweenTurns, command},
    },
    state::{Frame, State},
};
use outlook::Outlook;
use patience::Patience;
use way::Scout;

use crate::picker::Picker;

/// The player.
pub struct CompanyLeader {
    picker: Picker,
    gunnery: Gunnery,
    scout: Scout,
    /// What is left of what he thought of for the turn in hand.
    plan: Option<Plan>,
    /// The way the platoon is on in operations.
    route: Option<Route>,
    /// How long nothing has happened.
    patience: Patience,
    /// What he has answered and called for in this moment.
    said: Said,
    /// Decisions in operations without anything found, left behind or lost.
    marched: u32,
}

impl CompanyLeader {
    /// The seed decides between equals.
    pub fn new(seed: u64) -> Self {
        CompanyLeader {
            picker: Picker::new(seed),
            gunnery: Gunnery::default(),
            scout: Scout::default(),
            plan: None,
            route: None,
            patience: Patience::default(),
            said: Said::default(),
            marched: 0,
        }
    }

    /// What the platoon would do under one leader; if it is for a unit of another section, that one gets the lead.
    fn operate_together(&mut self, look: Outlook<'_>, legal: &[Action]) -> usize {
        let mut state = look.state.clone();
        let mut all = legal.to_vec();
        for info in look.rules.seats().iter().filter(|info| info.seat != look.state.lead) {
            state.lead = info.seat;
            look.rules.legal(&state, &mut all);
        }
        all.retain(|action| !matches!(action, Action::Share(Sharing::HandOver { .. })));
        let wanted = all[self.operate(look, &all)];
        let owner = wanted.units()[0].map(|unit| look.state.unit(unit).owner);
        let handed = owner.map(|seat| Action::Share(Sharing::HandOver { seat }));
        let found = |wanted: Action| legal.iter().position(|action| *action == wanted);
        found(wanted).or_else(|| handed.and_then(found)).unwrap_or_else(|| self.picker.any(legal.len()))
    }

    /// Who acts next: whoever has the best shot; commanders after others who have none either.
    fn begin(&mut self, look: Outlook<'_>, legal: &[Action]) -> usize {
        if look.germans().next().is_some()
            && let Some(call) = self.said.call(look, legal)
        {
            return call;
        }
        if let Some(stand_down) = approach::first(legal, |action| *action == Action::Round(BetweenTurns::StandDown)) {
            return stand_down;
        }
        let hopeless = self.patience.is_exhausted(look)
            || !look.ours().any(|(unit, _)| look.can_fight(unit) || look.is_mobile(unit));
        if hopeless && let Some(off) = approach::first(legal, |action| *action == Action::Round(BetweenTurns::CallOff))
        {
            return off;
        }
        let mut weights = Vec::with_capacity(legal.len());
        for action in legal {
            weights.push(self.weigh_beginning(look, action));
        }
        self.picker.best(weights.into_iter())
    }

    fn weigh_beginning(&mut self, look: Outlook<'_>, action: &Action) -> f64 {
        let Action::Round(BetweenTurns::Begin { unit }) = *action else { return -9.0 };
        let traverse = look.rules.card(look.state.unit(unit)).traverse;
        let shot = shots::best_target(look, &mut self.gunnery, unit, traverse).map_or(0.0, |(_, promise)| promise);
        let commander = if command::is_commander(look.ask(), unit) { -0.2 } else { 0.0 };
        shot + commander
    }
}

impl Player<OpenFire> for CompanyLeader {
    fn choose(&mut self, rules: &OpenFire, seen: &State, _: Seat, legal: &[Action]) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let look = Outlook { rules, state: seen };
        match seen.frames.top() {
            Frame::Generation => {
                let weights: Vec<f64> = legal.iter().map(|action| muster::weigh_step(look, action)).collect();
                self.picker.best(weights.into_iter())
            }
            Frame::Deployment { unit } => {
                let weights: Vec<f64> =
                    legal.iter().map(|action| muster::weigh_deployment(look, action, *unit)).collect();
                self.picker.best(weights.into_iter())
            }
            Frame::Operations if s01_sharing::is_shared(rules) => self.operate_together(look, legal),
            Frame::Operations => self.operate(look, legal),
            Frame::Round { .. } => {
                self.marched = 0;
                self.patience.look(look);
                self.begin(look, legal)
            }
            Frame::Turn(turn) => self.take_turn(look, turn, legal),
            Frame::FitOut | Frame::Debriefing { .. } => {
                let weights: Vec<f64> = legal.iter().map(|action| muster::weigh_debriefing(look, action)).collect();
                self.picker.best(weights.into_iter())
            }
            // A point for a look is well spent: what shows itself earns nothing.
            Frame::Sighting { .. } => {
                approach::first(legal, |action| *action == Action::Sight(Sighting::Peer)).unwrap_or(0)
            }
            Frame::German(_) | Frame::Over { .. } => 0,
            // The division that is offered is a good one.
            Frame::Division => legal.len() - 1,
            Frame::Reading(_) => {
                self.marched = 0;
                self.said.answer(look, legal, &mut self.picker)
            }
        }
    }
}
