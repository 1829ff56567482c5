//! Dependencies, callers, bases, tests and configuration of small trees.

use super::{class, language, paths, project, samples};
use crate::project::{
    Caller, DefinitionId, FileId, Linked, Manifests, Project, ProjectBuilder, Resolution,
    SourceFile, TestLink,
};
use proptest::prelude::*;

fn file(project: &Project, path: &str) -> FileId {
    project.find(path).unwrap_or_else(|| panic!("no {path}"))
}

/// `path:line name` of each with what is said of it.
fn linked(project: &Project, all: &[Linked]) -> Vec<String> {
    let show = |one: &Linked| {
        let view = project.definition(one.definition);
        let (path, certainty) = (project.path(view.file), one.certainty.name());
        format!("{path} {} {} ({certainty} {})", view.kind, view.name, one.among)
    };
    all.iter().map(show).collect()
}

fn callers(project: &Project, all: &[Caller]) -> Vec<String> {
    let show = |one: &Caller| {
        let inside = one.definition.map_or("", |id| project.definition(id).name);
        format!("{}:{} {inside} ({})", project.path(one.file), one.line, one.certainty.name())
    };
    all.iter().map(show).collect()
}

/// By path.
fn named(project: &Project, name: &str) -> Vec<DefinitionId> {
    let all = project.files().flat_map(|file| project.definitions_of(file));
    all.filter(|&id| project.definition(id).name == name).collect()
}

fn only(project: &Project, name: &str) -> DefinitionId {
    let all = named(project, name);
    assert_eq!(all.len(), 1, "{name}");
    all[0]
}

#[test]
fn dependencies_have_hops_and_a_way() {
    let project = project(
        "
== a.py
import b
== b.py
import c
import d
== c.py
import a
== d.py
== e.py
import c
",
    );
    let show = |neighbours: &[crate::project::Neighbour]| -> Vec<String> {
        let show = |one: &crate::project::Neighbour| {
            format!("{} {} via {}", one.hops, project.path(one.file), project.path(one.via))
        };
        neighbours.iter().map(show).collect()
    };
    let a = file(&project, "a.py");
    assert_eq!(show(&project.dependencies(&[a], 1)), ["1 b.py via a.py"]);
    let far = ["1 b.py via a.py", "2 c.py via b.py", "2 d.py via b.py"];
    assert_eq!(show(&project.dependencies(&[a], 9)), far);
    let back = ["1 c.py via a.py", "2 b.py via c.py", "2 e.py via c.py"];
    assert_eq!(show(&project.dependents(&[a], 9)), back);
    assert!(project.dependencies(&[a], 0).is_empty());
}

#[test]
fn files_of_one_package_need_each_other_by_name() {
    let project = project(
        "
== go.mod
| module m
== p/a.go
function Run
  call helper
  call Close
== p/b.go
function helper
struct T
method Close
== p/c.go
function other
== p/b_test.go
function TestHelper
  call helper
== q/b.go
function helper
",
    );
    let needs = |path| {
        let found: Vec<FileId> =
            project.dependencies(&[file(&project, path)], 1).iter().map(|one| one.file).collect();
        paths(&project, &found)
    };
    assert_eq!(needs("p/a.go"), "p/b.go");
    assert_eq!(needs("p/b.go"), "");
    assert_eq!(needs("p/b_test.go"), "p/b.go");
    let run = only(&project, "Run");
    let expected = ["p/b.go function helper (certain 1)", "p/b.go method Close (certain 1)"];
    assert_eq!(linked(&project, &project.callees(run)), expected);
}

#[test]
fn ruby_constants_are_found_as_an_autoloader_does() {
    let project = project(
        "
== app/models/user.rb
class User < ApplicationRecord
== app/models/application_record.rb
class ApplicationRecord
== app/controllers/users_controller.rb
class UsersController
  type User
== lib/patches.rb
class User
",
    );
    let needed = project.dependencies(&[file(&project, "app/controllers/users_controller.rb")], 1);
    assert_eq!(paths(&project, &[needed[0].file]), "app/models/user.rb");
    assert_eq!(needed.len(), 1);
}

#[test]
fn callers_are_narrowed_by_what_a_file_sees() {
    let project = project(
        "
== lib/a.py
function parse
== lib/b.py
function parse
== use_a.py
import lib.a [parse]
function one
  call parse
== use_b.py
import lib.b [parse]
call parse
== unknown.py
function two
  call parse
== other.rb
call parse
",
    );
    let both = named(&project, "parse");
    assert_eq!(both.len(), 2);
    let of_a = callers(&project, &project.callers(both[0]));
    assert_eq!(of_a, ["unknown.py:2 two (by name alone)", "use_a.py:3 one (certain)"]);
    let of_b = callers(&project, &project.callers(both[1]));
    assert_eq!(of_b, ["unknown.py:2 two (by name alone)", "use_b.py:2  (certain)"]);
}

