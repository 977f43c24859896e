use std::{sync::Arc, time::Duration};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use crate::{RequestError, door::limits::purse::Payer};

/// Lets a few in at the same time and a few more wait; the others are sent away at once.
pub(crate) struct Gate {
    what: &'static str,
    inside: Arc<Semaphore>,
    /// Those inside and those who wait.
    door: Arc<Semaphore>,
    /// How many there is room for inside, and in all.
    #[cfg_attr(not(feature = "club"), allow(dead_code, reason = "only metrics ask for it"))]
    places: usize,
    #[cfg_attr(not(feature = "club"), allow(dead_code, reason = "only metrics ask for it"))]
    all: usize,
    patience: Duration,
}

/// A place in the queue, for as long as it is held.
pub(crate) struct Queued<'a> {
    gate: &'a Gate,
    door: OwnedSemaphorePermit,
}

/// A place inside, for as long as it is held.
pub(crate) struct Pass {
    _inside: OwnedSemaphorePermit,
    _door: OwnedSemaphorePermit,
    /// That no other question of the same address is worked on.
    _turn: Option<OwnedSemaphorePermit>,
}

impl Gate {
    pub(crate) fn new(what: &'static str, inside: u64, waiting: u64, patience: Duration) -> Gate {
        let (places, all) = (permits(inside), permits(inside.saturating_add(waiting)));
        let semaphore = |permits| Arc::new(Semaphore::new(permits));
        Gate { what, inside: semaphore(places), door: semaphore(all), places, all, patience }
    }

    /// How many are inside, and how many wait.
    #[cfg_attr(not(feature = "club"), allow(dead_code, reason = "only metrics ask for it"))]
    pub(crate) fn crowd(&self) -> (usize, usize) {
        let inside = self.places.saturating_sub(self.inside.available_permits());
        let all = self.all.saturating_sub(self.door.available_permits());
        (inside, all.saturating_sub(inside))
    }

    pub(crate) async fn enter(&self) -> Result<Pass, RequestError> {
        self.queue()?.enter().await
    }

    /// As [`Gate::enter`], but one after the other for all who ask from one address: many who wait there keep nobody
    /// else waiting. Whoever is inside must not ask for this again.
    pub(crate) async fn enter_in_turn(&self) -> Result<Pass, RequestError> {
        let queued = self.queue()?;
        let Some(payer) = Payer::now() else { return queued.enter().await };
        let busy = || RequestError::Busy(self.what);
        let turn = timeout(self.patience, payer.turn().acquire_owned()).await;
        let turn = turn.map_err(|_| busy())?.map_err(|_| busy())?;
        Ok(Pass { _turn: Some(turn), ..queued.enter().await? })
    }

    /// Takes a place in the queue, for those who have something to do before they go in.
    pub(crate) fn queue(&self) -> Result<Queued<'_>, RequestError> {
        let door = Arc::clone(&self.door).try_acquire_owned().map_err(|_| RequestError::Busy(self.what))?;
        Ok(Queued { gate: self, door })
    }
}

impl Queued<'_> {
    pub(crate) async fn enter(self) -> Result<Pass, RequestError> {
        let busy = || RequestError::Busy(self.gate.what);
        let inside = timeout(self.gate.patience, Arc::clone(&self.gate.inside).acquire_owned()).await;
        let inside = inside.map_err(|_| busy())?.map_err(|_| busy())?;
        Ok(Pass { _inside: inside, _door: self.door, _turn: None })
    }
}

/// As many permits as a semaphore can have, if there is no limit.
pub(crate) fn permits(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX).min(Semaphore::MAX_PERMITS)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::timeout;

    use super::Gate;

    #[tokio::test]
    async fn some_go_in_some_wait_and_the_rest_is_sent_away() {
        let gate = Gate::new("tests", 1, 1, Duration::from_secs(3600));
        let inside = gate.enter().await.unwrap();
        let mut waiting = std::pin::pin!(gate.enter());
        assert!(timeout(Duration::ZERO, &mut waiting).await.is_err());
        assert_eq!(gate.crowd(), (1, 1));
        let error = gate.enter().await.err().unwrap();
        assert!(error.to_string().contains("tests"), "{error}");
        drop(inside);
        assert!(waiting.await.is_ok());
    }

    #[tokio::test]
    async fn nobody_waits_for_ever() {
        let gate = Gate::new("tests", 1, 1, Duration::from_millis(1));
        let _inside = gate.enter().await.unwrap();
        assert!(gate.enter().await.is_err());
        assert!(gate.enter().await.is_err(), "whoever went away left room to wait");
    }
}
