//! Weather (FD-16), from `content/divisions/weather.toml`.

use engine::Provenance;
use serde::Deserialize;

use super::terrain::ByClass;

/// A kind of weather.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Weather {
    pub id: String,
    pub name: String,
    pub text: String,
    pub direct_fire: bool,
    pub slows: ByClass<u16>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WeatherFile {
    #[serde(rename = "provenance")]
    _provenance: Provenance,
    pub(super) weather: Vec<Weather>,
}
