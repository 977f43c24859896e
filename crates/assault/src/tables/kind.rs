use engine::{LookError, nearest};

/// What a unit is, as far as sight goes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// On foot: climbs the stairs.
    #[default]
    Infantry,
    /// Artillery: towed guns and mortars.
    Gun,
    /// On wheels or tracks.
    Vehicle,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 3] = [Kind::Infantry, Kind::Gun, Kind::Vehicle];

    /// What it is called in circumstances.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Gun => "gun",
            Kind::Vehicle => "vehicle",
        }
    }

    /// What it is called as a target, on cards and on the command line.
    pub fn target_word(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Gun => "artillery",
            Kind::Vehicle => "vehicle",
        }
    }

    /// Reads the word; infantry if there is none.
    ///
    /// # Errors
    /// A word that is no kind.
    pub fn read(word: Option<&str>) -> Result<Kind, LookError> {
        let Some(word) = word else { return Ok(Kind::default()) };
        Kind::ALL.into_iter().find(|kind| kind.word() == word).ok_or_else(|| {
            let help = match nearest(word, Kind::ALL.map(Kind::word)) {
                Some(near) => format!("did you mean \"{near}\"?"),
                None => "a unit is infantry, gun or vehicle".to_owned(),
            };
            LookError::Circumstance { what: format!("unknown kind of unit \"{word}\""), help }
        })
    }
}
