//! The border between C and Rust: pointers become references here, and panics and errors become messages.

use pmu_session::SessionError;
use pmu_support::caught;
use std::cell::RefCell;
use std::ffi::{c_char, CStr, CString};

/// 32 bits with four values each, as svLogicVecVal of svdpi.h: 0, 1, Z (bval 1) and X (aval and bval 1).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct PmuLogic {
    /// The values.
    pub aval: u32,
    /// Ones at the bits that are X or Z.
    pub bval: u32,
}

thread_local! {
    /// Why the last open in this thread failed.
    static OPEN_ERROR: RefCell<CString> = RefCell::default();
}

/// What a handle refers to, with the texts that belong to it.
pub(crate) struct Handle<T> {
    inner: T,
    /// Why the last call failed; empty if it did not.
    pub(crate) error: CString,
    /// The text that the last call returned.
    text: CString,
}

impl<T> Handle<T> {
    /// Calls a function, and keeps its error.
    pub(crate) fn call<R>(&mut self, function: impl FnOnce(&mut T) -> Result<R, SessionError>) -> Option<R> {
        self.error = CString::default();
        let done = caught(|| function(&mut self.inner)).unwrap_or_else(|panic| Err(panic.into()));
        done.map_err(|error| self.error = c_text(&error.to_string())).ok()
    }

    /// Calls a function that returns a text, which lives until the next one. The text is empty if the function fails.
    pub(crate) fn text(&mut self, function: impl FnOnce(&mut T) -> Result<String, SessionError>) -> *const c_char {
        self.text = c_text(&self.call(function).unwrap_or_default());
        self.text.as_ptr()
    }
}

/// Opens a handle of the type that C has; NULL if that fails.
pub(crate) fn open<T, H>(handle: fn(Handle<T>) -> H, function: impl FnOnce() -> Result<T, SessionError>) -> *mut H {
    let opened = caught(function).unwrap_or_else(|panic| Err(panic.into()));
    match opened {
        Ok(inner) => {
            let (error, text) = (CString::default(), CString::default());
            Box::into_raw(Box::new(handle(Handle { inner, error, text })))
        }
        Err(error) => {
            OPEN_ERROR.set(c_text(&error.to_string()));
            std::ptr::null_mut()
        }
    }
}

/// Why the last open in this thread failed. The text is valid until the next one.
pub(crate) fn open_error() -> *const c_char {
    OPEN_ERROR.with_borrow(|error| error.as_ptr())
}

/// The value of a handle of C; `None` for NULL.
///
/// # Safety
/// `pointer` is NULL or from [`open`], not closed, and no other reference to it exists.
pub(crate) unsafe fn handle<'a, H>(pointer: *mut H) -> Option<&'a mut H> {
    unsafe { pointer.as_mut() }
}

/// Closes a handle. NULL has no effect.
///
/// # Safety
/// As [`handle`]; the handle must not be used again.
pub(crate) unsafe fn close<H>(pointer: *mut H) {
    if !pointer.is_null() {
        // A destructor that panics must not unwind into C.
        let _ = caught(|| drop(unsafe { Box::from_raw(pointer) }));
    }
}

/// The text of C; the empty text for NULL.
///
/// # Errors
/// If it is not UTF-8.
///
/// # Safety
/// `pointer` is NULL or a text that ends with 0 and lives during the call.
pub(crate) unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, SessionError> {
    if pointer.is_null() {
        return Ok("");
    }
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|_| SessionError::Input(format!("{}: this text is not UTF-8", text.to_string_lossy())))
}

/// The elements of an array of C.
///
/// # Errors
/// If it is NULL and has elements.
///
/// # Safety
/// `pointer` is NULL or an array of `count` elements that lives during the call.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, count: usize) -> Result<&'a [T], SessionError> {
    match (pointer.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(SessionError::Input("an array is NULL".to_owned())),
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(pointer, count) }),
    }
}

/// Stores a value where C wants it; nothing for NULL.
///
/// # Safety
/// `pointer` is NULL or refers to a value that may be overwritten.
pub(crate) unsafe fn put<T>(pointer: *mut T, value: T) {
    if !pointer.is_null() {
        unsafe { pointer.write(value) };
    }
}

/// The elements of an array that C wants filled.
///
/// # Errors
/// As [`array`].
///
/// # Safety
/// As [`array`]; the elements are initialized, and no other reference to them exists.
pub(crate) unsafe fn array_mut<'a, T>(pointer: *mut T, count: usize) -> Result<&'a mut [T], SessionError> {
    match (pointer.is_null(), count) {
        (_, 0) => Ok(&mut []),
        (true, _) => Err(SessionError::Input("an array is NULL".to_owned())),
        (false, _) => Ok(unsafe { std::slice::from_raw_parts_mut(pointer, count) }),
    }
}

/// A text for C. It ends before a 0 byte.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}
