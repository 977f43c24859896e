//! Tank crews on foot (OF-12).

use std::ops::ControlFlow;

use engine::{Choice, Entry, Family, Tone, Visit, Wish};
use hexmap::Hex;

use crate::{
    play::{
        notation::{self, Form},
        offers::{self, Group, Pointed},
        refusal::Refused,
        s06_rounds::turns,
        s15_points,
    },
    rule_ids::TANK_CREWS,
    state::{
        Frame,
        laid_out::{self, Act, Ask, AskOf, OpenFire},
        units::{Place, Ratings, Side, Space, UnitId},
    },
};

/// The data card of a crew on foot.
const CREW: &str = "tank-crew";

/// The crew leaves its tank on foot: in operations that of the tank named, in a turn that of the one that acts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Abandon(pub Option<UnitId>);

/// A crew that may leave its tank, and where.
#[derive(Copy, Clone, Debug)]
pub struct ReadyAbandon {
    unit: UnitId,
    hex: Hex,
}

impl Family for Abandon {
    type Rules = OpenFire;
    type Ready<'r> = ReadyAbandon;

    const FORMS: &'static [Form] = &[("abandon", "abandon [UNIT]")];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Abandon>) -> ControlFlow<()> {
        let named = ask.state.active(Side::Us).map(|(unit, _)| Abandon(Some(unit)));
        for abandon in named.chain([Abandon(None)]) {
            abandon.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyAbandon, Refused> {
        // The one named in operations, or the one whose turn it is, which takes the whole of it.
        let (leaving, turn) = match self.0 {
            Some(unit) if *ask.state.frames.top() == Frame::Operations => (unit, None),
            Some(_) => return Err(Refused::NotNow),
            None => turns::in_turn(ask).map(|turn| (turn.unit, Some(turn)))?,
        };
        let unit = ask.state.unit(leaving);
        let tank = ask.rules.card(unit).kind.is_vehicle() && matches!(unit.ratings, Ratings::Crew(_));
        let hex = unit.hex().filter(|_| ask.state.has_room() && tank && ask.state.whole_crew(leaving) > 0);
        let hex = hex.ok_or(Refused::NoCrewToLeave)?;
        turn.map_or(Ok(()), |turn| turns::check_all_points(ask, turn))?;
        Ok(ReadyAbandon { unit: leaving, hex })
    }

    fn perform(ready: ReadyAbandon, act: &mut Act<'_>) {
        let ReadyAbandon { unit, hex } = ready;
        turns::use_whole_turn(act);
        let cost = s15_points::loss_of(act.ask(), unit);
        abandon(act, unit, hex);
        act.note(|ask| {
            Entry::new(TANK_CREWS, format!("The crew of {} leaves it on foot.", ask.state.unit(unit).name))
                .tone(Tone::Loss)
                .about([ask.state.id_of(unit)])
        });
        s15_points::tell_loss(act, unit, cost);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        self.0.map_or_else(|| "abandon".to_owned(), |unit| format!("abandon {}", ask.state.id_of(unit)))
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Abandon>, String> {
        Ok(match *words {
            ["abandon"] => Some(Abandon(None)),
            ["abandon", who] => Some(Abandon(Some(notation::read_unit(ask, who)?))),
            _ => None,
        })
    }

    fn wishes(ask: Ask<'_>, pointed: Pointed) -> Vec<Wish<Abandon>> {
        let here = pointed.in_operations(ask).filter(|_| pointed.hex.is_none());
        let unit = here.filter(|&unit| ask.state.unit(unit).place != Place::OffMap);
        unit.map(|unit| Wish::new("Leave the vehicle on foot", Abandon(Some(unit)))).into_iter().collect()
    }
}

fn offer(ask: Ask<'_>, Abandon(named): Abandon, choice: &mut Choice) {
    (choice.rule, choice.label) = (TANK_CREWS, "Leave on foot".to_owned());
    (choice.cost, choice.group) = (offers::price_of_the_turn(ask), Group::Crew.listed());
    if let Some(unit) = named {
        choice.units = vec![ask.state.id_of(unit)];
        choice.label = format!("The crew of {} leaves it on foot", ask.state.unit(unit).name);
    }
}

/// The crew leaves its tank and goes on as half a squad, rated by how many are left. The tank stays behind, disabled.
fn abandon(act: &mut Act<'_>, unit: UnitId, hex: Hex) {
    let tank = act.state.unit(unit).clone();
    let mut crew = laid_out::new_unit(
        act.rules,
        Side::Us,
        &format!("{}-crew", tank.letter),
        CREW,
        tank.ratings,
        tank.condition.crew,
    );
    crew.name = format!("Crew of {}", tank.name);
    crew.place = Place::At(hex);
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
