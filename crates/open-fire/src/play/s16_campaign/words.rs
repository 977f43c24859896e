//! The steps of the debriefing in notation.

use crate::{
    play::{
        notation::{self, read_letter},
        s16_campaign::steps::Step,
    },
    state::{generation::LETTERS, laid_out::OpenFire},
    tables::platoon::Characteristic,
};

pub(crate) fn write_debriefing(rules: &OpenFire, step: Step) -> String {
    let letter = |crew: u8| LETTERS.get(usize::from(crew)).copied().unwrap_or_default().to_lowercase();
    match step {
        Step::Award(crew) => format!("award {}", letter(crew)),
        Step::TakeBack(crew) => format!("take-back {}", letter(crew)),
        Step::AwardRest => "award rest".to_owned(),
        Step::Awarded => "awarded".to_owned(),
        Step::Raise { crew, what } => format!("raise {} {}", letter(crew), what.word()),
        Step::Spent => "spent".to_owned(),
        Step::BuyCrew(kind) => format!("recruit crew {}", notation::crew_kind(rules, kind)),
        Step::ReturnCrew(kind) => format!("dismiss crew {}", notation::crew_kind(rules, kind)),
        Step::Recruited => "recruited".to_owned(),
        Step::BuyVehicle { crew, vehicle } => {
            let card = rules.sheet.platoon.vehicles.get(usize::from(vehicle)).map_or("", |row| &row.card);
            format!("issue {} {card}", letter(crew))
        }
        Step::ReturnVehicle(crew) => format!("hand-in {}", letter(crew)),
        Step::BuyRounds(crew) => format!("load-up {}", letter(crew)),
        Step::Park(crew) => format!("park {}", letter(crew)),
        Step::Man { crew, vehicle } => format!("man {} {}", letter(crew), u16::from(vehicle) + 1),
        Step::Ready => "fall-in".to_owned(),
    }
}

/// Reads a step; `None` if the words are about something else.
pub(crate) fn read_debriefing(rules: &OpenFire, words: &[&str]) -> Result<Option<Step>, String> {
    Ok(Some(match *words {
        ["award", "rest"] => Step::AwardRest,
        ["award", crew] => Step::Award(read_letter(crew)?),
        ["take-back", crew] => Step::TakeBack(read_letter(crew)?),
        ["awarded"] => Step::Awarded,
        ["raise", crew, what] => Step::Raise { crew: read_letter(crew)?, what: characteristic(what)? },
        ["spent"] => Step::Spent,
        ["recruit", "crew", kind] => Step::BuyCrew(notation::read_crew_kind(rules, kind)?),
        ["dismiss", "crew", kind] => Step::ReturnCrew(notation::read_crew_kind(rules, kind)?),
        ["recruited"] => Step::Recruited,
        ["issue", crew, card] => {
            Step::BuyVehicle { crew: read_letter(crew)?, vehicle: notation::read_for_sale(rules, card)? }
        }
        ["hand-in", crew] => Step::ReturnVehicle(read_letter(crew)?),
        ["load-up", crew] => Step::BuyRounds(read_letter(crew)?),
        ["park", crew] => Step::Park(read_letter(crew)?),
        ["man", crew, place] => Step::Man { crew: read_letter(crew)?, vehicle: parked(place)? },
        ["fall-in"] => Step::Ready,
        _ => return Ok(None),
    }))
}

fn characteristic(name: &str) -> Result<Characteristic, String> {
    let found = Characteristic::ALL.into_iter().find(|what| what.word() == name);
    found.ok_or_else(|| {
        let known = Characteristic::ALL.map(Characteristic::word).join(", ");
        format!("\"{name}\" is no rating that can be raised: there are {known}")
    })
}

fn parked(number: &str) -> Result<u8, String> {
    let place = number.parse::<u16>().ok().and_then(|number| u8::try_from(number.checked_sub(1)?).ok());
    place.ok_or_else(|| format!("\"{number}\" is no vehicle of the park: they are counted from 1"))
}
