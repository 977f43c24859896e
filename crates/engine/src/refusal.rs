use serde::Serialize;
use thiserror::Error;
use ts_rs::TS;

use crate::RuleId;

/// A ruleset's own, typed reason for a refusal.
pub trait Cited: std::error::Error {
    /// The rule that forbids the action.
    fn rule(&self) -> RuleId;
    /// A stable name for this kind of refusal, for programs.
    fn code(&self) -> &'static str;
    /// What would change it, where that can be said in a sentence.
    fn remedy(&self) -> Option<&'static str> {
        None
    }
}

/// Why an action was refused, in a form that can leave the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, TS)]
#[error("{text} ({rule})")]
#[ts(export)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// A stable name for this kind of refusal.
    pub code: &'static str,
    /// What is wrong, for players.
    pub text: String,
    /// What would change it.
    pub remedy: Option<String>,
}

impl<E: Cited> From<&E> for Refusal {
    fn from(error: &E) -> Refusal {
        Refusal {
            rule: error.rule(),
            code: error.code(),
            text: error.to_string(),
            remedy: error.remedy().map(str::to_owned),
        }
    }
}

/// Lists the refusals of a ruleset, each once: its name, its stable code and its words, under the rule that forbids the
/// action. Makes the enum, its [`Cited`] and its `Display`.
///
/// ```
/// use engine::{Cited, RuleId};
///
/// const MOVEMENT: RuleId = RuleId("XX-7");
///
/// engine::refusals! {
///     /// Why something cannot be done.
///     pub enum Refused {
///         MOVEMENT => {
///             NotAdjacent: "not-adjacent", "the hexes are not adjacent";
///             NoPoints { needs: u8 }: "no-points", "that takes {needs} points";
///         }
///     }
/// }
///
/// let refused = Refused::NoPoints { needs: 3 };
/// assert_eq!((refused.rule(), refused.code()), (MOVEMENT, "no-points"));
/// assert_eq!(refused.to_string(), "that takes 3 points");
/// ```
///
/// `remedied by remedies::of;` at the end names the function that knows, by the code of a refusal, what would change
/// it.
///
/// A refusal of another list is passed on after the enum's braces: `passing on Fire(CannotFire) => |why| (why.rule(),
/// why.code());`.
#[macro_export]
macro_rules! refusals {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $( $rule:path => {
                $( $variant:ident $( ( $($tuple:ty),+ ) )? $( { $($field:ident: $type:ty),+ } )?: $code:literal, $text:literal; )+
            } )+
        }
        $( passing on $wrap:ident($inner:ty) => |$why:ident| ($its_rule:expr, $its_code:expr); )*
        $( remedied by $remedy:path; )?
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
        #[allow(missing_docs)]
        $vis enum $name {
            $( $(
                #[error($text)]
                $variant $( ( $($tuple),+ ) )? $( { $($field: $type),+ } )?,
            )+ )+
            $( #[error("{0}")] $wrap($inner), )*
        }

        impl $crate::Cited for $name {
            fn rule(&self) -> $crate::RuleId {
                match self {
                    $( $( $name::$variant { .. } )|+ => $rule, )+
                    $( $name::$wrap($why) => $its_rule, )*
                }
            }

            fn code(&self) -> &'static str {
                match self {
                    $( $( $name::$variant { .. } => $code, )+ )+
                    $( $name::$wrap($why) => $its_code, )*
                }
            }

            $( fn remedy(&self) -> Option<&'static str> {
                $remedy($crate::Cited::code(self))
            } )?
        }
    };
}
