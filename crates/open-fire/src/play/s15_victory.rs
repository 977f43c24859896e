//! Victory points and the end of a mission (OF-15).

use engine::{Entry, Tone};

use crate::{
    play::{
        refusal::Refused, s02_ratings, s06_rounds::turns, s07_movement::going, s15_awards, s15_points, s16_campaign,
    },
    reading::{self, conditions},
    rule_ids::{COURSE, VICTORY},
    state::{
        Frame,
        laid_out::{Act, Ask},
        reading::Cause,
        units::{Place, Side, Unit, UnitId},
    },
    tables::cards::Kind,
};

/// Whether the Germans on the map can be left alone: not one of them can move or fire.
pub(crate) fn check_stand_down(ask: Ask<'_>) -> Result<(), Refused> {
    let harmless = |(unit, _): (UnitId, &Unit)| ask.state.hex_of(unit).is_none() || s02_ratings::is_disabled(ask, unit);
    if ask.state.active(Side::German).all(harmless) { Ok(()) } else { Err(Refused::StillDangerous) }
}

/// The platoon leaves disabled Germans alone. Like those who have surrendered, they wait for a US unit to take them.
pub(crate) fn stand_down(act: &mut Act<'_>) {
    s15_points::award_for_disabled(act);
    let left: Vec<UnitId> = act.state.active(Side::German).map(|(unit, _)| unit).collect();
    for &unit in &left {
        turns::lay_down_arms(act, unit);
    }
    act.note(|ask| {
        Entry::new(COURSE, "None of the Germans left can do any harm: the platoon moves on.")
            .about(left.iter().map(|&unit| ask.state.id_of(unit)))
    });
}

/// Ends the mission if its conditions hold, or if no US unit is left that could go on.
pub(crate) fn end_if_over(act: &mut Act<'_>) -> bool {
    let ended = act.rules.mission.ends.iter().any(|test| conditions::holds(act.ask(), test, &mut Cause::default()));
    let able = |(unit, _): (UnitId, &Unit)| !s02_ratings::is_disabled(act.ask(), unit);
    let alive = act.state.active(Side::Us).any(able);
    // In operations a platoon that can go nowhere has nothing left to do; crews that have left their vehicles walk
    // home.
    let goes_on = |(unit, piece): (UnitId, &Unit)| {
        act.rules.card(piece).kind != Kind::TankCrew && can_go_somewhere(act.ask(), unit)
    };
    let stuck = !act.state.in_rounds() && !act.state.active(Side::Us).any(goes_on);
    if ended || !alive || stuck {
        end_mission(act);
        return true;
    }
    false
}

/// Whether a unit could come in, leave the map or drive into a hex beside it: wheels on soft ground may have none.
fn can_go_somewhere(ask: Ask<'_>, unit: UnitId) -> bool {
    if going::check_can_move(ask, unit).is_err() {
        return false;
    }
    match ask.state.unit(unit).place {
        Place::OffMap => {
            let mut hexes = going::entry_hexes(ask.rules);
            hexes.any(|hex| going::check_entry(ask, unit, hex).is_ok())
        }
        Place::At(hex) => {
            let mut beside = ask.rules.grid().neighbours(hex);
            beside.any(|(_, to)| going::check_passable(ask, unit, hex, to).is_ok())
                || going::check_exit(ask, unit).is_ok()
        }
        Place::Aboard(_) | Place::Towed(_) | Place::Exited | Place::Removed => true,
    }
}

/// Whether the mission may be broken off.
pub(crate) fn check_call_off(ask: Ask<'_>) -> Result<(), Refused> {
    let rounds = ask.rules.sheet.limits.long_fight.rounds;
    if ask.state.round > rounds { Ok(()) } else { Err(Refused::TooEarly { rounds }) }
}

/// The mission is over: won if the points suffice.
pub(crate) fn end_mission(act: &mut Act<'_>) {
    // Two standing orders may say so at the same moment; the second is then read above the end.
    if act.state.frames.iter().any(|frame| matches!(frame, Frame::Over { .. } | Frame::Debriefing { .. })) {
        return;
    }
    let (balance, needed) = (s15_awards::balance(act.ask()), act.rules.mission.victory);
    let won = balance >= needed;
    while act.state.frames.pop().is_some() {}
    act.note(|_| {
        let word = if won { "won" } else { "lost" };
        let text = format!("The mission is {word}: {balance} victory points, with {needed} needed.");
        Entry::new(VICTORY, text).tone(Tone::Heading)
    });
    if let Some(number) = act.rules.mission.ends_with {
        act.state.looking.clear();
        reading::read_paragraph(act, number, Cause::default());
    }
    s16_campaign::close_mission(act, won);
}
