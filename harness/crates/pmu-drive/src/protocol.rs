//! The messages between a driver and the harness; `docs/driver-in-the-loop.md` specifies them.
//!
//! A message is its length in 32 bits, a kind of one byte, and a body. Numbers are little-endian. A string is its length in 16 bits
//! and its bytes in UTF-8.

/// Version of the protocol. Both sides must have the same.
pub const VERSION: u16 = 1;

/// Greatest length of a message in bytes, without the 4 bytes of the length.
pub(crate) const LONGEST: usize = 4096;

/// First bytes of the body of the first message.
const MAGIC: [u8; 4] = *b"PMUD";

/// When a watched output calls its handler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// In each cycle in which it is not 0 and was 0 in the cycle before.
    Rises,
    /// In each cycle in which it is not 0.
    NotZero,
}

/// A message of the driver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// The first message.
    Hello { version: u16, pmu: String },
    /// A read; one cycle.
    Read { space: u8, unit: u8, address: u32 },
    /// A write; one cycle.
    Write { space: u8, unit: u8, address: u32, data: u64 },
    /// Cycles without an access, until this number or until a watched output calls its handler.
    Advance { cycles: u64 },
    /// One cycle of reset.
    Reset,
    /// An input has this value from the next cycle on.
    Input { name: String, value: u64 },
    /// Watches an output.
    Watch { when: When, output: String },
    /// Occurrences of an event in all cycles so far.
    Count { unit: String, event: String },
    /// Sum of the values of an input in all cycles so far.
    Sum { input: String },
    /// An expectation of the driver.
    Expect { holds: bool, message: String },
    /// The end of the driver, with its status.
    Bye { status: u8 },
}

/// A watched output that calls its handler, and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fired {
    pub watch: u16,
    pub value: u64,
}

/// A message of the harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Answer to the first message.
    Welcome { version: u16, pmu: String },
    /// Cycles have run.
    Done { cycles: u64, advanced: u64, refused: bool, data: u64, fired: Vec<Fired> },
    /// A number.
    Value(u64),
    /// Accepted.
    Accepted,
    /// The message is wrong. The harness closes the connection.
    Error(String),
    /// The run has ended. The harness closes the connection.
    Stopped(String),
}

impl Request {
    /// Decodes a message without its length.
    ///
    /// # Errors
    /// A text that says what is wrong.
    pub fn decode(message: &[u8]) -> Result<Self, String> {
        let Some((&kind, body)) = message.split_first() else {
            return Err("a message of 0 bytes; it needs at least its kind".to_owned());
        };
        let mut body = Body { rest: body, kind };
        let request = match kind {
            1 => {
                if body.array()? != MAGIC {
                    return Err("the first message does not begin with PMUD; is the peer a driver?".to_owned());
                }
                Self::Hello { version: u16::from_le_bytes(body.array()?), pmu: body.string()? }
            }
            2 => Self::Read { space: body.byte()?, unit: body.byte()?, address: u32::from_le_bytes(body.array()?) },
            3 => Self::Write {
                space: body.byte()?,
                unit: body.byte()?,
                address: u32::from_le_bytes(body.array()?),
                data: body.number()?,
            },
            4 => Self::Advance { cycles: body.number()? },
            5 => Self::Reset,
            6 => Self::Input { name: body.string()?, value: body.number()? },
            7 => {
                let when = match body.byte()? {
                    0 => When::Rises,
                    1 => When::NotZero,
                    other => return Err(format!("WATCH: {other} is neither 0 (rises) nor 1 (is not 0)")),
                };
                Self::Watch { when, output: body.string()? }
            }
            8 => Self::Count { unit: body.string()?, event: body.string()? },
            9 => Self::Sum { input: body.string()? },
            // A message is one line of the console.
            10 => Self::Expect { holds: body.byte()? != 0, message: body.string()?.replace(char::is_control, " ") },
            11 => Self::Bye { status: body.byte()? },
            other => return Err(format!("unknown message {other}; the messages of a driver are 1 to 11")),
        };
        match body.rest.len() {
            0 => Ok(request),
            more => Err(format!("message {kind} is {more} bytes longer than its content")),
        }
    }
}

/// The part of a body that is not decoded.
struct Body<'m> {
    rest: &'m [u8],
    kind: u8,
}

