//! Stimulus generated on the board: a program with pieces of random programs, which it concatenates in random order with
//! random events in between. The host runs the same program, so every frame is known without being sent.

use super::encode::set;
use super::interpreter::{Interpreter, InterpreterStop};
use golden_model_core::Pmu;
use pmu_program::{Batch, Lowering, Program};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Operations, as the protocol defines them.
const CYCLE: u8 = 0x80;
const ZERO: u8 = 0xC0;
const REPEAT: u8 = 0xC1;
const JUMP: u8 = 0xC3;
const BRANCH: u8 = 0xC4;
const SEED: u8 = 0xC5;
const RANDOM_OR: u8 = 0x44;
/// Maximum number of words that an operation with random numbers can skip.
const SHORT: usize = 3;

/// Pieces in a program for a large memory, and for a small one. Both are powers of two, for a binary tree of choices.
const PIECES: [usize; 2] = [32, 8];
const LARGE: usize = 16_384;

/// A program for the frame memory of a board that generates an unlimited number of frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stimulus {
    /// Its bytes, from address 0.
    pub program: Vec<u8>,
    memory: usize,
    words: usize,
}

impl Stimulus {
    /// Generates program `number` of a seed for a memory of this size in bytes, with pieces of the program `pieces_of`.
    /// `None` if the memory is too small for the PMU's frames.
    pub fn new(pmu: &Pmu, pieces_of: &Program, seed: u64, number: u64, memory: usize) -> Option<Self> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ number.rotate_left(32));
        let pieces = if memory >= LARGE { PIECES[0] } else { PIECES[1] };
        let mut program = vec![SEED];
        program.extend(rng.gen::<u64>().max(1).to_le_bytes());
        let choice = program.len();
        let tree = 5 * (pieces - 1) + 4 * pieces;
        let room = (memory - choice - tree) / pieces;
        let source = Source { pmu, legal: legal(pmu), frames: frames(pmu, pieces_of) };
        let mut bodies = Vec::new();
        let mut starts = Vec::new();
        let mut at = choice + tree;
        for _ in 0..pieces {
            let mut body = source.piece(room - 4, &mut rng)?;
            body.push(JUMP);
            body.extend(address(choice));
            starts.push(at);
            at += body.len();
            bodies.extend(body);
        }
        choose(&starts, choice, &mut program);
        debug_assert_eq!(program.len(), choice + tree);
        program.extend(bodies);
        Some(Self { program, memory, words: pmu.frame.words() })
    }

    /// The model of the board that runs it.
    pub fn interpreter(&self) -> Interpreter {
        let mut interpreter = Interpreter::new(self.memory, self.words);
        interpreter.load(0, &self.program);
        interpreter.jump(0);
        interpreter
    }
}

/// Appends the next cycles of an interpreter to `frames`.
///
/// # Errors
/// When its program ends.
pub fn more(interpreter: &mut Interpreter, cycles: usize, frames: &mut Vec<u64>) -> Result<(), InterpreterStop> {
    for _ in 0..cycles {
        frames.extend_from_slice(interpreter.cycle()?);
    }
    Ok(())
}

fn address(address: usize) -> [u8; 3] {
    [address as u8, (address >> 8) as u8, (address >> 16) as u8]
}

/// A tree at address `at` that jumps to one of these addresses with equal probability.
fn choose(starts: &[usize], at: usize, program: &mut Vec<u8>) {
    if let [start] = starts {
        program.push(JUMP);
        program.extend(address(*start));
        return;
    }
    let (here, there) = starts.split_at(starts.len() / 2);
    let size = 5 * (here.len() - 1) + 4 * here.len();
    program.extend([BRANCH, 128]);
    program.extend(address(at + 5 + size));
    choose(here, at + 5, program);
    choose(there, at + 5 + size, program);
}

