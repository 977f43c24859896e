//! Small set-ups for rule cases: a mission with the platoon placed by hand, or a few units on a few hexes.
//!
//! ```toml
//! mission = "training"           # its map, markers and paragraphs; without it nothing happens by itself
//! platoon = "sample"             # the sample platoon, ready and off the map; without it and without units it is generated
//! condition = 2
//! sightings = ["s9"]
//! round = 1                      # rounds are in progress; without it operations
//! advantage = "us"
//! action_number = 3              # the German action number in force
//! options = ["closed-sight"]     # "campaign" makes the mission part of one; so does [[roster.crew]], a platoon from an earlier mission
//! victory = 5                    # points needed to win, in place of the mission's
//! players = 2                    # they share the platoon: a section each
//! smoke = ["0303"]
//! minefields = ["0304"]
//! positions = ["0305"]           # improved positions
//! marker = [{ number = 1, at = "0404", reads = "s1 882" }]   # what it leads to in every condition: also "random", "none"
//! random_event = "181"           # what every random event leads to
//! activation = [5, 6]            # activation levels by condition
//! adjust = [{ condition = 2, marker = 1, at = "0505" }]      # the back of the cartridge; without `at` it is taken up
//! retreat = "0101"
//! event_points = 1
//! paragraphs = '''
//! paragraph 601 { points +1 }
//! '''
//!
//! [[unit]]                       # one of ours, by its data card
//! letter = "A"
//! card = "m4a3"
//! at = "0102"
//! facing = "ne"
//! turns = 2                      # on the Action Round Track
//! section = 2                    # whose it is, if the platoon is shared
//!
//! [[unit]]                       # one with a characteristics card, which has its letter
//! card = "GE44"
//! at = "0502"
//!
//! [[unit]]                       # a German by his data card: a card is made for him
//! letter = "T"
//! card = "ge-truck"
//! acts = "705"                   # the paragraph he acts by, whatever the condition; also for those with a card
//! reactions = { S = "789" }      # and by special reaction
//!
//! [flat]                         # the whole map of the missions as open fields, with some hexes of other terrain
//! woods = "1510 1610"
//!
//! [ground]                       # the map itself, in place of the mission's
//! legend = { "." = "clear" }
//! rows = """
//! . . . . .
//! """
//! ```

use std::{collections::BTreeMap, sync::Arc};

use content::{MapSpec, Problems, Source, Spanned};
use dice::Scripted;
use engine::{Frames, North, Problem, Provenance, ScenarioInfo, Seat, Settings, Silent, nearest};
use hexmap::{Direction, Hex};
use serde::Deserialize;

