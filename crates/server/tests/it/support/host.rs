//! A real server in a runtime of its own, which can be shut down or killed.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use engine::Shelf;
use serde_json::{Value, json};
use server::{ClientFile, Config, Limits, Post, ServeError, Server, SetAside, StorageError};
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot, task::JoinHandle};

use super::{
    client::{Socket, key_header, request},
    game,
};

pub struct Host {
    pub address: SocketAddr,
    pub aside: Option<SetAside>,
    /// Where its operator looks.
    pub operators: SocketAddr,
    runtime: Option<Runtime>,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<()>>,
}

pub fn config(folder: &Path, local: bool) -> Config {
    let file =
        |bytes: &'static str, mime: &'static str| ClientFile { bytes: bytes.as_bytes().into(), mime: mime.into() };
    let mut limits = if local { Limits::local() } else { Limits::default() };
    // Tests ask quickly, of a slow build; `tests/budget.rs` is about these.
    for word in ["work-per-address=none", "work-per-connection=none"] {
        limits.set(word).unwrap();
    }
    Config {
        database: server::sqlite_url(&database(folder)),
        set_damaged_aside: false,
        local,
        limits,
        trusted_proxies: Vec::new(),
        hosts: Vec::new(),
        expiry: None,
        client: Arc::new(move |path| match path {
            "index.html" => Some(file("<!doctype html>the client", "text/html")),
            "assets/app-12ab.js" => Some(file("run()", "text/javascript")),
            "assets/long-34cd.js" => Some(file(LONG, "text/javascript")),
            _ => None,
        }),
        book: Arc::new(move |address| match address {
            "" | "index.html" => Some(file("<!doctype html>the book", "text/html")),
            "pictures/board.png" => Some(file("a picture", "image/png")),
            _ => None,
        }),
        map: Arc::new(|board| format!("<svg><title>{}</title></svg>", board.title)),
        swatch: Arc::new(|look| (look == "woods").then(|| "<svg>trees</svg>".to_owned())),
        symbols: "<svg><symbol id=\"armour\"/></svg>".into(),
        post: Post::default(),
        tls: None,
        drain: Duration::ZERO,
    }
}

/// Worth packing.
const LONG: &str = include_str!("host.rs");

/// In a folder that does not exist yet, with a name that needs escapes in an address.
pub fn database(folder: &Path) -> PathBuf {
    folder.join("saved games").join("opfire.db")
}

/// A server that was killed in this process takes a moment to let go of its file.
async fn open(config: Config, shelf: Arc<Shelf>) -> Server {
    for _ in 0..200 {
        match Server::open(config.clone(), Arc::clone(&shelf)).await {
            Err(ServeError::Storage(StorageError::Taken { .. })) => tokio::time::sleep(Duration::from_millis(20)).await,
            opened => return opened.unwrap(),
        }
    }
    panic!("the server before this one does not end")
}

impl Host {
    pub async fn local(folder: &Path) -> Host {
        Host::start(config(folder, true)).await
    }

    pub async fn public(folder: &Path) -> Host {
        Host::start(config(folder, false)).await
    }

    pub async fn start(config: Config) -> Host {
        Host::with(config, game::shelf()).await
    }

