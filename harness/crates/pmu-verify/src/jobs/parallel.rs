//! Parallel map, with results in the order of the items.

use super::scheduler::{run, JobRunner, Panicked, Task};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// The work stopped before its end.
#[derive(Debug, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// One job for each item.
struct Map<'m, T, R, F> {
    items: &'m [T],
    worker: F,
    /// Results by the position of their item.
    results: Mutex<BTreeMap<u64, R>>,
}

impl<'m, T, R, F> Map<'m, T, R, F> {
    fn new(items: &'m [T], worker: F) -> Self {
        Self { items, worker, results: Mutex::default() }
    }

    /// The results of the items that have one.
    fn finish(self) -> Vec<R> {
        self.results.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
    }
}

impl<'m, T: Sync, R: Send, E, W: FnMut(&T) -> Result<R, E> + 'm, F: Fn() -> W + Sync> Task<E> for Map<'m, T, R, F> {
    fn jobs(&self) -> u64 {
        self.items.len() as u64
    }

    fn worker(&self) -> Result<JobRunner<'_, E>, E> {
        let mut apply = (self.worker)();
        Ok(Box::new(move |position| {
            let result = apply(&self.items[position as usize])?;
            self.results.lock().unwrap_or_else(PoisonError::into_inner).insert(position, result);
            Ok(())
        }))
    }
}

/// Applies `apply` to every item, on one thread for each processor.
///
/// # Panics
/// When `apply` panics.
pub fn parallel_each<T: Sync, R: Send>(items: &[T], apply: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let map = Map::new(items, || |item: &T| Ok::<_, Panicked>(apply(item)));
    run(&[&map], threads, &AtomicBool::new(false)).unwrap_or_else(|panicked| panic!("{panicked}"));
    map.finish()
}

/// Applies the function that `worker` makes for each of `threads` threads to every item. The first error ends the work, and
/// so does `stop`.
///
/// # Errors
/// The error of an item, [`Panicked`] if the function panics, [`Interrupted`] if `stop` leaves items without a result.
pub fn parallel_map<'m, T, R, E, W>(
    items: &'m [T],
    threads: usize,
    stop: &AtomicBool,
    worker: impl Fn() -> W + Sync,
) -> Result<Vec<R>, E>
where
    T: Sync,
    R: Send,
    E: Send + From<Interrupted> + From<Panicked>,
    W: FnMut(&T) -> Result<R, E> + 'm,
{
    let map = Map::new(items, worker);
    run(&[&map], threads, stop)?;
    let results = map.finish();
    match results.len() == items.len() {
        true => Ok(results),
        false => Err(Interrupted.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam::channel::unbounded;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    #[derive(Debug, thiserror::Error)]
    enum TestError {
        #[error("item {0}")]
        Item(u64),
        #[error(transparent)]
        Interrupted(#[from] Interrupted),
        #[error(transparent)]
        Panicked(#[from] Panicked),
    }

    /// Applies `apply` to the numbers below `count`.
    fn map_numbers(
        count: u64,
        threads: usize,
        stop: &AtomicBool,
        apply: impl Fn(u64) -> Result<u64, TestError> + Sync,
    ) -> Result<Vec<u64>, TestError> {
        parallel_map(&(0..count).collect::<Vec<_>>(), threads, stop, || |&number: &u64| apply(number))
    }

    #[test]
    fn every_item_has_its_result_in_the_order_of_the_items() {
        for threads in [0, 1, 2, 5] {
            for count in [0, 1, 16, 17, 333] {
                let squares = map_numbers(count, threads, &AtomicBool::new(false), |number| Ok(number * number));
                assert_eq!(squares.expect("squares"), (0..count).map(|number| number * number).collect::<Vec<_>>());
            }
        }
        assert_eq!(parallel_each(&[3, 1, 2], |number| number + 1), [4, 2, 3]);
    }

    /// The first item ends when all others have ended, so they run on the other thread.
    #[test]
    fn long_item_delays_no_other_item() {
        const COUNT: u64 = 40;
        let (sender, receiver) = unbounded();
        let apply = |number| {
            match number {
                0 => (1..COUNT).try_for_each(|_| receiver.recv_timeout(Duration::from_secs(60)).map_err(drop)),
                _ => sender.send(()).map_err(drop),
            }
            .map_err(|()| TestError::Item(number))?;
            Ok(number)
        };
        let numbers = map_numbers(COUNT, 2, &AtomicBool::new(false), apply).expect("no item waits in vain");
        assert_eq!(numbers, (0..COUNT).collect::<Vec<_>>());
    }

    #[test]
    fn first_error_ends_the_work() {
        let started = AtomicU64::new(0);
        let apply = |number| {
            started.fetch_add(1, Ordering::Relaxed);
            if number == 20 {
                Err(TestError::Item(number))
            } else {
                Ok(number)
            }
        };
        let error = map_numbers(1_000_000, 1, &AtomicBool::new(false), apply).expect_err("an error");
        assert!(matches!(error, TestError::Item(20)), "{error}");
        assert_eq!(started.into_inner(), 21);
    }

    #[test]
    fn work_that_is_stopped_early_is_interrupted() {
        let stop = AtomicBool::new(false);
        let apply = |number| {
            stop.store(number == 20, Ordering::Relaxed);
            Ok(number)
        };
        let error = map_numbers(1_000_000, 1, &stop, apply).expect_err("an interruption");
        assert!(matches!(error, TestError::Interrupted(_)), "{error}");
    }

    #[test]
    fn stop_after_the_last_item_keeps_the_results() {
        let stop = AtomicBool::new(false);
        let apply = |number| {
            stop.store(number == 20, Ordering::Relaxed);
            Ok(number)
        };
        assert_eq!(map_numbers(21, 1, &stop, apply).expect("results").len(), 21);
    }

    /// One thread: after the panic no job runs, so the count is exact.
    #[test]
    fn panic_of_a_worker_ends_the_work_and_is_reported() {
        let started = AtomicU64::new(0);
        let apply = |number| {
            started.fetch_add(1, Ordering::Relaxed);
            assert_ne!(number, 20, "a panic on purpose");
            Ok(number)
        };
        let error = map_numbers(1_000_000, 1, &AtomicBool::new(false), apply).expect_err("a panic");
        assert!(matches!(error, TestError::Panicked(_)), "{error}");
        assert_eq!(started.into_inner(), 21);
    }
}
