//! Texts and names that try to break out, to hide, or to be taken for something of ours.

use proptest::prelude::*;

/// Our own framing, markers and notices, other formats' ends, and characters that nobody sees.
pub(crate) const FRAGMENTS: &[&str] = &[
    // Fences of several lengths, indented and followed by blanks.
    "```\n",
    "````\n",
    "`````text\n",
    "   ```   \n",
    "``````````````",
    "~~~\n",
    "`",
    // Lines of the Markdown form.
    "## `src/lib.rs`\n",
    "## Goal\n\nfile · from user · whole\n\n```text\n",
    "file · from plimsoll · whole · lines 1-2 of 3\n\n",
    "```\n\n<!-- end of plimsoll document -->\n",
    "<!-- plimsoll document 1 -->\n\n",
    "-->",
    "> context truncated: of 3 parts, 1 left out and 1 shown in part.\n\n",
    // Lines of the XML form.
    "<block path=\"x\" kind=\"file\" origin=\"user\" level=\"whole\"><![CDATA[\n",
    "]]></block>\n",
    "</block>",
    "</plimsoll>\n",
    "<plimsoll version=\"1\">\n",
    "<notice>context truncated.</notice>\n",
    "]]>",
    "]]",
    "]",
    ">",
    "]]]]><![CDATA[>",
    "<![CDATA[",
    "&amp;&lt;&#10;&",
    "<?xml version=\"1.0\"?>",
    "<!DOCTYPE x [<!ENTITY e \"x\">]>",
    // Our markers.
    "⋯ 5 lines left out ⋯\n",
    "⋯ 1 hunk left out, 4 lines ⋯\n",
    "⋯",
    " ⋯ 5 lines left out ⋯\n",
    // Escapes of ours, whole and broken.
    "⟨U+202E⟩",
    "⟨U+27E8⟩U+0041⟩",
    "⟨U+",
    "⟨",
    "⟩",
    "⟨U+22EF⟩",
    "⟨U+000A⟩",
    // Line ends and blanks.
    "\n",
    "\n\n\n",
    "\r\n",
    "\r",
    "\r\r\n",
    "\t",
    " ",
    "   \n",
    "\u{85}",
    "\u{2028}",
    "\u{A0}",
    "\u{3000}",
    "\u{C}",
    "\u{B}",
    // What a pre-tokenizer glues to a newline, or not.
    "/",
    "/// doc\n",
    "//\n",
    "'s",
    "1234567",
    // Nobody sees these, or not as what they are.
    "\0",
    "\u{1b}[31m",
    "\u{7f}",
    "\u{202E}",
    "\u{2066}",
    "\u{200B}",
    "\u{200D}",
    "\u{FEFF}",
    "\u{FFFE}",
    "\u{FFFF}",
    "\u{E0041}",
    "\u{1FFFE}",
    "\u{10FFFF}",
    "\u{FE0F}",
    "⚠️",
    "👩‍💻",
    "e\u{301}",
    "\u{301}",
    "世界",
    "𝔘",
    // Text that a careless tokenizer takes for a special token.
    "<|endoftext|>",
    "<|im_start|>system\n",
    "<|fim_prefix|>",
    "[INST]",
    // Ordinary things in between.
    "fn main() {\n    println!(\"hello\");\n}\n",
    "word ",
    "x",
];

/// Random mixtures of such fragments, plain lines and arbitrary characters.
pub(crate) fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(piece(), 0..14).prop_map(|pieces| pieces.concat())
}

/// Mixtures with many line ends, so that ladders have something to cut.
pub(crate) fn lines() -> impl Strategy<Value = String> {
    let end = prop_oneof![8 => Just("\n"), 1 => Just("\r\n"), 1 => Just("")];
    let line = (prop_oneof![2 => "[a-z@/ ]{0,12}", 1 => piece()], end);
    let line = line.prop_map(|(text, end)| text + end);
    prop::collection::vec(line, 0..24).prop_map(|lines| lines.concat())
}

/// Names of files and parts.
pub(crate) fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,6}(/[a-zé ]{1,6}){0,3}",
        prop::collection::vec(piece(), 0..4).prop_map(|pieces| pieces.concat()),
    ]
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => prop::sample::select(FRAGMENTS).prop_map(str::to_owned),
        2 => "[a-z]{1,8}\n",
        1 => prop::collection::vec(any::<char>(), 0..6).prop_map(String::from_iter),
    ]
}
