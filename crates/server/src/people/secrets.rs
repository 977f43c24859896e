use engine::SeatSetup;

use crate::{
    people::{
        keys,
        places::{HOST, Place, WATCH},
    },
    protocol::TableInfo,
    table::making::Making,
};

/// The secrets of a new table. Its maker is told them once; the database keeps their hashes.
pub(crate) struct Secrets {
    seats: Vec<Secret>,
    host: String,
    watch: String,
}

enum Secret {
    /// A bot needs none.
    Bot,
    /// Of a seat that the maker takes himself.
    Key(String),
    /// Of a seat that somebody else is to take.
    Invite(String),
}

impl Secrets {
    /// Draws them for these seats, of which the maker takes those with the ids `taken`; all, if absent.
    pub(crate) fn draw(seats: &[SeatSetup], taken: Option<&[String]>) -> Result<Secrets, getrandom::Error> {
        let secret = |setup: &SeatSetup| {
            let takes = taken.is_none_or(|taken| taken.contains(&setup.seat));
            match (setup.player.as_str(), takes) {
                ("human", true) => keys::secret().map(Secret::Key),
                ("human", false) => keys::secret().map(Secret::Invite),
                _ => Ok(Secret::Bot),
            }
        };
        let seats = seats.iter().map(secret).collect::<Result<_, _>>()?;
        Ok(Secrets { seats, host: keys::secret()?, watch: keys::secret()? })
    }

    /// The rows that know them again. The maker took his seats at the time `now`.
    pub(crate) fn places(&self, seats: &[SeatSetup], maker: &Making, now: i64) -> Vec<Place> {
        let his = |place: &str, key: &str| Place {
            place: place.to_owned(),
            key: Some(keys::hash(key)),
            name: maker.name.clone(),
            account: maker.account.clone(),
            ..Place::default()
        };
        let watch = Place { place: WATCH.to_owned(), key: Some(keys::hash(&self.watch)), ..Place::default() };
        let mut places = vec![his(HOST, &self.host), watch];
        for (setup, secret) in seats.iter().zip(&self.seats) {
            match secret {
                Secret::Bot => {}
                Secret::Key(key) => places.push(Place { claimed: now, ..his(&setup.seat, key) }),
                Secret::Invite(invite) => places.push(Place {
                    place: setup.seat.clone(),
                    invite: Some(keys::hash(invite)),
                    ..Place::default()
                }),
            }
        }
        places
    }

    /// The keys among them: what its maker holds.
    pub(crate) fn keys(&self) -> Vec<String> {
        let of_seats = self.seats.iter().filter_map(|secret| match secret {
            Secret::Key(key) => Some(key.clone()),
            Secret::Bot | Secret::Invite(_) => None,
        });
        of_seats.chain([self.host.clone()]).collect()
    }

    /// Writes them into the answer to the maker.
    pub(crate) fn tell(self, info: &mut TableInfo) {
        for (seat, secret) in info.seats.iter_mut().zip(self.seats) {
            match secret {
                Secret::Bot => {}
                Secret::Key(key) => seat.key = Some(key),
                Secret::Invite(invite) => seat.invite = Some(invite),
            }
        }
        (info.host, info.watch) = (Some(self.host), Some(self.watch));
    }
}
