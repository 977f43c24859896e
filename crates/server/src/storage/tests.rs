use std::path::Path;

use sqlx::{AnyConnection, Connection};
use tempfile::tempdir;

use super::{
    GameEnd, LogRow, PeopleWrite, SavedGame, Storage, StorageError, Summary, Write, open, pen, rescue::BESIDE,
    sqlite_url,
};

fn game(id: &str, moves: i64) -> Box<SavedGame> {
    let text = String::new;
    Box::new(SavedGame {
        id: id.to_owned(),
        game: text(),
        scenario: text(),
        title: text(),
        settings: text(),
        seats: text(),
        seed: None,
        keys: text(),
        start: text(),
        revision: 1,
        content: None,
        summary: Summary { touched: 0, moves, over: false, standing: text(), asked: None, turn: None },
        broken: None,
        differs: None,
        guide: None,
        accepted: None,
        branches: text(),
        branched_from: None,
        declared: None,
        fair: None,
        salt: None,
        open: false,
        public: false,
        doomed: None,
        places: Vec::new(),
        clock: None,
        ended: None,
        pace: None,
        past: None,
        promised_as: None,
    })
}

fn rows(from: i64, to: i64) -> Vec<LogRow> {
    let row = |entry| LogRow {
        entry,
        kind: "action".into(),
        seat: "red".into(),
        action: format!("step {entry}"),
        dice: "[]".into(),
        hash: format!("{entry:x}"),
        revision: 1,
        lines: "[]".into(),
    };
    (from..to).map(row).collect()
}

fn address(folder: &Path) -> String {
    sqlite_url(&folder.join("games.db"))
}

#[tokio::test]
async fn what_another_process_writes_is_noticed_and_what_we_write_is_not() {
    let folder = tempdir().unwrap();
    let (storage, _) = Storage::open(&address(folder.path()), false).await.unwrap();
    // What the start did counts once.
    storage.writer.others_wrote().await.unwrap();
    storage.write(Write::Create(game("ours", 0), Vec::new())).await.unwrap();
    storage.games().await.unwrap();
    assert!(!storage.writer.others_wrote().await.unwrap());
    let mut other = open::connection(&address(folder.path())).await.unwrap();
    sqlx::query("SELECT id FROM games").fetch_all(&mut other).await.unwrap();
    assert!(!storage.writer.others_wrote().await.unwrap(), "who reads changes nothing");
    sqlx::query("DELETE FROM games").execute(&mut other).await.unwrap();
    assert!(storage.writer.others_wrote().await.unwrap());
    assert!(!storage.writer.others_wrote().await.unwrap(), "once is enough");
}

#[tokio::test]
async fn a_long_game_is_written_in_portions_and_others_come_in_between() {
    let folder = tempdir().unwrap();
    let (storage, _) = Storage::open(&address(folder.path()), false).await.unwrap();
    // More than sixteen portions, and a rest.
    let mut long = Box::pin(storage.write(Write::Create(game("long", 5000), rows(0, 5000))));
    for number in 0..3 {
        let id = format!("short-{number}");
        tokio::select! {
            biased;
            _ = &mut long => panic!("the long game was written while {id} waited"),
            done = storage.write(Write::Create(game(&id, 0), Vec::new())) => done.unwrap(),
        }
        assert!(storage.game("long").await.unwrap().is_none(), "it is seen before it is whole");
    }
    long.await.unwrap();
    assert_eq!(storage.game("long").await.unwrap().unwrap().summary.moves, 5000);
    let found: Vec<_> =
        storage.log_from("long", 0).await.unwrap().into_iter().map(|row| (row.entry, row.action)).collect();
    let wanted: Vec<_> = rows(0, 5000).into_iter().map(|row| (row.entry, row.action)).collect();
    assert_eq!(found, wanted);
    storage.close().await.unwrap();
}

#[tokio::test]
async fn a_game_that_is_only_begun_is_seen_by_nobody_and_gone_at_the_next_start() {
    let folder = tempdir().unwrap();
    let (storage, _) = Storage::open(&address(folder.path()), false).await.unwrap();
    storage.write(Write::Begin(game("begun", 9), rows(0, 3))).await.unwrap();
    assert!(storage.game("begun").await.unwrap().is_none());
    assert!(storage.games().await.unwrap().is_empty());
    storage.close().await.unwrap();
    let (storage, _) = Storage::open(&address(folder.path()), false).await.unwrap();
    assert!(storage.log_from("begun", 0).await.unwrap().is_empty());
    storage.write(Write::Create(game("begun", 0), Vec::new())).await.unwrap();
    storage.close().await.unwrap();
}

