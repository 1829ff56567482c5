//! A child of this test binary confines itself and then tries what it may not do, and what it must.

use super::{Allowed, Holds, to};
use std::fs::{self, File};
use std::io;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Command;

const CHILD: &str = "PLIMSOLL_TEST_CONFINED_IN";

/// What is tried in a folder with `project`, `state` and `out` in it, and whether it must work.
fn attempts(place: &Path) -> Vec<(&'static str, bool, io::Result<()>)> {
    let (project, state, out) = (place.join("project"), place.join("state"), place.join("out"));
    let new = |path: PathBuf| File::options().write(true).create_new(true).open(path).map(drop);
    let moved = |folder: &Path| fs::rename(folder.join("new"), folder.join("old"));
    vec![
        ("read the project", true, fs::read(project.join("a")).map(drop)),
        ("list the project", true, fs::read_dir(&project).map(drop)),
        ("write the state", true, fs::write(state.join("new"), "x")),
        ("rename in the state", true, moved(&state)),
        ("read the state", true, fs::read(state.join("old")).map(drop)),
        ("write a result", true, new(out.join("new"))),
        ("rename a result", true, moved(&out)),
        ("start threads", true, threads()),
        ("read /etc/passwd", false, fs::read("/etc/passwd").map(drop)),
        ("list /", false, fs::read_dir("/").map(drop)),
        ("read beside", false, fs::read(place.join("beside")).map(drop)),
        ("read through a link", false, fs::read(project.join("link")).map(drop)),
        ("write the project", false, fs::write(project.join("a"), "x")),
        ("write into the project", false, new(project.join("new"))),
        ("remove from the project", false, fs::remove_file(project.join("a"))),
        ("read in the folder of results", false, fs::read(out.join("there")).map(drop)),
        ("write beside", false, fs::write(place.join("beside"), "x")),
        ("make a folder", false, fs::create_dir(state.join("folder"))),
        ("connect", false, TcpStream::connect("127.0.0.1:9").map(drop).or_else(refused)),
        ("listen", false, TcpListener::bind("127.0.0.1:0").map(drop)),
        ("have a UDP socket", false, UdpSocket::bind("127.0.0.1:0").map(drop)),
        ("have a pair of sockets", false, UnixStream::pair().map(drop)),
        ("start a program", false, Command::new("/bin/true").status().map(drop)),
        ("start itself", false, Command::new("/proc/self/exe").status().map(drop)),
    ]
}

/// Nobody listens there: to be told so, a socket had to be made.
fn refused(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::ConnectionRefused { Ok(()) } else { Err(error) }
}

fn threads() -> io::Result<()> {
    let many: Vec<_> = (0..100).map(|_| std::thread::Builder::new().spawn(|| ())).collect();
    for thread in many {
        thread?.join().map_err(|_| io::Error::other("it panicked"))?;
    }
    Ok(())
}

/// Does something only as the child of the test below.
#[test]
fn a_child_that_confines_itself() {
    let Some(place) = std::env::var_os(CHILD).map(PathBuf::from) else { return };
    let status = to(&Allowed {
        reads: vec![place.join("project")],
        writes: vec![place.join("state")],
        results: vec![place.join("out")],
        devices: Vec::new(),
    });
    if status.files != Holds::Fully || status.system_calls != Holds::Fully {
        println!("not confined: {status}");
        return;
    }
    for (what, must_work, done) in attempts(&place) {
        match (must_work, &done) {
            (true, Err(error)) => println!("wrong: could not {what}: {error}"),
            (false, Ok(())) => println!("wrong: could {what}"),
            _ => {}
        }
    }
    println!("all tried");
}

#[test]
fn a_confined_process_can_do_its_work_and_nothing_else() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().canonicalize().unwrap();
    for folder in ["project", "state", "out"] {
        fs::create_dir(path.join(folder)).unwrap();
    }
    for file in ["project/a", "beside", "out/there"] {
        fs::write(path.join(file), "x").unwrap();
    }
    std::os::unix::fs::symlink(path.join("beside"), path.join("project/link")).unwrap();
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "confine::tests::a_child_that_confines_itself", "--nocapture"])
        .env(CHILD, &path)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    if let Some(why) = said.lines().find(|line| line.contains("not confined: ")) {
        println!("skipped: {why}");
        return;
    }
    assert!(said.contains("all tried"), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let wrong: Vec<&str> = said.lines().filter(|line| line.contains("wrong: ")).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}
