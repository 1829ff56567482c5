//! Attributes and the items they stand on: what is test code, and which tests there are.

use crate::tokens::Token;

/// The tokens of what is compiled into the product: items under `#[cfg(test)]` are taken out.
pub(crate) fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match attribute(tokens, at) {
            Some(attribute) if attribute.is_test_only() => {
                if attribute.inner {
                    return kept;
                }
                at = end_of_item(tokens, attribute.end);
            }
            _ => {
                kept.push(tokens[at]);
                at += 1;
            }
        }
    }
    kept
}

/// The names of all functions that `cargo test` runs: marked `#[test]` and not `#[ignore]`.
pub(crate) fn test_functions<'a>(tokens: &[Token<'a>]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (mut is_test, mut is_ignored, start) = (false, false, at);
        while let Some(attribute) = attribute(tokens, at) {
            is_test |= attribute.is(&["test"]);
            is_ignored |= attribute.words.first().is_some_and(|word| word.text == "ignore");
            at = attribute.end;
        }
        if is_test
            && !is_ignored
            && let Some(found) = tokens[at..].iter().take(6).position(|token| token.text == "fn")
            && let Some(name) = tokens.get(at + found + 1)
        {
            names.push(name.text);
        }
        at = at.max(start + 1);
    }
    names
}

struct Attribute<'t, 'a> {
    words: &'t [Token<'a>],
    inner: bool,
    end: usize,
}

impl Attribute<'_, '_> {
    fn is(&self, texts: &[&str]) -> bool {
        self.words.iter().map(|word| word.text).eq(texts.iter().copied())
    }

    fn is_test_only(&self) -> bool {
        let has = |text| self.words.iter().any(|word| word.text == text);
        let all_of_them = self.words.get(2).is_some_and(|word| word.text == "all");
        self.is(&["cfg", "(", "test", ")"])
            || (all_of_them && has("cfg") && has("test") && !has("any") && !has("not"))
    }
}

fn attribute<'t, 'a>(tokens: &'t [Token<'a>], at: usize) -> Option<Attribute<'t, 'a>> {
    let is = |at: usize, text| tokens.get(at).is_some_and(|token: &Token<'_>| token.text == text);
    let inner = is(at + 1, "!");
    let open = at + 1 + usize::from(inner);
    if !is(at, "#") || !is(open, "[") {
        return None;
    }
    let end = end_of_group(tokens, open);
    Some(Attribute { words: &tokens[open + 1..end.saturating_sub(1).max(open + 1)], inner, end })
}

/// The place after the bracket that closes the one at `open`.
fn end_of_group(tokens: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The place after the item, field or arm that begins at `at`, its attributes included.
fn end_of_item(tokens: &[Token<'_>], mut at: usize) -> usize {
    while let Some(attribute) = attribute(tokens, at) {
        at = attribute.end;
    }
    // A comma ends a field or an arm; in an item it stands between generic parameters.
    let comma_ends = tokens.get(at).is_none_or(|token| !ITEM_WORDS.contains(&token.text));
    while let Some(token) = tokens.get(at) {
        match token.text {
            ";" => return at + 1,
            "," if comma_ends => return at + 1,
            "{" => return end_of_group(tokens, at),
            ")" | "]" | "}" => return at,
            "(" | "[" => at = end_of_group(tokens, at),
            _ => at += 1,
        }
    }
    at
}

const ITEM_WORDS: &[&str] = &[
    "async",
    "const",
    "enum",
    "extern",
    "fn",
    "impl",
    "macro_rules",
    "mod",
    "pub",
    "static",
    "struct",
    "trait",
    "type",
    "union",
    "unsafe",
    "use",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::tokens;

    fn product(source: &str) -> String {
        let kept = without_tests(&tokens(source));
        kept.iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn test_code_is_taken_out_and_nothing_else() {
        assert_eq!(product("a #[cfg(test)] mod tests { b { c } } d"), "a d");
        assert_eq!(product("#[cfg(test)] #[x] fn f<A, B>(a: [u8; 2]) { b } d"), "d");
        assert_eq!(product("#[cfg(test)] mod tests; d"), "d");
        assert_eq!(product("S { #[cfg(test)] x: y, z }"), "S { z }");
        assert_eq!(product("S { #[cfg(all(test, unix))] x: y } z"), "S { } z");
        assert_eq!(product("#![cfg(test)] a"), "");
        for kept in ["# [ cfg ( not ( test ) ) ] a", "# [ cfg ( any ( test , unix ) ) ] a"] {
            assert_eq!(product(kept), kept);
        }
    }

    #[test]
    fn only_tests_that_run_are_tests() {
        let source =
            "#[test] fn a() {} #[ignore] #[test] fn b() {} #[test] #[ignore = \"x\"] fn c() {}
            fn d() {} proptest! { /// Says why.
            #[test] fn e(x in 0..3) {} } // #[test] fn f() {}
            #[cfg(test)] mod tests { #[test]\n#[should_panic] pub(crate) fn g() {} }";
        assert_eq!(test_functions(&tokens(source)), ["a", "e", "g"]);
        assert_eq!(test_functions(&tokens("#[test]\n#[should_panic] fn g() {}")), ["g"]);
        assert_eq!(test_functions(&tokens("#[test")), Vec::<&str>::new());
    }
}
