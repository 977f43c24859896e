//! The platoon's own history (OF-1.2): what each mission did to it and what it did, crew by crew, for its page. The rulebook only asks that
//! a record be kept; what stands in it, and the decorations, are ours.

use engine::Entry;

use crate::{
    play::s16_campaign::debriefing::{self, Fate, crew_name, vehicle_name},
    rule_ids::CAMPAIGN,
    state::{
        campaign::{Campaign, DeedKind},
        laid_out::{Act, Ask},
        roster::{Roster, RosterCrew, Told, Topic},
    },
    tables::decorations::Merit,
};

/// What is told of a mission: what the crews did, whom they lost, what they got for it.
pub(crate) fn told(ask: Ask<'_>, campaign: &Campaign, fates: &[Option<Fate>]) -> Vec<Told> {
    let crews = campaign.roster.crews.iter().zip(fates);
    crews.filter_map(|(crew, fate)| Some(told_of(ask, campaign, crew, (*fate)?))).flatten().collect()
}

fn told_of(ask: Ask<'_>, campaign: &Campaign, crew: &RosterCrew, fate: Fate) -> Vec<Told> {
    let name = crew_name(crew);
    let line = |topic: Topic, text: String| Told { topic, crew: name.clone(), text };
    let won = campaign.deeds_of(&crew.letter).filter(|deed| is_decisive(deed.kind));
    let mut lines: Vec<Told> = won.map(|deed| line(Topic::Deed, deed.text())).collect();
    let wounded = debriefing::men_hit(ask, &crew.letter);
    if fate.crew && wounded > 0 {
        let men = if wounded == 1 { "one man was hit".to_owned() } else { format!("{wounded} men were hit") };
        lines.push(line(Topic::Wounds, men));
    }
    if let Some(vehicle) = crew.vehicle.as_ref().filter(|_| !fate.vehicle) {
        lines.push(line(Topic::Loss, format!("the {} was lost", vehicle_name(ask.rules, &vehicle.card))));
    }
    if !fate.crew {
        lines.push(line(Topic::Loss, "did not come back".to_owned()));
    }
    lines.extend(decorations(ask, campaign, crew, fate).into_iter().map(|given| line(Topic::Decoration, given)));
    lines
}

/// Whether a deed took a German out of the war.
fn is_decisive(kind: DeedKind) -> bool {
    matches!(kind, DeedKind::Killed | DeedKind::Finished | DeedKind::Captured)
}

fn decorations(ask: Ask<'_>, campaign: &Campaign, crew: &RosterCrew, fate: Fate) -> Vec<String> {
    let list = &ask.rules.sheet.decorations;
    let kills = campaign.deeds_of(&crew.letter).filter(|deed| is_decisive(deed.kind)).count();
    let wounded = if fate.crew { debriefing::men_hit(ask, &crew.letter) } else { 0 };
    let given = [list.given_for(Merit::KnockedOut, kills), list.given_for(Merit::Wounded, wounded.into())]
        .into_iter()
        .flatten();
    given.map(str::to_owned).collect()
}

/// The log tells of decorations, too.
pub(crate) fn tell_decorations(act: &mut Act<'_>, told: &[Told]) {
    for Told { crew, text, .. } in told.iter().filter(|told| told.topic == Topic::Decoration) {
        act.note(|_| Entry::new(CAMPAIGN, format!("{crew} is awarded the {text}.")));
    }
}

/// Crews that have just joined take the places of those who did not come back, in their order.
pub(crate) fn tell_recruits(roster: &mut Roster, letters: &[&str]) {
    let Some(mission) = roster.missions.last_mut() else { return };
    let before = mission.told.iter().filter(|told| told.topic == Topic::Joined).count();
    for (place, letter) in (before..).zip(letters) {
        let crew = format!("Crew {letter}");
        let text = match mission.fallen.get(place) {
            Some(fallen) if *fallen == crew => "was made up anew".to_owned(),
            Some(fallen) => format!("took the place of {fallen}"),
            None => "joined the platoon".to_owned(),
        };
        mission.told.push(Told { topic: Topic::Joined, crew, text });
    }
}
