//! When nothing is known: what an index takes, and what a pack takes that does not wait for all of it.

use super::peers::Peers;
use super::yard::{INDEX, PACK, Yard};
use crate::command::Failure;
use crate::measure::child::{Cost, costs};
use crate::measure::line::{Amount, Asked, Line, Lines};
use serde_json::Value;
use std::fs;
use std::time::Duration;

const HALF_OF_A_PEER: Asked =
    Asked::at_most(0.5, "at most half of code2prompt's CPU time on django and golang");
const LINUX_CPU: Asked = Asked::at_most(200.0, "linux complete within 200 CPU seconds");
const LINUX_MEMORY: Asked = Asked::at_most(1000.0, "linux within 1 GB of memory");
const MEMORY: Asked = Asked::below(500.0, "others below 500 MB");
const PACK_CPU: Asked = Asked::at_most(2.5, "cold `pack` on django within 2.5 CPU seconds");
const PACK_WALL: Asked =
    Asked::at_most(60.0, "on linux a first answer within a minute on two cores");

const SENTENCE: &str = "where errors are handled and how they are reported";
const AT_MOST: Duration = Duration::from_secs(3600);
const PEER: &str = "code2prompt";

/// What others need to know of a tree.
pub(super) struct Cold {
    pub(super) files: u64,
    /// In seconds.
    pub(super) cpu_per_mb: Option<f64>,
    /// What `plimsoll index` says of itself.
    pub(super) report: Value,
}

pub(super) fn measure(yard: &Yard, lines: &mut Lines) -> Result<Cold, Failure> {
    let peers = Peers::run(yard)?;
    let (index, report) = cold_index(yard)?;
    let files = report["files"].as_u64().unwrap_or(0);
    let text = Amount::megabytes(report["bytes"].as_u64().unwrap_or(0));
    let name = yard.name();
    let figure = |what: &str| format!("{name}: {what}");
    lines.push(cpu_line(&name, &index, &peers).with(format!("{files} files, {text} of text")));
    let asked = if name == "linux" { LINUX_MEMORY } else { MEMORY };
    let memory = |cost: &Cost| cost.peak_bytes.map(Amount::megabytes);
    lines.push(
        Line::new(figure("cold index, memory"), asked, known(memory(&index)))
            .beside(peers.told(memory)),
    );
    let cpu_per_mb = index.cpu.map(|cpu| cpu.as_secs_f64() / text.value.max(0.001));
    let of_one = cpu_per_mb.map(|seconds| Amount::new(seconds * 1e3, "ms", 1));
    lines.push(Line::new(figure("cold index, CPU per MB"), Asked::NOTHING, known(of_one)));

    let pack = cold_pack(yard)?;
    let asked = if name == "django" { PACK_CPU } else { Asked::NOTHING };
    let cpu = known(pack.cpu.map(Amount::seconds));
    lines.push(Line::new(figure("cold pack, CPU"), asked, cpu));
    let asked = if name == "linux" { PACK_WALL } else { Asked::NOTHING };
    lines.push(Line::new(figure("cold pack, wall"), asked, Ok(Amount::seconds(pack.wall))));
    Ok(Cold { files, cpu_per_mb, report })
}

fn known(amount: Option<Amount>) -> Result<Amount, String> {
    amount.ok_or_else(|| "this system does not tell".to_owned())
}

/// By a peer, where the tree is not too large for it; in a small one it is only about how fast a program starts.
fn cpu_line(name: &str, index: &Cost, peers: &Peers) -> Line {
    let cpu = |cost: &Cost| cost.cpu.map(Amount::seconds);
    let figure = format!("{name}: cold index, CPU");
    let line = match name {
        "linux" => Line::new(figure, LINUX_CPU, known(cpu(index))),
        "django" | "golang" => {
            let of_peer = peers.cpu(PEER).map_err(|why| {
                let ours = cpu(index).map_or(String::new(), |cpu| format!("; ours {cpu}"));
                format!("{PEER} {why}{ours}")
            });
            let ratio = of_peer.and_then(|peer| {
                let ours = index.cpu.ok_or("this system does not tell")?;
                Ok(Amount::ratio(ours.as_secs_f64(), peer.as_secs_f64()))
            });
            let told = cpu(index).map_or(String::new(), |cpu| cpu.to_string());
            Line::new(format!("{figure}, to {PEER}'s"), HALF_OF_A_PEER, ratio).with(told)
        }
        _ => Line::new(figure, Asked::NOTHING, known(cpu(index))),
    };
    line.beside(peers.told(cpu))
}

/// What it takes when nothing is known, and what it reports.
fn cold_index(yard: &Yard) -> Result<(Cost, Value), Failure> {
    yard.forget(INDEX)?;
    let output = yard.scratch("report.json");
    let file = fs::File::create(&output).map_err(Failure::at(&output))?;
    let mut command = yard.plimsoll(INDEX, &["index", "--json"]);
    command.stdout(file);
    let cost = costs(command, AT_MOST)?;
    let report = fs::read(&output).map_err(Failure::at(&output))?;
    Ok((cost.in_time()?, serde_json::from_slice(&report).unwrap_or_default()))
}

fn cold_pack(yard: &Yard) -> Result<Cost, Failure> {
    yard.forget(PACK)?;
    let output = yard.scratch("pack.md").to_string_lossy().into_owned();
    let arguments = ["pack", SENTENCE, "--budget", "16k", "-o", &output];
    costs(yard.plimsoll(PACK, &arguments), AT_MOST)?.in_time()
}
