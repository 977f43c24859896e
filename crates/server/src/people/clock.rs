//! How much time players have: so much for the game, and a little more with every handing over of the turn.
//!
//! ```text
//! begun ──► asked A: A's clock runs ──► A hands over: A pays, gets the increment, B's clock runs ──► …
//!                        └──► A's clock runs out: the game is over
//! ```

use engine::Seat;
use serde::{Deserialize, Serialize};

use crate::protocol::{ClockInfo, ClockWish};

/// The least and the most that a player may have for a game, in seconds.
const SECONDS: std::ops::RangeInclusive<i64> = 1..=366 * 86_400;
/// The most that he may get with a turn, in seconds.
const LONGEST_INCREMENT: i64 = 31 * 86_400;

/// The clock of a table. Times are in milliseconds; moments are those of the server, since 1970.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    #[serde(flatten)]
    wish: ClockWish,
    /// What is left to each seat, as of `since`; bots have no clock.
    left: Vec<Option<i64>>,
    /// Whose clock runs.
    running: Option<Seat>,
    since: i64,
    /// Whether all players were there. Before that no clock runs.
    begun: bool,
}

impl Clock {
    /// A clock that stands, for these players.
    ///
    /// # Errors
    /// If nobody could play with it: why.
    pub(crate) fn new(wish: &ClockWish, players: &[String]) -> Result<Clock, String> {
        if !SECONDS.contains(&wish.seconds) {
            return Err(format!("a player has between {} second and a year for a game", SECONDS.start()));
        }
        if !(0..=LONGEST_INCREMENT).contains(&wish.increment) {
            return Err("a player gets a month with a turn at most".to_owned());
        }
        let all = 1000 * wish.seconds;
        let left = players.iter().map(|player| (player == "human").then_some(all)).collect();
        Ok(Clock { wish: *wish, left, running: None, since: 0, begun: false })
    }

    pub(crate) fn read(text: &str) -> Option<Clock> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn written(&self) -> String {
        serde_json::json!(self).to_string()
    }

    /// All players are there, and `asked` is to decide. A clock that has begun goes on.
    #[must_use]
    pub(crate) fn begin(&self, asked: Option<Seat>, now: i64) -> Clock {
        if self.begun { self.clone() } else { Clock { begun: true, ..self.clone() }.run(asked, now) }
    }

    /// The time that its players were given.
    pub(crate) fn wish(&self) -> ClockWish {
        self.wish
    }

    pub(crate) fn has_begun(&self) -> bool {
        self.begun
    }

    /// Something was done, and now `asked` is to decide. The player whose clock ran pays, and gets the increment if he
    /// handed over.
    #[must_use]
    pub(crate) fn acted(&self, asked: Option<Seat>, now: i64) -> Clock {
        let mut clock = self.clone();
        if let Some(seat) = self.running {
            clock.pay(seat, self.elapsed(now));
            if asked != self.running {
                clock.pay(seat, -self.increment());
            }
        }
        clock.run(asked, now)
    }

    /// `by` took his last action back, and is asked again. If he had handed over, he pays for the time that the other
    /// spent on it in vain and gives the increment back: else a turn handed over again and again would be time for
    /// nothing.
    ///
    /// # Errors
    /// If he has not so much left.
    pub(crate) fn taken_back(&self, by: Seat, asked: Option<Seat>, now: i64) -> Result<Clock, String> {
        if self.running == Some(by) || !self.begun {
            return Ok(self.acted(asked, now));
        }
        let mut clock = self.clone();
        clock.pay(by, self.elapsed(now) + self.increment());
        if clock.of(by).is_some_and(|left| left <= 0) {
            return Err("to take this back would cost more time than you have left".to_owned());
        }
        Ok(clock.run(asked, now))
    }

    /// The game is over.
    #[must_use]
    pub(crate) fn stopped(&self, now: i64) -> Clock {
        let mut clock = self.clone();
        if let Some(seat) = self.running {
            clock.pay(seat, self.elapsed(now));
        }
        clock.run(None, now)
    }

    /// When the clock that runs will have run out.
    pub(crate) fn runs_out(&self) -> Option<i64> {
        Some(self.since + self.of(self.running?)?)
    }

    /// The seat whose clock has run out.
    pub(crate) fn out(&self, now: i64) -> Option<Seat> {
        self.running.filter(|_| self.runs_out().is_some_and(|moment| moment <= now))
    }

    /// The clock as people see it at this moment.
    pub(crate) fn info(&self, now: i64) -> ClockInfo {
        let at_least_nothing = |left: &Option<i64>| left.map(|left| left.max(0));
        let left = if self.running.is_some() { self.acted(self.running, now).left } else { self.left.clone() };
        ClockInfo {
            left: left.iter().map(at_least_nothing).collect(),
            running: self.running,
            at: now,
            seconds: self.wish.seconds,
            increment: self.wish.increment,
        }
    }

    fn increment(&self) -> i64 {
        1000 * self.wish.increment
    }

    fn of(&self, seat: Seat) -> Option<i64> {
        self.left.get(seat.index()).copied().flatten()
    }

