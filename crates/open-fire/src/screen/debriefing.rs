//! The debriefing on the screen: what is asked, the sheet to fill in, lines of the record sheet (OF-2.5).

use std::fmt::Display;

use engine::{Boxes, Choice, ChoiceKind, Fact, Panel, Prompt, RuleId, Sheet, SheetCard};

use crate::{
    play::{
        notation,
        s16_campaign::{
            debriefing::{self, letter_place},
            deeds,
            steps::{self, Step},
            words,
        },
    },
    rule_ids::{CAMPAIGN_GAMES, CAMPAIGN_PROCEDURE, CAPTURED_VEHICLES, COMBAT_POINTS, IMPROVING, REPLACEMENTS},
    screen::{panels, prompt::Phrase},
    state::{
        Frame,
        campaign::{Campaign, Stage},
        generation::LETTERS,
        laid_out::{Ask, OpenFire},
        roster::{Characteristic, MissionRecord, RosterCrew, Vehicle},
        units::UnitId,
    },
};

const STEPS: [&str; 4] = ["Award combat points", "Spend them", "Replace crews", "Vehicles and rounds"];

fn fact(label: impl Into<String>, value: impl Display, detail: &str) -> Fact {
    Fact { label: label.into(), value: format!("{value}"), detail: detail.to_owned() }
}

