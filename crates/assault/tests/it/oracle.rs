//! Sight against a second opinion: slow, exact, and written from the rules alone.
//!
//! The oracle knows nothing of `hexmap`. It puts hexes on the plane, clips the line by every one of them with
//! fractions, and applies AS-9.6.1 to AS-12.4.3.1.1 as a player would read them out.
//!
//! `OPFIRE_PAIRS=5000000 cargo test --release -p assault --test it -- --ignored oracle::` runs it for longer.
use std::{collections::BTreeMap, fmt::Write as _, sync::Arc};

use assault::{AssaultMap, Catalogue, Conditions, Kind, rule_ids};
use content::Files;
use engine::{Circumstances, Ground, Look, Verdict};
use hexmap::{BLOCKS, Hex};
use oracle::Fraction;

/// Column and row, counted from 1.
type Place = (i128, i128);
type Point = (i128, i128);

/// Corners of a hex around its centre, clockwise on a screen. Heights are squeezed so that all of them are whole
/// numbers.
const CORNERS: [Point; 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];

fn cross(a: Point, b: Point) -> i128 {
    a.0 * b.1 - a.1 * b.0
}

fn minus(a: Point, b: Point) -> Point {
    (a.0 - b.0, a.1 - b.1)
}

/// What is in a hex.
#[derive(Copy, Clone, Debug)]
struct Cell {
    letter: char,
    level: i32,
    smoke: i32,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum What {
    Open,
    Hinders,
    Blocks,
}

/// The chart, letter by letter: name, how far it reaches, what it does to sight.
const CHART: [(char, &str, i32, What); 17] = [
    ('~', "shallow-water", 0, What::Open),
    (',', "beach", 0, What::Open),
    ('.', "clear", 0, What::Open),
    ('r', "rocky", 0, What::Hinders),
    ('b', "brush", 0, What::Hinders),
    ('g', "grove", 0, What::Hinders),
    ('l', "light-forest", 1, What::Hinders),
    ('h', "heavy-forest", 1, What::Blocks),
    ('s', "single-storey", 1, What::Hinders),
    ('m', "multi-storey", 2, What::Hinders),
    ('L', "large-building", 2, What::Blocks),
    ('=', "bridge", 0, What::Hinders),
    ('w', "swamp", 0, What::Open),
    ('c', "craters", 0, What::Open),
    ('x', "brush-craters", 0, What::Hinders),
    ('u', "ruins", 1, What::Hinders),
    ('S', "sea", 0, What::Open),
];

/// A small map, as the oracle sees it.
struct World {
    columns: i128,
    rows: i128,
    low_is_even: bool,
    cells: BTreeMap<Place, Cell>,
    walls: Vec<(Place, Place)>,
    slopes: Vec<(Place, Place)>,
}

/// What the oracle thinks of a look.
#[derive(Debug, PartialEq, Eq)]
struct Opinion {
    verdict: Verdict,
    /// Up to the block.
    hindrances: i32,
    /// Where it may be blocked: at a tie either hex may be named.
    blockers: Vec<Place>,
    wall: bool,
    slope: bool,
}

/// A stretch of a line: when it begins, and what the hexes are between which one may choose.
struct Stretch {
    from: Fraction,
    hexes: Vec<Place>,
}

impl World {
    fn centre(&self, (column, row): Place) -> Point {
        let low = (column % 2 == 0) == self.low_is_even;
        (3 * column, 2 * row + i128::from(low))
    }

    fn chart(&self, at: Place) -> (i32, What) {
        let (_, _, reach, what) = CHART.iter().find(|row| row.0 == self.cells[&at].letter).unwrap();
        (*reach, *what)
    }

    fn adjacent(&self, a: Place, b: Place) -> bool {
        let (dx, dy) = minus(self.centre(a), self.centre(b));
        [(0, 2), (3, 1)].contains(&(dx.abs(), dy.abs()))
    }

    fn has(list: &[(Place, Place)], a: Place, b: Place) -> bool {
        list.contains(&(a, b)) || list.contains(&(b, a))
    }

