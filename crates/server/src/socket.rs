mod talk;

use std::{mem, sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use engine::{LookError, Pointed, Seat, Table, Viewer};
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval, timeout},
};

use crate::{
    accounts::BANNED,
    clock::Clock,
    desk::Desk,
    live::{LiveTable, NotDone, milliseconds},
    meters::meters,
    pack::pack,
    places::{Credentials, Holder, Places},
    protocol::{ClockInfo, ToClient, ToServer},
    shown,
    terms::Terms,
    visitors::Household,
};

/// A client that takes nothing for this long is dropped.
const PATIENCE: Duration = Duration::from_secs(20);
/// Every read clears this much memory, and every connection holds it. What clients send is short.
pub(crate) const READ_BUFFER: usize = 1024;
/// How often a silent client is asked whether it is still there.
const PING: Duration = Duration::from_secs(20);

/// One client at one table.
pub(crate) struct Connection {
    socket: WebSocket,
    table: Arc<LiveTable>,
    desk: Desk,
    /// What this client has shown to sit here, and what it opened.
    shown: Credentials,
    holder: Holder,
    heard: Instant,
    /// Whether a view was sent since the last ping.
    lively: bool,
    /// The number of the last line of the chat that was read for this client, and whom it does not hear.
    read_to: i64,
    blocked: Vec<String>,
    household: Household,
}

/// Why a connection ends.
enum End {
    /// The other side has gone.
    Lost,
    /// We say good-bye.
    Close(u16, &'static str),
}

impl Connection {
    pub(crate) fn new(
        socket: WebSocket,
        table: Arc<LiveTable>,
        shown: Credentials,
        holder: Holder,
        household: Household,
    ) -> Connection {
        let desk = Desk::new(holder.seats.clone());
        let (heard, lively, read_to, blocked) = (Instant::now(), false, 0, Vec::new());
        Connection { socket, table, desk, shown, holder, heard, lively, read_to, blocked, household }
    }

    /// Serves the client until it or the server goes.
    pub(crate) async fn run(&mut self, closing: watch::Receiver<bool>) {
        let _presence = self.table.arrive();
        let _attendance = self.table.sit(&self.holder.seats);
        let end = match self.serve(closing).await {
            Ok(()) | Err(End::Lost) => return,
            Err(End::Close(code, reason)) => CloseFrame { code, reason: reason.into() },
        };
        let _ = timeout(Duration::from_secs(2), self.socket.send(Message::Close(Some(end)))).await;
    }

    async fn serve(&mut self, mut closing: watch::Receiver<bool>) -> Result<(), End> {
        let mut news = self.table.news();
        let mut notices = self.table.notices();
        let mut terms = self.table.terms();
        let mut places = self.table.places();
        let (mut clock, mut chat, mut bans) = (self.table.clock(), self.table.chat(), self.table.bans());
        // A key may have been made void since it was looked at.
        self.check(&places.borrow_and_update().clone())?;
        let mut ping = interval(PING);
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.show().await?;
        if notices.borrow().is_some() {
            notices.mark_changed();
        }
        if let Some(terms) = &mut terms {
            terms.mark_changed();
        }
        if let Some(clock) = &mut clock {
            clock.mark_changed();
        }
        Box::pin(self.tell_first_lines()).await?;
        loop {
            // News is a mark, not a queue: a client that is slow gets the newest view and misses those between.
            tokio::select! {
                message = self.socket.recv() => self.hear(message.ok_or(End::Lost)?.map_err(|_| End::Lost)?).await?,
                changed = news.changed() => {
                    if changed.is_err() || news.borrow_and_update().gone {
                        return Err(End::Close(close_code::NORMAL, "this game was thrown away"));
                    }
                    self.show().await?;
                }
                Ok(()) = notices.changed() => {
                    let text = notices.borrow_and_update().clone();
                    meters().notice("table");
                    self.tell(&ToClient::Notice { text }).await?;
                }
                Ok(()) = places.changed() => {
                    let places = places.borrow_and_update().clone();
                    self.check(&places)?;
                    self.tell(&ToClient::Seats { seats: places.sitting(), doomed: places.doom() }).await?;
                }
                Some(now) = agreed(&mut terms) => {
                    self.tell(&ToClient::Terms { accepted: now.accepted(), waiting: now.waiting() }).await?;
                }
                Some(now) = ticked(&mut clock) => {
                    let ClockInfo { left, running, at, .. } = now.info(milliseconds());
                    self.tell(&ToClient::Clock { left, running, at }).await?;
                }
                Ok(()) = chat.changed() => {
                    chat.borrow_and_update();
                    Box::pin(self.tell_lines(false)).await?;
                }
                Ok(()) = bans.changed() => Box::pin(self.check_account()).await?,
                _ = ping.tick() => self.ping().await?,
                () = closed(&mut closing) => {
                    return Err(End::Close(close_code::AWAY, "the server is shutting down"));
                }
            }
        }
    }

