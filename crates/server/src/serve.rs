use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::serve::ListenerExt;
use engine::Shelf;
use thiserror::Error;
use tokio::{
    net::TcpListener,
    sync::watch,
    time::{interval, sleep, timeout},
};

use crate::{
    Config, RequestError, SetAside, StorageError,
    maps::Pictures,
    origin::Loopback,
    protocol::{NewTable, TableInfo},
    routes::{self, App},
    storage::Storage,
    tables::Tables,
};

/// How long requests and clients may take to end when the server shuts down.
const GRACE: Duration = Duration::from_secs(4);

/// Why a server does not run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The saved games cannot be opened.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// The network refused.
    #[error("cannot serve: {0}")]
    Network(#[from] io::Error),
    /// A server that gives everything to everybody must not be reachable from elsewhere.
    #[error("{0} can be reached from other machines: a local server must listen at 127.0.0.1 or [::1]")]
    NotLoopback(SocketAddr),
}

/// A server with its saved games open.
pub struct Server {
    app: Arc<App>,
    storage: Arc<Storage>,
    aside: Option<SetAside>,
}

/// Opens the saved games and serves them at `listener` until `shutdown` comes.
///
/// # Errors
/// If the saved games cannot be opened or the network fails.
pub async fn serve(
    config: Config,
    shelf: Arc<Shelf>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    Server::open(config, shelf).await?.run(listener, shutdown).await
}

impl Server {
    /// Opens the saved games.
    ///
    /// # Errors
    /// If that is not possible. A damaged file is not an error: see [`Server::set_aside`].
    pub async fn open(config: Config, shelf: Arc<Shelf>) -> Result<Server, ServeError> {
        let (storage, aside) = Storage::open(&config.database).await?;
        let storage = Arc::new(storage);
        let app = Arc::new(App {
            config,
            tables: Arc::new(Tables::new(shelf, Arc::clone(&storage))),
            pictures: Pictures::default(),
            closing: watch::Sender::new(false),
            sockets: watch::Sender::new(()),
        });
        Ok(Server { app, storage, aside })
    }

    /// The damaged file that was put out of the way when the saved games were opened, if there was one. Tell people.
    pub fn set_aside(&self) -> Option<&SetAside> {
        self.aside.as_ref()
    }

    /// Lays out a new game, as `POST /api/tables` does.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be saved.
    pub async fn create(&self, wish: &NewTable) -> Result<TableInfo, RequestError> {
        self.app.tables.create(wish).await
    }

    /// Serves until `shutdown` comes; then says good-bye to all clients and closes the saved games.
    ///
    /// # Errors
    /// If the network fails.
    pub async fn run(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let address = listener.local_addr()?;
        let loopback = address.ip().is_loopback();
        if self.app.config.local && !loopback {
            return Err(ServeError::NotLoopback(address));
        }
        // Small messages go out at once and are not held back until the one before is acknowledged.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        let router = routes::router(Arc::clone(&self.app), Loopback(loopback));
        let app = Arc::clone(&self.app);
        let stop = async move {
            shutdown.await;
            app.closing.send_replace(true);
        };
        let served = tokio::select! {
            served = axum::serve(listener, router).with_graceful_shutdown(stop) => served,
            () = overdue(self.app.closing.subscribe()) => Ok(()),
            () = sweep(&self.app.tables) => Ok(()),
        };
        let _ = timeout(GRACE, self.app.sockets.closed()).await;
        self.storage.close().await;
        Ok(served?)
    }
}

/// Ends some time after the server began to close, for clients that do not end by themselves.
async fn overdue(mut closing: watch::Receiver<bool>) {
    let _ = closing.wait_for(|closing| *closing).await;
    sleep(GRACE).await;
}

/// Drops idle tables from memory, forever.
async fn sweep(tables: &Tables) {
    let mut often = interval(Duration::from_secs(60));
    loop {
        often.tick().await;
        tables.sweep();
    }
}
