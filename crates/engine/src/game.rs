mod declared;

use std::{borrow::Cow, mem, sync::Arc};

use dice::{Dice, Recorded, ScriptError, Scripted, Seeded};
use thiserror::Error;

use crate::{
    Closed, Compare, Content, Ended, Entry, FORMAT, Fact, GameFile, Guide, Guided, Line, Log, Move, NotationError,
    Printing, RecordSheet, Refusal, Rules, Seat, SeatSetup, Settings, Silent, StateHash, VerifyError, View, Viewer,
    game_file::WITHOUT_BRANCHES,
    journal::push_tight,
    snapshots::{Snapshot, Snapshots},
    verify::differing_rule,
};

pub use self::declared::{Cast, Declared, DeclaredDeed, DiceAsked, Held};

/// How many actions can be taken back in a row.
const DEEPEST_UNDO: usize = 200;

/// A game in progress.
pub struct Game<R: Rules> {
    rules: Arc<R>,
    title: String,
    /// What was chosen at the set-up, for the top of the screen.
    chosen: Option<Fact>,
    file: GameFile,
    dice: Option<Seeded>,
    state: R::State,
    log: Log,
    /// What can still be taken back, oldest first, at most [`DEEPEST_UNDO`]. Emptied when dice fall, when something
    /// hidden is seen and when another seat acts.
    undo: Vec<Before>,
    /// The guide that its player follows.
    guide: Option<Arc<Guide>>,
    /// Set when the rest of its record does not fit today's rules: it can be looked at but not continued.
    closed: Option<Box<Closed>>,
    snapshots: Snapshots<R::State>,
    /// Since when nothing was done but what sides do at the same time, out of each other's sight.
    together_from: u32,
    /// What is to be done as soon as people have thrown the dice for it.
    declared: Option<Box<Declared>>,
    /// Set when somebody has resigned, or has run out of time.
    ended: Option<Ended>,
}

/// An action that can be taken back. How things were before it is played again: to keep every state would take more
/// room than all else in a game.
struct Before {
    seat: Seat,
    log_len: usize,
}

/// An action that may be done now.
struct Checked<'r, R: Rules> {
    action: R::Action,
    ready: R::Ready<'r>,
}

/// What a game is made from.
pub(crate) struct NewGame<R> {
    pub(crate) rules: Arc<R>,
    pub(crate) game: String,
    pub(crate) scenario: String,
    pub(crate) title: String,
    pub(crate) settings: Settings,
    pub(crate) chosen: Option<Fact>,
    pub(crate) players: Vec<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) revision: u32,
    pub(crate) printing: Option<Arc<Printing>>,
}

/// Why an action was not done. The game is as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ActError {
    /// Somebody else is asked.
    #[error("it is not {seat}'s turn to act: {asked} is asked")]
    OutOfTurn {
        /// The seat that tried to act.
        seat: String,
        /// The seat that is asked.
        asked: String,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
    /// The game does not fit today's rules.
    #[error("this game can only be looked at: {0}")]
    Closed(String),
    /// The rules forbid it.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// Not an action of this game.
    #[error("{0}")]
    Notation(#[from] NotationError),
    /// The dice that were typed do not fit.
    #[error("the dice do not fit: {0}")]
    Dice(#[from] ScriptError),
    /// A game with a seed throws its own dice.
    #[error("this game has a seed, which throws the dice: they cannot be typed in")]
    DiceNotWanted,
    /// A game without a seed needs the dice that were thrown.
    #[error("this game has no seed: type in the dice you threw")]
    DiceNeeded,
    /// An action waits for its dice.
    #[error("an action is declared and waits for its dice: throw them first")]
    Declared,
    /// Dice were typed that nobody asked for.
    #[error("no dice are asked for")]
    NothingDeclared,
    /// These are not the dice that were asked for.
    #[error("{0}")]
    WrongDice(String),
}

/// Why nothing was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    /// Dice have fallen, something hidden was seen, somebody else has acted, it is too long ago, or the game is over.
    #[error(
        "nothing can be taken back: dice have fallen, something hidden was seen, the other side has acted, \
         {DEEPEST_UNDO} actions were taken back already, or the game is over"
    )]
    Gone,
    /// An action waits for its dice.
    #[error("an action is declared and waits for its dice: nothing can be taken back now")]
    Declared,
}

