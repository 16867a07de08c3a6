//! How the work of a part is measured.

use std::error::Error;
use std::time::Instant;

/// What comes of work, or of measuring it.
pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Measures work: seconds, or nothing where something outside counts.
pub type Meter = fn(&mut dyn FnMut() -> Outcome) -> Outcome<f64>;

/// Seconds.
pub fn timed(work: &mut dyn FnMut() -> Outcome) -> Outcome<f64> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64())
}

/// Callgrind counts what happens in this function, which it knows by its name.
#[inline(never)]
pub fn counted(work: &mut dyn FnMut() -> Outcome) -> Outcome<f64> {
    work().map(|()| 0.0)
}
