use std::{
    collections::BTreeMap,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use axum::http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    Limits, Network, RequestError,
    door::{
        limits::{
            gate::{Gate, permits},
            ledger::{Ledger, Toll},
            purse::{Payer, Purse},
            visitors::{Household, Visit, Visitors},
        },
        proxy,
    },
};

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// Holds visitors to the limits.
pub(crate) struct Warden {
    limits: Limits,
    proxies: Vec<Network>,
    visitors: Arc<Visitors>,
    connections: Arc<Semaphore>,
    /// Games being played back up to an earlier moment.
    pub(crate) looking_back: Gate,
    /// Games being read from the disk. Apart from the other, so that one can always sit down.
    pub(crate) opening: Gate,
    /// Attacks of the aid being counted: odds of many dice take long.
    pub(crate) counting: Gate,
    /// Questions about games, maps and pictures being worked out.
    pub(crate) asking: Gate,
    /// Game files being read.
    pub(crate) imports: Gate,
    /// Bots thinking. Each table has one at most that waits.
    pub(crate) bots: Semaphore,
    /// Passwords being hashed, which is slow on purpose.
    pub(crate) passwords: Gate,
    tolls: Ledger<(Household, Toll)>,
    /// What addresses may have worked out.
    purses: Mutex<BTreeMap<Household, Arc<Purse>>>,
    wrong_passwords: Ledger<(String, Trier)>,
    /// Where the right password for a name came from, within a day.
    right: Mutex<BTreeMap<(String, Household), Instant>>,
}

/// Who tries a password, as wrong ones are counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Trier {
    /// Somebody of whom nothing is known: all of them together.
    Stranger,
    /// An address from which the right one came lately.
    Address(Household),
    /// A browser that once logged in, by the word that it was given.
    Device(String),
}

/// A connection that is let in, for as long as it lasts; a WebSocket lasts longer than its request.
pub(crate) struct Ticket {
    _place: Option<OwnedSemaphorePermit>,
    _visit: Option<Visit>,
    purse: Arc<Purse>,
}

/// The visitor who makes a request.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) household: Household,
    /// Who pays for what he asks.
    pub(crate) payer: Payer,
    /// Kept until the answer, or the WebSocket, has ended.
    _tickets: [Arc<Ticket>; 2],
}

