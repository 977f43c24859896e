//! What can be read beside the board.

use crate::{
    Boxes, CheckBox, CheckList, Display, Fact, Page, Pages, RecordSheet, RuleId, Seat, Sheet, SheetCard, SheetTable,
    Shown, Strip, StripBox, TableHead, TableRow, Track, TrackGroup, TrackPiece, TrackSpace, UnitSheet,
};

const RULE: RuleId = RuleId("TOY-1");

fn own(text: &str) -> String {
    text.to_owned()
}

fn fact(label: &str, value: &str) -> Fact {
    Fact { label: own(label), value: own(value), detail: String::new() }
}

fn check(label: &str, checked: bool) -> CheckBox {
    CheckBox { label: own(label), checked }
}

/// Sections, labels and values, without what a tooltip adds.
fn read(lines: &[Shown]) -> Vec<String> {
    lines.iter().map(|line| format!("{} > {} is {}", line.section, line.label, line.value)).collect()
}

fn strip(title: &str, now: Option<u8>) -> Strip {
    let boxed = |(label, note): (&str, &str)| StripBox { label: own(label), note: own(note), crossed: false };
    let boxes = [("3", ""), ("2", "S"), ("1", "")].map(boxed).to_vec();
    Strip { title: own(title), detail: String::new(), boxes, now }
}

fn table(corner: &str) -> SheetTable {
    let head = |label: &str| TableHead { label: own(label), detail: String::new(), now: false };
    let row = |label: &str, cells: [&str; 2], now| TableRow { label: own(label), cells: cells.map(own).to_vec(), now };
    SheetTable {
        title: String::new(),
        columns: vec![head(corner), head("PC"), head("MPA")],
        rows: vec![row("Initial", ["7", "2/4"], false), row("Current", ["6", ""], true)],
    }
}

fn unit(damage: &str) -> UnitSheet {
    UnitSheet {
        names: Vec::new(),
        unit: own("a"),
        letter: own("A"),
        title: own("M4A3"),
        seat: Seat(0),
        number: String::new(),
        place: own("0101"),
        damage: own(damage),
        out: false,
        now: false,
        boxes: vec![check("Commander", true), check("Main gun KO'd", false)],
        strips: vec![strip("Crew", Some(1)), strip("Rounds", None)],
        tables: vec![table("")],
        facts: vec![fact("AP", "3")],
        notes: vec![own("slow to turn")],
    }
}

#[test]
fn a_record_sheet_tells_all_that_is_written_on_it() {
    let sheet = Display::RecordSheet(RecordSheet {
        id: own("platoon"),
        tab: String::new(),
        title: own("First Steps"),
        about: String::new(),
        rule: RULE,
        facts: vec![fact("Balance", "-2")],
        strips: vec![strip("Condition", Some(0))],
        checks: vec![CheckList {
            title: own("Sightings"),
            detail: String::new(),
            boxes: vec![check("1", true), check("2", false), check("3", true)],
        }],
        units: vec![unit("main gun out")],
    });
    let wanted = [
        "platoon >  is First Steps",
        "platoon > Balance is -2",
        "platoon > Condition is 3",
        "platoon > Condition 2 is S",
        "platoon > Sightings is 1 3",
        "unit-a > A is M4A3",
        "unit-a > Place is 0101",
        "unit-a > Damage is main gun out",
        "unit-a > Commander is yes",
        "unit-a > Main gun KO'd is no",
        "unit-a > Crew is 2",
        "unit-a > Crew 2 is S",
        "unit-a > Rounds is –",
        "unit-a > Rounds 2 is S",
        "unit-a > Initial PC is 7",
        "unit-a > Initial MPA is 2/4",
        "unit-a > PC is 6",
        "unit-a > AP is 3",
        "unit-a > Note is slow to turn",
    ];
    assert_eq!(read(&sheet.facts()), wanted);
}

