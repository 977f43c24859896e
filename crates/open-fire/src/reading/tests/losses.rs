//! What is lost is told once.

use engine::Tone;

use super::*;
use crate::{play::s14_damage, tables::damage::Effect};

/// A hit on its wheels is no loss yet; it makes the truck overturn, and that is one. What follows from an effect tells
/// of its own losses, and nobody tells of them again (OF-7.8, OF-14.3, OF-15).
#[test]
fn a_loss_that_follows_from_a_hit_is_told_once() {
    let mut table = Table::new();
    let truck = table.us("H", "us-truck", "2010");
    table.rounds();
    let mut dice = Scripted::new(vec![10, 10]);
    let mut act = Act { rules: &table.game, state: &mut table.state, dice: &mut dice, journal: &mut table.log };
    s14_damage::suffer(&mut act, truck, &[Effect::ReduceMpa, Effect::AccidentCheck]);
    dice.finish().unwrap();
    let told: Vec<&str> =
        table.log.entries.iter().filter(|entry| entry.tone == Tone::Loss).map(|entry| entry.text.as_str()).collect();
    let of = |words: &str| told.iter().filter(|text| text.contains(words)).count();
    assert_eq!((of("is disabled: it can"), of("because H US truck is disabled")), (1, 1), "{}", table.told());
}

/// A truck that is out already costs no more when it is hit once more; when it is destroyed only what that adds is
/// told.
#[test]
fn what_was_lost_before_is_not_told_again() {
    let mut table = Table::new();
    let truck = table.us("H", "us-truck", "2010");
    table.rounds();
    let mut points = Vec::new();
    for effect in [Effect::ReduceMpaToZero, Effect::Immobilised, Effect::Killed] {
        let mut dice = Scripted::new(vec![]);
        let mut log = Log::default();
        let mut act = Act { rules: &table.game, state: &mut table.state, dice: &mut dice, journal: &mut log };
        s14_damage::suffer(&mut act, truck, &[effect]);
        points.push(log.entries.iter().filter(|entry| entry.text.contains("because H US truck")).count());
    }
    assert_eq!(points, [1, 0, 1]);
}