    fn eye(&self, at: Place, kind: Kind) -> i32 {
        let upstairs = kind == Kind::Infantry && ['m', 'L'].contains(&self.cells[&at].letter);
        self.cells[&at].level + i32::from(upstairs)
    }

    /// Everything between the two ends, in order: hexes entered, and pairs of hexes between which the line runs.
    fn stretches(&self, a: Place, b: Place) -> Vec<Stretch> {
        let (start, end) = (self.centre(a), self.centre(b));
        let way = minus(end, start);
        let mut stretches: Vec<Stretch> = Vec::new();
        let within = |at: i128, from: i128, to: i128| from.min(to) - 2 <= at && at <= from.max(to) + 2;
        for &hex in self.cells.keys().filter(|hex| ![a, b].contains(hex)) {
            let centre = self.centre(hex);
            // Beyond either end.
            if !within(centre.0, start.0, end.0) || !within(centre.1, start.1, end.1) {
                continue;
            }
            let corners = CORNERS.map(|offset| (centre.0 + offset.0, centre.1 + offset.1));
            // A hex that lies wholly on one side of the endless line is not met.
            let sides = corners.map(|corner| cross(way, minus(corner, start)).signum());
            if sides == [1; 6] || sides == [-1; 6] {
                continue;
            }
            let (mut enter, mut leave) = (Fraction::new(0, 1), Fraction::new(1, 1));
            let (mut outside, mut on_an_edge) = (false, false);
            for index in 0..6 {
                let (from, to) = (corners[index], corners[(index + 1) % 6]);
                // Positive inside. At a point t of the way the value is `at_start + t * change`.
                let at_start = cross(minus(to, from), minus(start, from));
                let change = cross(minus(to, from), way);
                match change.signum() {
                    0 => {
                        outside |= at_start < 0;
                        on_an_edge |= at_start == 0;
                    }
                    1 => enter = enter.max(Fraction::new(-at_start, change)),
                    _ => leave = leave.min(Fraction::new(-at_start, change)),
                }
            }
            if outside || enter >= leave {
                continue;
            }
            // Two hexes met at the same moment are the two sides of an edge.
            match stretches.iter_mut().find(|stretch| on_an_edge && stretch.from == enter) {
                Some(stretch) => stretch.hexes.push(hex),
                None => stretches.push(Stretch { from: enter, hexes: vec![hex] }),
            }
        }
        stretches.sort_by_key(|stretch| stretch.from);
        stretches
    }

    /// Hindrances of a hex between the ends, 100 if it blocks.
    fn worth(&self, hex: Place, (a, eye_a): (Place, i32), (b, eye_b): (Place, i32)) -> i32 {
        let (cell, (reach, what)) = (self.cells[&hex], self.chart(hex));
        let (low, high) = (eye_a.min(eye_b), eye_a.max(eye_b));
        if cell.level > high {
            return 100;
        }
        let counts = |top: i32| {
            if top >= high {
                return true;
            }
            // Dead ground: only with one eye higher than the other, beside the lower one, and above it.
            let lower_end = if eye_a < eye_b { a } else { b };
            eye_a != eye_b && top > low && self.adjacent(hex, lower_end)
        };
        let mut worth = 0;
        if counts(cell.level + reach) {
            worth += match what {
                What::Open => 0,
                What::Hinders => 1,
                What::Blocks => 100,
            };
        }
        if counts(cell.level + 2) {
            worth += if cell.smoke >= 3 { 100 } else { cell.smoke };
        }
        worth.min(100)
    }

