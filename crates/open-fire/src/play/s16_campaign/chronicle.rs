//! The platoon's own history (OF-1.2): what each mission did to it and what it did, crew by crew, for its page. The
//! rulebook only asks that a record be kept; what stands in it, and the decorations, are ours.

use engine::Entry;

use crate::{
    play::{
        s02_men,
        s16_campaign::fates::{self, Fate, crew_name, vehicle_name},
    },
    rule_ids::CAMPAIGN,
    state::{
        campaign::{Campaign, DeedKind},
        laid_out::{Act, Ask},
        roster::{Roster, RosterCrew, Told, Topic},
        units::Hurt,
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
    let topic_of = |kind: DeedKind| match kind {
        DeedKind::Killed | DeedKind::Finished | DeedKind::Captured => Some(Topic::Deed),
        DeedKind::GaveTurn => Some(Topic::Command),
        DeedKind::Damaged | DeedKind::Panicked => None,
    };
    let done = campaign.deeds_of(&crew.letter).filter_map(|deed| Some(line(topic_of(deed.kind)?, deed.told())));
    let mut lines: Vec<Told> = done.collect();
    let unit = fates::unit_of(ask, &crew.letter);
    let hurt = unit.map_or(&[][..], |unit| &ask.state.unit(unit).hurt);
    if let Some(unit) = unit.filter(|_| fate.crew) {
        let was = |hurt: &Hurt| format!("{} was {}", s02_men::described(ask, unit, hurt.seat), hurt.word());
        lines.extend(hurt.iter().map(|hurt| line(Topic::Wounds, was(hurt))));
    }
    if let Some(vehicle) = crew.vehicle.as_ref().filter(|_| !fate.vehicle) {
        lines.push(line(Topic::Loss, format!("the {} was lost", vehicle_name(ask.rules, &vehicle.card))));
    }
    if !fate.crew {
        let men = s02_men::men_of(ask.rules, &campaign.roster, crew);
        let men: Vec<String> = men.into_iter().map(|(name, _)| name).collect();
        lines.push(line(Topic::Loss, format!("did not come back: {}", men.join(", "))));
    }
    let given = decorations(ask, campaign, crew, fate).into_iter();
    lines.extend(given.map(|(man, text)| Told { topic: Topic::Decoration, crew: whose(&man, &name), text }));
    lines
}

/// "Cpl. Kowalski, Crew A"; a crew by itself where the man is not known.
fn whose(man: &str, crew: &str) -> String {
    if man.is_empty() { crew.to_owned() } else { format!("{man}, {crew}") }
}

/// Whether a deed took a German out of the war.
fn is_decisive(kind: DeedKind) -> bool {
    matches!(kind, DeedKind::Killed | DeedKind::Finished | DeedKind::Captured)
}

/// Who is decorated, and with what: the man who did the most, and everybody who was wounded.
fn decorations(ask: Ask<'_>, campaign: &Campaign, crew: &RosterCrew, fate: Fate) -> Vec<(String, String)> {
    let list = &ask.rules.sheet.decorations;
    let kills: Vec<&str> =
        campaign.deeds_of(&crew.letter).filter(|deed| is_decisive(deed.kind)).map(|deed| deed.man.as_str()).collect();
    let count = |man: &str| kills.iter().filter(|other| **other == man).count();
    // The first of equals: `max_by_key` alone would take the last.
    let best = kills.iter().rev().max_by_key(|man| count(man)).copied().unwrap_or_default();
    let brave = list.given_for(Merit::KnockedOut, kills.len()).map(|given| (best.to_owned(), given.to_owned()));
    let heart = list.given_for(Merit::Wounded, 1).filter(|_| fate.crew);
    let unit = fates::unit_of(ask, &crew.letter);
    let hurt = unit.map_or(&[][..], |unit| &ask.state.unit(unit).hurt);
    let hearts =
        hurt.iter().filter_map(|hurt| Some((s02_men::name_of(ask, &crew.letter, hurt.seat), heart?.to_owned())));
    brave.into_iter().chain(hearts).collect()
}

/// Men who were killed have to be replaced when their crew goes on: a new name in their seat, and a line that says so.
pub(crate) fn replace_the_dead(ask: Ask<'_>, roster: &Roster, crew: &mut RosterCrew, told: &mut Vec<Told>) {
    let Some(unit) = fates::unit_of(ask, &crew.letter) else { return };
    let came = |name: &str, told: &[Told]| {
        let mut known = roster.missions.iter().flat_map(|mission| &mission.told).chain(told);
        roster.crews.iter().flat_map(|other| &other.men).any(|man| man == name)
            || known.any(|line| line.text.contains(name))
    };
    for hurt in ask.state.unit(unit).hurt.iter().filter(|hurt| hurt.dead) {
        let new = ask.rules.sheet.names.replacement(&|name| came(name, told));
        let Some(new) = new.map(str::to_owned) else { return };
        let seat = usize::from(hurt.seat);
        let text =
            format!("{new} took the place of {}", s02_men::described(ask, unit, hurt.seat).trim_end_matches(','));
        told.push(Told { topic: Topic::Replaced, crew: crew_name(crew), text });
        if crew.men.len() <= seat {
            crew.men.resize(seat + 1, String::new());
        }
        crew.men[seat] = new;
    }
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
