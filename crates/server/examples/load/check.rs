use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use serde_json::Value;
use steward::difference::Edit;

/// More than this is not noted: then the rest of what a client hears is not checked, and the report says so.
const MOST: usize = 64 << 20;

/// What a client heard: whole views and differences, and at the end a whole view once more.
#[derive(Debug, Default)]
pub struct Heard {
    text: String,
    /// Where each message ends.
    ends: Vec<usize>,
    /// Whether something was not noted.
    cut: bool,
}

/// What was checked.
#[derive(Debug, Default)]
pub struct Checked {
    pub clients: usize,
    pub differences: usize,
    /// Clients that heard too much to note it all.
    pub cut: usize,
}

#[derive(Deserialize)]
struct Told {
    #[serde(rename = "type")]
    kind: String,
    view: Option<Value>,
    edit: Option<Edit>,
}

impl Heard {
    pub fn note(&mut self, message: &str) {
        self.cut |= self.text.len() + message.len() > MOST;
        if !self.cut {
            self.text.push_str(message);
            self.ends.push(self.text.len());
        }
    }

    /// Makes every difference on the view before it. Wherever a whole view of the same viewer and the same moment
    /// comes, at the end at the latest, it must be what the differences made.
    pub fn check(&self, checked: &mut Checked) -> Result<()> {
        if self.cut {
            checked.cut += 1;
            return Ok(());
        }
        let mut kept = Value::Null;
        let mut start = 0;
        let mut compared = 0;
        for &end in &self.ends {
            let told: Told = serde_json::from_str(&self.text[start..end])?;
            start = end;
            if told.kind == "change" {
                told.edit.context("no edit")?.apply(&mut kept)?;
                checked.differences += 1;
                continue;
            }
            let mut view = told.view.context("no view")?;
            // The log is sent beside the differences.
            (view["log"], view["log_from"]) = (Value::Null, Value::Null);
            if kept["viewer"] == view["viewer"] && kept["seq"] == view["seq"] {
                ensure!(kept == view, "the view that was kept is not the whole one");
                compared += 1;
            }
            kept = view;
        }
        ensure!(compared > 0, "no view was compared with a whole one");
        checked.clients += 1;
        Ok(())
    }
}
