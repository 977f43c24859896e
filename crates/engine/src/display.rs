//! What lies beside the board, as typed data that a client draws: tracks, record sheets, cards, pages, musters.
//! `shown` lists what can be read on them.
//!
//! They stand here, though so far only `open-fire` lays out tracks, record sheets, pages, musters and histories: the
//! client draws every game from one set of types and has no code for any, so a display is a form that is filled in,
//! never a game's own. None knows a unit, a number or a word of `open-fire`: a [`Track`] is columns and spaces with
//! markers, a [`Muster`] buys anything with any points, a [`Book`] has chapters. What a game calls them comes with them
//! (`title`, `word`, `column_title`). A display that could not be told without its game would belong into a panel.

use serde::Serialize;
use ts_rs::TS;

use crate::{Fact, RuleId, Seat};

/// Something beside the board. What a viewer may not know is not in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[ts(export)]
pub enum Display {
    /// Markers in the spaces of a track.
    Track(Track),
    /// A sheet on which a player keeps account of his side.
    RecordSheet(RecordSheet),
    /// Cards that lie on the table.
    Cards(Cards),
    /// Pages of a booklet that have been read.
    Pages(Pages),
    /// A force being put together.
    Muster(Box<Muster>),
    /// The history of those who play, to be read and printed.
    Book(Book),
}

/// A track: groups of spaces below each other, columns across them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Track {
    /// Stable name.
    pub id: String,
    /// The one word on its tab.
    pub tab: String,
    /// Heading.
    pub title: String,
    /// The rule behind it.
    pub rule: RuleId,
    /// What the columns stand for.
    pub column_title: String,
    /// The columns' headings.
    pub columns: Vec<String>,
    /// How to read it, in a sentence or two.
    pub key: String,
    /// The groups, from the top.
    pub groups: Vec<TrackGroup>,
    /// Other dice and notes on it.
    pub facts: Vec<Fact>,
}

/// Spaces that share their print.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TrackGroup {
    /// Heading.
    pub title: String,
    /// What it means for a marker to be here.
    pub detail: String,
    /// What is printed, for each column; empty if nothing is.
    pub prints: Vec<Vec<Print>>,
    /// The spaces.
    pub spaces: Vec<TrackSpace>,
}

/// Something printed in a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Print {
    /// "6-8".
    pub text: String,
    /// Colour of the print: `plain`, `red`.
    pub ink: String,
    /// The sides whose present dice fall on it.
    pub fallen: Vec<Seat>,
}

/// A space of a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TrackSpace {
    /// Heading; may be empty if the group's heading is enough.
    pub title: String,
    /// The side whose space it is now.
    pub seat: Option<Seat>,
    /// Whether the units in it act now.
    pub now: bool,
    /// The markers in it.
    pub pieces: Vec<TrackPiece>,
}

/// A marker on a track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TrackPiece {
    /// The unit it stands for.
    pub unit: String,
    /// What is printed on it.
    pub label: String,
    /// The number of its column, from 0.
    pub column: u8,
    /// The side it belongs to.
    pub seat: Seat,
    /// The text of its tooltip.
    pub detail: String,
    /// Whether it acts now.
    pub now: bool,
}

/// A sheet on which a player keeps account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct RecordSheet {
    /// Stable name.
    pub id: String,
    /// The one word on its tab.
    pub tab: String,
    /// Heading.
    pub title: String,
    /// What it is kept for: the scenario.
    pub about: String,
    /// The rule behind it.
    pub rule: RuleId,
    /// Facts at its head.
    pub facts: Vec<Fact>,
    /// Rows of numbers at its head, one of them in force.
    pub strips: Vec<Strip>,
    /// Boxes at its head that are checked off.
    pub checks: Vec<CheckList>,
    /// A box for each unit.
    pub units: Vec<UnitSheet>,
}

impl RecordSheet {
    /// The same before a game: nothing on it is in force yet, and nothing has been counted.
    #[must_use]
    pub fn unbegun(mut self) -> RecordSheet {
        self.strips.iter_mut().for_each(|strip| strip.now = None);
        self.units.iter_mut().for_each(|unit| unit.now = false);
        for list in self.checks.iter_mut().filter(|list| list.counts()) {
            list.boxes.iter_mut().for_each(|one| one.checked = false);
        }
        self
    }
}

impl CheckList {
    /// Whether its boxes are numbers in order, so that they count something.
    fn counts(&self) -> bool {
        (1..).zip(&self.boxes).all(|(number, one): (usize, &CheckBox)| one.label == number.to_string())
    }

    /// Numbered boxes, of which the first `checked` are checked off.
    pub fn numbered(title: &str, detail: &str, boxes: u16, checked: i32) -> CheckList {
        let boxes = (1..=boxes)
            .map(|number| CheckBox { label: number.to_string(), checked: i32::from(number) <= checked })
            .collect();
        CheckList { title: title.to_owned(), detail: detail.to_owned(), boxes }
    }
}

