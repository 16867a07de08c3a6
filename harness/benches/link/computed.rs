//! Computes the speed of a real board from the counts of the simulated one. Not a measurement.

use crate::setup::Counted;
use harness::rtl::board::{DIVISOR, SETTLE, SIGNATURE_BITS};
use serde::Serialize;

/// Bits of a byte on the line: start, eight data bits, stop.
const LINE_BITS: f64 = 10.0;

/// A board: its clock frequency, the rate of its line, its configuration.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Board {
    pub hertz: f64,
    pub baud: f64,
    pub settle: u32,
    pub signature_bits: u32,
}

/// The board of the computation, with the default rate of the line and with a faster one.
const BOARDS: [Board; 2] = [
    Board { hertz: 50e6, baud: 1e6, settle: 4, signature_bits: 16 },
    Board { hertz: 50e6, baud: 3e6, settle: 4, signature_bits: 16 },
];

/// The computed speed of a board.
#[derive(Serialize)]
pub struct Computed {
    pub board: Board,
    /// Frames per second over the line.
    pub frames_per_second: f64,
    /// Cycles of the PMU per second with stimulus generated on the board, once the program is loaded, if it fits.
    #[serde(rename = "generator_clocks_per_second")]
    pub generator_cycles_per_second: Option<f64>,
}

/// Computes the speed for each board. A frame takes the time of its bytes plus that of its cycles: no overlap is
/// assumed.
pub fn all(observation_words: usize, line: &Counted, generator: Option<&Counted>) -> Vec<Computed> {
    // Board cycles for each cycle of the PMU: the frame settles, the CRC signature of the observation, the clock edge.
    let fixed = |settle: u32, bits: u32| f64::from(settle) + 2.0 + 64.0 * observation_words as f64 / f64::from(bits);
    let byte = LINE_BITS * f64::from(DIVISOR);
    // Board cycles for the program of a frame, without the share of the line.
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
