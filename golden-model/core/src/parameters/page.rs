//! The page with the parameters of a configurable PMU.

use super::schema::{Parameter, Schema};
use super::values::Type;
use toml::Value;

impl Schema {
    /// A page in Markdown: each parameter with its values, its default and its meaning.
    pub fn page(&self) -> String {
        let rows: String = self.parameter.iter().map(row).collect();
        format!(
            "# Parameters of `{pmu}`\n\n\
             A configuration file has `pmu = \"{pmu}\"`, an `id` and a `name` for the PMU, and values of these parameters. A parameter \
             without a default is required. Combinations that are not legal are errors.\n\n\
             | parameter | values | default | meaning |\n|---|---|---|---|\n{rows}",
            pmu = self.pmu
        )
    }
}

fn row(parameter: &Parameter) -> String {
    let Parameter { name, doc, of, default } = parameter;
    let default = default.as_ref().map_or("required".to_owned(), code);
    // Options are separated by a bar, which separates cells in Markdown.
    format!("| `{name}` | {} | {default} | {} |\n", values(of), doc.replace('|', "\\|"))
}

/// The values that a parameter can have.
fn values(of: &Type) -> String {
    match of {
        Type::Flag => "0, 1".to_owned(),
        Type::Integer(bounds) => format!("{} to {}", bounds.min, code(&Value::from(bounds.max))),
        Type::OneOf(options) => options.iter().map(code).collect::<Vec<_>>().join(", "),
        Type::Name => "a name".to_owned(),
        Type::Text => "a text".to_owned(),
        Type::Texts => "a list of texts".to_owned(),
        Type::Set(bounds) => {
            format!("numbers from {} to {}: a list, or ranges such as `\"3-12,20\"`", bounds.min, bounds.max)
        }
        Type::Each(each) => format!(
            "{} to {} for each of `{}`: one for all, or a table by number with `default`",
            each.min,
            code(&Value::from(each.max)),
            each.of
        ),
        Type::Rows(columns) => {
            let optional = |default: &Option<Value>| if default.is_some() { " (optional)" } else { "" };
            let columns: Vec<_> =
                columns.iter().map(|column| format!("`{}`{}", column.name, optional(&column.default))).collect();
            format!("a list of tables with {}", columns.join(", "))
        }
    }
}

/// A value as in a configuration. Masks are in hexadecimal.
fn code(value: &Value) -> String {
    match value.as_integer() {
        Some(number @ 0x1_0000..) => format!("`0x{number:X}`"),
        _ => format!("`{value}`"),
    }
}
