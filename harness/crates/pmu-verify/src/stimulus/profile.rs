//! Stimulus profiles: `testbenches/<family>/<unit>/stimulus.toml`.

use super::like::Like;
use crate::shared_files::{self, Read};
use golden_model_core::description::{Description, Field, Input, Register, Transaction};
use golden_model_core::placeholders::renamed;
use golden_model_core::{toml_keys, Pmu};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// An error in a stimulus profile.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {what}")]
pub struct ProfileError {
    /// The file.
    pub file: PathBuf,
    /// The error.
    pub what: String,
}

/// Weights and rates that constrain random programs of a PMU.
///
/// Everything that it does not name is uniformly random.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Typical number of cycles of a program: the shortest have a quarter of it, the longest 50 times as many.
    pub cycles: u64,
    /// First and last code of events on which a quarter of the programs concentrate.
    ///
    /// Use it for events that units share.
    pub shared_codes: Option<[u64; 2]>,
    /// Weights of register accesses, by register names in the description, with `{index}` for the index.
    #[serde(default)]
    pub registers: BTreeMap<String, RegisterChoice>,
    /// Values of register fields, by `FIELD` or `REGISTER.FIELD`, with `{index}` for the index.
    #[serde(default)]
    pub fields: BTreeMap<String, Choice>,
    /// Inputs, by their names in the description without the unit, with `{index}` for the index.
    #[serde(default)]
    pub inputs: BTreeMap<String, InputChoice>,
    /// Transactions, by their names in the description without the unit, with `{index}` for the index.
    #[serde(default)]
    pub transactions: BTreeMap<String, TransactionChoice>,
    /// For a PMU made of other PMUs: factor from 0 to 1 on the rates in the profiles of those PMUs.
    ///
    /// Their profiles then apply to everything that this file does not name.
    pub of_sub_blocks: Option<f64>,
    /// Profiles of the PMUs that the units are instances of, by kind of unit.
    #[serde(skip)]
    sub_blocks: BTreeMap<usize, Profile>,
    /// Whether the PMU has several units, and therefore inputs that belong to no unit.
    #[serde(skip)]
    has_units: bool,
}

/// Access weight of a register that neither counts selectable events nor selects them.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterChoice {
    /// Weight among the writes to such registers; 1 for a register without an entry.
    pub write: u32,
}

/// Values with their weights.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// Pairs of value and weight.
    #[serde(default)]
    pub values: Vec<(u64, u32)>,
    /// Weight of a uniformly random value.
    #[serde(default)]
    pub any: u32,
    /// What the value is compared with: its last written value, or one close to it, is drawn with a probability of 0.6.
    #[serde(default)]
    pub like: Vec<Like>,
}

/// Rates and field values of a transaction.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransactionChoice {
    /// Probability in a cycle of a calm program.
    ///
    /// Lanes have no rate: their events depend on the event density of the program.
    #[serde(default)]
    pub calm: f64,
    /// Probability in a cycle of a busy program.
    #[serde(default)]
    pub busy: f64,
    /// Values of its fields, before encoding for the inputs; uniformly random without an entry.
    #[serde(default)]
    pub fields: BTreeMap<String, Choice>,
    /// Field with an identifier that the transaction opens.
    ///
    /// An identifier is not opened again before it is closed.
    pub opens: Option<String>,
    /// Transaction whose identifiers this one closes, in the field that has the name of its `opens`.
    pub closes: Option<String>,
    /// Events on lanes that occur only in the first unit.
    #[serde(default)]
    pub of_first_unit: Vec<String>,
}

/// Values of an input and how often it changes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputChoice {
    /// Probability of a change in a cycle of a calm program.
    pub calm: f64,
    /// Probability of a change in a cycle of a busy program.
    pub busy: f64,
    /// Whether the value lasts for one cycle only.
    #[serde(default)]
    pub pulse: bool,
    /// Pairs of value and weight.
    #[serde(default)]
    pub values: Vec<(u64, u32)>,
    /// Weight of a uniformly random value; 1 where neither values nor fields are given.
    #[serde(default)]
    pub any: u32,
    /// Values of its fields.
    #[serde(default)]
    pub fields: BTreeMap<String, Choice>,
    /// What the value is compared with: its last written value, or one close to it, is drawn with a probability of 0.6.
    #[serde(default)]
    pub like: Vec<Like>,
    /// Number of low bits of these registers that the input does not have.
    #[serde(default)]
    pub shift: u32,
    /// Input that is 1 in the cycle before a change, and only then.
    pub announced_by: Option<String>,
    /// Distance by which each step of its value moves the addresses of all registers, for a strap that does so.
    pub moves_addresses_by: Option<u32>,
}

