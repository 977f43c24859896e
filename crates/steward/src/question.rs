//! Questions about a game that change nothing.

use std::collections::BTreeSet;

use engine::{LookError, Pointed, Seat, Table, Viewer};

use crate::protocol::{ToClient, ToServer};

/// How many units can be asked about at once; more stand in no hex.
const MOST_UNITS: usize = 60;
/// What a player asks about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Where these units could go.
    Plan(Vec<String>),
    /// What these units could do to enemies.
    Openings(Vec<String>),
    /// What enemies could do to these units in a hex.
    Threats(Vec<String>, Option<String>),
    /// The shadings of the map.
    Overlays,
    /// Why this cannot be done, for whoever holds this seat: what only he knows may be a reason.
    WhyNot(Seat, Pointed),
    /// What one hex sees of another.
    Look(String, String),
    /// Everything a hex sees.
    Field(String),
}

/// A question as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Repeated in the answer.
    pub id: u32,
    /// The seat it is asked for.
    pub seat: Seat,
    /// What is asked.
    pub question: Question,
    /// Whether it names more units than anybody could mean. Then it goes unanswered.
    pub too_much: bool,
}

impl Asked {
    /// Takes a question out of a message.
    ///
    /// # Errors
    /// If it is none: the message.
    pub fn of(message: ToServer) -> Result<Asked, ToServer> {
        let about = |id, seat, question| Asked { id, seat, question, too_much: false };
        let about_units = |id, seat, units: &[String], question: &dyn Fn(Vec<String>) -> Question| Asked {
            id,
            seat,
            question: question(Question::units(units).unwrap_or_default()),
            too_much: Question::units(units).is_none(),
        };
        Ok(match message {
            ToServer::Plan { id, seat, units } => about_units(id, seat, &units, &Question::Plan),
            ToServer::Openings { id, seat, units } => about_units(id, seat, &units, &Question::Openings),
            ToServer::Threats { id, seat, units, hex } => {
                about_units(id, seat, &units, &|units| Question::Threats(units, hex.clone()))
            }
            ToServer::Overlays { id, seat } => about(id, seat, Question::Overlays),
            ToServer::WhyNot { id, seat, pointed } => about(id, seat, Question::WhyNot(seat, pointed)),
            ToServer::Look { id, seat, from, to } => about(id, seat, Question::Look(from, to)),
            ToServer::Field { id, seat, from } => about(id, seat, Question::Field(from)),
            other => return Err(other),
        })
    }
}

impl Question {
    /// Names each unit once. Nothing, if there are more than anybody could mean.
    pub fn units(named: &[String]) -> Option<Vec<String>> {
        let mut seen = BTreeSet::new();
        let each_once = named.iter().filter(|unit| seen.insert(unit.as_str())).take(MOST_UNITS + 1);
        let units: Vec<String> = each_once.cloned().collect();
        (units.len() <= MOST_UNITS).then_some(units)
    }

    /// The type of the message that answers it.
    pub fn kind(&self) -> &'static str {
        match self {
            Question::Plan(_) => "plan",
            Question::Openings(_) => "openings",
            Question::Threats(..) => "threats",
            Question::Overlays => "overlays",
            Question::WhyNot(..) => "why-not",
            Question::Look(..) => "look",
            Question::Field(_) => "field",
        }
    }

    /// The answer of a game, with this number, for somebody who knows as much as `viewer`.
    pub fn answered(&self, id: u32, table: &dyn Table, viewer: Viewer) -> ToClient {
        match self {
            Question::Plan(units) => ToClient::Plan { id, plan: table.plan(viewer, units).map(Box::new) },
            Question::Openings(units) => ToClient::Openings { id, openings: Box::new(table.openings(viewer, units)) },
            Question::Threats(units, hex) => {
                ToClient::Threats { id, threats: table.threats(viewer, units, hex.as_deref()).map(Box::new) }
            }
            Question::Overlays => ToClient::Overlays { id, overlays: table.overlays(viewer) },
            Question::WhyNot(seat, pointed) => ToClient::WhyNot { id, answers: table.why_not(*seat, pointed) },
            Question::Look(from, to) => {
                let (look, error) = split(table.look(viewer, from, to));
                ToClient::Look { id, look, error }
            }
            Question::Field(from) => {
                let (field, error) = split(table.field(viewer, from));
                ToClient::Field { id, field, error }
            }
        }
    }

    /// The answer that says nothing, for whoever may not ask, or where the game cannot be read.
    pub fn unanswered(&self, id: u32, why: &str) -> ToClient {
        let error = Some(why.to_owned());
        match self {
            Question::Plan(_) => ToClient::Plan { id, plan: None },
            Question::Openings(_) => ToClient::Openings { id, openings: Box::default() },
            Question::Threats(..) => ToClient::Threats { id, threats: None },
            Question::Overlays => ToClient::Overlays { id, overlays: Vec::new() },
            Question::WhyNot(..) => ToClient::WhyNot { id, answers: Vec::new() },
            Question::Look(..) => ToClient::Look { id, look: None, error },
            Question::Field(_) => ToClient::Field { id, field: None, error },
        }
    }
}

/// Either the answer or the reason why there is none, in the form of the wire.
fn split<T>(answer: Result<T, LookError>) -> (Option<Box<T>>, Option<String>) {
    match answer {
        Ok(found) => (Some(Box::new(found)), None),
        Err(error) => (None, Some(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use engine::Seat;

    use super::{Asked, MOST_UNITS, Question};
    use crate::protocol::ToServer;

    #[test]
    fn every_question_is_taken_out_of_its_message_and_can_go_unanswered() {
        let (id, seat, units) = (3, Seat(0), vec!["a".to_owned()]);
        let (from, to, hex) = ("0101".to_owned(), "0102".to_owned(), None);
        for message in [
            ToServer::Plan { id, seat, units: units.clone() },
            ToServer::Openings { id, seat, units: units.clone() },
            ToServer::Threats { id, seat, units, hex },
            ToServer::Overlays { id, seat },
            ToServer::WhyNot { id, seat, pointed: engine::Pointed::default() },
            ToServer::Look { id, seat, from: from.clone(), to },
            ToServer::Field { id, seat, from },
        ] {
            let name = message.name().to_owned();
            assert_eq!(message.question(), Some(id));
            let asked = Asked::of(message).unwrap();
            assert_eq!((asked.id, asked.seat, asked.question.kind(), asked.too_much), (id, seat, name.as_str(), false));
            let answer = serde_json::to_value(asked.question.unanswered(id, "why")).unwrap();
            assert_eq!((answer["type"].as_str(), answer["id"].as_u64()), (Some(name.as_str()), Some(3)), "{answer}");
        }
        assert!(Asked::of(ToServer::Whole).is_err());
    }

    #[test]
    fn a_unit_is_named_once_and_not_too_many_are() {
        let named = |names: &[&str]| Question::units(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(named(&["b", "a", "b", "b"]).unwrap(), ["b", "a"]);
        assert_eq!(Question::units(&vec!["a".to_owned(); 5000]).unwrap(), ["a"]);
        let many = |count: usize| (0..count).map(|number| number.to_string()).collect::<Vec<_>>();
        assert_eq!(Question::units(&many(MOST_UNITS)).map(|units| units.len()), Some(MOST_UNITS));
        assert_eq!(Question::units(&many(MOST_UNITS + 1)), None);
        let plan = |units| Asked::of(ToServer::Plan { id: 1, seat: Seat(0), units }).unwrap();
        assert!(plan(many(MOST_UNITS + 1)).too_much && !plan(many(MOST_UNITS)).too_much);
    }
}
