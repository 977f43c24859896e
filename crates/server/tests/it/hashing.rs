//! No secret of a public server can be read in its database, whoever gets hold of the file.

use std::{fs, path::Path};

use crate::support::host::{Host, TestTable, database};
use serde_json::json;
use tempfile::tempdir;

/// All bytes of the database and of the files beside it.
fn bytes(folder: &Path) -> Vec<u8> {
    let files = fs::read_dir(database(folder).parent().unwrap()).unwrap();
    files.flat_map(|file| fs::read(file.unwrap().path()).unwrap()).collect()
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[tokio::test]
async fn no_secret_of_a_public_server_is_on_the_disk() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.shared().await;
    let blue = host.claim(&table).await;
    let invite = async |place: &str| {
        let path = format!("/api/tables/{}/invitation", table.id);
        let invited = host.holding(&[&table.host]).post(&path, &json!({ "place": place })).await;
        invited["invite"].as_str().unwrap().to_owned()
    };
    let (again, watch) = (invite("blue").await, invite("watch").await);
    let secrets = [&table.red, &table.invite, &table.host, &table.watch, &blue, &again, &watch];
    let check = |when| {
        let bytes = bytes(folder.path());
        assert!(holds(&bytes, &table.id), "{when}: the game is there");
        for secret in secrets {
            assert!(!holds(&bytes, secret), "{when}: {secret} is in the database");
        }
    };
    check("while it runs");
    host.stop().await;
    check("afterwards");
}

#[tokio::test]
async fn keys_of_a_players_own_machine_are_hashed_when_it_becomes_a_public_server() {
    let folder = tempdir().unwrap();
    let host = Host::local(folder.path()).await;
    let mut tables: Vec<TestTable> = Vec::new();
    for _ in 0..40 {
        tables.push(host.table("short", ["human", "human"]).await);
    }
    let alone = host.table("short", ["human", "roller"]).await;
    host.stop().await;
    assert!(holds(&bytes(folder.path()), &tables[7].red), "the search finds what can be read");

    let host = Host::public(folder.path()).await;
    let known = bytes(folder.path());
    for table in tables.iter().chain([&alone]) {
        assert!(!holds(&known, &table.red), "{} can be read", table.red);
        assert!(table.blue.is_empty() || !holds(&known, &table.blue), "{} can be read", table.blue);
        let view = format!("/api/tables/{}/view", table.id);
        assert_eq!(host.holding(&[&table.red]).get(&view).await.0, 200, "the key opens its seat as before");
        assert_eq!(host.get(&view).await.0, 403);
    }
    let mut blue = host.sit(&tables[0], &[&tables[0].blue]).await;
    assert_eq!(blue.next().await.unwrap()["yours"], json!([1]));
    let info = host.get_json(&format!("/api/tables/{}", tables[0].id)).await;
    assert_eq!((&info["seats"][1]["claimed"], &info["seats"][1]["key"]), (&true.into(), &json!(null)));
    // Such a game has no host: both have to agree before it goes.
    let path = format!("/api/tables/{}", tables[1].id);
    assert_eq!(host.holding(&[&tables[1].red]).ask("DELETE", &path, "").await.0, 202);
    assert_eq!(host.holding(&[&tables[1].blue]).ask("DELETE", &path, "").await.0, 204);
    host.stop().await;

    // And back again: whoever has a key can use it.
    let host = Host::local(folder.path()).await;
    let mut red = host.sit(&tables[2], &[&tables[2].red]).await;
    assert_eq!(red.next().await.unwrap()["yours"], json!([0]));
}
