//! The debriefing on the screen: what is asked, the sheet to fill in, lines of the record sheet (OF-2.5).

use std::fmt::Display;

use engine::{Boxes, Choice, Fact, Family, Panel, Prompt, RuleId, Sheet, SheetCard};

use crate::{
    play::{
        notation, offers,
        s16_campaign::{
            deeds,
            fates::{self, letter_place},
            steps::Step,
        },
    },
    rule_ids::{CAMPAIGN_GAMES, CAMPAIGN_PROCEDURE, COMBAT_POINTS, IMPROVING, REPLACEMENTS},
    screen::{panels, prompt::Phrase},
    state::{
        Frame,
        campaign::{Campaign, Stage},
        generation::LETTERS,
        laid_out::{Ask, OpenFire},
        roster::{MissionRecord, RosterCrew, Told, Topic, Vehicle},
        units::UnitId,
    },
    tables::platoon::Characteristic,
};

const STEPS: [&str; 4] = ["Award combat points", "Spend them", "Replace crews", "Vehicles and rounds"];

fn fact(label: impl Into<String>, value: impl Display, detail: &str) -> Fact {
    Fact { label: label.into(), value: format!("{value}"), detail: detail.to_owned() }
}

/// What the debriefing asks: rule, question, hint.
pub(crate) fn debriefing_question(campaign: &Campaign) -> (RuleId, String, &'static str) {
    let debriefing = &campaign.debriefing;
    match debriefing.stage {
        Stage::FitOut => (
            CAMPAIGN_PROCEDURE,
            format!("Your platoon: {} vehicle quality points for ammunition", debriefing.vehicle_points),
            "Rounds left from the last mission are still there. Fall in when you are satisfied.",
        ),
        Stage::Award => (
            COMBAT_POINTS,
            format!("Award the combat points: {} left", debriefing.pool),
            "Reward any crew, with up to six points each. Deeds are only suggestions.",
        ),
        Stage::Spend => (
            IMPROVING,
            "Spend combat points?".to_owned(),
            "Six of them raise a rating. Points not spent are kept for the next mission.",
        ),
        Stage::Crews => (
            REPLACEMENTS,
            format!("Replace the crews that were lost: {} platoon quality points", debriefing.platoon_points),
            "The points of all lost crews go into one purse, and each of them must be replaced, if only by raw \
             recruits. Then dice give the new crews' ratings.",
        ),
        Stage::Vehicles => (
            REPLACEMENTS,
            format!("The platoon's vehicles: {} vehicle quality points", debriefing.vehicle_points),
            "Spend the points of the lost vehicles on new ones, which must come first, and on rounds, or let a crew \
             take one from the park.",
        ),
    }
}

/// The lines beside the board in a campaign while no form shows them: what the platoon has been through, and how it
/// stands at the end.
pub(crate) fn campaign_panels(ask: Ask<'_>) -> Vec<Panel> {
    let Some(campaign) = &ask.state.campaign else { return Vec::new() };
    let panel = |id: &str, title: &str, facts: Vec<Fact>| Panel {
        id: id.to_owned(),
        title: title.to_owned(),
        rows: facts.into_iter().map(|fact| panels::row(fact, None)).collect(),
    };
    let over = matches!(ask.state.frames.top(), Frame::Over { .. });
    let roster = over.then(|| panel("roster", "The platoon", roster(ask.rules, campaign)));
    let history = Some(history(campaign)).filter(|missions| !missions.is_empty() && form_title(ask).is_none());
    roster.into_iter().chain(history.map(|missions| panel("history", "The campaign", missions))).collect()
}

/// The platoon as it goes on to the next mission: what its form says, a line for each crew and vehicle.
fn roster(rules: &OpenFire, campaign: &Campaign) -> Vec<Fact> {
    let line = |card: SheetCard| {
        let boxes = card.boxes.into_iter().map(|boxes| fact(boxes.label, boxes.ticked, ""));
        let numbers = card.facts.into_iter().chain(boxes);
        let numbers: Vec<String> =
            numbers.map(|fact| format!("{} {}", fact.label.to_lowercase(), fact.value)).collect();
        fact(card.title, numbers.join(", "), &card.subtitle)
    };
    totals(campaign).into_iter().chain(cards(rules, campaign, &|_| None).into_iter().map(line)).collect()
}

fn vehicle_text(rules: &OpenFire, vehicle: &Vehicle) -> String {
    let card = fates::vehicle_name(rules, &vehicle.card);
    let rounds = offers::counted(vehicle.rounds, "round");
    match vehicle.captured.map(|served| rules.sheet.platoon.campaign.strangeness(served)) {
        Some(0) => format!("captured {card}, {rounds}"),
        Some(less) => format!("captured {card}, {rounds}; crew rating {less} less"),
        None => format!("{card}, {rounds}"),
    }
}

