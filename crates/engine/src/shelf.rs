use std::sync::Arc;

use dice::Seeded;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use ts_rs::TS;

use crate::{
    Attacks, Game, Graph, Ground, Guide, MapBox, North, Player, PlayerKind, Printing, Problem, RecordSheet, RuleEntry,
    RuleId, Rules, SeatInfo, SettingError, SettingInfo, SettingKind, Settings, StateHash, Table, VerifyError, Viewer,
    game::{NewGame, play_out},
    nearest,
    reopen::Reprints,
    suggestion,
    table::Seated,
};

/// The rulesets on offer.
#[derive(Default)]
pub struct Shelf {
    boxes: Vec<Box<dyn Ruleset>>,
    pub(crate) reprints: Reprints,
}

/// A ruleset with its scenarios, its rules as text and its players: what comes in the box.
pub trait Ruleset: Send + Sync {
    /// `divisions`.
    fn id(&self) -> &str;
    /// What people read.
    fn title(&self) -> &str;
    /// Two or three sentences for the start page.
    fn blurb(&self) -> &str;
    /// Its scenarios.
    fn scenarios(&self) -> Vec<&ScenarioInfo>;
    /// Its list of rules.
    fn rules(&self) -> &[RuleEntry];
    /// Its guided games.
    fn guides(&self) -> &[Arc<Guide>] {
        &[]
    }
    /// Things in its data files that are allowed but look like mistakes.
    fn warnings(&self) -> &[Problem] {
        &[]
    }
    /// The revision of its rules: counted up whenever a change makes games come out otherwise or writes their states
    /// otherwise.
    fn revision(&self) -> u32;
    /// The data files it was made from.
    fn printing(&self) -> &Arc<Printing>;
    /// The same rules with the data files of another printing.
    ///
    /// # Errors
    /// Everything in them that these rules cannot read.
    fn reprint(&self, printing: &Arc<Printing>) -> Result<Box<dyn Ruleset>, Vec<Problem>>;
    /// The players that are not people: id and title.
    fn bots(&self) -> Vec<(&'static str, &'static str)>;
    /// Lays out a scenario with the settings chosen for it. `players` names who sits in each seat: `human` or a bot.
    ///
    /// # Errors
    /// If the scenario, a setting or a player is unknown, or a seat is left empty.
    fn open(
        &self,
        scenario: &str,
        settings: &Settings,
        players: &[String],
        seed: Option<u64>,
    ) -> Result<Box<dyn Table>, OpenError>;
    /// Lays out a guided game: its scenario with its settings, its players and its seed.
    ///
    /// # Errors
    /// If there is no such guide, or its game cannot be opened.
    fn open_guide(&self, guide: &str) -> Result<Box<dyn Table>, OpenError> {
        let guide = guide_of(self.guides(), guide).ok_or_else(|| OpenError::NoGuide {
            game: self.id().to_owned(),
            name: guide.to_owned(),
            nearest: nearest(guide, self.guides().iter().map(|guide| guide.id.as_str())),
        })?;
        let mut table = self.open(&guide.scenario, &guide.settings, &guide.players, Some(guide.seed))?;
        table.follow(Arc::clone(guide));
        Ok(table)
    }
    /// The record sheets of a scenario before a game, for players at a real table.
    ///
    /// # Errors
    /// If there is no such scenario.
    fn blank_sheets(&self, scenario: &str) -> Result<Vec<RecordSheet>, OpenError> {
        let (info, settings) = (self.scenarios().into_iter().find(|info| info.id == scenario), Settings::default());
        let seats = info.map_or(0, |info| info.seats_with(&settings).len());
        let table = self.open(scenario, &settings, &vec!["human".to_owned(); seats], None)?;
        Ok(table.record_sheets(Viewer::Referee).into_iter().map(RecordSheet::unbegun).collect())
    }
    /// Lays out a scenario given as text, as in rule cases.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn open_text(&self, file: &str, text: &str) -> Result<Box<dyn Table>, Vec<Problem>>;
    /// Its maps.
    fn maps(&self) -> Vec<Arc<dyn Ground>>;
    /// Reads a map given as text: `.tmx`, or TOML as in rule cases.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    fn read_map(&self, file: &str, text: &str) -> Result<Arc<dyn Ground>, Vec<Problem>>;
    /// Its attacks in words, for `odds`, `resolve` and rule cases.
    fn attacks(&self) -> Option<&dyn Attacks>;
    /// Lets bots play a scenario to its end without words.
    ///
    /// # Errors
    /// As [`Ruleset::open`].
    fn simulate(
        &self,
        scenario: &str,
        settings: &Settings,
        players: &[String],
        seed: u64,
    ) -> Result<Simulated, OpenError>;
    /// The same game as [`Ruleset::simulate`] plays, with everything that was written down on the way.
    ///
    /// # Errors
    /// As [`Ruleset::open`].
    fn play_out(
        &self,
        scenario: &str,
        settings: &Settings,
        players: &[String],
        seed: u64,
    ) -> Result<Box<dyn Table>, OpenError>;
    /// Rules whose lines a story tells even if they look plain: points, somebody who leaves.
    fn milestones(&self) -> &[RuleId] {
        &[]
    }
    /// What leads to what in a scenario that is read; `None` if there is no such scenario, or nothing is read in it.
    fn graph(&self, _scenario: &str) -> Option<Graph> {
        None
    }
}