impl Warden {
    pub(crate) fn new(limits: Limits, proxies: Vec<Network>) -> Warden {
        let gate = |what, inside| Gate::new(what, inside, limits.waiting, limits.waiting_time);
        Warden {
            looking_back: gate("too many games are being looked back at", limits.replays),
            opening: gate("too many games are being opened", limits.replays),
            counting: gate("too many odds are being counted", limits.replays),
            asking: gate("too many questions are being worked out", limits.questions),
            imports: gate("too many game files are being read", limits.imports),
            bots: Semaphore::new(permits(limits.bots)),
            passwords: gate("too many are logging in", limits.passwords),
            tolls: Ledger::default(),
            purses: Mutex::default(),
            wrong_passwords: Ledger::default(),
            right: Mutex::default(),
            connections: Arc::new(Semaphore::new(permits(limits.connections))),
            visitors: Arc::default(),
            proxies,
            limits,
        }
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether requests come through somebody else's server.
    pub(crate) fn behind_proxies(&self) -> bool {
        !self.proxies.is_empty()
    }

    /// Lets a connection in. A proxy has as many as it needs: its visitors are counted by [`Warden::call`].
    pub(crate) fn admit(&self, peer: IpAddr) -> Result<Ticket, RequestError> {
        let place = Arc::clone(&self.connections).try_acquire_owned().ok();
        let place = place.ok_or(RequestError::Busy("this server has as many connections as it can take"))?;
        let proxy = proxy::is_trusted(&self.proxies, peer);
        let visit = if proxy { None } else { Some(self.visit(peer.into())?) };
        // Over a proxy's connection come the requests of many.
        let income = if proxy { u64::MAX } else { self.limits.work_per_connection };
        Ok(Ticket { _place: Some(place), _visit: visit, purse: Arc::new(Purse::new(income, Instant::now())) })
    }

    /// A purse for a WebSocket, which is one visitor's also where it comes through a proxy.
    pub(crate) fn payer_of_socket(&self, caller: &Caller) -> Payer {
        let connection = Arc::new(Purse::new(self.limits.work_per_connection, Instant::now()));
        Payer { connection, ..caller.payer.clone() }
    }

    fn purse(&self, household: Household) -> Arc<Purse> {
        let new = || Arc::new(Purse::new(self.limits.work_per_address, Instant::now()));
        let mut purses = self.purses.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(purses.entry(household).or_insert_with(new))
    }

    fn visit(&self, household: Household) -> Result<Visit, RequestError> {
        let visit = self.visitors.arrive(household, self.limits.connections_per_address);
        visit.ok_or(RequestError::Crowded(self.limits.connections_per_address))
    }

    /// Finds out who makes a request over a connection from `peer`.
    pub(crate) fn call(&self, peer: IpAddr, ticket: &Arc<Ticket>, headers: &HeaderMap) -> Result<Caller, RequestError> {
        let household = Household::from(proxy::client(peer, headers, &self.proxies));
        let mut tickets = [Arc::clone(ticket), Arc::clone(ticket)];
        if proxy::is_trusted(&self.proxies, peer) {
            let (visit, purse) = (self.visit(household)?, Arc::clone(&ticket.purse));
            tickets[1] = Arc::new(Ticket { _place: None, _visit: Some(visit), purse });
        }
        let payer = Payer { address: self.purse(household), connection: Arc::clone(&ticket.purse) };
        Ok(Caller { household, payer, _tickets: tickets })
    }

    /// Counts a game that is to be made from there.
    pub(crate) fn pay_for_game(&self, household: Household) -> Result<(), RequestError> {
        let most = self.limits.games_per_hour;
        let paid = self.visitors.pay(household, most, Instant::now());
        paid.map_err(|wait| RequestError::TooManyGames { most, wait })
    }

    /// Counts something that may be done from there only so often.
    pub(crate) fn pay(&self, household: Household, toll: Toll) -> Result<(), RequestError> {
        let (most, what) = match toll {
            Toll::Accounts => (self.limits.accounts_per_hour, "accounts can be made from one address"),
            Toll::Logins => (self.limits.logins_per_hour, "attempts to log in can be made from one address"),
            Toll::Lines => (self.limits.lines_per_hour, "lines can be said from one address"),
            Toll::Calls => (self.limits.calls_per_hour, "addresses for news can be given from one address"),
        };
        let paid = self.tolls.pay(&(household, toll), most, HOUR, Instant::now());
        paid.map_err(|wait| RequestError::TooOften { most, what, wait })
    }

    /// How wrong passwords for this name are counted that come from there, perhaps from a browser that once had the
    /// right one. Whoever had it lately, and whoever sits at that browser, is counted apart: strangers cannot lock the
    /// owner out.
    pub(crate) fn trier(&self, name: &str, household: Household, device: Option<String>) -> Trier {
        let known = self.right().contains_key(&(name.to_owned(), household));
        device.map(Trier::Device).unwrap_or(if known { Trier::Address(household) } else { Trier::Stranger })
    }

    /// Counts an attempt to log in with this name. All count until they turn out to be right, or many could try at the
    /// same moment.
    pub(crate) fn try_name(&self, name: &str, from: &Trier) -> Result<(), RequestError> {
        let (most, what) = (self.limits.wrong_passwords_per_hour, "wrong passwords can be tried with one name");
        let paid = self.wrong_passwords.pay(&(name.to_owned(), from.clone()), most, HOUR, Instant::now());
        paid.map_err(|wait| RequestError::TooOften { most, what, wait })
    }

    /// The attempt was right.
    pub(crate) fn right_password(&self, name: &str, from: &Trier, household: Household) {
        self.wrong_passwords.refund(&(name.to_owned(), from.clone()), self.limits.wrong_passwords_per_hour, HOUR);
        self.is_at(name, household);
    }

    /// The owner of an account has shown himself from there.
    pub(crate) fn is_at(&self, name: &str, household: Household) {
        self.right().insert((name.to_owned(), household), Instant::now());
    }

    fn right(&self) -> MutexGuard<'_, BTreeMap<(String, Household), Instant>> {
        self.right.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what counts no more.
    pub(crate) fn sweep(&self, now: Instant) {
        self.visitors.sweep(now);
        self.tolls.sweep(now);
        self.wrong_passwords.sweep(now);
        self.right().retain(|_, seen| now.saturating_duration_since(*seen) < DAY);
        let mut purses = self.purses.lock().unwrap_or_else(PoisonError::into_inner);
        purses.retain(|_, purse| Arc::strong_count(purse) > 1 || !purse.is_full(now));
    }

    /// How many connections there are.
    #[cfg_attr(not(feature = "club"), allow(dead_code, reason = "only metrics ask for it"))]
    pub(crate) fn connections(&self) -> usize {
        permits(self.limits.connections).saturating_sub(self.connections.available_permits())
    }

    /// How many are inside each gate, and how many wait there.
    #[cfg_attr(not(feature = "club"), allow(dead_code, reason = "only metrics ask for it"))]
    pub(crate) fn crowds(&self) -> [(&'static str, usize, usize); 6] {
        let thinking = permits(self.limits.bots).saturating_sub(self.bots.available_permits());
        let crowd = |name, gate: &Gate| {
            let (inside, waiting) = gate.crowd();
            (name, inside, waiting)
        };
        [
            crowd("looking-back", &self.looking_back),
            crowd("opening", &self.opening),
            crowd("counting", &self.counting),
            crowd("asking", &self.asking),
            crowd("imports", &self.imports),
            ("bots", thinking, 0),
        ]
    }

    pub(crate) fn visitors(&self) -> &Visitors {
        &self.visitors
    }
}
