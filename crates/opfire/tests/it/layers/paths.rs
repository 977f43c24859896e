//! The paths in a Rust source: those of `use` lines, spread out, and those in the code.

/// A path as it is written, with the line it begins on: `crate::play::s01`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) line: usize,
    pub(crate) parts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Name(String),
    /// `::`.
    Into,
    Other(char),
}

/// All paths of a source; comments and texts hold none.
pub(crate) fn paths(text: &str) -> Vec<Written> {
    let tokens = tokens(text);
    let mut found = Vec::new();
    let mut place = 0;
    while place < tokens.len() {
        let begins = matches!(&tokens[place].1, Token::Name(_)) && (place == 0 || tokens[place - 1].1 != Token::Into);
        if begins {
            place = spread(&tokens, place, &[], &mut found);
        } else {
            place += 1;
        }
    }
    found
}

/// Reads the path that begins at `place`, and in braces all that it branches into. Returns the place behind it.
fn spread(tokens: &[(usize, Token)], mut place: usize, before: &[String], found: &mut Vec<Written>) -> usize {
    let line = tokens[place].0;
    let mut parts = before.to_vec();
    while let Some((_, Token::Name(name))) = tokens.get(place) {
        parts.push(name.clone());
        place += 1;
        if tokens.get(place).map(|(_, token)| token) != Some(&Token::Into) {
            break;
        }
        place += 1;
        if tokens.get(place).map(|(_, token)| token) == Some(&Token::Other('{')) {
            return branches(tokens, place + 1, &parts, found);
        }
    }
    found.push(Written { line, parts });
    place
}

/// Reads the branches of a `use` up to the closing brace. Returns the place behind it.
fn branches(tokens: &[(usize, Token)], mut place: usize, before: &[String], found: &mut Vec<Written>) -> usize {
    while let Some((_, token)) = tokens.get(place) {
        place = match token {
            Token::Other('}') => return place + 1,
            Token::Name(_) => spread(tokens, place, before, found),
            Token::Other(_) | Token::Into => place + 1,
        };
    }
    place
}

fn tokens(text: &str) -> Vec<(usize, Token)> {
    let mut tokens = Vec::new();
    let mut line = 1;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = length_of_what_is_no_code(rest).unwrap_or_else(|| {
            if first.is_alphanumeric() || first == '_' {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                tokens.push((line, Token::Name(rest[..end].to_owned())));
                end
            } else if rest.starts_with("::") {
                tokens.push((line, Token::Into));
                2
            } else {
                if !first.is_whitespace() {
                    tokens.push((line, Token::Other(first)));
                }
                first.len_utf8()
            }
        });
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    tokens
}

/// How long the comment or the text is that begins here, if one does.
fn length_of_what_is_no_code(rest: &str) -> Option<usize> {
    let until = |start: usize, end: &str| rest[start..].find(end).map_or(rest.len(), |at| start + at + end.len());
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(until(2, "*/"));
    }
    if let Some(raw) = rest.strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            return Some(until(hashes + 2, &format!("\"{}", "#".repeat(hashes))));
        }
    }
    if rest.starts_with('"') {
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        return Some(end.map_or(rest.len(), |(at, _)| at + 1));
    }
    // A character, not a lifetime.
    let mut chars = rest.strip_prefix('\'')?.char_indices();
    match (chars.next()?, chars.next()?) {
        ((_, '\\'), (at, _)) => Some(until(at + 2, "'")),
        (_, (at, '\'')) => Some(at + 2),
        _ => None,
    }
}

#[test]
fn paths_are_found_with_their_lines() {
    let text = "use crate::{\n    map::{self, sight::look as l},\n    state::*,\n};\n// crate::no\nfn f<'a>(c: &'a str) -> bool { c == \"crate::no\" || c.starts_with('{') || crate::play::go(c) }\n";
    let found: Vec<(usize, String)> = paths(text).into_iter().map(|path| (path.line, path.parts.join("::"))).collect();
    for wanted in [(2, "crate::map::self"), (2, "crate::map::sight::look"), (3, "crate::state"), (6, "crate::play::go")]
    {
        assert!(found.contains(&(wanted.0, wanted.1.to_owned())), "{wanted:?} in {found:?}");
    }
    assert!(!found.iter().any(|(_, path)| path.contains("no")), "{found:?}");
}
