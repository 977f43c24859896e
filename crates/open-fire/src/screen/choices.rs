//! What the player may do now, with its price and its odds.

use engine::{Choice, ChoiceKind, Forecast, RuleId};
use hexmap::Hex;

use crate::{
    play::{
        action::Action,
        notation, s01_sharing, s02_ratings,
        s04_generation::Step,
        s05_operations::markers,
        s07_movement::{
            self,
            allowances::{self, points_text},
            transport,
        },
        s09_fire,
    },
    reading,
    rule_ids::{
        ACTION_NUMBER, ACTIONS, AMMUNITION, AP_FIRE, ASSAULT_PROCEDURE, BAZOOKAS, CAPTURE, CHARGE, CLOSING, COMMAND,
        COURSE, CREW_WEAPONS, DEFILADE, ENTRY, EXIT, FACING, GENERATION, GP_FIRE, IMPROVED_POSITIONS, MOVEMENT,
        OPERATIONS_MOVEMENT, PARAGRAPHS, PASSENGERS, PERCEPTION, ROUND_MOVEMENT, SHARED, SIGHTINGS, SMOKE, TANK_CREWS,
        TRACK, VICTORY,
    },
    screen::{choice_groups::group_of, debriefing},
    state::{Frame, Shell, Turn, generation::LETTERS, laid_out::Ask, units::UnitId},
    tables::cards::Kind,
};

