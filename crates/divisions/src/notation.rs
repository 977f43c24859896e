//! Actions as short lines of text: what files, rule cases and scripts hold.
//!
//! ```text
//! draw                                done
//! move t-34+kv-2 0305                 fire tiger at t-34 [with steady-aim]
//! assault t-34 0305                   join rifles-1
//! retreat 0204                        advance t-34+rifles-1
//! play smoke                          play replacements for t-34
//! ```

use engine::{NotationError, nearest};
use hexmap::Hex;

use crate::{
    action::Action,
    unit_set::{Unit, UnitSet},
    world::Divisions,
};

impl Divisions {
    pub(crate) fn write_action(&self, action: &Action) -> String {
        let id = |unit: Unit| self.unit(unit).id.as_str();
        let group = |units: UnitSet| units.iter().map(id).collect::<Vec<_>>().join("+");
        let chit_id = |chit: u8| self.event(chit).id.as_str();
        match *action {
            Action::Draw => "draw".to_owned(),
            Action::Done => "done".to_owned(),
            Action::Move { units, to } => format!("move {} {}", group(units), self.label(to)),
            Action::Fire { shooter, target, chit: None } => format!("fire {} at {}", id(shooter), id(target)),
            Action::Fire { shooter, target, chit: Some(chit) } => {
                format!("fire {} at {} with {}", id(shooter), id(target), chit_id(chit))
            }
            Action::Assault { unit, hex } => format!("assault {} {}", id(unit), self.label(hex)),
            Action::Join { unit } => format!("join {}", id(unit)),
            Action::Retreat { to } => format!("retreat {}", self.label(to)),
            Action::Advance { units } => format!("advance {}", group(units)),
            Action::Play { chit, unit: None } => format!("play {}", chit_id(chit)),
            Action::Play { chit, unit: Some(unit) } => format!("play {} for {}", chit_id(chit), id(unit)),
        }
    }

    pub(crate) fn read_action(&self, text: &str) -> Result<Action, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let action = match words[..] {
            ["draw"] => Ok(Action::Draw),
            ["done"] => Ok(Action::Done),
            ["move", group, to] => {
                self.read_group(group).and_then(|units| Ok(Action::Move { units, to: self.read_hex(to)? }))
            }
            ["fire", shooter, "at", target] => self.read_shot(shooter, target, None),
            ["fire", shooter, "at", target, "with", chit] => self.read_shot(shooter, target, Some(chit)),
            ["assault", unit, hex] => {
                self.read_unit(unit).and_then(|unit| Ok(Action::Assault { unit, hex: self.read_hex(hex)? }))
            }
            ["join", unit] => self.read_unit(unit).map(|unit| Action::Join { unit }),
            ["retreat", to] => self.read_hex(to).map(|to| Action::Retreat { to }),
            ["advance", group] => self.read_group(group).map(|units| Action::Advance { units }),
            ["play", chit] => self.read_chit(chit).map(|chit| Action::Play { chit, unit: None }),
            ["play", chit, "for", unit] => {
                self.read_chit(chit).and_then(|chit| Ok(Action::Play { chit, unit: Some(self.read_unit(unit)?) }))
            }
            _ => Err(self.unknown_verb(&words)),
        };
        action.map_err(|problem| NotationError { text: text.to_owned(), problem })
    }

    fn unknown_verb(&self, words: &[&str]) -> String {
        const FORMS: [(&str, &str); 9] = [
            ("draw", "draw"),
            ("done", "done"),
            ("move", "move UNIT+UNIT HEX"),
            ("fire", "fire UNIT at UNIT [with CHIT]"),
            ("assault", "assault UNIT HEX"),
            ("join", "join UNIT"),
            ("retreat", "retreat HEX"),
            ("advance", "advance UNIT+UNIT"),
            ("play", "play CHIT [for UNIT]"),
        ];
        let verb = words.first().copied().unwrap_or_default();
        let form = FORMS.iter().find(|(known, _)| *known == verb).map(|(_, form)| format!("the form is \"{form}\""));
        form.or_else(|| nearest(verb, FORMS.map(|(known, _)| known)).map(|near| format!("did you mean \"{near}\"?")))
            .unwrap_or_else(|| format!("an action starts with one of {}", FORMS.map(|(known, _)| known).join(", ")))
    }

    fn read_shot(&self, shooter: &str, target: &str, chit: Option<&str>) -> Result<Action, String> {
        let chit = chit.map(|chit| self.read_chit(chit)).transpose()?;
        Ok(Action::Fire { shooter: self.read_unit(shooter)?, target: self.read_unit(target)?, chit })
    }

    fn read_hex(&self, label: &str) -> Result<Hex, String> {
        self.map.grid.parse(label).map_err(|error| error.to_string())
    }

    fn read_group(&self, group: &str) -> Result<UnitSet, String> {
        group.split('+').map(|id| self.read_unit(id)).collect()
    }

    /// A unit by its id.
    pub fn read_unit(&self, id: &str) -> Result<Unit, String> {
        let place = self.units.iter().position(|unit| unit.id == id).ok_or_else(|| {
            let near = nearest(id, self.units.iter().map(|unit| unit.id.as_str()));
            let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
            format!("there is no unit \"{id}\"{hint}")
        })?;
        Ok(Unit(place as u8))
    }

    fn read_chit(&self, id: &str) -> Result<u8, String> {
        let place = self.catalogue.event_ids().position(|known| known == id).ok_or_else(|| {
            let near = nearest(id, self.catalogue.event_ids());
            let hint = near.map(|near| format!("; did you mean \"{near}\"?")).unwrap_or_default();
            format!("there is no event chit \"{id}\"{hint}")
        })?;
        Ok(place as u8)
    }
}
