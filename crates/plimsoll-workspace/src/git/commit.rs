//! One commit, as far as a history needs it.

use super::objects::Ended;
use encoding_rs::Encoding;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::CommitRef;

/// A commit that was understood. What people put into it is taken as it is.
pub(crate) struct Parsed<'a> {
    pub(crate) tree: ObjectId,
    pub(crate) parents: Vec<ObjectId>,
    pub(crate) committed_ms: Option<i64>,
    raw: CommitRef<'a>,
}

/// A text that may have been longer.
pub(crate) struct Cut {
    pub(crate) text: String,
    pub(crate) is_cut: bool,
}

pub(crate) fn parse(bytes: &[u8], id: ObjectId) -> Result<Parsed<'_>, Ended> {
    let raw = CommitRef::from_bytes(bytes, id.kind()).map_err(|error| Ended::broken(&error))?;
    let committed = raw.committer().and_then(|committer| committer.time()).ok();
    Ok(Parsed {
        tree: raw.tree(),
        parents: raw.parents().collect(),
        committed_ms: committed.and_then(|time| time.seconds.checked_mul(1_000)),
        raw,
    })
}

impl Parsed<'_> {
    /// Name and address of whoever wrote it, as far as they can be read.
    pub(crate) fn author(&self) -> String {
        let author = self.raw.author().ok();
        author.map_or(String::new(), |author| format!("{} <{}>", author.name, author.email))
    }

    /// The message in the encoding that the commit names, of at most so many bytes as stored; a longer one
    /// ends with its last whole line.
    pub(crate) fn message(&self, most: usize) -> Cut {
        let all = self.raw.message.trim_end();
        let is_cut = all.len() > most;
        let bytes = if is_cut { whole_lines(&all[..most]) } else { all };
        let named = self.raw.encoding.and_then(|label| Encoding::for_label(label));
        let (text, _) = named.unwrap_or(encoding_rs::UTF_8).decode_without_bom_handling(bytes);
        Cut { text: text.trim_end().to_owned(), is_cut }
    }
}

fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.rfind_byte(b'\n').unwrap_or_else(|| last_boundary(bytes));
    &bytes[..end]
}

/// Where no character of UTF-8 is cut in two.
fn last_boundary(bytes: &[u8]) -> usize {
    let starts = |at: &usize| bytes.get(*at).is_some_and(|byte| byte & 0xC0 != 0x80);
    let last = (bytes.len().saturating_sub(4)..bytes.len()).rev().find(starts);
    last.filter(|&at| std::str::from_utf8(&bytes[at..]).is_err()).unwrap_or(bytes.len())
}
