//! What several kinds of attack ask in the same words: cards, ground, works.

use engine::{Flag, Pick, Pile};

use crate::tables::{
    Catalogue,
    fortification::Area,
    pool::{Colour, Pool},
    units::{Nation, RangeFactor, UnitCard},
};

/// Which unit card, out of all of them by nation; each with its dice, and tagged with what it is.
pub(super) fn card_flag(catalogue: &Catalogue, name: &'static str, about: &'static str) -> Flag {
    Flag::one_of(name, "UNIT", about, catalogue.units().iter().map(card)).needed()
}

/// The ground that a unit stands in.
pub(super) fn terrain_flag(catalogue: &Catalogue) -> Flag {
    let grounds = catalogue.grounds().iter().map(|ground| Pick::new(&ground.id, &ground.name));
    let about = "The ground that the target stands in; clear if it is not said";
    Flag::one_of("terrain", "TERRAIN", about, grounds).asking("What ground is the target in?").usually("clear")
}

/// The work that a unit is in.
pub(super) fn work_flag(catalogue: &Catalogue) -> Flag {
    let works = catalogue.fortifications().iter().map(|work| Pick::new(&work.id, &work.name));
    Flag::one_of("work", "WORK", "The work that the target is in, as in trench", works).asking("Is it in a work?")
}

/// A pile of dice for the screen.
pub(super) fn pile(what: impl Into<String>, pool: Pool) -> Pile {
    Pile::new(what, pool.dice().map(Colour::word))
}

fn card(card: &UnitCard) -> Pick {
    let nation = match card.nation {
        Nation::Us => "United States",
        Nation::Italy => "Italy",
        Nation::Germany => "Germany",
    };
    let tags = [card.kind.target_word(), card.experience.word()];
    let fires = [(card.indirect, "indirect"), (card.turret, "turret")].into_iter();
    let pick = Pick::new(&card.id, &card.name)
        .in_group(nation)
        .noted(&card.note)
        .tagged(tags)
        .tagged(fires.filter(|(does, _)| *does).map(|(_, word)| word));
    let targets = [("at men", card.attack.soft), ("at vehicles", card.attack.hard)];
    let fire = targets.into_iter().flat_map(|(target, dice)| {
        RangeFactor::ALL.map(|factor| pile(format!("{target}, {}", factor.word()), dice.at(factor)))
    });
    let sides = Area::ALL.map(|area| (area, card.defence.on(area)));
    let alike = sides.iter().all(|(_, pool)| *pool == sides[0].1);
    let sides = sides.into_iter().take(if alike { 1 } else { sides.len() });
    let defence = sides.map(|(area, pool)| match alike {
        true => pile("defence", pool),
        false => pile(format!("defence, {}", area.word()), pool),
    });
    fire.chain(defence).fold(pick, Pick::with_dice)
}
