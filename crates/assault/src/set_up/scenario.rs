//! Set-up (AS-16): a scenario file becomes a game laid out on its map, or a list of everything that is wrong with it.
//!
//! Here names become things: a name that nothing has is a problem with the nearest one that something has. What was put
//! together is then looked over as a whole by `state::faults`.

use std::{ops::Range, sync::Arc};

use content::{Files, Map, MapChoice, ObjectiveSpec, Problems, Source, Spanned, seats, stem};
use engine::{Level, Objective, Problem, ScenarioInfo, Seat, SeatInfo};
use hexmap::{Corner, Direction, Hex};

use super::{
    settings,
    spec::{DrawSpec, FormationSpec, MineSpec, ScenarioSpec, SideSpec, UnitSpec, WorkSpec},
};
use crate::{
    map::ground::check_buildings,
    play::{notation::CORNERS, s16_set_up},
    state::{
        Ask, Assault, Draw, Group, Layout, Mark, Marks, Mine, Module, Modules, Place, Side, Standing, StartUnit,
        Support, USUAL_VICTORY, UnitSet, Work,
        faults::{Fault, faults},
    },
    tables::Catalogue,
};

/// The folder of the maps.
pub(super) const MAPS: &str = "assault/maps/";

/// Reads a scenario from its text.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read_scenario(
    catalogue: &Arc<Catalogue>,
    files: &Files,
    file: &str,
    text: &str,
) -> Result<(ScenarioInfo, Assault), Vec<Problem>> {
    read_with(catalogue, files, (file, text), None)
}

/// The same with other modules than the scenario's own.
pub(super) fn read_with(
    catalogue: &Arc<Catalogue>,
    files: &Files,
    (file, text): (&str, &str),
    modules: Option<Modules>,
) -> Result<(ScenarioInfo, Assault), Vec<Problem>> {
    let source = Source::new(file, text);
    let mut problems = Problems::default();
    let Some(spec) = problems.keep(source.toml::<ScenarioSpec>()) else { return problems.finish(None) };
    if !check_counts(&spec, &source, &mut problems) {
        return problems.finish(None);
    }
    let chosen = MapChoice { name: spec.map.as_ref(), ground: spec.ground.as_ref() };
    let Some(map) = chosen.read(files, MAPS, &catalogue.palette(), &source, &mut problems) else {
        return problems.finish(None);
    };
    let modules = modules.unwrap_or_else(|| spec.modules.iter().copied().collect());
    problems.extend(check_buildings(&map, catalogue, &source));
    let mut reader = Reader {
        catalogue,
        source: &source,
        problems: &mut problems,
        spec: &spec,
        map: &map,
        modules,
        spans: Spans::default(),
    };
    let layout = reader.layout();
    let (spans, seats) = (reader.spans, layout.seats.clone());
    let rules = Assault::new(layout);
    if problems.is_empty() {
        add_faults(&rules, &spans, &source, &mut problems);
    }
    let level = problems.level(&source, spec.level.as_ref());
    let info = info(&spec, level, &source, seats, &rules);
    problems.finish(Some((info, rules)))
}

/// Whether the game's small numbers can count everything. If not, nothing else is looked at.
fn check_counts(spec: &ScenarioSpec, source: &Source<'_>, problems: &mut Problems) -> bool {
    let counts = [
        (spec.unit.len(), "units", UnitSet::ROOM),
        (spec.formation.len() + spec.draw.len(), "formations and draws", 60),
        (spec.zone.len(), "zones", 99),
        (spec.work.len(), "works", 200),
        (spec.mine.len(), "minefields", 200),
        (spec.objective.len(), "objectives", 99),
    ];
    problems.check_counts(source, &counts);
    if spec.side.len() != 2 {
        problems.add(source.whole(format!("{} sides", spec.side.len()), "assault is a game for two sides"));
    }
    problems.is_empty()
}

/// Where in the file the parts stand.
#[derive(Default)]
struct Spans {
    units: Vec<Range<usize>>,
    formations: Vec<Range<usize>>,
    draws: Vec<Range<usize>>,
    zones: Vec<Range<usize>>,
    objectives: Vec<Range<usize>>,
}

