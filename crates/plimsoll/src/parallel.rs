//! The one place that starts threads, besides the walk. Work is joined by index, so the result does not depend on timing.

use plimsoll_core::progress::{Cancelled, Progress};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// How many threads to use: what was asked for, or what the machine has.
pub(crate) fn threads(asked: Option<NonZeroUsize>) -> usize {
    asked.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Applies `work` to every item; results come in the order of the items.
pub(crate) fn map<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    progress: &dyn Progress,
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Cancelled> {
    // A few items at a time: small files would otherwise spend their time on the counter.
    in_batches(16, items, threads, progress, work)
}

/// The same for items of which each takes long.
pub(crate) fn each<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    progress: &dyn Progress,
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Cancelled> {
    in_batches(1, items, threads, progress, work)
}

fn in_batches<T: Sync, R: Send>(
    size: usize,
    items: &[T],
    threads: usize,
    progress: &dyn Progress,
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<R>, Cancelled> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut done = Vec::new();
        while !progress.cancelled() {
            let start = next.fetch_add(size, Ordering::Relaxed);
            let Some(batch) = items.get(start..items.len().min(start + size)) else { break };
            if batch.is_empty() {
                break;
            }
            done.extend((start..).zip(batch.iter().map(&work)));
            progress.advance(batch.len() as u64);
        }
        done
    };
    let mut results: Vec<Option<R>> = items.iter().map(|_| None).collect();
    let workers = threads.clamp(1, items.len().max(1)).min(64);
    let mut keep = |done: Vec<(usize, R)>| {
        for (index, result) in done {
            results[index] = Some(result);
        }
    };
    if workers == 1 {
        keep(run());
    } else {
        thread::scope(|scope| {
            let handles: Vec<_> = (0..workers).map(|_| scope.spawn(run)).collect();
            for handle in handles {
                match handle.join() {
                    Ok(done) => keep(done),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
        });
    }
    progress.check()?;
    let all = "every item was worked on, since nothing was cancelled";
    Ok(results.into_iter().map(|result| result.expect(all)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_core::progress::Quiet;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 2, 8] {
            let doubled = map(&items, threads, &Quiet, |n| n * 2).expect("nobody cancels");
            assert_eq!(doubled, items.iter().map(|n| n * 2).collect::<Vec<_>>());
        }
        assert!(map(&[] as &[usize], 8, &Quiet, |n| *n).expect("nobody cancels").is_empty());
    }
}