impl<R: Rules> Game<R> {
    pub(crate) fn new(new: NewGame<R>) -> Self {
        let state = new.rules.start();
        let seats = new.rules.seats().iter().zip(new.players);
        let seats = seats.map(|(info, player)| SeatSetup { seat: info.id.clone(), player }).collect();
        let file = GameFile {
            format: FORMAT.to_owned(),
            version: WITHOUT_BRANCHES,
            game: new.game,
            scenario: new.scenario,
            settings: new.settings,
            guide: None,
            seats,
            seed: new.seed.map(|seed| seed.to_string()),
            branches: Vec::new(),
            fair: None,
            ended: None,
            revision: new.revision,
            content: new.printing.map(Content::Printed),
            start: StateHash::of(&state),
            moves: Vec::new(),
        };
        let dice = new.seed.map(Seeded::new);
        let (title, chosen) = (new.title, new.chosen);
        let (log, undo, snapshots) = (Log::default(), Vec::new(), Snapshots::default());
        let (guide, closed, declared, ended) = (None, None, None, None);
        Game {
            rules: new.rules,
            title,
            chosen,
            file,
            dice,
            state,
            log,
            undo,
            guide,
            closed,
            snapshots,
            together_from: 0,
            declared,
            ended,
        }
    }

    /// The rules, with the scenario laid out.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The whole truth.
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// The record of the game as it is kept in memory: without the log lines.
    pub fn file(&self) -> &GameFile {
        &self.file
    }

    /// The record of the game with everything in it, for a file.
    pub fn record(&self) -> GameFile {
        let mut record = self.file.clone();
        for (seq, done) in (1..).zip(&mut record.moves) {
            done.log = self.lines(seq);
        }
        record
    }

    /// What the log says of action `seq`, counted from 1, as it is kept with the action.
    pub fn lines(&self, seq: u32) -> Vec<Line> {
        self.log.of(seq).iter().map(Line::from).collect()
    }

    /// Gives its player a guide to follow.
    pub fn follow(&mut self, guide: Arc<Guide>) {
        self.file.guide = Some(guide.id.clone());
        self.guide = Some(guide);
    }

    /// Lets its player go without a guide.
    pub(crate) fn leave_guide(&mut self) {
        self.file.guide = None;
        self.guide = None;
    }

    /// Goes on with other dice. What was done with the last ones stands.
    pub(crate) fn take_dice(&mut self, dice: Option<Seeded>) {
        self.undo.clear();
        self.dice = dice;
    }

    pub(crate) fn file_mut(&mut self) -> &mut GameFile {
        &mut self.file
    }

    /// Lets nobody act any more: the rest of the record does not fit today's rules.
    pub fn close(&mut self, closed: Closed) {
        self.undo.clear();
        self.closed = Some(Box::new(closed));
    }

    /// Why nobody can act any more.
    pub fn closed(&self) -> Option<&Closed> {
        self.closed.as_deref()
    }

    /// Ends the game, whatever its rules say; `None` lets it go on.
    pub fn end(&mut self, ended: Option<Ended>) {
        if ended.is_some() {
            self.declared = None;
        }
        self.ended = ended;
        self.file.ended = ended.map(|ended| ended.written(self.rules.seats()));
        self.file.version = self.file.least_version();
    }

    /// Why it ended before its rules said so.
    pub fn ended(&self) -> Option<Ended> {
        self.ended
    }

    /// The log.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Who is asked.
    pub fn to_act(&self) -> Option<Seat> {
        if self.ended.is_some() { None } else { self.rules.to_act(&self.state) }
    }

    /// Whether `seat` may act now: it is asked, or acts at the same time as whoever is ([`Rules::meanwhile`]).
    pub fn is_asked(&self, seat: Seat) -> bool {
        self.to_act().is_some_and(|asked| asked == seat || self.rules.meanwhile(&self.state, seat).is_some())
    }

