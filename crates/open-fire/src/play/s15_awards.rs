//! Victory points for how the mission stands (OF-15): awards of the briefing, the balance, and what a section has
//! earned (OF-1.1).

use engine::Seat;

use crate::{
    play::{missions::freed_men, s15_points},
    reading::conditions,
    state::{
        laid_out::{Act, Ask},
        reading::Cause,
        units::{Side, UnitId},
    },
};

/// What the mission awards for the present state.
pub(crate) fn awards(ask: Ask<'_>) -> i16 {
    let awards = ask.rules.mission.awards.iter().map(|(points, units)| {
        let count = conditions::matching(ask, units, &Cause::default()).len() as i16;
        points * count
    });
    let freed = &ask.rules.mission.terms.freed;
    let freed = freed.iter().map(|(points, way)| points * freed_men::brought_out(ask, *way) as i16);
    awards.chain(freed).sum()
}

/// Tells how those awards have changed.
pub(crate) fn tell_awards(act: &mut Act<'_>, before: &mut i16) {
    let now = awards(act.ask());
    if now != *before {
        act.note(|_| s15_points::points_entry(now - *before, "for the state of the mission"));
        *before = now;
    }
}

/// The balance: gained less lost, with what the mission awards for how things stand.
pub fn balance(ask: Ask<'_>) -> i16 {
    ask.state.gained - ask.state.lost - s15_points::losses(ask) + awards(ask)
}

/// Victory points of one section: what it earned, less its own losses, with the awards for its own units (OF-1.1,
/// OF-15).
pub fn section_points(ask: Ask<'_>, seat: Seat) -> i16 {
    let owned = |unit: &UnitId| ask.state.unit(*unit).owner == seat && ask.state.unit(*unit).side == Side::Us;
    let awards = ask.rules.mission.awards.iter().map(|(points, units)| {
        let matching = conditions::matching(ask, units, &Cause::default());
        points * matching.iter().filter(|unit| owned(unit)).count() as i16
    });
    let earned = ask.state.earned.get(seat.index()).copied().unwrap_or(0);
    earned + awards.sum::<i16>() - s15_points::losses_of(ask, &owned)
}