impl Profile {
    /// Reads the profile of `pmu` and checks its names against the description.
    ///
    /// # Errors
    /// [`ProfileError`] when the file cannot be read, is not valid, or has a name that the PMU does not have.
    pub fn read(file: &Path, pmu: &Pmu) -> Result<Self, ProfileError> {
        Self::read_by(&shared_files::from_disk, file, pmu)
    }

    /// As [`Profile::read`], with files that `read` reads.
    ///
    /// # Errors
    /// As [`Profile::read`].
    pub fn read_by(read: Read, file: &Path, pmu: &Pmu) -> Result<Self, ProfileError> {
        let found = shared_files::text_by(read, file, &pmu.description.shared);
        let found = found.map_err(|(file, what)| ProfileError { file, what })?;
        let missing =
            || ProfileError { file: file.to_owned(), what: "cannot be read: there is no such file".to_owned() };
        let (source, text) = found.ok_or_else(missing)?;
        let wrong = |what: String| ProfileError { file: source.clone(), what };
        let mut profile: Self = toml_keys::parse(&text).map_err(|error| wrong(error.to_string()))?;
        if let Some(top) = &pmu.description.part_of {
            profile.add_top(Self::read_top(read, file, top)?, &pmu.description);
        }
        profile.check(&pmu.description).map_err(wrong)?;
        profile.has_units = pmu.description.units.len() > 1;
        if let Some(often) = profile.of_sub_blocks {
            profile.sub_blocks = Self::read_sub_blocks(read, file, &pmu.description, often)?;
        }
        Ok(profile)
    }

    /// Reads the profile of the top, from a folder relative to that of this file.
    fn read_top(read: Read, file: &Path, top: &str) -> Result<Self, ProfileError> {
        let wrong = |what: String| ProfileError { file: file.to_owned(), what };
        let loaded = Pmu::load(top).ok_or_else(|| wrong(format!("there is no PMU {top}")))?;
        let pmu = loaded.map_err(|error| wrong(error.to_string()))?;
        let folders = file.ancestors().nth(3).unwrap_or(Path::new("."));
        Self::read_by(read, &folders.join(Pmu::folder(top)).join("stimulus.toml"), pmu)
    }

    /// Adds the entries of the top's profile. Entries of this profile take priority.
    fn add_top(&mut self, top: Self, description: &Description) {
        fn add<T>(mine: &mut BTreeMap<String, T>, theirs: BTreeMap<String, T>, has: impl Fn(&str) -> bool) {
            theirs
                .into_iter()
                .filter(|(name, _)| has(name))
                .for_each(|(name, one)| _ = mine.entry(name).or_insert(one));
        }
        add(&mut self.registers, top.registers, |name| description.registers.iter().any(|one| one.pattern == name));
        add(&mut self.fields, top.fields, |name| has_field(description, name));
        add(&mut self.inputs, top.inputs, |name| description.inputs.iter().any(|one| one.pattern == name));
        add(&mut self.transactions, top.transactions, |name| {
            description.transactions.iter().any(|one| one.pattern == name)
        });
    }

    /// Reads the profiles of the units' own PMUs, from folders relative to that of this file.
    fn read_sub_blocks(
        read: Read,
        file: &Path,
        description: &Description,
        often: f64,
    ) -> Result<BTreeMap<usize, Self>, ProfileError> {
        let wrong = |what: String| ProfileError { file: file.to_owned(), what };
        let folders = file.ancestors().nth(3).unwrap_or(Path::new("."));
        let mut profiles = BTreeMap::new();
        for (kind, block) in description.blocks.iter().enumerate() {
            let Some(block) = block else { continue };
            let pmu = Pmu::find(block).ok_or_else(|| wrong(format!("of_sub_blocks: there is no PMU {block}")))?;
            let mut profile = Self::read_by(read, &folders.join(Pmu::folder(block)).join("stimulus.toml"), &pmu)?;
            for choice in profile.inputs.values_mut() {
                choice.calm *= often;
                choice.busy *= often;
            }
            for choice in profile.transactions.values_mut() {
                choice.calm *= often;
                choice.busy *= often;
            }
            profiles.insert(kind, profile);
        }
        if profiles.is_empty() {
            return Err(wrong("of_sub_blocks: the PMU is not made of others".to_owned()));
        }
        Ok(profiles)
    }

