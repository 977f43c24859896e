//! The way in for JavaScript: texts and numbers only.

use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Brought, Moment, Page, Request};

/// A [`Page`] for JavaScript.
#[wasm_bindgen]
pub struct Door {
    page: Page,
}

/// An answer to a request.
#[wasm_bindgen]
pub struct Reply {
    /// As over HTTP.
    pub status: u16,
    mime: &'static str,
    body: String,
}

#[wasm_bindgen]
impl Reply {
    /// What it is.
    #[wasm_bindgen(getter)]
    pub fn mime(&self) -> String {
        self.mime.to_owned()
    }

    /// The answer.
    #[wasm_bindgen(getter)]
    pub fn body(&self) -> String {
        self.body.clone()
    }
}

/// A message to a screen.
#[wasm_bindgen]
pub struct Letter {
    /// The screen.
    pub screen: u32,
    message: String,
}

#[wasm_bindgen]
impl Letter {
    /// The message.
    #[wasm_bindgen(getter)]
    pub fn message(&self) -> String {
        self.message.clone()
    }
}

/// A bot that is asked.
#[wasm_bindgen]
pub struct Turn {
    /// How long it waits before it acts, in milliseconds.
    pub pause: u32,
    table: String,
}

#[wasm_bindgen]
impl Turn {
    /// Its game.
    #[wasm_bindgen(getter)]
    pub fn table(&self) -> String {
        self.table.clone()
    }
}

/// The time as JavaScript counts it.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "milliseconds since 1970")]
fn moment(now: f64, chance: u64) -> Moment {
    Moment { now: now as u64, chance }
}

#[wasm_bindgen]
impl Door {
    /// Opens the page with what was kept, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(kept: &str) -> Result<Door, String> {
        let kept = serde_json::from_str(kept).map_err(|error| format!("the kept games cannot be read: {error}"))?;
        Ok(Door { page: Page::new(kept) })
    }

    /// What has to be brought before something at this address can be asked or opened, as JSON.
    pub fn wants(&self, address: &str) -> Option<String> {
        self.page.wants(address).and_then(|wanted| serde_json::to_string(&wanted).ok())
    }

    /// Brings it, as JSON.
    pub fn bring(&mut self, id: &str, brought: &str, now: f64) -> Result<(), String> {
        let brought: Brought = serde_json::from_str(brought).map_err(|error| error.to_string())?;
        self.page.bring(id, brought, moment(now, 0));
        Ok(())
    }

    /// Answers a question, which comes as JSON.
    pub fn answer(&mut self, request: &str, now: f64, chance: u64) -> Result<Reply, String> {
        let request: Request = serde_json::from_str(request).map_err(|error| error.to_string())?;
        let answer = self.page.answer(&request, moment(now, chance));
        Ok(Reply { status: answer.status, mime: answer.mime, body: answer.body })
    }

    /// A screen begins to show a game. Says why not, where it cannot.
    #[expect(clippy::needless_pass_by_value, reason = "what JavaScript gives is ours")]
    pub fn connect(&mut self, screen: u32, address: &str, keys: Vec<String>, now: f64) -> Option<String> {
        self.page.connect(screen, address, &keys, moment(now, 0))
    }

    /// A screen says something.
    pub fn hear(&mut self, screen: u32, message: &str, now: f64, chance: u64) {
        self.page.hear(screen, message, moment(now, chance));
    }

    /// A screen goes.
    pub fn hang_up(&mut self, screen: u32) {
        self.page.hang_up(screen);
    }

    /// The next message to a screen.
    pub fn letter(&mut self) -> Option<Letter> {
        self.page.letter().map(|(screen, message)| Letter { screen, message })
    }

    /// The next thing to be kept, as JSON.
    pub fn write(&mut self) -> Option<String> {
        self.page.write().and_then(|write| serde_json::to_string(&write).ok())
    }

    /// The bot that is asked, if there is one.
    pub fn bot(&self) -> Option<Turn> {
        self.page.bot().map(|(table, pause)| Turn { pause, table: table.to_owned() })
    }

    /// Lets it do one action.
    pub fn bot_acts(&mut self, table: &str, now: f64, chance: u64) {
        self.page.bot_acts(table, moment(now, chance));
    }

    /// Tells everybody who looks on something about a game; nothing, if it no longer holds.
    pub fn tell(&mut self, table: &str, notice: Option<String>) {
        self.page.tell(table, notice);
    }
}
