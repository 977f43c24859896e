//! Set-up (FD-19): a scenario file becomes a game laid out on its map, or a list of everything that is wrong with it.
//!
//! Here names become things: a name that nothing has is a problem with the nearest one that something has. What was put
//! together is then looked over as a whole by `state::faults`.

use std::sync::Arc;

use content::{Files, Map, MapChoice, ObjectiveSpec, Problems, Source, Spanned, seats, stem};
use engine::{Level, Objective, Problem, ScenarioInfo, Seat, SeatInfo};
use hexmap::Hex;

use super::{
    places::{Places, Span, UnitPlace},
    spec::{EventSpec, FormationSpec, PoolSpec, ScenarioSpec, UnitSpec},
};
use crate::{
    map::ground::FOLDER,
    play::{s03_direct_fire, s14_close_assault, s19_set_up},
    state::{
        Ask, Divisions, Draw, Formation, Layout, Place, Pool, TurnWeather, USUAL_VICTORY, UnitInfo, UnitSet,
        faults::{Fault, SideFault, faults},
    },
    tables::Catalogue,
};

/// Reads a scenario from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_scenario(
    catalogue: &Arc<Catalogue>,
    files: &Files,
    file: &str,
    text: &str,
) -> Result<(ScenarioInfo, Divisions), Vec<Problem>> {
    let source = Source::new(file, text);
    let mut problems = Problems::default();
    let Some(spec) = problems.keep(source.toml::<ScenarioSpec>()) else { return problems.finish(None) };
    if !check_counts(&spec, &source, &mut problems) {
        return problems.finish(None);
    }
    let chosen = MapChoice { name: spec.map.as_ref(), ground: spec.ground.as_ref() };
    let Some(map) = chosen.read(files, FOLDER, &catalogue.palette(), &source, &mut problems) else {
        return problems.finish(None);
    };
    let mut reader = Reader {
        catalogue,
        source: &source,
        problems: &mut problems,
        spec: &spec,
        map: &map,
        units: Vec::new(),
        places: Places::default(),
    };
    let layout = reader.layout();
    let (places, seats) = (reader.places, layout.seats.clone());
    let rules = Divisions::new(layout);
    add_faults(&rules, &places, &source, &mut problems);
    let level = problems.level(&source, spec.level.as_ref());
    let info = info(&spec, level, &source, seats, &rules);
    problems.finish(Some((info, rules)))
}

/// Whether the game's small numbers can count everything. If not, nothing else is looked at: what follows compares all
/// with all.
fn check_counts(spec: &ScenarioSpec, source: &Source<'_>, problems: &mut Problems) -> bool {
    let counts = [
        (spec.formation.iter().map(|formation| formation.units.len()).sum(), "units", UnitSet::ROOM),
        (spec.formation.len(), "formations", UnitSet::ROOM),
        (spec.event.len() + spec.pool.iter().map(|pool| pool.chits.len()).sum::<usize>(), "event chits", 99),
        (spec.objective.len(), "objectives", 99),
    ];
    problems.check_counts(source, &counts);
    if spec.side.len() != 2 {
        problems.add(source.whole(format!("{} sides", spec.side.len()), "divisions is a game for two sides"));
    }
    problems.is_empty()
}

/// Lists every fault of what was put together, each with its place in the file.
fn add_faults(rules: &Divisions, places: &Places, source: &Source<'_>, problems: &mut Problems) {
    // A name that nothing has may be why a side has no companies: that is no fault of its own.
    let all_read = problems.is_empty();
    let first = s19_set_up::first_state(rules);
    for fault in faults(Ask::new(rules, &first)) {
        if all_read || !matches!(fault, Fault::Side(_, SideFault::NoCompanies)) {
            let (what, help) = fault.in_words(rules);
            problems.add(match places.of(fault, rules) {
                Some(span) => source.problem(span, what, help),
                None => source.whole(what, help),
            });
        }
    }
}