impl Strip {
    /// The turns of a game with their times; those before the present one, counted from 1, are crossed out.
    pub fn turns(turns: usize, now: u8, time: impl Fn(usize) -> String) -> Strip {
        let boxes = (1..=turns).map(|turn| StripBox {
            label: turn.to_string(),
            note: time(turn),
            crossed: turn < usize::from(now),
        });
        Strip { title: "Turn".to_owned(), detail: String::new(), boxes: boxes.collect(), now: now.checked_sub(1) }
    }
}

/// Boxes with a heading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct CheckList {
    /// Heading.
    pub title: String,
    /// What the boxes mean.
    pub detail: String,
    /// The boxes.
    pub boxes: Vec<CheckBox>,
}

/// A box that is checked off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct CheckBox {
    /// The text beside it.
    pub label: String,
    /// Whether it is checked.
    pub checked: bool,
}

/// Cards that lie on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Cards {
    /// Stable name.
    pub id: String,
    /// The one word on the tab.
    pub tab: String,
    /// Heading.
    pub title: String,
    /// The text to show while no card is on the table.
    pub none: String,
    /// The rule behind them.
    pub rule: RuleId,
    /// The cards.
    pub cards: Vec<UnitSheet>,
}

/// A unit on a sheet or a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct UnitSheet {
    /// The counter's id.
    pub unit: String,
    /// Its mark: a letter.
    pub letter: String,
    /// What it is.
    pub title: String,
    /// The side it belongs to.
    pub seat: Seat,
    /// Its number or name on the card.
    pub number: String,
    /// Where it is.
    pub place: String,
    /// What has befallen it; empty while nothing has.
    pub damage: String,
    /// Whether it is out of the game.
    pub out: bool,
    /// Whether it acts now.
    pub now: bool,
    /// Boxes that are checked off.
    pub boxes: Vec<CheckBox>,
    /// Rows of numbers with the present one circled: crew, ammunition.
    pub strips: Vec<Strip>,
    /// Its tables.
    pub tables: Vec<SheetTable>,
    /// Short facts.
    pub facts: Vec<Fact>,
    /// Remarks.
    pub notes: Vec<String>,
    /// Its name, and those of its men.
    pub names: Vec<NameTag>,
}

/// A row of boxes with one circled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Strip {
    /// Heading.
    pub title: String,
    /// What it counts.
    pub detail: String,
    /// The boxes in order.
    pub boxes: Vec<StripBox>,
    /// The place of the circled one, from 0.
    pub now: Option<u8>,
}

/// A box of a strip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct StripBox {
    /// The text in it.
    pub label: String,
    /// The text below it.
    pub note: String,
    /// Whether it is crossed out.
    pub crossed: bool,
}

/// A table on a sheet or a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SheetTable {
    /// Heading; may be empty.
    pub title: String,
    /// The columns' headings, the first for the rows' own headings.
    pub columns: Vec<TableHead>,
    /// The rows.
    pub rows: Vec<TableRow>,
}

/// The heading of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TableHead {
    /// "PC".
    pub label: String,
    /// "Perception".
    pub detail: String,
    /// Whether this column is in force.
    pub now: bool,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct TableRow {
    /// Its heading.
    pub label: String,
    /// Its cells; empty where nothing is known or written.
    pub cells: Vec<String>,
    /// Whether this row is in force.
    pub now: bool,
}

/// A history in chapters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Book {
    /// Stable name.
    pub id: String,
    /// The one word on its tab.
    pub tab: String,
    /// Heading.
    pub title: String,
    /// What it is about, in a line.
    pub about: String,
    /// The rule behind it.
    pub rule: RuleId,
    /// Its chapters, in order.
    pub chapters: Vec<Chapter>,
}

/// A chapter of a [`Book`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Chapter {
    /// Stable name: `mission-2`, `crew-a`.
    pub id: String,
    /// Heading.
    pub title: String,
    /// A line below it.
    pub about: String,
    /// What is told.
    pub lines: Vec<Fact>,
}

/// Pages that have been read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Pages {
    /// Stable name.
    pub id: String,
    /// The one word on the tab.
    pub tab: String,
    /// Heading.
    pub title: String,
    /// The rule behind them.
    pub rule: RuleId,
    /// What a page is called: "Paragraph".
    pub word: String,
    /// The pages in the order in which they were first read. The log says what happened on each: see [`PageMark`].
    pub pages: Vec<Page>,
}

/// A page of a booklet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Page {
    /// Its number.
    pub number: String,
    /// Its whole text.
    pub text: String,
}

/// The page of a booklet on which a log line happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct PageMark {
    /// The page's number.
    pub number: String,
    /// Whether the page is opened with this line.
    pub opens: bool,
}

