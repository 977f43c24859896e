//! A family of actions: all that a rule's own file says about what players can do by it.
//!
//! A ruleset's action is an enum of families, each at home in the file of its rule. [`families!`](crate::families)
//! makes that enum, its checked counterpart, and the way from an action to its family for every question. A new rule is
//! a file that implements [`Family`], and a line in that list; the compiler asks for every part.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use dice::Scripted;
//! use engine::{Choice, ChoiceKind, Entry, Families, Family, RuleId, Rules, Seat, Silent, Verb, Viewer, Visit, Wish};
//! # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/family/hills.rs"));
//!
//! const HILLS: RuleId = RuleId("XX-7");
//!
//! /// Climb to a level.
//! #[derive(Copy, Clone, Debug, PartialEq, Eq)]
//! pub struct Climb {
//!     to: u8,
//! }
//!
//! /// A climb with its price. Only [`Climb::check`] makes one.
//! #[derive(Copy, Clone, Debug)]
//! pub struct Climbable {
//!     to: u8,
//!     points: u8,
//! }
//!
//! impl Family for Climb {
//!     type Rules = Hills;
//!     type Ready<'r> = Climbable;
//!
//!     const FORMS: &'static [Verb] = &[("climb", "climb LEVEL")];
//!
//!     fn list(ask: Ask<'_, '_>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
//!         (1..=ask.rules.highest).map(|to| Climb { to }).try_for_each(|climb| climb.visit_if_legal(ask, visit))
//!     }
//!
//!     fn check<'r>(&self, ask: Ask<'r, '_>) -> Result<Climbable, Refused> {
//!         let points = self.to.checked_sub(ask.state.level).ok_or(Refused)?;
//!         if (1..=ask.state.points).contains(&points) { Ok(Climbable { to: self.to, points }) } else { Err(Refused) }
//!     }
//!
//!     fn perform(Climbable { to, points }: Climbable, act: &mut Act<'_>) {
//!         act.state.points -= points;
//!         act.state.level = to;
//!         act.note(|_| Entry::new(HILLS, format!("climbs to {to}")));
//!     }
//!
//!     fn offer(&self, ask: Ask<'_, '_>) -> Choice {
//!         let cost = self.check(ask).ok().map(|climb| climb.points.to_string());
//!         Choice { cost, ..Choice::new(ChoiceKind::Button, HILLS, format!("Climb to {}", self.to)) }
//!     }
//!
//!     fn write(&self, _: Ask<'_, '_>) -> String {
//!         format!("climb {}", self.to)
//!     }
//!
//!     fn read(_: Ask<'_, '_>, words: &[&str]) -> Result<Option<Self>, String> {
//!         let ["climb", level] = *words else { return Ok(None) };
//!         level.parse().map(|to| Some(Climb { to })).map_err(|_| format!("\"{level}\" is no level"))
//!     }
//!
//!     fn wishes(_: Ask<'_, '_>, level: u8) -> Vec<Wish<Self>> {
//!         vec![Wish::new(format!("Climb to {level}"), Climb { to: level })]
//!     }
//! }
//!
//! engine::families! {
//!     /// Something a player can do.
//!     pub enum Action of Hills {
//!         /// Climb.
//!         Climb(Climb),
//!     }
//! }
//!
//! # fn main() {
//! // Somebody at the foot of a hill, with points for three levels.
//! let rules = Hills { highest: 4 };
//! let mut state = rules.start();
//! let ask = Ask::new(&rules, &state);
//! assert_eq!(Action::legal(ask), [1, 2, 3].map(|to| Action::Climb(Climb { to })));
//! let action = Action::read(ask, "climb 2").unwrap();
//! assert_eq!((action.write(ask).as_str(), action.offer(ask).cost.as_deref()), ("climb 2", Some("2")));
//! assert_eq!(Action::wishes(ask, 2), [Wish::new("Climb to 2", action)]);
//! let unread = |text| Action::read(ask, text).unwrap_err().problem;
//! assert_eq!(unread("clim 2"), "did you mean \"climb\"?");
//! assert_eq!(unread("climb"), "the form is \"climb LEVEL\"");
//!
//! let ready = rules.check(&state, &action).unwrap();
//! rules.perform(&mut state, ready, &mut Scripted::default(), &mut Silent);
//! assert_eq!((state.level, state.points), (2, 1));
//! assert_eq!(rules.check(&state, &action).err(), Some(Refused));
//!
//! // What is left to do is what is offered, to those who are asked.
//! let offered = |viewer| rules.scene(&state, viewer).choices;
//! assert_eq!(offered(Viewer::Seat(Seat(0)))[0].action, "climb 3");
//! assert!(offered(Viewer::Spectator).is_empty());
//! # assert_eq!(rules.board().hexes[0].elevation, 4);
//! # }
//! ```