fn counted(count: u8, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// What the debriefing asks: rule, question, hint.
pub(crate) fn debriefing_question(campaign: &Campaign) -> (RuleId, String, &'static str) {
    let debriefing = &campaign.debriefing;
    match debriefing.stage {
        Stage::FitOut => (
            CAMPAIGN_PROCEDURE,
            format!("Your platoon: {} vehicle quality points for ammunition", debriefing.vehicle_points),
            "Rounds left from the last mission are still there. Fall in, when you are content.",
        ),
        Stage::Award => (
            COMBAT_POINTS,
            format!("Deal the combat points: {} left", debriefing.pool),
            "Reward whom you like, up to six points a crew. Deeds are only suggestions.",
        ),
        Stage::Spend => (
            IMPROVING,
            "Spend combat points?".to_owned(),
            "Six of them raise a rating. What is not spent is kept for the next mission.",
        ),
        Stage::Crews => (
            REPLACEMENTS,
            format!("Replace the crews that were lost: {} platoon quality points", debriefing.platoon_points),
            "The points of all lost crews are one purse. Then dice give the new crews' ratings.",
        ),
        Stage::Vehicles => (
            REPLACEMENTS,
            format!("The platoon's vehicles: {} vehicle quality points", debriefing.vehicle_points),
            "Buy vehicles and rounds for the points of those that were lost, or let a crew take one out of the park.",
        ),
    }
}

/// A choice of the debriefing: rule and label.
pub(crate) fn debriefing_choice(ask: Ask<'_>, step: Step, choice: &mut Choice) {
    let Some(campaign) = &ask.state.campaign else { return };
    let tables = &ask.rules.sheet.platoon;
    let name = |place: u8| campaign.crew(place).map(|crew| debriefing::crew_name(crew)).unwrap_or_default();
    let (rule, label) = match step {
        Step::Award(place) => (COMBAT_POINTS, format!("A combat point for {}", name(place))),
        Step::TakeBack(place) => (COMBAT_POINTS, format!("A combat point back from {}", name(place))),
        Step::AwardRest => (COMBAT_POINTS, "Deal the rest by deeds".to_owned()),
        Step::Awarded => (COMBAT_POINTS, "All are dealt".to_owned()),
        Step::Raise { crew, what } => {
            choice.cost = Some(format!("{} combat points", tables.campaign.combat_points));
            choice.odds = (what == Characteristic::Initiative).then(|| steps::initiative_odds(ask.rules));
            (IMPROVING, format!("{}: {}", name(crew), raise_text(ask.rules, campaign, crew, what)))
        }
        Step::Spent => (IMPROVING, "Keep the rest".to_owned()),
        Step::BuyCrew(kind) => {
            let row = tables.crews.get(usize::from(kind));
            choice.cost = row.map(|row| row.cost.to_string());
            let size = row.map_or(0, |row| row.size);
            (REPLACEMENTS, format!("A crew of initiative {} with {size} men", notation::crew_kind(ask.rules, kind)))
        }
        Step::ReturnCrew(kind) => {
            (REPLACEMENTS, format!("Send a crew of initiative {} back", notation::crew_kind(ask.rules, kind)))
        }
        Step::Recruited if campaign.debriefing.new_crews.is_empty() => (REPLACEMENTS, "No new crews".to_owned()),
        Step::Recruited => (REPLACEMENTS, "Throw for the new crews' ratings".to_owned()),
        Step::BuyVehicle { crew, vehicle } => {
            let row = tables.vehicles.get(usize::from(vehicle));
            choice.cost = row.map(|row| row.cost.to_string());
            let card = row.map_or("vehicle", |row| debriefing::vehicle_name(ask.rules, &row.card));
            (REPLACEMENTS, format!("{card} for {}", name(crew)))
        }
        Step::ReturnVehicle(crew) => (REPLACEMENTS, format!("{} gives its new vehicle back", name(crew))),
        Step::BuyRounds(crew) => rounds_choice(ask.rules, campaign, crew, choice),
        Step::Park(crew) => {
            let vehicle = campaign.crew(crew).and_then(|crew| crew.vehicle.as_ref());
            let card = vehicle.map_or("vehicle", |vehicle| debriefing::vehicle_name(ask.rules, &vehicle.card));
            (CAPTURED_VEHICLES, format!("{} leaves its {card} in the park", name(crew)))
        }
        Step::Man { crew, vehicle } => {
            let vehicle = campaign.roster.park.get(usize::from(vehicle));
            let text = vehicle.map_or(String::new(), |vehicle| parked_text(ask.rules, vehicle));
            (CAPTURED_VEHICLES, format!("{} takes the {text}", name(crew)))
        }
        Step::Ready => (CAMPAIGN_PROCEDURE, "The platoon is ready".to_owned()),
    };
    (choice.rule, choice.label) = (rule, label);
    if matches!(step, Step::Awarded | Step::Spent | Step::Recruited | Step::Ready) {
        choice.kind = ChoiceKind::Pass;
    }
}

fn rounds_choice(rules: &OpenFire, campaign: &Campaign, place: u8, choice: &mut Choice) -> (RuleId, String) {
    let Some(crew) = campaign.crew(place) else { return (REPLACEMENTS, String::new()) };
    let Some(vehicle) = &crew.vehicle else { return (REPLACEMENTS, String::new()) };
    let (price, rounds) = steps::next_rounds(rules, &campaign.debriefing, vehicle);
    choice.cost = Some(price.to_string());
    let rule = if vehicle.captured.is_some() { CAPTURED_VEHICLES } else { REPLACEMENTS };
    (rule, format!("{} for {}", counted(rounds, "round"), debriefing::crew_name(crew)))
}

fn parked_text(rules: &OpenFire, vehicle: &Vehicle) -> String {
    let card = debriefing::vehicle_name(rules, &vehicle.card);
    match vehicle.captured {
        Some(_) => format!("captured {card}"),
        None => format!("{card} ({})", counted(vehicle.rounds, "round")),
    }
}

/// "perception from 7 to 8".
fn raise_text(rules: &OpenFire, campaign: &Campaign, place: u8, what: Characteristic) -> String {
    let limits = &rules.sheet.platoon.campaign;
    let Some(crew) = campaign.crew(place) else { return String::new() };
    let to = |what: Characteristic| (what.of(&crew.now) + limits.adds.of(what)).min(limits.most.of(what));
    let step = |what: Characteristic| format!("{} from {} to {}", what.title(), what.of(&crew.now), to(what));
    if what != Characteristic::Initiative {
        return step(what);
    }
    let other = Characteristic::Perception;
    let instead = if to(other) > other.of(&crew.now) { step(other) } else { "nothing".to_owned() };
    format!("{}, or on a higher die {instead}", step(what))
}

/// The lines beside the board in a campaign while no form shows them: what the platoon has been through, and how it stands at the end.
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
    let card = debriefing::vehicle_name(rules, &vehicle.card);
    let rounds = counted(vehicle.rounds, "round");
    match vehicle.captured.map(|served| rules.sheet.platoon.campaign.strangeness(served)) {
        Some(0) => format!("captured {card}, {rounds}"),
        Some(less) => format!("captured {card}, {rounds}; crew rating {less} less"),
        None => format!("{card}, {rounds}"),
    }
}