    /// Ends the connection of somebody whose key has been made void. His client would only find out that it is refused.
    fn check(&self, places: &Places) -> Result<(), End> {
        let holds = places.holder(&self.shown).is_ok_and(|holder| holder.includes(&self.holder));
        if holds { Ok(()) } else { Err(End::Close(close_code::POLICY, "the host has made your key void")) }
    }

    /// Ends the connection of somebody whom the operator has shut out. With the key of a seat, and without his account, he may come back.
    async fn check_account(&mut self) -> Result<(), End> {
        match &self.shown.account {
            Some(account) if self.table.is_shut_out(account).await => Err(End::Close(close_code::POLICY, BANNED)),
            _ => Ok(()),
        }
    }

    async fn ping(&mut self) -> Result<(), End> {
        if self.heard.elapsed() > 3 * PING {
            return Err(End::Lost);
        }
        // The text of the last view is most of what an open game takes. Where nothing happens it goes, and the next view is a whole one.
        if !mem::replace(&mut self.lively, false) {
            self.desk.forget();
        }
        self.post(Message::Ping(Vec::new().into())).await
    }

    async fn post(&mut self, message: Message) -> Result<(), End> {
        let sent = timeout(PATIENCE, self.socket.send(message)).await;
        sent.map_err(|_| End::Lost)?.map_err(|_| End::Lost)
    }

    async fn tell(&mut self, message: &ToClient) -> Result<(), End> {
        let text = shown::text(message).map_err(|error| {
            tracing::error!("{error}");
            End::Close(close_code::ERROR, "the program has made a mistake")
        })?;
        self.post(pack(text)).await
    }

    /// Sends what brings the client to the newest view.
    async fn show(&mut self) -> Result<(), End> {
        let message = self.table.show(&mut self.desk).await.map_err(|error| {
            tracing::error!("a view cannot be made: {error}");
            End::Close(close_code::ERROR, "this game cannot be read")
        })?;
        match message {
            Some(text) => {
                self.lively = true;
                self.post(pack(text)).await
            }
            None => Ok(()),
        }
    }

    /// Sends the newest view whole, whatever the client has.
    async fn show_whole(&mut self) -> Result<(), End> {
        self.desk.forget();
        self.show().await
    }

    async fn hear(&mut self, message: Message) -> Result<(), End> {
        self.heard = Instant::now();
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Close(_) => return Err(End::Lost),
            _ => return Ok(()),
        };
        match serde_json::from_str(text) {
            // Apart, so that a client who says nothing does not hold the room that the longest answer takes.
            Ok(wish) => Box::pin(self.grant(wish)).await,
            Err(error) => self.refuse("", format!("this message cannot be read: {error}")).await,
        }
    }

    async fn grant(&mut self, wish: ToServer) -> Result<(), End> {
        match wish {
            ToServer::Act { seat, ref actions, .. } if !self.holds(seat) => {
                self.refuse(actions.first().map_or("", String::as_str), NOT_YOURS).await
            }
            ToServer::Undo { seat, .. } if !self.holds(seat) => self.refuse("undo", NOT_YOURS).await,
            ToServer::Act { seq, seat, actions } => {
                let done = self.table.act(seat, seq, &actions).await;
                self.report(done).await
            }
            ToServer::Undo { seq, seat } => {
                let done = self.table.undo(seat, seq).await;
                self.report(done).await
            }
            ToServer::Dice { .. } | ToServer::Accept if self.desk.held().is_empty() => {
                self.refuse("dice", NO_SEAT).await
            }
            ToServer::Dice { seq, known, faces } => {
                let done = self.table.throw(seq, known, faces.as_deref()).await;
                self.report(done).await
            }
            ToServer::Accept => {
                let done = self.table.accept(self.desk.held()).await;
                self.report(done).await
            }
            ToServer::Whole => self.show_whole().await,
            ToServer::Plan { id, seat, units } => self.plan(id, seat, &units).await,
            ToServer::Threats { id, seat, units, hex } => self.threats(id, seat, units, hex).await,
            ToServer::Overlays { id, seat } => self.overlays(id, seat).await,
            ToServer::WhyNot { id, seat, pointed } => self.why_not(id, seat, pointed).await,
            ToServer::Look { id, seat, from, to } => {
                let answer = self.see(seat, move |table, viewer| table.look(viewer, &from, &to)).await;
                let (look, error) = split(answer);
                self.tell(&ToClient::Look { id, look, error }).await
            }
            ToServer::Field { id, seat, from } => {
                let answer = self.see(seat, move |table, viewer| table.field(viewer, &from)).await;
                let (field, error) = split(answer);
                self.tell(&ToClient::Field { id, field, error }).await
            }
            // A spectator can do nothing, not even make the bots hurry.
            ToServer::Pace { .. } if self.holder.only_watches() => Ok(()),
            ToServer::Pace { milliseconds } => {
                self.table.set_pace(milliseconds);
                Ok(())
            }
            ToServer::Resign { seat } if !self.holds(seat) => self.refuse("resign", NOT_YOURS).await,
            ToServer::Resign { seat } => {
                let done = self.table.resign(seat).await;
                self.report(done).await
            }
            ToServer::Say { text } => self.say(&text).await,
            ToServer::Block { place, on } => self.block(&place, on).await,
            ToServer::Report { number, why } => self.report_line(number, &why).await,
        }
    }

