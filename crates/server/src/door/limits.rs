//! What a host allows strangers to use: each limit has a name, a unit and a sentence, for `--limit NAME=VALUE`.
//! The modules below keep to them.

pub(crate) mod gate;
pub(crate) mod ledger;
pub(crate) mod purse;
pub(crate) mod visitors;
pub(crate) mod warden;

use std::time::Duration;

use thiserror::Error;

/// How much of the machine visitors may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Connections at the same time.
    pub connections: u64,
    /// Connections at the same time from one address.
    pub connections_per_address: u64,
    /// Time for a request's head to arrive, from the connection or the last answer on.
    pub request_time: Duration,
    /// Time for a request's body to arrive.
    pub body_time: Duration,
    /// Time for a client to take some of an answer.
    pub answer_time: Duration,
    /// Actions in one message.
    pub actions_per_message: u64,
    /// Actions in a game, including those taken back.
    pub game_length: u64,
    /// Games in memory.
    pub tables: u64,
    /// Games being opened at the same time, as many being looked back at, and as many questions of the aid being
    /// counted.
    pub replays: u64,
    /// Questions about games, maps and pictures worked on at the same time.
    pub questions: u64,
    /// Milliseconds of work a second for one address.
    pub work_per_address: u64,
    /// Milliseconds of work a second for one connection.
    pub work_per_connection: u64,
    /// Game files read at the same time.
    pub imports: u64,
    /// Bots thinking at the same time.
    pub bots: u64,
    /// Requests that may wait for each of the last kinds of work.
    pub waiting: u64,
    /// How long a request waits.
    pub waiting_time: Duration,
    /// Games that one address can make in an hour.
    pub games_per_hour: u64,
    /// Unfinished games that one address can have made within a day.
    pub open_games_per_address: u64,
    /// Saved games.
    pub games: u64,
    /// Bytes of saved games.
    pub database_size: u64,
    /// Bytes of the settings chosen for a game.
    pub settings_size: u64,
    /// Accounts that one address can make in an hour.
    pub accounts_per_hour: u64,
    /// Attempts to log in from one address in an hour.
    pub logins_per_hour: u64,
    /// Wrong passwords for one name in an hour.
    pub wrong_passwords_per_hour: u64,
    /// Passwords being hashed at the same time.
    pub passwords: u64,
    /// Lines that one seat can say in a minute.
    pub lines_per_minute: u64,
    /// Lines that one address can say in an hour.
    pub lines_per_hour: u64,
    /// Lines that one seat can report in an hour.
    pub reports_per_hour: u64,
    /// Addresses for news of one's turn that can be given from one address in an hour.
    pub calls_per_hour: u64,
    /// Mails that one e-mail address gets in an hour.
    pub mails_per_hour: u64,
    /// How long a player whose turn it is may be away before he is told.
    pub away_time: Duration,
    /// How long players have to object when the host throws their game away.
    pub delete_notice: Duration,
}

/// A limit that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitError {
    /// Not of the form `name=value`.
    #[error("\"{0}\" limits nothing: write it as NAME=VALUE, as in connections-per-address=64")]
    Form(String),
    /// There is no such limit.
    #[error(
        "there is no limit \"{name}\"{}",
        .nearest.as_ref().map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
    )]
    Unknown {
        /// What was named.
        name: String,
        /// The nearest there is.
        nearest: Option<String>,
    },
    /// The limit has no such value.
    #[error("the limit {name} cannot be \"{value}\": {form}")]
    Value {
        /// The limit.
        name: &'static str,
        /// What was wanted.
        value: String,
        /// What it takes.
        form: &'static str,
    },
}

/// One limit, as a host sees it.
struct Known {
    name: &'static str,
    about: &'static str,
    slot: Slot,
}

/// Where a limit is kept, and its unit.
enum Slot {
    Number(fn(&mut Limits) -> &mut u64),
    Size(fn(&mut Limits) -> &mut u64),
    Time(fn(&mut Limits) -> &mut Duration),
}

