//! Event lines: the built-in ones and those of the instance, with the mode that qualifies each (section 2.2).

use super::inputs::Inputs;
use super::mode::{Inhibits, Mode, Modes};
use super::parameters::{Parameters, MOST_PORTS};

/// Position of the line `cyc`.
pub(super) const CYC: usize = 0;

/// The lines of an instance by position: `cyc`, the counts of the retire ports, then the lines of the parameters.
#[derive(Clone)]
pub(super) struct Lines {
    /// The source of the mode of each line: 0 the hart, 1 + p retire port p.
    sources: Vec<usize>,
    ports: usize,
}

impl Lines {
    /// The lines of an instance.
    pub fn new(parameters: &Parameters) -> Self {
        let ports = parameters.ret_ports;
        let own = parameters.lines.iter().map(|line| usize::try_from(line.port).map_or(0, |port| 1 + port));
        Self { sources: (0..=ports).chain(own).collect(), ports }
    }

    /// The position of the line that an event names.
    ///
    /// # Panics
    /// When there is no such line: the loader of the configuration has checked the names.
    pub fn position(parameters: &Parameters, name: &str) -> usize {
        let port = || name.strip_prefix("ret ")?.trim().parse::<usize>().ok().filter(|&p| p < parameters.ret_ports);
        let own = || parameters.lines.iter().position(|line| line.name == name);
        match name {
            "cyc" => CYC,
            _ => port()
                .map(|port| 1 + port)
                .or_else(|| own().map(|line| 1 + parameters.ret_ports + line))
                .unwrap_or_else(|| panic!("no event line {name}")),
        }
    }

    /// The lines of a cycle.
    #[inline]
    pub fn of<'a>(&'a self, inputs: &'a Inputs, modes: Modes) -> Occurrences<'a> {
        Occurrences { lines: self, values: &inputs.lines, modes: inputs.line_modes(modes, self.ports) }
    }
}

/// The numbers of occurrences on all lines in a cycle, with their modes.
pub(super) struct Occurrences<'a> {
    lines: &'a Lines,
    values: &'a [u64],
    /// The modes of the hart and of the retire ports.
    modes: [Mode; 1 + MOST_PORTS],
}

impl Occurrences<'_> {
    /// The occurrences on a line that pass a filter (RVHPM-R84 to R87).
    #[inline]
    pub fn passing(&self, line: usize, inhibits: Inhibits) -> u64 {
        if inhibits.inhibit(self.modes[self.lines.sources[line]]) {
            0
        } else {
            self.values[line]
        }
    }

    /// The cycle that `mcycle` counts: 0 or 1.
    #[inline]
    pub fn cycles(&self, inhibits: Inhibits) -> u64 {
        self.passing(CYC, inhibits)
    }

    /// The retired instructions that pass a filter, over all ports.
    #[inline]
    pub fn retired(&self, inhibits: Inhibits) -> u64 {
        (1..=self.lines.ports).map(|line| self.passing(line, inhibits)).sum()
    }
}
