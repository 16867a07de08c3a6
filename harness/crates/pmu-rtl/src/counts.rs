//! Reads Verilator's coverage data, in which each line of text is one line or toggle point.

use crate::design::registers;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

/// Source text of what determines the points, for the keys of cached results.
pub const COUNTS_SOURCE: [&str; 2] = [include_str!("counts.rs"), include_str!("design/registers.rs")];

/// Coverage data that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("line {line} of Verilator's coverage data has no {what}: `{text}`; is this Verilator newer than those known?")]
pub struct CountsError {
    line: usize,
    what: &'static str,
    text: String,
}

/// Kind of a coverage point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Statements that are executed together: a block, a branch, an item of a case.
    Line,
    /// A bit of a signal.
    Toggle,
    /// A bit of a register of one instance.
    Register,
}

/// A coverage point of the RTL, combined over all instances and parameters of its module, except for registers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Point {
    /// The file name that was passed to Verilator.
    pub file: String,
    /// Line or toggle.
    pub kind: Kind,
    /// The line, from 1: of the first statement, or of the signal's declaration.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The kind of statement, such as `case`; or the bit, such as `value_q[3]`.
    pub name: String,
    /// For a register, the path of the instance in the top; empty for other points and in the top itself.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub instance: String,
}

impl Point {
    /// For a bit of a register, the bit of all instances of its module.
    pub fn of_all_instances(&self) -> Self {
        Self { kind: Kind::Toggle, instance: String::new(), ..self.clone() }
    }

    /// The signal of a bit.
    fn signal(&self) -> &str {
        self.name.split(['[', '.']).next().unwrap_or_default()
    }
}

/// Names of the registers of each file, whose names are relative to `root`.
struct Registers<'r> {
    root: &'r Path,
    files: HashMap<String, BTreeSet<String>>,
}

impl Registers<'_> {
    /// Whether a bit is one of a register. Without the text of the file, a bit that never toggles would not be missing.
    fn has(&mut self, point: &Point) -> Result<bool, CountsError> {
        if !self.files.contains_key(&point.file) {
            let text = std::fs::read_to_string(self.root.join(&point.file));
            let text = text.map_err(|_| fault(1, "source file that can be read", &point.file))?;
            self.files.insert(point.file.clone(), registers(&text));
        }
        Ok(self.files.get(&point.file).is_some_and(|names| names.contains(point.signal())))
    }
}

/// The points of an RTL, each with whether it is covered: the statements were executed, or the bit toggled in both
/// directions in one instance of the module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(Point, bool)>", into = "Vec<(Point, bool)>")]
pub struct Points(BTreeMap<Point, bool>);

impl From<Vec<(Point, bool)>> for Points {
    fn from(list: Vec<(Point, bool)>) -> Self {
        Self(list.into_iter().collect())
    }
}

impl From<Points> for Vec<(Point, bool)> {
    fn from(points: Points) -> Self {
        points.0.into_iter().collect()
    }
}

/// What was counted for a point of one instance.
#[derive(Default)]
struct PointHits {
    /// Executed, or changed to 1.
    up: bool,
    /// Executed, or changed to 0.
    down: bool,
}

impl Points {
    /// Computes the coverage between two moments of one model from Verilator's counts, which are separate for each
    /// instance.
    ///
    /// # Errors
    /// [`CountsError`] for a line that is not a coverage point, and for a source file that cannot be read below `root`.
    pub fn between(before: &str, after: &str, root: &Path) -> Result<Self, CountsError> {
        // The first evaluation of a model may count changes from initial values that no signal had.
        let before: HashMap<&str, u64> =
            entries(before).map(|entry| entry.map(|(_, key, count)| (key, count))).collect::<Result<_, _>>()?;
        let mut instances: HashMap<(Point, &str), PointHits> = HashMap::new();
        for entry in entries(after) {
            let (line, key, count) = entry?;
            let Some((point, change)) = point(key).map_err(|what| fault(line, what, key))? else {
                continue;
            };
            let since = count.saturating_sub(before.get(key).copied().unwrap_or(0));
            let instance = fields(key).find(|(name, _)| *name == "h").map_or("", |(_, instance)| instance);
            let (up, down) = match change {
                // Combinational statements without a condition, or with a constant one, are counted in the first
                // evaluation only.
                Change::Executed => (count > 0, count > 0),
                Change::Up => (since > 0, false),
                Change::Down => (false, since > 0),
            };
            let seen = instances.entry((point, instance)).or_default();
            *seen = PointHits { up: seen.up || up, down: seen.down || down };
        }
        let (mut points, mut registers) = (Self::default(), Registers { root, files: HashMap::new() });
        for ((point, instance), seen) in instances {
            let covered = seen.up && seen.down;
            if point.kind == Kind::Toggle && registers.has(&point)? {
                // Outside are Verilator's own scope and the top.
                let instance = instance.splitn(3, '.').nth(2).unwrap_or_default().to_owned();
                let register = Point { kind: Kind::Register, instance, ..point.clone() };
                *points.0.entry(register).or_default() |= covered;
            }
            *points.0.entry(point).or_default() |= covered;
        }
        Ok(points)
    }

