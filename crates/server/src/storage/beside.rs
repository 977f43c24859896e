//! Noticing that another process has written into a SQLite file: an operator's command. PostgreSQL brings such news by
//! itself.

use std::time::Duration;

use tokio::{
    sync::mpsc,
    task::JoinHandle,
    time::{MissedTickBehavior, interval},
};

use super::{Heard, writer::Writer};

/// How often to look.
const EVERY: Duration = Duration::from_secs(1);

/// Looks until it is aborted. What was written nobody says, so all games in memory are to be looked at.
pub(super) fn watch(writer: Writer) -> (mpsc::UnboundedReceiver<Heard>, JoinHandle<()>) {
    let (tell, heard) = mpsc::unbounded_channel();
    let task = tokio::spawn(async move {
        let mut often = interval(EVERY);
        often.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            often.tick().await;
            if tell.is_closed() {
                return;
            }
            let Ok(wrote) = writer.others_wrote().await else { return };
            if wrote {
                let _ = tell.send(Heard::Perhaps);
            }
        }
    });
    (heard, task)
}
