//! The file `known.toml`, which `docs/debugging.md` describes.

use super::place::{Condition, Place};
use super::{Known, KnownEntry};
use chrono::{DateTime, NaiveDate};
use golden_model_core::suggest::unknown;
use golden_model_core::Pmu;
use pmu_results::KnownDivergence;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use toml::value::Datetime;
use toml::Spanned;

/// A fault of the file, with its place.
#[derive(Debug, thiserror::Error)]
#[error("{}{}: {what}", file.display(), line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct KnownError {
    file: PathBuf,
    /// Line of the entry, from 1.
    line: Option<usize>,
    what: String,
}

/// The entries of a file. Their names are not resolved.
#[derive(Clone, Debug, Default)]
pub struct KnownDivergences {
    file: PathBuf,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    line: usize,
    raw: RawEntry,
    expires: NaiveDate,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFile {
    /// None after the last one was removed.
    #[serde(default)]
    known: Vec<Spanned<RawEntry>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    /// Id of the PMU; needed if a run has several.
    pmu: Option<String>,
    /// The signature, as the console and the report print it: `PerfEvtSel.EN (state)`.
    signature: Option<String>,
    /// The value: `core0.pm`, `core0.PerfEvtSel0.EN`, `bus_rdata of core0.PerfCtr0`.
    value: Option<String>,
    condition: Option<String>,
    reason: String,
    expires: Datetime,
}

impl RawEntry {
    fn name(&self) -> &str {
        self.value.as_deref().or(self.signature.as_deref()).unwrap_or_default()
    }
}

impl KnownDivergences {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, an entry is wrong, or an entry has expired. An entry is valid to the end of its day in UTC.
    pub fn read(file: &Path) -> Result<Self, KnownError> {
        let now = UNIX_EPOCH.elapsed().ok().and_then(|elapsed| i64::try_from(elapsed.as_secs()).ok());
        let today = now.and_then(|seconds| DateTime::from_timestamp(seconds, 0)).unwrap_or_default().date_naive();
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|error| KnownError { file: file.to_owned(), line: None, what: error.to_string() })?;
        Self::parse(file, &text, today)
    }

    fn parse(file: &Path, text: &str, today: NaiveDate) -> Result<Self, KnownError> {
        let line = |offset: usize| 1 + text[..offset].matches('\n').count();
        let wrong = |line: Option<usize>, what: String| KnownError { file: file.to_owned(), line, what };
        let raw: RawFile = toml::from_str(text)
            .map_err(|error| wrong(error.span().map(|span| line(span.start)), error.message().replace('\n', "; ")))?;
        let entry = |spanned: Spanned<RawEntry>| {
            let line = line(spanned.span().start);
            let raw = spanned.into_inner();
            let expires = checked(&raw, today).map_err(|what| wrong(Some(line), what))?;
            Ok(Entry { line, raw, expires })
        };
        let entries = raw.known.into_iter().map(entry).collect::<Result<_, _>>()?;
        Ok(Self { file: file.to_owned(), entries })
    }

    /// The file, if one was read.
    pub fn file(&self) -> Option<&Path> {
        (!self.file.as_os_str().is_empty()).then_some(self.file.as_path())
    }

    /// Resolves the entries of a PMU. `is_only` states whether the command has only this PMU; otherwise each entry must name its own.
    ///
    /// # Errors
    /// If an entry names no PMU, value, signature or register that exists.
    pub fn of(&self, pmu: &Pmu, is_only: bool) -> Result<Known, KnownError> {
        let mut entries = Vec::new();
        for entry in &self.entries {
            let resolved = entry.resolve(pmu, is_only);
            let wrong = |what| KnownError { file: self.file.clone(), line: Some(entry.line), what };
            entries.extend(resolved.map_err(wrong)?);
        }
        Ok(Known { entries })
    }
}

impl Entry {
    /// The resolved entry; none if it is for another PMU.
    fn resolve(&self, pmu: &Pmu, is_only: bool) -> Result<Option<KnownEntry>, String> {
        match &self.raw.pmu {
            Some(id) if Pmu::ids().all(|known| known != id) => return Err(unknown("PMU", id, Pmu::ids())),
            Some(id) if *id != pmu.description.id => return Ok(None),
            None if !is_only => {
                return Err(format!(
                    "`{}` names no PMU; with several PMUs, each entry needs pmu = \"ID\"",
                    self.raw.name()
                ))
            }
            _ => {}
        }
        let place = match (&self.raw.value, &self.raw.signature) {
            (Some(value), None) => Place::of_value(pmu, value)?,
            (None, Some(signature)) => Place::of_signature(pmu, signature)?,
            _ => return Err("an entry has one of `value` and `signature`".to_owned()),
        };
        let condition = self.raw.condition.as_deref().map(|text| Condition::parse(pmu, text)).transpose()?;
        let record = KnownDivergence {
            name: self.raw.name().to_owned(),
            condition: self.raw.condition.clone(),
            reason: self.raw.reason.clone(),
            expires: self.expires.to_string(),
            programs: 0,
            values: 0,
            expectations: 0,
            first: None,
        };
        Ok(Some(KnownEntry { record, place, condition }))
    }
}

