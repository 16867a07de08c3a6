//! Joining of scoped threads.

use std::thread::ScopedJoinHandle;

/// Joins a thread and returns its result; resumes its panic in the calling thread.
pub fn joined<T>(task: ScopedJoinHandle<'_, T>) -> T {
    task.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
