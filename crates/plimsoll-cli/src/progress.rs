//! How far long work is: one line on a terminal, after half a second, that goes away again.

use plimsoll::core::progress::Progress;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The line.
pub(crate) struct TerminalProgress {
    started: Instant,
    shown: Mutex<Shown>,
}

struct Shown {
    stage: &'static str,
    done: u64,
    total: Option<u64>,
    last: Instant,
    visible: bool,
}

impl TerminalProgress {
    /// Nothing where nobody watches.
    pub(crate) fn for_terminal(quiet: bool) -> Option<Self> {
        if quiet || !io::stderr().is_terminal() {
            return None;
        }
        let started = Instant::now();
        let shown = Shown { stage: "", done: 0, total: None, last: started, visible: false };
        Some(Self { started, shown: Mutex::new(shown) })
    }

    /// Takes the line away again.
    pub(crate) fn clear(&self) {
        if let Ok(mut shown) = self.shown.lock()
            && shown.visible
        {
            shown.visible = false;
            let _ = write!(io::stderr(), "\r\u{1b}[K");
        }
    }
}

impl Progress for TerminalProgress {
    fn begin(&self, stage: &'static str, total: Option<u64>) {
        if let Ok(mut shown) = self.shown.lock() {
            (shown.stage, shown.done, shown.total) = (stage, 0, total);
        }
    }

    fn advance(&self, steps: u64) {
        let Ok(mut shown) = self.shown.lock() else { return };
        shown.done += steps;
        let now = Instant::now();
        let early = now.duration_since(self.started) < Duration::from_millis(500);
        if early || now.duration_since(shown.last) < Duration::from_millis(100) {
            return;
        }
        shown.last = now;
        shown.visible = true;
        let of = shown.total.map_or(String::new(), |total| format!(" of {total}"));
        let _ = write!(io::stderr(), "\r\u{1b}[K{}: {}{of}", shown.stage, shown.done);
    }
}
