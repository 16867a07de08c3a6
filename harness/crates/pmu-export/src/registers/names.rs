//! Names that other formats accept.

use golden_model_core::description::Description;

/// A name of a PMU, unit, space, register or field that is no identifier in SystemRDL and IP-XACT, if there is one.
pub fn unusable_name(description: &Description) -> Option<String> {
    let units = description.units.iter().map(|unit| unit.name.clone());
    let spaces = description.spaces.iter().map(|space| space.name.clone());
    let registers = description.registers.iter().flat_map(|register| {
        let paths = register.access.iter().map(|path| format!("{}{}", register.name, path.suffix));
        paths.chain(register.fields.iter().map(|field| field.name.clone()))
    });
    let mut names = std::iter::once(description.id.clone()).chain(units).chain(spaces).chain(registers);
    names.find(|name| !is_identifier(name))
}

fn is_identifier(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars().all(is_word) && name.starts_with(|c: char| is_word(c) && !c.is_ascii_digit())
}
