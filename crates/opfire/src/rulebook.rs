//! The rulebook of a game as pages of Markdown, from the ledger: every rule with where it comes from, how we read it,
//! its statements and the examples that prove them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::Path,
};

use cases::statements::{Standing, Statement};
use engine::{RuleEntry, Ruleset, Shelf};

use crate::{
    fail::Failure,
    ledger::{Ledger, Mention},
    out, tables,
};

/// Where the pages lie in the project: the book shows them there, and nobody commits them.
const FOLDER: &str = "docs/rulebook";

/// `rules --book -o DIR`: writes the pages.
pub(crate) fn write(game: Option<&str>, folder: &Path, content: Option<&Path>) -> Result<(), Failure> {
    let shelf = tables::shelf(content)?;
    if let Some(game) = game {
        shelf.ruleset(game)?;
    }
    let wanted =
        |page: &str| game.is_none_or(|game| page == format!("{game}.md") || page.contains(&format!("/{game}/")));
    for (path, text) in pages(&shelf)? {
        let below = path.strip_prefix(&format!("{FOLDER}/")).unwrap_or(&path);
        if wanted(below) {
            let file = folder.join(below);
            let refused = |error| Failure::File { what: "write", path: file.clone(), error };
            fs::create_dir_all(file.parent().unwrap_or(folder)).map_err(refused)?;
            fs::write(&file, text).map_err(refused)?;
        }
    }
    out::say(folder.display().to_string());
    Ok(())
}

/// The pages of all games: path in the project and Markdown.
pub(crate) fn pages(shelf: &Shelf) -> Result<Vec<(String, String)>, Failure> {
    let ledger = Ledger::read()?;
    let rulings = Rulings::read(&book::source("rulings.md").unwrap_or_default());
    let mut pages = Vec::new();
    let mut examples = Examples::default();
    for (file, text) in cases::case_files() {
        let game = file.split('/').nth(1).unwrap_or_default();
        let title = shelf.ruleset(game).map_or(game, Ruleset::title);
        let page = format!("*An example of [the rules of {title}](../../{game}.md).*\n\n{text}");
        examples.anchors.insert(file.clone(), book::headings(&text).into_iter().map(|h| (h.line, h.anchor)).collect());
        pages.push((format!("{FOLDER}/{file}"), page));
    }
    for game in shelf.rulesets() {
        let page = Page { game, ledger: &ledger, rulings: &rulings, examples: &examples };
        pages.push((format!("{FOLDER}/{}.md", game.id()), page.written()));
    }
    Ok(pages)
}

/// The anchors of all case files: file, line of a heading, its anchor.
#[derive(Default)]
struct Examples {
    anchors: BTreeMap<String, BTreeMap<usize, String>>,
}

impl Examples {
    /// The address of a case, from the page of its game.
    fn link(&self, Mention { file, line, name }: &Mention) -> String {
        let anchor = self.anchors.get(file).and_then(|lines| lines.get(line)).map_or("", String::as_str);
        format!("[{}]({file}#{anchor})", plain(name))
    }
}

/// The rulings of `docs/rulings.md`: the game's id, the ids that a ruling decides, its text.
struct Rulings(Vec<(String, Vec<String>, String)>);

impl Rulings {
    fn read(page: &str) -> Rulings {
        let mut found: Vec<(String, Vec<String>, String)> = Vec::new();
        let mut game = "";
        for paragraph in page.split("\n\n").map(str::trim) {
            if let Some(heading) = paragraph.strip_prefix("## ") {
                game = heading;
            } else if let Some((heading, _)) = paragraph.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
                let ids = heading.split([' ', ',']).map(|word| word.trim_end_matches('.').to_owned());
                found.push((game.to_owned(), ids.collect(), paragraph.to_owned()));
            } else if let Some((_, _, text)) = found.last_mut().filter(|(of, ..)| of == game) {
                text.push_str("\n\n");
                text.push_str(paragraph);
            }
        }
        Rulings(found)
    }

    fn of<'a>(&'a self, game: &'a str, rule: &'a str) -> impl Iterator<Item = &'a str> {
        let decides =
            move |(of, ids, _): &&(String, Vec<String>, String)| of == game && ids.iter().any(|id| id == rule);
        self.0.iter().filter(decides).map(|(_, _, text)| text.as_str())
    }
}

/// The page of one game.
struct Page<'a> {
    game: &'a dyn Ruleset,
    ledger: &'a Ledger,
    rulings: &'a Rulings,
    examples: &'a Examples,
}

