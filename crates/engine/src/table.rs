use std::sync::Arc;

use crate::{
    ActError, Board, Branch, Cast, Closed, Compare, Declared, Ended, Ending, Entry, Fate, Field, Game, GameFile, Guide,
    Held, Legacy, Line, Look, LookError, Move, OpenError, Openings, Overlay, Plan, PlayerKind, Pointed, RecordSheet,
    Rules, Seat, SeatInfo, StateHash, Threats, UndoError, VerifyError, View, Viewer, WhyNot, after::openings,
    shelf::check_players, why_not::why_not,
};

/// A game in progress whose ruleset the caller need not know.
pub trait Table: Send + Sync {
    /// The record of the game so far, without the log lines.
    fn file(&self) -> &GameFile;
    /// The record of the game so far with everything in it, for a file.
    fn record(&self) -> GameFile;
    /// What the log says of action `seq`. See [`Game::lines`].
    fn lines(&self, seq: u32) -> Vec<Line>;
    /// Gives the player a guide to follow. See [`Game::follow`].
    fn follow(&mut self, guide: Arc<Guide>);
    /// Makes this a game of its own from here on. See [`Game::branch`].
    ///
    /// # Errors
    /// If a player is unknown, or a seat is left empty.
    fn branch(&mut self, players: &[String], seed: u64) -> Result<(), OpenError>;
    /// Says where the record branches. See [`Game::branched`].
    fn branched(&mut self, branches: Vec<Branch>);
    /// Lets nobody act any more. See [`Game::close`].
    fn close(&mut self, closed: Closed);
    /// Why nobody can act any more.
    fn closed(&self) -> Option<&Closed>;
    /// Ends the game, whatever its rules say.
    fn end(&mut self, ended: Ended);
    /// Why it ended before its rules said so.
    fn ended(&self) -> Option<Ended>;
    /// The sides.
    fn seats(&self) -> &[SeatInfo];
    /// How many actions have been done.
    fn seq(&self) -> u32;
    /// Who is asked; nobody when the game is over.
    fn to_act(&self) -> Option<Seat>;
    /// Whether a seat may act now. See [`Game::is_asked`].
    fn is_asked(&self, seat: Seat) -> bool;
    /// Whether what was sent after `seq` actions still means the same. See [`Game::still_stands`].
    fn still_stands(&self, seq: u32) -> bool;
    /// The matter in hand. See [`Rules::matter`].
    fn matter(&self) -> u32;
    /// The fingerprint of the state.
    fn hash(&self) -> StateHash;
    /// What `viewer` may see, with the log from entry `log_from` on.
    fn view(&self, viewer: Viewer, log_from: u32) -> View;
    /// The log from entry `from` on, as `viewer` may read it.
    fn log(&self, viewer: Viewer, from: u32) -> Vec<Entry>;
    /// How many entries the log has.
    fn log_len(&self) -> u32;
    /// One line on the state of the game. See [`Rules::standing`].
    fn standing(&self) -> String;
    /// The map.
    fn board(&self) -> Board;
    /// Its record sheets, to be printed. See [`Rules::record_sheets`].
    fn record_sheets(&self, viewer: Viewer) -> Vec<RecordSheet>;
    /// Where units could go. See [`Rules::plan`].
    fn plan(&self, viewer: Viewer, units: &[String]) -> Option<Plan>;
    /// What units of the viewer could do to enemies, now or after something else: of all that could, if none is
    /// named. See [`Openings`].
    fn openings(&self, viewer: Viewer, units: &[String]) -> Openings;
    /// What the enemy could do to units in a hex. See [`Rules::threats`].
    fn threats(&self, viewer: Viewer, units: &[String], hex: Option<&str>) -> Option<Threats>;
    /// Shadings of the map. See [`Rules::overlays`].
    fn overlays(&self, viewer: Viewer) -> Vec<Overlay>;
    /// A look from hex to hex as things stand. See [`Rules::look`].
    ///
    /// # Errors
    /// As [`Rules::look`].
    fn look(&self, viewer: Viewer, from: &str, to: &str) -> Result<Look, LookError>;
    /// Everything seen from a hex as things stand. See [`Rules::field`].
    ///
    /// # Errors
    /// As [`Rules::field`].
    fn field(&self, viewer: Viewer, from: &str) -> Result<Field, LookError>;
    /// Why what `seat` points at cannot be done now. See [`Rules::wishes`].
    fn why_not(&self, seat: Seat, pointed: &Pointed) -> Vec<WhyNot>;
    /// Everything that may be done now, in notation.
    fn legal(&self) -> Vec<String>;
    /// Does an action. See [`Game::act`].
    ///
    /// # Errors
    /// As [`Game::act`].
    fn act(&mut self, seat: Seat, action: &str, typed: Option<&[u16]>) -> Result<Move, ActError>;
    /// Does an action, or holds it until people have thrown its dice. See [`Game::declare`].
    ///
    /// # Errors
    /// As [`Game::declare`].
    fn declare(&mut self, seat: Seat, action: &str, seed: u64) -> Result<Option<Move>, ActError>;
    /// The action that waits for dice.
    fn declared(&self) -> Option<&Declared>;
    /// Throws the next dice of the declared action. See [`Game::throw`].
    ///
    /// # Errors
    /// As [`Game::throw`].
    fn throw(&mut self, cast: Cast<'_>) -> Result<Option<Move>, ActError>;
    /// Holds an action as declared again. See [`Game::resume`].
    fn resume(&mut self, held: &Held);
    /// Whether the last action told its player something new. See [`Game::is_news`].
    fn is_news(&self) -> bool;
    /// Whether `seat` may take the last action back.
    fn can_undo(&self, seat: Seat) -> bool;
    /// Takes the last action back.
    ///
    /// # Errors
    /// As [`Game::undo`].
    fn undo(&mut self, seat: Seat) -> Result<(), UndoError>;
    /// Plays recorded actions on top of what has been played. See [`Game::play_back`].
    ///
    /// # Errors
    /// As [`Game::play_back`].
    fn play_back(&mut self, moves: &[Move], compare: Compare) -> Result<(), VerifyError>;
    /// What the bot named `bot` would do now. `None` if there is no such bot, nobody is asked or nobody can act.
    fn bot_action(&self, bot: &str, seed: u64) -> Option<String>;
    /// The game as it was after the first `seq` actions.
    fn rewound(&self, seq: u32) -> Box<dyn Table> {
        self.rewinding(seq)()
    }
    /// The same as work that can be done elsewhere while this game goes on. See [`crate::Rewinding`].
    fn rewinding(&self, seq: u32) -> Box<dyn FnOnce() -> Box<dyn Table> + Send>;
    /// How the game came out; `None` while it goes on.
    fn winner(&self) -> Option<Ending>;
    /// See [`Rules::tally`].
    fn tally(&self) -> Vec<(String, Vec<i32>)>;
    /// What a finished game hands on. See [`Rules::legacy`].
    fn legacy(&self) -> Option<Legacy>;
    /// How the dice compared with their odds. See [`Game::fates`].
    fn fates(&self) -> Vec<Fate>;
}

/// A seed for one decision of a bot: the same game at the same moment gives the same one (SplitMix64).
pub fn decision_seed(seed: u64, seq: u32) -> u64 {
    let mut z = seed ^ u64::from(seq).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A game with the players that could sit down at it.
pub(crate) struct Seated<R: Rules> {
    pub(crate) game: Game<R>,
    pub(crate) players: Arc<Vec<PlayerKind<R>>>,
}

impl<R: Rules> Seated<R> {
    /// Somebody with a seat that this game does not have looks on.
    fn known(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Seat(seat) if seat.index() >= self.seats().len() => Viewer::Spectator,
            known => known,
        }
    }
}

impl<R: Rules> Table for Seated<R> {
    fn file(&self) -> &GameFile {
        self.game.file()
    }

