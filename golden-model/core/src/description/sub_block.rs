//! A sub-block that is verified alone: it has a subset of the registers, ports and state of its top.

use super::error::LoadResult;
use super::raw::{RawDescription, RawInput, RawOutput, RawRegister, RawState};
use super::Requirement;
use crate::placeholders::index_in;
use serde::Deserialize;

/// `pmu.toml` of a sub-block.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSubBlock {
    id: String,
    name: String,
    /// Id of the top.
    pub part_of: String,
    /// Registers by their names in the top; any number of a numbered register selects all. The state words of the same names
    /// are included.
    registers: Vec<String>,
    /// Input ports by their names in the RTL.
    inputs: Vec<String>,
    /// Output ports by their names in the RTL.
    outputs: Vec<String>,
    /// State words that belong to no register.
    #[serde(default)]
    states: Vec<String>,
    /// The requirements of the top that apply to the sub-block alone.
    pub requirements: Vec<String>,
    #[serde(default)]
    shared: super::Shared,
}

/// An entry of a description that can be numbered.
trait Named {
    /// Name with `{index}` for the number, first number, and count.
    fn family(&self) -> (&str, u32, u32);

    fn is_called(&self, name: &str) -> bool {
        let (pattern, first, count) = self.family();
        is_one_of(name, pattern, first, count)
    }
}

/// Whether a name is `pattern` with `{index}` replaced by one of `count` numbers from `first` upwards.
fn is_one_of(name: &str, pattern: &str, first: u32, count: u32) -> bool {
    pattern == name || index_in(name, pattern).is_some_and(|index| (first..first + count).contains(&index))
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
    /// The description of the sub-block, derived from that of the top. It has no events, because the counters are in the
    /// top.
    pub fn of(self, top: RawDescription) -> LoadResult<RawDescription> {
        let (register, input, output, state) = (top.register, top.input, top.output, top.state);
        let registers = kept("register", &self.registers, &[], register)?;
        let with_registers: Vec<(String, u32)> =
            registers.iter().map(|register| (register.name.clone(), register.first.unwrap_or(0))).collect();
        let input = kept("input port", &self.inputs, &[], input)?;
        let has = |name: &String| {
            input.iter().any(|input| input.name == *name || is_one_of(name, &input.name, 0, input.count))
        };
        let transactions = top.transaction.into_iter().filter_map(|mut transaction| {
            let had_none = transaction.field.is_empty();
            transaction.field.retain(|field| has(&field.input) && field.with.as_ref().is_none_or(has));
            let controls = [&transaction.valid, &transaction.unit];
            let is_usable = controls.into_iter().flatten().all(has) && (had_none || !transaction.field.is_empty());
            is_usable.then_some(transaction)
        });
        Ok(RawDescription {
            id: self.id,
            name: self.name,
            event_input: Vec::new(),
            event_path: Vec::new(),
            event_counters: Vec::new(),
            instance: Vec::new(),
            transaction: transactions.collect(),
            lanes: None,
            register: registers,
            input,
            output: kept("output port", &self.outputs, &[], output)?,
            state: kept("state word", &self.states, &with_registers, state)?,
            shared: self.shared,
            ..top
        })
    }

    /// The requirements of the top that apply to the sub-block.
    pub fn requirements(named: &[String], mut top: Vec<Requirement>) -> LoadResult<Vec<Requirement>> {
        match named.iter().find(|id| !top.iter().any(|requirement| requirement.id == **id)) {
            Some(id) => Err(format!("the top has no requirement {id}")),
            None => {
                top.retain(|requirement| named.contains(&requirement.id));
                Ok(top)
            }
        }
    }
}

/// The entries that are named or belong to one of these families; each name must exist.
fn kept<T: Named>(what: &str, names: &[String], families: &[(String, u32)], mut all: Vec<T>) -> LoadResult<Vec<T>> {
    match names.iter().find(|name| !all.iter().any(|one| one.is_called(name))) {
        Some(name) => Err(format!("the top has no {what} {name}")),
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
id = "top"
name = "A top"
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
name = "R{index}"
count = 2
width = 8
section = ""
doc = ""
access = [{ space = "io", address = 0, stride = 1 }]
field = [{ name = "all", bits = "7:0", access = "rw", reset = 0, section = "", doc = "" }]
[[register]]
name = "R{index}"
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
name = "R{index}"
count = 2
width = 8
register = "R{index}"
reset = 0
section = ""
doc = ""
[[state]]
name = "R{index}"
first = 4
count = 2
width = 8
register = "R{index}"
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
        let toml = format!("id = \"part\"\nname = \"A part\"\npart_of = \"top\"\n{lines}");
        let requirements = "id,section,text\nW-R01,1,first\nW-R02,2,second\n";
        let files =
            Files { folder: "", toml: &toml, events: "", requirements, coverage: "", top: Some(TOP), configured: None };
        Description::parse("part", &files, &Default::default(), &|_| None)
    }

    #[test]
    fn sub_block_has_the_named_entries_of_its_top() {
        let lines = "registers = [\"R4\"]\ninputs = [\"a_in\"]\noutputs = []\nrequirements = [\"W-R02\"]";
        let part = parse(lines).expect("valid");
        let names = |all: Vec<&String>| all.into_iter().cloned().collect::<Vec<_>>().join(" ");
        assert_eq!(
            (part.id.as_str(), part.manual.as_str(), part.part_of.as_deref()),
            ("part", "A manual", Some("top"))
        );
        assert_eq!(names(part.registers.iter().map(|register| &register.name).collect()), "R4 R5");
        assert_eq!(names(part.states.iter().map(|state| &state.name).collect()), "R4 R5");
        assert_eq!(names(part.inputs.iter().map(|input| &input.name).collect()), "a");
        assert_eq!(names(part.transactions.iter().map(|transaction| &transaction.name).collect()), "half one");
        assert_eq!(part.transactions[0].fields.len(), 1);
        assert_eq!(names(part.requirements.iter().map(|requirement| &requirement.id).collect()), "W-R02");
        assert!(part.outputs.is_empty() && part.events.rows.is_empty());
    }

    #[rstest]
    #[case("[\"R2\"]", "[]", "[]", "[]", "the top has no register R2")]
    #[case("[]", "[\"a\"]", "[]", "[]", "the top has no input port a")]
    #[case("[]", "[]", "[\"R6\"]", "[]", "the top has no state word R6")]
    #[case("[]", "[]", "[]", "[\"W-R03\"]", "the top has no requirement W-R03")]
    fn name_unknown_in_the_top_is_rejected(
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