impl Page<'_> {
    fn written(&self) -> String {
        let title = self.game.title();
        let rules = self.game.rules();
        let heads: String = rules.iter().map(|rule| format!("## {}: {}\n\n", rule.id, plain(&rule.title))).collect();
        let anchors = book::headings(&heads);
        let mut page = format!(
            "# {title}: the rulebook\n\nEvery rule that the program knows, in our words. [How to read this \
             page](../rules.md).\n\n\
             <details><summary>All rules</summary>\n\n"
        );
        for (rule, heading) in rules.iter().zip(anchors) {
            let _ = writeln!(page, "- [{}: {}](#{})", rule.id, plain(&rule.title), heading.anchor);
        }
        page.push_str("\n</details>\n");
        rules.iter().for_each(|rule| self.rule(rule, &mut page));
        page
    }

    fn rule(&self, rule: &RuleEntry, page: &mut String) {
        let _ = write!(
            page,
            "\n## {}: {}\n\n*{}: {}*\n\n{}\n",
            rule.id,
            plain(&rule.title),
            rule.provenance,
            plain(&rule.source),
            plain(&rule.text)
        );
        if let Some(why) = &rule.narrative {
            let _ = write!(page, "\nNothing to enforce: {}.\n", plain(why));
        }
        if !rule.covered_by.is_empty() {
            let _ = write!(page, "\nHeld by {}.\n", rule.covered_by.join(", "));
        }
        for ruling in self.rulings.of(self.game.id(), &rule.id) {
            let quoted: Vec<String> = ruling.lines().map(|line| format!("> {line}").trim_end().to_owned()).collect();
            let _ = write!(page, "\n> *Ruling.* {}\n", quoted.join("\n").trim_start_matches("> "));
        }
        let of_rule: Vec<&Statement> =
            self.ledger.statements.of_game(self.game.id()).iter().filter(|one| one.section() == rule.id).collect();
        if !of_rule.is_empty() {
            page.push_str("\n### Statements\n\n");
        }
        of_rule.iter().for_each(|statement| self.statement(statement, page));
        let mut seen = BTreeSet::new();
        let cases = of_rule.iter().flat_map(|statement| self.ledger.behind(&statement.id).cases);
        let links: Vec<String> = cases
            .filter(|place| seen.insert((place.file.clone(), place.line)))
            .map(|place| format!("- {}\n", self.examples.link(&place)))
            .collect();
        if !links.is_empty() {
            let _ = write!(page, "\n### Examples\n\n{}", links.concat());
        }
    }

    fn statement(&self, statement: &Statement, page: &mut String) {
        let behind = self.ledger.behind(&statement.id);
        let standing = match self.ledger.standing(statement) {
            Standing::Held if behind.cases.is_empty() => "held by a test",
            Standing::Held => "held",
            Standing::Ruled => "ruled",
            Standing::NotHeld => "not held",
            Standing::Narrative => "narrative",
        };
        let doubt = statement.doubt.as_ref().map(|doubt| format!(" In doubt: {}", plain(doubt))).unwrap_or_default();
        let _ = writeln!(page, "- **{}** {}{doubt} *({standing})*", statement.id, plain(&statement.says));
    }
}

/// Text that is shown as it stands.
fn plain(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '<' | '[' | ']' | '|') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::{Rulings, plain};

    #[test]
    fn a_ruling_goes_to_every_rule_that_its_heading_names() {
        let page = "# Rulings\n\n## divisions\n\n**FD-2, FD-16 Weather.** Clear.\n\nAnd dry.\n\n\
            **FD-3 Smoke.** Grey.\n\n\
                    ## open-fire\n\nBefore.\n\n**OF-2.3. The map.** Far.\n";
        let rulings = Rulings::read(page);
        let of = |game, rule| rulings.of(game, rule).collect::<Vec<_>>();
        assert_eq!(of("divisions", "FD-16"), ["**FD-2, FD-16 Weather.** Clear.\n\nAnd dry."]);
        assert_eq!(of("divisions", "FD-3"), ["**FD-3 Smoke.** Grey."]);
        assert_eq!(of("open-fire", "FD-3"), Vec::<&str>::new());
        assert_eq!(of("open-fire", "FD-2"), Vec::<&str>::new());
    }

    #[test]
    fn text_is_shown_as_it_stands() {
        assert_eq!(plain("a *b* [c]_d_ <e>"), "a \\*b\\* \\[c\\]\\_d\\_ \\<e>");
    }
}