pub(crate) fn choice(ask: Ask<'_>, action: &Action) -> Choice {
    let mut choice = Choice {
        action: notation::write_action(ask, action),
        kind: ChoiceKind::Button,
        label: String::new(),
        units: Vec::new(),
        target: None,
        hex: None,
        cost: None,
        odds: None,
        rule: COURSE,
        default: false,
        asks: None,
        group: group_of(action),
    };
    let turn = ask.state.turn();
    if let (Some(turn), Frame::Turn(_)) = (turn, ask.state.frames.top()) {
        choice.units = vec![ask.state.id_of(turn.unit)];
        choice.cost = price_text(ask, turn, *action);
    }
    let mut say = |rule: RuleId, label: String| (choice.rule, choice.label) = (rule, label);
    let name = |unit: UnitId| ask.state.unit(unit).name.as_str();
    match *action {
        Action::Generate(step) => generation_choice(ask, step, &mut choice),
        Action::Assign { unit, seat } => {
            (choice.rule, choice.units) = (SHARED, vec![ask.state.id_of(unit)]);
            choice.label = format!("{} to the {}", ask.state.unit(unit).name, s01_sharing::seat_name(ask.rules, seat));
        }
        Action::HandOver { seat } => {
            choice.rule = SHARED;
            choice.label = format!("Hand over to the {}", s01_sharing::seat_name(ask.rules, seat));
        }
        Action::Done if *ask.state.frames.top() == Frame::Division => {
            (choice.rule, choice.kind, choice.default) = (SHARED, ChoiceKind::Pass, true);
            choice.label = "The sections are agreed".to_owned();
        }
        Action::Debrief(step) => debriefing::debriefing_choice(ask, step, &mut choice),
        Action::Place { unit, hex } | Action::Enter { unit, hex } => {
            say(ENTRY, format!("{} comes in at {}", name(unit), ask.rules.label(hex)));
            aim(ask, &mut choice, ChoiceKind::Move, unit, hex);
        }
        Action::March { unit, to } => {
            say(OPERATIONS_MOVEMENT, format!("{} to {}", name(unit), ask.rules.label(to)));
            aim(ask, &mut choice, ChoiceKind::Move, unit, to);
        }
        Action::Exit { unit } => {
            say(EXIT, format!("{} leaves the map", name(unit)));
            choice.units = vec![ask.state.id_of(unit)];
        }
        Action::Hatch { unit, closed } => {
            let label = match (turn, closed) {
                (Some(_), true) => "Button up".to_owned(),
                (Some(_), false) => "Open up".to_owned(),
                (None, true) => format!("{} buttons up", name(unit)),
                (None, false) => format!("{} opens up", name(unit)),
            };
            say(CLOSING, label);
            choice.units = vec![ask.state.id_of(unit)];
        }
        Action::Face { unit, facing } => {
            say(FACING, format!("{} faces {facing}", name(unit)));
            choice.units = vec![ask.state.id_of(unit)];
        }
        Action::Load { unit, carrier } => {
            let gun = ask.rules.card(ask.state.unit(unit)).kind == Kind::Gun;
            let verb = if gun { "is hitched to" } else { "climbs aboard" };
            say(PASSENGERS, format!("{} {verb} {}", name(unit), name(carrier)));
            choice.units = vec![ask.state.id_of(unit)];
            choice.target = Some(ask.state.id_of(carrier));
        }
        Action::Unload { unit } => {
            say(PASSENGERS, format!("{} gets off", name(unit)));
            choice.units = vec![ask.state.id_of(unit)];
        }
        Action::Begin { unit } => {
            say(TRACK, format!("{} acts", name(unit)));
            choice.kind = ChoiceKind::Unit;
            choice.units = vec![ask.state.id_of(unit)];
            choice.hex = ask.state.hex_of(unit).map(|hex| ask.rules.label(hex));
        }
        Action::German => {
            let who = match ask.state.frames.top() {
                Frame::German(unit) => name(*unit),
                _ => "The German",
            };
            say(ACTION_NUMBER, format!("{who} acts"));
            choice.kind = ChoiceKind::GoOn;
            choice.default = true;
        }
        Action::Peer => {
            say(PERCEPTION, "Look closer".to_owned());
            choice.cost = Some(crew_points(ask.rules.sheet.limits.crew_points.sighting));
            choice.odds = markers::peer_forecast(ask);
        }
        Action::LeaveIt => {
            say(SIGHTINGS, "Leave it to chance".to_owned());
            choice.kind = ChoiceKind::Pass;
        }
        Action::Answer(answer) => {
            let question = match ask.state.frames.top() {
                Frame::Reading(reading) => reading::question(ask.rules, reading),
                _ => None,
            };
            let text = question.and_then(|(_, answers)| answers.get(usize::from(answer))).map(|(text, _)| text.clone());
            say(PARAGRAPHS, text.unwrap_or_else(|| format!("Answer {}", answer + 1)));
        }
        Action::Guard { unit, captured } => {
            say(CAPTURE, format!("Half the crew of {} mans {}", name(unit), name(captured)));
            choice.units = vec![ask.state.id_of(unit)];
            choice.target = Some(ask.state.id_of(captured));
        }
        Action::Lead { unit, prisoner, along } => {
            let verb = if along { "takes along" } else { "leaves behind" };
            say(CAPTURE, format!("{} {verb} {}", name(unit), name(prisoner)));
            choice.units = vec![ask.state.id_of(unit)];
            choice.target = Some(ask.state.id_of(prisoner));
        }
        Action::StandDown => {
            say(COURSE, "Leave them: operations go on".to_owned());
            choice.kind = ChoiceKind::Pass;
        }
        Action::CallOff => {
            say(VICTORY, "Break the mission off".to_owned());
            choice.kind = ChoiceKind::Pass;
            choice.asks = Some("The mission ends here, with the points as they stand.".to_owned());
        }
        Action::Done => {
            say(ACTIONS, "End the turn".to_owned());
            choice.kind = ChoiceKind::Pass;
            choice.default = turn.is_some_and(|turn| turn.points == 0);
        }
        _ => {
            if let Some(turn) = turn {
                turn_choice(ask, turn, *action, &mut choice);
            }
        }
    }
    choice
}

fn aim(ask: Ask<'_>, choice: &mut Choice, kind: ChoiceKind, unit: UnitId, hex: Hex) {
    choice.kind = kind;
    choice.units = vec![ask.state.id_of(unit)];
    choice.hex = Some(ask.rules.label(hex));
}

