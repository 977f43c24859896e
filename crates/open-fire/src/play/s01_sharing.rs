//! Shared platoons (OF-1.1): who has which units, who is asked, and what each section has earned.
//!
//! The engine asks one seat at a time. A unit's turn and whatever it sets off belong to the player who has the unit. Where the rules
//! leave the order free, in operations and between the units of one space of the track, the seat with the lead is asked; it
//! does something with one of its own units, or hands the lead over.

use engine::{Entry, Journal, Seat, SeatInfo};

use crate::{
    play::{action::Action, refusal::Refused},
    rule_ids::SHARED,
    state::{
        Frame, State,
        laid_out::OpenFire,
        reading::Cause,
        units::{Ratings, Side, Unit, UnitId},
    },
};

/// The most players that can share a platoon.
pub const MOST_PLAYERS: u8 = 4;

/// One player leads the platoon; several lead a section each.
pub fn seats(players: u8) -> Vec<SeatInfo> {
    let seat = |seat: u8, id: &str, name: &str| SeatInfo {
        seat: Seat(seat),
        id: id.to_owned(),
        name: name.to_owned(),
        colours: "us".to_owned(),
    };
    if players <= 1 {
        return vec![seat(0, "us", "The platoon")];
    }
    let sections = [
        ("first", "First section"),
        ("second", "Second section"),
        ("third", "Third section"),
        ("fourth", "Fourth section"),
    ];
    (0..players.min(MOST_PLAYERS)).zip(sections).map(|(place, (id, name))| seat(place, id, name)).collect()
}

/// How things stood before an action: what has come up since is its doing.
pub(crate) struct Before {
    by: Option<Seat>,
    points: i16,
    units: usize,
}

impl OpenFire {
    /// Whether several players share the platoon.
    pub fn is_shared(&self) -> bool {
        self.seats.len() > 1
    }

    /// Who is asked now.
    pub(crate) fn asked(&self, state: &State) -> Option<Seat> {
        let owner = |unit: UnitId| state.unit(unit).owner;
        let ours = |unit: &UnitId| state.unit(*unit).side == Side::Us;
        match state.frames.top() {
            Frame::Over { .. } => None,
            Frame::Turn(turn) if ours(&turn.unit) => Some(owner(turn.unit)),
            Frame::Sighting { unit, .. } => Some(owner(*unit)),
            Frame::Reading(reading) => Some(reading.cause.unit.filter(ours).map_or(state.lead, owner)),
            _ => Some(state.lead),
        }
    }

    /// What a seat is called.
    pub(crate) fn seat_name(&self, seat: Seat) -> &str {
        self.seats.get(seat.index()).map_or("nobody", |info| &info.name)
    }

    /// Whether a unit may be used by who has the lead.
    pub(crate) fn check_led(&self, state: &State, action: Action) -> Result<(), Refused> {
        match action.units()[0] {
            Some(unit) if self.is_shared() && state.unit(unit).owner != state.lead => {
                Err(Refused::NotYours { section: self.seat_name(state.unit(unit).owner).to_owned() })
            }
            _ => Ok(()),
        }
    }

    /// Whether a player has something to do where the order is free.
    fn is_busy(&self, state: &State, seat: Seat) -> bool {
        let owns = |unit: UnitId| state.unit(unit).owner == seat;
        match state.frames.top() {
            Frame::Operations => {
                let mut possible = self.possible_operations(state).into_iter();
                possible
                    .any(|action| action.units()[0].is_some_and(owns) && self.check_operation(state, action).is_ok())
            }
            Frame::Round { .. } => {
                state.active(Side::Us).any(|(unit, _)| owns(unit) && self.check_begin(state, unit).is_ok())
            }
            _ => false,
        }
    }

    /// Every other player, as somebody to hand the lead over to.
    pub(crate) fn possible_successors(&self, state: &State) -> impl Iterator<Item = Action> {
        let others = self.seats.iter().map(|info| info.seat).filter(|seat| *seat != state.lead);
        others.map(|seat| Action::HandOver { seat })
    }

    /// Whether the lead may be handed over to a player: who has nothing to do cannot take it.
    pub(crate) fn check_hand_over(&self, state: &State, seat: Seat) -> Result<(), Refused> {
        if seat.index() >= self.seats.len() {
            return Err(Refused::NoSuchSection);
        }
        if seat == state.lead {
            return Err(Refused::SameSection);
        }
        if self.is_busy(state, seat) { Ok(()) } else { Err(Refused::NothingToDo) }
    }

    pub(crate) fn hand_over(&self, state: &mut State, seat: Seat, journal: &mut dyn Journal) {
        let from = std::mem::replace(&mut state.lead, seat);
        journal.note(|| {
            let text =
                format!("{} hands the lead over to {}.", self.seat_name(from), in_a_sentence(self.seat_name(seat)));
            Entry::new(SHARED, text).by(from)
        });
    }

    /// The division that is offered at once: commanders in turn, then each unit to whoever has fewest.
    pub(crate) fn divide(&self, state: &mut State) {
        let mut counts = vec![0u8; self.seats.len()];
        let is_commander = |unit: &Unit| matches!(unit.ratings, Ratings::Crew(crew) if crew.commander);
        let commanders = state.units.iter().map(is_commander).collect::<Vec<_>>();
        for led in [true, false] {
            for (unit, _) in state.units.iter_mut().zip(&commanders).filter(|(_, commander)| **commander == led) {
                let fewest = (0u8..).zip(&counts).min_by_key(|(_, count)| **count).map_or(0, |(seat, _)| seat);
                unit.owner = Seat(fewest);
                counts[usize::from(fewest)] += 1;
            }
        }
    }

