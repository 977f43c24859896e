//! What is acknowledged is kept, whatever the disk does. The real program runs on a disk that fails when it is told to
//! (`tests/faults/disk.c`); docs/faults.md has the table.

use std::path::Path;

use tempfile::tempdir;

use crate::support::{
    client,
    disk::{Disk, EIO, ENOSPC, EROFS},
    watched_house::{House, Ledger, Player},
};

const HUMANS: [&str; 2] = ["human", "human"];
const SAVED: &str = "stopped, every game is saved";

/// A server with two games in progress.
async fn begun(folder: &Path) -> (Disk, House, Ledger, Vec<Player>) {
    let disk = Disk::new(folder);
    let house = House::open(&folder.join("data"), Some(&disk));
    let mut ledger = Ledger::default();
    let mut players = Vec::new();
    for _ in 0..2 {
        players.push(ledger.create(&house, HUMANS).await.unwrap());
    }
    play(&house, &mut ledger, &mut players, 2).await;
    assert_eq!(ledger.refused, 0);
    (disk, house, ledger, players)
}

/// In each of so many rounds every player acts and a new game is made.
async fn play(house: &House, ledger: &mut Ledger, players: &mut [Player], rounds: usize) {
    for _ in 0..rounds {
        for player in &mut *players {
            player.act(house, ledger).await;
        }
        ledger.create(house, HUMANS).await;
    }
}

/// That everything can be done again, as soon as the disk is well.
async fn all_is_well(house: &House, ledger: &mut Ledger, players: &mut [Player]) {
    let refused = ledger.refused;
    play(house, ledger, players, 3).await;
    assert_eq!(ledger.refused, refused, "the disk is well, and something was refused");
}

/// The disk fails while the server plays, is well, fails while it stops, while it starts, and while it stops again.
/// Every time it is compared what a server finds that has a disk without faults.
async fn one_cell(call: &str, error: i32, when: &str) -> u64 {
    let folder = tempdir().unwrap();
    let data = folder.path().join("data");
    let (mut disk, house, mut ledger, mut players) = begun(folder.path()).await;
    disk.fail(call, error, when);
    play(&house, &mut ledger, &mut players, 6).await;
    disk.heal();
    all_is_well(&house, &mut ledger, &mut players).await;
    disk.fail(call, error, when);
    play(&house, &mut ledger, &mut players, 1).await;
    let ended = house.stop();
    let saved = ended.said.contains(SAVED);
    assert_eq!(ended.code, Some(i32::from(!saved)), "{call} {error} {when}: {}", ended.said);
    assert_ne!(saved, ended.said.contains("not everything is saved"), "{}", ended.said);

    match House::try_open(&data, Some(&disk)) {
        Ok(house) => drop(house.stop()),
        Err(ended) => {
            assert_eq!(ended.code, Some(1), "{}", ended.said);
            assert!(ended.said.contains("saved games"), "{}", ended.said);
        }
    }
    ledger.compare(&House::open(&data, None)).await;
    disk.fired()
}

async fn every_cell(call: &str) -> u64 {
    let mut fired = 0;
    for error in [ENOSPC, EIO] {
        for when in ["1", "2", "/3"] {
            fired += one_cell(call, error, when).await;
        }
    }
    fired
}

#[tokio::test]
async fn what_was_acknowledged_outlives_failing_writes() {
    assert!(every_cell("pwrite64").await >= 18);
}

#[tokio::test]
async fn what_was_acknowledged_outlives_failing_syncs() {
    assert!(every_cell("fsync").await >= 18);
}

/// SQLite as it is built here never calls it; if it should one day, this goes red and the number above is the one to
/// ask for.
#[tokio::test]
async fn what_was_acknowledged_outlives_failing_data_syncs() {
    assert_eq!(every_cell("fdatasync").await, 0);
}

#[tokio::test]
async fn what_was_acknowledged_outlives_failing_truncations() {
    assert!(every_cell("ftruncate").await >= 6);
}

/// So many writes that SQLite moves them from its log to the database, and cannot.
#[tokio::test]
async fn what_was_acknowledged_outlives_a_log_that_cannot_be_emptied() {
    for (call, error) in [("ftruncate", EIO), ("fsync", ENOSPC)] {
        let folder = tempdir().unwrap();
        let (mut disk, house, mut ledger, mut players) = begun(folder.path()).await;
        disk.fail(call, error, if call == "fsync" { "/7" } else { "*" });
        for _ in 0..360 {
            ledger.create(&house, HUMANS).await;
        }
        assert_eq!(ledger.refused, 0);
        assert!(disk.fired() > 0);
        disk.heal();
        all_is_well(&house, &mut ledger, &mut players).await;
        house.kill();
        ledger.compare(&House::open(&folder.path().join("data"), None)).await;
    }
}