fn add_faults(rules: &Assault, spans: &Spans, source: &Source<'_>, problems: &mut Problems) {
    let first = s16_set_up::first_state(rules);
    for fault in faults(Ask::new(rules, &first)) {
        let (what, help) = fault.in_words(rules);
        let span = match fault {
            Fault::Unit(unit, _) => spans.units.get(unit.index()),
            Fault::Arrives(place) => spans.formations.iter().chain(&spans.draws).nth(usize::from(place)),
            Fault::Pool(draw) => spans.draws.get(draw),
            Fault::Crowded(zone) => spans.zones.get(usize::from(zone)),
            Fault::Objective(place) => spans.objectives.get(place),
            Fault::Hex(hex, _) => {
                let last = rules.units.iter().rposition(|unit| unit.standing.place == Place::On(hex));
                last.and_then(|unit| spans.units.get(unit))
            }
            Fault::NoUnits(_) | Fault::TooManyUnits(_) | Fault::Turns | Fault::Clock | Fault::Margin => None,
        };
        problems.add(match span {
            Some(span) => source.problem(span.clone(), what, help),
            None => source.whole(what, help),
        });
    }
}

fn info(spec: &ScenarioSpec, level: Level, source: &Source<'_>, seats: Vec<SeatInfo>, rules: &Assault) -> ScenarioInfo {
    let usual = |seat: Seat| {
        let listed = rules.units.iter().filter(|unit| unit.seat == seat).count();
        let fixed: usize = rules
            .groups
            .iter()
            .filter(|group| group.seat == seat)
            .map(|group| rules.catalogue.formations[group.card].size())
            .sum();
        let drawn: usize = rules
            .draws
            .iter()
            .filter(|draw| draw.seat == seat && !draw.pool.is_empty())
            .map(|draw| {
                let sizes: usize = draw.pool.iter().map(|&card| rules.formation(card).size()).sum();
                sizes * usize::from(draw.count) / draw.pool.len()
            })
            .sum();
        (listed + fixed + drawn) as u32
    };
    ScenarioInfo {
        id: stem(source.file).to_owned(),
        title: spec.title.clone(),
        place: spec.place.clone(),
        briefing: spec.briefing.trim().to_owned(),
        duration: spec.duration.clone(),
        level,
        units: seats.iter().map(|seat| usual(seat.seat)).collect(),
        seats,
        status: spec.status.clone(),
        settings: settings::offered(rules.modules),
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
    modules: Modules,
    spans: Spans,
}

impl Reader<'_> {
    /// Everything that could be read. What could not is a problem, and left out.
    fn layout(&mut self) -> Layout {
        let spec = self.spec;
        let zones = spec.zone.iter().map(|zone| self.zone(zone.id.span(), &zone.hexes)).collect();
        let first = spec.initiative.as_ref().and_then(|name| self.side(name)).unwrap_or(Seat(0));
        let mut units = Vec::new();
        for unit in &spec.unit {
            let read = self.unit(unit, &units);
            units.extend(read);
        }
        Layout {
            catalogue: Arc::clone(self.catalogue),
            id: stem(self.source.file).to_owned(),
            seats: seats(
                spec.side.iter().map(|side| (&side.id, side.name.as_str(), side.colours.as_str())),
                &self.catalogue.liveries,
            ),
            sides: [0, 1].map(|side: usize| self.side_of(&spec.side[side])),
            map: self.map.clone(),
            modules: self.modules,
            turns: *spec.turns.get_ref(),
            clock: spec.clock.as_ref().map(|clock| clock.get_ref().clone()).unwrap_or_default(),
            lessons: spec.lessons.clone(),
            initiative: first,
            zones,
            units,
            groups: spec.formation.iter().filter_map(|formation| self.group(formation)).collect(),
            draws: spec.draw.iter().filter_map(|draw| self.draw(draw)).collect(),
            works: spec.work.iter().filter_map(|work| self.work(work)).collect(),
            mines: spec.mine.iter().flat_map(|mine| self.mines(mine)).collect(),
            objectives: spec.objective.iter().filter_map(|objective| self.objective(objective)).collect(),
            victory: spec.victory.as_ref().map_or(USUAL_VICTORY, |victory| victory.get_ref().or(USUAL_VICTORY)),
        }
    }

    fn side_of(&mut self, spec: &SideSpec) -> Side {
        let words = ["north", "east", "south", "west"];
        let edges = [Direction::N, Direction::NE, Direction::S, Direction::NW];
        let edge =
            self.problems.lookup(self.source, "edge", &spec.edge, words).map_or(Direction::N, |place| edges[place]);
        let support = spec.support.iter().filter_map(|name| self.support(name)).collect();
        Side { edge, cards: spec.cards, support }
    }

    fn support(&mut self, name: &Spanned<String>) -> Option<Support> {
        let known: Vec<&str> = self.catalogue.support_ids().collect();
        let place = self.problems.lookup(self.source, "support", name, known)?;
        let planes = self.catalogue.support().aircraft.len();
        Some(if place < planes { Support::Aircraft(place as u8) } else { Support::Battery((place - planes) as u8) })
    }

    fn side(&mut self, name: &Spanned<String>) -> Option<Seat> {
        let sides = self.spec.side.iter().map(|side| side.id.get_ref().as_str());
        self.problems.lookup(self.source, "side", name, sides).map(|place| Seat(place as u8))
    }

    fn hex(&mut self, label: &Spanned<String>) -> Option<Hex> {
        self.problems.hex(self.source, &self.map.grid, label)
    }

    fn corner(&mut self, word: &Spanned<String>) -> Option<Corner> {
        let known = CORNERS.map(|(word, _)| word);
        self.problems.lookup(self.source, "corner", word, known).map(|place| CORNERS[place].1)
    }

    fn zone(&mut self, span: Range<usize>, hexes: &[Spanned<String>]) -> Vec<Hex> {
        self.spans.zones.push(span);
        let mut zone: Vec<Hex> = Vec::new();
        for label in hexes {
            let hex = self.hex(label);
            if hex.is_some_and(|hex| zone.contains(&hex)) {
                let what = format!("{} is in the zone twice", label.get_ref());
                self.problems.add(self.source.problem(label.span(), what, "list each hex once"));
            }
            zone.extend(hex);
        }
        zone
    }

    fn zone_named(&mut self, name: &Spanned<String>) -> Option<u8> {
        let zones = self.spec.zone.iter().map(|zone| zone.id.get_ref().as_str());
        self.problems.lookup(self.source, "zone", name, zones).map(|place| place as u8)
    }

    /// Where guns and vehicles face if nothing is said: toward the enemy's edge.
    fn usual_facing(&self, seat: Seat) -> Corner {
        match self.spec.side[seat.other().index()].edge.get_ref().as_str() {
            "north" => Corner::NE,
            "east" => Corner::E,
            "south" => Corner::SE,
            _ => Corner::W,
        }
    }

    fn place(&mut self, zone: &Spanned<String>, arrives: Option<&Spanned<u8>>) -> Option<Place> {
        let zone = self.zone_named(zone)?;
        Some(match arrives {
            Some(turn) => Place::Reserve { turn: *turn.get_ref(), zone },
            None => Place::Box(zone),
        })
    }

    /// The marks of units that are set up hidden, if the scenario knows such units.
    fn hidden(&self, hidden: bool) -> Marks {
        let concealed = self.modules.has(Module::Hidden);
        let marks = [(hidden, Mark::Hidden), (hidden && concealed, Mark::Concealed)];
        marks.into_iter().filter(|(so, _)| *so).map(|(_, mark)| mark).collect()
    }

    fn unit(&mut self, spec: &UnitSpec, earlier: &[StartUnit]) -> Option<StartUnit> {
        let cards = self.catalogue.units().iter().map(|card| card.id.as_str());
        let card = self.problems.lookup(self.source, "unit card", &spec.card, cards);
        let seat = self.side(&spec.side);
        let facing = spec.facing.as_ref().map(|word| self.corner(word));
        let span = spec.id.as_ref().unwrap_or(&spec.card).span();
        let place = match (&spec.at, &spec.zone) {
            (Some(at), None) => self.hex(at).map(Place::On),
            (None, Some(zone)) => self.place(zone, spec.arrives.as_ref()),
            _ => {
                let help = "give at = \"0304\", or zone = \"name\", with arrives for one that comes later";
                self.problems.add(self.source.problem(span.clone(), "a unit is in one place", help));
                None
            }
        };
        let (card, seat, place) = (card?, seat?, place?);
        let number = earlier.iter().filter(|unit| unit.card == card && unit.seat == seat).count() + 1;
        let id =
            spec.id.as_ref().map_or_else(|| format!("{}-{number}", spec.card.get_ref()), |id| id.get_ref().clone());
        let marks = self.hidden(spec.hidden).iter().chain(spec.marks.iter().copied()).collect();
        let facing = facing.flatten().unwrap_or_else(|| self.usual_facing(seat));
        self.spans.units.push(span);
        Some(StartUnit { id, card, seat, standing: Standing { place, facing, damage: spec.damage, marks } })
    }

    fn group(&mut self, spec: &FormationSpec) -> Option<Group> {
        self.spans.formations.push(spec.card.span());
        let cards = self.catalogue.formations.iter().map(|card| card.id.as_str());
        let card = self.problems.lookup(self.source, "formation card", &spec.card, cards);
        let seat = self.side(&spec.side);
        let place = self.place(&spec.zone, spec.arrives.as_ref());
        let (card, seat, place) = (card?, seat?, place?);
        let standing = Standing { place, facing: self.usual_facing(seat), damage: 0, marks: self.hidden(spec.hidden) };
        Some(Group { card, seat, standing })
    }

    fn draw(&mut self, spec: &DrawSpec) -> Option<Draw> {
        self.spans.draws.push(spec.count.span());
        let mut pools: Vec<&str> = self.catalogue.formations.iter().map(|card| card.pool.as_str()).collect();
        pools.sort_unstable();
        pools.dedup();
        let pool = self.problems.lookup(self.source, "pool of formations", &spec.pool, pools.iter().copied());
        let seat = self.side(&spec.side);
        let place = self.place(&spec.zone, spec.arrives.as_ref());
        let (pool, seat, place) = (pools[pool?], seat?, place?);
        let of_the_pool = (0u8..).zip(&self.catalogue.formations).filter(|(_, card)| card.pool == pool);
        let pool = of_the_pool.map(|(place, _)| place).collect();
        let standing = Standing { place, facing: self.usual_facing(seat), damage: 0, marks: self.hidden(spec.hidden) };
        Some(Draw { seat, pool, count: *spec.count.get_ref(), standing })
    }

    fn work(&mut self, spec: &WorkSpec) -> Option<Work> {
        let rows = self.catalogue.fortifications().iter().map(|row| row.id.as_str());
        let kind = self.problems.lookup(self.source, "work", &spec.kind, rows);
        let (hex, facing) = (self.hex(&spec.hex), self.corner(&spec.facing));
        let owner = spec.side.as_ref().map(|side| self.side(side));
        if spec.hidden && spec.side.is_none() {
            let help = "write side = \"us\": only that side knows of it until it is seen";
            self.problems.add(self.source.problem(spec.hex.span(), "a hidden work belongs to a side", help));
        }
        let hidden = owner.flatten().filter(|_| spec.hidden && self.modules.has(Module::Hidden));
        Some(Work { hex: hex?, kind: kind? as u8, facing: facing?, hidden_by: hidden })
    }

    fn mines(&mut self, spec: &MineSpec) -> Vec<Mine> {
        let owner = spec.side.as_ref().map(|side| self.side(side));
        let hidden = spec.hidden && self.modules.has(Module::Mines);
        let hexes: Vec<Hex> = spec.hexes.iter().filter_map(|label| self.hex(label)).collect();
        hexes.into_iter().map(|hex| Mine { hex, owner: owner.flatten(), hidden }).collect()
    }

    fn objective(&mut self, spec: &ObjectiveSpec) -> Option<Objective> {
        let held_by = spec.held_by.as_ref().map(|side| self.side(side));
        let hex = self.hex(&spec.hex)?;
        self.spans.objectives.push(spec.hex.span());
        Some(spec.at(hex, held_by.flatten()))
    }
}