fn totals(campaign: &Campaign) -> Vec<Fact> {
    let debriefing = &campaign.debriefing;
    let mut facts = match debriefing.stage {
        Stage::Award => vec![fact("Combat points left", debriefing.pool, "to be awarded to the survivors")],
        Stage::Spend => Vec::new(),
        Stage::Crews => {
            vec![fact("Platoon quality points", debriefing.platoon_points, "of the crews that were lost")]
        }
        Stage::Vehicles => {
            vec![fact("Vehicle quality points", debriefing.vehicle_points, "of the vehicles that were lost")]
        }
        Stage::FitOut => vec![fact("Vehicle quality points", debriefing.vehicle_points, "for ammunition")],
    };
    if debriefing.loose_rounds > 0 {
        facts.push(fact("Rounds left over", debriefing.loose_rounds, "paid for already"));
    }
    facts
}

/// Combat point boxes of a unit's line on the record sheet (OF-2.5): what it has, and what it has done to deserve more.
pub(crate) fn combat_points(ask: Ask<'_>, unit: UnitId) -> Option<Fact> {
    let campaign = ask.state.campaign.as_ref()?;
    let letter = deeds::crew_letter(ask, unit)?;
    let crew = campaign.roster.crews.iter().find(|crew| crew.letter == letter)?;
    let deeds = counted(campaign.deeds_of(letter).map(|deed| (deed.text(), 0)));
    let deeds: Vec<String> = deeds.into_iter().map(|(deed, _)| deed).collect();
    Some(fact("Combat points", crew.combat_points, &deeds.join("; ")))
}

