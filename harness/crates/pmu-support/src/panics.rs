//! Panics as errors.

use std::cell::RefCell;
use std::panic::{catch_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

/// A panic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct Panic {
    /// File and line.
    pub place: String,
    /// The message.
    pub message: String,
}

thread_local! {
    /// The calls of [`caught`] that this thread is in, and the last panic in one of them.
    static CAUGHT: RefCell<(usize, Option<Panic>)> = const { RefCell::new((0, None)) };
}

static HOOK: Once = Once::new();

/// Calls a function. A panic in it on this thread is returned, and not printed.
///
/// # Errors
/// The panic.
pub fn caught<T>(function: impl FnOnce() -> T) -> Result<T, Panic> {
    HOOK.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            let payload = panic.payload();
            let text = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
            let message = text.unwrap_or("no message").to_owned();
            let place = panic.location().map(|place| format!("{}:{}", place.file(), place.line()));
            let is_caught = CAUGHT.with_borrow_mut(|(depth, last)| {
                if *depth > 0 {
                    *last = Some(Panic { place: place.unwrap_or_default(), message });
                }
                *depth > 0
            });
            if !is_caught {
                print(panic);
            }
        }));
    });
    CAUGHT.with_borrow_mut(|(depth, _)| *depth += 1);
    let done = catch_unwind(AssertUnwindSafe(function));
    let last = CAUGHT.with_borrow_mut(|(depth, last)| {
        *depth -= 1;
        last.take()
    });
    done.map_err(|_| last.unwrap_or_else(|| Panic { place: String::new(), message: "no message".to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_returned_with_place_and_message() {
        let line = line!() + 1;
        let panic = caught(|| [1, 2, 3].iter().position(|&one| one == 4).expect("a four")).expect_err("a panic");
        assert_eq!(panic, Panic { place: format!("{}:{line}", file!()), message: "a four".to_owned() });
        let outer = caught(|| {
            let inner = caught(|| panic!("inner {}", 1)).expect_err("a panic");
            panic!("outer, {}", inner.message)
        });
        assert_eq!(outer.expect_err("a panic").message, "outer, inner 1");
        assert_eq!(caught(|| 5), Ok(5));
    }
}
