//! A block of a PMU that is a PMU of its own: it has some of the registers, ports and state of the whole, as they are there.

use super::error::LoadResult;
use super::raw::{RawDescription, RawInput, RawOutput, RawRegister, RawState};
use super::Requirement;
use serde::Deserialize;

/// `pmu.toml` of a block.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSubBlock {
    id: String,
    name: String,
    /// Id of the whole.
    pub part_of: String,
    /// Registers, each by a name in the whole; of numbered ones any number stands for all. With each the state word of its name.
    registers: Vec<String>,
    /// Input ports by their names in the RTL.
    inputs: Vec<String>,
    /// Output ports by their names in the RTL.
    outputs: Vec<String>,
    /// State words that belong to no register.
    #[serde(default)]
    states: Vec<String>,
    /// The requirements of the whole that hold for the block alone.
    pub requirements: Vec<String>,
    #[serde(default)]
    shared: super::Shared,
}

/// Something of a description that can be numbered.
trait Named {
    /// Its name with `#` for the number, the first number and how many there are.
    fn family(&self) -> (&str, u32, u32);

    fn is_called(&self, name: &str) -> bool {
        let (pattern, first, count) = self.family();
        is_one_of(name, pattern, first, count)
    }
}

/// Whether a name is that of one of so many with a number, from the first on, in place of `#`.
fn is_one_of(name: &str, pattern: &str, first: u32, count: u32) -> bool {
    let Some((before, behind)) = pattern.split_once('#') else { return pattern == name };
    let number = name.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
    number.and_then(|number| number.parse().ok()).is_some_and(|number| (first..first + count).contains(&number))
}

impl Named for RawRegister {
    fn family(&self) -> (&str, u32, u32) {
        (&self.name, self.first.unwrap_or(0), self.count)
    }
}

impl Named for RawState {
    fn family(&self) -> (&str, u32, u32) {
        (&self.name, self.first, self.count)
    }
}

impl Named for RawInput {
    fn family(&self) -> (&str, u32, u32) {
        (&self.verilog, 0, 1)
    }
}

impl Named for RawOutput {
    fn family(&self) -> (&str, u32, u32) {
        (&self.verilog, 0, 1)
    }
}

impl RawSubBlock {
    /// The description of the block, made of that of the whole. It has no events: these are the counters'.
    pub fn of(self, top: RawDescription) -> LoadResult<RawDescription> {
        let (register, input, output, state) = (top.register, top.input, top.output, top.state);
        let registers = kept("register", &self.registers, &[], register)?;
        let with_registers: Vec<(String, u32)> =
            registers.iter().map(|register| (register.name.clone(), register.first.unwrap_or(0))).collect();
        let input = kept("input port", &self.inputs, &[], input)?;
        let has = |name: &String| {
            input.iter().any(|input| input.name == *name || is_one_of(name, &input.name, 0, input.count))
        };
        let report = top.transaction.into_iter().filter_map(|mut report| {
            let had_none = report.field.is_empty();
            report.field.retain(|field| has(&field.input) && field.with.as_ref().is_none_or(has));
            let of_it = [&report.valid, &report.unit];
            let is_told = of_it.into_iter().flatten().all(has) && (had_none || !report.field.is_empty());
            is_told.then_some(report)
        });
        Ok(RawDescription {
            id: self.id,
            name: self.name,
            event_input: Vec::new(),
            event_path: Vec::new(),
            instance: Vec::new(),
            transaction: report.collect(),
            lanes: None,
            register: registers,
            input,
            output: kept("output port", &self.outputs, &[], output)?,
            state: kept("state word", &self.states, &with_registers, state)?,
            shared: self.shared,
            ..top
        })
    }

    /// The requirements that hold for the block, of those of the whole.
    pub fn requirements(named: &[String], mut top: Vec<Requirement>) -> LoadResult<Vec<Requirement>> {
        match named.iter().find(|id| !top.iter().any(|requirement| requirement.id == **id)) {
            Some(id) => Err(format!("the whole has no requirement {id}")),
            None => {
                top.retain(|requirement| named.contains(&requirement.id));
                Ok(top)
            }
        }
    }
}