/// The result of a simulated game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simulated {
    /// How it came out; `None` if it was stopped.
    pub winner: Option<crate::Ending>,
    /// See [`Rules::tally`].
    pub tally: Vec<(String, Vec<i32>)>,
    /// Actions done.
    pub actions: u64,
    /// The fingerprint of the last state.
    pub hash: StateHash,
}

/// A game that runs for this many actions counts as endless.
pub const ENDLESS: u64 = 100_000;

/// What the start page says about a scenario.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct ScenarioInfo {
    /// `tiger-in-the-open`.
    pub id: String,
    /// "Tiger in the Open".
    pub title: String,
    /// The place and the date: "Southern Russia, summer 1943".
    pub place: String,
    /// The briefing.
    pub briefing: String,
    /// How long a game takes, for people.
    pub duration: String,
    /// How much it asks of its players.
    pub level: Level,
    /// The sides.
    pub seats: Vec<SeatInfo>,
    /// How many units each side has, in the order of the seats.
    pub units: Vec<u32>,
    /// `finished`, `draft`.
    pub status: String,
    /// What can be chosen when a game is set up.
    pub settings: Vec<SettingInfo>,
    /// The map of the operation, as far as the briefing shows it.
    pub sketch: Option<Sketch>,
}

/// How much a scenario asks of its players: rules to know, things to keep in mind, and how often it is won.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum Level {
    /// To learn with: few rules, and kind.
    First,
    /// Most rules of the game, on a small field.
    Easy,
    /// The game as it is meant.
    #[default]
    Medium,
    /// For people who have played some of the others.
    Hard,
}

