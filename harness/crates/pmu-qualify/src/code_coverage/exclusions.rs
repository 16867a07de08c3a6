//! `testbenches/<family>/<unit>/exclusions.toml`: points that no stimulus can cover, with the reasons.

use glob::Pattern;
use golden_model_core::description::Shared;
use golden_model_core::toml_keys;
use pmu_rtl::{Kind, Point, Points};
use pmu_verify::shared_files::texts;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};

/// An invalid `exclusions.toml`.
#[derive(Debug, thiserror::Error)]
#[error("{}: {what}", file.display())]
pub struct ExclusionsError {
    /// The file.
    pub file: PathBuf,
    /// The error.
    pub what: String,
}

/// All exclusions of a PMU.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exclusions {
    #[serde(default)]
    exclude: Vec<Exclusion>,
}

/// Excluded lines, or bits of signals, of one or more files.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Exclusion {
    file: Files,
    #[serde(default)]
    lines: Vec<u32>,
    /// Points of the lines, such as `else`; without it all.
    #[serde(default)]
    branches: Vec<String>,
    #[serde(default)]
    signals: Vec<String>,
    /// Bits of each of the signals; without it all.
    #[serde(default)]
    bits: Vec<Bits>,
    /// With it, bits are those of each element of this width; without it, those of the complete signal.
    every: Option<NonZeroU32>,
    /// With it, bits are those of registers in these instances only.
    #[serde(default)]
    instances: Vec<String>,
    reason: String,
}

/// One file, or several to which the same entry applies.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Files {
    One(String),
    Several(Vec<String>),
}

impl Files {
    fn names(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        }
    }
}

impl std::fmt::Display for Files {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.names().join(", "))
    }
}

/// One bit, or the first and last bit of a range.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged)]
enum Bits {
    One(u32),
    Range([u32; 2]),
}

/// Points that one entry excludes, for one name in one file.
struct ExcludedPoints<'e> {
    file: &'e str,
    what: String,
    of: &'e Exclusion,
    is_meant: Box<dyn Fn(&Point) -> bool + 'e>,
}

impl Exclusions {
    /// Reads the exclusions of a PMU, including those that it shares with others; empty without a file.
    ///
    /// # Errors
    /// When a file cannot be read, or an entry excludes nothing or gives no reason.
    pub fn read(file: &Path, shared: &Shared) -> Result<Self, ExclusionsError> {
        let unreadable = |(file, what)| ExclusionsError { file, what };
        let mut all = Self::default();
        for (file, text) in texts(file, shared).map_err(unreadable)? {
            let read = Self::parse(&text).map_err(|what| ExclusionsError { file, what })?;
            all.exclude.extend(read.exclude);
        }
        Ok(all)
    }

    /// The exclusions for a copy of the RTL in other folders, whose points have these files.
    ///
    /// They apply to files of the same name. Those of lines need a file with the same text, because line numbers move.
    pub fn for_copy(&self, points: &Points) -> Self {
        let files: BTreeSet<&str> = points.iter().map(|(point, _)| point.file.as_str()).collect();
        let copied = |of: &Exclusion, original: &String| {
            let copies = files.iter().filter(|copy| Path::new(copy).file_name() == Path::new(original).file_name());
            let copies = copies.map(|&copy| Exclusion { file: Files::One(copy.to_owned()), ..of.clone() });
            copies
                .filter(|copy| of.lines.is_empty() || has_same_text(&copy.file.names()[0], original))
                .collect::<Vec<_>>()
        };
        let of_files = self.exclude.iter().flat_map(|of| of.file.names().iter().map(move |file| (of, file)));
        Self { exclude: of_files.flat_map(|(of, file)| copied(of, file)).collect() }
    }

