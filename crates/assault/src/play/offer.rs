//! Actions as they are offered on a screen, with their price and their odds; and the words for results.

use engine::{Choice, ChoiceGroup, ChoiceKind, Forecast, RuleId};

use super::{action::Action, notation, s09_movement, s10_fire, s12_blast, s12_bombardment};
use crate::{
    rule_ids::{
        ABILITIES, ACTIONS, AIR_SUPPORT, ATTACK_STEPS, CLOSE_COMBAT, COLLAPSE, COMMAND_CARDS, DEFENDER_STATUS,
        FAST_ACTION, FIRE_STATUS, HIDING, JOINT_FIRE, MINEFIELDS, MOVEMENT, OFF_BOARD, ORGANIZATION, PLANNING,
        REACTION, SET_UP, SMOKE, SUPPORT,
    },
    state::{Ask, Frame, Shot, Unit},
    tables::support::artillery::FireMode,
};

/// A choice without units, hexes, price and odds.
fn offer(kind: ChoiceKind, rule: RuleId, label: impl Into<String>) -> Choice {
    Choice {
        action: String::new(),
        kind,
        label: label.into(),
        units: Vec::new(),
        target: None,
        hex: None,
        cost: None,
        odds: None,
        rule,
        default: false,
        asks: None,
        group: None,
    }
}

fn group(title: &str, order: u8, gathered: Option<&str>) -> Option<ChoiceGroup> {
    Some(ChoiceGroup { title: title.to_owned(), order, gathered: gathered.map(ToOwned::to_owned) })
}

/// An action as it is offered.
pub(crate) fn choice(ask: Ask<'_>, action: &Action) -> Choice {
    let choice = match *action {
        Action::Draw => draw(ask),
        Action::Place { unit, to } => at_hex(ask, ChoiceKind::Move, SET_UP, unit, to, "to"),
        Action::PlaceRest => offer(ChoiceKind::Button, SET_UP, "Set up the rest for me"),
        Action::Plan { unit } => of_unit(ask, PLANNING, unit, "Plan"),
        Action::Unplan { unit } => of_unit(ask, PLANNING, unit, "Take back"),
        Action::Request { support, at } => request(ask, support, at),
        Action::Activate { unit } => of_unit(ask, ACTIONS, unit, "Activate"),
        Action::Bombard { support, mode } => bombard(ask, support, mode),
        Action::AirStrike { support, target, blast } => air_strike(ask, support, target, blast),
        Action::Move { unit, to } => step(ask, unit, to),
        Action::Turn { unit, to } => turn(ask, unit, to),
        Action::Fast { unit } => deed(ask, FAST_ACTION, unit, "Fast action: twice as far, no fire", "Movement", 2),
        Action::FireFirst { unit } => deed(ask, FIRE_STATUS, unit, "Fire first, then move half as far", "Fire", 1),
        Action::Fire { attacker, target } => shot(ask, attacker, target),
        Action::Join { unit } => join(ask, unit),
        Action::Assault { unit, target } => assault(ask, unit, target),
        Action::Hide { unit } => deed(ask, HIDING, unit, "Hide", "Stay", 3),
        Action::Ambush { unit } => deed(ask, HIDING, unit, "Lie in ambush", "Stay", 3),
        Action::DigIn { unit } => deed(ask, DEFENDER_STATUS, unit, "Dig in", "Stay", 3),
        Action::Clear { unit } => deed(ask, MINEFIELDS, unit, "Clear the minefield", "Stay", 3),
        Action::Mount { unit, vehicle } => mount(ask, unit, vehicle),
        Action::Dismount { unit } => deed(ask, ABILITIES, unit, "Dismount", "Transport", 2),
        Action::Smoke { unit, at } => Choice {
            group: group("Smoke", 4, Some("Lay smoke")),
            ..at_hex(ask, ChoiceKind::Hex, SMOKE, unit, at, "lays smoke in")
        },
        Action::Blast { unit, at } => Choice {
            odds: s12_blast::forecast(ask, unit, at),
            group: group("Demolition", 5, Some("Use the blast value")),
            ..at_hex(ask, ChoiceKind::Hex, COLLAPSE, unit, at, "blasts")
        },
        Action::Play { card, unit } => play(ask, card, unit),
        Action::Hit { unit } => of_unit(ask, AIR_SUPPORT, unit, "The bombs hit"),
        Action::Done => done(ask),
    };
    Choice { action: notation::write(ask, action), ..choice }
}

fn names(ask: Ask<'_>, unit: Unit) -> (String, String) {
    (ask.rules.unit_id(ask.state, unit), ask.rules.unit_name(ask.state, unit))
}

