//! Real proxies, set up by the texts of docs/hosting.md.

use std::{
    fs,
    io::{Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use tokio::net::TcpSocket;

/// The block of the page that begins with this text.
pub fn printed(beginning: &str) -> &'static str {
    let page = include_str!("../../../../../docs/hosting.md");
    let mut blocks = page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let found = blocks.find(|(_, text)| text.starts_with(beginning));
    found.unwrap_or_else(|| panic!("docs/hosting.md has no block that begins with {beginning}")).1
}

/// A running proxy. It ends with its test.
pub struct Proxy {
    child: Child,
    pub address: SocketAddr,
}

impl Proxy {
    /// A real nginx, with `more` beside the site of the page. `to` is what the site passes requests on to.
    pub fn nginx(folder: &Path, to: &str, more: &str) -> Proxy {
        let address = free();
        // What a test has not: a certificate, and the right to a well-known port.
        let site = printed("server {").lines().filter(|line| !line.contains("ssl_certificate"));
        let site: String = site.map(|line| format!("{line}\n")).collect();
        let site = replaced(&site, "listen 443 ssl", &format!("listen {address}"));
        let site = replaced(&site, "http://127.0.0.1:7944", to);
        let (at, conf) = (folder.display(), folder.join("nginx.conf"));
        let user = if is_root() { "user root;" } else { "" };
        let temp: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {at}/{name};"))
            .concat();
        let text = format!(
            "{user} daemon off; worker_processes 1; pid {at}/nginx.pid; error_log {at}/error.log;\n\
             events {{}}\nhttp {{ access_log {at}/access.log; {temp}\n{more}\n{site} }}\n"
        );
        fs::write(&conf, text).unwrap();
        let mut command = Command::new(program("nginx", "nginx/usr/sbin/nginx", "/usr/sbin/nginx"));
        command.arg("-p").arg(folder).arg("-c").arg(&conf);
        Proxy::start(command, address, &folder.join("error.log"))
    }

    /// A real Caddy.
    pub fn caddy(folder: &Path, to: SocketAddr) -> Proxy {
        let address = free();
        // Under any name, so that it is the server that knows its own; without a certificate, which would have to be
        // fetched.
        let site = replaced(printed("play.example\n"), "play.example\n", &format!("http://:{}\n", address.port()));
        let site = replaced(&site, "127.0.0.1:7944", &to.to_string());
        let (at, conf, log) = (folder.display(), folder.join("Caddyfile"), folder.join("error.log"));
        let here = format!(
            "{{\nadmin off\nauto_https off\ndefault_bind {}\nstorage file_system {at}/caddy\n}}\n",
            address.ip()
        );
        fs::write(&conf, here + &site).unwrap();
        let mut command = Command::new(program("caddy", "caddy/usr/bin/caddy", "/usr/bin/caddy"));
        command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&conf);
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
            command.env(name, folder);
        }
        command.stderr(fs::File::create(&log).unwrap());
        Proxy::start(command, address, &log)
    }

    fn start(mut command: Command, address: SocketAddr, log: &Path) -> Proxy {
        let name = command.get_program().display().to_string();
        let child = command.stdout(Stdio::null()).spawn();
        let child = child.unwrap_or_else(|error| panic!("{name} is needed, tools/setup fetches it: {error}"));
        let proxy = Proxy { child, address };
        for _ in 0..200 {
            if TcpStream::connect(address).is_ok() {
                return proxy;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("{name} does not answer: {}", fs::read_to_string(log).unwrap_or_default());
    }

    /// What comes back for a request of a visitor with this address, as text.
    pub async fn ask(&self, visitor: [u8; 4], head: &str, body: &str) -> String {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind((Ipv4Addr::from(visitor), 0).into()).unwrap();
        let stream = socket.connect(self.address).await.unwrap().into_std().unwrap();
        let text = format!("{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        tokio::task::spawn_blocking(move || exchange(stream, &text)).await.unwrap()
    }
}

/// What nginx has noted of the requests, whole addresses among it, when there is a line about `path`.
pub fn noted(folder: &Path, path: &str) -> String {
    for _ in 0..200 {
        let log = fs::read_to_string(folder.join("access.log")).unwrap_or_default();
        if log.contains(path) {
            return log;
        }
        thread::sleep(Duration::from_millis(50));
    }
    panic!("nginx notes nothing about {path}")
}

fn exchange(mut stream: TcpStream, text: &str) -> String {
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
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

impl Drop for Proxy {
    fn drop(&mut self) {
        // nginx takes its workers along only if it is asked to end.
        let _ = Command::new("kill").arg(self.child.id().to_string()).status();
        let _ = self.child.wait();
    }
}

/// A text in which something stands once, with something else in its place.
fn replaced(text: &str, this: &str, that: &str) -> String {
    assert_eq!(text.matches(this).count(), 1, "{this} in {text}");
    text.replace(this, that)
}

/// An address at which nobody listens.
fn free() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A program that tools/setup has unpacked, or that the machine has.
fn program(name: &str, unpacked: &str, installed: &str) -> PathBuf {
    let tools = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../.tools"));
    let places = [tools.join(unpacked), PathBuf::from(installed)];
    places.into_iter().find(|place| place.exists()).unwrap_or_else(|| PathBuf::from(name))
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout == b"0\n")
}
