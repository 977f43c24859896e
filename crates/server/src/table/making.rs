use engine::SeatSetup;

use crate::{
    RequestError,
    people::letters::stays_in_line,
    protocol::{ClockWish, NewTable, Pace},
};

/// The longest name of a player.
const LONGEST_NAME: usize = 40;

/// What the maker of a game decides about it, besides the game itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Making {
    /// The ids of the seats that he takes himself; all seats of people, if absent.
    pub(crate) claim: Option<Vec<String>>,
    pub(crate) name: Option<String>,
    pub(crate) open: bool,
    pub(crate) public: bool,
    pub(crate) clock: Option<ClockWish>,
    /// Whether the server drew the seed of the dice.
    pub(crate) drawn: bool,
    /// Milliseconds between the actions of bots, if he says so.
    pub(crate) pace: Option<i64>,
    /// The account that he is logged in to.
    pub(crate) account: Option<String>,
}

impl Making {
    /// What a wish says about it.
    pub(crate) fn of(wish: &NewTable, seats: &[SeatSetup]) -> Result<Making, RequestError> {
        for id in wish.claim.iter().flatten() {
            check_seat(id, seats)?;
        }
        let making = Making {
            claim: wish.claim.clone(),
            name: name(wish.name.as_deref())?,
            open: wish.open,
            public: wish.public,
            clock: wish.clock,
            pace: match wish.pace {
                Pace::Screen => None,
                Pace::None => Some(0),
            },
            drawn: wish.seed.is_none() && wish.guide.is_none(),
            account: None,
        };
        if wish.seed.is_some() && !making.takes_all(seats) {
            return Err(unprocessable(
                "where others sit down the server draws the seed of the dice: choose no seed, or take all seats \
                 yourself",
            ));
        }
        Ok(making)
    }

    /// Whether nobody else is to sit down.
    fn takes_all(&self, seats: &[SeatSetup]) -> bool {
        let mut people = seats.iter().filter(|setup| setup.player == "human");
        self.claim.as_ref().is_none_or(|claim| people.all(|setup| claim.contains(&setup.seat)))
    }
}

fn check_seat(id: &str, seats: &[SeatSetup]) -> Result<(), RequestError> {
    match seats.iter().find(|setup| setup.seat == id) {
        Some(setup) if setup.player == "human" => Ok(()),
        Some(_) => Err(unprocessable(&format!("a bot sits in the seat \"{id}\""))),
        None => Err(no_seat(id, seats.iter().map(|setup| setup.seat.as_str()))),
    }
}

/// There is no such seat.
pub(crate) fn no_seat<'a>(id: &str, seats: impl Iterator<Item = &'a str>) -> RequestError {
    let near = engine::nearest(id, seats).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"));
    RequestError::Unprocessable(format!("this game has no seat \"{id}\"{near}"))
}

/// A name as its owner wrote it, without what nobody can see.
pub(crate) fn name(written: Option<&str>) -> Result<Option<String>, RequestError> {
    let Some(written) = written.map(str::trim).filter(|name| !name.is_empty()) else { return Ok(None) };
    if written.chars().count() > LONGEST_NAME {
        return Err(unprocessable(&format!("a name has {LONGEST_NAME} characters at most")));
    }
    if !written.chars().all(stays_in_line) {
        return Err(unprocessable("a name is one line of text, and turns no other text round"));
    }
    Ok(Some(written.to_owned()))
}

fn unprocessable(why: &str) -> RequestError {
    RequestError::Unprocessable(why.to_owned())
}
