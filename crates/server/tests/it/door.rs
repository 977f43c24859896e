//! Who gets in, what else is served, and where.

use std::net::SocketAddr;

use crate::support::{
    client::{Socket, request},
    game,
    host::{Host, config},
};
use tempfile::tempdir;
use tokio::net::TcpListener;

#[tokio::test]
async fn a_taken_port_gives_the_next() {
    let taken = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = taken.local_addr().unwrap();
    let next = server::bind(address, 20).await.unwrap();
    assert!((1..=20).contains(&(next.local_addr().unwrap().port() - address.port())));
    let none = server::bind(address, 0).await.unwrap_err();
    assert!(none.to_string().contains("is free"), "{none}");
}

#[tokio::test]
async fn a_local_server_is_not_reachable_from_elsewhere() {
    let folder = tempdir().unwrap();
    let listener = TcpListener::bind("0.0.0.0:0").await.unwrap();
    let refused = server::serve(config(folder.path(), true), game::shelf(), listener, std::future::pending()).await;
    assert!(matches!(refused, Err(server::ServeError::NotLoopback(_))), "{refused:?}");
}

#[tokio::test]
async fn other_web_sites_are_turned_away() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ["human", "human"]).await;
    let wish = r#"{"game":"hidden","scenario":"short","players":["human","human"]}"#;
    let at = host.address;
    let status =
        async |method, path: &str, headers: &[(&str, &str)]| request(at, method, path, headers, wish).await.status;

    assert_eq!(status("GET", "/api/tables", &[("Host", "evil.example")]).await, 403);
    assert_eq!(status("GET", "/", &[("Host", &format!("evil.example:{}", at.port()))]).await, 403);
    assert_eq!(status("GET", "/api/tables", &[("Host", &format!("localhost:{}", at.port()))]).await, 200);
    assert_eq!(status("POST", "/api/tables", &[("Origin", "http://evil.example")]).await, 403);
    assert_eq!(status("POST", "/api/tables", &[("Origin", "null")]).await, 403);
    assert_eq!(status("POST", "/api/tables", &[("Origin", &format!("http://{at}"))]).await, 200);
    let delete = format!("/api/tables/{}", table.id);
    let foreign = [("Origin", "http://evil.example"), ("Opfire-Key", &table.red)];
    assert_eq!(status("DELETE", &delete, &foreign).await, 403);
    let open = async |origin: &str| Socket::open_from(at, &table.id, &[&table.red], Some(origin)).await;
    assert!(open("http://evil.example").await.is_err());
    assert!(open(&format!("http://{at}")).await.is_ok());
}

#[tokio::test]
async fn the_book_is_served_and_guarded() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let get = async |path: &str| request(host.address, "GET", path, &[], "").await;
    let moved = get("/book").await;
    assert!(moved.status == 308 && moved.head.contains("location: /book/"), "{}", moved.head);
    for (path, text) in
        [("/book/", "the book"), ("/book/index.html", "the book"), ("/book/pictures/board.png", "a pic")]
    {
        let answer = get(path).await;
        assert!(answer.status == 200 && answer.body.contains(text), "{path}: {}", answer.body);
        assert!(answer.head.contains("content-security-policy: default-src 'self'"), "{}", answer.head);
        assert!(answer.head.contains("cache-control: no-cache"), "{}", answer.head);
    }
    assert_eq!(get("/book/gone.html").await.status, 404);
    assert_eq!(request(host.address, "POST", "/book/", &[], "").await.status, 405);
}

