//! The key of a map: what can be on it, and what it does.

use engine::Terrain;

use crate::tables::{ByClass, Catalogue, Cost, Feature, Points};

impl Catalogue {
    /// The key: what can be on a map, and what it does.
    pub(crate) fn key(&self) -> Vec<Terrain> {
        let terrain = self.terrain.iter().map(|ground| {
            let mut effects = vec![costs("To enter", &ground.cost)];
            let mut add = |value: i32, text: &str| {
                if value != 0 {
                    effects.push(format!("{text} {value:+}"));
                }
            };
            add(ground.cover, "Cover against fire");
            add(ground.assault, "Defence in close assault");
            add(ground.armour, "Tanks that assault into it");
            if ground.height > 0 {
                effects.push("Blocks sight from level ground".to_owned());
            }
            Terrain { key: ground.id.clone(), name: ground.name.clone(), look: ground.look.clone(), effects }
        });
        terrain.chain(self.features.iter().map(feature_key)).collect()
    }
}

fn feature_key(feature: &Feature) -> Terrain {
    let mut effects = Vec::new();
    if let Some(cost) = &feature.cost {
        effects.push(costs("Along it", cost));
    }
    if let Some(crossing) = &feature.crossing {
        effects.push(costs("To cross", crossing));
    }
    if feature.assault != 0 {
        effects.push(format!("Defence in close assault {:+}", feature.assault));
    }
    Terrain { key: feature.id.clone(), name: feature.name.clone(), look: feature.look.clone(), effects }
}

fn costs(what: &str, cost: &ByClass<Cost>) -> String {
    let text = |Cost(cost): Cost| cost.map_or("no".to_owned(), |cost| Points(cost).to_string());
    format!("{what}: foot {}, tracks {}, wheels {}", text(cost.leg), text(cost.tracked), text(cost.wheeled))
}
