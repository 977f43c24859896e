//! Vehicles and crews of the platoon as they are bought or taken from the sample (OF-4).

use dice::{Dice, Die, Throw};
use engine::{Entry, Journal, Thrown};

use crate::{
    play::{refusal::Refused, s09_fire::ammunition},
    rule_ids::GENERATION,
    state::{
        laid_out::{self, OpenFire},
        units::{Crew, Ratings, Side, Unit},
    },
    tables::platoon::{PlatoonTables, SampleUnit},
};

pub(crate) fn platoon(rules: &OpenFire) -> &PlatoonTables {
    &rules.sheet.platoon
}

/// Whether a vehicle exists with this letter: the counter mix binds what is bought.
pub(crate) fn check_counter(rules: &OpenFire, card: &str, letter: &str) -> Result<(), Refused> {
    let mix = &rules.sheet.counters;
    if mix.has(card, letter) {
        return Ok(());
    }
    let vehicle = rules.sheet.card(card).map_or(card, |card| &card.name).to_owned();
    Err(Refused::NoCounter { vehicle, letter: letter.to_owned(), letters: mix.letters(card).join(", ") })
}

pub(crate) fn throw_ratings(
    rules: &OpenFire,
    crew: &mut Crew,
    letter: &str,
    dice: &mut dyn Dice,
    journal: &mut dyn Journal,
) {
    let fell = dice.throw(&Throw::d10("perception"));
    let skills = dice.throw(&Throw::new("weapon and driving skill", vec![Die::D10; 2]));
    let (perception, weapon, driving) = (fell.faces()[0], skills.faces()[0], skills.faces()[1]);
    let found = platoon(rules).characteristics(crew.initiative, perception, weapon, driving);
    crew.perception = found.perception as u8;
    crew.weapon_skill = found.weapon_skill as i8;
    crew.driving_skill = found.driving_skill as u8;
    let crew = *crew;
    journal.note(|| {
        let text = format!(
            "Crew {letter}: perception {}, weapon skill {:+}, driving skill {}.",
            crew.perception, crew.weapon_skill, crew.driving_skill
        );
        let thrown = |what: &str, faces: &[u16]| Thrown::new(&Die::D10, what, faces);
        Entry::new(GENERATION, text).because(engine::Resolution {
            modifiers: Vec::new(),
            throws: vec![thrown("perception", fell.faces()), thrown("weapon and driving skill", skills.faces())],
            reading: format!("column of initiative {}", crew.initiative),
            result: "ratings".to_owned(),
        })
    });
}

/// A unit of the platoon as it comes off the record sheet.
pub(crate) fn platoon_unit(rules: &OpenFire, letter: &str, card: &str, crew: Crew, rounds: u8) -> Unit {
    let mut unit = laid_out::new_unit(rules, Side::Us, letter, card, Ratings::Crew(crew), crew.rating);
    unit.ammunition = Some(ammunition::rounds_for(rules, card, rounds));
    unit
}

/// The platoon of the sample sheet.
pub(crate) fn sample_platoon(rules: &OpenFire) -> Vec<Unit> {
    platoon(rules).sample.units.iter().map(|unit| sample_unit(rules, unit)).collect()
}

fn sample_unit(rules: &OpenFire, unit: &SampleUnit) -> Unit {
    let crew = Crew {
        initiative: unit.initiative,
        commander: unit.commander,
        rating: unit.crew,
        perception: unit.perception,
        weapon_skill: unit.weapon_skill,
        driving_skill: unit.driving_skill,
    };
    // The sample spends all its points on vehicles; it fights with full racks.
    let most = rules.sheet.card(&unit.card).and_then(|card| card.max_ammo).unwrap_or(0);
    platoon_unit(rules, &unit.letter, &unit.card, crew, most.min(platoon(rules).ammunition.most))
}