    /// The state as a question of `viewer` about it is answered, before anything is removed that he may not know.
    pub(crate) fn state_for(&self, viewer: Viewer) -> Cow<'_, R::State> {
        let own = match viewer {
            Viewer::Seat(seat) if self.ended.is_none() => self.rules.meanwhile(&self.state, seat),
            Viewer::Seat(_) | Viewer::Spectator | Viewer::Referee => None,
        };
        own.map_or(Cow::Borrowed(&self.state), Cow::Owned)
    }

    /// Whether an action that was sent when `seq` actions had been done still means the same: nothing was done since
    /// but what sides do at the same time, out of each other's sight.
    pub fn still_stands(&self, seq: u32) -> bool {
        seq == self.seq() || (self.together_from..self.seq()).contains(&seq)
    }

    /// How many actions have been done.
    pub fn seq(&self) -> u32 {
        u32::try_from(self.file.moves.len()).unwrap_or(u32::MAX)
    }

    /// Carries out `action`. `typed` are the dice that people threw, in a game without a seed; with one, the seed
    /// gives the dice and nobody may type them.
    ///
    /// # Errors
    /// If it is not this seat's turn, not legal, or the dice do not fit. The game is then as it was.
    pub fn act(&mut self, seat: Seat, action: &str, typed: Option<&[u16]>) -> Result<&Move, ActError> {
        self.check_turn(seat)?;
        let rules = Arc::clone(&self.rules);
        let turned = rules.meanwhile(&self.state, seat);
        let checked = allowed(rules.as_ref(), turned.as_ref().unwrap_or(&self.state), action)?;
        self.carry_out(seat, turned, checked, typed)
    }

    /// Carries out an action that has been checked: in the state as it is, or `turned` to this seat.
    fn carry_out(
        &mut self,
        seat: Seat,
        turned: Option<R::State>,
        checked: Checked<'_, R>,
        typed: Option<&[u16]>,
    ) -> Result<&Move, ActError> {
        let before = turned.map(|turned| mem::replace(&mut self.state, turned));
        if let Err(error) = self.act_as(seat, checked, typed) {
            if let Some(before) = before {
                self.state = before;
            }
            return Err(error);
        }
        let together = self.rules.seats().iter().any(|info| self.rules.meanwhile(&self.state, info.seat).is_some());
        if !together {
            self.together_from = self.seq();
        }
        Ok(&self.file.moves[self.file.moves.len() - 1])
    }

    /// Carries out an action of the seat that is asked.
    fn act_as(&mut self, seat: Seat, checked: Checked<'_, R>, typed: Option<&[u16]>) -> Result<(), ActError> {
        let Checked { action, ready } = checked;
        let written = self.rules.write(&self.state, &action);
        let log_len = self.log.entries.len();
        self.log.seq = self.seq() + 1;
        (self.log.reveals, self.log.stands) = (false, false);
        // Typed dice may not fit; those of a seed always do.
        let before = self.dice.is_none().then(|| self.state.clone());
        let fallen = match self.perform(ready, typed) {
            Ok(fallen) => fallen,
            Err(error) => {
                if let Some(state) = before {
                    self.restore(state, log_len);
                }
                return Err(error);
            }
        };
        let final_now = !fallen.is_empty() || self.log.reveals || self.log.stands;
        if final_now || self.undo.last().is_some_and(|last| last.seat != seat) {
            self.undo.clear();
        }
        if !final_now {
            self.undo.push(Before { seat, log_len });
            self.undo.drain(..self.undo.len().saturating_sub(DEEPEST_UNDO));
        }
        let by = self.rules.seats()[seat.index()].id.clone();
        let hash = StateHash::of(&self.state);
        push_tight(&mut self.file.moves, Move { by, action: written, dice: fallen, hash, log: Vec::new() });
        self.turn_off();
        self.remember();
        Ok(())
    }

    fn check_turn(&self, seat: Seat) -> Result<(), ActError> {
        let asked = self.to_act().ok_or(ActError::Over)?;
        if let Some(closed) = &self.closed {
            return Err(ActError::Closed(closed.why.clone()));
        }
        if self.declared.is_some() {
            return Err(ActError::Declared);
        }
        if self.is_asked(seat) {
            return Ok(());
        }
        let name = |seat: Seat| self.rules.seats().get(seat.index()).map_or("nobody", |info| &info.name).to_owned();
        Err(ActError::OutOfTurn { seat: name(seat), asked: name(asked) })
    }

    /// Runs the rules; returns the faces that fell.
    fn perform(&mut self, ready: R::Ready<'_>, typed: Option<&[u16]>) -> Result<Vec<u16>, ActError> {
        match (typed, &mut self.dice) {
            (Some(_), Some(_)) => Err(ActError::DiceNotWanted),
            (Some(faces), None) => {
                let mut dice = Scripted::new(faces);
                self.rules.perform(&mut self.state, ready, &mut dice, &mut self.log);
                dice.finish()?;
                Ok(faces.to_vec())
            }
            (None, Some(seeded)) => {
                let mut dice = Recorded::new(seeded);
                self.rules.perform(&mut self.state, ready, &mut dice, &mut self.log);
                Ok(dice.into_faces())
            }
            (None, None) => {
                let mut dice = Scripted::default();
                self.rules.perform(&mut self.state, ready, &mut dice, &mut self.log);
                dice.finish().map_err(|_| ActError::DiceNeeded)?;
                Ok(Vec::new())
            }
        }
    }

    fn restore(&mut self, state: R::State, log_len: usize) {
        self.state = state;
        self.log.entries.truncate(log_len);
    }

    /// The state before the last action, played again from the nearest snapshot with the dice of the record.
    fn before_last(&self) -> Option<R::State> {
        let moves = self.file.moves.split_last()?.1;
        let nearest = self.snapshots.nearest(moves.len());
        let (mut state, from) = nearest.map_or_else(|| (self.rules.start(), 0), |kept| (kept.state.clone(), kept.seq));
        for done in &moves[from..] {
            let by = self.rules.seats().iter().find(|info| info.id == done.by)?.seat;
            state = self.rules.meanwhile(&state, by).unwrap_or(state);
            let action = self.rules.read(&state, &done.action).ok()?;
            self.rules.apply(&mut state, &action, &mut Scripted::new(done.dice.as_slice()), &mut Silent).ok()?;
        }
        let hash = moves.last().map_or(self.file.start, |done| done.hash);
        (StateHash::of(&state) == hash).then_some(state)
    }

    /// Whether the last action told its player something new: dice fell, or something hidden was seen. What was planned
    /// beyond it was planned without that.
    pub fn is_news(&self) -> bool {
        self.log.reveals || self.file.moves.last().is_some_and(|last| !last.dice.is_empty())
    }

    /// Whether `seat` may take the last action back.
    pub fn can_undo(&self, seat: Seat) -> bool {
        // When the game is over everything is shown.
        self.to_act().is_some()
            && self.closed.is_none()
            && self.declared.is_none()
            && self.undo.last().is_some_and(|before| before.seat == seat)
    }

    /// Takes the last action back.
    ///
    /// # Errors
    /// If there is none of this seat's that may be taken back.
    pub fn undo(&mut self, seat: Seat) -> Result<(), UndoError> {
        if self.declared.is_some() {
            return Err(UndoError::Declared);
        }
        if !self.can_undo(seat) {
            return Err(UndoError::Gone);
        }
        let state = self.before_last();
        debug_assert!(state.is_some(), "a record that is not what was played");
        let (state, before) = state.zip(self.undo.pop()).ok_or(UndoError::Gone)?;
        self.restore(state, before.log_len);
        self.file.moves.pop();
        self.snapshots.cut(self.file.moves.len());
        Ok(())
    }

    /// Keeps the state for [`Game::rewinding`], at regular intervals.
    fn remember(&mut self) {
        let seq = self.file.moves.len();
        if self.snapshots.want(seq) {
            let (state, dice) = (self.state.clone(), self.dice.clone());
            self.snapshots.keep(Snapshot { seq, state, dice, log_len: self.log.entries.len() });
        }
    }

    pub(crate) fn snapshots(&self) -> &Snapshots<R::State> {
        &self.snapshots
    }

    /// Puts a game that has not begun where `snapshot` was taken, with the log and the record up to there.
    pub(crate) fn start_at(&mut self, snapshot: &Snapshot<R::State>, log: &[Entry], moves: &[Move]) {
        self.state = snapshot.state.clone();
        self.dice = snapshot.dice.clone();
        self.log.entries = log[..snapshot.log_len].to_vec();
        self.file.moves = moves[..snapshot.seq].to_vec();
        self.together_from = self.seq();
    }

    /// Plays `moves` on top of what has been played, checking dice, legality and, if `compare` says so, fingerprints.
    ///
    /// # Errors
    /// The first action that does not come out as recorded; everything before it has been played, and nothing else.
    pub fn play_back(&mut self, moves: &[Move], compare: Compare) -> Result<(), VerifyError> {
        moves.iter().try_for_each(|recorded| self.play_one(recorded, compare))
    }

    fn play_one(&mut self, recorded: &Move, compare: Compare) -> Result<(), VerifyError> {
        let number = self.file.moves.len() + 1;
        let action = recorded.action.clone();
        let Some(seat) = self.rules.seats().iter().find(|info| info.id == recorded.by).map(|info| info.seat) else {
            return Err(VerifyError::NoSeat { number, action, by: recorded.by.clone() });
        };
        let typed = self.dice.is_none().then_some(recorded.dice.as_slice());
        let (before, log_len) = (self.state.clone(), self.log.entries.len());
        let done = match self.act(seat, &action, typed) {
            Ok(done) => (done.dice.clone(), done.hash),
            Err(error) => return Err(VerifyError::Action { number, action, error }),
        };
        let other_hash = compare == Compare::Fingerprints && done.1 != recorded.hash;
        if done.0 == recorded.dice && !other_hash {
            return Ok(());
        }
        let rule = differing_rule(&recorded.log, &self.lines(self.seq()));
        self.restore(before, log_len);
        self.file.moves.pop();
        self.snapshots.cut(self.file.moves.len());
        self.undo.clear();
        Err(if done.0 == recorded.dice {
            VerifyError::Hash { number, action, rule, expected: recorded.hash, found: done.1 }
        } else {
            VerifyError::Dice { number, action, rule, expected: done.0, found: recorded.dice.clone() }
        })
    }

    /// The game as it was after the first `seq` actions.
    pub fn rewound(&self, seq: u32) -> Game<R> {
        self.rewinding(seq).finish()
    }

    /// The game before its first action.
    pub(crate) fn emptied(&self) -> Game<R> {
        let mut emptied = Game::new(NewGame {
            rules: Arc::clone(&self.rules),
            game: self.file.game.clone(),
            scenario: self.file.scenario.clone(),
            title: self.title.clone(),
            settings: self.file.settings.clone(),
            chosen: self.chosen.clone(),
            players: self.file.seats.iter().map(|seat| seat.player.clone()).collect(),
            seed: self.file.seed().ok().flatten(),
            revision: self.file.revision,
            printing: self.file.content.as_ref().and_then(Content::printing).cloned(),
        });
        emptied.file.guide.clone_from(&self.file.guide);
        emptied.guide.clone_from(&self.guide);
        emptied.branched(self.file.branches.clone());
        emptied
    }

    /// What `viewer` may see, with the log from entry `log_from` on.
    pub fn view(&self, viewer: Viewer, log_from: u32) -> View {
        let seen = self.rules.seen_by(&self.state_for(viewer), viewer);
        let mut scene = self.rules.scene(&seen, viewer);
        scene.facts.extend(self.chosen.clone());
        if self.closed.is_some() || self.declared.is_some() {
            scene.choices.clear();
            scene.sheet = None;
        }
        self.show_end(&mut scene);
        if let Some(outcome) = &mut scene.outcome {
            outcome.losses = self.rules.losses(&seen);
        }
        let guide = self.guided(viewer);
        let from = (log_from as usize).min(self.log.entries.len());
        View {
            game: self.file.game.clone(),
            scenario: self.file.scenario.clone(),
            title: self.title.clone(),
            seq: self.seq(),
            viewer,
            seats: self.rules.seats().to_vec(),
            scene,
            log: self.log.entries[from..].iter().map(|entry| entry.seen_by(viewer)).collect(),
            log_from: u32::try_from(from).unwrap_or(u32::MAX),
            can_undo: matches!(viewer, Viewer::Seat(seat) if self.can_undo(seat)),
            legacy: self.rules.legacy(&seen),
            closed: self.closed.as_ref().map(|closed| closed.seen_by(viewer)),
            guide,
            dice: self.dice_asked(viewer),
        }
    }

    /// The sheets on which `viewer` can keep account, to be printed.
    pub fn record_sheets(&self, viewer: Viewer) -> Vec<RecordSheet> {
        let seen = self.rules.seen_by(&self.state, viewer);
        let sheets = self.rules.record_sheets(&seen, viewer).into_iter();
        sheets.map(|sheet| RecordSheet { about: self.title.clone(), ..sheet }).collect()
    }

    /// The guide, for the person who follows it.
    fn guided(&self, viewer: Viewer) -> Option<Guided> {
        let is_person = |seat: Seat| self.file.seats.get(seat.index()).is_some_and(|setup| setup.player == "human");
        // When the game is over everybody sees everything, and the pupil the last words.
        let (taught, asked) = match viewer {
            Viewer::Seat(seat) => (is_person(seat), self.to_act() == Some(seat) && self.closed.is_none()),
            Viewer::Referee => (self.to_act().is_none(), false),
            Viewer::Spectator => (false, false),
        };
        let guide = self.guide.as_ref().filter(|_| taught)?;
        let legal = if asked { self.legal() } else { Vec::new() };
        Some(Guided::at(guide, &self.file.moves, &self.file.seats, &legal))
    }

    /// Everything that may be done now, in notation.
    pub fn legal(&self) -> Vec<String> {
        let mut actions = Vec::new();
        self.rules.legal(&self.state, &mut actions);
        actions.iter().map(|action| self.rules.write(&self.state, action)).collect()
    }
}

