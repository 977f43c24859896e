//! The roster as a text that a player can keep, read and edit: TOML.
//!
//! ```toml
//! [[mission]]
//! id = "training"
//! title = "First Steps"
//! won = true
//! points = 12
//! needed = 9
//!
//! [[mission.told]]               # its history, as the platoon's page tells it
//! topic = "deed"                 # deed, command, wounds, loss, decoration, joined, replaced
//! crew = "A Cobra King"
//! text = "knocked out L Panzer IV (main gun)"
//!
//! [[crew]]
//! letter = "A"
//! name = "Cobra King"            # as you like; may be left out
//! men = ["Lt. Harlan", "Cpl. Kowalski"]   # the same, by seat
//! points = 21                    # platoon quality points
//! commander = true
//! crew = 5
//! initiative = 5
//! perception = 8
//! weapon_skill = 1
//! driving_skill = 8
//! initial = { crew = 5, initiative = 5, perception = 7, weapon_skill = 1, driving_skill = 8 }
//! raised = ["perception"]
//! combat_points = 2
//! deeds = ["First Steps: knocked out L Panzer IV"]
//! vehicle = { card = "m4a3", points = 7, rounds = 25 }
//!
//! [[park]]                       # a captured vehicle that has not served yet
//! card = "tiger"
//! captured = 0
//!
//! [remembered]                   # what the missions have counted and the campaign keeps
//! rehm-spared = 1
//! ```

use std::collections::BTreeMap;

use content::{Problems, Source, Spanned};
use engine::Problem;
use serde::Deserialize;

use crate::{
    state::names,
    state::roster::{MissionRecord, Raised, Roster, RosterCrew, Told, Topic, Vehicle},
    tables::platoon::Characteristic,
};
use crate::{
    state::{generation::LETTERS, units::Crew},
    tables::{cards::Nation, display_sheet::DisplaySheet, platoon::CrewRatings},
};

