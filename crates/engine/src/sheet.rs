use serde::Serialize;
use ts_rs::TS;

use crate::{Fact, RuleId};

/// A form that is filled in before or after play: points are dealt, ratings raised, things bought. Whatever it offers
/// is an action that is among the choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Sheet {
    /// Stable name.
    pub id: String,
    /// Heading.
    pub title: String,
    /// What is to be done now.
    pub text: String,
    /// The rule behind it.
    pub rule: RuleId,
    /// The steps from the first to the last, with the one in progress.
    pub steps: Vec<String>,
    /// Which step is in progress, counted from 0.
    pub step: u8,
    /// Points left, and the like.
    pub totals: Vec<Fact>,
    /// Its subjects, one card each.
    pub cards: Vec<SheetCard>,
    /// Actions that belong to no card.
    pub offers: Vec<String>,
    /// The action that ends the step, if it may be done.
    pub done: Option<String>,
    /// What went before: lines to read.
    pub history: Vec<Fact>,
}

/// One of the things a sheet is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SheetCard {
    /// Stable name within the sheet.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// What it is.
    pub subtitle: String,
    /// Its numbers.
    pub facts: Vec<Fact>,
    /// Boxes to tick, if there are any.
    pub boxes: Option<Boxes>,
    /// The reasons for it: a text, and what each is worth.
    pub notes: Vec<Fact>,
    /// Actions that are about it.
    pub offers: Vec<String>,
}

/// Boxes to tick one by one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Boxes {
    /// What is ticked: "Combat points".
    pub label: String,
    /// Boxes ticked.
    pub ticked: u8,
    /// Boxes there are.
    pub of: u8,
    /// The action that unticks one.
    pub less: Option<String>,
    /// The action that ticks one more.
    pub more: Option<String>,
    /// A note beside them: "5 suggested".
    pub hint: String,
}

impl Sheet {
    /// Every action on it.
    pub fn actions(&self) -> impl Iterator<Item = &String> {
        let cards = self.cards.iter().flat_map(|card| {
            let boxes = card.boxes.iter().flat_map(|boxes| boxes.less.iter().chain(&boxes.more));
            boxes.chain(&card.offers)
        });
        cards.chain(&self.offers).chain(&self.done)
    }
}
