//! The book: every page is listed, every link leads somewhere, and the program serves all of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
};

use ::book::Book;

const OPFIRE: &str = env!("CARGO_BIN_EXE_opfire");

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The rulebooks and cases as the program writes them, by their path in the project.
fn rulebooks() -> Vec<(String, String)> {
    let folder = tempfile::tempdir().unwrap();
    let written = Command::new(OPFIRE).args(["rules", "--book", "-o"]).arg(folder.path()).output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
    let (mut pages, mut folders) = (Vec::new(), vec![folder.path().to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let below = path.strip_prefix(folder.path()).unwrap().display();
                pages.push((format!("docs/rulebook/{below}"), fs::read_to_string(&path).unwrap()));
            }
        }
    }
    pages
}

#[test]
fn every_page_is_listed_and_every_link_leads_somewhere() {
    let book = Book::new(rulebooks());
    assert!(book.pages().count() > 150, "{}", book.pages().count());
    let faults = book.faults(|path| root().join(path).exists());
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn what_leads_nowhere_is_found() {
    let mut pages = rulebooks();
    let before = Book::new(pages.clone()).faults(|path| root().join(path).exists()).len();
    let text =
        "# New\n\n[a](maps.md#nowhere) [b](gone.md) [c](#new) [d](maps.md) ![e](pictures/gone.png) [f](../crates)";
    pages.push(("docs/new.md".to_owned(), text.to_owned()));
    let faults = Book::new(pages).faults(|path| root().join(path).exists());
    for fault in [
        "docs/SUMMARY.md does not list docs/new.md",
        "docs/new.md: maps.md#nowhere leads nowhere",
        "docs/new.md: gone.md leads nowhere",
        "docs/new.md: pictures/gone.png leads nowhere",
    ] {
        assert!(faults.contains(&fault.to_owned()), "{fault} is missing in {faults:#?}");
    }
    assert_eq!(faults.len(), before + 4, "{faults:#?}");
}

#[test]
fn a_rulebook_has_rules_rulings_statements_and_examples() {
    let pages: BTreeMap<String, String> = rulebooks().into_iter().collect();
    let page = &pages["docs/rulebook/divisions.md"];
    for part in [
        "## FD-14: Close assault\n",
        "> *Ruling.* **FD-14 Close assault.** A bridge lets vehicles",
        "- **FD-14-15** ",
        "](cases/divisions/fd-14-close-assault.md#fd-14-",
        "*ours: ",
    ] {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
    let example = &pages["docs/rulebook/cases/divisions/fd-14-close-assault.md"];
    assert!(example.starts_with("*An example of [the rules of Divisions](../../divisions.md).*"), "{example}");
    let one = tempfile::tempdir().unwrap();
    let written = Command::new(OPFIRE).args(["rules", "divisions", "--book", "-o"]).arg(one.path()).status().unwrap();
    assert!(written.success() && one.path().join("divisions.md").exists() && !one.path().join("assault.md").exists());
}

/// A program that ends with its test.
struct Program {
    child: Child,
    address: String,
    _data: tempfile::TempDir,
}

impl Program {
    fn start() -> Program {
        let data = tempfile::tempdir().unwrap();
        let mut child = Command::new(OPFIRE)
            .args(["play", "--no-open", "--port", "0", "--data"])
            .arg(data.path())
            .env_remove("OPFIRE_CONTENT")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("opfire is at http://").trim_end_matches('/').to_owned();
        Program { child, address, _data: data }
    }

    /// The head and the body of an answer.
    fn get(&self, path: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        (String::from_utf8_lossy(&answer[..end]).to_lowercase(), answer[end + 4..].to_vec())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The addresses that a page names, read from where it lies.
fn named<'a>(page: &'a str, html: &'a str) -> impl Iterator<Item = (String, Option<&'a str>)> {
    let of = |mark: &'static str| html.split(mark).skip(1).filter_map(|rest| rest.split('"').next());
    of(" href=\"").chain(of(" src=\"")).filter(|to| !to.contains("://")).map(move |to| {
        let (file, anchor) = to.split_once('#').map_or((to, None), |(file, anchor)| (file, Some(anchor)));
        let mut parts: Vec<&str> = page.split('/').collect();
        if !file.is_empty() {
            parts.pop();
            for part in file.split('/') {
                match part {
                    ".." => drop(parts.pop()),
                    part => parts.push(part),
                }
            }
        }
        (parts.join("/"), anchor)
    })
}

#[test]
fn the_program_serves_the_whole_book() {
    let program = Program::start();
    let (head, _) = program.get("/book");
    assert!(head.starts_with("http/1.1 308") && head.contains("location: /book/"), "{head}");
    let (mut seen, mut todo) = (BTreeSet::new(), vec!["/book/".to_owned()]);
    let (mut anchors, mut wanted) = (BTreeSet::new(), BTreeSet::new());
    while let Some(page) = todo.pop() {
        if !seen.insert(page.clone()) {
            continue;
        }
        let (head, body) = program.get(&page);
        assert!(head.starts_with("http/1.1 200"), "{page}: {head}");
        assert!(head.contains("content-security-policy: default-src 'self'"), "{page}: {head}");
        if !head.contains("content-type: text/html") || !page.starts_with("/book/") {
            continue;
        }
        let html = String::from_utf8(body).unwrap();
        assert!(!html.contains("<script") && !html.contains(" onclick"), "{page} has a script");
        anchors.extend(html.split(" id=\"").skip(1).map(|rest| format!("{page}#{}", rest.split('"').next().unwrap())));
        for (to, anchor) in named(&page, &html) {
            wanted.extend(anchor.map(|anchor| format!("{to}#{anchor}")));
            todo.push(to);
        }
    }
    let lost: Vec<&String> = wanted.difference(&anchors).collect();
    assert!(lost.is_empty(), "no such anchors: {lost:#?}");
    assert!(seen.len() > 180, "only {} pages and pictures were found", seen.len());
    assert!(seen.contains("/book/pictures/board.png") && seen.contains("/book/rulebook/assault.html"));
    assert!(program.get("/book/gone.html").0.starts_with("http/1.1 404"));
}

#[test]
fn the_bot_of_the_book_plays_a_game() {
    let program = Program::start();
    let bot = root().join("docs/examples/bot/bot.py");
    let played = Command::new("python3").arg(bot).arg(format!("http://{}", program.address)).output().unwrap();
    let said = String::from_utf8_lossy(&played.stdout);
    let error = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success() && said.contains(" actions: "), "{said}{error}");
}
