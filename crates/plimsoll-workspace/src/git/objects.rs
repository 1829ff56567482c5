//! Commits and folders out of git's objects, within a bound on what is read in all.

use gix::ObjectId;
use gix::objs::{Data, Find, FindExt};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// So much of the folders is kept: what one commit has, the next one is compared with.
const KEPT_BYTES: usize = 32 * 1024 * 1024;

/// Why there is no more to be told.
#[derive(Debug)]
pub(crate) enum Ended {
    Bounded,
    Broken { what: String },
}

impl Ended {
    pub(crate) fn broken(error: &gix::Error) -> Self {
        Self::Broken { what: error.to_string() }
    }
}

/// Reads objects until the bound is reached, and then no more. The bound counts what was asked for, kept or
/// not, so that the same history always ends at the same place.
pub(crate) struct Objects<'a> {
    repo: &'a gix::Repository,
    left: Cell<u64>,
    /// Something was asked for that the bound did not allow.
    pub(crate) is_exhausted: Cell<bool>,
    kept: RefCell<Kept>,
}

#[derive(Default)]
struct Kept {
    objects: BTreeMap<ObjectId, (gix::objs::Kind, Rc<[u8]>)>,
    bytes: usize,
}

impl<'a> Objects<'a> {
    pub(crate) fn new(repo: &'a gix::Repository, most_bytes: u64) -> Self {
        Self {
            repo,
            left: Cell::new(most_bytes),
            is_exhausted: Cell::new(false),
            kept: RefCell::default(),
        }
    }

    pub(crate) fn commit(&self, id: ObjectId) -> Result<Vec<u8>, Ended> {
        let mut bytes = Vec::new();
        self.find_commit(&id, &mut bytes).map_err(|error| self.ended(&error))?;
        Ok(bytes)
    }

    /// How large an object is, without reading it.
    pub(crate) fn size(&self, id: ObjectId) -> Option<u64> {
        Some(self.repo.find_header(id).ok()?.size())
    }

    /// What an error means: the bound, or something wrong with an object.
    pub(crate) fn ended(&self, error: &gix::Error) -> Ended {
        if self.is_exhausted.get() { Ended::Bounded } else { Ended::broken(error) }
    }

    /// Takes so many bytes off the bound.
    fn spend(&self, bytes: usize) -> gix::Result<()> {
        match self.left.get().checked_sub(bytes as u64) {
            Some(left) => {
                self.left.set(left);
                Ok(())
            }
            None => {
                self.is_exhausted.set(true);
                Err(gix::Error::from_error(std::io::Error::from(std::io::ErrorKind::FileTooLarge)))
            }
        }
    }

    fn keep(&self, id: ObjectId, kind: gix::objs::Kind, bytes: &[u8]) {
        let mut kept = self.kept.borrow_mut();
        if kept.bytes + bytes.len() > KEPT_BYTES {
            *kept = Kept::default();
        }
        if bytes.len() <= KEPT_BYTES / 4 {
            kept.bytes += bytes.len();
            kept.objects.insert(id, (kind, bytes.into()));
        }
    }
}

impl Find for Objects<'_> {
    fn try_find<'b>(
        &self,
        id: &gix::oid,
        buffer: &'b mut Vec<u8>,
    ) -> gix::Result<Option<Data<'b>>> {
        let kept = self.kept.borrow().objects.get(id).cloned();
        if let Some((kind, bytes)) = kept {
            self.spend(bytes.len())?;
            buffer.clear();
            buffer.extend_from_slice(&bytes);
            return Ok(Some(Data { kind, object_hash: id.kind(), data: buffer }));
        }
        let Some(found) = self.repo.objects.try_find(id, buffer)? else { return Ok(None) };
        self.spend(found.data.len())?;
        self.keep(id.to_owned(), found.kind, found.data);
        Ok(Some(found))
    }
}
