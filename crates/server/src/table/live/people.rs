//! Players at a table beyond its rules: clocks, resigning, talk.

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError},
};

use engine::{Ended, EndedBy, Seat, Table};
use steward::NotDone;
use tokio::sync::watch;

use super::{LiveTable, taken::Taken};
use crate::{
    RequestError, StorageError,
    door::limits::warden::Warden,
    moment::{milliseconds, now, whole_milliseconds},
    people::{
        chat::{self, TABLE},
        clock::Clock,
        keys,
    },
    storage::{ChatLine, GameEnd, NewReport, PeopleWrite, SavedGame, Turn, Write},
};

const MINUTE: i64 = 60;
const HOUR: i64 = 3600;
/// How often a line is said again because at another process somebody took its number.
const SAID_AGAIN: u32 = 8;

/// Somebody who speaks: his place and his name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Speaker {
    pub(crate) place: String,
    pub(crate) name: String,
}

impl LiveTable {
    /// The clock of the table, if it has one.
    pub(crate) fn clock(&self) -> Option<watch::Receiver<Clock>> {
        self.clock.as_ref().map(watch::Sender::subscribe)
    }

    /// Starts the clock, if the table has one that stands and nobody is missing any more.
    pub(crate) async fn begin_clock(&self) -> Result<(), RequestError> {
        let Some(clock) = &self.clock else { return Ok(()) };
        if clock.borrow().has_begun() || !self.is_complete() {
            return Ok(());
        }
        let mut core = self.lock().await;
        let asked = self.take(&mut core).await?.look().to_act();
        let begun = clock.borrow().begin(asked, milliseconds());
        let (written, runs_out) = (begun.written(), begun.runs_out());
        let write = PeopleWrite::Clock { game: self.id.clone(), clock: written, runs_out };
        self.storage.write(Write::People(write)).await?;
        clock.send_replace(begun);
        Ok(())
    }

    /// Whether all people sit, and have accepted what they have to.
    fn is_complete(&self) -> bool {
        let places = self.places.borrow();
        let people = (0..).map(Seat).zip(&self.players).filter(|(_, player)| *player == "human");
        people.map(|(seat, _)| seat).all(|seat| places.is_claimed(seat)) && self.waiting().is_empty()
    }

    /// What a save says of the turn: the clock after it, and whether somebody else is asked now.
    pub(super) fn turn(&self, taken: &mut Taken<'_>) -> (Turn, Option<Clock>) {
        let (asked, now) = (taken.look().to_act(), milliseconds());
        let ticked = || self.clock.as_ref().map(|clock| self.ticked(&clock.borrow(), asked, now));
        let clock = taken.core.next_clock.take().or_else(ticked);
        let away = whole_milliseconds(self.warden.limits().away_time);
        let turn = Turn {
            clock: clock.as_ref().map(Clock::written),
            runs_out: clock.as_ref().and_then(Clock::runs_out),
            tell_at: (taken.core.asked != asked).then(|| now.saturating_add(away)),
        };
        (turn, clock)
    }

    /// The clock after an action. One that should have begun does now.
    fn ticked(&self, clock: &Clock, asked: Option<Seat>, now: i64) -> Clock {
        if !clock.has_begun() && self.is_complete() { clock.begin(asked, now) } else { clock.acted(asked, now) }
    }

    /// Shows the clock that was saved.
    pub(super) fn show_clock(&self, clock: Option<Clock>) {
        if let Some((sender, clock)) = self.clock.as_ref().zip(clock) {
            sender.send_replace(clock);
        }
    }

    /// Prepares the clock for an action that `seat` takes back.
    pub(super) fn clock_back(&self, taken: &mut Taken<'_>, seat: Seat) -> Result<(), String> {
        let (table, now) = (taken.look(), milliseconds());
        let asked = table.to_act();
        // Who acts beside the one that is asked has handed nothing over, and is not asked now.
        let beside = asked != Some(seat) && table.is_asked(seat);
        taken.core.next_clock = match &self.clock {
            Some(clock) if beside => Some(clock.borrow().acted(asked, now)),
            Some(clock) => Some(clock.borrow().taken_back(seat, Some(seat), now)?),
            None => None,
        };
        Ok(())
    }

    /// The seat whose time is up.
    pub(super) fn out_of_time(&self) -> Option<Seat> {
        self.clock.as_ref().and_then(|clock| clock.borrow().out(milliseconds()))
    }

