//! A US unit's turn in a round (OF-6.7): crew points, what each action costs, giving turns away.

use dice::Dice;
use engine::{Entry, Journal, Tone};
use hexmap::Direction;

use crate::{
    play::{action::Action, refusal::Refused},
    rule_ids::{CLOSING, COMMAND, CREW_WEAPONS, TANK_CREWS},
    state::{
        Frame, Reads, SquadTurn, State, Turn,
        laid_out::OpenFire,
        units::{Motion, Place, Ratings, Side, Space, UnitId},
    },
    tables::cards::Kind,
};

/// Crew points of the actions of OF-6.7.
pub(crate) mod points {
    pub(crate) const SIGHTING: u8 = 1;
    pub(crate) const FIRE_MAIN: u8 = 2;
    pub(crate) const FIRE_GUNS: u8 = 1;
    pub(crate) const FIRE_ALL: u8 = 3;
    pub(crate) const SLOW: u8 = 2;
    pub(crate) const FAST: u8 = 3;
    pub(crate) const HATCH: u8 = 2;
    pub(crate) const ASSAULT: u8 = 3;
}

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

impl OpenFire {
    /// The turn in progress, if one is.
    pub(crate) fn turn<'s>(&self, state: &'s State) -> Option<&'s Turn> {
        state.frames.iter().find_map(|frame| match frame {
            Frame::Turn(turn) => Some(turn),
            _ => None,
        })
    }

    /// Changes the turn in progress.
    pub(crate) fn turn_mut<'s>(&self, state: &'s mut State) -> Option<&'s mut Turn> {
        state.frames.iter_mut().find_map(|frame| match frame {
            Frame::Turn(turn) => Some(turn),
            _ => None,
        })
    }

    /// Whether a unit may take its turn now.
    pub(crate) fn check_begin(&self, state: &State, unit: UnitId) -> Result<(), Refused> {
        let Frame::Round { space } = *state.frames.top() else { return Err(Refused::NotNow) };
        let mine = state.unit(unit).side == Side::Us && space.side(state.advantage) == Side::Us;
        let ready = state.unit(unit).is_active() && state.unit(unit).space == Space::Turns(space.turns());
        if mine && ready { Ok(()) } else { Err(Refused::NotItsTurn) }
    }

    /// A unit takes its turn.
    pub(crate) fn begin_turn(&self, state: &mut State, unit: UnitId) {
        state.unit_mut(unit).motion = Motion::Still;
        let turn = self.fresh_turn(state, unit);
        state.frames.push(Frame::Turn(turn));
    }

    /// A turn with nothing done in it.
    pub(crate) fn fresh_turn(&self, state: &State, unit: UnitId) -> Turn {
        Turn {
            unit,
            points: state.unit(unit).condition.crew,
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
    pub(crate) fn end_turn(&self, state: &mut State) {
        if let Frame::Turn(turn) = state.frames.top() {
            let unit = turn.unit;
            state.frames.pop();
            self.use_turn(state, unit);
        }
    }

    /// Whether the crew points suffice.
    pub(crate) fn check_price(&self, turn: &Turn, whole: u8, price: Price) -> Result<u8, Refused> {
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

    /// The crew points a unit has at the start of a turn.
    pub(crate) fn whole_crew(&self, state: &State, unit: UnitId) -> u8 {
        state.unit(unit).condition.crew
    }

    /// Spends crew points.
    pub(crate) fn spend(&self, state: &mut State, price: Price) {
        let Some(turn) = self.turn(state).cloned() else { return };
        let whole = self.whole_crew(state, turn.unit);
        let spent = self.check_price(&turn, whole, price).unwrap_or(turn.points);
        if let Some(turn) = self.turn_mut(state) {
            turn.points -= spent.min(turn.points);
            turn.begun = true;
        }
    }

    /// Everything a unit might do in its turn; [`OpenFire::check_turn`] says what is legal.
    pub(crate) fn possible_in_turn(&self, state: &State, turn: &Turn) -> Vec<Action> {
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
        actions.extend(self.entry_hexes().map(|hex| Action::Enter { unit, hex }));
        actions.extend(Direction::ALL.map(|facing| Action::Prepare { facing }));
        if let Some(hex) = state.hex_of(unit) {
            actions.extend(self.grid().neighbours(hex).map(|(_, to)| Action::Walk { to }));
        }
        actions.extend(self.possible_fire(state, turn));
        for (other, _) in state.active(Side::Us) {
            actions.push(Action::GiveTurn { unit: other });
            actions.push(Action::MakeAware { unit: other });
            actions.push(Action::Load { unit, carrier: other });
            actions.push(Action::Load { unit: other, carrier: unit });
            actions.push(Action::Unload { unit: other });
        }
        for (other, captured) in state.all_units().filter(|(_, other)| other.captured) {
            if captured.hex() == state.hex_of(unit) {
                actions.push(Action::Guard { unit, captured: other });
                actions.extend([true, false].map(|along| Action::Lead { unit, prisoner: other, along }));
            }
        }
        actions
    }

    /// Whether something may be done in this turn.
    pub(crate) fn check_turn(&self, state: &State, turn: &Turn, action: Action) -> Result<(), Refused> {
        let unit = turn.unit;
        let whole = self.whole_crew(state, unit);
        let carried = matches!(state.unit(unit).place, Place::Aboard(_) | Place::Towed(_));
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
            | Action::Exit { .. } => self.check_movement(state, turn, action),
            Action::FireMain { .. }
            | Action::FireAll { .. }
            | Action::LaySmoke { .. }
            | Action::FireGuns { .. }
            | Action::FireBazooka { .. }
            | Action::Assault { .. }
            | Action::Charge { .. } => self.check_fire(state, turn, action),
            Action::Hatch { unit: who, closed } if who == unit => {
                self.check_hatch(state, unit, closed)?;
                self.check_price(turn, whole, Price::OrAll(points::HATCH)).map(|_| ())
            }
            Action::Prepare { facing } => self.check_prepare(state, turn, facing),
            Action::Load { unit: who, carrier } => {
                let squad = self.card(state, who).kind.is_squad() || self.card(state, who).kind == Kind::Gun;
                if who != unit || !squad {
                    return Err(Refused::NotItsTurn);
                }
                self.check_load(state, who, carrier)?;
                self.check_all_points(state, turn)
            }
            Action::Unload { unit: who } => {
                match state.unit(who).place {
                    Place::Aboard(carrier) | Place::Towed(carrier) if carrier == unit => {}
                    _ => return Err(Refused::NotCarried),
                }
                self.check_unload(state, who)?;
                self.check_all_points(state, turn)
            }
            Action::GiveTurn { unit: other } => {
                if turn.begun {
                    return Err(Refused::Begun);
                }
                if !self.is_commander(state, unit) {
                    return Err(Refused::NotCommander);
                }
                if self.can_be_given_a_turn(state, unit, other) { Ok(()) } else { Err(Refused::CannotGive) }
            }
            Action::MakeAware { unit: other } => {
                if turn.begun {
                    return Err(Refused::Begun);
                }
                if !self.is_commander(state, unit) {
                    return Err(Refused::NotCommander);
                }
                let unaware = state.unit(other).space == Space::Unaware && state.unit(other).is_active();
                if unaware && self.in_radius(state, unit, other) { Ok(()) } else { Err(Refused::CannotMakeAware) }
            }
            Action::Guard { unit: who, captured } if who == unit => {
                self.check_guard(state, unit, captured)?;
                self.check_all_points(state, turn)
            }
            Action::Lead { unit: who, prisoner, along } if who == unit => self.check_lead(state, unit, prisoner, along),
            Action::Abandon => {
                let tank =
                    self.card(state, unit).kind.is_vehicle() && matches!(state.unit(unit).ratings, Ratings::Crew(_));
                if !tank || state.unit(unit).hex().is_none() || whole == 0 {
                    return Err(Refused::NoCrewToLeave);
                }
                self.check_all_points(state, turn)
            }
            _ => Err(Refused::NotNow),
        }
    }

    /// Something that takes the whole turn: all crew points, or a squad's one action.
    pub(crate) fn check_all_points(&self, state: &State, turn: &Turn) -> Result<(), Refused> {
        if self.card(state, turn.unit).kind.is_squad() {
            return if turn.squad == SquadTurn::Fresh { Ok(()) } else { Err(Refused::SquadDone) };
        }
        if turn.begun {
            return Err(Refused::TakesAll);
        }
        self.check_price(turn, self.whole_crew(state, turn.unit), Price::All).map(|_| ())
    }

    fn check_prepare(&self, state: &State, turn: &Turn, facing: Direction) -> Result<(), Refused> {
        let unit = state.unit(turn.unit);
        if self.card(state, turn.unit).kind != Kind::Gun || unit.hex().is_none() {
            return Err(Refused::NoGun);
        }
        if unit.condition.suppressed {
            return Err(Refused::Suppressed);
        }
        if unit.prepared && unit.facing == facing {
            return Err(Refused::Already);
        }
        self.check_all_points(state, turn)
    }

    /// Does something in a turn that is neither movement nor fire.
    pub(crate) fn act_in_turn(
        &self,
        state: &mut State,
        turn: &Turn,
        action: Action,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) {
        let unit = turn.unit;
        match action {
            Action::Done => self.end_turn(state),
            Action::Drive { .. }
            | Action::Forward
            | Action::Back
            | Action::Rotate { .. }
            | Action::Traverse { .. }
            | Action::Defilade
            | Action::DigIn { .. }
            | Action::Walk { .. }
            | Action::Enter { .. }
            | Action::Exit { .. } => self.do_movement(state, action, dice, journal),
            Action::FireMain { .. }
            | Action::FireAll { .. }
            | Action::LaySmoke { .. }
            | Action::FireGuns { .. }
            | Action::FireBazooka { .. }
            | Action::Assault { .. }
            | Action::Charge { .. } => self.do_fire(state, action, dice, journal),
            Action::Hatch { closed, .. } => {
                self.spend(state, Price::OrAll(points::HATCH));
                state.unit_mut(unit).closed = closed;
                journal.note(|| {
                    let verb = if closed { "buttons up" } else { "opens up" };
                    Entry::new(CLOSING, format!("{} {verb}.", state.unit(unit).name)).about([self.id_of(state, unit)])
                });
            }
            Action::Prepare { facing } => {
                self.use_whole_turn(state);
                let gun = state.unit_mut(unit);
                (gun.prepared, gun.facing, gun.turret) = (true, facing, facing);
                journal.note(|| {
                    Entry::new(CREW_WEAPONS, format!("{} is ready to fire {facing}.", state.unit(unit).name))
                        .about([self.id_of(state, unit)])
                });
            }
            Action::Load { unit, carrier } => {
                self.use_whole_turn(state);
                self.load(state, unit, carrier, journal);
            }
            Action::Unload { unit } => {
                self.use_whole_turn(state);
                self.unload(state, unit, journal);
            }
            Action::GiveTurn { unit: other } => {
                self.end_turn(state);
                let given = state.unit_mut(other);
                given.space = if given.space == Space::Turns(1) { Space::Turns(2) } else { Space::Turns(1) };
                journal.note(|| {
                    let text = format!("{} gives its turn to {}.", state.unit(unit).name, state.unit(other).name);
                    Entry::new(COMMAND, text).about([self.id_of(state, unit), self.id_of(state, other)])
                });
            }
            Action::MakeAware { unit: other } => {
                self.end_turn(state);
                state.unit_mut(other).space = Space::Complete;
                journal.note(|| {
                    let text = format!("{} makes {} aware.", state.unit(unit).name, state.unit(other).name);
                    Entry::new(COMMAND, text).about([self.id_of(state, unit), self.id_of(state, other)])
                });
            }
            Action::Guard { captured, .. } => {
                self.use_whole_turn(state);
                self.guard(state, unit, captured, journal);
            }
            Action::Lead { prisoner, along, .. } => self.lead(state, unit, prisoner, along, journal),
            Action::Abandon => {
                self.use_whole_turn(state);
                let cost = self.loss_of(state, unit);
                self.abandon(state, unit);
                journal.note(|| {
                    Entry::new(TANK_CREWS, format!("The crew of {} leaves it on foot.", state.unit(unit).name))
                        .tone(Tone::Loss)
                        .about([self.id_of(state, unit)])
                });
                self.tell_loss(state, unit, cost, journal);
            }
            _ => {}
        }
    }

    /// Spends everything that is left.
    pub(crate) fn use_whole_turn(&self, state: &mut State) {
        if let Some(turn) = self.turn_mut(state) {
            turn.points = 0;
            turn.begun = true;
            turn.squad = SquadTurn::Done;
        }
    }
}
