//! What several kinds of attack are told in the same words.

use engine::{AskError, Words};

use crate::{
    play::{
        s10_ranged_fire::{CardDice, Defender},
        s10_results::Target,
    },
    tables::{
        Catalogue,
        catalogue::{Feature, Terrain},
        dice::CombatDice,
        fortification::Fortification,
        pool::{NoPool, Pool},
        ranged_fire::FireStatus,
        units::UnitCard,
    },
};

/// One of a list of words.
pub(super) fn word<T: Copy, const N: usize>(
    words: &Words,
    name: &str,
    all: [T; N],
    called: fn(T) -> &'static str,
) -> Result<Option<T>, AskError> {
    let found = words.one_of(name, all.map(called))?;
    Ok(all.into_iter().find(|&one| Some(called(one)) == found))
}

/// The unit card that must be named.
pub(super) fn card<'a>(catalogue: &'a Catalogue, words: &Words, name: &str) -> Result<&'a UnitCard, AskError> {
    words.need(name)?;
    let cards: Vec<&str> = catalogue.units().iter().map(|card| card.id.as_str()).collect();
    let id = words.one_of(name, cards)?;
    id.and_then(|id| catalogue.unit(id)).ok_or_else(|| AskError::Words(format!("--{name} is missing")))
}

/// A small number; 0 if none is given.
pub(super) fn number(words: &Words, name: &str) -> Result<u8, AskError> {
    Ok(words.number(name, 0, 9)?.unwrap_or(0) as u8)
}

/// The ground that is named, if one is.
pub(super) fn ground<'a>(catalogue: &'a Catalogue, words: &Words, name: &str) -> Result<Option<&'a Terrain>, AskError> {
    let grounds: Vec<&str> = catalogue.grounds().iter().map(|ground| ground.id.as_str()).collect();
    Ok(words.one_of(name, grounds)?.and_then(|id| catalogue.ground(id)))
}

/// The ways and hexsides that are named with `--feature`.
pub(super) fn features<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Vec<&'a Feature>, AskError> {
    let known = || catalogue.features().iter();
    let names = words.get("feature").unwrap_or_default().split(',').filter(|name| !name.is_empty());
    let find = |name: &str| {
        let ids: Vec<&str> = known().map(|feature| feature.id.as_str()).collect();
        known().find(|feature| feature.id == name).ok_or_else(|| AskError::unknown("feature", name, ids))
    };
    names.map(find).collect()
}

/// What command cards do to one side's dice: dice more, fewer, and thrown again, by the names of the three words.
pub(super) fn cards(
    catalogue: &Catalogue,
    words: &Words,
    [more, less, again]: [&str; 3],
) -> Result<CardDice, AskError> {
    let dice = words.get(more).map_or(Ok(Pool::NONE), |text| pool(more, text, catalogue.dice()))?;
    Ok(CardDice { dice, fewer: number(words, less)?, again: number(words, again)?, automatic: 0 })
}

/// The work that is named with `--work`.
pub(super) fn work<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Option<&'a Fortification>, AskError> {
    let works: Vec<&str> = catalogue.fortifications().iter().map(|work| work.id.as_str()).collect();
    let work = words.one_of("work", works)?;
    Ok(catalogue.fortifications().iter().find(|known| Some(known.id.as_str()) == work))
}

/// What was said about the state of a unit that is attacked.
pub(super) fn marks(words: &Words, card: &UnitCard) -> Result<Target, AskError> {
    Ok(Target {
        suppressed: words.has("suppressed"),
        fallback: words.has("fallback"),
        immobilised: words.has("immobilised"),
        ..strength(words, card, ["damage", "flipped"])?
    })
}

/// Damage points and the side that is up, by the names of the two words. A unit that still stands has fewer points than
/// eliminate it; as many as flip it have done so, and a unit that was flipped has them.
pub(super) fn strength(words: &Words, card: &UnitCard, [damage, flipped]: [&str; 2]) -> Result<Target, AskError> {
    let most = card.eliminated_at.saturating_sub(1);
    let points = words.number(damage, 0, most.into())?.unwrap_or(0) as u8;
    let half_strength = words.has(flipped) || points >= card.half_strength_at;
    let damage = if half_strength { points.max(card.half_strength_at.min(most)) } else { points };
    Ok(Target { half_strength, damage, ..Target::default() })
}

/// A mark of fire, if a unit of that card can have it: only turrets and guns that are swung round fire outside their
/// arc, and not everybody fires and moves.
pub(super) fn fire_mark(words: &Words, name: &str, card: &UnitCard) -> Result<Option<FireStatus>, AskError> {
    let status = word(words, name, FireStatus::ALL, FireStatus::word)?;
    match status {
        Some(status) if !card.can_be_marked(status) => {
            let (mark, who) = (status.word(), &card.name);
            Err(AskError::Words(format!("--{name} {mark}: no unit with the card \"{who}\" is ever marked so")))
        }
        Some(_) | None => Ok(status),
    }
}

/// What was said about the target besides its card.
pub(super) fn told_defender(catalogue: &Catalogue, words: &Words, card: &UnitCard) -> Result<Defender, AskError> {
    Ok(Defender {
        target: marks(words, card)?,
        digging_in: words.has("digging-in"),
        dug_in: words.has("dug-in"),
        fast: words.has("fast"),
        delayed: words.has("delayed"),
        fired: fire_mark(words, "fired", card)?,
        adjacent: words.has("adjacent"),
        trail: words.has("trail"),
        hidden: words.has("hidden"),
        ambush: words.has("ambush"),
        spotted: words.has("spotted"),
        cards: cards(catalogue, words, ["card-defence", "card-defence-less", "card-defence-again"])?,
        ..Defender::default()
    })
}

/// One of a list of cards that must be named.
pub(super) fn named<'a, T>(words: &Words, name: &str, all: &'a [T], id: fn(&T) -> &String) -> Result<&'a T, AskError> {
    let wanted = words.need(name)?;
    let ids: Vec<&str> = all.iter().map(|card| id(card).as_str()).collect();
    all.iter().find(|card| id(card) == wanted).ok_or_else(|| AskError::unknown(name, wanted, ids))
}

/// Dice that are in the box.
pub(super) fn pool(name: &str, text: &str, dice: &CombatDice) -> Result<Pool, AskError> {
    let pool: Pool = text.parse().map_err(|NoPool(wrong)| AskError::Words(format!("--{name}: {wrong}")))?;
    match dice.has(pool) {
        true => Ok(pool),
        false => Err(AskError::Words(format!(
            "--{name} {text}: the box has no such dice; `opfire rules assault --dice` lists them"
        ))),
    }
}
