//! A blast value against a building or a work (AS-12.5).

use dice::{Dice, Odds};
use engine::{
    AskError, Flag, Forecast, Form, GoodFor, Modifier, Prospect, Refusal, Resolution, Resolved, Severity, Words,
};

use super::{
    answered::{reading_of, spoken_result, throws_of, too_many},
    asked::{aircraft, batteries, blasting, card_flag, mark_flags, status_flag, structure_flag},
    asking::Asking,
    said::{card, fire_mark, marks, pool},
};
use crate::{
    play::{
        s10_ranged_fire::Attacker,
        s10_results::{Fate, Target},
        s12_5_collapse::{Blast, NoBlast, Structure},
    },
    rule_ids::COLLAPSE,
    tables::{
        Catalogue,
        pool::Pool,
        support::collapse::{BlastEffect, OnUnits},
        units::Experience,
    },
};

pub(super) const ASKING: Asking = Asking { form, forecast, resolve };

fn form(catalogue: &Catalogue) -> Form {
    let marks = mark_flags(
        "inside",
        [
            "The unit inside is suppressed already",
            "The unit inside is marked fallback already",
            "The unit inside is immobilised already",
            "The unit inside is at half strength already",
            "Damage points that the unit inside has already",
        ],
    );
    let inside =
        card_flag(catalogue, "inside", "A unit in the hex: what becomes of it").asking("Is a unit in the hex?");
    let whose = "The unit, aircraft or battery whose blast value it is";
    let cards = blasting(catalogue).chain(aircraft(catalogue)).chain(batteries(catalogue));
    Form::new("collapse", "A blast value against a building or a work (AS-12.5)")
        .step(
            "Structure: what is attacked",
            Some(COLLAPSE),
            [structure_flag(catalogue, "The building or work, as in multi-storey or pillbox")
                .asking("Which building or work?")
                .needed()],
        )
        .step(
            "Blast: whose dice",
            Some(COLLAPSE),
            [
                Flag::one_of("attacker", "CARD", whose, cards).asking("Whose blast value?").unless("blast"),
                Flag::dice("blast", "The blast dice, as in green:2,blue:1, where no card is named", Pool::MOST)
                    .asking("Or the blast dice")
                    .unless("attacker"),
                Flag::number("hexes", "How far the unit is from the structure; adjacent if it is not said", 1, 99)
                    .asking("Distance in hexes")
                    .usually("1")
                    .if_tagged("attacker", UNITS),
                status_flag("The unit's mark: firing, turret-fire, move-and-fire or fire-and-move")
                    .if_tagged("attacker", UNITS),
                Flag::yes("die-less", "The unit that attacks is marked attack die -1"),
                Flag::yes("half-strength", "The unit that attacks is at half strength"),
            ],
        )
        .step(
            "Inside: a unit in the hex",
            Some(COLLAPSE),
            std::iter::once(inside).chain(marks.map(|mark| mark.if_said("inside"))),
        )
}

/// How unit cards are tagged, and those of aircraft and batteries are not.
const UNITS: [&str; 3] = ["infantry", "artillery", "vehicle"];

/// A blast as it was described.
struct Described<'a> {
    blast: Blast,
    structure: Structure<'a>,
    /// The unit inside, and whether suppressions do nothing to it.
    inside: Option<(Target, bool)>,
}

/// What is told of it: whether the structure falls, and what becomes of the units, or of the one inside that was asked
/// about.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Outcome {
    collapses: bool,
    units: Option<OnUnits>,
    inside: Option<Fate>,
}

fn forecast(catalogue: &Catalogue, words: &Words) -> Result<Forecast, AskError> {
    let described = read(catalogue, words)?;
    let effects = described.blast.effects(catalogue).map_err(too_many)?;
    let outcomes = effects.results().map(|(effect, ways)| (described.outcome(*effect), ways));
    let odds = Odds::counted(outcomes).map_err(too_many)?;
    let prospect = |outcome: Outcome| {
        let result = described.word(catalogue, outcome);
        let severity = match outcome {
            Outcome { inside: Some(Fate { eliminated: true, .. }), .. } => Severity::Killed,
            Outcome { collapses: true, .. } => Severity::Damage,
            Outcome { units: None, inside, .. } if inside.unwrap_or_default() == Fate::default() => {
                return Prospect::nothing(result);
            }
            Outcome { .. } => Severity::Effect,
        };
        let label = spoken_result(&result);
        Prospect::new(result, GoodFor::Doer, severity).called(label.clone()).in_group(label)
    };
    let named: Vec<(Outcome, Prospect)> = odds.results().map(|(outcome, _)| (*outcome, prospect(*outcome))).collect();
    Ok(Forecast::new(described.modifiers(), &odds, named))
}

