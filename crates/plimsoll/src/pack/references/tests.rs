//! One sample for each program whose output people paste, and what of it is the project's.

mod formats;
mod places;

use super::{Files, MOST_FRAMES, Reference, references};

const PROJECT: &[&str] = &[
    "main.py",
    "src/lib.rs",
    "src/cache/store.rs",
    "tests/ttl.rs",
    "app/models/user.py",
    "app/views.py",
    "tests/test_views.py",
    "web/src/api/auth.ts",
    "web/src/index.ts",
    "web/src/__tests__/auth.test.ts",
    "web/admin/index.ts",
    "cmd/server/main.go",
    "pkg/cache/cache.go",
    "pkg/cache/cache_test.go",
    "pkg/queue/cache_test.go",
    "server/src/main/java/com/acme/app/Cache.java",
    "server/src/main/java/com/acme/app/Store.java",
    "server/src/main/kotlin/com/acme/Main.kt",
    "Shop/Services/CartService.cs",
    "Shop/Program.cs",
    "native/src/ring.c",
    "native/include/ring.h",
    "native/win/pipe.cpp",
    "lib/shop/cart.rb",
    "spec/cart_spec.rb",
    "php/src/Cart.php",
    "docs/my notes/plan.py",
    "Makefile",
];

fn files() -> Files<'static> {
    Files::of(PROJECT.iter().copied())
}

#[track_caller]
fn says(text: &str, expected: &[(&str, u32)]) {
    let found = references(text, &files());
    let found: Vec<(&str, u32)> =
        found.iter().map(|one| (&*one.path, one.line.unwrap_or(0))).collect();
    assert_eq!(found, expected, "of {text}");
}

#[test]
fn rust() {
    says(
        "thread 'main' panicked at src/cache/store.rs:41:9:\nindex out of bounds\nstack backtrace:\n   0: \
         core::panicking::panic\n             at /rustc/9fc6b431/library/core/src/panicking.rs:80:14\n   1: \
         demo::get\n             at ./src/cache/store.rs:41:9\n   2: demo::main\n             at \
         ./src/lib.rs:7:5\n   3: call_once\n             at \
         /ci/.cargo/registry/src/x/serde-1.0.0/src/lib.rs:250:5\n",
        &[("src/cache/store.rs", 41), ("src/lib.rs", 7)],
    );
    says(
        "error[E0308]: mismatched types\n  --> src/lib.rs:10:5\n   |\n10 |     1\n   |     ^\n  ::: \
         src/cache/store.rs:3:1\n",
        &[("src/lib.rs", 10), ("src/cache/store.rs", 3)],
    );
    says(
        "test expired ... FAILED\n\n---- expired stdout ----\nthread 'expired' panicked at 'assertion failed', \
         /build/demo/tests/ttl.rs:14:5\n",
        &[("tests/ttl.rs", 14)],
    );
}

#[test]
fn python_and_pytest() {
    says(
        "Traceback (most recent call last):\n  File \"/app/main.py\", line 3, in <module>\n    run()\n  File \
         \"/usr/lib/python3.11/runpy.py\", line 86, in run\n  File \"/app/app/views.py\", line 20, in run\n  File \
         \"/venv/lib/python3.11/site-packages/django/views.py\", line 9, in get\n  File \
         \"/app/app/models/user.py\", line 7, in save\nValueError: no name\n",
        &[("app/models/user.py", 7), ("app/views.py", 20), ("main.py", 3)],
    );
    says(
        "=================================== FAILURES ===================================\n\
         ______________________________ test_login ______________________________\n\n    def test_login():\n>       \
         login()\n\ntests/test_views.py:12: \n_ _ _ _ _\napp/views.py:20: in login\n    save()\n\
         app/models/user.py:7: ValueError\n=========== short test summary info ===========\nFAILED \
         tests/test_views.py::test_login - ValueError\n",
        &[("app/models/user.py", 7), ("app/views.py", 20), ("tests/test_views.py", 12)],
    );
    // The project itself, installed.
    says(
        "  File \"/v/lib/python3.11/site-packages/app/views.py\", line 4\n",
        &[("app/views.py", 4)],
    );
    says("  File \"/v/lib/python3.11/site-packages/main.py\", line 4\n", &[]);
    says("  File \"/srv/docs/my notes/plan.py\", line 2\n", &[("docs/my notes/plan.py", 2)]);
}

#[test]
fn what_only_says_how_a_program_ran_counts_where_nothing_else_is_named() {
    let run =
        "============ test session starts ============\nrootdir: /app\nconfigfile: Makefile.toml\n";
    let files = Files::of(["Makefile.toml", "app/views.py"].into_iter());
    let found = |text: &str| -> Vec<String> {
        references(text, &files).into_iter().map(|one| one.path).collect()
    };
    assert_eq!(found(&format!("{run}app/views.py:12: in test\n")), ["app/views.py"]);
    assert_eq!(found(run), ["Makefile.toml"]);
}

