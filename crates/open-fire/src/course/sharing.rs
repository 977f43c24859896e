//! Who leads where the order is free, and who has what (OF-1.1): the lead goes on to a player who has something to do.

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, Seat, Visit, Wish};

use crate::{
    course::{
        action::Action,
        done::Done,
        possible::{self, Listing},
    },
    play::{
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s01_sharing,
        s06_rounds::{between_turns::BetweenTurns, turns},
    },
    rule_ids::SHARED,
    state::{
        Frame,
        laid_out::{Act, Ask, AskOf, OpenFire},
        units::{Ratings, Side, UnitId},
    },
};

/// What players who share a platoon arrange among themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Give a unit to a section before the mission.
    Assign {
        /// The unit that changes hands.
        unit: UnitId,
        /// Its player from now on.
        seat: Seat,
    },
    /// Let another section act first.
    HandOver {
        /// The player who leads from now on.
        seat: Seat,
    },
}

impl Sharing {
    /// The unit it names.
    pub(crate) fn unit(self) -> Option<UnitId> {
        match self {
            Sharing::Assign { unit, .. } => Some(unit),
            Sharing::HandOver { .. } => None,
        }
    }
}

/// An arrangement that has been checked.
#[derive(Copy, Clone, Debug)]
pub struct ReadySharing(Sharing);

impl Family for Sharing {
    type Rules = OpenFire;
    type Ready<'r> = ReadySharing;

