//! All bins of a PMU, and the values that are sampled for them.

use super::access::AccessMap;
use super::cross::Cross;
use super::error::PlanError;
use super::fields::FieldBins;
use super::groups::{expand, Change, GroupInstance, Moment};
use super::refused::RefusedBins;
use super::situations::Situations;
use golden_model_core::description::ImpossibleBins;
use golden_model_core::register_port::RequestPort;
use golden_model_core::{Bits, Pmu};
use pmu_program::Names;
use regex::Regex;
use std::ops::Range;

/// Bins with one sampling event.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub name: String,
    pub doc: String,
    pub requirements: Vec<String>,
    /// Positions of its bins.
    pub bins: Range<usize>,
}

/// The changes that are detected in one word of the observation.
#[derive(Clone, Debug)]
pub(super) struct ChangeTrigger {
    pub word: usize,
    pub fires: Vec<AccessTrigger>,
}

/// A change on which a cross is sampled.
#[derive(Clone, Debug)]
pub(super) struct AccessTrigger {
    pub change: Change,
    /// The bits of the word that belong to the value.
    pub mask: u64,
    /// Position in [`Points::crosses`].
    pub cross: usize,
}

/// Bins and crosses that are sampled when a register is accessed.
#[derive(Clone, Debug, Default)]
pub(super) struct RegisterBins {
    pub fields: Vec<FieldBins>,
    /// Positions in [`Points::crosses`] of the crosses sampled on writes.
    pub written: Vec<usize>,
    /// Positions in [`Points::crosses`] of the crosses sampled on reads.
    pub read: Vec<usize>,
}

/// The bins of a PMU: those of its coverage plan, then its situations.
pub struct Points {
    pub(super) groups: Vec<Group>,
    /// Number of groups of the plan.
    pub(super) plan_groups: usize,
    pub(super) situations: Situations,
    /// Name of each bin.
    pub(super) names: Vec<String>,
    /// For each bin the position in [`Points::reasons`], if it is impossible.
    pub(super) impossible: Vec<Option<usize>>,
    pub(super) reasons: Vec<ImpossibleBins>,
    pub(super) crosses: Vec<Cross>,
    pub(super) watches: Vec<ChangeTrigger>,
    /// Positions of the crosses that are sampled in cycles with reset.
    pub(super) resets: Vec<usize>,
    /// Positions of the crosses that are sampled on accepted accesses.
    pub(super) accepted: Vec<usize>,
    /// Positions of the crosses that are sampled on refused accesses.
    pub(super) refusals: Vec<usize>,
    pub(super) refused: Option<RefusedBins>,
    pub(super) map: AccessMap,
    /// In the order of the map's units.
    pub(super) registers: Vec<RegisterBins>,
    pub(super) port: RequestPort,
    pub(super) error: Bits,
    pub(super) frame_words: usize,
    pub(super) observation_words: usize,
}

impl Points {
    /// Builds the bins of a description's coverage plan, and its situations.
    ///
    /// # Errors
    /// A name that the description does not have, classes that do not fit, or an impossible bin that does not exist.
    pub fn new(pmu: &Pmu) -> Result<Self, PlanError> {
        Self::build(pmu).map_err(|what| PlanError { pmu: pmu.description.id.clone(), what })
    }

    fn build(pmu: &Pmu) -> Result<Self, String> {
        let (description, plan) = (&pmu.description, &pmu.description.coverage);
        let map = AccessMap::new(description);
        let applies = |requires: &Option<String>| requires.as_ref().map_or(Ok(true), |it| description.satisfies(it));
        let mut reasons = Vec::new();
        for entry in &plan.impossible {
            if applies(&entry.requires)? {
                reasons.push(entry.clone());
            }
        }
        let mut points = Self {
            groups: Vec::new(),
            plan_groups: 0,
            situations: Situations::default(),
            names: Vec::new(),
            impossible: Vec::new(),
            reasons,
            crosses: Vec::new(),
            watches: Vec::new(),
            resets: Vec::new(),
            accepted: Vec::new(),
            refusals: Vec::new(),
            refused: None,
            registers: vec![RegisterBins::default(); map.units.len()],
            map,
            port: RequestPort::new(pmu),
            error: pmu.observation.slot("bus_error").bits(),
            frame_words: pmu.frame.words(),
            observation_words: pmu.observation.words(),
        };
        if plan.fields {
            points.add_fields(pmu);
        }
        if plan.refused {
            let (refused, names) = RefusedBins::new(description, points.names.len());
            points.refused = Some(refused);
            points.add_group("refused", "Accesses that are refused, by what is wrong with them.", &[], names);
        }
        let by_name = Names::new(pmu);
        for group in &plan.groups {
            if !applies(&group.requires)? {
                continue;
            }
            let owned = expand(&by_name, group, points.names.len())?;
            let name = |owned: &GroupInstance| {
                let owner = owned.owner.clone();
                let bin = move |bin: usize| (owner.clone(), owned.cross.label(bin));
                (0..owned.cross.len()).map(bin).collect::<Vec<_>>()
            };
            let labels = owned.iter().flat_map(name);
            let names = labels.map(|(owner, label)| match (owner.is_empty(), label.is_empty()) {
                (true, _) => label,
                (_, true) => owner,
                _ => format!("{owner}/{label}"),
            });
            points.add_group(&group.name, &group.doc, &group.requirements, names.collect());
            owned.into_iter().for_each(|owned| points.add_cross(owned));
        }
        points.mark_impossible()?;
        points.add_situations(pmu);
        Ok(points)
    }

