//! `play` and `serve`.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::Duration,
};

use engine::Shelf;
use server::{
    Client, ClientFile, Config, Expiry, Limits, Post, Server, TlsFiles,
    protocol::{DiceFrom, NewTable},
};

use crate::{
    args::{PlayArgs, ServeArgs},
    club,
    fail::Failure,
    logs::{self, LogForm},
    out, rulebook, tables, web,
};

/// How many ports after the first are tried.
const TRIES: u16 = 20;
/// How often games are looked for that nobody plays.
const EXPIRY: Duration = Duration::from_secs(600);

pub(crate) fn play(args: &PlayArgs, content: Option<&Path>) -> Result<(), Failure> {
    let folder = data_folder(args.data.clone())?;
    let config = config(server::sqlite_url(&folder.join("opfire.db")), args.set_damaged_aside, true);
    let address = SocketAddr::from(([127, 0, 0, 1], args.port));
    let wish = wish(args, content)?;
    logs::start(LogForm::Text);
    let saved = format!("games are saved in {}", folder.display());
    run(config, (address, None), content, wish, !args.no_open, &saved)
}

pub(crate) fn serve(args: &ServeArgs, content: Option<&Path>) -> Result<(), Failure> {
    club::check(club::of_server(args))?;
    let database = match &args.database {
        Some(url) => url.clone(),
        None => self::database(None)?,
    };
    let saved = format!("games are saved in {}", server::without_password(&database));
    let mut config = config(database, args.set_damaged_aside, false);
    for word in &args.limits {
        config.limits.set(word).map_err(|error| Failure::Usage(error.to_string()))?;
    }
    config.trusted_proxies.clone_from(&args.trusted_proxy);
    config.hosts.clone_from(&args.hosts);
    config.post = Post {
        smtp: args.smtp.clone(),
        mail_from: args.mail_from.clone(),
        public_url: args.public_url.clone(),
        webhooks_inside: args.webhooks_inside,
    };
    config.drain = args.drain.unwrap_or_default();
    if let (Some(certificate), Some(key)) = (args.tls_cert.clone(), args.tls_key.clone()) {
        config.tls = Some(TlsFiles { certificate, key });
    }
    if let (Some(after), Some(archive)) = (args.expire_after, args.archive.clone()) {
        config.expiry = Some(Expiry { after, every: EXPIRY, archive });
    }
    logs::start(args.log);
    run(config, (args.bind, args.metrics), content, None, false, &saved)
}

/// The database of an operator's command, as `serve` finds it.
pub(crate) fn database(named: Option<String>) -> Result<String, Failure> {
    match named {
        Some(url) => club::check(club::of_database(&url)).map(|()| url),
        None => Ok(server::sqlite_url(&data_folder(None)?.join("server.db"))),
    }
}

/// Runs something to its end.
pub(crate) fn block_on<T>(work: impl Future<Output = T>) -> Result<T, Failure> {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| Failure::Refused(format!("cannot start: {error}")))?;
    Ok(runtime.block_on(work))
}

fn config(database: String, set_damaged_aside: bool, local: bool) -> Config {
    Config {
        database,
        set_damaged_aside,
        local,
        limits: if local { Limits::local() } else { Limits::default() },
        trusted_proxies: Vec::new(),
        hosts: Vec::new(),
        expiry: None,
        client: Arc::new(web::file),
        book: Arc::new(|_| None),
        map: Arc::new(render::map_svg),
        swatch: Arc::new(|look| render::looks().any(|known| known == look).then(|| render::swatch_svg(look))),
        symbols: render::SYMBOLS.into(),
        post: Post::default(),
        tls: None,
        drain: Duration::ZERO,
    }
}

fn data_folder(named: Option<PathBuf>) -> Result<PathBuf, Failure> {
    let usual = || directories::ProjectDirs::from("", "", "opfire").map(|dirs| dirs.data_dir().to_owned());
    named
        .or_else(usual)
        .ok_or_else(|| Failure::Usage("there is no home folder to save games in: give --data DIR".into()))
}

