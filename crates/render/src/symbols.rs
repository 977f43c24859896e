use std::{collections::BTreeMap, sync::LazyLock};

use resvg::usvg::roxmltree::Document;

/// The symbol sheet: `<symbol>` elements of 100 × 60 drawn in `currentColor`.
pub const SYMBOLS: &str = include_str!("../../../content/symbols.svg");

static INDEX: LazyLock<BTreeMap<String, &'static str>> = LazyLock::new(|| index(SYMBOLS));

/// The ids on the symbol sheet, in alphabetical order.
pub fn symbols() -> impl Iterator<Item = &'static str> {
    INDEX.keys().map(String::as_str)
}

/// The element with this id, as it stands on the sheet.
pub(crate) fn symbol(id: &str) -> Option<&'static str> {
    INDEX.get(id).copied()
}

/// A sheet that is not well formed has no symbols; a test sees to it that ours is.
fn index(sheet: &'static str) -> BTreeMap<String, &'static str> {
    let Ok(document) = Document::parse(sheet) else { return BTreeMap::new() };
    let symbols = document.descendants().filter(|n| n.has_tag_name("symbol"));
    symbols.filter_map(|n| n.attribute("id").map(|id| (id.to_owned(), &sheet[n.range()]))).collect()
}
