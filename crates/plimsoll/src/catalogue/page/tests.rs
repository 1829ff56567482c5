//! What a page says after it was written and read again.

use super::*;
use proptest::prelude::*;

const ALL: Wanted = Wanted { words: true, outlines: true };

fn file(name: &str, time: i64) -> FileEntry {
    let stamp = Stamp::File { size: 3, inode: 7, modified_ns: -1, changed_ns: time };
    let path = RelPath::parse(&format!("in/{name}")).unwrap();
    FileEntry { path, size: 3, modified_ms: None, stamp: Some(stamp) }
}

fn entry(file: &FileEntry) -> (String, Entry) {
    let name = file.path.file_name();
    let outcome = match name.as_bytes()[0] {
        b'a' => Err(Unseen::OwnDocument),
        b'b' => Err(Unseen::SecretName("in/...".to_owned())),
        _ => Ok(KnownFile {
            path: file.path.clone(),
            byte_size: 3,
            encoding: Encoding::Ascii,
            language: language_named("rust").filter(|_| name.len() > 1),
            class: FileClass::Test,
            content: [1; 32],
            length: 3,
            findings: Vec::new(),
            silenced: Vec::new(),
        }),
    };
    (name.to_owned(), Entry { stamp: file.stamp.unwrap(), made: ALL, outcome })
}

proptest! {
    #[test]
    fn what_has_not_changed_is_known(
        before in prop::collection::btree_map("[a-d]{1,2}", 0_i64..2, 0..6),
        now in prop::collection::btree_map("[a-d]{1,2}", 0_i64..2, 1..6),
    ) {
        let page: Page = before.iter().map(|(name, time)| entry(&file(name, *time))).collect();
        let files: Vec<FileEntry> = now.iter().map(|(name, time)| file(name, *time)).collect();
        let files: Vec<&FileEntry> = files.iter().collect();
        let held = read(&write(&page), &files, ALL).unwrap();
        let mut same = 0;
        for ((name, time), known) in now.iter().zip(&held.known) {
            let is_same = before.get(name) == Some(time);
            same += usize::from(is_same);
            let expected = is_same.then(|| (ALL, entry(&file(name, *time)).1.outcome));
            prop_assert_eq!(known, &expected);
        }
        prop_assert_eq!(held.is_stale, same < before.len());
    }

    #[test]
    fn what_was_cut_is_refused(names in prop::collection::btree_set("[a-d]{1,2}", 1..5), cut in 1_usize..40) {
        let page: Page = names.iter().map(|name| entry(&file(name, 0))).collect();
        let bytes = write(&page);
        let cut = &bytes[..bytes.len().saturating_sub(cut)];
        prop_assert!(read(cut, &[&file("c", 0)], ALL).is_none());
    }

    #[test]
    fn broken_bytes_never_break(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes, &[&file("c", 0)], ALL);
    }
}