    /// Adds the situations, none of which is impossible.
    fn add_situations(&mut self, pmu: &Pmu) {
        self.plan_groups = self.groups.len();
        let (situations, groups) = Situations::new(pmu, &self.map, self.names.len());
        self.situations = situations;
        groups.into_iter().for_each(|(name, doc, bins)| self.add_group(name, doc, &[], bins));
        self.impossible.resize(self.names.len(), None);
    }

    fn add_fields(&mut self, pmu: &Pmu) {
        let mut all = Vec::new();
        for place in 0..self.map.units.len() {
            let (fields, names) = FieldBins::of_register(pmu, self.map.units[place], all.len());
            self.registers[place].fields = fields;
            all.extend(names);
        }
        self.add_group("fields", "Value classes of every writable field: written, and held after it.", &[], all);
    }

    fn add_group(&mut self, name: &str, doc: &str, requirements: &[String], bins: Vec<String>) {
        let first = self.names.len();
        self.names.extend(bins.into_iter().map(|bin| match bin.is_empty() {
            true => name.to_owned(),
            false => format!("{name}/{bin}"),
        }));
        let (name, doc) = (name.to_owned(), doc.to_owned());
        self.groups.push(Group { name, doc, requirements: requirements.to_vec(), bins: first..self.names.len() });
    }

    fn add_cross(&mut self, owned: GroupInstance) {
        let cross = self.crosses.len();
        self.crosses.push(owned.cross);
        match owned.moment {
            Moment::Reset => self.resets.push(cross),
            Moment::Accepted => self.accepted.push(cross),
            Moment::Refused => self.refusals.push(cross),
            Moment::Change(change, value) => self.add_watch(change, value, cross),
            Moment::Written(unit, register) => self.at(unit, register).written.push(cross),
            Moment::Read(unit, register) => self.at(unit, register).read.push(cross),
        }
    }

    /// The bins of a register. Every register of every unit with a number has an entry.
    fn at(&mut self, unit: usize, register: usize) -> &mut RegisterBins {
        let here = |place: &crate::register_id::RegisterId| (place.unit, place.register) == (unit, register);
        let place = self.map.units.iter().position(here).unwrap_or_default();
        &mut self.registers[place]
    }

    fn add_watch(&mut self, change: Change, value: Bits, cross: usize) {
        for (word, mask) in value.masks() {
            let fire = AccessTrigger { change, mask, cross };
            match self.watches.iter_mut().find(|watch| watch.word == word) {
                Some(watch) => watch.fires.push(fire),
                None => self.watches.push(ChangeTrigger { word, fires: vec![fire] }),
            }
        }
    }

    fn mark_impossible(&mut self) -> Result<(), String> {
        self.impossible = vec![None; self.names.len()];
        for (position, entry) in self.reasons.iter().enumerate() {
            let pattern = format!("^{}$", regex::escape(&entry.bins).replace(r"\*", ".*"));
            let pattern = Regex::new(&pattern).map_err(|error| format!("impossible `{}`: {error}", entry.bins))?;
            let matching: Vec<_> = (0..self.names.len()).filter(|&bin| pattern.is_match(&self.names[bin])).collect();
            if matching.is_empty() {
                return Err(format!("impossible `{}`: there is no such bin", entry.bins));
            }
            matching.into_iter().for_each(|bin| self.impossible[bin] = Some(position));
        }
        Ok(())
    }

    /// The coverage groups of a requirement, each with its number of bins.
    pub fn groups_of<'s>(&'s self, requirement: &'s str) -> impl Iterator<Item = (&'s str, usize)> + 's {
        let of = move |group: &&Group| group.requirements.iter().any(|id| id == requirement);
        self.groups.iter().filter(of).map(|group| (group.name.as_str(), group.bins.len()))
    }

    /// Number of bins.
    pub fn bins(&self) -> usize {
        self.names.len()
    }
}
