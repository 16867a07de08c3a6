//! Divergences that are about the same thing, so that a thousand failing programs read as three bugs.

use crate::lockstep::{Divergence, Subject};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The programs that diverge in the same check of the same register and field, whichever unit and index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bucket {
    /// What they have in common, with the value that shows it in the first of them.
    pub subject: Subject,
    /// Number of programs.
    pub count: u64,
    /// Their names, in the order in which they run.
    pub programs: Vec<String>,
    /// The first divergence, in one line.
    pub first: String,
    /// The file of the RTL in which the value is declared, or the manifest where that is not known.
    pub file: Option<String>,
    /// The line of the declaration, from 1.
    pub line: Option<u32>,
    /// The program that reproduces it, shrunk where that was possible.
    pub repro: Option<String>,
    /// The waves around it.
    pub waves: Option<String>,
    /// The command that reproduces it.
    pub command: Option<String>,
    /// The first divergence in full, where none of `programs` shows it: random programs of a seed show one only.
    #[serde(default)]
    pub divergence: Option<Box<Divergence>>,
}

impl Bucket {
    /// Sorts divergences into buckets, in the order in which they are given.
    pub fn sort<'d>(divergences: impl IntoIterator<Item = &'d Divergence>) -> Vec<Self> {
        let mut buckets: Vec<Self> = Vec::new();
        for divergence in divergences {
            match buckets.iter_mut().find(|bucket| bucket.subject.is_alike(&divergence.subject)) {
                Some(bucket) => {
                    bucket.count += 1;
                    bucket.programs.push(divergence.program.clone());
                }
                None => buckets.push(Self {
                    subject: divergence.subject.clone(),
                    count: 1,
                    programs: vec![divergence.program.clone()],
                    first: divergence.headline(),
                    file: None,
                    line: None,
                    repro: None,
                    waves: None,
                    command: None,
                    divergence: None,
                }),
            }
        }
        buckets
    }

    /// Takes over what is known of its first divergence by now.
    pub fn update(&mut self, first: &Divergence) {
        self.repro.clone_from(&first.repro);
        self.waves.clone_from(&first.waves);
        self.command.clone_from(&first.command);
    }

    /// One line: what, in which programs, and where to look.
    pub fn summary(&self) -> String {
        let programs = match self.count {
            1 => self.programs.first().cloned().unwrap_or_default(),
            count => format!("{count} programs"),
        };
        let line = self.line.map(|line| format!(":{line}")).unwrap_or_default();
        let declared = self.file.as_ref().map(|file| format!("; {file}{line}")).unwrap_or_default();
        let see = self.repro.as_ref().map(|repro| format!("; see {repro}")).unwrap_or_default();
        format!("{} ({}): {programs}; first {}{declared}{see}", self.subject.place(), self.subject.check, self.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn divergence(program: &str, check: &str, value: &str, register: &str, field: Option<&str>) -> Divergence {
        let divergence = json!({
            "program": program, "seed": null, "cycle": 7, "differences": [], "failed_expectations": [], "shrunk": null,
            "subject": { "check": check, "value": value, "register": register, "field": field },
            "registers_before": [], "clock_before": [], "clock": [], "operations": [], "repro": null, "command": null,
            "waves": null
        });
        serde_json::from_value(divergence).expect("a divergence")
    }

    #[test]
    fn a_thousand_programs_are_few_bugs() {
        let many = (0..1000).map(|number| {
            let (unit, index) = (number % 2, number % 4);
            let name = format!("random-1-{number}");
            match number % 5 {
                0 => divergence(&name, "output", &format!("core{unit}.pm"), "pm", None),
                1 => divergence(&name, "state", &format!("core{unit}.PerfEvtSel{index}"), "PerfEvtSel", Some("EN")),
                2 => divergence(&name, "state", &format!("core{unit}.PerfEvtSel{index}"), "PerfEvtSel", Some("INV")),
                3 => divergence(&name, "state", &format!("core{unit}.PerfCtr{index}"), "PerfCtr", None),
                _ => divergence(&name, "expectation", &format!("core{unit}.PerfCtr{index}"), "PerfCtr", None),
            }
        });
        let buckets = Bucket::sort(&many.collect::<Vec<_>>());
        let found: Vec<_> = buckets.iter().map(|bucket| (bucket.subject.place(), bucket.count)).collect();
        let expected = ["pm", "PerfEvtSel.EN", "PerfEvtSel.INV", "PerfCtr", "PerfCtr"];
        assert_eq!(found, expected.map(|place| (place.to_owned(), 200)));
        assert_eq!(buckets[0].programs[..2], ["random-1-0", "random-1-5"]);
        assert_eq!(buckets[3].summary(), "PerfCtr (state): 200 programs; first cycle 7");
    }
}