fn totals(campaign: &Campaign) -> Vec<Fact> {
    let debriefing = &campaign.debriefing;
    let mut facts = match debriefing.stage {
        Stage::Award => vec![fact("Combat points left", debriefing.pool, "to be dealt among the survivors")],
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
    let deeds: Vec<String> = campaign.deeds_of(letter).map(crate::state::campaign::Deed::text).collect();
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
        let action = words::write_debriefing(ask.rules, step);
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
        plain(format!("park-{place}"), debriefing::vehicle_name(rules, &vehicle.card), subtitle, rounds)
    });
    crews.chain(recruits).chain(park).collect()
}

fn crew_card(
    rules: &OpenFire,
    campaign: &Campaign,
    crew: &RosterCrew,
    legal: &dyn Fn(Step) -> Option<String>,
) -> SheetCard {
    let limits = &rules.sheet.platoon.campaign;
    let place = letter_place(&crew.letter) as u8;
    let stage = campaign.debriefing.stage;
    let rating = |what: Characteristic| {
        let (now, first) = (what.of(&crew.now), what.of(&crew.initial));
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
    let awarded = campaign.debriefing.awarded[usize::from(place)];
    // Here the boxes do not tell what the crew has in all.
    if matches!(stage, Stage::Award if awarded > 0) || stage == Stage::FitOut {
        facts.push(fact("Combat points", crew.combat_points, ""));
    }
    let boxes = match stage {
        Stage::Award if awarded > 0 => Some(Boxes {
            label: "Combat points for this mission".to_owned(),
            ticked: awarded,
            of: limits.most_awarded,
            less: legal(Step::TakeBack(place)),
            more: legal(Step::Award(place)),
            hint: format!("deeds suggest {}", campaign.suggested(&crew.letter, &limits.deeds).clamp(1, 6)),
        }),
        Stage::FitOut => None,
        _ => Some(Boxes {
            label: "Combat points".to_owned(),
            ticked: crew.combat_points,
            of: limits.combat_points,
            less: None,
            more: None,
            hint: String::new(),
        }),
    };
    let deeds = campaign.deeds_of(&crew.letter);
    let notes: Vec<Fact> = match stage {
        Stage::Award => deeds.map(|deed| fact(deed.text(), format!("{:+}", deed.worth(&limits.deeds)), "")).collect(),
        _ => crew.deeds.iter().map(|deed| fact(deed, "", "")).collect(),
    };
    let (vehicles, parked) = (rules.sheet.platoon.vehicles.len() as u8, campaign.roster.park.len() as u8);
    let steps: Vec<Step> = match stage {
        Stage::Spend => Characteristic::ALL.map(|what| Step::Raise { crew: place, what }).to_vec(),
        Stage::Vehicles | Stage::FitOut => {
            let buy = (0..vehicles).map(|vehicle| Step::BuyVehicle { crew: place, vehicle });
            let man = (0..parked).map(|vehicle| Step::Man { crew: place, vehicle });
            let own = [Step::BuyRounds(place), Step::ReturnVehicle(place), Step::Park(place)];
            buy.chain(own).chain(man).collect()
        }
        Stage::Award | Stage::Crews => Vec::new(),
    };
    let subtitle = match &crew.vehicle {
        Some(vehicle) => vehicle_text(rules, vehicle),
        None => "no vehicle".to_owned(),
    };
    SheetCard {
        id: LETTERS[usize::from(place)].to_lowercase(),
        title: debriefing::crew_name(crew),
        subtitle,
        facts,
        boxes,
        notes,
        offers: steps.into_iter().filter_map(legal).collect(),
    }
}

/// The question as a prompt's parts, for whatever frame of the campaign is on top.
pub(crate) fn campaign_prompt(ask: Ask<'_>, phrase: &Phrase<'_>) -> Prompt {
    match &ask.state.campaign {
        Some(campaign) => {
            let (rule, text, hint) = debriefing_question(campaign);
            phrase(rule, text, hint, Vec::new())
        }
        None => phrase(CAMPAIGN_GAMES, "The platoon is debriefed".to_owned(), "", Vec::new()),
    }
}

fn result_text(mission: &MissionRecord) -> String {
    let word = if mission.won { "won" } else { "lost" };
    format!("{word}, {} of {} points", mission.points, mission.needed)
}

fn fallen_text(mission: &MissionRecord) -> String {
    if mission.fallen.is_empty() { String::new() } else { format!("did not come back: {}", mission.fallen.join(", ")) }
}
