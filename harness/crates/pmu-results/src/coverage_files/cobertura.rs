//! `coverage.xml`: a Cobertura document, with one package for each PMU and one class for each file.

use super::{by_line, is_hit, measured};
use crate::code_coverage::{CodeCoverage, FileCoverage};
use crate::document::Results;
use quick_xml::se::{SeError, Serializer};
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::Path;

/// The document type, which readers of the format expect.
const HEADER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n";

#[derive(Serialize)]
struct Document {
    #[serde(flatten)]
    rates: Rates,
    #[serde(rename = "@lines-covered")]
    lines_covered: u64,
    #[serde(rename = "@lines-valid")]
    lines_valid: u64,
    #[serde(rename = "@branches-covered")]
    branches_covered: u64,
    #[serde(rename = "@branches-valid")]
    branches_valid: u64,
    #[serde(rename = "@version")]
    version: String,
    /// Milliseconds since 1970.
    #[serde(rename = "@timestamp")]
    timestamp: u64,
    sources: Sources,
    packages: Packages,
}

/// Fractions that are covered, 0 to 1.
#[derive(Serialize)]
struct Rates {
    #[serde(rename = "@line-rate")]
    line: String,
    #[serde(rename = "@branch-rate")]
    branch: String,
    #[serde(rename = "@complexity")]
    complexity: u64,
}

#[derive(Serialize)]
struct Sources {
    source: Vec<String>,
}

#[derive(Serialize)]
struct Packages {
    package: Vec<Package>,
}

#[derive(Serialize)]
struct Package {
    #[serde(rename = "@name")]
    name: String,
    #[serde(flatten)]
    rates: Rates,
    classes: Classes,
}

#[derive(Serialize)]
struct Classes {
    class: Vec<Class>,
}

#[derive(Serialize)]
struct Class {
    #[serde(rename = "@name")]
    name: String,
    #[serde(rename = "@filename")]
    filename: String,
    #[serde(flatten)]
    rates: Rates,
    methods: (),
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    line: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    #[serde(rename = "@number")]
    number: u32,
    #[serde(rename = "@hits")]
    hits: u8,
    #[serde(rename = "@branch")]
    branch: bool,
    #[serde(rename = "@condition-coverage")]
    condition_coverage: String,
}

/// Number of lines and branches, and how many of them are covered.
#[derive(Clone, Copy, Default)]
struct Counts {
    lines: (u64, u64),
    branches: (u64, u64),
}

impl Counts {
    fn of(files: &[FileCoverage]) -> Self {
        let mut counts = Self::default();
        for blocks in files.iter().flat_map(|file| by_line(file).into_values()) {
            counts.lines.0 += u64::from(is_hit(&blocks));
            counts.lines.1 += 1;
            counts.branches.0 += blocks.iter().filter(|block| block.covered).count() as u64;
            counts.branches.1 += blocks.len() as u64;
        }
        counts
    }

    fn rates(self) -> Rates {
        let rate = |(covered, total): (u64, u64)| match total {
            0 => "1".to_owned(),
            _ => format!("{:.4}", covered as f64 / total as f64),
        };
        Rates { line: rate(self.lines), branch: rate(self.branches), complexity: 0 }
    }
}

/// Formats the document.
pub(in super::super) fn document(results: &Results) -> Result<String, SeError> {
    let mut sources = BTreeSet::new();
    let packages = measured(results).map(|(pmu, code)| package(pmu, code, &mut sources)).collect();
    let all: Vec<FileCoverage> = measured(results).flat_map(|(_, code)| code.files.clone()).collect();
    let counts = Counts::of(&all);
    let document = Document {
        rates: counts.rates(),
        lines_covered: counts.lines.0,
        lines_valid: counts.lines.1,
        branches_covered: counts.branches.0,
        branches_valid: counts.branches.1,
        version: format!("pmu-cosim {}", results.tool.pmu_cosim),
        timestamp: results.finished_at * 1000,
        sources: Sources { source: sources.into_iter().collect() },
        packages: Packages { package: packages },
    };
    let mut text = HEADER.to_owned();
    let mut serializer = Serializer::with_root(&mut text, Some("coverage"))?;
    serializer.indent(' ', 2);
    document.serialize(serializer)?;
    text.push('\n');
    Ok(text)
}

fn package(pmu: &str, code: &CodeCoverage, sources: &mut BTreeSet<String>) -> Package {
    let files = code.files.iter().filter(|file| !file.blocks.is_empty());
    let class = files.map(|file| {
        let (source, filename) = place(&file.file);
        sources.insert(source);
        let line = by_line(file).into_iter().map(|(number, blocks)| {
            let (covered, total) = (blocks.iter().filter(|block| block.covered).count(), blocks.len());
            let condition_coverage = format!("{}% ({covered}/{total})", covered * 100 / total);
            Line { number, hits: is_hit(&blocks).into(), branch: true, condition_coverage }
        });
        let name =
            Path::new(&filename).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let rates = Counts::of(std::slice::from_ref(file)).rates();
        Class { name, filename, rates, methods: (), lines: Lines { line: line.collect() } }
    });
    let class = class.collect();
    Package { name: pmu.to_owned(), rates: Counts::of(&code.files).rates(), classes: Classes { class } }
}

/// Returns the folder to which the name of a file is relative, and that name. For a file outside the workspace the folder is the
/// repository that contains it, because readers compare the names with those in the repository.
fn place(file: &str) -> (String, String) {
    let path = Path::new(file);
    let repository = path.ancestors().skip(1).find(|folder| path.is_absolute() && folder.join(".git").exists());
    let folder = match repository {
        Some(repository) => repository,
        None if path.is_absolute() => Path::new("/"),
        None => Path::new("."),
    };
    let name = path.strip_prefix(folder).unwrap_or(path);
    (folder.display().to_string(), name.display().to_string())
}