    /// Ends the game if somebody's time is up.
    pub(crate) async fn time_is_up(&self) -> Result<(), RequestError> {
        let mut core = self.lock().await;
        let taken = self.take(&mut core).await?;
        match self.out_of_time() {
            Some(seat) if taken.look().to_act().is_some() => self.end(taken, Ended { seat, by: EndedBy::Time }).await,
            _ => Ok(()),
        }
    }

    /// The player of `seat` gives up.
    pub(crate) async fn resign(&self, seat: Seat) -> Result<(), NotDone> {
        let failed = |error: &RequestError| NotDone::new("resign", error.to_string());
        let mut core = self.lock().await;
        let taken = self.take(&mut core).await.map_err(|error| failed(&error))?;
        if taken.look().to_act().is_none() || taken.look().closed().is_some() {
            return Err(NotDone::new("resign", "the game is over"));
        }
        self.end(taken, Ended { seat, by: EndedBy::Resigned }).await.map_err(|error| failed(&error))
    }

    /// Ends the game. Somebody at another process may have been quicker: what is on the disk is true.
    pub(super) async fn end(&self, mut taken: Taken<'_>, ended: Ended) -> Result<(), RequestError> {
        // As long as it is not known who was quicker, the game in memory may be behind the disk.
        taken.change();
        let stopped = self.clock.as_ref().map(|clock| clock.borrow().stopped(milliseconds()));
        let ran_out = self.clock.as_ref().and_then(|clock| clock.borrow().runs_out());
        let seats = taken.look().seats();
        let (written, standing) = (ended.written(seats), ended.title(seats));
        let end = GameEnd {
            game: self.id.clone(),
            ended: written.clone(),
            standing,
            clock: stopped.as_ref().map(Clock::written),
            ran_out: ran_out.filter(|_| ended.by == EndedBy::Time),
            touched: now(),
        };
        let saved = self.storage.write(Write::People(PeopleWrite::End(end))).await;
        if saved.is_ok() && self.storage.ended(&self.id).await? == Some(written) {
            taken.change().end(ended);
            taken.core.held = None;
            taken.is_saved();
            self.show_clock(stopped);
        }
        // Whatever else has happened, it is read from the disk.
        self.announce(taken.core);
        Ok(saved?)
    }

    /// Brings a game that was read to what its row says of its end, and its clock with it.
    pub(super) fn resume_people(&self, saved: &SavedGame, table: &mut dyn Table) {
        if let Some(ended) = saved.ended.as_deref().and_then(|text| Ended::read(text, table.seats())) {
            table.end(ended);
        }
        self.show_clock(saved.clock());
    }

    /// Tells those at the table that something was said.
    pub(crate) fn said(&self) {
        self.chat.send_modify(|news| *news += 1);
    }

    /// The news that something was said.
    pub(crate) fn chat(&self) -> watch::Receiver<u64> {
        self.chat.subscribe()
    }

    /// The lines after one, without those that the player in this place does not want to hear, and the number of the
    /// last.
    pub(crate) async fn lines(
        &self,
        after: i64,
        blocked: &[String],
    ) -> Result<(Vec<crate::protocol::ChatLine>, i64), RequestError> {
        let lines = self.storage.chat(&self.id, after, chat::LAST).await?;
        let last = lines.last().map_or(after, |line| line.number);
        let heard = lines.into_iter().filter(|line| !blocked.contains(&line.place));
        Ok((heard.map(Into::into).collect(), last))
    }

    /// Whom the player in this place does not want to hear.
    pub(crate) async fn blocked(&self, place: &str) -> Result<Vec<String>, RequestError> {
        Ok(self.storage.blocked(&self.id, place).await?)
    }

    /// What the side of a seat is called.
    pub(crate) async fn seat_name(&self, id: &str) -> String {
        let name = |table: &dyn Table| table.seats().iter().find(|info| info.id == id).map(|info| info.name.clone());
        self.read(name).await.ok().flatten().unwrap_or_else(|| id.to_owned())
    }

    pub(crate) fn warden(&self) -> &Warden {
        &self.warden
    }

