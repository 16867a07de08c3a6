//! Decodes register values that software has read.

use crate::Error;
use golden_model_core::decode::{self, Values};
use golden_model_core::description::Description;
use golden_model_core::suggest::unknown;
use std::collections::BTreeMap;

/// Decodes register values: the fields of each, then the records that several registers form together.
pub(super) fn read(description: &Description, given: &[String]) -> Result<String, Error> {
    let mut values = BTreeMap::new();
    let mut text = String::new();
    for one in given {
        let wrong = || Error::Input(format!("`{one}` is not REGISTER=VALUE, such as PMD33=0x4032"));
        let (name, value) = one.split_once('=').ok_or_else(wrong)?;
        let digits = value.replace('_', "");
        let number = match digits.strip_prefix("0x") {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse(),
        };
        let number = number.map_err(|_| wrong())?;
        let names = || description.registers.iter().map(|register| &register.name);
        let register = description.registers.iter().find(|register| register.name == name);
        let register = register.ok_or_else(|| Error::Input(unknown("register", name, names())))?;
        text.push_str(&format!("{name}{}\n", register.value_text(number)));
        values.insert(name.to_owned(), number);
    }
    for line in decode::lines(&description.id, &Values::new(values)) {
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}
