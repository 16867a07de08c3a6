//! Buckets of divergences, so that a thousand failing programs read as three bugs.

use super::divergence::Divergence;
use super::driver::Driver;
use super::programs::position;
use super::signature::{CheckKind, Signature};
use super::suspects::Suspect;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Programs that diverge in the same check of the same register and field, regardless of unit and index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Bucket {
    /// Signature of the bucket, with the value that differs in its first divergence.
    #[serde(rename = "subject")]
    pub signature: Signature,
    /// Number of programs.
    pub count: u64,
    /// Names of the programs, in the order in which they run.
    pub programs: Vec<String>,
    /// The first divergence, in one line.
    pub first: String,
    /// Where the RTL drives the value.
    #[serde(flatten)]
    pub driver: Driver,
    /// The programs by what their divergence needs. Several triggers can be several bugs, or several ways to one.
    #[serde(default)]
    pub triggers: Vec<Trigger>,
    /// Options of choices under which the model agrees with the DUT in the first divergence.
    #[serde(default)]
    pub agrees_with: Vec<String>,
    /// The requirements that the bug most likely violates, most suspicious first.
    #[serde(default)]
    pub suspects: Vec<Suspect>,
    /// The program that reproduces the first divergence, shrunk if possible.
    pub repro: Option<String>,
    /// The waves around the first divergence. Files of the same name with the endings `.gtkw` and `.sucl` open them in GTKWave and
    /// Surfer.
    pub waves: Option<String>,
    /// The command that reproduces the first divergence.
    pub command: Option<String>,
    /// The complete first divergence, if none of `programs` has it: random programs of a seed have only one.
    #[serde(default)]
    pub divergence: Option<Box<Divergence>>,
}

/// Programs of a bucket whose divergence needs the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Trigger {
    /// The accesses, inputs, transactions and events that remain after shrinking, without unit, index and value, such as
    /// `write PerfEvtSel.EN`. Empty if the first program does not diverge alone and from the start.
    pub elements: Vec<String>,
    /// Names of the programs, in the order in which they run.
    pub programs: Vec<String>,
    /// The first program, shrunk if possible.
    pub repro: Option<String>,
    /// The command that runs it.
    pub command: Option<String>,
}

impl Bucket {
    /// Sorts divergences into buckets, in the given order.
    pub fn sort<'d>(divergences: impl IntoIterator<Item = &'d Divergence>) -> Vec<Self> {
        let mut buckets: Vec<Self> = Vec::new();
        for divergence in divergences {
            match buckets.iter_mut().find(|bucket| bucket.signature.is_alike(&divergence.signature)) {
                Some(bucket) => {
                    bucket.count += 1;
                    bucket.programs.push(divergence.program.clone());
                }
                None => buckets.push(Self {
                    signature: divergence.signature.clone(),
                    count: 1,
                    programs: vec![divergence.program.clone()],
                    first: divergence.headline(),
                    driver: Driver::default(),
                    triggers: Vec::new(),
                    agrees_with: Vec::new(),
                    suspects: Vec::new(),
                    repro: None,
                    waves: None,
                    command: None,
                    divergence: None,
                }),
            }
        }
        buckets
    }

    /// Updates the summary of the first divergence.
    pub fn update(&mut self, first: &Divergence) {
        self.agrees_with.clone_from(&first.agrees_with);
        self.repro.clone_from(&first.repro);
        self.waves.clone_from(&first.waves);
        self.command.clone_from(&first.command);
    }

    /// Lines about the cause: where the RTL drives a value that differs, and the requirements that the bug most likely violates.
    /// `manual` is the title of the manual to which their sections refer.
    pub fn cause(&self, manual: &str) -> String {
        let mut text = match self.signature.check {
            CheckKind::Assertion => String::new(),
            CheckKind::Expectation => {
                "  no value differs: the program is wrong, or RTL and model have the same error\n".to_owned()
            }
            _ => self.driver.lines(),
        };
        if !self.suspects.is_empty() {
            text.push_str(&format!("  requirements most likely violated, of {manual}:\n"));
        }
        for suspect in &self.suspects {
            let Suspect { rank, id, section, text: requirement, .. } = suspect;
            text.push_str(&format!("    {rank}. {id} (section {section}; {}): {requirement}\n", suspect.evidence()));
        }
        text
    }

    /// A line for each trigger, if there are several.
    pub fn trigger_lines(&self) -> impl Iterator<Item = String> + '_ {
        let line = |trigger: &Trigger| {
            let elements = match trigger.elements.is_empty() {
                true => "other programs".to_owned(),
                false => trigger.elements.join(", "),
            };
            let see = trigger.repro.as_ref().map(|repro| format!("; see {repro}")).unwrap_or_default();
            format!("triggered by {elements}: {}{see}", count(&trigger.programs))
        };
        self.triggers.iter().filter(|_| self.triggers.len() > 1).map(line)
    }

    /// One line: the value, the programs and the files.
    pub fn summary(&self) -> String {
        let programs = count(&self.programs);
        let driven = self.driver.summary().map(|driver| format!("; {driver}")).unwrap_or_default();
        let see = self.repro.as_ref().map(|repro| format!("; see {repro}")).unwrap_or_default();
        let agrees = match self.agrees_with.is_empty() {
            true => String::new(),
            false => format!("; agrees with {}", self.agrees_with.join(", or with ")),
        };
        format!(
            "{} ({}): {programs}; first {}{agrees}{driven}{see}",
            self.signature.place(),
            self.signature.check,
            self.first
        )
    }
}

