//! The question on the table, in words.

use engine::{Prompt, RuleId, Seat, Viewer};

use crate::{
    movement::points,
    rule_ids::{ASSAULT, CUP, EVENTS, FIRE_PHASE, MOVEMENT, OPPORTUNITY_FIRE, VICTORY},
    state::{Frame, Phase, State},
    unit_set::UnitSet,
    world::Divisions,
};

impl Divisions {
    pub(crate) fn prompt(&self, state: &State, viewer: Viewer) -> Prompt {
        let seat = self.asked(state);
        // Whoever is asked may read that there is nothing to answer with; the others read the same as ever.
        let nothing = seat.is_some_and(|seat| viewer.is(seat)) && self.nothing_else(state);
        let answer =
            |hint: &'static str| if nothing { "No chit in your hand fits: the game goes on by itself." } else { hint };
        let prompt = |rule: RuleId, text: String, hint: &str, hexes: Vec<String>| Prompt {
            seat,
            text,
            hint: hint.to_owned(),
            rule,
            hexes,
            lesson: None,
        };
        let place = |units: UnitSet| units.iter().find_map(|unit| state.hex(unit)).map(|hex| self.label(hex));
        match state.frames.top() {
            Frame::Cup { fresh: true } => prompt(
                CUP,
                format!("{} begins: draw the first chit", self.turn_name(state.turn)),
                "The weather comes first.",
                vec![],
            ),
            Frame::Cup { fresh: false } => {
                prompt(CUP, "Draw a chit from the cup".to_owned(), "It says who acts next.", vec![])
            }
            Frame::Activation(activation) => {
                let formation = &self.formations[usize::from(activation.formation)].name;
                match activation.phase {
                    Phase::Movement => prompt(
                        MOVEMENT,
                        format!("{formation}: move"),
                        answer(
                            "Pick a company or a stack, then the hex it goes to. The enemy may fire at each hex entered.",
                        ),
                        vec![],
                    ),
                    Phase::Fire => prompt(
                        FIRE_PHASE,
                        format!("{formation}: fire"),
                        "Pick a company, then its target. Each may fire once, also if it is pinned.",
                        vec![],
                    ),
                    Phase::Assault => prompt(
                        ASSAULT,
                        format!("{formation}: close assault"),
                        "Pick a company, then the enemy hex beside it. Those that fired or are pinned stay where they are.",
                        vec![],
                    ),
                }
            }
            Frame::Moving(moving) => {
                let left = self.activation(state).map_or(0, |activation| {
                    self.allowance(state, activation, moving.units).saturating_sub(moving.spent)
                });
                prompt(
                    MOVEMENT,
                    format!(
                        "{} in {}: go on or halt? {} left",
                        self.names(moving.units),
                        place(moving.units).unwrap_or_default(),
                        points(left)
                    ),
                    "Pick the next hex, or halt here.",
                    place(moving.units).into_iter().collect(),
                )
            }
            Frame::Halt(halt) => prompt(
                OPPORTUNITY_FIRE,
                format!("{} {}: fire?", self.act(halt.entered, "enters"), place(halt.entered).unwrap_or_default()),
                "Pick who fires and at which unit, or let them pass.",
                place(halt.entered).into_iter().collect(),
            ),
            Frame::Reply(shot) => prompt(
                EVENTS,
                format!(
                    "{} is about to fire at {}: answer it?",
                    self.unit(shot.shooter).name,
                    self.unit(shot.target).name
                ),
                answer("Play an event chit, or take the shot."),
                place(shot.target.alone()).into_iter().collect(),
            ),
            Frame::Assault(assault) => prompt(
                ASSAULT,
                format!("Assault on {} by {}: who joins?", self.label(assault.hex), self.names(assault.attackers)),
                "Add companies, then send them in.",
                vec![self.label(assault.hex)],
            ),
            Frame::AssaultReply(assault) => prompt(
                EVENTS,
                format!("{} is assaulted: answer it?", self.label(assault.hex)),
                answer("Play an event chit, or stand as you are."),
                vec![self.label(assault.hex)],
            ),
            Frame::Retreat(after) => prompt(
                ASSAULT,
                format!("The defenders of {} must fall back: where to?", self.label(after.hex)),
                "Pick a hex.",
                vec![self.label(after.hex)],
            ),
            Frame::Advance(after) => prompt(
                ASSAULT,
                format!("{} is taken: who advances?", self.label(after.hex)),
                "Pick who moves in, or stay where you are.",
                vec![self.label(after.hex)],
            ),
            Frame::Over { winner } => {
                let lead = self.points(state, Seat(0)) - self.points(state, Seat(1));
                prompt(VICTORY, format!("The game is over: {}", self.result_title(*winner, lead)), "", vec![])
            }
        }
    }
}
