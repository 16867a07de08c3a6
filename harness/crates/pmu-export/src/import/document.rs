//! The elaborated registers of a SystemRDL file, as JSON.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A block, which contains others, or a register. Each element of an array is a block.
#[derive(Debug, Deserialize)]
pub(super) struct Block {
    pub name: String,
    /// Its place from the top, for messages.
    pub path: String,
    pub doc: String,
    /// The full name, of the top only.
    #[serde(default)]
    pub title: String,
    /// Our properties.
    pub properties: Map<String, Value>,
    /// First byte.
    pub address: u64,
    /// Width in bits; `None` if it is not a register.
    pub width: Option<u32>,
    /// Width of an access in bits.
    pub access_width: Option<u32>,
    #[serde(default)]
    pub is_alias: bool,
    #[serde(default)]
    pub is_memory: bool,
    pub fields: Vec<Bits>,
    pub blocks: Vec<Block>,
}

/// A field.
#[derive(Debug, Deserialize)]
pub(super) struct Bits {
    pub name: String,
    pub path: String,
    pub doc: String,
    pub properties: Map<String, Value>,
    pub low: u32,
    pub width: u32,
    pub sw: String,
    pub hw: String,
    pub onread: Option<String>,
    pub onwrite: Option<String>,
    /// `None` without one, or if it is not a number.
    pub reset: Option<u64>,
    pub has_reset_signal: bool,
}

/// The properties of a component with their types.
pub(super) struct Properties<'b> {
    path: &'b str,
    values: &'b Map<String, Value>,
}

impl Block {
    pub fn properties(&self) -> Properties<'_> {
        Properties { path: &self.path, values: &self.properties }
    }
}

impl Bits {
    pub fn properties(&self) -> Properties<'_> {
        Properties { path: &self.path, values: &self.properties }
    }
}

impl Properties<'_> {
    /// A text; empty without the property.
    pub fn text(&self, name: &str) -> String {
        self.values.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// A number, if there is one of this type.
    pub fn number<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        self.values.get(name).and_then(Value::as_u64).and_then(|number| number.try_into().ok())
    }

    /// A number that our exports always have.
    ///
    /// # Errors
    /// Without it.
    pub fn required(&self, name: &str) -> Result<u32, String> {
        let what = || format!("{}: the property {name} is missing; export the registers again", self.path);
        self.number(name).ok_or_else(what)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.values.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}