    /// Everything that might be done while the units are divided.
    pub(crate) fn possible_divisions(&self, state: &State) -> Vec<Action> {
        let seats = || self.seats.iter().map(|info| info.seat);
        let given = state.all_units().flat_map(|(unit, _)| seats().map(move |seat| Action::Assign { unit, seat }));
        given.chain([Action::Done]).collect()
    }

    /// Whether a unit may be given to a section.
    pub(crate) fn check_assign(&self, state: &State, unit: UnitId, seat: Seat) -> Result<(), Refused> {
        if seat.index() >= self.seats.len() {
            return Err(Refused::NoSuchSection);
        }
        if state.unit(unit).owner == seat { Err(Refused::SameSection) } else { Ok(()) }
    }

    /// Whether everybody has a unit, and a commander where there are enough.
    pub(crate) fn check_divided(&self, state: &State) -> Result<(), Refused> {
        let commanders = |(unit, _): &(UnitId, &Unit)| self.ratings(state, *unit).commander;
        let all: Vec<Seat> = state.all_units().map(|(_, unit)| unit.owner).collect();
        let led: Vec<Seat> = state.all_units().filter(commanders).map(|(_, unit)| unit.owner).collect();
        let without = |owners: &[Seat]| {
            let enough = owners.len() >= self.seats.len();
            self.seats.iter().find(|info| enough && !owners.contains(&info.seat)).map(|info| info.name.clone())
        };
        if let Some(section) = without(&all) {
            return Err(Refused::NoUnits { section });
        }
        without(&led).map_or(Ok(()), |section| Err(Refused::NoCommander { section }))
    }

    pub(crate) fn assign(&self, state: &mut State, unit: UnitId, seat: Seat, journal: &mut dyn Journal) {
        state.unit_mut(unit).owner = seat;
        journal.note(|| {
            let section = in_a_sentence(self.seat_name(seat));
            let text = format!("{} goes to {section}.", state.unit(unit).name);
            Entry::new(SHARED, text).about([self.id_of(state, unit)])
        });
    }

    /// Who has what, when the division is agreed.
    pub(crate) fn tell_division(&self, state: &State, journal: &mut dyn Journal) {
        for info in &self.seats {
            journal.note(|| {
                let owned = state.units.iter().filter(|unit| unit.owner == info.seat).map(|unit| unit.name.as_str());
                let owned = owned.collect::<Vec<_>>().join(", ");
                Entry::new(SHARED, format!("{}: {owned}.", info.name)).by(info.seat)
            });
        }
    }

    pub(crate) fn before(&self, state: &State) -> Before {
        Before { by: self.asked(state), points: state.gained - state.lost, units: state.units.len() }
    }

    /// After an action: who joined goes to the player whose doing it was, the points to his section, and who has nothing left to
    /// do hands over the lead. What Germans do by themselves is nobody's credit.
    pub(crate) fn settle(&self, state: &mut State, before: &Before, action: Action, journal: &mut dyn Journal) {
        let Some(by) = before.by.filter(|_| self.is_shared()) else { return };
        for unit in &mut state.units[before.units..] {
            if unit.side == Side::Us && matches!(unit.ratings, Ratings::Card(_)) {
                unit.owner = by;
            }
        }
        let points = state.gained - state.lost - before.points;
        if points != 0 && action != Action::German {
            state.earned[by.index()] += points;
        }
        self.pass_lead(state, journal);
    }

    /// Hands the lead on if who has it has nothing to do.
    pub(crate) fn pass_lead(&self, state: &mut State, journal: &mut dyn Journal) {
        let free = matches!(state.frames.top(), Frame::Operations | Frame::Round { .. });
        if !self.is_shared() || !free || self.is_busy(state, state.lead) {
            return;
        }
        let count = self.seats.len();
        let later = (1..count).map(|step| Seat(((state.lead.index() + step) % count) as u8));
        if let Some(next) = later.into_iter().find(|&seat| self.is_busy(state, seat)) {
            self.hand_over(state, next, journal);
        }
    }

    /// Victory points of one section: what it earned, less its own losses, with the awards for its own units (OF-1.1, OF-15).
    pub fn section_points(&self, state: &State, seat: Seat) -> i16 {
        let owned = |unit: &UnitId| state.unit(*unit).owner == seat && state.unit(*unit).side == Side::Us;
        let awards = self.mission.awards.iter().map(|(points, units)| {
            let matching = self.matching(state, units, &Cause::default());
            points * matching.iter().filter(|unit| owned(unit)).count() as i16
        });
        let earned = state.earned.get(seat.index()).copied().unwrap_or(0);
        earned + awards.sum::<i16>() - self.losses_of(state, &owned)
    }

    /// Units of a section killed or captured.
    pub(crate) fn units_lost(&self, state: &State, seat: Seat) -> i32 {
        let gone = |unit: &&Unit| unit.condition.killed || unit.captured;
        let owned = |unit: &&Unit| unit.side == Side::Us && unit.owner == seat;
        state.units.iter().filter(owned).filter(gone).count() as i32
    }
}

/// "the Second section" inside a sentence.
fn in_a_sentence(name: &str) -> String {
    format!("the {name}")
}
