//! A US unit's turn in a round (OF-6.7): crew points, what each action costs, giving turns away.

use engine::{Entry, Tone};
use hexmap::Direction;

use crate::{
    play::{
        action::Action,
        refusal::Refused,
        s05_operations,
        s06_rounds::{self, command},
        s07_movement::{self, transport},
        s09_fire,
        s11_assault::capture,
        s12_crews, s15_victory,
    },
    rule_ids::{CLOSING, COMMAND, CREW_WEAPONS, TANK_CREWS},
    state::{
        Frame, Reads, SquadTurn, Turn,
        laid_out::{Act, Ask},
        units::{Motion, Place, Ratings, Side, Space, UnitId},
    },
    tables::cards::Kind,
};

/// Whether an action may be done with fewer points than it takes, spending all of them.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Price {
    /// Exactly this many.
    Points(u8),
    /// This many, or all of a crew that has fewer from the start.
    OrAll(u8),
    /// All that are left; at least one.
    All,
}

/// Whether a unit may take its turn now.
pub(crate) fn check_begin(ask: Ask<'_>, unit: UnitId) -> Result<(), Refused> {
    let Frame::Round { space } = *ask.state.frames.top() else { return Err(Refused::NotNow) };
    let mine = ask.state.unit(unit).side == Side::Us && space.side(ask.state.advantage) == Side::Us;
    let ready = ask.state.unit(unit).is_active() && ask.state.unit(unit).space == Space::Turns(space.turns());
    if mine && ready { Ok(()) } else { Err(Refused::NotItsTurn) }
}

/// A unit takes its turn.
pub(crate) fn begin_turn(act: &mut Act<'_>, unit: UnitId) {
    act.state.unit_mut(unit).motion = Motion::Still;
    let turn = fresh_turn(act.ask(), unit);
    act.state.frames.push(Frame::Turn(turn));
}

/// A turn with nothing done in it.
pub(crate) fn fresh_turn(ask: Ask<'_>, unit: UnitId) -> Turn {
    Turn {
        unit,
        points: ask.state.unit(unit).condition.crew,
        begun: false,
        moving: None,
        traversed: 0,
        rotated: 0,
        volley: None,
        shell: None,
        squad: SquadTurn::Fresh,
        spent: 0,
        entered: 0,
        accident_checked: false,
        backed: false,
        forced: false,
        held: false,
        reads: Reads::Nothing,
        consulted: 0,
        way: None,
    }
}

/// The turn is over.
pub(crate) fn end_turn(act: &mut Act<'_>) {
    if let Frame::Turn(turn) = act.state.frames.top() {
        let unit = turn.unit;
        act.state.frames.pop();
        s06_rounds::use_turn(act, unit);
    }
}

/// Whether the crew points suffice.
pub(crate) fn check_price(turn: &Turn, whole: u8, price: Price) -> Result<u8, Refused> {
    let left = turn.points;
    let short = |needs: u8| Err(Refused::NoCrewPoints { needs, left });
    match price {
        Price::Points(needs) if left < needs => short(needs),
        Price::Points(needs) => Ok(needs),
        Price::OrAll(needs) if left >= needs => Ok(needs),
        Price::OrAll(needs) if whole < needs && left == whole && left > 0 => Ok(left),
        Price::OrAll(needs) => short(needs),
        Price::All if left == 0 => short(1),
        Price::All => Ok(left),
    }
}

/// Spends crew points.
pub(crate) fn spend(act: &mut Act<'_>, price: Price) {
    let Some(turn) = act.state.turn().cloned() else { return };
    let whole = act.state.whole_crew(turn.unit);
    let spent = check_price(&turn, whole, price).unwrap_or(turn.points);
    if let Some(turn) = act.state.turn_mut() {
        turn.points -= spent.min(turn.points);
        turn.begun = true;
    }
}

/// Everything a unit might do in its turn; [`check_turn`] says what is legal.
pub(crate) fn possible_in_turn(ask: Ask<'_>, turn: &Turn) -> Vec<Action> {
    let unit = turn.unit;
    let mut actions = vec![
        Action::Done,
        Action::Drive { fast: false },
        Action::Drive { fast: true },
        Action::Forward,
        Action::Back,
        Action::Rotate { clockwise: false },
        Action::Rotate { clockwise: true },
        Action::Traverse { clockwise: false },
        Action::Traverse { clockwise: true },
        Action::Defilade,
        Action::DigIn { inside: true },
        Action::DigIn { inside: false },
        Action::Exit { unit },
        Action::Hatch { unit, closed: false },
        Action::Hatch { unit, closed: true },
        Action::Abandon,
    ];
    actions.extend(s05_operations::entry_hexes(ask.rules).map(|hex| Action::Enter { unit, hex }));
    actions.extend(Direction::ALL.map(|facing| Action::Prepare { facing }));
    if let Some(hex) = ask.state.hex_of(unit) {
        actions.extend(ask.rules.grid().neighbours(hex).map(|(_, to)| Action::Walk { to }));
    }
    actions.extend(s09_fire::possible_fire(ask, turn));
    for (other, _) in ask.state.active(Side::Us) {
        actions.push(Action::GiveTurn { unit: other });
        actions.push(Action::MakeAware { unit: other });
        actions.push(Action::Load { unit, carrier: other });
        actions.push(Action::Load { unit: other, carrier: unit });
        actions.push(Action::Unload { unit: other });
    }
    for (other, captured) in ask.state.all_units().filter(|(_, other)| other.captured) {
        if captured.hex() == ask.state.hex_of(unit) {
            actions.push(Action::Guard { unit, captured: other });
            actions.extend([true, false].map(|along| Action::Lead { unit, prisoner: other, along }));
        }
    }
    actions
}

