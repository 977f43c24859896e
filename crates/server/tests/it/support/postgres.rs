//! A real PostgreSQL of a test's own, on a socket in a folder of its own. It ends with the test, however that ends.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    thread::sleep,
    time::Duration,
};

use tempfile::TempDir;

/// PostgreSQL refuses to run as root; this is somebody with no rights.
const NOBODY: &str = "65534";

pub struct Postgres {
    folder: TempDir,
    server: Option<Child>,
    databases: AtomicU32,
    /// What is put under the server, as a disk that fails.
    environment: Vec<(String, String)>,
}

impl Postgres {
    pub fn start() -> Postgres {
        Postgres::with(Vec::new())
    }

    pub fn with(environment: Vec<(String, String)>) -> Postgres {
        let folder = tempfile::Builder::new().prefix("opfire-pg").tempdir().unwrap();
        give_away(folder.path());
        let data = folder.path().join("data");
        let made = as_nobody(&program("initdb"))
            .args(["--auth=trust", "--username=opfire", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(&data)
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        let mut postgres = Postgres { folder, server: None, databases: AtomicU32::new(0), environment };
        postgres.start_again();
        postgres
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Starts the server, for the first time or after it was stopped.
    pub fn start_again(&mut self) {
        assert!(self.server.is_none());
        let mut command = as_nobody(&program("postgres"));
        command.arg("-D").arg(self.folder.path().join("data"));
        command.arg("-k").arg(self.folder.path());
        for setting in ["listen_addresses=", "max_connections=120", "shared_buffers=32MB", "log_min_messages=warning"] {
            command.args(["-c", setting]);
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        let log = fs::File::options().create(true).append(true).open(self.folder.path().join("log")).unwrap();
        self.server = Some(command.stdout(Stdio::null()).stderr(log).spawn().unwrap());
        for _ in 0..600 {
            if self.psql("postgres", "SELECT 1").status.success() {
                return;
            }
            sleep(Duration::from_millis(50));
        }
        panic!("PostgreSQL does not start: {}", self.log());
    }

    /// Ends the server as a power cut would: nothing is written that is not written.
    pub fn stop_at_once(&mut self) {
        let mut server = self.server.take().unwrap();
        signal("QUIT", &server);
        server.wait().unwrap();
    }

    /// A new database in it: its address.
    pub fn database(&self) -> String {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        self.run("postgres", &format!("CREATE DATABASE {name}"));
        self.address(&name)
    }

    pub fn address(&self, name: &str) -> String {
        address(self.folder.path(), name)
    }

    /// Runs a statement, and gives what it prints.
    pub fn run(&self, database: &str, sql: &str) -> String {
        let output = self.psql(database, sql);
        assert!(output.status.success(), "{sql}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn psql(&self, database: &str, sql: &str) -> Output {
        let mut command = Command::new(program("psql"));
        command.arg("-h").arg(self.folder.path()).args(["-U", "opfire", "-d", database]);
        command.args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql]).output().unwrap()
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut server) = self.server.take() {
            signal("INT", &server);
            let _ = server.wait();
        }
    }
}

/// The address of a database whose server has its socket in `folder`.
pub fn address(folder: &Path, name: &str) -> String {
    format!("postgres://opfire@localhost/{name}?host={}", folder.display())
}

fn signal(name: &str, server: &Child) {
    let _ = Command::new("kill").args([&format!("-{name}"), &server.id().to_string()]).status();
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().unwrap();
    id.stdout.trim_ascii() == b"0"
}

pub fn give_away(folder: &Path) {
    if is_root() {
        let owner = format!("{NOBODY}:{NOBODY}");
        assert!(Command::new("chown").args(["-R", &owner]).arg(folder).status().unwrap().success());
    }
}

/// A program that ends with the thread that has started it.
fn as_nobody(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.arg("--pdeathsig=INT");
    if is_root() {
        let (user, group) = (format!("--reuid={NOBODY}"), format!("--regid={NOBODY}"));
        command.args([&user, &group]).arg("--clear-groups");
    }
    command.arg(program).current_dir("/");
    command
}

/// A program of PostgreSQL: Debian keeps those of each version in a folder of its own.
fn program(name: &str) -> PathBuf {
    let mut folders: Vec<PathBuf> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin"))
        .collect();
    folders.sort();
    let path = env::var_os("PATH").unwrap_or_default();
    let found = folders
        .into_iter()
        .rev()
        .chain(env::split_paths(&path))
        .map(|folder| folder.join(name))
        .find(|file| file.exists());
    found.unwrap_or_else(|| panic!("PostgreSQL's {name} is not on this machine: `make test` installs it"))
}
