//! The project graph of a snapshot: who needs what, made of the outlines that are kept as facts.

use crate::error::Error;
use crate::known::KnownFile;
use crate::snapshot::Snapshot;
use plimsoll_core::vocab::FileClass;
use plimsoll_index::outline::{Outline, outline};
use plimsoll_index::project::{Manifests, Project, ProjectBuilder, SourceFile, is_manifest};
use plimsoll_workspace::{class_of, language_of};

/// So many outlines are held at a time.
const READ_AT_ONCE: usize = 4096;

/// A file that is no longer there, to a graph that has to know who needed it.
pub(crate) struct GoneFile {
    path: String,
    language: Option<&'static str>,
    class: FileClass,
    outline: Option<Outline>,
}

impl Snapshot<'_> {
    pub(crate) fn project(&self) -> Result<Project, Error> {
        self.project_of(&self.files.iter().collect::<Vec<_>>(), &[])
    }

    /// The graph of some of the files, and of some that are no longer there.
    pub(crate) fn project_of(
        &self,
        files: &[&KnownFile],
        gone: &[GoneFile],
    ) -> Result<Project, Error> {
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
        for GoneFile { path, language, class, outline } in gone {
            builder.add(&SourceFile {
                path,
                language: *language,
                class: *class,
                outline: outline.as_ref(),
            });
        }
        Ok(builder.finish(&self.manifests()?))
    }

    /// A file that is no longer there, with what is known of its text; nothing where that may not be shown.
    pub(crate) fn gone_file(&self, path: &str, text: &str) -> Option<GoneFile> {
        let text = self.screened(path, text).ok()?;
        let language = language_of(path, text.text());
        let class = class_of(path, text.text(), language, &self.survey.attributes);
        let known = language.filter(|language| self.workspace().outlines(language));
        let outline = known.and_then(|language| outline(language, &text));
        Some(GoneFile { path: path.to_owned(), language, class, outline })
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
