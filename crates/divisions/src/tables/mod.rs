//! What is printed on counters and cards, read from `content/divisions/` and checked. Knows neither maps nor games.

mod assault;
mod catalogue;
mod events;
mod faults;
mod limits;
mod terrain;
mod units;
mod weather;

pub use assault::{AssaultRow, AssaultTable};
pub use catalogue::Catalogue;
pub use events::{Effect, Event, When};
pub use limits::Limits;
pub use terrain::{ByClass, Cost, Feature, Halves, Points, Runs, Terrain};
pub use units::{Arm, Class, Face, Kind, KindProvenance};
pub use weather::Weather;
