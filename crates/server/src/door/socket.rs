mod talk;

use std::{fmt::Display, mem, sync::Arc, time::Duration};

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use engine::Seat;
use steward::{Asked, Desk, NotDone, Terms, text};
use tokio::{
    sync::watch,
    time::{Instant, MissedTickBehavior, interval, sleep_until, timeout},
};

use crate::{
    RequestError, StorageError,
    door::limits::{
        purse::{self, Payer},
        visitors::Household,
    },
    failure::seconds,
    moment::milliseconds,
    operator::meters::meters,
    people::{
        accounts::BANNED,
        clock::Clock,
        places::{Credentials, Holder, Places},
    },
    protocol::{ClockInfo, ToClient, ToServer},
    table::{
        live::{Gone, LiveTable},
        parcel::Parcel,
    },
};

/// A client that takes nothing for this long is dropped.
const PATIENCE: Duration = Duration::from_secs(20);
/// Every read clears this much memory, and every connection holds it. What clients send is short.
pub(crate) const READ_BUFFER: usize = 1024;
/// What a message costs, besides what is worked out for it: what an action takes, on the whole.
const MESSAGE: Duration = Duration::from_micros(200);
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
    payer: Payer,
    /// Until then nothing more is heard of somebody who has asked for too much.
    deaf: Instant,
}

/// Why a connection ends.
enum End {
    /// The other side has gone.
    Lost,
    /// We say good-bye.
    Close(u16, &'static str),
}

/// The game is no more.
const GONE: End = End::Close(close_code::NORMAL, "this game was thrown away");

impl Connection {
    pub(crate) fn new(
        socket: WebSocket,
        table: Arc<LiveTable>,
        shown: Credentials,
        holder: Holder,
        household: Household,
        payer: Payer,
    ) -> Connection {
        let desk = Desk::new(holder.seats.clone());
        let (heard, lively, read_to, blocked) = (Instant::now(), false, 0, Vec::new());
        Connection {
            socket,
            table,
            desk,
            shown,
            holder,
            heard,
            lively,
            read_to,
            blocked,
            household,
            payer,
            deaf: heard,
        }
    }