const KNOWN: [Known; 32] = [
    Known {
        name: "connections",
        about: "at the same time; keep it below what `ulimit -n` allows",
        slot: Slot::Number(|limits| &mut limits.connections),
    },
    Known {
        name: "connections-per-address",
        about: "at the same time from one address (for IPv6, from one /64)",
        slot: Slot::Number(|limits| &mut limits.connections_per_address),
    },
    Known {
        name: "request-time",
        about: "for a request's head to arrive; an idle connection ends after it",
        slot: Slot::Time(|limits| &mut limits.request_time),
    },
    Known {
        name: "body-time",
        about: "for a request's body to arrive",
        slot: Slot::Time(|limits| &mut limits.body_time),
    },
    Known {
        name: "answer-time",
        about: "in which a client must take at least 16 kB of what is waiting for it",
        slot: Slot::Time(|limits| &mut limits.answer_time),
    },
    Known {
        name: "actions-per-message",
        about: "in one message from a player",
        slot: Slot::Number(|limits| &mut limits.actions_per_message),
    },
    Known {
        name: "game-length",
        about: "actions in a game, including those taken back",
        slot: Slot::Number(|limits| &mut limits.game_length),
    },
    Known { name: "tables", about: "games in memory", slot: Slot::Number(|limits| &mut limits.tables) },
    Known {
        name: "replays",
        about: "games opened, looked back at, or asked about by the aid at once",
        slot: Slot::Number(|limits| &mut limits.replays),
    },
    Known {
        name: "questions",
        about: "about games, maps and pictures worked on at once: one for every two cores",
        slot: Slot::Number(|limits| &mut limits.questions),
    },
    Known {
        name: "work-per-address",
        about: "in milliseconds a second, for all that is asked from one address",
        slot: Slot::Number(|limits| &mut limits.work_per_address),
    },
    Known {
        name: "work-per-connection",
        about: "in milliseconds a second, for all that is asked over one connection",
        slot: Slot::Number(|limits| &mut limits.work_per_connection),
    },
    Known {
        name: "imports",
        about: "game files read at the same time",
        slot: Slot::Number(|limits| &mut limits.imports),
    },
    Known { name: "bots", about: "bots thinking at the same time", slot: Slot::Number(|limits| &mut limits.bots) },
    Known {
        name: "waiting",
        about: "requests that may wait for each of the last three",
        slot: Slot::Number(|limits| &mut limits.waiting),
    },
    Known {
        name: "waiting-time",
        about: "after which a waiting request is sent away",
        slot: Slot::Time(|limits| &mut limits.waiting_time),
    },
    Known {
        name: "games-per-hour",
        about: "made, imported or joined in the lobby from one address",
        slot: Slot::Number(|limits| &mut limits.games_per_hour),
    },
    Known {
        name: "open-games-per-address",
        about: "made within a day and not finished",
        slot: Slot::Number(|limits| &mut limits.open_games_per_address),
    },
    Known { name: "games", about: "saved games", slot: Slot::Number(|limits| &mut limits.games) },
    Known {
        name: "database-size",
        about: "of the saved games: no new ones beyond it",
        slot: Slot::Size(|limits| &mut limits.database_size),
    },
    Known {
        name: "settings-size",
        about: "of the settings chosen for a game, including the text of a force",
        slot: Slot::Size(|limits| &mut limits.settings_size),
    },
    Known {
        name: "accounts-per-hour",
        about: "made from one address",
        slot: Slot::Number(|limits| &mut limits.accounts_per_hour),
    },
    Known {
        name: "logins-per-hour",
        about: "attempts to log in from one address",
        slot: Slot::Number(|limits| &mut limits.logins_per_hour),
    },
    Known {
        name: "wrong-passwords-per-hour",
        about: "for one name; after them nobody logs in with it for a while",
        slot: Slot::Number(|limits| &mut limits.wrong_passwords_per_hour),
    },
    Known {
        name: "passwords",
        about: "being hashed at the same time, 19 MB each",
        slot: Slot::Number(|limits| &mut limits.passwords),
    },
    Known {
        name: "lines-per-minute",
        about: "said from one seat",
        slot: Slot::Number(|limits| &mut limits.lines_per_minute),
    },
    Known {
        name: "lines-per-hour",
        about: "said from one address",
        slot: Slot::Number(|limits| &mut limits.lines_per_hour),
    },
    Known {
        name: "reports-per-hour",
        about: "of what was said, from one seat",
        slot: Slot::Number(|limits| &mut limits.reports_per_hour),
    },
    Known {
        name: "calls-per-hour",
        about: "e-mail addresses and webhooks given from one address",
        slot: Slot::Number(|limits| &mut limits.calls_per_hour),
    },
    Known {
        name: "mails-per-hour",
        about: "sent to one e-mail address",
        slot: Slot::Number(|limits| &mut limits.mails_per_hour),
    },
    Known {
        name: "away-time",
        about: "after which a player whose turn it is and who is not there is told",
        slot: Slot::Time(|limits| &mut limits.away_time),
    },
    Known {
        name: "delete-notice",
        about: "from the host's notice until a shared game is thrown away",
        slot: Slot::Time(|limits| &mut limits.delete_notice),
    },
];

