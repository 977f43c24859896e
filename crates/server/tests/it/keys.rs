//! How keys are shown: in a header, by a WebSocket among its subprotocols, and as before in the address.

use crate::support::{
    client::{HttpAnswer, try_request},
    host::{Host, Shared},
};
use serde_json::{Value, json};
use tempfile::tempdir;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// The ways to show keys.
const WAYS: [fn(&[&str]) -> Shown; 5] = [in_header, in_headers, as_protocols, in_address, mixed];

/// The end of an address, and headers.
#[derive(Default)]
struct Shown {
    query: String,
    headers: Vec<(&'static str, String)>,
}

fn in_header(keys: &[&str]) -> Shown {
    Shown { headers: vec![("Opfire-Key", keys.join(","))], ..Shown::default() }
}

fn in_headers(keys: &[&str]) -> Shown {
    Shown { headers: keys.iter().map(|key| ("opfire-key", format!(" {key} "))).collect(), ..Shown::default() }
}

fn as_protocols(keys: &[&str]) -> Shown {
    let offered: Vec<String> = keys.iter().map(|key| format!("opfire.key.{key}")).collect();
    let protocols = format!("opfire.v1, {}", offered.join(", "));
    Shown { headers: vec![("Sec-WebSocket-Protocol", protocols)], ..Shown::default() }
}

fn in_address(keys: &[&str]) -> Shown {
    let pairs: Vec<String> = keys.iter().map(|key| format!("&key={key}")).collect();
    Shown { query: pairs.concat(), ..Shown::default() }
}

/// The first as before, the others as now.
fn mixed(keys: &[&str]) -> Shown {
    let (old, new) = keys.split_at(keys.len().min(1));
    Shown { query: in_address(old).query, ..in_header(new) }
}

const HANDSHAKE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

impl Shown {
    /// Asks for something at a table.
    async fn ask(&self, host: &Host, method: &str, path: &str, body: &str) -> Option<HttpAnswer> {
        let separator = if path.contains('?') { "" } else { "?" };
        let headers: Vec<(&str, &str)> = self.headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        try_request(host.address, method, &format!("{path}{separator}{}", self.query), &headers, body).await
    }

    async fn status(&self, host: &Host, method: &str, path: &str) -> u16 {
        self.ask(host, method, path, "").await.unwrap().status
    }

    /// The head of the answer to a request for a WebSocket, which goes on after it.
    async fn upgrade(&self, host: &Host, table: &str) -> String {
        let mut stream = BufReader::new(TcpStream::connect(host.address).await.unwrap());
        let lines: String = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let asked = format!("GET /api/tables/{table}/ws?{} HTTP/1.1\r\nHost: {}", self.query, host.address);
        stream.write_all(format!("{asked}\r\n{HANDSHAKE}{lines}\r\n").as_bytes()).await.unwrap();
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            stream.read_line(&mut head).await.unwrap();
        }
        head.to_lowercase()
    }
}

async fn laid_out(host: &Host) -> (Shared, String) {
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    (table, blue)
}

/// Everything that asks for keys, with what it takes.
const KEYED: [(&str, &str, &str); 12] = [
    ("GET", "", ""),
    ("GET", "/view", ""),
    ("GET", "/view?seq=0", ""),
    ("GET", "/sheets", ""),
    ("GET", "/luck", ""),
    ("GET", "/file", ""),
    ("GET", "/notify", ""),
    ("PUT", "/notify", "{}"),
    ("POST", "/keep", ""),
    ("POST", "/branch", "{\"seq\":0}"),
    ("POST", "/invitation", "{\"place\":\"nowhere\"}"),
    ("DELETE", "/invitation?place=nowhere", ""),
];

#[tokio::test]
async fn a_key_opens_the_same_wherever_it_is_shown() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (table, blue) = laid_out(&host).await;
    let (red, host_key, watch) = (table.red.as_str(), table.host.as_str(), table.watch.as_str());
    let shown: [&[&str]; 8] =
        [&[], &[red], &[&blue], &[host_key], &[watch], &[red, &blue, host_key], &["wrong"], &[red, "wrong"]];
    let mut told = std::collections::BTreeSet::new();
    for (method, rest, body) in KEYED {
        for keys in shown {
            let path = format!("/api/tables/{}{rest}", table.id);
            let mut answers = Vec::new();
            for way in WAYS {
                let answer = way(keys).ask(&host, method, &path, body).await.unwrap();
                answers.push((answer.status, answer.body));
            }
            assert!(answers.iter().all(|answer| *answer == answers[0]), "{method} {rest} {keys:?}: {answers:?}");
            told.insert((rest, answers[0].0));
        }
    }
    // Not all was refused, nor all allowed.
    assert!(told.contains(&("/view", 200)) && told.contains(&("/view", 403)), "{told:?}");
    assert!(told.contains(&("/notify", 200)) && told.contains(&("/notify", 403)), "{told:?}");
    // And the last of them throws the game away, whichever way.
    for way in WAYS {
        let (table, blue) = laid_out(&host).await;
        let path = format!("/api/tables/{}", table.id);
        assert_eq!(way(&[&table.red, "wrong"]).status(&host, "DELETE", &path).await, 403);
        assert_eq!(way(&[&table.red, &blue]).status(&host, "DELETE", &path).await, 204);
    }
}

