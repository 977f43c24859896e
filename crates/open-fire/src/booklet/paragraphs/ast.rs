//! What a paragraph is once it has been read: closed enums, every number and name resolved.
//!
//! A [`Script`] is a list of blocks, the first of which is the text itself. A step that holds others names their block
//! by its [`BlockId`], so that a place in a paragraph is three small numbers: paragraph, block, step.

use std::fmt;

use engine::Provenance;
use hexmap::{Hex, Label};
use serde::Serialize;

use crate::booklet::paragraphs::{
    texts::Words,
    words::{
        Compass, Fortune, Ground, Harm, Light, Marker, Measure, Pace, Plane, PlaneWeapon, Pointer, Quarter, Rating,
        Route, Shell, Side, State, Weapon, Weather,
    },
};

/// The number of a paragraph, 001 to 999.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Number(pub u16);

/// A sighting, 1 to 99 (OF-5.6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Sighting(pub u8);

/// A condition of a mission, 1 to 6 (OF-5.7).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Condition(pub u8);

/// The identity number of a unit card: GE44 (OF-2.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct CardId {
    /// The side of the unit.
    pub side: Side,
    /// 1 to 99.
    pub number: u8,
}

/// The identity letter of a unit: V, or LL (OF-2.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Letter {
    /// `A` to `Z`.
    pub letter: char,
    /// Whether it is written twice.
    pub double: bool,
}

/// A hex, with the number it was written as.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct HexNumber {
    /// The hex on the map.
    pub hex: Hex,
    /// Its printed number.
    pub label: Label,
}

/// A place in the files of the booklet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Where {
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// Where a text or a number comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// Printed, derived or ours.
    pub provenance: Provenance,
    /// The section of the rulebook, where there is one.
    pub section: String,
}

/// One entry of the booklet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    /// Its number.
    pub number: Number,
    /// The sightings that reading it marks: `[s1]`.
    pub marks: Vec<Sighting>,
    /// The sightings without which there is no event: `s9 required`.
    pub requires: Vec<Sighting>,
    /// It speaks to the platoon: if a German turns its marker over, it waits for the first of our men who comes by.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub for_us: bool,
    /// What the paragraph tells and does.
    pub script: Script,
    /// Where its effect comes from.
    pub origin: Origin,
    /// Its place in the files.
    pub at: Where,
}

/// Blocks of steps. The first is where reading begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Script {
    /// The blocks.
    pub blocks: Vec<Vec<Step>>,
    /// Conditions watched for during the whole turn, wherever they are written (OF-6.9, 077).
    pub meanwhile: Vec<Branch>,
}

/// The index of a block in its script.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct BlockId(pub u16);

/// A condition and what to do when it holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Branch {
    /// The condition.
    pub when: Test,
    /// The block to carry out.
    pub then: BlockId,
}

