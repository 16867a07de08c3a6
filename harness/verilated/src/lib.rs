//! Safe Rust access to models that Verilator 5 made.
//!
//! A model is a shared library: Verilator's output, its runtime and a small generated shim behind the interface in
//! `include/verilated_abi.h`. This crate loads it, so a program needs neither Verilator nor the RTL when it is compiled,
//! and one process can hold several models, of the same RTL or not.
//!
//! ```no_run
//! # fn main() -> Result<(), verilated::Error> {
//! let library = verilated::Library::open("model.so")?;
//! let mut model = library.context(1)?.model()?;
//! model.reset(2)?;
//! let frames = vec![0; 1000 * model.frame_words()];
//! let mut observations = vec![0; 1000 * model.observation_words()];
//! model.step(&frames, &mut observations)?;
//! # Ok(())
//! # }
//! ```
//!
//! What the words of a frame and of an observation mean is agreed between the shim's generator and the caller; this
//! crate only carries them.

mod bridge;
mod error;
mod model;
pub mod sources;

use bridge::ffi;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

pub use error::Error;
pub use model::{Direction, Model, Port, CYCLE_NS};

/// Version of the interface between this crate and model libraries, `VERSION` in `include/verilated_abi.h`.
pub const ABI_VERSION: u32 = 1;

/// A loaded model library.
#[derive(Clone)]
pub struct Library {
    handle: cxx::SharedPtr<ffi::Library>,
    path: PathBuf,
}

impl Library {
    /// Loads the library at `path` and checks its interface version.
    ///
    /// The loader runs the library's own initialisation: open only what a build of this workspace made.
    ///
    /// # Errors
    /// [`Error::Open`] when it cannot be loaded, [`Error::Abi`] when it was built against another interface.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref().to_owned();
        let failed = |what: String| Error::Open { path: path.clone(), what };
        // A bare file name would make the loader search the system's folders.
        let place = std::path::absolute(&path).map_err(|error| failed(error.to_string()))?;
        let handle = ffi::open_library(place.as_os_str().as_bytes()).map_err(|error| failed(error.to_string()))?;
        let found = match handle.as_ref() {
            Some(library) => library.abi_version().map_err(|error| failed(error.to_string()))?,
            None => return Err(failed("the loader returned nothing".to_owned())),
        };
        if found != ABI_VERSION {
            return Err(Error::Abi { path, found, expected: ABI_VERSION });
        }
        Ok(Self { handle, path })
    }

    /// The file it was loaded from.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A context of its own for one model: time, coverage and the seed of the model's initial values.
    ///
    /// Registers start with random values, the same for the same seed, so that a missing reset shows. Inputs start at 0.
    ///
    /// # Errors
    /// [`Error::Construct`] when there is no memory for it.
    pub fn context(&self, seed: u32) -> Result<Context, Error> {
        let handle = ffi::make_context(&self.handle, seed).map_err(|error| Error::Construct(error.to_string()))?;
        Ok(Context { handle })
    }
}

/// The surroundings of one model, made by [`Library::context`].
pub struct Context {
    handle: cxx::UniquePtr<ffi::Context>,
}

impl Context {
    /// The model. It owns the context, which owns its share of the library, so the three end in the right order.
    ///
    /// # Errors
    /// [`Error::Construct`] when the model stops during its construction, for instance in an `initial` block.
    pub fn model(self) -> Result<Model, Error> {
        let handle = ffi::make_model(self.handle).map_err(|error| Error::Construct(error.to_string()))?;
        Model::new(handle)
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Library").field("path", &self.path).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_versions_in_rust_and_cpp_are_equal() {
        let line = format!("constexpr std::uint32_t VERSION = {ABI_VERSION};");
        assert!(sources::HEADERS[0].text.contains(&line));
        assert!(sources::HEADERS[0].text.contains(&format!("constexpr std::uint64_t CYCLE_NS = {CYCLE_NS};")));
    }

    #[test]
    fn a_file_that_is_no_library_is_an_error_that_names_it() {
        let error = Library::open("/dev/null").expect_err("an empty file was loaded");
        assert!(matches!(error, Error::Open { .. }) && error.to_string().contains("/dev/null"), "{error}");
    }

    #[test]
    fn a_model_may_move_to_another_thread() {
        fn sendable<T: Send>() {}
        sendable::<Library>();
        sendable::<Context>();
        sendable::<Model>();
    }
}