use crate::{
    booklet::{
        cartridge::Mission,
        options::Switch,
        paragraphs::{CardId, HexNumber, Origin, Where, words},
    },
    map::country::Country,
    play::{
        s01_sharing::{self, MOST_PLAYERS},
        s03_course, s04_generation, s06_rounds, s14_damage, s16_campaign,
    },
    rule_ids::MAP,
    set_up::{
        game_box::{self, Parts},
        scenario_words::{self, Acts, AdjustmentSpec},
        settings,
    },
    state::{
        Acting, EventMarker, Frame, Smoke, State, Work, WorkKind,
        generation::Generation,
        laid_out::{self, Act, Ask, OpenFire},
        roster_text::{self, RosterSpec},
        units::{Crew, Fired, Motion, Place, Ratings, Side, Space, Unit, UnitId},
    },
    tables::cards::Nation,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioSpec {
    mission: Option<Spanned<String>>,
    ground: Option<MapSpec>,
    /// The whole map as open fields, with hexes of other terrain by its name.
    flat: Option<BTreeMap<String, Spanned<String>>>,
    /// Paragraphs of its own.
    paragraphs: Option<Spanned<String>>,
    /// What random events lead to.
    random_event: Option<Spanned<String>>,
    /// Activation levels by condition.
    #[serde(default)]
    activation: Vec<u8>,
    /// How event markers change with the conditions.
    #[serde(default)]
    adjust: Vec<AdjustmentSpec>,
    /// Where Germans retreat to.
    retreat: Option<Spanned<String>>,
    /// Points for each event marker that is found.
    event_points: Option<i16>,
    platoon: Option<Spanned<String>>,
    #[serde(default = "one")]
    condition: u8,
    #[serde(default)]
    sightings: Vec<Spanned<String>>,
    #[serde(default)]
    round: u16,
    advantage: Option<Spanned<String>>,
    #[serde(default = "one")]
    action_number: u8,
    #[serde(default = "one")]
    players: u8,
    #[serde(default)]
    options: Vec<Spanned<String>>,
    #[serde(default)]
    smoke: Vec<Spanned<String>>,
    #[serde(default)]
    minefields: Vec<Spanned<String>>,
    #[serde(default)]
    positions: Vec<Spanned<String>>,
    /// Where the platoon comes in and leaves; those of the mission, if it does not say.
    #[serde(default)]
    entry: Vec<Spanned<String>>,
    #[serde(default)]
    exit: Vec<Spanned<String>>,
    #[serde(default)]
    marker: Vec<MarkerSpec>,
    /// Points needed to win; those of the mission, if it does not say.
    victory: Option<i16>,
    /// A platoon that comes from an earlier mission.
    roster: Option<RosterSpec>,
    #[serde(default)]
    unit: Vec<UnitSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkerSpec {
    number: u8,
    at: Spanned<String>,
    /// What it leads to: `882`, `s1 882`, `random`, `none`.
    reads: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSpec {
    letter: Option<Spanned<String>>,
    card: Spanned<String>,
    at: Option<Spanned<String>>,
    /// The letter of what it rides on or is towed by.
    aboard: Option<Spanned<String>>,
    facing: Option<Spanned<String>>,
    turret: Option<Spanned<String>>,
    #[serde(default = "five")]
    crew: u8,
    #[serde(default = "four")]
    initiative: u8,
    #[serde(default)]
    commander: bool,
    #[serde(default = "six")]
    perception: u8,
    #[serde(default)]
    weapon_skill: i8,
    #[serde(default = "seven")]
    driving_skill: u8,
    #[serde(default = "twenty")]
    rounds: u8,
    #[serde(default)]
    closed: bool,
    #[serde(default)]
    defilade: bool,
    #[serde(default)]
    dug_in: bool,
    /// It is in a bunker that faces as it does.
    #[serde(default)]
    bunker: bool,
    #[serde(default)]
    prepared: bool,
    #[serde(default)]
    suppressed: bool,
    #[serde(default)]
    unaware: bool,
    #[serde(default)]
    panic: bool,
    /// How it moved: `still`, `slow` or `fast`.
    moved: Option<Spanned<String>>,
    /// The section it belongs to.
    #[serde(default = "one")]
    section: u8,
    /// Turns left in this round.
    #[serde(default)]
    turns: u8,
    /// Reductions of its movement.
    #[serde(default)]
    mpa_lost: u8,
    /// Crew lost already.
    #[serde(default)]
    crew_lost: u8,
    /// A squad at half strength.
    #[serde(default)]
    halved: bool,
    /// It has been knocked out.
    #[serde(default)]
    killed: bool,
    /// A German who has been captured.
    #[serde(default)]
    captured: bool,
    /// The special reaction in effect.
    reaction: Option<char>,
    /// The paragraph a German acts by.
    acts: Option<Spanned<String>>,
    /// Paragraphs he acts by in special reactions.
    reactions: Option<BTreeMap<char, Spanned<String>>>,
    /// The Crew Rating at which he looks after himself, and what he is worth, if a card is made for him.
    self_preservation: Option<u8>,
    points: Option<i16>,
    /// Its main gun, its machinegun is knocked out.
    #[serde(default)]
    main_gun_out: bool,
    #[serde(default)]
    machinegun_out: bool,
    /// It fired in the round before.
    #[serde(default)]
    fired: bool,
    #[serde(default)]
    surrendered: bool,
}

fn one() -> u8 {
    1
}
fn four() -> u8 {
    4
}
fn five() -> u8 {
    5
}
fn six() -> u8 {
    6
}
fn seven() -> u8 {
    7
}
fn twenty() -> u8 {
    20
}

const DIRECTIONS: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];
const OPTIONS: [&str; 7] =
    ["closed-sight", "ammunition-by-type", "separate-machineguns", "hidden-targets", "soft-ground", "snow", "campaign"];

/// Reads a set-up from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn read(parts: &Parts, file: &str, text: &str) -> Result<(ScenarioInfo, OpenFire), Vec<Problem>> {
    let source = Source::new(file, text);
    let mut problems = Problems::default();
    let Some(spec) = problems.keep(source.toml::<ScenarioSpec>()) else { return problems.finish(None) };
    let id = content::map_id(file).to_owned();
    let laid_out = lay_out(parts, &spec, id, &source, &mut problems)
        .and_then(|rules| SetUp { spec: &spec, source, problems: &mut problems, rules }.finish());
    problems.finish(laid_out)
}

/// The mission, on its map or the one given.
fn lay_out(
    parts: &Parts,
    spec: &ScenarioSpec,
    id: String,
    source: &Source<'_>,
    problems: &mut Problems,
) -> Option<OpenFire> {
    let mission = match &spec.mission {
        Some(name) => {
            let known = parts.booklet.missions.iter().map(|mission| mission.id.as_str());
            let place = problems.lookup(source, "mission", name, known)?;
            if spec.ground.is_some() {
                problems.add(source.problem(
                    name.span(),
                    "a mission brings its own map",
                    "leave [ground] or mission away",
                ));
            }
            parts.booklet.missions[place].clone()
        }
        None => quiet_mission(&id),
    };
    let mut options = settings::options(&mission, &Settings::default());
    for option in &spec.options {
        match problems.lookup(source, "option", option, OPTIONS) {
            Some(4) => options.soft_ground = true,
            Some(5) => options.snow = true,
            Some(6) => options.campaign = true,
            Some(place) => *Switch::ALL[place].of(&mut options) = true,
            None => {}
        }
    }
    let mut rules = parts.lay_out(id, mission, options, spec.players);
    if let Some(ground) = &spec.ground {
        let palette = parts.catalogue.palette();
        let map = ground.check(source, problems, &palette.terrain_ids(), &palette.feature_ids())?;
        rules.country = Arc::new(Country::new(map, Arc::clone(&parts.catalogue)));
    }
    if let Some(other) = &spec.flat {
        rules.country = match (other.is_empty(), parts.open_fields.get()) {
            (true, Some(fields)) => Arc::clone(fields),
            (plain, _) => {
                let fields = Arc::new(scenario_words::flat(&parts.catalogue, other, source, problems)?);
                if plain { Arc::clone(parts.open_fields.get_or_init(|| fields)) } else { fields }
            }
        };
    }
    if let Some(text) = &spec.paragraphs {
        scenario_words::own_paragraphs(&mut rules, text, source, problems);
    }
    Some(rules)
}

/// A mission in which nothing happens by itself.
fn quiet_mission(id: &str) -> Mission {
    Mission {
        id: id.to_owned(),
        title: "A few hexes".to_owned(),
        briefing: String::new(),
        platoon: String::new(),
        campaign_points: 0,
        map: String::new(),
        north: North::Up,
        markers: Vec::new(),
        entry: Vec::new(),
        unstacked: false,
        exit: Vec::new(),
        retreat: Vec::new(),
        activation: vec![5],
        starts_with: None,
        cartridge: Vec::new(),
        random_events: Vec::new(),
        adjustments: Vec::new(),
        victory: 0,
        forced: Vec::new(),
        soft_ground: false,
        snow: false,
        event_points: 0,
        awards: Vec::new(),
        lessons: Vec::new(),
        ends: Vec::new(),
        origin: Origin { provenance: Provenance::Ours, section: String::new() },
        at: Where { file: String::new(), line: 0, column: 0 },
    }
}

/// A set-up in the making: collects all faults.
struct SetUp<'a> {
    spec: &'a ScenarioSpec,
    source: Source<'a>,
    problems: &'a mut Problems,
    rules: OpenFire,
}

