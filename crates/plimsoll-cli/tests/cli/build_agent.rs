//! Build as an agent's author uses it: the script of the examples, in a real project.

use crate::support::run::{binary, hermetic};
use crate::support::{Place, Ran};
use std::path::Path;

#[expect(clippy::print_stdout, reason = "what was skipped is said")]
fn agent(place: &Place, symbol: &str) -> Option<Ran> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/agent.py");
    let mut command = hermetic("python3", &place.home());
    command.arg(script).arg(place.root()).args([symbol, "match more"]).env("PLIMSOLL", binary());
    match command.output() {
        Ok(output) => {
            Some(Ran { stdout: output.stdout, stderr: output.stderr, code: output.status.code() })
        }
        Err(error) => {
            println!("skipped: there is no python3 here ({error})");
            None
        }
    }
}

#[test]
fn a_script_prepares_an_edit_and_follows_advice() {
    let place = Place::copy_of("globset");
    let Some(ran) = agent(&place, "GlobSet.is_match") else { return };
    let ran = ran.ok();
    assert!(ran.stdout().contains("pub fn is_match<P: AsRef<Path>>"), "{}", ran.stdout());
    assert!(ran.stderr().contains(" of 19500 tokens"), "{}", ran.stderr());
    let Some(ran) = agent(&place, "is_mtch") else { return };
    let ran = ran.ok();
    assert!(ran.stderr().contains("tried is_match"), "{}", ran.stderr());
    assert!(ran.stderr().contains("took src/"), "{}", ran.stderr());
    assert!(ran.stdout().contains("fn is_match"), "{}", ran.stdout());
}