    fn parse(text: &str) -> Result<Self, String> {
        let exclusions: Self = toml_keys::parse(text).map_err(|error| error.to_string())?;
        for Exclusion { file, lines, branches, signals, bits, every, instances, reason } in &exclusions.exclude {
            if file.names().is_empty() {
                return Err("an entry names no file".to_owned());
            }
            if lines.is_empty() && signals.is_empty() {
                return Err(format!("an entry for {file} has neither `lines` nor `signals`"));
            }
            if !bits.is_empty() && signals.is_empty() {
                return Err(format!("an entry for {file} has `bits` without `signals`"));
            }
            if !instances.is_empty() && signals.is_empty() {
                return Err(format!("an entry for {file} has `instances` without `signals`"));
            }
            if every.is_some() && bits.is_empty() {
                return Err(format!("an entry for {file} has `every` without `bits`"));
            }
            if !branches.is_empty() && lines.is_empty() {
                return Err(format!("an entry for {file} has `branches` without `lines`"));
            }
            if reason.trim().is_empty() {
                return Err(format!("an entry for {file} has no reason"));
            }
        }
        Ok(exclusions)
    }

    /// The reason for which a point is excluded, if it is.
    pub fn reason(&self, point: &Point) -> Option<&str> {
        let claim = self.claims().find(|claim| (claim.is_meant)(point))?;
        Some(&claim.of.reason)
    }

    /// Errors of the exclusions: points that do not exist or that were covered.
    pub fn faults(&self, points: &Points) -> Vec<String> {
        let fault = |claim: ExcludedPoints| {
            let mut meant = points.iter().filter(|(point, _)| (claim.is_meant)(point)).peekable();
            let place = format!("{}: {}", claim.file, claim.what);
            if meant.peek().is_none() {
                return Some(format!("{place} is excluded, but there is no such point"));
            }
            let covered: Vec<&str> =
                meant.filter(|(_, covered)| *covered).map(|(point, _)| point.name.as_str()).collect();
            let first = covered.first()?;
            let more = if covered.len() > 1 { format!(" and {} more", covered.len() - 1) } else { String::new() };
            Some(format!("{place} is excluded ({}), but is covered: {first}{more}", claim.of.reason))
        };
        self.claims().filter_map(fault).collect()
    }

    fn claims(&self) -> impl Iterator<Item = ExcludedPoints<'_>> {
        let of_files = self.exclude.iter().flat_map(|of| of.file.names().iter().map(move |file| (of, file)));
        of_files.flat_map(|(of, file)| {
            let is_at = move |point: &Point, kind: Kind| point.file == *file && point.kind == kind;
            let lines = of.lines.iter().map(move |&line| ExcludedPoints {
                file,
                what: format!("line {line}{}", of.branches.iter().map(|name| format!(" {name}")).collect::<String>()),
                of,
                is_meant: Box::new(move |point| {
                    let is_branch = of.branches.is_empty() || of.branches.contains(&point.name);
                    is_at(point, Kind::Line) && point.line == line && is_branch
                }),
            });
            let signals = of.signals.iter().flat_map(move |signal| {
                let claim = move |bits: Option<Bits>| ExcludedPoints {
                    file,
                    what: bits.map_or(signal.clone(), |bits| format!("{signal}{bits}")),
                    of,
                    is_meant: Box::new(move |point| {
                        let is_kind = match of.instances.is_empty() {
                            true => is_at(point, Kind::Toggle) || is_at(point, Kind::Register),
                            false => is_at(point, Kind::Register) && is_instance(&point.instance, &of.instances),
                        };
                        is_kind && is_bit(&point.name, signal, bits, of.every)
                    }),
                };
                let all = of.bits.is_empty().then(|| claim(None));
                all.into_iter().chain(of.bits.iter().map(move |&bits| claim(Some(bits))))
            });
            lines.chain(signals)
        })
    }
}

impl std::fmt::Display for Bits {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::One(bit) => write!(formatter, "[{bit}]"),
            Self::Range([first, last]) => write!(formatter, "[{first}..{last}]"),
        }
    }
}

/// Whether an instance matches one of these patterns, in which `*` stands for any characters.
fn is_instance(path: &str, patterns: &[String]) -> bool {
    // Brackets are those of generate blocks.
    let escaped = |pattern: &String| pattern.split('*').map(Pattern::escape).collect::<Vec<_>>().join("*");
    let matches = |pattern: &String| Pattern::new(&escaped(pattern)).is_ok_and(|pattern| pattern.matches(path));
    patterns.iter().any(matches)
}

