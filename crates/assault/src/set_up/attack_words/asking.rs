//! A kind of attack, as all of them are listed.

use dice::Dice;
use engine::{AskError, Forecast, Form, Resolved, Words};

use crate::tables::Catalogue;

/// A kind of attack: what can be said about it, its odds, and how it is thrown.
pub(super) struct Asking {
    pub(super) form: fn(&Catalogue) -> Form,
    pub(super) forecast: fn(&Catalogue, &Words) -> Result<Forecast, AskError>,
    pub(super) resolve: fn(&Catalogue, &Words, &mut dyn Dice) -> Result<Resolved, AskError>,
}