/// One thing a paragraph tells or does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Step {
    /// What happens, in words.
    Story(Words),
    /// What the player may learn from it.
    Lesson(Words),
    /// Goes on with another paragraph; what follows here is read after it.
    See(Number),
    /// Nothing more of this paragraph is read.
    Stop,
    /// A sighting occurs.
    Sighting(Sighting),
    /// The mission goes to a later condition.
    Condition(Condition),
    /// Victory points gained, or lost if negative.
    Points(i16),
    /// Something is counted.
    Count {
        /// What.
        name: String,
        /// The number to add; `None` if the count begins again.
        by: Option<i16>,
    },
    /// The mission ends.
    EndMission,
    /// One thing or another.
    If {
        /// The condition.
        test: Test,
        /// If it holds.
        then: BlockId,
        /// If not.
        otherwise: Option<BlockId>,
    },
    /// Options with bullets: the one that applies (OF-5.1).
    Choose {
        /// The options.
        options: Vec<Branch>,
        /// If none applies.
        otherwise: Option<BlockId>,
    },
    /// Numbered options: the first that applies (OF-5.1).
    First {
        /// The options.
        options: Vec<Branch>,
        /// The block to carry out if none applies.
        otherwise: Option<BlockId>,
    },
    /// A check against a rating (OF-5.3, OF-5.10).
    Check {
        /// The rating that is checked.
        rating: Rating,
        /// The number added to the rating.
        modification: i8,
        /// The unit that makes the check.
        by: Checker,
        /// Carried out if the check (or any of several) succeeds.
        success: Option<BlockId>,
        /// Carried out if it fails.
        failure: Option<BlockId>,
    },
    /// A die and its table.
    Roll {
        /// One die, or the sum of two.
        dice: u8,
        /// The rows; together they hold every sum.
        rows: Vec<Row>,
    },
    /// The player chooses.
    Ask {
        /// The question.
        question: Words,
        /// The answers and what follows each.
        answers: Vec<Answer>,
    },
    /// The player chooses a unit, inside `it`, or a hex, inside `there`. Nothing if there is none.
    Pick {
        /// The question.
        question: Words,
        /// What he chooses from.
        among: Among,
        /// What happens to it, or there.
        then: BlockId,
    },
    /// The player may have this done later, once, at a moment of his own.
    Offer {
        /// What stands on the button.
        label: Words,
        /// What happens then.
        then: BlockId,
    },
    /// What a paragraph has offered is offered no longer.
    Withdraw(Number),
    /// Something is noted on the card of a unit, for this mission (OF-2.1).
    Remember {
        /// Whose.
        who: UnitRef,
        /// A word for it.
        what: String,
    },
    /// One unit of those described, by the die (OF-5.9); inside, `it`. Nothing if there is none.
    Random {
        /// The description.
        among: Units,
        /// What happens to it.
        then: BlockId,
    },
    /// Every unit of those described, one after the other; inside, `it`.
    Each {
        /// The description.
        among: Units,
        /// What happens to each.
        then: BlockId,
    },
    /// A standing order: carried out once, now if the condition holds, otherwise the moment it does.
    TheMoment(Branch),
    /// A standing order that repeats: carried out each time the condition comes to hold.
    Whenever(Branch),
    /// Carried out once this many Rounds have begun.
    After {
        /// The number of Rounds.
        rounds: u8,
        /// What happens then.
        then: BlockId,
    },
    /// Germans come onto the map (OF-6.2).
    Activate(Activation),
    /// US units with cards join.
    Join(Activation),
    /// The advantage of the first Round (OF-6.1).
    Advantage {
        /// The side that has it.
        side: Side,
        /// The turns its aware units get, if the paragraph says so.
        turns: Option<u8>,
    },
    /// US units that are aware without a check (OF-6.5).
    Aware {
        /// The units that are aware.
        units: Units,
        /// The turns they get in this Round, if the paragraph says so.
        turns: Option<u8>,
    },
    /// A unit is taken from the map.
    Remove(UnitRef),
    /// Markers are laid.
    Place {
        /// The kind of marker.
        marker: Marker,
        /// The hexes that get one.
        hexes: Vec<Place>,
        /// The direction that a bunker faces.
        facing: Option<Toward>,
    },
    /// Markers are taken up; from everywhere if no hex is given.
    Lift {
        /// The kind of marker.
        marker: Marker,
        /// The hexes to clear.
        hexes: Vec<Place>,
    },
    /// An event marker is laid, or moved.
    PlaceEvent {
        /// Its number.
        marker: u8,
        /// The hex it goes to.
        hex: Place,
    },
    /// An event marker is taken up without being read.
    LiftEvent(u8),
    /// A note counter is laid.
    PlaceNote {
        /// Its number.
        note: u8,
        /// The hex it goes to.
        hex: Place,
    },
    /// A special reaction of a German (OF-6.8).
    Reaction {
        /// The column of its card.
        letter: char,
        /// Whether it comes into effect or ends.
        on: bool,
        /// The German it is about.
        who: UnitRef,
    },
    /// A German has nothing left to fire (OF-9.5).
    OutOfAmmunition(UnitRef),
    /// Something happens to a unit.
    Suffer {
        /// The unit that suffers.
        who: UnitRef,
        /// What happens to it.
        harm: Harm,
    },
    /// What a unit has suffered is put right.
    Repair {
        /// The unit.
        who: UnitRef,
        /// What is put right.
        harm: Harm,
    },
    /// A shell strikes a unit (OF-14.3).
    Hit {
        /// The unit.
        who: UnitRef,
        /// The penetration value.
        penetration: u8,
        /// The place the shell comes from; otherwise it strikes from the front.
        from: Option<Place>,
    },
    /// Rounds for the main gun are given, or taken if negative (OF-9.5).
    Rounds {
        /// The unit.
        who: UnitRef,
        /// How many.
        by: i16,
        /// The kind, where rounds are counted by kind.
        shell: Option<Shell>,
    },
    /// A unit is set down elsewhere.
    Put {
        /// The unit.
        who: UnitRef,
        /// The hex.
        hex: Place,
        /// The way it faces; as before, if nothing is said.
        facing: Option<Toward>,
    },
    /// A German gives himself up, whoever has the turn (OF-6.8).
    Surrender(UnitRef),
    /// The light changes.
    Light(Light),
    /// The weather changes.
    Weather(Weather),
    /// The state of the ground changes.
    Ground(Ground),
    /// Shells from off the map: general purpose fire.
    Artillery {
        /// The offensive rating.
        offence: u8,
        /// The hexes or units under fire.
        area: Area,
    },
    /// A fighter makes a run (OF-17).
    Fighter {
        /// The type of fighter.
        plane: Plane,
        /// The weapons it uses, in this order.
        weapons: Vec<PlaneWeapon>,
        /// The hexes or units it attacks.
        area: Area,
    },
    /// An order to the German whose turn it is.
    Order(Order),
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// What the player says.
    pub text: Words,
    /// It is offered only if this holds.
    pub only_if: Option<Test>,
    /// What follows.
    pub then: BlockId,
}

