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
//! briefing = "set-up 4"           # lines of a mission, as in its file (docs/missions.md): also entry, exit, deploy, victory, ends …
//! campaign_points = 10           # vehicle quality points for the ammunition of a platoon from an earlier mission
//! muster = { only_new = true, no_sample = true, ammunition = 5, joins = ["US11"], limits = { m26 = 1, rounds = 60 } }
//! event_points = 1
//! paragraphs = '''
//! paragraph 601 { points +1 }
//! '''
//! cards = '''
//! card US5 AA { name "Engineers"; data us-squad; unarmed; characteristics { lost 0 3 5 0; lost 1 2 4 0 } }
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

use std::{
    ops::{ControlFlow, RangeInclusive},
    sync::Arc,
};

use content::{Places, Problems, Source, Spanned, Step};
use dice::Scripted;
use engine::{Frames, Level, North, Problem, Provenance, ScenarioInfo, Settings, Silent, UnitId, UnitSet};
use hexmap::Hex;

use crate::{
    booklet::{
        cartridge::{Cell, EVENT_MARKERS, Mission, Printed, SIGHTINGS},
        muster::Muster,
        options::Switch,
        paragraphs::{self, HexNumber, Origin, Where},
        terms::Terms,
    },
    course::{self, flow, sharing},
    map::country::Country,
    play::{
        s01_sharing::{self, MOST_PLAYERS},
        s04_generation::mustering,
        s16_campaign::enlisting,
    },
    rule_ids::{CARTRIDGE, CONDITIONS, GENERATION, MAP, SHARED, VICTORY},
    set_up::{
        game_box::{self, Parts},
        scenario_faults::{self, Told},
        scenario_spec::ScenarioSpec,
        scenario_words, settings,
    },
    state::{
        Acting, EventMarker, Frame, Smoke, State, Work, WorkKind, faults,
        generation::Generation,
        laid_out::{self, Act, Ask, OpenFire},
        roster_text,
        units::Side,
    },
};

const OPTIONS: [&str; 7] =
    ["closed-sight", "ammunition-by-type", "separate-machineguns", "hidden-targets", "soft-ground", "snow", "campaign"];
/// Points to win with: a rule case may ask for fewer than none.
const VICTORY_POINTS: RangeInclusive<i64> = -200..=200;
/// Points for a marker, as in a cartridge.
const EVENT_POINTS: RangeInclusive<i64> = -20..=20;
/// Activation levels: what a die can be held against.
const LEVELS: RangeInclusive<i64> = 0..=10;

/// Reads a set-up from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub(crate) fn read(parts: &Parts, file: &str, text: &str) -> Result<(ScenarioInfo, OpenFire), Vec<Problem>> {
    let source = Source::new(file, text);
    let mut problems = Problems::default();
    let Some(spec) = problems.keep(source.toml::<ScenarioSpec>()) else { return problems.finish(None) };
    let id = content::map_id(file).to_owned();
    let laid_out = lay_out(parts, &spec, id, &source, &mut problems).and_then(|rules| {
        let places = Places::of(text);
        let units = Vec::new();
        SetUp { spec: &spec, source, places, problems: &mut problems, rules, units, at_unit: 0 }.finish()
    });
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
    let mut mission = match &spec.mission {
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
    let country = lay_map(parts, spec, source, problems)?;
    let grid = country.as_ref().unwrap_or(&parts.country).grid();
    let printed = Printed { set_ups: &parts.catalogue.set_ups().missions, briefings: &parts.booklet.printed_briefings };
    let references = spec
        .briefing
        .as_ref()
        .map(|text| scenario_words::own_briefing(&mut mission, text, (grid, printed), source, problems));
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
    if let Some(country) = country {
        rules.country = country;
    }
    if let Some(text) = &spec.cards {
        scenario_words::own_cards(&mut rules, text, source, problems);
    }
    if let Some(text) = &spec.paragraphs {
        scenario_words::own_paragraphs(&mut rules, text, source, problems);
    }
    paragraphs::check_references(&rules.booklet, references.unwrap_or_default(), problems);
    Some(rules)
}

