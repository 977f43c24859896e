//! Tank crews on foot (OF-12).

use engine::{Choice, Entry, Tone};

use crate::{
    play::{
        notation::{self, Form},
        offers::{self, Group},
        refusal::Refused,
        s03_course,
        s06_rounds::turns,
        s15_victory,
    },
    rule_ids::TANK_CREWS,
    state::{
        Frame,
        laid_out::{Act, Ask},
        units::{Ratings, Side, Space, UnitId},
    },
};

/// The data card of a crew on foot.
const CREW: &str = "tank-crew";

pub(crate) const FORMS: &[Form] = &[("abandon", "abandon [UNIT]")];

/// Whose crew it is: the one named in operations, or the one whose turn it is, which takes the whole of it.
fn leaving(ask: Ask<'_>, named: Option<UnitId>) -> Result<UnitId, Refused> {
    match named {
        Some(unit) if *ask.state.frames.top() == Frame::Operations => Ok(unit),
        Some(_) => Err(Refused::NotNow),
        None => turns::in_turn(ask).map(|turn| turn.unit),
    }
}

/// Whether a crew may leave its vehicle.
pub(crate) fn check(ask: Ask<'_>, named: Option<UnitId>) -> Result<(), Refused> {
    let leaving = leaving(ask, named)?;
    let unit = ask.state.unit(leaving);
    let tank = ask.rules.card(unit).kind.is_vehicle() && matches!(unit.ratings, Ratings::Crew(_));
    let afoot = unit.hex().is_some() && ask.state.has_room();
    if !tank || !afoot || ask.state.whole_crew(leaving) == 0 {
        return Err(Refused::NoCrewToLeave);
    }
    if named.is_some() { Ok(()) } else { turns::check_all_points(ask, turns::in_turn(ask)?) }
}

pub(crate) fn perform(act: &mut Act<'_>, named: Option<UnitId>) {
    let Ok(unit) = leaving(act.ask(), named) else { return };
    turns::use_whole_turn(act);
    let cost = s15_victory::loss_of(act.ask(), unit);
    abandon(act, unit);
    act.note(|ask| {
        Entry::new(TANK_CREWS, format!("The crew of {} leaves it on foot.", ask.state.unit(unit).name))
            .tone(Tone::Loss)
            .about([ask.state.id_of(unit)])
    });
    s15_victory::tell_loss(act, unit, cost);
}

pub(crate) fn offer(ask: Ask<'_>, named: Option<UnitId>, choice: &mut Choice) {
    (choice.rule, choice.label) = (TANK_CREWS, "Leave on foot".to_owned());
    (choice.cost, choice.group) = (offers::price_of_the_turn(ask), Group::Crew.listed());
    if let Some(unit) = named {
        choice.units = vec![ask.state.id_of(unit)];
        choice.label = format!("The crew of {} leaves it on foot", ask.state.unit(unit).name);
    }
}

pub(crate) fn write(ask: Ask<'_>, named: Option<UnitId>) -> String {
    named.map_or_else(|| "abandon".to_owned(), |unit| format!("abandon {}", ask.state.id_of(unit)))
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Option<UnitId>>, String> {
    Ok(match *words {
        ["abandon"] => Some(None),
        ["abandon", who] => Some(Some(notation::read_unit(ask, who)?)),
        _ => None,
    })
}

/// The crew leaves its tank and goes on as half a squad, rated by how many are left. The tank stays behind, disabled.
pub(crate) fn abandon(act: &mut Act<'_>, unit: UnitId) {
    let Some(hex) = act.state.unit(unit).hex() else { return };
    let tank = act.state.unit(unit).clone();
    let mut crew = s03_course::new_unit(
        act.rules,
        Side::Us,
        &format!("{}-crew", tank.letter),
        CREW,
        tank.ratings,
        tank.condition.crew,
    );
    crew.name = format!("Crew of {}", tank.name);
    crew.place = crate::state::units::Place::At(hex);
    crew.condition.crew_lost = tank.condition.crew_lost;
    crew.owner = tank.owner;
    crew.space = Space::Complete;
    crew.crew_from = Some(tank.crew_from.unwrap_or(unit));
    (crew.facing, crew.turret) = (tank.facing, tank.facing);
    if act.state.add_unit(crew).is_none() {
        return;
    }
    let left = act.state.unit_mut(unit);
    left.condition.crew_lost += left.condition.crew;
    left.condition.crew = 0;
    left.space = Space::Complete;
    if let Ratings::Crew(crew) = &mut left.ratings {
        crew.commander = false;
    }
}
