//! Source files: the outline of each language, and the project that files and manifests make.

use crate::folder;
use crate::texts::within;
use plimsoll_core::escape::reveal;
use plimsoll_core::ladder::code;
use plimsoll_core::screened::Screened;
use plimsoll_index::outline::{Outline, outline as outline_of};
use plimsoll_index::project::{Manifests, ProjectBuilder, SourceFile, is_manifest};
use plimsoll_workspace::{Attributes, class_of, language_of, members};

/// An outline comes back from its bytes as it was, and its ladder stays inside the text.
pub(crate) fn outline(language: &str, bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Some(outline) = outline_of(language, &Screened::ours(text)) else { return };
    assert_eq!(Outline::decode(&outline.encode()).as_ref(), Some(&outline));
    let ladder = code(&outline.for_ladder(language, text), &[0], text);
    within(&ladder, text);
    let signatures = outline.signatures(language, text).unwrap_or_default();
    // Shown as in a document, where what nobody sees is spelled out.
    let whole = reveal(text);
    assert!(signatures.len() <= 2 * whole.len() + 100, "signatures are longer than the text");
}

/// A project can be made of any files, and whatever is asked of it has an answer.
pub(crate) fn project(bytes: &[u8]) {
    let mut builder = ProjectBuilder::default();
    let mut manifests = Manifests::default();
    for (path, content) in folder::files(bytes) {
        let Ok(text) = String::from_utf8(content) else { continue };
        let language = language_of(path.as_str(), &text);
        let outline = language.and_then(|language| outline_of(language, &Screened::ours(&*text)));
        let path = path.as_str();
        let class = class_of(path, &text, language, &Attributes::default());
        builder.add(&SourceFile { path, language, class, outline: outline.as_ref() });
        if is_manifest(path) {
            manifests.texts.insert(path.to_owned(), text);
        }
    }
    manifests.members = members(&manifests.texts);
    let project = builder.finish(&manifests);
    for file in project.files() {
        let _ = (project.imports(file).count(), project.configuration(file));
        let _ = (project.tests_of(file), project.sources_of(file));
        for neighbour in project.dependencies(&[file], 3) {
            assert!(neighbour.hops >= 1 && neighbour.hops <= 3, "{neighbour:?}");
        }
        for definition in project.definitions_of(file) {
            let _ = (project.callees(definition), project.callers(definition));
            let _ = (project.bases(definition), project.implementors(definition));
        }
    }
}