#[tokio::test]
async fn the_client_is_served_and_guarded() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ["human", "human"]).await;
    let get = async |path: &str| request(host.address, "GET", path, &[], "").await;
    let index = get("/").await;
    assert_eq!((index.status, index.body.as_str()), (200, "<!doctype html>the client"));
    let head = index.head.to_lowercase();
    for header in
        ["cache-control: no-cache", "content-security-policy: default-src 'self'; img-src 'self' data:", "nosniff"]
    {
        assert!(head.contains(header), "{head}");
    }
    assert_eq!(get(&format!("/table/{}", table.id)).await.body, index.body, "the client finds its own way");
    let asset = get("/assets/app-12ab.js").await;
    assert!(asset.head.contains("immutable") && asset.head.contains("text/javascript"), "{}", asset.head);
    assert_eq!(get("/assets/app-old.js").await.status, 404);

    let unknown = get("/api/nonsense").await;
    assert_eq!((unknown.status, unknown.body.as_str()), (404, r#"{"error":"there is nothing at /api/nonsense"}"#));
    let wrong = request(host.address, "DELETE", "/api/games", &[], "").await;
    assert!(wrong.status == 405 && wrong.body.starts_with("{\"error\""), "{}", wrong.body);
    assert_eq!(get(&format!("/api/tables/{}/ws", table.id)).await.status, 400);

    assert!(get("/api/symbols.svg").await.body.contains("armour"));
    assert!(get("/api/looks/woods.svg").await.body.contains("trees"));
    assert_eq!(get("/api/looks/lava.svg").await.status, 404);
    let path = format!("/api/tables/{}/map.svg", table.id);
    let map = get(&path).await;
    assert!(map.body.contains("A bare table") && map.head.contains("image/svg+xml"), "{}", map.head);
    let tag = map.head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
    let again = request(host.address, "GET", &path, &[("If-None-Match", tag)], "").await;
    assert_eq!((again.status, again.body.as_str()), (304, ""));
}

#[tokio::test]
async fn a_large_message_ends_the_connection_and_nothing_else() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ["human", "human"]).await;
    let mut red = host.sit(&table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &[&"x".repeat(100_000)]).await;
    assert_eq!(red.next().await, None);
    let mut red = host.sit(&table, &[&table.red]).await;
    assert_eq!(red.view().await["seq"], 0);
    let _: SocketAddr = host.address;
}

#[tokio::test]
async fn every_error_of_the_api_says_why_as_json() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let table = host.table("short", ["human", "human"]).await;
    let wish = r#"{"game":"hidden","scenario":"short","players":["human","human"]}"#;
    let own = format!("/api/tables/{}", table.id);
    let with = |rest: &str| format!("{own}{rest}");
    let not_text = "\u{1}\u{7f}";
    for (method, path, body, status) in [
        ("GET", "/api".to_owned(), "", 404),
        ("GET", "/api/".to_owned(), "", 404),
        ("GET", "/api/tables/%ff".to_owned(), "", 400),
        ("GET", "/api/tables/%ff/view".to_owned(), "", 400),
        ("GET", "/api/tables/%ff/board".to_owned(), "", 400),
        ("GET", "/api/tables/%ff/map.svg".to_owned(), "", 400),
        ("GET", "/api/tables/%ff/file".to_owned(), "", 400),
        ("GET", "/api/tables/%ff/ws".to_owned(), "", 400),
        ("DELETE", "/api/tables/%ff".to_owned(), "", 400),
        ("GET", "/api/tables/%00".to_owned(), "", 404),
        ("GET", "/api/tables/nothing/view".to_owned(), "", 404),
        ("GET", "/api/maps/%ff/%fe".to_owned(), "", 400),
        ("GET", "/api/maps/hidden/%fe/map.svg".to_owned(), "", 400),
        ("GET", "/api/maps/hidden/nothing/look?from=%ff".to_owned(), "", 404),
        ("GET", "/api/maps/hidden/nothing/field".to_owned(), "", 404),
        ("GET", "/api/rules/%ff".to_owned(), "", 400),
        ("GET", "/api/rules/nothing".to_owned(), "", 404),
        ("GET", "/api/looks/%ff".to_owned(), "", 400),
        ("GET", "/api/looks/%ff.svg".to_owned(), "", 400),
        ("GET", with("/ws"), "", 400),
        ("GET", with("/file"), "", 403),
        ("GET", with("/nothing"), "", 404),
        ("PUT", with(""), "", 405),
        ("POST", with("/view"), wish, 405),
        ("POST", "/api/games".to_owned(), wish, 405),
        ("POST", "/api/tables".to_owned(), "", 400),
        ("POST", "/api/tables".to_owned(), not_text, 400),
        ("POST", "/api/tables".to_owned(), "[]", 400),
        ("POST", "/api/tables/import".to_owned(), "", 422),
        ("POST", "/api/tables/import".to_owned(), "{}", 422),
        ("POST", "/api/tables/import".to_owned(), r#"{"format":"opfire-game","version":0}"#, 422),
        ("POST", "/elsewhere".to_owned(), "", 405),
    ] {
        let answer = request(host.address, method, &path, &[], body).await;
        assert_eq!(answer.status, status, "{method} {path}: {}", answer.body);
        assert!(
            answer.head.to_lowercase().contains("content-type: application/json"),
            "{method} {path}: {}",
            answer.head
        );
        let failure: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        let error = failure["error"].as_str().unwrap();
        assert!(error.len() > 10, "{method} {path}: {error}");
    }
    // Too large, by what it says and by what it is.
    let large = "x".repeat(70_000);
    let answer = request(host.address, "POST", "/api/tables", &[], &large).await;
    assert!(answer.status == 413 && answer.body.starts_with("{\"error\":"), "{} {}", answer.status, answer.body);
}
