//! Templates in the syntax of Jinja.

use super::ConfigurationError;
use crate::keywords;
use minijinja::{Environment, ErrorKind, UndefinedBehavior};
use serde::Serialize;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};
use toml::Table;

/// The settings of all templates and expressions.
pub(super) fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_trim_blocks(true);
    environment.set_lstrip_blocks(true);
    environment.set_keep_trailing_newline(true);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    // Rendered files are never HTML or JSON, for any file name.
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    // Templates are imported from files, named relative to the file that imports them.
    environment.set_path_join_callback(|name, from| {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        folder.join(name).to_string_lossy().into_owned().into()
    });
    environment.set_loader(|file| {
        let cannot = |error| minijinja::Error::new(ErrorKind::InvalidOperation, format!("cannot read {file}: {error}"));
        std::fs::read_to_string(file).map(Some).map_err(cannot)
    });
    environment.add_test("verilog_keyword", keywords::is_verilog);
    environment.add_filter("ones", u64::count_ones);
    environment.add_filter("hex", |number: u64| format!("{number:#X}").replacen("0X", "0x", 1));
    environment
}

/// The rendered files. Each program of a configured PMU reads the same shared files, and rendering takes longer than running.
static RENDERED: LazyLock<Mutex<HashMap<[String; 3], String>>> = LazyLock::new(Mutex::default);

/// Renders a template with the parameters of a configuration. `name` is the file, for errors and for imports. A file is rendered
/// once in a process for the same parameters.
///
/// # Errors
/// An error in the template, with its line, or in a template that it imports, with that file and line.
pub fn render(name: &str, text: &str, parameters: &Table) -> Result<String, ConfigurationError> {
    let key = [name.to_owned(), text.to_owned(), parameters.to_string()];
    let rendered = || RENDERED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = rendered().get(&key) {
        return Ok(known.clone());
    }
    let result = render_with(name, text, parameters)?;
    rendered().insert(key, result.clone());
    Ok(result)
}

/// Renders a template with any values.
pub(super) fn render_with(name: &str, text: &str, values: &impl Serialize) -> Result<String, ConfigurationError> {
    environment().render_named_str(name, text, values).map_err(|error| {
        let detail = error.detail().map_or_else(|| error.kind().to_string(), str::to_owned);
        match (error.name(), error.line()) {
            (Some(imported), Some(line)) if imported != name => {
                ConfigurationError { line: None, what: format!("{imported}:{line}: {detail}") }
            }
            (_, line) => ConfigurationError { line, what: detail },
        }
    })
}
