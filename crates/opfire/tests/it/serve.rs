//! `opfire serve` as a host starts it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

const OPFIRE: &str = env!("CARGO_BIN_EXE_opfire");

/// A server that ends with its test.
struct Host {
    child: Child,
    address: SocketAddr,
}

impl Host {
    /// Starts `opfire serve` where so many files can be open.
    fn start(folder: &Path, descriptors: u32, more: &[&str]) -> Host {
        let database = format!("sqlite://{}/games.db", folder.display());
        let script = format!("ulimit -n {descriptors}; exec \"$0\" \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &script, OPFIRE, "serve", "--bind", "127.0.0.1:0", "--database", &database])
            .args(more)
            .env_remove("OPFIRE_CONTENT")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("opfire is at http://").trim_end_matches('/').parse().unwrap();
        Host { child, address }
    }

    /// The status line of an answer; nothing if there is none.
    fn ask(&self) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
        let request = format!("GET /api/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        let mut answer = [0; 12];
        match stream.write_all(request.as_bytes()).and_then(|()| stream.read_exact(&mut answer)) {
            Ok(()) => String::from_utf8_lossy(&answer).into_owned(),
            Err(_) => String::new(),
        }
    }

    fn is_served_in_the_end(&self) -> bool {
        (0..100).any(|_| {
            thread::sleep(Duration::from_millis(100));
            self.ask() == "HTTP/1.1 200"
        })
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_limits_are_listed_and_wrong_ones_are_usage_errors() {
    // Help may be wrapped, as wide as the terminal is said to be.
    let run = |args: &[&str]| Command::new(OPFIRE).env("COLUMNS", "300").arg("serve").args(args).output().unwrap();
    let help = String::from_utf8(run(&["--help"]).stdout).unwrap();
    let page = include_str!("../../../../docs/hosting.md");
    for (word, about) in server::Limits::default().list() {
        assert!(help.contains(&word) && help.contains(about), "{word}: {help}");
        assert!(page.contains(&format!("| `{word}` |")), "docs/hosting.md lists every limit: {word}");
    }
    for (args, told) in [
        (["--limit", "games-per-our=5"].as_slice(), "did you mean \"games-per-hour\"?"),
        (&["--limit", "request-time=20"], "it takes a time"),
        (&["--trusted-proxy", "router"], "neither an address nor a network"),
        (&["--expire-after", "90"], "no time"),
        (&["--expire-after", "90d"], "--archive"),
        (&["--archive", "somewhere"], "--expire-after"),
    ] {
        let output = run(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(2) && said.contains(told), "{args:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn a_server_without_descriptors_left_hears_again_when_there_are_some() {
    let folder = tempfile::tempdir().unwrap();
    let host =
        Host::start(folder.path(), 64, &["--limit", "connections-per-address=none", "--limit", "request-time=1h"]);
    assert_eq!(host.ask(), "HTTP/1.1 200");
    let held: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(host.address).unwrap()).collect();
    assert_eq!(host.ask(), "", "the server has no descriptor left for another connection");
    drop(held);
    assert!(host.is_served_in_the_end());
}

#[cfg(unix)]
#[test]
fn connections_that_say_nothing_do_not_make_the_server_deaf() {
    let folder = tempfile::tempdir().unwrap();
    let limits = ["--limit", "connections-per-address=none", "--limit", "request-time=500ms"];
    let host = Host::start(folder.path(), 64, &limits);
    let _held: Vec<TcpStream> = (0..200).map(|_| TcpStream::connect(host.address).unwrap()).collect();
    assert!(host.is_served_in_the_end());
}

#[test]
fn a_host_is_a_name() {
    for wrong in ["https://play.example", "play.example:443", "", "play.example/"] {
        let out = Command::new(OPFIRE).args(["serve", "--host", wrong]).output().unwrap();
        let told = String::from_utf8(out.stderr).unwrap();
        assert!(out.status.code() == Some(2) && told.contains("is not the name of a host"), "{wrong}: {told}");
    }
}
