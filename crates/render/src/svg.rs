use std::fmt::Write;

use crate::pen::Pen;

/// Builds the text of a drawing.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    text: String,
}

impl Svg {
    pub(crate) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // A String takes all that is written to it.
        let _ = self.text.write_fmt(text);
    }

    /// A path with these attributes; nothing if nothing was drawn.
    pub(crate) fn path(&mut self, attributes: &str, pen: &Pen) {
        if !pen.is_empty() {
            self.write(format_args!("<path {attributes} d=\"{}\"/>\n", pen.data()));
        }
    }

    /// A path drawn several times, from the bottom up, each time with other attributes.
    pub(crate) fn layers(&mut self, id: &str, pen: &Pen, layers: &[&str]) {
        if pen.is_empty() {
            return;
        }
        self.write(format_args!("<defs><path id=\"opfire-{id}\" d=\"{}\"/></defs>\n", pen.data()));
        layers.iter().for_each(|attributes| self.reuse(id, attributes));
    }

    /// Something defined before, once more.
    pub(crate) fn reuse(&mut self, id: &str, attributes: &str) {
        self.write(format_args!("<use href=\"#opfire-{id}\" {attributes}/>\n"));
    }

    pub(crate) fn open(&mut self, class: &str, attributes: &str) {
        self.write(format_args!("<g class=\"{class}\" {attributes}>\n"));
    }

    pub(crate) fn close(&mut self) {
        self.raw("</g>\n");
    }

    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// Text made safe for an element or an attribute.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