fn info(
    spec: &ScenarioSpec,
    level: Level,
    source: &Source<'_>,
    seats: Vec<SeatInfo>,
    rules: &Divisions,
) -> ScenarioInfo {
    let stem = stem(source.file);
    ScenarioInfo {
        id: stem.to_owned(),
        title: spec.title.clone(),
        place: spec.place.clone(),
        briefing: spec.briefing.trim().to_owned(),
        duration: spec.duration.clone(),
        level,
        units: seats.iter().map(|seat| rules.side(seat.seat).len() as u32).collect(),
        seats,
        status: spec.status.clone(),
        settings: Vec::new(),
        sketch: None,
    }
}

/// A scenario while its names become things.
struct Reader<'a> {
    catalogue: &'a Arc<Catalogue>,
    source: &'a Source<'a>,
    problems: &'a mut Problems,
    spec: &'a ScenarioSpec,
    map: &'a Map,
    units: Vec<UnitInfo>,
    places: Places,
}

impl Reader<'_> {
    /// Everything that could be read. What could not is a problem, and left out.
    fn layout(&mut self) -> Layout {
        let spec = self.spec;
        let mut formations = Vec::new();
        for formation in &spec.formation {
            let read = self.formation(formations.len(), formation);
            formations.extend(read);
        }
        let weather = self.catalogue.weather_ids();
        let turns = spec.turns.get_ref().iter().map(|name| match name.get_ref().as_str() {
            "roll" => TurnWeather::Roll,
            _ => TurnWeather::Fixed(self.named("weather", name, weather.clone()).unwrap_or(0)),
        });
        let turns = turns.collect();
        let table = spec.weather_table.iter();
        let weather_table = table.map(|name| self.named("weather", name, weather.clone()).unwrap_or(0)).collect();
        self.note_places();
        Layout {
            catalogue: Arc::clone(self.catalogue),
            id: stem(self.source.file).to_owned(),
            seats: seats(
                spec.side.iter().map(|side| (&side.id, side.name.as_str(), side.colours.as_str())),
                &self.catalogue.liveries,
            ),
            map: self.map.clone(),
            formations,
            turns,
            clock: spec.clock.as_ref().map(|clock| clock.get_ref().clone()).unwrap_or_default(),
            weather_table,
            objectives: spec.objective.iter().filter_map(|objective| self.objective(objective)).collect(),
            pools: self.pools(),
            victory: spec.victory.as_ref().map_or(USUAL_VICTORY, |victory| victory.get_ref().or(USUAL_VICTORY)),
            fire_odds: s03_direct_fire::count_odds(self.catalogue.limits.dice),
            assault_odds: s14_close_assault::count_odds(&self.catalogue.assault),
            units: std::mem::take(&mut self.units),
        }
    }

    /// The places of what there is once.
    fn note_places(&mut self) {
        let spec = self.spec;
        for (place, side) in self.places.sides.iter_mut().zip(&spec.side) {
            *place = side.id.span();
        }
        self.places.turns = spec.turns.span();
        self.places.clock = span_of(spec.clock.as_ref());
        self.places.roll = span_of(spec.turns.get_ref().iter().find(|turn| turn.get_ref() == "roll"));
        self.places.victory = span_of(spec.victory.as_ref());
    }

    /// The place of a name in a list of at most 256.
    fn named<'n>(
        &mut self,
        what: &str,
        name: &Spanned<String>,
        known: impl IntoIterator<Item = &'n str> + Clone,
    ) -> Option<u8> {
        let index = self.problems.lookup(self.source, what, name, known)?;
        u8::try_from(index).ok()
    }

    fn side(&mut self, name: &Spanned<String>) -> Option<Seat> {
        self.named("side", name, self.spec.side.iter().map(|side| side.id.get_ref().as_str())).map(Seat)
    }

    fn hex(&mut self, label: &Spanned<String>) -> Option<Hex> {
        self.problems.hex(self.source, &self.map.grid, label)
    }

    fn formation(&mut self, index: usize, spec: &FormationSpec) -> Option<Formation> {
        let seat = self.side(&spec.side);
        let mut units = UnitSet::NONE;
        for unit in &spec.units {
            let info = self.unit(index as u8, seat.unwrap_or(Seat(0)), unit);
            let place = UnitSet::unit_at(self.units.len());
            if let (Some((info, written)), Some(place), Some(_)) = (info, place, seat) {
                units.add(place);
                self.units.push(info);
                self.places.units.push(written);
            }
        }
        let seat = seat?;
        self.places.formations.push(spec.id.span());
        Some(Formation {
            id: spec.id.get_ref().clone(),
            name: spec.name.clone(),
            mark: spec.mark.clone(),
            seat,
            units,
            headquarters: units.iter().find(|unit| self.units[unit.index()].is_headquarters()),
        })
    }

    fn unit(&mut self, formation: u8, seat: Seat, spec: &UnitSpec) -> Option<(UnitInfo, UnitPlace)> {
        let kind = self.problems.lookup(self.source, "kind of unit", &spec.kind, self.catalogue.kind_ids());
        let start = match &spec.at {
            Some(label) => self.hex(label).map(Place::On),
            None => Some(Place::Reserve),
        };
        let mut place = UnitPlace { id: spec.id.span(), at: span_of(spec.at.as_ref()), entry: Vec::new() };
        let mut entry = Vec::new();
        for label in &spec.entry {
            if let Some(hex) = self.hex(label) {
                entry.push(hex);
                place.entry.push(label.span());
            }
        }
        let kind = kind?;
        let printed = &self.catalogue.kinds[kind];
        let info = UnitInfo {
            id: spec.id.get_ref().clone(),
            name: if spec.name.is_empty() { printed.name.clone() } else { spec.name.clone() },
            kind,
            formation,
            seat,
            class: printed.class,
            arm: printed.arm,
            value: printed.value,
            command: printed.command,
            faces: [printed.depleted, printed.full],
            start: start?,
            steps: if spec.depleted { 1 } else { 2 },
            arrives: spec.arrives,
            entry,
        };
        Some((info, place))
    }

    fn objective(&mut self, spec: &ObjectiveSpec) -> Option<Objective> {
        let held_by = spec.held_by.as_ref().map(|side| self.side(side));
        let hex = self.hex(&spec.hex)?;
        self.places.objectives.push(spec.hex.span());
        Some(spec.at(hex, held_by.flatten()))
    }

    /// The event chits of both sides.
    fn pools(&mut self) -> [Pool; 2] {
        let spec = self.spec;
        let mut pools = [Pool::default(), Pool::default()];
        for entry in &spec.pool {
            self.pool(entry, &mut pools);
        }
        for entry in &spec.event {
            self.event(entry, &mut pools);
        }
        pools.iter_mut().for_each(|pool| pool.chits.sort_unstable());
        pools
    }

    fn pool(&mut self, spec: &PoolSpec, pools: &mut [Pool; 2]) {
        let chits: Vec<u8> = spec.chits.iter().map(|chit| self.chit(chit)).collect();
        let Some(seat) = self.side(&spec.side) else { return };
        pools[seat.index()].chits.extend(chits);
        for (turn, &count) in (1..).zip(spec.draws.get_ref()) {
            self.draw(seat, Draw { turn, count }, spec.draws.span(), pools);
        }
    }

    fn event(&mut self, spec: &EventSpec, pools: &mut [Pool; 2]) {
        let chit = self.chit(&spec.chit);
        let Some(seat) = self.side(&spec.side) else { return };
        pools[seat.index()].chits.push(chit);
        let (turn, span) = spec.turn.as_ref().map_or((1, spec.chit.span()), |turn| (*turn.get_ref(), turn.span()));
        self.draw(seat, Draw { turn: usize::from(turn), count: 1 }, span, pools);
    }

    fn draw(&mut self, seat: Seat, draw: Draw, span: Span, pools: &mut [Pool; 2]) {
        pools[seat.index()].draws.push(draw);
        self.places.draws[seat.index()].push(span);
    }

    /// A kind of event chit. One that nobody knows is a problem, and takes the place of any other in its pool.
    fn chit(&mut self, name: &Spanned<String>) -> u8 {
        self.named("event chit", name, self.catalogue.event_ids()).unwrap_or(0)
    }
}

fn span_of<T>(written: Option<&Spanned<T>>) -> Span {
    written.map_or(0..0, Spanned::span)
}
