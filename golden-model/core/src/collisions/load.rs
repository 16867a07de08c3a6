//! Reads a collision table and checks it against the description.

use super::raw::{RawCause, RawField, RawImpossible, RawPair, RawTable};
use super::table::{Cause, CollisionTable, Effect, Impossible, Setting, SpecialPair, StateField};
use super::template::{replace, Text};
use super::values::StateValue;
use crate::description::Signal;
use crate::placeholders::expand;
use crate::Description;
use toml::Spanned;

/// An error in a collision table.
#[derive(Debug, thiserror::Error)]
pub enum CollisionError {
    /// The file is not TOML, or has unknown or missing keys.
    #[error("{pmu}/collisions.toml: {source}")]
    Toml {
        /// The PMU.
        pmu: String,
        /// Message of the parser.
        source: Box<toml::de::Error>,
    },
    /// The table is inconsistent, or does not fit the description.
    #[error("{pmu}/collisions.toml:{line}: {what}")]
    Wrong {
        /// The PMU.
        pmu: String,
        /// Line, from 1.
        line: usize,
        /// The error and its remedy.
        what: String,
    },
}

/// An error with its position in bytes.
struct TableError {
    at: usize,
    what: String,
}

type Checked<T> = Result<T, TableError>;

/// The placeholders of a field. Their values are not needed to check a text.
type Names<'t> = [(&'t str, &'t str)];

fn fault<T>(at: usize, what: impl Into<String>) -> Checked<T> {
    Err(TableError { at, what: what.into() })
}

/// Largest number of causes of a field, which are bits of a mask.
const MOST_CAUSES: usize = 32;

impl CollisionTable {
    /// Parses and checks a table and adds its fields. `folder` is that of its file.
    ///
    /// # Errors
    /// [`CollisionError`], with the line, for an unknown, duplicate or missing entry.
    pub(super) fn add(&mut self, folder: &str, text: &str, description: &Description) -> Result<(), CollisionError> {
        let pmu = || folder.to_owned();
        let raw: RawTable = crate::toml_keys::parse(text)
            .map_err(|source| CollisionError::Toml { pmu: pmu(), source: Box::new(source) })?;
        let reader = Reader { text, folder, description };
        let wrong =
            |fault: TableError| CollisionError::Wrong { pmu: pmu(), line: line(text, fault.at), what: fault.what };
        for field in &raw.field {
            let RawField { name, requires, .. } = field.get_ref();
            if !reader.applies(requires.as_ref()).map_err(wrong)? {
                let requires = requires.as_ref().map(|requires| requires.get_ref().clone()).unwrap_or_default();
                self.not_applicable.push((name.clone(), requires));
                continue;
            }
            let at = field.span().start;
            let known = self.fields.iter().any(|known| known.name == field.get_ref().name);
            let read = match known {
                true => fault(at, format!("duplicate field {}", field.get_ref().name)),
                false => reader.field(at, field.get_ref()),
            };
            self.fields.push(read.map_err(wrong)?);
        }
        Ok(())
    }
}

/// The line of a byte, from 1.
fn line(text: &str, at: usize) -> usize {
    1 + text[..at].matches('\n').count()
}

struct Reader<'t> {
    text: &'t str,
    folder: &'t str,
    description: &'t Description,
}

