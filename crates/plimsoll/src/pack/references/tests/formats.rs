//! More of the same: linters, bundlers and checkers, and what has a line of its own.

use super::super::{Files, Reference, references};
use super::says;

#[test]
fn a_file_with_rows_of_its_own() {
    let both = [("web/src/api/auth.ts", 10), ("web/src/api/auth.ts", 12), ("web/src/index.ts", 3)];
    // eslint, and stylelint and yamllint alike.
    says(
        "\n/home/user/my shop/web/src/api/auth.ts\n  10:5   error    Unexpected var  no-var\n  12:10  warning  'x' is \
         unused, see a.ts  no-unused-vars\n\n/home/user/my shop/web/src/index.ts\n  3:1  error  Missing return  \
         consistent-return\n\n✖ 3 problems (2 errors, 1 warning)\n  2 errors and 0 warnings potentially fixable\n",
        &both,
    );
    // On Windows.
    says("\nC:\\a b\\web\\src\\index.ts\r\n  3:1  error  Missing return\r\n", &both[2..]);
    // eslint's pretty formatter, Create React App, Next.js.
    says(
        "  web/src/api/auth.ts\n  ✖  10:5  Unexpected var  no-var\n  ⚠  12:10  unused\n\n  src/index.ts\n  Line 3:1:  \
         'x' is not defined  no-undef\n",
        &both,
    );
    says("./web/src/index.ts\n3:1  Error: 'x' is never used.\n", &both[2..]);
    // Ruff, grouped; RuboCop, simple; a search with headings.
    says("app/views.py:\n  20:8 F401 [*] `os` imported but unused\n", &[("app/views.py", 20)]);
    says(
        "== lib/shop/cart.rb ==\nC:  1:  1: Style/Doc: Missing.\nW: 12:  3: Lint/X: y\n\n1 file inspected\n",
        &[("lib/shop/cart.rb", 1), ("lib/shop/cart.rb", 12)],
    );
    says("web/src/index.ts\n3:import x\n8-let y\n", &both[2..]);
    // phpcs and PHPStan.
    says(
        "FILE: /app/php/src/Cart.php\n--------------------------------\nFOUND 2 ERRORS AFFECTING 2 LINES\n\
         --------------------------------\n  2 | ERROR | [ ] Missing comment\n    |       |     on it\n 20 | ERROR | [x] \
         y\n--------------------------------\n",
        &[("php/src/Cart.php", 2), ("php/src/Cart.php", 20)],
    );
    says(
        " ------ -----------------------\n  Line   src/Cart.php (in context of class X)\n ------ \
         -----------------------\n  12     Call to an undefined method.\n         💡 See https://phpstan.org/12\n  31     \
         Other.\n ------ -----------------------\n",
        &[("php/src/Cart.php", 12), ("php/src/Cart.php", 31)],
    );
}

#[test]
fn numbers_below_a_file_that_are_no_rows_of_it() {
    // A list, an excerpt of another place, what follows a blank line, and sums.
    says("web/src/index.ts\n1. do this\n2 things\n-3\n", &[("web/src/index.ts", 0)]);
    says(
        "web/src/index.ts\n ❯ web/src/api/auth.ts:10:5\n      8|  let x\n     10|  x()\n",
        &[("web/src/api/auth.ts", 10), ("web/src/index.ts", 0)],
    );
    says("web/src/index.ts\n\n  3:1 later\n", &[("web/src/index.ts", 0)]);
    says("I looked at web/src/index.ts\n  3:1 and then\n", &[("web/src/index.ts", 0)]);
    says("notes\n  3:1  error\nx.unknown\n  3:1  error\n", &[]);
}

#[test]
fn tests_of_go_say_their_package_below() {
    says(
        "--- FAIL: TestGet (0.00s)\n    cache_test.go:12: got 1\nFAIL\nFAIL\texample.com/shop/pkg/queue\t0.004s\n--- \
         FAIL: TestSet (0.00s)\n    cache_test.go:30: got 2\nFAIL    example.com/shop/pkg/cache  0.1s\n",
        &[("pkg/queue/cache_test.go", 12), ("pkg/cache/cache_test.go", 30)],
    );
    says("    cache_test.go:12: got 1\nok  \texample.com/other\t0.004s\n", &[]);
    says(
        "        \tError Trace:\t/src/pkg/cache/cache_test.go:12\n",
        &[("pkg/cache/cache_test.go", 12)],
    );
}

