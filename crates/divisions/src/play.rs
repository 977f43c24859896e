//! From an action to the rule that handles it: who is asked, what is legal, what happens, what comes next.

use std::ops::ControlFlow;

use dice::Dice;
use engine::{Entry, Journal, Seat, Tone};
use hexmap::Hex;

use crate::{
    action::Action,
    catalogue::When,
    refusal::Refused,
    rule_ids::CUP,
    state::{Activation, Assault, Frame, Halt, Moving, Phase, Retreat, Shot, State},
    unit_set::UnitSet,
    world::Divisions,
};

type Visit<'a> = dyn FnMut(Action) -> ControlFlow<()> + 'a;

impl Divisions {
    /// Who is asked now. The first side of the scenario keeps the cup.
    pub(crate) fn asked(&self, state: &State) -> Option<Seat> {
        match state.frames.top() {
            Frame::Cup { .. } => Some(Seat(0)),
            Frame::Activation(activation) => Some(self.formations[usize::from(activation.formation)].seat),
            Frame::Moving(moving) => moving.units.first().map(|unit| self.unit(unit).seat),
            Frame::Halt(halt) => Some(halt.side),
            Frame::Reply(shot) => Some(self.unit(shot.target).seat),
            Frame::Assault(assault) => assault.attackers.first().map(|unit| self.unit(unit).seat),
            Frame::AssaultReply(assault) => assault.attackers.first().map(|unit| self.unit(unit).seat.other()),
            Frame::Retreat(after) => after.attackers.first().map(|unit| self.unit(unit).seat.other()),
            Frame::Advance(after) => after.attackers.first().map(|unit| self.unit(unit).seat),
            Frame::Over { .. } => None,
        }
    }

