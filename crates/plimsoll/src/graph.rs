//! The project graph of a snapshot: who needs what, made of the outlines that are kept as facts.

use crate::error::Error;
use crate::known::KnownFile;
use crate::snapshot::Snapshot;
use plimsoll_index::project::{Manifests, Project, ProjectBuilder, SourceFile, is_manifest};

/// So many outlines are held at a time.
const READ_AT_ONCE: usize = 4096;

impl Snapshot<'_> {
    pub(crate) fn project(&self) -> Result<Project, Error> {
        self.project_of(&self.files.iter().collect::<Vec<_>>())
    }

    /// The graph of some of the files.
    pub(crate) fn project_of(&self, files: &[&KnownFile]) -> Result<Project, Error> {
        let mut builder = ProjectBuilder::default();
        for part in files.chunks(READ_AT_ONCE) {
            for (file, outline) in part.iter().zip(self.outlines(part)?) {
                builder.add(&SourceFile {
                    path: file.path.as_str(),
                    language: file.language,
                    class: file.class,
                    outline: outline.as_ref(),
                });
            }
        }
        Ok(builder.finish(&self.manifests()?))
    }

    /// What the manifests say by which imports are resolved.
    fn manifests(&self) -> Result<Manifests, Error> {
        let files = self.files.iter().filter(|file| is_manifest(file.path.as_str()));
        let files: Vec<&KnownFile> = files.collect();
        let opened = self.open_all(&files)?.into_iter().flatten();
        let texts = opened.map(|file| (file.path().to_owned(), file.text.text().to_owned()));
        let texts = texts.collect();
        Ok(Manifests { members: plimsoll_workspace::members(&texts), texts })
    }
}
