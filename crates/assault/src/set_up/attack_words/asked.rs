//! What several kinds of attack ask in the same words: cards, ground, works, marks.

use engine::{Flag, Pick, Pile};

use crate::tables::{
    Catalogue, Kind,
    fortification::Area,
    pool::{Colour, Pool},
    ranged_fire::FireStatus,
    units::{Nation, RangeFactor, UnitCard},
};

/// Which unit card, out of all of them by nation; each with its dice, and tagged with what it is.
pub(super) fn card_flag(catalogue: &Catalogue, name: &'static str, about: &'static str) -> Flag {
    Flag::one_of(name, "UNIT", about, catalogue.units().iter().map(card))
}

/// Which aircraft.
pub(super) fn aircraft(catalogue: &Catalogue) -> impl Iterator<Item = Pick> {
    catalogue.support().aircraft.iter().map(|card| {
        Pick::new(&card.id, &card.name)
            .in_group(nation(card.nation))
            .with_dice(pile("at men", card.attack.soft))
            .with_dice(pile("at vehicles", card.attack.hard))
            .with_dice(pile("blast", card.blast))
            .with_dice(pile("defence", card.defence))
    })
}

/// Which battery or ship.
pub(super) fn batteries(catalogue: &Catalogue) -> impl Iterator<Item = Pick> {
    catalogue.support().batteries.iter().map(|card| {
        Pick::new(&card.id, &card.name)
            .in_group(nation(card.nation))
            .with_dice(pile("at men, primary", card.attack.soft.primary))
            .with_dice(pile("at men, secondary", card.attack.soft.secondary))
            .with_dice(pile("at vehicles, primary", card.attack.hard.primary))
            .with_dice(pile("at vehicles, secondary", card.attack.hard.secondary))
            .with_dice(pile("blast", card.blast))
    })
}

/// The unit cards that have a blast value.
pub(super) fn blasting(catalogue: &Catalogue) -> impl Iterator<Item = Pick> {
    let units = catalogue.units().iter().filter(|card| !card.attack.soft.blast.is_empty());
    units.map(|card| Pick { piles: vec![pile("blast", card.attack.soft.blast)], ..self::card(card) })
}

/// The unit cards that fire at aircraft.
pub(super) fn anti_aircraft(catalogue: &Catalogue) -> impl Iterator<Item = Pick> {
    catalogue.units().iter().filter(|card| card.fires_at_aircraft()).map(card)
}

/// A row of the terrain chart.
pub(super) fn ground_flag(catalogue: &Catalogue, name: &'static str, about: &'static str) -> Flag {
    let grounds = catalogue.grounds().iter().map(|ground| Pick::new(&ground.id, &ground.name));
    Flag::one_of(name, "TERRAIN", about, grounds)
}

/// The ground that the target stands in.
pub(super) fn terrain_flag(catalogue: &Catalogue) -> Flag {
    let about = "The ground that the target stands in; clear if it is not said";
    ground_flag(catalogue, "terrain", about).asking("What ground is the target in?").usually("clear")
}

/// The work that the target is in.
pub(super) fn work_flag(catalogue: &Catalogue) -> Flag {
    let works = catalogue.fortifications().iter().map(|work| Pick::new(&work.id, &work.name));
    Flag::one_of("work", "WORK", "The work that the target is in, as in trench", works).asking("Is it in a work?")
}

/// Smoke in the hex of a unit that is attacked.
pub(super) fn smoke_flag(catalogue: &Catalogue) -> Flag {
    let about = "Smoke markers in the target's own hex";
    Flag::number("smoke", about, 0, i32::from(catalogue.smoke.blocks) - 1).usually("0")
}

/// The sides on which a unit on the ground is hit, or assaulted.
pub(super) const SIDES: [Area; 3] = [Area::Front, Area::Flank, Area::Rear];

/// Roads, trails and hexsides.
pub(super) fn feature_flag(catalogue: &Catalogue, about: &'static str) -> Flag {
    let features = catalogue.features().iter().map(|feature| Pick::new(&feature.id, &feature.name));
    Flag::several("feature", about, features).asking("Ways it is on, hexsides that cover it")
}

/// The mark of a unit that fires.
pub(super) fn status_flag(about: &'static str) -> Flag {
    let marks = FireStatus::ALL.map(FireStatus::word);
    Flag::one_of("status", "MARK", about, marks).asking("The attacker's mark").usually(marks[0])
}

/// The buildings and works that can collapse.
pub(super) fn structure_flag(catalogue: &Catalogue, about: &'static str) -> Flag {
    let named = |id: &str| {
        let work = catalogue.fortifications().iter().find(|work| work.id == id).map(|work| &work.name);
        let name = work.or_else(|| catalogue.ground(id).map(|ground| &ground.name));
        Pick::new(id, name.map_or(id, String::as_str))
    };
    Flag::one_of("structure", "ID", about, catalogue.support().collapse.structures().map(named))
}

/// What the unit on the card of flag `of` has been through already: suppressed, fallback, immobilised, flipped, damage,
/// each in its own words.
pub(super) fn mark_flags(of: &'static str, about: [&'static str; 5]) -> [Flag; 5] {
    let [suppressed, fallback, immobilised, flipped, damage] = about;
    [
        Flag::yes("suppressed", suppressed),
        Flag::yes("fallback", fallback),
        Flag::yes("immobilised", immobilised).if_tagged(of, [Kind::Vehicle.target_word()]),
        Flag::yes("flipped", flipped),
        Flag::number("damage", damage, 0, 9).usually("0"),
    ]
}

/// The words of [`mark_flags`] for a target.
pub(super) const OF_THE_TARGET: [&str; 5] = [
    "The target is suppressed already",
    "The target is marked fallback already",
    "The target is immobilised already",
    "The target is at half strength already",
    "Damage points that the target has already",
];

/// Dice of command cards.
pub(super) fn card_dice(name: &'static str, about: &'static str) -> Flag {
    Flag::dice(name, about, MOST_OF_CARDS)
}

/// A small number of command cards.
pub(super) fn card_number(name: &'static str, about: &'static str) -> Flag {
    Flag::number(name, about, 0, MOST_OF_CARDS.into()).usually("0")
}

/// As many as a screen offers; the command line takes more.
const MOST_OF_CARDS: u8 = 4;

/// A pile of dice for the screen.
pub(super) fn pile(what: impl Into<String>, pool: Pool) -> Pile {
    Pile::new(what, pool.dice().map(Colour::word))
}

fn nation(nation: Nation) -> &'static str {
    match nation {
        Nation::Us => "United States",
        Nation::Italy => "Italy",
        Nation::Germany => "Germany",
    }
}

fn card(card: &UnitCard) -> Pick {
    let tags = [card.kind.target_word(), card.experience.word()];
    let fires = [(card.indirect, "indirect"), (card.turret, "turret")].into_iter();
    let pick = Pick::new(&card.id, &card.name)
        .in_group(nation(card.nation))
        .noted(&card.note)
        .tagged(tags)
        .tagged(fires.filter(|(does, _)| *does).map(|(_, word)| word))
        .tagged(card.abilities.iter().map(|ability| ability.name.to_lowercase()));
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
