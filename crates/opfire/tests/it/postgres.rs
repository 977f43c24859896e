//! What is acknowledged is kept, exactly once, whatever happens to PostgreSQL and to the processes; docs/faults.md has
//! the table.

use std::{
    env,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::time::sleep;

use crate::support::{
    club::wire::Wire,
    club::{Addresses, Match, Process, compare},
    disk::{Disk, ENOSPC},
    postgres::{self, Postgres},
};

/// One process and some games that have begun.
async fn begun(database: &str, games: u64) -> (Process, Addresses, Vec<Match>) {
    let process = Process::start(database);
    let addresses: Addresses = Arc::new(Mutex::new(vec![process.address]));
    let mut played = Vec::new();
    for chance in 0..games {
        played.push(Match::begin(&addresses, chance).await);
    }
    more(&addresses, &mut played, 3).await;
    (process, addresses, played)
}

/// So many more actions in every game.
async fn more(addresses: &Addresses, played: &mut [Match], actions: usize) {
    for game in played {
        let until = game.done.len() + actions;
        game.play(addresses, |game| game.done.len() >= until).await;
    }
}

fn refused(played: &[Match]) -> usize {
    played.iter().map(|game| game.refused).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_full_tablespace_refuses_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut disk = Disk::new(folder.path());
    // PostgreSQL runs as somebody else, who must read the library and the plan and note what fired.
    postgres::give_away(folder.path());
    let postgres = Postgres::with(disk.environment());
    let space = postgres.folder().join("opfire.tablespace");
    std::fs::create_dir(&space).unwrap();
    postgres::give_away(&space);
    postgres.run("postgres", &format!("CREATE TABLESPACE small LOCATION '{}'", space.display()));
    postgres.run("postgres", "CREATE DATABASE small TABLESPACE small");
    let (process, addresses, mut played) = begun(&postgres.address("small"), 3).await;
    disk.fail("grow", ENOSPC, "*");
    postgres::give_away(folder.path());
    // Rows go into pages that are there until one is full.
    for game in &mut played {
        let seen = game.refused;
        let deadline = Instant::now() + Duration::from_secs(20);
        game.play(&addresses, |game| game.refused > seen || Instant::now() > deadline).await;
    }
    assert!(disk.fired() > 0, "the tablespace was never full");
    assert!(refused(&played) > 0);
    disk.heal();
    let before = refused(&played);
    more(&addresses, &mut played, 5).await;
    assert_eq!(refused(&played), before, "there is room again, and something was refused");
    drop(process);
    compare(&postgres, "small", &played);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn terminated_connections_are_opened_again() {
    let postgres = Postgres::start();
    let (_process, addresses, mut played) = begun(&postgres.database(), 3).await;
    for _ in 0..5 {
        let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = 'games0' AND pid <> \
            pg_backend_pid()";
        assert_ne!(postgres.run("games0", cut), "0");
        more(&addresses, &mut played, 3).await;
    }
    assert_eq!(refused(&played), 0, "a new connection is opened, and the write is tried again");
    compare(&postgres, "games0", &played);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_database_that_dies_and_is_started_again_has_all_that_was_acknowledged() {
    let mut postgres = Postgres::start();
    let (_process, addresses, mut played) = begun(&postgres.database(), 3).await;
    for _ in 0..3 {
        let stop = Arc::new(AtomicBool::new(false));
        let players = played.drain(..).map(|mut game| {
            let (addresses, stop) = (Arc::clone(&addresses), Arc::clone(&stop));
            tokio::spawn(async move {
                game.play(&addresses, |_| stop.load(Ordering::Relaxed)).await;
                game
            })
        });
        let players: Vec<_> = players.collect();
        sleep(Duration::from_millis(300)).await;
        postgres.stop_at_once();
        sleep(Duration::from_millis(500)).await;
        tokio::task::block_in_place(|| postgres.start_again());
        sleep(Duration::from_millis(500)).await;
        stop.store(true, Ordering::Relaxed);
        for player in players {
            played.push(player.await.unwrap());
        }
        more(&addresses, &mut played, 2).await;
    }
    compare(&postgres, "games0", &played);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_commit_whose_answer_is_lost_is_found_out() {
    let postgres = Postgres::start();
    postgres.database();
    let wire = Wire::new(&postgres).await;
    let (_process, addresses, mut played) = begun(&wire.address("games0"), 2).await;
    for _ in 0..4 {
        for game in &mut played {
            wire.cut_after_commit();
            let until = game.done.len() + 1;
            game.play(&addresses, |game| game.done.len() >= until).await;
            assert!(wire.is_cut(), "no commit was cut off from its answer");
        }
    }
    assert_eq!(refused(&played), 0, "it was found out that they were saved");
    compare(&postgres, "games0", &played);
}

/// Three processes, one of which is killed again and again under load. `OPFIRE_KILLS=200` for the long run.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_are_killed_lose_nothing_and_do_nothing_twice() {
    let kills: u64 = env::var("OPFIRE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(6);
    let postgres = Postgres::start();
    let database = postgres.database();
    let mut processes: Vec<Process> = (0..3).map(|_| Process::start(&database)).collect();
    let addresses: Addresses = Arc::new(Mutex::new(processes.iter().map(|process| process.address).collect()));
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> =
        (0..8).map(|player| tokio::spawn(evening(Arc::clone(&addresses), Arc::clone(&stop), player))).collect();
    let mut chance = 20_261_118_u64;
    for kill in 0..kills {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let victim = usize::try_from(chance >> 33).unwrap() % 3;
        sleep(Duration::from_millis(200 + (chance >> 40) % 400)).await;
        // The old one dies when the new one takes its place in the list, in the middle of whatever it does.
        let database = database.clone();
        drop(std::mem::replace(
            &mut processes[victim],
            tokio::task::spawn_blocking(move || Process::start(&database)).await.unwrap(),
        ));
        addresses.lock().unwrap()[victim] = processes[victim].address;
        if kill % 20 == 19 {
            eprintln!("{} kills", kill + 1);
        }
    }
    stop.store(true, Ordering::Relaxed);
    let mut played = Vec::new();
    for player in players {
        played.extend(player.await.unwrap());
    }
    let (actions, returns) =
        played.iter().fold((0, 0), |(actions, returns), game| (actions + game.done.len(), returns + game.returns));
    eprintln!(
        "{kills} kills, {} games, {actions} actions acknowledged, players sat down {returns} times, {} writes refused",
        played.len(),
        refused(&played)
    );
    assert!(returns > played.len() * 2, "nobody was ever cut off");
    compare(&postgres, "games0", &played);
}

/// Processes of one version are replaced by those of another, one after the other, and back again, while games go on at
/// all of them. `OPFIRE_OTHER=PATH` names a program of an earlier version; without it the other version is this
/// program, and the database gets what a later one would add.
#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn versions_side_by_side_go_on_with_every_game() {
    let ours = env!("CARGO_BIN_EXE_opfire");
    let other = env::var("OPFIRE_OTHER").ok();
    let older = other.as_deref().unwrap_or(ours);
    let postgres = Postgres::start();
    let database = postgres.database();
    let mut processes = vec![Process::of(older, &database), Process::of(older, &database)];
    let addresses: Addresses = Arc::new(Mutex::new(processes.iter().map(|process| process.address).collect()));
    let mut played = Vec::new();
    for chance in 0..4 {
        played.push(Match::begin(&addresses, chance).await);
    }
    more(&addresses, &mut played, 3).await;
    if other.is_none() {
        postgres.run(
            "games0",
            "ALTER TABLE games ADD COLUMN later TEXT; ALTER TABLE log ADD COLUMN later BIGINT; CREATE TABLE later (id \
             TEXT); INSERT INTO _sqlx_migrations VALUES (9999, 'later', now(), true, '\\x00', 0)",
        );
    }
    // Up, and, because the operator does not like it, down again.
    for program in [ours, ours, older, older] {
        let process = Process::of(program, &database);
        addresses.lock().unwrap().push(process.address);
        processes.push(process);
        more(&addresses, &mut played, 3).await;
        addresses.lock().unwrap().remove(0);
        drop(processes.remove(0));
        more(&addresses, &mut played, 3).await;
        played.push(Match::begin(&addresses, 100 + played.len() as u64).await);
    }
    more(&addresses, &mut played, 3).await;
    assert_eq!(refused(&played), 0, "nobody noticed");
    compare(&postgres, "games0", &played);
}

/// Games one after the other, until it is late.
async fn evening(addresses: Addresses, stop: Arc<AtomicBool>, player: u64) -> Vec<Match> {
    let mut played = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let mut game = Match::begin(&addresses, player * 1000 + played.len() as u64).await;
        game.play(&addresses, |_| stop.load(Ordering::Relaxed)).await;
        played.push(game);
    }
    played
}