/// Whether something may be done in this turn.
pub(crate) fn check_turn(ask: Ask<'_>, turn: &Turn, action: Action) -> Result<(), Refused> {
    let unit = turn.unit;
    let whole = ask.state.whole_crew(unit);
    let carried = matches!(ask.state.unit(unit).place, Place::Aboard(_) | Place::Towed(_));
    if carried && !matches!(action, Action::Done) {
        return Err(Refused::IsCarried);
    }
    match action {
        Action::Done => Ok(()),
        Action::Drive { .. }
        | Action::Forward
        | Action::Back
        | Action::Rotate { .. }
        | Action::Traverse { .. }
        | Action::Defilade
        | Action::DigIn { .. }
        | Action::Walk { .. }
        | Action::Enter { .. }
        | Action::Exit { .. } => s07_movement::check_movement(ask, turn, action),
        Action::FireMain { .. }
        | Action::FireAll { .. }
        | Action::LaySmoke { .. }
        | Action::FireGuns { .. }
        | Action::FireBazooka { .. }
        | Action::Assault { .. }
        | Action::Charge { .. } => s09_fire::check_fire(ask, turn, action),
        Action::Hatch { unit: who, closed } if who == unit => {
            transport::check_hatch(ask, unit, closed)?;
            check_price(turn, whole, Price::OrAll(ask.rules.sheet.limits.crew_points.hatch)).map(|_| ())
        }
        Action::Prepare { facing } => check_prepare(ask, turn, facing),
        Action::Load { unit: who, carrier } => {
            let squad = ask.rules.card(ask.state.unit(who)).kind.is_squad()
                || ask.rules.card(ask.state.unit(who)).kind == Kind::Gun;
            if who != unit || !squad {
                return Err(Refused::NotItsTurn);
            }
            transport::check_load(ask, who, carrier)?;
            check_all_points(ask, turn)
        }
        Action::Unload { unit: who } => {
            match ask.state.unit(who).place {
                Place::Aboard(carrier) | Place::Towed(carrier) if carrier == unit => {}
                _ => return Err(Refused::NotCarried),
            }
            transport::check_unload(ask, who)?;
            check_all_points(ask, turn)
        }
        Action::GiveTurn { unit: other } => {
            if turn.begun {
                return Err(Refused::Begun);
            }
            if !command::is_commander(ask, unit) {
                return Err(Refused::NotCommander);
            }
            if command::can_be_given_a_turn(ask, unit, other) { Ok(()) } else { Err(Refused::CannotGive) }
        }
        Action::MakeAware { unit: other } => {
            if turn.begun {
                return Err(Refused::Begun);
            }
            if !command::is_commander(ask, unit) {
                return Err(Refused::NotCommander);
            }
            let unaware = ask.state.unit(other).space == Space::Unaware && ask.state.unit(other).is_active();
            if unaware && command::in_radius(ask, unit, other) { Ok(()) } else { Err(Refused::CannotMakeAware) }
        }
        Action::Guard { unit: who, captured } if who == unit => {
            capture::check_guard(ask, unit, captured)?;
            check_all_points(ask, turn)
        }
        Action::Lead { unit: who, prisoner, along } if who == unit => capture::check_lead(ask, unit, prisoner, along),
        Action::Abandon => {
            let tank = ask.rules.card(ask.state.unit(unit)).kind.is_vehicle()
                && matches!(ask.state.unit(unit).ratings, Ratings::Crew(_));
            let afoot = ask.state.unit(unit).hex().is_some() && ask.state.has_room();
            if !tank || !afoot || whole == 0 {
                return Err(Refused::NoCrewToLeave);
            }
            check_all_points(ask, turn)
        }
        _ => Err(Refused::NotNow),
    }
}

