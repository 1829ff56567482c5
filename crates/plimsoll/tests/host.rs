//! What a host of the library decides: the key, the state folder, and the moment before anything is read.

use plimsoll::core::store::Which;
use plimsoll::{Error, Logging, Options, Outcome, PackRequest, Reach, Task, UserKey, Workspace};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};

fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    fs::write(folder.path().join("a.txt"), "the needle\n").expect("it is ours");
    folder
}

/// Packs once; gives why it was not logged.
fn pack(workspace: &Workspace) -> Result<Option<String>, Error> {
    let request = PackRequest::new(Task::sentence("needle"));
    let Outcome::Loaded(pack) = workspace.pack(&request)? else { panic!("it fits") };
    assert!(pack.document().contains("the needle"));
    Ok(pack.passage().log_trouble().map(str::to_owned))
}

fn is_logged(workspace: &Workspace) -> bool {
    workspace.explain(&Which::Newest).is_ok_and(|found| found.is_some())
}

#[test]
fn without_a_key_a_root_is_not_written_to_and_the_call_says_so() {
    let root = project();
    let workspace = Workspace::open(root.path()).unwrap();
    assert!(pack(&workspace).unwrap().is_some_and(|why| why.contains("without a key")));
    assert!(!root.path().join(".plimsoll").exists());
    let options = Options { logging: Logging::Required, ..Options::default() };
    let required = Workspace::open_with(root.path(), options).unwrap();
    assert!(matches!(pack(&required), Err(Error::NotLogged(_))));

    let state = tempfile::tempdir().unwrap();
    let folder = Some(state.path().join("state"));
    let named = Options { state: folder, logging: Logging::Required, ..Options::default() };
    let named = Workspace::open_with(root.path(), named).unwrap();
    assert!(pack(&named).unwrap().is_none() && is_logged(&named));
}

#[test]
fn the_host_is_told_once_what_will_be_touched_before_it_is() {
    let root = project();
    let told: Arc<Mutex<Vec<Reach>>> = Arc::default();
    let (tell, hidden) = (Arc::clone(&told), root.path().join("late.txt"));
    let before_reading = move |reach: &Reach| {
        // What appears at this moment is still found: nothing has been read yet.
        fs::write(&hidden, "a late needle\n").unwrap();
        tell.lock().unwrap().push(reach.clone());
    };
    let options = Options {
        key: Some(UserKey::from_bytes([3; 32])),
        before_reading: Some(Arc::new(before_reading)),
        ..Options::default()
    };
    let workspace = Workspace::open_with(root.path(), options).unwrap();
    assert!(told.lock().unwrap().is_empty());
    let request = PackRequest::new(Task::sentence("needle"));
    let Outcome::Loaded(first) = workspace.pack(&request).unwrap() else { panic!("it fits") };
    assert!(first.document().contains("a late needle"));
    assert!(pack(&workspace).unwrap().is_none() && is_logged(&workspace));
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 1);
    assert_eq!(told[0].reads, [root.path()]);
    let is_state = |path: &Path| path.starts_with(root.path().join(".plimsoll")) && path.is_dir();
    assert!(told[0].writes.len() == 1 && is_state(&told[0].writes[0]), "{:?}", told[0]);
}
