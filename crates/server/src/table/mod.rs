//! Games in memory: loaded when somebody asks for them, changed by whoever is asked, shown to all who sit there.
//!
//! May not know who is at the other end of a connection, nor HTTP, nor sockets: of the door it knows only how much work
//! somebody may have done for him (`door::limits`). What is not on the disk has not happened.

pub(crate) mod answers;
pub(crate) mod bot;
pub(crate) mod branch;
pub(crate) mod deleting;
pub(crate) mod live;
pub(crate) mod making;
pub(crate) mod parcel;
pub(crate) mod rematch;
pub(crate) mod tables;
