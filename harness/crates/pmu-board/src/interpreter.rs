//! Executes the program of a board in Rust: the host computes the frames of a generator without receiving them, and
//! compares a board with it.

/// Maximum number of program bytes between two cycles.
const MOST_BYTES: u32 = 1 << 16;

/// The reason why no cycle was executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterpreterStop {
    /// The end of the program.
    End,
    /// An operation that does not exist.
    NoOperation,
    /// Too many bytes of the program without a cycle.
    NoClock,
}

/// The state of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interpreter {
    memory: Vec<u8>,
    position: usize,
    word: usize,
    pending: u32,
    frame: Vec<u64>,
    random: u64,
}

impl Interpreter {
    /// The state after power-up: a memory of `memory` bytes, which must be a power of two, and a zero frame of `words`
    /// words.
    pub fn new(memory: usize, words: usize) -> Self {
        Self { memory: vec![0; memory], position: 0, word: 0, pending: 0, frame: vec![0; words], random: 1 }
    }

    /// Writes bytes to the memory.
    pub fn load(&mut self, address: usize, data: &[u8]) {
        let size = self.memory.len();
        for (offset, &byte) in data.iter().enumerate() {
            self.memory[(address + offset) % size] = byte;
        }
    }

    /// Continues at an address.
    pub fn jump(&mut self, address: usize) {
        self.position = address % self.memory.len();
        (self.pending, self.word) = (0, 0);
    }

    /// Clears the frame and the pending operation.
    pub fn clear(&mut self) {
        self.frame.fill(0);
        (self.pending, self.word) = (0, 0);
    }

    /// The frame of the next cycle.
    ///
    /// # Errors
    /// The reason why no cycle follows.
    pub fn cycle(&mut self) -> Result<&[u64], InterpreterStop> {
        let mut read = 0;
        while self.pending == 0 {
            if read >= MOST_BYTES {
                return Err(InterpreterStop::NoClock);
            }
            read += self.operation()?;
        }
        self.pending -= 1;
        Ok(&self.frame)
    }

    /// Executes one operation and returns its length in bytes.
    fn operation(&mut self) -> Result<u32, InterpreterStop> {
        let start = self.position;
        let mut bytes = 0;
        let operation = self.byte(&mut bytes);
        match operation {
            0x00..=0x7F => {
                let is_random = operation & 0x40 != 0;
                self.word += usize::from(operation & if is_random { 3 } else { 0x3F });
                let mask = self.byte(&mut bytes);
                for at in (0..8).filter(|at| mask >> at & 1 == 1) {
                    let mut value = self.byte(&mut bytes);
                    if is_random {
                        (0..=operation >> 3 & 7).for_each(|_| value &= self.draw());
                    }
                    let Some(word) = self.frame.get_mut(self.word) else { continue };
                    let shift = 8 * at;
                    let value = u64::from(value) << shift;
                    let kept = if is_random && operation & 4 != 0 { *word } else { *word & !(0xFF << shift) };
                    *word = kept | value;
                }
                self.step_word(1);
            }
            0x80..=0xBF => (self.pending, self.word) = (u32::from(operation & 0x3F) + 1, 0),
            0xC0 => {
                self.frame.fill(0);
                self.word = 0;
            }
            0xC1 => (self.pending, self.word) = (self.address(&mut bytes), 0),
            0xC2 => {
                let skip = self.byte(&mut bytes);
                self.step_word(usize::from(skip));
            }
            0xC3 => {
                let to = self.address(&mut bytes);
                self.position = to as usize % self.memory.len();
            }
            0xC4 => {
                let limit = self.byte(&mut bytes);
                let to = self.address(&mut bytes);
                if self.draw() < limit {
                    self.position = to as usize % self.memory.len();
                }
            }
            0xC5 => self.random = (0..8).fold(0, |seed, at| seed | u64::from(self.byte(&mut bytes)) << (8 * at)),
            0xFF => {
                self.position = start;
                return Err(InterpreterStop::End);
            }
            _ => {
                self.position = start;
                return Err(InterpreterStop::NoOperation);
            }
        }
        Ok(bytes)
    }

