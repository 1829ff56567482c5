//! XML: well-formed whatever the content is; the content stands in CDATA, split where it would end it.

use super::{CutSummary, Head, Renderer, line_numbers, ranges};
use crate::candidate::Name;
use crate::escape::reveal_line;
use std::borrow::Cow;

pub(super) struct Xml;

impl Renderer for Xml {
    fn open_document(&self) -> &'static str {
        "<plimsoll version=\"1\">\n"
    }

    fn close_document(&self) -> &'static str {
        "</plimsoll>\n"
    }

    fn open_block(&self, head: &Head<'_>) -> String {
        let mut out = String::from("<block");
        let mut attribute = |name: &str, value: &str| {
            out.push_str(&format!(" {name}=\"{}\"", escape_attribute(value)));
        };
        match head.name {
            Name::Path(path) => attribute("path", &reveal_line(path)),
            Name::Symbol(symbol) => attribute("symbol", &reveal_line(symbol)),
            Name::Title(title) => attribute("title", &reveal_line(title)),
        }
        if let Some(part) = head.part {
            attribute("section", &reveal_line(part));
        }
        attribute("kind", &reveal_line(head.kind));
        attribute("origin", head.origin.name());
        attribute("level", head.level.name());
        if let Some(language) = head.language {
            attribute("language", &reveal_line(language));
        }
        if let Some((lines, of)) = &head.lines {
            attribute("lines", &ranges(lines));
            attribute("of", &of.to_string());
        }
        if !head.redacted.is_empty() {
            attribute("redacted", &line_numbers(&head.redacted));
        }
        if !head.notes.is_empty() {
            attribute("notes", &head.notes.join(", "));
        }
        out.push_str("><![CDATA[\n");
        out
    }

    fn close_block(&self, _head: &Head<'_>) -> String {
        "]]></block>\n".to_owned()
    }

    fn body<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if text.contains("]]>") {
            Cow::Owned(text.replace("]]>", "]]]]><![CDATA[>"))
        } else {
            Cow::Borrowed(text)
        }
    }

    fn notice(&self, cut: CutSummary) -> String {
        format!("<notice>{}.</notice>\n", cut.sentence())
    }
}

fn escape_attribute(value: &str) -> Cow<'_, str> {
    if !value.contains(['&', '<', '>', '"']) {
        return Cow::Borrowed(value);
    }
    let escaped = value.replace('&', "&amp;").replace('<', "&lt;");
    Cow::Owned(escaped.replace('>', "&gt;").replace('"', "&quot;"))
}