/// More than anybody can have gathered and not spent.
const MOST_COMBAT_POINTS: u8 = 99;
/// More than any crew or vehicle costs.
const MOST_POINTS: i32 = 99;
/// More than anything is counted in a campaign.
const MOST_COUNTED: i32 = 999;
/// Letters of a name. Files of earlier days may have longer ones than can be given in a game.
const MOST_LETTERS: usize = 40;
/// More vehicles than any platoon can capture.
const MOST_PARKED: usize = 99;
/// More lines than any mission has to tell, and more letters than any of them.
const MOST_TOLD: usize = 200;
const MOST_LETTERS_TOLD: usize = 300;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RosterSpec {
    #[serde(default, rename = "mission")]
    missions: Vec<MissionSpec>,
    #[serde(default, rename = "crew")]
    crews: Vec<CrewSpec>,
    #[serde(default)]
    park: Vec<VehicleSpec>,
    #[serde(default)]
    remembered: BTreeMap<String, Spanned<i32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MissionSpec {
    id: String,
    title: String,
    won: bool,
    points: i16,
    needed: i16,
    #[serde(default)]
    fallen: Vec<String>,
    #[serde(default)]
    told: Vec<ToldSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ToldSpec {
    topic: Spanned<String>,
    crew: String,
    text: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CrewSpec {
    letter: Spanned<String>,
    name: Option<Spanned<String>>,
    #[serde(default)]
    men: Vec<Spanned<String>>,
    points: Spanned<i32>,
    #[serde(default)]
    commander: bool,
    crew: Spanned<i32>,
    initiative: Spanned<i32>,
    perception: Spanned<i32>,
    weapon_skill: Spanned<i32>,
    driving_skill: Spanned<i32>,
    initial: Option<Spanned<CrewRatings>>,
    #[serde(default)]
    raised: Vec<Spanned<String>>,
    combat_points: Option<Spanned<i32>>,
    #[serde(default)]
    deeds: Vec<String>,
    vehicle: Option<VehicleSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VehicleSpec {
    card: Spanned<String>,
    points: Option<Spanned<i32>>,
    rounds: Option<Spanned<i32>>,
    captured: Option<u8>,
}

/// Reads a roster from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read(sheet: &DisplaySheet, file: &str, text: &str) -> Result<Roster, Vec<Problem>> {
    let source = Source::new(file, text);
    let mut problems = Problems::default();
    let Some(spec) = problems.keep(source.toml::<RosterSpec>()) else { return problems.finish(None) };
    let roster = check(sheet, &spec, source, &mut problems);
    problems.finish(Some(roster))
}

/// A roster as a file writes it, once everything in it has been checked.
pub(crate) fn check(sheet: &DisplaySheet, spec: &RosterSpec, source: Source<'_>, problems: &mut Problems) -> Roster {
    let mut reader = Reader { sheet, source, problems };
    if let Some(line) = spec.missions.iter().find_map(|mission| mission.told.get(MOST_TOLD)) {
        reader.wrong(&line.text, format!("more than {MOST_TOLD} lines are told of one mission"), "leave some out");
    }
    let mut mission = |spec: &MissionSpec| MissionRecord {
        id: spec.id.clone(),
        title: spec.title.clone(),
        won: spec.won,
        points: spec.points,
        needed: spec.needed,
        fallen: spec.fallen.clone(),
        told: spec.told.iter().filter_map(|told| reader.told(told)).collect(),
    };
    let missions = spec.missions.iter().map(&mut mission).collect();
    let mut crews: Vec<RosterCrew> = Vec::new();
    for crew in &spec.crews {
        if let Some(read) = reader.crew(crew) {
            if crews.iter().any(|known| known.letter == read.letter) {
                reader.wrong(&crew.letter, format!("there are two crews {}", read.letter), "use each letter once");
            }
            crews.push(read);
        }
    }
    if let Some(vehicle) = spec.park.get(MOST_PARKED) {
        reader.wrong(&vehicle.card, format!("more than {MOST_PARKED} vehicles in the park"), "leave some behind");
    }
    let park = spec.park.iter().filter_map(|vehicle| reader.vehicle(vehicle)).collect();
    crews.sort_by(|a, b| a.letter.cmp(&b.letter));
    let mut remembered = BTreeMap::new();
    for (name, number) in &spec.remembered {
        let number = reader.within(number, &format!("\"{name}\""), -MOST_COUNTED, MOST_COUNTED);
        remembered.extend(number.map(|number| (name.clone(), number)));
    }
    let roster = Roster { missions, crews, park, remembered };
    if !roster.can_fight() && reader.problems.is_empty() {
        let what = "nobody in this platoon has a vehicle";
        let problem =
            reader.source.whole(what, "give a [[crew]] a vehicle = { card = \"m4a3\", points = 7, rounds = 20 }");
        reader.problems.add(problem);
    }
    roster
}

struct Reader<'a, 'b> {
    sheet: &'a DisplaySheet,
    source: Source<'a>,
    problems: &'b mut Problems,
}

impl Reader<'_, '_> {
    fn wrong<T>(&mut self, at: &Spanned<T>, what: String, help: &str) {
        self.problems.add(self.source.problem(at.span(), what, help));
    }

    /// A number within limits, in the form it is kept in; `None` and a problem if it is outside.
    fn within<T: TryFrom<i32>>(&mut self, number: &Spanned<i32>, what: &str, least: i32, most: i32) -> Option<T> {
        let value = *number.get_ref();
        if !(least..=most).contains(&value) {
            self.wrong(number, format!("{what} is {value}"), &format!("it goes from {least} to {most}"));
            return None;
        }
        T::try_from(value).ok()
    }

    /// A line of the platoon's history.
    fn told(&mut self, spec: &ToldSpec) -> Option<Told> {
        let place = self.problems.lookup(&self.source, "topic", &spec.topic, Topic::ALL.map(Topic::word))?;
        let text = spec.text.get_ref();
        let letters = text.chars().count();
        if letters > MOST_LETTERS_TOLD {
            self.wrong(&spec.text, format!("this line has {letters} letters"), &format!("{MOST_LETTERS_TOLD} at most"));
        }
        Some(Told { topic: Topic::ALL[place], crew: spec.crew.clone(), text: text.clone() })
    }

    fn crew(&mut self, spec: &CrewSpec) -> Option<RosterCrew> {
        self.problems.lookup(&self.source, "letter", &spec.letter, LETTERS)?;
        let now = self.ratings(spec);
        let initial = match (&spec.initial, now) {
            (Some(initial), Some(now)) => self.initial(initial, now),
            (Some(_), None) => None,
            (None, now) => now,
        };
        let mut raised = Raised::default();
        for name in &spec.raised {
            let words = Characteristic::ALL.map(Characteristic::word);
            match self.problems.lookup(&self.source, "rating", name, words.into_iter().chain(["crew"])) {
                Some(place) => match Characteristic::ALL.get(place) {
                    Some(&what) => raised.note(what),
                    None => raised.crew = true,
                },
                None => continue,
            }
        }
        let combat_points = match &spec.combat_points {
            Some(points) => self.within(points, "the number of combat points", 0, MOST_COMBAT_POINTS.into()),
            None => Some(0),
        };
        let points = self.within(&spec.points, "what the crew cost", 0, MOST_POINTS);
        let vehicle = match &spec.vehicle {
            Some(vehicle) => Some(self.vehicle(vehicle)?),
            None => None,
        };
        Some(RosterCrew {
            letter: spec.letter.get_ref().clone(),
            name: self.name(spec.name.as_ref()),
            men: spec.men.iter().map(|name| self.name(Some(name))).collect(),
            points: points?,
            initial: initial?,
            now: now?,
            raised,
            combat_points: combat_points?,
            deeds: spec.deeds.clone(),
            vehicle,
        })
    }

    /// A name, or none.
    fn name(&mut self, name: Option<&Spanned<String>>) -> String {
        let Some(name) = name else { return String::new() };
        let text = name.get_ref();
        if text.chars().count() > MOST_LETTERS || !names::is_proper(text) {
            let help = format!("at most {MOST_LETTERS} letters, digits, blanks and the usual marks between them");
            self.wrong(name, "this is no name".to_owned(), &help);
        }
        text.clone()
    }

    /// What the crew can do now.
    fn ratings(&mut self, spec: &CrewSpec) -> Option<Crew> {
        let most = self.sheet.platoon.campaign.most;
        let initiative = self.within(&spec.initiative, "initiative", 0, most.initiative);
        let rating = self.within(&spec.crew, "the crew rating", 1, most.crew);
        let perception = self.within(&spec.perception, "perception", 0, most.perception);
        let weapon_skill = self.within(&spec.weapon_skill, "weapon skill", -most.weapon_skill, most.weapon_skill);
        let driving_skill = self.within(&spec.driving_skill, "driving skill", 0, most.driving_skill);
        Some(Crew {
            initiative: initiative?,
            commander: spec.commander,
            rating: rating?,
            perception: perception?,
            weapon_skill: weapon_skill?,
            driving_skill: driving_skill?,
        })
    }

    /// Ratings only rise: a crew cannot have joined with more than it has now.
    fn initial(&mut self, spec: &Spanned<CrewRatings>, now: Crew) -> Option<Crew> {
        let first = spec.get_ref();
        let least = -self.sheet.platoon.campaign.most.weapon_skill;
        let pairs = [
            ("initiative", first.initiative, i32::from(now.initiative), 0),
            ("perception", first.perception, i32::from(now.perception), 0),
            ("weapon skill", first.weapon_skill, i32::from(now.weapon_skill), least),
            ("driving skill", first.driving_skill, i32::from(now.driving_skill), 0),
            ("the crew rating", first.crew, i32::from(now.rating), 1),
        ];
        let mut sound = true;
        for (what, first, now, least) in pairs {
            if !(least..=now).contains(&first) {
                sound = false;
                let help = "ratings rise and never fall";
                self.wrong(spec, format!("{what} was {first} at first and is {now} now"), help);
            }
        }
        let joined = Crew {
            initiative: u8::try_from(first.initiative).ok()?,
            commander: now.commander,
            rating: u8::try_from(first.crew).ok()?,
            perception: u8::try_from(first.perception).ok()?,
            weapon_skill: i8::try_from(first.weapon_skill).ok()?,
            driving_skill: u8::try_from(first.driving_skill).ok()?,
        };
        sound.then_some(joined)
    }

    fn vehicle(&mut self, spec: &VehicleSpec) -> Option<Vehicle> {
        let nation = if spec.captured.is_some() { Nation::German } else { Nation::Us };
        let sheet = self.sheet;
        let cards = sheet.cards.iter().filter(|card| card.kind.is_vehicle() && card.nation == Some(nation));
        let place = {
            let known = cards.clone().map(|card| card.id.as_str());
            self.problems.lookup(&self.source, "vehicle", &spec.card, known)?
        };
        let card = cards.clone().nth(place)?;
        let most = sheet.most_rounds(card);
        let rounds = match &spec.rounds {
            Some(rounds) => self.within(rounds, "the number of rounds", 0, most.into()),
            None => Some(0),
        };
        let points = match &spec.points {
            Some(points) => self.within(points, "what the vehicle cost", 0, MOST_POINTS),
            None => Some(0),
        };
        let card = card.id.clone();
        Some(Vehicle { card, points: points?, rounds: rounds?, captured: spec.captured, fresh: false })
    }
}

/// Writes a roster as the text that [`read`] reads.
pub fn write(roster: &Roster) -> String {
    let mut text = String::from("# A platoon of Open Fire between two missions. Keep this file to play on with it.\n");
    for mission in &roster.missions {
        text += "\n[[mission]]\n";
        line(&mut text, "id", &quoted(&mission.id));
        line(&mut text, "title", &quoted(&mission.title));
        line(&mut text, "won", &mission.won.to_string());
        line(&mut text, "points", &mission.points.to_string());
        line(&mut text, "needed", &mission.needed.to_string());
        if !mission.fallen.is_empty() {
            line(&mut text, "fallen", &list(&mission.fallen));
        }
        for Told { topic, crew, text: words } in &mission.told {
            text += "[[mission.told]]\n";
            line(&mut text, "topic", &quoted(topic.word()));
            line(&mut text, "crew", &quoted(crew));
            line(&mut text, "text", &quoted(words));
        }
    }
    for crew in &roster.crews {
        text += "\n[[crew]]\n";
        write_crew(&mut text, crew);
    }
    for vehicle in &roster.park {
        text += "\n[[park]]\n";
        for (key, value) in vehicle_fields(vehicle) {
            line(&mut text, key, &value);
        }
    }
    if !roster.remembered.is_empty() {
        text += "\n[remembered]\n";
        for (name, number) in &roster.remembered {
            line(&mut text, &quoted(name), &number.to_string());
        }
    }
    text
}

fn write_crew(text: &mut String, crew: &RosterCrew) {
    line(text, "letter", &quoted(&crew.letter));
    if !crew.name.is_empty() {
        line(text, "name", &quoted(&crew.name));
    }
    if !crew.men.is_empty() {
        line(text, "men", &list(&crew.men));
    }
    line(text, "points", &crew.points.to_string());
    if crew.now.commander {
        line(text, "commander", "true");
    }
    for (key, value) in crew_fields(&crew.now) {
        line(text, key, &value.to_string());
    }
    let initial: Vec<String> =
        crew_fields(&crew.initial).iter().map(|(key, value)| format!("{key} = {value}")).collect();
    line(text, "initial", &format!("{{ {} }}", initial.join(", ")));
    let raised = Characteristic::ALL.into_iter().filter(|&what| crew.raised.has(what)).map(Characteristic::word);
    let raised: Vec<String> = raised.chain(crew.raised.crew.then_some("crew")).map(str::to_owned).collect();
    if !raised.is_empty() {
        line(text, "raised", &list(&raised));
    }
    line(text, "combat_points", &crew.combat_points.to_string());
    if !crew.deeds.is_empty() {
        line(text, "deeds", &list(&crew.deeds));
    }
    if let Some(vehicle) = &crew.vehicle {
        let fields: Vec<String> =
            vehicle_fields(vehicle).iter().map(|(key, value)| format!("{key} = {value}")).collect();
        line(text, "vehicle", &format!("{{ {} }}", fields.join(", ")));
    }
}

fn crew_fields(crew: &Crew) -> [(&'static str, i32); 5] {
    [
        ("crew", crew.rating.into()),
        ("initiative", crew.initiative.into()),
        ("perception", crew.perception.into()),
        ("weapon_skill", crew.weapon_skill.into()),
        ("driving_skill", crew.driving_skill.into()),
    ]
}

fn vehicle_fields(vehicle: &Vehicle) -> Vec<(&'static str, String)> {
    let mut fields = vec![
        ("card", quoted(&vehicle.card)),
        ("points", vehicle.points.to_string()),
        ("rounds", vehicle.rounds.to_string()),
    ];
    if let Some(served) = vehicle.captured {
        fields.push(("captured", served.to_string()));
    }
    fields
}

fn line(text: &mut String, key: &str, value: &str) {
    *text += &format!("{key} = {value}\n");
}

fn list(items: &[String]) -> String {
    format!("[{}]", items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", "))
}

/// A string as TOML writes it.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            '\t' => quoted += "\\t",
            c if c.is_control() => quoted += &format!("\\u{:04X}", u32::from(c)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
