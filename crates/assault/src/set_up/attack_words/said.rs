//! What several kinds of attack are told in the same words.

use engine::{AskError, Words};

use crate::tables::{
    Catalogue,
    catalogue::Terrain,
    dice::CombatDice,
    fortification::Fortification,
    pool::{NoPool, Pool},
    units::UnitCard,
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

/// The ground that is named with `--terrain`; clear if none is.
pub(super) fn ground<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Option<&'a Terrain>, AskError> {
    let grounds: Vec<&str> = catalogue.grounds().iter().map(|ground| ground.id.as_str()).collect();
    Ok(catalogue.ground(words.one_of("terrain", grounds)?.unwrap_or("clear")))
}

/// The work that is named with `--work`.
pub(super) fn work<'a>(catalogue: &'a Catalogue, words: &Words) -> Result<Option<&'a Fortification>, AskError> {
    let works: Vec<&str> = catalogue.fortifications().iter().map(|work| work.id.as_str()).collect();
    let work = words.one_of("work", works)?;
    Ok(catalogue.fortifications().iter().find(|known| Some(known.id.as_str()) == work))
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
