//! Every choice on the screen names what a player picks on the board: the unit, the hex, the target.
use content::Files;
use engine::contract::play_and_check_choices;

#[test]
fn every_choice_can_be_picked_on_the_board() {
    let game = open_fire::game_box(&Files::embedded(), Vec::new()).unwrap();
    for scenario in &game.scenarios {
        (0..6).for_each(|seed| play_and_check_choices(scenario.usual().as_ref(), seed, 250));
    }
}
