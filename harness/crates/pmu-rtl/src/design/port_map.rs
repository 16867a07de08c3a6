//! The port map: differences between a user's top module and the description. `docs/your-own-rtl.md` describes it.

use super::bus::Bus;
use super::source_list::SourceList;
use super::state_path::StateLocation;
use super::state_placement::StatePlacement;
use crate::error::BuildError;
use crate::workspace::Workspace;
use golden_model_core::{Choices, Description};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use toml::Value;

/// Names and values of the parameters of a top module.
pub(crate) type Parameters = BTreeMap<String, Parameter>;

/// The assignment of parameters in an instance, with a space after it; empty without parameters.
pub(crate) fn assignment(parameters: &Parameters) -> String {
    let parameters: Vec<_> = parameters.iter().map(|(name, value)| format!(".{name}({})", value.0)).collect();
    match parameters.is_empty() {
        true => String::new(),
        false => format!("#({}) ", parameters.join(", ")),
    }
}

/// A port map as it was read; names are not yet looked up.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct PortMap {
    /// The files, where they are not all Verilog below the folder of the RTL.
    pub sources: SourceList,
    /// For ports of the description, the corresponding ports of the top module.
    pub ports: BTreeMap<String, PortMapping>,
    /// The bus whose slave the register port is.
    pub bus: Option<Bus>,
    /// Constant values of inputs of the top that are not in the description.
    pub tie: BTreeMap<String, u64>,
    /// Parameters of the top.
    pub parameters: Parameters,
    /// Paths of state words.
    pub state: BTreeMap<String, StateEntry>,
    /// The options of choices that the RTL implements; the golden model gets them.
    pub choices: Choices,
}

/// The mapping of a port of the description to the top module.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value")]
pub(crate) enum PortMapping {
    /// The output is absent.
    AbsentOutput,
    /// The input is absent; DUT and model see this value.
    AbsentInput(u64),
    /// One port: all of it, or as many bits as the description has from bit `low` upward.
    Port {
        /// Its name.
        name: String,
        /// Lowest bit.
        low: Option<u32>,
        /// Whether all bits are inverted.
        invert: bool,
        /// Whether the block reacts to the input at once, as to an asynchronous reset.
        asynchronous: bool,
    },
    /// Several ports, lowest bits first.
    Ports {
        /// Their names.
        names: Vec<String>,
        /// Whether all bits are inverted.
        invert: bool,
    },
}

/// The value of a parameter in Verilator's syntax.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Value")]
pub(crate) struct Parameter(pub String);

#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(crate) struct StateEntry {
    path: String,
    module: Option<String>,
}

impl PortMap {
    /// The map that changes nothing.
    pub fn none() -> &'static Self {
        static NONE: LazyLock<PortMap> = LazyLock::new(PortMap::default);
        &NONE
    }

    /// Reads the map at `path`.
    ///
    /// # Errors
    /// [`BuildError::Manifest`] when it cannot be read or is not a port map.
    pub fn read(workspace: &Workspace, path: &Path) -> Result<Self, BuildError> {
        Self::parse(path, &workspace.root.join(path))
    }

    /// Reads the map in `file`, which errors call `name`.
    fn parse(name: &Path, file: &Path) -> Result<Self, BuildError> {
        let wrong = |what: String| BuildError::Manifest { path: name.to_owned(), what };
        let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
        toml::from_str(&text).map_err(|error| {
            let line = |span: std::ops::Range<usize>| 1 + text[..span.start].matches('\n').count();
            let place = error.span().map_or(String::new(), |span| format!("line {}: ", line(span)));
            wrong(format!("{place}{}", error.message().replace('\n', "; ")))
        })
    }

    /// The signals of state words in the top module of that name. State words without one are not observable.
    pub fn states(&self, top: &str, description: &Description, faults: &mut Vec<String>) -> Vec<Option<StateLocation>> {
        let mut places = vec![None; description.states.len()];
        for (name, StateEntry { path, module }) in &self.state {
            // Verilator takes a pattern; the signal at the path need not be the only one of its name.
            let module = module.as_deref().unwrap_or(if path.contains('.') { "*" } else { top });
            let placement = StatePlacement { name, path, module, signal: None };
            if let Err(what) = placement.apply(description, &mut places) {
                faults.push(format!("[state] {what}"));
            }
        }
        places
    }
}

/// The options of choices in the port map at `path`, which the golden model of that RTL needs.
///
/// # Errors
/// [`BuildError::Manifest`] when it cannot be read or is not a port map.
pub fn port_map_choices(path: &Path) -> Result<Choices, BuildError> {
    Ok(PortMap::parse(path, path)?.choices)
}

