//! What the start page says about a game.

use engine::{Guide, Ruleset};

use crate::protocol::{BotInfo, GameInfo};

impl GameInfo {
    /// Of a ruleset.
    pub fn of(ruleset: &dyn Ruleset) -> GameInfo {
        GameInfo {
            id: ruleset.id().to_owned(),
            title: ruleset.title().to_owned(),
            blurb: ruleset.blurb().to_owned(),
            scenarios: ruleset.scenarios().into_iter().cloned().collect(),
            maps: ruleset.maps().iter().map(|map| map.info().clone()).collect(),
            guides: ruleset.guides().iter().map(|guide| Guide::clone(guide)).collect(),
            aid: ruleset
                .attacks()
                .map(|attacks| attacks.forms().iter().map(|form| form.title.clone()).collect())
                .unwrap_or_default(),
            bots: ruleset
                .bots()
                .into_iter()
                .map(|(id, title)| BotInfo { id: id.into(), title: title.into() })
                .collect(),
        }
    }
}
