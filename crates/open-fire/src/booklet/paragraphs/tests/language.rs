//! Words for longer booklets: what is refused, with which remedy, and how the rest is printed.

use super::*;

/// A paragraph with these lines is refused with these words in the report.
fn refused(lines: &str, parts: &[&str]) {
    let found = wrong(&format!("paragraph 301 spare {{\n{lines}\n}}"));
    for part in parts {
        assert!(found.contains(part), "{part} is missing in\n{found}");
    }
}

fn printed(lines: &str) -> String {
    let booklet = check(&format!("paragraph 301 spare {{\n{lines}\n}}"));
    let booklet = booklet.unwrap_or_else(|problems| panic!("{}", told(&problems)));
    booklet.paragraphs[&Number(301)].text()
}

#[test]
fn counts_have_names_and_are_counted_somewhere() {
    refused("count Spared +1", &["\"Spared\" is no name for a count", "small letters"]);
    refused("count spared 1", &["a count goes up or down", "write +1 or -1, or clear"]);
    refused("count spared", &["lacks a number", "+1, -1 or clear"]);
    refused("count spared +1\nif count spread { stop }", &["nothing counts \"spread\"", "did you mean spared?"]);
    refused("story \"{count spared} men.\"", &["nothing counts \"spared\"", "write \"count spared +1\""]);
    let found = wrong("keep rehm\nparagraph 301 spare { count rhem +1 }");
    assert!(found.contains("nothing counts \"rehm\"") && found.contains("did you mean rhem?"), "{found}");
    assert!(wrong("keep").contains("lacks what is kept"));
}

#[test]
fn texts_name_only_whom_they_can_know() {
    refused("story \"{it} halts.\"", &["nothing that \"it\" could mean"]);
    refused("story \"{us-commander} halts.\"", &["there may be no \"us-commander\"", "if us commander"]);
    refused("story \"{A} halts.\"", &["there may be no \"A\""]);
    refused("story \"{this-uss} halts.\"", &["unknown placeholder \"this-uss\"", "did you mean this-us?"]);
    refused("story \"{nere marker}\"", &["unknown placeholder \"nere\"", "did you mean near?"]);
    refused("story \"{near}\"", &["{near} lacks what it is about"]);
    refused("story \"{GE98} halts.\"", &["there is no card GE98"]);
    refused("story \"a { brace\"", &["a brace that is not closed"]);
}

#[test]
fn what_is_for_later_has_no_german_turn() {
    refused("after 3 { stop }", &["lacks the word rounds"]);
    refused("after 0 rounds { stop }", &["a number of Rounds cannot be \"0\""]);
    for word in ["after 3 rounds", "whenever us", "the-moment us", "offer \"Now.\""] {
        refused(&format!("{word} {{ pass }}"), &["when no German has the turn", "name the unit"]);
    }
}

#[test]
fn descriptions_and_measures() {
    refused("if us not { stop }", &["lacks a description after not"]);
    refused("if us tank or { stop }", &["lacks a description after or"]);
    refused("if us trucks { stop }", &["did you mean truck?"]);
    refused("if weather thickfog { stop }", &["unknown weather \"thickfog\"", "did you mean thick-fog?"]);
    refused("if mission trainings { stop }", &["there is no mission \"trainings\"", "training"]);
    refused("ground wet", &["unknown state of the ground \"wet\""]);
}

#[test]
fn picks_offers_and_answers() {
    refused("artillery gp=4 there", &["nothing that \"there\" could mean", "pick \"Where?\" hex"]);
    refused("pick \"Where?\" hex { stop }", &["lacks which hexes", "hex within=3 of=2314"]);
    refused("pick \"Where?\" hex within=30 of=2314 { stop }", &["within cannot be \"30\"", "from 0 to 12"]);
    refused("pick \"Who?\" americans { stop }", &["unknown side \"americans\""]);
    refused("withdraw 998", &["there is no paragraph 998"]);
    let always = "ask \"Well?\" { answer \"Yes.\" { only-if us truck; stop }; answer \"No.\" { only-if us; stop } }";
    refused(always, &["lacks an answer that is always there"]);
    let inside = "ask \"Well?\" { answer \"Yes.\" { only-if us truck { stop } }; answer \"No.\" { stop } }";
    refused(inside, &["\"stop\" inside only-if"]);
}

