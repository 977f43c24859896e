use engine::{Seat, SeatSetup};

use crate::{
    RequestError,
    people::keys::{self, Keys},
    protocol::{Doom, Sitting},
    storage::SavedGame,
};

/// The place of the one who made the game.
pub(crate) const HOST: &str = "host";
/// The place of all who only watch.
pub(crate) const WATCH: &str = "watch";

const NO_PLACE: &str = "this key opens no seat of this game";

/// A row of `places`: somebody at a table, or a seat that waits for somebody.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// A seat's id, [`HOST`] or [`WATCH`].
    pub(crate) place: String,
    /// The hash of the secret with which it can be claimed.
    pub(crate) invite: Option<String>,
    /// The hash of its key.
    pub(crate) key: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) account: Option<String>,
    /// When it was claimed; 0 as long as it is free.
    pub(crate) claimed: i64,
    /// Whether anybody but the maker ever claimed it.
    pub(crate) guest: bool,
    /// When its player agreed that the game is thrown away.
    pub(crate) agreed: Option<i64>,
    /// When its player said that he wants to play again.
    pub(crate) again: Option<i64>,
}

impl Place {
    pub(crate) fn is_claimed(&self) -> bool {
        self.claimed > 0
    }
}

/// What a visitor shows to be let in. It has no `Debug`: what cannot be printed is in no log.
#[derive(Clone, Default)]
pub(crate) struct Credentials {
    /// Keys of seats, of the host or of spectators.
    pub(crate) keys: Vec<String>,
    /// The account that he is logged in to.
    pub(crate) account: Option<String>,
}

/// What somebody holds at a table: the one answer to who may see and do what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Holder {
    /// His seats, in order.
    pub(crate) seats: Vec<Seat>,
    /// Whether he made the game.
    pub(crate) host: bool,
    /// Whether he may watch. A host may, too.
    pub(crate) watch: bool,
}

impl Holder {
    /// Whether he has nothing to do with this game.
    pub(crate) fn is_nobody(&self) -> bool {
        self.seats.is_empty() && !self.host && !self.watch
    }

    /// Whether he has nothing but the link for spectators.
    pub(crate) fn only_watches(&self) -> bool {
        self.watch && !self.host && self.seats.is_empty()
    }

    /// Whether he holds at least as much as the other.
    pub(crate) fn includes(&self, other: &Holder) -> bool {
        let seats = other.seats.iter().all(|seat| self.seats.contains(seat));
        seats && self.host >= other.host && self.watch >= other.watch
    }

    fn take(&mut self, seat: Seat) {
        if let Err(place) = self.seats.binary_search(&seat) {
            self.seats.insert(place, seat);
        }
    }
}

/// Who sits at a table, and who may sit down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    seats: Vec<SeatSetup>,
    /// Keys that are told to everybody who asks: those of a player's own machine.
    keys: Keys,
    rows: Vec<Place>,
    doomed: Option<i64>,
    public: bool,
}

impl Places {
    pub(crate) fn of(saved: &SavedGame) -> Result<Places, String> {
        let (seats, keys) = (saved.seats()?, saved.keys()?);
        if keys.len() != seats.len() {
            return Err(format!("it has {} players and {} keys", seats.len(), keys.len()));
        }
        Ok(Places { seats, keys, rows: saved.places.clone(), doomed: saved.doomed, public: saved.public })
    }

    /// Whether anybody may look at the game when it is over.
    pub(crate) fn is_public(&self) -> bool {
        self.public
    }

    /// The row of a place.
    pub(crate) fn row(&self, place: &str) -> Option<&Place> {
        self.rows.iter().find(|row| row.place == place)
    }

    /// Whether its time has come by this moment.
    pub(crate) fn is_doomed_by(&self, moment: i64) -> bool {
        self.doomed.is_some_and(|at| at <= moment)
    }

    /// Whether nobody sits there who would have a key that can be read.
    pub(crate) fn is_without_people(&self) -> bool {
        self.keys.is_empty()
    }

    /// The ids of these seats.
    pub(crate) fn ids(&self, seats: &[Seat]) -> Vec<String> {
        seats.iter().filter_map(|seat| self.seats.get(seat.index())).map(|setup| setup.seat.clone()).collect()
    }

