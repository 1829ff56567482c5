//! What callers send: requests, task files, constraints; and the settings that a repository ships.

use plimsoll::core::vocab::Format;
use plimsoll::settings::{Layers, NamedText, SetBy, Settings, template};
use plimsoll::{
    BuildRequest, Error, Issue, LimitRequest, Logging, Options, Outcome, PackRequest, Previous,
    Task, Workspace, constraints_from_json,
};
use serde_json::Value;
use std::sync::LazyLock;
use tempfile::TempDir;

fn json(bytes: &[u8]) -> Option<Value> {
    serde_json::from_slice(bytes).ok()
}

/// An error is one line that says something.
fn is_a_sentence<T>(result: &Result<T, Error>) {
    if let Err(error) = result {
        let said = error.to_string();
        assert!(!said.trim().is_empty(), "an error says nothing");
        assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "an error has {said:?}");
    }
}

/// A small project that requests are about.
static PROJECT: LazyLock<(TempDir, Workspace)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("there is room");
    for (name, text) in [
        (
            "a.rs",
            "use crate::b::Store;\npub struct Cache;\nimpl Cache {\n    pub fn get(&self) {}\n}\n",
        ),
        ("b.rs", "pub trait Store {\n    fn get(&self);\n}\n"),
        ("notes.md", "# Notes\nnone\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("it is ours");
    }
    let options = Options { logging: Logging::Off, ..Options::default() };
    let workspace = Workspace::open_with(folder.path(), options).expect("it is there");
    (folder, workspace)
});

/// A request that is taken gives a bundle or a refusal, within its limit.
pub(crate) fn request(bytes: &[u8]) {
    let Some(value) = json(bytes) else { return };
    let request = BuildRequest::from_json(&value);
    is_a_sentence(&request);
    let Ok(request) = request else { return };
    match PROJECT.1.build(&request, Format::Markdown, 0) {
        Ok(Outcome::Loaded(bundle)) => {
            assert!(bundle.passage().used() <= bundle.passage().capsule().limit.value);
        }
        Ok(Outcome::Refused(refused)) => assert!(!refused.advice().is_empty()),
        Err(error) => panic!("nothing is in the way: {error}"),
    }
}

/// A task may be JSON, YAML or TOML.
pub(crate) fn task(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let forms = [json(bytes), serde_saphyr::from_str(text).ok(), toml::from_str(text).ok()];
    for value in forms.into_iter().flatten() {
        is_a_sentence(&Task::from_json(&value));
    }
}

/// Whatever a compiler or a test may have printed: it is read for places, and a pack is made within its limit of files
/// that are there.
pub(crate) fn output(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let issue = Issue { output: Some(text.to_owned()), ..Issue::default() };
    let previous = Previous { iteration: 1, issues: vec![issue], ..Previous::default() };
    let task = Task { previous: Some(previous), ..Task::sentence("repair it") };
    let request = PackRequest::new(task).limit(LimitRequest::Characters(20_000));
    match PROJECT.1.pack(&request) {
        Ok(Outcome::Loaded(pack)) => {
            assert!(pack.passage().used() <= 20_000);
            let paths =
                pack.passage().capsule().candidates.iter().filter_map(|one| one.name.path());
            paths.for_each(|path| assert!(["a.rs", "b.rs", "notes.md"].contains(&path), "{path}"));
        }
        Ok(Outcome::Refused(refused)) => assert!(!refused.advice().is_empty()),
        Err(error) => panic!("nothing is in the way: {error}"),
    }
}

pub(crate) fn constraints(bytes: &[u8]) {
    let Some(value) = json(bytes) else { return };
    let constraints = constraints_from_json(&value);
    is_a_sentence(&constraints);
    if let Ok(constraints) = constraints {
        assert!(constraints.compile().is_ok(), "constraints were taken that cannot be used");
    }
}

/// A repository's settings change nothing that is not in the template for projects.
pub(crate) fn settings(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let repository = Some(NamedText { name: "plimsoll.toml".to_owned(), text: text.to_owned() });
    let layers = Layers { repository, ..Layers::default() };
    let Ok(settings) = Settings::load(&layers) else { return };
    let open = template();
    for row in settings.rows() {
        let by_repository = matches!(row.set_by, SetBy::RepositoryFile { .. });
        let key = row.key.rsplit('.').next().unwrap_or_default();
        assert!(!by_repository || open.contains(key), "a repository has set {}", row.key);
    }
}
