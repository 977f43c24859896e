//! Each proof, by an example that breaks it. The example is the mission of the guide, docs/designing-missions.md.

use engine::{ArrowKind, BoxKind, Problem};
use hexmap::{Grid, LowColumns};

use crate::booklet::{
    files_of_training,
    paragraphs::{Booklet, read_all},
    proofs::{graph, sentences},
};

const MISSION: &str = include_str!("../../../../../docs/examples/the-mill/open-fire/missions/the-mill.kdl");
const PARAGRAPHS: &str = include_str!("../../../../../docs/examples/the-mill/open-fire/paragraphs/the-mill.kdl");
const CARDS: &str = include_str!("../../../../../docs/examples/the-mill/open-fire/unit-cards/the-mill.kdl");

/// The example beside our own booklet, with changes: what is replaced by what, wherever it stands.
fn read(changes: &[(&str, &str)]) -> Result<Booklet, Vec<Problem>> {
    let mut files = files_of_training();
    for (folder, text) in [("missions", MISSION), ("paragraphs", PARAGRAPHS), ("unit-cards", CARDS)] {
        let text = changes.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        files.insert(format!("open-fire/{folder}/the-mill.kdl"), text);
    }
    for (from, _) in changes {
        assert!([MISSION, PARAGRAPHS, CARDS].iter().any(|text| text.contains(from)), "{from} is not there");
    }
    read_all(&files, &Grid::new(45, 27, LowColumns::Even, true).unwrap())
}

