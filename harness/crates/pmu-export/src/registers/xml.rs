//! Writes XML into memory.

use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::Writer;

/// An XML document that grows.
pub(super) struct Xml {
    writer: Writer<Vec<u8>>,
}

impl Xml {
    /// An empty document.
    pub fn new() -> Self {
        let mut xml = Self { writer: Writer::new_with_indent(Vec::new(), b' ', 2) };
        xml.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml
    }

    /// Adds an element with a text.
    pub fn text(&mut self, name: &str, text: &str) {
        self.write(Event::Start(BytesStart::new(name)));
        self.write(Event::Text(BytesText::new(text)));
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// Adds an element with these attributes, which contains what `content` adds.
    pub fn element(&mut self, name: &str, attributes: &[(&str, &str)], content: impl FnOnce(&mut Self)) {
        self.write(Event::Start(BytesStart::new(name).with_attributes(attributes.iter().copied())));
        content(self);
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// The text of the document.
    pub fn finish(self) -> String {
        String::from_utf8_lossy(&self.writer.into_inner()).into_owned() + "\n"
    }

    fn write(&mut self, event: Event) {
        self.writer.write_event(event).expect("memory takes all bytes");
    }
}
