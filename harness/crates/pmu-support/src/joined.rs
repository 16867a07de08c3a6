//! The end of a thread.

use std::thread::ScopedJoinHandle;

/// What a thread has made; its panic goes on in this one.
pub fn joined<T>(task: ScopedJoinHandle<'_, T>) -> T {
    task.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
