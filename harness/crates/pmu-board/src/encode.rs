//! Encodes frames as a program of a board, and decodes its observations: the changes from one cycle to the next.

/// Operations of a program.
const CYCLE: u8 = 0x80;
const ZERO: u8 = 0xC0;
const REPEAT: u8 = 0xC1;
const SKIP: u8 = 0xC2;
/// The end of a program.
pub const END: u8 = 0xFF;

/// Words that one byte can skip, and cycles that one byte can run.
const SHORT: usize = 64;
/// Maximum number of cycles of an operation.
const MOST: usize = (1 << 24) - 1;

/// Encodes frames as programs.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// The current frame of the board.
    frame: Vec<u64>,
}

/// A program for the first of some frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The program, with its end.
    pub program: Vec<u8>,
    /// Number of frames that it encodes.
    pub cycles: usize,
}

impl Encoder {
    /// An encoder for frames of `words` words and a board whose frame is zero.
    pub fn new(words: usize) -> Self {
        Self { frame: vec![0; words] }
    }

    /// Records that the board has this frame.
    pub fn hold(&mut self, frame: &[u64]) {
        self.frame.copy_from_slice(frame);
    }

    /// Records that the frame of the board is zero.
    pub fn clear(&mut self) {
        self.frame.fill(0);
    }

    /// Encodes as many of the frames as fit into `room` bytes, at least one.
    pub fn encode(&mut self, frames: &[u64], room: usize) -> Piece {
        let mut piece = Piece::default();
        let words = self.frame.len();
        let mut rest = frames;
        let mut one = Vec::new();
        while !rest.is_empty() {
            let frame = &rest[..words];
            let equal = rest.chunks_exact(words).take(MOST).take_while(|next| *next == frame).count();
            one.clear();
            self.change(frame, &mut one);
            repeat(equal, &mut one);
            if piece.program.len() + one.len() >= room && piece.cycles > 0 {
                break;
            }
            piece.program.extend(&one);
            piece.cycles += equal;
            self.frame.copy_from_slice(frame);
            rest = &rest[equal * words..];
        }
        piece.program.push(END);
        piece
    }

    /// The program of a reset: `clocks` cycles of a frame, from any current frame of the board.
    pub fn reset(frame: &[u64], cycles: usize) -> Vec<u8> {
        let mut program = vec![ZERO];
        set(&vec![0; frame.len()], frame, &mut program);
        repeat(cycles, &mut program);
        program.push(END);
        program
    }

    /// Operations that change the current frame of the board to the next one.
    fn change(&self, next: &[u64], program: &mut Vec<u8>) {
        set(&self.frame, next, program);
        let mut anew = vec![ZERO];
        if program.len() > 1 {
            set(&vec![0; next.len()], next, &mut anew);
            if anew.len() < program.len() {
                *program = anew;
            }
        }
    }
}

/// Operations that set the bytes that differ.
pub(super) fn set(from: &[u64], to: &[u64], program: &mut Vec<u8>) {
    let mut at = 0;
    for (word, (from, to)) in from.iter().zip(to).enumerate() {
        let changed = from ^ to;
        if changed == 0 {
            continue;
        }
        let mut skip = word - at;
        while skip >= SHORT {
            let part = skip.min(255);
            program.extend([SKIP, part as u8]);
            skip -= part;
        }
        let differs = |byte: &u32| changed >> (8 * byte) & 0xFF != 0;
        let mask = (0..8).filter(differs).fold(0u8, |mask, byte| mask | 1 << byte);
        program.extend([skip as u8, mask]);
        program.extend((0..8).filter(differs).map(|byte| (to >> (8 * byte)) as u8));
        at = word + 1;
    }
}

/// Operations that run cycles.
fn repeat(cycles: usize, program: &mut Vec<u8>) {
    match cycles {
        1..=SHORT => program.push(CYCLE | (cycles - 1) as u8),
        _ => program.extend([REPEAT, cycles as u8, (cycles >> 8) as u8, (cycles >> 16) as u8]),
    }
}

/// Decodes the observations of one answer, `words` words each.
///
/// # Errors
/// The error in the encoding.
pub fn observations(records: &[u8], words: usize, count: usize) -> Result<Vec<u64>, String> {
    let mut current = vec![0u64; words];
    let mut all = Vec::with_capacity(words * count);
    let mut bytes = records.iter().copied();
    let mut word = 0usize;
    let cut = || "its observations are truncated".to_owned();
    while let Some(operation) = bytes.next() {
        match operation {
            0..=0x3F => {
                word += usize::from(operation);
                let mask = bytes.next().ok_or_else(cut)?;
                let target = current.get_mut(word).ok_or_else(|| format!("its observations have a word {word}"))?;
                for byte in (0..8).filter(|byte| mask >> byte & 1 == 1) {
                    let value = u64::from(bytes.next().ok_or_else(cut)?);
                    *target = *target & !(0xFF << (8 * byte)) | value << (8 * byte);
                }
                word += 1;
            }
            CYCLE..=0xBF => {
                for _ in 0..=operation & 0x3F {
                    if all.len() == words * count {
                        return Err(format!("it sends more than {count} observations"));
                    }
                    all.extend(&current);
                }
                word = 0;
            }
            SKIP => word += usize::from(bytes.next().ok_or_else(cut)?),
            _ => return Err(format!("its observations have an operation {operation:#x}")),
        }
    }
    match all.len() == words * count {
        true => Ok(all),
        false => Err(format!("it sends {} observations instead of {count}", all.len() / words)),
    }
}
