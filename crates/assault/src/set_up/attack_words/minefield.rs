//! A unit comes into a minefield (AS-9.6.6).

use dice::Dice;
use engine::{AskError, Flag, Forecast, Form, Modifier, Prospect, Resolution, Resolved, Words};

use super::{
    answered::{follow_ons, prospect_of_fate, reading_of, single, spoken_result, throws_of, too_many},
    asked::{card_flag, mark_flags},
    asking::Asking,
    said::{card, marks},
};
use crate::{
    play::{
        s09_minefields::{Entering, MineAttack, ScoutingRoll},
        s10_results::Fate,
    },
    rule_ids::{DEFENDER_STATUS, MINEFIELDS},
    tables::Catalogue,
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(catalogue: &Catalogue) -> Form {
    let about = "A unit comes into a minefield: it scouts, and if that fails the field attacks (AS-9.6.6)";
    let marks = mark_flags(
        "unit",
        [
            "The unit is suppressed already",
            "The unit is marked fallback already",
            "The unit is immobilised already",
            "The unit is at half strength already",
            "Damage points that the unit has already",
        ],
    );
    Form::new("minefield", about)
        .step(
            "Minefield: who comes in",
            Some(MINEFIELDS),
            [card_flag(catalogue, "unit", "The card that comes into the field, as in us-rifle-squad")
                .asking("Who comes in?")
                .needed()],
        )
        .step(
            "Scouting: the roll",
            Some(MINEFIELDS),
            [
                Flag::yes("not-scouted", "The unit does not scout, or has failed already: only the attack"),
                Flag::yes("known", "The field is not hidden any more").unless("not-scouted"),
                Flag::yes("falling-back", "The unit comes into it on a fallback").unless("not-scouted"),
                Flag::number("card", "What a command card adds to the scouting roll", -3, 3)
                    .usually("0")
                    .unless("not-scouted"),
            ],
        )
        .step("Marks: what the unit has already", Some(DEFENDER_STATUS), marks)
}

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
    let mut scouted = None;
    if let Some(roll) = entering.scouting {
        let roll = roll.throw(catalogue.minefields(), dice);
        throws.push(single("scouting", roll.face));
        if roll.found {
            let (reading, result) = (format!("{} is enough", roll.face), FOUND.to_owned());
            let resolved = Resolved::new(MINEFIELDS, Resolution { modifiers, throws, reading, result }, FOUND);
            return Ok(resolved.then(MINEFIELDS, format!("The scouting roll of {} finds the field.", roll.face)));
        }
        scouted = Some(roll.face);
    }
    let mined = entering.attack.throw(catalogue.dice(), dice);
    throws.extend(throws_of(&mined.cast, mined.critical.as_ref()));
    let (reading, result) = (reading_of(&entering.attack.clash, &mined.cast), mined.fate.to_string());
    let text = spoken_result(&result);
    let resolved = Resolved::new(MINEFIELDS, Resolution { modifiers, throws, reading, result }, text);
    let resolved = follow_ons(resolved, &entering.attack.target, mined.cast.left, mined.critical.as_ref());
    Ok(match scouted {
        Some(face) => {
            resolved.before(MINEFIELDS, format!("The scouting roll of {face} does not find the field, which attacks."))
        }
        None => resolved,
    })
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
        attack: MineAttack::on(catalogue.minefields(), unit, marks(words, unit)?),
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
