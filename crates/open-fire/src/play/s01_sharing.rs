//! Shared platoons (OF-1.1): who has which units, who is asked, and what each section has earned.
//!
//! The engine asks one seat at a time. A unit's turn and everything it sets off belong to the player who has the unit. Where the rules
//! leave the order free, in operations and between the units of one space of the track, the seat with the lead is asked; it
//! does something with one of its own units, or hands the lead over.

use engine::{Choice, ChoiceKind, Entry, Seat, SeatInfo};

use crate::{
    play::{
        action::Action,
        notation::{self, Form},
        offers::Group,
        refusal::Refused,
        s02_ratings, s03_course, s05_operations,
        s06_rounds::{between_turns::BetweenTurns, turns},
        s15_victory,
    },
    reading::conditions,
    rule_ids::SHARED,
    state::{
        Frame,
        laid_out::{Act, Ask, OpenFire},
        reading::Cause,
        units::{Ratings, Side, Unit, UnitId},
    },
};

/// The most players that can share a platoon.
pub const MOST_PLAYERS: u8 = 4;

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

pub(crate) const FORMS: &[Form] = &[("assign", "assign UNIT SECTION"), ("hand-over", "hand-over SECTION")];

pub(crate) fn check(ask: Ask<'_>, sharing: Sharing) -> Result<(), Refused> {
    match sharing {
        Sharing::Assign { .. } if *ask.state.frames.top() != Frame::Division => Err(Refused::NotNow),
        Sharing::Assign { unit, seat } => check_assign(ask, unit, seat),
        Sharing::HandOver { .. } if !is_free(ask) => Err(Refused::NotNow),
        Sharing::HandOver { seat } => check_hand_over(ask, seat),
    }
}

pub(crate) fn perform(act: &mut Act<'_>, sharing: Sharing) {
    match sharing {
        Sharing::Assign { unit, seat } => assign(act, unit, seat),
        Sharing::HandOver { seat } => hand_over(act, seat),
    }
}

pub(crate) fn offer(ask: Ask<'_>, sharing: Sharing, choice: &mut Choice) {
    choice.rule = SHARED;
    match sharing {
        Sharing::Assign { unit, seat } => {
            choice.group = Group::Sections.listed();
            choice.units = vec![ask.state.id_of(unit)];
            choice.label = format!("{} to the {}", ask.state.unit(unit).name, seat_name(ask.rules, seat));
        }
        Sharing::HandOver { seat } => {
            choice.group = Group::Command.listed();
            choice.label = format!("Hand over to the {}", seat_name(ask.rules, seat));
        }
    }
}

/// The division is agreed.
pub(crate) fn offer_agreement(choice: &mut Choice) {
    (choice.rule, choice.kind, choice.default) = (SHARED, ChoiceKind::Pass, true);
    choice.label = "The sections are agreed".to_owned();
}