/// Something that takes the whole turn: all crew points, or a squad's one action.
pub(crate) fn check_all_points(ask: Ask<'_>, turn: &Turn) -> Result<(), Refused> {
    if ask.rules.card(ask.state.unit(turn.unit)).kind.is_squad() {
        return if turn.squad == SquadTurn::Fresh { Ok(()) } else { Err(Refused::SquadDone) };
    }
    if turn.begun {
        return Err(Refused::TakesAll);
    }
    check_price(turn, ask.state.whole_crew(turn.unit), Price::All).map(|_| ())
}

fn check_prepare(ask: Ask<'_>, turn: &Turn, facing: Direction) -> Result<(), Refused> {
    let unit = ask.state.unit(turn.unit);
    if ask.rules.card(ask.state.unit(turn.unit)).kind != Kind::Gun || unit.hex().is_none() {
        return Err(Refused::NoGun);
    }
    if unit.condition.suppressed {
        return Err(Refused::Suppressed);
    }
    if unit.prepared && unit.facing == facing {
        return Err(Refused::Already);
    }
    check_all_points(ask, turn)
}

/// Does something in a turn that is neither movement nor fire.
pub(crate) fn act_in_turn(act: &mut Act<'_>, turn: &Turn, action: Action) {
    let unit = turn.unit;
    match action {
        Action::Done => end_turn(act),
        Action::Drive { .. }
        | Action::Forward
        | Action::Back
        | Action::Rotate { .. }
        | Action::Traverse { .. }
        | Action::Defilade
        | Action::DigIn { .. }
        | Action::Walk { .. }
        | Action::Enter { .. }
        | Action::Exit { .. } => s07_movement::do_movement(act, action),
        Action::FireMain { .. }
        | Action::FireAll { .. }
        | Action::LaySmoke { .. }
        | Action::FireGuns { .. }
        | Action::FireBazooka { .. }
        | Action::Assault { .. }
        | Action::Charge { .. } => s09_fire::do_fire(act, action),
        Action::Hatch { closed, .. } => {
            spend(act, Price::OrAll(act.rules.sheet.limits.crew_points.hatch));
            act.state.unit_mut(unit).closed = closed;
            act.note(|ask| {
                let verb = if closed { "buttons up" } else { "opens up" };
                Entry::new(CLOSING, format!("{} {verb}.", ask.state.unit(unit).name)).about([ask.state.id_of(unit)])
            });
        }
        Action::Prepare { facing } => {
            use_whole_turn(act);
            let gun = act.state.unit_mut(unit);
            (gun.prepared, gun.facing, gun.turret) = (true, facing, facing);
            act.note(|ask| {
                Entry::new(CREW_WEAPONS, format!("{} is ready to fire {facing}.", ask.state.unit(unit).name))
                    .about([ask.state.id_of(unit)])
            });
        }
        Action::Load { unit, carrier } => {
            use_whole_turn(act);
            transport::load(act, unit, carrier);
        }
        Action::Unload { unit } => {
            use_whole_turn(act);
            transport::unload(act, unit);
        }
        Action::GiveTurn { unit: other } => {
            end_turn(act);
            let given = act.state.unit_mut(other);
            given.space = if given.space == Space::Turns(1) { Space::Turns(2) } else { Space::Turns(1) };
            act.note(|ask| {
                let text = format!("{} gives its turn to {}.", ask.state.unit(unit).name, ask.state.unit(other).name);
                Entry::new(COMMAND, text).about([ask.state.id_of(unit), ask.state.id_of(other)])
            });
        }
        Action::MakeAware { unit: other } => {
            end_turn(act);
            act.state.unit_mut(other).space = Space::Complete;
            act.note(|ask| {
                let text = format!("{} makes {} aware.", ask.state.unit(unit).name, ask.state.unit(other).name);
                Entry::new(COMMAND, text).about([ask.state.id_of(unit), ask.state.id_of(other)])
            });
        }
        Action::Guard { captured, .. } => {
            use_whole_turn(act);
            capture::guard(act, unit, captured);
        }
        Action::Lead { prisoner, along, .. } => capture::lead(act, unit, prisoner, along),
        Action::Abandon => {
            use_whole_turn(act);
            let cost = s15_victory::loss_of(act.ask(), unit);
            s12_crews::abandon(act, unit);
            act.note(|ask| {
                Entry::new(TANK_CREWS, format!("The crew of {} leaves it on foot.", ask.state.unit(unit).name))
                    .tone(Tone::Loss)
                    .about([ask.state.id_of(unit)])
            });
            s15_victory::tell_loss(act, unit, cost);
        }
        _ => {}
    }
}

/// Spends everything that is left.
pub(crate) fn use_whole_turn(act: &mut Act<'_>) {
    if let Some(turn) = act.state.turn_mut() {
        turn.points = 0;
        turn.begun = true;
        turn.squad = SquadTurn::Done;
    }
}
