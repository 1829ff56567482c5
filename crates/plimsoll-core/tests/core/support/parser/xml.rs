//! The readers of XML documents: one written from the format, and a real XML parser beside it.

use super::{Document, Head, Notice, level, origin, ranges, take, take_until};
use plimsoll_core::candidate::Name;
use plimsoll_core::escape::conceal;
use std::collections::BTreeMap;

pub(crate) const OPEN: &str = "<plimsoll version=\"1\">\n";
pub(crate) const CLOSE: &str = "</plimsoll>\n";

type Attributes = BTreeMap<String, String>;

pub(crate) fn parse(document: &str) -> Document {
    let mut parsed = Document::default();
    let mut rest = document;
    take(&mut rest, OPEN);
    while rest != CLOSE {
        if rest.starts_with("<notice>") {
            take(&mut rest, "<notice>");
            let sentence = take_until(&mut rest, "</notice>\n").to_owned();
            set_notice(&mut parsed, &sentence);
        } else {
            take(&mut rest, "<block");
            let head = head(attributes(&mut rest));
            take(&mut rest, "<![CDATA[\n");
            let content = character_data(&mut rest);
            take(&mut rest, "</block>\n");
            parsed.blocks.push(head.with_content(&content));
        }
    }
    parsed
}

/// The same document as a real XML parser sees it.
pub(crate) fn parse_with_a_real_parser(document: &str) -> Document {
    let tree = roxmltree::Document::parse(document).expect("the document is well-formed XML");
    let root = tree.root_element();
    assert_eq!(root.tag_name().name(), "plimsoll");
    assert_eq!(root.attribute("version"), Some("1"));
    let mut parsed = Document::default();
    for node in root.children() {
        let text: String = node.children().map(|child| child.text().expect("only text")).collect();
        match node.tag_name().name() {
            "notice" => set_notice(&mut parsed, &text),
            "block" => {
                let owned = |a: roxmltree::Attribute<'_, '_>| (a.name().into(), a.value().into());
                let head = head(node.attributes().map(owned).collect());
                let content = text.strip_prefix('\n').expect("content begins on its own line");
                parsed.blocks.push(head.with_content(content));
            }
            name => assert_eq!((name, node.text()), ("", Some("\n")), "only newlines between"),
        }
    }
    parsed
}

fn set_notice(parsed: &mut Document, sentence: &str) {
    let notice = Notice { at: parsed.blocks.len(), sentence: sentence.to_owned() };
    assert!(parsed.notice.replace(notice).is_none(), "one notice at most");
}

/// Takes everything up to the end of the tag.
fn attributes(rest: &mut &str) -> Attributes {
    let mut attributes = Attributes::new();
    while !rest.starts_with('>') {
        take(rest, " ");
        let name = take_until(rest, "=\"").to_owned();
        let value = take_until(rest, "\"");
        assert!(!value.contains(['<', '>', '\n', '\t', '\r']), "{value:?} is escaped");
        let value = value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
        let earlier = attributes.insert(name, value.replace("&amp;", "&"));
        assert_eq!(earlier, None, "an attribute stands once");
    }
    take(rest, ">");
    attributes
}

/// Takes character data to the end of the last section; `]]>` in it was split between two.
fn character_data(rest: &mut &str) -> String {
    let mut content = String::new();
    loop {
        content.push_str(take_until(rest, "]]>"));
        let Some(after) = rest.strip_prefix("<![CDATA[") else { return content };
        *rest = after;
    }
}

fn head(mut attributes: Attributes) -> Head {
    let mut needed = |name: &str| attributes.remove(name).unwrap_or_else(|| panic!("no {name}"));
    let [kind, origin_name, level_name] = ["kind", "origin", "level"].map(&mut needed);
    let mut optional = |name: &str| attributes.remove(name);
    let name = match (optional("path"), optional("title")) {
        (Some(path), None) => Name::Path(conceal(&path)),
        (None, Some(title)) => Name::Title(conceal(&title)),
        both => panic!("a path or a title: {both:?}"),
    };
    let lines = optional("lines").zip(optional("of"));
    let notes = optional("notes").unwrap_or_default();
    let head = Head {
        name,
        part: optional("section").map(|part| conceal(&part)),
        kind: conceal(&kind),
        origin: origin(&origin_name),
        level: level(&level_name),
        language: optional("language").map(|language| conceal(&language)),
        lines: lines.map(|(lines, of)| (ranges(&lines), of.parse().expect("a number of lines"))),
        redacted: ranges(&optional("redacted").unwrap_or_default()),
        notes: notes.split(", ").filter(|note| !note.is_empty()).map(str::to_owned).collect(),
    };
    assert!(attributes.is_empty(), "nothing else is said: {attributes:?}");
    head
}