fn generation_choice(ask: Ask<'_>, step: Step, choice: &mut Choice) {
    let tables = &ask.rules.sheet.platoon;
    choice.rule = GENERATION;
    let letter = |crew: u8| LETTERS.get(usize::from(crew)).copied().unwrap_or_default();
    choice.label = match step {
        Step::TakeSample => {
            choice.default = true;
            "Take the sample platoon".to_owned()
        }
        Step::ThrowQuality => "Throw for quality points".to_owned(),
        Step::BuyCrew(kind) => {
            let row = tables.crews.get(usize::from(kind));
            choice.cost = row.map(|row| row.cost.to_string());
            let size = row.map_or(0, |row| row.size);
            format!("Buy a crew of initiative {} with {size} men", notation::crew_kind(ask.rules, kind))
        }
        Step::ReturnCrew(kind) => format!("Give a crew of initiative {} back", notation::crew_kind(ask.rules, kind)),
        Step::ThrowRatings => {
            choice.kind = ChoiceKind::Pass;
            "Throw for the crews' ratings".to_owned()
        }
        Step::BuyVehicle { crew, vehicle } => {
            let row = tables.vehicles.get(usize::from(vehicle));
            choice.cost = row.map(|row| row.cost.to_string());
            let card = row.and_then(|row| ask.rules.sheet.card(&row.card)).map_or("vehicle", |card| card.name.as_str());
            format!("{card} for crew {}", letter(crew))
        }
        Step::ReturnVehicle { crew } => format!("Crew {} gives its vehicle back", letter(crew)),
        Step::BuyRounds { crew } => {
            choice.cost = Some("1".to_owned());
            format!("{} rounds for crew {}", tables.ammunition.rounds, letter(crew))
        }
        Step::Swap { unit, from, to, rounds } => {
            (choice.rule, choice.units) = (AMMUNITION, vec![ask.state.id_of(unit)]);
            let name = |shell: Shell| match shell {
                Shell::Ap => "AP",
                Shell::Gp => "GP",
                Shell::Smoke => "smoke",
            };
            format!("{}: {rounds} {} instead of {}", ask.state.unit(unit).name, name(to), name(from))
        }
        Step::ReturnRounds { crew } => {
            format!("{} rounds of crew {} back", tables.ammunition.rounds, letter(crew))
        }
        Step::Ready => {
            choice.kind = ChoiceKind::Pass;
            "The platoon is ready".to_owned()
        }
    };
}

fn crew_points(points: u8) -> String {
    format!("{points} CP")
}

/// Something that a unit does in its turn.
fn turn_choice(ask: Ask<'_>, turn: &Turn, action: Action, choice: &mut Choice) {
    let unit = turn.unit;
    let name = |unit: UnitId| ask.state.unit(unit).name.as_str();
    let hand = |clockwise: bool| if clockwise { "right" } else { "left" };
    let (rule, label) = match action {
        Action::Drive { fast } => {
            let pace = if fast { "Drive fast" } else { "Drive slow" };
            let within = if s07_movement::leads_away(ask, turn, fast) { "" } else { " (within the hex)" };
            (ROUND_MOVEMENT, format!("{pace}{within}"))
        }
        Action::Forward | Action::Back => {
            let back = action == Action::Back;
            if let Ok(to) = s07_movement::driven_to(ask, unit, back) {
                aim(ask, choice, ChoiceKind::Move, unit, to);
                choice.odds = accident_odds(ask, turn, to);
            }
            let label = if back { "Back up" } else { "Forward" };
            (ROUND_MOVEMENT, format!("{label} to {}", choice.hex.clone().unwrap_or_default()))
        }
        Action::Walk { to } => {
            aim(ask, choice, ChoiceKind::Move, unit, to);
            (MOVEMENT, format!("{} to {}", name(unit), ask.rules.label(to)))
        }
        Action::Rotate { clockwise } => (FACING, format!("Hull {}", hand(clockwise))),
        Action::Traverse { clockwise } => (FACING, format!("Turret {}", hand(clockwise))),
        Action::Defilade => (DEFILADE, "Look for defilade".to_owned()),
        Action::DigIn { inside: true } => (IMPROVED_POSITIONS, "Into the improved position".to_owned()),
        Action::DigIn { inside: false } => (IMPROVED_POSITIONS, "Out of the improved position".to_owned()),
        Action::FireMain { target, shell } => {
            target_choice(ask, choice, target);
            let (rule, with) = match shell {
                Shell::Ap => (AP_FIRE, "AP shell"),
                Shell::Gp => (GP_FIRE, "GP shell"),
                Shell::Smoke => (SMOKE, "Smoke"),
            };
            (rule, format!("{with} at {}", name(target)))
        }
        Action::FireAll { target } => {
            target_choice(ask, choice, target);
            (GP_FIRE, format!("Everything at {}", name(target)))
        }
        Action::FireGuns { target } => {
            target_choice(ask, choice, target);
            let squad = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
            let with = if squad { "Fire" } else { "Machineguns" };
            (GP_FIRE, format!("{with} at {}", name(target)))
        }
        Action::FireBazooka { target } => {
            target_choice(ask, choice, target);
            (BAZOOKAS, format!("Bazooka at {}", name(target)))
        }
        Action::LaySmoke { hex } => {
            aim(ask, choice, ChoiceKind::Hex, unit, hex);
            (SMOKE, format!("Smoke in {}", ask.rules.label(hex)))
        }
        Action::Assault { target, capture } => {
            target_choice(ask, choice, target);
            let (rule, verb) = if capture { (CAPTURE, "Try to capture") } else { (ASSAULT_PROCEDURE, "Assault") };
            (rule, format!("{verb} {}", name(target)))
        }
        Action::Charge { target } => {
            target_choice(ask, choice, target);
            (CHARGE, format!("Charge {}", name(target)))
        }
        Action::Prepare { facing } => (CREW_WEAPONS, format!("Prepare the gun, facing {facing}")),
        Action::GiveTurn { unit: other } => {
            choice.target = Some(ask.state.id_of(other));
            (COMMAND, format!("Give the turn to {}", name(other)))
        }
        Action::MakeAware { unit: other } => {
            choice.target = Some(ask.state.id_of(other));
            (COMMAND, format!("Make {} aware", name(other)))
        }
        Action::Abandon => (TANK_CREWS, "Leave on foot".to_owned()),
        _ => (ACTIONS, choice.action.clone()),
    };
    (choice.rule, choice.label) = (rule, label);
    if choice.odds.is_none() {
        choice.odds = s09_fire::fire_forecast(ask, turn, action).map(Forecast::possible);
    }
}

