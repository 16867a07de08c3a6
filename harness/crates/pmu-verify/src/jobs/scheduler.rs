//! Work-stealing scheduler for the jobs of several tasks.

use crossbeam::deque::{self, Steal, Stealer};
use pmu_support::{caught, joined, Panic};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Jobs that a thread takes from the queue at once. Neighbouring jobs stay on one thread.
const STRETCH: u64 = 16;

/// Numbered jobs that need the same resources.
pub trait Task<E>: Sync {
    /// Number of jobs.
    fn jobs(&self) -> u64;

    /// Makes the worker of a thread, with its resources, when the thread takes its first job. The worker is dropped when the
    /// thread takes a job of another task or one with a lower number, so a worker runs jobs of increasing numbers.
    fn worker(&self) -> Result<JobRunner<'_, E>, E>;
}

/// Runs the job of a number and stores its result in the task.
pub type JobRunner<'t, E> = Box<dyn FnMut(u64) -> Result<(), E> + 't>;

/// A job panicked.
#[derive(Debug, thiserror::Error)]
#[error("{}", text(.0))]
pub struct Panicked(pub Panic);

/// Where the golden models are.
const MODELS: &str = "golden-model/models/";

fn text(panic: &Panic) -> String {
    match panic.place.starts_with(MODELS) {
        true => format!("the golden model panicked at {panic}"),
        false => format!("pmu-cosim panicked at {panic}; this is an error in pmu-cosim"),
    }
}

/// Work before tasks exist, such as the build of what they need.
pub trait Stage<E>: Sync {
    /// Prepares the tasks.
    fn prepare(&self) -> Result<Vec<&dyn Task<E>>, E>;
}

/// A job of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Job {
    task: usize,
    number: u64,
}

/// What a thread does next.
enum Next<'s, E> {
    Run(Job),
    Prepare(&'s dyn Stage<E>),
    /// Other threads prepare tasks.
    Wait,
    End,
}

/// The jobs that no thread has taken, in the order of tasks and numbers. Only the next one is stored, so memory does not grow
/// with the number of jobs.
struct Queue<'s, E> {
    stages: &'s [&'s dyn Stage<E>],
    state: Mutex<QueueState<'s, E>>,
    /// Tasks were added, or the work ends.
    changed: Condvar,
    /// Number of threads that prepare while there are jobs to run.
    preparers: usize,
}

struct QueueState<'s, E> {
    tasks: Vec<&'s dyn Task<E>>,
    next: Job,
    /// The next stage to prepare.
    stage: usize,
    /// Number of threads that prepare.
    preparing: usize,
}

impl<'s, E> Queue<'s, E> {
    fn state(&self) -> MutexGuard<'_, QueueState<'s, E>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the next jobs to a queue. The lock is held, so no thread sees both queues without them.
    fn refill(&self, queue: &deque::Worker<Job>) -> Next<'s, E> {
        let mut state = self.state();
        let stage = self.stages.get(state.stage);
        if let Some(&stage) = stage.filter(|_| state.preparing < self.preparers || !state.has_job()) {
            state.stage += 1;
            state.preparing += 1;
            return Next::Prepare(stage);
        }
        if !state.has_job() {
            return if state.preparing > 0 { Next::Wait } else { Next::End };
        }
        let Job { task, number } = state.next;
        let end = state.tasks[task].jobs().min(number + STRETCH);
        (number..end).for_each(|number| queue.push(Job { task, number }));
        state.next.number = end;
        queue.pop().map_or(Next::End, Next::Run)
    }

    fn add(&self, tasks: Vec<&'s dyn Task<E>>) {
        let mut state = self.state();
        state.tasks.extend(tasks);
        state.preparing -= 1;
        self.changed.notify_all();
    }

    /// Waits until `refill` may return something else, or the work ends.
    fn wait(&self, ends: impl Fn() -> bool) {
        let state = self.state();
        let waits = |state: &mut QueueState<'s, E>| !ends() && state.preparing > 0 && !state.has_job();
        drop(self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner));
    }
}