impl Body<'_> {
    fn take(&mut self, length: usize) -> Result<&[u8], String> {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else {
            return Err(format!("message {} ends early: {} bytes more expected", self.kind, length - self.rest.len()));
        };
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut bytes = [0; N];
        bytes.copy_from_slice(self.take(N)?);
        Ok(bytes)
    }

    fn byte(&mut self) -> Result<u8, String> {
        Ok(self.array::<1>()?[0])
    }

    fn number(&mut self) -> Result<u64, String> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    fn string(&mut self) -> Result<String, String> {
        let length = u16::from_le_bytes(self.array()?);
        let bytes = self.take(length.into())?.to_vec();
        String::from_utf8(bytes).map_err(|_| format!("message {} has a string that is not UTF-8", self.kind))
    }
}

impl Reply {
    /// Encodes a message with its length.
    pub fn encode(&self) -> Vec<u8> {
        let mut message = vec![0; 4];
        match self {
            Self::Welcome { version, pmu } => {
                message.push(128);
                message.extend(version.to_le_bytes());
                put_string(&mut message, pmu);
            }
            Self::Done { cycles, advanced, refused, data, fired } => {
                message.push(129);
                message.extend(cycles.to_le_bytes());
                message.extend(advanced.to_le_bytes());
                message.push((*refused).into());
                message.extend(data.to_le_bytes());
                message.push(fired.len() as u8);
                for Fired { watch, value } in fired {
                    message.extend(watch.to_le_bytes());
                    message.extend(value.to_le_bytes());
                }
            }
            Self::Value(value) => {
                message.push(130);
                message.extend(value.to_le_bytes());
            }
            Self::Accepted => message.push(131),
            Self::Error(text) => {
                message.push(132);
                put_string(&mut message, text);
            }
            Self::Stopped(text) => {
                message.push(133);
                put_string(&mut message, text);
            }
        }
        let length = (message.len() - 4) as u32;
        message[..4].copy_from_slice(&length.to_le_bytes());
        message
    }
}

/// Appends a string, cut at a character so that the message is not too long.
fn put_string(message: &mut Vec<u8>, text: &str) {
    let most = LONGEST - 64;
    let end = (0..=text.len().min(most)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    message.extend((end as u16).to_le_bytes());
    message.extend_from_slice(&text.as_bytes()[..end]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn string(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        put_string(&mut bytes, text);
        bytes
    }

    #[test]
    fn messages_have_the_documented_bytes() {
        let write = [&[3, 0, 255][..], &0xC001_0000_u32.to_le_bytes(), &7_u64.to_le_bytes()].concat();
        let decoded = Request::decode(&write);
        assert_eq!(decoded, Ok(Request::Write { space: 0, unit: 255, address: 0xC001_0000, data: 7 }));
        let watch = [&[7, 1][..], &string("core0.apic_int")].concat();
        let expected = Request::Watch { when: When::NotZero, output: "core0.apic_int".to_owned() };
        assert_eq!(Request::decode(&watch), Ok(expected));
        let done =
            Reply::Done { cycles: 2, advanced: 1, refused: true, data: 3, fired: vec![Fired { watch: 4, value: 5 }] };
        let bytes = done.encode();
        assert_eq!(bytes[..5], [37, 0, 0, 0, 129]);
        assert_eq!(bytes.len(), 4 + 37);
        assert_eq!(bytes[21..], [1, 3, 0, 0, 0, 0, 0, 0, 0, 1, 4, 0, 5, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn every_prefix_and_every_extension_of_a_message_is_refused() {
        let messages = [
            [&[1][..], &MAGIC, &VERSION.to_le_bytes(), &string("k8")].concat(),
            vec![2, 0, 0, 1, 2, 3, 4],
            [&[6][..], &string("core0.cpl"), &[0; 8]].concat(),
            [&[8][..], &string("core0"), &string("CPU_CLK_UNHALTED")].concat(),
            [&[10, 1][..], &string("text")].concat(),
            vec![5],
            vec![11, 0],
        ];
        for message in messages {
            assert!(Request::decode(&message).is_ok(), "{message:?}");
            for length in 0..message.len() {
                assert!(Request::decode(&message[..length]).is_err(), "{:?}", &message[..length]);
            }
            let longer = [&message[..], &[0]].concat();
            assert!(Request::decode(&longer).is_err(), "{longer:?}");
        }
    }

    #[test]
    fn wrong_values_are_refused() {
        let wrong: [&[u8]; 5] = [&[0], &[12], &[7, 2, 0, 0], &[10, 1, 1, 0, 0xFF], b"\x01HTTP\x01\0\0\0"];
        for message in wrong {
            assert!(Request::decode(message).is_err(), "{message:?}");
        }
    }

    #[test]
    fn long_texts_are_cut_at_a_character() {
        let bytes = Reply::Error("é".repeat(LONGEST)).encode();
        assert!(bytes.len() <= LONGEST + 4);
        assert!(std::str::from_utf8(&bytes[7..]).is_ok());
    }
}