    fn look(&self, a: Place, b: Place, looker: Kind, target: Kind) -> Opinion {
        let (end_a, end_b) = ((a, self.eye(a, looker)), (b, self.eye(b, target)));
        let smoke = |at: Place| if self.cells[&at].smoke >= 3 { 100 } else { self.cells[&at].smoke };
        let slope = self.adjacent(a, b) && World::has(&self.slopes, a, b);
        let mut places: Vec<(i32, Vec<Place>)> = vec![(smoke(a), vec![a])];
        if slope {
            places.push((1, vec![a, b]));
        }
        for stretch in self.stretches(a, b) {
            let least = stretch.hexes.iter().map(|&hex| self.worth(hex, end_a, end_b)).min().unwrap();
            let hexes = stretch.hexes.into_iter().filter(|&hex| self.worth(hex, end_a, end_b) == least);
            places.push((least, hexes.collect()));
        }
        places.push((smoke(b), vec![b]));
        let mut hindrances = 0;
        let mut opinion = Opinion {
            verdict: Verdict::Clear,
            hindrances: 0,
            blockers: Vec::new(),
            wall: self.arrives_across_a_wall(a, b),
            slope,
        };
        for (worth, hexes) in places {
            if worth >= 100 || hindrances + worth >= 3 {
                (opinion.verdict, opinion.blockers) = (Verdict::Blocked, hexes);
                break;
            }
            hindrances += worth;
        }
        opinion.hindrances = hindrances;
        if opinion.verdict != Verdict::Blocked && hindrances > 0 {
            opinion.verdict = Verdict::Hindered;
        }
        opinion
    }

    /// Where the line comes into `b` there is a wall: at a corner, on each side that could be crossed there.
    fn arrives_across_a_wall(&self, a: Place, b: Place) -> bool {
        let (start, end) = (self.centre(a), self.centre(b));
        let way = minus(end, start);
        let corners = CORNERS.map(|offset| (end.0 + offset.0, end.1 + offset.1));
        let mut entered: Vec<Place> = Vec::new();
        for index in 0..6 {
            let (from, to) = (corners[index], corners[(index + 1) % 6]);
            let edge = minus(to, from);
            let (at_start, change) = (cross(edge, minus(start, from)), cross(edge, way));
            // The line comes in where it goes from outside to inside, between the two corners of the edge or through
            // one.
            let (left, right) = (cross(way, minus(from, start)).signum(), cross(way, minus(to, start)).signum());
            if change > 0 && at_start < 0 && left * right <= 0 {
                let beyond = (from.0 + to.0 - end.0, from.1 + to.1 - end.1);
                entered.extend(self.cells.keys().copied().filter(|&hex| self.centre(hex) == beyond));
            }
        }
        !entered.is_empty() && entered.into_iter().all(|hex| World::has(&self.walls, hex, b))
    }
}

/// A small generator of numbers, so that a failure can be repeated from its seed.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn one_in(&mut self, chance: u64) -> bool {
        self.below(chance) == 0
    }
}

fn random_world(random: &mut Random) -> World {
    let (columns, rows) = (3 + random.below(8) as i128, 2 + random.below(8) as i128);
    let low_is_even = random.one_in(2);
    let short = rows > 1 && random.one_in(3);
    // From bare to thick, from flat to broken, from clear air to a screen.
    let (cover, hills, smoke) = (2 + random.below(8), 1 + random.below(4), random.below(3));
    let mut world = World { columns, rows, low_is_even, cells: BTreeMap::new(), walls: Vec::new(), slopes: Vec::new() };
    for column in 1..=columns {
        for row in 1..=rows {
            if short && row == rows && (column % 2 == 0) == low_is_even {
                continue;
            }
            let letter = match random.below(cover) {
                0 => CHART[random.below(17) as usize].0,
                _ => '.',
            };
            let letter = if letter == 'L' { 'm' } else { letter };
            let level = random.below(hills).saturating_sub(u64::from(random.one_in(2))) as i32;
            let markers = if smoke > 0 && random.one_in(6) { 1 + random.below(4) as i32 } else { 0 };
            world.cells.insert((column, row), Cell { letter, level, smoke: markers });
        }
    }
    let places: Vec<Place> = world.cells.keys().copied().collect();
    for &a in &places {
        for &b in &places {
            if a >= b || !world.adjacent(a, b) {
                continue;
            }
            match random.below(8) {
                0 => world.walls.push((a, b)),
                1 => world.slopes.push((a, b)),
                3 => {
                    world.walls.push((a, b));
                    world.slopes.push((a, b));
                }
                // A large building covers two hexes.
                2 if random.one_in(6) => {
                    for hex in [a, b] {
                        world.cells.get_mut(&hex).unwrap().letter = 'L';
                    }
                }
                _ => {}
            }
        }
    }
    world
}

