use std::fmt::Debug;

use dice::Dice;
use serde::Serialize;
use thiserror::Error;

use crate::{
    Board, Choice, Cited, Ending, Field, Fighters, Handy, Journal, Legacy, Look, LookError, Loss, Overlay, Plan,
    Pointed, RecordSheet, Scene, Seat, SeatInfo, Silent, SymbolDie, Threats, Viewer, Wish, standing,
};

/// A ruleset with a scenario laid out: everything that does not change during a game.
///
/// Pure: no files, no clock, no chance but the [`Dice`] it is handed, no iteration in hash order.
pub trait Rules: Send + Sync + 'static {
    /// Everything that changes during a game.
    type State: Clone + PartialEq + Debug + Serialize + Send + Sync;
    /// Something a player can do.
    type Action: Clone + PartialEq + Debug + Send + Sync;
    /// Why something cannot be done.
    type Refusal: Cited;
    /// An action that has been checked, with all that the check found: the way and its cost, the attack with its dice.
    /// It may borrow from the rules as laid out, and not from the state: that is about to change. Only [`Rules::check`]
    /// makes one, so nothing is done unchecked and nothing is worked out twice.
    type Ready<'r>: Clone
    where
        Self: 'r;

    /// The state before the first action.
    fn start(&self) -> Self::State;

    /// The sides, in the order of their seats.
    fn seats(&self) -> &[SeatInfo];

    /// Who is asked now; nobody when the game is over.
    fn to_act(&self, state: &Self::State) -> Option<Seat>;

    /// The state as it would be if `seat` were asked now: where two sides do something at the same time and neither
    /// sees what the other does, each does it in its own time. What follows is done in that state; the rules turn it
    /// back to the side that [`Rules::to_act`] names. Nothing where only that side may act.
    fn meanwhile(&self, _state: &Self::State, _seat: Seat) -> Option<Self::State> {
        None
    }

    /// Appends everything that may be done now, in a fixed order. Never empty while somebody is asked.
    fn legal(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// `action`, ready to be done, if that may be now: exactly those that [`Rules::legal`] lists, and names that a
    /// player writes himself, which no list can hold and which change nothing in play ([`crate::NameTag`]).
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check<'r>(&'r self, state: &Self::State, action: &Self::Action) -> Result<Self::Ready<'r>, Self::Refusal>;

    /// Does what [`Rules::check`] found in this very state. Nothing can fail any more.
    fn perform(&self, state: &mut Self::State, ready: Self::Ready<'_>, dice: &mut dyn Dice, journal: &mut dyn Journal);

    /// Checks an action and does it.
    ///
    /// # Errors
    /// As [`Rules::check`]. The state is then as it was.
    fn apply(
        &self,
        state: &mut Self::State,
        action: &Self::Action,
        dice: &mut dyn Dice,
        journal: &mut dyn Journal,
    ) -> Result<(), Self::Refusal> {
        let ready = self.check(state, action)?;
        self.perform(state, ready, dice, journal);
        Ok(())
    }

    /// The state with everything removed that `viewer` may not know. Views and bots get only this.
    fn seen_by(&self, state: &Self::State, viewer: Viewer) -> Self::State;

    /// Draws a state that has been through [`Rules::seen_by`].
    fn scene(&self, seen: &Self::State, viewer: Viewer) -> Scene;

    /// One line on the state of a game, for lists: "Turn 3 of 8", "German victory". `seen` is what a spectator knows. A
    /// ruleset that can say it without drawing the whole scene does: it is asked after every action.
    fn standing(&self, seen: &Self::State) -> String {
        let scene = self.scene(seen, Viewer::Spectator);
        standing(scene.outcome.as_ref(), &scene.facts)
    }

    /// Its dice with symbols, for the people who throw them.
    fn symbol_dice(&self) -> Vec<SymbolDie> {
        Vec::new()
    }

    /// The map, which does not change.
    fn board(&self) -> Board;

    /// Where the units with these ids could go together from here, at what cost and under whose guns.
    /// `None` if they cannot move now. `seen` has been through [`Rules::seen_by`].
    fn plan(&self, seen: &Self::State, viewer: Viewer, units: &[String]) -> Option<Plan>;

    /// What the enemies that `viewer` knows of could do in their own turn to these units if they ended theirs in `hex`,
    /// or where they stand. `None` if they are not his or cannot stand there. The odds are those that the enemy would
    /// be shown. `seen` has been through [`Rules::seen_by`].
    fn threats(&self, _seen: &Self::State, _viewer: Viewer, _units: &[String], _hex: Option<&str>) -> Option<Threats> {
        None
    }

    /// Shadings of the map that can be switched on. `seen` has been through [`Rules::seen_by`].
    fn overlays(&self, seen: &Self::State, viewer: Viewer) -> Vec<Overlay>;

    /// A look from one hex to another as things stand: smoke, weather and all. `seen` has been through
    /// [`Rules::seen_by`].
    ///
    /// # Errors
    /// If a number is not on the map, or both are the same.
    fn look(&self, seen: &Self::State, viewer: Viewer, from: &str, to: &str) -> Result<Look, LookError>;

    /// Everything that is seen from a hex as things stand. `seen` has been through [`Rules::seen_by`].
    ///
    /// # Errors
    /// If the number is not on the map.
    fn field(&self, seen: &Self::State, viewer: Viewer, from: &str) -> Result<Field, LookError>;

    /// An action as a short line of text, as in `fire tiger t-34`: what files, cases and scripts hold. `state` is the
    /// one in which it would be done: units that come up during a game have names only there.
    fn write(&self, state: &Self::State, action: &Self::Action) -> String;

    /// Reads what [`Rules::write`] wrote in this state.
    ///
    /// # Errors
    /// What could not be understood.
    fn read(&self, state: &Self::State, text: &str) -> Result<Self::Action, NotationError>;

    /// Everything that a player of `seat` may mean who points so, whether it can be done now or not: what he would call
    /// it, the likeliest first. `seen` has been through [`Rules::seen_by`].
    fn wishes(&self, _seen: &Self::State, _seat: Seat, _pointed: &Pointed) -> Vec<Wish<Self::Action>> {
        Vec::new()
    }

    /// Who of `seat` could attack in the turn, activation or phase that is going on, and the legal actions that give
    /// it away. `seen` has been through [`Rules::seen_by`].
    fn fighters(&self, _seen: &Self::State, _seat: Seat) -> Fighters<Self::Action> {
        Fighters::default()
    }

    /// The legal attacks of a unit on enemies, and its legal actions that only make it ready for one
    /// ([`crate::Openings`]).
    fn handy(&self, _seen: &Self::State, _unit: &str) -> Handy<Self::Action> {
        Handy::default()
    }

    /// Does an action that makes ready for an attack, as far as that can be foreseen from what is known: nothing is
    /// read from where the viewer may not look.
    fn prepare(&self, seen: &mut Self::State, ready: Self::Ready<'_>, dice: &mut dyn Dice) {
        self.perform(seen, ready, dice, &mut Silent);
    }

    /// How whoever interrupts now lets it pass; nothing if what is asked is no interruption.
    fn lets_pass(&self, _seen: &Self::State) -> Option<Self::Action> {
        None
    }

    /// A legal action as it is offered on a screen.
    fn offered(&self, _seen: &Self::State, _action: &Self::Action) -> Option<Choice> {
        None
    }

    /// The numbers by which finished games are compared: victory points, steps lost, by seat.
    fn tally(&self, state: &Self::State) -> Vec<(String, Vec<i32>)>;

    /// Every unit that is lost, once, with what became of it in the end. `seen` has been through [`Rules::seen_by`].
    fn losses(&self, _seen: &Self::State) -> Vec<Loss> {
        Vec::new()
    }

    /// How a finished game came out; `None` while it goes on.
    fn winner(&self, state: &Self::State) -> Option<Ending>;

    /// Whether all seats are on the same side, against the game itself.
    fn allied(&self) -> bool {
        false
    }

    /// A number for the matter in hand, which stays the same while that matter lasts: a unit's turn, a formation's
    /// activation. A plan of several actions ends when it changes: something has come up that the plan did not foresee.
    fn matter(&self, _state: &Self::State) -> u32 {
        0
    }

    /// The sheets on which players keep account of a game, to be printed: as things stand, with no more on them than
    /// `viewer` may know. `seen` has been through [`Rules::seen_by`].
    fn record_sheets(&self, _seen: &Self::State, _viewer: Viewer) -> Vec<RecordSheet> {
        Vec::new()
    }

    /// What a finished game hands on to the next one, so that a campaign can continue. Most games hand on nothing.
    /// `seen` has been through [`Rules::seen_by`].
    fn legacy(&self, _seen: &Self::State) -> Option<Legacy> {
        None
    }
}

/// An action that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("cannot read the action \"{text}\": {problem}")]
pub struct NotationError {
    /// What was written.
    pub text: String,
    /// What is wrong with it.
    pub problem: String,
}