    /// Adds the coverage of another model.
    pub fn join(&mut self, other: Self) {
        other.0.into_iter().for_each(|(point, covered)| *self.0.entry(point).or_default() |= covered);
    }

    /// All points in order of file and line, each with whether it is covered.
    pub fn iter(&self) -> impl Iterator<Item = (&Point, bool)> {
        self.0.iter().map(|(point, &covered)| (point, covered))
    }
}

/// Kind of a count.
enum Change {
    /// Executions of statements.
    Executed,
    /// Changes of a bit to 1.
    Up,
    /// Changes of a bit to 0.
    Down,
}

fn fault(line: usize, what: &'static str, text: &str) -> CountsError {
    CountsError { line, what, text: text.replace(['\u{1}', '\u{2}'], " ") }
}

/// The line number, the quoted key, and the count.
fn entries(text: &str) -> impl Iterator<Item = Result<(usize, &str, u64), CountsError>> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#') && !line.is_empty());
    lines.map(|(line, number)| {
        let (key, count) = line
            .strip_prefix("C '")
            .and_then(|rest| rest.rsplit_once("' "))
            .ok_or_else(|| fault(number, "point", line))?;
        let count = count.trim().parse().map_err(|_| fault(number, "count", line))?;
        Ok((number, key, count))
    })
}

/// The names and values of a key.
fn fields(key: &str) -> impl Iterator<Item = (&str, &str)> {
    key.split('\u{1}').filter_map(|field| field.split_once('\u{2}'))
}

