//! Modules of a ruleset that know each other in a circle: which of them do, and which of them still may.
//!
//! `cycles.txt` lists the circles that are left, by name. A module that joins one is reported; so is a name in the
//! list that no circle holds any more. `OPFIRE_WRITE=1` takes such names out; nothing adds one.

use std::collections::{BTreeMap, BTreeSet};

use super::{Tree, folders, paths::paths};

/// A module by its path in its crate: `["play", "s01_sharing"]`.
type Module = Vec<String>;

/// Modules that know each other in a circle, with their crate in front: `open-fire play::arrival`.
pub(crate) type Circle = BTreeSet<String>;

/// Every circle of two modules or more, in every ruleset.
pub(crate) fn circles(tree: &Tree) -> Vec<Circle> {
    folders::rulesets(tree).flat_map(|ruleset| circles_in(tree, ruleset)).collect()
}

fn circles_in(tree: &Tree, ruleset: &str) -> Vec<Circle> {
    let known = knowledge(tree, &format!("{ruleset}/src/"));
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = known.keys().map(|from| (from, reach(&known, from))).collect();
    let mut told = BTreeSet::new();
    let mut circles = Vec::new();
    for (from, to) in &reached {
        let circle: BTreeSet<&Module> = to.iter().copied().filter(|other| reached[other].contains(*from)).collect();
        if circle.len() > 1 && told.insert(circle.clone()) {
            let name = ruleset.rsplit('/').next().unwrap_or(ruleset);
            circles.push(circle.iter().map(|module| format!("{name} {}", module.join("::"))).collect());
        }
    }
    circles
}

/// Which modules of a crate each module names. The root is left out: it hands names on and does nothing else.
fn knowledge(tree: &Tree, root: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let files = tree.iter().filter_map(|(file, text)| Some((folders::module(file.strip_prefix(root)?), text)));
    let files: BTreeMap<Vec<&str>, &String> =
        files.filter(|(module, _)| !module.is_empty() && !module.contains(&"tests")).collect();
    let modules: BTreeSet<Module> = files.keys().map(|module| owned(module)).collect();
    let mut known = BTreeMap::new();
    for (module, text) in files {
        let from = owned(&module);
        // Who may see an item is no knowledge of the module above.
        let code = without_tests(text).replace("pub(super)", "pub");
        let named = paths(&code).into_iter().filter_map(|path| target(&modules, &from, &path.parts));
        known.insert(from.clone(), named.filter(|to| *to != from).collect());
    }
    known
}

fn owned(module: &[&str]) -> Module {
    module.iter().map(|part| (*part).to_owned()).collect()
}

/// A source up to the tests at its end.
fn without_tests(text: &str) -> &str {
    text.split_once("#[cfg(test)]\nmod tests {").map_or(text, |(code, _)| code)
}

/// The module that a path leads to, if it is one of the crate.
fn target(modules: &BTreeSet<Module>, from: &Module, parts: &[String]) -> Option<Module> {
    let climbs = parts.iter().take_while(|part| *part == "super").count();
    let child = || [from.as_slice(), &parts[..1]].concat();
    let full = match parts[0].as_str() {
        "crate" => parts[1..].to_vec(),
        "self" => [from.as_slice(), &parts[1..]].concat(),
        "super" => [from.get(..from.len().checked_sub(climbs)?)?, &parts[climbs..]].concat(),
        _ if parts.len() > 1 && modules.contains(&child()) => [from.as_slice(), parts].concat(),
        _ => return None,
    };
    (1..=full.len()).rev().map(|length| full[..length].to_vec()).find(|module| modules.contains(module))
}

/// All modules that one leads to, itself among them.
fn reach<'a>(known: &'a BTreeMap<Module, BTreeSet<Module>>, from: &'a Module) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        open.extend(known[module].iter().filter(|next| reached.insert(next)));
    }
    reached
}

/// The circles of a list, one in a line.
pub(crate) fn listed(list: &str) -> Vec<Circle> {
    let line = |line: &str| {
        let (ruleset, modules) = line.split_once(": ").unwrap_or((line, ""));
        modules.split(", ").map(|module| format!("{ruleset} {module}")).collect()
    };
    list.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).map(line).collect()
}

/// What differs from the list: circles that are in no line of it, and names in it that no circle holds.
pub(crate) fn broken(found: &[Circle], listed: &[Circle]) -> Vec<String> {
    let mut broken = Vec::new();
    for circle in found.iter().filter(|circle| !listed.iter().any(|line| circle.is_subset(line))) {
        let shared = |line: &&Circle| circle.intersection(line).count();
        let nearest = listed.iter().max_by_key(shared).filter(|line| shared(line) > 0);
        let new: Vec<&str> = circle
            .iter()
            .filter(|module| nearest.is_none_or(|line| !line.contains(*module)))
            .map(String::as_str)
            .collect();
        broken.push(format!("in a circle of {} now: {}", circle.len(), new.join(", ")));
    }
    for module in listed.iter().flatten().filter(|module| !found.iter().any(|circle| circle.contains(*module))) {
        broken.push(format!("in no circle any more: {module}; take it from the list (OPFIRE_WRITE=1)"));
    }
    broken
}

/// The list as it is now: never with a name more than before.
pub(crate) fn shrunk(list: &str, found: &[Circle]) -> String {
    let head: Vec<&str> = list.lines().filter(|line| line.starts_with('#')).collect();
    let mut lines: Vec<String> = head.into_iter().map(str::to_owned).collect();
    for line in listed(list) {
        for circle in found {
            let left: Vec<&String> = circle.intersection(&line).collect();
            let Some((ruleset, _)) = left.first().and_then(|module| module.split_once(' ')) else { continue };
            let modules: Vec<&str> = left.iter().filter_map(|module| Some(module.split_once(' ')?.1)).collect();
            lines.push(format!("{ruleset}: {}", modules.join(", ")));
        }
    }
    lines.join("\n") + "\n"
}
