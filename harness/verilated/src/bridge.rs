//! The cxx bridge to `host.cc`. Everything here is private; `lib.rs` checks lengths and indices before it calls.
#![allow(unsafe_code)]

#[cxx::bridge(namespace = "verilated_host")]
pub(crate) mod ffi {
    unsafe extern "C++" {
        include!("verilated/src/host.h");

        type Library;
        type Context;
        type Model;

        fn open_library(path: &[u8]) -> Result<SharedPtr<Library>>;
        fn abi_version(self: &Library) -> Result<u32>;
        fn make_context(library: &SharedPtr<Library>, seed: u32) -> Result<UniquePtr<Context>>;
        fn make_model(context: UniquePtr<Context>) -> Result<UniquePtr<Model>>;

        fn frame_words(self: &Model) -> usize;
        fn observation_words(self: &Model) -> usize;
        fn step(self: Pin<&mut Model>, frames: &[u64], observations: &mut [u64]) -> Result<()>;
        fn reset(self: Pin<&mut Model>, clocks: usize) -> Result<()>;
        fn eval(self: Pin<&mut Model>) -> Result<()>;
        fn port_count(self: &Model) -> usize;
        fn port_name(self: &Model, index: usize) -> &str;
        fn port_width(self: &Model, index: usize) -> u32;
        fn port_is_input(self: &Model, index: usize) -> bool;
        fn peek(self: &Model, index: usize, words: &mut [u64]);
        fn poke(self: Pin<&mut Model>, index: usize, words: &[u64]);
        fn time(self: &Model) -> u64;
        fn open_trace(self: Pin<&mut Model>, path: &[u8]) -> Result<()>;
        fn close_trace(self: Pin<&mut Model>) -> Result<()>;
        fn write_coverage(self: Pin<&mut Model>, path: &[u8]) -> Result<()>;
    }
}

// SAFETY: after `open_library` a library is only read: its two calls look up symbols, which dlsym allows from any
// thread, and its entry points create new objects. The count of its owners is atomic.
unsafe impl Send for ffi::Library {}
// SAFETY: as above; nothing in it changes after construction.
unsafe impl Sync for ffi::Library {}
// SAFETY: a context is owned by one handle and has no ties to the thread that made it.
unsafe impl Send for ffi::Context {}
// SAFETY: a model is owned by one handle, together with its context, and shares no mutable state with other models. The
// runtime's notion of "the current context" is per thread; the shim sets it at the start of every call.
unsafe impl Send for ffi::Model {}
