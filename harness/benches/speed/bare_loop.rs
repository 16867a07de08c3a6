//! The bare C++ loop, from its library.
#![allow(unsafe_code)]

use harness::rtl::BuiltModel;
use libloading::{Library, Symbol};
use std::ffi::c_void;

type New = unsafe extern "C" fn(*const u64, usize) -> *mut c_void;
type Use = unsafe extern "C" fn(*mut c_void);

/// A loop with its stimulus.
pub struct BareLoop {
    handle: *mut c_void,
    library: Library,
}

impl BareLoop {
    /// Loads a library of [`harness::rtl::Variant::Bare`] with the frames of `clocks` cycles.
    pub fn new(built: &BuiltModel, frames: &[u64], cycles: usize) -> Result<Self, libloading::Error> {
        // SAFETY: the library was built for this purpose: its initialisation and the three functions are generated.
        unsafe {
            let library = Library::new(&built.library)?;
            let new: Symbol<New> = library.get(b"bare_new")?;
            // The loop reads as many frames as there are cycles, which is the length of the slice.
            let handle = new(frames.as_ptr(), cycles);
            Ok(Self { handle, library })
        }
    }

    /// Runs all cycles once.
    pub fn run(&mut self) {
        // SAFETY: the handle is that of `new` and is not shared.
        unsafe {
            if let Ok(run) = self.library.get::<Use>(b"bare_run") {
                run(self.handle);
            }
        }
    }
}

impl Drop for BareLoop {
    fn drop(&mut self) {
        // SAFETY: as above, and the handle is not used afterwards.
        unsafe {
            if let Ok(delete) = self.library.get::<Use>(b"bare_delete") {
                delete(self.handle);
            }
        }
    }
}