fn label((column, row): Place) -> String {
    format!("{column:02}{row:02}")
}

/// The same map as a file.
fn text(world: &World) -> String {
    let mut text = format!("low = \"{}\"\nlegend = {{ ", if world.low_is_even { "even" } else { "odd" });
    for (index, (letter, name, ..)) in CHART.iter().enumerate() {
        let _ = write!(text, "{}\"{letter}\" = \"{name}\"", if index > 0 { ", " } else { "" });
    }
    text.push_str(" }\n");
    let layer = |text: &mut String, name: &str, show: &dyn Fn(&Cell) -> String| {
        let _ = writeln!(text, "{name} = \"\"\"");
        for row in 1..=world.rows {
            let cells = (1..=world.columns).map(|column| world.cells.get(&(column, row)).map_or("-".to_owned(), show));
            let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join(" "));
        }
        text.push_str("\"\"\"\n");
    };
    layer(&mut text, "rows", &|cell| cell.letter.to_string());
    layer(&mut text, "heights", &|cell| cell.level.to_string());
    let between = |sides: &[(Place, Place)]| {
        let sides = sides.iter().map(|&(a, b)| format!("{}/{}", label(a), label(b)));
        sides.collect::<Vec<_>>().join(" ")
    };
    let _ = writeln!(
        text,
        "sides = [{{ feature = \"stone-wall\", between = \"{}\" }}, {{ feature = \"steep-slope\", between = \"{}\" }}]",
        between(&world.walls),
        between(&world.slopes)
    );
    text
}

fn kinds(random: &mut Random) -> (Kind, Kind) {
    let kind = |random: &mut Random| Kind::ALL[random.below(3) as usize];
    (kind(random), kind(random))
}

/// Compares all pairs of random maps until there were enough of them.
fn compare(pairs: usize, seed: u64) {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    let mut random = Random(seed);
    let (mut compared, mut blocked, mut hindered) = (0, 0, 0);
    while compared < pairs {
        let world = random_world(&mut random);
        let file = text(&world);
        let map =
            AssaultMap::read(&files, &catalogue, "random.toml", &file).unwrap_or_else(|p| panic!("{p:?}\n{file}"));
        let kinds = kinds(&mut random);
        let hex = |place: Place| map.grid().parse(&label(place)).unwrap();
        let smoke = world.cells.iter().filter(|(_, cell)| cell.smoke > 0);
        let smoke: Vec<(Hex, u8)> = smoke.map(|(&place, cell)| (hex(place), cell.smoke as u8)).collect();
        let smokeless = smoke.is_empty();
        for &a in world.cells.keys() {
            let (looker, target) = if a.1 % 2 == 0 { kinds } else { (kinds.1, kinds.0) };
            let given = Conditions { looker, target, smoke: smoke.clone(), ..Conditions::default() };
            let mut field = map.sight().field(hex(a), &given);
            field.clear.sort_unstable();
            field.hindered.sort_unstable();
            for &b in world.cells.keys().filter(|&&b| b != a) {
                let opinion = world.look(a, b, looker, target);
                let context = || {
                    let [a, b] = [a, b].map(label);
                    format!(
                        "{looker:?} in {a} looks at {target:?} in {b}: the oracle says {opinion:?}\n{given:?}\n{file}"
                    )
                };
                let weight = map.sight().weigh(hex(a), hex(b), &given);
                let expected = match opinion.verdict {
                    Verdict::Blocked => BLOCKS,
                    _ => opinion.hindrances as u8,
                };
                assert_eq!(weight, expected, "{}", context());
                let name = label(b);
                let listed = |list: &[String]| list.binary_search(&name).is_ok();
                let wanted = (opinion.verdict == Verdict::Clear, opinion.verdict == Verdict::Hindered);
                assert_eq!((listed(&field.clear), listed(&field.hindered)), wanted, "in the field: {}", context());
                if smokeless {
                    let prepared = map.sight().prepared(looker, target);
                    let seen = (prepared.clear.sees(hex(a), hex(b)), prepared.visible.sees(hex(a), hex(b)));
                    assert_eq!(seen, (weight == 0, weight < BLOCKS), "prepared: {}", context());
                }
                // Words are slow: every eighth pair.
                if compared.is_multiple_of(8) {
                    agree(&map.sight().look(hex(a), hex(b), &given), &opinion, &context);
                }
                compared += 1;
                blocked += usize::from(opinion.verdict == Verdict::Blocked);
                hindered += usize::from(opinion.verdict == Verdict::Hindered);
            }
        }
    }
    // The maps must be neither empty nor walls.
    assert!(
        blocked * 20 > compared && hindered * 20 > compared,
        "{blocked} blocked, {hindered} hindered of {compared}"
    );
}