impl PortMapping {
    /// Whether the top lacks the port.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::AbsentOutput | Self::AbsentInput(_))
    }

    /// Whether it refers to this port of the top.
    pub fn names(&self, own: &str) -> bool {
        match self {
            Self::AbsentOutput | Self::AbsentInput(_) => false,
            Self::Port { name, .. } => name == own,
            Self::Ports { names, .. } => names.iter().any(|name| name == own),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPortMapping {
    port: Option<String>,
    ports: Option<Vec<String>>,
    low: Option<u32>,
    invert: Option<bool>,
    #[serde(rename = "async")]
    asynchronous: Option<bool>,
    absent: Option<Value>,
}

impl TryFrom<Value> for PortMapping {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        const FORM: &str =
            "a port is \"NAME\", { port = \"NAME\" } with low, invert or async, { ports = [\"LOWEST\", ...] } \
                            with invert, or { absent = ... }";
        let raw: RawPortMapping = match value {
            Value::String(name) => return Ok(Self::Port { name, low: None, invert: false, asynchronous: false }),
            Value::Table(table) => table.try_into().map_err(one_line)?,
            _ => return Err(FORM.to_owned()),
        };
        let invert = raw.invert.unwrap_or(false);
        let asynchronous = raw.asynchronous.unwrap_or(false);
        if raw.asynchronous.is_some() && raw.port.is_none() {
            return Err("async needs `port`, one input of the top".to_owned());
        }
        match (raw.port, raw.ports, raw.absent, raw.low) {
            (Some(name), None, None, low) => Ok(Self::Port { name, low, invert, asynchronous }),
            (None, Some(names), None, None) if !names.is_empty() => Ok(Self::Ports { names, invert }),
            (None, None, Some(Value::Boolean(true)), None) if raw.invert.is_none() => Ok(Self::AbsentOutput),
            (None, None, Some(Value::Integer(value)), None) if raw.invert.is_none() && value >= 0 => {
                Ok(Self::AbsentInput(value.unsigned_abs()))
            }
            (None, None, Some(_), None) if raw.invert.is_none() => {
                Err("absent is true for an output, and for an input its constant value".to_owned())
            }
            _ => Err(FORM.to_owned()),
        }
    }
}

impl TryFrom<Value> for Parameter {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::Integer(number) => Ok(Self(number.to_string())),
            Value::Boolean(bit) => Ok(Self(u32::from(bit).to_string())),
            Value::String(literal) => Ok(Self(literal)),
            _ => Err("a parameter is a number, or a Verilog literal such as \"8'hA5\"".to_owned()),
        }
    }
}

impl TryFrom<Value> for StateEntry {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Raw {
            path: String,
            module: Option<String>,
        }
        match value {
            Value::String(path) => Ok(Self { path, module: None }),
            Value::Table(table) => {
                let raw: Raw = table.try_into().map_err(one_line)?;
                Ok(Self { path: raw.path, module: raw.module })
            }
            _ => Err("a state word is \"PATH\" or { path = \"PATH\", module = \"MODULE\" }".to_owned()),
        }
    }
}

fn one_line(error: toml::de::Error) -> String {
    error.message().replace('\n', "; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    fn parse(text: &str) -> Result<PortMap, String> {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("ports.toml"), text).expect("a map");
        let workspace = Workspace::new(folder.path(), folder.path(), Default::default()).expect("a workspace");
        PortMap::read(&workspace, Path::new("ports.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn every_form_of_entry_is_read() {
        let map = parse(
            "[ports]\na = \"x\"\nb = { port = \"y\", low = 4, async = true }\nc = { ports = [\"m\", \"n\"], invert = true }\n\
             d = { absent = true }\ne = { absent = 3 }\n[tie]\nt = 1\n[parameters]\nN = 3\nM = \"4'd2\"\n",
        )
        .expect("a map");
        let name = |name: &str| name.to_owned();
        let expected = [
            PortMapping::Port { name: name("x"), low: None, invert: false, asynchronous: false },
            PortMapping::Port { name: name("y"), low: Some(4), invert: false, asynchronous: true },
            PortMapping::Ports { names: vec![name("m"), name("n")], invert: true },
            PortMapping::AbsentOutput,
            PortMapping::AbsentInput(3),
        ];
        assert!(map.ports.values().eq(expected.iter()), "{map:?}");
        assert_eq!(map.tie["t"], 1);
        assert_eq!((map.parameters["N"].0.as_str(), map.parameters["M"].0.as_str()), ("3", "4'd2"));
    }

    #[rstest]
    #[case(
        "[port]\n",
        "line 1: unknown field `port`, expected one of `sources`, `ports`, `bus`, `tie`, `parameters`, `state`"
    )]
    #[case("[ports]\na = { prot = \"x\" }\n", "line 2: unknown field `prot`, expected one of `port`")]
    #[case("[ports]\na = 3\n", "line 2: a port is \"NAME\"")]
    #[case("[ports]\na = { low = 3 }\n", "line 2: a port is \"NAME\"")]
    #[case("[ports]\na = { ports = [\"x\"], async = true }\n", "line 2: async needs `port`")]
    #[case("[ports]\na = { ports = [] }\n", "line 2: a port is \"NAME\"")]
    #[case("[ports]\na = { port = \"x\", absent = true }\n", "line 2: a port is \"NAME\"")]
    #[case("[ports]\na = { ports = [\"x\"], low = 1 }\n", "line 2: a port is \"NAME\"")]
    #[case("[ports]\na = { absent = false }\n", "line 2: absent is true for an output")]
    #[case("[ports]\na = { absent = -1 }\n", "line 2: absent is true for an output")]
    #[case("[tie]\n\nt = -1\n", "line 3: invalid value: integer `-1`, expected u64")]
    #[case("[parameters]\nN = [1]\n", "line 2: a parameter is a number")]
    #[case("[state]\nubox.CTR0 = \"x\"\n", "line 2: unknown field `CTR0`, expected `path` or `module`")]
    #[case("[state]\n\"a\" = 1\n", "line 2: a state word is \"PATH\"")]
    #[case("[ports\n", "line 1: ")]
    fn an_invalid_map_is_reported_in_one_line_with_its_position(#[case] text: &str, #[case] message: &str) {
        let what = parse(text).expect_err("an error");
        assert!(what.starts_with(&format!("ports.toml: {message}")) && what.lines().count() == 1, "{what}");
    }
}
