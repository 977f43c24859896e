use std::sync::LazyLock;

use content::Files;
use engine::{GameBox, Settings};
use open_fire::OpenFire;

use crate::{Asked, Platoon, judge, open, page, words};

static GAME: LazyLock<GameBox<OpenFire>> = LazyLock::new(|| open(&Files::embedded()).unwrap());

fn asked(bot: &str, games: u32) -> Asked {
    let (missions, settings) = (vec!["training".to_owned()], Settings::default());
    Asked { missions, games, seed: 7, bot: Some(bot.to_owned()), settings, baselines: 2, campaigns: 0 }
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let report = || judge(&GAME, &asked("platoon-leader", 6), || {}).unwrap();
    let (one, other) = (report(), report());
    assert_eq!(one, other);
    assert_eq!(page::files(&one, "opfire balance"), page::files(&other, "opfire balance"));
}

#[test]
fn a_report_has_every_platoon_and_every_baseline() {
    let report = judge(&GAME, &asked("platoon-leader", 3), || {}).unwrap();
    let who: Vec<(&str, &str)> =
        report.judged.iter().map(|judged| (judged.platoon.word(), judged.player.as_str())).collect();
    let players = ["platoon-leader", "in-and-out", "random"];
    let wanted: Vec<_> =
        ["sample", "new"].into_iter().flat_map(|platoon| players.map(|player| (platoon, player))).collect();
    assert_eq!(who, wanted);
    for judged in &report.judged {
        assert_eq!(judged.by_points.values().sum::<u32>(), judged.games);
        assert_eq!(judged.endless, 0);
        assert!(judged.stories.most > 0 && judged.read.keys().all(|number| !judged.never_read.contains(number)));
    }
    assert!(words::tell(&report).iter().any(|line| line.contains("victory points")));
}

#[test]
fn a_campaign_takes_its_platoon_along_by_date() {
    let missions = ["grand-prix", "training", "the-garage"].map(str::to_owned).to_vec();
    let asked = Asked { missions, baselines: 0, campaigns: 3, ..asked("in-and-out", 1) };
    let report = judge(&GAME, &asked, || {}).unwrap();
    let campaigns: Vec<(&str, u32)> = report
        .judged
        .iter()
        .filter(|judged| judged.platoon == Platoon::Campaign)
        .map(|judged| (judged.mission.as_str(), judged.games))
        .collect();
    // In the order they were asked for; the garage came first, and whoever lived through it went on.
    assert!(matches!(campaigns[..], [("grand-prix", on), ("the-garage", 3)] if on <= 3), "{campaigns:?}");
}

#[test]
fn who_drives_in_and_out_wins_nothing() {
    let report = judge(&GAME, &asked("in-and-out", 10), || {}).unwrap();
    let in_and_out = report.judged.iter().filter(|judged| judged.player == "in-and-out");
    assert!(in_and_out.clone().count() == 2 && in_and_out.clone().all(|judged| judged.wins == 0));
}
