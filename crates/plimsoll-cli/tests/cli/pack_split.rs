//! `pack --split N -o NAME`: numbered files that each stand alone.

use crate::support::{Place, o200k, utf16};
use std::fs;
use std::path::PathBuf;

const SENTENCE: &str = "make the glob matcher ignore case";

fn parts(place: &Place, name: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let file = |n: usize| place.beside(format!("{name}-{n}{extension}"));
    let there =
        (1..).map(file).map_while(|file| Some((file.clone(), fs::read_to_string(file).ok()?)));
    there.collect()
}

fn output(place: &Place, name: &str) -> String {
    place.beside(name).to_str().expect("it is plain").to_owned()
}

#[test]
fn parts_are_within_their_limit_in_the_limit_s_unit() {
    type Count = fn(&str) -> u64;
    let place = Place::copy_of("globset");
    for (n, (flags, count)) in [
        (&[][..], utf16 as Count),
        (&["--budget", "20k"], o200k as Count),
        (&["--format", "xml", "--line-numbers"], utf16 as Count),
    ]
    .into_iter()
    .enumerate()
    {
        let name = format!("out{n}");
        let call =
            place.call().args(["pack", SENTENCE, "--split", "6k", "-o", &output(&place, &name)]);
        let ran = call.args(flags).run().ok();
        assert!(ran.stdout.is_empty());
        let parts = parts(&place, &name, "");
        assert!(parts.len() > 2, "{flags:?}: {}", parts.len());
        let said = format!("its {} parts are in ", parts.len());
        assert!(ran.stderr().contains(&said), "{}", ran.stderr());
        for (at, (file, text)) in parts.iter().enumerate() {
            assert!(count(text) <= 6_000, "{}: {}", file.display(), count(text));
            let heading = format!("Part {} of {}", at + 1, parts.len());
            assert!(text.contains(&heading) && text.contains(SENTENCE), "{heading}: {text:.300}");
            assert!(text.contains("How to read this document"));
            if flags.contains(&"xml") {
                roxmltree::Document::parse(text).expect("each is a document of its own");
            }
        }
    }
}

#[test]
fn numbers_stand_before_the_extension_and_older_parts_are_told() {
    let place = Place::copy_of("globset");
    let name = output(&place, "context.md");
    let _ = place.run(["pack", SENTENCE, "--split", "6k", "-o", &name]).ok();
    let first = parts(&place, "context", ".md");
    let ran = place.run(["pack", SENTENCE, "--split", "30k", "-o", &name]).ok();
    let fewer = parts(&place, "context", ".md");
    assert_eq!(fewer.len(), first.len(), "nothing is removed");
    assert_ne!(fewer[0].1, first[0].1);
    assert!(ran.stderr().contains("of an earlier call"), "{}", ran.stderr());
}

#[test]
fn parts_in_the_project_are_no_input_of_the_next_call() {
    let place = Place::copy_of("globset");
    let ask = || {
        let _ = place.run(["pack", SENTENCE, "--split", "6k", "-o", "part"]).ok();
        (1..4).map(|n| place.read(&format!("part-{n}"))).collect::<Vec<_>>()
    };
    assert_eq!(ask(), ask());
    let pack = place.run(["pack", SENTENCE, "--format", "json"]).ok().json();
    assert!(!pack["files"].to_string().contains("part-1"));
}

#[test]
fn parts_that_cannot_be_written_leave_nothing_behind() {
    let place = Place::copy_of("globset");
    let name = output(&place, "x");
    let refused = ["pack", SENTENCE, "--budget", "10", "--split", "5", "-o", &name];
    let _ = place.run(refused).ends_with(1);
    let small = place.run(["pack", SENTENCE, "--split", "100", "-o", &name]).ends_with(2);
    assert!(small.stderr().contains("is too small"), "{}", small.stderr());
    let missing = output(&place, "no/such/x");
    let _ = place.run(["pack", SENTENCE, "--split", "6k", "-o", &missing]).ends_with(3);
    // A link of the project that leads out of it is found before any part is there.
    let victim = place.put_beside("victim", "theirs");
    std::os::unix::fs::symlink(&victim, place.root().join("p-2")).expect("it is ours");
    let ran = place.run(["pack", SENTENCE, "--split", "6k", "-o", "p"]).ends_with(2);
    assert!(ran.stderr().contains("leads out of the project"), "{}", ran.stderr());
    assert!(!place.root().join("p-1").exists());
    assert_eq!(fs::read_to_string(victim).expect("it is there"), "theirs");
    assert!(parts(&place, "x", "").is_empty());
}