    /// Says a line.
    pub(crate) async fn say(&self, speaker: &Speaker, text: &str) -> Result<(), NotDone> {
        let text = chat::checked(text).map_err(|why| NotDone::new("say", why))?;
        let failed = |error: RequestError| NotDone::new("say", error.to_string());
        let most = self.warden.limits().lines_per_minute;
        let said =
            self.storage.said(&self.id, &speaker.place, now() - MINUTE).await.map_err(|error| failed(error.into()))?;
        if speaker.place != TABLE && said >= most {
            return Err(NotDone::new("say", format!("{most} lines a minute are enough: wait a little")));
        }
        self.speak(speaker, text).await.map_err(failed)
    }

    /// Says something in the name of the table.
    pub(crate) async fn tell_all(&self, text: &str) -> Result<(), RequestError> {
        self.speak(&Speaker { place: TABLE.to_owned(), name: "Table".to_owned() }, text.to_owned()).await
    }

    async fn speak(&self, speaker: &Speaker, text: String) -> Result<(), RequestError> {
        let Speaker { place, name } = speaker.clone();
        let line = ChatLine { number: 0, place, name, at: now(), text };
        let write = PeopleWrite::Say { game: self.id.clone(), mark: keys::word(16)?, line };
        let mut said = self.storage.write(Write::People(write.clone())).await;
        for _ in 0..SAID_AGAIN {
            if !matches!(said, Err(StorageError::Overtaken)) {
                break;
            }
            said = self.storage.write(Write::People(write.clone())).await;
        }
        said?;
        self.said();
        Ok(())
    }

    /// No longer hears `blocked`, or hears it again.
    pub(crate) async fn block(&self, place: &str, blocked: &str, on: bool) -> Result<(), RequestError> {
        let known = blocked == TABLE || self.places.borrow().seat(blocked).is_some();
        if !known {
            return Err(RequestError::Unprocessable("nobody sits there".to_owned()));
        }
        let (game, place, blocked) = (self.id.clone(), place.to_owned(), blocked.to_owned());
        Ok(self.storage.write(Write::People(PeopleWrite::Block { game, place, blocked, on })).await?)
    }

    /// Shows a line to the operator.
    pub(crate) async fn report(&self, reporter: &str, number: i64, why: &str) -> Result<(), NotDone> {
        let failed = |error: RequestError| NotDone::new("report", error.to_string());
        let why = chat::checked(why).map_err(|why| NotDone::new("report", why))?;
        let line = self.storage.chat_line(&self.id, number).await.map_err(|error| failed(error.into()))?;
        let line = line.ok_or_else(|| NotDone::new("report", "there is no such line"))?;
        let most = self.warden.limits().reports_per_hour;
        let done =
            self.storage.reported(&self.id, reporter, now() - HOUR).await.map_err(|error| failed(error.into()))?;
        if done >= most {
            return Err(NotDone::new(
                "report",
                format!("{most} reports an hour are enough: the operator will look at them"),
            ));
        }
        let account = self.places.borrow().row(&line.place).and_then(|row| row.account.clone());
        let id = keys::word(16).map_err(|error| failed(error.into()))?;
        let (game, reporter, at) = (self.id.clone(), reporter.to_owned(), now());
        let report = NewReport { id, game, line, account, reporter, why, at };
        let write = PeopleWrite::Report(Box::new(report));
        self.storage.write(Write::People(write)).await.map_err(|error| failed(error.into()))
    }

    /// Counts the players of these seats as there until it is dropped.
    pub(crate) fn sit(self: &Arc<Self>, seats: &[Seat]) -> Attendance {
        let mut sitting = self.sitting.lock().unwrap_or_else(PoisonError::into_inner);
        for seat in seats {
            *sitting.entry(*seat).or_default() += 1;
        }
        Attendance { table: Arc::clone(self), seats: seats.to_vec() }
    }

    /// Whether the player of this seat is connected to this process.
    pub(crate) fn is_there(&self, seat: Seat) -> bool {
        self.sitting.lock().unwrap_or_else(PoisonError::into_inner).contains_key(&seat)
    }
}

/// The players who are connected, by seat.
pub(super) type Sitting = BTreeMap<Seat, usize>;

/// Players who are there.
pub(crate) struct Attendance {
    table: Arc<LiveTable>,
    seats: Vec<Seat>,
}

impl Drop for Attendance {
    fn drop(&mut self) {
        let mut sitting = self.table.sitting.lock().unwrap_or_else(PoisonError::into_inner);
        for seat in &self.seats {
            if let Some(count) = sitting.get_mut(seat) {
                *count -= 1;
            }
        }
        sitting.retain(|_, count| *count > 0);
    }
}
