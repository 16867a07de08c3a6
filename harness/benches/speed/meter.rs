//! Meters for the work of a part.

use std::error::Error;
use std::time::Instant;

/// Result of work, or of its measurement.
pub type Outcome<T = ()> = Result<T, Box<dyn Error>>;

/// Measures work: returns seconds, or nothing if an external tool counts.
pub type Meter = fn(&mut dyn FnMut() -> Outcome) -> Outcome<f64>;

/// Seconds.
pub fn timed(work: &mut dyn FnMut() -> Outcome) -> Outcome<f64> {
    let start = Instant::now();
    work()?;
    Ok(start.elapsed().as_secs_f64())
}

/// Callgrind counts this function, which it finds by name.
#[inline(never)]
pub fn counted(work: &mut dyn FnMut() -> Outcome) -> Outcome<f64> {
    work().map(|()| 0.0)
}
