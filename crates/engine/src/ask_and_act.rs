use dice::Dice;

use crate::{Entry, Journal, Rules};

/// What every question of the rules is about: the game as it was laid out, and its state now.
///
/// Rules that only ask are free functions whose first parameter is an `Ask`, in the module of their section. It carries
/// access and nothing else: what follows from the two is a rule and lives with its section.
///
/// What a rule finds in the game as it is laid out (`'r`) outlives the look at the state (`'s`): a shot can be worked
/// out, and the state be changed by its result.
pub struct Ask<'r, 's, R: Rules> {
    /// What does not change during a game.
    pub rules: &'r R,
    /// What does.
    pub state: &'s R::State,
}

impl<R: Rules> Clone for Ask<'_, '_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Ask<'_, '_, R> {}

impl<'r, 's, R: Rules> Ask<'r, 's, R> {
    /// Asks about this game in this state.
    pub fn new(rules: &'r R, state: &'s R::State) -> Self {
        Ask { rules, state }
    }
}

/// What every rule that does something works with: the game as it is laid out, the state it changes, the dice it throws
/// and the journal it writes in.
pub struct Act<'a, R: Rules> {
    /// What does not change during a game.
    pub rules: &'a R,
    /// What does.
    pub state: &'a mut R::State,
    /// The only chance there is.
    pub dice: &'a mut (dyn Dice + 'a),
    /// Where rules tell what they do.
    pub journal: &'a mut (dyn Journal + 'a),
}

impl<'r, R: Rules> Act<'r, R> {
    /// The same game, to ask about it.
    pub fn ask(&self) -> Ask<'r, '_, R> {
        Ask { rules: self.rules, state: self.state }
    }

    /// Writes the line that `entry` makes of the present state, if anybody reads the journal.
    pub fn note(&mut self, entry: impl FnOnce(Ask<'r, '_, R>) -> Entry) {
        if self.journal.wanted() {
            let line = entry(self.ask());
            self.journal.write(line);
        }
    }
}