/// What the player picks from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Among {
    /// Units of a description.
    Units(Units),
    /// Hexes.
    Hexes(Hexes),
}

/// Hexes by description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Hexes {
    /// These.
    Listed(Vec<Place>),
    /// All that are no farther away.
    Within {
        /// The number of hexes.
        hexes: u8,
        /// The place to measure from.
        of: Place,
    },
}

/// A row of a die table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The lowest sum.
    pub from: u8,
    /// The highest sum.
    pub to: u8,
    /// The block to carry out.
    pub then: BlockId,
}

/// What a German does with his Crew Points (OF-6.7, OF-6.8). Orders are listed in the order in which he tries them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Order {
    /// Moves.
    Drive {
        /// Slow, fast, or on foot.
        pace: Pace,
        /// How it chooses its way.
        route: Route,
        /// Where it goes.
        toward: Destination,
        /// The hexes it goes through on the way, in this order.
        via: Vec<Place>,
        /// It stops as soon as one of these holds.
        until: Vec<Test>,
        /// Carried out when one of them has stopped it.
        then: Option<BlockId>,
    },
    /// Backs into the hex behind.
    BackUp,
    /// Drives to achieve defilade with the fewest Movement Points (OF-7.3).
    Defilade(Pace),
    /// Turns the hull.
    Rotate(Toward),
    /// Turns the turret.
    Traverse(Toward),
    /// Opens.
    OpenUp,
    /// Buttons up.
    ButtonUp,
    /// Fires (OF-9.6).
    Fire {
        /// The weapons to fire.
        weapon: Weapon,
        /// The shell, if the order names one.
        shell: Option<Shell>,
        /// The target.
        target: Target,
    },
    /// Hitches a gun.
    Hitch(UnitRef),
    /// Unhitches its gun.
    Unhitch,
    /// Loads onto a vehicle.
    Load(UnitRef),
    /// Unloads what it carries.
    Unload,
    /// Prepares or aims a gun.
    PrepareGun(Toward),
    /// Assaults in its hex (OF-11.1).
    CloseAssault(UnitRef),
    /// Moves into a hex and assaults (OF-11.3).
    Charge(UnitRef),
    /// A commander gives its turn (OF-6.3).
    GiveTurn(UnitRef),
    /// Drives into the nearest cover; removed at the end of a Round out of US sight (OF-7.7).
    Evade {
        /// Slow, fast, or on foot.
        pace: Pace,
        /// Removed only this far from the nearest US unit.
        away: Option<u8>,
    },
    /// Drives to its retreat hex and off the map.
    Retreat {
        /// Slow, fast, or on foot.
        pace: Pace,
        /// How it chooses its way.
        route: Route,
    },
    /// Surrenders, if an active US unit is that near (OF-6.8).
    Surrender {
        /// The number of hexes; any distance if it is missing.
        within: Option<u8>,
    },
    /// Does nothing with the rest of its turn.
    Pass,
}

