//! Connects ports of a description with those of a block, where the names decide it.
//!
//! Names that are only similar connect nothing: they are suggestions in a comment.

use super::block::BlockPort;
use super::names::{is_active_low, is_clock, reset_is_low, words};
use crate::design::interface::CLOCK;
use regex::Regex;
use std::collections::{BTreeMap, BTreeSet};
use verilated::{Direction, Port};

/// Words for the last part of the name of each port of the register port.
const BUS_WORDS: [(&str, &[&str]); 8] = [
    ("bus_valid", &["valid", "vld"]),
    ("bus_write", &["write", "wr"]),
    ("bus_space", &["space"]),
    ("bus_unit", &["unit"]),
    ("bus_addr", &["addr", "address"]),
    ("bus_wdata", &["wdata", "wr_data", "write_data"]),
    ("bus_rdata", &["rdata", "rd_data", "read_data"]),
    ("bus_error", &["error", "err"]),
];
/// A prefix other than `bus` is that of the register port if at least this number of its ports have it.
const MIN_BUS_PORTS: usize = 2;
/// Number of words that a port of the block may have in addition to those of the description's port.
const MAX_MORE_WORDS: usize = 2;

/// A port of the description at a port of the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Connection {
    /// Position of the description's port.
    pub wanted: usize,
    /// Position of the block's port.
    pub port: usize,
    /// Whether it is inverted.
    pub invert: bool,
}

impl Connection {
    /// Whether the block reacts to the input at an edge, as to an asynchronous reset.
    pub fn is_asynchronous(&self, code: &str, own: &BlockPort) -> bool {
        let edge = format!(r"\b(?:posedge|negedge)\s+{}\b", regex::escape(&own.name));
        reset_is_low(&own.name).is_some() && Regex::new(&edge).expect("a valid expression").is_match(code)
    }
}

/// The connections, in the order of the description's ports.
pub(super) fn connect(wanted: &[Port], found: &[BlockPort]) -> Vec<Connection> {
    let mut made = Connections { wanted, found, made: Vec::new() };
    made.clock_and_reset();
    made.same_words();
    made.register_port();
    made.contained_words();
    made.made.sort_by_key(|one| one.wanted);
    made.made
}

struct Connections<'a> {
    wanted: &'a [Port],
    found: &'a [BlockPort],
    made: Vec<Connection>,
}

