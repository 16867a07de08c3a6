//! Types of parameters, and the one form of each value that templates and models see.

use serde::Deserialize;
use std::collections::BTreeSet;
use toml::{Table, Value};

/// The values that a parameter can have.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Type {
    /// 0 or 1; a configuration may also say `false` and `true`.
    Flag,
    /// An integer.
    Integer(Bounds),
    /// One of these values.
    OneOf(Vec<Value>),
    /// A name of letters, digits and `_`, as Verilog and programs have.
    Name,
    /// Any text.
    Text,
    /// A list of texts.
    Texts,
    /// Different integers: a list, or ranges such as `"3-12,20"`. In the order of their values.
    Set(Bounds),
    /// A list of `size` integers: one integer for each number of the set `of`, and `absent` elsewhere. A configuration gives one integer for
    /// all of them, or a table by number with the key `default` for those that it does not name.
    Each(Each),
    /// A list of tables with these columns.
    Rows(Vec<Column>),
}

/// The smallest and largest integer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bounds {
    pub min: i64,
    pub max: i64,
}

/// See [`Type::Each`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Each {
    pub of: String,
    size: usize,
    pub min: i64,
    pub max: i64,
    absent: i64,
    /// For numbers that a table without `default` does not name; without it, the table must name all.
    otherwise: Option<i64>,
}

/// A column of a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Column {
    pub name: String,
    #[serde(rename = "type")]
    of: Type,
    pub default: Option<Value>,
}

impl Type {
    /// The value in the form that templates and models see. `before` has the parameters before this one.
    pub(super) fn normalise(&self, value: &Value, before: &Table) -> Result<Value, String> {
        match self {
            Self::Flag => match value {
                Value::Boolean(flag) => Ok(Value::from(i64::from(*flag))),
                Value::Integer(0 | 1) => Ok(value.clone()),
                _ => Err(format!("{value} is neither 0 nor 1")),
            },
            Self::Integer(bounds) => bounds.integer(value).map(Value::from),
            Self::OneOf(values) if values.contains(value) => Ok(value.clone()),
            Self::OneOf(values) => Err(format!("{value} is not one of {}", listed(values))),
            Self::Name => match value {
                Value::String(name) if is_name(name) => Ok(value.clone()),
                _ => Err(format!("{value} is no name: letters, digits and _, the first a letter, in quotes")),
            },
            Self::Text => value.as_str().map(|_| value.clone()).ok_or_else(|| format!("{value} is no text in quotes")),
            Self::Texts => match value {
                Value::Array(texts) if texts.iter().all(Value::is_str) => Ok(value.clone()),
                _ => Err(format!("{value} is no list of texts in quotes")),
            },
            Self::Set(bounds) => Ok(numbers(bounds.set(value)?)),
            Self::Each(each) => each.normalise(value, before).map(numbers),
            Self::Rows(columns) => {
                let rows = value.as_array().ok_or_else(|| format!("{value} is no list of tables"))?;
                let row = |(position, row): (usize, &Value)| {
                    normalise_row(columns, row, before).map_err(|what| format!("row {}: {what}", position + 1))
                };
                rows.iter().enumerate().map(row).collect::<Result<Vec<_>, _>>().map(Value::from)
            }
        }
    }
}

fn normalise_row(columns: &[Column], row: &Value, before: &Table) -> Result<Value, String> {
    let row = row.as_table().ok_or_else(|| format!("{row} is no table"))?;
    if let Some(unknown) = row.keys().find(|key| columns.iter().all(|column| column.name != **key)) {
        let known: Vec<_> = columns.iter().map(|column| column.name.as_str()).collect();
        return Err(format!("unknown key `{unknown}`; the keys are {}", known.join(", ")));
    }
    let mut normalised = Table::new();
    for Column { name, of, default } in columns {
        let value = row.get(name).or(default.as_ref()).ok_or_else(|| format!("`{name}` is missing"))?;
        let value = of.normalise(value, before).map_err(|what| format!("{name}: {what}"))?;
        normalised.insert(name.clone(), value);
    }
    Ok(Value::Table(normalised))
}

impl Bounds {
    fn integer(&self, value: &Value) -> Result<i64, String> {
        let Self { min, max } = *self;
        match value.as_integer() {
            Some(number) if (min..=max).contains(&number) => Ok(number),
            _ => Err(format!("{value} is no integer from {min} to {max}")),
        }
    }

    fn set(&self, value: &Value) -> Result<Vec<i64>, String> {
        let mut all = BTreeSet::new();
        let mut add = |number: &Value| match all.insert(self.integer(number)?) {
            true => Ok(()),
            false => Err(format!("{number} occurs twice")),
        };
        match value {
            Value::Array(list) => list.iter().try_for_each(&mut add)?,
            Value::String(text) => {
                for range in text.split(',').map(str::trim).filter(|range| !range.is_empty()) {
                    let (first, last) = range.split_once('-').unwrap_or((range, range));
                    let bound = |text: &str| text.trim().parse::<i64>().map_err(|_| format!("`{range}` is no range"));
                    let (first, last) = (bound(first)?, bound(last)?);
                    if first > last || last > self.max {
                        return Err(format!("`{range}` is no range from {} to {}", self.min, self.max));
                    }
                    (first..=last).map(Value::from).try_for_each(|number| add(&number))?;
                }
            }
            _ => return Err(format!("{value} is neither a list of integers nor ranges such as \"3-12,20\"")),
        }
        Ok(all.into_iter().collect())
    }
}

impl Each {
    fn normalise(&self, value: &Value, before: &Table) -> Result<Vec<i64>, String> {
        let bounds = Bounds { min: self.min, max: self.max };
        let members = before.get(&self.of).and_then(Value::as_array);
        let members: Vec<usize> =
            members.into_iter().flatten().filter_map(|one| usize::try_from(one.as_integer()?).ok()).collect();
        let mut all = vec![self.absent; self.size];
        match value {
            Value::Table(table) => {
                let default = table.get("default").map(|value| bounds.integer(value)).transpose()?.or(self.otherwise);
                for &number in &members {
                    let given = table.get(&number.to_string()).map(|value| bounds.integer(value)).transpose()?;
                    all[number] = given.or(default).ok_or_else(|| format!("none for {number}, and no `default`"))?;
                }
                let is_member = |key: &str| key == "default" || members.iter().any(|number| number.to_string() == key);
                if let Some(other) = table.keys().find(|key| !is_member(key)) {
                    return Err(format!("`{other}` is not in `{}`", self.of));
                }
            }
            _ => {
                let value = bounds.integer(value)?;
                members.iter().for_each(|&number| all[number] = value);
            }
        }
        Ok(all)
    }
}

fn numbers(numbers: Vec<i64>) -> Value {
    Value::Array(numbers.into_iter().map(Value::from).collect())
}

fn listed(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
}

fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
}