impl Level {
    /// All of them with their words in files, the easiest first.
    pub const ALL: [(&'static str, Level); 4] =
        [("first", Level::First), ("easy", Level::Easy), ("medium", Level::Medium), ("hard", Level::Hard)];
}

/// A small map with what a briefing tells about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct Sketch {
    /// The map: a picture of it and its hexes are to be had by this name.
    pub map: String,
    /// Where north is.
    pub north: North,
    /// What is drawn on it.
    pub places: Vec<SketchPlace>,
}

/// Something on the map of a briefing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[ts(export)]
pub struct SketchPlace {
    /// The number of the hex.
    pub hex: String,
    /// What it is.
    pub kind: SketchKind,
    /// What is written there; may be empty.
    pub label: String,
}

/// What can be shown on the map of a briefing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export)]
pub enum SketchKind {
    /// Where one's own side comes in.
    Entry,
    /// Where it leaves.
    Exit,
    /// Where something may be.
    Event,
    /// Where it is set up.
    Zone,
}

impl ScenarioInfo {
    /// Who plays with these settings.
    pub fn seats_with(&self, settings: &Settings) -> &[SeatInfo] {
        let chosen = self.settings.iter().filter_map(|info| {
            let SettingKind::Choice { values } = &info.kind else { return None };
            let value = settings.get(&info.id).unwrap_or(&info.default);
            values.iter().find(|known| known.value == value && !known.seats.is_empty())
        });
        chosen.map(|value| value.seats.as_slice()).next().unwrap_or(&self.seats)
    }
}

/// Why a game cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// No such ruleset.
    #[error("there is no game \"{name}\"{}", suggestion(.nearest.as_deref()))]
    NoGame {
        /// What was asked for.
        name: String,
        /// The nearest there is.
        nearest: Option<String>,
    },
    /// No such scenario.
    #[error("{game} has no scenario \"{name}\"{}", suggestion(.nearest.as_deref()))]
    NoScenario {
        /// The ruleset.
        game: String,
        /// What was asked for.
        name: String,
        /// The nearest there is.
        nearest: Option<String>,
    },
    /// No such guided game.
    #[error("{game} has no guide \"{name}\"{}", suggestion(.nearest.as_deref()))]
    NoGuide {
        /// The ruleset.
        game: String,
        /// What was asked for.
        name: String,
        /// The nearest there is.
        nearest: Option<String>,
    },
    /// No such map.
    #[error("{game} has no map \"{name}\"{}", suggestion(.nearest.as_deref()))]
    NoMap {
        /// The ruleset.
        game: String,
        /// What was asked for.
        name: String,
        /// The nearest there is.
        nearest: Option<String>,
    },
    /// No such player.
    #[error("there is no player \"{name}\": a seat takes \"human\" or one of {known}")]
    NoPlayer {
        /// What was asked for.
        name: String,
        /// The bots there are.
        known: String,
    },
    /// A person in a game that is played by bots.
    #[error("a simulation cannot wait for a person: name one of {known}")]
    OnlyBots {
        /// The bots there are.
        known: String,
    },
    /// The scenario cannot be played with these settings.
    #[error("{scenario}: {error}")]
    Setting {
        /// The scenario.
        scenario: String,
        /// What is wrong.
        error: SettingError,
    },
    /// The wrong number of players.
    #[error("this scenario has {seats} seats, but {players} players were named")]
    Seats {
        /// Seats there are.
        seats: usize,
        /// Players named.
        players: usize,
    },
    /// The file seats other sides than the scenario has.
    #[error("the file seats {found}, and {scenario} is played by {expected}, in this order")]
    Sides {
        /// The scenario.
        scenario: String,
        /// The sides it has.
        expected: String,
        /// The sides in the file.
        found: String,
    },
    /// The file says that the game ended in a way in which none ends.
    #[error(
        "the file says \"{0}\" of its end: a player of the game has \"resigned\" or run out of \"time\", as \
         in \"resigned:german\""
    )]
    Ended(String),
    /// The game was played by a newer program.
    #[error(
        "this game was played under revision {found} of the rules of {game}, but this program knows only revision \
         {known}: use a newer opfire"
    )]
    Newer {
        /// The ruleset.
        game: String,
        /// The revision of the game.
        found: u32,
        /// The newest one we know.
        known: u32,
    },
    /// The file's record does not come out.
    #[error("{0}")]
    Record(#[from] Box<VerifyError>),
    /// The file is not readable.
    #[error("{0}")]
    File(#[from] crate::GameFileError),
}

impl Shelf {
    /// A shelf with these boxes.
    pub fn new(boxes: Vec<Box<dyn Ruleset>>) -> Self {
        Shelf { boxes, reprints: Reprints::default() }
    }

    /// All rulesets.
    pub fn rulesets(&self) -> impl Iterator<Item = &dyn Ruleset> {
        self.boxes.iter().map(AsRef::as_ref)
    }

    /// The ruleset named `id`.
    ///
    /// # Errors
    /// If there is none.
    pub fn ruleset(&self, id: &str) -> Result<&dyn Ruleset, OpenError> {
        self.rulesets().find(|ruleset| ruleset.id() == id).ok_or_else(|| OpenError::NoGame {
            name: id.to_owned(),
            nearest: nearest(id, self.rulesets().map(Ruleset::id)),
        })
    }
}

/// The guide named `id`.
pub(crate) fn guide_of<'a>(guides: &'a [Arc<Guide>], id: &str) -> Option<&'a Arc<Guide>> {
    guides.iter().find(|guide| guide.id == id)
}