/// Checks an entry and returns its last day.
fn checked(raw: &RawEntry, today: NaiveDate) -> Result<NaiveDate, String> {
    if raw.value.is_some() == raw.signature.is_some() {
        return Err("an entry has one of `value` and `signature`".to_owned());
    }
    let name = raw.name();
    if raw.reason.trim().is_empty() {
        return Err(format!("`{name}` has an empty `reason`; state why the divergence is accepted"));
    }
    let date = raw.expires.date.filter(|_| raw.expires.time.is_none());
    let date = date.and_then(|date| NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into()));
    let expires = date.ok_or_else(|| format!("`{name}`: `expires` is a date, such as 2030-12-31"))?;
    match expires < today {
        true => Err(format!(
            "the known divergence `{name}` expired on {expires}; correct the RTL and remove the entry, or set a later date"
        )),
        false => Ok(expires),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const ENTRY: &str = "[[known]]\nvalue = \"core0.pm\"\nreason = \"r\"\nexpires = 2030-01-31\n";

    fn parse(text: &str, day: u32) -> Result<Known, String> {
        let today =
            NaiveDate::from_ymd_opt(2030, 1, 1).and_then(|first| first.checked_add_days(chrono::Days::new(day.into())));
        let file = KnownDivergences::parse(Path::new("known.toml"), text, today.expect("a date"));
        file.and_then(|file| file.of(&Pmu::find("k8").expect("a PMU"), true)).map_err(|error| error.to_string())
    }

    #[test]
    fn entry_is_valid_to_the_end_of_its_day() {
        assert_eq!(parse(ENTRY, 30).map(|known| known.len()), Ok(1));
        let error = parse(&format!("\n{ENTRY}"), 31).expect_err("an expired entry");
        assert!(error.starts_with("known.toml:2: the known divergence `core0.pm` expired on 2030-01-31; "), "{error}");
    }

    #[rstest]
    #[case("value = \"core0.pm\"", "signature = \"pm (outputs)\"", "a signature ends with its check")]
    #[case("value = \"core0.pm\"", "signature = \"pmm (output)\"", "there is no output `pmm`; did you mean `pm`")]
    #[case("value = \"core0.pm\"", "value = \"core0.pn\"", "there is no value `core0.pn`; did you mean `core0.pm`")]
    #[case("core0.pm", "core0.PerfEvtSel0.EM", "there is no field of core0.PerfEvtSel0 `EM`; did you mean")]
    #[case(
        "core0.pm",
        "bus_rdata of core0.PerfCtr9",
        "there is no register `core0.PerfCtr9`; did you mean `core0.PerfCtr"
    )]
    #[case("reason = \"r\"", "", "missing field `reason`")]
    #[case("reason = \"r\"", "reason = \" \"", "has an empty `reason`")]
    #[case("expires = 2030-01-31", "", "missing field `expires`")]
    #[case("2030-01-31", "2030-01-31T10:00:00", "`expires` is a date")]
    #[case("reason", "pmu = \"k88\"\nreason", "there is no PMU `k88`; did you mean `k8`")]
    #[case("reason", "signature = \"pm (output)\"\nreason", "one of `value` and `signature`")]
    #[case("reason", "condition = \"after raise core0.PerfCtr0\"\nreason", "a condition is `read REGISTER`")]
    #[case("reason", "condition = \"after write core0.PerfCtrl0\"\nreason", "there is no register `core0.PerfCtrl0`")]
    fn wrong_entry_is_rejected(#[case] find: &str, #[case] replace: &str, #[case] expected: &str) {
        assert!(ENTRY.contains(find));
        let error = parse(&ENTRY.replace(find, replace), 0).expect_err("a wrong entry");
        assert!(error.starts_with("known.toml:") && error.contains(expected), "{error}");
    }

    #[test]
    fn entry_of_another_pmu_does_not_apply() {
        assert_eq!(parse(&ENTRY.replace("reason", "pmu = \"knc\"\nreason"), 0).map(|known| known.len()), Ok(0));
    }
}
