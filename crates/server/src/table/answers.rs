//! Answers to questions about a game: worked out once for all who look with the same eyes, until the game goes on.

use std::sync::Arc;

use engine::Viewer;
use steward::{Question, Unwritten, text};

use crate::{
    protocol::ToClient,
    table::parcel::{self, Parcel},
};

/// How many answers a table remembers.
const REMEMBERED: usize = 8;

/// An answer as it is sent, but for the number that its question had.
#[derive(Debug)]
pub(crate) struct Answer {
    kind: &'static str,
    /// What follows the number.
    rest: Rest,
}

#[derive(Debug)]
enum Rest {
    Text(String),
    /// A whole stream of DEFLATE.
    Packed(Vec<u8>),
}

/// The answers of one moment of a game.
#[derive(Debug, Default)]
pub(crate) struct Answers(Vec<(Viewer, Question, Arc<Answer>)>);

impl Answer {
    /// From the message that answers the question with the number 0.
    pub(crate) fn new(question: &Question, message: &ToClient) -> Result<Answer, Unwritten> {
        let (kind, text) = (question.kind(), text(message)?);
        let rest = text.strip_prefix(&head(kind, 0));
        let rest = rest.ok_or_else(|| Unwritten::because(&format!("an answer does not begin as one: {kind}")))?;
        let packed = (text.len() >= parcel::LARGE).then(|| parcel::deflated(rest.as_bytes())).flatten();
        let rest = packed.map_or_else(|| Rest::Text(rest.to_owned()), Rest::Packed);
        Ok(Answer { kind, rest })
    }

    /// The message that answers the question with this number.
    pub(crate) fn to(&self, id: u32) -> Parcel {
        let head = head(self.kind, id);
        match &self.rest {
            Rest::Text(rest) => Parcel::Text(format!("{head}{rest}")),
            Rest::Packed(rest) => Parcel::Packed(parcel::joined(head.as_bytes(), rest)),
        }
    }
}

fn head(kind: &str, id: u32) -> String {
    format!(r#"{{"type":"{kind}","id":{id},"#)
}

impl Answers {
    pub(crate) fn find(&self, viewer: Viewer, question: &Question) -> Option<Arc<Answer>> {
        let found = self.0.iter().find(|(knows, asked, _)| *knows == viewer && asked == question);
        found.map(|(_, _, answer)| Arc::clone(answer))
    }

    pub(crate) fn keep(&mut self, viewer: Viewer, question: Question, answer: Arc<Answer>) {
        if self.0.len() == REMEMBERED {
            self.0.remove(0);
        }
        self.0.push((viewer, question, answer));
    }

    /// The game has gone on, or nobody asks any more.
    pub(crate) fn forget(&mut self) {
        self.0 = Vec::new();
    }
}

#[cfg(test)]
mod tests {
    use std::{io::Read, sync::Arc};

    use engine::{Overlay, OverlayHex, Viewer};
    use flate2::read::DeflateDecoder;
    use steward::{Question, text};

    use super::{Answer, Answers, REMEMBERED};
    use crate::{protocol::ToClient, table::parcel::Parcel};

    fn overlays(id: u32, hexes: usize) -> ToClient {
        let hex = |number: usize| OverlayHex { hex: format!("{number:04}"), level: 1, label: "seen".to_owned() };
        let overlay = Overlay { id: "a".into(), title: "A".into(), hexes: (0..hexes).map(hex).collect() };
        ToClient::Overlays { id, overlays: vec![overlay] }
    }

    #[test]
    fn an_answer_is_the_message_with_the_number_of_its_question() {
        for hexes in [1, 4000] {
            let answer = Answer::new(&Question::Overlays, &overlays(0, hexes)).unwrap();
            for id in [0, 7, 4_000_000_000] {
                let sent = match answer.to(id) {
                    Parcel::Text(text) => text,
                    Parcel::Packed(packed) => {
                        let mut text = String::new();
                        DeflateDecoder::new(packed.as_slice()).read_to_string(&mut text).unwrap();
                        text
                    }
                };
                assert_eq!(sent, text(&overlays(id, hexes)).unwrap());
            }
            assert_eq!(hexes > 1, matches!(answer.to(1), Parcel::Packed(_)), "only large ones are packed");
        }
    }

    #[test]
    fn so_many_are_remembered_and_for_each_viewer_apart() {
        let (mut answers, answer) =
            (Answers::default(), Arc::new(Answer::new(&Question::Overlays, &overlays(0, 1)).unwrap()));
        answers.keep(Viewer::Spectator, Question::Overlays, Arc::clone(&answer));
        assert!(answers.find(Viewer::Spectator, &Question::Overlays).is_some());
        assert!(answers.find(Viewer::Referee, &Question::Overlays).is_none());
        for number in 0..REMEMBERED {
            answers.keep(Viewer::Referee, Question::Field(number.to_string()), Arc::clone(&answer));
        }
        assert!(answers.find(Viewer::Spectator, &Question::Overlays).is_none(), "the oldest went");
        answers.forget();
        assert!(answers.find(Viewer::Referee, &Question::Field("1".into())).is_none());
    }
}
