use serde::Serialize;
use ts_rs::TS;

use crate::{
    Acting, ChoiceGroup, Closed, DiceAsked, Display, Ending, Entry, Forecast, Guided, Legacy, RuleId, Seat, SeatInfo,
    Sheet, Steering, Viewer,
};

/// Everything a screen needs to know about a game at one moment, and nothing the viewer may not know.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct View {
    /// The ruleset.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// What the scenario is called.
    pub title: String,
    /// How many actions have been done.
    pub seq: u32,
    /// The viewer it was made for.
    pub viewer: Viewer,
    /// The sides.
    pub seats: Vec<SeatInfo>,
    /// The board at this moment.
    pub scene: Scene,
    /// The log from entry `log_from` on.
    pub log: Vec<Entry>,
    /// The index of the first entry in `log`.
    pub log_from: u32,
    /// Whether the viewer may take the last action back.
    pub can_undo: bool,
    /// What a finished game hands on to the next.
    pub legacy: Option<Legacy>,
    /// Set when the game can be looked at but not continued.
    pub closed: Option<Closed>,
    /// The guide that the viewer follows.
    pub guide: Option<Guided>,
    /// Dice that people have to throw before the game goes on, where they throw their own.
    pub dice: Option<DiceAsked>,
}

/// What a ruleset draws.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Scene {
    /// What is asked now.
    pub prompt: Prompt,
    /// Short facts for the top of the screen: turn, weather, points.
    pub facts: Vec<Fact>,
    /// Counters on the board. Those in one hex come in stack order, the top one last.
    pub counters: Vec<Counter>,
    /// Units off the board that the choices name, so that a screen can show their names.
    pub absent: Vec<Absent>,
    /// Other things that lie in hexes: objectives, smoke.
    pub marks: Vec<Mark>,
    /// Boxes beside the board with nothing but lines in them: the cup, hands, orders.
    pub panels: Vec<Panel>,
    /// What lies beside the board as things to draw. A fact is in a panel or in a display, never in both.
    pub displays: Vec<Display>,
    /// The unit whose turn it is, in games where units take turns.
    pub acting: Option<Acting>,
    /// The actions that turn units.
    pub steering: Vec<Steering>,
    /// What the viewer may do now. Empty when somebody else is asked.
    pub choices: Vec<Choice>,
    /// A form to fill in, before or after play.
    pub sheet: Option<Sheet>,
    /// Whether much of it is for the viewer's eyes alone: a screen that players share is covered before it changes
    /// hands.
    pub secret: bool,
    /// The result, when the game is over.
    pub outcome: Option<Outcome>,
}

/// The question on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Prompt {
    /// Who is asked.
    pub seat: Option<Seat>,
    /// The question, one sentence.
    pub text: String,
    /// A hint on how to answer.
    pub hint: String,
    /// The rule that asks.
    pub rule: RuleId,
    /// Hexes it is about.
    pub hexes: Vec<String>,
    /// What a teacher would say here, in scenarios with lessons.
    pub lesson: Option<String>,
}

impl Prompt {
    /// A question that is about no hex. Who is asked, and what a teacher would say, is put in afterwards.
    pub fn new(rule: RuleId, text: impl Into<String>, hint: &str) -> Prompt {
        Prompt { seat: None, text: text.into(), hint: hint.to_owned(), rule, hexes: Vec::new(), lesson: None }
    }

    /// The same about some hexes.
    #[must_use]
    pub fn about(mut self, hexes: impl IntoIterator<Item = String>) -> Prompt {
        self.hexes.extend(hexes);
        self
    }
}

/// A label with a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Fact {
    /// "Weather".
    pub label: String,
    /// "Rain".
    pub value: String,
    /// What it means: "no direct fire".
    pub detail: String,
}

/// A playing piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Counter {
    /// Its id, unique in the game.
    pub id: String,
    /// The number of its hex.
    pub hex: String,
    /// The side it belongs to.
    pub seat: Seat,
    /// "1./s.Pz.Abt. 503".
    pub name: String,
    /// What it is: "Tiger company".
    pub kind: String,
    /// Which symbol to draw, from the symbol sheet: `armour`, `infantry`, `anti-tank`, …
    pub symbol: String,
    /// The formation it belongs to, as a short mark.
    pub formation: String,
    /// The printed numbers, left to right.
    pub numbers: Vec<Number>,
    /// Steps left and steps at full strength.
    pub steps: Steps,
    /// Markers lying on it.
    pub markers: Vec<Marker>,
    /// Whether it can do something now.
    pub state: CounterState,
    /// Its facing, in games with facing.
    pub facing: Option<Facing>,
}

/// A unit that is not on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Absent {
    /// Its id, unique in the game.
    pub id: String,
    /// What players call it.
    pub name: String,
}

/// A number on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Number {
    /// The number.
    pub value: String,
    /// What it is: "defence".
    pub meaning: String,
    /// Colour of the print: `plain`, `green`, `red`.
    pub ink: String,
}

/// Steps left of a unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Steps {
    /// Steps it still has.
    pub left: u8,
    /// Steps at full strength.
    pub of: u8,
}

/// A marker on a counter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Marker {
    /// `pinned`.
    pub id: String,
    /// "Pinned".
    pub label: String,
    /// What it does.
    pub meaning: String,
    /// The rule behind it.
    pub rule: RuleId,
}

