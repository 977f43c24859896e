//! The SQL of clocks, chat, accounts and calls, the same for SQLite and PostgreSQL.
//!
//! Every write can be done twice and is then the same as once. What several may want at the same time is one
//! conditional statement; who won is read back: from a mark that only the winner can have written.

use sqlx::{AnyConnection, Row, any::AnyRow};

use super::{Heard, Storage, StorageError, number, read, text};

/// Something to write about people. It has no `Debug`: addresses and hashes of passwords stay out of logs.
#[derive(Clone)]
pub(crate) enum PeopleWrite {
    /// The clock of a game has begun to run.
    Clock { game: String, clock: String, runs_out: Option<i64> },
    /// A game has ended without its rules.
    End(GameEnd),
    /// Somebody has said something.
    Say { game: String, mark: String, line: ChatLine },
    /// Somebody does not want to hear another, or does again.
    Block { game: String, place: String, blocked: String, on: bool },
    /// Somebody shows a line to the operator.
    Report(Box<NewReport>),
    /// A new account, if its name is free.
    Account(Box<Account>),
    /// Another password; all sessions but one end.
    Password { account: String, password: String, keep: String },
    /// Another e-mail address.
    Email { account: String, email: Option<String> },
    /// Somebody has logged in.
    Session { token: String, account: String, now: i64 },
    /// A session was used.
    Seen { token: String, now: i64 },
    /// Somebody has logged out.
    Logout { token: String },
    /// Sessions that nobody used since then end.
    Forget { before: i64 },
    /// How a player wants to be told of his turn.
    Call(Box<Call>),
    /// A player need not be told yet, or somebody sets about telling him.
    Due { game: String, place: String, old: i64, new: i64, tries: i64, worker: String },
    /// A player was told, or cannot be.
    Told { game: String, place: String, worker: String },
    /// The owner of an address is asked whether he wants mail, unless he has answered or was asked since `before`.
    Ask { email: String, token: String, now: i64, before: i64 },
    /// What he said.
    Answer { token: String, wanted: bool },
    /// A player with an account is told as his account says, until he says otherwise.
    CallAccount { game: String, place: String, seat: i64, account: String },
}

/// The end of a game that its rules know nothing of.
#[derive(Clone, Debug)]
pub(crate) struct GameEnd {
    pub(crate) game: String,
    pub(crate) ended: String,
    pub(crate) standing: String,
    pub(crate) clock: Option<String>,
    /// The moment for which its clock was set: it ends only if nobody has set it to another since.
    pub(crate) ran_out: Option<i64>,
    pub(crate) touched: i64,
}

/// A line of the chat as the database holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChatLine {
    pub(crate) number: i64,
    pub(crate) place: String,
    pub(crate) name: String,
    pub(crate) at: i64,
    pub(crate) text: String,
}

/// A line that is shown to the operator.
#[derive(Clone, Debug)]
pub(crate) struct NewReport {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) line: ChatLine,
    pub(crate) account: Option<String>,
    pub(crate) reporter: String,
    pub(crate) why: String,
    pub(crate) at: i64,
}

/// A row of `accounts`.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) shown: String,
    pub(crate) password: String,
    pub(crate) email: Option<String>,
    pub(crate) created: i64,
    pub(crate) banned: bool,
}

/// Neither hash nor address gets into a log.
impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Account").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A row of `calls`: how a player wants to be told of his turn.
#[derive(Clone, Default, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) game: String,
    pub(crate) place: String,
    pub(crate) seat: i64,
    pub(crate) email: Option<String>,
    pub(crate) webhook: Option<String>,
    pub(crate) account: Option<String>,
    pub(crate) due: Option<i64>,
    pub(crate) tries: i64,
}

/// Addresses stay out of logs.
impl std::fmt::Debug for Call {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call").field("game", &self.game).field("place", &self.place).finish_non_exhaustive()
    }
}

/// What changes with an action beyond the game itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Turn {
    /// The clock after it, where there is one.
    pub(crate) clock: Option<String>,
    /// When that clock will have run out.
    pub(crate) runs_out: Option<i64>,
    /// Set when somebody else is asked now: when he is told, if he is not there.
    pub(crate) tell_at: Option<i64>,
}