    /// The seat with this id.
    pub(crate) fn seat(&self, id: &str) -> Option<Seat> {
        let place = self.seats.iter().position(|setup| setup.seat == id)?;
        u8::try_from(place).ok().map(Seat)
    }

    /// The id of a seat.
    pub(crate) fn id(&self, seat: Seat) -> Option<&str> {
        self.seats.get(seat.index()).map(|setup| setup.seat.as_str())
    }

    /// The rows of seats, with their numbers.
    pub(crate) fn seated(&self) -> impl Iterator<Item = (Seat, &Place)> {
        self.rows.iter().filter_map(|row| Some((self.seat(&row.place)?, row)))
    }

    /// What these credentials open.
    ///
    /// # Errors
    /// If one of the keys opens nothing: its owner should know.
    pub(crate) fn holder(&self, shown: &Credentials) -> Result<Holder, RequestError> {
        let mut holder = self.of_account(shown.account.as_deref());
        for key in &shown.keys {
            self.open(key, &mut holder).ok_or(RequestError::Forbidden(NO_PLACE))?;
        }
        Ok(holder)
    }

    /// What these credentials open, where keys that open nothing do not matter.
    pub(crate) fn holder_of_some(&self, shown: &Credentials) -> Holder {
        let mut holder = self.of_account(shown.account.as_deref());
        for key in &shown.keys {
            let _ = self.open(key, &mut holder);
        }
        holder
    }

    fn of_account(&self, account: Option<&str>) -> Holder {
        let mut holder = Holder::default();
        let Some(account) = account else { return holder };
        for row in self.rows.iter().filter(|row| row.account.as_deref() == Some(account)) {
            self.grant(&row.place, &mut holder);
        }
        holder
    }

    fn open(&self, key: &str, holder: &mut Holder) -> Option<()> {
        if let Some(seat) = self.keys.seat(key) {
            holder.take(seat);
            return Some(());
        }
        let hash = keys::hash(key);
        let row = self.rows.iter().find(|row| row.key.as_deref().is_some_and(|known| keys::same(known, &hash)))?;
        self.grant(&row.place, holder);
        Some(())
    }

    fn grant(&self, place: &str, holder: &mut Holder) {
        match place {
            HOST => (holder.host, holder.watch) = (true, true),
            WATCH => holder.watch = true,
            seat => self.seat(seat).into_iter().for_each(|seat| holder.take(seat)),
        }
    }

    /// Whether a person sits in this seat.
    pub(crate) fn is_claimed(&self, seat: Seat) -> bool {
        self.keys.of(seat).is_some() || self.seated().any(|(other, row)| other == seat && row.is_claimed())
    }

    /// The name that the player of this seat gave.
    pub(crate) fn who(&self, seat: Seat) -> Option<&str> {
        self.seated().find(|(other, _)| *other == seat).and_then(|(_, row)| row.name.as_deref())
    }

    /// The seats of people, as everybody at the table may know them.
    pub(crate) fn sitting(&self) -> Vec<Sitting> {
        let people = (0..).map(Seat).zip(&self.seats).filter(|(_, setup)| setup.player == "human");
        let sitting = |seat| Sitting { seat, who: self.who(seat).map(str::to_owned), claimed: self.is_claimed(seat) };
        people.map(|(seat, _)| sitting(seat)).collect()
    }

    /// The seats whose players want to play again.
    pub(crate) fn again(&self) -> Vec<Seat> {
        let mut again: Vec<Seat> = self.seated().filter(|(_, row)| row.again.is_some()).map(|(seat, _)| seat).collect();
        again.sort_unstable();
        again
    }

    /// Whether all who sit there do.
    pub(crate) fn all_play_again(&self) -> bool {
        let again = self.again();
        self.sitting().iter().all(|one| again.contains(&one.seat))
    }

    /// Who wants to throw the game away.
    pub(crate) fn doom(&self) -> Option<Doom> {
        let mut agreed: Vec<Seat> =
            self.seated().filter(|(_, row)| row.agreed.is_some()).map(|(seat, _)| seat).collect();
        agreed.sort_unstable();
        (self.doomed.is_some() || !agreed.is_empty()).then_some(Doom { agreed, at: self.doomed })
    }
}
