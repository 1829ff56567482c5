//! Small trees for each family, with where each import leads.

mod namespaces;
mod paths;

use super::*;
use proptest::prelude::*;

/// Imports of real projects (Django, Go, Linux, Rails, Gson, Laravel, Babel, Cargo), drawn at even distances.
/// The answers are the resolver's own: those of C, PHP, Ruby, Rust and TypeScript were read through, of Go in
/// part, of Java and Python not yet. The trees are cut down to what the imports touch.
#[test]
#[expect(clippy::disallowed_methods, reason = "tests read their own data")]
fn imports_of_real_projects() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/imports");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        crate::project::tests::check(&text);
        count += text.matches(" -> ").count();
    }
    assert!(count > 200, "{count}");
}

#[test]
fn braces_are_expanded() {
    let expanded = expand("crate::{a::{self, B as C}, d::*, e}", "::");
    assert_eq!(expanded, ["crate::a::self", "crate::a::B", "crate::d::*", "crate::e"]);
    assert_eq!(expand("Foo.{A, B.C}", "."), ["Foo.A", "Foo.B.C"]);
    assert_eq!(expand("A\\{B, C as D}", "\\"), ["A\\B", "A\\C"]);
    assert_eq!(expand("plain", "::"), ["plain"]);
}

#[test]
fn parts_of_an_import_make_one_answer() {
    let files = |ids: &[u32]| Resolution::Files(ids.iter().map(|&id| FileId(id)).collect());
    let all = [files(&[2]), Resolution::External, files(&[1, 2]), Resolution::Unresolved];
    assert_eq!(Resolution::merge(all), files(&[1, 2]));
    assert_eq!(Resolution::merge([Resolution::External]), Resolution::External);
    let mixed = [Resolution::External, Resolution::Unresolved];
    assert_eq!(Resolution::merge(mixed), Resolution::Unresolved);
    assert_eq!(Resolution::merge([]), Resolution::Unresolved);
}

proptest! {
    #[test]
    fn any_braces_end(path in "[a{},:* ]{0,200}") {
        prop_assert!(expand(&path, "::").len() <= MOST_EXPANDED);
    }
}
