//! A comparison as lines of text.

use super::{Change, ComparedRun, Comparison, Effort, Failure, FailureChanges, FigureChange, PmuComparison, Share};
use crate::console::{self, grouped, percent};
use crate::date::date;
use crate::verdict::Verdict;

/// The first names of a list, and the number of the others; JSON has all.
pub(super) fn first(names: &[String]) -> String {
    console::first(names.iter().cloned())
}

impl Comparison {
    /// The comparison as lines, the summary last.
    pub fn lines(&self) -> Vec<String> {
        let run = |letter: char, run: &ComparedRun, of: Verdict| {
            let ended = date(i64::try_from(run.finished_at).unwrap_or(i64::MAX));
            format!("{letter}: {}, {of}, {ended}, commit {}", run.name, run.commit)
        };
        let mut lines = vec![run('A', &self.runs.a, self.verdict.a), run('B', &self.runs.b, self.verdict.b)];
        if !self.circumstances.is_empty() {
            lines.push("not the same in both runs:".to_owned());
        }
        let pmus = self.pmus.len() + self.same.len();
        for one in &self.circumstances {
            let of = match one.pmus.len() {
                0 => String::new(),
                number if number == pmus && pmus > 1 => " of all PMUs".to_owned(),
                _ => format!(" of {}", first(&one.pmus)),
            };
            lines.push(format!("  {}{of}: {} -> {}", one.what, one.change.a, one.change.b));
        }
        for (run, only) in [("A", &self.only_in_a), ("B", &self.only_in_b)] {
            if !only.is_empty() {
                let only: Vec<String> = only.iter().map(|one| format!("{} ({})", one.pmu, one.verdict)).collect();
                lines.push(format!("only in {run}, so not compared: {}", only.join(", ")));
            }
        }
        lines.extend(self.pmus.iter().flat_map(PmuComparison::lines));
        if !self.same.is_empty() {
            lines.push(format!("no difference in: {}", self.same.join(", ")));
        }
        // A single PMU that differs has the same line in its part.
        if pmus > 1 || self.pmus.is_empty() {
            lines.push(self.effort.line());
        }
        lines.push(self.summary.clone());
        lines
    }
}

impl PmuComparison {
    fn lines(&self) -> Vec<String> {
        let Change { a, b } = self.verdict.map(Verdict::to_string);
        let changed = if self.verdict.is_change() { format!("{a} -> {b}") } else { format!("{b} in both") };
        let mut lines = vec![format!("{}: {changed}", self.pmu)];
        let mut add = |text: String| lines.push(format!("  {text}"));
        self.failures.lines().into_iter().for_each(&mut add);
        self.figures.iter().flat_map(FigureChange::lines).for_each(&mut add);
        self.not_compared.iter().for_each(|what| add(format!("not compared: {what}")));
        add(self.effort.line());
        lines
    }
}

impl FailureChanges {
    fn lines(&self) -> Vec<String> {
        let failures = [
            ("new failure", &self.new),
            ("new failure, whose programs did not run in A", &self.new_not_run_in_a),
            ("gone", &self.gone),
            ("failure of A, whose programs did not run in B", &self.not_run_in_b),
        ];
        let programs = [
            ("fails now, passed in A", &self.programs_failing_now),
            ("fails, did not run in A", &self.programs_failing_not_run_in_a),
            ("failed in A, passes now", &self.programs_passing_now),
            ("failed in A, did not run in B", &self.programs_failed_not_run_in_b),
            ("directed programs not run in A", &self.programs_only_in_b),
            ("directed programs not run in B", &self.programs_only_in_a),
            ("metamorphic checks not run in A", &self.checks_only_in_b),
            ("metamorphic checks not run in B", &self.checks_only_in_a),
        ];
        let failures = failures.iter().flat_map(|(what, list)| list.iter().map(move |one| one.line(what)));
        let programs = programs.iter().filter(|(_, names)| !names.is_empty());
        let programs = programs.map(|(what, names)| match names.len() {
            1 => format!("{what}: {}", names[0]),
            number => format!("{what}: {number}, {}", first(names)),
        });
        failures.chain(programs).collect()
    }
}

impl Failure {
    fn line(&self, what: &str) -> String {
        let programs = match self.programs.len() {
            0 => String::new(),
            1 => format!(": {}", self.programs[0]),
            number => format!(": {number} programs"),
        };
        let first = match self.first.is_empty() {
            true => String::new(),
            false => format!("; {}", self.first),
        };
        format!("{what}: {} ({}){programs}{first}", self.name, self.check)
    }
}

impl FigureChange {
    fn lines(&self) -> Vec<String> {
        let share = |share: &Option<Share>| match share {
            Some(Share { covered, total }) => format!("{covered}/{total}"),
            None => "not measured".to_owned(),
        };
        let Change { a, b } = self.change.map(share);
        let figure = &self.figure;
        let mut lines = vec![match (self.change.a, self.change.b) {
            (Some(one), Some(other)) if one != other => {
                let percent = |share: Share| percent(share.covered, share.total);
                format!("{figure}: {a} -> {b} ({} % -> {} %)", percent(one), percent(other))
            }
            (Some(_), Some(_)) => format!("{figure}: {b} in both"),
            _ => format!("{figure}: {a} -> {b}"),
        }];
        for (what, names) in
            [("lost", &self.lost), ("newly covered", &self.gained), ("no longer exists", &self.removed)]
        {
            if !names.is_empty() {
                lines.push(format!("  {what}: {}", first(names)));
            }
        }
        if self.is_measured_once() {
            return lines;
        }
        let threshold =
            self.threshold.map(|threshold| threshold.map_or("none".to_owned(), |of| format!("{} %", of * 100.0)));
        if self.threshold.is_change() {
            lines.push(format!("  threshold: {} -> {}", threshold.a, threshold.b));
        }
        match (self.reached.a, self.reached.b) {
            (Some(true), Some(false)) => lines.push(format!("  now below its threshold of {}", threshold.b)),
            (Some(false), Some(true)) => lines.push(format!("  now reaches its threshold of {}", threshold.b)),
            _ => {}
        }
        lines
    }
}

impl Effort {
    fn line(&self) -> String {
        let ratio = |ratio: Option<f64>| ratio.map_or(String::new(), |ratio| format!(" (x {ratio:.2})"));
        let cycles = self.cycles.map(|cycles| grouped(*cycles));
        let speed = self.cycles_per_second.map(|speed| format!("{:.2}", speed / 1e6));
        format!(
            "information only: cycles {} -> {}{}, Mcycles/s {} -> {}{}",
            cycles.a,
            cycles.b,
            ratio(self.cycles_ratio),
            speed.a,
            speed.b,
            ratio(self.speed_ratio)
        )
    }
}
