//! One instance of a Verilated design.

use super::error::Error;
use crate::bridge::ffi;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Simulated nanoseconds of one cycle; cycle n of a model begins at n * `CYCLE_NS` in its traces.
pub const CYCLE_NS: u64 = 10;

/// Direction of a port, seen from the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The caller drives it.
    Input,
    /// The model drives it.
    Output,
}

/// A port of the elaborated top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Its name in the Verilog.
    pub name: String,
    /// Its width in bits.
    pub width: u32,
    /// Its direction.
    pub direction: Direction,
}

/// A model, created by [`crate::Context::model`].
///
/// It can move to another thread but not be used by two at the same time.
pub struct Model {
    handle: cxx::UniquePtr<ffi::Model>,
    ports: Vec<Port>,
    frame_words: usize,
    observation_words: usize,
    trace: PathBuf,
}

impl Model {
    pub(crate) fn new(handle: cxx::UniquePtr<ffi::Model>) -> Result<Self, Error> {
        let (frame_words, observation_words) = (handle.frame_words(), handle.observation_words());
        if frame_words == 0 || observation_words == 0 {
            return Err(Error::Construct("its frames or its observations have no words".to_owned()));
        }
        let port = |index: usize| Port {
            name: handle.port_name(index).to_owned(),
            width: handle.port_width(index),
            direction: if handle.port_is_input(index) { Direction::Input } else { Direction::Output },
        };
        let ports = (0..handle.port_count()).map(port).collect();
        Ok(Self { handle, ports, frame_words, observation_words, trace: PathBuf::new() })
    }

    /// 64-bit words of a frame, the inputs of one cycle.
    pub fn frame_words(&self) -> usize {
        self.frame_words
    }

    /// 64-bit words of an observation.
    pub fn observation_words(&self) -> usize {
        self.observation_words
    }

    /// The ports of the top module.
    pub fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// Runs one cycle for each frame: the inputs are driven with `clk` low, the logic settles, the observation is
    /// taken, then `clk` rises.
    ///
    /// # Errors
    /// [`Error::Length`] unless both slices have the same whole number of cycles. [`Error::Stopped`] when the model
    /// ends in one of them; the observations of the cycles before are then complete, [`Model::time`] reports how many these
    /// are, and every later step fails too.
    pub fn step(&mut self, frames: &[u64], observations: &mut [u64]) -> Result<(), Error> {
        let clocks = frames.len() / self.frame_words;
        if frames.len() != clocks * self.frame_words {
            let expected = format!("a multiple of {}", self.frame_words);
            return Err(Error::Length { what: "frames".to_owned(), found: frames.len(), expected });
        }
        if observations.len() != clocks * self.observation_words {
            let expected = format!("{clocks} times {}", self.observation_words);
            return Err(Error::Length { what: "observations".to_owned(), found: observations.len(), expected });
        }
        self.handle.pin_mut().step(frames, observations).map_err(stopped)
    }

    /// Runs `clocks` cycles with the reset input at 1 and every other input at 0.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the model ends in one of them.
    pub fn reset(&mut self, clocks: usize) -> Result<(), Error> {
        self.handle.pin_mut().reset(clocks).map_err(stopped)
    }

    /// Settles the logic after [`Model::poke`]. Time does not advance.
    ///
    /// # Errors
    /// [`Error::Stopped`] when the model ends in it.
    pub fn eval(&mut self) -> Result<(), Error> {
        self.handle.pin_mut().eval().map_err(stopped)
    }

    /// The value of a port, lowest word first.
    ///
    /// # Errors
    /// [`Error::Port`] when no port has that name.
    pub fn peek(&self, port: &str) -> Result<Vec<u64>, Error> {
        let index = self.find(port, None)?;
        let mut words = vec![0; words_of(&self.ports[index])];
        self.handle.peek(index, &mut words);
        Ok(words)
    }

    /// Drives an input, including the clock input. Bits above its width are ignored.
    ///
    /// # Errors
    /// [`Error::Port`] when no input has that name, [`Error::Length`] unless `words` has one word for each 64 bits of
    /// it.
    pub fn poke(&mut self, port: &str, words: &[u64]) -> Result<(), Error> {
        let index = self.find(port, Some(Direction::Input))?;
        let needed = words_of(&self.ports[index]);
        if words.len() != needed {
            let what = format!("port {port}");
            return Err(Error::Length { what, found: words.len(), expected: needed.to_string() });
        }
        self.handle.pin_mut().poke(index, words);
        Ok(())
    }

    /// Simulated time in nanoseconds.
    pub fn time(&self) -> u64 {
        self.handle.time()
    }

    /// Writes waves of the complete model to `path` in the VCD format from the next cycle on. An open trace is closed
    /// first.
    ///
    /// # Errors
    /// [`Error::Trace`] when the library was built without tracing or the file cannot be created.
    pub fn open_trace(&mut self, path: impl AsRef<Path>) -> Result<(), Error> {
        self.trace = path.as_ref().to_owned();
        let opened = self.handle.pin_mut().open_trace(self.trace.as_os_str().as_bytes());
        opened.map_err(|error| self.trace_error(&error))
    }

    /// Completes the trace. Without an open trace it does nothing.
    ///
    /// # Errors
    /// [`Error::Trace`] when the file cannot be written to its end.
    pub fn close_trace(&mut self) -> Result<(), Error> {
        let closed = self.handle.pin_mut().close_trace();
        closed.map_err(|error| self.trace_error(&error))
    }

    fn trace_error(&self, error: &cxx::Exception) -> Error {
        Error::Trace { path: self.trace.clone(), what: error.what().to_owned() }
    }

    /// Writes the counts of line and toggle coverage since the model was created, in Verilator's coverage format.
    ///
    /// # Errors
    /// [`Error::Coverage`] when the library was built without coverage or the file cannot be written.
    pub fn write_coverage(&mut self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let written = self.handle.pin_mut().write_coverage(path.as_os_str().as_bytes());
        written.map_err(|error| Error::Coverage { path: path.to_owned(), what: error.what().to_owned() })
    }

    fn find(&self, name: &str, direction: Option<Direction>) -> Result<usize, Error> {
        let fits = |port: &&Port| direction.is_none_or(|direction| port.direction == direction);
        let found = self.ports.iter().position(|port| port.name == name && fits(&port));
        found.ok_or_else(|| Error::Port {
            kind: if direction.is_some() { "input" } else { "port" },
            name: name.to_owned(),
            known: self.ports.iter().filter(fits).map(|port| port.name.as_str()).collect::<Vec<_>>().join(", "),
        })
    }
}

impl std::fmt::Debug for Model {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Model").field("ports", &self.ports).finish_non_exhaustive()
    }
}

fn words_of(port: &Port) -> usize {
    port.width.div_ceil(64) as usize
}

fn stopped(error: cxx::Exception) -> Error {
    Error::Stopped(error.what().to_owned())
}
