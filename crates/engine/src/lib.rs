//! What a game is, for any ruleset: state, legal actions, apply, events, views, log, undo, replay.
//!
//! A ruleset implements [`Rules`]. Everything else here is written once for all of them:
//!
//! * [`Game`]: a game in progress: the state, the dice, the log, undo, and the record of what was done;
//! * [`GameFile`]: that record as a file, which can be played back and verified;
//! * [`Table`]: a game whose ruleset the caller need not know (what the server, the command line and the case runner
//!   hold);
//! * [`Shelf`]: the rulesets that are on offer;
//! * [`View`], [`Board`]: all that a screen needs, with nothing in it that the viewer may not know.

mod after;
mod aid;
mod ask_and_act;
mod attacks;
mod board;
mod branch;
mod closed;
pub mod contract;
mod display;
mod ended;
mod ending;
mod explain;
mod fair;
mod family;
mod form;
mod frames;
mod game;
mod game_file;
mod graph;
mod ground;
mod guide;
mod halves;
mod journal;
mod legacy;
mod line;
mod livery;
mod look;
mod luck;
mod map_box;
mod near;
mod perft;
mod plan;
mod player;
mod printing;
mod problem;
mod refusal;
mod reopen;
mod rule;
mod rules;
mod seat;
mod settings;
mod sheet;
mod shelf;
mod shown;
mod snapshots;
mod state_hash;
mod table;
mod table_dice;
mod threats;
mod units;
mod verify;
mod view;
mod why_not;

pub use after::{Fighters, Handy, Opening, Openings, Preparation, Preparing, Price, openings};
pub use aid::{Aid, AidDie, AidFace, AidThrow, FacedDie, Needed, Throwing, throw};
pub use ask_and_act::{Act, Ask};
pub use attacks::{AskError, Attacks, FollowOn, Resolved, SymbolDie, Words};
pub use board::{Board, BoardHex, BoardLabel, BoardLine, BoardSide, FACINGS, Terrain};
pub use branch::Branch;
pub use closed::{Closed, ClosedLine};
pub use display::{
    Acting, Book, Cards, Chapter, CheckBox, CheckList, ChoiceGroup, Deal, Display, Gauge, Instead, Muster, MusterLine,
    MusterStep, NameTag, Page, PageMark, Pages, Part, Print, Purse, ReadyMade, RecordSheet, SheetTable, Steering,
    Stepper, Strip, StripBox, TableHead, TableRow, Track, TrackGroup, TrackPiece, TrackSpace, UnitSheet, Ware,
};
pub use ended::{Ended, EndedBy};
pub use ending::Ending;
pub use explain::{
    Chance, Forecast, GoodFor, Group, Measure, Modifier, Prospect, Resolution, Role, Severity, Thrown, Ways,
};
pub use fair::{Fair, Unfair};
pub use family::{Families, Family, Verb, Visit, likeliest, unread};
pub use form::{Answers, Flag, Form, Pick, Pile, Step, When};
pub use frames::Frames;
pub use game::{ActError, Cast, Declared, DeclaredDeed, DiceAsked, Game, Held, UndoError, play_out};
pub use game_file::{Content, FORMAT, GameFile, GameFileError, Move, SeatSetup, VERSION};
pub use graph::{ArrowKind, BoxKind, Graph, GraphArrow, GraphBox};
pub use ground::{Ground, MapInfo, MapSetting, North, look_between, two_hexes};
pub use guide::{Guide, GuideStep, Guided, Pattern, Progress, Rehearsal, Task, rehearse};
pub use halves::{Cost, Halves, Points};
pub use journal::{Entry, Journal, Log, Secret, Seen, Silent, Tone};
pub use legacy::Legacy;
pub use line::Line;
pub use livery::{Band, Camp, Inks, Livery};
pub use look::{
    Circumstances, Field, Found, Look, LookEffect, LookEnd, LookError, LookNote, LookStep, LookWay, Verdict, survey,
};
pub use luck::Fate;
pub use map_box::{MapBox, MapsOnly, ReadMap};
pub use near::{did_you_mean, nearest, suggestion};
pub use perft::perft;
pub use plan::{Outlook, Overlay, OverlayHex, Plan, PlanHex, Threat};
pub use player::{MakePlayer, Player, PlayerKind};
pub use printing::{Printing, PrintingName};
pub use problem::Problem;
pub use refusal::{Cited, Refusal};
pub use reopen::{LaidOut, Opened, Replayed};
pub use rule::{Provenance, RuleEntry, RuleId, figure};
pub use rules::{NotationError, Rules};
pub use seat::{Seat, SeatInfo, Viewer};
pub use settings::{ChosenSetting, OFF, ON, SettingError, SettingInfo, SettingKind, SettingValue, Settings};
pub use sheet::{Boxes, Sheet, SheetCard};
pub use shelf::{
    ENDLESS, GameBox, LayOut, Level, MakeBox, MakeGraph, OpenError, Ruleset, Scenario, ScenarioInfo, Shelf, Simulated,
    Sketch, SketchKind, SketchPlace, bot_seed, map_of,
};
pub use shown::Shown;
pub use snapshots::Rewinding;
pub use state_hash::StateHash;
pub use table::{Table, decision_seed};
pub use threats::{EnemyDeed, EnemyDeedKind, Harm, Threats};
pub use units::{UnitId, UnitSet, Units};
pub use verify::{Compare, VerifyError};
pub use view::{
    Absent, Choice, ChoiceKind, Counter, CounterState, Facing, Fact, LastPage, Loss, Mark, Marker, Number, Outcome,
    Panel, PanelRow, Prompt, Scene, Steps, View, standing,
};
pub use why_not::{Pointed, WhyNot, Wish};

#[cfg(test)]
mod tests;