/// The map of a set-up that has one of its own: drawn, or open fields. `None` if that failed.
fn lay_map(
    parts: &Parts,
    spec: &ScenarioSpec,
    source: &Source<'_>,
    problems: &mut Problems,
) -> Option<Option<Arc<Country>>> {
    if spec.ground.is_some() && spec.flat.is_some() {
        problems.add(source.whole("[ground] and [flat] are two maps", "leave one of them away"));
    }
    if let Some(other) = &spec.flat {
        return Some(Some(match (other.is_empty(), parts.open_fields.get()) {
            (true, Some(fields)) => Arc::clone(fields),
            (plain, _) => {
                let fields = Arc::new(scenario_words::flat(&parts.catalogue, other, source, problems)?);
                if plain { Arc::clone(parts.open_fields.get_or_init(|| fields)) } else { fields }
            }
        }));
    }
    let Some(ground) = &spec.ground else { return Some(None) };
    let palette = parts.catalogue.palette();
    let map = ground.check(source, problems, &palette.terrain_ids(), &palette.feature_ids())?;
    Some(Some(Arc::new(Country::new(map, Arc::clone(&parts.catalogue)))))
}

/// A mission in which nothing happens by itself.
fn quiet_mission(id: &str) -> Mission {
    Mission {
        id: id.to_owned(),
        title: "A few hexes".to_owned(),
        place: String::new(),
        date: String::new(),
        duration: String::new(),
        level: Level::First,
        briefing: String::new(),
        platoon: String::new(),
        muster: Muster::default(),
        campaign_points: 0,
        map: String::new(),
        north: North::Up,
        markers: Vec::new(),
        entry: Vec::new(),
        unstacked: false,
        exit: Vec::new(),
        terms: Terms::default(),
        retreat: Vec::new(),
        activation: vec![5],
        starts_with: None,
        ends_with: None,
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
pub(super) struct SetUp<'a> {
    pub(super) spec: &'a ScenarioSpec,
    pub(super) source: Source<'a>,
    pub(super) places: Places<'a>,
    pub(super) problems: &'a mut Problems,
    pub(super) rules: OpenFire,
    /// The unit that each `[[unit]]` has become, as far as they have been read.
    pub(super) units: Vec<Option<UnitId>>,
    /// The `[[unit]]` that is being read.
    pub(super) at_unit: usize,
}

impl SetUp<'_> {
    fn finish(mut self) -> Option<(ScenarioInfo, OpenFire)> {
        self.mission();
        self.cartridge();
        let mut state = match &self.rules.roster {
            Some(roster) => enlisting::before_fitting_out(&self.rules, roster),
            None => laid_out::before_generation(&self.rules),
        };
        if self.spec.platoon.is_some() || !self.spec.unit.is_empty() {
            self.take_the_field(&mut state);
        } else if self.spec.round > 0 {
            self.wrong_at(&[Step::Key("round")], "rounds without units", "give platoon = \"sample\" or [[unit]]");
        }
        self.on_the_map(&mut state);
        self.sightings(&mut state);
        self.rounds(&mut state);
        self.faults(&state);
        if !self.problems.is_empty() {
            return None;
        }
        sharing::pass_lead(&mut Act {
            rules: &self.rules,
            state: &mut state,
            dice: &mut Scripted::new([]),
            journal: &mut Silent,
        });
        self.rules.opening = Some(Box::new(state));
        self.something_to_do()?;
        let info = game_box::info(&self.rules);
        Some((info, self.rules))
    }

    /// Whoever is asked first can do something: a platoon of wrecks has no mission before it.
    fn something_to_do(&mut self) -> Option<()> {
        let first = course::first_state(&self.rules);
        let ask = Ask::new(&self.rules, &first);
        let idle = s01_sharing::asked(ask).is_some()
            && course::visit_legal(ask, &mut |_| ControlFlow::Break(())).is_continue();
        if idle {
            let way = if self.spec.unit.is_empty() { "platoon" } else { "unit" };
            self.wrong_at(&[Step::Key(way)], "nobody of ours can do anything", "give the platoon a unit that can move");
        }
        (!idle).then_some(())
    }

    /// Everything that only the whole state shows.
    fn faults(&mut self, state: &State) {
        let ask = Ask::new(&self.rules, state);
        let told = Told { spec: self.spec, source: &self.source, places: &self.places, units: &self.units };
        let found: Vec<Problem> = faults::faults(ask).iter().map(|fault| told.problem(ask, fault)).collect();
        self.problems.extend(found);
    }

    /// The units are on the map or ready to come, as the set-up says, and nothing is generated.
    fn take_the_field(&mut self, state: &mut State) {
        state.generation = None;
        state.frames = Frames::new(Frame::Operations);
        self.platoon(state);
        self.units(state);
        if state.campaign.is_none() {
            let units = state.units.clone();
            enlisting::enlist(
                &mut Act { rules: &self.rules, state, dice: &mut Scripted::new([]), journal: &mut Silent },
                &units,
                &Generation::default(),
            );
        }
    }

    /// What the set-up changes about its mission.
    fn mission(&mut self) {
        let spec = self.spec;
        for (given, exit) in [(&spec.entry, false), (&spec.exit, true)] {
            let hexes: Vec<HexNumber> = given.iter().filter_map(|label| self.hex_number(label)).collect();
            if !hexes.is_empty() {
                let list = if exit { &mut self.rules.mission.exit } else { &mut self.rules.mission.entry };
                *list = hexes;
            }
        }
        if !(1..=MOST_PLAYERS).contains(&spec.players) {
            let help = format!("players = 1 to {MOST_PLAYERS} ({SHARED})");
            self.wrong_at(&[Step::Key("players")], "nobody plays, or too many do", help);
        }
        if let Some(victory) = spec.victory {
            self.within(&[Step::Key("victory")], "points to win", victory.into(), VICTORY_POINTS, VICTORY);
            self.rules.mission.victory = victory;
        }
        if let Some(points) = spec.event_points {
            self.within(&[Step::Key("event_points")], "points for a marker", points.into(), EVENT_POINTS, VICTORY);
            self.rules.mission.event_points = points;
        }
        self.rules.mission.campaign_points = spec.campaign_points.unwrap_or(self.rules.mission.campaign_points);
        if let Some(muster) = &spec.muster {
            self.rules.mission.muster = self.muster(muster);
            for what in self.rules.mission.muster.faults(&self.rules.sheet.platoon) {
                let help = format!("limit rounds, or a vehicle that can be bought ({GENERATION})");
                self.wrong_at(&[Step::Key("muster")], what, help);
            }
        }
        if let Some(roster) = &spec.roster {
            let roster = roster_text::check(&self.rules.sheet, roster, self.source.clone(), self.problems);
            self.rules.roster = Some(roster);
            self.rules.options.campaign = true;
        }
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
        for (place, adjustment) in spec.adjust.iter().enumerate() {
            let way = |key| [Step::Key("adjust"), Step::Item(place), Step::Key(key)];
            let last = i64::from(crate::booklet::cartridge::CONDITIONS);
            self.within(&way("condition"), "condition", adjustment.condition.into(), 1..=last, CONDITIONS);
            let markers = 1..=i64::from(EVENT_MARKERS);
            self.within(&way("marker"), "event marker", adjustment.marker.into(), markers, CARTRIDGE);
        }
        if !spec.adjust.is_empty() {
            self.rules.mission.adjustments = scenario_words::adjustments(&spec.adjust, |label| self.hex_number(label));
        }
        if let Some(hex) = spec.retreat.as_ref().and_then(|label| self.hex_number(label)) {
            scenario_words::retreat_to(&mut self.rules.mission, hex);
        }
        for (place, level) in spec.activation.iter().enumerate() {
            let way = [Step::Key("activation"), Step::Item(place)];
            self.within(&way, "activation level", (*level).into(), LEVELS, CARTRIDGE);
        }
        if !spec.activation.is_empty() {
            self.rules.mission.activation.clone_from(&spec.activation);
        }
        let conditions = self.rules.mission.activation.len();
        if spec.mission.is_some() && usize::from(spec.condition) > conditions {
            let (what, help) = (format!("condition {}", spec.condition), format!("the mission has {conditions}"));
            self.wrong_at(&[Step::Key("condition")], what, format!("{help} ({CONDITIONS})"));
        }
    }

    fn cell(&mut self, text: &Spanned<String>) -> Option<Cell> {
        scenario_words::cell(text, &self.rules.booklet, &self.source, self.problems)
    }

    /// A problem with what stands at the end of a way through the file.
    pub(super) fn wrong_at(&mut self, way: &[Step<'_>], what: impl std::fmt::Display, help: impl std::fmt::Display) {
        self.problems.add(scenario_faults::problem(&self.source, &self.places, way, what, help));
    }

    /// A number that a rule limits.
    fn within(&mut self, way: &[Step<'_>], what: &str, number: i64, limits: RangeInclusive<i64>, rule: engine::RuleId) {
        if !limits.contains(&number) {
            let help = format!("it goes from {} to {} ({rule})", limits.start(), limits.end());
            self.wrong_at(way, format!("{what} {number}"), help);
        }
    }

    pub(super) fn hex(&mut self, label: &Spanned<String>) -> Option<Hex> {
        let hex = self.rules.grid().parse(label.get_ref());
        let help = format!("use the number of a hex on this map, as in 0304 ({MAP})");
        let problem = |error| self.source.problem(label.span(), error, help);
        self.problems.keep(hex.map_err(problem))
    }

    fn hex_number(&mut self, label: &Spanned<String>) -> Option<HexNumber> {
        let hex = self.hex(label)?;
        Some(HexNumber { hex, label: self.rules.grid().label(hex) })
    }

    fn platoon(&mut self, state: &mut State) {
        let Some(name) = &self.spec.platoon else { return };
        if self.spec.roster.is_some() {
            let problem = self.source.problem(
                name.span(),
                "a platoon beside the one of the roster",
                "leave platoon or roster away",
            );
            self.problems.add(problem);
        }
        if self.problems.lookup(&self.source, "platoon", name, ["sample"]).is_some() {
            state.units = mustering::sample_platoon(&self.rules);
        }
    }

    /// What lies on the map beside units.
    fn on_the_map(&mut self, state: &mut State) {
        let spec = self.spec;
        state.condition = spec.condition;
        for label in &spec.smoke {
            let until = spec.round.saturating_add(1);
            state.smoke.extend(self.hex(label).map(|hex| Smoke { hex, until }));
        }
        for label in &spec.minefields {
            state.minefields.extend(self.hex(label));
        }
        for label in &spec.positions {
            let work = |hex| Work { hex, kind: WorkKind::ImprovedPosition, occupant: None };
            state.works.extend(self.hex(label).map(work));
        }
        state.markers.retain(|known| spec.marker.iter().all(|marker| marker.number != known.number));
        for marker in &spec.marker {
            let (number, tried) = (marker.number, UnitSet::NONE);
            state.markers.extend(self.hex(&marker.at).map(|hex| EventMarker { number, hex, tried }));
        }
        state.markers.sort_by_key(|marker| marker.number);
    }

    fn sightings(&mut self, state: &mut State) {
        for name in &self.spec.sightings {
            match scenario_words::sighting(name.get_ref()) {
                Some(sighting) => state.sightings |= 1 << sighting.0,
                None => {
                    let what = format!("\"{}\" is no sighting", name.get_ref());
                    self.problems.add(self.source.problem(name.span(), what, format!("write s1 to s{SIGHTINGS}")));
                }
            }
        }
    }

    /// Rounds in progress: the first unit on the track is about to act.
    fn rounds(&mut self, state: &mut State) {
        let spec = self.spec;
        if spec.round == 0 {
            for (given, key) in
                [(spec.advantage.is_some(), "advantage"), (spec.action_number.is_some(), "action_number")]
            {
                if given {
                    self.wrong_at(&[Step::Key(key)], format!("{key} without rounds"), "give round = 1");
                }
            }
        }
        if spec.round == 0 || state.units.is_empty() {
            return;
        }
        let side =
            spec.advantage.as_ref().and_then(|side| self.problems.lookup(&self.source, "side", side, ["us", "german"]));
        (state.round, state.dealt) = (spec.round, spec.round);
        state.advantage = if side == Some(1) { Side::German } else { Side::Us };
        state.action_number = spec.action_number.unwrap_or(1);
        let Some((space, first)) = flow::next_to_act(Ask::new(&self.rules, state)) else {
            let help = "give a unit turns = 1 or 2";
            return self.wrong_at(&[Step::Key("round")], "nobody has a turn left in this round", help);
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
