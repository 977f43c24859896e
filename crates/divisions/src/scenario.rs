//! Set-up (FD-19): a scenario file becomes a game laid out on its map, or a list of everything that is wrong with it.

use std::sync::Arc;

use content::{Files, Map, MapSpec, Problems, Source, Spanned, map_id};
use engine::{Problem, ScenarioInfo, Seat, SeatInfo};
use hexmap::Hex;
use serde::Deserialize;

use crate::{
    catalogue::{Arm, Catalogue, Runs},
    state::Place,
    unit_set::{Unit, UnitSet},
    world::{Divisions, Formation, Objective, Pool, TurnWeather, UnitInfo, Victory},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioSpec {
    #[serde(default = "untitled")]
    title: String,
    #[serde(default)]
    place: String,
    #[serde(default)]
    briefing: String,
    #[serde(default)]
    duration: String,
    #[serde(default = "draft")]
    status: String,
    /// Where the scenario's numbers come from; kept for readers of the file.
    #[serde(default, rename = "provenance")]
    _provenance: Option<engine::Provenance>,
    /// A map file under `divisions/maps/`, without its ending.
    map: Option<Spanned<String>>,
    /// Or the map itself.
    ground: Option<MapSpec>,
    #[serde(default = "two_sides")]
    side: Vec<SideSpec>,
    formation: Vec<FormationSpec>,
    /// The weather of each turn, or `roll`.
    turns: Vec<Spanned<String>>,
    /// What each turn is called.
    #[serde(default)]
    clock: Vec<String>,
    /// Weather by the face of a die.
    #[serde(default)]
    weather_table: Vec<Spanned<String>>,
    #[serde(default)]
    objective: Vec<ObjectiveSpec>,
    #[serde(default)]
    pool: Vec<PoolSpec>,
    #[serde(default)]
    event: Vec<EventSpec>,
    #[serde(default)]
    victory: Victory,
}

/// The most points that a hex, a lead or a handicap can be.
const POINTS: i32 = 9999;

fn untitled() -> String {
    "Untitled".to_owned()
}

fn draft() -> String {
    "draft".to_owned()
}

fn two_sides() -> Vec<SideSpec> {
    let side = |id: &str, name: &str| SideSpec { id: id.into(), name: name.into(), colours: id.into() };
    vec![side("german", "Germany"), side("soviet", "Soviet Union")]
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideSpec {
    id: String,
    name: String,
    colours: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormationSpec {
    id: Spanned<String>,
    side: Spanned<String>,
    name: String,
    #[serde(default)]
    mark: String,
    units: Vec<UnitSpec>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSpec {
    id: Spanned<String>,
    kind: Spanned<String>,
    #[serde(default)]
    name: String,
    at: Option<Spanned<String>>,
    /// The turn it may come in, for reinforcements.
    #[serde(default)]
    arrives: u8,
    /// Where it may come in.
    #[serde(default)]
    entry: Vec<Spanned<String>>,
    #[serde(default)]
    depleted: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveSpec {
    hex: Spanned<String>,
    name: String,
    points: i32,
    held_by: Option<Spanned<String>>,
}

/// The event chits of a side, and how many it draws of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolSpec {
    side: Spanned<String>,
    chits: Vec<Spanned<String>>,
    /// By turn; none on the turns that are not listed.
    draws: Spanned<Vec<u8>>,
}

/// One chit more in a side's pool, and one draw more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventSpec {
    side: Spanned<String>,
    chit: Spanned<String>,
    /// The turn of the draw: the first, if it does not say.
    turn: Option<Spanned<u8>>,
}

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
    let map = read_map(&spec, catalogue, files, &source, &mut problems);
    let laid_out = map.and_then(|map| {
        SetUp { catalogue, source, problems: &mut problems, spec: &spec, map: &map, units: Vec::new() }.lay_out()
    });
    problems.finish(laid_out)
}

fn read_map(
    spec: &ScenarioSpec,
    catalogue: &Catalogue,
    files: &Files,
    source: &Source<'_>,
    problems: &mut Problems,
) -> Option<Map> {
    let palette = catalogue.palette();
    match (&spec.map, &spec.ground) {
        (None, Some(ground)) => ground.check(source, problems, &palette.terrain_ids(), &palette.feature_ids()),
        (Some(name), None) => {
            let Some((path, text)) = content::find_map(files, crate::ground::FOLDER, name.get_ref()) else {
                let known: Vec<&str> =
                    content::map_files(files, crate::ground::FOLDER).map(|(path, _)| map_id(path)).collect();
                problems.lookup(source, "map", name, known.iter().copied());
                return None;
            };
            content::read_map(files, path, text, &palette).map_err(|found| problems.extend(found)).ok()
        }
        (map, _) => {
            let span = map.as_ref().map_or(0..0, Spanned::span);
            problems.add(source.problem(
                span,
                "a scenario needs one map",
                "give either map = \"name\" or a [ground] table",
            ));
            None
        }
    }
}

/// A set-up in the making: may be illegal, collects all faults.
struct SetUp<'a> {
    catalogue: &'a Arc<Catalogue>,
    source: Source<'a>,
    problems: &'a mut Problems,
    spec: &'a ScenarioSpec,
    map: &'a Map,
    units: Vec<UnitInfo>,
}

impl SetUp<'_> {
    fn lay_out(mut self) -> Option<(ScenarioInfo, Divisions)> {
        let spec = self.spec;
        if spec.side.len() != 2 {
            self.problems
                .add(self.source.whole(format!("{} sides", spec.side.len()), "divisions is a game for two sides"));
            return None;
        }
        if !self.check_counts() {
            return None;
        }
        let mut formations = Vec::new();
        for (index, formation) in spec.formation.iter().enumerate() {
            formations.extend(self.formation(index, formation));
        }
        self.check_sides();
        self.check_features();
        self.check_stacks();
        let turns = self.turns();
        let weather_table = self.weather_table(&turns);
        let objectives = spec.objective.iter().filter_map(|objective| self.objective(objective)).collect();
        let pools = self.pools();
        self.check_points();
        if !self.problems.is_empty() {
            return None;
        }
        let seats = self.seats();
        let info = self.info(&seats);
        let world = Divisions::new(crate::world::Parts {
            catalogue: Arc::clone(self.catalogue),
            id: info.id.clone(),
            seats,
            map: self.map.clone(),
            units: self.units,
            formations,
            turns,
            clock: spec.clock.clone(),
            weather_table,
            objectives,
            pools,
            victory: spec.victory,
        });
        Some((info, world))
    }

    fn seats(&self) -> Vec<SeatInfo> {
        let seat = |(index, side): (u8, &SideSpec)| SeatInfo {
            seat: Seat(index),
            id: side.id.clone(),
            name: side.name.clone(),
            colours: side.colours.clone(),
        };
        (0u8..).zip(&self.spec.side).map(seat).collect()
    }

    fn info(&self, seats: &[SeatInfo]) -> ScenarioInfo {
        let stem = self.source.file.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml");
        let count = |seat: &SeatInfo| self.units.iter().filter(|unit| unit.seat == seat.seat).count() as u32;
        ScenarioInfo {
            id: stem.to_owned(),
            title: self.spec.title.clone(),
            place: self.spec.place.clone(),
            briefing: self.spec.briefing.trim().to_owned(),
            duration: self.spec.duration.clone(),
            seats: seats.to_vec(),
            units: seats.iter().map(count).collect(),
            status: self.spec.status.clone(),
            settings: Vec::new(),
        }
    }

    fn side(&mut self, name: &Spanned<String>) -> Option<Seat> {
        let known = self.spec.side.iter().map(|side| side.id.as_str());
        self.problems.lookup(&self.source, "side", name, known).map(|index| Seat(index as u8))
    }

    fn hex(&mut self, label: &Spanned<String>) -> Option<Hex> {
        let hex = self.map.grid.parse(label.get_ref());
        let problem =
            |error| self.source.problem(label.span(), error, "use the number of a hex on this map, as in 0304");
        self.problems.keep(hex.map_err(problem))
    }

    fn formation(&mut self, index: usize, spec: &FormationSpec) -> Option<Formation> {
        if self.spec.formation[..index].iter().any(|earlier| earlier.id.get_ref() == spec.id.get_ref()) {
            let what = format!("two formations have the id \"{}\"", spec.id.get_ref());
            self.problems.add(self.source.problem(spec.id.span(), what, "rename one of them"));
        }
        let seat = self.side(&spec.side)?;
        let mut units = UnitSet::NONE;
        let mut headquarters = None;
        for unit in &spec.units {
            let Some(info) = self.unit(index as u8, seat, unit) else { continue };
            if self.units.len() < UnitSet::MOST {
                let place = Unit(self.units.len() as u8);
                units.add(place);
                if info.arm == Arm::Headquarters && headquarters.replace(place).is_some() {
                    let what = format!("{} has two headquarters", spec.name);
                    self.problems.add(self.source.problem(unit.id.span(), what, "a formation has one at most"));
                }
            }
            self.units.push(info);
        }
        Some(Formation {
            id: spec.id.get_ref().clone(),
            name: spec.name.clone(),
            mark: spec.mark.clone(),
            seat,
            units,
            headquarters,
        })
    }

    fn unit(&mut self, formation: u8, seat: Seat, spec: &UnitSpec) -> Option<UnitInfo> {
        let id = spec.id.get_ref();
        if self.units.iter().any(|earlier| earlier.id == *id) {
            self.problems.add(self.source.problem(
                spec.id.span(),
                format!("two units have the id \"{id}\""),
                "rename one of them",
            ));
        }
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '.' || c == '/';
        if id.is_empty() || !id.chars().all(plain) {
            let what = format!("\"{id}\" cannot be used as a unit's id");
            self.problems.add(self.source.problem(spec.id.span(), what, "use small letters, digits, - . and /"));
        }
        let kind = self.problems.lookup(&self.source, "kind of unit", &spec.kind, self.catalogue.kind_ids())?;
        let kind_info = &self.catalogue.kinds[kind];
        let entry: Vec<Hex> = spec.entry.iter().filter_map(|label| self.hex(label)).collect();
        let start = match &spec.at {
            Some(label) => Place::On(self.hex(label)?),
            None if spec.arrives > 0 && !spec.entry.is_empty() => Place::Reserve,
            None => {
                let what = format!("\"{id}\" is nowhere");
                self.problems.add(self.source.problem(
                    spec.id.span(),
                    what,
                    "give at = \"0304\", or arrives and entry",
                ));
                return None;
            }
        };
        if spec.arrives > 0 && (spec.at.is_some() || usize::from(spec.arrives) > self.spec.turns.len()) {
            let what = format!("\"{id}\" arrives on turn {}", spec.arrives);
            let help = "a company is on the map from the start, or arrives on one of the game's turns";
            self.problems.add(self.source.problem(spec.id.span(), what, help));
        }
        for label in spec.at.iter().chain(&spec.entry) {
            let Ok(hex) = self.map.grid.parse(label.get_ref()) else { continue };
            let ground = &self.catalogue.terrain[self.map.terrain[hex.index()]];
            if ground.cost.of(kind_info.class).0.is_none() && !self.on_track(hex) {
                let what = format!("\"{id}\" cannot stand in {}", ground.name.to_lowercase());
                self.problems.add(self.source.problem(
                    label.span(),
                    what,
                    "put it into a hex that its class may enter",
                ));
            }
        }
        Some(UnitInfo {
            id: id.clone(),
            name: if spec.name.is_empty() { kind_info.name.clone() } else { spec.name.clone() },
            kind,
            formation,
            seat,
            class: kind_info.class,
            arm: kind_info.arm,
            value: kind_info.value,
            command: kind_info.command,
            faces: [kind_info.depleted, kind_info.full],
            start,
            steps: if spec.depleted { 1 } else { 2 },
            arrives: spec.arrives,
            entry,
        })
    }

    fn on_track(&self, hex: Hex) -> bool {
        let roads = |track: &&content::Track| self.catalogue.features[track.feature].cost.is_some();
        self.map.tracks.iter().filter(roads).any(|track| track.path.contains(&hex))
    }

    /// A side without a company has lost before the first chit is drawn.
    fn check_sides(&mut self) {
        let spec = self.spec;
        if spec.side[0].id == spec.side[1].id {
            let what = format!("two sides have the id \"{}\"", spec.side[0].id);
            self.problems.add(self.source.whole(what, "rename one of them"));
        }
        for side in &spec.side {
            if side.id.is_empty() || !side.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            {
                let what = format!("\"{}\" cannot be used as a side's id", side.id);
                self.problems.add(self.source.whole(what, "use small letters, digits and -"));
            }
        }
        for (seat, side) in (0u8..).map(Seat).zip(&spec.side) {
            let named = spec
                .formation
                .iter()
                .any(|formation| *formation.side.get_ref() == side.id && !formation.units.is_empty());
            if !named && !self.units.iter().any(|unit| unit.seat == seat) {
                let what = format!("{} has no companies", side.name);
                self.problems.add(self.source.problem(
                    0..0,
                    what,
                    format!("give it a formation with side = \"{}\"", side.id),
                ));
            }
        }
    }

    /// Whether the game's small numbers can count everything. If not, nothing else is looked at: the checks that follow compare all with all.
    fn check_counts(&mut self) -> bool {
        let spec = self.spec;
        let counts = [
            (spec.formation.iter().map(|formation| formation.units.len()).sum(), "units", UnitSet::MOST),
            (spec.formation.len(), "formations", UnitSet::MOST),
            (spec.event.len() + spec.pool.iter().map(|pool| pool.chits.len()).sum::<usize>(), "event chits", 99),
            (spec.objective.len(), "objectives", 99),
        ];
        for &(count, what, most) in counts.iter().filter(|(count, _, most)| count > most) {
            self.problems.add(self.source.whole(format!("{count} {what}"), format!("a scenario has at most {most}")));
        }
        if !spec.clock.is_empty() && spec.clock.len() != spec.turns.len() {
            let what = format!("{} turns, and clock names {}", spec.turns.len(), spec.clock.len());
            self.problems.add(self.source.whole(what, "name each turn, or leave clock out"));
        }
        counts.iter().all(|(count, _, most)| count <= most)
    }

    /// A victory that nobody could win, or that could not be added up.
    fn check_points(&mut self) {
        let Victory { margin, decisive, handicap } = self.spec.victory;
        let place = self.source.text.find("[victory]").unwrap_or(0);
        let mut fault = |what: String, help: &str| self.problems.add(self.source.problem(place..place, what, help));
        if !(1..=POINTS).contains(&margin) || !(margin..=POINTS).contains(&decisive) {
            let what = format!("a margin of {margin}, {decisive} for a decisive victory");
            fault(what, "a lead of one point at least wins, and a decisive one is no smaller");
        }
        if handicap.iter().any(|points| !(-POINTS..=POINTS).contains(points)) {
            fault(format!("a handicap of {handicap:?}"), "points go up to 9999");
        }
    }

    /// A road written as a hexside, or a river written as a path.
    fn check_features(&mut self) {
        let through = self.map.tracks.iter().map(|track| (track.feature, Runs::Through));
        let between = self.map.sides.iter().map(|side| (side.feature, Runs::Between));
        for (feature, runs) in through.chain(between) {
            let feature = &self.catalogue.features[feature];
            if feature.runs != runs {
                let what = format!("{} is drawn in the wrong list", feature.name);
                self.problems.add(self.source.whole(what, "roads go into lines, rivers into sides"));
            }
        }
    }

    fn check_stacks(&mut self) {
        let limit = self.catalogue.limits.stacking;
        for hex in self.map.grid.hexes() {
            let here: Vec<&UnitInfo> = self.units.iter().filter(|unit| unit.start == Place::On(hex)).collect();
            let label = self.map.grid.label(hex);
            let names = here.iter().map(|unit| unit.id.as_str()).collect::<Vec<_>>().join(", ");
            let span = self.place_of(hex);
            if here.len() > limit {
                let what = format!("{} units in {label}: {names}", here.len());
                self.problems.add(self.source.problem(span.clone(), what, format!("a hex holds {limit} (FD-12)")));
            }
            if here.iter().any(|unit| unit.seat != here[0].seat) {
                let what = format!("both sides in {label}: {names}");
                self.problems.add(self.source.problem(span, what, "enemies never share a hex (FD-12)"));
            }
        }
    }

    /// Where the file puts the last unit into `hex`.
    fn place_of(&self, hex: Hex) -> std::ops::Range<usize> {
        let mut all =
            self.spec.formation.iter().flat_map(|formation| &formation.units).filter_map(|unit| unit.at.as_ref());
        all.rfind(|at| self.map.grid.parse(at.get_ref()).ok() == Some(hex)).map_or(0..0, Spanned::span)
    }

    fn weather(&mut self, name: &Spanned<String>) -> Option<u8> {
        self.problems.lookup(&self.source, "weather", name, self.catalogue.weather_ids()).map(|index| index as u8)
    }

    fn turns(&mut self) -> Vec<TurnWeather> {
        if self.spec.turns.is_empty() || self.spec.turns.len() > 99 {
            self.problems.add(self.source.whole("a game has 1 to 99 turns", "list the weather of each turn in turns"));
        }
        let spec = self.spec;
        let turn = |name: &Spanned<String>| match name.get_ref().as_str() {
            "roll" => Some(TurnWeather::Roll),
            _ => self.weather(name).map(TurnWeather::Fixed),
        };
        spec.turns.iter().filter_map(turn).collect()
    }

    fn weather_table(&mut self, turns: &[TurnWeather]) -> Vec<u8> {
        let table: Vec<u8> = self.spec.weather_table.iter().filter_map(|name| self.weather(name)).collect();
        if turns.contains(&TurnWeather::Roll) && table.len() != 6 {
            let what = format!("the weather table has {} entries", table.len());
            let roll = self.spec.turns.iter().find(|turn| turn.get_ref() == "roll").map_or(0..0, Spanned::span);
            self.problems.add(self.source.problem(roll, what, "weather_table needs six, one for each face of the die"));
        }
        table
    }

    fn objective(&mut self, spec: &ObjectiveSpec) -> Option<Objective> {
        let held_by = match &spec.held_by {
            Some(side) => Some(self.side(side)?),
            None => None,
        };
        if !(-POINTS..=POINTS).contains(&spec.points) {
            let what = format!("{}: {} points", spec.name, spec.points);
            self.problems.add(self.source.problem(spec.hex.span(), what, "points go up to 9999"));
        }
        Some(Objective { hex: self.hex(&spec.hex)?, name: spec.name.clone(), points: spec.points, held_by })
    }

    /// The event chits of both sides.
    fn pools(&mut self) -> [Pool; 2] {
        let spec = self.spec;
        let mut pools = [(); 2].map(|()| Pool { chits: Vec::new(), draws: vec![0; spec.turns.len()] });
        for entry in &spec.pool {
            self.pool(entry, &mut pools);
        }
        for entry in &spec.event {
            self.event(entry, &mut pools);
        }
        for (side, pool) in spec.side.iter().zip(&mut pools) {
            pool.chits.sort_unstable();
            let named = spec.pool.iter().filter(|entry| *entry.side.get_ref() == side.id);
            let single = spec.event.iter().filter(|entry| *entry.side.get_ref() == side.id).count();
            let listed = single + named.clone().map(|entry| entry.chits.len()).sum::<usize>();
            let draws: usize = pool.draws.iter().map(|&draws| usize::from(draws)).sum();
            if draws > listed {
                let what = format!("{} draws {draws} event chits of {listed}", side.name);
                let span = named.clone().next().map_or(0..0, |entry| entry.draws.span());
                self.problems.add(self.source.problem(span, what, "put more chits into the pool, or draw fewer"));
            }
        }
        pools
    }

    fn pool(&mut self, spec: &PoolSpec, pools: &mut [Pool; 2]) {
        let kinds: Vec<Option<u8>> = spec.chits.iter().map(|chit| self.chit(chit)).collect();
        let draws = spec.draws.get_ref();
        if draws.len() > self.spec.turns.len() {
            let what = format!("draws for {} turns", draws.len());
            let help = format!("the game has {}", self.spec.turns.len());
            self.problems.add(self.source.problem(spec.draws.span(), what, help));
        }
        let Some(seat) = self.side(&spec.side) else { return };
        let pool = &mut pools[seat.index()];
        pool.chits.extend(kinds.into_iter().flatten());
        for (turn, more) in pool.draws.iter_mut().zip(draws) {
            *turn = turn.saturating_add(*more);
        }
    }

    fn event(&mut self, spec: &EventSpec, pools: &mut [Pool; 2]) {
        let chit = self.chit(&spec.chit);
        let turn = spec.turn.as_ref().map_or(1, |turn| *turn.get_ref());
        let (Some(seat), Some(chit)) = (self.side(&spec.side), chit) else { return };
        let pool = &mut pools[seat.index()];
        pool.chits.push(chit);
        match usize::from(turn).checked_sub(1).and_then(|turn| pool.draws.get_mut(turn)) {
            Some(draws) => *draws = draws.saturating_add(1),
            None => {
                let span = spec.turn.as_ref().map_or(0..0, Spanned::span);
                let what = format!("a chit on turn {turn}");
                self.problems.add(self.source.problem(span, what, "name one of the game's turns"));
            }
        }
    }

    fn chit(&mut self, name: &Spanned<String>) -> Option<u8> {
        self.problems.lookup(&self.source, "event chit", name, self.catalogue.event_ids()).map(|index| index as u8)
    }
}