    fn record(&self) -> GameFile {
        self.game.record()
    }

    fn lines(&self, seq: u32) -> Vec<Line> {
        self.game.lines(seq)
    }

    fn follow(&mut self, guide: Arc<Guide>) {
        self.game.follow(guide);
    }

    fn branch(&mut self, players: &[String], seed: u64) -> Result<(), OpenError> {
        check_players(self.seats(), players, &self.players)?;
        self.game.branch(players, seed);
        Ok(())
    }

    fn branched(&mut self, branches: Vec<Branch>) {
        self.game.branched(branches);
    }

    fn close(&mut self, closed: Closed) {
        self.game.close(closed);
    }

    fn closed(&self) -> Option<&Closed> {
        self.game.closed()
    }

    fn end(&mut self, ended: Ended) {
        self.game.end(Some(ended));
    }

    fn ended(&self) -> Option<Ended> {
        self.game.ended()
    }

    fn seats(&self) -> &[SeatInfo] {
        self.game.rules().seats()
    }

    fn seq(&self) -> u32 {
        self.game.seq()
    }

    fn to_act(&self) -> Option<Seat> {
        self.game.to_act()
    }

    fn is_asked(&self, seat: Seat) -> bool {
        self.game.is_asked(seat)
    }

    fn still_stands(&self, seq: u32) -> bool {
        self.game.still_stands(seq)
    }

    fn matter(&self) -> u32 {
        self.game.rules().matter(self.game.state())
    }

    fn hash(&self) -> StateHash {
        StateHash::of(self.game.state())
    }

    fn view(&self, viewer: Viewer, log_from: u32) -> View {
        self.game.view(self.known(viewer), log_from)
    }

    fn log(&self, viewer: Viewer, from: u32) -> Vec<Entry> {
        let viewer = self.known(viewer);
        self.game.log().entries.iter().skip(from as usize).map(|entry| entry.seen_by(viewer)).collect()
    }

    fn log_len(&self) -> u32 {
        u32::try_from(self.game.log().entries.len()).unwrap_or(u32::MAX)
    }

