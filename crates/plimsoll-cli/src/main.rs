//! The binary: reads arguments, asks the library, speaks to people.

mod args;
mod clipboard;
mod commands;
mod confine;
mod evidence_args;
mod exit;
mod home;
mod input;
mod keys;
mod log_args;
mod opening;
mod output;
mod pack_args;
mod paths;
mod progress;
mod record_args;
mod signer;
mod time;
mod ui;
mod wording;

use args::{Cli, Command};
use clap::Parser;
use clap::error::ErrorKind;
use exit::{Exit, Failure};
use plimsoll::core::escape::reveal;
use plimsoll::screen_message;
use std::process::ExitCode;
use ui::{fail, say_always};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let run = match &cli.command {
        Command::Pack(args) => commands::pack::run(&cli.global, args),
        Command::Build(args) => commands::build::run(&cli.global, args),
        Command::Compose(args) => commands::compose::run(&cli.global, args),
        Command::Record(command) => commands::record::run(&cli.global, command),
        Command::Explain(args) => commands::explain::run(&cli.global, args),
        Command::Log(args) => commands::log::run(&cli.global, args),
        Command::Replay(args) => commands::replay::run(&cli.global, args),
        Command::Capsule(command) => commands::replay::run_capsule(&cli.global, command),
        Command::Purge(args) => commands::purge::run(&cli.global, args),
        Command::Diff(args) => commands::diff::run(&cli.global, args),
        Command::Verify(args) => commands::verify::run(args),
        Command::Keygen(args) => commands::keygen::run(&cli.global, args),
        Command::Scan(args) => commands::scan::run(&cli.global, args),
        Command::Rules(args) => commands::rules::run(&cli.global, args),
        Command::Index(args) => commands::index::run(&cli.global, args),
        Command::Outline(args) => commands::index::outline(&cli.global, args),
        Command::Symbols(args) => commands::index::symbols(&cli.global, args),
        Command::Why(args) => commands::why::run(&cli.global, args),
        Command::Eval(args) => commands::eval::run(&cli.global, args),
        Command::Config(command) => commands::config::run(&cli.global, command),
        Command::Init(args) => commands::init::run(&cli.global, args),
        Command::Doctor(args) => commands::doctor::run(&cli.global, args),
        Command::Models(args) => commands::models::run(&cli.global, args),
        Command::Schema(args) => commands::schema::run(args),
    };
    match run {
        Ok(exit) => exit.into(),
        Err(failure) => {
            if failure.exit == Exit::Input && cli.command.answers_in_json() {
                commands::say_invalid(&failure);
            }
            fail(&failure);
            failure.exit.into()
        }
    }
}

/// Help and version are results; anything else that clap says is wrong usage.
fn usage(error: &clap::Error) -> ExitCode {
    let exit = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Exit::Done,
        _ => Exit::Input,
    };
    let text = error.render().to_string();
    // What was typed stands in it, and may have been pasted.
    let text = screen_message(&text);
    let text = reveal(&text);
    if exit == Exit::Done {
        return match output::put(&text, None) {
            Ok(exit) => exit.into(),
            Err(Failure { exit, .. }) => exit.into(),
        };
    }
    say_always(text.trim_end());
    exit.into()
}