impl Reader<'_> {
    /// Whether an entry applies under the selected options.
    fn applies(&self, requires: Option<&Spanned<String>>) -> Checked<bool> {
        let Some(requires) = requires else { return Ok(true) };
        self.description.satisfies(requires.get_ref()).or_else(|what| fault(requires.span().start, what))
    }

    fn field(&self, at: usize, raw: &RawField) -> Checked<StateField> {
        let state = self.description.states.iter().find(|state| state.name == *raw.state.get_ref());
        let Some(width) = raw.width.or(state.map(|state| state.width)) else {
            return fault(at, format!("{}: needs a width, because state is not one state word", raw.name));
        };
        if !(1..=64).contains(&width) {
            return fault(at, format!("{}: width {width} is not one of 1 to 64", raw.name));
        }
        let value = |name: &Spanned<String>| match StateValue::parse(name.get_ref(), width) {
            Some(value) => Ok(value),
            None => {
                let what = format!("{}: {:?} is not a value of {} bits", raw.name, name.get_ref(), width);
                fault(name.span().start, format!("{what}; write max, max-1, 2^32, 2^32-1 or a number"))
            }
        };
        let values = raw.values.iter().map(value).collect::<Checked<Vec<_>>>()?;
        if values.is_empty() || raw.instance.is_empty() || raw.cause.is_empty() || raw.cause.len() > MOST_CAUSES {
            let what = "needs values, an instance and 1 to 32 causes";
            return fault(at, format!("{}: {what}", raw.name));
        }
        let instances: Vec<Vec<_>> = raw.instance.iter().map(|one| one.clone().into_iter().collect()).collect();
        let names: Vec<_> =
            raw.instance[0].keys().map(String::as_str).chain(["value"]).map(|name| (name, "")).collect();
        if let Some(odd) = raw.instance.iter().find(|one| !one.keys().eq(raw.instance[0].keys())) {
            return fault(at, format!("{}: the instances have different placeholders, such as {odd:?}", raw.name));
        }
        let text = |one: &Option<Spanned<String>>| self.text(one.as_ref(), &names);
        let mut field = StateField {
            name: raw.name.clone(),
            file: format!("golden-model/descriptions/{}/collisions.toml", self.folder),
            doc: raw.doc.clone(),
            width,
            set: self.setting(at, raw, &values, &names)?,
            values,
            prepare: text(&raw.prepare)?,
            lead: raw.lead,
            state: self.state(&raw.state, &instances, &names)?,
            low: self.low(raw.low.as_ref(), &instances)?,
            otherwise: match &raw.otherwise {
                Some(effect) => self.effect(effect, &names)?,
                None => Effect::Keep,
            },
            instances,
            causes: Vec::new(),
            pairs: Vec::new(),
            impossible: Vec::new(),
        };
        for cause in &raw.cause {
            let at = cause.span().start;
            let RawCause { name, requires, doc, ids, prepare, arm, before, act, effect } = cause.get_ref();
            if !self.applies(requires.as_ref())? {
                continue;
            }
            if field.causes.iter().any(|known| known.name == *name) {
                return fault(at, format!("{}: duplicate cause {name}", field.name));
            }
            self.ids(at, ids)?;
            field.causes.push(Cause {
                name: name.clone(),
                doc: doc.clone(),
                ids: ids.clone(),
                prepare: text(prepare)?,
                arm: text(arm)?,
                before: text(before)?,
                act: text(act)?,
                effect: self.effect(effect, &names)?,
            });
        }
        for pair in &raw.pair {
            if !self.applies(pair.get_ref().requires.as_ref())? {
                continue;
            }
            let pair = self.pair(pair, &field, &names)?;
            field.pairs.push(pair);
        }
        for impossible in &raw.impossible {
            if !self.applies(impossible.get_ref().requires.as_ref())? {
                continue;
            }
            let impossible = self.impossible(impossible, &field)?;
            field.impossible.push(impossible);
        }
        Ok(field)
    }

    fn setting(&self, at: usize, raw: &RawField, values: &[StateValue], names: &Names) -> Checked<Setting> {
        if raw.set_each.is_empty() {
            return Ok(Setting::All(self.text(raw.set.as_ref(), names)?));
        }
        let known = |name: &String| values.iter().any(|value| value.name == *name);
        if raw.set.is_some() || raw.set_each.len() != values.len() || !raw.set_each.keys().all(known) {
            return fault(at, format!("{}: set_each replaces set and needs an entry for each of the values", raw.name));
        }
        let each = values.iter().map(|value| self.text(raw.set_each.get(&value.name), names));
        Ok(Setting::Each(each.collect::<Checked<_>>()?))
    }

    fn pair(&self, raw: &Spanned<RawPair>, field: &StateField, names: &Names) -> Checked<SpecialPair> {
        let at = raw.span().start;
        let RawPair { causes, ids, reason, prepare, before, act, outcome, .. } = raw.get_ref();
        let [a, b] = [self.cause(at, field, &causes[0])?, self.cause(at, field, &causes[1])?];
        if a >= b {
            return fault(
                at,
                format!("{}: the pair {} and {} is not in the order of the causes", field.name, causes[0], causes[1]),
            );
        }
        if field.special(&[a, b]).is_some() {
            return fault(at, format!("{}: duplicate pair {} and {}", field.name, causes[0], causes[1]));
        }
        self.ids(at, ids)?;
        let text = |one: &Option<Spanned<String>>| one.as_ref().map(|text| self.text(Some(text), names)).transpose();
        Ok(SpecialPair {
            causes: [a, b],
            ids: ids.clone(),
            why: reason.clone().unwrap_or_default(),
            prepare: text(prepare)?,
            before: text(before)?,
            act: text(act)?,
            outcome: outcome.as_ref().map(|effect| self.effect(effect, names)).transpose()?,
        })
    }

    fn impossible(&self, raw: &Spanned<RawImpossible>, field: &StateField) -> Checked<Impossible> {
        let at = raw.span().start;
        let RawImpossible { causes, with, values, reason, ids, .. } = raw.get_ref();
        if ids.is_empty() {
            return fault(at, "ids names no requirement that rules it out");
        }
        self.ids(at, ids)?;
        let positions = |names: &[String]| names.iter().map(|name| self.cause(at, field, name)).collect::<Checked<_>>();
        let value = |name: &String| match field.values.iter().position(|value| value.name == *name) {
            Some(position) => Ok(position),
            None => fault(at, format!("{}: {name} is not one of its values", field.name)),
        };
        Ok(Impossible {
            causes: positions(causes)?,
            with: positions(with)?,
            values: values.iter().map(value).collect::<Checked<_>>()?,
            why: reason.clone(),
            ids: ids.clone(),
        })
    }

    fn cause(&self, at: usize, field: &StateField, name: &str) -> Checked<usize> {
        match field.causes.iter().position(|cause| cause.name == name) {
            Some(position) => Ok(position),
            None => fault(at, format!("{}: no cause {name}", field.name)),
        }
    }

    /// Checks that each id is a requirement of the PMU or of a sub-block, or one that a requirement of the PMU restates.
    fn ids(&self, at: usize, ids: &[String]) -> Checked<()> {
        match ids.iter().find(|id| !self.description.knows_inside(id)) {
            Some(id) => fault(at, format!("{id} is not a requirement of requirements.csv")),
            None => Ok(()),
        }
    }

    fn text(&self, text: Option<&Spanned<String>>, names: &Names) -> Checked<Text> {
        let Some(text) = text else { return Ok(Text::default()) };
        let at = text.span().start;
        // A line break after the opening quotes is not part of the text.
        let below = self.text[at..].starts_with("\"\"\"\n");
        let read = Text { line: line(self.text, at) + usize::from(below), text: text.get_ref().clone() };
        self.check(at, &read.text, names)?;
        Ok(read)
    }

    /// Checks that each placeholder of a text has a value.
    fn check(&self, at: usize, text: &str, names: &Names) -> Checked<()> {
        expand(text, names).map(drop).or_else(|what| fault(at, what))
    }

    fn low(&self, raw: Option<&Spanned<String>>, instances: &[Vec<(String, String)>]) -> Checked<String> {
        let Some(raw) = raw else { return Ok(String::new()) };
        let (at, text) = (raw.span().start, raw.get_ref());
        for instance in instances {
            let low = expand(text, instance).or_else(|what| fault(at, what))?;
            if low.parse::<u32>().is_err() {
                return fault(at, format!("low: {low:?} is not a number; a placeholder is written {{NAME}}"));
            }
        }
        Ok(text.clone())
    }

    fn state(&self, raw: &Spanned<String>, instances: &[Vec<(String, String)>], names: &Names) -> Checked<Text> {
        let read = self.text(Some(raw), names)?;
        for instance in instances {
            let name = replace(&read.text, instance);
            if !self.is_observed(&name) {
                let what =
                    format!("{name} is not an output, a state word or a field of one; `pmu-cosim describe` lists them");
                return fault(raw.span().start, what);
            }
        }
        Ok(read)
    }

    /// Whether a name is observable: a signal, or a field of the register of a state word.
    fn is_observed(&self, name: &str) -> bool {
        let description = self.description;
        let short = |one: &Signal, name: &str| {
            let short = one.register.and_then(|register| description.registers[register].short.as_deref());
            one.name
                .split_once('.')
                .zip(name.split_once('.'))
                .is_some_and(|(own, named)| own.0 == named.0 && short == Some(named.1))
        };
        let signals = || description.outputs.iter().chain(&description.states);
        let signal = |name: &str| signals().find(|one| one.name == name || short(one, name));
        let field = |name: &str| {
            let (word, field) = name.rsplit_once('.')?;
            let register = signal(word)?.register?;
            description.registers[register].field(field)
        };
        signal(name).is_some() || field(name).is_some()
    }

    fn effect(&self, raw: &Spanned<String>, names: &Names) -> Checked<Effect> {
        let text = raw.get_ref().trim();
        self.check(raw.span().start, text, names)?;
        let number = |text: &str| text.trim().parse().ok();
        match (text, text.strip_prefix('='), text.strip_prefix('+').and_then(number)) {
            ("none", ..) => Ok(Effect::None),
            ("keep", ..) => Ok(Effect::Keep),
            (_, Some(expression), _) => Ok(Effect::Set(expression.trim().to_owned())),
            (_, _, Some(number)) => Ok(Effect::Add(number)),
            _ => fault(
                raw.span().start,
                format!("{text:?} is not an effect; write none, keep, = EXPRESSION or + NUMBER"),
            ),
        }
    }
}
