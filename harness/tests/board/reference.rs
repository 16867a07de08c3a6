//! Test code: a reference board in software that implements the protocol of the link for any DUT.

use crate::line::BoardSide;
use harness::board::{
    Arrival, BoardRecord, Decoder, Identity, Interpreter, InterpreterStop, Packet, RunStatus, StopReason, Transport,
};
use harness::dut::{CrcSignature, Dut};
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

const JUMP: u8 = 1;
const OBSERVE: u8 = 2;

/// A reference board with a DUT.
pub struct ReferenceBoard<D> {
    dut: D,
    record: BoardRecord,
    program: Interpreter,
    decoder: Decoder,
    open: bool,
    session: u16,
    expected: u16,
    last: Vec<u8>,
    cycles: u64,
    signature: CrcSignature,
    out: VecDeque<u8>,
}

impl<D: Dut> ReferenceBoard<D> {
    pub fn new(dut: D, identity: Identity) -> Self {
        let (memory, words) = (2048, usize::from(identity.frame_words));
        let answer = 1024.max((21 + 3 * (10 * usize::from(identity.observation_words) + 16)).next_power_of_two());
        Self {
            dut,
            record: BoardRecord { identity, memory, packet: 512, answer, fifo: 512, settle: 1 },
            program: Interpreter::new(memory, words),
            decoder: Decoder::default(),
            open: false,
            session: 0,
            expected: 0,
            last: Vec::new(),
            cycles: 0,
            signature: CrcSignature::default(),
            out: VecDeque::new(),
        }
    }

    fn take(&mut self, byte: u8) {
        let packet = match self.decoder.take(byte) {
            None => return,
            Some(Arrival::Damaged) => return self.reject(0xF0),
            Some(Arrival::Packet(packet)) if packet.payload.len() > self.record.packet => return self.reject(0xF0),
            Some(Arrival::Packet(packet)) => packet,
        };
        let Packet { kind, session, sequence, .. } = packet;
        match (kind, sequence) {
            (1, 0) if self.open && session == self.session && self.expected == 1 => self.out.extend(&self.last),
            (1, 0) => {
                (self.open, self.session) = (true, session);
                self.execute(packet);
            }
            _ if !self.open || session != self.session => self.reject(0xF1),
            _ if sequence == self.expected => self.execute(packet),
            _ if sequence == self.expected.wrapping_sub(1) => self.out.extend(&self.last),
            _ => self.reject(0xF2),
        }
    }

    fn reject(&mut self, kind: u8) {
        let session = if self.open { self.session } else { 0 };
        let packet = Packet { kind, session, sequence: self.expected, payload: Vec::new() };
        self.out.extend(packet.encode());
    }

    fn execute(&mut self, packet: Packet) {
        let Packet { kind, session, sequence, payload } = packet;
        let answer = match (kind, payload.len()) {
            (1, _) => {
                self.program.clear();
                (self.cycles, self.signature) = (0, CrcSignature::default());
                self.record.bytes()
            }
            (2, 4..) => {
                self.program.load(number(&payload[..4]) as usize, &payload[4..]);
                self.report(StopReason::Done, 0, Vec::new())
            }
            (3, 9) => self.run(payload[0], number(&payload[1..5]), number(&payload[5..9]), true),
            (4, 9) => {
                let answer = self.run(JUMP, number(&payload[1..5]), number(&payload[5..9]), false);
                self.program.clear();
                (self.cycles, self.signature) = (0, CrcSignature::default());
                let executed = number(&answer[1..5]);
                let ending = RunStatus::read(&answer).expect("its own status").ending;
                self.report(ending, executed, Vec::new())
            }
            (2..=4, _) => self.report(StopReason::Length, 0, Vec::new()),
            (5, _) => self.report(StopReason::Done, 0, Vec::new()),
            _ => self.report(StopReason::NoCommand, 0, Vec::new()),
        };
        self.expected = sequence.wrapping_add(1);
        self.last = Packet { kind: kind | 0x80, session, sequence, payload: answer }.encode();
        self.out.extend(&self.last);
    }

    fn report(&self, ending: StopReason, executed: u32, rest: Vec<u8>) -> Vec<u8> {
        RunStatus { ending, executed, cycles: self.cycles, signature: self.signature.value(), rest }.bytes()
    }

    fn run(&mut self, flags: u8, count: u32, address: u32, counted: bool) -> Vec<u8> {
        if flags & JUMP != 0 {
            self.program.jump(address as usize);
        }
        let words = usize::from(self.record.identity.observation_words);
        let (mut rest, mut executed) = (Vec::new(), 0);
        let mut previous = vec![0; words];
        let ending = loop {
            if executed == count {
                break StopReason::Done;
            }
            if flags & OBSERVE != 0 && 21 + rest.len() + 10 * words + 16 > self.record.answer {
                break StopReason::Full;
            }
            let frame = match self.program.cycle() {
                Ok(frame) => frame,
                Err(InterpreterStop::End) => break StopReason::End,
                Err(InterpreterStop::NoOperation) => break StopReason::NoOperation,
                Err(InterpreterStop::NoClock) => break StopReason::NoClock,
            };
            let mut observation = vec![0; words];
            self.dut.step(frame, &mut observation).expect("the DUT runs");
            executed += 1;
            if counted {
                self.signature.add(&observation);
                self.cycles += 1;
            }
            if flags & OBSERVE != 0 {
                record(&previous, &observation, &mut rest);
                previous = observation;
            }
        };
        self.report(ending, executed, rest)
    }
}

/// Encodes an observation as its changes from the previous one.
fn record(from: &[u64], to: &[u64], out: &mut Vec<u8>) {
    let mut skipped = 0u8;
    for (from, to) in from.iter().zip(to) {
        let changed: Vec<u8> = (0..8).filter(|byte| (from ^ to) >> (8 * byte) & 0xFF != 0).collect();
        if changed.is_empty() {
            skipped += 1;
            if skipped == 200 {
                out.extend([0xC2, skipped]);
                skipped = 0;
            }
            continue;
        }
        if skipped > 63 {
            out.extend([0xC2, skipped]);
            skipped = 0;
        }
        out.extend([skipped, changed.iter().fold(0, |mask, byte| mask | 1 << byte)]);
        out.extend(changed.iter().map(|byte| (to >> (8 * byte)) as u8));
        skipped = 0;
    }
    out.push(0x80);
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u32::from(byte))
}

/// The line of the board has no delay: a call never waits for bytes.
impl<D: Dut> Transport for ReferenceBoard<D> {
    fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        bytes.iter().for_each(|&byte| self.take(byte));
        Ok(())
    }

    fn receive(&mut self, buffer: &mut [u8], _: Duration) -> io::Result<usize> {
        let count = self.out.len().min(buffer.len());
        buffer.iter_mut().zip(self.out.drain(..count)).for_each(|(to, byte)| *to = byte);
        Ok(count)
    }
}

impl<D: Dut> BoardSide for ReferenceBoard<D> {
    fn power_cycle(&mut self) {
        self.out.clear();
        (self.open, self.session, self.expected) = (false, 0, 0);
        self.last.clear();
        self.decoder = Decoder::default();
        self.program.clear();
        (self.cycles, self.signature) = (0, CrcSignature::default());
    }
}
