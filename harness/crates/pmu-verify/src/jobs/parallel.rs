//! Parallel map, with results in the order of the items.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::Mutex;

/// The work stopped before its end.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// Applies `apply` to every item, on one thread for each processor.
pub fn parallel_each<T: Sync, R: Send>(items: &[T], apply: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let results = parallel_map(items, jobs, &AtomicBool::new(false), || |item: &T| Ok::<_, Interrupted>(apply(item)));
    results.expect("nothing stops it")
}

/// Applies the function that `worker` makes for each of `jobs` threads to every item. The first error ends the work, and so
/// does `stop`.
pub fn parallel_map<T: Sync, R: Send, E: Send + From<Interrupted>, W: FnMut(&T) -> Result<R, E>>(
    items: &[T],
    jobs: usize,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
) -> Result<Vec<R>, E> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = crossbeam::channel::unbounded();
    let failed = Mutex::new(None);
    let work = || {
        let mut apply = worker();
        loop {
            let position = next.fetch_add(1, Ordering::Relaxed);
            let ended = stop.load(Ordering::Relaxed) || failed.lock().map_or(true, |failed| failed.is_some());
            let Some(item) = items.get(position).filter(|_| !ended) else {
                return;
            };
            match apply(item) {
                // The receiver lives until all workers have ended.
                Ok(result) => drop(sender.send((position, result))),
                Err(error) => {
                    if let Ok(mut failed) = failed.lock() {
                        failed.get_or_insert(error);
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(work);
        }
    });
    drop(sender);
    if let Some(error) = failed.into_inner().ok().flatten() {
        return Err(error);
    }
    let mut results: Vec<(usize, R)> = receiver.into_iter().collect();
    if results.len() < items.len() {
        return Err(Interrupted.into());
    }
    results.sort_by_key(|(position, _)| *position);
    Ok(results.into_iter().map(|(_, result)| result).collect())
}