#[tokio::test]
async fn one_bad_write_does_not_take_others_with_it() {
    let folder = tempdir().unwrap();
    let (storage, _) = Storage::open(&address(folder.path()), false).await.unwrap();
    storage.write(Write::Create(game("one", 3), rows(0, 3))).await.unwrap();
    let append = |game: &str, entry| Write::Append {
        game: game.to_owned(),
        rows: rows(entry, entry + 1),
        summary: Summary {
            touched: 1,
            moves: entry + 1,
            over: false,
            standing: String::new(),
            asked: None,
            turn: None,
        },
    };
    // Somebody else has done something else as the third action.
    let mut taken = append("one", 2);
    if let Write::Append { rows, .. } = &mut taken {
        rows[0].hash = "other".into();
    }
    let (taken, fresh, good) = tokio::join!(
        storage.write(taken),
        storage.write(Write::Create(game("two", 0), Vec::new())),
        storage.write(append("one", 3)),
    );
    assert!(matches!(taken, Err(StorageError::Overtaken)), "{taken:?}");
    fresh.unwrap();
    good.unwrap();
    assert_eq!(storage.game("one").await.unwrap().unwrap().summary.moves, 4);
    storage.close().await.unwrap();
}

/// The state in which everything that was acknowledged used to be lost.
#[tokio::test]
async fn a_connection_inside_a_transaction_does_not_prove_itself() {
    let folder = tempdir().unwrap();
    let address = address(folder.path());
    let (storage, _) = Storage::open(&address, false).await.unwrap();
    for begin in ["BEGIN", "SAVEPOINT depth"] {
        let mut connection: AnyConnection = open::connection(&address).await.unwrap();
        pen::prove(&mut connection, &storage.pool).await.unwrap();
        sqlx::query(begin).execute(&mut connection).await.unwrap();
        assert!(pen::prove(&mut connection, &storage.pool).await.is_err(), "{begin}");
        connection.close().await.unwrap();
    }
    storage.close().await.unwrap();
}

#[tokio::test]
async fn a_game_that_has_ended_takes_no_more_actions() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, _) = Storage::open(&sqlite_url(&folder.path().join("games.db")), false).await.unwrap();
    storage.write(Write::Create(game("one", 0), Vec::new())).await.unwrap();
    let end = |ended: &str, ran_out| {
        Write::People(PeopleWrite::End(GameEnd {
            game: "one".to_owned(),
            ended: ended.to_owned(),
            standing: "over".to_owned(),
            clock: None,
            ran_out,
            touched: 5,
        }))
    };
    storage.write(end("time:red", Some(99))).await.unwrap();
    assert_eq!(storage.ended("one").await.unwrap(), None, "its clock was set anew in the meantime");
    storage.write(end("resigned:red", None)).await.unwrap();
    storage.write(end("resigned:blue", None)).await.unwrap();
    assert_eq!(storage.ended("one").await.unwrap().as_deref(), Some("resigned:red"), "the first counts");
    let summary = Summary { touched: 9, moves: 1, over: false, standing: String::new(), asked: None, turn: None };
    let late = storage.write(Write::Append { game: "one".to_owned(), rows: rows(0, 1), summary }).await;
    assert!(matches!(late, Err(StorageError::Overtaken)), "{late:?}");
    let saved = storage.game("one").await.unwrap().unwrap();
    assert!(saved.summary.over && saved.summary.moves == 0 && storage.log_from("one", 0).await.unwrap().is_empty());
    storage.close().await.unwrap();
}

#[tokio::test]
async fn every_table_is_taken_over_from_a_damaged_file_or_left_behind_on_purpose() {
    let folder = tempdir().unwrap();
    let (storage, _) = Storage::open(&address(folder.path()), false).await.unwrap();
    let sql = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name";
    let tables: Vec<String> = sqlx::query_scalar(sql).fetch_all(&storage.pool).await.unwrap();
    storage.close().await.unwrap();
    // Written with the games; and what only concerns the processes that run, or the file itself.
    let others = ["games", "log", "places", "contents", "keepers", "writer", "_sqlx_migrations"];
    let mut known: Vec<&str> = BESIDE.iter().map(|(table, _)| *table).chain(others).collect();
    known.sort_unstable();
    assert_eq!(tables, known);
}