/// The point that a key describes, with the kind of its count; `None` for other kinds of coverage.
fn point(key: &str) -> Result<Option<(Point, Change)>, &'static str> {
    let fields: HashMap<&str, &str> = fields(key).collect();
    let field = |name: &str| fields.get(name).copied();
    let kind = match field("page").and_then(|page| page.split('/').next()).ok_or("page")? {
        "v_line" | "v_branch" => Kind::Line,
        "v_toggle" => Kind::Toggle,
        _ => return Ok(None),
    };
    let number = |name: &str| field(name).unwrap_or("0").parse::<u32>().ok();
    let name = field("o").ok_or("comment")?;
    let (name, change) = match (kind, name.rsplit_once(':')) {
        (Kind::Line, _) => (name, Change::Executed),
        (Kind::Toggle, Some((bit, "0->1"))) => (bit, Change::Up),
        (Kind::Toggle, Some((bit, "1->0"))) => (bit, Change::Down),
        _ => return Err("direction"),
    };
    let (line, column) = (number("l").ok_or("line")?, number("n").ok_or("column")?);
    let file = field("f").ok_or("file")?.to_owned();
    Ok(Some((Point { file, kind, line, column, name: name.to_owned(), instance: String::new() }, change)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as Verilator writes it.
    fn line(kind: &str, name: &str, instance: &str, count: u64) -> String {
        format!(
            "C '\u{1}f\u{2}rtl/a.v\u{1}l\u{2}23\u{1}n\u{2}5\u{1}page\u{2}v_{kind}/a__W4\u{1}o\u{2}{name}\u{1}h\u{2}.top.{instance}' {count}\n"
        )
    }

    /// The two lines of a bit that changed to 1 and to 0 these numbers of times.
    fn bit(name: &str, instance: &str, up: u64, down: u64) -> String {
        line("toggle", &format!("{name}:0->1"), instance, up) + &line("toggle", &format!("{name}:1->0"), instance, down)
    }

    fn covered(points: &Points) -> Vec<(&str, bool)> {
        points.iter().map(|(point, covered)| (point.name.as_str(), covered)).collect()
    }

    /// A folder with the file of these lines, which has no registers.
    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("rtl")).expect("a folder");
        std::fs::write(folder.path().join("rtl/a.v"), "module a;").expect("a file");
        folder
    }

    fn points(text: &str) -> Points {
        Points::between("", text, folder().path()).expect("points")
    }

    #[test]
    fn instances_share_a_point_that_one_of_them_must_cover_in_both_directions() {
        let apart = bit("q[0]", "u0", 7, 0) + &bit("q[0]", "u1", 0, 7);
        assert_eq!(covered(&points(&apart)), [("q[0]", false)]);
        let both = bit("q[0]", "u0", 0, 0) + &bit("q[0]", "u1", 1, 1);
        assert_eq!(covered(&points(&both)), [("q[0]", true)]);
        let executed = line("line", "case", "u0", 0) + &line("branch", "if", "u1", 1);
        assert_eq!(covered(&points(&executed)), [("case", false), ("if", true)]);
    }

    #[test]
    fn each_instance_must_cover_the_bits_of_its_registers() {
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), "always @(posedge clk) q <= d;").expect("a file");
        let text =
            bit("q[0]", "u0", 1, 1) + &bit("q[0]", "u1", 1, 0) + &bit("d[0]", "u0", 1, 1) + &bit("d[0]", "u1", 1, 0);
        let points = points(&text.replace("rtl/a.v", &file.path().display().to_string()));
        let covered = |of: Kind| -> Vec<_> {
            let points = points.iter().filter(|(point, _)| point.kind == of);
            points.map(|(point, covered)| (point.name.as_str(), point.instance.as_str(), covered)).collect()
        };
        assert_eq!(covered(Kind::Toggle), [("d[0]", "", true), ("q[0]", "", true)]);
        assert_eq!(covered(Kind::Register), [("q[0]", "u0", true), ("q[0]", "u1", false)]);
    }

    #[test]
    fn changes_before_the_start_do_not_count_but_executed_lines_do() {
        let (before, after) = (bit("q", "u", 1, 1), bit("q", "u", 2, 1));
        assert_eq!(covered(&Points::between(&before, &after, folder().path()).expect("points")), [("q", false)]);
        let before = line("line", "block", "u", 3);
        assert_eq!(covered(&Points::between(&before, &before, folder().path()).expect("points")), [("block", true)]);
    }

    #[test]
    fn merging_is_independent_of_order() {
        let all = [
            points(&bit("q", "u", 1, 1)),
            points(&(bit("q", "u", 1, 0) + &line("line", "else", "u", 0))),
            points(&line("line", "else", "u", 4)),
        ];
        let joined = |parts: &[&Points]| {
            parts.iter().fold(Points::default(), |mut sum, &part| {
                sum.join(part.clone());
                sum
            })
        };
        let (left, right) = (joined(&[&all[0], &all[1]]), joined(&[&all[1], &all[2]]));
        let whole = joined(&[&left, &all[2]]);
        assert_eq!(whole, joined(&[&all[0], &right]));
        assert_eq!(whole, joined(&[&all[2], &all[1], &all[0]]));
        assert_eq!(covered(&whole), [("else", true), ("q", true)]);
    }

    #[test]
    fn file_that_cannot_be_read_is_an_error() {
        let error = Points::between("", &bit("q", "u", 1, 1), Path::new("/nonexistent")).expect_err("an error");
        assert!(error.to_string().contains("source file that can be read: `rtl/a.v`"), "{error}");
    }

    #[test]
    fn invalid_lines_are_reported() {
        let error = |text: &str| Points::between("", text, folder().path()).expect_err("an error").to_string();
        assert!(
            error("# SystemC::Coverage-3\nnonsense\n").starts_with("line 2 of Verilator's coverage data has no point")
        );
        assert!(error(&line("line", "if", "u", 1).replace("' 1", "' x")).contains("has no count"));
        assert!(error(&line("toggle", "q[0]", "u", 1)).contains("has no direction"));
        assert!(error(&line("line", "if", "u", 1).replace("\u{1}f\u{2}", "\u{1}z\u{2}")).contains("has no file"));
        assert_eq!(points(&line("user", "cover", "u", 1)), Points::default());
    }
}
