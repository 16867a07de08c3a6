//! Reads and checks description files.

use super::error::LoadResult;
use super::events::Wiring;
use super::instance::add_instance;
use super::ports::{expand_input, expand_output, expand_state, Owners};
use super::raw::{RawDescription, RawInput, RawInstance, RawSpace, RawUnit};
use super::sub_block::RawSubBlock;
use super::{
    registers, transactions, CoveragePlan, Description, DescriptionError, EventCatalogue, Requirement, Shared, Space,
    Template, Unit, Window,
};
use crate::decisions::{choices_of, Choice, ChoiceError, Choices};
use crate::placeholders::{expand, INDEX};
use sha2::{Digest, Sha256};
use std::path::Path;

/// The text of the files of a description.
#[derive(Clone, Copy, Debug)]
pub struct Files<'t> {
    /// Family and unit, such as `intel_ivt/cbox`: the folder in the descriptions, the RTL and the testbenches.
    pub folder: &'t str,
    /// `pmu.toml`.
    pub toml: &'t str,
    /// `events.csv`.
    pub events: &'t str,
    /// `requirements.csv`.
    pub requirements: &'t str,
    /// `coverage.toml`.
    pub coverage: &'t str,
    /// For a sub-block of another PMU: `pmu.toml` of that PMU.
    pub top: Option<&'t str>,
    /// For a configured PMU: its configuration.
    pub configured: Option<Configured<'t>>,
}

/// The configuration of a configured PMU.
#[derive(Clone, Copy, Debug)]
pub struct Configured<'t> {
    /// Family and unit of the configurable PMU, such as `riscv/hpm`: the folder with the templates.
    pub template: &'t str,
    /// The values of all parameters.
    pub parameters: &'t toml::Table,
    /// The file of the configuration, if it is the user's.
    pub file: Option<&'t Path>,
}

impl Description {
    /// Parses and checks a description under the options that the user selects for its choices and those of its sub-blocks.
    /// `other` returns the descriptions of the sub-blocks.
    ///
    /// # Errors
    /// [`DescriptionError`] for an invalid file or an inconsistency.
    pub fn parse(
        pmu: &str,
        files: &Files,
        chosen: &Choices,
        other: &dyn Fn(&str) -> Option<Result<Description, DescriptionError>>,
    ) -> Result<Self, DescriptionError> {
        let wrong = |what: String| DescriptionError::Inconsistent { pmu: pmu.to_owned(), what };
        let (mut raw, part) = match files.top {
            None => (read::<RawDescription>(pmu, files.toml)?, None),
            Some(top) => {
                let part: RawSubBlock = read(pmu, files.toml)?;
                let named = (part.part_of.clone(), part.requirements.clone());
                (part.of(read(pmu, top)?).map_err(wrong)?, Some(named))
            }
        };
        let blocks = blocks(&raw, other).map_err(wrong)?;
        let blocks = blocks.into_iter().collect::<Result<Vec<_>, _>>()?;
        let choices = choices(pmu, &raw.id, &blocks, chosen)?;
        raw.keep_selected(&choices).map_err(wrong)?;
        if let Some(configured) = files.configured {
            raw.shared.from.push(configured.template.to_owned());
            raw.shared.parameters = configured.parameters.clone();
        }

        let mut requirements = Requirement::parse(pmu, files.requirements, &raw.requirement_prefixes)?;
        if let Some((_, named)) = &part {
            requirements = RawSubBlock::requirements(named, requirements).map_err(wrong)?;
        }
        let mut description = Self {
            kinds: Vec::new(),
            blocks: Vec::new(),
            rows_alone: Vec::new(),
            part_of: part.map(|(top, _)| top),
            units: Vec::new(),
            broadcast: raw.broadcast.clone(),
            spaces: raw.space.iter().map(space).collect(),
            registers: Vec::new(),
            in_ports: Vec::new(),
            inputs: Vec::new(),
            transactions: Vec::new(),
            lanes: raw.lanes.clone(),
            outputs: Vec::new(),
            states: Vec::new(),
            events: EventCatalogue::default(),
            coverage: CoveragePlan::parse(pmu, files.coverage, &raw.shared, &requirements)?,
            digest: digest(files, &raw.shared, &blocks, &choices)?,
            choices,
            parameters: raw.shared.parameters.clone(),
            template: files.configured.map(|configured| Template {
                folder: configured.template.to_owned(),
                configuration: configured.file.map(Path::to_owned),
            }),
            requirements,
            requirements_inside: blocks.iter().flat_map(Self::requirement_ids).collect(),
            id: raw.id.clone(),
            folder: files.folder.to_owned(),
            name: raw.name.clone(),
            manual: raw.manual.clone(),
            requirement_prefixes: raw.requirement_prefixes.clone(),
            reference: raw.reference,
            shared: raw.shared.clone().of(&raw.id, files.folder),
        };
        description.add_units(&raw.unit);
        for (instance, block) in raw.instance.iter().zip(&blocks) {
            add_instance(&mut description, instance, block).map_err(wrong)?;
        }
        description.add_own(&raw).map_err(wrong)?;
        description.add_events(pmu, files.events, &raw)?;
        description.check().map_err(wrong)?;
        Ok(description)
    }

