use crate::places::Credentials;

/// The part of an address after `?`. Keys and numbers need no escapes, and a key may come several times.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) keys: Vec<String>,
    pub(crate) seq: Option<u32>,
    pub(crate) place: Option<String>,
}

impl Asked {
    /// What the visitor shows.
    pub(crate) fn credentials(&self) -> Credentials {
        Credentials { keys: self.keys.clone(), account: None }
    }

    pub(crate) fn parse(query: Option<&str>) -> Asked {
        let mut asked = Asked::default();
        for (name, value) in query.unwrap_or_default().split('&').filter_map(|pair| pair.split_once('=')) {
            match name {
                "key" if !value.is_empty() => asked.keys.push(value.to_owned()),
                "place" => asked.place = Some(value.to_owned()),
                "seq" => asked.seq = value.parse().ok(),
                _ => {}
            }
        }
        asked
    }
}