#[tokio::test]
async fn a_websocket_shows_its_keys_before_it_opens_and_none_is_repeated() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (table, blue) = laid_out(&host).await;
    for way in WAYS {
        for keys in [&[table.red.as_str()][..], &[&table.red, &blue], &[&table.watch]] {
            let head = way(keys).upgrade(&host, &table.id).await;
            assert!(head.starts_with("http/1.1 101"), "{head}");
            for secret in [&table.red, &blue, &table.watch] {
                assert!(!head.contains(secret.as_str()), "a key is repeated: {head}");
            }
            let offered = way(keys).headers.iter().any(|(name, _)| *name == "Sec-WebSocket-Protocol");
            let answered: Vec<&str> = head.lines().filter(|line| line.starts_with("sec-websocket-protocol")).collect();
            let expected: &[&str] = if offered { &["sec-websocket-protocol: opfire.v1"] } else { &[] };
            assert_eq!(answered, expected, "{head}");
        }
        for keys in [&["wrong"][..], &[&table.red, "wrong"], &[]] {
            let head = way(keys).upgrade(&host, &table.id).await;
            assert!(head.starts_with("http/1.1 403"), "{keys:?}: {head}");
        }
    }
    let mut both = host.connect(&table.id, &[&table.red, &blue]).await;
    assert_eq!(both.next().await.unwrap()["yours"], json!([0, 1]));
}

#[tokio::test]
async fn nonsense_for_keys_is_refused_like_a_wrong_key() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (table, _) = laid_out(&host).await;
    let path = format!("/api/tables/{}/view", table.id);
    let refused = in_header(&["wrong"]).ask(&host, "GET", &path, "").await.unwrap();
    assert_eq!(refused.status, 403);
    let long = "x".repeat(50_000);
    for nonsense in ["ñandú", "a b", "\"", "=", "opfire.key.", "Bearer", "%00", "%ff", "\u{feff}", ";", &long] {
        let answer = in_header(&[nonsense]).ask(&host, "GET", &path, "").await.unwrap();
        assert_eq!((answer.status, &answer.body), (403, &refused.body), "{nonsense}");
        let head = as_protocols(&[nonsense]).upgrade(&host, &table.id).await;
        assert!(head.starts_with("http/1.1 403"), "{nonsense}: {head}");
    }
    // Nothing is no key, and neither is a comma.
    let watch = table.watch.as_str();
    for nothing in ["", " ", ",", " , ,,"] {
        assert_eq!(in_header(&[nothing, watch, nothing]).status(&host, "GET", &path).await, 200, "{nothing:?}");
    }
    // As many as there is room for, and then too much, in a header as in an address.
    for way in [in_header, as_protocols, in_address] {
        assert_eq!(way(&vec![watch; 1000]).status(&host, "GET", &path).await, 200);
        // The server may hang up before its answer is read: it does not read all of it either.
        let too_much = way(&vec![watch; 12_000]).ask(&host, "GET", &path, "").await;
        assert!(
            too_much.as_ref().is_none_or(|answer| [414, 431].contains(&answer.status)),
            "{}",
            too_much.unwrap().head
        );
    }
    assert_eq!(in_headers(&vec![watch; 200]).status(&host, "GET", &path).await, 431);
    assert_eq!(in_header(&[watch]).status(&host, "GET", &path).await, 200);
}

/// The address is the same for all players, so no cache may give one of them what another was told.
#[tokio::test]
async fn what_depends_on_a_key_is_kept_by_nobody() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (table, _) = laid_out(&host).await;
    for (method, rest, body) in KEYED {
        for keys in [&[table.red.as_str()][..], &["wrong"]] {
            let path = format!("/api/tables/{}{rest}", table.id);
            let head = in_header(keys).ask(&host, method, &path, body).await.unwrap().head.to_lowercase();
            assert!(head.contains("cache-control: no-store"), "{method} {rest}: {head}");
            assert!(head.contains("vary: opfire-key, cookie"), "{method} {rest}: {head}");
        }
    }
    // What is the same for all says so, and is kept.
    let map = in_header(&[]).ask(&host, "GET", &format!("/api/tables/{}/map.svg", table.id), "").await.unwrap();
    assert!(!map.head.to_lowercase().contains("opfire-key"), "{}", map.head);
}

#[tokio::test]
async fn the_description_names_the_header_and_calls_the_address_deprecated() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let description = host.get_json("/api/openapi.json").await;
    let mut keyed = 0;
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let of = |place: &str, name: &str| parameters.clone().find(|one| one["in"] == place && one["name"] == name);
            let old = of("query", "key");
            assert!(old.is_none_or(|old| old["deprecated"] == Value::Bool(true)), "{method} {path}");
            assert_eq!(old.is_some(), of("header", "Opfire-Key").is_some(), "{method} {path}");
            assert_eq!(path.ends_with("/ws"), of("header", "Sec-WebSocket-Protocol").is_some(), "{method} {path}");
            keyed += u32::from(old.is_some());
        }
    }
    assert!(keyed > 10, "{keyed}");
}
