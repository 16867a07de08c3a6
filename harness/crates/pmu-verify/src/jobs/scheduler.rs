//! Work-stealing scheduler for the jobs of several tasks.

use crossbeam::deque::{Steal, Stealer, Worker};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Jobs that a thread takes from the queue at once. Neighbouring jobs stay on one thread.
const STRETCH: u64 = 16;

/// Numbered jobs that need the same resources.
pub trait Task<E>: Sync {
    /// Number of jobs.
    fn jobs(&self) -> u64;

    /// Makes the resources of a thread when it takes its first job; they are dropped when it takes one of another task.
    /// The numbers of the jobs that run with them increase.
    fn bench(&self) -> Result<JobRunner<'_, E>, E>;
}

/// Runs the job of a number and stores its result in the task.
pub type JobRunner<'t, E> = Box<dyn FnMut(u64) -> Result<(), E> + 't>;

/// A thread ended by a panic.
#[derive(Debug, thiserror::Error)]
#[error("a worker thread panicked; see its message above")]
pub struct Panicked;

/// A job of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    task: usize,
    number: u64,
}

/// The jobs that no thread has taken, in the order of tasks and numbers. Only the next one is stored, so memory does not grow
/// with the number of jobs.
struct Queue<'t, E> {
    tasks: &'t [&'t dyn Task<E>],
    next: Mutex<Job>,
}

impl<E> Queue<'_, E> {
    /// Moves the next jobs to a queue. The lock is held, so no thread sees both queues without them.
    fn refill(&self, queue: &Worker<Job>) -> Option<Job> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        while next.number >= self.tasks.get(next.task)?.jobs() {
            *next = Job { task: next.task + 1, number: 0 };
        }
        let end = self.tasks[next.task].jobs().min(next.number + STRETCH);
        (next.number..end).for_each(|number| queue.push(Job { number, ..*next }));
        next.number = end;
        queue.pop()
    }
}

/// Takes the oldest job that another thread has not begun.
fn take_from_others(queues: &[Stealer<Job>]) -> Option<Job> {
    loop {
        match queues.iter().map(Stealer::steal).collect() {
            Steal::Success(job) => return Some(job),
            Steal::Empty => return None,
            Steal::Retry => {}
        }
    }
}