impl PeopleWrite {
    /// What other processes must know of it.
    pub(super) fn news(&self) -> Option<Heard> {
        match self {
            PeopleWrite::Clock { game, .. } | PeopleWrite::End(GameEnd { game, .. }) => {
                Some(Heard::Changed(game.clone()))
            }
            PeopleWrite::Say { game, .. } => Some(Heard::Said(game.clone())),
            PeopleWrite::Block { .. }
            | PeopleWrite::Report(_)
            | PeopleWrite::Account(_)
            | PeopleWrite::Password { .. }
            | PeopleWrite::Email { .. }
            | PeopleWrite::Session { .. }
            | PeopleWrite::Seen { .. }
            | PeopleWrite::Logout { .. }
            | PeopleWrite::Forget { .. }
            | PeopleWrite::Call(_)
            | PeopleWrite::Due { .. }
            | PeopleWrite::Told { .. }
            | PeopleWrite::Ask { .. }
            | PeopleWrite::Answer { .. }
            | PeopleWrite::CallAccount { .. } => None,
        }
    }

    /// The game that it concerns, if it does.
    pub(super) fn game(&self) -> &str {
        match self {
            PeopleWrite::Clock { game, .. }
            | PeopleWrite::End(GameEnd { game, .. })
            | PeopleWrite::Say { game, .. }
            | PeopleWrite::Block { game, .. }
            | PeopleWrite::Due { game, .. }
            | PeopleWrite::CallAccount { game, .. }
            | PeopleWrite::Told { game, .. } => game,
            PeopleWrite::Report(report) => &report.game,
            PeopleWrite::Call(call) => &call.game,
            PeopleWrite::Account(_)
            | PeopleWrite::Password { .. }
            | PeopleWrite::Email { .. }
            | PeopleWrite::Session { .. }
            | PeopleWrite::Seen { .. }
            | PeopleWrite::Logout { .. }
            | PeopleWrite::Ask { .. }
            | PeopleWrite::Answer { .. }
            | PeopleWrite::Forget { .. } => "",
        }
    }
}

const BEGIN: &str = "UPDATE games SET clock = $1, runs_out = $2 WHERE id = $3 AND ended IS NULL AND runs_out IS NULL";
const END: &str = "UPDATE games SET ended = $1, status = 'over', standing = $2, touched = $3, clock = COALESCE($4, \
    clock), runs_out = NULL, asked = NULL WHERE id = $5 AND ended IS NULL AND status = 'live'";
const RUN_OUT: &str = "UPDATE games SET ended = $1, status = 'over', standing = $2, touched = $3, clock = COALESCE($4, \
    clock), runs_out = NULL, asked = NULL WHERE id = $5 AND ended IS NULL AND status = 'live' AND runs_out = $6";
const NO_CALLS: &str = "UPDATE calls SET due = NULL WHERE game = $1";
const SAY: &str = "INSERT INTO chat (game, number, mark, place, name, at, text) \
                   SELECT CAST($1 AS TEXT), (SELECT COALESCE(MAX(number), 0) + 1 FROM chat WHERE game = $2), \
                   CAST($3 AS TEXT), CAST($4 AS TEXT), CAST($5 AS TEXT), CAST($6 AS BIGINT), CAST($7 AS TEXT) \
                   WHERE NOT EXISTS (SELECT 1 FROM chat WHERE game = $8 AND mark = $9)";
const BLOCK: &str = "INSERT INTO blocks (game, place, blocked) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
const UNBLOCK: &str = "DELETE FROM blocks WHERE game = $1 AND place = $2 AND blocked = $3";
const REPORT: &str = "INSERT INTO reports (id, game, number, place, name, account, text, reporter, why, at) \
                      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING";
const ACCOUNT: &str = "INSERT INTO accounts (name, shown, password, email, created) VALUES ($1, $2, $3, $4, $5) \
                       ON CONFLICT DO NOTHING";
const PASSWORD: &str = "UPDATE accounts SET password = $1 WHERE name = $2";
const OTHERS_OUT: &str = "DELETE FROM sessions WHERE account = $1 AND token <> $2";
const EMAIL: &str = "UPDATE accounts SET email = $1 WHERE name = $2";
const SESSION: &str =
    "INSERT INTO sessions (token, account, created, seen) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
const CALL: &str = "INSERT INTO calls (game, place, seat, email, webhook, account) VALUES ($1, $2, $3, $4, $5, $6) \
                    ON CONFLICT (game, place) DO UPDATE SET email = excluded.email, webhook = excluded.webhook, \
                    account = excluded.account, due = NULL";
const DUE: &str = "UPDATE calls SET due = $1, tries = $2, worker = $3 WHERE game = $4 AND place = $5 AND due = $6";
const TOLD: &str = "UPDATE calls SET due = NULL, tries = 0 WHERE game = $1 AND place = $2 AND worker = $3";
const CALL_ACCOUNT: &str =
    "INSERT INTO calls (game, place, seat, account) VALUES ($1, $2, $3, $4) ON CONFLICT (game, place) DO NOTHING";
