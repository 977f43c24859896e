//! A wire between a process and PostgreSQL that can be cut at the worst moment.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{UnixListener, UnixStream},
};

use crate::support::postgres::{self, Postgres};

const SOCKET: &str = ".s.PGSQL.5432";
/// What PostgreSQL says when a commit is done.
const COMMITTED: &[u8] = b"COMMIT\0";

pub struct Wire {
    folder: TempDir,
    /// Whether the next answer to a commit is swallowed, and the connection with it.
    cut: Arc<AtomicBool>,
}

impl Wire {
    pub async fn new(postgres: &Postgres) -> Wire {
        let folder = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(folder.path().join(SOCKET)).unwrap();
        let (there, cut) = (postgres.folder().join(SOCKET), Arc::new(AtomicBool::new(false)));
        let armed = Arc::clone(&cut);
        tokio::spawn(async move {
            while let Ok((here, _)) = listener.accept().await {
                let there = UnixStream::connect(&there).await.unwrap();
                tokio::spawn(carry(here, there, Arc::clone(&armed)));
            }
        });
        Wire { folder, cut }
    }

    pub fn address(&self, database: &str) -> String {
        postgres::address(self.folder.path(), database)
    }

    pub fn cut_after_commit(&self) {
        self.cut.store(true, Ordering::SeqCst);
    }

    pub fn is_cut(&self) -> bool {
        !self.cut.load(Ordering::SeqCst)
    }
}

async fn carry(here: UnixStream, there: UnixStream, cut: Arc<AtomicBool>) {
    let (mut asks, mut hears) = here.into_split();
    let (mut answers, mut takes) = there.into_split();
    let asking = async move { tokio::io::copy(&mut asks, &mut takes).await };
    let answering = async move {
        let mut bytes = [0; 16 * 1024];
        while let Ok(length @ 1..) = answers.read(&mut bytes).await {
            let answer = &bytes[..length];
            let committed = answer.windows(COMMITTED.len()).any(|window| window == COMMITTED);
            if committed && cut.swap(false, Ordering::SeqCst) {
                return;
            }
            if hears.write_all(answer).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        _ = asking => {}
        () = answering => {}
    }
}
