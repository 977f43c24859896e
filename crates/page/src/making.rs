//! How games begin: new ones, those out of a file, and those from a moment of another one.

use engine::{Compare, GameFile, OpenError, Opened, Replayed, Ruleset, Seat, Table};
use steward::{
    NoBranch, Parting,
    protocol::{BranchInfo, DiceFrom, NewBranch, NewTable, Pace, TableInfo, TableSeat},
};

use crate::{
    Page,
    failed::Failed,
    page::Moment,
    record::{Row, head},
};

/// The letters of ids: without those that are mistaken for others.
const LETTERS: &[u8] = b"abcdefghjkmnpqrstuvwxyz23456789";
/// How long an id is.
const LENGTH: u32 = 10;

impl Page {
    /// Lays out a new game.
    pub(crate) fn create(&mut self, wish: &NewTable, moment: Moment) -> Result<TableInfo, Failed> {
        if wish.clock.is_some() {
            return Err(Failed::unprocessable("a page without a server has no clocks: nobody waits for you"));
        }
        let ruleset = self.shelves.ruleset(&wish.game)?;
        let table = lay_out(ruleset, wish, moment)?;
        Ok(self.begin(table, None, wish.pace == Pace::None, moment)?.info)
    }

    /// Opens a recorded game as a new one.
    pub(crate) fn import(&mut self, text: &str, moment: Moment) -> Result<TableInfo, Failed> {
        let file = GameFile::parse(text)?;
        let Opened { table, replayed } = self.shelves.shelf(&file.game)?.open_file(&file)?;
        match replayed {
            Replayed::Same | Replayed::Renewed { .. } => Ok(self.begin(table, None, false, moment)?.info),
            Replayed::Differs(_, Compare::DiceAndLegality) => {
                // The rules have changed since: it is kept as it was recorded, to be looked at.
                let mut row = self.row_of(table.as_ref(), &file, None, false, moment)?;
                row.info.seq = u32::try_from(file.moves.len()).unwrap_or(u32::MAX);
                row.info.differs = table.closed().map(|closed| closed.why.clone());
                self.take_in(row.clone(), table, &file, moment);
                Ok(row.info)
            }
            // Under the same rules it is the file that was changed.
            Replayed::Differs(difference, Compare::Fingerprints) => Err(OpenError::from(difference).into()),
        }
    }

    /// Opens a new game from a moment of another one, for somebody with these keys.
    pub(crate) fn branch(
        &mut self,
        id: &str,
        keys: &[String],
        wish: &NewBranch,
        moment: Moment,
    ) -> Result<TableInfo, Failed> {
        let room = self.room(id)?;
        let (parting, wished) = (Parting::of(room.table()), wish.players.as_deref());
        parting.check(&room.held(keys), wish.seq, wished)?;
        let mut branched = room.table().rewound(wish.seq);
        branched.branch(&parting.players(wished), moment.drawn(0))?;
        if branched.to_act().is_none() {
            return Err(NoBranch::Over.into());
        }
        Ok(self.begin(branched, Some(id), false, moment)?.info)
    }

    fn begin(
        &mut self,
        table: Box<dyn Table>,
        from: Option<&str>,
        at_once: bool,
        moment: Moment,
    ) -> Result<Row, Failed> {
        let record = table.record();
        let row = self.row_of(table.as_ref(), &record, from, at_once, moment)?;
        self.take_in(row.clone(), table, &record, moment);
        Ok(row)
    }

    fn row_of(
        &self,
        table: &dyn Table,
        record: &GameFile,
        from: Option<&str>,
        at_once: bool,
        moment: Moment,
    ) -> Result<Row, Failed> {
        let info = described(self.shelves.ruleset(&record.game)?, table, record, from, moment);
        Ok(Row { info, file: head(record), at_once, accepted: Vec::new(), held: None })
    }
}

fn lay_out(ruleset: &dyn Ruleset, wish: &NewTable, moment: Moment) -> Result<Box<dyn Table>, Failed> {
    if let Some(guide) = &wish.guide {
        return Ok(ruleset.open_guide(guide)?);
    }
    let seed = match (wish.dice, &wish.seed) {
        (DiceFrom::Program, Some(seed)) => {
            Some(seed.parse().map_err(|_| Failed::malformed(format!("the seed \"{seed}\" is not a number")))?)
        }
        (DiceFrom::Program, None) => Some(moment.drawn(0)),
        (DiceFrom::Typed, Some(_)) => {
            return Err(Failed::malformed("a game whose dice are typed in has no seed"));
        }
        (DiceFrom::Typed, None) if !wish.players.iter().any(|player| player == "human") => {
            return Err(Failed::malformed("dice can only be typed in where a person sits at the table"));
        }
        (DiceFrom::Typed, None) => None,
    };
    Ok(ruleset.open(&wish.scenario, &wish.settings, &wish.players, seed)?)
}

/// What the list of games says about a new one. All its seats are the player's: the key of each is its id.
fn described(
    ruleset: &dyn Ruleset,
    table: &dyn Table,
    record: &GameFile,
    from: Option<&str>,
    moment: Moment,
) -> TableInfo {
    let scenario = ruleset.scenarios().into_iter().find(|info| info.id == record.scenario);
    let offered = scenario.map(|info| info.settings.as_slice()).unwrap_or_default();
    let seat = |(number, setup): (u8, &engine::SeatSetup)| {
        let person = setup.player == "human";
        TableSeat {
            seat: Seat(number),
            id: setup.seat.clone(),
            name: table.seats().get(usize::from(number)).map_or_else(|| setup.seat.clone(), |info| info.name.clone()),
            player: setup.player.clone(),
            key: person.then(|| setup.seat.clone()),
            invite: None,
            who: None,
            claimed: person,
            yours: person,
        }
    };
    TableInfo {
        id: word(moment),
        game: record.game.clone(),
        scenario: record.scenario.clone(),
        title: scenario.map_or_else(|| record.scenario.clone(), |info| info.title.clone()),
        settings: record.settings.chosen(offered),
        guide: record.guide.clone(),
        dice: if record.seed.is_none() { DiceFrom::Typed } else { DiceFrom::Program },
        branch: record.branches.last().map(|branch| BranchInfo { of: from.map(str::to_owned), after: branch.after }),
        seats: (0..).zip(&record.seats).map(seat).collect(),
        seq: table.seq(),
        touched: moment.seconds(),
        over: table.to_act().is_none(),
        standing: table.standing(),
        broken: None,
        differs: None,
        fair: None,
        open: false,
        public: false,
        host: None,
        watch: None,
        asked: table.to_act(),
        doomed: None,
        is_host: false,
        clock: None,
        hosted_by: None,
        again: Vec::new(),
        past: None,
    }
}

/// An id that no other game has.
fn word(moment: Moment) -> String {
    let letter = |number: u32| {
        let place = moment.drawn(number) % LETTERS.len() as u64;
        LETTERS.get(usize::try_from(place).unwrap_or_default()).map_or('a', |letter| char::from(*letter))
    };
    (1..=LENGTH).map(letter).collect()
}