#[test]
fn names_are_found_behind_a_file_that_passes_them_on() {
    let project = project(
        "
== src/index.ts
import ./deep/impl
== src/deep/impl.ts
function run
== other/impl.ts
function run
== app.ts
import ./src
function main
  call run
",
    );
    let main = only(&project, "main");
    assert_eq!(
        linked(&project, &project.callees(main)),
        ["src/deep/impl.ts function run (certain 1)"]
    );
}

#[test]
fn methods_are_certain_only_where_no_other_has_the_name() {
    let project = project(
        "
== a.py
class A
  method close
  method only_here
== b.py
class B
  method close
== c.py
import a
function f
  call close
  call only_here
",
    );
    let f = only(&project, "f");
    let expected = ["a.py method close (one of several 2)", "a.py method only_here (certain 1)"];
    assert_eq!(linked(&project, &project.callees(f)), expected);
}

#[test]
fn a_header_and_its_source_are_one() {
    let project = project(
        "
== include/x.h
function run
== include/x.c
function run
== main.c
import x.h
function main
  call run
== other.c
function run
",
    );
    let main = only(&project, "main");
    let expected = ["include/x.c function run (certain 1)", "include/x.h function run (certain 1)"];
    assert_eq!(linked(&project, &project.callees(main)), expected);
}

#[test]
fn bases_and_implementors_include_blocks_that_add_to_a_type() {
    let project = project(
        "
== Cargo.toml
| [package]
| name = 'x'
== src/lib.rs
import shape
import round
== src/shape.rs
trait Shape < Debug
== src/round.rs
import crate::shape::Shape
struct Circle
extension Circle < Shape<f64>
struct Other
",
    );
    let (shape, circle) = (only(&project, "Shape"), named(&project, "Circle")[0]);
    assert_eq!(linked(&project, &project.bases(circle)), ["src/shape.rs trait Shape (certain 1)"]);
    let expected = ["src/round.rs extension Circle (certain 1)"];
    assert_eq!(linked(&project, &project.implementors(shape)), expected);
    assert!(project.bases(shape).is_empty());
}

#[test]
fn tests_are_found_by_name_import_and_use() {
    let project = project(
        "
== src/pkg/forms.py
== src/pkg/admin/forms.py
== src/pkg/views.py
== tests/admin/test_forms.py
import pkg.views
== tests/test_forms.py
== web/Button.tsx
== web/__tests__/Button.test.tsx
== web/other/Button.tsx
",
    );
    let tests = |path| -> Vec<String> {
        let found = project.tests_of(file(&project, path));
        found.iter().map(|one| format!("{} {}", project.path(one.file), one.link.name())).collect()
    };
    assert_eq!(
        tests("src/pkg/admin/forms.py"),
        ["tests/admin/test_forms.py is named as the test of it"]
    );
    assert_eq!(tests("src/pkg/views.py"), ["tests/admin/test_forms.py is a test that imports it"]);
    assert_eq!(
        tests("web/Button.tsx"),
        ["web/__tests__/Button.test.tsx is named as the test of it"]
    );
    assert!(tests("web/other/Button.tsx").is_empty());
    let sources = project.sources_of(file(&project, "tests/admin/test_forms.py"));
    let sources: Vec<FileId> = sources.iter().map(|one| one.file).collect();
    assert_eq!(paths(&project, &sources), "src/pkg/admin/forms.py, src/pkg/views.py");
}

#[test]
fn a_test_may_be_named_after_what_it_imports() {
    let tests = [
        "== tests/DatabaseHasOneTest.php\nimport App\\HasOne\nimport App\\One\n",
        "== tests/HasManiesTest.php\nimport App\\One\n",
        "== spec/01-unit/16-loop_handler_spec.lua\nimport kong.loop.handler\n",
        "== test/tasks/app.gen_test.exs\n== test/tasks/app.gen.channel_test.exs\n",
    ];
    let sources = "== composer.json\n| {\"autoload\": {\"psr-4\": {\"App\\\\\": \"src/\"}}}\n\
        == src/HasOne.php\n== src/One.php\n== kong/loop/handler.lua\n\
        == lib/tasks/app.gen.ex\n== lib/tasks/app.gen.channel.ex\n";
    let project = project(&format!("{}{sources}", tests.concat()));
    let named = |path| -> Vec<&str> {
        let found = project.sources_of(file(&project, path)).into_iter();
        let named = found.filter(|one| one.link == TestLink::Named);
        named.map(|one| project.path(one.file)).collect()
    };
    assert_eq!(named("tests/DatabaseHasOneTest.php"), ["src/HasOne.php"]);
    assert!(named("tests/HasManiesTest.php").is_empty());
    assert_eq!(named("spec/01-unit/16-loop_handler_spec.lua"), ["kong/loop/handler.lua"]);
    assert_eq!(named("test/tasks/app.gen_test.exs"), ["lib/tasks/app.gen.ex"]);
    assert_eq!(named("test/tasks/app.gen.channel_test.exs"), ["lib/tasks/app.gen.channel.ex"]);
}

