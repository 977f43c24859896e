//! Games that nobody plays are put away, and can be taken out again.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use crate::support::host::{Host, TestTable, config, database};
use engine::GameFile;
use serde_json::Value;
use server::{Config, Expiry};
use sqlx::AnyPool;
use tempfile::tempdir;
use tokio::time::sleep;

const HUMANS: [&str; 2] = ["human", "human"];

fn expiring(folder: &Path) -> (Config, PathBuf) {
    let archive = folder.join("archive").join("games");
    let (after, every) = (Duration::from_secs(90 * 86_400), Duration::from_millis(50));
    let mut config = config(folder, false);
    config.expiry = Some(Expiry { after, every, archive: archive.clone() });
    (config, archive)
}

/// Makes it so that a game was last played in 1970.
async fn forget(folder: &Path, table: &TestTable) {
    sqlx::any::install_default_drivers();
    let pool = AnyPool::connect(&server::sqlite_url(&database(folder))).await.unwrap();
    sqlx::query("UPDATE games SET touched = 1 WHERE id = $1").bind(table.id.clone()).execute(&pool).await.unwrap();
    pool.close().await;
}

async fn status(host: &Host, table: &TestTable) -> u16 {
    host.get(&format!("/api/tables/{}", table.id)).await.0
}

/// Waits for the file of a game, and not by asking for the game: a game that is asked for stays.
async fn until_put_away(host: &Host, archive: &Path, table: &TestTable) {
    for _ in 0..200 {
        if archive.join(format!("{}.json", table.id)).exists() {
            assert_eq!(status(host, table).await, 404);
            return;
        }
        sleep(Duration::from_millis(50)).await;
    }
    panic!("the game is not put away");
}

/// Hides a word, hides another, takes that back, rolls.
async fn play_a_little(host: &Host, table: &TestTable) {
    let mut red = host.sit(table, &[&table.red]).await;
    red.view().await;
    red.act(0, 0, &["hide 1", "hide 2"]).await;
    red.view().await;
    red.undo(0, 2).await;
    red.view().await;
    red.act(0, 1, &["roll"]).await;
    red.view().await;
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_can_look_into_the_archive() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = tempdir().unwrap();
    let (config, archive) = expiring(folder.path());
    let host = Host::start(config).await;
    let table = host.table("short", HUMANS).await;
    forget(folder.path(), &table).await;
    until_put_away(&host, &archive, &table).await;
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&archive), 0o700);
    assert_eq!(mode(&archive.join(format!("{}.json", table.id))), 0o600);
}

#[tokio::test]
async fn a_game_that_nobody_plays_is_put_away_and_can_be_imported_again() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let (old, new) = (host.table("short", HUMANS).await, host.table("short", HUMANS).await);
    play_a_little(&host, &old).await;
    host.stop().await;
    forget(folder.path(), &old).await;

    let (config, archive) = expiring(folder.path());
    let host = Host::start(config).await;
    until_put_away(&host, &archive, &old).await;
    assert_eq!(status(&host, &new).await, 200);
    let names: Vec<_> = fs::read_dir(&archive).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, [format!("{}.json", old.id).as_str()]);

    let text = fs::read_to_string(archive.join(&names[0])).unwrap();
    let moves = GameFile::parse(&text).unwrap().moves;
    assert_eq!(moves.iter().map(|done| done.action.as_str()).collect::<Vec<_>>(), ["hide 1", "roll"]);
    let (answer, body) = host.ask("POST", "/api/tables/import", &text).await;
    assert_eq!(answer, 200, "{body}");
    let again = TestTable::from(&serde_json::from_str::<Value>(&body).unwrap());
    let view = host.sit(&again, &[&again.blue]).await.view().await;
    assert_eq!((&view["seq"], &view["scene"]["prompt"]["seat"]), (&2.into(), &1.into()));
    host.stop().await;
}

#[tokio::test]
async fn a_game_that_somebody_looks_at_stays() {
    let folder = tempdir().unwrap();
    let (config, archive) = expiring(folder.path());
    let host = Host::start(config).await;
    let (seen, unseen) = (host.table("short", HUMANS).await, host.table("short", HUMANS).await);
    let mut red = host.sit(&seen, &[&seen.red]).await;
    red.view().await;
    forget(folder.path(), &seen).await;
    forget(folder.path(), &unseen).await;
    until_put_away(&host, &archive, &unseen).await;
    red.act(0, 0, &["step"]).await;
    assert_eq!(red.view().await["seq"], 1);
    assert_eq!(status(&host, &seen).await, 200);
}

#[tokio::test]
async fn nothing_leaves_the_database_that_is_not_in_the_archive() {
    let folder = tempdir().unwrap();
    let host = Host::public(folder.path()).await;
    let table = host.table("short", HUMANS).await;
    host.stop().await;
    forget(folder.path(), &table).await;
    // There is a file where the folder should be.
    fs::write(folder.path().join("archive"), "").unwrap();
    let (mut config, _) = expiring(folder.path());
    let host = Host::start(config.clone()).await;
    // Another that can be put away would be by now: the attempt is made as soon as the server runs.
    sleep(Duration::from_millis(500)).await;
    host.stop().await;
    config.expiry = None;
    let host = Host::start(config).await;
    assert_eq!(status(&host, &table).await, 200);
}
