//! Actions as short lines of text: what files, rule cases and scripts hold. Each family of actions writes and reads its
//! own; here are the words that several of them use.
//!
//! ```text
//! draw                                done
//! move t-34+kv-2 0305                 fire tiger at t-34 [with steady-aim]
//! assault t-34 0305                   join rifles-1
//! retreat 0204                        advance t-34+rifles-1
//! play smoke                          play replacements for t-34
//! ```

use engine::{nearest, suggestion};
use hexmap::Hex;

use crate::state::{Divisions, Unit, UnitSet};

/// A group as it is written: `kv-2+t-34`.
pub(super) fn group(rules: &Divisions, units: UnitSet) -> String {
    units.iter().map(|unit| rules.unit(unit).id.as_str()).collect::<Vec<_>>().join("+")
}

pub(super) fn read_group(rules: &Divisions, group: &str) -> Result<UnitSet, String> {
    group.split('+').map(|id| read_unit(rules, id)).collect()
}

/// A unit by its id.
pub(crate) fn read_unit(rules: &Divisions, id: &str) -> Result<Unit, String> {
    let ids = || rules.units.iter().map(|unit| unit.id.as_str());
    let known = ids().position(|known| known == id).and_then(Unit::at);
    known.ok_or_else(|| format!("there is no unit \"{id}\"{}", suggestion(nearest(id, ids()).as_deref())))
}

pub(super) fn read_hex(rules: &Divisions, label: &str) -> Result<Hex, String> {
    rules.grid().parse(label).map_err(|error| error.to_string())
}

pub(super) fn read_chit(rules: &Divisions, id: &str) -> Result<u8, String> {
    let ids = || rules.catalogue.event_ids();
    let known = (0u8..).zip(ids()).find(|(_, known)| *known == id);
    known
        .map(|(chit, _)| chit)
        .ok_or_else(|| format!("there is no event chit \"{id}\"{}", suggestion(nearest(id, ids()).as_deref())))
}