fn draw(ask: Ask<'_>) -> Choice {
    let Frame::Muster { seat } = ask.state.frames.top() else { return offer(ChoiceKind::Button, SET_UP, "Draw") };
    let any = ask.rules.draws.iter().any(|draw| draw.seat == *seat);
    let label = if any { "Draw formation cards" } else { "Begin" };
    Choice { default: true, ..offer(ChoiceKind::Button, SET_UP, label) }
}

fn of_unit(ask: Ask<'_>, rule: RuleId, unit: Unit, what: &str) -> Choice {
    let (id, name) = names(ask, unit);
    let hex = ask.state.hex(unit).map(|hex| ask.rules.label(hex));
    Choice { units: vec![id], hex, ..offer(ChoiceKind::Unit, rule, format!("{what} {name}")) }
}

fn at_hex(ask: Ask<'_>, kind: ChoiceKind, rule: RuleId, unit: Unit, to: hexmap::Hex, does: &str) -> Choice {
    let (id, name) = names(ask, unit);
    let label = ask.rules.label(to);
    Choice { units: vec![id], hex: Some(label.clone()), ..offer(kind, rule, format!("{name} {does} {label}")) }
}

fn step(ask: Ask<'_>, unit: Unit, to: hexmap::Hex) -> Choice {
    let cost = s09_movement::check(ask, unit, to)
        .ok()
        .map(|step| if step.delayed { "all".to_owned() } else { step.cost.to_string() });
    Choice { cost, ..at_hex(ask, ChoiceKind::Move, MOVEMENT, unit, to, "to") }
}

fn turn(ask: Ask<'_>, unit: Unit, to: hexmap::Corner) -> Choice {
    let (id, name) = names(ask, unit);
    let cost = s09_movement::check_turn(ask, unit, to).ok().map(|cost| cost.to_string());
    let label = format!("{name} turns to {}", notation::corner_word(to));
    Choice { units: vec![id], cost, group: group("Turn", 6, None), ..offer(ChoiceKind::Button, MOVEMENT, label) }
}

fn deed(ask: Ask<'_>, rule: RuleId, unit: Unit, label: &str, title: &str, order: u8) -> Choice {
    let (id, _) = names(ask, unit);
    Choice { units: vec![id], group: group(title, order, None), ..offer(ChoiceKind::Button, rule, label) }
}

fn mount(ask: Ask<'_>, unit: Unit, vehicle: Unit) -> Choice {
    let (id, name) = names(ask, vehicle);
    let label = format!("Mount {name}");
    Choice { target: Some(id), ..deed(ask, ABILITIES, unit, &label, "Transport", 2) }
}

fn shot(ask: Ask<'_>, attacker: Unit, target: Unit) -> Choice {
    let ((id, name), (target_id, target_name)) = (names(ask, attacker), names(ask, target));
    let odds = s10_fire::forecast(ask, Shot { attacker, target, support: None, card: None }, None);
    let reacts = matches!(ask.state.frames.top(), Frame::Reaction(_));
    let rule = if reacts { REACTION } else { ATTACK_STEPS };
    Choice {
        units: vec![id],
        target: Some(target_id),
        hex: ask.state.hex(target).map(|hex| ask.rules.label(hex)),
        odds,
        ..offer(ChoiceKind::Fire, rule, format!("{name} fires at {target_name}"))
    }
}