/// Who makes a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Checker {
    /// One unit; for the US unit that set the paragraph off, the best in its hex (OF-5.1).
    One(UnitRef),
    /// The best US unit in a hex.
    BestIn(Place),
    /// The best of the units described.
    Best(Units),
    /// Every unit described; one success is enough, and inside it is `it`.
    Every(Units),
}

/// A condition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Test {
    /// There are units of this description; `it` is the nearest to this German, otherwise the first by letter.
    Any {
        /// The description.
        units: Units,
        /// The least number of such units.
        at_least: u8,
    },
    /// One unit fits a description.
    Unit {
        /// The unit.
        who: UnitRef,
        /// The qualities it must have, all of them.
        is: Vec<Quality>,
    },
    /// A sighting has occurred.
    Sighting(Sighting),
    /// The mission is in one of these conditions.
    Condition(Vec<Condition>),
    /// No German is active.
    Operations,
    /// Germans are active.
    Rounds,
    /// A number of Rounds have begun.
    Round {
        /// The least number of Rounds.
        at_least: u8,
        /// Counted from the end of this condition; otherwise from the beginning of these Rounds.
        since: Option<Condition>,
    },
    /// An event marker is on the map.
    EventMarker(u8),
    /// Any event marker is on the map.
    AnyEvent,
    /// So many counters of prisoners of war have come to this.
    Prisoners {
        /// What became of them.
        fortune: Fortune,
        /// The least number.
        at_least: u8,
    },
    /// The balance of victory points is at least this.
    Points(i16),
    /// The drive has reached where it goes.
    Reached,
    /// Something has been counted this often at least.
    Count {
        /// What.
        name: String,
        /// The least number.
        at_least: i16,
    },
    /// How light it is.
    Light(Light),
    /// What the weather is like.
    Weather(Weather),
    /// What the ground is like.
    Ground(Ground),
    /// One of these missions is played.
    Mission(Vec<String>),
    /// Not.
    Not(Box<Test>),
    /// All of them.
    All(Vec<Test>),
    /// One of them at least.
    AnyOf(Vec<Test>),
}

/// Units, by side and description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Units {
    /// The side of the units.
    pub side: Side,
    /// The qualities they must have, all of them.
    pub are: Vec<Quality>,
}

/// One trait of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Quality {
    /// A state.
    Is(State),
    /// In one of these hexes.
    In(Vec<Place>),
    /// At most this many hexes away.
    Within {
        /// The number of hexes.
        hexes: u8,
        /// The place to measure from.
        of: Place,
    },
    /// More than this many hexes away.
    Beyond {
        /// The number of hexes.
        hexes: u8,
        /// The place to measure from.
        of: Place,
    },
    /// Has a line of sight.
    Sees(Place),
    /// On one side of a hex, by the mission's compass.
    SideOf {
        /// The direction.
        quarter: Quarter,
        /// Whether the line through the hex counts as well.
        or_at: bool,
        /// The hex.
        hex: HexNumber,
    },
    /// Left the map over this edge.
    ExitedEdge(Quarter),
    /// Left the map from this hex.
    ExitedAt(HexNumber),
    /// A text has noted this on its card.
    Remembers(String),
    /// So many of something at least.
    AtLeast {
        /// Of what.
        what: Measure,
        /// The least number.
        number: u8,
    },
    /// The opposite.
    Not(Box<Quality>),
    /// One of these at least.
    AnyOf(Vec<Quality>),
}