/// The heading of the form that is filled in now, if one is.
fn form_title(ask: Ask<'_>) -> Option<&'static str> {
    match ask.state.frames.top() {
        Frame::FitOut => Some("The platoon falls in"),
        Frame::Debriefing { .. } => Some("Debriefing"),
        _ => None,
    }
}

/// The form on which the debriefing is done.
pub(crate) fn debriefing_sheet(ask: Ask<'_>, choices: &[Choice]) -> Option<Sheet> {
    let campaign = ask.state.campaign.as_ref()?;
    let title = form_title(ask)?;
    let fitting_out = *ask.state.frames.top() == Frame::FitOut;
    let (rule, text, hint) = debriefing_question(campaign);
    let legal = |step: Step| {
        let action = step.write(ask);
        choices.iter().any(|choice| choice.action == action).then_some(action)
    };
    let stage = campaign.debriefing.stage;
    let done = match stage {
        Stage::Award => Step::Awarded,
        Stage::Spend => Step::Spent,
        Stage::Crews => Step::Recruited,
        Stage::Vehicles | Stage::FitOut => Step::Ready,
    };
    let rows = 0..ask.rules.sheet.platoon.crews.len() as u8;
    let offers: Vec<Step> = match stage {
        Stage::Award => vec![Step::AwardRest],
        Stage::Crews => rows.clone().map(Step::BuyCrew).chain(rows.map(Step::ReturnCrew)).collect(),
        _ => Vec::new(),
    };
    Some(Sheet {
        id: if fitting_out { "fit-out" } else { "debriefing" }.to_owned(),
        title: title.to_owned(),
        text: format!("{text}. {hint}").replace("?.", "?"),
        rule,
        steps: if fitting_out { Vec::new() } else { STEPS.map(str::to_owned).to_vec() },
        step: (stage as u8).saturating_sub(Stage::Award as u8),
        totals: totals(campaign),
        cards: cards(ask.rules, campaign, &legal),
        offers: offers.into_iter().filter_map(legal).collect(),
        done: legal(done),
        history: history(campaign),
    })
}

fn history(campaign: &Campaign) -> Vec<Fact> {
    let missions = campaign.roster.missions.iter();
    missions.map(|mission| fact(&mission.title, result_text(mission), &fallen_text(mission))).collect()
}

/// A card for each crew, for each that has been recruited, and for each vehicle in the park.
fn cards(rules: &OpenFire, campaign: &Campaign, legal: &dyn Fn(Step) -> Option<String>) -> Vec<SheetCard> {
    let plain = |id: String, title: &str, subtitle: String, facts: Vec<Fact>| SheetCard {
        id,
        title: title.to_owned(),
        subtitle,
        facts,
        boxes: None,
        notes: Vec::new(),
        offers: Vec::new(),
    };
    let crews = campaign.roster.crews.iter().map(|crew| crew_card(rules, campaign, crew, legal));
    let recruits = (1..).zip(&campaign.debriefing.new_crews).map(|(place, &kind)| {
        let subtitle = format!("initiative {}; dice will give the rest", notation::crew_kind(rules, kind));
        plain(format!("new-{place}"), "New crew", subtitle, Vec::new())
    });
    let park = (1..).zip(&campaign.roster.park).map(|(place, vehicle)| {
        let whose = if vehicle.captured.is_some() { "captured; " } else { "" };
        let subtitle = format!("{whose}in the park, without a crew");
        let rounds = vec![fact("Rounds", vehicle.rounds, "")];
        plain(format!("park-{place}"), fates::vehicle_name(rules, &vehicle.card), subtitle, rounds)
    });
    crews.chain(recruits).chain(park).collect()
}

fn crew_card(
    rules: &OpenFire,
    campaign: &Campaign,
    crew: &RosterCrew,
    legal: &dyn Fn(Step) -> Option<String>,
) -> SheetCard {
    let place = letter_place(&crew.letter) as u8;
    let subtitle = match &crew.vehicle {
        Some(vehicle) => vehicle_text(rules, vehicle),
        None => "no vehicle".to_owned(),
    };
    SheetCard {
        id: LETTERS[usize::from(place)].to_lowercase(),
        title: fates::crew_name(crew),
        subtitle,
        facts: crew_facts(campaign, crew),
        boxes: combat_point_boxes(rules, campaign, crew, legal),
        notes: deed_notes(rules, campaign, crew),
        offers: steps_of(rules, campaign, place).into_iter().filter_map(legal).collect(),
    }
}

/// A crew's ratings, its rounds, and its combat points where the boxes do not tell what it has in all.
fn crew_facts(campaign: &Campaign, crew: &RosterCrew) -> Vec<Fact> {
    let rating = |what: Characteristic| {
        let (now, first) = (crew.now.characteristic(what), crew.initial.characteristic(what));
        let value = if what == Characteristic::WeaponSkill { format!("{now:+}") } else { now.to_string() };
        let detail = if now > first { format!("{first} when it joined") } else { String::new() };
        let mut title = what.title().to_owned();
        title[..1].make_ascii_uppercase();
        fact(title, value, &detail)
    };
    let mut facts: Vec<Fact> = Characteristic::ALL.map(rating).to_vec();
    if crew.now.commander {
        facts[0].value += "c";
    }
    let grown = if crew.raised.crew { format!("{} when it joined", crew.initial.rating) } else { String::new() };
    facts.push(fact("Crew", crew.now.rating, &grown));
    if let Some(vehicle) = &crew.vehicle {
        facts.push(fact("Rounds", vehicle.rounds, ""));
    }
    let awarded = campaign.debriefing.awarded[letter_place(&crew.letter)];
    match campaign.debriefing.stage {
        Stage::Award if awarded == 0 => {}
        Stage::Award | Stage::FitOut => facts.push(fact("Combat points", crew.combat_points, "")),
        Stage::Spend | Stage::Crews | Stage::Vehicles => {}
    }
    facts
}

/// Combat points as boxes to tick: those for this mission while they are awarded, else those the crew has.
fn combat_point_boxes(
    rules: &OpenFire,
    campaign: &Campaign,
    crew: &RosterCrew,
    legal: &dyn Fn(Step) -> Option<String>,
) -> Option<Boxes> {
    let limits = &rules.sheet.platoon.campaign;
    let place = letter_place(&crew.letter);
    let awarded = campaign.debriefing.awarded[place];
    match campaign.debriefing.stage {
        Stage::Award if awarded > 0 => Some(Boxes {
            label: "Combat points for this mission".to_owned(),
            ticked: awarded,
            of: limits.most_awarded,
            less: legal(Step::TakeBack(place as u8)),
            more: legal(Step::Award(place as u8)),
            hint: format!("deeds suggest {}", campaign.suggested(&crew.letter, &limits.deeds).clamp(1, 6)),
        }),
        Stage::FitOut => None,
        Stage::Award | Stage::Spend | Stage::Crews | Stage::Vehicles => Some(Boxes {
            label: "Combat points".to_owned(),
            ticked: crew.combat_points,
            of: limits.combat_points,
            less: None,
            more: None,
            hint: String::new(),
        }),
    }
}

/// What a crew has done: in this mission while combat points are awarded, else in all of them.
fn deed_notes(rules: &OpenFire, campaign: &Campaign, crew: &RosterCrew) -> Vec<Fact> {
    let points = &rules.sheet.platoon.campaign.deeds;
    if campaign.debriefing.stage == Stage::Award {
        let deeds = campaign.deeds_of(&crew.letter).map(|deed| (deed.told(), deed.worth(points)));
        let deeds = counted(deeds).into_iter().map(|(deed, worth)| fact(deed, format!("{worth:+}"), ""));
        deeds.chain(what_befell(campaign, crew)).collect()
    } else {
        let deeds = crew.deeds.iter().map(|deed| (deed.clone(), 0));
        counted(deeds).into_iter().map(|(deed, _)| fact(deed, "", "")).collect()
    }
}

/// What befell the men of a crew in the mission that is over.
fn what_befell(campaign: &Campaign, crew: &RosterCrew) -> Vec<Fact> {
    let told = campaign.roster.missions.last().into_iter().flat_map(|mission| &mission.told);
    let name = fates::crew_name(crew);
    let line = |told: &Told| match told.topic {
        Topic::Wounds | Topic::Replaced if told.crew == name => Some(fact(&told.text, "", "")),
        Topic::Decoration => {
            let man = told.crew.strip_suffix(&name)?.trim_end_matches([',', ' ']);
            Some(fact(if man.is_empty() { told.text.clone() } else { format!("{man}: {}", told.text) }, "", ""))
        }
        Topic::Deed | Topic::Command | Topic::Wounds | Topic::Loss | Topic::Joined | Topic::Replaced => None,
    };
    told.filter_map(line).collect()
}

/// Each deed once, with how often it was done and what that is worth together, in the order in which they were first
/// done.
fn counted(deeds: impl Iterator<Item = (String, i32)>) -> Vec<(String, i32)> {
    let mut found: Vec<(String, i32, u32)> = Vec::new();
    for (deed, worth) in deeds {
        match found.iter_mut().find(|(known, ..)| *known == deed) {
            Some((_, sum, times)) => (*sum, *times) = (*sum + worth, *times + 1),
            None => found.push((deed, worth, 1)),
        }
    }
    let told = |(deed, worth, times): (String, i32, u32)| match times {
        1 => (deed, worth),
        2 => (format!("{deed}, twice"), worth),
        _ => (format!("{deed}, {times} times"), worth),
    };
    found.into_iter().map(told).collect()
}

/// The steps that might be taken with a crew at this stage.
fn steps_of(rules: &OpenFire, campaign: &Campaign, place: u8) -> Vec<Step> {
    let (vehicles, parked) = (rules.sheet.platoon.vehicles.len() as u8, campaign.roster.park.len() as u8);
    match campaign.debriefing.stage {
        Stage::Spend => Characteristic::ALL.map(|what| Step::Raise { crew: place, what }).to_vec(),
        Stage::Vehicles | Stage::FitOut => {
            let buy = (0..vehicles).map(|vehicle| Step::BuyVehicle { crew: place, vehicle });
            let man = (0..parked).map(|vehicle| Step::Man { crew: place, vehicle });
            let own = [Step::BuyRounds(place), Step::ReturnVehicle(place), Step::Park(place)];
            buy.chain(own).chain(man).collect()
        }
        Stage::Award | Stage::Crews => Vec::new(),
    }
}

/// The question as a prompt's parts, for the campaign frame on top.
pub(crate) fn campaign_prompt(ask: Ask<'_>, phrase: &Phrase<'_>) -> Prompt {
    match &ask.state.campaign {
        Some(campaign) => {
            let (rule, text, hint) = debriefing_question(campaign);
            phrase(rule, text, hint, Vec::new())
        }
        None => phrase(CAMPAIGN_GAMES, "The platoon is being debriefed".to_owned(), "", Vec::new()),
    }
}

/// How a mission came out.
pub(crate) fn result_text(mission: &MissionRecord) -> String {
    let word = if mission.won { "won" } else { "lost" };
    format!("{word}, {} of {} points", mission.points, mission.needed)
}

fn fallen_text(mission: &MissionRecord) -> String {
    if mission.fallen.is_empty() { String::new() } else { format!("did not come back: {}", mission.fallen.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deeds_are_told_once() {
        let deeds = ["panicked", "knocked out a Tiger", "panicked", "panicked", "saw home", "saw home"];
        let told = counted(deeds.into_iter().map(|deed| (deed.to_owned(), -1)));
        let told: Vec<(&str, i32)> = told.iter().map(|(deed, worth)| (deed.as_str(), *worth)).collect();
        assert_eq!(told, [("panicked, 3 times", -3), ("knocked out a Tiger", -1), ("saw home, twice", -2)]);
    }
}