    const FORMS: &'static [Form] = &[("assign", "assign UNIT SECTION"), ("hand-over", "hand-over SECTION")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Sharing>) -> ControlFlow<()> {
        let seats = || ask.rules.seats.iter().map(|info| info.seat);
        let given = ask.state.all_units().flat_map(|(unit, _)| seats().map(move |seat| Sharing::Assign { unit, seat }));
        for sharing in given.chain(possible_successors(ask)) {
            sharing.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadySharing, Refused> {
        let checked = match *self {
            Sharing::Assign { .. } if *ask.state.frames.top() != Frame::Division => Err(Refused::NotNow),
            Sharing::Assign { unit, seat } => check_assign(ask, unit, seat),
            Sharing::HandOver { .. } if !is_free(ask) => Err(Refused::NotNow),
            Sharing::HandOver { seat } => check_hand_over(ask, seat),
        };
        checked.map(|()| ReadySharing(*self))
    }

    fn perform(ready: ReadySharing, act: &mut Act<'_>) {
        match ready.0 {
            Sharing::Assign { unit, seat } => assign(act, unit, seat),
            Sharing::HandOver { seat } => hand_over(act, seat),
        }
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let section = |seat: Seat| ask.rules.seats.get(seat.index()).map_or("", |info| &info.id);
        match *self {
            Sharing::Assign { unit, seat } => format!("assign {} {}", ask.state.id_of(unit), section(seat)),
            Sharing::HandOver { seat } => format!("hand-over {}", section(seat)),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Sharing>, String> {
        Ok(Some(match *words {
            ["assign", who, to] => {
                Sharing::Assign { unit: notation::read_unit(ask, who)?, seat: read_section(ask.rules, to)? }
            }
            ["hand-over", to] => Sharing::HandOver { seat: read_section(ask.rules, to)? },
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Sharing>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, sharing: Sharing, choice: &mut Choice) {
    choice.rule = SHARED;
    match sharing {
        Sharing::Assign { unit, seat } => {
            choice.group = Group::Sections.listed();
            choice.units = vec![ask.state.id_of(unit)];
            choice.label = format!("{} to the {}", ask.state.unit(unit).name, s01_sharing::seat_name(ask.rules, seat));
        }
        Sharing::HandOver { seat } => {
            choice.group = Group::Command.listed();
            choice.label = format!("Hand over to the {}", s01_sharing::seat_name(ask.rules, seat));
        }
    }
}

fn read_section(rules: &OpenFire, id: &str) -> Result<Seat, String> {
    let found = rules.seats.iter().find(|info| info.id == id).map(|info| info.seat);
    found.ok_or_else(|| {
        let ids: Vec<&str> = rules.seats.iter().map(|info| info.id.as_str()).collect();
        format!("there is no section \"{id}\": there are {}", ids.join(", "))
    })
}

/// How things stood before an action: what has come up since is its doing.
pub(crate) struct Before {
    by: Option<Seat>,
    points: i16,
    units: usize,
}

/// Whether the order is free, so that the lead may go to another player.
fn is_free(ask: Ask<'_>) -> bool {
    matches!(ask.state.frames.top(), Frame::Operations | Frame::Round { .. })
}

/// Whether a player has something to do where the order is free.
fn is_busy(ask: Ask<'_>, seat: Seat) -> bool {
    let owns = |unit: UnitId| ask.state.unit(unit).owner == seat;
    match ask.state.frames.top() {
        Frame::Operations => {
            let may = |action: Action| action.units()[0].is_some_and(owns) && action.check(ask).is_ok();
            let mut listing = Listing { may: &may, visit: &mut |_| ControlFlow::Break(()) };
            possible::in_operations(ask, &mut listing).is_break()
        }
        Frame::Round { .. } => {
            ask.state.active(Side::Us).any(|(unit, _)| owns(unit) && turns::check_begin(ask, unit).is_ok())
        }
        Frame::Generation
        | Frame::Division
        | Frame::Deployment { .. }
        | Frame::German(_)
        | Frame::Turn(_)
        | Frame::Sighting { .. }
        | Frame::Reading(_)
        | Frame::FitOut
        | Frame::Debriefing { .. }
        | Frame::Over { .. } => false,
    }
}

/// Every other player, as somebody to hand the lead over to.
pub(crate) fn possible_successors(ask: Ask<'_>) -> impl Iterator<Item = Sharing> {
    let others = ask.rules.seats.iter().map(|info| info.seat).filter(|seat| *seat != ask.state.lead);
    others.map(|seat| Sharing::HandOver { seat })
}

/// Whether the lead may be handed over to a player: one with nothing to do cannot take it.
pub(crate) fn check_hand_over(ask: Ask<'_>, seat: Seat) -> Result<(), Refused> {
    if seat.index() >= ask.rules.seats.len() {
        return Err(Refused::NoSuchSection);
    }
    if seat == ask.state.lead {
        return Err(Refused::SameSection);
    }
    if is_busy(ask, seat) { Ok(()) } else { Err(Refused::NothingToDo) }
}

pub(crate) fn hand_over(act: &mut Act<'_>, seat: Seat) {
    let from = std::mem::replace(&mut act.state.lead, seat);
    act.note(|ask| {
        let text = format!(
            "{} hands the lead over to {}.",
            s01_sharing::seat_name(ask.rules, from),
            s01_sharing::in_a_sentence(s01_sharing::seat_name(ask.rules, seat))
        );
        Entry::new(SHARED, text).by(from)
    });
}

/// Everything that might be done while the units are divided.
pub(crate) fn possible_divisions(ask: Ask<'_>) -> Vec<Action> {
    let seats = || ask.rules.seats.iter().map(|info| info.seat);
    let given = ask.state.all_units().flat_map(|(unit, _)| seats().map(move |seat| Sharing::Assign { unit, seat }));
    given.map(Action::Share).chain([Action::Done(Done)]).collect()
}

/// Whether a unit may be given to a section.
pub(crate) fn check_assign(ask: Ask<'_>, unit: UnitId, seat: Seat) -> Result<(), Refused> {
    if seat.index() >= ask.rules.seats.len() {
        return Err(Refused::NoSuchSection);
    }
    if ask.state.unit(unit).owner == seat { Err(Refused::SameSection) } else { Ok(()) }
}

pub(crate) fn assign(act: &mut Act<'_>, unit: UnitId, seat: Seat) {
    act.state.unit_mut(unit).owner = seat;
    act.note(|ask| {
        let section = s01_sharing::in_a_sentence(s01_sharing::seat_name(ask.rules, seat));
        let text = format!("{} goes to {section}.", ask.state.unit(unit).name);
        Entry::new(SHARED, text).about([ask.state.id_of(unit)])
    });
}

pub(crate) fn before(ask: Ask<'_>) -> Before {
    Before { by: s01_sharing::asked(ask), points: ask.state.gained - ask.state.lost, units: ask.state.units.len() }
}

/// After an action: who joined goes to the player whose doing it was, the points to his section, and who has nothing
/// left to do hands over the lead. What Germans do by themselves is nobody's credit.
pub(crate) fn settle(act: &mut Act<'_>, before: &Before, action: Action) {
    let Some(by) = before.by.filter(|_| s01_sharing::is_shared(act.rules)) else { return };
    for unit in &mut act.state.units[before.units..] {
        if unit.side == Side::Us && matches!(unit.ratings, Ratings::Card(_)) {
            unit.owner = by;
        }
    }
    let points = act.state.gained - act.state.lost - before.points;
    if points != 0 && action != Action::Round(BetweenTurns::German) {
        act.state.earned[by.index()] += points;
    }
    pass_lead(act);
}

/// Hands the lead on if the player who has it has nothing to do.
pub(crate) fn pass_lead(act: &mut Act<'_>) {
    if !s01_sharing::is_shared(act.rules) || !is_free(act.ask()) || is_busy(act.ask(), act.state.lead) {
        return;
    }
    let count = act.rules.seats.len();
    let later = (1..count).map(|step| Seat(((act.state.lead.index() + step) % count) as u8));
    if let Some(next) = later.into_iter().find(|&seat| is_busy(act.ask(), seat)) {
        hand_over(act, next);
    }
}