    /// The activation that is going on, perhaps under an interrupt.
    pub fn activation<'a>(&self, state: &'a State) -> Option<&'a Activation> {
        state.frames.iter().find_map(|frame| match frame {
            Frame::Activation(activation) => Some(activation),
            _ => None,
        })
    }

    /// Whether an action may be done now, and what is known about it.
    pub(crate) fn check_action(&self, state: &State, action: &Action) -> Result<(), Refused> {
        match (state.frames.top(), *action) {
            (Frame::Cup { .. }, Action::Draw) => Ok(()),
            (Frame::Activation(activation), Action::Move { units, to }) => {
                self.check_first_step(state, activation, units, to).map(|_| ())
            }
            (Frame::Activation(activation), Action::Fire { shooter, target, chit }) => {
                self.check_own_fire(state, activation, shooter, target, chit)
            }
            (Frame::Activation(activation), Action::Assault { unit, hex }) => {
                self.check_attacker(state, activation, unit, hex)
            }
            (Frame::Activation(activation), Action::Play { chit, unit }) => {
                self.check_activation_chit(state, activation, chit, unit)
            }
            (Frame::Moving(moving), Action::Move { units, to }) => {
                self.check_next_step(state, moving, units, to).map(|_| ())
            }
            (Frame::Halt(halt), Action::Fire { shooter, target, chit }) => {
                self.check_opportunity(state, halt, shooter, target)?;
                chit.map_or(Ok(()), |chit| self.check_chit(state, halt.side, chit, When::OwnShot))
            }
            (Frame::Reply(shot), Action::Play { chit, unit: None }) => {
                self.check_chit(state, self.unit(shot.target).seat, chit, When::EnemyShot)
            }
            (Frame::Assault(assault), Action::Join { unit }) => {
                let activation = self.activation(state).ok_or(Refused::NothingActive)?;
                self.check_join(state, activation, assault, unit)
            }
            (Frame::Assault(assault), Action::Play { chit, unit: None }) if assault.chit.is_none() => {
                let seat = self.asked(state).ok_or(Refused::NotAsked)?;
                self.check_chit(state, seat, chit, When::OwnAssault)
            }
            (Frame::AssaultReply(_), Action::Play { chit, unit: None }) => {
                let seat = self.asked(state).ok_or(Refused::NotAsked)?;
                self.check_chit(state, seat, chit, When::EnemyAssault)
            }
            (Frame::Retreat(after), Action::Retreat { to }) => self.check_retreat(state, after, to),
            (Frame::Advance(after), Action::Advance { units }) if !units.is_empty() => {
                self.check_advance(state, after, units)
            }
            (Frame::Cup { .. } | Frame::Retreat(_) | Frame::Over { .. }, Action::Done) => Err(Refused::NotAsked),
            (_, Action::Done) => Ok(()),
            (_, Action::Play { .. }) => Err(Refused::ChitNotNow),
            (Frame::Cup { .. }, Action::Move { .. } | Action::Fire { .. }) => Err(Refused::NothingActive),
            (Frame::Moving(_), _) => Err(Refused::OthersAreMoving),
            _ => Err(Refused::NotAsked),
        }
    }

    fn check_own_fire(
        &self,
        state: &State,
        activation: &Activation,
        shooter: crate::Unit,
        target: crate::Unit,
        chit: Option<u8>,
    ) -> Result<(), Refused> {
        if activation.phase != Phase::Fire {
            return Err(Refused::NotAsked);
        }
        let formation = &self.formations[usize::from(activation.formation)];
        self.check_fire_phase(state, formation.units, shooter, target)?;
        chit.map_or(Ok(()), |chit| self.check_chit(state, formation.seat, chit, When::OwnShot))
    }

    /// Visits every legal action, in a fixed order, until told to stop.
    pub(crate) fn visit_legal(&self, state: &State, visit: &mut Visit<'_>) -> ControlFlow<()> {
        match state.frames.top() {
            Frame::Cup { .. } => visit(Action::Draw),
            Frame::Activation(activation) => {
                match activation.phase {
                    Phase::Movement => {
                        self.visit_activation_chits(state, activation, visit)?;
                        self.visit_moves(state, activation, visit)?;
                    }
                    Phase::Fire => self.visit_shots(state, activation, visit)?,
                    Phase::Assault => self.visit_assaults(state, activation, visit)?,
                }
                visit(Action::Done)
            }
            Frame::Moving(moving) => {
                self.visit_steps(state, moving, visit)?;
                visit(Action::Done)
            }
            Frame::Halt(halt) => {
                self.visit_opportunities(state, halt, visit)?;
                visit(Action::Done)
            }
            Frame::Reply(shot) => self.visit_answers(state, self.unit(shot.target).seat, When::EnemyShot, visit),
            Frame::Assault(assault) => self.visit_joins(state, assault, visit),
            Frame::AssaultReply(_) => match self.asked(state) {
                Some(seat) => self.visit_answers(state, seat, When::EnemyAssault, visit),
                None => ControlFlow::Continue(()),
            },
            Frame::Retreat(after) => self.retreats(state, after).try_for_each(|to| visit(Action::Retreat { to })),
            Frame::Advance(after) => self.visit_advances(state, after, visit),
            Frame::Over { .. } => ControlFlow::Continue(()),
        }
    }

    fn visit_moves(&self, state: &State, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let movable = self.movable(state, activation);
        let mut seen = UnitSet::NONE;
        for unit in movable.iter().filter(|&unit| state.hex(unit).is_some()) {
            if seen.has(unit) {
                continue;
            }
            let Some(hex) = state.hex(unit) else { continue };
            let here = self.movable_in(state, activation, hex);
            seen = seen.or(here);
            for units in here.subsets() {
                self.visit_steps_of(state, activation, units, 0, hex, visit)?;
            }
        }
        for unit in self.arriving(state, activation) {
            for &to in &self.unit(unit).entry {
                if self.check_first_step(state, activation, unit.alone(), to).is_ok() {
                    visit(Action::Move { units: unit.alone(), to })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_steps_of(
        &self,
        state: &State,
        activation: &Activation,
        units: UnitSet,
        spent: u16,
        from: Hex,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        for (_, to) in self.map.grid.neighbours(from) {
            let start = crate::movement::Start::From(from);
            if self.check_step(state, activation, units, spent, start, to).is_ok() {
                visit(Action::Move { units, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_steps(&self, state: &State, moving: &Moving, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let (Some(activation), Some(first)) = (self.activation(state), moving.units.first()) else {
            return ControlFlow::Continue(());
        };
        match state.hex(first) {
            Some(from) => self.visit_steps_of(state, activation, moving.units, moving.spent, from, visit),
            None => ControlFlow::Continue(()),
        }
    }

    fn visit_activation_chits(&self, state: &State, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let formation = &self.formations[usize::from(activation.formation)];
        for chit in self.holds(state, formation.seat, When::Activation) {
            let for_units = formation.units.iter().map(Some);
            for unit in std::iter::once(None).chain(for_units) {
                if self.check_activation_chit(state, activation, chit, unit).is_ok() {
                    visit(Action::Play { chit, unit })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_shots(&self, state: &State, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let formation = &self.formations[usize::from(activation.formation)];
        if !self.fire_weather(state) {
            return ControlFlow::Continue(());
        }
        for shooter in formation.units.without(state.fired).iter() {
            for target in self.side(formation.seat.other()).iter() {
                if self.check_fire_phase(state, formation.units, shooter, target).is_ok() {
                    self.visit_shot(state, formation.seat, shooter, target, visit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_shot(
        &self,
        state: &State,
        seat: Seat,
        shooter: crate::Unit,
        target: crate::Unit,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        visit(Action::Fire { shooter, target, chit: None })?;
        for chit in self.holds(state, seat, When::OwnShot) {
            visit(Action::Fire { shooter, target, chit: Some(chit) })?;
        }
        ControlFlow::Continue(())
    }

    fn visit_opportunities(&self, state: &State, halt: &Halt, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let Some(hex) = halt.entered.iter().find_map(|unit| state.hex(unit)) else { return ControlFlow::Continue(()) };
        for (shooter, _) in self.covering(state, halt.side.other(), hex) {
            if halt.fired.has(shooter) {
                continue;
            }
            for target in halt.entered.iter().filter(|&unit| state.hex(unit).is_some()) {
                self.visit_shot(state, halt.side, shooter, target, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_assaults(&self, state: &State, activation: &Activation, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let formation = &self.formations[usize::from(activation.formation)];
        for unit in formation.units.without(state.fired).without(state.pinned).iter() {
            let Some(from) = state.hex(unit) else { continue };
            for (_, hex) in self.map.grid.neighbours(from) {
                if self.check_attacker(state, activation, unit, hex).is_ok() {
                    visit(Action::Assault { unit, hex })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn visit_joins(&self, state: &State, assault: &Assault, visit: &mut Visit<'_>) -> ControlFlow<()> {
        let (Some(activation), Some(seat)) = (self.activation(state), self.asked(state)) else {
            return ControlFlow::Continue(());
        };
        let formation = &self.formations[usize::from(activation.formation)];
        for unit in formation.units.iter() {
            if self.check_join(state, activation, assault, unit).is_ok() {
                visit(Action::Join { unit })?;
            }
        }
        if assault.chit.is_none() {
            for chit in self.holds(state, seat, When::OwnAssault) {
                visit(Action::Play { chit, unit: None })?;
            }
        }
        visit(Action::Done)
    }

    fn visit_answers(&self, state: &State, seat: Seat, when: When, visit: &mut Visit<'_>) -> ControlFlow<()> {
        for chit in self.holds(state, seat, when) {
            visit(Action::Play { chit, unit: None })?;
        }
        visit(Action::Done)
    }

    fn visit_advances(&self, state: &State, after: &Retreat, visit: &mut Visit<'_>) -> ControlFlow<()> {
        for units in after.attackers.subsets() {
            if self.check_advance(state, after, units).is_ok() {
                visit(Action::Advance { units })?;
            }
        }
        visit(Action::Done)
    }

    /// Does an action that has been checked.
    pub(crate) fn do_action(&self, state: &mut State, action: &Action, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        match (state.frames.top().clone(), *action) {
            (_, Action::Draw) => self.draw(state, dice, journal),
            (Frame::Activation(activation), Action::Move { units, to }) => {
                if let Ok(cost) = self.check_first_step(state, &activation, units, to) {
                    self.step(state, units, to, cost, journal);
                }
            }
            (Frame::Moving(moving), Action::Move { units, to }) => {
                if let Ok(cost) = self.check_next_step(state, &moving, units, to) {
                    self.step(state, units, to, cost, journal);
                }
            }
            (_, Action::Fire { shooter, target, chit }) => {
                self.declare_shot(state, Shot { shooter, target, chit }, dice, journal);
            }
            (_, Action::Assault { unit, hex }) => {
                state.frames.push(Frame::Assault(Assault { hex, attackers: unit.alone(), chit: None }));
            }
            (Frame::Assault(mut assault), Action::Join { unit }) => {
                assault.attackers.add(unit);
                state.frames.replace(Frame::Assault(assault));
            }
            (Frame::Assault(mut assault), Action::Play { chit, .. }) => {
                if let Some(seat) = self.asked(state) {
                    self.spend_chit(state, seat, chit, journal);
                }
                assault.chit = Some(chit);
                state.frames.replace(Frame::Assault(assault));
            }
            (Frame::Reply(shot), Action::Play { chit, .. }) => self.answer_shot(state, shot, Some(chit), dice, journal),
            (Frame::AssaultReply(assault), Action::Play { chit, .. }) => {
                self.answer_assault(state, assault, Some(chit), dice, journal);
            }
            (_, Action::Play { chit, unit }) => self.play_on_activation(state, chit, unit, journal),
            (Frame::Retreat(after), Action::Retreat { to }) => self.fall_back(state, after, to, journal),
            (Frame::Advance(after), Action::Advance { units }) => self.advance(state, after, units, journal),
            (frame, Action::Done) => self.be_done(state, &frame, dice, journal),
            (frame, action) => debug_assert!(false, "{action:?} was not checked against {frame:?}"),
        }
        if !matches!(state.frames.top(), Frame::Over { .. })
            && [Seat(0), Seat(1)].iter().any(|&seat| self.is_destroyed(state, seat))
        {
            self.end_game(state, journal);
        }
    }

    fn be_done(&self, state: &mut State, frame: &Frame, dice: &mut dyn Dice, journal: &mut dyn Journal) {
        match *frame {
            Frame::Activation(_) => {
                self.next_phase(state, journal);
                self.settle(state, journal);
            }
            Frame::Moving(_) | Frame::Halt(_) | Frame::Advance(_) => {
                if matches!(frame, Frame::Moving(_)) {
                    self.tell_march(state, journal);
                }
                state.frames.pop();
                self.settle(state, journal);
            }
            Frame::Reply(shot) => self.answer_shot(state, shot, None, dice, journal),
            Frame::Assault(assault) => self.launch(state, assault, dice, journal),
            Frame::AssaultReply(assault) => self.answer_assault(state, assault, None, dice, journal),
            Frame::Cup { .. } | Frame::Retreat(_) | Frame::Over { .. } => {}
        }
    }

    fn next_phase(&self, state: &mut State, journal: &mut dyn Journal) {
        let Frame::Activation(activation) = state.frames.top_mut() else { return };
        match activation.phase {
            Phase::Movement => activation.phase = Phase::Fire,
            Phase::Fire => activation.phase = Phase::Assault,
            Phase::Assault => self.end_activation(state, journal),
        }
    }

    /// Goes on until somebody has something to decide: ends halts with nobody left to fire, moves with nowhere left to go
    /// and phases with nothing left to do.
    pub(crate) fn settle(&self, state: &mut State, journal: &mut dyn Journal) {
        let mut no_target = false;
        loop {
            match state.frames.top().clone() {
                Frame::Halt(halt) if !self.halt_is_open(state, &halt) => {
                    state.frames.pop();
                }
                Frame::Moving(moving) => {
                    let on =
                        moving.units.without(state.pinned).iter().filter(|&unit| state.hex(unit).is_some()).collect();
                    let moving = Moving { units: on, ..moving };
                    if on.is_empty() || !self.any_step(state, &moving) {
                        self.tell_march(state, journal);
                        state.frames.pop();
                    } else {
                        state.frames.replace(Frame::Moving(moving));
                        return;
                    }
                }
                Frame::Activation(activation) if !self.anything_to_do(state, &activation) => {
                    if activation.phase == Phase::Assault && no_target {
                        self.tell_idle(&activation, journal);
                    }
                    no_target = activation.phase == Phase::Fire && state.fired.is_empty();
                    self.next_phase(state, journal);
                }
                _ => return,
            }
        }
    }

    /// A formation that could neither fire nor assault says so: its activation ends by itself.
    fn tell_idle(&self, activation: &Activation, journal: &mut dyn Journal) {
        journal.note(|| {
            let formation = &self.formations[usize::from(activation.formation)];
            let text = format!("{} has nothing to fire at and nobody to assault: its activation ends", formation.name);
            Entry::new(CUP, text).by(formation.seat).tone(Tone::Quiet)
        });
    }

    /// The phase that comes after this one, of those in which somebody could do something as things stand; none if the activation would end.
    pub(crate) fn phase_after(&self, state: &State, activation: &Activation) -> Option<Phase> {
        let later: &[Phase] = match activation.phase {
            Phase::Movement => &[Phase::Fire, Phase::Assault],
            Phase::Fire => &[Phase::Assault],
            Phase::Assault => &[],
        };
        let open = |&phase: &Phase| self.anything_to_do(state, &Activation { phase, ..*activation });
        later.iter().copied().find(open)
    }

    /// The companies that could still do something in this phase.
    pub(crate) fn still_able(&self, state: &State, activation: &Activation) -> UnitSet {
        let mut able = UnitSet::NONE;
        let gather = &mut |action| {
            match action {
                Action::Move { units, .. } => able = able.or(units),
                Action::Fire { shooter: unit, .. } | Action::Assault { unit, .. } => able.add(unit),
                _ => {}
            }
            ControlFlow::Continue(())
        };
        let _ = match activation.phase {
            Phase::Movement => self.visit_moves(state, activation, gather),
            Phase::Fire => self.visit_shots(state, activation, gather),
            Phase::Assault => self.visit_assaults(state, activation, gather),
        };
        able
    }

    /// Whether being done is all there is to do: the question is put because the enemy must not know that (FD-15).
    pub(crate) fn nothing_else(&self, state: &State) -> bool {
        let for_the_enemy =
            matches!(state.frames.top(), Frame::Activation(_) | Frame::Reply(_) | Frame::AssaultReply(_));
        let other =
            &mut |action| if action == Action::Done { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        for_the_enemy && self.visit_legal(state, other).is_continue()
    }

    fn any_step(&self, state: &State, moving: &Moving) -> bool {
        self.visit_steps(state, moving, &mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether the phase has to be asked about. A formation that cannot move at all might still play a chit, as far as the enemy can
    /// tell: it is asked if its side holds any (FD-15).
    fn anything_to_do(&self, state: &State, activation: &Activation) -> bool {
        let stop = &mut |_| ControlFlow::Break(());
        match activation.phase {
            Phase::Movement => {
                let seat = self.formations[usize::from(activation.formation)].seat;
                let chits = state.moved.is_empty() && !state.hands[seat.index()].is_empty();
                chits || self.visit_moves(state, activation, stop).is_break()
            }
            Phase::Fire => self.visit_shots(state, activation, stop).is_break(),
            Phase::Assault => self.visit_assaults(state, activation, stop).is_break(),
        }
    }
}