fn join(ask: Ask<'_>, unit: Unit) -> Choice {
    let odds = match ask.state.frames.top() {
        Frame::Shot(shot) => s10_fire::forecast(ask, Shot { support: Some(unit), ..*shot }, None),
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Activation(_)
        | Frame::Reaction(_)
        | Frame::Answer(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => None,
    };
    Choice { odds, ..of_unit(ask, JOINT_FIRE, unit, "Joint fire with") }
}

fn assault(ask: Ask<'_>, unit: Unit, target: Unit) -> Choice {
    let ((id, name), (target_id, target_name)) = (names(ask, unit), names(ask, target));
    Choice {
        units: vec![id],
        target: Some(target_id),
        hex: ask.state.hex(target).map(|hex| ask.rules.label(hex)),
        odds: super::s11_assault::forecast(ask, unit, target),
        ..offer(ChoiceKind::Fire, CLOSE_COMBAT, format!("{name} assaults {target_name}"))
    }
}

fn support_name(ask: Ask<'_>, place: u8) -> String {
    let seat = super::asked(ask);
    let support = seat.and_then(|seat| ask.rules.side(seat).support.get(usize::from(place)));
    support.map(|support| ask.rules.support_name(*support).to_owned()).unwrap_or_default()
}

fn request(ask: Ask<'_>, support: u8, at: Option<hexmap::Hex>) -> Choice {
    let name = support_name(ask, support);
    match at {
        Some(at) => Choice {
            hex: Some(ask.rules.label(at)),
            group: group(&name, 1, Some(&format!("Call {name}"))),
            ..offer(ChoiceKind::Hex, SUPPORT, format!("{name} on {}", ask.rules.label(at)))
        },
        None => offer(ChoiceKind::Button, SUPPORT, format!("Call {name}")),
    }
}

fn bombard(ask: Ask<'_>, support: u8, mode: FireMode) -> Choice {
    let how = match mode {
        FireMode::Smoke => "smoke screen",
        FireMode::Suppressive => "suppressive fire",
        FireMode::Effect => "fire for effect",
    };
    let name = support_name(ask, support);
    Choice {
        hex: s12_bombardment::aimed_at(ask, support).map(|hex| ask.rules.label(hex)),
        group: group(&name, 2, None),
        ..offer(ChoiceKind::Button, OFF_BOARD, format!("{name}: {how}"))
    }
}

fn air_strike(ask: Ask<'_>, support: u8, target: Unit, blast: bool) -> Choice {
    let (id, name) = names(ask, target);
    let how = if blast { "bombs the building or work of" } else { "attacks" };
    let plane = support_name(ask, support);
    Choice {
        target: Some(id),
        hex: ask.state.hex(target).map(|hex| ask.rules.label(hex)),
        group: group(&plane, 2, None),
        ..offer(ChoiceKind::Fire, AIR_SUPPORT, format!("{plane} {how} {name}"))
    }
}

fn play(ask: Ask<'_>, card: u8, unit: Option<Unit>) -> Choice {
    let played = ask.rules.command_card(card);
    let of = unit.map(|unit| format!(" for {}", ask.rules.unit_name(ask.state, unit))).unwrap_or_default();
    let odds = match ask.state.frames.top() {
        Frame::Shot(shot) => s10_fire::forecast(ask, Shot { card: Some(card), ..*shot }, None),
        Frame::Answer(shot) => s10_fire::forecast(ask, *shot, Some(card)).map(Forecast::turned),
        Frame::Muster { .. }
        | Frame::Deploy { .. }
        | Frame::Planning { .. }
        | Frame::Support { .. }
        | Frame::Action { .. }
        | Frame::Activation(_)
        | Frame::Reaction(_)
        | Frame::Charge(_)
        | Frame::Stand(_)
        | Frame::Wide(_)
        | Frame::Organization { .. }
        | Frame::Over { .. } => None,
    };
    Choice {
        units: unit.map(|unit| names(ask, unit).0).into_iter().collect(),
        odds,
        group: group("Command cards", 7, None),
        ..offer(ChoiceKind::Button, COMMAND_CARDS, format!("{}{of}: {}", played.name, played.text))
    }
}

fn done(ask: Ask<'_>) -> Choice {
    let pass = |rule, label: &str| offer(ChoiceKind::Pass, rule, label);
    match ask.state.frames.top() {
        Frame::Deploy { .. } => pass(SET_UP, "Set-up is done"),
        Frame::Planning { .. } => pass(PLANNING, "The plan is made"),
        Frame::Support { .. } => pass(SUPPORT, "No more support"),
        Frame::Action { .. } => pass(ACTIONS, "Pass"),
        Frame::Activation(_) => pass(ACTIONS, "End the activation"),
        Frame::Reaction(_) => pass(REACTION, "Hold fire"),
        Frame::Shot(shot) => {
            Choice { odds: s10_fire::forecast(ask, *shot, None), default: true, ..pass(ATTACK_STEPS, "Fire") }
        }
        Frame::Answer(shot) => {
            let odds = s10_fire::forecast(ask, *shot, None).map(Forecast::turned);
            let kind = if only_done(ask) { ChoiceKind::ByItself } else { ChoiceKind::Pass };
            Choice { odds, kind, ..pass(COMMAND_CARDS, "Play no card") }
        }
        Frame::Charge(_) => Choice { default: true, ..pass(CLOSE_COMBAT, "Go in") },
        Frame::Stand(_) => {
            let kind = if only_done(ask) { ChoiceKind::ByItself } else { ChoiceKind::Pass };
            Choice { kind, ..pass(CLOSE_COMBAT, "Play no card") }
        }
        Frame::Organization { .. } => pass(ORGANIZATION, "Play no card"),
        Frame::Muster { .. } | Frame::Wide(_) | Frame::Over { .. } => pass(SET_UP, "Done"),
    }
}

/// Whether being done is all there is: the question is put because the enemy must not know that.
fn only_done(ask: Ask<'_>) -> bool {
    use std::ops::ControlFlow::{Break, Continue};
    super::visit(ask, &mut |action| if action == Action::Done { Continue(()) } else { Break(()) }).is_continue()
}
