use serde::{Deserialize, Serialize};

use ts_rs::TS;

use crate::{Entry, Seat, Tone, Viewer};

/// A line of the log as it is written down with its action: words only, which outlive the code that made them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct Line {
    /// The rule behind it.
    pub rule: String,
    /// What happened.
    pub text: String,
    /// The side that did it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub by: Option<Seat>,
    /// How it should look.
    #[serde(default, skip_serializing_if = "is_plain")]
    #[ts(as = "Option<Tone>", optional)]
    pub tone: Tone,
    /// How the dice were read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(as = "Option<String>", optional)]
    pub reading: String,
    /// What one seat reads instead of the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub only: Option<(Seat, String)>,
}

fn is_plain(tone: &Tone) -> bool {
    *tone == Tone::Plain
}

impl From<&Entry> for Line {
    fn from(entry: &Entry) -> Line {
        Line {
            rule: entry.rule.to_string(),
            text: entry.text.clone(),
            by: entry.seat,
            tone: entry.tone,
            reading: entry.resolution.as_ref().map(|resolution| resolution.reading.clone()).unwrap_or_default(),
            only: entry.secret.as_ref().map(|secret| (secret.seat, secret.text.clone())),
        }
    }
}

impl Line {
    /// A line without a rule.
    pub(crate) fn plain(text: String) -> Line {
        Line { rule: String::new(), text, by: None, tone: Tone::Plain, reading: String::new(), only: None }
    }

    /// The line as `viewer` may read it.
    #[must_use]
    pub fn seen_by(&self, viewer: Viewer) -> Line {
        let mut seen = self.clone();
        if let Some((seat, text)) = seen.only.take()
            && viewer.knows(seat)
        {
            seen.text = text;
        }
        seen
    }
}