    /// Serves the client until it or the server goes.
    pub(crate) async fn run(&mut self, closing: watch::Receiver<bool>) {
        let _presence = self.table.arrive();
        let _attendance = self.table.sit(&self.holder.seats);
        let end = match self.payer.clone().pays(self.serve(closing)).await {
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
                message = next(&mut self.socket, self.deaf) => {
                    self.hear(message.ok_or(End::Lost)?.map_err(|_| End::Lost)?).await?;
                }
                changed = news.changed() => {
                    let now = *news.borrow_and_update();
                    match now.gone {
                        _ if changed.is_err() => return Err(GONE),
                        Some(Gone::Deleted) => return Err(GONE),
                        Some(Gone::Rematch) => return self.begin_next().await,
                        None => self.show().await?,
                    }
                }
                Ok(()) = notices.changed() => {
                    let text = notices.borrow_and_update().clone();
                    meters().notice("table");
                    self.tell(&ToClient::Notice { text }).await?;
                }
                Ok(()) = places.changed() => {
                    let places = places.borrow_and_update().clone();
                    self.check(&places)?;
                    let (seats, doomed, again) = (places.sitting(), places.doom(), places.again());
                    self.tell(&ToClient::Seats { seats, doomed, again }).await?;
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

    /// The next game is another table, though it is at the same place: the client comes back to it with the same keys.
    async fn begin_next(&mut self) -> Result<(), End> {
        self.tell(&ToClient::NextGame).await?;
        Err(End::Close(close_code::AWAY, "the next game begins at this table"))
    }

    /// Ends the connection of somebody whose key has been made void. His client would only find out that it is refused.
    fn check(&self, places: &Places) -> Result<(), End> {
        let holds = places.holder(&self.shown).is_ok_and(|holder| holder.includes(&self.holder));
        if holds { Ok(()) } else { Err(End::Close(close_code::POLICY, "the host has made your key void")) }
    }

    /// Ends the connection of somebody whom the operator has shut out. With the key of a seat, and without his account,
    /// he may come back.
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
        // The text of the last view is most of what an open game takes. Where nothing happens it goes, and the next
        // view is a whole one.
        if !mem::replace(&mut self.lively, false) {
            self.desk.forget();
            self.table.forget_answers();
        }
        self.post(Message::Ping(Vec::new().into())).await
    }

    async fn post(&mut self, message: Message) -> Result<(), End> {
        let sent = timeout(PATIENCE, self.socket.send(message)).await;
        sent.map_err(|_| End::Lost)?.map_err(|_| End::Lost)
    }

    async fn send(&mut self, parcel: Parcel) -> Result<(), End> {
        self.post(match parcel {
            Parcel::Text(text) => Message::Text(text.into()),
            Parcel::Packed(packed) => Message::Binary(packed.into()),
        })
        .await
    }

    async fn tell(&mut self, message: &ToClient) -> Result<(), End> {
        let text = text(message).map_err(|error| mistaken(&error))?;
        self.send(Parcel::of(text)).await
    }

    /// Sends what brings the client to the newest view.
    async fn show(&mut self) -> Result<(), End> {
        let message = self.table.show(&mut self.desk).await.map_err(|error| match error {
            RequestError::NoTable(_) | RequestError::Storage(StorageError::Gone) => GONE,
            error => {
                tracing::error!("a view cannot be made: {error}");
                End::Close(close_code::ERROR, "this game cannot be read")
            }
        })?;
        match message {
            Some(text) => {
                self.lively = true;
                self.send(purse::paid(|| Parcel::of(text))).await
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
        self.payer.spend(MESSAGE);
        let text = match &message {
            Message::Text(text) => text.as_str(),
            Message::Close(_) => return Err(End::Lost),
            _ => return Ok(()),
        };
        match serde_json::from_str(text) {
            // Apart, so that a client who says nothing does not hold the room that the longest answer takes.
            Ok(wish) => match self.payer.wait() {
                Duration::ZERO => Box::pin(self.grant(wish)).await,
                wait => self.put_off(&wish, wait).await,
            },
            Err(error) => self.refuse("", format!("this message cannot be read: {error}")).await,
        }
    }

    /// Tells somebody who has asked for too much when he can ask again, and hears nothing more from him until then.
    async fn put_off(&mut self, wish: &ToServer, wait: Duration) -> Result<(), End> {
        meters().spent.inc();
        self.deaf = Instant::now() + wait;
        let text = RequestError::Spent(wait).to_string();
        match wish.question() {
            Some(id) => self.tell(&ToClient::Later { id, seconds: seconds(wait), text }).await,
            None => self.refuse(wish.name(), text).await,
        }
    }

    async fn grant(&mut self, wish: ToServer) -> Result<(), End> {
        let wish = match Asked::of(wish) {
            Ok(asked) => return self.ask(asked).await,
            Err(wish) => wish,
        };
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
            ToServer::Plan { .. }
            | ToServer::Openings { .. }
            | ToServer::Threats { .. }
            | ToServer::Overlays { .. }
            | ToServer::WhyNot { .. }
            | ToServer::Look { .. }
            | ToServer::Field { .. } => {
                Err(mistaken(&RequestError::Defect("a question was taken for none".to_owned())))
            }
        }
    }

    fn holds(&self, seat: Seat) -> bool {
        self.desk.held().contains(&seat)
    }

    /// Tells the client that something was not done. What was, it sees when the news of it arrives.
    async fn report(&mut self, done: Result<(), NotDone>) -> Result<(), End> {
        let Err(not_done) = done else { return Ok(()) };
        meters().actions_refused.inc();
        let stale = not_done.stale;
        self.tell(&not_done.message()).await?;
        if stale { self.show_whole().await } else { Ok(()) }
    }

    async fn refuse(&mut self, action: &str, text: impl Into<String>) -> Result<(), End> {
        self.tell(&ToClient::Refused { action: action.to_owned(), text: text.into(), refusal: None }).await
    }

    /// Answers a question with what its seat may know.
    async fn ask(&mut self, asked: Asked) -> Result<(), End> {
        let Asked { id, seat, question, too_much } = asked;
        if too_much {
            return self.tell(&question.unanswered(id, TOO_MUCH)).await;
        }
        match self.table.ask(&self.desk, seat, &question).await {
            Ok(Some(answer)) => self.send(answer.to(id)).await,
            Ok(None) => self.tell(&question.unanswered(id, NOT_YOURS)).await,
            Err(error) => {
                let text = error.to_string();
                match error.retry_after() {
                    Some(seconds) => self.tell(&ToClient::Later { id, seconds, text }).await,
                    None => self.tell(&question.unanswered(id, &text)).await,
                }
            }
        }
    }
}

/// What the client says next; of one that has asked for too much nothing is heard for a while.
async fn next(socket: &mut WebSocket, deaf: Instant) -> Option<Result<Message, axum::Error>> {
    if deaf > Instant::now() {
        sleep_until(deaf).await;
    }
    socket.recv().await
}

fn mistaken(error: &impl Display) -> End {
    tracing::error!("{error}");
    End::Close(close_code::ERROR, "the program has made a mistake")
}

/// The clock of the table when it has changed; never, where there is none.
async fn ticked(clock: &mut Option<watch::Receiver<Clock>>) -> Option<Clock> {
    match clock {
        Some(clock) => clock.changed().await.ok().map(|()| clock.borrow_and_update().clone()),
        None => std::future::pending().await,
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
const TOO_MUCH: &str = "that is about more units than can be asked about at once";
