//! Playing again at the same table: all are asked, the sides change, and links and keys stay as they are.

use engine::{Content, Ending, Seat, SeatSetup, Table};

use crate::{
    RequestError,
    door::limits::visitors::Household,
    moment,
    people::{
        keys,
        places::{Credentials, Places},
    },
    protocol::TableInfo,
    storage::{Move, PlaceChange, Rematch, SavedGame, StorageError, Write},
    table::{
        live::{self, Gone},
        tables::{Tables, json, promise, with_clock},
    },
};

const NOT_OVER: &str = "this game is not over: when it is, you can play again";
const ALONE: &str = "nobody else sits at this table: make a new game";
const MISSING: &str = "a seat of this table is free, and the game is over: make a new one";
const NO_SEAT: &str = "only a player of this game, with the key of a seat, can ask to play again";

impl Tables {
    /// Somebody wants to play again. When all do, the next game begins, under the same address and with the same keys.
    pub(crate) async fn play_again(
        &self,
        id: &str,
        shown: &Credentials,
        by: Household,
    ) -> Result<TableInfo, RequestError> {
        let (saved, places, seats) = self.asked_again(id, shown).await?;
        let asked_before = places.again();
        let change = PlaceChange::Again { places: places.ids(&seats), now: moment::now() };
        self.change(id, change).await?;
        let places = Places::of(&self.saved(id).await?).map_err(RequestError::Broken)?;
        if places.all_play_again() {
            self.check_quotas(by).await?;
            self.begin_next(&saved).await?;
        } else if asked_before.is_empty() {
            self.say_at(
                id,
                format!("{} wants to play again, with the sides changed.", self.names(&saved, &places, &seats)),
            )
            .await;
        }
        Ok(self.describe(&self.saved(id).await?, shown))
    }

    /// Somebody does not want to play again, or no longer.
    pub(crate) async fn play_no_more(&self, id: &str, shown: &Credentials) -> Result<TableInfo, RequestError> {
        let (saved, places, seats) = self.asked_again(id, shown).await?;
        if !places.again().is_empty() {
            self.change(id, PlaceChange::NotAgain).await?;
            self.say_at(id, format!("{} does not want to play again.", self.names(&saved, &places, &seats))).await;
        }
        Ok(self.describe(&self.saved(id).await?, shown))
    }

    /// The game, who sits there, and the seats of the one who asks, if it can be played again.
    async fn asked_again(&self, id: &str, shown: &Credentials) -> Result<(SavedGame, Places, Vec<Seat>), RequestError> {
        let saved = self.saved(id).await?;
        let places = Places::of(&saved).map_err(RequestError::Broken)?;
        let holder = places.holder(shown)?;
        if holder.seats.is_empty() {
            return Err(RequestError::Forbidden(NO_SEAT));
        }
        if !saved.summary.over {
            return Err(RequestError::Conflict(NOT_OVER));
        }
        let sitting = places.sitting();
        if self.is_local() || sitting.iter().all(|one| holder.seats.contains(&one.seat)) {
            return Err(RequestError::Unprocessable(ALONE.to_owned()));
        }
        if sitting.iter().any(|one| !one.claimed) {
            return Err(RequestError::Unprocessable(MISSING.to_owned()));
        }
        Ok((saved, places, holder.seats))
    }

    async fn begin_next(&self, saved: &SavedGame) -> Result<(), RequestError> {
        let rematch = self.next_game(saved).await?;
        let id = saved.id.clone();
        match self.write(Write::Rematch(Box::new(rematch))).await {
            // At another process somebody was the last to agree in the same moment.
            Err(RequestError::Storage(StorageError::Overtaken)) => {}
            written => written?,
        }
        self.let_go(&id, Gone::Rematch);
        self.say_at(&id, "The next game begins.".to_owned()).await;
        Ok(())
    }

