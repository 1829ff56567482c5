//! Languages that import files, by path or by module.

use crate::project::tests::check;

#[test]
fn rust_follows_modules_and_crates() {
    check(
        "
== Cargo.toml
| [workspace]
| members = ['crates/*']
| [workspace.dependencies]
| short = { path = 'crates/long-name', package = 'long-name' }
== crates/app/Cargo.toml
| [package]
| name = 'app'
| [dependencies]
| long-name = { path = '../long-name' }
| serde = '1'
| [dev-dependencies]
| short.workspace = true
== crates/app/src/main.rs
import a -> crates/app/src/a.rs
import a::b::Thing -> crates/app/src/a/b/mod.rs
import long_name::{deep::Thing, Other} -> crates/long-name/src/deep.rs, crates/long-name/src/lib.rs
import short::deep -> crates/long-name/src/deep.rs
import std::fmt -> external
import serde::{Serialize, Deserialize} -> external
import unknown::x -> external
module inline
  import held -> crates/app/src/inline/held.rs
module tests
  import super::* -> crates/app/src/main.rs
  import super::a::b -> crates/app/src/a/b/mod.rs
  import crate::inline::held::X -> crates/app/src/inline/held.rs
  import super::inline::Y -> crates/app/src/main.rs
== crates/app/src/inline/held.rs
import super::super::a::X -> crates/app/src/a.rs
== crates/app/src/a.rs
import b -> crates/app/src/a/b/mod.rs
import self::b::c::{self, X} -> crates/app/src/a/b/c.rs
import super::a -> crates/app/src/a.rs
import crate::A -> crates/app/src/main.rs
import gone -> external
import elsewhere/odd.rs -> crates/app/src/elsewhere/odd.rs
import crate::odd::Y -> crates/app/src/main.rs
== crates/app/src/a/b/mod.rs
import c -> crates/app/src/a/b/c.rs
== crates/app/src/a/b/c.rs
import super::super::super::a::b -> crates/app/src/a/b/mod.rs
== crates/app/src/elsewhere/odd.rs
import super::b::X -> crates/app/src/a/b/mod.rs
== crates/app/tests/it.rs
import common -> crates/app/tests/common/mod.rs
import long_name::deep::{Thing as Other} -> crates/long-name/src/deep.rs
== crates/app/tests/common/mod.rs
import super::x -> crates/app/tests/it.rs
== crates/long-name/Cargo.toml
| [package]
| name = 'long-name'
== crates/long-name/src/lib.rs
import deep -> crates/long-name/src/deep.rs
import app::x -> external
== crates/long-name/src/deep.rs
== crates/long-name/examples/show.rs
import long_name::deep::Thing -> crates/long-name/src/deep.rs
== stray.rs
import crate::x -> unresolved
",
    );
}

#[test]
fn python_searches_packages_and_roots() {
    check(
        "
== pyproject.toml
== src/pkg/__init__.py
import . [sub, thing] -> src/pkg/__init__.py, src/pkg/sub/__init__.py
import .mod [f] -> src/pkg/mod.py
== src/pkg/mod.py
import pkg.sub.deep -> src/pkg/sub/deep.py
import pkg [mod, sub] -> src/pkg/mod.py, src/pkg/sub/__init__.py
import os.path -> external
import numpy as np -> external
import pkg.missing -> unresolved
== src/pkg/sub/__init__.py
import .. [mod] -> src/pkg/mod.py
import ..mod [*] -> src/pkg/mod.py
import .gone [x] -> unresolved
import .... [x] -> unresolved
== src/pkg/sub/deep.py
import pkg.sub [deep as d] -> src/pkg/sub/deep.py
import . [deep] -> src/pkg/sub/deep.py
== src/space/inner/mod.py
import space.inner.mod -> src/space/inner/mod.py
import space.inner [mod] -> src/space/inner/mod.py
== tests/app/__init__.py
== tests/app/models.py
import app.forms [F] -> tests/app/forms.py
import pkg.mod -> src/pkg/mod.py
== tests/app/forms.py
import .models [M as N] -> tests/app/models.py
== scripts/run.py
import helper -> scripts/helper.py
import pkg -> src/pkg/__init__.py
== scripts/helper.py
",
    );
}

