//! How long work tells where it is, and hears that it should stop.

/// Given to everything that may take long. Synchronous and cheap: it is called from inner loops.
pub trait Progress: Sync {
    /// A stage begins; `total` is the number of steps where it is known.
    fn begin(&self, stage: &'static str, total: Option<u64>);
    /// So many steps of the stage are done.
    fn advance(&self, steps: u64);
    /// Whether the caller wants the work to end.
    fn cancelled(&self) -> bool {
        false
    }

    /// Ends the work with an error when the caller wants that.
    fn check(&self) -> Result<(), Cancelled> {
        if self.cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

/// The caller asked for the work to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Cancelled;

/// Says nothing, never ends anything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Quiet;

impl Progress for Quiet {
    fn begin(&self, _stage: &'static str, _total: Option<u64>) {}
    fn advance(&self, _steps: u64) {}
}