/// Whether both files can be read and have the same text.
fn has_same_text(one: &str, other: &str) -> bool {
    let text = |file: &str| std::fs::read_to_string(file).ok();
    text(one).is_some_and(|text_of_one| text(other) == Some(text_of_one))
}

/// Whether a point is a signal or one of these bits of it, or of each of its elements of `every` bits.
fn is_bit(name: &str, signal: &str, bits: Option<Bits>, every: Option<NonZeroU32>) -> bool {
    let Some(rest) = name.strip_prefix(signal) else {
        return false;
    };
    let bit = rest.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).and_then(|bit| bit.parse::<u32>().ok());
    let bit = bit.map(|bit| every.map_or(bit, |every| bit % every));
    match (bits, bit) {
        (None, _) => rest.is_empty() || rest.starts_with('['),
        (Some(Bits::One(wanted)), Some(bit)) => bit == wanted,
        (Some(Bits::Range([first, last])), Some(bit)) => (first..=last).contains(&bit),
        (Some(_), None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    /// Bits 0 to 3 of `q`, of which 0 is covered; line 9, which is not.
    fn points() -> Points {
        let point = |kind: &str, name: &str, count: u64| {
            format!("C '\u{1}f\u{2}a.v\u{1}l\u{2}9\u{1}n\u{2}1\u{1}page\u{2}v_{kind}/a\u{1}o\u{2}{name}' {count}\n")
        };
        let changes = (0..4).flat_map(|bit| ["0->1", "1->0"].map(|change| (bit, change)));
        let bits: String =
            changes.map(|(bit, change)| point("toggle", &format!("q[{bit}]:{change}"), u64::from(bit == 0))).collect();
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("a.v"), "module a;").expect("a file");
        Points::between("", &(bits + &point("line", "if", 0)), folder.path()).expect("points")
    }

    fn entry(what: &str) -> String {
        format!("[[exclude]]\nfile = \"a.v\"\n{what}\nreason = \"it is 0\"\n")
    }

    #[rstest]
    #[case("signals = [\"q\"]\nbits = [[1, 2]]", 2)]
    #[case("signals = [\"q\"]\nbits = [3]", 1)]
    #[case("signals = [\"q\"]\nbits = [1]\nevery = 2", 2)]
    #[case("lines = [9]", 1)]
    #[case("lines = [9]\nbranches = [\"if\"]", 1)]
    #[case("lines = [9]\nsignals = [\"q\"]\nbits = [[1, 3]]", 4)]
    fn excluded_points_are_found(#[case] what: &str, #[case] expected: usize) {
        let exclusions = Exclusions::parse(&entry(what)).expect("exclusions");
        assert_eq!(exclusions.faults(&points()), [""; 0]);
        let points = points();
        let reasons: Vec<_> = points.iter().filter_map(|(point, _)| exclusions.reason(point)).collect();
        assert_eq!(reasons, vec!["it is 0"; expected]);
    }

    #[rstest]
    #[case("signals = [\"q\"]", "a.v: q is excluded (it is 0), but is covered: q[0]")]
    #[case("signals = [\"q\"]\nbits = [[0, 3]]", "a.v: q[0..3] is excluded (it is 0), but is covered: q[0]")]
    #[case("signals = [\"q\"]\nbits = [3, 4]", "a.v: q[4] is excluded, but there is no such point")]
    #[case("signals = [\"q\"]\nbits = [0]\nevery = 2", "a.v: q[0] is excluded (it is 0), but is covered: q[0]")]
    #[case("signals = [\"q_d\"]", "a.v: q_d is excluded, but there is no such point")]
    #[case("lines = [9, 10]", "a.v: line 10 is excluded, but there is no such point")]
    #[case("lines = [9]\nbranches = [\"else\"]", "a.v: line 9 else is excluded, but there is no such point")]
    fn unjustified_exclusion_is_an_error(#[case] what: &str, #[case] expected: &str) {
        assert_eq!(Exclusions::parse(&entry(what)).expect("exclusions").faults(&points()), [expected]);
    }

    #[test]
    fn entry_for_several_files_applies_to_each() {
        let several = entry("lines = [9]").replace("\"a.v\"", "[\"a.v\", \"b.v\"]");
        let exclusions = Exclusions::parse(&several).expect("exclusions");
        assert_eq!(exclusions.faults(&points()), ["b.v: line 9 is excluded, but there is no such point"]);
        let error = Exclusions::parse(&several.replace("\"a.v\", \"b.v\"", "")).expect_err("an error");
        assert_eq!(error, "an entry names no file");
    }

    #[rstest]
    #[case("", 2)]
    #[case("instances = [\"g_counter[*].u_ctl\"]", 1)]
    #[case("instances = [\"g_counter[0].u_ctl\"]", 0)]
    fn registers_are_excluded_in_all_instances_or_in_some(#[case] instances: &str, #[case] expected: usize) {
        let bit = points().iter().find(|(point, _)| point.name == "q[3]").expect("a bit").0.clone();
        let of = |instance: &str| Point { kind: Kind::Register, instance: instance.to_owned(), ..bit.clone() };
        let bits = ["g_counter[1].u_ctl", "g_counter[1].u_ctr"].map(of);
        let exclusions = entry(&format!("signals = [\"q\"]\n{instances}"));
        let exclusions = Exclusions::parse(&exclusions).expect("exclusions");
        assert_eq!(bits.iter().filter(|point| exclusions.reason(point).is_some()).count(), expected);
        assert_eq!(exclusions.reason(&bit).is_some(), instances.is_empty());
    }

    #[test]
    fn copy_has_the_exclusions_of_signals_and_those_of_lines_while_the_text_is_the_same() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name).display().to_string();
        let (original, copy) = (place("a.v"), place("copy/a.v"));
        std::fs::create_dir(place("copy")).expect("a folder");
        for file in [&original, &copy] {
            std::fs::write(file, "module a;\n").expect("a file");
        }
        let listed: Vec<(Point, bool)> = points().into();
        let of_copy = |(point, covered): (Point, bool)| (Point { file: copy.clone(), ..point }, covered);
        let points = Points::from(listed.into_iter().map(of_copy).collect::<Vec<_>>());
        let exclusions =
            ["signals = [\"q\"]\nbits = [3]", "lines = [9]"].map(|what| entry(what).replace("a.v", &original)).concat();
        let exclusions = Exclusions::parse(&exclusions).expect("exclusions");
        let excluded = |of: &Exclusions| points.iter().filter(|(point, _)| of.reason(point).is_some()).count();
        assert_eq!([excluded(&exclusions), excluded(&exclusions.for_copy(&points))], [0, 2]);
        std::fs::write(&copy, "module a;\n\n").expect("a file");
        assert_eq!(excluded(&exclusions.for_copy(&points)), 1);
        let other = Points::from(vec![(
            Point { file: place("b.v"), ..points.iter().next().expect("a point").0.clone() },
            false,
        )]);
        assert!(exclusions.for_copy(&other).exclude.is_empty());
    }

    #[rstest]
    #[case("", "an entry for a.v has neither `lines` nor `signals`")]
    #[case("lines = [1]\nbits = [1]", "an entry for a.v has `bits` without `signals`")]
    #[case("signals = [\"q\"]\nbranches = [\"if\"]", "an entry for a.v has `branches` without `lines`")]
    #[case("lines = [1]\ninstances = [\"*\"]", "an entry for a.v has `instances` without `signals`")]
    #[case("signals = [\"q\"]\nevery = 2", "an entry for a.v has `every` without `bits`")]
    #[case("line = 1", "unknown field `line`")]
    fn error_message_names_the_problem(#[case] what: &str, #[case] expected: &str) {
        let error = Exclusions::parse(&entry(what)).expect_err("an error");
        assert!(error.contains(expected), "{error}");
        let error = Exclusions::parse(&entry("lines = [1]").replace("it is 0", " ")).expect_err("an error");
        assert_eq!(error, "an entry for a.v has no reason");
    }
}
