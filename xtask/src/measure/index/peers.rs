//! What others take on the same tree, where they are installed.

use super::yard::Yard;
use crate::command::Failure;
use crate::measure::child::{Cost, Ended, costs};
use crate::measure::line::Amount;
use std::process::Stdio;
use std::time::Duration;

const AT_MOST: Duration = Duration::from_secs(180);

struct Peer {
    name: &'static str,
    /// What its `--version` begins with.
    version: &'static str,
    /// `OUT` stands for a file to write to.
    arguments: &'static [&'static str],
}

const PEERS: &[Peer] = &[
    Peer { name: "code2prompt", version: "code2prompt", arguments: &[".", "-O", "OUT"] },
    // Other programs of this name know fewer languages.
    Peer { name: "ctags", version: "Universal Ctags", arguments: &["-R", "-f", "OUT", "."] },
    Peer { name: "repomix", version: "", arguments: &[".", "--quiet", "-o", "OUT"] },
];

/// What came of each that is here.
pub(super) struct Peers(Vec<(&'static str, Result<Cost, &'static str>)>);

impl Peers {
    pub(super) fn run(yard: &Yard) -> Result<Self, Failure> {
        let here = PEERS.iter().filter(|peer| peer.is_here(yard));
        let ran = here.map(|peer| Ok((peer.name, peer.run(yard)?)));
        ran.collect::<Result<_, Failure>>().map(Self)
    }

    /// Or why there is nothing to compare with.
    pub(super) fn cpu(&self, name: &str) -> Result<Duration, String> {
        let (_, came) = self.0.iter().find(|(peer, _)| *peer == name).ok_or("is not installed")?;
        Ok(came.as_ref().map_err(|why| (*why).to_owned())?.cpu.ok_or("did not tell its time")?)
    }

    /// One figure of each.
    pub(super) fn told(&self, figure: impl Fn(&Cost) -> Option<Amount>) -> String {
        let one = |(name, came): &(&str, Result<Cost, &str>)| match came {
            Ok(cost) => {
                figure(cost).map_or(format!("{name} –"), |amount| format!("{name} {amount}"))
            }
            Err(why) => format!("{name} {why}"),
        };
        self.0.iter().map(one).collect::<Vec<_>>().join(", ")
    }
}

impl Peer {
    fn is_here(&self, yard: &Yard) -> bool {
        let mut ask = yard.program(self.name, &["--version"]);
        let said = ask.stderr(Stdio::null()).output();
        said.is_ok_and(|said| {
            said.status.success() && said.stdout.starts_with(self.version.as_bytes())
        })
    }

    fn run(&self, yard: &Yard) -> Result<Result<Cost, &'static str>, Failure> {
        let out = yard.scratch(self.name).to_string_lossy().into_owned();
        let arguments: Vec<&str> =
            self.arguments.iter().map(|&one| if one == "OUT" { &*out } else { one }).collect();
        let mut command = yard.program(self.name, &arguments);
        command.stdout(Stdio::null());
        match costs(command, AT_MOST) {
            Ok(Ended::Well(cost)) => Ok(Ok(cost)),
            Ok(Ended::Late) => Ok(Err("not done after 180 s")),
            Err(Failure::Ended { .. }) => Ok(Err("fails")),
            Err(failure) => Err(failure),
        }
    }
}
