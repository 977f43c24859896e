use std::sync::LazyLock;

use proptest::{
    prelude::{ProptestConfig, any, prop, proptest},
    sample::Index,
};

use crate::{
    Answer, Barred, Case, Expectation, Failure, Outcome, ParseError, Step, parse, run,
    statements::{Standing, Statements},
};

const SET_UP: &str = r#"
```scenario
turns = ["clear"]
formation = [
  { id = "g", side = "german", name = "Tigers", units = [{ id = "tiger", kind = "tiger", at = "0201" }] },
  { id = "s", side = "soviet", name = "Guns", units = [{ id = "gun", kind = "soviet-at-gun", at = "0204" }] },
]

[ground]
legend = { "." = "clear" }
rows = """
. . .
. . .
. . .
. . .
"""
```
"#;

static SHELF: LazyLock<engine::Shelf> = LazyLock::new(|| shelf::stock(&content::Files::embedded()).unwrap());

fn divisions() -> &'static dyn engine::Ruleset {
    SHELF.rulesets().find(|ruleset| ruleset.id() == "divisions").unwrap()
}

fn wrong(text: &str) -> ParseError {
    parse(text).unwrap_err()
}

fn in_block(kind: &str, line: &str) -> ParseError {
    wrong(&format!("# A case\n\nProse.\n\n```{kind}\n# a comment\n{line}\n```\n"))
}

fn one(text: &str) -> Case {
    let cases = parse(text).unwrap();
    assert_eq!(cases.len(), 1, "{cases:#?}");
    cases.into_iter().next().unwrap()
}

/// Runs the blocks on the small set-up above; its heading is line 1.
fn played(blocks: &str) -> Result<(), Failure> {
    run(divisions(), &one(&format!("# FD-3: A case\n{SET_UP}\n{blocks}\n")))
}

fn fails(blocks: &str, words: &str) {
    let failure = played(blocks).unwrap_err();
    assert!(failure.to_string().contains(words), "{failure}");
    assert!(failure.to_string().starts_with("FD-3: A case (line "), "{failure}");
}

const FIRE: &str = "```play\ngerman: draw [1]\ngerman: done\n```\n";

#[test]
fn an_act_is_read_in_all_its_parts() {
    let case =
        one("# FD-3, FD-4: `Two` rules\n\n```play\ngerman: fire tiger at gun with smoke [5 3] -> miss # why\n```\n");
    assert_eq!(case.title, "FD-3, FD-4: Two rules");
    assert_eq!(case.rules, ["FD-3", "FD-4"]);
    let act = Step::Act {
        line: 4,
        seat: "german".to_owned(),
        action: "fire tiger at gun with smoke".to_owned(),
        dice: vec![5, 3],
        outcome: Outcome::Result("miss".to_owned()),
    };
    assert_eq!(case.steps, [act]);
}

#[test]
fn steps_keep_the_order_of_the_blocks() {
    let case = one("# A\n```play\na: draw\n```\n```expect\nx in 0101\n```\n```play\na: done -> refused FD-8\n```\n");
    let lines: Vec<usize> = case
        .steps
        .iter()
        .map(|step| match step {
            Step::Act { line, .. } | Step::Expect { line, .. } | Step::Look { line, .. } | Step::Ask { line, .. } => {
                *line
            }
        })
        .collect();
    assert_eq!(lines, [3, 6, 9]);
}