    /// The ids of the requirements of this PMU and of its sub-blocks.
    fn requirement_ids(&self) -> Vec<String> {
        let own = self.requirements.iter().map(|requirement| requirement.id.clone());
        own.chain(self.requirements_inside.iter().cloned()).collect()
    }

    fn add_units(&mut self, raw: &[RawUnit]) {
        for unit in raw {
            let kind = self.kinds.iter().position(|kind| *kind == unit.kind).unwrap_or_else(|| {
                self.kinds.push(unit.kind.clone());
                self.blocks.push(None);
                self.rows_alone.push(false);
                self.kinds.len() - 1
            });
            let index = self.units.iter().filter(|other| other.kind == kind).count();
            let (name, number) = (unit.name.clone(), unit.number);
            self.units.push(Unit { name, number, kind, index, address_offset: 0 });
        }
    }

    /// Adds the registers, ports and state that the file itself defines.
    fn add_own(&mut self, raw: &RawDescription) -> LoadResult<()> {
        let kinds = self.kinds.clone();
        let kind = |name: &str| kind_of(&kinds, name);
        self.registers.extend(registers::expand(&raw.register, &self.spaces, &kind)?);
        for input in &raw.input {
            for name in kinds_of(&input.name, &input.kind, &input.kinds)? {
                let owners = Owners::new(&self.units, kind(name)?, input.per_unit);
                let verilog = with_prefix(&input.verilog, name, &raw.instance)?;
                let input = RawInput { verilog, ..input.clone() };
                self.inputs.extend(expand_input(&input, &owners, &mut self.in_ports)?);
            }
        }
        for transaction in &raw.transaction {
            let of = transaction.kind.as_deref().map(kind).transpose()?;
            self.transactions.extend(transactions::expand(transaction, of, &self.units, &self.inputs)?);
        }
        if let Some(lanes) = &self.lanes {
            lanes.check(&self.transactions)?;
        }
        for output in &raw.output {
            let owners = Owners::new(&self.units, kind(&output.kind)?, output.per_unit);
            self.outputs.extend(expand_output(output, &owners)?);
        }
        for state in &raw.state {
            for name in kinds_of(&state.name, &state.kind, &state.kinds)? {
                let own = kind(name)?;
                let owners = Owners::new(&self.units, own, state.per_unit);
                self.states.extend(expand_state(state, own, &owners, &self.registers)?);
            }
        }
        Ok(())
    }

    fn add_events(&mut self, pmu: &str, text: &str, raw: &RawDescription) -> Result<(), DescriptionError> {
        let kinds = self.kinds.clone();
        let kind = |name: &str| kind_of(&kinds, name);
        let wiring = Wiring { units: &self.units, inputs: &self.inputs, vectors: &raw.event_input, kinds: &kind };
        let mut own = EventCatalogue::parse(pmu, text, &raw.event_path, &wiring, &mut self.in_ports)?;
        let wrong = |what: String| DescriptionError::Inconsistent { pmu: pmu.to_owned(), what };
        raw.change_counters(&mut own.rows, &self.choices).map_err(wrong)?;
        let first_row = self.events.rows.len();
        self.events.rows.extend(own.rows);
        self.events.lines.extend(own.lines.into_iter().map(|mut line| {
            line.rows.iter_mut().for_each(|row| *row += first_row);
            line
        }));
        self.events.vectors = own.vectors;
        Ok(())
    }

    /// Checks that involve several entries.
    fn check(&self) -> LoadResult<()> {
        if self.units.is_empty() {
            return Err("the PMU has no unit".to_owned());
        }
        for register in &self.registers {
            let units = self.units.iter().filter(|unit| unit.kind == register.kind).count();
            let mut lists = register.access.iter().map(|path| path.by_unit.len());
            if let Some(odd) = lists.find(|&length| length != 0 && length != units) {
                return Err(format!("{}: {odd} addresses for {units} units", register.name));
            }
        }
        let names = self.inputs.iter().map(|input| &input.name);
        let signals = self.outputs.iter().chain(&self.states).map(|signal| &signal.name);
        for names in [names.collect::<Vec<_>>(), signals.collect::<Vec<_>>()] {
            let mut sorted = names;
            sorted.sort_unstable();
            if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(format!("duplicate name {}", pair[0]));
            }
        }
        Ok(())
    }
}