    fn step_word(&mut self, by: usize) {
        self.word = (self.word + by) % (1 << 16);
    }

    fn byte(&mut self, read: &mut u32) -> u8 {
        let byte = self.memory[self.position];
        self.position = (self.position + 1) % self.memory.len();
        *read += 1;
        byte
    }

    fn address(&mut self, read: &mut u32) -> u32 {
        (0..3).fold(0, |address, at| address | u32::from(self.byte(read)) << (8 * at))
    }

    /// Eight bits of a linear-feedback shift register.
    fn draw(&mut self) -> u8 {
        let top = self.random >> 56;
        self.random = (self.random << 8) ^ top ^ top << 1 ^ top << 3 ^ top << 4;
        top as u8
    }
}

#[cfg(test)]
mod tests {
    use super::super::encode::{Encoder, Piece};
    use super::*;

    #[test]
    fn encoded_frames_are_decoded_unchanged() {
        const WORDS: usize = 70;
        let mut random = Interpreter::new(64, WORDS);
        random.random = 0x1234_5678_9ABC_DEF1;
        let mut frames: Vec<u64> = Vec::new();
        let mut frame = vec![0u64; WORDS];
        for cycle in 0..500 {
            match random.draw() % 8 {
                0 => frame.fill(0),
                1..=3 => frame[usize::from(random.draw()) % WORDS] = random.random,
                4 => frame[usize::from(random.draw()) % WORDS] ^= 0xFF00,
                _ => {}
            }
            if cycle > 300 {
                frame[69] ^= 1;
            }
            frames.extend(&frame);
        }
        let mut encoder = Encoder::new(WORDS);
        let mut board = Interpreter::new(2048, WORDS);
        let mut made: Vec<u64> = Vec::new();
        while made.len() < frames.len() {
            let Piece { program, cycles } = encoder.encode(&frames[made.len()..], 1000);
            assert!(program.len() <= 1000);
            board.load(100, &program);
            board.jump(100);
            for _ in 0..cycles {
                made.extend(board.cycle().expect("a clock"));
            }
            assert_eq!(board.cycle(), Err(InterpreterStop::End));
        }
        assert_eq!(made, frames);
    }

    #[test]
    fn a_reset_program_does_not_depend_on_the_current_frame() {
        let mut board = Interpreter::new(256, 3);
        board.frame = vec![u64::MAX; 3];
        board.load(0, &Encoder::reset(&[1, 0, 1 << 63], 2));
        assert_eq!(board.cycle(), Ok(&[1, 0, 1 << 63][..]));
        assert_eq!(board.cycle(), Ok(&[1, 0, 1 << 63][..]));
        assert_eq!(board.cycle(), Err(InterpreterStop::End));
    }

    #[test]
    fn a_draw_is_eight_steps_of_the_register() {
        let mut board = Interpreter::new(64, 1);
        board.random = 0xDEAD_BEEF_0123_4567;
        let mut register = board.random;
        for _ in 0..100 {
            let mut bits = 0u8;
            for _ in 0..8 {
                let top = register >> 63;
                bits = bits << 1 | top as u8;
                register = register << 1 ^ if top == 1 { 0x1B } else { 0 };
            }
            assert_eq!((board.draw(), board.random), (bits, register));
        }
    }

    #[test]
    fn a_loop_without_a_cycle_ends() {
        let mut board = Interpreter::new(64, 1);
        board.load(0, &[0xC3, 0, 0, 0]);
        assert_eq!(board.cycle(), Err(InterpreterStop::NoClock));
        board.load(0, &[0xD0]);
        board.jump(0);
        assert_eq!(board.cycle(), Err(InterpreterStop::NoOperation));
    }
}