/// A mask of the frame bits that may be random: those of event lines on which every value is legal.
fn legal(pmu: &Pmu) -> Vec<u64> {
    let mut legal = vec![0; pmu.frame.words()];
    for line in &pmu.description.events.lines {
        for at in line.slots.iter().flatten() {
            if at.width < 64 && line.max == (1 << at.width) - 1 {
                pmu.in_frame(*at).set(&mut legal, u64::MAX);
            }
        }
    }
    legal
}

/// The frames of a random program.
fn frames(pmu: &Pmu, program: &Program) -> Vec<u64> {
    let mut lowering = Lowering::new(pmu, &program.ops);
    let mut batch = Batch::default();
    let mut frames = Vec::new();
    while lowering.next_batch(&mut batch, 1024) {
        frames.extend_from_slice(&batch.frames);
    }
    frames
}

/// The source of the pieces.
struct Source<'p> {
    pmu: &'p Pmu,
    legal: Vec<u64>,
    frames: Vec<u64>,
}

impl Source<'_> {
    /// A piece of at most this number of bytes. It begins with a write, so that the register port does not depend on
    /// earlier pieces.
    fn piece(&self, room: usize, rng: &mut Xoshiro256PlusPlus) -> Option<Vec<u8>> {
        let words = self.pmu.frame.words();
        let cycles = self.frames.len() / words;
        let begins = |at: usize| {
            let bit = |name: &str| self.pmu.frame.slot(name).get(&self.frames[at * words..(at + 1) * words]);
            bit("bus_valid") == 1 && bit("bus_write") == 1
        };
        let from = rng.gen_range(0..cycles);
        let first = (from..cycles).chain(0..from).find(|&at| begins(at))?;
        let mut body = Vec::new();
        let mut board = vec![0; words];
        for (position, frame) in self.frames[first * words..].chunks_exact(words).enumerate() {
            let mut cycle = if position == 0 { vec![ZERO] } else { Vec::new() };
            set(&board, frame, &mut cycle);
            let touched = self.random(rng, &mut cycle);
            cycle.push(CYCLE);
            if body.len() + cycle.len() > room {
                return (position > 0).then_some(body);
            }
            body.extend(cycle);
            // Bytes that were randomised are unknown: the next cycle sets them again.
            board.copy_from_slice(frame);
            let next = self.frames.get((first + position + 1) * words..(first + position + 2) * words);
            for (word, mask) in touched {
                let next = next.map_or(0, |next| next[word]);
                board[word] = board[word] & !mask | !next & mask;
            }
        }
        Some(body)
    }

    /// Operations that add random bits to a frame, and the bytes that they change.
    fn random(&self, rng: &mut Xoshiro256PlusPlus, cycle: &mut Vec<u8>) -> Vec<(usize, u64)> {
        let mut touched = Vec::new();
        if rng.gen() {
            return touched;
        }
        let mut word = 0;
        for (at, legal) in self.legal.iter().enumerate() {
            if *legal == 0 || rng.gen_range(0..4) != 0 {
                continue;
            }
            if touched.is_empty() {
                // Returns to the first word, without a cycle.
                cycle.extend([REPEAT, 0, 0, 0]);
            }
            let mut skip = at - word;
            while skip > SHORT {
                // Skips a word and sets none of its bytes.
                let part = (skip - 1).min(63);
                cycle.extend([part as u8, 0]);
                skip -= part + 1;
            }
            let bytes = (0..8).filter(|byte| legal >> (8 * byte) & 0xFF != 0);
            let chosen: Vec<u32> = bytes.filter(|_| rng.gen_range(0..3) == 0).collect();
            let draws = rng.gen_range(1..6);
            cycle.push(RANDOM_OR | draws << 3 | skip as u8);
            cycle.push(chosen.iter().fold(0, |mask, byte| mask | 1 << byte));
            cycle.extend(chosen.iter().map(|byte| (legal >> (8 * byte)) as u8));
            touched.push((at, chosen.iter().fold(0, |mask, byte| mask | 0xFF << (8 * byte))));
            word = at + 1;
        }
        touched
    }
}
