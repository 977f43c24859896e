//! Random determination (OF-5.9): every choice has an equal range of a die, and what is left over is thrown again.

use dice::{Dice, Die, Throw};

/// The ranges of a die that stand for a number of choices.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranges {
    choices: u16,
    faces: u16,
}

impl Ranges {
    /// Ranges for this many choices, at least one: of a ten-sided die, or of percentile dice if there are more than
    /// ten.
    pub(crate) fn among(choices: usize) -> Ranges {
        let choices = u16::try_from(choices).unwrap_or(100).clamp(1, 100);
        Ranges { choices, faces: if choices <= 10 { 10 } else { 100 } }
    }

    /// How many faces each choice has.
    fn each(self) -> u16 {
        self.faces / self.choices
    }

    /// The choice that a face stands for; `None` if it has to be thrown again.
    fn choice(self, face: u16) -> Option<u16> {
        let choice = (face - 1) / self.each();
        (choice < self.choices).then_some(choice)
    }

    /// The lowest and the highest face of a choice.
    pub(crate) fn range(self, choice: usize) -> (u16, u16) {
        let from = choice as u16 * self.each();
        (from + 1, from + self.each())
    }

    /// Throws until a face stands for a choice: the choice, and the faces that fell.
    pub(crate) fn throw(self, dice: &mut dyn Dice) -> (usize, Vec<u16>) {
        let die = if self.faces == 10 { Die::D10 } else { Die::D100 };
        let mut fell = Vec::new();
        loop {
            let face = dice.throw(&Throw::new("random determination", vec![die.clone()])).faces()[0];
            fell.push(face);
            if let Some(choice) = self.choice(face) {
                return (usize::from(choice), fell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use dice::Scripted;

    use super::*;

    // holds: OF-5.9-3
    #[test]
    fn three_have_three_faces_each_and_the_ten_is_thrown_again() {
        let three = Ranges::among(3);
        assert_eq!([0, 1, 2].map(|choice| three.range(choice)), [(1, 3), (4, 6), (7, 9)]);
        assert_eq!(three.throw(&mut Scripted::new(vec![10, 10, 4])), (1, vec![10, 10, 4]));
    }

    // holds: OF-5.9-1
    #[test]
    fn every_choice_has_as_many_faces_as_any_other() {
        for choices in 1..=30 {
            let ranges = Ranges::among(choices);
            let mut counts = vec![0; choices];
            for face in 1..=ranges.faces {
                if let Some(choice) = ranges.choice(face) {
                    counts[usize::from(choice)] += 1;
                    let (from, to) = ranges.range(choice.into());
                    assert!((from..=to).contains(&face));
                }
            }
            assert!(counts.iter().all(|count| *count == ranges.each()), "{choices}: {counts:?}");
        }
    }
}