/// Joins the buckets of two runs of one RTL. Those with the same signature become one, with the divergence of the program
/// that runs first. The order of the runs does not matter.
pub(super) fn join(left: &[Bucket], right: &[Bucket]) -> Vec<Bucket> {
    let mut all: Vec<Bucket> = left.to_vec();
    for bucket in right {
        match all.iter_mut().find(|known| known.signature.is_alike(&bucket.signature)) {
            Some(known) => *known = known.with(bucket),
            None => all.push(bucket.clone()),
        }
    }
    all.sort_by_cached_key(|bucket| (bucket.key(), bucket.signature.check as u8, bucket.signature.place()));
    all
}

impl Bucket {
    /// Sort key: it decides which of two buckets comes first and provides the divergence.
    fn key(&self) -> (Option<(u64, u64)>, String, String, Option<String>) {
        let (random, name) = position(self.programs.first().map_or("", String::as_str));
        (random, name.to_owned(), self.first.clone(), self.repro.clone())
    }

    fn with(&self, other: &Self) -> Self {
        let (first, second) = if other.key() < self.key() { (other, self) } else { (self, other) };
        let programs = joined(&first.programs, &second.programs);
        let mut triggers = first.triggers.clone();
        for trigger in &second.triggers {
            match triggers.iter_mut().find(|known| known.elements == trigger.elements) {
                Some(known) => known.programs = joined(&known.programs, &trigger.programs),
                None => triggers.push(trigger.clone()),
            }
        }
        Self { count: programs.len() as u64, programs, triggers, ..first.clone() }
    }

    /// Drops the programs that `keeps` rejects.
    pub(super) fn retain(&mut self, keeps: impl Fn(&String) -> bool) {
        self.programs.retain(&keeps);
        self.count = self.programs.len() as u64;
        self.triggers.iter_mut().for_each(|trigger| trigger.programs.retain(&keeps));
        self.triggers.retain(|trigger| !trigger.programs.is_empty());
    }
}

/// The programs of both, in the order in which they run.
fn joined(one: &[String], other: &[String]) -> Vec<String> {
    let mut programs = [one, other].concat();
    programs.sort_by(|one, other| position(one).cmp(&position(other)));
    programs.dedup();
    programs
}

/// The name of one program, or the number of several.
fn count(programs: &[String]) -> String {
    match programs {
        [program] => program.clone(),
        programs => format!("{} programs", programs.len()),
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
    fn many_programs_become_few_buckets() {
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
        let found: Vec<_> = buckets.iter().map(|bucket| (bucket.signature.place(), bucket.count)).collect();
        let expected = ["pm", "PerfEvtSel.EN", "PerfEvtSel.INV", "PerfCtr", "PerfCtr"];
        assert_eq!(found, expected.map(|place| (place.to_owned(), 200)));
        assert_eq!(buckets[0].programs[..2], ["random-1-0", "random-1-5"]);
        assert_eq!(buckets[3].summary(), "PerfCtr (state): 200 programs; first cycle 7");
    }

    #[test]
    fn joining_keeps_all_triggers() {
        let bucket = |element: &str, program: &str| {
            let mut bucket = Bucket::sort(&[divergence(program, "state", "core0.PerfCtr1", "PerfCtr", None)]).remove(0);
            let (elements, programs) = (vec![element.to_owned()], vec![program.to_owned()]);
            bucket.triggers = vec![Trigger { elements, programs, repro: None, command: None }];
            bucket
        };
        let (read, reset) = (bucket("read PerfCtr", "a/one"), bucket("reset", "b/two"));
        let both = join(&join(std::slice::from_ref(&read), &[reset]), &[bucket("reset", "c/three")]);
        let lines: Vec<_> = both.iter().flat_map(Bucket::trigger_lines).collect();
        assert_eq!(lines, ["triggered by read PerfCtr: a/one", "triggered by reset: 2 programs"]);
        assert_eq!(read.trigger_lines().count(), 0, "one trigger needs no line");
    }

    /// The results need not contain the first program of a bucket in full.
    #[test]
    fn joining_keeps_all_buckets_and_programs_in_any_order() {
        let run = |seed: u64| {
            let pin = divergence("pins/own_pin", "output", "core0.pm", "pm", None);
            let counter = |number: u64| {
                divergence(&format!("random-{seed}-{number}"), "state", "core0.PerfCtr1", "PerfCtr", None)
            };
            let own = (seed == 1).then(|| divergence("random-1-11", "bus_read", "bus_error", "bus_error", None));
            let all: Vec<_> = [pin, counter(2), counter(10)].into_iter().chain(own).collect();
            let mut buckets = Bucket::sort(&all);
            buckets[1].repro = Some(format!("{seed}.pmu"));
            buckets
        };
        let joined = join(&run(2), &run(1));
        assert_eq!(joined, join(&run(1), &run(2)));
        assert_eq!(joined, join(&joined, &run(1)), "a program counts once");
        let programs: Vec<_> = joined.iter().map(|bucket| (bucket.count, bucket.programs.join(" "))).collect();
        let random = "random-1-2 random-1-10 random-2-2 random-2-10";
        let expected = [(1, "pins/own_pin"), (4, random), (1, "random-1-11")];
        assert_eq!(programs, expected.map(|(count, names)| (count, names.to_owned())));
        assert_eq!(joined[1].repro.as_deref(), Some("1.pmu"), "the repro is that of the first program");
        assert_eq!(join(&run(1), &[]), run(1));
    }
}