    fn standing(&self) -> String {
        let rules = self.game.rules();
        if let Some(ended) = self.game.ended_standing() {
            return ended;
        }
        rules.standing(&rules.seen_by(self.game.state(), Viewer::Spectator))
    }

    fn board(&self) -> Board {
        self.game.rules().board()
    }

    fn record_sheets(&self, viewer: Viewer) -> Vec<RecordSheet> {
        self.game.record_sheets(self.known(viewer))
    }

    fn plan(&self, viewer: Viewer, units: &[String]) -> Option<Plan> {
        let rules = self.game.rules();
        let viewer = self.known(viewer);
        rules.plan(&rules.seen_by(&self.game.state_for(viewer), viewer), viewer, units)
    }

    fn openings(&self, viewer: Viewer, units: &[String]) -> Openings {
        let (rules, viewer) = (self.game.rules(), self.known(viewer));
        let Viewer::Seat(seat) = viewer else { return Openings::default() };
        openings(rules, &rules.seen_by(&self.game.state_for(viewer), viewer), seat, units)
    }

    fn threats(&self, viewer: Viewer, units: &[String], hex: Option<&str>) -> Option<Threats> {
        let (rules, viewer) = (self.game.rules(), self.known(viewer));
        rules.threats(&rules.seen_by(&self.game.state_for(viewer), viewer), viewer, units, hex)
    }

    fn overlays(&self, viewer: Viewer) -> Vec<Overlay> {
        let rules = self.game.rules();
        let viewer = self.known(viewer);
        rules.overlays(&rules.seen_by(&self.game.state_for(viewer), viewer), viewer)
    }

    fn look(&self, viewer: Viewer, from: &str, to: &str) -> Result<Look, LookError> {
        let (rules, viewer) = (self.game.rules(), self.known(viewer));
        rules.look(&rules.seen_by(&self.game.state_for(viewer), viewer), viewer, from, to)
    }

    fn field(&self, viewer: Viewer, from: &str) -> Result<Field, LookError> {
        let (rules, viewer) = (self.game.rules(), self.known(viewer));
        rules.field(&rules.seen_by(&self.game.state_for(viewer), viewer), viewer, from)
    }

    fn why_not(&self, seat: Seat, pointed: &Pointed) -> Vec<WhyNot> {
        let rules = self.game.rules();
        let Viewer::Seat(seat) = self.known(Viewer::Seat(seat)) else { return Vec::new() };
        why_not(rules, &rules.seen_by(&self.game.state_for(Viewer::Seat(seat)), Viewer::Seat(seat)), seat, pointed)
    }

    fn legal(&self) -> Vec<String> {
        self.game.legal()
    }

    fn act(&mut self, seat: Seat, action: &str, typed: Option<&[u16]>) -> Result<Move, ActError> {
        self.game.act(seat, action, typed).cloned()
    }

    fn declare(&mut self, seat: Seat, action: &str, seed: u64) -> Result<Option<Move>, ActError> {
        self.game.declare(seat, action, seed)
    }

    fn declared(&self) -> Option<&Declared> {
        self.game.declared()
    }

    fn throw(&mut self, cast: Cast<'_>) -> Result<Option<Move>, ActError> {
        self.game.throw(cast)
    }

    fn resume(&mut self, held: &Held) {
        self.game.resume(held);
    }

    fn is_news(&self) -> bool {
        self.game.is_news()
    }

    fn can_undo(&self, seat: Seat) -> bool {
        self.game.can_undo(seat)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), UndoError> {
        self.game.undo(seat)
    }

    fn play_back(&mut self, moves: &[Move], compare: Compare) -> Result<(), VerifyError> {
        self.game.play_back(moves, compare)
    }

    fn bot_action(&self, bot: &str, seed: u64) -> Option<String> {
        let rules = self.game.rules();
        let seat = self.to_act().filter(|_| self.closed().is_none())?;
        let mut player = (self.players.iter().find(|kind| kind.id == bot)?.make)(seed);
        let seen = rules.seen_by(self.game.state(), Viewer::Seat(seat));
        let mut legal = Vec::new();
        rules.legal(&seen, &mut legal);
        let chosen = player.choose(rules, &seen, seat, &legal);
        Some(rules.write(&seen, &legal[chosen]))
    }

    fn rewinding(&self, seq: u32) -> Box<dyn FnOnce() -> Box<dyn Table> + Send> {
        let (rewinding, players) = (self.game.rewinding(seq), Arc::clone(&self.players));
        Box::new(move || Box::new(Seated { game: rewinding.finish(), players }))
    }

    fn winner(&self) -> Option<Ending> {
        self.game.ended_ending().or_else(|| self.game.rules().winner(self.game.state()))
    }

    fn tally(&self) -> Vec<(String, Vec<i32>)> {
        self.game.rules().tally(self.game.state())
    }

    fn legacy(&self) -> Option<Legacy> {
        let rules = self.game.rules();
        rules.legacy(&rules.seen_by(self.game.state(), Viewer::Referee))
    }

    fn fates(&self) -> Vec<Fate> {
        self.game.fates()
    }
}
