//! The campaign (OF-1.2, OF-16): one platoon through several missions.
//!
//! | rule | module |
//! |---|---|
//! | OF-16, OF-1.2 the platoon between missions, and its text | [`crate::state::roster`], [`crate::state::roster_text`] |
//! | OF-16.1 the order of things after a mission | [`steps`] |
//! | OF-16.1, OF-16.2 deeds | [`deeds`] |
//! | OF-1.2 what is told of each mission, decorations | [`chronicle`] |
//! | OF-16.2 who survives, the pool of combat points | [`debriefing`] |
//! | OF-16.3, OF-16.4, OF-16.5 raising ratings, replacements, captured vehicles | [`steps`] |

pub mod chronicle;
pub mod debriefing;
pub mod deeds;
pub mod steps;
#[cfg(test)]
mod tests;
pub(crate) mod words;

use engine::{Entry, Frames, Legacy};

use crate::{
    play::s04_generation::{self, names},
    rule_ids,
    state::{
        Frame, State,
        campaign::{Campaign, Debriefing, Waiting},
        generation::{Generation, LETTERS},
        laid_out::{self, Act, Ask, OpenFire},
        roster::{Roster, RosterCrew, Vehicle},
        roster_text,
        units::{Ratings, Unit},
    },
};

/// The setting that makes a mission part of a campaign.
pub const CAMPAIGN: &str = "campaign";
/// The setting that holds the platoon of an earlier mission, as text.
pub const PLATOON: &str = "platoon";

/// The state before a mission to which a platoon comes from an earlier one (OF-16.1).
pub(crate) fn before_fitting_out(rules: &OpenFire, roster: &Roster) -> State {
    let mut state = laid_out::before_generation(rules);
    if rules.mission.muster.only_new {
        return state;
    }
    state.generation = None;
    state.frames = Frames::new(Frame::FitOut);
    let debriefing = Debriefing::fitting_out(rules.mission.campaign_points);
    state.campaign = Some(Box::new(Campaign::of(roster.clone(), debriefing)));
    state
}

/// A platoon that has just been generated starts its campaign, if this is one; or it takes the place of a campaign's platoon for a
/// mission that wants a new one.
pub(crate) fn enlist(act: &mut Act<'_>, units: &[Unit], generation: &Generation) {
    if !act.rules.options.campaign {
        return;
    }
    let tables = &act.rules.sheet.platoon;
    let mut crews: Vec<RosterCrew> = units.iter().filter_map(|unit| enlisted(act.rules, unit)).collect();
    // A crew without a vehicle stays behind, and stays in the platoon.
    for (crew, letter) in generation.crews.iter().zip(LETTERS).filter(|(crew, _)| crew.vehicle.is_none()) {
        let cost = tables.crews.get(usize::from(crew.kind)).map_or(0, |row| row.cost);
        crews.push(RosterCrew::new(letter, cost, crew.crew, None));
    }
    crews.sort_by(|a, b| a.letter.cmp(&b.letter));
    for crew in &mut crews {
        if let Some(named) = names::names_of(act.state, &crew.letter) {
            (crew.name, crew.men) = (named.vehicle.clone(), named.men.clone());
        }
    }
    let earlier = act.rules.roster.clone();
    let mut roster = earlier.unwrap_or_default();
    let (crews, park) = (std::mem::replace(&mut roster.crews, crews), std::mem::take(&mut roster.park));
    let waiting = act.rules.roster.is_some().then_some(Waiting { crews, park });
    if waiting.is_some() {
        act.note(|_| Entry::new(rule_ids::CAMPAIGN, "The platoon of the campaign sits this mission out."));
    }
    act.state.campaign = Some(Box::new(Campaign { waiting, ..Campaign::of(roster, Debriefing::default()) }));
}

fn enlisted(rules: &OpenFire, unit: &Unit) -> Option<RosterCrew> {
    let Ratings::Crew(crew) = unit.ratings else { return None };
    let tables = &rules.sheet.platoon;
    let card = &rules.sheet.cards[usize::from(unit.card)].id;
    let vehicle = Vehicle {
        card: card.clone(),
        points: tables.vehicle_cost(card).unwrap_or(0),
        rounds: debriefing::rounds_of(unit),
        captured: None,
        fresh: false,
    };
    let cost = tables.crew_cost(crew.initiative, crew.commander).unwrap_or(0);
    Some(RosterCrew::new(&unit.letter, cost, crew, Some(vehicle)))
}

/// The units of a platoon that goes into a mission, in the order of their letters.
pub(crate) fn called_up(rules: &OpenFire, roster: &Roster) -> Vec<Unit> {
    let unit = |crew: &RosterCrew| {
        let vehicle = crew.vehicle.as_ref()?;
        let mut now = crew.now;
        let strange = vehicle.captured.map_or(0, |served| rules.sheet.platoon.campaign.strangeness(served));
        now.rating = now.rating.saturating_sub(strange).max(1);
        Some(s04_generation::platoon_unit(rules, &crew.letter, &vehicle.card, now, vehicle.rounds))
    };
    roster.crews.iter().filter_map(unit).collect()
}

/// The mission has been counted up: a campaign continues with the debriefing, any other game is over.
pub(crate) fn close_mission(act: &mut Act<'_>, won: bool) {
    match &act.state.campaign {
        Some(campaign) if campaign.waiting.is_some() => {
            debriefing::relieve(act, won);
            act.state.frames.replace(Frame::Over { won });
        }
        Some(_) => {
            act.state.frames.replace(Frame::Debriefing { won });
            debriefing::debrief(act, won);
        }
        None => act.state.frames.replace(Frame::Over { won }),
    }
}

/// The platoon that a finished mission hands on; none if nobody is left who could go on.
pub(crate) fn handed_on(ask: Ask<'_>) -> Option<Legacy> {
    let campaign = ask.state.campaign.as_ref().filter(|campaign| campaign.roster.can_fight())?;
    let Frame::Over { .. } = ask.state.frames.top() else { return None };
    let roster = &campaign.roster;
    let (crews, missions) = (roster.crews.len(), roster.missions.len());
    let plural = |count: usize, thing: &str| format!("{count} {thing}{}", if count == 1 { "" } else { "s" });
    Some(Legacy {
        title: "Play on with this platoon".to_owned(),
        text: format!("{} after {}", plural(crews, "crew"), plural(missions, "mission")),
        setting: PLATOON.to_owned(),
        settings: vec![(CAMPAIGN.to_owned(), "on".to_owned()), (PLATOON.to_owned(), roster_text::write(roster))],
        next: next_by_date(ask.rules, roster),
    })
}

/// The first mission by date that the platoon has not fought; any other may be chosen as well.
fn next_by_date(rules: &OpenFire, roster: &Roster) -> Option<String> {
    let fought = |id: &str| roster.missions.iter().any(|mission| mission.id == id);
    let left = rules.booklet.missions.iter().filter(|mission| !mission.date.is_empty() && !fought(&mission.id));
    left.min_by_key(|mission| (&mission.date, &mission.id)).map(|mission| mission.id.clone())
}
