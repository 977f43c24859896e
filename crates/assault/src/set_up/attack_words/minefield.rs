//! A unit comes into a minefield (AS-9.6.6).

use dice::Dice;
use engine::{AskError, Forecast, Form, Modifier, Prospect, Resolution, Resolved, Words};

use super::{
    Asking,
    answered::{prospect_of_fate, reading_of, single, spoken_result, throws_of, too_many},
    flag,
    said::{card, marks},
};
use crate::{
    play::{
        s09_minefields::{Entering, MineAttack, ScoutingRoll},
        s10_results::Fate,
    },
    rule_ids::MINEFIELDS,
    tables::Catalogue,
};

pub(super) const ASKING: Asking = Asking { form: FORM, forecast, resolve };

const FORM: Form = Form {
    name: "minefield",
    about: "A unit comes into a minefield: it scouts, and if that fails the field attacks (AS-9.6.6)",
    flags: &[
        flag("unit", Some("UNIT"), "The card that comes into the field, as in us-rifle-squad"),
        flag("not-scouted", None, "The unit does not scout, or has failed already: only the attack"),
        flag("known", None, "The field is not hidden any more"),
        flag("falling-back", None, "The unit comes into it on a fallback"),
        flag("card", Some("N"), "What a command card adds to the scouting roll"),
        flag("suppressed", None, "The unit is suppressed already"),
        flag("fallback", None, "The unit is marked fallback already"),
        flag("immobilised", None, "The unit is immobilised already"),
        flag("flipped", None, "The unit is at half strength already"),
        flag("damage", Some("N"), "Damage points that the unit has already"),
    ],
};

/// The field was found.
const FOUND: &str = "found";

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    let entering = read(catalogue, words)?;
    let odds = entering.fates(catalogue).map_err(too_many)?;
    let prospect = |fate: Option<Fate>| match fate {
        Some(fate) => prospect_of_fate(fate),
        None => Prospect::nothing(FOUND).called("the field is found"),
    };
    let named: Vec<(Option<Fate>, Prospect)> = odds.results().map(|(fate, _)| (*fate, prospect(*fate))).collect();
    Ok(Forecast::new(modifiers(catalogue, &entering), &odds, named))
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    let entering = read(catalogue, words)?;
    let modifiers = modifiers(catalogue, &entering);
    let mut throws = Vec::new();
    let mut found = None;
    if let Some(roll) = entering.scouting {
        let scouted = roll.throw(catalogue.minefields(), dice);
        throws.push(single("scouting", scouted.face));
        found = scouted.found.then(|| format!("{} is enough", scouted.face));
    }
    let (reading, result) = if let Some(reading) = found {
        (reading, FOUND.to_owned())
    } else {
        let mined = entering.attack.throw(catalogue.dice(), dice);
        throws.extend(throws_of(&mined.cast, mined.critical.as_ref()));
        (reading_of(&entering.attack.clash, &mined.cast), mined.fate.to_string())
    };
    let text = spoken_result(&result);
    Ok(Resolved { rule: MINEFIELDS, resolution: Resolution { modifiers, throws, reading, result }, text })
}

fn read<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Entering<'a>, AskError> {
    let unit = card(catalogue, words, "unit")?;
    let scouting = ScoutingRoll {
        unhidden: words.has("known"),
        fallback: words.has("falling-back"),
        cards: words.number("card", -6, 6)?.unwrap_or(0) as i8,
        ..ScoutingRoll::by(unit)
    };
    Ok(Entering {
        scouting: (!words.has("not-scouted")).then_some(scouting),
        attack: MineAttack::on(catalogue.minefields(), unit, marks(words)?),
    })
}

fn modifiers(catalogue: &Catalogue, entering: &Entering<'_>) -> Vec<Modifier> {
    let tables = catalogue.minefields();
    let scouting = entering.scouting.map(|roll| {
        let needed = i32::from(tables.scouting.needed(roll.card.kind));
        let first = Modifier::new(MINEFIELDS, "scouting: needed", needed);
        std::iter::once(first).chain(roll.lines(tables).into_iter().map(Modifier::from)).collect::<Vec<_>>()
    });
    let attack = entering.attack.lines.iter().cloned().map(Modifier::from);
    scouting.into_iter().flatten().chain(attack).collect()
}