/// Reads a `pmu.toml`.
fn read<T: serde::de::DeserializeOwned>(pmu: &str, text: &str) -> Result<T, DescriptionError> {
    let wrong = |source| DescriptionError::Toml { file: format!("{pmu}/pmu.toml"), source: Box::new(source) };
    crate::toml_keys::parse(text).map_err(wrong)
}

/// The position of a kind; that of the first unit for an empty name.
fn kind_of(kinds: &[String], name: &str) -> LoadResult<usize> {
    match name {
        "" => Ok(0),
        _ => kinds.iter().position(|kind| kind == name).ok_or_else(|| format!("no unit of kind {name}")),
    }
}

/// The kinds of units of an entry: one by `kind`, or several by `kinds`.
fn kinds_of<'r>(what: &str, kind: &'r str, kinds: &'r [String]) -> LoadResult<Vec<&'r str>> {
    if !kind.is_empty() && !kinds.is_empty() {
        return Err(format!("{what}: kinds replaces kind; remove one of them"));
    }
    Ok(if kinds.is_empty() { vec![kind] } else { kinds.iter().map(String::as_str).collect() })
}

/// The name of a port of a kind's units with `{prefix}` replaced by the prefix of the instances.
fn with_prefix(verilog: &str, kind: &str, instances: &[RawInstance]) -> LoadResult<String> {
    if !verilog.contains("{prefix}") {
        return Ok(verilog.to_owned());
    }
    let found = instances.iter().find(|instance| instance.kind() == kind);
    let instance = found.ok_or_else(|| format!("{verilog}: {{prefix}} needs an instance; name its kind in kinds"))?;
    // The index differs between the units of the kind and is replaced for each of them.
    expand(verilog, &[("prefix", instance.prefix.as_str()), ("index", INDEX)])
}

/// A space of the file itself; its windows apply to each unit.
fn space(raw: &RawSpace) -> Space {
    let RawSpace { name, number, doc, section, operation, returns_old, dwords, cells, ranges } = raw;
    let window = |(first, count, step)| (count > 0).then_some(Window { unit: None, first, count, step });
    let ranges = ranges.iter().map(|range| (range.first, range.cells, 1));
    let windows = [(0, *dwords, 4), (0, *cells, 1)].into_iter().chain(ranges).filter_map(window).collect();
    let (doc, section) = (doc.clone(), section.clone());
    Space {
        name: name.clone(),
        number: *number,
        doc,
        section,
        operation: *operation,
        returns_old: *returns_old,
        windows,
    }
}

/// The choices of a PMU and of its sub-blocks, with the options that the user selects.
fn choices(pmu: &str, id: &str, blocks: &[Description], chosen: &Choices) -> Result<Vec<Choice>, DescriptionError> {
    let mut choices = choices_of(id)?;
    for choice in blocks.iter().flat_map(|block| &block.choices) {
        if choices.iter().all(|known| known.id != choice.id) {
            choices.push(choice.clone());
        }
    }
    let select = |choice: Choice| match chosen.get(&choice.id) {
        Some(option) => choice.with(option),
        None => Ok(choice),
    };
    choices
        .into_iter()
        .map(select)
        .collect::<Result<_, ChoiceError>>()
        .map_err(|error| DescriptionError::Inconsistent { pmu: pmu.to_owned(), what: error.to_string() })
}

/// SHA-256 over all files of a description and the selected options other than defaults, in hexadecimal.
fn digest(
    files: &Files,
    shared: &Shared,
    blocks: &[Description],
    choices: &[Choice],
) -> Result<String, DescriptionError> {
    let mut hasher = Sha256::new();
    let texts = [files.toml, files.events, files.requirements, files.coverage].into_iter().chain(files.top);
    let shared = shared.files("coverage.toml")?.into_iter().map(|(.., text)| text);
    let options: Vec<_> =
        choices.iter().filter(|choice| !choice.is_default()).map(|it| it.chosen().to_string()).collect();
    // A parameter may change the behaviour only.
    let parameters = files.configured.map(|configured| configured.parameters.to_string());
    let all = texts.chain(shared).chain(blocks.iter().map(|block| block.digest.as_str())).chain(parameters.as_deref());
    for text in all.chain(options.iter().map(String::as_str)) {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The descriptions of the instances, in order.
fn blocks(
    raw: &RawDescription,
    other: &dyn Fn(&str) -> Option<Result<Description, DescriptionError>>,
) -> LoadResult<Vec<Result<Description, DescriptionError>>> {
    let block = |of: &String| other(of).ok_or_else(|| format!("instance of {of}: no such PMU"));
    raw.instance.iter().map(|instance| block(&instance.of)).collect()
}
