//! `assault`: two-player company actions with dice pools.
