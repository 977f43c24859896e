//! One game as it is played: the page's own of what a server does at a table.

use engine::{Cast, Declared, Ended, EndedBy, Seat, Table};
use steward::{
    Asked, Desk, Due, Gallery, NotDone, Tempo, Terms, Unwritten, bot_asked, bot_decides, carry_out,
    protocol::{DiceFrom, ToClient, ToServer},
    text,
};

use crate::{
    page::Moment,
    record::{Row, Write, head, moves_from},
};

const STALE: &str = "the game has gone on since you looked";
const TYPED_ALREADY: &str = "somebody else has typed these dice already";
const NOT_YOURS: &str = "you do not hold the key of that seat";
const NO_SEAT: &str = "only somebody with a seat at this table can type its dice";
const TOO_MUCH: &str = "that is about more units than can be asked about at once";
const OVER: &str = "the game is over";
/// What a refusal of dice is about.
const DICE: &str = "dice";

/// A game in memory.
pub(crate) struct Room {
    row: Row,
    table: Box<dyn Table>,
    gallery: Gallery,
    version: u64,
    tempo: Tempo,
    /// What has to be accepted, where people throw the dice.
    terms: Option<Terms>,
    /// What everybody who looks on should know, as long as it is true.
    notice: Option<String>,
    /// How many of its actions are kept.
    kept: u32,
    /// The version at which a bot could not go on.
    stuck: Option<u64>,
    guests: Vec<Guest>,
}

/// A screen that shows the game.
struct Guest {
    number: u32,
    desk: Desk,
}

/// Messages to screens, by their numbers.
pub(crate) type Post = Vec<(u32, String)>;

impl Room {
    /// A game of which this many actions are kept.
    pub(crate) fn new(row: Row, mut table: Box<dyn Table>, kept: u32) -> Room {
        if let Some(held) = &row.held {
            table.resume(held);
        }
        let players = players(table.as_ref());
        let terms = (row.info.dice == DiceFrom::Typed).then(|| Terms::new(&players, &row.accepted));
        let tempo = Tempo::new(row.at_once);
        let (gallery, version, guests) = (Gallery::default(), 0, Vec::new());
        Room { row, table, gallery, version, tempo, terms, notice: None, kept, stuck: None, guests }
    }

    pub(crate) fn row(&self) -> &Row {
        &self.row
    }

    pub(crate) fn table(&self) -> &dyn Table {
        self.table.as_ref()
    }

    /// The seats that these keys open.
    pub(crate) fn held(&self, keys: &[String]) -> Vec<Seat> {
        let opens = |key: &Option<String>| key.as_ref().is_some_and(|key| keys.contains(key));
        self.row.info.seats.iter().filter(|seat| opens(&seat.key)).map(|seat| seat.seat).collect()
    }

    /// Somebody looks on.
    pub(crate) fn arrive(&mut self, number: u32, held: Vec<Seat>, moment: Moment) -> Result<Post, Unwritten> {
        self.guests.push(Guest { number, desk: Desk::new(held) });
        let mut post = Post::new();
        self.show(moment, &mut post)?;
        let notice = self.notice.clone().map(|notice| ToClient::Notice { text: Some(notice) });
        for message in self.terms_message().into_iter().chain(notice) {
            post.push((number, text(&message)?));
        }
        Ok(post)
    }

    pub(crate) fn leave(&mut self, number: u32) {
        self.guests.retain(|guest| guest.number != number);
    }

    /// Whether anybody looks on.
    pub(crate) fn is_watched(&self) -> bool {
        !self.guests.is_empty()
    }

    /// The numbers of those who look on.
    pub(crate) fn guests(&self) -> impl Iterator<Item = u32> {
        self.guests.iter().map(|guest| guest.number)
    }

    /// Sends everybody what brings him to the newest view.
    fn show(&mut self, moment: Moment, post: &mut Post) -> Result<(), Unwritten> {
        let players = players(self.table.as_ref());
        for guest in &mut self.guests {
            let table = self.table.as_ref();
            let message = match guest.desk.next(table, &mut self.gallery, moment.now)? {
                Due::Nothing => continue,
                Due::Change(text) => text.to_string(),
                Due::Whole(shown) => guest.desk.whole(table, &shown, &players)?,
            };
            post.push((guest.number, message));
        }
        Ok(())
    }

    fn desk(&mut self, number: u32) -> Option<&mut Desk> {
        self.guests.iter_mut().find(|guest| guest.number == number).map(|guest| &mut guest.desk)
    }

    fn holds(&self, number: u32, seat: Seat) -> bool {
        self.guests.iter().any(|guest| guest.number == number && guest.desk.held().contains(&seat))
    }

