//! A platoon enters the roster of a campaign, and is called up from it (OF-16.1).

use engine::{Entry, Frames};

use crate::{
    play::{s04_generation::mustering, s09_fire::ammunition},
    rule_ids,
    state::{
        Frame, State,
        campaign::{Campaign, Debriefing, Waiting},
        generation::{Generation, LETTERS},
        laid_out::{self, Act, OpenFire},
        roster::{Roster, RosterCrew, Vehicle},
        units::{Ratings, Unit},
    },
};

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

/// A platoon that has just been generated starts its campaign, if this is one; or it takes the place of a campaign's
/// platoon for a mission that wants a new one.
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
        if let Some(named) = act.state.names_of(&crew.letter) {
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
        rounds: ammunition::rounds_of(unit),
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
        Some(mustering::platoon_unit(rules, &crew.letter, &vehicle.card, now, vehicle.rounds))
    };
    roster.crews.iter().filter_map(unit).collect()
}
