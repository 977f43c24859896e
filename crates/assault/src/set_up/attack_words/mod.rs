//! Attacks asked about in words: `opfire odds`, `opfire resolve`, the companion and rule cases. One file for each kind
//! of attack.
//!
//! | attack | file |
//! |---|---|
//! | `pools`: dice against dice (AS-10.7) | [`pools`] |
//! | `ranged-fire`: a card fires at a card (AS-10) | [`ranged_fire`] |
//! | `close-combat`: a card assaults a card (AS-11) | [`close_combat`] |
//! | `minefield`: a unit comes into a minefield (AS-9.6.6) | [`minefield`] |
//! | `air`: a run of an aircraft (AS-12.3) | [`air`] |
//! | `artillery`: off-board artillery (AS-12.4) | [`artillery`] |
//! | `collapse`: blast against a building or work (AS-12.5) | [`collapse`] |

mod air;
mod answered;
mod artillery;
mod asked;
mod asking;
mod close_combat;
mod collapse;
mod minefield;
mod pools;
mod ranged_fire;
mod said;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use dice::Dice;
use engine::{AskError, Attacks, Forecast, Form, Resolved, SymbolDie, Words};

use self::asking::Asking;
use crate::tables::Catalogue;

/// All kinds of attack, in the order of the help.
const ASKINGS: &[Asking] = &[
    pools::ASKING,
    ranged_fire::ASKING,
    close_combat::ASKING,
    minefield::ASKING,
    air::ASKING,
    artillery::ASKING,
    collapse::ASKING,
];

/// The attacks of the game, with the numbers of its tables.
pub(crate) struct Combat {
    catalogue: Arc<Catalogue>,
    /// In the order of [`ASKINGS`].
    forms: Vec<Form>,
}

impl Combat {
    pub(crate) fn new(catalogue: Arc<Catalogue>) -> Combat {
        let forms = ASKINGS.iter().map(|asking| (asking.form)(&catalogue)).collect();
        Combat { catalogue, forms }
    }

    fn asking(&self, name: &str) -> Result<&'static Asking, AskError> {
        let form = Form::named(&self.forms, name)?;
        let mut known = self.forms.iter().zip(ASKINGS);
        let found = known.find(|(known, _)| known.name == form.name).map(|(_, asking)| asking);
        found.ok_or_else(|| AskError::unknown("attack", name, [form.name]))
    }
}

impl Attacks for Combat {
    fn forms(&self) -> &[Form] {
        &self.forms
    }

    fn dice(&self) -> Vec<SymbolDie> {
        self.catalogue.dice().shown()
    }

    // A refusal of the rules says more than that the words do not go together, and comes first.
    fn forecast(&self, form: &str, words: &Words) -> Result<Forecast, AskError> {
        let forecast = (self.asking(form)?.forecast)(&self.catalogue, words)?;
        Form::named(&self.forms, form)?.check(words)?;
        Ok(forecast)
    }

    fn resolve(&self, form: &str, words: &Words, dice: &mut dyn Dice) -> Result<Resolved, AskError> {
        let asking = self.asking(form)?;
        let resolved = (asking.resolve)(&self.catalogue, words, dice);
        if resolved.is_ok() {
            Form::named(&self.forms, form)?.check(words)?;
        }
        resolved
    }
}