/// What is named, or in one of these families; each name must be there.
fn kept<T: Named>(what: &str, names: &[String], families: &[(String, u32)], mut all: Vec<T>) -> LoadResult<Vec<T>> {
    match names.iter().find(|name| !all.iter().any(|one| one.is_called(name))) {
        Some(name) => Err(format!("the whole has no {what} {name}")),
        None => {
            let is_in = |one: &T| {
                families.iter().any(|(name, first)| (name.as_str(), *first) == (one.family().0, one.family().1))
            };
            all.retain(|one| is_in(one) || names.iter().any(|name| one.is_called(name)));
            Ok(all)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Description, DescriptionError, Files};
    use rstest::rstest;

    const TOP: &str = r#"
id = "whole"
name = "A whole"
manual = "A manual"
requirement_prefixes = ["W"]
[[unit]]
name = "unit"
number = 0
[[space]]
name = "io"
number = 0
doc = ""
section = ""
[[register]]
name = "R#"
count = 2
width = 8
section = ""
doc = ""
access = [{ space = "io", address = 0, stride = 1 }]
field = [{ name = "all", bits = "7:0", access = "rw", reset = 0, section = "", doc = "" }]
[[register]]
name = "R#"
first = 4
count = 2
width = 8
section = ""
doc = ""
access = [{ space = "io", address = 4, stride = 1 }]
field = [{ name = "all", bits = "7:0", access = "rw", reset = 0, section = "", doc = "" }]
[[input]]
name = "a"
verilog = "a_in"
width = 1
section = ""
doc = ""
[[input]]
name = "b"
verilog = "b_in"
width = 1
section = ""
doc = ""
[[transaction]]
name = "none"
valid = "b"
field = [{ name = "a", input = "a" }]
section = ""
doc = ""
[[transaction]]
name = "half"
valid = "a"
field = [{ name = "a", input = "a" }, { name = "b", input = "b" }]
section = ""
doc = ""
[[transaction]]
name = "one"
valid = "a"
field = []
section = ""
doc = ""
[[output]]
name = "out"
verilog = "out"
width = 1
section = ""
doc = ""
[[state]]
name = "R#"
count = 2
width = 8
register = "R#"
reset = 0
section = ""
doc = ""
[[state]]
name = "R#"
first = 4
count = 2
width = 8
register = "R#"
reset = 0
section = ""
doc = ""
[[state]]
name = "hidden"
width = 1
reset = 0
section = ""
doc = ""
"#;

    fn parse(lines: &str) -> Result<Description, DescriptionError> {
        let toml = format!("id = \"part\"\nname = \"A part\"\npart_of = \"whole\"\n{lines}");
        let requirements = "id,section,text\nW-R01,1,first\nW-R02,2,second\n";
        let files = Files { folder: "", toml: &toml, events: "", requirements, coverage: "", top: Some(TOP) };
        Description::parse("part", &files, &|_| None)
    }

    #[test]
    fn a_part_has_what_it_names_as_the_whole_has_it() {
        let lines = "registers = [\"R4\"]\ninputs = [\"a_in\"]\noutputs = []\nrequirements = [\"W-R02\"]";
        let part = parse(lines).expect("valid");
        let names = |all: Vec<&String>| all.into_iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(
            (part.id.as_str(), part.manual.as_str(), part.part_of.as_deref()),
            ("part", "A manual", Some("whole"))
        );
        assert_eq!(names(part.registers.iter().map(|register| &register.name).collect()), "R4 R5");
        assert_eq!(names(part.states.iter().map(|state| &state.name).collect()), "R4 R5");
        assert_eq!(names(part.inputs.iter().map(|input| &input.name).collect()), "a");
        assert_eq!(names(part.transactions.iter().map(|report| &report.name).collect()), "half one");
        assert_eq!(part.transactions[0].fields.len(), 1);
        assert_eq!(names(part.requirements.iter().map(|requirement| &requirement.id).collect()), "W-R02");
        assert!(part.outputs.is_empty() && part.events.rows.is_empty());
    }

    #[rstest]
    #[case("[\"R2\"]", "[]", "[]", "[]", "the whole has no register R2")]
    #[case("[]", "[\"a\"]", "[]", "[]", "the whole has no input port a")]
    #[case("[]", "[]", "[\"R6\"]", "[]", "the whole has no state word R6")]
    #[case("[]", "[]", "[]", "[\"W-R03\"]", "the whole has no requirement W-R03")]
    fn what_the_whole_does_not_have(
        #[case] registers: &str,
        #[case] inputs: &str,
        #[case] states: &str,
        #[case] requirements: &str,
        #[case] what: &str,
    ) {
        let lines = format!("registers = {registers}\ninputs = {inputs}\noutputs = []\nstates = {states}\nrequirements = {requirements}");
        assert_eq!(parse(&lines).expect_err("invalid").to_string(), format!("part: {what}"));
    }
}