#[test]
fn node_typescript_and_jest() {
    says(
        "TypeError: x is not a function\n    at login (/app/web/src/api/auth.ts:10:5)\n    at async \
         file:///app/web/src/index.ts:3:1\n    at Module._compile (node:internal/modules/cjs/loader:1105:14)\n    at \
         run (/app/node_modules/jest/src/index.ts:9:1)\n    at webpack://shop/./src/api/auth.ts?1a2b:22:7\n",
        &[("web/src/api/auth.ts", 10), ("web/src/index.ts", 3), ("web/src/api/auth.ts", 22)],
    );
    says(
        "src/api/auth.ts(10,5): error TS2322: Type 'string' is not assignable.\n\
         web/src/index.ts:3:1 - error TS7006: Parameter implicitly has an 'any' type.\n",
        &[("web/src/api/auth.ts", 10), ("web/src/index.ts", 3)],
    );
    says(
        "FAIL src/__tests__/auth.test.ts\n  ● login › works\n\n    expect(received).toBe(expected)\n\n    > 5 |   \
         expect(login()).toBe(1)\n\n      at Object.<anonymous> (src/__tests__/auth.test.ts:5:3)\n",
        &[("web/src/__tests__/auth.test.ts", 5)],
    );
    says("login@http://localhost:3000/src/api/auth.ts?t=17:10:5", &[("web/src/api/auth.ts", 10)]);
}

#[test]
fn go() {
    says(
        "panic: runtime error: index out of range\n\ngoroutine 1 [running]:\nexample.com/shop/pkg/cache.(*Cache).Get(...)\
         \n\t/src/shop/pkg/cache/cache.go:31 +0x1d\nmain.main()\n\t/src/shop/cmd/server/main.go:12 +0x2a\n\
         runtime.main()\n\t/usr/local/go/src/runtime/proc.go:267 +0x2bb\n",
        &[("pkg/cache/cache.go", 31), ("cmd/server/main.go", 12)],
    );
    says(
        "# example.com/shop\nvet: ./pkg/cache/cache.go:3:4: undefined: x\n",
        &[("pkg/cache/cache.go", 3)],
    );
    // Tests name their file alone; the one beside the other frames is meant.
    says(
        "--- FAIL: TestGet (0.00s)\n    cache_test.go:12: got 1\n    pkg/cache/cache.go:31: called\n",
        &[("pkg/cache/cache_test.go", 12), ("pkg/cache/cache.go", 31)],
    );
    says("--- FAIL: TestGet (0.00s)\n    cache_test.go:12: got 1\n", &[]);
}

#[test]
fn java_and_kotlin() {
    says(
        "Exception in thread \"main\" java.lang.IllegalStateException\n\tat \
         com.acme.app.Cache.get(Cache.java:12)\n\tat app//com.acme.app.Cache$Inner.run(Cache.java:40)\n\tat \
         java.base/java.util.ArrayList.get(ArrayList.java:427)\nCaused by: java.io.IOException\n\tat \
         com.acme.app.Store.read(Store.java:9)\n\t... 3 more\n",
        &[
            ("server/src/main/java/com/acme/app/Store.java", 9),
            ("server/src/main/java/com/acme/app/Cache.java", 12),
            ("server/src/main/java/com/acme/app/Cache.java", 40),
        ],
    );
    says(
        "\tat com.acme.MainKt.main(Main.kt:3)\n",
        &[("server/src/main/kotlin/com/acme/Main.kt", 3)],
    );
    says("\tat org.other.Cache.get(Cache.java:12)\n", &[]);
    says(
        "[ERROR] /builds/server/src/main/java/com/acme/app/Cache.java:[12,5] cannot find symbol\n\
         e: /builds/server/src/main/kotlin/com/acme/Main.kt: (3, 5): Unresolved reference\n",
        &[
            ("server/src/main/java/com/acme/app/Cache.java", 12),
            ("server/src/main/kotlin/com/acme/Main.kt", 3),
        ],
    );
}

#[test]
fn dotnet_and_msbuild() {
    says(
        "Unhandled exception. System.NullReferenceException\n   at Shop.CartService.Add(Item item) in \
         C:\\agent\\_work\\1\\s\\Shop\\Services\\CartService.cs:line 12\n   at Shop.Program.Main(String[] args) in \
         /src/Shop/Program.cs:line 3\n   at System.Linq.Enumerable.First() in /_/src/libraries/Program.cs:line 9\n",
        &[("Shop/Services/CartService.cs", 12), ("Shop/Program.cs", 3)],
    );
    says(
        "Services\\CartService.cs(12,5): error CS1002: ; expected [C:\\s\\Shop\\Shop.csproj]\n",
        &[("Shop/Services/CartService.cs", 12)],
    );
}

