//! Sight on a map without a game: what can be asked, and how the question is read.

use engine::{Board, Circumstances, FACINGS, Field, Ground, Look, LookError, look_between, nearest, suggestion};
use thiserror::Error;

use crate::protocol::{Accepts, MapSheet};

/// How many hexes of smoke a question may name: more than anybody lays.
const MOST_SMOKE: usize = 200;

/// Why a question about sight is not answered.
#[derive(Debug, Error)]
pub enum SightError {
    /// It cannot be read.
    #[error("{0}")]
    Unread(String),
    /// There is no such look.
    #[error("{0}")]
    Look(#[from] LookError),
}

impl MapSheet {
    /// Everything about a map that is looked at without a game.
    pub fn of(ground: &dyn Ground) -> MapSheet {
        let board = ground.board();
        let accepts = accepted(ground, &board);
        MapSheet { info: ground.info().clone(), board, settings: ground.settings().to_vec(), accepts }
    }
}

const KINDS: [&str; 3] = ["infantry", "gun", "vehicle"];
const WEATHER: [&str; 12] =
    ["clear", "overcast", "dusk", "night", "mist", "fog", "rain", "storm", "snow", "dust", "mud", "wind"];

/// What the ruleset takes: each circumstance is tried on two hexes of the map.
fn accepted(ground: &dyn Ground, board: &Board) -> Accepts {
    let [from, .., to] = board.hexes.as_slice() else { return Accepts::default() };
    let takes = |given: Circumstances| look_between(ground, &from.id, &to.id, &given).is_ok();
    let those = |words: &[&str], given: &dyn Fn(Option<String>) -> Circumstances| {
        words.iter().map(|&word| word.to_owned()).filter(|word| takes(given(Some(word.clone())))).collect()
    };
    Accepts {
        smoke: takes(Circumstances { smoke: vec![(from.id.clone(), 1)], ..Circumstances::default() }),
        facing: those(&FACINGS, &|facing| Circumstances { facing, ..Circumstances::default() }),
        looker: those(&KINDS, &|looker| Circumstances { looker, ..Circumstances::default() }),
        target: those(&KINDS, &|target| Circumstances { target, ..Circumstances::default() }),
        weather: those(&WEATHER, &|weather| Circumstances { weather, ..Circumstances::default() }),
        activated: takes(Circumstances { activated: true, ..Circumstances::default() }),
    }
}

/// A question about sight, from the part of an address after `?`.
#[derive(Debug, Default)]
pub struct SightQuestion {
    from: Option<String>,
    to: Option<String>,
    given: Circumstances,
}

const NAMES: [&str; 8] = ["from", "to", "smoke", "facing", "looker", "target", "weather", "activated"];

impl SightQuestion {
    /// Reads the pairs of an address.
    ///
    /// # Errors
    /// If one of them means nothing here.
    pub fn parse(pairs: impl IntoIterator<Item = (String, String)>) -> Result<SightQuestion, SightError> {
        let mut asked = SightQuestion::default();
        for (name, value) in pairs {
            if value.is_empty() {
                continue;
            }
            match name.as_str() {
                "from" => asked.from = Some(value),
                "to" => asked.to = Some(value),
                "smoke" => asked.given.smoke.push(smoke(&value)?),
                "facing" => asked.given.facing = Some(value),
                "looker" => asked.given.looker = Some(value),
                "target" => asked.given.target = Some(value),
                "weather" => asked.given.weather = Some(value),
                "activated" => asked.given.activated = matches!(value.as_str(), "1" | "true"),
                _ => return Err(unknown(&name)),
            }
        }
        let smoke = &mut asked.given.smoke;
        smoke.sort_unstable();
        smoke.dedup();
        if smoke.len() > MOST_SMOKE {
            return Err(SightError::Unread(format!("smoke can be laid in {MOST_SMOKE} hexes at most")));
        }
        Ok(asked)
    }

    /// What one hex sees of another on this map.
    ///
    /// # Errors
    /// If a hex is missing, or there is no such look.
    pub fn look(&self, ground: &dyn Ground) -> Result<Look, SightError> {
        let (from, to) = (named(self.from.as_deref(), "from")?, named(self.to.as_deref(), "to")?);
        Ok(look_between(ground, from, to, &self.given)?)
    }

    /// Everything a hex of this map sees.
    ///
    /// # Errors
    /// If the hex is missing, or not on the map.
    pub fn field(&self, ground: &dyn Ground) -> Result<Field, SightError> {
        let from = ground.grid().parse(named(self.from.as_deref(), "from")?).map_err(LookError::from)?;
        Ok(ground.field(from, &self.given)?)
    }
}

fn named<'a>(hex: Option<&'a str>, name: &str) -> Result<&'a str, SightError> {
    hex.ok_or_else(|| SightError::Unread(format!("say which hex: {name}=0915")))
}

fn unknown(name: &str) -> SightError {
    let hint = suggestion(nearest(name, NAMES).as_deref());
    SightError::Unread(format!("a look takes no \"{name}\"{hint}"))
}

/// `1010=2`: hex and number of markers.
fn smoke(text: &str) -> Result<(String, u8), SightError> {
    let (hex, markers) = text.split_once('=').unwrap_or((text, "1"));
    let markers = markers
        .parse()
        .map_err(|_| SightError::Unread(format!("smoke=\"{text}\": write a hex and a number, as in 1010=2")))?;
    Ok((hex.to_owned(), markers))
}

#[cfg(test)]
mod tests {
    use super::SightQuestion;

    #[test]
    fn smoke_is_laid_once_in_a_hex_and_not_everywhere() {
        let asked = |count: usize, different: usize| {
            let pairs = (0..count).map(|number| ("smoke".to_owned(), format!("{:04}", number % different)));
            SightQuestion::parse(pairs.collect()).map(|asked| asked.given.smoke.len())
        };
        assert_eq!(asked(5000, 3).unwrap(), 3);
        assert_eq!(asked(200, 200).unwrap(), 200);
        assert!(asked(201, 201).unwrap_err().to_string().contains("200 hexes at most"));
    }

    #[test]
    fn circumstances_are_read_from_the_address() {
        let pairs = [("from", "0101"), ("smoke", "1010=2"), ("smoke", "1011"), ("weather", ""), ("activated", "1")];
        let asked = SightQuestion::parse(pairs.map(|(name, value)| (name.into(), value.into())).into()).unwrap();
        assert_eq!(asked.given.smoke, [("1010".to_owned(), 2), ("1011".to_owned(), 1)]);
        assert_eq!((asked.from.as_deref(), asked.given.weather, asked.given.activated), (Some("0101"), None, true));
        for (name, value, reason) in [("smok", "1", "did you mean \"smoke\"?"), ("smoke", "1010=many", "1010=2")] {
            let error = SightQuestion::parse(vec![(name.into(), value.into())]).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
