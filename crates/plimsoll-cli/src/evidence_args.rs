//! What can be typed about signed evidence: making it, and verifying it.

use clap::Args;
use std::path::PathBuf;

// (What a comment for the documentation says here would stand in the help of the commands.)
#[derive(Debug, Args)]
pub(crate) struct SignArgs {
    /// Sign what is handed over with this secret key: an in-toto statement in a DSSE envelope, for `plimsoll verify`.
    #[arg(long, value_name = "KEY", group = "signer")]
    pub(crate) sign: Option<PathBuf>,
    /// Have it signed by a program of yours instead. It gets the bytes to sign on standard input and prints the ed25519
    /// signature, raw or as base64.
    #[arg(long, value_name = "COMMAND", group = "signer", requires = "key")]
    pub(crate) sign_with: Option<String>,
    /// The public key that the program signs for; what it prints is verified before anything is written.
    #[arg(long, value_name = "PUB", requires = "sign_with")]
    pub(crate) key: Option<PathBuf>,
    /// Where the signed evidence goes. Default: beside the file of -o, with `.dsse.json`.
    #[arg(long, value_name = "FILE", requires = "signer")]
    pub(crate) evidence: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("presented").required(true).multiple(true))]
pub(crate) struct VerifyEvidenceArgs {
    /// The signed evidence, as `build --sign` wrote it.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The public key of whoever is to have signed it.
    #[arg(long, value_name = "PUB")]
    pub(crate) key: PathBuf,
    /// The result that it is about, as `build` wrote it.
    #[arg(long, value_name = "FILE", group = "presented")]
    pub(crate) result: Option<PathBuf>,
    /// The document by itself, as it was sent.
    #[arg(long, value_name = "FILE", group = "presented")]
    pub(crate) document: Option<PathBuf>,
    /// Print what was found as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}