#[test]
fn a_common_name_is_the_subject_of_what_lies_near_or_imports_it() {
    let many: String = (0..9).map(|at| format!("== tests/suite/add{at}/help.rs\n")).collect();
    let project = project(&format!(
        "{many}== src/commands/help.rs\n== tests/commands/help.rs\n== src/ops/install.rs\n\
         == tests/suite/install.rs\n"
    ));
    let tests = |path| -> Vec<&str> {
        let found = project.tests_of(file(&project, path)).into_iter();
        found.map(|one| project.path(one.file)).collect()
    };
    assert_eq!(tests("src/commands/help.rs"), ["tests/commands/help.rs"]);
    assert_eq!(tests("src/ops/install.rs"), ["tests/suite/install.rs"]);
}

#[test]
fn configuration_is_that_of_the_language_nearest_first() {
    let project = project(
        "
== Cargo.toml
== package.json
== Makefile
== crates/a/Cargo.toml
== crates/a/src/lib.rs
== web/package.json
== web/tsconfig.json
== web/src/x.ts
== web/vite.config.ts
== net/App.csproj
== net/deep/X.cs
== All.sln
",
    );
    let of = |path| {
        let found = project.configuration(file(&project, path));
        let found: Vec<FileId> = found.iter().map(|one| one.file).collect();
        paths(&project, &found)
    };
    assert_eq!(of("crates/a/src/lib.rs"), "crates/a/Cargo.toml, Cargo.toml, Makefile");
    assert_eq!(
        of("web/src/x.ts"),
        "web/package.json, web/tsconfig.json, web/vite.config.ts, Makefile, package.json"
    );
    assert_eq!(of("net/deep/X.cs"), "net/App.csproj, All.sln, Makefile");
}

/// What is said of every file and definition.
fn everything(project: &Project) -> String {
    let mut out = String::new();
    for file in project.files() {
        let imports: Vec<(&str, &Resolution)> =
            project.imports(file).map(|import| (import.path, import.resolution)).collect();
        out += &format!(
            "{file:?} {imports:?} {:?} {:?}",
            project.dependencies(&[file], 3),
            project.dependents(&[file], 3)
        );
        out += &format!(
            "{:?} {:?} {:?}\n",
            project.tests_of(file),
            project.sources_of(file),
            project.configuration(file)
        );
        for id in project.definitions_of(file) {
            out += &format!("{:?} {:?}", project.callers(id), project.callees(id));
            out += &format!("{:?} {:?}\n", project.bases(id), project.implementors(id));
        }
    }
    out
}

const PARTS: &[&str] = &["a", "b", "test", "src", "lib", "mod", "index", "x.y", "..", ""];
const ENDINGS: &[&str] =
    &["rs", "py", "ts", "go", "java", "c", "h", "cs", "php", "rb", "lua", "ex", "swift", "sh"];
const IMPORTS: &[&str] = &[
    "a",
    "./a",
    "../b",
    "a.b",
    "a::b",
    "crate::{a, b::*}",
    "super::super::a",
    ".a",
    "..",
    "a/b",
    "<a.h>",
    "b.h",
    "App\\{A, B}",
    "{",
    "}",
    "",
    "*",
    "a.*",
    "__DIR__ . 'a.php'",
    "$x/a.sh",
    "#a",
    "@/a",
    "std",
    "A.B.C",
    "\"",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Any imports in any tree are answered, and the order in which files come does not matter.
    #[test]
    fn the_order_of_files_does_not_matter(
        drawn in prop::collection::vec(
            (prop::collection::vec(0..PARTS.len(), 1..4), 0..ENDINGS.len(), prop::collection::vec(0..IMPORTS.len(), 0..4)),
            1..12,
        ),
    ) {
        let mut text = String::new();
        for (folders, ending, imports) in &drawn {
            let path: Vec<&str> = folders.iter().map(|&at| PARTS[at]).filter(|part| !matches!(*part, "" | "..")).collect();
            text += &format!("== {}q.{}\n", path.iter().map(|part| format!("{part}/")).collect::<String>(), ENDINGS[*ending]);
            for &import in imports {
                text += &format!("import {}\n", IMPORTS[import]);
            }
            text += "module a\nclass A < B\n  method run\n    call run\n    type A\nfunction b\n  call A\n";
        }
        let samples = samples(&text);
        let build = |backwards: bool| {
            let mut builder = ProjectBuilder::default();
            let mut order: Vec<_> = samples.iter().collect();
            order.sort_by(|a, b| a.path.cmp(&b.path));
            order.dedup_by(|a, b| a.path == b.path);
            if backwards {
                order.reverse();
            }
            for sample in order {
                builder.add(&SourceFile {
                    path: &sample.path,
                    language: language(&sample.path),
                    class: class(&sample.path),
                    outline: Some(&sample.outline),
                });
            }
            everything(&builder.finish(&Manifests::default()))
        };
        prop_assert_eq!(build(false), build(true));
    }
}
