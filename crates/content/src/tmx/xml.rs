use std::{collections::BTreeMap, ops::Range};

use roxmltree::{Document, Node};

/// Elements deeper in one another than Tiled ever writes them: a guard for the recursion of the library that reads
/// maps.
const DEEPEST: usize = 32;

/// Whether elements are nested too deeply to be read.
pub(super) fn is_too_deep(document: &Document<'_>) -> bool {
    let mut depths: Vec<usize> = Vec::new();
    document.descendants().any(|node| {
        // Nodes are numbered in the order of the text, so that a parent's depth is known.
        let depth = node.parent().map_or(0, |parent| depths[parent.id().get_usize()] + 1);
        depths.push(depth);
        depth > DEEPEST
    })
}

/// The places of things in the text of a map, which the library that reads maps forgets.
pub(super) struct Xml<'a> {
    document: &'a Document<'a>,
    /// By the name and the id of an element.
    with_id: BTreeMap<(&'a str, &'a str), Range<usize>>,
}

impl<'a> Xml<'a> {
    pub(super) fn new(document: &'a Document<'a>) -> Xml<'a> {
        let mut with_id = BTreeMap::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                with_id.entry((node.tag_name().name(), id)).or_insert_with(|| node.range());
            }
        }
        Xml { document, with_id }
    }

    /// The `<map>` element.
    pub(super) fn map(&self) -> Node<'a, 'a> {
        self.document.root_element()
    }

    /// The element with this name and id.
    pub(super) fn with_id(&self, element: &str, id: u32) -> Range<usize> {
        self.with_id.get(&(element, id.to_string().as_str())).cloned().unwrap_or(0..0)
    }

    /// The tilesets that stand in files of their own: where they are named, and their paths.
    pub(super) fn tilesets(&self) -> impl Iterator<Item = (Range<usize>, &'a str)> {
        let tilesets = self.map().children().filter(|node| node.has_tag_name("tileset"));
        tilesets.filter_map(|node| Some((node.range(), node.attribute("source")?)))
    }
}
