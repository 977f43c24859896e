//! The key of a map: what is on it, and what it does.

use engine::Terrain as KeyEntry;

use crate::tables::{
    Kind,
    catalogue::{ByMovement, Catalogue, Cost, Damage, Defence, Feature, Obstruction, SideSight, Terrain},
};

impl Catalogue {
    /// The key: everything that can be on a map.
    pub(crate) fn key(&self) -> Vec<KeyEntry> {
        self.terrain.iter().map(ground).chain(self.features.iter().map(feature)).collect()
    }
}

fn ground(terrain: &Terrain) -> KeyEntry {
    let mut effects = vec![costs("To enter", &terrain.cost)];
    effects.extend(sight(terrain));
    effects.extend(defence(&terrain.defence));
    effects.extend(damage(terrain.damage));
    if terrain.storeys {
        effects.push("Infantry looks from one level up".to_owned());
    }
    if terrain.no_indirect_fire {
        effects.push("No indirect fire from here".to_owned());
    }
    effects.extend(terrain.notes.iter().cloned());
    KeyEntry { key: terrain.id.clone(), name: terrain.name.clone(), look: terrain.look.clone(), effects }
}

fn feature(feature: &Feature) -> KeyEntry {
    let mut effects = Vec::new();
    effects.extend(feature.cost.as_ref().map(|cost| costs("Along it", cost)));
    if feature.turning > 0 {
        effects.push(format!("Vehicles pay {} more where it bends", feature.turning));
    }
    effects.extend(feature.crossing.as_ref().map(|cost| costs("To cross", cost)));
    if feature.sight == SideSight::Steep {
        effects.push("Hinders sight between its two hexes".to_owned());
    }
    effects.extend(defence(&feature.defence));
    effects.extend(damage(feature.damage));
    effects.extend(feature.notes.iter().cloned());
    KeyEntry { key: feature.id.clone(), name: feature.name.clone(), look: feature.look.clone(), effects }
}

fn costs(what: &str, cost: &ByMovement<Cost>) -> String {
    let ByMovement { infantry, artillery, wheeled, tracked } = cost;
    format!("{what}: infantry {infantry}, guns {artillery}, wheels {wheeled}, tracks {tracked}")
}

fn sight(terrain: &Terrain) -> Option<String> {
    let what = match terrain.sight {
        Obstruction::Open => return None,
        Obstruction::Hinders => "Hinders sight",
        Obstruction::Blocks => "Blocks sight",
    };
    Some(match terrain.elevation {
        0 => format!("{what} on level ground"),
        1 => format!("{what}, one level high"),
        levels => format!("{what}, {levels} levels high"),
    })
}

fn defence(defence: &Defence) -> Option<String> {
    let some = Kind::ALL.into_iter().filter(|&kind| !defence.of(kind).is_empty());
    let words: Vec<String> = some.map(|kind| format!("{} {}", kind.word(), defence.of(kind))).collect();
    (!words.is_empty()).then(|| format!("Defence: {}", words.join(", ")))
}

fn damage(damage: Damage) -> Option<String> {
    match damage {
        Damage { wheeled: false, tracked: false } => None,
        Damage { wheeled: true, tracked: false } => Some("Wheels risk damage".to_owned()),
        Damage { wheeled: false, tracked: true } => Some("Tracks risk damage".to_owned()),
        Damage { wheeled: true, tracked: true } => Some("Vehicles risk damage".to_owned()),
    }
}