/// Reads an action that may be done now. Why another may not is answered from what its player knows: a refusal, and the
/// names that it suggests, give nothing away.
fn allowed<'r, R: Rules>(rules: &'r R, state: &R::State, text: &str) -> Result<Checked<'r, R>, ActError> {
    let read = |state: &R::State| -> Result<Checked<'r, R>, ActError> {
        let action = rules.read(state, text)?;
        let ready = rules.check(state, &action).map_err(|refusal| Refusal::from(&refusal))?;
        Ok(Checked { action, ready })
    };
    read(state).map_err(|error| {
        let seen = rules.to_act(state).map(|seat| rules.seen_by(state, Viewer::Seat(seat)));
        seen.and_then(|seen| read(&seen).err()).unwrap_or(error)
    })
}

/// Plays a game to its end with `choose` picking actions; stops after `limit` actions, or where an action is refused.
/// Returns the actions done.
pub fn play_out<R: Rules>(
    rules: &R,
    state: &mut R::State,
    dice: &mut dyn Dice,
    limit: u64,
    mut choose: impl FnMut(&R::State, Seat, &[R::Action]) -> usize,
) -> u64 {
    let mut legal = Vec::new();
    let mut done = 0;
    while done < limit
        && let Some(seat) = rules.to_act(state)
    {
        legal.clear();
        rules.legal(state, &mut legal);
        let action = &legal[choose(state, seat, &legal)];
        if rules.apply(state, action, dice, &mut crate::Silent).is_err() {
            debug_assert!(false, "{action:?} is listed and refused");
            break;
        }
        done += 1;
    }
    done
}