#[test]
fn scripts_search_endings_folders_aliases_and_packages() {
    check(
        r##"
== package.json
| {"name": "root", "workspaces": ["packages/*"], "imports": {"#tools/*": "./tools/*.js", "#one": {"default": "./tools/one.js"}}}
== tsconfig.base.json
| { // shared
|   "compilerOptions": {"paths": {"@lib/*": ["packages/lib/src/*"], "exact": ["tools/one.ts"],} } }
== packages/app/tsconfig.json
| {"extends": "../../tsconfig.base"}
== packages/app/package.json
| {"name": "@scope/app"}
== packages/app/src/main.ts
import ./a -> packages/app/src/a.ts
import ./a.js -> packages/app/src/a.ts
import ./dir -> packages/app/src/dir/index.tsx
import ./data.json -> packages/app/src/data.json
import . -> packages/app/src/index.ts
import ./gone -> unresolved
import ../../../../outside -> unresolved
import @lib/util/x -> packages/lib/src/util/x.ts
import exact -> tools/one.ts
import @scope/lib -> packages/lib/src/index.ts
import @scope/lib/sub -> packages/lib/src/sub.ts
import @scope/lib/features/one -> packages/lib/src/features/one.ts
import @scope/lib/util/x -> packages/lib/src/util/x.ts
import react -> external
import node:fs -> external
import @types/x -> external
import #one -> unresolved
import @/a -> packages/app/src/a.ts
import @/gone -> unresolved
import raw-loader!./data.json?x -> packages/app/src/data.json
== packages/app/src/a.ts
== packages/app/src/index.ts
== packages/app/src/dir/index.tsx
== packages/app/src/data.json
== packages/lib/package.json
| {"name": "@scope/lib", "main": "./dist/index.js", "exports": {".": {"types": "./dist/index.d.ts", "import": "./dist/esm/index.js"}, "./sub": "./dist/sub.js", "./features/*": "./dist/features/*.js"}}
== packages/lib/src/index.ts
== packages/lib/src/sub.ts
== packages/lib/src/util/x.ts
== packages/lib/src/features/one.ts
== samples/lib/package.json
| {"name": "@scope/lib"}
== samples/lib/index.js
import @scope/lib -> samples/lib/index.js
== tools/one.ts
== tools/two.js
import ./one -> tools/one.ts
import #one -> tools/one.ts
import #tools/two -> tools/two.js
import ../packages/lib -> packages/lib/src/index.ts
== web/jsconfig.json
| {"compilerOptions": {"baseUrl": "./src"}}
== web/src/deep/x.js
import deep/y -> web/src/deep/y.mjs
import deep/z -> external
== web/src/deep/y.mjs
== vite/tsconfig.json
| {"files": [], "references": [{"path": "./tsconfig.app.json"}]}
== vite/tsconfig.app.json
| {"compilerOptions": {"paths": {"~/*": ["./lib/*"]}}}
== vite/main.ts
import ~/x -> vite/lib/x.ts
== vite/lib/x.ts
"##,
    );
}

