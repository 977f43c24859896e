//! Shared platoons (OF-1.1): who has which units, who is asked, and what each section has earned.
//!
//! The engine asks one seat at a time. A unit's turn and everything it sets off belong to the player who has the unit.
//! Where the rules leave the order free, in operations and between the units of one space of the track, the seat with
//! the lead is asked; it does something with one of its own units, or hands the lead over.

use engine::{Choice, ChoiceKind, Entry, Seat, SeatInfo};

use crate::{
    play::{refusal::Refused, s02_ratings},
    rule_ids::SHARED,
    state::{
        Frame,
        laid_out::{Act, Ask, OpenFire},
        units::{Ratings, Side, Unit, UnitId},
    },
};

/// The most players that can share a platoon.
pub const MOST_PLAYERS: u8 = 4;

/// The division is agreed.
pub(crate) fn offer_agreement(choice: &mut Choice) {
    (choice.rule, choice.kind, choice.default) = (SHARED, ChoiceKind::Pass, true);
    choice.label = "The sections are agreed".to_owned();
}

/// One player leads the platoon; several lead a section each.
pub fn seats(players: u8) -> Vec<SeatInfo> {
    let seat = |seat: u8, id: &str, name: &str| SeatInfo {
        seat: Seat(seat),
        id: id.to_owned(),
        name: name.to_owned(),
        colours: "us".to_owned(),
        livery: None,
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

/// Whether several players share the platoon.
pub fn is_shared(rules: &OpenFire) -> bool {
    rules.seats.len() > 1
}

/// Who is asked now.
pub(crate) fn asked(ask: Ask<'_>) -> Option<Seat> {
    let owner = |unit: UnitId| ask.state.unit(unit).owner;
    let ours = |unit: &UnitId| ask.state.unit(*unit).side == Side::Us;
    match ask.state.frames.top() {
        Frame::Over { .. } => None,
        Frame::Turn(turn) if ours(&turn.unit) => Some(owner(turn.unit)),
        Frame::Sighting { unit, .. } => Some(owner(*unit)),
        Frame::Reading(reading) => Some(reading.cause.unit.filter(ours).map_or(ask.state.lead, owner)),
        Frame::Turn(_)
        | Frame::Generation
        | Frame::Division
        | Frame::Deployment { .. }
        | Frame::Operations
        | Frame::Round { .. }
        | Frame::German(_)
        | Frame::FitOut
        | Frame::Debriefing { .. } => Some(ask.state.lead),
    }
}

/// What a seat is called.
pub(crate) fn seat_name(rules: &OpenFire, seat: Seat) -> &str {
    rules.seats.get(seat.index()).map_or("nobody", |info| &info.name)
}

/// Whether the player with the lead may use a unit.
pub(crate) fn check_led(ask: Ask<'_>, unit: Option<UnitId>) -> Result<(), Refused> {
    match unit {
        Some(unit) if is_shared(ask.rules) && ask.state.unit(unit).owner != ask.state.lead => {
            Err(Refused::NotYours { section: seat_name(ask.rules, ask.state.unit(unit).owner).to_owned() })
        }
        Some(_) | None => Ok(()),
    }
}

/// The division that is suggested: commanders in turn, then each unit to the player with the fewest.
pub(crate) fn divide(act: &mut Act<'_>) {
    let mut counts = vec![0u8; act.rules.seats.len()];
    let is_commander = |unit: &Unit| matches!(unit.ratings, Ratings::Crew(crew) if crew.commander);
    let commanders = act.state.units.iter().map(is_commander).collect::<Vec<_>>();
    for led in [true, false] {
        for (unit, _) in act.state.units.iter_mut().zip(&commanders).filter(|(_, commander)| **commander == led) {
            let fewest = (0u8..).zip(&counts).min_by_key(|(_, count)| **count).map_or(0, |(seat, _)| seat);
            unit.owner = Seat(fewest);
            counts[usize::from(fewest)] += 1;
        }
    }
}

/// Whether everybody has a unit, and a commander where there are enough.
pub(crate) fn check_divided(ask: Ask<'_>) -> Result<(), Refused> {
    let commanders = |(unit, _): &(UnitId, &Unit)| s02_ratings::ratings(ask, *unit).commander;
    let all: Vec<Seat> = ask.state.all_units().map(|(_, unit)| unit.owner).collect();
    let led: Vec<Seat> = ask.state.all_units().filter(commanders).map(|(_, unit)| unit.owner).collect();
    let without = |owners: &[Seat]| {
        let enough = owners.len() >= ask.rules.seats.len();
        ask.rules.seats.iter().find(|info| enough && !owners.contains(&info.seat)).map(|info| info.name.clone())
    };
    if let Some(section) = without(&all) {
        return Err(Refused::NoUnits { section });
    }
    without(&led).map_or(Ok(()), |section| Err(Refused::NoCommander { section }))
}

/// Who has what, when the division is agreed.
pub(crate) fn tell_division(act: &mut Act<'_>) {
    for info in &act.rules.seats {
        act.note(|ask| {
            let owned = ask.state.units.iter().filter(|unit| unit.owner == info.seat).map(|unit| unit.name.as_str());
            let owned = owned.collect::<Vec<_>>().join(", ");
            Entry::new(SHARED, format!("{}: {owned}.", info.name)).by(info.seat)
        });
    }
}

/// Units of a section killed or captured.
pub(crate) fn units_lost(ask: Ask<'_>, seat: Seat) -> i32 {
    let gone = |unit: &&Unit| unit.condition.killed || unit.captured;
    let owned = |unit: &&Unit| unit.side == Side::Us && unit.owner == seat;
    ask.state.units.iter().filter(owned).filter(gone).count() as i32
}

/// "the Second section" inside a sentence.
pub(crate) fn in_a_sentence(name: &str) -> String {
    format!("the {name}")
}