    /// A clock of the machine that was set back makes no time.
    fn elapsed(&self, now: i64) -> i64 {
        (now - self.since).max(0)
    }

    fn pay(&mut self, seat: Seat, time: i64) {
        if let Some(Some(left)) = self.left.get_mut(seat.index()) {
            *left -= time;
        }
    }

    fn run(self, asked: Option<Seat>, now: i64) -> Clock {
        let running = asked.filter(|&seat| self.begun && self.of(seat).is_some());
        // The machine's clock may have been set back: nobody pays twice for the same moment.
        Clock { running, since: now.max(self.since), ..self }
    }
}

#[cfg(test)]
mod tests {
    use engine::Seat;

    use super::Clock;
    use crate::protocol::ClockWish;

    const RED: Seat = Seat(0);
    const BLUE: Seat = Seat(1);

    fn clock(players: [&str; 2]) -> Clock {
        Clock::new(&ClockWish { seconds: 100, increment: 5 }, &players.map(str::to_owned)).unwrap()
    }

    fn left(clock: &Clock, now: i64) -> Vec<Option<i64>> {
        clock.info(now).left
    }

    #[test]
    fn it_stands_until_all_are_there() {
        let clock = clock(["human", "human"]);
        let acted = clock.acted(Some(BLUE), 50_000);
        assert_eq!((acted.info(90_000).running, acted.runs_out()), (None, None));
        assert_eq!(left(&acted, 90_000), [Some(100_000), Some(100_000)]);
        let begun = acted.begin(Some(BLUE), 90_000);
        assert_eq!((begun.info(91_000).running, begun.runs_out()), (Some(BLUE), Some(190_000)));
        assert_eq!(begun.begin(Some(RED), 95_000), begun, "it begins once");
    }

    #[test]
    fn whoever_is_asked_pays_and_gets_the_increment_for_handing_over() {
        let clock = clock(["human", "human"]).begin(Some(RED), 0);
        let same = clock.acted(Some(RED), 10_000);
        assert_eq!(left(&same, 10_000), [Some(90_000), Some(100_000)], "still his turn: no increment");
        let handed = same.acted(Some(BLUE), 30_000);
        assert_eq!(left(&handed, 30_000), [Some(75_000), Some(100_000)]);
        assert_eq!(left(&handed, 37_000), [Some(75_000), Some(93_000)]);
        assert_eq!(handed.acted(Some(RED), 37_000).runs_out(), Some(37_000 + 75_000));
    }

    #[test]
    fn it_runs_out_at_its_moment_and_not_before() {
        let clock = clock(["human", "human"]).begin(Some(RED), 1_000);
        assert_eq!((clock.out(100_999), clock.out(101_000)), (None, Some(RED)));
        assert_eq!(left(&clock, 200_000), [Some(0), Some(100_000)], "nobody sees less than nothing");
        assert_eq!(clock.stopped(50_000).out(200_000), None);
    }

    #[test]
    fn a_bot_has_no_clock() {
        let clock = clock(["human", "roller"]).begin(Some(BLUE), 0);
        assert_eq!((clock.runs_out(), clock.out(i64::MAX)), (None, None));
        let asked = clock.acted(Some(RED), 500_000);
        assert_eq!((left(&asked, 500_000), asked.runs_out()), (vec![Some(100_000), None], Some(600_000)));
    }

    #[test]
    fn taking_back_makes_no_time() {
        let clock = clock(["human", "human"]).begin(Some(RED), 0);
        let back = clock.taken_back(RED, Some(RED), 10_000).unwrap();
        assert_eq!(left(&back, 10_000), [Some(90_000), Some(100_000)]);
        let handed = clock.acted(Some(BLUE), 10_000);
        let back = handed.taken_back(RED, Some(RED), 40_000).unwrap();
        assert_eq!(left(&back, 40_000), [Some(60_000), Some(100_000)], "red pays for blue's time and has no increment");
        let again = back.acted(Some(BLUE), 40_000);
        assert_eq!(left(&again, 40_000), [Some(65_000), Some(100_000)], "the increment comes once");
        assert!(handed.taken_back(RED, Some(RED), 100_000).unwrap_err().contains("more time than you have"));
    }

    #[test]
    fn a_machine_whose_time_is_set_back_gives_none_away() {
        let clock = clock(["human", "human"]).begin(Some(RED), 50_000);
        let acted = clock.acted(Some(RED), 20_000);
        assert_eq!(left(&acted, 50_000), [Some(100_000), Some(100_000)]);
        assert_eq!(acted.runs_out(), Some(150_000));
    }

    #[test]
    fn what_is_written_is_read_and_nonsense_is_refused() {
        let begun = clock(["human", "roller"]).begin(Some(RED), 7);
        assert_eq!(Clock::read(&begun.written()), Some(begun));
        assert_eq!(Clock::read("{}"), None);
        for (seconds, increment) in [(0, 0), (400 * 86_400, 0), (100, 32 * 86_400), (100, -1), (-100, 0)] {
            assert!(Clock::new(&ClockWish { seconds, increment }, &[]).is_err());
        }
        assert!(Clock::new(&ClockWish { seconds: 30 * 86_400, increment: 86_400 }, &[]).is_ok());
    }
}
