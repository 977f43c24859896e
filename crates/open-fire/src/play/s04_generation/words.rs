//! The steps of platoon generation as they are offered, written and read.

use std::ops::ControlFlow;

use engine::{Choice, ChoiceKind, Family, Visit, Wish};

use crate::{
    play::{
        notation::{self, Form},
        offers::{self, Pointed, counted},
        refusal::Refused,
        s04_generation::{self, Found, Step, rounds},
    },
    rule_ids::{AMMUNITION, GENERATION},
    state::{
        Shell,
        generation::LETTERS,
        laid_out::{Act, Ask, AskOf, OpenFire},
    },
};

/// A step that has been checked.
#[derive(Copy, Clone, Debug)]
pub struct ReadyStep<'r>(Found<'r>);

impl Family for Step {
    type Rules = OpenFire;
    type Ready<'r> = ReadyStep<'r>;

    const FORMS: &'static [Form] = &[
        ("generate", "generate sample|quality|ratings"),
        ("buy", "buy crew RATING, buy vehicle CREW CARD or buy rounds CREW [1]"),
        ("return", "return crew RATING, return vehicle CREW or return rounds CREW [1]"),
        ("stock", "stock UNIT 1|5"),
        ("unstock", "unstock UNIT 1|5"),
        ("swap", "swap UNIT ap|gp|smoke ap|gp|smoke 1|5"),
        ("ready", "ready"),
    ];

    fn list(ask: Ask<'_>, visit: &mut Visit<'_, Step>) -> ControlFlow<()> {
        for action in s04_generation::possible(ask) {
            action.visit_if_legal(ask, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn check<'r>(&self, ask: AskOf<'r, '_>) -> Result<ReadyStep<'r>, Refused> {
        s04_generation::check(ask, *self).map(ReadyStep)
    }

    fn perform(ready: ReadyStep<'_>, act: &mut Act<'_>) {
        s04_generation::perform(act, ready.0);
    }

    fn offer(&self, ask: Ask<'_>) -> Choice {
        offers::filled(ask, |choice| offer(ask, *self, choice))
    }

    fn write(&self, ask: Ask<'_>) -> String {
        let letter = notation::letter;
        match *self {
            Step::TakeSample => "generate sample".to_owned(),
            Step::ThrowQuality => "generate quality".to_owned(),
            Step::BuyCrew(kind) => format!("buy crew {}", notation::crew_kind(ask.rules, kind)),
            Step::ReturnCrew(kind) => format!("return crew {}", notation::crew_kind(ask.rules, kind)),
            Step::ThrowRatings => "generate ratings".to_owned(),
            Step::BuyVehicle { crew, vehicle } => {
                format!("buy vehicle {} {}", letter(crew), notation::for_sale(ask.rules, vehicle))
            }
            Step::ReturnVehicle { crew } => format!("return vehicle {}", letter(crew)),
            Step::BuyRounds { crew, rounds } => format!("buy rounds {}{}", letter(crew), few(rounds)),
            Step::ReturnRounds { crew, rounds } => format!("return rounds {}{}", letter(crew), few(rounds)),
            Step::Stock { unit, rounds } => format!("stock {} {rounds}", ask.state.id_of(unit)),
            Step::Unstock { unit, rounds } => format!("unstock {} {rounds}", ask.state.id_of(unit)),
            Step::Swap { unit, from, to, rounds } => {
                let (from, to) = (notation::shell(from), notation::shell(to));
                format!("swap {} {from} {to} {rounds}", ask.state.id_of(unit))
            }
            Step::Ready => "ready".to_owned(),
        }
    }

    fn read(ask: Ask<'_>, words: &[&str]) -> Result<Option<Step>, String> {
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
            ["buy", "rounds", who] => Step::BuyRounds { crew: crew(who)?, rounds: CASE },
            ["buy", "rounds", who, rounds] => Step::BuyRounds { crew: crew(who)?, rounds: number(rounds)? },
            ["return", "rounds", who] => Step::ReturnRounds { crew: crew(who)?, rounds: CASE },
            ["return", "rounds", who, rounds] => Step::ReturnRounds { crew: crew(who)?, rounds: number(rounds)? },
            ["stock", who, rounds] => Step::Stock { unit: notation::read_unit(ask, who)?, rounds: number(rounds)? },
            ["unstock", who, rounds] => Step::Unstock { unit: notation::read_unit(ask, who)?, rounds: number(rounds)? },
            ["swap", who, from, to, rounds] => {
                let rounds = number(rounds)?;
                let unit = notation::read_unit(ask, who)?;
                Step::Swap { unit, from: notation::read_shell(from)?, to: notation::read_shell(to)?, rounds }
            }
            ["ready"] => Step::Ready,
            _ => return Ok(None),
        }))
    }

    fn wishes(_: Ask<'_>, _: Pointed) -> Vec<Wish<Step>> {
        Vec::new()
    }
}

fn offer(ask: Ask<'_>, step: Step, choice: &mut Choice) {
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
        Step::BuyRounds { crew, rounds } => {
            let buyer = ask.state.generation.as_ref().and_then(|all| Some((all, all.crews.get(usize::from(crew))?)));
            choice.cost = buyer.map(|(all, buyer)| rounds::cost(ask.rules, all, buyer, rounds).to_string());
            format!("{} for crew {}", counted(rounds, "round"), letter(crew))
        }
        Step::ReturnRounds { crew, rounds } => {
            format!("Give back {} of crew {}", counted(rounds, "round"), letter(crew))
        }
        Step::Stock { unit, rounds } => {
            choice.units = vec![ask.state.id_of(unit)];
            let cost = |generation| rounds::stock_cost(ask, generation, unit, rounds).to_string();
            choice.cost = ask.state.generation.as_ref().map(cost);
            format!("{} for {}", counted(rounds, "round"), ask.state.unit(unit).name)
        }
        Step::Unstock { unit, rounds } => {
            choice.units = vec![ask.state.id_of(unit)];
            format!("Take {} out of {}", counted(rounds, "round"), ask.state.unit(unit).name)
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

/// The rounds of a line that names no number.
const CASE: u8 = 5;

/// The number of rounds in a line: a case of five goes without saying.
fn few(rounds: u8) -> String {
    if rounds == CASE { String::new() } else { format!(" {rounds}") }
}

fn number(rounds: &str) -> Result<u8, String> {
    rounds.parse().map_err(|_| format!("\"{rounds}\" is no number of rounds: 1 or 5"))
}

fn shell_title(shell: Shell) -> &'static str {
    match shell {
        Shell::Ap => "AP",
        Shell::Gp => "GP",
        Shell::Smoke => "smoke",
    }
}