#[test]
fn looks_are_read() {
    let read = |line: &str| parse(&format!("# A\n```map\nx\n```\n```look\n{line}\n```\n"));
    let glance = |line: &str| match read(line).unwrap().remove(0).steps.remove(0) {
        Step::Look { glance, .. } => glance,
        other => unreachable!("{other:?}"),
    };
    let look = glance("A <-> 0105 [smoke 0103=2, smoke 0104, looker gun, activated]: hindered 2 by 0103 OF-8.2");
    assert!((look.both_ways, look.from.as_str(), look.to.as_str()) == (true, "A", "0105"));
    assert_eq!(look.given.smoke, [("0103".to_owned(), 2), ("0104".to_owned(), 1)]);
    assert_eq!((look.given.looker.as_deref(), look.given.activated), (Some("gun"), true));
    assert_eq!((look.verdict.as_str(), look.hindrances), ("hindered", Some(2)));
    assert_eq!(look.by, ["0103", "OF-8.2"]);
    for wrong in ["0101 -> 0105", "0101 0105: clear", "0101 -> 0105: seen", "0101 -> 0105 [fog]: clear"] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn questions_are_read() {
    let read = |line: &str| parse(&format!("# A\n```resolve\n{line}\n```\n"));
    let question = |line: &str| match read(line).unwrap().remove(0).steps.remove(0) {
        Step::Ask { question, .. } => question,
        other => unreachable!("{other:?}"),
    };
    let own = |word: &str| word.to_owned();
    let asked =
        question("ap --firer m26 --range 6 [23 43 6] -> hit hull killed with final hit chance 35, weapon skill -2");
    assert_eq!((asked.attack.as_str(), asked.words.len(), asked.dice), ("ap", 4, Some(vec![23, 43, 6])));
    assert_eq!(asked.answer, Answer::Result(own("hit hull killed")));
    assert_eq!(asked.modifiers, [(own("final hit chance"), 35), (own("weapon skill"), -2)]);
    assert_eq!(question("ap --x -> refused OF-9").answer, Answer::Refused(Barred { rule: own("OF-9"), code: None }));
    let exact = Barred { rule: own("OF-9"), code: Some(own("no-weapon")) };
    assert_eq!(question("ap --x -> refused OF-9 no-weapon").answer, Answer::Refused(exact));
    let odds = question("odds gp --x -> killed 1, no-effect 9 of 10");
    assert_eq!((odds.dice, odds.answer), (None, Answer::Odds(vec![(own("killed"), 1), (own("no-effect"), 9)], 10)));
    for wrong in
        ["ap --x", "ap [x] -> miss", "ap [1 -> miss", "odds ap -> miss 3", "ap -> miss with nothing", "-> miss"]
    {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn expectations_are_told_apart() {
    let read = |line: &str| match one(&format!("# A\n```expect\n{line}\n```\n")).steps.remove(0) {
        Step::Expect { expectation, .. } => expectation,
        other => unreachable!("{other:?}"),
    };
    let own = |word: &str| word.to_owned();
    assert_eq!(read("tiger has no pinned"), Expectation::HasNot(own("tiger"), own("pinned")));
    assert_eq!(read("tiger is gone"), Expectation::Gone(own("tiger")));
    assert_eq!(read("Turn is 1 of 3"), Expectation::Fact(own("Turn"), own("1 of 3")));
    assert_eq!(
        read("tiger shows direct fire range 4"),
        Expectation::Shows(own("tiger"), own("direct fire range"), own("4"))
    );
    assert_eq!(read("panel Germany: steps lost is 1"), Expectation::Panel(own("Germany: steps lost"), own("1")));
    assert_eq!(
        read("panel unit-a > Damage is main gun out"),
        Expectation::PanelOf(own("unit-a"), own("Damage"), own("main gun out"))
    );
    assert_eq!(read("log FD-5: it is pinned"), Expectation::LogBy(own("FD-5"), own("it is pinned")));
    assert_eq!(read("tiger faces ne"), Expectation::Faces(own("tiger"), own("ne")));
    assert_eq!(read("tiger aims s"), Expectation::Aims(own("tiger"), own("s")));
    assert_eq!(read("mark smoke 0303"), Expectation::Mark(own("smoke"), own("0303")));
    assert_eq!(read("no mark smoke 0303"), Expectation::NoMark(own("smoke"), own("0303")));
    assert_eq!(read("hidden from soviet: Steady aim"), Expectation::Hidden(own("soviet"), own("Steady aim")));
    assert_eq!(
        read("odds fire a at b: miss 27 step-loss 9 of 36"),
        Expectation::Odds(own("fire a at b"), vec![(own("miss"), 27), (own("step-loss"), 9)], 36)
    );
}

#[test]
fn bad_lines_say_where_they_are() {
    for line in [
        "draw",
        "german: fire a at b [5 3",
        "german: fire a at b [five]",
        "german: fire a at b -> refused",
        "german: fire a at b -> refused FD-1 FD-2",
        "german: fire a at b ->",
    ] {
        let error = in_block("play", line);
        assert_eq!(error.line, 7, "{error}");
        assert!(error.what.contains(line), "{error}");
    }
    for line in [
        "tiger",
        "tiger pinned",
        "odds fire a at b: miss of 36",
        "odds fire a at b",
        "panel Germany",
        "shown to german",
    ] {
        let error = in_block("expect", line);
        assert_eq!(error.line, 7, "{error}");
        assert!(error.to_string().starts_with("line 7: "), "{error}");
        assert!(error.what.contains(line), "{error}");
    }
}

#[test]
fn blocks_nobody_would_execute_are_refused() {
    let misspelt = in_block("expct", "tiger in 0101");
    assert_eq!((misspelt.line, misspelt.what.contains("expct")), (5, true), "{misspelt}");
    assert_eq!(wrong("```play\na: draw\n```\n").line, 1);
    assert_eq!(wrong("# A\n```scenario\na = 1\n```\n```scenario\nb = 1\n```\n").line, 5);
    assert_eq!(wrong("# A\n```problems\nno map\n```\n```play\na: draw\n```\n").line, 1);
    assert_eq!(parse("# A\n```text\na picture\n```\n").unwrap(), []);
}

#[test]
fn a_case_says_what_it_holds() {
    let body = "```play\na: draw\n```\n";
    let held = one(&format!("# FD-3: A\n\nProse.\n\nHolds: FD-3-2, `OF-6.7-12`,\nAS-attacker-1-3.\n\n{body}")).holds;
    let held: Vec<(usize, &str)> = held.iter().map(|hold| (hold.line, hold.statement.as_str())).collect();
    assert_eq!(held, [(5, "FD-3-2"), (5, "OF-6.7-12"), (6, "AS-attacker-1-3")]);
    assert_eq!(one(&format!("# A\n\nWhat it holds: nothing.\n\n{body}")).holds, []);
    for (text, line, words) in [
        (format!("# A\n\nHolds: FD-3\n\n{body}"), 3, "\"FD-3\" is not the id of a statement"),
        (format!("# A\n\nHolds:\n\n{body}"), 3, "holds nothing"),
        (format!("# A\n\nProse.\nHolds: FD-3-2\n\n{body}"), 4, "a paragraph of its own"),
        (format!("# A\n\nHolds: FD-3-2\n\n# B\n\n{body}"), 3, "nothing is done under this heading"),
        ("Holds: FD-3-2\n".to_owned(), 1, "before the first heading"),
    ] {
        let error = wrong(&text);
        assert!(error.line == line && error.what.contains(words), "{error} in {text}");
    }
}

#[test]
fn statements_are_read_and_found() {
    let file = |text: &str| Statements::read([("cases/toy/statements/a.toml".to_owned(), text.to_owned())]);
    let one = "[[statement]]\nid = \"FD-3-2\"\nsays = \"So.\"\nkind = \"rule\"\n";
    let read = file(one).unwrap();
    let (game, statement) = read.find("FD-3-2").unwrap();
    assert_eq!((game, statement.section(), statement.standing(true)), ("toy", "FD-3", Standing::Held));
    assert_eq!(statement.standing(false), Standing::NotHeld);
    let standing = |line: &str| file(&format!("{one}{line}\n")).unwrap().of_game("toy")[0].standing(false);
    assert_eq!(standing("ruling = \"FD-3\""), Standing::Ruled);
    assert_eq!(standing("today = \"ruling\""), Standing::Ruled);
    assert_eq!(standing("today = \"wrong\""), Standing::NotHeld);
    assert_eq!(file(&one.replace("rule", "narrative")).unwrap().of_game("toy")[0].standing(false), Standing::Narrative);
    assert_eq!(read.find("FD-3-3").unwrap_err().to_string(), "there is no statement FD-3-3; did you mean FD-3-2?");
    assert_eq!(
        file(&format!("{one}{one}")).unwrap_err().to_string(),
        "cases/toy/statements/a.toml: there are two statements FD-3-2"
    );
    assert!(file(&one.replace("says", "tells")).unwrap_err().to_string().contains("tells"));
}

#[test]
fn the_lists_of_the_project_are_in_order() {
    let read = Statements::of_project().unwrap();
    let games: Vec<&str> = read.games().map(|(game, _)| game).collect();
    assert_eq!(games, ["assault", "divisions", "open-fire"]);
}

#[test]
fn a_case_without_a_set_up_uses_the_one_before() {
    let cases =
        parse("# Set-up\n```scenario\na = 1\n```\n# B\n```play\na: draw\n```\n# C\n```play\na: draw\n```\n").unwrap();
    let set_ups: Vec<(&str, &str)> = cases.iter().map(|case| (case.title.as_str(), case.scenario.as_str())).collect();
    assert_eq!(set_ups, [("B", "a = 1\n"), ("C", "a = 1\n")]);
}

#[test]
fn what_is_right_comes_out() {
    let right = "```play\ngerman: fire tiger at gun [3 4] -> miss\n```\n```expect\ngun in 0204\ngun has no depleted\nlog cites FD-3\n```\n";
    played(&format!("{FIRE}{right}")).unwrap();
}

#[test]
fn wrong_actions_fail() {
    let acts = |act: &str| format!("{FIRE}```play\n{act}\n```\n");
    fails(&acts("german: fire tiger at gun [3 4] -> pinned"), "to come out as pinned; found: it came out as miss");
    fails(&acts("german: fire tiger at gun [3 4] -> refused FD-2"), "to be refused by FD-2; found: it was done");
    fails(
        &acts("german: fire tiger at tiger -> refused FD-9"),
        "to be refused by FD-9; found: Tiger company is one of your own (FD-2)",
    );
    fails(&acts("german: fire tiger at gun -> not offered"), "found: it is offered");
    fails(&acts("german: fire gun at tiger -> offered"), "german is offered:\n    fire tiger at gun\n    done");
    fails(&acts("german: fire tiger at gun"), "the dice do not fit");
    fails(&acts("german: fire tiger at gun [3 4 5]"), "the dice do not fit");
    fails(&acts("german: fire tiger at gun [3 7]"), "7 is not on the die");
    fails(&acts("german: shoot tiger at gun"), "shoot");
    fails(&acts("french: done"), "there is no side \"french\"");
    fails(&acts("soviet: done"), "it is not Soviet Union's turn");
}

#[test]
fn wrong_expectations_fail() {
    for (line, words) in [
        ("tiger in 0202", "tiger is in 0201"),
        ("panther in 0202", "panther is not on the map"),
        ("tiger has pinned", "tiger has []"),
        ("tiger is gone", "still on the map"),
        ("tiger shows defence 5", "defence 6"),
        ("Turn is 2 of 2", "Turn is 1 of 1"),
        ("panel Germany: steps lost is 1", "Germany: steps lost is 0"),
        ("panel germany > steps lost is 1", "there are the panels"),
        ("tiger faces n", "faces all ways"),
        ("mark smoke 0303", "there are []"),
        ("log FD-8: pinned", "by FD-8 the log says"),
        ("log says hit", "the log says"),
        ("log cites FD-14", "no line cites FD-14"),
        ("shown to german: hit", "german sees"),
        ("hidden from german: Tigers", "german sees"),
        ("asked soviet", "\"german\""),
        ("winner german", "the game goes on"),
        ("cost tiger 0202 is 1", "cannot move now"),
        ("threat tiger 0202 by gun", "cannot move now"),
        (
            "odds fire tiger at gun: miss 26 step-loss 10 of 36",
            "the odds are [(\"miss\", 27), (\"step-loss\", 9)] of 36",
        ),
        ("odds done: miss 36 of 36", "has no odds"),
    ] {
        fails(&format!("{FIRE}```expect\n{line}\n```\n"), words);
    }
}

#[test]
fn a_faulty_set_up_fails_unless_it_is_expected() {
    let faulty = SET_UP.replace("\"tiger\", at", "\"tigr\", at");
    let result = |set_up: &str, block: &str| run(divisions(), &one(&format!("# A\n{set_up}\n{block}\n")));
    let unexpected = result(&faulty, "```play\ngerman: draw [1]\n```").unwrap_err();
    assert!(
        unexpected.found.contains("set-up:3:") && unexpected.found.contains("unknown kind of unit \"tigr\""),
        "{unexpected}"
    );
    result(&faulty, "```problems\nline 3: unknown kind of unit\n```").unwrap();
    result(&faulty, "```problems\nunknown kind of unit\n```").unwrap();
    assert!(
        result(&faulty, "```problems\nline 4: unknown kind of unit\n```")
            .unwrap_err()
            .found
            .contains("it is not among")
    );
    assert!(result(SET_UP, "```problems\nunknown kind of unit\n```").unwrap_err().found.contains("no problems"));
    let two = faulty.replace("at = \"0204\"", "at = \"0904\"");
    assert!(result(&two, "```problems\nunknown kind of unit\n```").unwrap_err().expected.contains("no other problems"));
}

/// A file with a case of every kind in it.
const FILE: &str = "# FD-3: A *shot* `hits`\n\nProse — with a dash.\n\n```scenario\nturns = [\"clear\"]\n```\n\n```play\n\
german: draw [1]\ngerman: fire tiger at gun with smoke [5 3] -> miss # why\nsoviet: done -> refused FD-8\n\
soviet: done -> not offered\n```\n\n```expect\ntiger in 0201\ntiger has no pinned\ntiger shows defence 6\n\
odds fire a at b: miss 27 pinned 1 of 36\npanel Germany: steps lost is 1\nshown to german: Smoke\nlog says hit\n\
cost t-34 0305 is 2½\nthreat t-34 0305 by tiger\nTurn is 1 of 3\n```\n\n## FD-19\n\n> ```problems\n> line 3: unknown\n> ```\n";

/// Reads a text; whatever can be read can also be run, and fails in words.
fn read_and_run(text: &str) {
    let lines = text.lines().count().max(1);
    match parse(text) {
        Ok(cases) => {
            for case in cases {
                if let Err(failure) = run(divisions(), &case) {
                    assert!(!failure.found.is_empty() && !failure.expected.is_empty(), "{case:?}");
                }
            }
        }
        Err(error) => assert!(error.line <= lines + 1 && !error.what.is_empty(), "{error:?} in {lines} lines"),
    }
}

#[test]
fn the_file_to_be_changed_is_right_as_it_stands() {
    let cases = parse(FILE).unwrap();
    assert_eq!((cases.len(), cases[0].steps.len(), cases[1].problems.len()), (2, 14, 1));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        read_and_run(&text);
    }

    #[test]
    fn any_line_in_a_block_is_read_or_refused(kind in "play|expect|problems|scenario", lines in "\\PC{0,40}(\n\\PC{0,40})?") {
        read_and_run(&format!("# A\n{SET_UP}\n```{kind}\n{lines}\n```\n"));
    }

    #[test]
    fn a_changed_file_is_read_or_refused(
        edits in prop::collection::vec((any::<Index>(), any::<Index>(), "[`#>:\\[\\]0-9a-z \n½]{0,3}"), 1..4),
    ) {
        let mut text: Vec<char> = FILE.chars().collect();
        for (from, length, word) in edits {
            let from = from.index(text.len() + 1);
            let to = (from + length.index(12)).min(text.len());
            text.splice(from..to, word.chars());
        }
        let text: String = text.into_iter().collect();
        read_and_run(&text);
    }
}
