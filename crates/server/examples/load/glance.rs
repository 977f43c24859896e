//! What a bot reads of a view: how far the game is, what it may do, and whether the game is over. The rest it passes
//! over.

use std::fmt;

use anyhow::{Context, Result};
use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor},
};

/// What is known of the game.
#[derive(Debug, Default)]
pub struct Glance {
    pub seq: u64,
    /// What may be done now.
    pub actions: Vec<String>,
    pub over: bool,
}

/// What the server says, as far as it matters here.
#[derive(Deserialize)]
pub struct Told<'a> {
    #[serde(rename = "type", borrow)]
    pub kind: &'a str,
    /// The number of the view.
    pub number: Option<u64>,
    pub base: Option<u64>,
    pub view: Option<View>,
    pub edit: Option<Edit<View, Changes>>,
    /// Why something was refused.
    pub text: Option<String>,
}

#[derive(Deserialize)]
pub struct View {
    seq: u64,
    scene: Scene,
}

#[derive(Deserialize)]
struct Scene {
    choices: Vec<Choice>,
    outcome: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Choice {
    action: String,
}

/// A value that is new, or of which something has changed.
#[derive(Deserialize)]
pub struct Edit<T, C> {
    is: Option<T>,
    set: Option<C>,
}

#[derive(Deserialize)]
pub struct Changes {
    seq: Option<u64>,
    scene: Option<Edit<Scene, SceneChanges>>,
}

#[derive(Deserialize)]
struct SceneChanges {
    choices: Option<ListEdit>,
    outcome: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct ListEdit {
    is: Option<Vec<Choice>>,
    list: Option<Vec<Part>>,
}

#[derive(Deserialize)]
struct ChoiceChanges {
    action: Option<String>,
}

enum Part {
    Keep(usize, usize),
    Change(usize, ChoiceChanges),
    Like(ChoiceChanges),
    Is(Choice),
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Part, D::Error> {
        deserializer.deserialize_any(PartVisitor)
    }
}

struct PartVisitor;

impl<'de> Visitor<'de> for PartVisitor {
    type Value = Part;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a part of a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Part, A::Error> {
        let mut next = || list.next_element()?.ok_or_else(|| serde::de::Error::custom("two numbers were expected"));
        let part = Part::Keep(next()?, next()?);
        if list.next_element::<IgnoredAny>()?.is_some() {
            return Err(serde::de::Error::custom("two numbers were expected"));
        }
        Ok(part)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Part, A::Error> {
        let (mut at, mut part) = (None, None);
        while let Some(key) = map.next_key()? {
            match key {
                "at" => at = Some(map.next_value()?),
                "set" => part = Some(Part::Like(map.next_value()?)),
                "is" => part = Some(Part::Is(map.next_value()?)),
                _ => return Err(serde::de::Error::custom("this is no part of a list")),
            }
        }
        match (at, part) {
            (Some(at), Some(Part::Like(changes))) => Ok(Part::Change(at, changes)),
            (None, Some(part)) => Ok(part),
            _ => Err(serde::de::Error::custom("this is no part of a list")),
        }
    }
}

impl Glance {
    pub fn see(&mut self, view: View) {
        self.seq = view.seq;
        self.look(view.scene);
    }

    fn look(&mut self, scene: Scene) {
        self.actions = names(scene.choices);
        self.over = scene.outcome.is_some();
    }

    pub fn change(&mut self, edit: Edit<View, Changes>) -> Result<()> {
        if let Some(view) = edit.is {
            self.see(view);
        }
        let Some(changes) = edit.set else { return Ok(()) };
        self.seq = changes.seq.unwrap_or(self.seq);
        let Some(edit) = changes.scene else { return Ok(()) };
        if let Some(scene) = edit.is {
            self.look(scene);
        }
        let Some(changes) = edit.set else { return Ok(()) };
        self.over |= changes.outcome.is_some();
        changes.choices.map_or(Ok(()), |choices| self.choose_from(choices))
    }

    fn choose_from(&mut self, choices: ListEdit) -> Result<()> {
        if let Some(choices) = choices.is {
            self.actions = names(choices);
        }
        let Some(parts) = choices.list else { return Ok(()) };
        let mut new: Vec<String> = Vec::with_capacity(self.actions.len());
        for part in parts {
            match part {
                Part::Keep(from, count) => new.extend_from_slice(
                    self.actions.get(from..from + count).context("choices that are not there are kept")?,
                ),
                Part::Change(at, changes) => {
                    let old = || self.actions.get(at).cloned().context("a choice that is not there has changed");
                    new.push(changes.action.map_or_else(old, Ok)?);
                }
                Part::Like(changes) => {
                    let last = || new.last().cloned().context("the first choice is like another");
                    let like = changes.action.map_or_else(last, Ok)?;
                    new.push(like);
                }
                Part::Is(choice) => new.push(choice.action),
            }
        }
        self.actions = new;
        Ok(())
    }
}

fn names(choices: Vec<Choice>) -> Vec<String> {
    choices.into_iter().map(|choice| choice.action).collect()
}
