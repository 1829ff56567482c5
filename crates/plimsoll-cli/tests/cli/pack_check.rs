//! `pack --check FILE`, for those who keep a document in the repository and want to know that it is still true.

use crate::support::Place;

const PROJECT: &str = "//- src/cache.rs\npub struct Cache { ttl: u32 }\n//- src/other.rs\nfn cache_other() {}\n\
                       //- src/third.rs\nfn cache_third() {}\n";
const SENTENCE: &str = "make the cache respect its ttl";

#[test]
fn a_file_that_is_what_is_made_passes_wherever_it_lies_and_nothing_is_kept() {
    for (format, file) in [("markdown", "context.md"), ("xml", "docs/c.xml"), ("json", "out.json")]
    {
        let place = Place::of(PROJECT);
        place.write("docs/a.txt", "nothing\n");
        place.commit_all();
        let pack = ["pack", SENTENCE, "--diff", "--format", format];
        let _ = place.call().args(pack).args(["-o", file, "--no-log"]).run().ok();
        assert!(!place.has_state());
        for is_tracked in [false, true] {
            // Also when git knows it.
            if is_tracked {
                place.commit_all();
            }
            let ran = place.call().args(pack).args(["--check", file]).run().ok();
            assert!(ran.stdout.is_empty());
            assert!(ran.stderr().contains("is what this call makes"), "{}", ran.stderr());
        }
        assert!(!place.has_state());
        let quiet = place.call().args(pack).args(["--check", file, "-q"]).run().ok();
        assert!(quiet.stderr.is_empty());
    }
}

#[test]
fn what_differs_is_said_with_line_and_parts() {
    let place = Place::of(PROJECT);
    let _ = place.run(["pack", SENTENCE, "-o", "context.md"]).ok();
    let check = || place.run(["pack", SENTENCE, "--check", "context.md"]);
    place.write("src/cache.rs", "pub struct Cache { ttl: u64 }\n");
    let ran = check().ends_with(1);
    assert!(ran.stdout.is_empty());
    let said = ran.stderr();
    let line = 1 + place
        .read("context.md")
        .lines()
        .position(|line| line.contains("u32"))
        .expect("it is there");
    assert!(said.contains(&format!("line {line} differs")), "{said}");
    assert!(said.contains("  - src/cache.rs is other or new"), "{said}");
    assert!(!said.contains("src/other.rs"), "{said}");
    assert!(said.contains("write it again with -o"), "{said}");

    let _ = place.run(["pack", SENTENCE, "-o", "context.md"]).ok();
    let _ = check().ok();
    // A file that is no document of ours any more is no input either.
    let made = place.read("context.md");
    place.write("context.md", format!("the cache and its ttl\n{made}"));
    assert!(check().ends_with(1).stderr().contains("every part that is made stands in it"));
    place.write("context.md", made.trim_end());
    let _ = check().ends_with(1);
    place.write("context.md", made);
    let _ = check().ok();
}

#[test]
fn a_file_that_is_not_there_is_wrong_input_and_a_refusal_is_a_no() {
    let place = Place::of(PROJECT);
    let ran = place.run(["pack", SENTENCE, "--check", "none.md"]).ends_with(2);
    assert!(ran.stderr().contains("cannot be read"), "{}", ran.stderr());
    place.write("a.md", "");
    let ran = place.run(["pack", SENTENCE, "--budget", "3", "--check", "a.md"]).ends_with(1);
    assert!(ran.stderr().contains("refused"), "{}", ran.stderr());
}
