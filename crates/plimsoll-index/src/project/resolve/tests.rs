//! Small trees for each family, with where each import leads.

mod namespaces;
mod paths;

use super::*;
use proptest::prelude::*;

/// Imports of real projects, drawn by lot (with a fixed seed) from the lines that import something, most of them
/// from the project's own files: abseil, ASP.NET Core, Babel, Cargo, cats-effect, Django, Excalidraw, Gson, Kong,
/// ktor, Laravel, Linux, Phoenix, Rails, SwiftNIO, traefik. Where each leads was looked up in the project's tree
/// before the resolver was asked, but for Kotlin, C# and Swift: there a script compared the words of a file with
/// the names that a package declares, only the answers that differed from the resolver's were read in the source
/// (two of Kotlin's were then taken from the resolver), and the names in the samples follow from the answers. The
/// trees are cut down to what the imports touch, and to files that could be mistaken for it.
#[test]
#[expect(clippy::disallowed_methods, reason = "tests read their own data")]
fn imports_of_real_projects() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/imports");
    let (mut counts, mut wrong) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        wrong.extend(crate::project::tests::wrong(&text));
        counts.push(text.matches(" -> ").count());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counts.len() == 17 && counts.iter().sum::<usize>() > 490, "{counts:?}");
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
    assert_eq!(Resolution::merge([Resolution::External, files(&[])]), files(&[]));
    assert_eq!(Resolution::merge([Resolution::Unresolved, files(&[])]), Resolution::Unresolved);
    assert_eq!(Resolution::merge([]), Resolution::Unresolved);
}

proptest! {
    #[test]
    fn any_braces_end(path in "[a{},:* ]{0,200}") {
        prop_assert!(expand(&path, "::").len() <= MOST_EXPANDED);
    }
}