/// The map of a ruleset named `id`.
///
/// # Errors
/// If there is none.
pub fn map_of(ruleset: &dyn Ruleset, id: &str) -> Result<Arc<dyn Ground>, OpenError> {
    let maps = ruleset.maps();
    let found = maps.iter().find(|map| map.info().id == id).map(Arc::clone);
    found.ok_or_else(|| OpenError::NoMap {
        game: ruleset.id().to_owned(),
        name: id.to_owned(),
        nearest: nearest(id, maps.iter().map(|map| map.info().id.as_str())),
    })
}

/// Lays a scenario out with settings that it offers.
///
/// It may only refuse a text it cannot read.
pub type LayOut<R> = Box<dyn Fn(&Settings) -> Result<R, SettingError> + Send + Sync>;

/// A scenario in the box: laid out as it usually is, once for all games, and how it is laid out otherwise.
pub struct Scenario<R> {
    info: ScenarioInfo,
    usual: Arc<R>,
    lay_out: Option<LayOut<R>>,
}

impl<R> Scenario<R> {
    /// A scenario without settings.
    pub fn new(info: ScenarioInfo, rules: R) -> Scenario<R> {
        Scenario { info, usual: Arc::new(rules), lay_out: None }
    }

    /// A scenario laid out with the values chosen for the settings that `info` lists.
    #[must_use]
    pub fn with_settings(self, lay_out: LayOut<R>) -> Scenario<R> {
        Scenario { lay_out: Some(lay_out), ..self }
    }

    /// What the start page says about it.
    pub fn info(&self) -> &ScenarioInfo {
        &self.info
    }

    /// The scenario as it usually is.
    pub fn usual(&self) -> &Arc<R> {
        &self.usual
    }

    /// The scenario with these settings, and those of them that matter.
    fn laid_out(&self, settings: &Settings) -> Result<(Arc<R>, Settings), OpenError> {
        let refused = |error| OpenError::Setting { scenario: self.info.id.clone(), error };
        let kept = settings.checked(&self.info.settings).map_err(refused)?;
        match &self.lay_out {
            Some(lay_out) if !kept.is_empty() => Ok((Arc::new(lay_out(&kept).map_err(refused)?), kept)),
            _ => Ok((Arc::clone(&self.usual), kept)),
        }
    }
}

/// A ruleset built from its parts; implements [`Ruleset`] for any [`Rules`].
pub struct GameBox<R: Rules> {
    /// `divisions`.
    pub id: &'static str,
    /// What people read.
    pub title: &'static str,
    /// Two or three sentences.
    pub blurb: &'static str,
    /// The list of rules.
    pub rules: Vec<RuleEntry>,
    /// The guided games.
    pub guides: Vec<Arc<Guide>>,
    /// Things in the data files that are allowed but look like mistakes.
    pub warnings: Vec<Problem>,
    /// The scenarios.
    pub scenarios: Vec<Scenario<R>>,
    /// Reads a scenario from text: file name and text.
    #[allow(clippy::type_complexity)]
    pub read_scenario: Box<dyn Fn(&str, &str) -> Result<(ScenarioInfo, R), Vec<Problem>> + Send + Sync>,
    /// The maps.
    pub maps: MapBox,
    /// The attacks in words.
    pub attacks: Option<Box<dyn Attacks>>,
    /// The players that are not people.
    pub players: Arc<Vec<PlayerKind<R>>>,
    /// See [`Ruleset::milestones`].
    pub milestones: &'static [RuleId],
    /// See [`Ruleset::graph`].
    pub graph: Option<MakeGraph>,
    /// See [`Ruleset::revision`].
    pub revision: u32,
    /// The data files it was made from.
    pub printing: Arc<Printing>,
    /// Makes the same box from other data files.
    pub reprint: MakeBox<R>,
}

/// Draws a scenario by its id.
pub type MakeGraph = Box<dyn Fn(&str) -> Option<Graph> + Send + Sync>;