/// One unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum UnitRef {
    /// Pointed at.
    Pointer(Pointer),
    /// The unit of a card.
    Card(CardId),
    /// By its letter.
    Letter(Letter),
}

/// A hex, said directly or by what is in it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Place {
    /// By its number.
    Hex(HexNumber),
    /// The hex of the event marker that led here.
    Marker,
    /// The hex that the player has picked.
    There,
    /// Where a unit is.
    Unit(UnitRef),
}

/// What to look at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Toward {
    /// A place.
    Place(Place),
    /// A direction of the mission's compass.
    Compass(Compass),
}

/// Where a German goes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Destination {
    /// A place.
    Place(Place),
    /// Its retreat hex, and off the map.
    Retreat,
    /// The nearest hex of an edge, and off the map.
    Edge(Quarter),
    /// The nearest cover.
    Cover,
}

/// What is fired at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Target {
    /// A unit.
    Unit(UnitRef),
    /// A hex, for smoke and for hidden targets.
    Hex(HexNumber),
}

/// What is attacked from off the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Area {
    /// Everything in these hexes.
    Hexes(Vec<Place>),
    /// Every unit of this description.
    Units(Units),
    /// One unit.
    Unit(UnitRef),
}

/// Units with cards that come onto the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Activation {
    /// The cards.
    pub cards: Vec<CardId>,
    /// The place where they appear.
    pub at: Place,
    /// The facing of vehicles and guns; by default toward the US unit that set it off.
    pub facing: Option<Toward>,
    /// The facing of turrets; by default forward.
    pub turret: Option<Toward>,
    /// Whether they are buttoned up.
    pub closed: bool,
    /// Whether they are in defilade.
    pub defilade: bool,
    /// A gun on its tow side.
    pub unprepared: bool,
    /// In what.
    pub shelter: Option<Marker>,
    /// Loaded in this vehicle, or towed by it.
    pub carried_by: Option<CardId>,
}

impl Script {
    /// The block where reading begins.
    pub const MAIN: BlockId = BlockId(0);

    /// The steps of a block.
    pub fn block(&self, id: BlockId) -> &[Step] {
        self.blocks.get(usize::from(id.0)).map_or(&[], Vec::as_slice)
    }

    /// The steps where reading begins.
    pub fn main(&self) -> &[Step] {
        self.block(Self::MAIN)
    }

    /// Every step, whichever block holds it.
    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.blocks.iter().flatten()
    }
}

impl Step {
    /// The blocks a step holds.
    pub fn blocks(&self) -> Vec<BlockId> {
        let of = |options: &[Branch], otherwise: &Option<BlockId>| {
            options.iter().map(|branch| branch.then).chain(*otherwise).collect()
        };
        match self {
            Step::If { then, otherwise, .. } => std::iter::once(*then).chain(*otherwise).collect(),
            Step::Choose { options, otherwise } | Step::First { options, otherwise } => of(options, otherwise),
            Step::Check { success, failure, .. } => success.iter().chain(failure).copied().collect(),
            Step::Roll { rows, .. } => rows.iter().map(|row| row.then).collect(),
            Step::Ask { answers, .. } => answers.iter().map(|answer| answer.then).collect(),
            Step::Random { then, .. }
            | Step::Each { then, .. }
            | Step::Pick { then, .. }
            | Step::Offer { then, .. }
            | Step::After { then, .. } => vec![*then],
            Step::TheMoment(branch) | Step::Whenever(branch) => vec![branch.then],
            Step::Order(Order::Drive { then, .. }) => then.iter().copied().collect(),
            Step::Story(_)
            | Step::Lesson(_)
            | Step::See(_)
            | Step::Stop
            | Step::Sighting(_)
            | Step::Condition(_)
            | Step::Points(_)
            | Step::Count { .. }
            | Step::EndMission
            | Step::Withdraw(_)
            | Step::Activate(_)
            | Step::Join(_)
            | Step::Advantage { .. }
            | Step::Aware { .. }
            | Step::Remove(_)
            | Step::Place { .. }
            | Step::Lift { .. }
            | Step::PlaceEvent { .. }
            | Step::LiftEvent(_)
            | Step::PlaceNote { .. }
            | Step::Reaction { .. }
            | Step::Remember { .. }
            | Step::OutOfAmmunition(_)
            | Step::Suffer { .. }
            | Step::Repair { .. }
            | Step::Hit { .. }
            | Step::Rounds { .. }
            | Step::Put { .. }
            | Step::Surrender(_)
            | Step::Light(_)
            | Step::Weather(_)
            | Step::Ground(_)
            | Step::Artillery { .. }
            | Step::Fighter { .. }
            | Step::Order(_) => Vec::new(),
        }
    }
}