    /// The choice for a field of a register.
    pub(super) fn field(&self, register: &Register, field: &Field) -> Option<&Choice> {
        let own = self.fields.get(&format!("{}.{}", register.pattern, field.name));
        let own = own.or_else(|| self.fields.get(&field.name));
        own.or_else(|| self.sub_blocks.get(&register.kind)?.field(register, field))
    }

    /// The choice for an input.
    pub(super) fn input<'p>(&'p self, description: &Description, input: &Input) -> Option<&'p InputChoice> {
        let of = |profile: &'p Self| profile.inputs.get(&input.pattern);
        of(self).or_else(|| self.sub_blocks_of(description, input.unit).find_map(of))
    }

    /// The choice for a transaction, with the profile that contains it.
    pub(super) fn transaction<'p>(
        &'p self,
        description: &Description,
        transaction: &Transaction,
    ) -> Option<(&'p Self, &'p TransactionChoice)> {
        let of = |profile: &'p Self| Some((profile, profile.transactions.get(&transaction.pattern)?));
        of(self).or_else(|| self.sub_blocks_of(description, transaction.unit).find_map(of))
    }

    /// The input that moves the addresses of all registers, and the distance.
    pub(super) fn moves(&self, description: &Description) -> Option<(usize, u32)> {
        let moves = |input: &Input| self.inputs.get(&input.pattern)?.moves_addresses_by;
        let inputs = description.inputs.iter().enumerate();
        inputs.filter_map(|(position, input)| Some((position, moves(input)?))).next()
    }

    /// The profiles of the PMUs with this kind of unit.
    ///
    /// Without a unit, the profiles of all of them, if the PMU has several units.
    fn sub_blocks_of(&self, description: &Description, unit: Option<usize>) -> impl Iterator<Item = &Self> + use<'_> {
        let kind = unit.map(|unit| description.units[unit].kind);
        let has = move |(of, profile): &(&usize, &Self)| kind.map_or(profile.has_units, |kind| **of == kind);
        self.sub_blocks.iter().filter(has).map(|(_, profile)| profile)
    }

    /// Weight of a register among the writes to `others`; 1 without an entry.
    pub(super) fn weight(&self, register: &Register) -> u32 {
        let of = |profile: &Self| profile.registers.get(&register.pattern).map(|choice| choice.write);
        of(self).or_else(|| of(self.sub_blocks.get(&register.kind)?)).unwrap_or(1)
    }

    fn check(&self, description: &Description) -> Result<(), String> {
        let registers = || description.registers.iter();
        for name in self.registers.keys() {
            if !registers().any(|register| register.pattern == *name) {
                return Err(format!("there is no register {name}{}", renamed(name)));
            }
        }
        if let Some(name) = self.fields.keys().find(|name| !has_field(description, name)) {
            return Err(format!("there is no field {name}{}", renamed(name)));
        }
        for (name, choice) in &self.inputs {
            let here = |input: &&Input| input.pattern == *name;
            let input = description
                .inputs
                .iter()
                .find(here)
                .ok_or_else(|| format!("there is no input {name}{}", renamed(name)))?;
            for field in choice.fields.keys() {
                if !input.fields.iter().any(|known| known.name == *field) {
                    return Err(format!("input {name} has no field {field}"));
                }
            }
            let has_values = !choice.values.is_empty() || choice.any > 0;
            if has_values && !choice.fields.is_empty() {
                return Err(format!("input {name} has values for all of its bits and also for its fields"));
            }
        }
        for (name, choice) in &self.inputs {
            let announcing = |of: &&String| !description.inputs.iter().any(|input| input.name == **of);
            if let Some(of) = choice.announced_by.as_ref().filter(announcing) {
                return Err(format!("input {name}: there is no input {of}"));
            }
        }
        for (name, choice) in &self.transactions {
            let here = |transaction: &&Transaction| transaction.pattern == *name;
            let transaction = description
                .transactions
                .iter()
                .find(here)
                .ok_or_else(|| format!("there is no transaction {name}{}", renamed(name)))?;
            if let Some(field) =
                choice.fields.keys().chain(&choice.opens).find(|field| transaction.field(field).is_none())
            {
                return Err(format!("transaction {name} has no field {field}"));
            }
            let opens = |of: &String| self.transactions.get(of).and_then(|of| of.opens.as_ref());
            if let Some(of) = choice.closes.as_ref().filter(|of| opens(of).is_none()) {
                return Err(format!("transaction {name} closes {of}, which has no `opens`"));
            }
            let unknown = |event: &&String| !description.events.lines.iter().any(|line| line.name == **event);
            if let Some(event) = choice.of_first_unit.iter().find(unknown) {
                return Err(format!("transaction {name}: there is no event {event}"));
            }
        }
        let fields = self.transactions.values().flat_map(|transaction| transaction.fields.values());
        let likes = self.inputs.values().map(|input| &input.like).chain(fields.clone().map(|field| &field.like));
        let likes = likes.chain(self.fields.values().map(|field| &field.like));
        likes.flatten().try_for_each(|like| like.check(&description.registers))?;
        let fields = self.inputs.values().flat_map(|input| input.fields.values()).chain(fields);
        let choices = self.fields.values().chain(fields);
        if self.of_sub_blocks.is_some_and(|often| !(0.0..=1.0).contains(&often)) {
            return Err("of_sub_blocks is a number from 0 to 1".to_owned());
        }
        if choices.into_iter().any(|choice| choice.like.is_empty() && weight(&choice.values, choice.any) == 0) {
            return Err("a choice needs a weight above 0".to_owned());
        }
        Ok(())
    }
}

