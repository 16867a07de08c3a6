//! Address of a board, as the command line names it.

use super::transport::{SerialLine, TcpLine, Transport};
use pmu_dut::DutError;
use std::fmt;
use std::str::FromStr;

/// Default rate in bits per second: that of the link's RTL with its default divisor.
const RATE: u32 = 115_200;

/// The address of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A serial port.
    Serial {
        /// Its device file.
        device: String,
        /// Rate in bits per second.
        rate: u32,
    },
    /// A TCP port to which a board is connected.
    Tcp {
        /// Name or IP address of the host.
        host: String,
        /// The port.
        port: u16,
    },
}

impl Address {
    /// Opens the connection to the board.
    ///
    /// # Errors
    /// When the port does not exist or is in use.
    pub fn open(&self) -> Result<Box<dyn Transport>, DutError> {
        let failed = |error: String| DutError::unusable(format!("{self} cannot be opened: {error}"));
        Ok(match self {
            Self::Serial { device, rate } => Box::new(SerialLine::open(device, *rate).map_err(failed)?),
            Self::Tcp { host, port } => Box::new(TcpLine::connect(host, *port).map_err(failed)?),
        })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Serial { device, rate: RATE } => write!(formatter, "serial:{device}"),
            Self::Serial { device, rate } => write!(formatter, "serial:{device}@{rate}"),
            Self::Tcp { host, port } if host.contains(':') => write!(formatter, "tcp:[{host}]:{port}"),
            Self::Tcp { host, port } => write!(formatter, "tcp:{host}:{port}"),
        }
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(rest) = text.strip_prefix("serial:") {
            let (device, rate) = match rest.rsplit_once('@') {
                None => (rest, RATE),
                Some((device, rate)) => {
                    let number = rate.parse().ok().filter(|&rate| rate > 0);
                    (
                        device,
                        number.ok_or_else(|| format!("{rate:?} is not a rate in bits per second, such as 921600"))?,
                    )
                }
            };
            return match device.is_empty() {
                true => Err("the path is missing; write serial:PATH[@RATE], such as serial:/dev/ttyUSB1".to_owned()),
                false => Ok(Self::Serial { device: device.to_owned(), rate }),
            };
        }
        if let Some(rest) = text.strip_prefix("tcp:") {
            let form = || "write tcp:HOST:PORT, such as tcp:localhost:7000".to_owned();
            let (host, port) = rest.rsplit_once(':').ok_or_else(form)?;
            let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
            let port = port
                .parse()
                .ok()
                .filter(|&port| port > 0)
                .ok_or_else(|| format!("{port:?} is not a port, a number from 1 to 65535"))?;
            return match host.is_empty() {
                true => Err(form()),
                false => Ok(Self::Tcp { host: host.to_owned(), port }),
            };
        }
        Err("a board is at serial:PATH[@RATE] or tcp:HOST:PORT".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("serial:/dev/ttyUSB1")]
    #[case("serial:/dev/ttyUSB1@3000000")]
    #[case("serial:/dev/odd@name@9600")]
    #[case("tcp:localhost:7000")]
    #[case("tcp:[::1]:7000")]
    fn an_address_prints_as_it_was_written(#[case] text: &str) {
        assert_eq!(text.parse::<Address>().expect("an address").to_string(), text);
    }

    #[rstest]
    #[case("", "a board is at")]
    #[case("sim", "a board is at")]
    #[case("serial:", "the path is missing")]
    #[case("serial:@9600", "the path is missing")]
    #[case("serial:/dev/x@fast", "\"fast\" is not a rate")]
    #[case("serial:/dev/x@0", "\"0\" is not a rate")]
    #[case("tcp:host", "write tcp:HOST:PORT")]
    #[case("tcp::7000", "write tcp:HOST:PORT")]
    #[case("tcp:host:70000", "\"70000\" is not a port")]
    #[case("tcp:host:0", "\"0\" is not a port")]
    fn invalid_addresses_are_rejected(#[case] text: &str, #[case] message: &str) {
        let error = text.parse::<Address>().expect_err("an error");
        assert!(error.contains(message), "{error}");
    }
}
