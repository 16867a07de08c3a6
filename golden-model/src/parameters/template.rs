//! Templates in the syntax of Jinja.

use super::ConfigurationError;
use minijinja::{Environment, UndefinedBehavior};
use serde::Serialize;

/// The settings of all templates and expressions.
pub(super) fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_keep_trailing_newline(true);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // Rendered files are never HTML or JSON, for any file name.
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    environment.add_filter("ones", u64::count_ones);
    environment.add_filter("hex", |number: u64| format!("{number:#X}").replacen("0X", "0x", 1));
    environment
}

/// Renders a template with the parameters of a configuration. `name` is the file, for errors.
///
/// # Errors
/// An error in the template, with its line.
pub fn render(name: &str, text: &str, parameters: &impl Serialize) -> Result<String, ConfigurationError> {
    environment().render_named_str(name, text, parameters).map_err(|error| {
        let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
        ConfigurationError { line: error.line(), what: detail }
    })
}
