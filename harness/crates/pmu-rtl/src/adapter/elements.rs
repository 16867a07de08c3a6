//! State words in elements of arrays.
//!
//! Yosys stores an array as one signal. Whether the first element is in its lowest or in its highest bits depends on the
//! declaration. A module that refers to the elements shows which bits they are.

use super::module::BLOCK;
use crate::design::files::{RtlFiles, StateWord};
use crate::design::port_map::assignment;
use crate::design::rtl_design::Design;
use crate::error::BuildError;
use crate::model::state::StateAccess;
use crate::staged::read_command;
use crate::tools::yosys::Yosys;
use regex::Regex;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Name of the module with the references.
const REFERENCES: &str = "pmu_cosim_elements";
const SCRIPT: &str = "elements.ys";
const NETLIST: &str = "elements.il";

/// The driver of a reference: the signal, and its highest and lowest bit.
static DRIVER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"connect \\A \\(\S+)(?: \[([0-9]+)(?::([0-9]+))?\])?\n\s*connect \\Y \\element_([0-9]+)\n")
        .expect("a valid expression")
});

/// A state word in an element of an array.
#[derive(Clone, Debug)]
pub(super) struct Element {
    /// Position of the word in [`RtlFiles::states`].
    word: usize,
    /// The element, by its path in the adapter.
    path: String,
    /// Bits of the element.
    element_width: u32,
    /// Lowest bit of the word in the element.
    low: u32,
    /// Bits of the word.
    width: u32,
}

impl Element {
    /// The element that `access` reads; `word` is number `position` of the state words.
    pub fn new(position: usize, word: &StateWord, access: &StateAccess) -> Self {
        let index = word.select.split_inclusive(']').next().unwrap_or_default();
        let StateAccess { storage_width, low, width, .. } = *access;
        Self { word: position, path: format!("{}{index}", word.signal), element_width: storage_width, low, width }
    }
}

/// The module that refers to the elements.
pub(super) fn text(design: &Design, elements: &[Element]) -> String {
    let refer = |(number, element): (usize, &Element)| {
        format!("    wire [{}:0] element_{number} = {};\n", element.element_width - 1, element.path)
    };
    let references: String = elements.iter().enumerate().map(refer).collect();
    let (top, parameters) = (&design.top, assignment(&design.parameters));
    format!("module {REFERENCES};\n    {top} {parameters}{BLOCK} ();\n{references}endmodule\n")
}

/// Sets signal and bits of the state words in elements.
pub(super) fn place(
    yosys: &Yosys,
    folder: &Path,
    files: &mut RtlFiles,
    elements: &[Element],
) -> Result<(), BuildError> {
    if elements.is_empty() {
        return Ok(());
    }
    let references = RtlFiles { top: REFERENCES.to_owned(), ..files.clone() };
    let script = folder.join(SCRIPT);
    let commands = format!("{}write_rtlil {NETLIST}\n", read_command(&references, false));
    fs::write(&script, commands).map_err(BuildError::io("write", &script))?;
    yosys.run(folder, SCRIPT)?;
    let netlist = folder.join(NETLIST);
    let netlist = fs::read_to_string(&netlist).map_err(BuildError::io("read", &netlist))?;
    for (number, element) in elements.iter().enumerate() {
        let word = &mut files.states[element.word];
        let (signal, low) = driver(&netlist, number).ok_or_else(|| {
            BuildError::Tool(format!("state {}: Yosys has not kept the element {}", word.name, element.path))
        })?;
        let low = low + element.low;
        word.signal = signal;
        word.select = format!("[{}:{low}]", low + element.width - 1);
    }
    Ok(())
}

/// The signal that drives reference `number` in a netlist, and its lowest bit.
fn driver(netlist: &str, number: usize) -> Option<(String, u32)> {
    let found = DRIVER.captures_iter(netlist).find(|found| found[4].parse() == Ok(number))?;
    let low = found.get(3).or(found.get(2)).map_or(Some(0), |low| low.as_str().parse().ok())?;
    Some((found[1].to_owned(), low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_of_an_element_are_those_of_its_driver() {
        let buffer = |number: usize, from: &str| {
            format!("  cell $buf $0\n    parameter \\WIDTH 8\n    connect \\A \\u.mem_q{from}\n    connect \\Y \\element_{number}\n  end\n")
        };
        let netlist = buffer(0, " [15:8]") + &buffer(1, " [3]") + &buffer(10, "");
        let expected = |low| Some(("u.mem_q".to_owned(), low));
        assert_eq!([0, 1, 10].map(|number| driver(&netlist, number)), [8, 3, 0].map(expected));
        assert_eq!(driver(&netlist, 2), None);
    }
}