impl Connections<'_> {
    fn add(&mut self, wanted: usize, port: usize, invert: bool) {
        self.made.push(Connection { wanted, port, invert });
    }

    /// Positions of the description's ports that are not connected.
    fn open(&self) -> Vec<usize> {
        (0..self.wanted.len()).filter(|&at| !self.made.iter().any(|one| one.wanted == at)).collect()
    }

    /// Positions of free ports of the block in the direction of a port of the description.
    fn free(&self, wanted: usize) -> Vec<usize> {
        let is_free = |&at: &usize| {
            let own = &self.found[at];
            let is_taken = self.made.iter().any(|one| one.port == at);
            !is_taken && !own.is_array && own.direction == self.wanted[wanted].direction
        };
        (0..self.found.len()).filter(is_free).collect()
    }

    fn has_width(&self, wanted: usize, own: usize) -> bool {
        self.found[own].width == self.wanted[wanted].width
    }

    /// `clk` and `rst`, if only one input has one of their usual names.
    fn clock_and_reset(&mut self) {
        for wanted in self.open() {
            let name = &self.wanted[wanted].name;
            let fits = |own: &str| match name.as_str() {
                CLOCK => is_clock(own).then_some(false),
                "rst" => reset_is_low(own),
                _ => None,
            };
            let free: Vec<_> = self.free(wanted).into_iter().filter(|&own| self.has_width(wanted, own)).collect();
            let fitting: Vec<_> = free.iter().filter_map(|&own| Some((own, fits(&self.found[own].name)?))).collect();
            if let [(own, invert)] = fitting[..] {
                self.add(wanted, own, invert);
            }
        }
    }

    /// Ports whose names have the same words.
    fn same_words(&mut self) {
        for wanted in self.open() {
            let of_wanted = words(&self.wanted[wanted].name);
            let is_same = |own: &usize| words(&self.found[*own].name) == of_wanted && self.has_width(wanted, *own);
            let same: Vec<_> = self.free(wanted).into_iter().filter(is_same).collect();
            if let [own] = same[..] {
                self.add(wanted, own, false);
            }
        }
    }

    /// The ports of a register port, whose names have a common prefix, such as `csr_addr_i` and `csr_wdata_i`. Its address and data
    /// may be narrower than those of the description.
    fn register_port(&mut self) {
        let mut prefixes: BTreeMap<Vec<String>, BTreeMap<usize, BTreeSet<usize>>> = BTreeMap::new();
        for wanted in self.open() {
            let Some((_, endings)) = BUS_WORDS.iter().find(|(name, _)| *name == self.wanted[wanted].name) else {
                continue;
            };
            for own in self.free(wanted).into_iter().filter(|&own| self.fits_register_port(wanted, own)) {
                let of_own = words(&self.found[own].name);
                for ending in endings.iter().map(|ending| words(ending)).filter(|ending| of_own.ends_with(ending)) {
                    let prefix = of_own[..of_own.len() - ending.len()].to_vec();
                    prefixes.entry(prefix).or_default().entry(wanted).or_default().insert(own);
                }
            }
        }
        let most = prefixes.values().map(BTreeMap::len).max().unwrap_or(0);
        let mut with_most = prefixes.into_values().filter(|ports| ports.len() == most);
        if let (true, Some(ports), None) = (most >= MIN_BUS_PORTS, with_most.next(), with_most.next()) {
            for (wanted, own) in ports {
                if let (Some(&own), 1) = (own.first(), own.len()) {
                    self.add(wanted, own, false);
                }
            }
        }
    }

    fn fits_register_port(&self, wanted: usize, own: usize) -> bool {
        let (wanted, own) = (&self.wanted[wanted], &self.found[own]);
        match wanted.direction {
            _ if own.width == wanted.width => true,
            Direction::Input => wanted.width > 1 && own.width > 1,
            // Bits of the block that the description does not have would be lost.
            Direction::Output => wanted.width > 1 && own.width > 1 && own.width < wanted.width,
        }
    }

    /// Ports of the block whose names contain all words of the description's port, such as `mem_load_i` for `load`. The one with the
    /// fewest other words is taken, unless there are two of them, or it is as near to another port of the description.
    fn contained_words(&mut self) {
        let mut decided = BTreeSet::new();
        for more in 1..=MAX_MORE_WORDS {
            let candidates = |of: &Self, wanted: usize| {
                let part = words(&of.wanted[wanted].name);
                let contains = |own: &usize| {
                    let all = words(&of.found[*own].name);
                    let is_contained = all.windows(part.len()).any(|some| some == part);
                    is_contained && all.len() == part.len() + more && is_active_low(&all) == is_active_low(&part)
                };
                of.free(wanted)
                    .into_iter()
                    .filter(|own| of.has_width(wanted, *own))
                    .filter(contains)
                    .collect::<Vec<_>>()
            };
            let is_common = |wanted: &usize| {
                let name = self.wanted[*wanted].name.as_str();
                name == CLOCK || name == "rst" || BUS_WORDS.iter().any(|(bus, _)| *bus == name)
            };
            let open = self.open().into_iter().filter(|wanted| !is_common(wanted) && !decided.contains(wanted));
            let near: Vec<_> = open.map(|wanted| (wanted, candidates(self, wanted))).collect();
            decided.extend(near.iter().filter(|(_, own)| !own.is_empty()).map(|(wanted, _)| *wanted));
            for (wanted, own) in &near {
                let [own] = own[..] else { continue };
                if near.iter().filter(|(_, others)| others.contains(&own)).count() == 1 {
                    self.add(*wanted, own, false);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn port(text: &str) -> (String, u32, Direction) {
        let (name, width) =
            text.split_once(' ').map_or((text, 1), |(name, width)| (name, width.parse().expect("a width")));
        let name = name.trim_start_matches('>');
        (name.to_owned(), width, if text.starts_with('>') { Direction::Output } else { Direction::Input })
    }

    /// The connections between ports `NAME WIDTH`; outputs begin with `>`.
    fn connected(wanted: &[&str], found: &[&str]) -> Vec<String> {
        let wanted: Vec<_> = wanted.iter().map(|text| port(text)).collect();
        let wanted: Vec<_> =
            wanted.into_iter().map(|(name, width, direction)| Port { name, width, direction }).collect();
        let own = |text: &&str| {
            let (name, width, direction) = port(text);
            BlockPort { name, width, direction, is_array: false, enumeration: None }
        };
        let found: Vec<_> = found.iter().map(own).collect();
        let shown = |one: &Connection| {
            let invert = if one.invert { "~" } else { "" };
            format!("{}={invert}{}", wanted[one.wanted].name, found[one.port].name)
        };
        connect(&wanted, &found).iter().map(shown).collect()
    }

    #[test]
    fn clock_and_reset_have_many_names() {
        assert_eq!(connected(&["clk", "rst"], &["clk_i", "rst_ni"]), ["clk=clk_i", "rst=~rst_ni"]);
        assert_eq!(connected(&["clk", "rst"], &["PCLK", "PRESETn"]), ["clk=PCLK", "rst=~PRESETn"]);
        assert_eq!(connected(&["clk", "rst"], &["clk_i", "clock_i", "rst_ni", "rst_i"]), ["clk=clk_i", "rst=rst_i"]);
        assert!(connected(&["clk", "rst"], &["aclk", "hclk", "rst_ni", "arst_n"]).is_empty());
    }

    #[test]
    fn register_port_is_the_prefix_of_most_ports() {
        let wanted = ["bus_valid", "bus_write", "bus_addr 32", "bus_wdata 64", ">bus_rdata 64", ">bus_error"];
        let found = [
            "boot_addr_i 32",
            "csr_addr_i 12",
            "csr_wdata_i 32",
            ">csr_rdata_o 32",
            "key_valid_i",
            "csr_write_flags_i",
        ];
        assert_eq!(
            connected(&wanted, &found),
            ["bus_addr=csr_addr_i", "bus_wdata=csr_wdata_i", "bus_rdata=csr_rdata_o"]
        );
        let found = ["bus_valid_i", "addr_i 32", "wdata_i 64", ">rdata_o 64"];
        let expected = ["bus_valid=bus_valid_i", "bus_addr=addr_i", "bus_wdata=wdata_i", "bus_rdata=rdata_o"];
        assert_eq!(connected(&wanted, &found), expected);
        assert!(connected(&wanted, &["a_addr 32", "a_wdata 64", "b_addr 32", "b_wdata 64"]).is_empty());
    }

    #[test]
    fn output_of_the_block_is_not_cut() {
        assert_eq!(connected(&["bus_addr 32", ">bus_rdata 64"], &["a_addr 64", ">a_rdata 128"]), [""; 0]);
    }

    #[test]
    fn events_are_contained_words() {
        let wanted = ["load", "store", "branch", "branch_taken", "compressed", "call", "halt"];
        let found = [
            "mem_load_i",
            "csr_restore_i",
            "ev_branch_i",
            "ev_branch_taken_i",
            "ret_compressed_i",
            "ret_compressed_spec_i",
            "a_call_i",
            "b_call_i",
            "the_other_call_i",
            "halt_ni",
        ];
        let expected =
            ["load=mem_load_i", "branch=ev_branch_i", "branch_taken=ev_branch_taken_i", "compressed=ret_compressed_i"];
        assert_eq!(connected(&wanted, &found), expected);
    }

    #[test]
    fn direction_and_width_must_be_the_same() {
        assert!(connected(&["priv 2", "load", ">irq"], &[">priv_o 2", "load_i 2", "irq_i"]).is_empty());
    }
}