#[test]
fn linters_and_bundlers() {
    let auth = [("web/src/api/auth.ts", 10)];
    for said in [
        // tsc --pretty, Vite and esbuild, vitest, webpack, Babel, Prettier, Biome, oxlint, svelte-check, pyright.
        "src/api/auth.ts:10:5 - error TS2322: Type 'x'.\n\n10   let a: string = 1\n       ~\n",
        "✘ [ERROR] No matching export\n\n    web/src/api/auth.ts:10:9:\n      10 │ import { x } from './y'\n",
        " FAIL  src/api/auth.ts > login\n ❯ src/api/auth.ts:10:5\n      8| \n     10|  x()\n",
        "ERROR in ./src/api/auth.ts 10:5-17\nModule not found: Error: Can't resolve './y'\n",
        "SyntaxError: /app/web/src/api/auth.ts: Unexpected token, expected \",\" (10:5)\n\n   8 |\n> 10 | x\n",
        "[error] src/api/auth.ts: SyntaxError: ';' expected. (10:5)\n",
        "  ╭─[src/api/auth.ts:10:5]\n 10 │ x\n",
        "/app/web/src/api/auth.ts\n  /app/web/src/api/auth.ts:10:5 - error: x is not defined\n",
        "::error file=web/src/api/auth.ts,line=10,endLine=12,col=5::x\n",
        "<testcase file=\"web/src/api/auth.ts\" line=\"10\"/>",
    ] {
        says(said, &auth);
    }
    let views = [("app/views.py", 20)];
    for said in [
        // mypy --pretty, flake8, pylint, ruff, pdb, unittest.
        "app/views.py:20: error: Incompatible types  [assignment]\n        x: int = \"\"\n",
        "./app/views.py:20:1: E302 expected 2 blank lines\n",
        "************* Module app.views\napp/views.py:20:0: C0116: Missing docstring\n",
        "F401 `os` imported but unused\n  --> app/views.py:20:8\n   |\n20 | import os\n",
        "> /app/app/views.py(20)get()\n-> x\n",
        "In template /srv/app/views.py, error at line 20\n",
        "The error appears to be in '/srv/app/views.py': line 20, column 3\n",
        "File \"app/views.py\", lines 20-22, characters 1-5:\n",
        "in file app/views.py, line: 20\n",
        "Died at app/views.py line 20.\n",
    ] {
        says(said, &views);
    }
    says(
        "e: file:///builds/server/src/main/kotlin/com/acme/Main.kt:12:5 Unresolved reference\n",
        &[("server/src/main/kotlin/com/acme/Main.kt", 12)],
    );
    says(
        "pkg/cache/cache.go:31:2: Error return is not checked (errcheck)\n",
        &[("pkg/cache/cache.go", 31)],
    );
    says(
        "/b/native/src/ring.c:31:5: warning: x [clang-diagnostic-x]\n",
        &[("native/src/ring.c", 31)],
    );
    says(
        "In file included from src/ring.c:2:\n                 from include/ring.h:9:\n",
        &[("native/src/ring.c", 2), ("native/include/ring.h", 9)],
    );
    says("rspec ./spec/cart_spec.rb:4 # Cart adds\n", &[("spec/cart_spec.rb", 4)]);
    says(
        "1) ShopTest::testAdd\nFailed.\n\n/app/php/src/Cart.php:12\n",
        &[("php/src/Cart.php", 12)],
    );
}

#[test]
fn folders_in_brackets() {
    let known = [
        "app/(shop)/[id]/page.tsx",
        "app/[id]/page.tsx",
        "app/@side/[[...all]]/page.tsx",
        "a/b.ts",
    ];
    let files = Files::of(known.iter().copied());
    for path in &known[..3] {
        let found = references(&format!("at x ({path}:3:5)\n"), &files);
        assert_eq!(found, [Reference { path: (*path).to_owned(), line: Some(3) }]);
    }
    // No folder's name has blanks, and not every bracket is closed.
    for text in ["a/(see a/b.ts:3)", "a/[x, a/b.ts:3", "a/(a/b.ts:3"] {
        assert_eq!(references(text, &files).len(), 1, "{text}");
    }
}