impl<E> QueueState<'_, E> {
    /// Moves to the next task with a job, if there is one.
    fn has_job(&mut self) -> bool {
        while let Some(task) = self.tasks.get(self.next.task) {
            if self.next.number < task.jobs() {
                return true;
            }
            self.next = Job { task: self.next.task + 1, number: 0 };
        }
        false
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

/// Tasks that need no preparation.
struct Ready<'s, E>(&'s [&'s dyn Task<E>]);

impl<E> Stage<E> for Ready<'_, E> {
    fn prepare(&self) -> Result<Vec<&dyn Task<E>>, E> {
        Ok(self.0.to_vec())
    }
}

/// Runs all jobs of all tasks on `threads` threads, almost in order. The first error or panic ends the work, and so does
/// `stop`.
pub fn run<E: Send + From<Panicked>>(tasks: &[&dyn Task<E>], threads: usize, stop: &AtomicBool) -> Result<(), E> {
    run_stages(&[&Ready(tasks)], threads, stop)
}

/// As [`run`], with the tasks of stages. Half of the threads prepare stages in their order while the others run the jobs of those
/// that are prepared; a thread without the one does the other.
pub fn run_stages<E: Send + From<Panicked>>(
    stages: &[&dyn Stage<E>],
    threads: usize,
    stop: &AtomicBool,
) -> Result<(), E> {
    let queues: Vec<deque::Worker<Job>> = (0..threads.max(1)).map(|_| deque::Worker::new_fifo()).collect();
    let stealers: Vec<Stealer<Job>> = queues.iter().map(deque::Worker::stealer).collect();
    let state = QueueState { tasks: Vec::new(), next: Job { task: 0, number: 0 }, stage: 0, preparing: 0 };
    let source =
        Queue { stages, state: Mutex::new(state), changed: Condvar::new(), preparers: queues.len().div_ceil(2) };
    let failed = AtomicBool::new(false);
    let ends = || stop.load(Ordering::Relaxed) || failed.load(Ordering::Relaxed);
    let work = |queue: &deque::Worker<Job>| -> Result<(), E> {
        let mut at: Option<(Job, JobRunner<E>)> = None;
        while !ends() {
            let next = queue.pop().map_or_else(|| source.refill(queue), Next::Run);
            let job = match next {
                Next::Run(job) => job,
                Next::Prepare(stage) => {
                    source.add(stage.prepare()?);
                    continue;
                }
                Next::Wait | Next::End => match take_from_others(&stealers) {
                    Some(job) => job,
                    None if matches!(next, Next::End) => break,
                    None => {
                        source.wait(ends);
                        continue;
                    }
                },
            };
            let mut worker = match at.take() {
                Some((last, worker)) if last.task == job.task && last.number < job.number => worker,
                _ => {
                    let task = source.state().tasks[job.task];
                    task.worker()?
                }
            };
            worker(job.number)?;
            at = Some((job, worker));
        }
        Ok(())
    };
    // A panic is an error, so that the other threads do not finish the work first.
    let thread = |queue: deque::Worker<Job>| {
        let end = caught(|| work(&queue)).unwrap_or_else(|panic| Err(Panicked(panic).into()));
        end.inspect_err(|_| {
            failed.store(true, Ordering::Relaxed);
            // The lock is taken, so that no thread begins to wait without seeing the failure.
            drop(source.state());
            source.changed.notify_all();
        })
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = queues.into_iter().map(|queue| scope.spawn(|| thread(queue))).collect();
        threads.into_iter().try_for_each(joined)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossbeam::channel::{unbounded, Receiver, RecvTimeoutError, Sender};
    use pmu_dut::DutError;
    use rstest::rstest;
    use std::time::Duration;

    /// Records the jobs of each worker.
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

        fn worker(&self) -> Result<JobRunner<'_, DutError>, DutError> {
            let mut done = self.done.lock().expect("no panic");
            done.push(Vec::new());
            let worker = done.len() - 1;
            Ok(Box::new(move |number| {
                self.done.lock().expect("no panic")[worker].push(number);
                (self.during)(number)
            }))
        }
    }

    fn nothing(_: u64) -> Result<(), DutError> {
        Ok(())
    }

    #[test]
    fn every_job_of_every_task_is_done_once_and_in_order_by_each_worker() {
        for threads in [1, 2, 5] {
            let tasks = [100, 0, 1, 333].map(|jobs| TestTask::new(jobs, &nothing));
            run(&tasks.each_ref().map(|task| task as &dyn Task<DutError>), threads, &AtomicBool::new(false))
                .expect("a run");
            for task in &tasks {
                assert_eq!(task.all(), (0..task.jobs).collect::<Vec<_>>());
                let workers = task.done.lock().expect("no panic");
                assert!(workers.iter().all(|jobs| jobs.windows(2).all(|pair| pair[0] < pair[1])), "{workers:?}");
            }
        }
    }

    /// Text of the error of `DutError::unusable("broken")`.
    const BROKEN: &str = "the DUT stopped: broken";

    /// A test fails after this time instead of waiting.
    const LIMIT: Duration = Duration::from_secs(60);

    fn hear(of: &Receiver<u64>) -> Result<(), DutError> {
        of.recv_timeout(LIMIT).map(drop).map_err(|error| DutError::unusable(error.to_string()))
    }

    fn say(number: u64, to: &Sender<u64>) -> Result<(), DutError> {
        to.send(number).map_err(|error| DutError::unusable(error.to_string()))
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
        assert_eq!(*task.done.lock().expect("no panic").iter().max().expect("a worker"), [1, 2]);
    }

    #[test]
    fn threads_begin_the_next_task_before_the_last_job_of_a_task_ends() {
        let (sender, receiver) = unbounded();
        let (wait, send) = (|_| hear(&receiver), |number| say(number, &sender));
        let (first, second) = (TestTask::new(1, &wait), TestTask::new(1, &send));
        run(&[&first, &second], 2, &AtomicBool::new(false)).expect("a run");
        assert_eq!((first.all(), second.all()), (vec![0], vec![0]));
    }

    /// A stage with one task.
    struct TestStage<'n> {
        task: TestTask<'n>,
        before: &'n (dyn Fn() -> Result<(), DutError> + Sync),
    }

    impl Stage<DutError> for TestStage<'_> {
        fn prepare(&self) -> Result<Vec<&dyn Task<DutError>>, DutError> {
            (self.before)()?;
            Ok(vec![&self.task])
        }
    }

    /// The second stage is prepared when a job of the first has run, and a job of the second runs before the third is prepared.
    #[test]
    fn jobs_run_while_other_stages_are_prepared() {
        let (sender, receiver) = unbounded();
        let (at_once, waits) = (|| Ok(()), || hear(&receiver));
        let during = |number| say(number, &sender);
        let stages = [&at_once as &(dyn Fn() -> _ + Sync), &waits, &waits]
            .map(|before| TestStage { task: TestTask::new(1, &during), before });
        run_stages(&stages.each_ref().map(|stage| stage as &dyn Stage<DutError>), 2, &AtomicBool::new(false))
            .expect("a run");
        stages.iter().for_each(|stage| assert_eq!(stage.task.all(), [0]));
    }

    /// The other threads have no work until the stage is prepared.
    #[rstest]
    #[case::error(|| Err(DutError::unusable("broken")))]
    #[case::panic(|| panic!("broken"))]
    fn failure_of_a_stage_ends_the_work_of_threads_that_wait(#[case] fail: fn() -> Result<(), DutError>) {
        let stage = TestStage { task: TestTask::new(1, &nothing), before: &fail };
        let error = run_stages(&[&stage], 3, &AtomicBool::new(false)).expect_err("a failure");
        assert!(error.to_string().contains("broken") || error.to_string().contains("panicked"), "{error}");
        assert_eq!(stage.task.all(), [0; 0]);
    }

    /// The first job fails; the other thread begins its second job when it has.
    #[rstest]
    #[case::error(|| Err(DutError::unusable("broken")))]
    #[case::panic(|| panic!("broken"))]
    fn failure_of_a_thread_ends_the_work_of_all(#[case] fail: fn() -> Result<(), DutError>) {
        const JOBS: u64 = 10_000_000;
        let (sender, receiver) = unbounded::<u64>();
        let sender = Mutex::new(Some(sender));
        let during = |number| {
            if number == 0 {
                // Dropped when the job ends, also by a panic, and then `receiver` is disconnected.
                let _sender = sender.lock().expect("no panic").take();
                return fail();
            }
            match receiver.recv_timeout(LIMIT) {
                Err(RecvTimeoutError::Disconnected) => Ok(()),
                _ => Err(DutError::unusable("the first job does not end")),
            }
        };
        let task = TestTask::new(JOBS, &during);
        let error = run(&[&task], 2, &AtomicBool::new(false)).expect_err("a failure");
        let panicked = "pmu-cosim panicked at harness/crates/pmu-verify/src/jobs/scheduler.rs:";
        assert!(error.to_string() == BROKEN || error.to_string().starts_with(panicked), "{error}");
        assert!((task.all().len() as u64) < JOBS);
    }

    #[test]
    fn an_error_ends_the_work_and_so_does_a_stop() {
        let broken = |number| if number == 20 { Err(DutError::unusable("broken")) } else { Ok(()) };
        let task = TestTask::new(1_000_000, &broken);
        let error = run(&[&task], 1, &AtomicBool::new(false)).expect_err("an error");
        assert_eq!((error.to_string().as_str(), task.all().len()), (BROKEN, 21));

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