#[tokio::test]
async fn a_full_disk_that_gets_room_again() {
    let folder = tempdir().unwrap();
    let (mut disk, house, mut ledger, mut players) = begun(folder.path()).await;
    for _ in 0..2 {
        disk.fail("grow", ENOSPC, "*");
        let before = ledger.refused;
        play(&house, &mut ledger, &mut players, 3).await;
        assert!(ledger.refused > before);
        disk.heal();
        all_is_well(&house, &mut ledger, &mut players).await;
    }
    house.kill();
    let house = House::open(&folder.path().join("data"), None);
    ledger.compare(&house).await;
}

#[tokio::test]
async fn a_file_system_that_turns_read_only_and_back() {
    let folder = tempdir().unwrap();
    let (mut disk, house, mut ledger, mut players) = begun(folder.path()).await;
    for _ in 0..2 {
        disk.fail("change", EROFS, "*");
        let before = ledger.refused;
        play(&house, &mut ledger, &mut players, 3).await;
        assert_eq!(ledger.refused - before, 9, "nothing can be saved");
        disk.heal();
        all_is_well(&house, &mut ledger, &mut players).await;
    }
    assert!(house.stop().said.contains(SAVED));
    let house = House::open(&folder.path().join("data"), None);
    ledger.compare(&house).await;
}

#[tokio::test]
async fn a_server_that_stops_on_a_dead_disk_does_not_say_that_all_is_saved() {
    for (call, error) in [("pwrite64", ENOSPC), ("fsync", EIO), ("change", EROFS)] {
        let folder = tempdir().unwrap();
        let (mut disk, house, mut ledger, mut players) = begun(folder.path()).await;
        disk.fail(call, error, "*");
        play(&house, &mut ledger, &mut players, 1).await;
        let ended = house.stop();
        assert_eq!(ended.code, Some(1), "{}", ended.said);
        assert!(!ended.said.contains(SAVED) && ended.said.contains("not everything is saved"), "{}", ended.said);
        assert!(ended.said.contains(&players[0].id), "{}", ended.said);
        let house = House::open(&folder.path().join("data"), None);
        ledger.compare(&house).await;
    }
}

#[tokio::test]
async fn a_bot_whose_move_cannot_be_saved_says_so_and_tries_again() {
    let folder = tempdir().unwrap();
    let mut disk = Disk::new(folder.path());
    let house = House::open(&folder.path().join("data"), Some(&disk));
    let mut ledger = Ledger::default();
    let mut player = ledger.create(&house, ["human", "heuristic"]).await.unwrap();
    player.pace(&house, &mut ledger, 1000).await;
    for (call, error) in [("pwrite64", ENOSPC), ("fsync", EIO)] {
        while player.is_asked() {
            assert!(player.act(&house, &mut ledger).await);
        }
        disk.fail(call, error, "*");
        let notice = loop {
            let message = player.hear(&mut ledger).await;
            if message["type"] == "notice" {
                break message;
            }
            assert!(!player.is_asked(), "the bot was quicker than the disk was broken");
        };
        let text = notice["text"].as_str().unwrap();
        assert!(text.starts_with("The bot's last move could not be saved; trying again."), "{text}");
        let seq = player.view["seq"].as_u64().unwrap();
        // Somebody who comes now is told too.
        let mut onlooker = client::Socket::open(house.address, &player.id, &[]).await.unwrap();
        onlooker.view().await;
        assert_eq!(onlooker.next().await.unwrap()["type"], "notice");
        disk.heal();
        let mut over = false;
        while !over || player.view["seq"].as_u64().unwrap() == seq {
            let message = player.hear(&mut ledger).await;
            over |= message["type"] == "notice" && message["text"].is_null();
        }
        while !player.is_asked() {
            player.hear(&mut ledger).await;
        }
    }
    house.kill();
    ledger.compare(&House::open(&folder.path().join("data"), None)).await;
}

#[tokio::test]
async fn a_second_program_on_the_same_games_is_turned_away_until_the_first_is_dead() {
    let folder = tempdir().unwrap();
    let house = House::open(folder.path(), None);
    house.get("/api/tables").await;
    let second = House::try_open(folder.path(), None).err().expect("refused");
    assert_eq!(second.code, Some(1));
    assert!(second.said.contains(&format!("at http://{}", house.address)), "{}", second.said);
    house.kill();
    let house = House::open(folder.path(), None);
    house.get("/api/tables").await;
    assert!(house.stop().said.contains(SAVED));
}
