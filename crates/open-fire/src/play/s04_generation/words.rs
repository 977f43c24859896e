//! The steps of platoon generation as they are offered, written and read.

use engine::{Choice, ChoiceKind};

use crate::{
    play::{
        notation::{self, Form},
        s04_generation::Step,
    },
    rule_ids::{AMMUNITION, GENERATION},
    state::{Shell, generation::LETTERS, laid_out::Ask},
};

pub(crate) const FORMS: &[Form] = &[
    ("generate", "generate sample|quality|ratings"),
    ("buy", "buy crew RATING, buy vehicle CREW CARD or buy rounds CREW"),
    ("return", "return crew RATING, return vehicle CREW or return rounds CREW"),
    ("swap", "swap UNIT ap|gp|smoke ap|gp|smoke 1|5"),
    ("ready", "ready"),
];

pub(crate) fn offer(ask: Ask<'_>, step: Step, choice: &mut Choice) {
    let tables = &ask.rules.sheet.platoon;
    choice.rule = GENERATION;
    let letter = |crew: u8| LETTERS.get(usize::from(crew)).copied().unwrap_or_default();
    choice.label = match step {
        Step::TakeSample => {
            choice.default = true;
            "Take the sample platoon".to_owned()
        }
        Step::ThrowQuality => "Throw for quality points".to_owned(),
        Step::BuyCrew(kind) => {
            let row = tables.crews.get(usize::from(kind));
            choice.cost = row.map(|row| row.cost.to_string());
            let size = row.map_or(0, |row| row.size);
            format!("Buy a crew of initiative {} with {size} men", notation::crew_kind(ask.rules, kind))
        }
        Step::ReturnCrew(kind) => format!("Give back a crew of initiative {}", notation::crew_kind(ask.rules, kind)),
        Step::ThrowRatings => {
            choice.kind = ChoiceKind::Pass;
            "Throw for the crews' ratings".to_owned()
        }
        Step::BuyVehicle { crew, vehicle } => {
            let row = tables.vehicles.get(usize::from(vehicle));
            choice.cost = row.map(|row| row.cost.to_string());
            let card = row.and_then(|row| ask.rules.sheet.card(&row.card)).map_or("vehicle", |card| card.name.as_str());
            format!("{card} for crew {}", letter(crew))
        }
        Step::ReturnVehicle { crew } => format!("Crew {} gives its vehicle back", letter(crew)),
        Step::BuyRounds { crew } => {
            choice.cost = Some("1".to_owned());
            format!("{} rounds for crew {}", tables.ammunition.rounds, letter(crew))
        }
        Step::ReturnRounds { crew } => {
            format!("Give back {} rounds of crew {}", tables.ammunition.rounds, letter(crew))
        }
        Step::Swap { unit, from, to, rounds } => {
            (choice.rule, choice.units) = (AMMUNITION, vec![ask.state.id_of(unit)]);
            format!("{}: {rounds} {} instead of {}", ask.state.unit(unit).name, shell_title(to), shell_title(from))
        }
        Step::Ready => {
            choice.kind = ChoiceKind::Pass;
            "The platoon is ready".to_owned()
        }
    };
}

fn shell_title(shell: Shell) -> &'static str {
    match shell {
        Shell::Ap => "AP",
        Shell::Gp => "GP",
        Shell::Smoke => "smoke",
    }
}

pub(crate) fn write(ask: Ask<'_>, step: Step) -> String {
    let letter = notation::letter;
    match step {
        Step::TakeSample => "generate sample".to_owned(),
        Step::ThrowQuality => "generate quality".to_owned(),
        Step::BuyCrew(kind) => format!("buy crew {}", notation::crew_kind(ask.rules, kind)),
        Step::ReturnCrew(kind) => format!("return crew {}", notation::crew_kind(ask.rules, kind)),
        Step::ThrowRatings => "generate ratings".to_owned(),
        Step::BuyVehicle { crew, vehicle } => {
            format!("buy vehicle {} {}", letter(crew), notation::for_sale(ask.rules, vehicle))
        }
        Step::ReturnVehicle { crew } => format!("return vehicle {}", letter(crew)),
        Step::BuyRounds { crew } => format!("buy rounds {}", letter(crew)),
        Step::ReturnRounds { crew } => format!("return rounds {}", letter(crew)),
        Step::Swap { unit, from, to, rounds } => {
            let (from, to) = (notation::shell(from), notation::shell(to));
            format!("swap {} {from} {to} {rounds}", ask.state.id_of(unit))
        }
        Step::Ready => "ready".to_owned(),
    }
}

pub(crate) fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Step>, String> {
    let crew = notation::read_letter;
    let kind = |name: &str| notation::read_crew_kind(ask.rules, name);
    Ok(Some(match *words {
        ["generate", "sample"] => Step::TakeSample,
        ["generate", "quality"] => Step::ThrowQuality,
        ["generate", "ratings"] => Step::ThrowRatings,
        ["buy", "crew", name] => Step::BuyCrew(kind(name)?),
        ["return", "crew", name] => Step::ReturnCrew(kind(name)?),
        ["buy", "vehicle", who, card] => {
            Step::BuyVehicle { crew: crew(who)?, vehicle: notation::read_for_sale(ask.rules, card)? }
        }
        ["return", "vehicle", who] => Step::ReturnVehicle { crew: crew(who)? },
        ["buy", "rounds", who] => Step::BuyRounds { crew: crew(who)? },
        ["return", "rounds", who] => Step::ReturnRounds { crew: crew(who)? },
        ["swap", who, from, to, rounds] => {
            let rounds = rounds.parse().map_err(|_| format!("\"{rounds}\" is no number of rounds: 1 or 5"))?;
            let unit = notation::read_unit(ask, who)?;
            Step::Swap { unit, from: notation::read_shell(from)?, to: notation::read_shell(to)?, rounds }
        }
        ["ready"] => Step::Ready,
        _ => return Ok(None),
    }))
}