/// Makes a box from data files.
pub type MakeBox<R> = Box<dyn Fn(&Printing, Vec<PlayerKind<R>>) -> Result<GameBox<R>, Vec<Problem>> + Send + Sync>;

impl<R: Rules> GameBox<R> {
    /// A scenario laid out with these settings, for whoever watches its games from inside.
    ///
    /// # Errors
    /// As [`Ruleset::open`].
    pub fn laid_out(&self, scenario: &str, settings: &Settings) -> Result<Arc<R>, OpenError> {
        Ok(self.scenario(scenario)?.laid_out(settings)?.0)
    }

    fn scenario(&self, id: &str) -> Result<&Scenario<R>, OpenError> {
        self.scenarios.iter().find(|scenario| scenario.info.id == id).ok_or_else(|| OpenError::NoScenario {
            game: self.id.to_owned(),
            name: id.to_owned(),
            nearest: nearest(id, self.scenarios.iter().map(|scenario| scenario.info.id.as_str())),
        })
    }

    /// The players called `name`.
    ///
    /// # Errors
    /// If there are none.
    pub fn player(&self, name: &str) -> Result<&PlayerKind<R>, OpenError> {
        player_of(&self.players, name)
    }

    /// A bot for every seat.
    fn bots_for(&self, players: &[String], seed: u64) -> Result<Vec<Box<dyn Player<R>>>, OpenError> {
        if players.iter().any(|player| player == "human") {
            return Err(OpenError::OnlyBots { known: ids_of(&self.players) });
        }
        let make = |(place, player): (usize, &String)| Ok((self.player(player)?.make)(bot_seed(seed, place)));
        players.iter().enumerate().map(make).collect()
    }

    fn seat(
        &self,
        info: &ScenarioInfo,
        (rules, settings): (Arc<R>, Settings),
        players: &[String],
        seed: Option<u64>,
    ) -> Seated<R> {
        let game = Game::new(NewGame {
            rules,
            chosen: settings.fact(&info.settings),
            settings,
            game: self.id.to_owned(),
            scenario: info.id.clone(),
            title: info.title.clone(),
            players: players.to_vec(),
            seed,
            revision: self.revision,
            printing: Some(Arc::clone(&self.printing)),
        });
        Seated { game, players: Arc::clone(&self.players) }
    }
}

/// Each bot has its own stream: with the seed of the game it would see in its tie-breaks how the dice will fall.
pub fn bot_seed(seed: u64, place: usize) -> u64 {
    let mut source = Seeded::new(!seed);
    let mut next = || u64::from(source.below(u32::MAX)) << 32 | u64::from(source.below(u32::MAX));
    for _ in 0..place {
        next();
    }
    next()
}

/// One of these players, by name.
fn player_of<'a, R: Rules>(players: &'a [PlayerKind<R>], name: &str) -> Result<&'a PlayerKind<R>, OpenError> {
    let unknown = || OpenError::NoPlayer { name: name.to_owned(), known: ids_of(players) };
    players.iter().find(|kind| kind.id == name).ok_or_else(unknown)
}

fn ids_of<R: Rules>(players: &[PlayerKind<R>]) -> String {
    players.iter().map(|kind| kind.id).collect::<Vec<_>>().join(", ")
}

/// Whether these can sit in the seats: people, or players that come in the box.
pub(crate) fn check_players<R: Rules>(
    seats: &[SeatInfo],
    players: &[String],
    known: &[PlayerKind<R>],
) -> Result<(), OpenError> {
    check_seats(seats, players)?;
    players.iter().filter(|player| *player != "human").try_for_each(|player| player_of(known, player).map(|_| ()))
}

fn check_seats(seats: &[SeatInfo], players: &[String]) -> Result<(), OpenError> {
    if players.len() == seats.len() {
        Ok(())
    } else {
        Err(OpenError::Seats { seats: seats.len(), players: players.len() })
    }
}

impl<R: Rules> Ruleset for GameBox<R> {
    fn id(&self) -> &str {
        self.id
    }

    fn title(&self) -> &str {
        self.title
    }

    fn blurb(&self) -> &str {
        self.blurb
    }