use std::{fmt::Debug, ops::ControlFlow};

use crate::{Act, Ask, Choice, Rules, Wish, nearest};

/// A verb, and the form of the lines that begin with it: `("fire", "fire UNIT at UNIT")`. In a form, words in capitals
/// stand for names, `|` between words for a choice of them, and what is in brackets may be left out.
pub type Verb = (&'static str, &'static str);

/// Somebody who is shown legal actions one by one, and may have seen enough.
pub type Visit<'v, A> = dyn FnMut(A) -> ControlFlow<()> + 'v;

/// A ruleset whose actions are families.
pub trait Families: Rules {
    /// Why something cannot be done, as its rules tell each other.
    type Refused;
    /// What a player points at, as its rules take it.
    type Pointed<'p>: Copy;
}

/// Actions that one rule allows, and everything that is asked about them. No part has a default: whoever adds a family
/// answers every question.
pub trait Family: Copy + PartialEq + Debug + 'static {
    /// The ruleset.
    type Rules: Families;

    /// An action that has been checked, with all that was found: see [`Rules::Ready`]. Its fields are private to the
    /// file, so that only [`Family::check`] makes one.
    type Ready<'r>: Clone;

    /// How its actions are written.
    const FORMS: &'static [Verb];

    /// Visits everything that may be done now, in a fixed order, until told to stop.
    fn list(ask: Ask<'_, '_, Self::Rules>, visit: &mut Visit<'_, Self>) -> ControlFlow<()>;

    /// The action, ready to be done, if that may be now.
    ///
    /// # Errors
    /// The rule that forbids it.
    fn check<'r>(&self, ask: Ask<'r, '_, Self::Rules>) -> Result<Self::Ready<'r>, <Self::Rules as Families>::Refused>;

    /// Does what was found.
    fn perform(ready: Self::Ready<'_>, act: &mut Act<'_, Self::Rules>);

    /// The action as it is offered on a screen: label, rule, price, odds, group. Its notation is put in by
    /// [`families!`](crate::families).
    fn offer(&self, ask: Ask<'_, '_, Self::Rules>) -> Choice;

    /// The action as a line of text.
    fn write(&self, ask: Ask<'_, '_, Self::Rules>) -> String;

    /// The action that a line says, word by word; `None` if the line has none of [`Family::FORMS`].
    ///
    /// # Errors
    /// What is wrong with a name or a number in it.
    fn read(ask: Ask<'_, '_, Self::Rules>, words: &[&str]) -> Result<Option<Self>, String>;

    /// What a player may mean who points so, whether it can be done now or not, the likeliest first.
    fn wishes(ask: Ask<'_, '_, Self::Rules>, pointed: <Self::Rules as Families>::Pointed<'_>) -> Vec<Wish<Self>>;

    /// Shows the action to a visitor if it may be done now: for lists that think of more than is legal.
    fn visit_if_legal(self, ask: Ask<'_, '_, Self::Rules>, visit: &mut Visit<'_, Self>) -> ControlFlow<()> {
        if self.check(ask).is_ok() { visit(self) } else { ControlFlow::Continue(()) }
    }
}

/// The first of some wishes that can be done now, or the first of all.
pub fn likeliest<F: Family>(ask: Ask<'_, '_, F::Rules>, mut wishes: impl Iterator<Item = Wish<F>>) -> Option<Wish<F>> {
    let can = |wish: &Wish<F>| wish.action.check(ask).is_ok();
    let first = wishes.next()?;
    if can(&first) { Some(first) } else { Some(wishes.find(can).unwrap_or(first)) }
}

/// What might have been meant by a line that no family can read.
pub fn unread(forms: &[&[Verb]], text: &str) -> String {
    let verb = text.split_whitespace().next().unwrap_or_default();
    let all = || forms.iter().copied().flatten();
    let verbs = || all().map(|(known, _)| *known);
    if let Some((_, form)) = all().find(|(known, _)| *known == verb) {
        return format!("the form is \"{form}\"");
    }
    match nearest(verb, verbs()) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => format!("an action starts with one of {}", verbs().collect::<Vec<_>>().join(", ")),
    }
}

