//! What only a server for strangers needs is built in with the feature `club`: PostgreSQL, mail, webhooks, TLS,
//! metrics. Friends who are invited to one's own machine need none of it, and a program without it is built sooner.

/// Whether this program has it.
pub const IS_BUILT_IN: bool = cfg!(feature = "club");

/// What a program without it says when it is asked for some of it.
pub fn lacks(what: &str) -> String {
    format!(
        "this program was built without {what}. A program for a club has it: \
         `cargo build --release -p opfire --features club` builds one, or `make dist`"
    )
}
