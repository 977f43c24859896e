//! `opfire serve` as a host starts it.
#![allow(clippy::unwrap_used, reason = "in tests, helpers too")]

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::{Path, PathBuf},
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
    let run = |args: &[&str]| Command::new(OPFIRE).arg("serve").args(args).output().unwrap();
    let help = String::from_utf8(run(&["--help"]).stdout).unwrap();
    let page = include_str!("../../../docs/hosting.md");
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

/// The address from which nginx speaks to the server: another than that of the visitors, who are on this machine as well.
const PROXY: &str = "127.0.0.3";

/// A real nginx, set up by the text of docs/hosting.md, before a server.
struct Nginx {
    child: Child,
    address: SocketAddr,
    /// What it notes of every request, with the whole address, unless it is told otherwise.
    log: PathBuf,
}

impl Nginx {
    fn before(host: &Host, folder: &Path) -> Nginx {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap();
        drop(free);
        let page = include_str!("../../../docs/hosting.md");
        let site = page.split_once("```nginx\n").unwrap().1.split_once("```").unwrap().0;
        // What a test has not: a certificate, and the right to a well-known port.
        let site: String =
            site.lines().filter(|line| !line.contains("ssl_certificate")).map(|line| format!("{line}\n")).collect();
        let site = site
            .replace("listen 443 ssl", &format!("listen {address}"))
            .replace("127.0.0.1:7944", &host.address.to_string());
        let (at, conf) = (folder.display(), folder.join("nginx.conf"));
        let user = if is_root() { "user root;" } else { "" };
        let temp: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {at}/{name};"))
            .concat();
        let text = format!(
            "{user} daemon off; pid {at}/nginx.pid; error_log {at}/error.log; events {{}} http {{ access_log {at}/access.log; proxy_bind {PROXY}; {temp}\n{site} }}"
        );
        std::fs::write(&conf, text).unwrap();
        let places = [concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools/nginx/usr/sbin/nginx"), "/usr/sbin/nginx"];
        let nginx = places.into_iter().find(|place| Path::new(place).exists()).unwrap_or("nginx");
        let child = Command::new(nginx).arg("-p").arg(folder).arg("-c").arg(&conf).stderr(Stdio::null()).spawn();
        let child = child.expect("nginx is needed: tools/setup installs it");
        let nginx = Nginx { child, address, log: folder.join("access.log") };
        for _ in 0..200 {
            if TcpStream::connect(address).is_ok() {
                return nginx;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("nginx does not answer: {}", std::fs::read_to_string(folder.join("error.log")).unwrap_or_default());
    }

    /// What comes back for a request, as text.
    fn ask(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        stream.write_all(format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes()).unwrap();
        let mut answer = Vec::new();
        let mut part = [0; 4096];
        // A socket that was opened says no more; all others end.
        while let Ok(read) = stream.read(&mut part) {
            answer.extend_from_slice(&part[..read]);
            if read == 0 || answer.starts_with(b"HTTP/1.1 101") {
                break;
            }
        }
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// What is in its log when a line about `path` has come.
    fn logged(&self, path: &str) -> String {
        for _ in 0..200 {
            let log = std::fs::read_to_string(&self.log).unwrap_or_default();
            if log.contains(path) {
                return log;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("nginx notes nothing about {path}")
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // The master takes its workers along only if it is asked to end.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}

#[test]
fn the_nginx_of_the_page_on_hosting_lets_players_through() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--trusted-proxy", PROXY, "--host", "play.example", "--limit", "games-per-hour=1"];
    let host = Host::start(folder.path(), 1024, &options);
    let nginx = Nginx::before(&host, folder.path());
    let head = |request: &str, name: &str, more: &str| {
        format!("{request} HTTP/1.1\r\nHost: {name}\r\nOrigin: https://{name}\r\nConnection: close{more}")
    };
    let page = nginx.ask(&head("GET /", "play.example", ""), "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>"), "{page}");
    let wish = r#"{"game":"divisions","scenario":"tiger-in-the-open","settings":{},"players":["human","human"]}"#;
    let made = nginx.ask(&head("POST /api/tables", "play.example", ""), wish);
    assert!(made.starts_with("HTTP/1.1 200"), "{made}");
    // It is the visitor who is counted, not the proxy; what a visitor says of himself does not count.
    let again = nginx.ask(&head("POST /api/tables", "play.example", "\r\nX-Forwarded-For: 203.0.113.7"), wish);
    assert!(again.starts_with("HTTP/1.1 429") && again.to_lowercase().contains("retry-after"), "{again}");
    // nginx has one site, which it shows under every name: the server knows better.
    let other = nginx.ask(&head("GET /api/games", "evil.example", ""), "");
    assert!(other.starts_with("HTTP/1.1 403") && other.contains("--host"), "{other}");

    let table: serde_json::Value =
        serde_json::from_str(&made[made.find('{').unwrap()..=made.rfind('}').unwrap()]).unwrap();
    let (path, key) =
        (format!("GET /api/tables/{}", table["id"].as_str().unwrap()), table["seats"][0]["key"].as_str().unwrap());
    let viewed = nginx.ask(&head(&format!("{path}/view"), "play.example", &format!("\r\nOpfire-Key: {key}")), "");
    assert!(viewed.starts_with("HTTP/1.1 200"), "{viewed}");
    let upgrade = "\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    let protocols = format!("{upgrade}\r\nSec-WebSocket-Protocol: opfire.v1, opfire.key.{key}");
    let opened = nginx.ask(&head(&format!("{path}/ws"), "play.example", &protocols), "");
    assert!(opened.starts_with("HTTP/1.1 101") && opened.contains("opfire.v1"), "{opened}");
    let log = nginx.logged("/ws");
    assert!(log.contains("/view") && !log.contains(key), "nginx has written a key down: {log}");
}

#[test]
fn a_host_is_a_name() {
    for wrong in ["https://play.example", "play.example:443", "", "play.example/"] {
        let out = Command::new(OPFIRE).args(["serve", "--host", wrong]).output().unwrap();
        let told = String::from_utf8(out.stderr).unwrap();
        assert!(out.status.code() == Some(2) && told.contains("is not the name of a host"), "{wrong}: {told}");
    }
}
