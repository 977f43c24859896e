//! Every choice on the screen names what a player picks on the board: the unit, the hex, the target.

use engine::contract::play_and_check_choices;

#[test]
fn every_choice_can_be_picked_on_the_board() {
    let rules = crate::support::read(crate::support::SKIRMISH).unwrap_or_else(|problems| panic!("{problems:?}"));
    (0..40).for_each(|seed| play_and_check_choices(&rules, seed, 300));
}