    /// The same once more, with other dice, and everybody in another's seat. Those who play on one side keep theirs.
    async fn next_game(&self, saved: &SavedGame) -> Result<Rematch, RequestError> {
        let broken = RequestError::Broken;
        let (seats, settings) = (saved.seats().map_err(broken)?, saved.settings().map_err(broken)?);
        let together = |table: &dyn Table| matches!(table.winner(), Some(Ending::Together { .. }));
        let together = self.get(&saved.id).await?.read(together).await?;
        let players: Vec<String> = seats.iter().map(|setup| setup.player.clone()).collect();
        let seed = saved.seed.as_ref().map(|_| getrandom::u64()).transpose()?;
        let table = self.shelf().ruleset(&saved.game)?.open(&saved.scenario, &settings, &players, seed)?;
        let file = table.record();
        if let Some(printing) = file.content.as_ref().and_then(Content::printing) {
            self.storage().keep_content(&file.game, printing).await?;
        }
        let promise = promise(&saved.id, &file)?;
        let next = SavedGame {
            seats: json(&file.seats)?,
            seed: file.seed.clone(),
            start: file.start.to_string(),
            revision: file.revision.into(),
            content: file.content.as_ref().map(|content| content.name().to_string()),
            branches: json(&file.branches)?,
            fair: promise.as_ref().map(|promise| promise.hash.clone()),
            salt: promise.map(|promise| promise.salt),
            summary: live::summary(table.as_ref()),
            clock: None,
            ended: None,
            ..saved.clone()
        };
        let saved = with_clock(next, saved.clock().map(|clock| clock.wish()).as_ref(), table.as_ref())?;
        let tell_at =
            moment::milliseconds().saturating_add(moment::whole_milliseconds(self.warden().limits().away_time));
        let moves = if together { Vec::new() } else { change_of_sides(&seats) };
        Ok(Rematch { saved, past: keys::word(10)?, moves, tell_at })
    }

    /// What the others call these players.
    fn names(&self, saved: &SavedGame, places: &Places, seats: &[Seat]) -> String {
        let name = |&seat: &Seat| match places.who(seat) {
            Some(name) => Some(name.to_owned()),
            None => places.id(seat).map(|id| self.name_of_place(saved, id)),
        };
        seats.iter().filter_map(name).collect::<Vec<_>>().join(" and ")
    }

    /// Says a line in the name of the table. That it is said is not worth failing for.
    async fn say_at(&self, id: &str, text: String) {
        let said = match self.get(id).await {
            Ok(table) => table.tell_all(&text).await,
            Err(error) => Err(error),
        };
        if let Err(error) = said {
            tracing::error!(game = id, "a line for all at the table could not be said: {error}");
        }
    }
}

/// Every person takes the seat of the next one, and the last that of the first.
fn change_of_sides(seats: &[SeatSetup]) -> Vec<Move> {
    let persons: Vec<(i64, &str)> = (0..)
        .zip(seats)
        .filter(|(_, setup)| setup.player == "human")
        .map(|(seat, setup)| (seat, setup.seat.as_str()))
        .collect();
    let next = persons.iter().cycle().skip(1);
    let change = |((_, from), (seat, to)): (&(i64, &str), &(i64, &str))| Move {
        from: (*from).to_owned(),
        to: (*to).to_owned(),
        seat: *seat,
    };
    if persons.len() < 2 { Vec::new() } else { persons.iter().zip(next).map(change).collect() }
}

#[cfg(test)]
mod tests {
    use engine::SeatSetup;

    use super::change_of_sides;

    fn moves(players: &[&str]) -> Vec<(String, String, i64)> {
        let seats = players.iter().zip(["a", "b", "c", "d"]);
        let seats: Vec<SeatSetup> =
            seats.map(|(player, seat)| SeatSetup { seat: seat.into(), player: (*player).into() }).collect();
        change_of_sides(&seats).into_iter().map(|change| (change.from, change.to, change.seat)).collect()
    }

    #[test]
    fn everybody_takes_the_seat_of_the_next_person() {
        let all = |moves: &[(&str, &str, i64)]| {
            moves.iter().map(|(from, to, seat)| ((*from).to_owned(), (*to).to_owned(), *seat)).collect::<Vec<_>>()
        };
        assert_eq!(moves(&["human", "human"]), all(&[("a", "b", 1), ("b", "a", 0)]));
        assert_eq!(moves(&["human", "bot", "human", "human"]), all(&[("a", "c", 2), ("c", "d", 3), ("d", "a", 0)]));
        assert_eq!(moves(&["human", "bot"]), []);
    }
}
