//! Attacks asked about in words (FD-3, FD-14): `opfire odds`, `opfire resolve` and rule cases.

use std::{borrow::Cow, sync::Arc};

use dice::Dice;
use engine::{AskError, Attacks, Flag, Forecast, Form, Pick, Resolved, Words};

use crate::{
    play::{
        s03_direct_fire::{Attack, FireResult, Stakes},
        s14_close_assault::Fight,
    },
    rule_ids::{ASSAULT, FIRE},
    tables::Catalogue,
};

const DIRECT_FIRE: &str = "direct-fire";
const CLOSE_ASSAULT: &str = "close-assault";

fn forms(catalogue: &Catalogue) -> Vec<Form> {
    let kinds = catalogue.kinds().iter().map(|kind| Pick::new(&kind.id, &kind.name));
    let grounds = catalogue.grounds().iter().map(|ground| Pick::new(&ground.id, &ground.name));
    let strength = |name, about| Flag::number(name, about, -LARGEST, LARGEST).needed();
    vec![
        Form::new(DIRECT_FIRE, "A shot (FD-3)").plain([
            Flag::number("range", "Hexes to the target, the target's hex counted", 1, LARGEST).needed(),
            Flag::one_of("target", "KIND", "The target as a kind of company, as in t-34, instead of --defense", kinds)
                .asking("The target, or else its defence")
                .unless("defense"),
            Flag::number("defense", "The target's defence, the green number", -LARGEST, LARGEST).unless("target"),
            Flag::new("defence", Some("N"), "The same, as the British write it").only_typed(),
            Flag::one_of("terrain", "TERRAIN", "The terrain the target stands in", grounds),
            Flag::yes("smoke", "The target's side plays smoke shells"),
            Flag::yes("steady-aim", "The firer plays steady aim"),
        ]),
        Form::new(CLOSE_ASSAULT, "A close assault (FD-14)").plain([
            strength("assault", "The attackers' strength, all included"),
            strength("against", "The defenders' strength, all included"),
        ]),
    ]
}

/// A number on a counter, or several added up, lies between this and its negative.
const LARGEST: i32 = 999;

/// The attacks of the game, with the numbers of its tables.
pub(crate) struct Combat {
    catalogue: Arc<Catalogue>,
    forms: Vec<Form>,
}

impl Combat {
    pub(crate) fn new(catalogue: Arc<Catalogue>) -> Combat {
        let forms = forms(&catalogue);
        Combat { catalogue, forms }
    }

    /// The shot, and whether the target's defence was said.
    fn shot(&self, words: &Words) -> Result<(Attack<'_>, bool), AskError> {
        let range = number(words, "range")?;
        if range < 1 {
            return Err(AskError::Words(format!("--range {range}: the nearest target is one hex away")));
        }
        let defence = self.defence(words)?;
        let grounds = self.catalogue.grounds();
        let terrain = words.one_of("terrain", grounds.iter().map(|ground| ground.id.as_str()))?;
        let ground = terrain.and_then(|id| self.catalogue.ground(id));
        let event = |name: &str| if words.has(name) { self.catalogue.event_value(name) } else { 0 };
        let shot = Attack {
            cover: ground.map(|ground| (Cow::Borrowed(ground.name.as_str()), ground.cover)),
            smoke: event("smoke"),
            aim: event("steady-aim"),
            ..Attack::plain(range, defence.unwrap_or(0))
        };
        Ok((shot, defence.is_some()))
    }

    fn defence(&self, words: &Words) -> Result<Option<i32>, AskError> {
        let said = ["defense", "defence", "target"].into_iter().filter(|name| words.has(name));
        match said.collect::<Vec<_>>()[..] {
            [] => Ok(None),
            ["target"] => {
                let kinds = self.catalogue.kinds();
                let name = words.one_of("target", kinds.iter().map(|kind| kind.id.as_str()))?;
                Ok(name.and_then(|name| self.catalogue.kind(name)).map(|kind| kind.full.defence))
            }
            [name] => number(words, name).map(Some),
            [first, second, ..] => Err(AskError::Words(format!("--{second} cannot be used with --{first}"))),
        }
    }
}

fn number(words: &Words, name: &str) -> Result<i32, AskError> {
    words.need(name)?;
    words.number(name, -LARGEST, LARGEST).map(Option::unwrap_or_default)
}

fn fight(words: &Words) -> Result<Fight, AskError> {
    Ok(Fight::plain(number(words, "assault")?, number(words, "against")?))
}

impl Attacks for Combat {
    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn forecast(&self, form: &str, words: &Words) -> Result<Forecast, AskError> {
        if form == CLOSE_ASSAULT {
            return Ok(fight(words)?.forecast(self.catalogue.assault()));
        }
        match self.shot(words)? {
            (shot, true) => Ok(shot.forecast(self.catalogue.dice(), Stakes::USUAL)),
            (_, false) => Err(AskError::Words("say --defense (the green number) or --target KIND".to_owned())),
        }
    }

    fn resolve(&self, form: &str, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
        if form == CLOSE_ASSAULT {
            let (fight, table) = (fight(words)?, self.catalogue.assault());
            let (row, faces) = fight.resolve(table, dice);
            let (resolution, text) = (fight.resolution(table, row, &faces), table.rows[row].text.clone());
            return Ok(Resolved::new(ASSAULT, resolution, text));
        }
        let (shot, has_defence) = self.shot(words)?;
        let (result, faces) = shot.resolve(self.catalogue.dice(), dice);
        if !has_defence && result != FireResult::Miss {
            let what = "it is a hit: say --defense or --target to tell whether a step is lost";
            return Err(AskError::Words(what.to_owned()));
        }
        let text = match result {
            FireResult::Miss => "miss",
            FireResult::Pinned => "hit, pinned, no step lost",
            FireResult::StepLoss => "hit, pinned, step lost",
        };
        Ok(Resolved::new(FIRE, shot.resolution(result, &faces), text))
    }
}