/// The game to start with, if one was named: a person in the first seat, the first bot in the others.
fn wish(args: &PlayArgs, content: Option<&Path>) -> Result<Option<NewTable>, Failure> {
    let Some(game) = &args.game else { return Ok(None) };
    let shelf = tables::shelf_of(game, content)?;
    let ruleset = shelf.ruleset(game)?;
    let scenarios = ruleset.scenarios();
    let scenario = match &args.scenario {
        Some(scenario) => scenario.clone(),
        None => scenarios.first().map(|info| info.id.clone()).unwrap_or_default(),
    };
    let settings = tables::settings(&args.settings)?;
    let seats = tables::seats(ruleset, &scenario, &settings);
    let bot = ruleset.bots().first().map_or("human", |(id, _)| id).to_owned();
    let mut players = vec![bot; seats];
    players[0] = "human".to_owned();
    // Before anything is started: what cannot be opened is told at once.
    ruleset.open(&scenario, &settings, &players, Some(1))?;
    let dice = if args.typed_dice { DiceFrom::Typed } else { DiceFrom::Program };
    Ok(Some(NewTable { game: game.clone(), scenario, settings, players, dice, ..NewTable::default() }))
}

fn run(
    mut config: Config,
    (address, metrics): (SocketAddr, Option<SocketAddr>),
    content: Option<&Path>,
    wish: Option<NewTable>,
    open_browser: bool,
    saved: &str,
) -> Result<(), Failure> {
    let shelf = Arc::new(tables::shelf(content)?);
    config.book = book(Arc::clone(&shelf));
    block_on(async {
        let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
        let listener = server::bind(address, TRIES).await.map_err(|error| refused(&error))?;
        let local = listener.local_addr().map_err(|error| refused(&error))?;
        let scheme = if config.tls.is_some() { "https" } else { "http" };
        let watched = match metrics {
            Some(address) => Some(server::bind(address, 0).await.map_err(|error| refused(&error))?),
            None => None,
        };
        let mut server = Server::open(config, shelf).await.map_err(|error| refused(&error))?;
        if let Some(aside) = server.set_aside() {
            out::remark(format!("opfire: {aside}"));
        }
        let page = match wish {
            None => String::new(),
            Some(wish) => {
                let table = server.create(&wish).await.map_err(|error| refused(&error))?;
                format!("#/table/{}", table.id)
            }
        };
        let url = format!("{scheme}://{local}/{page}");
        if local.port() != address.port() && address.port() != 0 {
            out::say(format!("port {} is taken, using {}", address.port(), local.port()));
        }
        out::say(format!("opfire is at {url}"));
        out::say(format!("{saved}; Ctrl-C stops"));
        if let Some(listener) = watched {
            let at = listener.local_addr().map_err(|error| refused(&error))?;
            out::say(format!("its operator finds http://{at}/metrics, /health and /ready"));
            server = server.watched_at(listener);
        }
        if open_browser {
            show(&url);
        }
        server.run(listener, asked_to_stop()).await.map_err(|error| refused(&error))?;
        out::say("stopped, every game is saved");
        Ok(())
    })?
}

/// Opens the browser where there is a screen.
fn show(url: &str) {
    let screen = cfg!(not(target_os = "linux"))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if !screen {
        out::say("there is no screen here: open the address in a browser");
    } else if let Err(error) = open::that_detached(url) {
        out::say(format!("could not open a browser ({error}): open the address yourself"));
    }
}

/// The book, put together when somebody opens it.
fn book(shelf: Arc<Shelf>) -> Client {
    let book = OnceLock::new();
    Arc::new(move |address| {
        let made = || book::Book::new(rulebook::pages(&shelf).unwrap_or_default());
        let file = book.get_or_init(made).file(address)?;
        Some(ClientFile { bytes: file.bytes, mime: file.mime.into() })
    })
}

async fn asked_to_stop() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut terminated) => {
                tokio::select! { _ = interrupted => {}, _ = terminated.recv() => {} }
            }
            Err(_) => {
                let _ = interrupted.await;
            }
        }
    }
    #[cfg(not(unix))]
    let _ = interrupted.await;
}