const NONE: u64 = u64::MAX;
const TIMES: [(&str, u64); 5] = [("ms", 1), ("s", 1000), ("min", 60_000), ("h", 3_600_000), ("d", 86_400_000)];
const SIZES: [(&str, u64); 4] = [("B", 1), ("kB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30)];

impl Default for Limits {
    /// For a public server of two cores that strangers reach.
    fn default() -> Self {
        Limits {
            connections: 900,
            connections_per_address: 64,
            request_time: Duration::from_secs(20),
            body_time: Duration::from_secs(20),
            answer_time: Duration::from_secs(20),
            actions_per_message: 100,
            game_length: 10_000,
            tables: 2_000,
            replays: 2,
            questions: 1,
            work_per_address: 250,
            work_per_connection: 150,
            imports: 1,
            bots: 2,
            waiting: 512,
            waiting_time: Duration::from_secs(10),
            games_per_hour: 60,
            open_games_per_address: 200,
            games: 200_000,
            database_size: 8 << 30,
            settings_size: 32 << 10,
            accounts_per_hour: 10,
            logins_per_hour: 60,
            wrong_passwords_per_hour: 20,
            passwords: 1,
            lines_per_minute: 20,
            lines_per_hour: 1_200,
            reports_per_hour: 10,
            calls_per_hour: 30,
            mails_per_hour: 12,
            away_time: Duration::from_secs(60),
            delete_notice: Duration::from_secs(7 * 86_400),
        }
    }
}

impl Limits {
    /// For a player's own machine, where only programs that have gone wrong must be stopped.
    pub fn local() -> Limits {
        Limits {
            connections_per_address: NONE,
            work_per_address: NONE,
            work_per_connection: NONE,
            game_length: 100_000,
            actions_per_message: 1_000,
            games_per_hour: NONE,
            open_games_per_address: NONE,
            games: NONE,
            database_size: NONE,
            settings_size: NONE,
            ..Limits::default()
        }
    }

    /// Sets one, as in `connections-per-address=64`, `request-time=30s`, `database-size=2GB` or `games=none`.
    ///
    /// # Errors
    /// If there is no such limit, or it cannot have that value.
    pub fn set(&mut self, word: &str) -> Result<(), LimitError> {
        let (name, value) = word.split_once('=').ok_or_else(|| LimitError::Form(word.to_owned()))?;
        let known = KNOWN.iter().find(|known| known.name == name).ok_or_else(|| LimitError::Unknown {
            name: name.to_owned(),
            nearest: engine::nearest(name, KNOWN.iter().map(|known| known.name)),
        })?;
        let wrong = |form| LimitError::Value { name: known.name, value: value.to_owned(), form };
        match known.slot {
            Slot::Number(field) => {
                *field(self) = at_least_one(value).ok_or_else(|| wrong("it takes a number above 0, or none"))?;
            }
            Slot::Size(field) => {
                *field(self) =
                    size(value).ok_or_else(|| wrong("it takes a size, as in 16kB, 500MB or 2GB, or none"))?;
            }
            Slot::Time(field) => {
                *field(self) = time(value).ok_or_else(|| wrong("it takes a time, as in 500ms, 20s or 5min"))?;
            }
        }
        Ok(())
    }

    /// All of them, for people: as `set` takes them, and what they are for.
    pub fn list(&self) -> Vec<(String, &'static str)> {
        let mut limits = self.clone();
        let with_value = |known: &Known| {
            let value = match known.slot {
                Slot::Number(field) => number_text(*field(&mut limits)),
                Slot::Size(field) => in_units(*field(&mut limits), &SIZES),
                Slot::Time(field) => in_units(milliseconds(*field(&mut limits)), &TIMES),
            };
            (format!("{}={value}", known.name), known.about)
        };
        KNOWN.iter().map(with_value).collect()
    }
}

fn at_least_one(value: &str) -> Option<u64> {
    if value == "none" { Some(NONE) } else { value.parse().ok().filter(|&number| number > 0) }
}

fn size(value: &str) -> Option<u64> {
    if value == "none" { Some(NONE) } else { with_unit(value, &SIZES) }
}

/// A time as people write it: `500ms`, `20s`, `5min`, `12h`, `90d`.
pub fn time(value: &str) -> Option<Duration> {
    with_unit(value, &TIMES).map(Duration::from_millis)
}

fn with_unit(value: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = value.find(|letter: char| !letter.is_ascii_digit())?;
    let (number, unit) = value.split_at(digits);
    let (_, worth) = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit))?;
    number.parse::<u64>().ok()?.checked_mul(*worth).filter(|&amount| amount > 0)
}

