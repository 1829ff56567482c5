//! Other programs, and what they cost: how long they take, on how many cores, with how much memory.

use crate::command::{Failure, capture, show};
use std::fs;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How often a running program is looked at.
const LOOK: Duration = Duration::from_millis(4);
/// What times in `/proc` are counted in: a hundredth of a second, whatever the kernel's own clock does.
const TICK: Duration = Duration::from_millis(10);

/// What a program took.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cost {
    pub(super) wall: Duration,
    /// Of all its threads, in the kernel and outside. Nothing where there is no `/proc`.
    pub(super) cpu: Option<Duration>,
    pub(super) peak_bytes: Option<u64>,
}

/// How it ended.
pub(super) enum Ended {
    Well(Cost),
    /// It was stopped, since its time was over.
    Late,
}

impl Ended {
    /// For what is not meant to be stopped.
    pub(super) fn in_time(self) -> Result<Cost, Failure> {
        match self {
            Self::Well(cost) => Ok(cost),
            Self::Late => Err(Failure::Unexpected {
                command: "measure".to_owned(),
                what: "stopped a program that did not end".to_owned(),
            }),
        }
    }
}

/// Runs a program, and stops it if it takes longer than this.
pub(super) fn costs(mut command: Command, at_most: Duration) -> Result<Ended, Failure> {
    let shown = show(&command);
    let started = Instant::now();
    let failed = |error| Failure::NotStarted { command: shown.clone(), error };
    let mut child = command.stderr(Stdio::null()).spawn().map_err(failed)?;
    let mut cost = Cost::default();
    while !has_ended(&mut child, &mut cost).map_err(failed)? {
        if started.elapsed() > at_most {
            child.kill().map_err(failed)?;
            child.wait().map_err(failed)?;
            return Ok(Ended::Late);
        }
        sleep(LOOK);
    }
    cost.wall = started.elapsed();
    let status: ExitStatus = child.wait().map_err(failed)?;
    if status.success() {
        Ok(Ended::Well(cost))
    } else {
        Err(Failure::Ended { command: shown, how: status.to_string() })
    }
}

/// Looks at a child. One that has ended and that nobody has waited for still tells its times, though not its memory.
fn has_ended(child: &mut Child, cost: &mut Cost) -> std::io::Result<bool> {
    let file = |name: &str| fs::read_to_string(format!("/proc/{}/{name}", child.id()));
    let (Ok(stat), Ok(status)) = (file("stat"), file("status")) else {
        return child.try_wait().map(|ended| ended.is_some());
    };
    cost.peak_bytes = cost.peak_bytes.max(peak(&status));
    let Some((state, cpu)) = state_and_cpu(&stat) else { return Ok(false) };
    cost.cpu = Some(cpu);
    Ok(state == "Z")
}

/// What stands behind the name, which is in brackets and may hold anything: the state first, and as the twelfth to
/// fifteenth the times, its own and those of children that have ended.
fn state_and_cpu(stat: &str) -> Option<(&str, Duration)> {
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let ticks: Option<Vec<u32>> =
        fields.get(11..15)?.iter().map(|ticks| ticks.parse().ok()).collect();
    Some((fields[0], TICK * ticks?.iter().sum::<u32>()))
}

fn peak(status: &str) -> Option<u64> {
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    kilobytes.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kb| kb * 1024)
}

/// Wall time alone, exactly, and what was written to stdout.
pub(super) fn captured(command: Command) -> Result<(Duration, String), Failure> {
    let started = Instant::now();
    let said = capture(command)?;
    Ok((started.elapsed(), said))
}

pub(super) fn timed(command: Command) -> Result<Duration, Failure> {
    captured(command).map(|(time, _)| time)
}

pub(super) fn middle(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_memory_are_read_whatever_a_program_is_called() {
        let stat = "7 (a) Z 1) R 1 2 3 4 5 6 7 8 9 10 150 25 20 5 20 0 9 0";
        assert_eq!(state_and_cpu(stat), Some(("R", Duration::from_secs(2))));
        assert_eq!(state_and_cpu("7 (short) R 1 2"), None);
        assert_eq!(peak("VmPeak:\t 9 kB\nVmHWM:\t   2 kB\n"), Some(2048));
        assert_eq!(peak("State:\tZ (zombie)\n"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_program_that_works_costs_something_and_one_that_sleeps_is_stopped() {
        let shell = |script: &str| {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        };
        let busy = shell("i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done");
        let Ok(Ended::Well(cost)) = costs(busy, Duration::from_secs(60)) else { panic!("it ends") };
        assert!(cost.cpu.is_some_and(|cpu| cpu >= TICK && cpu <= cost.wall * 2), "{cost:?}");
        assert!(cost.peak_bytes.is_some_and(|bytes| bytes > 100_000), "{cost:?}");
        assert!(matches!(
            costs(shell("exec sleep 60"), Duration::from_millis(50)),
            Ok(Ended::Late)
        ));
        assert!(matches!(costs(shell("exit 3"), TICK * 500), Err(Failure::Ended { .. })));
    }
}
