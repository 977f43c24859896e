use std::{
    collections::BTreeMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

const HOUR: Duration = Duration::from_secs(3600);
const DAY: Duration = Duration::from_secs(24 * 3600);

/// An address as it is counted: for IPv6 the /64 network, because one household has all of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Household(IpAddr);

impl From<IpAddr> for Household {
    fn from(address: IpAddr) -> Self {
        Household(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        })
    }
}

/// Who is here and what they made lately. Addresses are personal: they stay in memory, for a day at most, and are never
/// written down.
#[derive(Default)]
pub(crate) struct Visitors(Mutex<BTreeMap<Household, Visitor>>);

#[derive(Default)]
struct Visitor {
    connections: u64,
    /// When everything made so far will have been paid for, at the permitted number of games an hour.
    paid: Option<Instant>,
    /// The games of the last day, oldest first.
    games: Vec<(Instant, String)>,
}

/// A connection that is counted.
pub(crate) struct Visit {
    visitors: Arc<Visitors>,
    household: Household,
}

impl Visitors {
    fn known(&self) -> MutexGuard<'_, BTreeMap<Household, Visitor>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more connection, unless there are `most` already.
    pub(crate) fn arrive(self: &Arc<Self>, household: Household, most: u64) -> Option<Visit> {
        let mut known = self.known();
        let visitor = known.entry(household).or_default();
        if visitor.connections >= most {
            return None;
        }
        visitor.connections += 1;
        Some(Visit { visitors: Arc::clone(self), household })
    }

    /// Counts one more game for the hour.
    ///
    /// # Errors
    /// How long to wait, if there are `most` already.
    pub(crate) fn pay(&self, household: Household, most: u64, now: Instant) -> Result<(), Duration> {
        let each = HOUR / u32::try_from(most).unwrap_or(u32::MAX);
        let mut known = self.known();
        let visitor = known.entry(household).or_default();
        let paid = visitor.paid.unwrap_or(now).max(now) + each;
        let wait = (paid - now).saturating_sub(HOUR);
        if wait.is_zero() {
            visitor.paid = Some(paid);
            Ok(())
        } else {
            Err(wait)
        }
    }

    /// The games made from there in the last day.
    pub(crate) fn games(&self, household: Household) -> Vec<String> {
        let known = self.known();
        let games = known.get(&household).map(|visitor| visitor.games.as_slice()).unwrap_or_default();
        games.iter().map(|(_, game)| game.clone()).collect()
    }

    /// Notes that a game was made.
    pub(crate) fn made(&self, household: Household, game: &str, now: Instant) {
        self.known().entry(household).or_default().games.push((now, game.to_owned()));
    }

    /// Forgets games that count no more.
    pub(crate) fn forget(&self, household: Household, gone: impl Fn(&str) -> bool) {
        if let Some(visitor) = self.known().get_mut(&household) {
            visitor.games.retain(|(_, game)| !gone(game));
        }
    }

    /// Forgets everything older than a day, and visitors who left nothing behind.
    pub(crate) fn sweep(&self, now: Instant) {
        self.known().retain(|_, visitor| {
            visitor.games.retain(|(made, _)| now.saturating_duration_since(*made) < DAY);
            visitor.paid = visitor.paid.filter(|&paid| paid > now);
            visitor.connections > 0 || visitor.paid.is_some() || !visitor.games.is_empty()
        });
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let mut known = self.visitors.known();
        if let Some(visitor) = known.get_mut(&self.household) {
            visitor.connections -= 1;
            if visitor.connections == 0 && visitor.paid.is_none() && visitor.games.is_empty() {
                known.remove(&self.household);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        net::IpAddr,
        sync::Arc,
        time::{Duration, Instant},
    };

    use super::{DAY, HOUR, Household, Visitors};

    fn household(text: &str) -> Household {
        text.parse::<IpAddr>().unwrap().into()
    }

    #[test]
    fn a_household_is_counted_once() {
        assert_eq!(household("2001:db8::1"), household("2001:db8::ffff:1"));
        assert_ne!(household("2001:db8:0:1::1"), household("2001:db8::1"));
        assert_eq!(household("::ffff:192.0.2.7"), household("192.0.2.7"));
        assert_ne!(household("192.0.2.8"), household("192.0.2.7"));
    }

    #[test]
    fn connections_are_given_back() {
        let visitors = Arc::new(Visitors::default());
        let (one, other) = (household("192.0.2.7"), household("192.0.2.8"));
        let first = visitors.arrive(one, 2).unwrap();
        let second = visitors.arrive(one, 2).unwrap();
        assert!(visitors.arrive(one, 2).is_none());
        assert!(visitors.arrive(other, 2).is_some());
        drop(first);
        let third = visitors.arrive(one, 2).unwrap();
        assert!(visitors.arrive(one, 2).is_none());
        drop((second, third));
        assert!(visitors.known().is_empty(), "nobody is remembered who only looked");
    }

    #[test]
    fn so_many_games_an_hour_and_the_next_when_one_is_paid_for() {
        let visitors = Visitors::default();
        let (one, other) = (household("192.0.2.7"), household("192.0.2.8"));
        let now = Instant::now();
        for _ in 0..4 {
            visitors.pay(one, 4, now).unwrap();
        }
        assert_eq!(visitors.pay(one, 4, now), Err(HOUR / 4));
        assert_eq!(visitors.pay(one, 4, now), Err(HOUR / 4), "asking costs nothing");
        assert_eq!(visitors.pay(other, 4, now), Ok(()));
        assert_eq!(visitors.pay(one, 4, now + HOUR / 4), Ok(()));
        assert_eq!(visitors.pay(one, 4, now + HOUR / 4), Err(HOUR / 4));
        for _ in 0..4 {
            visitors.pay(one, 4, now + 3 * HOUR).unwrap();
        }
        assert!(visitors.pay(one, 4, now + 3 * HOUR).is_err(), "what was not used does not pile up");
        assert_eq!(visitors.pay(other, u64::MAX, now), Ok(()));
    }

    #[test]
    fn nobody_is_remembered_longer_than_a_day() {
        let visitors = Visitors::default();
        let (one, now) = (household("192.0.2.7"), Instant::now());
        visitors.pay(one, 4, now).unwrap();
        visitors.made(one, "a", now);
        visitors.made(one, "b", now + HOUR);
        visitors.sweep(now + DAY);
        assert_eq!(visitors.games(one), ["b"]);
        visitors.forget(one, |game| game == "b");
        assert_eq!(visitors.games(one), Vec::<String>::new());
        visitors.made(one, "c", now + HOUR);
        visitors.sweep(now + HOUR + DAY + Duration::from_secs(1));
        assert!(visitors.known().is_empty());
    }
}
