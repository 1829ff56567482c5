//! Who signs: a key file, or a program of the user's own. The key is read and the program started before the process
//! confines itself, since it can do neither afterwards.

use crate::evidence_args::SignArgs;
use crate::exit::Failure;
use crate::keys;
use crate::output::{is_device, place_of};
use crate::paths::quoted;
use plimsoll::{PublicKey, SecretKey, Statement};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Far more than a signature has.
const LONGEST_ANSWER: u64 = 10_000;

pub(crate) enum Signer {
    Key(SecretKey),
    Program { child: Child, key: PublicKey },
}

impl Signer {
    /// What the flags name.
    pub(crate) fn of(args: &SignArgs) -> Result<Option<Self>, Failure> {
        if let Some(file) = &args.sign {
            return Ok(Some(Self::Key(keys::secret(file)?)));
        }
        let (Some(command), Some(key)) = (&args.sign_with, &args.key) else { return Ok(None) };
        let key = keys::public(key)?;
        let child = waiting(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let child = child.map_err(|error| {
            Failure::machine(format!("the program of --sign-with cannot be started: {error}"))
        })?;
        Ok(Some(Self::Program { child, key }))
    }

    /// The signed envelope. A signature that is not good is none.
    pub(crate) fn seal(self, statement: &Statement) -> Result<String, Failure> {
        match self {
            Self::Key(key) => Ok(statement.signed(&key)),
            Self::Program { child, key } => {
                let signature = answer(child, &statement.to_sign())?;
                statement.sealed(&key, &signature).map_err(|_| {
                    Failure::machine(
                        "what the program of --sign-with printed is no signature of the key that --key names; \
                         nothing was written",
                    )
                })
            }
        }
    }
}

/// Runs the user's command only when there is something to sign: the shell waits for a line, and what stands behind
/// it is for the command. A refused call ends the input, and nothing is run.
#[cfg(unix)]
fn waiting(command: &str) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "read -r line && exec sh -c \"$1\"", "sh", command]);
    shell
}

/// Where there is no such shell, the command waits for its input by itself.
#[cfg(not(unix))]
fn waiting(command: &str) -> Command {
    let mut shell = Command::new("cmd");
    shell.args(["/C", command]);
    shell
}

const GO: &[u8] = if cfg!(unix) { b"sign\n" } else { b"" };

fn answer(mut child: Child, to_sign: &[u8]) -> Result<Vec<u8>, Failure> {
    let trouble = |what: &dyn std::fmt::Display| {
        Failure::machine(format!("the program of --sign-with {what}; nothing was written"))
    };
    let unheard = |error: io::Error| trouble(&format!("cannot be heard: {error}"));
    if let Some(mut stdin) = child.stdin.take() {
        // Who signs without reading is found out by the signature.
        let _ = stdin.write_all(GO).and_then(|()| stdin.write_all(to_sign));
    }
    let mut answer = Vec::new();
    if let Some(stdout) = child.stdout.take() {
        stdout.take(LONGEST_ANSWER).read_to_end(&mut answer).map_err(unheard)?;
    }
    let status = child.wait().map_err(unheard)?;
    if status.success() { Ok(answer) } else { Err(trouble(&format!("failed ({status})"))) }
}

/// Where the evidence goes: the place that was named, or beside the result.
pub(crate) fn evidence_file(args: &SignArgs, output: Option<&Path>) -> Result<PathBuf, Failure> {
    let file = match (&args.evidence, output) {
        (Some(file), _) => file.clone(),
        (None, Some(output)) if !is_device(output) => {
            let mut beside = output.as_os_str().to_owned();
            beside.push(".dsse.json");
            beside.into()
        }
        (None, _) => {
            return Err(Failure::input(
                "the signed evidence has no place; write the result to a file with -o, or name one with --evidence",
            ));
        }
    };
    if output.is_some_and(|output| place_of(output) == place_of(&file)) {
        let file = quoted(&file);
        return Err(Failure::input(format!(
            "{file} is the place of the result; name another one for the evidence with --evidence"
        )));
    }
    Ok(file)
}
