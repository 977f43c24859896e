use engine::Table;
use steward::Gallery;

use super::Core;
use crate::{RequestError, failure::apart};

/// The game, taken out of its core by somebody who looks at it or changes it. It goes back when this is dropped, unless
/// it was changed and nobody has said that the change is on the disk: then it is let go, and read again at the next
/// look.
pub(super) struct Taken<'c> {
    pub(super) core: &'c mut Core,
    /// Absent only while it is worked on apart.
    table: Option<Box<dyn Table>>,
    /// Whether it is ahead of the disk.
    changed: bool,
}

impl<'c> Taken<'c> {
    pub(super) fn new(core: &'c mut Core, table: Box<dyn Table>) -> Taken<'c> {
        Taken { core, table: Some(table), changed: false }
    }

    pub(super) fn look(&self) -> &dyn Table {
        self.table.as_deref().expect("whoever works on it apart holds this")
    }

    /// The game, and the views of it that somebody has.
    pub(super) fn look_and_show(&mut self) -> (&dyn Table, &mut Gallery) {
        (self.table.as_deref().expect("whoever works on it apart holds this"), &mut self.core.gallery)
    }

    /// The game, to be changed. From now on it is ahead of the disk.
    pub(super) fn change(&mut self) -> &mut dyn Table {
        self.changed = true;
        self.table.as_deref_mut().expect("whoever works on it apart holds this")
    }

    /// What was changed is on the disk, or nothing came of it.
    pub(super) fn is_saved(&mut self) {
        self.changed = false;
    }

    /// Looks at the game off the threads that serve requests.
    pub(super) async fn study<T: Send + 'static>(
        &mut self,
        look: impl FnOnce(&dyn Table) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        self.work(|table| look(table)).await
    }

    /// Changes the game off the threads that serve requests.
    pub(super) async fn change_apart<T: Send + 'static>(
        &mut self,
        change: impl FnOnce(&mut dyn Table) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        self.changed = true;
        self.work(change).await
    }

    /// If this panics, or nobody waits for its end, the game does not come back.
    async fn work<T: Send + 'static>(
        &mut self,
        work: impl FnOnce(&mut dyn Table) -> T + Send + 'static,
    ) -> Result<T, RequestError> {
        let mut table = self.table.take().expect("whoever works on it apart holds this");
        let (table, done) = apart(move || {
            let done = work(table.as_mut());
            (table, done)
        })
        .await?;
        self.table = Some(table);
        Ok(done)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        // Whoever panics may leave it half read.
        if !self.changed && !std::thread::panicking() {
            self.core.table = self.table.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::{Settings, Table};

    use super::{Core, Taken};

    fn game() -> Box<dyn Table> {
        let shelf = shelf::stock(&content::Files::embedded()).unwrap();
        let players = ["human", "human"].map(str::to_owned);
        shelf.ruleset("divisions").unwrap().open("tiger-in-the-open", &Settings::default(), &players, Some(1)).unwrap()
    }

    #[tokio::test]
    async fn it_goes_back_unless_it_is_ahead_of_the_disk() {
        let mut core = Core::default();
        let mut taken = Taken::new(&mut core, game());
        assert_eq!(taken.study(|table| table.seq()).await.unwrap(), 0);
        drop(taken);
        let table = core.table.take().expect("somebody has only looked at it");

        let mut taken = Taken::new(&mut core, table);
        taken.change();
        taken.is_saved();
        drop(taken);
        let table = core.table.take().expect("the change was saved");

        let mut taken = Taken::new(&mut core, table);
        taken.change_apart(|table| table.seq()).await.unwrap();
        drop(taken);
        assert!(core.table.is_none(), "what was done is not on the disk");
    }

    #[tokio::test]
    async fn it_is_let_go_when_the_work_panics_or_nobody_waits_for_its_end() {
        let mut core = Core::default();
        let mut taken = Taken::new(&mut core, game());
        let came: Result<(), _> = taken.study(|_| panic!("a defect")).await;
        assert!(came.is_err());
        drop(taken);
        assert!(core.table.is_none());

        let mut taken = Taken::new(&mut core, game());
        let work = taken.study(|_| std::thread::sleep(std::time::Duration::from_millis(50)));
        assert!(tokio::time::timeout(std::time::Duration::from_millis(1), work).await.is_err());
        drop(taken);
        assert!(core.table.is_none());
    }
}
