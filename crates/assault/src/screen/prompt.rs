//! The question on the table, in words.

use engine::Prompt;

use crate::{
    play::{self, s05_initiative, s06_planning, s09_movement, s15_victory},
    rule_ids::{
        ACTIONS, AIR_SUPPORT, ATTACK_STEPS, CLOSE_COMBAT, COMMAND_CARDS, ORGANIZATION, PLANNING, REACTION, SET_UP,
        SUPPORT, VICTORY,
    },
    state::{Activation, Ask, Frame, Mode, Place, Shot, Unit},
};

pub(super) fn prompt(ask: Ask<'_>) -> Prompt {
    let lesson = ask.rules.lessons.get(usize::from(ask.state.turn) - 1).cloned();
    Prompt { seat: play::asked(ask), lesson, ..question(ask) }
}

fn place(ask: Ask<'_>, unit: Unit) -> Option<String> {
    ask.state.hex(unit).map(|hex| ask.rules.label(hex))
}

fn question(ask: Ask<'_>) -> Prompt {
    let Ask { rules, state } = ask;
    match state.frames.top() {
        Frame::Muster { seat } => {
            let any = rules.draws.iter().any(|draw| draw.seat == *seat);
            let text = if any { "Draw your formation cards" } else { "Begin" };
            Prompt::new(SET_UP, text, "Which cards come is chance: the order of battle differs from game to game.")
        }
        Frame::Deploy { .. } => {
            let text = "Set up your units";
            Prompt::new(SET_UP, text, "Pick a unit and a hex of its zone, or let the program set up the rest.")
        }
        Frame::Planning { seat } => {
            let (given, points) = (s06_planning::given_out(ask, *seat), state.points[seat.index()]);
            let turn = s05_initiative::turn_name(rules, state.turn);
            let text = format!("{turn}: plan, {given} of {points} command points given out");
            Prompt::new(
                PLANNING,
                text,
                "Only units with a command point can act this turn. The enemy does not see your plan.",
            )
        }
        Frame::Support { .. } => {
            let text = "Call for support?";
            Prompt::new(SUPPORT, text, "Artillery needs somebody who sees the hex; the first shells may fall wide.")
        }
        Frame::Action { .. } => {
            let text = "Activate a unit";
            Prompt::new(ACTIONS, text, "The sides take turns. Planned units that wait can fire at movers.")
        }
        Frame::Activation(activation) => of_activation(ask, activation),
        Frame::Reaction(reaction) => {
            let hex = place(ask, reaction.mover);
            let name = rules.unit_name(state, reaction.mover);
            let text = format!("{name} enters {}: react?", hex.clone().unwrap_or_default());
            Prompt::new(REACTION, text, "A unit that fires now has acted for this turn.").about(hex)
        }
        Frame::Shot(shot) => {
            let hint = "Add a neighbour's fire or a card, then fire.";
            Prompt::new(ATTACK_STEPS, format!("{}: how?", of_shot(ask, *shot)), hint).about(place(ask, shot.target))
        }
        Frame::Answer(shot) => {
            let hint = "Play a card that helps the target, or none.";
            Prompt::new(COMMAND_CARDS, format!("{}: answer it?", of_shot(ask, *shot)), hint)
                .about(place(ask, shot.target))
        }
        Frame::Charge(charge) | Frame::Stand(charge) => {
            let name = |unit: Unit| rules.unit_name(state, unit);
            let text = format!("{} goes in against {}: play a card?", name(charge.unit), name(charge.target));
            Prompt::new(CLOSE_COMBAT, text, "Cards count in the first round.").about(place(ask, charge.target))
        }
        Frame::Wide(air) => {
            let text = format!("Bombs of {} went wide: which of its units do they hit?", rules.side_name(air.seat));
            Prompt::new(AIR_SUPPORT, text, "Pick one of the units beside the target.")
                .about(air.hex.map(|hex| rules.label(hex)))
        }
        Frame::Again(air) => {
            let (name, target) = (&rules.aircraft(air.aircraft).name, rules.unit_name(state, air.target));
            let hint = "AA fire answers again; spotting is not rolled anew.";
            Prompt::new(AIR_SUPPORT, format!("{name}: a second run at {target}?"), hint).about(place(ask, air.target))
        }
        Frame::Organization { .. } => {
            let text = "Play a card before the turn is tidied up?";
            Prompt::new(ORGANIZATION, text, "After this units rally and markers come off.")
        }
        Frame::Over { winner } => {
            let result = s15_victory::result_title(ask, *winner);
            Prompt::new(VICTORY, format!("The game is over: {result}"), "")
        }
    }
}

fn of_shot(ask: Ask<'_>, shot: Shot) -> String {
    let name = |unit: Unit| ask.rules.unit_name(ask.state, unit);
    format!("{} fires at {}", name(shot.attacker), name(shot.target))
}

fn of_activation(ask: Ask<'_>, activation: &Activation) -> Prompt {
    if matches!(ask.state.unit(activation.unit).place, Place::Unseen) {
        return Prompt::new(ACTIONS, "Something acts where nobody sees it", "");
    }
    let hex = place(ask, activation.unit);
    let left = s09_movement::allowance(ask, activation).saturating_sub(activation.spent);
    let name = ask.rules.unit_name(ask.state, activation.unit);
    let (what, hint) = match activation.mode {
        Mode::Ready => ("what does it do?", "Pick a target, a hex to move to, or one of the buttons."),
        Mode::Move => ("it moves", "It may still fire if it has not gone beyond half its allowance."),
        Mode::Fast => ("it moves fast", "Twice as far, without fire; men are easier to hit."),
        Mode::FireAndMove if activation.fired => ("it moves after its shot", "Half its allowance."),
        Mode::FireAndMove => ("it fires first", "Pick a target."),
    };
    Prompt::new(ACTIONS, format!("{name}: {what} {left} movement points left"), hint).about(hex)
}
