use dice::Dice;

use crate::{Entry, Journal, Rules};

/// What every question of the rules is about: the game as it was laid out, and its state now.
///
/// Rules that only ask are free functions whose first parameter is an `Ask`, in the module of their section. It carries access
/// and nothing else: what follows from the two is a rule and lives with its section.
pub struct Ask<'a, R: Rules> {
    /// What does not change during a game.
    pub rules: &'a R,
    /// What does.
    pub state: &'a R::State,
}

impl<R: Rules> Clone for Ask<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for Ask<'_, R> {}

impl<'a, R: Rules> Ask<'a, R> {
    /// Asks about this game in this state.
    pub fn new(rules: &'a R, state: &'a R::State) -> Self {
        Ask { rules, state }
    }
}

/// What every rule that does something works with: the game as it is laid out, the state it changes, the dice it throws and the
/// journal it writes in.
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

impl<R: Rules> Act<'_, R> {
    /// The same game, to ask about it.
    pub fn ask(&self) -> Ask<'_, R> {
        Ask { rules: self.rules, state: self.state }
    }

    /// Writes the line that `entry` makes of the present state, if anybody reads the journal.
    pub fn note(&mut self, entry: impl FnOnce(Ask<'_, R>) -> Entry) {
        if self.journal.wanted() {
            let line = entry(self.ask());
            self.journal.write(line);
        }
    }
}