    fn scenarios(&self) -> Vec<&ScenarioInfo> {
        self.scenarios.iter().map(Scenario::info).collect()
    }

    fn rules(&self) -> &[RuleEntry] {
        &self.rules
    }

    fn guides(&self) -> &[Arc<Guide>] {
        &self.guides
    }

    fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    fn revision(&self) -> u32 {
        self.revision
    }

    fn printing(&self) -> &Arc<Printing> {
        &self.printing
    }

    fn reprint(&self, printing: &Arc<Printing>) -> Result<Box<dyn Ruleset>, Vec<Problem>> {
        let players = self.players.iter().cloned().collect();
        Ok(Box::new((self.reprint)(printing, players)?))
    }

    fn bots(&self) -> Vec<(&'static str, &'static str)> {
        self.players.iter().map(|kind| (kind.id, kind.title)).collect()
    }

    fn open(
        &self,
        scenario: &str,
        settings: &Settings,
        players: &[String],
        seed: Option<u64>,
    ) -> Result<Box<dyn Table>, OpenError> {
        let scenario = self.scenario(scenario)?;
        let (rules, settings) = scenario.laid_out(settings)?;
        check_players(rules.seats(), players, &self.players)?;
        Ok(Box::new(self.seat(&scenario.info, (rules, settings), players, seed)))
    }

    fn open_text(&self, file: &str, text: &str) -> Result<Box<dyn Table>, Vec<Problem>> {
        let (info, rules) = (self.read_scenario)(file, text)?;
        let players = vec!["human".to_owned(); info.seats.len()];
        Ok(Box::new(self.seat(&info, (Arc::new(rules), Settings::default()), &players, None)))
    }

    fn maps(&self) -> Vec<Arc<dyn Ground>> {
        self.maps.maps.clone()
    }

    fn read_map(&self, file: &str, text: &str) -> Result<Arc<dyn Ground>, Vec<Problem>> {
        (self.maps.read)(file, text)
    }

    fn attacks(&self) -> Option<&dyn Attacks> {
        self.attacks.as_deref()
    }

    fn simulate(
        &self,
        scenario: &str,
        settings: &Settings,
        players: &[String],
        seed: u64,
    ) -> Result<Simulated, OpenError> {
        let (rules, _) = self.scenario(scenario)?.laid_out(settings)?;
        let rules = rules.as_ref();
        check_seats(rules.seats(), players)?;
        let mut bots = self.bots_for(players, seed)?;
        let mut state = rules.start();
        let actions = play_out(rules, &mut state, &mut Seeded::new(seed), ENDLESS, |state, seat, legal| {
            let seen = rules.seen_by(state, Viewer::Seat(seat));
            bots[seat.index()].choose(rules, &seen, seat, legal)
        });
        let hash = StateHash::of(&state);
        Ok(Simulated { winner: rules.winner(&state), tally: rules.tally(&state), actions, hash })
    }

    fn play_out(
        &self,
        scenario: &str,
        settings: &Settings,
        players: &[String],
        seed: u64,
    ) -> Result<Box<dyn Table>, OpenError> {
        let scenario = self.scenario(scenario)?;
        let laid_out = scenario.laid_out(settings)?;
        check_seats(laid_out.0.seats(), players)?;
        let mut bots = self.bots_for(players, seed)?;
        let mut seated = self.seat(&scenario.info, laid_out, players, Some(seed));
        let mut legal = Vec::new();
        while u64::from(seated.game.seq()) < ENDLESS
            && let Some(seat) = seated.game.to_act()
        {
            let (rules, state) = (seated.game.rules(), seated.game.state());
            legal.clear();
            rules.legal(state, &mut legal);
            let seen = rules.seen_by(state, Viewer::Seat(seat));
            let action = rules.write(state, &legal[bots[seat.index()].choose(rules, &seen, seat, &legal)]);
            if seated.game.act(seat, &action, None).is_err() {
                break;
            }
        }
        Ok(Box::new(seated))
    }

    fn milestones(&self) -> &[RuleId] {
        self.milestones
    }

    fn graph(&self, scenario: &str) -> Option<Graph> {
        self.graph.as_ref()?(scenario)
    }
}
