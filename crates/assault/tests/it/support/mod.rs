//! Worlds for the tests.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used, reason = "each test uses its part")]

use std::sync::Arc;

use assault::{Assault, Catalogue, read_scenario};
use content::Files;
use engine::{Problem, Shelf};

pub fn shelf() -> Shelf {
    Shelf::new(vec![Box::new(assault::game_box(&Files::embedded(), Vec::new()).unwrap())])
}

pub fn read(text: &str) -> Result<Assault, Vec<Problem>> {
    let files = Files::embedded();
    let catalogue = Arc::new(Catalogue::read(&files).unwrap());
    read_scenario(&catalogue, &files, "test.toml", text).map(|(_, rules)| rules)
}

pub fn scenario(id: &str) -> Assault {
    let files = Files::embedded();
    read(files.get(&format!("assault/scenarios/{id}.toml")).unwrap()).unwrap()
}

pub fn scenario_ids() -> Vec<String> {
    shelf().ruleset("assault").unwrap().scenarios().iter().map(|info| info.id.clone()).collect()
}