/// Runs all jobs of all tasks on `threads` threads, almost in order. The first error ends the work, and so does `stop`.
pub fn run<E: Send + From<Panicked>>(tasks: &[&dyn Task<E>], threads: usize, stop: &AtomicBool) -> Result<(), E> {
    let queues: Vec<Worker<Job>> = (0..threads.max(1)).map(|_| Worker::new_fifo()).collect();
    let stealers: Vec<Stealer<Job>> = queues.iter().map(Worker::stealer).collect();
    let source = Queue { tasks, next: Mutex::new(Job { task: 0, number: 0 }) };
    let failed = AtomicBool::new(false);
    let work = |queue: Worker<Job>| -> Result<(), E> {
        let mut at: Option<(Job, JobRunner<E>)> = None;
        while !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed) {
            let Some(job) = queue.pop().or_else(|| source.refill(&queue)).or_else(|| take_from_others(&stealers))
            else {
                break;
            };
            let mut bench = match at.take() {
                Some((last, bench)) if last.task == job.task && last.number < job.number => bench,
                _ => tasks[job.task].bench()?,
            };
            bench(job.number)?;
            at = Some((job, bench));
        }
        Ok(())
    };
    let joined = crossbeam::thread::scope(|scope| {
        let threads: Vec<_> = queues
            .into_iter()
            .map(|queue| scope.spawn(|_| work(queue).inspect_err(|_| failed.store(true, Ordering::Relaxed))))
            .collect();
        threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>()
    });
    let ends = joined.map_err(|_| Panicked)?;
    ends.into_iter().try_for_each(|end| end.map_err(|_| Panicked)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam::channel::{unbounded, Receiver, Sender};
    use pmu_dut::DutError;
    use std::time::Duration;

    /// Records which jobs ran with which resources.
    struct TestTask<'n> {
        jobs: u64,
        done: Mutex<Vec<Vec<u64>>>,
        during: &'n (dyn Fn(u64) -> Result<(), DutError> + Sync),
    }

    impl<'n> TestTask<'n> {
        fn new(jobs: u64, during: &'n (dyn Fn(u64) -> Result<(), DutError> + Sync)) -> Self {
            Self { jobs, done: Mutex::default(), during }
        }

        fn all(&self) -> Vec<u64> {
            let mut all = self.done.lock().expect("no panic").concat();
            all.sort_unstable();
            all
        }
    }

    impl Task<DutError> for TestTask<'_> {
        fn jobs(&self) -> u64 {
            self.jobs
        }

        fn bench(&self) -> Result<JobRunner<'_, DutError>, DutError> {
            let mut benches = self.done.lock().expect("no panic");
            benches.push(Vec::new());
            let bench = benches.len() - 1;
            Ok(Box::new(move |number| {
                self.done.lock().expect("no panic")[bench].push(number);
                (self.during)(number)
            }))
        }
    }

    fn nothing(_: u64) -> Result<(), DutError> {
        Ok(())
    }

    #[test]
    fn every_job_of_every_task_is_done_once_and_in_order_at_each_bench() {
        for threads in [1, 2, 5] {
            let tasks = [100, 0, 1, 333].map(|jobs| TestTask::new(jobs, &nothing));
            run(&tasks.each_ref().map(|task| task as &dyn Task<DutError>), threads, &AtomicBool::new(false))
                .expect("a run");
            for task in &tasks {
                assert_eq!(task.all(), (0..task.jobs).collect::<Vec<_>>());
                let benches = task.done.lock().expect("no panic");
                assert!(benches.iter().all(|jobs| jobs.windows(2).all(|pair| pair[0] < pair[1])), "{benches:?}");
            }
        }
    }

    /// A test fails after this time instead of waiting.
    const LIMIT: Duration = Duration::from_secs(60);

    fn hear(of: &Receiver<u64>) -> Result<(), DutError> {
        of.recv_timeout(LIMIT).map(drop).map_err(|error| DutError(error.to_string()))
    }

    fn say(number: u64, to: &Sender<u64>) -> Result<(), DutError> {
        to.send(number).map_err(|error| DutError(error.to_string()))
    }

    /// All jobs are taken at once, and the first ends when the others have begun.
    #[test]
    fn threads_without_work_take_it_from_the_one_that_has_it() {
        let (sender, receiver) = unbounded();
        let during = |number| match number {
            0 => (1..3).try_for_each(|_| hear(&receiver)),
            _ => say(number, &sender),
        };
        let task = TestTask::new(3, &during);
        run(&[&task], 2, &AtomicBool::new(false)).expect("a run");
        assert_eq!(*task.done.lock().expect("no panic").iter().max().expect("a bench"), [1, 2]);
    }

    #[test]
    fn threads_begin_the_next_task_before_the_last_job_of_a_task_ends() {
        let (sender, receiver) = unbounded();
        let (wait, send) = (|_| hear(&receiver), |number| say(number, &sender));
        let (first, second) = (TestTask::new(1, &wait), TestTask::new(1, &send));
        run(&[&first, &second], 2, &AtomicBool::new(false)).expect("a run");
        assert_eq!((first.all(), second.all()), (vec![0], vec![0]));
    }

    #[test]
    fn an_error_ends_the_work_and_so_does_a_stop() {
        let broken = |number| if number == 20 { Err(DutError("broken".to_owned())) } else { Ok(()) };
        let task = TestTask::new(1_000_000, &broken);
        let error = run(&[&task], 1, &AtomicBool::new(false)).expect_err("an error");
        assert_eq!((error.0.as_str(), task.all().len()), ("broken", 21));

        let stop = AtomicBool::new(false);
        let stopping = |number| {
            stop.store(number == 20, Ordering::Relaxed);
            Ok(())
        };
        let task = TestTask::new(1_000_000, &stopping);
        run(&[&task], 1, &stop).expect("a run");
        assert_eq!(task.all().len(), 21);
    }
}
