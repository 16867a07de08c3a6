//! Reads and checks waves in VCD files.

use harness::lockstep::Divergence;
use std::collections::HashMap;
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use vcd::{Command, Header, IdCode, Parser, Value};

/// A VCD file in memory.
pub struct Waves {
    header: Header,
    /// Changes of each identifier code: time and value in binary digits.
    changes: HashMap<IdCode, Vec<(u64, String)>>,
    /// First and last time in the file, in nanoseconds.
    times: (u64, u64),
}

impl Waves {
    /// Reads a file.
    pub fn read(file: &Path) -> Result<Self, Box<dyn Error>> {
        let mut parser = Parser::new(BufReader::new(File::open(file)?));
        let header = parser.parse_header()?;
        let mut changes: HashMap<IdCode, Vec<(u64, String)>> = HashMap::new();
        let mut seen = Vec::new();
        for command in parser {
            let time = seen.last().copied().unwrap_or_default();
            let (id, value) = match command? {
                Command::Timestamp(time) => {
                    seen.push(time);
                    continue;
                }
                Command::ChangeScalar(id, value) => (id, value.to_string()),
                Command::ChangeVector(id, value) => (id, value.iter().map(|bit: Value| bit.to_string()).collect()),
                _ => continue,
            };
            changes.entry(id).or_default().push((time, value));
        }
        if !seen.is_sorted() {
            return Err("time runs backwards".into());
        }
        let times = (seen.first().copied().unwrap_or_default(), seen.last().copied().unwrap_or_default());
        Ok(Self { header, changes, times })
    }

    /// Returns the value of a signal, or of bits as in `ctr_q[43:0]`, after the changes at a time.
    pub fn at(&self, path: &str, time: u64) -> Option<u64> {
        let find = |path: &str| self.header.find_var(&path.split('.').collect::<Vec<_>>());
        let (variable, bits) = match find(path) {
            Some(variable) => (variable, None),
            None => {
                let (word, bits) = path.strip_suffix(']')?.rsplit_once('[')?;
                let (high, low) = bits.split_once(':').unwrap_or((bits, bits));
                (find(word)?, Some((high.parse::<usize>().ok()?, low.parse::<usize>().ok()?)))
            }
        };
        let (_, value) = self.changes.get(&variable.code)?.iter().rev().find(|(changed, _)| *changed <= time)?;
        // VCD values may lack leading zeros.
        let value = format!("{value:0>width$}", width = variable.size as usize);
        let (high, low) = bits.unwrap_or((value.len() - 1, 0));
        u64::from_str_radix(value.get(value.len().checked_sub(high + 1)?..value.len() - low)?, 2).ok()
    }

    /// Checks the waves of a divergence and returns the faults: markers, values of DUT and model, and the signals of state
    /// words in the DUT. `manifest` is the text of the `rtl.toml`.
    pub fn faults(&self, divergence: &Divergence, top: &str, manifest: &str) -> Vec<String> {
        let begin = divergence.cycle * 10;
        let mut faults = Vec::new();
        let times = (divergence.cycle.saturating_sub(64) * 10, begin + 170);
        if self.times != times {
            faults.push(format!("the file goes from {:?} ns, not {times:?}: 64 cycles before, 16 after", self.times));
        }
        let mut expect = |what: String, time: u64, value: u64| {
            let found = self.at(&what, time);
            if found != Some(value) {
                faults.push(format!("{what} is {found:x?} at {time} ns, not {value:x}"));
            }
        };
        expect("markers.cycle".into(), begin, divergence.cycle);
        // Signals of the DUT have the same time axis: clk falls at the start of each cycle of the program.
        for (time, level) in [(begin, 0), (begin + 4, 0), (begin + 5, 1), (begin + 9, 1), (begin + 10, 0)] {
            expect("TOP.clk".into(), time, level);
        }
        for (time, marker) in [(begin, 1), (begin + 9, 1), (begin + 10, 0)] {
            expect("markers.divergence".into(), time, marker);
        }
        if divergence.cycle > 0 {
            expect("markers.divergence".into(), begin - 1, 0);
        }
        let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or_default();
        for difference in &divergence.differences {
            let (name, actual) = (&difference.name, number(&difference.actual));
            expect(format!("markers.{}_differs", name.replace('.', "_")), begin, 1);
            expect(format!("model.{name}"), begin, number(&difference.expected));
            expect(format!("dut_observed.{name}"), begin, actual);
            if let Some(path) = internal(manifest, name) {
                expect(format!("TOP.{top}.{path}"), begin, actual);
            }
        }
        faults
    }
}

/// Returns the path of a state word in the DUT from its manifest.
fn internal(manifest: &str, name: &str) -> Option<String> {
    let manifest: toml::Table = manifest.parse().ok()?;
    let entries = manifest.get("state")?.as_array()?.iter();
    entries.filter_map(|entry| Some((entry.get("name")?.as_str()?, entry.get("path")?.as_str()?))).find_map(
        |(pattern, path)| {
            let pattern = regex::escape(pattern).replace(r"\{unit\}", "(?<unit>[0-9]+)");
            let pattern = pattern.replace(r"\{index\}", "(?<index>[0-9]+)");
            let found = regex::Regex::new(&format!("^{pattern}$")).ok()?.captures(name)?;
            let of = |group: &str| found.name(group).map_or("", |number| number.as_str());
            Some(path.replace("{unit}", of("unit")).replace("{index}", of("index")))
        },
    )
}
