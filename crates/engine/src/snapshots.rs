use dice::Seeded;

use crate::{Compare, Ended, Game, Move, Rules};

/// How many snapshots a game keeps at most: with states of a few kilobytes, about as much as its log.
const MOST: usize = 16;
/// How many actions lie between two snapshots of a short game.
const FIRST_STRIDE: usize = 32;

/// States along a game, so that an earlier moment need not be played from the start.
///
/// ```text
/// 0    32   64   96  … 512        sixteen of them: too many with the next
/// 0         64       … 512 …      every other one goes, and the stride doubles
/// ```
pub(crate) struct Snapshots<S> {
    stride: usize,
    kept: Vec<Snapshot<S>>,
}

/// A game as it stood after some actions.
#[derive(Clone)]
pub(crate) struct Snapshot<S> {
    /// How many actions had been done.
    pub(crate) seq: usize,
    pub(crate) state: S,
    pub(crate) dice: Option<Seeded>,
    pub(crate) log_len: usize,
}

impl<S> Default for Snapshots<S> {
    fn default() -> Self {
        Snapshots { stride: FIRST_STRIDE, kept: Vec::new() }
    }
}

impl<S> Snapshots<S> {
    /// Whether the state after `seq` actions is to be kept.
    pub(crate) fn want(&self, seq: usize) -> bool {
        seq.is_multiple_of(self.stride)
    }

    /// Keeps one more; when there are too many, every other one goes.
    pub(crate) fn keep(&mut self, snapshot: Snapshot<S>) {
        self.kept.push(snapshot);
        if self.kept.len() > MOST {
            self.stride *= 2;
            let stride = self.stride;
            self.kept.retain(|snapshot| snapshot.seq.is_multiple_of(stride));
        }
    }

    /// Forgets what lies after the first `seq` actions: it was taken back.
    pub(crate) fn cut(&mut self, seq: usize) {
        while self.kept.pop_if(|last| last.seq > seq).is_some() {}
    }

    /// The last one that is not after `seq` actions.
    pub(crate) fn nearest(&self, seq: usize) -> Option<&Snapshot<S>> {
        self.kept.iter().rev().find(|snapshot| snapshot.seq <= seq)
    }
}

/// An earlier moment of a game: the nearest snapshot, and the actions from there on, which are still to be done.
///
/// Making it is quick, and it does not need the game any more, so the game can go on while it is played.
pub struct Rewinding<R: Rules> {
    from: Game<R>,
    rest: Vec<Move>,
    /// Only the last moment of a game has its end.
    ended: Option<Ended>,
}

impl<R: Rules> Game<R> {
    /// Looks for the moment after the first `seq` actions.
    pub fn rewinding(&self, seq: u32) -> Rewinding<R> {
        let moves = &self.file().moves;
        let seq = moves.len().min(seq as usize);
        let mut from = self.emptied();
        let mut start = 0;
        if let Some(snapshot) = self.snapshots().nearest(seq) {
            start = snapshot.seq;
            from.start_at(snapshot, &self.log().entries, moves);
        }
        let ended = self.ended().filter(|_| seq == moves.len());
        Rewinding { from, rest: moves[start..seq].to_vec(), ended }
    }
}

impl<R: Rules> Rewinding<R> {
    /// How many actions are still to be done.
    pub fn to_do(&self) -> usize {
        self.rest.len()
    }

    /// Plays on to the moment. There is nothing to take back before the snapshot.
    pub fn finish(mut self) -> Game<R> {
        // These actions were legal when they were done, so they are now.
        let replayed = self.from.play_back(&self.rest, Compare::Fingerprints);
        debug_assert!(replayed.is_ok(), "{replayed:?}");
        self.from.end(self.ended);
        self.from
    }
}