impl SetUp<'_> {
    fn finish(mut self) -> Option<(ScenarioInfo, OpenFire)> {
        let spec = self.spec;
        for (given, exit) in [(&spec.entry, false), (&spec.exit, true)] {
            let hexes: Vec<HexNumber> = given.iter().filter_map(|label| self.hex_number(label)).collect();
            if !hexes.is_empty() {
                let list = if exit { &mut self.rules.mission.exit } else { &mut self.rules.mission.entry };
                *list = hexes;
            }
        }
        self.cartridge();
        self.rules.mission.victory = spec.victory.unwrap_or(self.rules.mission.victory);
        if let Some(roster) = &spec.roster {
            let roster = roster_text::check(&self.rules.sheet, roster, self.source.clone(), self.problems);
            self.rules.roster = Some(roster);
            self.rules.options.campaign = true;
        }
        let mut state = match &self.rules.roster {
            Some(roster) => s16_campaign::before_fitting_out(&self.rules, roster),
            None => laid_out::before_generation(&self.rules),
        };
        if spec.platoon.is_some() || !spec.unit.is_empty() {
            state.generation = None;
            state.frames = Frames::new(Frame::Operations);
            self.platoon(&mut state);
            self.units(&mut state);
            if state.campaign.is_none() {
                let units = state.units.clone();
                s16_campaign::enlist(
                    &mut Act {
                        rules: &self.rules,
                        state: &mut state,
                        dice: &mut Scripted::new([]),
                        journal: &mut Silent,
                    },
                    &units,
                    &Generation::default(),
                );
            }
        } else if spec.round > 0 {
            self.wrong("rounds without units", "give platoon = \"sample\" or [[unit]]");
        }
        self.ground(&mut state);
        self.rounds(&mut state);
        if !(1..=MOST_PLAYERS).contains(&spec.players) {
            self.wrong("nobody plays, or too many do", "players = 1 to 4");
        }
        if !self.problems.is_empty() {
            return None;
        }
        s01_sharing::pass_lead(&mut Act {
            rules: &self.rules,
            state: &mut state,
            dice: &mut Scripted::new([]),
            journal: &mut Silent,
        });
        self.rules.opening = Some(Box::new(state));
        let info = game_box::info(&self.rules);
        Some((info, self.rules))
    }

    /// What markers and random events lead to, and how conditions change them.
    fn cartridge(&mut self) {
        let spec = self.spec;
        for marker in &spec.marker {
            if let Some(cell) = marker.reads.as_ref().and_then(|reads| self.cell(reads)) {
                scenario_words::marker_leads_to(&mut self.rules.mission, marker.number, cell);
            }
        }
        if let Some(cell) = spec.random_event.as_ref().and_then(|event| self.cell(event)) {
            scenario_words::random_events_lead_to(&mut self.rules.mission, cell);
        }
        if !spec.adjust.is_empty() {
            self.rules.mission.adjustments = scenario_words::adjustments(&spec.adjust, |label| self.hex_number(label));
        }
        if let Some(hex) = spec.retreat.as_ref().and_then(|label| self.hex_number(label)) {
            scenario_words::retreat_to(&mut self.rules.mission, hex);
        }
        if !spec.activation.is_empty() {
            self.rules.mission.activation.clone_from(&spec.activation);
        }
        self.rules.mission.event_points = spec.event_points.unwrap_or(self.rules.mission.event_points);
    }

    fn cell(&mut self, text: &Spanned<String>) -> Option<crate::booklet::cartridge::Cell> {
        scenario_words::cell(text, &self.rules.booklet, &self.source, self.problems)
    }

    fn wrong(&mut self, what: &str, help: &str) {
        self.problems.add(self.source.whole(what, help));
    }

    fn hex(&mut self, label: &Spanned<String>) -> Option<Hex> {
        let hex = self.rules.grid().parse(label.get_ref());
        let help = format!("use the number of a hex on this map, as in 0304 ({MAP})");
        let problem = |error| self.source.problem(label.span(), error, help);
        self.problems.keep(hex.map_err(problem))
    }

    fn hex_number(&mut self, label: &Spanned<String>) -> Option<HexNumber> {
        let hex = self.hex(label)?;
        Some(HexNumber { hex, label: self.rules.grid().label(hex) })
    }

    fn direction(&mut self, name: Option<&Spanned<String>>) -> Option<Direction> {
        let place = self.problems.lookup(&self.source, "direction", name?, DIRECTIONS)?;
        Direction::from_index(place)
    }

    fn platoon(&mut self, state: &mut State) {
        let Some(name) = &self.spec.platoon else { return };
        if self.problems.lookup(&self.source, "platoon", name, ["sample"]).is_some() {
            state.units = s04_generation::sample_platoon(&self.rules);
        }
    }

    /// Units with the letter of one of the sample platoon take its place.
    fn units(&mut self, state: &mut State) {
        let specs = &self.spec.unit;
        for spec in specs {
            let Some(unit) = self.unit(spec) else { continue };
            match state.units.iter_mut().find(|known| known.letter == unit.letter) {
                Some(known) => *known = unit,
                None => state.units.push(unit),
            }
        }
        for spec in specs {
            let (Some(carrier), Some(letter)) = (&spec.aboard, spec.letter.as_ref().map(Spanned::get_ref)) else {
                continue;
            };
            let letters: Vec<&str> = state.units.iter().map(|unit| unit.letter.as_str()).collect();
            let Some(place) = self.problems.lookup(&self.source, "unit", carrier, letters) else { continue };
            let carrier = UnitId(place as u8);
            let gun =
                |unit: &Unit| self.rules.sheet.cards[usize::from(unit.card)].kind == crate::tables::cards::Kind::Gun;
            if let Some(unit) = state.units.iter_mut().find(|unit| unit.letter == *letter) {
                unit.place = if gun(unit) { Place::Towed(carrier) } else { Place::Aboard(carrier) };
            }
        }
        if state.units.len() > 30 {
            self.wrong("more than 30 units", "a case is small");
        }
        for place in 0..state.units.len() {
            let unit = &state.units[place];
            if let (true, Some(hex)) = (self.in_bunker(&unit.letter), unit.hex()) {
                let (kind, occupant) = (WorkKind::Bunker(unit.facing), Some(UnitId(place as u8)));
                state.works.push(Work { hex, kind, occupant });
            }
            if let (true, Some(hex)) = (unit.dug_in, unit.hex()) {
                let occupant = Some(UnitId(place as u8));
                state.works.push(Work { hex, kind: WorkKind::ImprovedPosition, occupant });
            }
        }
    }

    fn in_bunker(&self, letter: &str) -> bool {
        let named = |spec: &&UnitSpec| self.letter_of(spec).is_some_and(|known| known == letter);
        self.spec.unit.iter().find(named).is_some_and(|spec| spec.bunker)
    }

    /// The letter a unit has: its own, or that of its card.
    fn letter_of(&self, spec: &UnitSpec) -> Option<String> {
        let own = spec.letter.as_ref().map(|letter| letter.get_ref().clone());
        own.or_else(|| {
            let card = CardId::read(spec.card.get_ref())?;
            self.rules.booklet.card(card).map(|card| card.letter.to_string())
        })
    }

    fn unit(&mut self, spec: &UnitSpec) -> Option<Unit> {
        let Some(letter) = self.letter_of(spec) else {
            let what = format!("a {} without a letter", spec.card.get_ref());
            self.problems.add(self.source.problem(spec.card.span(), what, "give letter = \"A\""));
            return None;
        };
        let named = spec.letter.as_ref().map_or_else(|| spec.card.span(), Spanned::span);
        if letter.is_empty() || !letter.chars().all(|c| c.is_ascii_uppercase()) {
            let what = format!("\"{letter}\" is no letter of a counter");
            self.problems.add(self.source.problem(named, what, "use capitals: A, V, LL"));
        }
        let acts = Acts {
            paragraph: spec.acts.as_ref(),
            reactions: spec.reactions.as_ref(),
            self_preservation: spec.self_preservation,
            points: spec.points,
        };
        let known = CardId::read(spec.card.get_ref()).filter(|id| self.rules.booklet.card(*id).is_some());
        if let Some(id) = known {
            scenario_words::change_card(&mut self.rules, id, &acts, &self.source, self.problems);
        }
        let mut unit = match known.and_then(|id| self.rules.booklet.card(id)) {
            Some(card) => {
                let side = if card.id.side == words::Side::Us { Side::Us } else { Side::German };
                let (id, crew, data) = (card.id, card.crew.unwrap_or(0), card.data_card.clone());
                let name = format!("{letter} {}", card.name);
                let mut unit = s03_course::new_unit(&self.rules, side, &letter, &data, Ratings::Card(id), crew);
                unit.name = name;
                unit
            }
            None => {
                let cards = self.rules.sheet.cards.iter().map(|card| card.id.as_str());
                if self.rules.sheet.card(spec.card.get_ref()).is_none() {
                    let near = nearest(spec.card.get_ref(), cards.clone());
                    let help = near.map(|near| format!("did you mean \"{near}\"?")).unwrap_or_else(|| {
                        format!("a characteristics card as in GE44, or one of {}", cards.collect::<Vec<_>>().join(", "))
                    });
                    let what = format!("unknown card \"{}\"", spec.card.get_ref());
                    self.problems.add(self.source.problem(spec.card.span(), what, help));
                    return None;
                }
                let crew = Crew {
                    initiative: spec.initiative,
                    commander: spec.commander,
                    rating: spec.crew,
                    perception: spec.perception,
                    weapon_skill: spec.weapon_skill,
                    driving_skill: spec.driving_skill,
                };
                let card = self.rules.sheet.card(spec.card.get_ref());
                match card.filter(|card| card.nation == Some(Nation::German)).map(|card| card.name.clone()) {
                    None => s04_generation::platoon_unit(&self.rules, &letter, spec.card.get_ref(), crew, spec.rounds),
                    Some(name) => {
                        let who = (letter.as_str(), name.as_str(), spec.card.get_ref().as_str());
                        let id =
                            scenario_words::new_card(&mut self.rules, who, crew, &acts, &self.source, self.problems);
                        s03_course::new_unit(&self.rules, Side::German, &letter, who.2, Ratings::Card(id), crew.rating)
                    }
                }
            }
        };
        if let Some(label) = &spec.at {
            unit.place = Place::At(self.hex(label)?);
        }
        unit.facing = self.direction(spec.facing.as_ref()).unwrap_or(unit.facing);
        unit.turret = self.direction(spec.turret.as_ref()).unwrap_or(unit.facing);
        unit.motion = match spec
            .moved
            .as_ref()
            .and_then(|moved| self.problems.lookup(&self.source, "pace", moved, ["still", "slow", "fast"]))
        {
            Some(1) => Motion::Slow,
            Some(2) => Motion::Fast,
            _ => Motion::Still,
        };
        (unit.closed, unit.defilade, unit.dug_in) = (spec.closed, spec.defilade, spec.dug_in);
        (unit.prepared, unit.reaction) = (spec.prepared, spec.reaction);
        unit.owner = Seat(spec.section.clamp(1, self.rules.seats.len() as u8) - 1);
        let condition = &mut unit.condition;
        condition.suppressed = spec.suppressed;
        condition.mpa_lost = spec.mpa_lost;
        condition.immobilised = condition.mpa.is_some() && condition.allowance().is_none();
        condition.crew_lost = spec.crew_lost.min(condition.crew);
        condition.crew -= condition.crew_lost;
        condition.main_gun &= !spec.main_gun_out;
        condition.machinegun &= !spec.machinegun_out;
        unit.fired = Fired { now: false, before: spec.fired };
        (unit.captured, unit.surrendered) = (spec.captured, spec.surrendered);
        if spec.killed {
            (unit.condition.killed, unit.space) = (true, Space::Inactive);
        }
        if self.spec.round > 0 && unit.space != Space::Inactive {
            unit.space = match spec.turns {
                _ if spec.unaware => Space::Unaware,
                _ if spec.panic => Space::Panic,
                0 => Space::Complete,
                turns => Space::Turns(turns.min(2)),
            };
        }
        if spec.captured || spec.surrendered {
            unit.space = Space::Inactive;
        }
        if spec.halved {
            s14_damage::flip(&self.rules, &mut unit);
        }
        Some(unit)
    }

    fn ground(&mut self, state: &mut State) {
        let spec = self.spec;
        state.condition = spec.condition.clamp(1, 6);
        for label in &spec.smoke {
            let until = spec.round + 1;
            state.smoke.extend(self.hex(label).map(|hex| Smoke { hex, until }));
        }
        for label in &spec.minefields {
            state.minefields.extend(self.hex(label));
        }
        for label in &spec.positions {
            let work = |hex| Work { hex, kind: WorkKind::ImprovedPosition, occupant: None };
            state.works.extend(self.hex(label).map(work));
        }
        for marker in &spec.marker {
            state.markers.retain(|known| known.number != marker.number);
            let number = marker.number;
            state.markers.extend(self.hex(&marker.at).map(|hex| EventMarker {
                number,
                hex,
                tried: engine::UnitSet::NONE,
            }));
        }
        state.markers.sort_by_key(|marker| marker.number);
        for name in &spec.sightings {
            match name.get_ref().strip_prefix('s').and_then(|digits| digits.parse::<u8>().ok()).filter(|&n| n < 100) {
                Some(number) => state.sightings |= 1 << number,
                None => {
                    let what = format!("\"{}\" is no sighting", name.get_ref());
                    self.problems.add(self.source.problem(name.span(), what, "write s1 to s99"));
                }
            }
        }
    }

    /// Rounds in progress: the first unit on the track is about to act.
    fn rounds(&mut self, state: &mut State) {
        let spec = self.spec;
        if spec.round == 0 || state.units.is_empty() {
            return;
        }
        let side =
            spec.advantage.as_ref().and_then(|side| self.problems.lookup(&self.source, "side", side, ["us", "german"]));
        (state.round, state.dealt) = (spec.round, spec.round);
        state.advantage = if side == Some(1) { Side::German } else { Side::Us };
        state.action_number = spec.action_number.clamp(1, 10);
        let Some((space, first)) = s06_rounds::next_to_act(Ask::new(&self.rules, state)) else {
            return self.wrong("nobody has a turn left in this round", "give a unit turns = 1 or 2");
        };
        state.frames = Frames::new(Frame::Round { space });
        if space.side(state.advantage) == Side::German {
            state.rolled_for = Some(space);
            state.frames.push(Frame::German(first[0]));
        } else {
            // The number in force counts for the first space in which a German acts.
            let german = |space: &Acting| space.side(state.advantage) == Side::German;
            state.rolled_for = Acting::ALL.into_iter().find(german);
        }
    }
}
