//! A folder as one text, so that a person can read and write a seed of several files: a line `=== PATH` begins a file, and
//! the line break before it is not the file's own, so that files of any bytes can be written.

use plimsoll_workspace::RelPath;
use std::fs;
use std::path::Path;

const BEGIN: &[u8] = b"=== ";

/// The files of an input. What stands before the first of them has no name and is left out, as are paths that lead
/// elsewhere.
pub(crate) fn files(bytes: &[u8]) -> Vec<(RelPath, Vec<u8>)> {
    let mut files: Vec<(Option<RelPath>, Vec<u8>)> = Vec::new();
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        if let Some(name) = line.strip_prefix(BEGIN) {
            let name = str::from_utf8(name).map(str::trim_end);
            files.push((name.ok().and_then(|name| RelPath::parse(name).ok()), Vec::new()));
        } else if let Some((_, content)) = files.last_mut() {
            content.extend_from_slice(line);
        }
    }
    let whole = |(path, mut content): (Option<RelPath>, Vec<u8>)| {
        content.pop_if(|last| *last == b'\n');
        Some((path?, content))
    };
    files.into_iter().filter_map(whole).collect()
}

/// Writes files below a folder. Those whose path the file system does not take are left out.
pub(crate) fn write(root: &Path, files: &[(RelPath, Vec<u8>)]) {
    for (path, content) in files {
        let path = root.join(path.as_str());
        let made = path.parent().map(fs::create_dir_all);
        if matches!(made, Some(Ok(()))) {
            // An input may want a file where it has a folder. The first of them stands.
            let _ = fs::write(path, content);
        }
    }
}