const ASK: &str = "INSERT INTO addresses (email, token, asked) VALUES ($1, $2, $3) ON CONFLICT (email) DO UPDATE \
                   SET token = excluded.token, asked = excluded.asked WHERE addresses.wanted IS NULL AND \
                   addresses.asked < $4";
const ANSWER: &str = "UPDATE addresses SET wanted = $1 WHERE token = $2";
const LEAVE: [&str; 2] =
    ["DELETE FROM calls WHERE game = $1 AND place = $2", "DELETE FROM blocks WHERE game = $1 AND place = $2"];
const TURN: &str = "UPDATE calls SET due = CASE WHEN seat = $1 THEN CAST($2 AS BIGINT) ELSE NULL END, tries = 0, \
    worker = NULL WHERE game = $3";

/// A statement with texts and numbers to put into it.
macro_rules! execute {
    ($connection:expr, $sql:expr $(, $value:expr)*) => {
        sqlx::query($sql)$(.bind($value))*.execute(&mut *$connection).await?
    };
}

/// Does one write inside the transaction that `connection` is in.
pub(super) async fn perform(connection: &mut AnyConnection, write: PeopleWrite) -> Result<(), sqlx::Error> {
    match write {
        PeopleWrite::Clock { game, clock, runs_out } => {
            execute!(connection, BEGIN, clock, runs_out, game);
        }
        PeopleWrite::End(end) => finish(connection, end).await?,
        PeopleWrite::Say { game, mark, line } => {
            let ChatLine { place, name, at, text, .. } = line;
            execute!(connection, SAY, game.clone(), game.clone(), mark.clone(), place, name, at, text, game, mark);
        }
        PeopleWrite::Block { game, place, blocked, on } => {
            execute!(connection, if on { BLOCK } else { UNBLOCK }, game, place, blocked);
        }
        PeopleWrite::Report(report) => {
            let NewReport { id, game, line, account, reporter, why, at } = *report;
            let ChatLine { number, place, name, text, .. } = line;
            execute!(connection, REPORT, id, game, number, place, name, account, text, reporter, why, at);
        }
        PeopleWrite::Account(account) => {
            let Account { name, shown, password, email, created, .. } = *account;
            execute!(connection, ACCOUNT, name, shown, password, email, created);
        }
        PeopleWrite::Password { account, password, keep } => {
            execute!(connection, PASSWORD, password, account.clone());
            execute!(connection, OTHERS_OUT, account, keep);
        }
        PeopleWrite::Email { account, email } => {
            execute!(connection, EMAIL, email, account);
        }
        PeopleWrite::Session { token, account, now } => {
            execute!(connection, SESSION, token, account, now, now);
        }
        PeopleWrite::Seen { token, now } => {
            execute!(connection, "UPDATE sessions SET seen = $1 WHERE token = $2", now, token);
        }
        PeopleWrite::Logout { token } => {
            execute!(connection, "DELETE FROM sessions WHERE token = $1", token);
        }
        PeopleWrite::Forget { before } => {
            execute!(connection, "DELETE FROM sessions WHERE seen < $1", before);
        }
        PeopleWrite::Call(call) => {
            let Call { game, place, seat, email, webhook, account, .. } = *call;
            execute!(connection, CALL, game, place, seat, email, webhook, account);
        }
        PeopleWrite::Due { game, place, old, new, tries, worker } => {
            execute!(connection, DUE, new, tries, worker, game, place, old);
        }
        PeopleWrite::Told { game, place, worker } => {
            execute!(connection, TOLD, game, place, worker);
        }
        PeopleWrite::Ask { email, token, now, before } => {
            execute!(connection, ASK, email, token, now, before);
        }
        PeopleWrite::Answer { token, wanted } => {
            execute!(connection, ANSWER, i64::from(wanted), token);
        }
        PeopleWrite::CallAccount { game, place, seat, account } => {
            execute!(connection, CALL_ACCOUNT, game, place, seat, account);
        }
    }
    Ok(())
}

async fn finish(connection: &mut AnyConnection, end: GameEnd) -> Result<(), sqlx::Error> {
    let GameEnd { game, ended, standing, clock, ran_out, touched } = end;
    let done = match ran_out {
        Some(moment) => execute!(connection, RUN_OUT, ended, standing, touched, clock, game.clone(), moment),
        None => execute!(connection, END, ended, standing, touched, clock, game.clone()),
    };
    if done.rows_affected() > 0 {
        execute!(connection, NO_CALLS, game);
    }
    Ok(())
}