/// Makes the enum of a ruleset's families, and the way from an action to its family for every question. See
/// [`Family`].
///
/// `Action::visit` shows the legal actions of all families in the order of the list. Where a ruleset asks only some
/// families at a time, or in another order, it calls their [`Family::list`] itself.
#[macro_export]
macro_rules! families {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident of $rules:ty {
            $( $(#[$doc:meta])* $variant:ident($family:ty), )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        $vis enum $name {
            $( $(#[$doc])* $variant($family), )+
        }

        /// An action that has been checked, with what was found.
        #[derive(Clone)]
        $vis struct Ready<'r>(Found<'r>);

        #[derive(Clone)]
        enum Found<'r> {
            $( $variant(<$family as $crate::Family>::Ready<'r>), )+
        }

        $( impl From<$family> for $name {
            fn from(action: $family) -> $name {
                $name::$variant(action)
            }
        } )+

        #[allow(dead_code, reason = "a ruleset may ask some questions in a way of its own")]
        impl $name {
            /// How all families write their actions.
            $vis const FORMS: &'static [&'static [$crate::Verb]] = &[$( <$family as $crate::Family>::FORMS, )+];

            /// Visits every legal action of all families, in the order of their list, until told to stop.
            $vis fn visit(
                ask: $crate::Ask<'_, '_, $rules>,
                visit: &mut $crate::Visit<'_, $name>,
            ) -> ::std::ops::ControlFlow<()> {
                $( <$family as $crate::Family>::list(ask, &mut |action| visit($name::$variant(action)))?; )+
                ::std::ops::ControlFlow::Continue(())
            }

            /// Every legal action of all families.
            $vis fn legal(ask: $crate::Ask<'_, '_, $rules>) -> Vec<$name> {
                let mut actions = Vec::new();
                $name::add_legal(ask, &mut actions);
                actions
            }

            /// Adds every legal action of all families to a list, with one call for each.
            $vis fn add_legal(ask: $crate::Ask<'_, '_, $rules>, actions: &mut Vec<$name>) {
                $( let _ = <$family as $crate::Family>::list(ask, &mut |action| {
                    actions.push($name::$variant(action));
                    ::std::ops::ControlFlow::Continue(())
                }); )+
            }

            /// The action, ready to be done, if its family allows it now.
            ///
            /// # Errors
            /// The rule that forbids it.
            $vis fn check<'r>(
                &self,
                ask: $crate::Ask<'r, '_, $rules>,
            ) -> Result<Ready<'r>, <$rules as $crate::Families>::Refused> {
                Ok(Ready(match self {
                    $( $name::$variant(action) => Found::$variant($crate::Family::check(action, ask)?), )+
                }))
            }

            /// The action as its family offers it, with its notation.
            $vis fn offer(&self, ask: $crate::Ask<'_, '_, $rules>) -> $crate::Choice {
                let choice = match self {
                    $( $name::$variant(action) => $crate::Family::offer(action, ask), )+
                };
                $crate::Choice { action: self.write(ask), ..choice }
            }

            /// The action as a line of text.
            $vis fn write(&self, ask: $crate::Ask<'_, '_, $rules>) -> String {
                match self {
                    $( $name::$variant(action) => $crate::Family::write(action, ask), )+
                }
            }

            /// The action that a line of text says.
            ///
            /// # Errors
            /// What could not be understood.
            $vis fn read(ask: $crate::Ask<'_, '_, $rules>, text: &str) -> Result<$name, $crate::NotationError> {
                let wrong = |problem| $crate::NotationError { text: text.to_owned(), problem };
                let words: Vec<&str> = text.split_whitespace().collect();
                $( if let Some(action) = <$family as $crate::Family>::read(ask, &words).map_err(wrong)? {
                    return Ok($name::$variant(action));
                } )+
                Err(wrong($crate::unread($name::FORMS, text)))
            }

            /// What a player may mean who points so, family by family.
            $vis fn wishes(
                ask: $crate::Ask<'_, '_, $rules>,
                pointed: <$rules as $crate::Families>::Pointed<'_>,
            ) -> Vec<$crate::Wish<$name>> {
                let mut wishes = Vec::new();
                $( wishes.extend(
                    <$family as $crate::Family>::wishes(ask, pointed)
                        .into_iter()
                        .map(|$crate::Wish { label, action }| $crate::Wish::new(label, $name::$variant(action))),
                ); )+
                wishes
            }
        }

        impl Ready<'_> {
            /// Does what was found, and nothing that follows from it by itself.
            $vis fn perform(self, act: &mut $crate::Act<'_, $rules>) {
                match self.0 {
                    $( Found::$variant(ready) => <$family as $crate::Family>::perform(ready, act), )+
                }
            }
        }
    };
}
