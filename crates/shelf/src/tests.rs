use content::Files;

use crate::{games, palette, stock, stock_one};

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

/// Every guided game is played by its own steps against its own bot: each step can be done, points at what is there and
/// is seen to be done, those who should be beaten are, and it takes about ten minutes.
#[test]
fn every_guide_can_be_followed_to_its_end() {
    let shelf = stock(&Files::embedded()).unwrap();
    for ruleset in shelf.rulesets() {
        assert!(!ruleset.guides().is_empty(), "{} has no guided game", ruleset.id());
        for guide in ruleset.guides() {
            assert!(!guide.beaten.is_empty(), "{}: a first fight is won", guide.file);
            let rehearsed = engine::rehearse(ruleset, guide).unwrap_or_else(|problem| panic!("{problem}"));
            let (file, decisions) = (rehearsed.table.record(), rehearsed.decisions);
            assert!((15..=40).contains(&decisions), "{}: {decisions} decisions", guide.file);
            let progress = guide.progress(&file.moves, &file.seats);
            assert!(progress.done == guide.steps.len() && !progress.left, "{}: {progress:?}", guide.file);
            let again = shelf.open_file(&file).unwrap();
            assert!(matches!(again.replayed, engine::Replayed::Same), "{}", guide.file);
        }
    }
}

/// What a step says is read by somebody who never saw a wargame.
#[test]
fn steps_are_short() {
    let shelf = stock(&Files::embedded()).unwrap();
    for guide in shelf.rulesets().flat_map(engine::Ruleset::guides) {
        for step in &guide.steps {
            let sentences = step.say.matches(['.', '?', '!']).count();
            let where_ = format!("{}:{} {}", guide.file, step.line, step.name);
            assert!((1..=4).contains(&sentences), "{where_}: {sentences} sentences");
            assert!(step.say.len() <= 280, "{where_}: {} characters", step.say.len());
        }
    }
}

#[test]
fn a_step_that_cannot_be_done_is_named_with_its_line() {
    let path = "divisions/guides/first-game.toml";
    let mut files = Files::embedded();
    let text = files.get(path).unwrap().replace("do = [\"move tiger 0404\"]", "do = [\"move tiger 0410\"]");
    files.insert(path, text);
    let shelf = stock(&files).unwrap();
    let divisions = shelf.ruleset("divisions").unwrap();
    let problem = engine::rehearse(divisions, &divisions.guides()[0]).err().unwrap().to_string();
    assert!(problem.contains("step \"Movement\": \"move tiger 0410\" cannot be done here"), "{problem}");
    assert!(problem.contains("did you mean \"move tiger 0"), "{problem}");
}

/// Whoever wants one game is not kept waiting by the others, nor by what is wrong with them.
#[test]
fn one_game_is_read_without_the_others() {
    let mut files = Files::embedded();
    files.insert("assault/units.toml", "spoilt = ".to_owned());
    assert!(stock(&files).is_err());
    let shelf = stock_one(&files, "divisions").unwrap().unwrap();
    assert_eq!(shelf.rulesets().map(engine::Ruleset::id).collect::<Vec<_>>(), ["divisions"]);
    assert!(stock_one(&files, "assault").unwrap().is_err());
    assert!(stock_one(&files, "chess").is_none());
}