/// Whether a counter can do something.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum CounterState {
    /// Some choice of the viewer is about it.
    Ready,
    /// Its formation is active and it has done what it can.
    Done,
    /// It is not its turn.
    Idle,
}

/// Where hull and turret point, as hexsides clockwise from north.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Facing {
    /// The hull.
    pub hull: u8,
    /// The turret, if it turns.
    pub turret: Option<u8>,
    /// They point to the corner right of the hexside, not to the hexside itself.
    pub corner: bool,
}

/// Something in a hex that is not a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Mark {
    /// The number of its hex.
    pub hex: String,
    /// `objective`, `entry`, `smoke`.
    pub kind: String,
    /// Short text: "3".
    pub label: String,
    /// What it means.
    pub detail: String,
    /// The side that holds it, if any.
    pub seat: Option<Seat>,
}

/// A box beside the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Panel {
    /// Stable name.
    pub id: String,
    /// Heading.
    pub title: String,
    /// Its lines.
    pub rows: Vec<PanelRow>,
}

/// A line in a panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct PanelRow {
    /// The text on the left.
    pub label: String,
    /// The text on the right.
    pub value: String,
    /// An explanation.
    pub detail: String,
    /// The side the line is about, if it is about one.
    pub seat: Option<Seat>,
    /// Whether the line is over and done with.
    pub spent: bool,
    /// Whether only the viewer sees this line (a hand): a hot-seat screen keeps it face down until asked.
    pub private: bool,
}

impl PanelRow {
    /// A line that everybody sees and that is not over.
    pub fn new(
        label: impl Into<String>,
        value: impl Into<String>,
        detail: impl Into<String>,
        seat: Option<Seat>,
    ) -> PanelRow {
        let (label, value, detail) = (label.into(), value.into(), detail.into());
        PanelRow { label, value, detail, seat, spent: false, private: false }
    }
}

/// Something the viewer may do now.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct Choice {
    /// The action to send back.
    pub action: String,
    /// How it is offered.
    pub kind: ChoiceKind,
    /// The text of a button.
    pub label: String,
    /// Units that would do it.
    pub units: Vec<String>,
    /// The unit it would be done to.
    pub target: Option<String>,
    /// The hex it would be done in or to.
    pub hex: Option<String>,
    /// Its cost, as players write it.
    pub cost: Option<String>,
    /// The exact odds, if dice decide.
    pub odds: Option<Forecast>,
    /// The rule that allows it.
    pub rule: RuleId,
    /// Whether this is the only sensible thing, so that Enter does it.
    pub default: bool,
    /// Whether a unit lets time pass with it while nothing is to be seen: the screen may do it by itself until
    /// something comes up.
    pub waits: bool,
    /// What the player would give up by it, perhaps without meaning to: the screen asks for confirmation.
    pub asks: Option<String>,
    /// The group it is offered in, if there are many.
    pub group: Option<ChoiceGroup>,
}

impl Choice {
    /// A choice without units, hexes, price and odds. Its notation is put in when all choices are gathered.
    pub fn new(kind: ChoiceKind, rule: RuleId, label: impl Into<String>) -> Choice {
        Choice {
            action: String::new(),
            kind,
            label: label.into(),
            units: Vec::new(),
            target: None,
            hex: None,
            cost: None,
            odds: None,
            rule,
            default: false,
            waits: false,
            asks: None,
            group: None,
        }
    }
}

/// How a choice is offered.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum ChoiceKind {
    /// One hex of movement for the named units: pick a hex (see [`crate::Plan`] for longer ways).
    Move,
    /// Pick a target counter.
    Fire,
    /// Pick a target hex.
    Hex,
    /// Pick a unit.
    Unit,
    /// A button.
    Button,
    /// A button that ends something: "done", "let them pass".
    Pass,
    /// A button that lets the game go on by itself: nothing is decided by it.
    GoOn,
    /// The only choice in a question that is asked so that the others do not learn there is only one. The screen takes
    /// it by itself, after a pause of varying length.
    ByItself,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Outcome {
    /// Who won.
    pub ending: Ending,
    /// "German victory".
    pub title: String,
    /// How the game came to this end.
    pub text: String,
    /// The tally, by seat.
    pub tally: Vec<PanelRow>,
    /// The units that were lost. See [`crate::Rules::losses`].
    pub losses: Vec<Loss>,
    /// The page of a booklet that ends the story: it, and what was read after it, is told with the result.
    pub last_page: Option<LastPage>,
}

/// A unit that is lost at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Loss {
    /// The side that lost it; `None` for an enemy whom nobody plays.
    pub seat: Option<Seat>,
    /// Its id, as in the log.
    pub unit: String,
    /// What players call it.
    pub name: String,
    /// What became of it in the end: "captured".
    pub fate: String,
}

/// A page that ends a story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct LastPage {
    /// Its number, as on the lines of the log that stand on it.
    pub number: String,
    /// The rule whose plain lines are the story.
    pub rule: RuleId,
}

/// One line on how a game stands: how it ended, or the first of its facts.
pub fn standing(outcome: Option<&Outcome>, facts: &[Fact]) -> String {
    let fact = || facts.first().map(|fact| format!("{} {}", fact.label, fact.value));
    outcome.map(|outcome| outcome.title.clone()).or_else(fact).unwrap_or_default()
}