/// A force being put together with points. Every button is an action; one that is not legal now has no action and says
/// why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Muster {
    /// Stable name.
    pub id: String,
    /// The one word on the tab.
    pub tab: String,
    /// Heading.
    pub title: String,
    /// What the player has to do now.
    pub text: String,
    /// The rule behind it.
    pub rule: RuleId,
    /// The steps from first to last.
    pub steps: Vec<MusterStep>,
    /// Points to spend.
    pub purses: Vec<Purse>,
    /// What can be bought for the force as a whole.
    pub shelf: Vec<Ware>,
    /// The heading over what has been bought: "Your platoon".
    pub lines_title: String,
    /// What has been bought.
    pub lines: Vec<MusterLine>,
    /// The text to show while nothing has been bought.
    pub no_lines: String,
    /// A ready-made force to take instead.
    pub ready_made: Option<ReadyMade>,
    /// The way on to the next step.
    pub next: Option<Deal>,
    /// What to consider before going on: points left, crews without a vehicle.
    pub warnings: Vec<String>,
}

/// A step of a muster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct MusterStep {
    /// "Crews".
    pub title: String,
    /// Whether it is done.
    pub done: bool,
    /// Whether it is the present one.
    pub now: bool,
}

/// Points to spend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Purse {
    /// "Vehicle quality points".
    pub label: String,
    /// Points not yet spent.
    pub left: i32,
    /// Points to begin with.
    pub of: i32,
    /// What they are for.
    pub detail: String,
    /// Whether they are spent in the present step.
    pub now: bool,
}

/// An action offered in a muster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Deal {
    /// What the button says.
    pub label: String,
    /// The action, if it is legal now.
    pub action: Option<String>,
    /// What it costs.
    pub cost: Option<i32>,
    /// Why it is not legal now.
    pub refused: String,
    /// The rule that forbids it now.
    pub rule: Option<RuleId>,
}

/// Something on the shelf.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Ware {
    /// What it is.
    pub title: String,
    /// What it can do.
    pub facts: Vec<Fact>,
    /// How many have been bought.
    pub count: u8,
    /// Buys one.
    pub take: Deal,
    /// Gives one back.
    pub give_back: Deal,
}

/// Something that has been bought, with what can be bought for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct MusterLine {
    /// Its mark: a letter.
    pub letter: String,
    /// What it is.
    pub title: String,
    /// Its ratings.
    pub facts: Vec<Fact>,
    /// What it has been given, if anything.
    pub holds: String,
    /// What it could be given.
    pub offers: Vec<Deal>,
    /// Takes away what it has been given.
    pub give_back: Option<Deal>,
    /// Something that is bought by the handful for it.
    pub stepper: Option<Stepper>,
    /// Its name, and those of its men.
    pub names: Vec<NameTag>,
}

/// Something bought by the handful.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Stepper {
    /// "Rounds".
    pub label: String,
    /// How many there are.
    pub value: u8,
    /// The most there can be.
    pub most: u8,
    /// Buys more.
    pub more: Deal,
    /// Gives some back.
    pub less: Deal,
    /// Buys a single one, where that can be done.
    pub one_more: Option<Deal>,
    /// Gives a single one back.
    pub one_less: Option<Deal>,
}

/// A name on a sheet, which the player may write himself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct NameTag {
    /// Whose: "Name", "Gunner".
    pub label: String,
    /// The name that was given; empty if none.
    pub value: String,
    /// A name to take if none is given.
    pub suggested: String,
    /// What has become of him: "wounded"; empty while nothing has.
    pub note: String,
    /// The most letters.
    pub most: u8,
    /// The action that gives it, to be followed by the name; none if that cannot be done now.
    pub action: Option<String>,
}

/// A ready-made force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct ReadyMade {
    /// What it is.
    pub title: String,
    /// The players it suits.
    pub text: String,
    /// Its units.
    pub table: SheetTable,
    /// Takes it.
    pub take: Deal,
    /// The other way: to put a force together.
    pub instead: Instead,
}

/// The invitation to put a force together instead of taking a ready-made one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Instead {
    /// Heading: "A platoon of your own".
    pub title: String,
    /// What the player would do.
    pub text: String,
}

/// A unit whose turn it is, and what it has left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Acting {
    /// The counter's id.
    pub unit: String,
    /// What it has left.
    pub gauges: Vec<Gauge>,
}

/// How much is left of something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Gauge {
    /// "Crew points".
    pub label: String,
    /// "2 of 5".
    pub text: String,
    /// How much is left, in the smallest parts that count.
    pub left: u16,
    /// How much there was at first, in the same parts.
    pub of: u16,
    /// How many parts make a whole one: each whole one is a pip or a section.
    pub parts: u16,
    /// Beyond this many spent parts it is dangerous.
    pub danger: Option<u16>,
    /// What that danger is, or what the gauge counts.
    pub detail: String,
}

/// A part of a unit that can be turned.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Part {
    /// The hull, with everything on it.
    Hull,
    /// The turret.
    Turret,
}

/// An action that turns a unit by a hexside or straight to one. It may be refused: then the refusal says why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Steering {
    /// The counter's id.
    pub unit: String,
    /// The part that turns.
    pub part: Part,
    /// The hexside it then points to, clockwise from north.
    pub to: u8,
    /// The action.
    pub action: String,
}

/// The group in which a choice is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct ChoiceGroup {
    /// "Fire".
    pub title: String,
    /// Its place among the groups: the lowest comes first.
    pub order: u8,
    /// The text of one button for all of them, which then asks for the hex on the board.
    pub gathered: Option<String>,
}
