//! The question on the table, in words.

use engine::{Prompt, Viewer};

use crate::{
    course::{
        self,
        action::{Action, Move},
        cup,
    },
    play::{self, s10_movement, s18_victory},
    rule_ids::{ASSAULT, CUP, EVENTS, FIRE_PHASE, MOVEMENT, OPPORTUNITY_FIRE, VICTORY},
    state::{Activation, Ask, Frame, Moving, Phase, UnitSet},
    tables::Points,
};

pub(super) fn prompt(ask: Ask<'_>, viewer: Viewer) -> Prompt {
    let seat = play::asked(ask);
    let question = question(ask);
    // The side that is asked may read that there is nothing to answer with; the others read the same as ever.
    let nothing = seat.is_some_and(|seat| viewer.is(seat)) && can_answer(ask) && course::is_only_done(ask);
    let hint = nothing.then(|| "No chit in your hand fits: the game goes on by itself.".to_owned());
    Prompt { seat, hint: hint.unwrap_or(question.hint), ..question }
}

/// Whether the question can be answered with an event chit.
fn can_answer(ask: Ask<'_>) -> bool {
    match ask.state.frames.top() {
        Frame::Activation(activation) => activation.phase == Phase::Movement,
        Frame::Reply(_) | Frame::AssaultReply(_) => true,
        Frame::Cup { .. }
        | Frame::Moving(_)
        | Frame::Halt(_)
        | Frame::Assault(_)
        | Frame::Retreat(_)
        | Frame::Advance(_)
        | Frame::Over { .. } => false,
    }
}

fn question(ask: Ask<'_>) -> Prompt {
    let Ask { rules, state } = ask;
    match state.frames.top() {
        Frame::Cup { fresh: true } => {
            let turn = cup::turn_name(rules, state.turn);
            Prompt::new(CUP, format!("{turn} begins: draw the first chit"), "The weather comes first.")
        }
        Frame::Cup { fresh: false } => Prompt::new(CUP, "Draw a chit from the cup", "It says who acts next."),
        Frame::Activation(activation) => of_phase(ask, activation),
        Frame::Moving(moving) => of_march(ask, moving),
        Frame::Halt(halt) => {
            let hex = place(ask, halt.entered);
            let text = format!("{} {}: fire?", rules.act(halt.entered, "enters"), hex.clone().unwrap_or_default());
            Prompt::new(OPPORTUNITY_FIRE, text, "Pick who fires and at which unit, or let them pass.").about(hex)
        }
        Frame::Reply(shot) => {
            let (shooter, target) = (&rules.unit(shot.shooter).name, &rules.unit(shot.target).name);
            let text = format!("{shooter} is about to fire at {target}: answer it?");
            let hint = "Play an event chit, or take the shot.";
            Prompt::new(EVENTS, text, hint).about(place(ask, shot.target.alone()))
        }
        Frame::Assault(assault) => {
            let (hex, attackers) = (rules.label(assault.hex), rules.names(assault.attackers));
            let text = format!("Assault on {hex} by {attackers}: who joins?");
            Prompt::new(ASSAULT, text, "Add companies, then send them in.").about([hex])
        }
        Frame::AssaultReply(assault) => {
            let hex = rules.label(assault.hex);
            let hint = "Play an event chit, or stand as you are.";
            Prompt::new(EVENTS, format!("{hex} is assaulted: answer it?"), hint).about([hex])
        }
        Frame::Retreat(after) => {
            let hex = rules.label(after.hex);
            let text = format!("The defenders of {hex} must fall back: where to?");
            Prompt::new(ASSAULT, text, "Pick a hex.").about([hex])
        }
        Frame::Advance(after) => {
            let hex = rules.label(after.hex);
            let hint = "Pick who moves in, or stay where you are.";
            Prompt::new(ASSAULT, format!("{hex} is taken: who advances?"), hint).about([hex])
        }
        Frame::Over { winner } => {
            let result = s18_victory::result_title(ask, *winner);
            Prompt::new(VICTORY, format!("The game is over: {result}"), "")
        }
    }
}

fn of_phase(ask: Ask<'_>, activation: &Activation) -> Prompt {
    let formation = &ask.rules.formation(activation.formation).name;
    match activation.phase {
        Phase::Movement => Prompt::new(
            MOVEMENT,
            format!("{formation}: move"),
            "Pick a company or a stack, then the hex it goes to. The enemy may fire at each hex entered.",
        ),
        Phase::Fire => Prompt::new(
            FIRE_PHASE,
            format!("{formation}: fire"),
            "Pick a company, then its target. Each may fire once, also if it is pinned.",
        ),
        Phase::Assault => Prompt::new(
            ASSAULT,
            format!("{formation}: close assault"),
            "Pick a company, then the enemy hex beside it. Those that fired or are pinned stay where they are.",
        ),
    }
}

fn of_march(ask: Ask<'_>, moving: &Moving) -> Prompt {
    let hex = place(ask, moving.units);
    let left = ask
        .state
        .activation()
        .map_or(0, |activation| s10_movement::allowance(ask, activation, moving.units).saturating_sub(moving.spent));
    let (group, here) = (ask.rules.names(moving.units), hex.clone().unwrap_or_default());
    let text = format!("{group} in {here}: go on or halt? {} left", Points(left));
    Prompt::new(MOVEMENT, text, "Pick the next hex, or halt here.").about(hex)
}

fn place(ask: Ask<'_>, units: UnitSet) -> Option<String> {
    units.iter().find_map(|unit| ask.state.hex(unit)).map(|hex| ask.rules.label(hex))
}

/// The question whether to end the movement while companies could still move.
pub(super) fn asks_once_more(ask: Ask<'_>, legal: &[Action]) -> Option<String> {
    let Frame::Activation(Activation { phase: Phase::Movement, .. }) = ask.state.frames.top() else { return None };
    let movers = legal.iter().fold(UnitSet::NONE, |movers, action| match action {
        Action::Move(Move { units, .. }) => movers.or(*units),
        _ => movers,
    });
    match movers.len() {
        0 => None,
        1..=4 => Some(format!("{} could still move.", ask.rules.names(movers))),
        many => Some(format!("{many} companies could still move.")),
    }
}