pub(crate) fn write(ask: Ask<'_>, sharing: Sharing) -> String {
    let section = |seat: Seat| ask.rules.seats.get(seat.index()).map_or("", |info| &info.id);
    match sharing {
        Sharing::Assign { unit, seat } => format!("assign {} {}", ask.state.id_of(unit), section(seat)),
        Sharing::HandOver { seat } => format!("hand-over {}", section(seat)),
    }
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Sharing>, String> {
    Ok(Some(match *words {
        ["assign", who, to] => {
            Sharing::Assign { unit: notation::read_unit(ask, who)?, seat: read_section(ask.rules, to)? }
        }
        ["hand-over", to] => Sharing::HandOver { seat: read_section(ask.rules, to)? },
        _ => return Ok(None),
    }))
}

fn read_section(rules: &OpenFire, id: &str) -> Result<Seat, String> {
    let found = rules.seats.iter().find(|info| info.id == id).map(|info| info.seat);
    found.ok_or_else(|| {
        let ids: Vec<&str> = rules.seats.iter().map(|info| info.id.as_str()).collect();
        format!("there is no section \"{id}\": there are {}", ids.join(", "))
    })
}

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

/// Whether the order is free, so that the lead may go to another player.
fn is_free(ask: Ask<'_>) -> bool {
    matches!(ask.state.frames.top(), Frame::Operations | Frame::Round { .. })
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

/// Whether a player has something to do where the order is free.
fn is_busy(ask: Ask<'_>, seat: Seat) -> bool {
    let owns = |unit: UnitId| ask.state.unit(unit).owner == seat;
    match ask.state.frames.top() {
        Frame::Operations => {
            let mut possible = s05_operations::possible(ask).into_iter();
            possible.any(|action| action.units()[0].is_some_and(owns) && s03_course::check_by_rule(ask, action).is_ok())
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
pub(crate) fn possible_successors(ask: Ask<'_>) -> impl Iterator<Item = Action> {
    let others = ask.rules.seats.iter().map(|info| info.seat).filter(|seat| *seat != ask.state.lead);
    others.map(|seat| Action::Share(Sharing::HandOver { seat }))
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
            seat_name(ask.rules, from),
            in_a_sentence(seat_name(ask.rules, seat))
        );
        Entry::new(SHARED, text).by(from)
    });
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

/// Everything that might be done while the units are divided.
pub(crate) fn possible_divisions(ask: Ask<'_>) -> Vec<Action> {
    let seats = || ask.rules.seats.iter().map(|info| info.seat);
    let given = ask.state.all_units().flat_map(|(unit, _)| seats().map(move |seat| Sharing::Assign { unit, seat }));
    given.map(Action::Share).chain([Action::Done]).collect()
}

/// Whether a unit may be given to a section.
pub(crate) fn check_assign(ask: Ask<'_>, unit: UnitId, seat: Seat) -> Result<(), Refused> {
    if seat.index() >= ask.rules.seats.len() {
        return Err(Refused::NoSuchSection);
    }
    if ask.state.unit(unit).owner == seat { Err(Refused::SameSection) } else { Ok(()) }
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

pub(crate) fn assign(act: &mut Act<'_>, unit: UnitId, seat: Seat) {
    act.state.unit_mut(unit).owner = seat;
    act.note(|ask| {
        let section = in_a_sentence(seat_name(ask.rules, seat));
        let text = format!("{} goes to {section}.", ask.state.unit(unit).name);
        Entry::new(SHARED, text).about([ask.state.id_of(unit)])
    });
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

pub(crate) fn before(ask: Ask<'_>) -> Before {
    Before { by: asked(ask), points: ask.state.gained - ask.state.lost, units: ask.state.units.len() }
}

/// After an action: who joined goes to the player whose doing it was, the points to his section, and who has nothing left to
/// do hands over the lead. What Germans do by themselves is nobody's credit.
pub(crate) fn settle(act: &mut Act<'_>, before: &Before, action: Action) {
    let Some(by) = before.by.filter(|_| is_shared(act.rules)) else { return };
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
    if !is_shared(act.rules) || !is_free(act.ask()) || is_busy(act.ask(), act.state.lead) {
        return;
    }
    let count = act.rules.seats.len();
    let later = (1..count).map(|step| Seat(((act.state.lead.index() + step) % count) as u8));
    if let Some(next) = later.into_iter().find(|&seat| is_busy(act.ask(), seat)) {
        hand_over(act, next);
    }
}

/// Victory points of one section: what it earned, less its own losses, with the awards for its own units (OF-1.1, OF-15).
pub fn section_points(ask: Ask<'_>, seat: Seat) -> i16 {
    let owned = |unit: &UnitId| ask.state.unit(*unit).owner == seat && ask.state.unit(*unit).side == Side::Us;
    let awards = ask.rules.mission.awards.iter().map(|(points, units)| {
        let matching = conditions::matching(ask, units, &Cause::default());
        points * matching.iter().filter(|unit| owned(unit)).count() as i16
    });
    let earned = ask.state.earned.get(seat.index()).copied().unwrap_or(0);
    earned + awards.sum::<i16>() - s15_victory::losses_of(ask, &owned)
}

/// Units of a section killed or captured.
pub(crate) fn units_lost(ask: Ask<'_>, seat: Seat) -> i32 {
    let gone = |unit: &&Unit| unit.condition.killed || unit.captured;
    let owned = |unit: &&Unit| unit.side == Side::Us && unit.owner == seat;
    ask.state.units.iter().filter(owned).filter(gone).count() as i32
}

/// "the Second section" inside a sentence.
fn in_a_sentence(name: &str) -> String {
    format!("the {name}")
}
