//! Who pays for work. Every address and every connection has a purse that fills with time; what is worked out for them
//! is paid out of it, by the time it took. One that is empty asks for nothing more until it has filled again.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Semaphore;

/// How long an unused purse fills.
const SAVED: Duration = Duration::from_secs(10);
/// Nobody waits longer than this for his purse: what it was overdrawn by beyond that is forgiven.
const LONGEST: Duration = Duration::from_secs(30);

/// What somebody may spend.
#[derive(Debug)]
pub(crate) struct Purse {
    /// The milliseconds of work that come in every second.
    income: u64,
    /// When everything spent so far will have come in.
    paid: Mutex<Instant>,
    /// Only one question of an address is worked on at a time, so that others come in between.
    turn: Arc<Semaphore>,
}

impl Purse {
    /// A full one. An income of `u64::MAX` is never spent.
    pub(crate) fn new(income: u64, now: Instant) -> Purse {
        Purse { income, paid: Mutex::new(now), turn: Arc::new(Semaphore::new(1)) }
    }

    fn paid(&self) -> MutexGuard<'_, Instant> {
        self.paid.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spend(&self, work: Duration, now: Instant) {
        let earned_in = |work: Duration| work.as_nanos().saturating_mul(1000) / u128::from(self.income);
        let takes = Duration::from_nanos(u64::try_from(earned_in(work)).unwrap_or(u64::MAX));
        let mut paid = self.paid();
        let most = now + SAVED + LONGEST;
        *paid = (*paid).max(now).checked_add(takes).map_or(most, |paid| paid.min(most));
    }

    /// How long until there is something in it.
    fn wait(&self, now: Instant) -> Duration {
        self.paid().saturating_duration_since(now).saturating_sub(SAVED)
    }

    /// Whether it is full, so that a new one would be the same.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        *self.paid() <= now
    }
}

/// Whoever asks: the purse of his address, and that of his connection.
#[derive(Clone, Debug)]
pub(crate) struct Payer {
    pub(crate) address: Arc<Purse>,
    pub(crate) connection: Arc<Purse>,
}

tokio::task_local! {
    static PAYER: Payer;
}

impl Payer {
    /// Pays for what `work` does, wherever it is done.
    pub(crate) async fn pays<F: Future>(self, work: F) -> F::Output {
        PAYER.scope(self, work).await
    }

    /// Who pays for what is being done; nobody for what the server does by itself.
    pub(crate) fn now() -> Option<Payer> {
        PAYER.try_with(Payer::clone).ok()
    }

    pub(crate) fn spend(&self, work: Duration) {
        let now = Instant::now();
        self.address.spend(work, now);
        self.connection.spend(work, now);
    }

    /// How long until he may ask again.
    pub(crate) fn wait(&self) -> Duration {
        let now = Instant::now();
        self.address.wait(now).max(self.connection.wait(now))
    }

    /// One after the other, of all who ask from this address.
    pub(crate) fn turn(&self) -> Arc<Semaphore> {
        Arc::clone(&self.address.turn)
    }
}

/// Has whoever asks pay for work that was done.
pub(crate) fn spend(work: Duration) {
    if let Some(payer) = Payer::now() {
        payer.spend(work);
    }
}

/// Does something that whoever asks pays for by the time it takes.
pub(crate) fn paid<T>(work: impl FnOnce() -> T) -> T {
    let since = Instant::now();
    let done = work();
    spend(since.elapsed());
    done
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{LONGEST, Purse, SAVED};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn what_comes_in_can_be_spent_and_no_more() {
        let now = Instant::now();
        let purse = Purse::new(250, now);
        purse.spend(SAVED / 4, now);
        assert_eq!(purse.wait(now), Duration::ZERO, "what was saved up is there");
        purse.spend(SECOND / 4, now);
        assert_eq!(purse.wait(now), SECOND, "a quarter of a second comes in within one");
        assert_eq!(purse.wait(now + SECOND), Duration::ZERO);
        assert!(!purse.is_full(now + SECOND) && purse.is_full(now + SAVED + SECOND));
    }

    #[test]
    fn nobody_waits_for_ever_and_nothing_piles_up() {
        let now = Instant::now();
        let purse = Purse::new(1, now);
        purse.spend(Duration::from_secs(86_400), now);
        assert_eq!(purse.wait(now), LONGEST);
        let later = now + Duration::from_secs(86_400);
        purse.spend(Duration::from_millis(10), later);
        assert_eq!(purse.wait(later), Duration::ZERO);
        purse.spend(Duration::from_millis(1), later);
        assert_eq!(purse.wait(later), SECOND, "a day saves up no more than ten seconds");
    }

    #[test]
    fn without_a_limit_nothing_is_counted() {
        let now = Instant::now();
        let purse = Purse::new(u64::MAX, now);
        purse.spend(Duration::from_secs(86_400), now);
        assert_eq!(purse.wait(now), Duration::ZERO);
    }
}
