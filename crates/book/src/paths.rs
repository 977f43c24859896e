//! Paths in the project, and the addresses that stand for them.

/// Where a link of a page leads, as a path in the project: `../cases` in `docs/rules.md` is `cases`.
pub(crate) fn resolved(page: &str, destination: &str) -> String {
    if destination.is_empty() {
        return page.to_owned();
    }
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in destination.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The address of a page or picture below `/book/`: `docs/maps.md` is `maps.html`.
pub(crate) fn address(path: &str) -> String {
    let below = path.strip_prefix("docs/").unwrap_or(path);
    match below.strip_suffix(".md") {
        None => below.to_owned(),
        Some("README") => "index.html".to_owned(),
        Some(page) => match page.strip_suffix("/README") {
            Some(folder) => format!("{folder}/index.html"),
            None => format!("{page}.html"),
        },
    }
}

/// From the address of one page to that of another, so that the book may lie anywhere.
pub(crate) fn link(from: &str, to: &str) -> String {
    format!("{}{}", up(from), address(to))
}

/// From the address of a page up to where the book begins.
pub(crate) fn up(from: &str) -> String {
    "../".repeat(address(from).matches('/').count())
}

#[cfg(test)]
mod tests {
    use super::{address, link, resolved};

    #[test]
    fn links_are_read_from_where_their_page_lies() {
        for (page, destination, path) in [
            ("docs/rules.md", "maps.md", "docs/maps.md"),
            ("docs/rules.md", "../ARCHITECTURE.md", "ARCHITECTURE.md"),
            ("docs/balance/assault/README.md", "../README.md", "docs/balance/README.md"),
            ("ARCHITECTURE.md", "docs/maps.md", "docs/maps.md"),
            ("docs/rules.md", "", "docs/rules.md"),
            ("docs/designing.md", "examples/the-mill/", "docs/examples/the-mill"),
        ] {
            assert_eq!(resolved(page, destination), path);
        }
    }

    #[test]
    fn addresses_lead_from_any_page_to_any_other() {
        assert_eq!(address("docs/README.md"), "index.html");
        assert_eq!(address("docs/balance/README.md"), "balance/index.html");
        assert_eq!(address("docs/pictures/board.png"), "pictures/board.png");
        assert_eq!(link("docs/maps.md", "docs/rules.md"), "rules.html");
        assert_eq!(link("docs/rulebook/cases/a/b.md", "docs/maps.md"), "../../../maps.html");
    }
}