fn number_text(number: u64) -> String {
    if number == NONE { "none".to_owned() } else { number.to_string() }
}

/// In the largest unit that leaves no rest.
fn in_units(amount: u64, units: &[(&str, u64)]) -> String {
    if amount == NONE {
        return "none".to_owned();
    }
    let fitting = units.iter().rev().find(|(_, worth)| amount.is_multiple_of(*worth));
    fitting.map_or_else(|| amount.to_string(), |(unit, worth)| format!("{}{unit}", amount / worth))
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(NONE)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{LimitError, Limits, time};

    #[test]
    fn every_limit_can_be_set_to_what_is_said_of_it() {
        for limits in [Limits::default(), Limits::local()] {
            let mut copy = Limits::default();
            for (word, about) in limits.list() {
                copy.set(&word).unwrap_or_else(|error| panic!("{word}: {error}"));
                assert!(!about.is_empty());
            }
            assert_eq!(copy, limits, "no limit is without a name");
        }
    }

    #[test]
    fn units_are_read() {
        let mut limits = Limits::default();
        limits.set("request-time=1500ms").unwrap();
        limits.set("database-size=3GB").unwrap();
        limits.set("games=none").unwrap();
        assert_eq!(limits.request_time, Duration::from_millis(1500));
        assert_eq!((limits.database_size, limits.games), (3 << 30, u64::MAX));
        assert_eq!(time("90d"), Some(Duration::from_secs(90 * 86_400)));
        for wrong in ["", "d", "90", "0s", "-1s", "1 s", "99999999999999999999d", "5weeks"] {
            assert_eq!(time(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_limit_that_cannot_be_set_says_why() {
        let mut limits = Limits::default();
        let mut complaint = |word| limits.set(word).unwrap_err().to_string();
        assert_eq!(complaint("connection=5"), "there is no limit \"connection\"; did you mean \"connections\"?");
        assert!(complaint("connections").contains("NAME=VALUE"));
        for wrong in ["connections=0", "connections=-1", "connections=many", "request-time=20", "database-size=2"] {
            assert!(complaint(wrong).contains("it takes a"), "{wrong}");
        }
        assert!(matches!(limits.set("a=b"), Err(LimitError::Unknown { nearest: None, .. })));
        assert_eq!(limits, Limits::default());
    }
}
