use serde::Serialize;
use ts_rs::TS;

/// What a finished game hands on: settings with which the next one is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Legacy {
    /// What a button says: "Play on with this platoon".
    pub title: String,
    /// What is handed on, in a few words.
    pub text: String,
    /// The setting that holds the text to keep.
    pub setting: String,
    /// Settings of the next game: their names and values.
    pub settings: Vec<(String, String)>,
    /// The scenario that comes next, if there is an order.
    pub next: Option<String>,
}

impl Legacy {
    /// The text to keep.
    pub fn document(&self) -> &str {
        self.settings.iter().find(|(name, _)| *name == self.setting).map_or("", |(_, value)| value)
    }
}
