//! One game as a story: what was read, what was answered, who met whom, who was lost. The log has all of it, and much
//! that nobody wants to read twice: every step of every vehicle.

use engine::{Entry, OpenError, Outcome, RuleId, Ruleset, Settings, Table, Tone, Viewer};

/// A game that was played, told from its log.
#[derive(Clone, Debug, PartialEq)]
pub struct Story {
    /// What the scenario is called.
    pub title: String,
    /// Its briefing.
    pub briefing: String,
    /// What happened, in order.
    pub told: Vec<Told>,
    /// How it ended; `None` if it was stopped.
    pub outcome: Option<Outcome>,
    /// How many actions it took.
    pub actions: u32,
}

/// A piece of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// From here on it is this hour: "Round 3".
    Time(String),
    /// A page of a booklet: its number, and whether it is opened or goes on after something that waited.
    Page {
        /// "034".
        number: String,
        /// Whether it is opened.
        opens: bool,
    },
    /// What the page says.
    Text(String),
    /// What the player says to it.
    Answer(String),
    /// A teacher's remark.
    Lesson(String),
    /// Something that happened on the map.
    Event(String),
}

/// Lets bots play a scenario, and tells what happened.
///
/// # Errors
/// If the scenario, a setting or a player is unknown.
pub fn play(
    ruleset: &dyn Ruleset,
    scenario: &str,
    settings: &Settings,
    players: &[String],
    seed: u64,
) -> Result<Story, OpenError> {
    let table = ruleset.play_out(scenario, settings, players, seed)?;
    let info = ruleset.scenarios().into_iter().find(|info| info.id == scenario);
    Ok(tell(table.as_ref(), info.map(|info| info.briefing.clone()).unwrap_or_default(), ruleset.milestones()))
}

fn tell(table: &dyn Table, briefing: String, milestones: &[RuleId]) -> Story {
    let view = table.view(Viewer::Referee, 0);
    let told = told(&view.log, milestones);
    Story { title: view.title, briefing, told, outcome: view.scene.outcome, actions: view.seq }
}

/// The story in the lines of a log.
pub fn told(log: &[Entry], milestones: &[RuleId]) -> Vec<Told> {
    let mut teller = Teller { milestones, ..Teller::default() };
    log.iter().for_each(|entry| teller.hear(entry));
    teller.told
}

/// Listens to a log. Pages and hours are named only when something is told of them.
#[derive(Default)]
struct Teller<'a> {
    milestones: &'a [RuleId],
    told: Vec<Told>,
    /// The rule that pages are read by, once one has been.
    pages: Option<RuleId>,
    page: Option<String>,
    page_named: bool,
    opens: bool,
    time: Option<String>,
    /// The last attack, until it is told or something else happens.
    attack: Option<&'a Entry>,
}

impl<'a> Teller<'a> {
    fn hear(&mut self, entry: &'a Entry) {
        if let Some(mark) = entry.page.as_ref().filter(|mark| mark.opens) {
            self.pages = Some(entry.rule);
            self.turn_to(Some(mark.number.clone()), true);
            return;
        }
        match entry.tone {
            Tone::Quiet => {}
            Tone::Lesson => self.read(entry, Told::Lesson(entry.text.clone())),
            Tone::Heading => self.hear_heading(entry),
            Tone::Combat if entry.resolution.is_some() => self.attack = Some(entry),
            Tone::Combat => self.event(entry.text.clone()),
            Tone::Loss => {
                self.tell_attack(entry);
                self.event(entry.text.clone());
            }
            // A page speaks of nobody in particular; who is named in a line of the log is on the map, and so is what
            // happens to him.
            Tone::Plain if Some(entry.rule) == self.pages => match entry.page {
                Some(_) if !entry.units.is_empty() || !entry.hexes.is_empty() => self.event(entry.text.clone()),
                Some(_) => self.read(entry, Told::Text(entry.text.clone())),
                None => self.say(Told::Answer(entry.text.clone())),
            },
            Tone::Plain if self.milestones.contains(&entry.rule) => self.event(entry.text.clone()),
            Tone::Plain => {}
        }
    }

    /// A heading without a full stop is the hour; one about somebody who is nowhere in particular is only his turn.
    fn hear_heading(&mut self, entry: &Entry) {
        if !entry.text.ends_with('.') {
            self.time = Some(entry.text.clone());
            self.turn_to(None, false);
        } else if entry.units.is_empty() || !entry.hexes.is_empty() {
            self.event(entry.text.clone());
        }
    }

    fn turn_to(&mut self, page: Option<String>, opens: bool) {
        (self.page, self.page_named, self.opens) = (page, false, opens);
    }

    /// Tells something that stands on a page.
    fn read(&mut self, entry: &Entry, told: Told) {
        let number = entry.page.as_ref().map(|mark| mark.number.clone());
        if number != self.page {
            self.turn_to(number, false);
        }
        self.tell_time();
        if let (Some(number), false) = (&self.page, self.page_named) {
            self.told.push(Told::Page { number: number.clone(), opens: self.opens });
            self.page_named = true;
        }
        self.told.push(told);
    }

    fn event(&mut self, text: String) {
        self.attack = None;
        self.say(Told::Event(text));
    }

    fn say(&mut self, told: Told) {
        self.tell_time();
        self.told.push(told);
    }

    fn tell_time(&mut self) {
        self.told.extend(self.time.take().map(Told::Time));
    }

    /// An attack is told when somebody was lost in it: who did it to whom, without the numbers.
    fn tell_attack(&mut self, loss: &Entry) {
        let Some(attack) = self.attack.take().filter(|attack| attack.seq == loss.seq) else { return };
        let did = attack.text.split_once(": ").map_or(attack.text.as_str(), |(did, _)| did);
        self.say(Told::Event(format!("{}.", did.trim_end_matches('.'))));
    }
}

#[cfg(test)]
mod tests;
