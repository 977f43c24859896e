//! Names that players give (OF-4): to a vehicle, and to the men in it.

use serde::Serialize;

/// The most bytes of a name. It travels in an action, and actions are copied by the thousand.
pub const MOST: usize = 20;

/// A name as an action carries it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// One more than there is room for, if the name was too long.
    len: u8,
    bytes: [u8; MOST],
}

impl Text {
    /// Takes a text; [`Text::get`] tells whether it fitted.
    pub fn new(text: &str) -> Text {
        let mut bytes = [0; MOST];
        match bytes.get_mut(..text.len()) {
            Some(room) => {
                room.copy_from_slice(text.as_bytes());
                Text { len: text.len() as u8, bytes }
            }
            None => Text { len: MOST as u8 + 1, bytes },
        }
    }

    /// The text; `None` if it was too long.
    pub fn get(&self) -> Option<&str> {
        std::str::from_utf8(self.bytes.get(..usize::from(self.len))?).ok()
    }
}

/// Whether a text may stand on a record sheet: letters, digits, and what belongs between them.
pub fn is_proper(text: &str) -> bool {
    let between = |c: char| " .,'’\"-&!?/()#".contains(c);
    text.chars().all(|c| c.is_alphanumeric() || between(c)) && text.trim() == text
}

/// What is named: the vehicle, or the man in this seat.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Bearer {
    /// The vehicle.
    Vehicle,
    /// A man, by the place of his seat.
    Man(u8),
}

/// The names of one unit and its men; empty where none has been given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Named {
    /// The unit's letter.
    pub letter: String,
    /// The vehicle's name.
    pub vehicle: String,
    /// The men's, by seat.
    pub men: Vec<String>,
}

impl Named {
    /// A name.
    pub fn of(&self, bearer: Bearer) -> &str {
        match bearer {
            Bearer::Vehicle => &self.vehicle,
            Bearer::Man(seat) => self.men.get(usize::from(seat)).map_or("", String::as_str),
        }
    }

    /// Gives a name, or takes it away.
    pub fn set(&mut self, bearer: Bearer, name: &str) {
        match bearer {
            Bearer::Vehicle => name.clone_into(&mut self.vehicle),
            Bearer::Man(seat) => {
                let place = usize::from(seat);
                if self.men.len() <= place {
                    self.men.resize(place + 1, String::new());
                }
                name.clone_into(&mut self.men[place]);
                while self.men.last().is_some_and(String::is_empty) {
                    self.men.pop();
                }
            }
        }
    }

    /// Whether nobody has a name.
    pub fn is_empty(&self) -> bool {
        self.vehicle.is_empty() && self.men.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_kept_or_too_long() {
        assert_eq!(Text::new("Cobra King").get(), Some("Cobra King"));
        assert_eq!(Text::new("").get(), Some(""));
        assert_eq!(Text::new(&"x".repeat(MOST)).get(), Some("x".repeat(MOST).as_str()));
        assert_eq!(Text::new(&"x".repeat(MOST + 1)).get(), None);
        assert_eq!(Text::new("Müller").get(), Some("Müller"));
    }

    #[test]
    fn only_proper_names_stand_on_the_sheet() {
        for proper in ["Cobra King", "Sgt. O'Hara", "Müller", "Baby #2", ""] {
            assert!(is_proper(proper), "{proper}");
        }
        for wrong in ["\u{7}bell", "a\u{202e}b", "<b>", " blank", "line\nbreak", "\u{0}"] {
            assert!(!is_proper(wrong), "{wrong:?}");
        }
    }
}
