//! What time it is, and nothing else of the machine's clock.

use std::{
    sync::LazyLock,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

/// In whole seconds since 1970, for rows.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

/// In milliseconds since 1970, for clocks.
pub(crate) fn milliseconds() -> i64 {
    whole_milliseconds(SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default())
}

/// In milliseconds since this was first asked, and never backwards: for what follows upon what.
pub(crate) fn steady() -> u64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    u64::try_from(START.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// A length of time, as clocks count it.
pub(crate) fn whole_milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
