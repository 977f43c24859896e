//! The real program, serving or doing what it is told.

use std::{
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::{Arc, Mutex},
    thread::JoinHandle,
    time::Duration,
};

use serde_json::{Value, json};

use crate::support::client;

pub const PASSWORD: &str = "correct horse battery";
const OPFIRE: &str = env!("CARGO_BIN_EXE_opfire");

/// How a command ended.
pub struct Ended {
    pub code: Option<i32>,
    pub said: String,
}

/// Runs a command to its end.
pub fn opfire(args: &[&str]) -> Ended {
    let out = Command::new(OPFIRE).args(args).env_remove("OPFIRE_CONTENT").output().unwrap();
    let said = String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    Ended { code: out.status.code(), said }
}

/// A running `opfire serve`.
pub struct House {
    pub address: SocketAddr,
    /// Where it says it is.
    pub page: String,
    /// Where its operator looks.
    pub operators: Option<SocketAddr>,
    child: Child,
    stdout: BufReader<ChildStdout>,
    logged: Arc<Mutex<String>>,
    reader: Option<JoinHandle<()>>,
}

impl House {
    /// Starts `opfire serve` with its games in `folder/games.db`.
    pub fn serve(folder: &Path, more: &[&str], log: &str) -> House {
        House::at(&format!("sqlite://{}/games.db", folder.display()), more, log)
    }

    /// Starts `opfire serve` on a database.
    pub fn at(database: &str, more: &[&str], log: &str) -> House {
        House::with(database, more, log, &[])
    }

    /// Starts `opfire serve` on a database, with something in its environment.
    pub fn with(database: &str, more: &[&str], log: &str, environment: &[(&str, &str)]) -> House {
        let mut command = Command::new(OPFIRE);
        command.args(["serve", "--bind", "127.0.0.1:0", "--database", database]).args(more);
        command.env_remove("OPFIRE_CONTENT").env("RUST_LOG", log).envs(environment.iter().copied());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let logged = Arc::new(Mutex::new(String::new()));
        let log = Arc::clone(&logged);
        // What nobody reads would stop the program one day.
        let reader = std::thread::spawn(move || {
            let mut line = String::new();
            while stderr.read_line(&mut line).is_ok_and(|read| read > 0) {
                log.lock().unwrap().push_str(&line);
                line.clear();
            }
        });
        let mut line = || {
            let mut line = String::new();
            stdout.read_line(&mut line).unwrap();
            line.trim().to_owned()
        };
        let first = line();
        let Some(page) = first.strip_prefix("opfire is at ").map(str::to_owned) else {
            child.wait().unwrap();
            reader.join().unwrap();
            panic!("it does not start: {first} {}", logged.lock().unwrap());
        };
        let address = page.split("://").nth(1).unwrap().trim_end_matches('/').parse().unwrap();
        line();
        let operators = more.contains(&"--metrics").then(|| {
            let said = line();
            said.split("http://").nth(1).unwrap().split('/').next().unwrap().parse().unwrap()
        });
        House { address, page, operators, child, stdout, logged, reader: Some(reader) }
    }

    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status().unwrap();
        assert!(sent.success());
    }

    /// Waits until something is logged.
    pub async fn logged(&self, text: &str) {
        for _ in 0..400 {
            if self.logged.lock().unwrap().contains(text) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("{text} is not in the log: {}", self.logged.lock().unwrap());
    }

    /// Asks it to stop, and gives how it ended and what it said after its start.
    pub fn stop(self) -> (Option<i32>, String) {
        self.signal("TERM");
        self.ended()
    }

    /// Waits for its end.
    pub fn ended(mut self) -> (Option<i32>, String) {
        let code = self.child.wait().unwrap().code();
        let mut said = String::new();
        self.stdout.read_to_string(&mut said).unwrap();
        self.reader.take().unwrap().join().unwrap();
        said += &self.logged.lock().unwrap();
        (code, said)
    }

    pub async fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let answer = client::request(self.address, method, path, &[], body).await;
        (answer.status, answer.body)
    }

    /// The same with a key.
    pub async fn ask_with(&self, key: &str, method: &str, path: &str, body: &str) -> (u16, String) {
        let answer = client::request(self.address, method, path, &[("Opfire-Key", key)], body).await;
        (answer.status, answer.body)
    }

    /// A new game.
    pub async fn create(&self, players: [&str; 2]) -> Value {
        let wish = json!({ "game": "divisions", "scenario": "tiger-in-the-open", "players": players });
        let (status, body) = self.ask("POST", "/api/tables", &wish.to_string()).await;
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }

    /// Makes an account, and gives its session.
    pub async fn register(&self, name: &str) -> String {
        let wish = json!({ "name": name, "password": PASSWORD, "email": "ann@example.org" });
        let answer = client::request(self.address, "POST", "/api/account", &[], &wish.to_string()).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        let cookie = answer.head.split("opfire=").nth(1).unwrap();
        cookie.split(';').next().unwrap().to_owned()
    }

    /// How many actions stand in each of these games.
    pub async fn seqs(&self, tables: &[Value]) -> Vec<u64> {
        let mut seqs = Vec::new();
        for table in tables {
            let (status, body) = self.ask("GET", &format!("/api/tables/{}", table["id"].as_str().unwrap()), "").await;
            assert_eq!(status, 200, "{body}");
            let info: Value = serde_json::from_str(&body).unwrap();
            assert!(info["broken"].is_null() && info["differs"].is_null(), "{info}");
            seqs.push(info["seq"].as_u64().unwrap());
        }
        seqs
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The keys of the seats of people.
pub fn keys(table: &Value) -> Vec<String> {
    table["seats"].as_array().unwrap().iter().filter_map(|seat| seat["key"].as_str().map(str::to_owned)).collect()
}

/// Changes a database behind everybody's back.
pub async fn spoil(url: &str, statement: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = <sqlx::AnyConnection as sqlx::Connection>::connect(url).await.unwrap();
    let statement = sqlx::AssertSqlSafe(statement.to_owned());
    sqlx::Executor::execute(&mut connection, statement).await.unwrap();
    // So that it is in the file, and not beside it.
    sqlx::Executor::execute(&mut connection, "PRAGMA wal_checkpoint(TRUNCATE)").await.unwrap();
    sqlx::Connection::close(connection).await.unwrap();
}
