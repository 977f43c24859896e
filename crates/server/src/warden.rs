use std::{
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::http::HeaderMap;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{
    Limits, Network, RequestError,
    gate::{Gate, permits},
    ledger::{Ledger, Toll},
    proxy,
    visitors::{Household, Visit, Visitors},
};

const HOUR: Duration = Duration::from_secs(3600);

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
    /// Game files being read.
    pub(crate) imports: Gate,
    /// Bots thinking. Each table has one at most that waits.
    pub(crate) bots: Semaphore,
    /// Passwords being hashed, which is slow on purpose.
    pub(crate) passwords: Gate,
    tolls: Ledger<(Household, Toll)>,
    wrong_passwords: Ledger<String>,
}

/// A connection that is let in, for as long as it lasts; a WebSocket lasts longer than its request.
pub(crate) struct Ticket {
    _place: Option<OwnedSemaphorePermit>,
    _visit: Option<Visit>,
}

/// The visitor who makes a request.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) household: Household,
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
            imports: gate("too many game files are being read", limits.imports),
            bots: Semaphore::new(permits(limits.bots)),
            passwords: gate("too many are logging in", limits.passwords),
            tolls: Ledger::default(),
            wrong_passwords: Ledger::default(),
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
        let visit = if proxy::is_trusted(&self.proxies, peer) { None } else { Some(self.visit(peer.into())?) };
        Ok(Ticket { _place: Some(place), _visit: visit })
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
            tickets[1] = Arc::new(Ticket { _place: None, _visit: Some(self.visit(household)?) });
        }
        Ok(Caller { household, _tickets: tickets })
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

    /// Counts an attempt to log in with this name. All count until they turn out to be right, or many could try at the same moment.
    pub(crate) fn try_name(&self, name: &str) -> Result<(), RequestError> {
        let (most, what) = (self.limits.wrong_passwords_per_hour, "wrong passwords can be tried with one name");
        let paid = self.wrong_passwords.pay(&name.to_owned(), most, HOUR, Instant::now());
        paid.map_err(|wait| RequestError::TooOften { most, what, wait })
    }

    /// The attempt was right.
    pub(crate) fn right_password(&self, name: &str) {
        self.wrong_passwords.refund(&name.to_owned(), self.limits.wrong_passwords_per_hour, HOUR);
    }

    /// Forgets what counts no more.
    pub(crate) fn sweep(&self, now: Instant) {
        self.visitors.sweep(now);
        self.tolls.sweep(now);
        self.wrong_passwords.sweep(now);
    }

    /// How many connections there are.
    pub(crate) fn connections(&self) -> usize {
        permits(self.limits.connections).saturating_sub(self.connections.available_permits())
    }

    /// How many are inside each gate, and how many wait there.
    pub(crate) fn crowds(&self) -> [(&'static str, usize, usize); 5] {
        let thinking = permits(self.limits.bots).saturating_sub(self.bots.available_permits());
        let crowd = |name, gate: &Gate| {
            let (inside, waiting) = gate.crowd();
            (name, inside, waiting)
        };
        [
            crowd("looking-back", &self.looking_back),
            crowd("opening", &self.opening),
            crowd("counting", &self.counting),
            crowd("imports", &self.imports),
            ("bots", thinking, 0),
        ]
    }

    pub(crate) fn visitors(&self) -> &Visitors {
        &self.visitors
    }
}