#[test]
fn go_imports_are_folders_of_modules() {
    check(
        "
== go.mod
| // comment
| module example.com/app/v2
| replace (
|   example.com/other v1.0.0 => ./third/other
| )
== go.work
| replace example.com/worked => ./third/worked
== third/worked/w.go
== main.go
import example.com/worked -> third/worked/w.go
import example.com/app/v2/internal/store -> internal/store/a.go, internal/store/b.go
import example.com/app/v2 -> main.go
import example.com/app/v2/gone -> unresolved
import example.com/other/x -> third/other/x/x.go
import example.com/vendored -> vendor/example.com/vendored/v.go
import fmt -> external
import github.com/a/b -> external
import C -> external
import example.com/app/v2/nested/deep -> nested/deep/d.go
== internal/store/a.go
== internal/store/b.go
== internal/store/b_test.go
== third/other/x/x.go
== vendor/example.com/vendored/v.go
== nested/go.mod
| module example.com/app/v2/nested
== nested/deep/d.go
import example.com/app/v2/internal/store -> internal/store/a.go, internal/store/b.go
",
    );
    check(
        "
== src/go.mod
| module std
== src/cmd/go.mod
| module cmd
== src/fmt/print.go
import internal/fmtsort -> src/internal/fmtsort/sort.go
import golang.org/x/net -> src/vendor/golang.org/x/net/n.go
== src/internal/fmtsort/sort.go
== src/vendor/golang.org/x/net/n.go
== src/cmd/go/main.go
import cmd/internal/base -> src/cmd/internal/base/b.go
import fmt -> src/fmt/print.go
== src/cmd/internal/base/b.go
",
    );
}

#[test]
fn includes_are_beside_or_below_the_folders_that_fit() {
    check(
        "
== include/linux/fs.h
import <linux/types.h> -> include/linux/types.h
== include/linux/types.h
== include/linux/string.h
== tools/include/linux/types.h
== fs/ext/file.c
import ext.h -> fs/ext/ext.h
import <linux/fs.h> -> include/linux/fs.h
import <linux/types.h> -> include/linux/types.h
import <string.h> -> external
import <asm/io.h> -> arch/arm/include/asm/io.h, arch/x86/include/asm/io.h
import gone.h -> unresolved
import ../ext/ext.h -> fs/ext/ext.h
== fs/ext/ext.h
== tools/perf/main.c
import <linux/types.h> -> tools/include/linux/types.h
import util/x.h -> tools/perf/util/x.h
== tools/perf/util/x.h
== arch/x86/include/asm/io.h
== arch/arm/include/asm/io.h
import <asm/only.h> -> arch/x86/include/asm/only.h
== arch/x86/include/asm/only.h
== arch/x86/um/asm/io.h
== arch/x86/kernel/a.c
import <asm/io.h> -> arch/x86/include/asm/io.h
import <vector> -> external
",
    );
}

#[test]
fn lua_bash_and_ruby_search_their_folders() {
    check(
        "
== lua/plug/init.lua
import plug.util -> lua/plug/util.lua
import plug -> lua/plug/init.lua
import socket.http -> external
import cjson -> external
== lua/plug/util.lua
== other/deep/x/y.lua
== main.lua
import x.y -> other/deep/x/y.lua
import other/deep/x/y.lua -> other/deep/x/y.lua
",
    );
    check(
        "
== bin/run.sh
import ../lib/common.sh -> lib/common.sh
import $(dirname \"$0\")/../lib/common.sh -> lib/common.sh
import ${DIR}/common.sh -> lib/common.sh
import \"$HERE\"/lib/common.sh -> lib/common.sh
import $FILE -> unresolved
import /etc/profile -> external
== lib/common.sh
",
    );
    check(
        "
== gem/lib/gem.rb
import gem/version -> gem/lib/gem/version.rb
import json -> external
import gem/gone -> unresolved
import other -> other/lib/other.rb
== gem/lib/gem/version.rb
import ../gem -> gem/lib/gem.rb
import part [require_relative] -> gem/lib/gem/part.rb
module Gem
  module Inner
    import Part -> gem/lib/gem/part.rb
    import Other::Thing -> other/lib/other.rb
    import Comparable -> external
== gem/lib/gem/part.rb
module Gem
  module Part
== gem/test/gem_test.rb
import test_helper -> gem/test/test_helper.rb
import gem -> gem/lib/gem.rb
== gem/test/test_helper.rb
== other/lib/other.rb
module Other
  class Thing
== elsewhere/part.rb
module Part
",
    );
}