/// Whether the description has a field of that name, `FIELD` or `REGISTER.FIELD`.
fn has_field(description: &Description, name: &str) -> bool {
    description.registers.iter().any(|register| match name.split_once('.') {
        Some((of, field)) => register.pattern == of && register.field(field).is_some(),
        None => register.field(name).is_some(),
    })
}

fn weight(values: &[(u64, u32)], any: u32) -> u64 {
    values.iter().map(|(_, weight)| u64::from(*weight)).sum::<u64>() + u64::from(any)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_key_is_an_error_that_names_the_new_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("stimulus.toml");
        let pmu = Pmu::find("itanium_qear").expect("a PMU");
        for (text, message) in [
            ("clocks = 1\n", "`clocks` is now `cycles`"),
            ("cycles = 1\nof_blocks = 0.5\n", "`of_blocks` is now `of_sub_blocks`"),
            ("cycles = 1\n[reports.request]\ncalm = 1.0\n", "`reports` is now `transactions`"),
        ] {
            std::fs::write(&file, text).expect("a file");
            let error = Profile::read(&file, &pmu).expect_err("the file was accepted").to_string();
            assert!(error.contains("stimulus.toml: ") && error.contains(message), "{error}");
        }
    }

    #[test]
    fn sub_block_uses_the_profile_of_its_top() {
        let pmu = Pmu::find("itanium_core_iear").expect("a PMU");
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testbenches/intel_itanium/core_iear/stimulus.toml");
        let profile = Profile::read(&file, &pmu).expect("a profile");
        assert!(profile.transactions.contains_key("l1i") && !profile.transactions.contains_key("load"));
        assert!(profile.fields.contains_key("PMC37.ct") && !profile.fields.contains_key("PMC40.mode"));
        assert!(profile.inputs.contains_key("psr_up") && !profile.inputs.contains_key("psr_is"));
        // Its own entries take priority: the top writes PMC0 four times as often.
        assert_eq!(profile.registers["PMC0"].write, 15);
    }

    #[test]
    fn top_uses_the_profiles_of_its_boxes() {
        let pmu = Pmu::find("ivt_socket").expect("a PMU");
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../testbenches/intel_ivt/socket/stimulus.toml");
        let profile = Profile::read(&file, &pmu).expect("a profile");
        let description = &pmu.description;
        let input = |name: &str| profile.input(description, description.input(name).expect("an input"));
        // The profile of the iMC alone has 0.05. The same name in another box is another input.
        assert_eq!(input("imc3.e_act").map(|choice| choice.calm), Some(0.05 * 0.25));
        let [c, h] = ["cbox2.e_ring_ad", "ha1.e_ring_ad"].map(|name| input(name).map(|choice| choice.calm));
        assert_ne!(c, h);
        // The socket's own entries take priority.
        assert_eq!(input("qpi1.msg_lat").map(|choice| choice.calm), Some(0.0005));
        let register = |name: &str| description.registers.iter().find(|known| known.name == name).expect("a register");
        let field = |of: &str, name: &str| {
            let register = register(of);
            profile.field(register, register.field(name).expect("a field")).map(|choice| choice.values.clone())
        };
        assert_eq!(field("Q_Py_PCI_PMON_PKT_MATCH0", "VNW"), Some(vec![(0, 60), (3, 20)]));
        assert_eq!(field("Q_Py_PCI_PMON_CTL0", "en"), Some(vec![(1, 96), (0, 4)]));
        assert_eq!(profile.weight(register("Q_Py_PCI_PMON_PKT_MATCH0")), 2);
        assert_eq!(profile.weight(register("R2_PCI_PMON_BOX_STATUS")), 8);
    }
}