    fn terms_message(&self) -> Option<ToClient> {
        let terms = self.terms.as_ref()?;
        Some(ToClient::Terms { accepted: terms.accepted(), waiting: terms.waiting() })
    }

    /// Does what somebody wishes, and says what is to be sent and kept.
    pub(crate) fn grant(
        &mut self,
        number: u32,
        wish: ToServer,
        moment: Moment,
    ) -> Result<(Post, Vec<Write>), Unwritten> {
        let mut post = Post::new();
        let wish = match Asked::of(wish) {
            Ok(asked) => {
                post.push((number, self.reply(number, asked)?));
                return Ok((post, Vec::new()));
            }
            Err(wish) => wish,
        };
        let (before, terms) = (self.version, self.terms.clone());
        let done = self.carry(number, wish, moment);
        let writes = if self.version == before { Vec::new() } else { self.keep(moment) };
        self.show(moment, &mut post)?;
        if self.terms != terms
            && let Some(message) = self.terms_message()
        {
            let message = text(&message)?;
            post.extend(self.guests().map(|guest| (guest, message.clone())));
        }
        if let Err(not_done) = done {
            let stale = not_done.stale;
            post.push((number, text(&not_done.message())?));
            if stale {
                self.whole(number);
                self.show(moment, &mut post)?;
            }
        }
        Ok((post, writes))
    }

    fn whole(&mut self, number: u32) {
        if let Some(desk) = self.desk(number) {
            desk.forget();
        }
    }

    /// The answer to a question that changes nothing.
    fn reply(&mut self, number: u32, asked: Asked) -> Result<String, Unwritten> {
        let Asked { id, seat, question, too_much } = asked;
        if too_much {
            return text(&question.unanswered(id, TOO_MUCH));
        }
        let guest = self.guests.iter().find(|guest| guest.number == number);
        let viewer = guest.and_then(|guest| guest.desk.asks_for(self.table.as_ref(), seat, &question));
        match viewer {
            Some(viewer) => text(&question.answered(id, self.table.as_ref(), viewer)),
            None => text(&question.unanswered(id, NOT_YOURS)),
        }
    }

    fn carry(&mut self, number: u32, wish: ToServer, moment: Moment) -> Result<(), NotDone> {
        let refuse = |wish: &ToServer, why: &str| Err(NotDone::new(wish.name(), why));
        match wish {
            ToServer::Act { seat, .. } | ToServer::Undo { seat, .. } | ToServer::Resign { seat }
                if !self.holds(number, seat) =>
            {
                refuse(&wish, NOT_YOURS)
            }
            ToServer::Act { seq, seat, actions } => self.act(seq, seat, &actions, moment),
            ToServer::Undo { seq, seat } => self.undo(seq, seat),
            ToServer::Resign { seat } => self.resign(seat),
            ToServer::Dice { .. } | ToServer::Accept if self.desk(number).is_none_or(|desk| desk.held().is_empty()) => {
                refuse(&wish, NO_SEAT)
            }
            ToServer::Dice { seq, known, faces } => self.throw(seq, known, faces.as_deref(), moment),
            ToServer::Accept => self.accept(number),
            ToServer::Whole => {
                self.whole(number);
                Ok(())
            }
            ToServer::Pace { milliseconds } => {
                self.tempo.wish(milliseconds);
                Ok(())
            }
            ToServer::Say { .. } | ToServer::Block { .. } | ToServer::Report { .. } => {
                refuse(&wish, "nobody else hears you: this table is in your browser alone")
            }
            ToServer::Plan { .. }
            | ToServer::Openings { .. }
            | ToServer::Threats { .. }
            | ToServer::Overlays { .. }
            | ToServer::WhyNot { .. }
            | ToServer::Look { .. }
            | ToServer::Field { .. } => refuse(&wish, "a question was taken for none"),
        }
    }

    /// Notes that the game is not as it was.
    fn changed(&mut self) {
        self.version += 1;
        self.gallery.outdate(self.version);
    }

    fn stands(&self, seq: u32, action: &str) -> Result<(), NotDone> {
        if self.table.still_stands(seq) { Ok(()) } else { Err(NotDone::stale(action, STALE)) }
    }

    fn act(&mut self, seq: u32, seat: Seat, actions: &[String], moment: Moment) -> Result<(), NotDone> {
        let first = actions.first().map_or("", String::as_str);
        self.stands(seq, first)?;
        if let Some(terms) = &self.terms {
            terms.check(self.table.as_ref()).map_err(|why| NotDone::new(first, why))?;
        }
        let waits = |table: &dyn Table| table.declared().is_some();
        let before = waits(self.table.as_ref());
        let (done, refused) = carry_out(self.table.as_mut(), seat, actions, moment.chance, |_| ());
        if !done.is_empty() || waits(self.table.as_ref()) != before {
            self.changed();
        }
        refused.map_or(Ok(()), Err)
    }

