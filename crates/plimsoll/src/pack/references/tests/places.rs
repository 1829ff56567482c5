//! Every format with the paths of every place where programs run: the same file is found from each of them.

use super::says;

/// What stands for the path in a sample.
const PATH: &str = "@PATH@";

struct Sample {
    program: &'static str,
    text: &'static str,
    path: &'static str,
    line: u32,
}

const fn sample(
    program: &'static str,
    path: &'static str,
    line: u32,
    text: &'static str,
) -> Sample {
    Sample { program, text, path, line }
}

const SAMPLES: &[Sample] = &[
    sample(
        "cargo build",
        "src/cache/store.rs",
        41,
        "   Compiling demo v0.1.0 (/build/demo)\nerror[E0382]: borrow of moved value: `key`\n  --> @PATH@:41:9\n   \
         |\n39 |     let kept = key;\n   |                --- value moved here\n40 |\n41 |     map.get(&key)\n   |         \
         ^^^^ value borrowed here after move\n\nFor more information about this error, try `rustc --explain \
         E0382`.\nerror: could not compile `demo` (lib) due to 1 previous error\n",
    ),
    sample(
        "cargo test",
        "tests/ttl.rs",
        14,
        "running 2 tests\ntest expires ... FAILED\ntest keeps ... ok\n\nfailures:\n\n---- expires stdout ----\n\nthread \
         'expires' (4242) panicked at @PATH@:14:5:\nassertion `left == right` failed\n  left: 1\n right: 2\nnote: run \
         with `RUST_BACKTRACE=1` environment variable to display a backtrace\n\n\nfailures:\n    expires\n\ntest result: \
         FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n",
    ),
    sample(
        "python",
        "app/models/user.py",
        7,
        "Traceback (most recent call last):\n  File \"/usr/local/lib/python3.12/runpy.py\", line 198, in _run\n    \
         return run(code)\n           ^^^^^^^^^\n  File \"@PATH@\", line 7, in save\n    raise ValueError(\"no \
         name\")\nValueError: no name\n",
    ),
    sample(
        "python, a group of exceptions",
        "app/models/user.py",
        7,
        "  + Exception Group Traceback (most recent call last):\n  |   File \"/usr/lib/python3.12/asyncio.py\", line 145, \
         in __aexit__\n  | ExceptionGroup: errors (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | \
         Traceback (most recent call last):\n    |   File \"@PATH@\", line 7, in save\n    | ValueError: no name\n    \
         +------------------------------------\n",
    ),
    sample(
        "pytest",
        "tests/test_views.py",
        12,
        "=================================== FAILURES ===================================\n\
         __________________________________ test_login __________________________________\n\n    def test_login():\n>   \
         assert login() == 1\nE   assert 0 == 1\nE    +  where 0 = login()\n\n@PATH@:12: AssertionError\n=========================== \
         short test summary info ============================\n============================== 1 failed in 0.12s \
         ===============================\n",
    ),
    sample(
        "node",
        "web/src/api/auth.ts",
        10,
        "@PATH@:10\n  throw new TypeError('no user')\n  ^\n\nTypeError: no user\n    at login (@PATH@:10:9)\n    at \
         process.processTicksAndRejections (node:internal/process/task_queues:95:5)\n\nNode.js v22.1.0\n",
    ),
    sample(
        "tsc",
        "web/src/api/auth.ts",
        10,
        "@PATH@(10,5): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    ),
    sample(
        "jest",
        "web/src/__tests__/auth.test.ts",
        5,
        "FAIL @PATH@\n  login\n    ✕ works (3 ms)\n\n  ● login › works\n\n    expect(received).toBe(expected) // Object.is \
         equality\n\n    Expected: 1\n    Received: 0\n\n      3 |\n      4 | it('works', () => {\n    > 5 |   \
         expect(login()).toBe(1)\n        |                   ^\n      6 | })\n\n      at Object.<anonymous> \
         (@PATH@:5:19)\n\nTests:       1 failed, 1 total\n",
    ),
    sample(
        "go build",
        "pkg/cache/cache.go",
        31,
        "# example.com/shop/pkg/cache\n@PATH@:31:9: undefined: ttl\n",
    ),
    sample(
        "go, a panic",
        "pkg/cache/cache.go",
        31,
        "panic: assignment to entry in nil map\n\ngoroutine 7 [running]:\nexample.com/shop/pkg/cache.(*Cache).Set(0x0, \
         {0x1, 0x2})\n\t@PATH@:31 +0x1d\ntesting.tRunner(0xc0, 0x5)\n\t/usr/local/go/src/testing/testing.go:1689 \
         +0xfb\ncreated by testing.(*T).Run in goroutine 1\n\t/usr/local/go/src/testing/testing.go:1742 +0x390\nexit \
         status 2\n",
    ),
    sample(
        "javac",
        "server/src/main/java/com/acme/app/Cache.java",
        12,
        "@PATH@:12: error: cannot find symbol\n        store.red(key);\n             ^\n  symbol:   method \
         red(String)\n  location: variable store of type Store\n1 error\n",
    ),
    sample(
        "maven",
        "server/src/main/java/com/acme/app/Cache.java",
        12,
        "[INFO] -------------------------------------------------------------\n[ERROR] COMPILATION ERROR : \n[ERROR] \
         @PATH@:[12,14] cannot find symbol\n[INFO] 1 error\n",
    ),
    sample(
        "dotnet",
        "Shop/Services/CartService.cs",
        12,
        "Unhandled exception. System.InvalidOperationException: empty\n   at Shop.Services.CartService.Add(Item item) in \
         @PATH@:line 12\n   at System.Threading.Tasks.Task.Run() in /_/src/libraries/Task.cs:line 9\n",
    ),
    sample(
        "msbuild",
        "Shop/Services/CartService.cs",
        12,
        "  Determining projects to restore...\n@PATH@(12,34): error CS1002: ; expected [/src/Shop/Shop.csproj]\n\nBuild \
         FAILED.\n    0 Warning(s)\n    1 Error(s)\n",
    ),
    sample(
        "gcc",
        "native/src/ring.c",
        31,
        "@PATH@: In function 'push':\n@PATH@:31:5: error: 'struct ring' has no member named 'hed'; did you mean \
         'head'?\n   31 |     r->hed = 0;\n      |        ^~~\n      |        head\nmake: *** [Makefile.unknown:12: ring.o] \
         Error 1\n",
    ),
    sample(
        "ld",
        "native/src/ring.c",
        31,
        "/usr/bin/ld: /tmp/ccx1.o: in function `push':\n@PATH@:31: undefined reference to `head'\ncollect2: error: ld \
         returned 1 exit status\n",
    ),
    sample(
        "msvc",
        "native/win/pipe.cpp",
        12,
        "@PATH@(12): error C2065: 'pip': undeclared identifier\n",
    ),
    sample(
        "ruby",
        "lib/shop/cart.rb",
        12,
        "@PATH@:12:in 'Shop::Cart#add': no item (ArgumentError)\n\tfrom \
         /usr/local/bundle/gems/rack-3.0.8/lib/rack/builder.rb:9:in 'call'\n",
    ),
    sample(
        "rspec",
        "spec/cart_spec.rb",
        4,
        "Failures:\n\n  1) Cart adds\n     Failure/Error: expect(cart.total).to eq 1\n\n       expected: 1\n            got: \
         0\n\n       (compared using ==)\n     # @PATH@:4:in `block (2 levels) in <top (required)>'\n\nFinished in 0.01 \
         seconds\n1 example, 1 failure\n",
    ),
    sample(
        "minitest",
        "spec/cart_spec.rb",
        4,
        "  1) Failure:\nCartTest#test_adds [@PATH@:4]:\nExpected: 1\n  Actual: 0\n",
    ),
    sample(
        "php",
        "php/src/Cart.php",
        12,
        "PHP Fatal error:  Uncaught TypeError: add(): Argument #1 must be of type int in @PATH@:12\nStack trace:\n#0 \
         {main}\n  thrown in @PATH@ on line 12\n",
    ),
    sample(
        "phpunit",
        "php/src/Cart.php",
        12,
        "There was 1 error:\n\n1) CartTest::testAdd\nTypeError: no\n\n/var/www/vendor/phpunit/src/TestCase.php:9\n@PATH@:12\n\n\
         ERRORS!\nTests: 1, Assertions: 0, Errors: 1.\n",
    ),
];

/// Where a path of the project may lie: on the machine of somebody else, in a container, or seen from another folder.
const FROM: &[&str] = &[
    "",
    "./",
    "../shop/",
    "/home/user/code/shop/",
    "/runner/_work/shop/shop/",
    "/home/user/my shop/",
    "/builds/acme/shop/",
    "/app/",
    "/usr/src/app/",
    "/var/www/html/",
    "/workspace/",
    "/github/workspace/",
    "/go/src/example.com/shop/",
];

#[test]
fn a_file_is_found_from_wherever_a_program_ran() {
    for Sample { program, text, path, line } in SAMPLES {
        for from in FROM {
            // Only quotes and lines of their own hold blanks.
            let is_quoted = text.contains("\"@PATH@\"") && !text.contains("(@PATH@");
            if from.contains(' ') && !is_quoted {
                continue;
            }
            println!("{program} from {from}");
            says(&text.replace(PATH, &format!("{from}{path}")), &[(path, *line)]);
        }
        let windows = format!("D:\\a\\shop\\{}", path.replace('/', "\\"));
        println!("{program} from Windows");
        says(&text.replace(PATH, &windows), &[(path, *line)]);
        println!("{program} from a folder of the project");
        let (_, below) = path.split_once('/').expect("it is in a folder");
        if below.contains('/') {
            says(&text.replace(PATH, below), &[(path, *line)]);
        }
    }
}

/// What lies outside of the jail is not found, whatever it is called.
#[test]
fn a_path_of_something_else_is_not_taken_for_ours() {
    for Sample { text, path, .. } in SAMPLES {
        let name = path.rsplit('/').next().expect("it has a name");
        for other in
            [format!("/etc/{name}x"), format!("../../{name}.bak"), "/etc/passwd".to_owned()]
        {
            says(&text.replace(PATH, &other), &[]);
        }
    }
}