#[test]
fn what_is_given_and_taken() {
    refused("each us { repair it killed }", &["\"killed\" cannot be repaired", "breakdown"]);
    refused("each us { repair it break-down }", &["did you mean breakdown?"]);
    refused("each us { hit it }", &["lacks its penetration", "penetration=12"]);
    refused("each us { rounds it }", &["lacks a number"]);
    refused("each us { put it }", &["lacks a hex"]);
    refused("surrender nobody", &["unknown unit \"nobody\""]);
    refused("place roadblock 2314", &["did you mean road-block?"]);
}

/// Whoever reads a random event in Rounds has found nothing: nobody would make the check.
#[test]
fn a_random_event_says_who_checks() {
    let found = |lines: &str| {
        let mut files = files_of_training();
        let mission = files.get("open-fire/missions/training.kdl").unwrap();
        let thrown = mission.lines().find(|line| line.trim_start().starts_with("throw ")).unwrap();
        let columns = thrown.split_whitespace().count() - 2;
        let faces = thrown.split_whitespace().nth(1).unwrap();
        let changed = mission.replace(thrown, &format!("throw {faces} {}", vec!["601"; columns].join(" ")));
        files.insert("open-fire/missions/training.kdl", changed);
        files.insert(
            "open-fire/paragraphs/zz-test.kdl",
            format!("paragraph 601 {{ {lines} }}\nparagraph 602 {{ stop }}"),
        );
        match read_all(&files, &grid()) {
            Ok(_) => String::new(),
            Err(problems) => told(&problems),
        }
    };
    let nobody = "601 speaks of a unit or a marker that led to it, and may be read when none did";
    for lines in [
        "check perception { success { points +1 } }",
        "check driving { success { points +1 } }",
        "suffer this-us suppressed",
        "place smoke marker",
        "story \"{this-us} halts.\"",
        "activate GE29",
    ] {
        assert!(found(lines).contains(nobody), "{lines}\n{}", found(lines));
        assert!(found(lines).contains("best us vehicle"), "no remedy");
    }
    for lines in [
        "check perception best us vehicle { success { points +1 } }",
        "check perception every us { success { points +1 } }",
        "check driving by=us-commander { success { points +1 } }",
        "if operations { check perception { success { points +1 } } }",
        "if rounds { stop }\nelse { suffer this-us suppressed }",
        "if this-us vehicle { suffer this-us suppressed }",
        "activate GE29 at=2314",
    ] {
        assert!(!found(lines).contains(nobody), "{lines}\n{}", found(lines));
    }
}

#[test]
fn printed_for_people_at_a_table() {
    let text = printed(
        "if us truck not moving within=2 of=2314 {
            story \"{it} waits {near it} with {count spared} men.\"
            count spared +1
        }
        if us tank or gun crew-below=3 { repair it main-gun-out; rounds it +5 ap; hit it penetration=12 from=2314 }
        check driving -1 best us vehicle not truck { success { put it 2314 facing=south } }
        after 3 rounds { weather thick-fog; ground soft }
        whenever us in=2314 { surrender GE44 }
        pick \"Where?\" hex within=4 of=2314 { artillery gp=12 there }
        offer \"Call for the barrage.\" { withdraw 301 }
        ask \"Well?\" { answer \"Yes.\" { only-if count spared 2; place road-block 2314 }; answer \"No.\" { count spared clear } }
        if weather fog { and ground snow; and light dusk; and mission training; suffer GE44 out-of-fuel }",
    );
    for part in [
        "If a US truck has not moved this Round and is within 2 hexes of 2314:",
        "[the unit] waits [where it is] with [spared] men.",
        "Note \"spared\": +1.",
        "If a US unit is a tank or is a gun and has fewer than 3 crew, it can fire its main gun again; it receives 5 AP rounds; \
         it is hit by an AP shell from 2314 (penetration 12).",
        "Make a check of Driving Skill (-1) with the best US vehicle that is not a truck:",
        "• Success: put it in 2314, facing south.",
        "After 3 Rounds, there is thick fog and the ground is soft.",
        "Whenever a US unit is in 2314, GE44 surrenders.",
        "Where?",
        "• You choose a hex within 4 hexes of 2314; that hex is \"there\": artillery falls on there (GP 12).",
        "• Call for the barrage (once, at any time between Turns): what 301 offers is no longer to be had.",
        "• Yes (only if \"spared\" has been noted 2 times or more): place a road block in 2314.",
        "• No: strike \"spared\" from your notes.",
        "If there is fog, snow lies, it is dusk and the Mission is training, GE44 runs out of fuel.",
    ] {
        assert!(text.contains(part), "{part}\nis missing in\n{text}");
    }
}
