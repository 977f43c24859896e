//! Meters that nobody reads: a program without the feature `club` counts nothing.

use std::time::Instant;

/// The meters of this process.
pub(crate) fn meters() -> &'static Meters {
    &Meters {
        turned_away: Count,
        handshakes_failed: Count,
        actions_done: Count,
        actions_refused: Count,
        writes_failed: Count,
        spent: Count,
    }
}

pub(crate) struct Meters {
    pub(crate) turned_away: Count,
    #[allow(dead_code, reason = "there are no handshakes")]
    pub(crate) handshakes_failed: Count,
    pub(crate) actions_done: Count,
    pub(crate) actions_refused: Count,
    pub(crate) writes_failed: Count,
    pub(crate) spent: Count,
}

/// What is counted elsewhere.
pub(crate) struct Count;

impl Count {
    pub(crate) fn inc(&self) {}

    pub(crate) fn inc_by(&self, _more: u64) {}
}

impl Meters {
    pub(crate) fn answered(&self, _status: u16, _since: Instant) {}

    pub(crate) fn committed(&self, _writes: usize, _since: Instant) {}

    pub(crate) fn read(&self, _since: Instant) {}

    pub(crate) fn thought(&self, _since: Instant) {}

    pub(crate) fn error(&self, _kind: &'static str) {}

    pub(crate) fn notice(&self, _kind: &'static str) {}

    pub(crate) fn asked(&self, _kind: &'static str) {}
}
