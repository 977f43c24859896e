use std::{
    future::{IntoFuture, pending},
    io,
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::middleware;
use engine::Shelf;
use thiserror::Error;
#[cfg(unix)]
use tokio::signal::unix::{SignalKind, signal};
use tokio::{
    net::TcpListener,
    sync::watch,
    task::JoinHandle,
    time::{MissedTickBehavior, interval, sleep, timeout},
};

use crate::{
    Config, Expiry, RequestError, SetAside, StorageError, TlsError, Unsaved,
    door::{
        accept::Door,
        access, headers,
        kept::Kept,
        limits::warden::Warden,
        origin::Names,
        routes::{self, App},
        tls::Tls,
    },
    operator::health::{self, Health},
    people::{
        accounts,
        notify::{self, Herald},
    },
    protocol::{NewTable, TableInfo},
    storage::{Storage, archive::Archive},
    table::tables::Tables,
};

/// How long requests and clients may take to end when the server shuts down.
const GRACE: Duration = Duration::from_secs(4);

/// How long a game that is to be thrown away may outlast its time.
const MOST_PATIENT: Duration = Duration::from_secs(30);

/// Why a server does not run.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The saved games cannot be opened.
    #[error("{0}")]
    Storage(#[from] StorageError),
    /// The network refused.
    #[error("cannot serve: {0}")]
    Network(#[from] io::Error),
    /// The server has stopped, and not everything is saved.
    #[error("{0}")]
    Unsaved(#[from] Unsaved),
    /// The certificate cannot be used.
    #[error("{0}")]
    Tls(#[from] TlsError),
    /// The keys of earlier games cannot be made unreadable.
    #[error("the keys of games of an earlier version cannot be hashed: {0}")]
    Keys(RequestError),
    /// A server that gives everything to everybody must not be reachable from elsewhere.
    #[error("{0} can be reached from other machines: a local server must listen at 127.0.0.1 or [::1]")]
    NotLoopback(SocketAddr),
    /// Players cannot be told as the operator wants it.
    #[error("{0}")]
    Post(String),
}

/// A server with its saved games open.
pub struct Server {
    app: Arc<App>,
    storage: Arc<Storage>,
    aside: Option<SetAside>,
    tls: Option<Arc<Tls>>,
    health: Arc<Health>,
    operators: Option<TcpListener>,
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
    /// If that is not possible: also if another server has them, or the file is damaged and
    /// [`Config::set_damaged_aside`] is not set.
    pub async fn open(config: Config, shelf: Arc<Shelf>) -> Result<Server, ServeError> {
        let herald = Herald::new(&config.post).map_err(ServeError::Post)?;
        // Before anything is opened: a wrong file is told at once.
        let tls = config.tls.clone().map(Tls::open).transpose()?.map(Arc::new);
        let (storage, aside) = Storage::open(&config.database, config.set_damaged_aside).await?;
        let storage = Arc::new(storage);
        let warden = Arc::new(Warden::new(config.limits.clone(), config.trusted_proxies.clone()));
        let app = Arc::new(App {
            tables: Arc::new(Tables::new(shelf, Arc::clone(&storage), Arc::clone(&warden), config.local)),
            config,
            warden,
            kept: Kept::default(),
            closing: watch::Sender::new(false),
            sockets: watch::Sender::new(()),
            herald,
        });
        app.tables.hash_keys().await.map_err(ServeError::Keys)?;
        let health = Arc::new(Health::new(Arc::clone(&storage)));
        Ok(Server { app, storage, aside, tls, health, operators: None })
    }

    /// Also answers `/health`, `/ready` and `/metrics` at `listener`, from the start of [`Server::run`] to its very
    /// end. For its operator: it says how much is played, and asks nobody who he is.
    #[must_use]
    pub fn watched_at(mut self, listener: TcpListener) -> Server {
        self.operators = Some(listener);
        self
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
        self.app.tables.create(wish, None, None).await
    }

    /// Serves until `shutdown` comes; then says good-bye to all clients and closes the saved games.
    ///
    /// # Errors
    /// If the network fails, or not everything could be saved.
    pub async fn run(
        mut self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let address = listener.local_addr()?;
        let loopback = address.ip().is_loopback();
        if self.app.config.local && !loopback {
            return Err(ServeError::NotLoopback(address));
        }
        self.storage.serves_at(address);
        let app = &self.app;
        // Behind a proxy on this machine the name is that of the proxy.
        let only_here = loopback && !app.warden.behind_proxies();
        let names = Names { only_here, hosts: app.config.hosts.as_slice().into() };
        let router = routes::router(Arc::clone(app), names);
        let router = router.merge(headers::guard(app.config.tls.is_some(), health::router(Arc::clone(&self.health))));
        let router = headers::hush(router.layer(middleware::from_fn(access::note)));
        let door = Door::new(router, Arc::clone(&app.warden), app.closing.subscribe(), self.tls.clone());
        let _watched = self.operators.take().map(|listener| {
            let router = health::operators(Arc::clone(&self.health), Arc::clone(app));
            AbortOnDrop(tokio::spawn(axum::serve(listener, router).into_future()))
        });
        if let Err(error) = app.tables.resume_bots().await {
            tracing::error!("games that bots play among themselves do not go on: {error}");
        }
        let stop = async {
            shutdown.await;
            self.health.leave();
            sleep(app.config.drain).await;
            app.closing.send_replace(true);
            // For clients that do not end by themselves.
            sleep(GRACE).await;
        };
        tokio::select! {
            () = door.attend(listener) => {}
            () = stop => {}
            () = sweep(app) => {}
            () = expire(app) => {}
            () = follow(app, &self.storage) => {}
            () = end_by_time(app) => {}
            () = notify::attend(app) => {}
            () = hear_hangups(self.tls.as_deref(), app.config.local) => {}
            () = fulfil_notices(app) => {}
        }
        let _ = timeout(GRACE, self.app.sockets.closed()).await;
        self.storage.close().await?;
        Ok(())
    }
}

/// A task that ends with whoever holds it.
struct AbortOnDrop<T>(JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Reads the certificate again whenever the operator sends SIGHUP, forever. A server without one hears it, too:
/// unheard, it would end the program. But whoever closes the window of a game on his own machine means that.
async fn hear_hangups(tls: Option<&Tls>, local: bool) {
    if local {
        return pending().await;
    }
    #[cfg(unix)]
    match signal(SignalKind::hangup()) {
        Ok(mut hangups) => {
            while hangups.recv().await.is_some() {
                match tls.map(Tls::renew) {
                    None => tracing::info!("there is no certificate to be read again"),
                    Some(Ok(())) => tracing::info!("the certificate was read again"),
                    Some(Err(error)) => tracing::error!("the certificate stays as it was: {error}"),
                }
            }
        }
        Err(error) => tracing::error!("SIGHUP cannot be heard, so the certificate is read only once: {error}"),
    }
    #[cfg(not(unix))]
    let _ = tls;
    pending::<()>().await;
}

/// Drops idle tables from memory, forever.
async fn sweep(app: &App) {
    let mut often = interval(Duration::from_secs(60));
    loop {
        often.tick().await;
        app.tables.sweep();
        app.warden.sweep(Instant::now());
        if let Err(error) = accounts::forget(app.tables.storage()).await {
            tracing::error!("old sessions cannot be ended: {error}");
        }
    }
}

/// Ends games whose clocks have run out, forever.
async fn end_by_time(app: &App) {
    let mut often = interval(Duration::from_secs(1));
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        often.tick().await;
        if let Err(error) = app.tables.end_by_time().await {
            tracing::error!("games whose time is up cannot be ended: {error}");
        }
    }
}

/// Keeps up with other processes, forever.
async fn follow(app: &App, storage: &Storage) {
    let Some(mut heard) = storage.heard() else { return pending().await };
    while let Some(news) = heard.recv().await {
        app.tables.hear(&news);
    }
    pending::<()>().await;
}

/// Throws games away when the notice of their hosts has run out, forever.
async fn fulfil_notices(app: &App) {
    let mut often = interval(app.config.limits.delete_notice.min(MOST_PATIENT));
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        often.tick().await;
        if let Err(error) = app.tables.fulfil_notices().await {
            tracing::error!("games that are to be thrown away are still there: {error}");
        }
    }
}

/// Puts games away that nobody plays, forever.
async fn expire(app: &App) {
    let Some(Expiry { after, every, archive }) = &app.config.expiry else { return pending().await };
    let archive = Archive::new(archive);
    let mut often = interval(*every);
    often.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        often.tick().await;
        match app.tables.put_away(*after, &archive).await {
            Ok(0) => {}
            Ok(games) => tracing::warn!("{games} games that nobody played for a while were put into the archive"),
            Err(error) => tracing::error!("games that nobody plays cannot be put away: {error}"),
        }
    }
}