fn agree(look: &Look, opinion: &Opinion, context: &dyn Fn() -> String) {
    assert_eq!(look.verdict, opinion.verdict, "{} {}", look.summary, context());
    assert_eq!(i32::from(look.hindrances), opinion.hindrances, "{} {}", look.summary, context());
    if let Some(step) = look.blocker() {
        let mut named = step.hexes.iter();
        assert!(named.all(|hex| opinion.blockers.iter().any(|&place| label(place) == *hex)), "{step:?} {}", context());
    }
    let cited = |rule| look.notes.iter().any(|note| note.rule == rule);
    assert_eq!(cited(rule_ids::STEEP_SLOPES), opinion.slope, "{}", context());
    assert_eq!(cited(rule_ids::STONE_WALLS), opinion.wall && look.verdict != Verdict::Blocked, "{}", context());
    let cost = match opinion.hindrances {
        _ if look.verdict != Verdict::Hindered => None,
        1 => Some("1 blue die".to_owned()),
        some => Some(format!("{some} blue dice")),
    };
    assert_eq!(look.cost, cost, "{}", context());
}

#[test]
fn sight_agrees_with_the_oracle() {
    compare(200_000, 1);
}

#[test]
#[ignore = "long: set OPFIRE_PAIRS"]
fn sight_agrees_with_the_oracle_for_long() {
    let pairs = std::env::var("OPFIRE_PAIRS").ok().and_then(|pairs| pairs.parse().ok());
    compare(pairs.unwrap_or(2_000_000), 2);
}

#[test]
fn the_oracle_reads_the_chart_as_the_data_does() {
    let catalogue = Catalogue::read(&Files::embedded()).unwrap();
    for (_, name, reach, _) in CHART {
        assert_eq!(i32::from(catalogue.ground(name).unwrap().elevation), reach, "{name}");
    }
    assert_eq!(catalogue.grounds().len(), CHART.len());
}

#[test]
fn circumstances_and_conditions_are_the_same_question() {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    let file = "legend = { \".\" = \"clear\" }\nrows = \"\"\"\n.\n.\n.\n\"\"\"";
    let map = AssaultMap::read(&files, &catalogue, "open.toml", file).unwrap();
    let smoke = vec![("0102".to_owned(), 1), ("0102".to_owned(), 1)];
    let given = Circumstances { smoke, target: Some("vehicle".to_owned()), ..Circumstances::default() };
    let look = engine::look_between(&map, "0101", "0103", &given).unwrap();
    assert_eq!((look.verdict, look.hindrances, look.cost.as_deref()), (Verdict::Hindered, 2, Some("2 blue dice")));
    let wrong = Circumstances { looker: Some("vehicles".to_owned()), ..Circumstances::default() };
    let error = engine::look_between(&map, "0101", "0103", &wrong).unwrap_err();
    assert_eq!(error.to_string(), "unknown kind of unit \"vehicles\": did you mean \"vehicle\"?");
}