    fn undo(&mut self, seq: u32, seat: Seat) -> Result<(), NotDone> {
        self.stands(seq, "undo")?;
        if self.table.to_act().is_none() {
            return Err(NotDone::new("undo", OVER));
        }
        self.table.undo(seat).map_err(|error| NotDone::new("undo", error.to_string()))?;
        self.kept = self.kept.min(self.table.seq());
        self.gallery.cut(self.table.log_len());
        self.changed();
        Ok(())
    }

    fn resign(&mut self, seat: Seat) -> Result<(), NotDone> {
        if self.table.to_act().is_none() || self.table.closed().is_some() {
            return Err(NotDone::new("resign", OVER));
        }
        self.table.end(Ended { seat, by: EndedBy::Resigned });
        self.changed();
        Ok(())
    }

    fn throw(&mut self, seq: u32, known: u32, faces: Option<&[u16]>, moment: Moment) -> Result<(), NotDone> {
        self.stands(seq, DICE)?;
        let now = self.table.declared().map(Declared::known);
        if now.is_some_and(|now| now != known) {
            return Err(NotDone::stale(DICE, TYPED_ALREADY));
        }
        let cast = faces.map_or(Cast::Seed(moment.chance), Cast::Typed);
        self.table.throw(cast).map_err(|error| NotDone::refused(DICE, error))?;
        self.changed();
        Ok(())
    }

    fn accept(&mut self, number: u32) -> Result<(), NotDone> {
        let held = self.desk(number).map(|desk| desk.held().to_vec()).unwrap_or_default();
        let Some(terms) = &mut self.terms else {
            return Err(NotDone::new("accept", "the program throws the dice of this game"));
        };
        *terms = terms.accepted_by(&held);
        self.row.accepted = terms.accepted();
        self.changed();
        Ok(())
    }

    /// What is to be kept of the game as it is now.
    pub(crate) fn keep(&mut self, moment: Moment) -> Vec<Write> {
        let table = self.table.as_ref();
        self.row.held = table.declared().map(Declared::held).cloned();
        // A game that can only be looked at is kept as it was recorded.
        if table.closed().is_none() {
            self.row.file = head(table.file());
        }
        let info = &mut self.row.info;
        (info.seq, info.over, info.standing) = (table.seq(), table.to_act().is_none(), table.standing());
        (info.asked, info.guide) = (table.to_act(), table.file().guide.clone());
        info.touched = moment.seconds();
        let (id, from) = (info.id.clone(), self.kept);
        let moves = moves_from(table, from);
        self.kept = table.seq();
        vec![Write::Moves { id: id.clone(), from, moves }, Write::Row { id, row: Box::new(self.row.clone()) }]
    }

    /// The bot that is asked while somebody looks on: how long it waits before it acts, in milliseconds.
    pub(crate) fn bot(&self) -> Option<u32> {
        let players = players(self.table.as_ref());
        let asked = bot_asked(self.table.as_ref(), &players, self.terms.as_ref()).is_some();
        (asked && self.is_watched() && self.stuck != Some(self.version)).then(|| self.tempo.pause())
    }

    /// Lets the bot that is asked do one action.
    pub(crate) fn bot_acts(&mut self, moment: Moment) -> Result<(Post, Vec<Write>), Unwritten> {
        let players = players(self.table.as_ref());
        let Some((seat, bot)) = bot_asked(self.table.as_ref(), &players, self.terms.as_ref()) else {
            return Ok((Post::new(), Vec::new()));
        };
        let mut post = Post::new();
        match bot_decides(self.table.as_mut(), seat, bot, moment.chance) {
            Ok(_) => {
                self.changed();
                let writes = self.keep(moment);
                self.show(moment, &mut post)?;
                Ok((post, writes))
            }
            Err(why) => {
                self.stuck = Some(self.version);
                self.tell(Some(format!("The bot has stopped: {why}")), &mut post)?;
                Ok((post, Vec::new()))
            }
        }
    }

    /// Tells everybody something, or that it no longer holds.
    pub(crate) fn tell(&mut self, notice: Option<String>, post: &mut Post) -> Result<(), Unwritten> {
        if self.notice == notice {
            return Ok(());
        }
        self.notice.clone_from(&notice);
        let message = text(&ToClient::Notice { text: notice })?;
        post.extend(self.guests().map(|number| (number, message.clone())));
        Ok(())
    }
}

fn players(table: &dyn Table) -> Vec<String> {
    table.file().seats.iter().map(|setup| setup.player.clone()).collect()
}
