use crate::{
    atlas::Atlas,
    clearance::Clearance,
    rivers::{Rivers, Sides},
    ways::Ways,
};

/// All that was laid out before the first line is inked.
#[derive(Debug)]
pub(crate) struct Sheet<'a> {
    pub(crate) atlas: &'a Atlas,
    pub(crate) sides: &'a Sides,
    pub(crate) ways: &'a Ways,
    pub(crate) rivers: &'a Rivers,
    pub(crate) clearance: Clearance<'a>,
}
