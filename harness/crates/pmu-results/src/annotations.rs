//! Annotations for CI systems: divergences at lines of the RTL.

use super::bucket::Bucket;
use super::document::{PmuResults, Results};
use super::write::{write_atomically, ResultsError};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::path::Path;

/// Name of the Code Quality file for GitLab, below the output folder.
pub const CODE_QUALITY: &str = "gl-code-quality.json";

/// One workflow command of GitHub for each bucket.
pub fn github(results: &Results) -> Vec<String> {
    let command = |(pmu, bucket): (&PmuResults, &Bucket)| {
        let (file, line) = place(pmu, bucket);
        let line = line.map(|line| format!(",line={line}")).unwrap_or_default();
        let title = property(&title(pmu, bucket));
        format!("::error file={}{line},title={title}::{}", property(file), data(&text(bucket)))
    };
    each(results).map(command).collect()
}

/// Writes the Code Quality report of GitLab, with one entry for each bucket.
pub fn write_code_quality(results: &Results, folder: &Path) -> Result<(), ResultsError> {
    let entry = |(pmu, bucket): (&PmuResults, &Bucket)| {
        let title = title(pmu, bucket);
        let (file, line) = place(pmu, bucket);
        let fingerprint: String = Sha256::digest(&title).iter().map(|byte| format!("{byte:02x}")).collect();
        json!({
            "description": format!("{title}: {}", text(bucket)),
            "check_name": format!("pmu-cosim {}", bucket.signature.check),
            "fingerprint": fingerprint,
            "severity": "critical",
            "location": { "path": file, "lines": { "begin": line.unwrap_or(1) } },
        })
    };
    let report = serde_json::Value::from_iter(each(results).map(entry));
    write_atomically(&folder.join(CODE_QUALITY), format!("{report:#}\n").as_bytes())
}

fn each(results: &Results) -> impl Iterator<Item = (&PmuResults, &Bucket)> {
    results.pmus.iter().flat_map(|pmu| pmu.buckets.iter().map(move |bucket| (pmu, bucket)))
}

fn title(pmu: &PmuResults, bucket: &Bucket) -> String {
    format!("{}: {} ({}) diverges", pmu.pmu, bucket.signature.place(), bucket.signature.check)
}

fn text(bucket: &Bucket) -> String {
    let reproduce = bucket.command.as_ref().map(|command| format!("; reproduce: {command}")).unwrap_or_default();
    let program = bucket.programs.first().map_or("", String::as_str);
    let more = match bucket.count {
        1 => String::new(),
        count => format!(" and {} more programs", count - 1),
    };
    let driven = bucket.driver.summary().map(|driver| format!("; driven by {driver}")).unwrap_or_default();
    format!("{program}{more}, first in {}{driven}{reproduce}", bucket.first)
}

fn place<'r>(pmu: &'r PmuResults, bucket: &'r Bucket) -> (&'r str, Option<u32>) {
    let (file, line) = bucket.driver.first_line();
    (file.unwrap_or(&pmu.rtl.folder), line)
}

/// Escapes the text of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// Escapes a property of a workflow command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn special_characters_of_workflow_commands_are_escaped() {
        assert_eq!(property("a,b: 100%\nc"), "a%2Cb%3A 100%25%0Ac");
        assert_eq!(data("a,b: 100%\nc"), "a,b: 100%25%0Ac");
    }
}
