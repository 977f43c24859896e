use std::fmt::Write;

use crate::pen::Pen;

/// Builds the text of a drawing.
#[derive(Debug, Default)]
pub(crate) struct Svg {
    text: String,
    scope: String,
}

impl Svg {
    /// Gives later definitions new names, so that drawings on the same page do not mix them up.
    pub(crate) fn enter(&mut self, scope: &str) {
        scope.clone_into(&mut self.scope);
    }

    fn id(&self, id: &str) -> String {
        if self.scope.is_empty() { format!("opfire-{id}") } else { format!("opfire-{}-{id}", self.scope) }
    }

    /// Opens a group of which only what lies within the pen's outline is seen.
    pub(crate) fn open_window(&mut self, class: &str, id: &str, pen: &Pen, attributes: &str) {
        let id = self.id(id);
        self.write(format_args!("<clipPath id=\"{id}\"><path d=\"{}\"/></clipPath>\n", pen.data()));
        self.write(format_args!("<g class=\"{class}\" {attributes}><g clip-path=\"url(#{id})\">\n"));
    }

    pub(crate) fn close_window(&mut self) {
        self.raw("</g></g>\n");
    }

    /// Opens a drawing of its own.
    pub(crate) fn open_drawing(&mut self, width: f64, height: f64, title: &str) {
        self.write(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n"
        ));
        self.write(format_args!("<title>{}</title>\n", escape(title)));
    }

    pub(crate) fn close_drawing(mut self) -> String {
        self.raw("</svg>\n");
        self.text
    }

    pub(crate) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn write(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
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
        let id_in_text = self.id(id);
        self.write(format_args!("<defs><path id=\"{id_in_text}\" d=\"{}\"/></defs>\n", pen.data()));
        layers.iter().for_each(|attributes| self.reuse(id, attributes));
    }

    /// Something defined before, once more.
    pub(crate) fn reuse(&mut self, id: &str, attributes: &str) {
        let id = self.id(id);
        self.write(format_args!("<use href=\"#{id}\" {attributes}/>\n"));
    }

    pub(crate) fn open(&mut self, class: &str, attributes: &str) {
        self.write(format_args!("<g class=\"{class}\" {attributes}>\n"));
    }

    pub(crate) fn close(&mut self) {
        self.raw("</g>\n");
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
