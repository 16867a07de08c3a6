//! What a real board would do, by the counts of the simulated one. No measurement.

use crate::setup::Counted;
use harness::rtl::board::{DIVISOR, SETTLE, SIGNATURE_BITS};
use serde::Serialize;

/// Bits of a byte on the line: start, eight, stop.
const LINE_BITS: f64 = 10.0;

/// A board: its clock, the rate of its line, what it is built with.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Board {
    pub hertz: f64,
    pub baud: f64,
    pub settle: u32,
    pub signature_bits: u32,
}

/// The board that is asked about, with the line as it is built for, and with a faster one.
const BOARDS: [Board; 2] = [
    Board { hertz: 50e6, baud: 1e6, settle: 4, signature_bits: 16 },
    Board { hertz: 50e6, baud: 3e6, settle: 4, signature_bits: 16 },
];

/// What follows for a board.
#[derive(Serialize)]
pub struct Computed {
    pub board: Board,
    /// Frames in a second that go over the line.
    pub frames_per_second: f64,
    /// Clocks of the PMU in a second with stimulus that the board makes, once it has its program, if that fits.
    #[serde(rename = "generator_clocks_per_second")]
    pub generator_cycles_per_second: Option<f64>,
}

/// For each board. A frame takes the time of its bytes and, after them, that of its clocks: what overlaps is taken for none.
pub fn all(observation_words: usize, line: &Counted, generator: Option<&Counted>) -> Vec<Computed> {
    // Clocks of the board that every clock of the PMU takes: the frame settles, the signature goes over the observation, the edge.
    let fixed = |settle: u32, bits: u32| f64::from(settle) + 2.0 + 64.0 * observation_words as f64 / f64::from(bits);
    let byte = LINE_BITS * f64::from(DIVISOR);
    // What the program of a frame takes, once the line's share is gone.
    let own = |counted: &Counted| {
        let on_the_line = byte * (counted.bytes_to + counted.bytes_from);
        (counted.board_cycles - on_the_line - fixed(SETTLE, SIGNATURE_BITS)).max(0.0)
    };
    let on_board =
        |board: Board, counted: &Counted| (fixed(board.settle, board.signature_bits) + own(counted)) / board.hertz;
    let on_line = |board: Board| LINE_BITS * (line.bytes_to + line.bytes_from) / board.baud;
    let computed = |board: Board| Computed {
        board,
        frames_per_second: 1.0 / (on_line(board) + on_board(board, line)),
        generator_cycles_per_second: generator.map(|generator| 1.0 / on_board(board, generator)),
    };
    BOARDS.into_iter().map(computed).collect()
}