    fn holds(&self, seat: Seat) -> bool {
        self.desk.held().contains(&seat)
    }

    /// Carries an action out; the client sees it when the news of it arrives.
    async fn report(&mut self, done: Result<(), NotDone>) -> Result<(), End> {
        let Err(NotDone { action, text, refusal, stale }) = done else { return Ok(()) };
        meters().actions_refused.inc();
        self.tell(&ToClient::Refused { action, text, refusal }).await?;
        if stale { self.show_whole().await } else { Ok(()) }
    }

    async fn refuse(&mut self, action: &str, text: impl Into<String>) -> Result<(), End> {
        self.tell(&ToClient::Refused { action: action.to_owned(), text: text.into(), refusal: None }).await
    }

    async fn plan(&mut self, id: u32, seat: Seat, units: &[String]) -> Result<(), End> {
        let desk = &self.desk;
        let plan = self.table.read(|table| table.plan(desk.asks_for(table, seat)?, units)).await;
        self.tell(&ToClient::Plan { id, plan: plan.ok().flatten().map(Box::new) }).await
    }

    async fn threats(&mut self, id: u32, seat: Seat, units: Vec<String>, hex: Option<String>) -> Result<(), End> {
        let desk = self.desk.clone();
        let threats = self.table.study(move |table| table.threats(desk.asks_for(table, seat)?, &units, hex.as_deref()));
        let threats = threats.await.ok().flatten().map(Box::new);
        self.tell(&ToClient::Threats { id, threats }).await
    }

    async fn overlays(&mut self, id: u32, seat: Seat) -> Result<(), End> {
        let desk = &self.desk;
        let overlays = self.table.read(|table| Some(table.overlays(desk.asks_for(table, seat)?))).await;
        self.tell(&ToClient::Overlays { id, overlays: overlays.ok().flatten().unwrap_or_default() }).await
    }

    /// Answers only about a seat that this connection holds.
    async fn why_not(&mut self, id: u32, seat: Seat, pointed: Pointed) -> Result<(), End> {
        let desk = self.desk.clone();
        // What only that seat knows may be a reason, so a spectator is told none.
        let holds = self.holds(seat);
        let answers = self
            .table
            .study(move |table| desk.asks_for(table, seat).filter(|_| holds).map(|_| table.why_not(seat, &pointed)));
        let answers = answers.await.ok().flatten();
        self.tell(&ToClient::WhyNot { id, answers: answers.unwrap_or_default() }).await
    }

    /// Answers a question about sight with what `seat` may know.
    async fn see<T: Send + 'static>(
        &mut self,
        seat: Seat,
        look: impl FnOnce(&dyn Table, Viewer) -> Result<T, LookError> + Send + 'static,
    ) -> Result<T, String> {
        let desk = self.desk.clone();
        let answer = self.table.study(move |table| Some(look(table, desk.asks_for(table, seat)?))).await;
        let seen = answer.map_err(|error| error.to_string())?.ok_or(NOT_YOURS)?;
        seen.map_err(|error| error.to_string())
    }
}

/// The clock of the table when it has changed; never, where there is none.
async fn ticked(clock: &mut Option<watch::Receiver<Clock>>) -> Option<Clock> {
    match clock {
        Some(clock) => clock.changed().await.ok().map(|()| clock.borrow_and_update().clone()),
        None => std::future::pending().await,
    }
}

/// Either the answer or the reason why there is none, in the form of the wire.
fn split<T>(answer: Result<T, String>) -> (Option<Box<T>>, Option<String>) {
    match answer {
        Ok(found) => (Some(Box::new(found)), None),
        Err(error) => (None, Some(error)),
    }
}

async fn closed(closing: &mut watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
}

/// The terms of the table when they have changed; never, where there are none.
async fn agreed(terms: &mut Option<watch::Receiver<Terms>>) -> Option<Terms> {
    match terms {
        Some(terms) => terms.changed().await.ok().map(|()| terms.borrow_and_update().clone()),
        None => std::future::pending().await,
    }
}

const NO_SEAT: &str = "only somebody with a seat at this table can type its dice";
const NO_VOICE: &str = "spectators listen: only players and the host can speak";
const NOT_YOURS: &str = "you do not hold the key of that seat";
