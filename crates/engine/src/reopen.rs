//! Opening a recorded game: with the content it was begun with, under today's rules.
//!
//! The one policy for games that outlive the code:
//!
//! * under the revision and the content it was played with, every fingerprint is compared;
//! * under an older revision dice and legality are compared; if all agree, the game continues under the new one;
//! * a game that differs is never dropped: it is played to the last action that agrees and can then be looked at but
//!   not continued;
//! * a game of a revision that this program does not know is not touched.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    Closed, Compare, Ended, GameFile, OpenError, Printing, PrintingName, Problem, Ruleset, SeatInfo, Shelf, Table,
    VerifyError, shelf::guide_of,
};

/// A recorded game at its start, ready to be played back.
pub struct LaidOut {
    /// The game before its first action.
    pub table: Box<dyn Table>,
    /// Whether it was laid out with the content it was begun with.
    as_begun: bool,
    known: u32,
}

/// A recorded game at its end, or as far as it could be played.
pub struct Opened {
    /// The game.
    pub table: Box<dyn Table>,
    /// How it went.
    pub replayed: Replayed,
}

/// How playing a record back went.
#[derive(Debug)]
pub enum Replayed {
    /// Everything came out to the bit.
    Same,
    /// It was played under an older revision or without its content, and all dice and actions agree: it continues under
    /// today's rules.
    Renewed {
        /// The revision it was played under.
        from: u32,
    },
    /// It differs, and can be looked at but not continued. How closely it was compared says whether the rules changed
    /// or the record.
    Differs(Box<VerifyError>, Compare),
}

/// Rulesets made from printings that are not today's, for games that were begun with them.
#[derive(Default)]
pub(crate) struct Reprints(Mutex<BTreeMap<(String, PrintingName), Arc<dyn Ruleset>>>);

/// How many of them are kept: each open game holds what it needs by itself.
const KEPT: usize = 8;

impl Reprints {
    fn get(&self, ruleset: &dyn Ruleset, printing: &Arc<Printing>) -> Result<Arc<dyn Ruleset>, Vec<Problem>> {
        let key = (ruleset.id().to_owned(), printing.name());
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return Ok(Arc::clone(known));
        }
        let made: Arc<dyn Ruleset> = Arc::from(ruleset.reprint(printing)?);
        let mut kept = lock();
        if kept.len() >= KEPT {
            kept.pop_first();
        }
        kept.insert(key, Arc::clone(&made));
        Ok(made)
    }
}

impl Shelf {
    /// Lays a recorded game out as it was begun. Its content is used if the file holds it and these rules can still
    /// read it, else today's.
    ///
    /// # Errors
    /// If the game is unknown, or newer than this program.
    pub fn lay_out(&self, file: &GameFile) -> Result<LaidOut, OpenError> {
        let ruleset = self.ruleset(&file.game)?;
        let known = ruleset.revision();
        if file.revision > known {
            return Err(OpenError::Newer { game: file.game.clone(), found: file.revision, known });
        }
        let wanted = file.content.as_ref().map(crate::Content::name);
        let same = wanted == Some(ruleset.printing().name());
        let reprint = file.content.as_ref().and_then(crate::Content::printing).filter(|_| !same);
        let reprint = reprint.and_then(|printing| self.reprints.get(ruleset, printing).ok());
        let begun = reprint.as_deref().and_then(|reprint| open(reprint, file).ok());
        let as_begun = same || begun.is_some();
        let table = match begun {
            Some(table) => table,
            None => open(ruleset, file)?,
        };
        check_sides(table.seats(), file)?;
        ended(table.seats(), file)?;
        Ok(LaidOut { table, as_begun, known })
    }

    /// Opens a recorded game as it stood at its end, or, if it differs, as it stood at the last action that agrees.
    ///
    /// # Errors
    /// If the game is unknown, or newer than this program.
    pub fn open_file(&self, file: &GameFile) -> Result<Opened, OpenError> {
        let mut laid_out = self.lay_out(file)?;
        let compare = laid_out.compare(file.revision);
        let played = laid_out.check_start(file).and_then(|()| laid_out.table.play_back(&file.moves, compare));
        let mut table = laid_out.table;
        if played.is_ok()
            && let Some(ended) = ended(table.seats(), file)?
        {
            table.end(ended);
        }
        let replayed = match played {
            Ok(()) if compare == Compare::Fingerprints => Replayed::Same,
            Ok(()) => Replayed::Renewed { from: file.revision },
            Err(difference) => {
                table.close(Closed::at(file, &difference));
                Replayed::Differs(Box::new(difference), compare)
            }
        };
        Ok(Opened { table, replayed })
    }
}

impl Opened {
    /// The game, unless it differs.
    ///
    /// # Errors
    /// Where it differs.
    pub fn whole(self) -> Result<Box<dyn Table>, OpenError> {
        match self.replayed {
            Replayed::Same | Replayed::Renewed { .. } => Ok(self.table),
            Replayed::Differs(difference, _) => Err(difference.into()),
        }
    }
}

impl LaidOut {
    /// How closely a record made under `revision` is compared.
    pub fn compare(&self, revision: u32) -> Compare {
        if self.as_begun && revision == self.known { Compare::Fingerprints } else { Compare::DiceAndLegality }
    }

    /// Whether the set-up is the one that was recorded.
    ///
    /// # Errors
    /// If it is another.
    pub fn check_start(&self, file: &GameFile) -> Result<(), VerifyError> {
        let found = self.table.hash();
        if self.compare(file.revision) == Compare::DiceAndLegality || found == file.start {
            return Ok(());
        }
        let (game, scenario) = (file.game.clone(), file.scenario.clone());
        Err(VerifyError::Start { game, scenario, expected: file.start, found })
    }
}

fn open(ruleset: &dyn Ruleset, file: &GameFile) -> Result<Box<dyn Table>, OpenError> {
    file.check_branches()?;
    let players: Vec<String> = file.seats.iter().map(|seat| seat.player.clone()).collect();
    let mut table = ruleset.open(&file.scenario, &file.settings, &players, file.seed()?)?;
    // A guide that is no longer there does not keep anybody from playing on.
    if let Some(guide) = file.guide.as_ref().and_then(|guide| guide_of(ruleset.guides(), guide)) {
        table.follow(Arc::clone(guide));
    }
    table.branched(file.branches.clone());
    Ok(table)
}

fn check_sides(seats: &[SeatInfo], file: &GameFile) -> Result<(), OpenError> {
    let expected: Vec<&str> = seats.iter().map(|info| info.id.as_str()).collect();
    let found: Vec<&str> = file.seats.iter().map(|seat| seat.seat.as_str()).collect();
    if expected == found {
        return Ok(());
    }
    Err(OpenError::Sides { scenario: file.scenario.clone(), expected: expected.join(", "), found: found.join(", ") })
}

/// Who ended the game before its rules did.
fn ended(seats: &[SeatInfo], file: &GameFile) -> Result<Option<Ended>, OpenError> {
    let Some(text) = &file.ended else { return Ok(None) };
    Ended::read(text, seats).map(Some).ok_or_else(|| OpenError::Ended(text.clone()))
}