fn resolve(catalogue: &Catalogue, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
    let described = read(catalogue, words)?;
    let blasted = described.blast.throw(catalogue, dice);
    let result = described.word(catalogue, described.outcome(blasted.effect));
    let text = spoken_result(&result);
    let resolution = Resolution {
        modifiers: described.modifiers(),
        throws: throws_of(&blasted.cast, None),
        reading: reading_of(&described.blast.clash, &blasted.cast),
        result,
    };
    let told = match blasted.cast.left.strongest() {
        Some(symbol) => format!("The strongest symbol left is {}: {text}.", symbol.word()),
        None => "Nothing is left of the blast: the structure stands.".to_owned(),
    };
    Ok(Resolved::new(COLLAPSE, resolution, text).then(COLLAPSE, told))
}

impl Described<'_> {
    fn outcome(&self, effect: Option<BlastEffect>) -> Outcome {
        let inside = self.inside.as_ref();
        let fate = |(target, unshaken): &(Target, bool)| {
            effect.map_or_else(Fate::default, |effect| effect.on(target, *unshaken))
        };
        Outcome {
            collapses: effect.is_some_and(|effect| effect.collapses),
            units: effect.map(|effect| effect.units).filter(|_| inside.is_none()),
            inside: inside.map(fate),
        }
    }

    /// "collapses:ruins,units:half-strength"; with a unit inside, what becomes of it:
    /// "collapses:ruins,damage:1,half-strength".
    fn word(&self, catalogue: &Catalogue, outcome: Outcome) -> String {
        let left = self.structure.remains(catalogue).filter(|_| outcome.collapses);
        let structure = left.map_or_else(|| "stands".to_owned(), |left| format!("collapses:{}", left.word()));
        match (outcome.inside, outcome.units) {
            (Some(fate), _) => format!("{structure},{fate}"),
            (None, Some(units)) => format!("{structure},units:{}", units.word()),
            (None, None) => structure,
        }
    }

    fn modifiers(&self) -> Vec<Modifier> {
        self.blast.lines.iter().cloned().map(Modifier::from).collect()
    }
}

fn read<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Described<'a>, AskError> {
    words.need("structure")?;
    let all = catalogue.support().collapse.structures();
    let id = words.one_of("structure", all)?;
    let structure = id.and_then(|id| Structure::named(catalogue, id));
    let structure = structure.ok_or_else(|| AskError::Words("--structure is missing".to_owned()))?;
    let blast = blast(catalogue, words, structure)?.map_err(|reason| AskError::Refused(Refusal::from(&reason)))?;
    let inside = match words.has("inside") {
        true => {
            let card = card(catalogue, words, "inside")?;
            Some((Target::of(card, marks(words, card)?), card.experience == Experience::Elite))
        }
        false => None,
    };
    Ok(Described { blast, structure, inside })
}

/// The dice of a card, or those that were typed.
fn blast(catalogue: &Catalogue, words: &Words, structure: Structure<'_>) -> Result<Result<Blast, NoBlast>, AskError> {
    let support = catalogue.support();
    if words.has("attacker") && words.has("blast") {
        return Err(AskError::Words("--blast cannot be used with --attacker".to_owned()));
    }
    let marks =
        Attacker { die_less: words.has("die-less"), half_strength: words.has("half-strength"), ..Attacker::default() };
    if !words.has("attacker") {
        let dice = pool("blast", words.need("blast")?, catalogue.dice())?;
        return Ok(Blast::at(catalogue, Attacker { dice, ..marks }, structure));
    }
    let units = catalogue.units().iter().map(|card| card.id.as_str());
    let aircraft = support.aircraft.iter().map(|card| card.id.as_str());
    let batteries = support.batteries.iter().map(|card| card.id.as_str());
    let known: Vec<&str> = units.chain(aircraft).chain(batteries).collect();
    let id = words.one_of("attacker", known)?.unwrap_or_default();
    let off_map = support.aircraft(id).map(|card| card.blast).or(support.battery(id).map(|card| card.blast));
    if let Some(dice) = off_map {
        if let Some(name) = ["die-less", "half-strength"].into_iter().find(|name| words.has(name)) {
            return Err(AskError::Words(format!("--{name} is for units, and {id} is none")));
        }
        return Ok(Blast::of(catalogue, dice, structure));
    }
    let card = card(catalogue, words, "attacker")?;
    let marks = Attacker { status: fire_mark(words, "status", card)?.unwrap_or_default(), ..marks };
    let hexes = words.number("hexes", 1, 99)?.unwrap_or(1) as u8;
    Ok(Blast::by_unit(catalogue, (card, marks), structure, hexes))
}
