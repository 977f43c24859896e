use content::Files;

use crate::{games, palette, stock};

#[test]
fn every_game_on_the_shelf_has_a_palette() {
    let files = Files::embedded();
    let shelf = stock(&files).unwrap();
    let boxes: Vec<&str> = shelf.rulesets().map(engine::Ruleset::id).collect();
    assert_eq!(games().collect::<Vec<_>>(), boxes);
    for game in boxes {
        assert!(!palette(&files, game).unwrap().unwrap().terrain.is_empty(), "{game}");
    }
    assert!(palette(&files, "chess").is_none());
}
