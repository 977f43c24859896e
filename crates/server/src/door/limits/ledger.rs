use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// What somebody may do only so often.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Toll {
    /// Making accounts.
    Accounts,
    /// Trying to log in.
    Logins,
    /// Saying something.
    Lines,
    /// Giving addresses for news of one's turn.
    Calls,
}

/// Counts what is done so often in a while, by whoever it is counted for: one may do it all at once, and then one more
/// whenever one is paid for. It is forgotten when all is.
pub(crate) struct Ledger<K>(Mutex<BTreeMap<K, Instant>>);

impl<K> Default for Ledger<K> {
    fn default() -> Self {
        Ledger(Mutex::default())
    }
}

impl<K: Ord + Clone> Ledger<K> {
    fn paid(&self) -> MutexGuard<'_, BTreeMap<K, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts it once more, of `most` in a `while_`.
    ///
    /// # Errors
    /// How long to wait, if it cannot be done.
    pub(crate) fn pay(&self, key: &K, most: u64, while_: Duration, now: Instant) -> Result<(), Duration> {
        let mut known = self.paid();
        let paid = known.get(key).copied().unwrap_or(now).max(now) + each(most, while_);
        let wait = (paid - now).saturating_sub(while_);
        if !wait.is_zero() {
            return Err(wait);
        }
        known.insert(key.clone(), paid);
        Ok(())
    }

    /// Takes one back that should not have been counted.
    pub(crate) fn refund(&self, key: &K, most: u64, while_: Duration) {
        if let Some(paid) = self.paid().get_mut(key) {
            *paid = paid.checked_sub(each(most, while_)).unwrap_or(*paid);
        }
    }

    /// Forgets what is paid for.
    pub(crate) fn sweep(&self, now: Instant) {
        self.paid().retain(|_, paid| *paid > now);
    }
}

fn each(most: u64, while_: Duration) -> Duration {
    while_ / u32::try_from(most).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Ledger;

    const HOUR: Duration = Duration::from_secs(3600);

    #[test]
    fn so_often_and_then_one_by_one() {
        let (ledger, now) = (Ledger::default(), Instant::now());
        for _ in 0..4 {
            ledger.pay(&"anna", 4, HOUR, now).unwrap();
        }
        assert_eq!(ledger.pay(&"anna", 4, HOUR, now), Err(HOUR / 4), "asking costs nothing");
        assert_eq!(ledger.pay(&"bert", 4, HOUR, now), Ok(()));
        assert_eq!(ledger.pay(&"anna", 4, HOUR, now + HOUR / 4), Ok(()));
        assert_eq!(ledger.pay(&"anna", 4, HOUR, now + HOUR / 4), Err(HOUR / 4));
        ledger.refund(&"anna", 4, HOUR);
        assert_eq!(ledger.pay(&"anna", 4, HOUR, now + HOUR / 4), Ok(()), "that one did not count");
        assert_eq!(ledger.pay(&"carl", u64::MAX, HOUR, now), Ok(()), "no limit");
    }

    #[test]
    fn nobody_is_remembered_for_longer_than_that() {
        let (ledger, now) = (Ledger::default(), Instant::now());
        ledger.pay(&"anna", 4, HOUR, now).unwrap();
        ledger.sweep(now + HOUR / 5);
        assert_eq!(ledger.paid().len(), 1);
        ledger.sweep(now + HOUR / 4);
        assert!(ledger.paid().is_empty());
    }
}