fn told(problems: &[Problem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

fn warned(changes: &[(&str, &str)]) -> String {
    told(&read(changes).unwrap_or_else(|problems| panic!("{}", told(&problems))).warnings)
}

#[track_caller]
fn warns(changes: &[(&str, &str)], wanted: &str) {
    let found = warned(changes);
    assert!(found.contains(wanted) && found.contains("the-mill.kdl:"), "\"{wanted}\" is not in:\n{found}");
}

/// A paragraph before the last of the example.
fn with(more: &str) -> (&'static str, String) {
    ("// One last page", format!("{more}\n// One last page"))
}

#[track_caller]
fn warns_of(more: &str, wanted: &str) {
    let (from, to) = with(more);
    warns(&[(from, to.as_str())], wanted);
}

#[test]
fn the_example_of_the_guide_has_no_faults() {
    assert_eq!(warned(&[]), "");
}

mod reach {
    use super::*;

    #[test]
    fn nothing_leads_there() {
        warns_of("paragraph 790 { story \"x\" }", "nothing leads to 790");
        let (from, to) = with("paragraph 790 spare { see 791 }\nparagraph 791 { story \"x\" }");
        assert_eq!(warned(&[(from, to.as_str())]), "");
    }

    #[test]
    fn what_leads_there_is_in_a_condition_that_never_comes() {
        let more = "paragraph 790 { story \"x\" }";
        let (from, to) = with(more);
        let never = [
            "if condition 3 { see 790 }",
            "if mission training { see 790 }",
            "if sighting s12 { see 790 }",
            "if no condition 1 2 { see 790 }",
            "stop\n see 790",
            "ask \"x\" { answer \"y\" { stop }\n answer \"z\" { only-if condition 3\n see 790 } }",
            "the-moment condition 3 { see 790 }",
            "first { when condition 1 2 { stop }\n otherwise { see 790 } }",
        ];
        for step in never {
            let dripping = format!("{step}\n story \"Water drips");
            let drip = ("story \"Water drips", dripping.as_str());
            warns(&[(from, to.as_str()), drip], "790 can never be read: only 610 would lead to it");
        }
        let sometimes = [
            "if condition 2 { see 790 }",
            "if sighting s97 { see 790 }",
            "if count mill-kept { see 790 }",
            "offer \"x\" { see 790 }",
            "after 2 rounds { see 790 }",
            "whenever us in=3326 { see 790 }",
            "if us active { stop }\n see 790",
        ];
        for step in sometimes {
            let dripping = format!("{step}\n story \"Water drips");
            let drip = ("story \"Water drips", dripping.as_str());
            let kept = ("paragraph 603 {", "keep mill-kept\nparagraph 603 {\n count mill-kept +1");
            let found = warned(&[(from, to.as_str()), drip, kept]);
            assert!(!found.contains("790"), "{step}: {found}");
        }
    }

    #[test]
    fn a_marker_that_is_never_laid() {
        warns(
            &[("place 3 3123", ""), ("see 609", "stop")],
            "609 can never be read: only the cartridge of \"the-mill\"",
        );
    }

    #[test]
    fn a_special_column_that_never_comes_into_effect() {
        let (from, to) = with("paragraph 790 { pass }");
        let column = (
            "1   2   C   S   B\n        die \"1-2\" 711 711 713 714",
            "1   2   C   X   B\n        die \"1-2\" 711 711 713 790",
        );
        let mut changes = vec![(from, to.as_str()), column];
        warns(&changes, "790 can never be read: only GE82 would lead to it");
        changes.push(("advantage german", "reaction X on of=GE82"));
        assert!(!warned(&changes).contains("790"), "{}", warned(&changes));
    }

    #[test]
    fn a_spare_that_is_used() {
        warns(&[("paragraph 610 {", "paragraph 610 spare {")], "610 is spare, and \"the-mill\" leads to it");
        warns(&[("card GE81 S {", "card GE81 S spare {")], "GE81 is spare, and \"the-mill\" uses it");
    }

    #[test]
    fn a_card_that_nobody_uses() {
        let unused = ("activate GE81 at=3123 facing=southeast", "");
        warns(&[unused], "no mission uses GE81");
        let spare = ("card GE81 S {", "card GE81 S spare {");
        assert!(!warned(&[unused, spare]).contains("GE81"), "{}", warned(&[unused, spare]));
    }

    #[test]
    fn a_sighting_that_cannot_occur_in_this_mission() {
        warns(&[("if count mill-trusted", "if sighting s12")], "612 asks for s12, which cannot occur in \"the-mill\"");
    }

    #[test]
    fn a_cell_that_waits_for_a_sighting_in_vain() {
        warns(&[("\"s96 604\"", "\"s12 604\"")], "\"s12 604\": s12 cannot occur in \"the-mill\"");
    }

    #[test]
    fn one_letter_for_two_cards_of_a_mission() {
        let refused = |changes: &[(&str, &str)]| told(&read(changes).expect_err("a problem"));
        let found = refused(&[("card GE82 Y", "card GE82 S")]);
        assert!(found.contains("GE81 and GE82 both carry the letter S in \"the-mill\""), "{found}");
        let joined = refused(&[("starts-with 603", "starts-with 603\n platoon \"x\" { joins US7 US9 }")]);
        assert!(joined.contains("US7 and US9 both carry the letter J"), "{joined}");
        // In different missions they may: GE36 of the training has the letter Y, too.
        assert!(read(&[]).is_ok());
    }
}

mod ends {
    use super::*;

    #[test]
    fn a_condition_that_never_comes() {
        warns(&[("condition 2\n", "\n")], "nothing in \"the-mill\" leads to condition 2");
    }

    #[test]
    fn an_end_that_never_comes() {
        let never = [("when condition 2 {", "when condition 3 {"), ("        when no us active\n", "")];
        warns(&never, "\"the-mill\" never comes to its end");
        let told = ("story \"Water drips", "end-mission\n story \"Water drips");
        let found = warned(&[never[0], never[1], told]);
        assert!(!found.contains("never comes to its end"), "{found}");
    }

    #[test]
    fn a_mission_that_cannot_be_won() {
        // Markers 3, cards 4, one for each unit that comes home.
        let poor = ("points +1", "");
        warns(&[poor, ("victory 9", "victory 20")], "cannot be won: 20 points are needed, and 19 are all there is");
        assert!(!warned(&[poor, ("victory 9", "victory 19")]).contains("cannot be won"));
        // A random event that brings a point may come again and again.
        assert!(!warned(&[("victory 9", "victory 99")]).contains("cannot be won"));
    }

    #[test]
    fn points_are_counted_once_for_each_way() {
        // 604 is closed by its own sighting; 605 is read after it, and so once.
        let poor = (
            "story \"He has a loaf under his coat, and a message inside the loaf: the lane behind the weir, at noon.\"\n            points +1",
            "story \"x\"",
        );
        warns(&[poor, ("victory 9", "victory 22")], "22 points are needed, and 21 are all there is");
    }

    #[test]
    fn a_mission_that_cannot_be_lost() {
        warns(&[("victory 9", "victory 0")], "cannot be lost: 0 points are needed, and it begins with 0");
        let gift = ("paragraph 603 {", "paragraph 603 {\n points +9");
        warns(&[gift], "cannot be lost: 9 points are needed, and it begins with 9");
    }
}

mod prose {
    use super::*;

    #[test]
    fn sentences_end_with_a_mark() {
        let found = sentences::sentences("He waits. \"Who?\" says Brandt! 0.5 miles, no more");
        assert_eq!(found, ["He waits.", "\"Who?\"", "says Brandt!", "0.5 miles, no more"]);
    }

    #[test]
    fn no_sentence_stands_twice() {
        let more = "paragraph 790 spare { lesson \"Well. WATER drips from the wheel -- bucket by bucket!\" }";
        warns_of(more, "790 says \"WATER drips from the wheel -- bucket by bucket!\", and so does 610");
        warns_of(more, "610 is in open-fire/paragraphs/the-mill.kdl, line");
        let (from, to) =
            with("paragraph 790 spare { story \"Leave him.\" }\nparagraph 791 spare { story \"Leave him.\" }");
        assert_eq!(warned(&[(from, to.as_str())]), "");
    }

    #[test]
    fn no_story_is_too_long() {
        let long = |words: usize| format!("paragraph 790 spare {{ story \"{}\" }}", vec!["word"; words].join(" "));
        warns_of(&long(81), "a story of 790 has 81 words");
        let (from, to) = with(&long(80));
        assert_eq!(warned(&[(from, to.as_str())]), "");
    }

    #[test]
    fn no_hex_in_a_soldiers_mouth() {
        warns_of("paragraph 790 spare { story \"The barn at 1212, he says.\" }", "a story of 790 names the hex 1212");
        let (from, to) =
            with("paragraph 790 spare { story \"At 0615 hours in 1945, room 12345.\"\n lesson \"Go to 1212.\" }");
        assert_eq!(warned(&[(from, to.as_str())]), "");
    }
}

#[test]
fn the_graph_shows_what_leads_to_what() {
    let booklet = read(&[]).unwrap();
    let graph = graph(&booklet, booklet.mission("the-mill").unwrap());
    assert_eq!(graph.lanes, ["Condition 1", "Condition 2"]);
    let of = |number: &str| {
        let page = |it: &engine::GraphBox| it.kind == BoxKind::Page && it.title.starts_with(number);
        graph.boxes.iter().position(page).unwrap_or_else(|| panic!("{number} is not drawn"))
    };
    let arrow = |from, to, kind| graph.arrows.iter().any(|it| (it.from, it.to, it.kind) == (from, to, kind));
    assert!(arrow(of("604"), of("605"), ArrowKind::Leads));
    assert!(arrow(of("607"), 1, ArrowKind::Begins));
    assert!(arrow(of("605"), of("606"), ArrowKind::Asks));
    let source = |page| graph.arrows.iter().find(|it| it.to == page && graph.boxes[it.from].kind == BoxKind::Source);
    let marker = source(of("606")).map(|it| &graph.boxes[it.from]).unwrap();
    assert_eq!((marker.title.as_str(), &marker.lines), ("marker", &vec!["1: 2".to_owned()]));
    assert!(graph.boxes.iter().all(|it| !it.title.starts_with("701")), "German turns are left out");
}