impl Units {
    /// Whether only active units count: unless the description asks for others.
    pub fn active_only(&self) -> bool {
        !self.are.iter().any(Quality::is_about_the_gone)
    }

    /// Whether the description asks for this state, as one of several or alone.
    pub fn mention(&self, state: State) -> bool {
        self.are.iter().any(|quality| quality.mentions(state))
    }
}

impl Quality {
    fn is_about_the_gone(&self) -> bool {
        match self {
            Quality::Is(state) => [State::Killed, State::Captured, State::OffMap, State::Exited].contains(state),
            Quality::ExitedEdge(_) | Quality::ExitedAt(_) => true,
            Quality::AnyOf(any) => any.iter().any(Quality::is_about_the_gone),
            Quality::In(_)
            | Quality::Within { .. }
            | Quality::Beyond { .. }
            | Quality::Sees(_)
            | Quality::SideOf { .. }
            | Quality::Remembers(_)
            | Quality::AtLeast { .. }
            | Quality::Not(_) => false,
        }
    }

    fn mentions(&self, state: State) -> bool {
        match self {
            Quality::Is(known) => *known == state,
            Quality::AnyOf(any) => any.iter().any(|quality| quality.mentions(state)),
            Quality::Not(quality) => quality.mentions(state),
            Quality::In(_)
            | Quality::Within { .. }
            | Quality::Beyond { .. }
            | Quality::Sees(_)
            | Quality::SideOf { .. }
            | Quality::ExitedEdge(_)
            | Quality::ExitedAt(_)
            | Quality::Remembers(_)
            | Quality::AtLeast { .. } => false,
        }
    }
}

impl Compass {
    /// Eighths of a turn clockwise from north.
    pub const fn eighths(self) -> u8 {
        self as u8
    }
}

impl CardId {
    /// Reads `GE44` or `US11`.
    pub fn read(text: &str) -> Option<CardId> {
        let (side, digits) = match text.split_at_checked(2)? {
            ("GE", digits) => (Side::German, digits),
            ("US", digits) => (Side::Us, digits),
            _ => return None,
        };
        let plain = !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit());
        let number = digits.parse().ok().filter(|number| plain && (1..=99).contains(number))?;
        Some(CardId { side, number })
    }
}

impl Letter {
    /// Reads `V` or `LL`.
    pub fn read(text: &str) -> Option<Letter> {
        let mut letters = text.chars();
        let letter = letters.next().filter(char::is_ascii_uppercase)?;
        match (letters.next(), letters.next()) {
            (None, _) => Some(Letter { letter, double: false }),
            (Some(second), None) if second == letter => Some(Letter { letter, double: true }),
            _ => None,
        }
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03}", self.0)
    }
}

impl fmt::Display for Sighting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.0)
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Condition {}", self.0)
    }
}

impl fmt::Display for CardId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.side == Side::Us { "US" } else { "GE" }, self.number)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter)?;
        if self.double { write!(f, "{}", self.letter) } else { Ok(()) }
    }
}

impl fmt::Display for HexNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.label.fmt(f)
    }
}