#[test]
fn cards_and_pages_go_by_their_own_names() {
    let mut card = unit("");
    (card.boxes, card.strips, card.facts, card.notes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    card.tables = vec![table("CREW RED")];
    let cards = |cards: Vec<UnitSheet>| {
        let (id, none) = (own("cards"), own("No card lies here."));
        Display::Cards(crate::Cards { id, tab: String::new(), title: String::new(), none, rule: RULE, cards })
    };
    let wanted = [
        "card-a > A is M4A3",
        "card-a > Place is 0101",
        "card-a > CREW RED Initial, PC is 7",
        "card-a > CREW RED Initial, MPA is 2/4",
        "card-a > CREW RED is Current",
        "card-a > PC is 6",
    ];
    assert_eq!(read(&cards(vec![card]).facts()), wanted);
    assert_eq!(read(&cards(Vec::new()).facts()), ["cards >  is No card lies here."]);
    let pages = Pages {
        id: own("paragraphs"),
        tab: String::new(),
        title: String::new(),
        word: own("Paragraph"),
        rule: RULE,
        pages: vec![Page { number: own("084"), text: own("A shot.") }],
    };
    assert_eq!(read(&Display::Pages(pages).facts()), ["paragraphs > 084 is A shot."]);
}

#[test]
fn a_track_tells_who_lies_where() {
    let piece = |label: &str| TrackPiece {
        unit: label.to_lowercase(),
        label: own(label),
        column: 0,
        seat: Seat(0),
        detail: format!("{label}: initiative 0"),
        now: false,
    };
    let space = |title: &str, pieces: &[&str]| TrackSpace {
        title: own(title),
        seat: None,
        now: false,
        pieces: pieces.iter().map(|label| piece(label)).collect(),
    };
    let group =
        |title: &str, spaces| TrackGroup { title: own(title), detail: String::new(), prints: Vec::new(), spaces };
    let track = Track {
        id: own("track"),
        tab: String::new(),
        title: own("Round 2"),
        key: String::new(),
        rule: RULE,
        column_title: String::new(),
        columns: vec![own("0")],
        groups: vec![
            group("2 turns", vec![space("Advantage", &["A", "B"]), space("Disadvantage", &[])]),
            group("Panic", vec![space("", &["N"])]),
        ],
        facts: vec![fact("US die", "9")],
    };
    let wanted = [
        "track >  is Round 2",
        "track > US die is 9",
        "track > 2 turns, Advantage is A B",
        "track > A is A: initiative 0",
        "track > B is B: initiative 0",
        "track > 2 turns, Disadvantage is –",
        "track > Panic is N",
        "track > N is N: initiative 0",
    ];
    assert_eq!(read(&Display::Track(track).facts()), wanted);
}

#[test]
fn a_form_tells_its_totals_and_its_cards() {
    let sheet = Sheet {
        id: own("debriefing"),
        title: own("Debriefing"),
        text: own("Deal the points."),
        rule: RULE,
        steps: Vec::new(),
        step: 0,
        totals: vec![fact("Points left", "3")],
        cards: vec![SheetCard {
            id: own("a"),
            title: own("Crew A"),
            subtitle: own("no vehicle"),
            facts: vec![fact("Perception", "7")],
            boxes: Some(Boxes { label: own("Points"), ticked: 2, of: 6, less: None, more: None, hint: String::new() }),
            notes: vec![fact("knocked out a Tiger", "+2")],
            offers: Vec::new(),
        }],
        offers: Vec::new(),
        done: None,
        history: vec![fact("First Steps", "won")],
    };
    let wanted = [
        "debriefing > Debriefing is Deal the points.",
        "debriefing > Points left is 3",
        "debriefing > First Steps is won",
        "debriefing-a > Crew A is no vehicle",
        "debriefing-a > Perception is 7",
        "debriefing-a > Points is 2",
        "debriefing-a > knocked out a Tiger is +2",
    ];
    assert_eq!(read(&sheet.facts()), wanted);
}
