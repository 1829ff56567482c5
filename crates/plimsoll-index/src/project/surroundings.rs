//! The configuration and build files that matter to a file: by its language, in its folder and those above.

use super::family::Family;
use super::tree::{file_name, parent, upward};
use super::{FileId, Project};

/// A file that configures or builds another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Surrounding {
    pub file: FileId,
    /// How many folders above.
    pub levels: u32,
}

/// Files of one purpose.
struct Kind {
    /// Whole names; with a star at one end, how a name ends or begins.
    names: &'static [&'static str],
    /// Whose; nothing is everybody's.
    families: &'static [Family],
    /// Whether those above the nearest matter too.
    all_above: bool,
}

const fn nearest(families: &'static [Family], names: &'static [&'static str]) -> Kind {
    Kind { names, families, all_above: false }
}

const fn all_above(families: &'static [Family], names: &'static [&'static str]) -> Kind {
    Kind { names, families, all_above: true }
}

const KINDS: &[Kind] = &[
    all_above(&[Family::Rust], &["Cargo.toml"]),
    nearest(&[Family::Rust], &["build.rs"]),
    nearest(&[Family::Rust], &["rust-toolchain.toml", "rust-toolchain"]),
    all_above(&[Family::Ecma], &["package.json"]),
    nearest(&[Family::Ecma], &["tsconfig.json", "jsconfig.json"]),
    all_above(&[Family::Ecma], &["tsconfig.base.json"]),
    nearest(
        &[Family::Ecma],
        &["vite.config.*", "webpack.config.*", "rollup.config.*", "next.config.*"],
    ),
    nearest(&[Family::Ecma], &["babel.config.*", ".babelrc", ".babelrc.*"]),
    nearest(&[Family::Ecma], &["pnpm-workspace.yaml", "lerna.json", "nx.json", "turbo.json"]),
    nearest(&[Family::Python], &["pyproject.toml"]),
    nearest(&[Family::Python], &["setup.py"]),
    nearest(&[Family::Python], &["setup.cfg"]),
    nearest(&[Family::Python], &["requirements.txt", "Pipfile"]),
    nearest(&[Family::Python], &["tox.ini", "pytest.ini", "noxfile.py"]),
    nearest(&[Family::Go], &["go.mod"]),
    nearest(&[Family::Go], &["go.work"]),
    all_above(&[Family::Jvm], &["pom.xml"]),
    all_above(&[Family::Jvm], &["build.gradle", "build.gradle.kts", "build.sbt"]),
    nearest(&[Family::Jvm], &["settings.gradle", "settings.gradle.kts"]),
    nearest(&[Family::Jvm], &["gradle.properties"]),
    nearest(&[Family::CSharp], &["*.csproj"]),
    nearest(&[Family::CSharp], &["*.sln", "*.slnx"]),
    all_above(&[Family::CSharp], &["Directory.Build.props", "Directory.Build.targets"]),
    nearest(&[Family::CSharp], &["Directory.Packages.props"]),
    all_above(&[Family::C], &["CMakeLists.txt", "meson.build"]),
    nearest(&[Family::C], &["Kbuild", "Kconfig"]),
    nearest(&[Family::C], &["configure.ac", "Makefile.am"]),
    all_above(&[Family::Php], &["composer.json"]),
    nearest(&[Family::Php], &["phpunit.xml", "phpunit.xml.dist"]),
    nearest(&[Family::Ruby], &["Gemfile"]),
    nearest(&[Family::Ruby], &["*.gemspec"]),
    nearest(&[Family::Ruby], &["Rakefile"]),
    nearest(&[Family::Elixir], &["mix.exs"]),
    nearest(&[Family::Swift], &["Package.swift"]),
    nearest(&[Family::Lua], &["*.rockspec"]),
    nearest(&[], &["Makefile", "GNUmakefile", "makefile", "justfile", "Justfile"]),
    nearest(&[], &["Dockerfile", "Containerfile"]),
    nearest(&[], &["docker-compose.yml", "docker-compose.yaml", "compose.yaml", "compose.yml"]),
    nearest(&[], &["BUILD", "BUILD.bazel"]),
];

impl Kind {
    fn fits(&self, name: &str, family: Option<Family>) -> bool {
        let is_named = |pattern: &&str| match (pattern.strip_prefix('*'), pattern.strip_suffix('*'))
        {
            (Some(ending), _) => name.ends_with(ending),
            (_, Some(beginning)) => name.starts_with(beginning),
            _ => name == *pattern,
        };
        let whose =
            self.families.is_empty() || family.is_some_and(|it| self.families.contains(&it));
        whose && self.names.iter().any(is_named)
    }
}

impl Project {
    /// The configuration and build files of a file, the nearest first, then by path.
    pub fn configuration(&self, file: FileId) -> Vec<Surrounding> {
        self.surrounding(file, KINDS)
    }

    fn surrounding(&self, file: FileId, kinds: &[Kind]) -> Vec<Surrounding> {
        let tree = &self.facts.tree;
        let family = self.facts.file(file).family;
        let mut wanted: Vec<&Kind> = kinds.iter().collect();
        let mut found = Vec::new();
        for (levels, folder) in (0..).zip(upward(parent(tree.path(file)))) {
            let mut satisfied = vec![false; wanted.len()];
            for other in tree.in_folder(folder).filter(|&other| other != file) {
                let name = file_name(tree.path(other));
                if let Some(at) = wanted.iter().position(|kind| kind.fits(name, family)) {
                    satisfied[at] = true;
                    found.push(Surrounding { file: other, levels });
                }
            }
            let mut satisfied = satisfied.into_iter();
            wanted.retain(|kind| !satisfied.next().unwrap_or(false) || kind.all_above);
        }
        found
    }
}