    /// With other games than the one for tests.
    pub async fn with(config: Config, shelf: Arc<Shelf>) -> Host {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let (told, ready) = oneshot::channel();
        let task = runtime.spawn(async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let watched = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let operators = watched.local_addr().unwrap();
            let server = open(config, shelf).await.watched_at(watched);
            told.send((listener.local_addr().unwrap(), operators, server.set_aside().cloned())).unwrap();
            let shutdown = async {
                let _ = stopped.await;
            };
            server.run(listener, shutdown).await.unwrap();
        });
        let (address, operators, aside) = ready.await.unwrap();
        Host { address, operators, aside, runtime: Some(runtime), stop: Some(stop), task: Some(task) }
    }

    /// Shuts the server down as a person would.
    pub async fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        self.task.take().unwrap().await.unwrap();
    }

    /// Ends everything at once.
    pub fn kill(self) {
        drop(self);
    }

    /// Somebody who shows these keys with everything that he asks.
    pub fn holding<'a>(&self, keys: &'a [&'a str]) -> Visitor<'a> {
        Visitor { address: self.address, keys }
    }

    /// Sends a request and gives the status and the body.
    pub async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        self.holding(&[]).ask(method, path, body).await
    }

    pub async fn get(&self, path: &str) -> (u16, String) {
        self.holding(&[]).get(path).await
    }

    pub async fn get_json(&self, path: &str) -> Value {
        self.holding(&[]).get_json(path).await
    }

    /// Lays out a game.
    pub async fn table(&self, scenario: &str, players: [&str; 2]) -> TestTable {
        let wish = json!({ "game": "hidden", "scenario": scenario, "players": players, "seed": "8675309424242" });
        let (status, body) = self.ask("POST", "/api/tables", &wish.to_string()).await;
        assert_eq!(status, 200, "{body}");
        TestTable::from(&serde_json::from_str(&body).unwrap())
    }

    /// Lays out a game as this wish says, and gives what its maker is told.
    pub async fn make(&self, wish: &Value) -> Value {
        self.post("/api/tables", wish).await
    }

    /// Sends something, which must succeed.
    pub async fn post(&self, path: &str, body: &Value) -> Value {
        self.holding(&[]).post(path, body).await
    }

    /// Lays out a game whose maker sits down as red, and gives blue to somebody else.
    pub async fn shared(&self) -> Shared {
        self.shared_with(json!({})).await
    }

    /// The same with more wishes.
    pub async fn shared_with(&self, more: Value) -> Shared {
        let mut wish = json!({
            "game": "hidden", "scenario": "short", "players": ["human", "human"], "claim": ["red"], "name": "Ann",
        });
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Shared::from(self.make(&wish).await)
    }

    /// Claims the seat of blue with its link.
    pub async fn claim(&self, table: &Shared) -> String {
        let wish = json!({ "seat": "blue", "invite": table.invite, "name": "Bob" });
        let claimed = self.post(&format!("/api/tables/{}/claim", table.id), &wish).await;
        claimed["key"].as_str().unwrap().to_owned()
    }

    /// Connects with these keys to a game.
    pub async fn connect(&self, id: &str, keys: &[&str]) -> Socket {
        Socket::open(self.address, id, keys).await.unwrap()
    }

    /// Sits down with these keys.
    pub async fn sit(&self, table: &TestTable, keys: &[&str]) -> Socket {
        Socket::open(self.address, &table.id, keys).await.unwrap()
    }
}

/// Somebody with keys.
#[derive(Copy, Clone)]
pub struct Visitor<'a> {
    address: SocketAddr,
    keys: &'a [&'a str],
}

impl Visitor<'_> {
    /// Sends a request and gives the status and the body.
    pub async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let (name, keys) = key_header(self.keys);
        let headers: &[(&str, &str)] = if keys.is_empty() { &[] } else { &[(name, &keys)] };
        let answer = request(self.address, method, path, headers, body).await;
        (answer.status, answer.body)
    }

    pub async fn get(&self, path: &str) -> (u16, String) {
        self.ask("GET", path, "").await
    }

    pub async fn get_json(&self, path: &str) -> Value {
        let (status, body) = self.get(path).await;
        assert_eq!(status, 200, "{path}: {body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Sends something, which must succeed.
    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.ask("POST", path, &body.to_string()).await;
        assert_eq!(status, 200, "{path} {body}: {answer}");
        serde_json::from_str(&answer).unwrap()
    }
}

#[derive(Clone, Debug)]
pub struct TestTable {
    pub id: String,
    pub red: String,
    pub blue: String,
}

impl From<&Value> for TestTable {
    fn from(info: &Value) -> TestTable {
        let key = |seat: usize| info["seats"][seat]["key"].as_str().unwrap_or_default().to_owned();
        TestTable { id: info["id"].as_str().unwrap().to_owned(), red: key(0), blue: key(1) }
    }
}

/// What the maker of a shared game is told.
#[derive(Clone, Debug)]
pub struct Shared {
    pub id: String,
    pub red: String,
    /// The secret of blue's link.
    pub invite: String,
    pub host: String,
    pub watch: String,
    pub info: Value,
}

impl From<Value> for Shared {
    fn from(info: Value) -> Shared {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Shared {
            id: text(&info["id"]),
            red: text(&info["seats"][0]["key"]),
            invite: text(&info["seats"][1]["invite"]),
            host: text(&info["host"]),
            watch: text(&info["watch"]),
            info,
        }
    }
}

/// A test that ends, well or not, ends its server too: a runtime must not be dropped where it would block.
impl Drop for Host {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
