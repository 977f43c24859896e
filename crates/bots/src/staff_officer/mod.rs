//! A staff officer for `assault`: he plans, moves by cover, spots before he fires, and keeps a reserve that may react.
//!
//! He weighs every shot that is offered by its exact odds and every march by a guess at what known enemies could do to
//! it. He knows his own view and nothing else.
//!
//! | file | concern |
//! |---|---|
//! | `outlook` | what is on the map and what it is worth |
//! | `gunnery` | what fire promises |
//! | `danger` | what a unit stands to lose |
//! | `deployment` | setting up |
//! | `missions` | who takes or holds which ground |
//! | `ground` | how good it is to stand in a hex |
//! | `activation` | command points, and who acts next |
//! | `deeds` | what an activated unit does |
//! | `fire` | reaction fire, joint fire, cards for shots |
//! | `smoke` | smoke before a march |
//! | `transport` | riding, and getting out |
//! | `support` | support from outside the map |
//! | `cards` | other command cards |

mod activation;
mod cards;
mod danger;
mod deeds;
mod deployment;
mod fire;
mod ground;
mod gunnery;
mod missions;
mod outlook;
mod smoke;
mod support;
mod transport;

use assault::{
    Action, Assault, State,
    state::{Frame, Unit},
};
use engine::{Player, Seat};

use deeds::March;
use deployment::Views;
pub use gunnery::Archive;
use gunnery::Gunnery;
use missions::Missions;
use outlook::Outlook;

/// The player.
#[derive(Default)]
pub struct StaffOfficer {
    guns: Gunnery,
    missions: Missions,
    march: Option<March>,
    views: Views,
    /// Who wanted a command point the last time, and the state without the plan by then.
    wished: Option<(State, Vec<(f32, Unit)>)>,
}

impl StaffOfficer {
    /// One who uses odds that others have worked out, and leaves them his own: games by the thousand ask for the same.
    pub fn sharing(archive: &Archive) -> StaffOfficer {
        StaffOfficer { guns: Gunnery::sharing(archive), ..StaffOfficer::default() }
    }
}

impl Player<Assault> for StaffOfficer {
    fn choose(&mut self, rules: &Assault, seen: &State, seat: Seat, legal: &[Action]) -> usize {
        if legal.len() == 1 {
            return 0;
        }
        let look = Outlook::new(rules, seen, seat);
        if seen.activation().is_none() {
            self.march = None;
        }
        match seen.frames.top() {
            Frame::Muster { .. } | Frame::Over { .. } => 0,
            Frame::Deploy { .. } => self.set_up(&look, legal),
            Frame::Planning { .. } => {
                let first = Self::order(&look, legal).or_else(|| cards::play(&look, legal));
                first.unwrap_or_else(|| self.plan(&look, legal))
            }
            Frame::Support { .. } => cards::play(&look, legal).unwrap_or_else(|| self.request(&look, legal)),
            Frame::Action { .. } => self.next(&look, legal),
            Frame::Activation(activation) => {
                cards::play(&look, legal).unwrap_or_else(|| self.act(&look, activation, legal))
            }
            Frame::Reaction(reaction) => self.react(&look, reaction, legal),
            Frame::Shot(shot) => self.add_to_shot(&look, *shot, legal),
            Frame::Answer(shot) => self.answer(&look, *shot, legal),
            // One card for an assault is never wrong: nothing else uses it.
            Frame::Charge(_) | Frame::Stand(_) => 0,
            Frame::Wide(_) => self.wide(&look, legal),
            Frame::Again(air) => self.second_run(&look, air, legal),
            Frame::Organization { .. } => cards::play(&look, legal).unwrap_or_else(|| fire::done(legal)),
        }
    }
}