#[test]
fn c_and_cpp() {
    says(
        "In file included from src/ring.c:2:\ninclude/ring.h:9:3: error: unknown type name\n\
         /usr/include/stdio.h:33:1: note: here\n",
        &[("native/include/ring.h", 9)],
    );
    // By what way a header came in is all that is known where the error is in one of somebody else.
    says(
        "In file included from native/src/ring.c:2:\n/usr/include/stdio.h:33:1: error: no\n",
        &[("native/src/ring.c", 2)],
    );
    says("win\\pipe.cpp(12): error C2065: 'x': undeclared\n", &[("native/win/pipe.cpp", 12)]);
    says(
        "==1==ERROR: AddressSanitizer: heap-use-after-free\n    #0 0x4f in push /b/native/src/ring.c:31:5\n    #1 0x5 \
         in main (/b/a.out+0x4)\n#1  0x40 in push () at native/src/ring.c:40\n",
        &[("native/src/ring.c", 31), ("native/src/ring.c", 40)],
    );
}

#[test]
fn ruby_and_php() {
    says(
        "/app/lib/shop/cart.rb:12:in `add': no item (ArgumentError)\n\tfrom \
         /usr/lib/ruby/gems/3.2.0/gems/rake-13/lib/rake.rb:3:in `x'\n\tfrom spec/cart_spec.rb:4:in `y'\n     # \
         ./spec/cart_spec.rb:9:in `block'\n",
        &[("lib/shop/cart.rb", 12), ("spec/cart_spec.rb", 4), ("spec/cart_spec.rb", 9)],
    );
    says(
        "PHP Fatal error:  Uncaught TypeError in /var/www/src/Cart.php:12\nStack trace:\n#0 \
         /var/www/vendor/x/src/Cart.php(9): y()\n#1 /var/www/src/Cart.php(31): add()\n  thrown in \
         /var/www/src/Cart.php on line 12\n",
        &[("php/src/Cart.php", 12), ("php/src/Cart.php", 31)],
    );
}

#[test]
fn paths_without_a_line() {
    says("please look at `web/src/api/auth.ts`, it is wrong", &[("web/src/api/auth.ts", 0)]);
    says("api/auth.ts is wrong and so is main.py", &[("web/src/api/auth.ts", 0), ("main.py", 0)]);
    // A name alone could be anybody's, as could one below a host.
    says("auth.ts is wrong; see https://example.com/main.py and and/or lib.rs", &[]);
    says("Makefile:12: *** missing separator.  Stop.\n", &[("Makefile", 12)]);
    says("at 10:35 the server on localhost:8080 said 3:4", &[]);
}

#[test]
fn what_several_files_could_be_is_none_of_them() {
    says("index.ts:3: error", &[]);
    says(
        "web/src/api/auth.ts:1\nsrc/index.ts:3: error",
        &[("web/src/api/auth.ts", 1), ("web/src/index.ts", 3)],
    );
    says("web/admin/index.ts:1", &[("web/admin/index.ts", 1)]);
    says("/etc/passwd:3 and ../../../etc/passwd:3 and C:\\Windows\\win.ini:1", &[]);
    says("src/lib.rs:0 src/lib.rs:99999999999999999999", &[("src/lib.rs", 0)]);
}

#[test]
fn five_frames_are_enough() {
    let text: String = (1..20).map(|line| format!("src/lib.rs:{line}: error\n")).collect();
    let found = references(&text, &files());
    assert_eq!(found.iter().map(|one| one.line).collect::<Vec<_>>(), [1, 2, 3, 4, 5].map(Some));
    let twice = "src/lib.rs:1: a\nsrc/lib.rs:1: b\nsrc/lib.rs\n";
    let once = Reference { path: "src/lib.rs".to_owned(), line: Some(1) };
    assert_eq!(references(twice, &files()), [once]);
}

/// Long and tangled texts take no time to speak of, and nothing that is not known comes out of them.
#[test]
fn hostile_texts_are_read_in_linear_time() {
    let known: Vec<String> = (0..20_000).map(|n| format!("a{n}/b/index.ts")).collect();
    for piece in [
        "a/",
        "index.ts:1 ",
        "\"",
        "x:1",
        "(((((",
        "b/index.ts:1\n",
        "é\\é:1",
        "\", line 1",
        "?:1#L(",
        "/[/(/@",
        "a.ts\n1:1\n",
        "a.go:1\nok a\n",
        "a.ts: (1:1)",
    ] {
        let text = piece.repeat(2 * 1024 * 1024 / piece.len());
        let files = Files::of(known.iter().map(String::as_str));
        let found = references(&text, &files);
        assert!(found.len() <= MOST_FRAMES && found.iter().all(|one| known.contains(&one.path)));
    }
}
