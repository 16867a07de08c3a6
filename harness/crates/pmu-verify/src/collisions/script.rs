//! The text of a program.

use super::cycle::{Conflict, CycleStatements, Line};
use golden_model_core::collisions::{Cause, Setting, StateField, Text};
use golden_model_core::Description;

/// A program under construction, with the line of the table for each of its lines.
pub(super) struct Script<'t> {
    state: &'t StateField,
    text: String,
    lines: Vec<usize>,
}

impl<'t> Script<'t> {
    /// Starts a program.
    pub fn new(pmu: &Description, state: &'t StateField) -> Self {
        let mut script = Self { state, text: String::new(), lines: Vec::new() };
        script.put(0, &format!("pmu {}", pmu.id));
        script
    }

    /// Adds those requirements of the causes that belong to this PMU.
    ///
    /// Requirements of PMUs inside it are covered where those are verified alone.
    pub fn covers(&mut self, pmu: &Description, causes: &[usize]) {
        let script = self;
        let own = causes.iter().flat_map(|&cause| &script.state.causes[cause].ids);
        let mut ids: Vec<&String> = own.chain(script.state.special(causes).iter().flat_map(|pair| &pair.ids)).collect();
        ids.retain(|id| pmu.knows(id));
        ids.sort();
        ids.dedup();
        let ids: Vec<&str> = ids.into_iter().map(String::as_str).collect();
        if !ids.is_empty() {
            script.put(0, &format!("covers {}", ids.join(" ")));
        }
    }

    /// The text of the program up to now.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The line of the table from which a line of the program comes, both from 1.
    ///
    /// 0 if it comes from no line of the table.
    pub fn line(&self, line: u32) -> usize {
        (line as usize).checked_sub(1).and_then(|position| self.lines.get(position)).copied().unwrap_or_default()
    }

    /// Appends the collision of the causes from one start value, on one instance of the field.
    pub fn value(&mut self, causes: &[usize], value: usize, instance: &[(String, String)]) -> Result<(), Conflict> {
        let number = self.state.values[value].value;
        let known = self.known(value, instance);
        let special = self.state.special(causes);
        let (before, act) = (
            self.cycle(causes, special.and_then(|pair| pair.before.as_ref()), |cause| &cause.before, &known)?,
            self.cycle(causes, special.and_then(|pair| pair.act.as_ref()), |cause| &cause.act, &known)?,
        );
        let mut lead = self.lead(causes, value, special.and_then(|pair| pair.prepare.as_ref()), &known);
        match before.only_untimed() {
            // No statement of the cycle before needs a separate cycle: they go into that of the write that sets the value.
            Some(untimed) if !self.state.lead && (untimed.is_empty() || ends_in_write(&lead)) => {
                let last = lead.len().saturating_sub(1);
                lead.splice(last..last, untimed.iter().cloned());
            }
            _ => lead.extend(before.statements()),
        }
        let outcome = self.state.outcome(causes);
        let next = self.state.in_place(&self.state.next(&outcome, number, &known), &known);
        let start = self.state.in_place(&number.to_string(), &known);
        let state: Vec<Line> = self.state.state.statements(&known).collect();
        for (line, statement) in lead {
            self.put(line, &statement);
        }
        for (line, name) in &state {
            self.put(*line, &format!("expect {name} == {start}"));
        }
        for (line, statement) in act.statements() {
            self.put(line, &statement);
        }
        for (line, name) in &state {
            self.put(*line, &format!("expect {name} == {next}"));
        }
        Ok(())
    }

    /// Appends one cause and, this number of cycles later, another. What follows is left to the comparison of DUT and model.
    pub fn successive(
        &mut self,
        [first, second]: [usize; 2],
        delay: usize,
        value: usize,
        instance: &[(String, String)],
    ) -> Result<(), Conflict> {
        let known = self.known(value, instance);
        let of = |text: &Text| CycleStatements::of(text, &known);
        let [first_cause, second_cause] = [first, second].map(|cause| &self.state.causes[cause]);
        let mut cycles = vec![CycleStatements::default(); delay + 2];
        for (at, text) in [
            (0, &first_cause.before),
            (1, &first_cause.act),
            (delay, &second_cause.before),
            (delay + 1, &second_cause.act),
        ] {
            cycles[at] = std::mem::take(&mut cycles[at]).with(of(text)?)?;
        }
        for (line, statement) in self.lead(&[first, second], value, None, &known) {
            self.put(line, &statement);
        }
        for (line, statement) in cycles.iter().flat_map(CycleStatements::statements) {
            self.put(line, &statement);
        }
        self.put(0, "wait 2");
        Ok(())
    }

    /// Appends a cause that acts on several instances of the field in the same cycle.
    pub fn simultaneous(
        &mut self,
        cause: usize,
        value: usize,
        instances: &[&[(String, String)]],
    ) -> Result<(), Conflict> {
        let (mut lead, mut act) = (Vec::new(), CycleStatements::default());
        for instance in instances {
            let known = self.known(value, instance);
            let statements = self.lead(&[cause], value, None, &known);
            // One reset, before all others.
            lead.extend(statements.into_iter().skip(usize::from(!lead.is_empty())));
            act = act.with(CycleStatements::of(&self.state.causes[cause].act, &known)?)?;
        }
        for (line, statement) in lead.into_iter().chain(act.statements()) {
            self.put(line, &statement);
        }
        self.put(0, "wait 2");
        Ok(())
    }

    /// The placeholders of an instance and of a start value.
    fn known(&self, value: usize, instance: &[(String, String)]) -> Vec<(String, String)> {
        let value = ("value".to_owned(), self.state.values[value].value.to_string());
        instance.iter().cloned().chain([value]).collect()
    }

    /// The statements that lead to the value: reset, preparation, setting the value, arming the causes.
    fn lead(&self, causes: &[usize], value: usize, special: Option<&Text>, known: &[(String, String)]) -> Vec<Line> {
        let set = match &self.state.set {
            Setting::All(text) => text,
            Setting::Each(texts) => &texts[value],
        };
        let causes = || causes.iter().map(|&cause| &self.state.causes[cause]);
        let prepare: Vec<&Text> = match special {
            Some(text) => vec![text],
            None => causes().map(|cause| &cause.prepare).collect(),
        };
        let texts =
            [&self.state.prepare].into_iter().chain(prepare).chain([set]).chain(causes().map(|cause| &cause.arm));
        [(0, "reset".to_owned())].into_iter().chain(texts.flat_map(|text| text.statements(known))).collect()
    }

    fn cycle(
        &self,
        causes: &[usize],
        special: Option<&Text>,
        of: impl Fn(&Cause) -> &Text,
        known: &[(String, String)],
    ) -> Result<CycleStatements, Conflict> {
        if let Some(text) = special {
            return CycleStatements::of(text, known);
        }
        let mut cycle = CycleStatements::default();
        for &cause in causes {
            cycle = cycle.with(CycleStatements::of(of(&self.state.causes[cause]), known)?)?;
        }
        Ok(cycle)
    }

    fn put(&mut self, line: usize, statement: &str) {
        self.lines.push(line);
        self.text.push_str(statement);
        self.text.push('\n');
    }
}

fn ends_in_write(statements: &[Line]) -> bool {
    statements.last().is_some_and(|(_, statement)| statement.starts_with("write "))
}
