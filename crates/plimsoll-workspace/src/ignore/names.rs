//! Patterns for names that need no regular expression: a name, or one with a single `*` in it. Most lines of most
//! ignore files are such, and the walk asks them about every file.

/// So many are asked one by one; in a longer list they are found faster together.
const MOST: usize = 256;

/// The plain patterns of an ignore file.
#[derive(Debug, Default)]
pub(crate) struct PlainNames {
    /// Sorted by the last byte of what they match, as far as that is certain.
    patterns: Vec<(Option<u8>, Plain)>,
}

#[derive(Debug)]
struct Plain {
    start: String,
    /// What follows the `*`, where there is one.
    end: Option<String>,
    rule: usize,
}

impl PlainNames {
    /// Takes a glob over names, if it is plain and there are not too many.
    pub(crate) fn add(&mut self, glob: &str, rule: usize) -> bool {
        if self.patterns.len() == MOST {
            return false;
        }
        let Some((start, end)) = parts(glob) else { return false };
        let last = end.as_ref().unwrap_or(&start).bytes().last();
        let at = self.patterns.partition_point(|(other, _)| *other <= last);
        self.patterns.insert(at, (last, Plain { start, end, rule }));
        true
    }

    /// The last rule that matches a name and holds.
    pub(crate) fn last_match(&self, name: &str, holds: impl Fn(usize) -> bool) -> Option<usize> {
        let anything = self.ending_with(None);
        let alike = self.ending_with(name.bytes().last());
        let matching = anything.iter().chain(alike).filter(|(_, plain)| plain.matches(name));
        matching.map(|(_, plain)| plain.rule).filter(|&rule| holds(rule)).max()
    }

    fn ending_with(&self, last: Option<u8>) -> &[(Option<u8>, Plain)] {
        let start = self.patterns.partition_point(|(other, _)| *other < last);
        let length = self.patterns[start..].partition_point(|(other, _)| *other == last);
        &self.patterns[start..start + length]
    }
}

impl Plain {
    fn matches(&self, name: &str) -> bool {
        match &self.end {
            None => self.start == name,
            Some(end) => {
                // The last byte is known to be the same; the first one decides most of the others.
                let first = self.start.bytes().next();
                name.len() >= self.start.len() + end.len()
                    && (first.is_none() || first == name.bytes().next())
                    && name.ends_with(end)
                    && name.starts_with(&self.start)
            }
        }
    }
}

/// What stands before and behind the only `*` of a glob; nothing for any other glob.
fn parts(glob: &str) -> Option<(String, Option<String>)> {
    let (mut start, mut end) = (String::new(), None);
    let mut chars = glob.chars();
    while let Some(c) = chars.next() {
        let literal = match c {
            '*' if end.is_none() => {
                end = Some(String::new());
                continue;
            }
            '*' | '?' | '[' | '{' => return None,
            '\\' => chars.next()?,
            c => c,
        };
        end.as_mut().unwrap_or(&mut start).push(literal);
    }
    Some((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use globset::GlobBuilder;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn they_match_what_the_glob_does(
            glob in "(a|b|é|\\.|\\\\\\*|\\\\\\[|\\*|\\?|\\[ab\\]){1,5}",
            name in "(a|b|é|\\.|\\*|\\[){1,6}",
        ) {
            let mut names = PlainNames::default();
            names.add("other", 3);
            if names.add(&glob, 7) {
                names.add("a*", 2);
                let matcher = GlobBuilder::new(&glob).backslash_escape(true).build().unwrap();
                let is_match = matcher.compile_matcher().is_match(&name);
                prop_assert_eq!(names.last_match(&name, |_| true) == Some(7), is_match);
                prop_assert_ne!(names.last_match(&name, |rule| rule != 7), Some(7));
            }
        }
    }
}
