//! The steps of the debriefing as they are offered, written and read.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, RuleId, Visit, Wish};

use crate::{
    play::{
        notation::{self, Form, read_letter},
        offers::{self, Pointed},
        refusal::Refused,
        s16_campaign::{
            fates,
            steps::{self, Found, Purchase, Step},
        },
    },
    rule_ids::{CAMPAIGN_PROCEDURE, CAPTURED_VEHICLES, COMBAT_POINTS, IMPROVING, REPLACEMENTS},
    state::{
        campaign::Campaign,
        laid_out::{Act, Ask, AskOf, OpenFire},
        roster::Vehicle,
    },
    tables::platoon::Characteristic,
};

/// A step that has been checked.
#[derive(Copy, Clone, Debug)]
pub struct ReadyStep<'r>(Found<'r>);

impl Family for Step {
    type Rules = OpenFire;
    type Ready<'r> = ReadyStep<'r>;

    const FORMS: &'static [Form] = &[
        ("award", "award CREW or award rest"),
        ("take-back", "take-back CREW"),
        ("awarded", "awarded"),
        ("raise", "raise CREW initiative|perception|weapon-skill|driving-skill"),
        ("spent", "spent"),
        ("recruit", "recruit crew RATING"),
        ("dismiss", "dismiss crew RATING"),
        ("recruited", "recruited"),
        ("issue", "issue CREW CARD"),
        ("hand-in", "hand-in CREW"),
        ("load-up", "load-up CREW"),
        ("park", "park CREW"),
        ("man", "man CREW PLACE"),
        ("fall-in", "fall-in"),
    ];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Step>) -> ControlFlow<()> {
        for action in steps::possible(ask) {
            action.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyStep<'r>, Refused> {
        steps::check(ask, *self).map(ReadyStep)
    }

    fn perform(ready: ReadyStep<'_>, act: &mut Act<'_>) {
        steps::perform(act, ready.0);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let letter = notation::letter;
        match *self {
            Step::Award(crew) => format!("award {}", letter(crew)),
            Step::TakeBack(crew) => format!("take-back {}", letter(crew)),
            Step::AwardRest => "award rest".to_owned(),
            Step::Awarded => "awarded".to_owned(),
            Step::Raise { crew, what } => format!("raise {} {}", letter(crew), what.word()),
            Step::Spent => "spent".to_owned(),
            Step::BuyCrew(kind) => format!("recruit crew {}", notation::crew_kind(ask.rules, kind)),
            Step::ReturnCrew(kind) => format!("dismiss crew {}", notation::crew_kind(ask.rules, kind)),
            Step::Recruited => "recruited".to_owned(),
            Step::BuyVehicle { crew, vehicle } => {
                format!("issue {} {}", letter(crew), notation::for_sale(ask.rules, vehicle))
            }
            Step::ReturnVehicle(crew) => format!("hand-in {}", letter(crew)),
            Step::BuyRounds(crew) => format!("load-up {}", letter(crew)),
            Step::Park(crew) => format!("park {}", letter(crew)),
            Step::Man { crew, vehicle } => format!("man {} {}", letter(crew), u16::from(vehicle) + 1),
            Step::Ready => "fall-in".to_owned(),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Step>, String> {
        Ok(Some(match *words {
            ["award", "rest"] => Step::AwardRest,
            ["award", crew] => Step::Award(read_letter(crew)?),
            ["take-back", crew] => Step::TakeBack(read_letter(crew)?),
            ["awarded"] => Step::Awarded,
            ["raise", crew, what] => Step::Raise { crew: read_letter(crew)?, what: characteristic(what)? },
            ["spent"] => Step::Spent,
            ["recruit", "crew", kind] => Step::BuyCrew(notation::read_crew_kind(ask.rules, kind)?),
            ["dismiss", "crew", kind] => Step::ReturnCrew(notation::read_crew_kind(ask.rules, kind)?),
            ["recruited"] => Step::Recruited,
            ["issue", crew, card] => {
                Step::BuyVehicle { crew: read_letter(crew)?, vehicle: notation::read_for_sale(ask.rules, card)? }
            }
            ["hand-in", crew] => Step::ReturnVehicle(read_letter(crew)?),
            ["load-up", crew] => Step::BuyRounds(read_letter(crew)?),
            ["park", crew] => Step::Park(read_letter(crew)?),
            ["man", crew, place] => Step::Man { crew: read_letter(crew)?, vehicle: parked(place)? },
            ["fall-in"] => Step::Ready,
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Step>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, step: Step, choice: &mut Choice) {
    let Some(campaign) = &ask.state.campaign else { return };
    let tables = &ask.rules.sheet.platoon;
    let name = |place: u8| campaign.crew(place).map(fates::crew_name).unwrap_or_default();
    let (rule, label) = match step {
        Step::Award(place) => (COMBAT_POINTS, format!("A combat point for {}", name(place))),
        Step::TakeBack(place) => (COMBAT_POINTS, format!("A combat point back from {}", name(place))),
        Step::AwardRest => (COMBAT_POINTS, "Award the rest by deeds".to_owned()),
        Step::Awarded => (COMBAT_POINTS, "All are awarded".to_owned()),
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
            let card = row.map_or("vehicle", |row| fates::vehicle_name(ask.rules, &row.card));
            (REPLACEMENTS, format!("{card} for {}", name(crew)))
        }
        Step::ReturnVehicle(crew) => (REPLACEMENTS, format!("{} gives its new vehicle back", name(crew))),
        Step::BuyRounds(crew) => rounds_choice(ask.rules, campaign, crew, choice),
        Step::Park(crew) => {
            let vehicle = campaign.crew(crew).and_then(|crew| crew.vehicle.as_ref());
            let card = vehicle.map_or("vehicle", |vehicle| fates::vehicle_name(ask.rules, &vehicle.card));
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
    let Purchase { price, rounds, .. } = steps::next_rounds(rules, &campaign.debriefing, vehicle);
    choice.cost = Some(price.to_string());
    let rule = if vehicle.captured.is_some() { CAPTURED_VEHICLES } else { REPLACEMENTS };
    (rule, format!("{} for {}", offers::counted(rounds, "round"), fates::crew_name(crew)))
}

/// A vehicle in the park.
pub(crate) fn parked_text(rules: &OpenFire, vehicle: &Vehicle) -> String {
    let card = fates::vehicle_name(rules, &vehicle.card);
    match vehicle.captured {
        Some(_) => format!("captured {card}"),
        None => format!("{card} ({})", offers::counted(vehicle.rounds, "round")),
    }
}

/// "perception from 7 to 8".
fn raise_text(rules: &OpenFire, campaign: &Campaign, place: u8, what: Characteristic) -> String {
    let limits = &rules.sheet.platoon.campaign;
    let Some(crew) = campaign.crew(place) else { return String::new() };
    let to = |what: Characteristic| (crew.now.characteristic(what) + limits.adds.of(what)).min(limits.most.of(what));
    let step =
        |what: Characteristic| format!("{} from {} to {}", what.title(), crew.now.characteristic(what), to(what));
    if what != Characteristic::Initiative {
        return step(what);
    }
    let other = Characteristic::Perception;
    let instead = if to(other) > crew.now.characteristic(other) { step(other) } else { "nothing".to_owned() };
    format!("{}, or on a higher die {instead}", step(what))
}

fn characteristic(name: &str) -> Result<Characteristic, String> {
    let found = Characteristic::ALL.into_iter().find(|what| what.word() == name);
    found.ok_or_else(|| {
        let known = Characteristic::ALL.map(Characteristic::word).join(", ");
        format!("\"{name}\" is no rating that can be raised: there are {known}")
    })
}

fn parked(number: &str) -> Result<u8, String> {
    notation::read_place(number)
        .ok_or_else(|| format!("\"{number}\" is no vehicle of the park: they are counted from 1"))
}