fn target_choice(ask: Ask<'_>, choice: &mut Choice, target: UnitId) {
    choice.kind = ChoiceKind::Fire;
    choice.target = Some(ask.state.id_of(target));
    choice.hex = ask.state.hex_of(target).map(|hex| ask.rules.label(hex));
}

/// What something costs in a turn, as players say it.
fn price_text(ask: Ask<'_>, turn: &Turn, action: Action) -> Option<String> {
    let unit = turn.unit;
    let squad = ask.rules.card(ask.state.unit(unit)).kind.is_squad();
    let price = |price: u8| Some(crew_points(price.min(turn.points)));
    let movement =
        |cost: Option<u16>| cost.map(|cost| format!("{} MP", points_text(s07_movement::slowed(ask, unit, cost))));
    let step = |to: Hex| movement(transport::step_cost(ask, unit, ask.state.hex_of(unit)?, to));
    match action {
        Action::Walk { to } => step(to),
        Action::Forward => step(s07_movement::driven_to(ask, unit, false).ok()?),
        Action::Back => step(s07_movement::driven_to(ask, unit, true).ok()?),
        Action::Rotate { .. } => movement(ask.rules.card(ask.state.unit(unit)).rotation.and_then(|cost| cost.0)),
        Action::Defilade => {
            let hex = ask.state.hex_of(unit)?;
            movement(ask.rules.sheet.movement.defilade(ask.rules.country.terrain_id(hex)))
        }
        _ if squad => None,
        Action::Drive { fast: false } => price(ask.rules.sheet.limits.crew_points.drive_slow),
        Action::Drive { fast: true } => price(ask.rules.sheet.limits.crew_points.drive_fast),
        Action::Hatch { .. } => price(ask.rules.sheet.limits.crew_points.hatch),
        Action::FireMain { .. } if turn.volley.is_some() => Some("rate of fire".to_owned()),
        Action::FireMain { .. } => price(ask.rules.sheet.limits.crew_points.fire_main),
        Action::FireAll { .. } => price(ask.rules.sheet.limits.crew_points.fire_all),
        Action::FireGuns { .. } => price(ask.rules.sheet.limits.crew_points.fire_machineguns),
        Action::Assault { .. } => price(ask.rules.sheet.limits.crew_points.assault),
        Action::LaySmoke { .. } => price(ask.rules.sheet.limits.crew_points.fire_main),
        Action::Prepare { .. }
        | Action::Load { .. }
        | Action::Unload { .. }
        | Action::Abandon
        | Action::GiveTurn { .. }
        | Action::MakeAware { .. } => Some("the turn".to_owned()),
        _ => None,
    }
}

/// The odds of the accident check that this hex would bring about (OF-7.8).
fn accident_odds(ask: Ask<'_>, turn: &Turn, to: Hex) -> Option<Forecast> {
    let unit = turn.unit;
    turn.moving.filter(|_| !turn.accident_checked)?;
    let cost = s07_movement::slowed(ask, unit, transport::step_cost(ask, unit, ask.state.hex_of(unit)?, to)?);
    let skill = i32::from(s02_ratings::ratings(ask, unit).driving_skill);
    (turn.spent + cost > allowances::slow_points(ask, unit)).then(|| ask.rules.sheet.accidents.forecast(skill))
}