/// A place changes hands: the next player learns neither the addresses nor the dislikes of the one before.
pub(super) async fn leave(connection: &mut AnyConnection, game: &str, place: &str) -> Result<(), sqlx::Error> {
    for leave in LEAVE {
        execute!(connection, leave, game.to_owned(), place.to_owned());
    }
    Ok(())
}

/// The turn of a game has gone to this seat, or to nobody. Its player is told at that moment, if he is not there.
pub(super) async fn turn(
    connection: &mut AnyConnection,
    game: &str,
    seat: Option<i64>,
    moment: i64,
) -> Result<(), sqlx::Error> {
    execute!(connection, TURN, seat.unwrap_or(-1), moment, game.to_owned());
    Ok(())
}

impl Storage {
    async fn rows(&self, sql: &'static str, texts: &[&str], numbers: &[i64]) -> Result<Vec<AnyRow>, StorageError> {
        let query = || {
            let query = texts.iter().fold(sqlx::query(sql), |query, text| query.bind((*text).to_owned()));
            numbers.iter().fold(query, |query, number| query.bind(*number))
        };
        Ok(read::fetch(&self.pool, query).await?)
    }

    /// The games whose clock has run out by `now`.
    pub(crate) async fn ran_out(&self, now: i64) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT id FROM games WHERE runs_out <= $1 AND ended IS NULL ORDER BY runs_out LIMIT 100";
        Ok(self.rows(sql, &[], &[now]).await?.iter().map(|row| text(row, "id")).collect())
    }

    /// The lines of a chat after the one with this number, at most the last `most`.
    pub(crate) async fn chat(&self, game: &str, after: i64, most: i64) -> Result<Vec<ChatLine>, StorageError> {
        let sql = "SELECT number, place, name, at, text FROM chat WHERE game = $1 AND number > $2 \
                   ORDER BY number DESC LIMIT $3";
        let mut lines: Vec<_> = self.rows(sql, &[game], &[after, most]).await?.iter().map(ChatLine::read).collect();
        lines.reverse();
        Ok(lines)
    }

    /// One line.
    pub(crate) async fn chat_line(&self, game: &str, number: i64) -> Result<Option<ChatLine>, StorageError> {
        let sql = "SELECT number, place, name, at, text FROM chat WHERE game = $1 AND number = $2";
        Ok(self.rows(sql, &[game], &[number]).await?.first().map(ChatLine::read))
    }

    /// How many lines a place has said since then.
    pub(crate) async fn said(&self, game: &str, place: &str, since: i64) -> Result<u64, StorageError> {
        let sql = "SELECT COUNT(*) AS lines FROM chat WHERE game = $1 AND place = $2 AND at > $3";
        self.count_of(sql, &[game, place], &[since]).await
    }

    /// How many lines a place has reported since then.
    pub(crate) async fn reported(&self, game: &str, reporter: &str, since: i64) -> Result<u64, StorageError> {
        let sql = "SELECT COUNT(*) AS lines FROM reports WHERE game = $1 AND reporter = $2 AND at > $3";
        self.count_of(sql, &[game, reporter], &[since]).await
    }

    async fn count_of(&self, sql: &'static str, texts: &[&str], numbers: &[i64]) -> Result<u64, StorageError> {
        let rows = self.rows(sql, texts, numbers).await?;
        Ok(rows.first().map_or(0, |row| u64::try_from(number(row, "lines")).unwrap_or_default()))
    }

    /// Whom the player in this place does not want to hear.
    pub(crate) async fn blocked(&self, game: &str, place: &str) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT blocked FROM blocks WHERE game = $1 AND place = $2 ORDER BY blocked";
        Ok(self.rows(sql, &[game, place], &[]).await?.iter().map(|row| text(row, "blocked")).collect())
    }

    /// An account by its name in lower case.
    pub(crate) async fn account(&self, name: &str) -> Result<Option<Account>, StorageError> {
        let sql = "SELECT name, shown, password, email, created, banned FROM accounts WHERE name = $1";
        Ok(self.rows(sql, &[name], &[]).await?.first().map(Account::read))
    }

    /// The account that a session belongs to, and when it was last used. Those of the shut out, and those not used
    /// since `since`, are over.
    pub(crate) async fn session(&self, token: &str, since: i64) -> Result<Option<(Account, i64)>, StorageError> {
        let sql = "SELECT name, shown, password, email, accounts.created, banned, seen FROM sessions \
                   JOIN accounts ON accounts.name = sessions.account WHERE token = $1 AND seen >= $2 AND banned = 0";
        let rows = self.rows(sql, &[token], &[since]).await?;
        Ok(rows.first().map(|row| (Account::read(row), number(row, "seen"))))
    }

    /// Whether there are sessions that nobody used since then.
    pub(crate) async fn has_sessions(&self, before: i64) -> Result<bool, StorageError> {
        Ok(!self.rows("SELECT seen FROM sessions WHERE seen < $1 LIMIT 1", &[], &[before]).await?.is_empty())
    }

    /// The games in which an account has a place, the last played first.
    pub(crate) async fn games_of(&self, account: &str, most: i64) -> Result<Vec<String>, StorageError> {
        let sql = "SELECT DISTINCT games.id, games.touched FROM places JOIN games ON games.id = places.game \
                   WHERE places.account = $1 ORDER BY games.touched DESC LIMIT $2";
        Ok(self.rows(sql, &[account], &[most]).await?.iter().map(|row| text(row, "id")).collect())
    }

    /// Why a game ended before its rules said so.
    pub(crate) async fn ended(&self, game: &str) -> Result<Option<String>, StorageError> {
        let rows = self.rows("SELECT ended FROM games WHERE id = $1", &[game], &[]).await?;
        Ok(rows.first().and_then(|row| row.try_get("ended").ok().flatten()))
    }

    /// How the player in this place wants to be told of his turn.
    pub(crate) async fn call(&self, game: &str, place: &str) -> Result<Option<Call>, StorageError> {
        let sql =
            "SELECT game, place, seat, email, webhook, account, due, tries FROM calls WHERE game = $1 AND place = $2";
        Ok(self.rows(sql, &[game, place], &[]).await?.first().map(Call::read))
    }

    /// Those who are to be told by then.
    pub(crate) async fn calls_due(&self, by: i64) -> Result<Vec<Call>, StorageError> {
        let sql = "SELECT game, place, seat, email, webhook, account, due, tries FROM calls WHERE due <= $1 ORDER BY \
            due LIMIT 200";
        Ok(self.rows(sql, &[], &[by]).await?.iter().map(Call::read).collect())
    }

    /// What the owner of an address (in lower case) said when he was asked whether he wants mail.
    pub(crate) async fn wants_mail(&self, email: &str) -> Result<Option<bool>, StorageError> {
        let rows = self.rows("SELECT wanted FROM addresses WHERE email = $1", &[email], &[]).await?;
        Ok(rows
            .first()
            .and_then(|row| row.try_get::<Option<i64>, _>("wanted").ok().flatten())
            .map(|wanted| wanted != 0))
    }

    /// The hash of the word that was last sent to an address.
    pub(crate) async fn address_token(&self, email: &str) -> Result<Option<String>, StorageError> {
        let rows = self.rows("SELECT token FROM addresses WHERE email = $1", &[email], &[]).await?;
        Ok(rows.first().map(|row| text(row, "token")))
    }

    /// The address that a word with this hash was sent to.
    pub(crate) async fn address_of(&self, token: &str) -> Result<Option<String>, StorageError> {
        let rows = self.rows("SELECT email FROM addresses WHERE token = $1", &[token], &[]).await?;
        Ok(rows.first().map(|row| text(row, "email")))
    }

    /// Who last set about telling the player in this place.
    pub(crate) async fn caller(&self, game: &str, place: &str) -> Result<Option<String>, StorageError> {
        let sql = "SELECT worker FROM calls WHERE game = $1 AND place = $2";
        Ok(self.rows(sql, &[game, place], &[]).await?.first().and_then(|row| row.try_get("worker").ok().flatten()))
    }
}

impl ChatLine {
    fn read(row: &AnyRow) -> ChatLine {
        ChatLine {
            number: number(row, "number"),
            place: text(row, "place"),
            name: text(row, "name"),
            at: number(row, "at"),
            text: text(row, "text"),
        }
    }
}

impl Account {
    fn read(row: &AnyRow) -> Account {
        Account {
            name: text(row, "name"),
            shown: text(row, "shown"),
            password: text(row, "password"),
            email: row.try_get("email").unwrap_or_default(),
            created: number(row, "created"),
            banned: number(row, "banned") != 0,
        }
    }
}

impl Call {
    fn read(row: &AnyRow) -> Call {
        let words = |column| row.try_get(column).unwrap_or_default();
        Call {
            game: text(row, "game"),
            place: text(row, "place"),
            seat: number(row, "seat"),
            email: words("email"),
            webhook: words("webhook"),
            account: words("account"),
            due: row.try_get("due").unwrap_or_default(),
            tries: number(row, "tries"),
        }
    }
}
