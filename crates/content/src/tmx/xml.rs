use std::ops::Range;

use roxmltree::{Document, Node};

/// Where things stand in the text of a map: the library that reads maps forgets it.
pub(super) struct Xml<'a> {
    document: &'a Document<'a>,
}

impl<'a> Xml<'a> {
    pub(super) fn new(document: &'a Document<'a>) -> Xml<'a> {
        Xml { document }
    }

    /// The `<map>` element.
    pub(super) fn map(&self) -> Node<'a, 'a> {
        self.document.root_element()
    }

    /// The element with this name and id.
    pub(super) fn with_id(&self, element: &str, id: u32) -> Range<usize> {
        let id = id.to_string();
        let found =
            self.document.descendants().find(|node| node.has_tag_name(element) && node.attribute("id") == Some(&id));
        found.map_or(0..0, |node| node.range())
    }

    /// The tilesets that stand in files of their own: where they are named, and their paths.
    pub(super) fn tilesets(&self) -> impl Iterator<Item = (Range<usize>, &'a str)> {
        let tilesets = self.map().children().filter(|node| node.has_tag_name("tileset"));
        tilesets.filter_map(|node| Some((node.range(), node.attribute("source")?)))
    }
}
