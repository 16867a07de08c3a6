//! Replaces operations by simpler ones: less time, smaller values, fewer units.

use super::search::Search;
use golden_model_core::Pmu;
use pmu_dut::{Dut, DutError};
use pmu_program::{accessed_register, Access, Activity, Assignment, Duration, Expected, Op, OpKind, TransactionDrive};

/// Largest number of occurrences in a cycle that are assumed when a wait is shortened.
const MOST_IN_A_CYCLE: u64 = 4;

impl<D: Dut> Search<'_, D> {
    /// Replaces each operation by simpler ones until no replacement works.
    ///
    /// Replacements follow a well-founded order (a wait is simpler than an access, a raise than a hold, few set bits than
    /// many), so the search ends.
    pub fn simplify(&mut self) -> Result<bool, DutError> {
        let mut simpler = false;
        let mut position = 0;
        while let Some(op) = self.program.ops.get(position).filter(|_| !self.is_over()).cloned() {
            let mut found = false;
            for kind in replacements(self.pmu, &op.kind) {
                let mut ops = self.program.ops.clone();
                ops[position].kind = kind;
                if self.accepts(ops)? {
                    found = true;
                    break;
                }
            }
            simpler |= found;
            position += usize::from(!found);
        }
        Ok(simpler)
    }

    /// Shortens long waits during which a counter counts.
    ///
    /// An earlier write gives the counter a value that is higher by the lost counts.
    pub fn wait_less(&mut self) -> Result<bool, DutError> {
        let mut shorter = false;
        for position in 0..self.program.ops.len() {
            let Some(&Op { kind: OpKind::Wait(cycles @ 3..), .. }) = self.program.ops.get(position) else { continue };
            for write in 0..position {
                if self.is_over() {
                    return Ok(shorter);
                }
                let variants = [1, 2].into_iter().flat_map(|left| (1..=MOST_IN_A_CYCLE).map(move |each| (left, each)));
                for (left, each) in variants {
                    let Some(value) = self.counted_on(write, (cycles - left) * each) else { break };
                    let mut ops = self.program.ops.clone();
                    ops[write].kind = value;
                    ops[position].kind = OpKind::Wait(left);
                    if self.accepts(ops)? {
                        shorter = true;
                        break;
                    }
                }
            }
        }
        Ok(shorter)
    }

    /// The write of a counter with a value that is higher by `count`.
    fn counted_on(&self, position: usize, count: u64) -> Option<OpKind> {
        let OpKind::Access(access @ Access { write: Some(value), .. }) = &self.program.ops.get(position)?.kind else {
            return None;
        };
        let (_, _, path) = accessed_register(access, self.pmu).filter(|(_, register, _)| register.counter)?;
        let higher = value.wrapping_add(count) & (u64::MAX >> (64 - path.width.clamp(1, 64)));
        Some(OpKind::Access(Access { write: Some(higher), ..access.clone() }))
    }
}

/// Simpler operations, the simplest first.
pub(super) fn replacements(pmu: &Pmu, kind: &OpKind) -> Vec<OpKind> {
    let mut all = Vec::new();
    match kind {
        OpKind::Expect { .. } | OpKind::Wait(..=1) => {}
        OpKind::Wait(cycles) => all.extend(fewer(*cycles).map(OpKind::Wait)),
        OpKind::Set(assignment) => {
            all.extend(values(assignment.value).map(|value| OpKind::Set(Assignment { value, ..*assignment })));
        }
        OpKind::Pulse(assignment) => {
            all.extend(values(assignment.value).map(|value| OpKind::Pulse(Assignment { value, ..*assignment })));
        }
        OpKind::Report(transaction) => all.extend(transactions(transaction)),
        OpKind::Hold(activity) => {
            all.push(OpKind::Raise(activity.clone()));
            all.extend(activities(activity).map(OpKind::Hold));
        }
        OpKind::Raise(activity) => all.extend(activities(activity).map(OpKind::Raise)),
        OpKind::Access(access) => {
            all.push(OpKind::Wait(1));
            all.extend(accesses(pmu, access).map(OpKind::Access));
        }
        OpKind::Reset(None) => all.push(OpKind::Wait(1)),
        OpKind::Reset(Some(access)) => {
            all.extend([OpKind::Wait(1), OpKind::Reset(None), OpKind::Access(access.clone())]);
            all.extend(accesses(pmu, access).map(|access| OpKind::Reset(Some(access))));
        }
    }
    all
}

/// Smaller numbers above 0, the smallest first.
pub(super) fn fewer(number: u64) -> impl Iterator<Item = u64> {
    let halves = std::iter::successors(Some(number / 2), |step| Some(step / 2)).take_while(|&step| step > 0);
    [1].into_iter().chain(halves.map(move |step| number - step)).filter(move |&fewer| fewer > 0 && fewer < number)
}

/// Values with fewer ones.
fn values(value: u64) -> impl Iterator<Item = u64> {
    let ones = (0..64).rev().filter(move |bit| value >> bit & 1 == 1);
    let none = (value.count_ones() > 1).then_some(0);
    none.into_iter().chain(ones.map(move |bit| value & !(1 << bit)))
}

/// The transaction in one cycle only, with one field fewer, or with fewer ones in a field.
fn transactions(transaction: &TransactionDrive) -> impl Iterator<Item = OpKind> + '_ {
    let made = |transaction: TransactionDrive| OpKind::Report(Box::new(transaction));
    let once = (transaction.lasting == Duration::Held)
        .then(|| TransactionDrive { lasting: Duration::Raised, ..transaction.clone() });
    let given = transaction.given.iter().enumerate().filter_map(|(field, value)| Some((field, (*value)?)));
    let less = given.flat_map(|(field, value)| {
        std::iter::once(None).chain(values(value).map(Some)).map(move |value| (field, value))
    });
    let changed = less.map(|(field, value)| {
        let mut transaction = transaction.clone();
        transaction.given[field] = value;
        transaction
    });
    once.into_iter().chain(changed).map(made)
}

/// Fewer occurrences.
fn activities(activity: &Activity) -> impl Iterator<Item = Activity> + '_ {
    fewer(activity.count).map(|count| Activity { count, ..activity.clone() })
}

/// The access to one unit only, without an expectation, and with fewer ones in its data.
fn accesses<'p>(pmu: &'p Pmu, access: &Access) -> impl Iterator<Item = Access> + 'p {
    let description = &pmu.description;
    let is_broadcast = description.broadcast.as_ref().is_some_and(|all| all.number == access.unit);
    let units = description.units.iter().filter(move |_| is_broadcast).filter_map(|unit| unit.number);
    let own = access.clone();
    let narrow = units.map(move |unit| Access { unit, ..own.clone() });
    let own = access.clone();
    let unchecked = (access.expected != Expected::Anything).then_some(Access { expected: Expected::Anything, ..own });
    let complete = accessed_register(access, pmu).filter(|(_, register, path)| path.width == register.width);
    let fields = complete.map(|(_, register, _)| register.fields.as_slice()).unwrap_or_default();
    let own = access.clone();
    let smaller = access.write.into_iter().flat_map(move |value| {
        let cleared = fields.iter().filter(|field| field.width > 1 && field.width < 64);
        let cleared = cleared.map(move |field| value & !(((1 << field.width) - 1) << field.low));
        let different = cleared.filter(move |&cleared| cleared != value);
        let zero = (value != 0).then_some(0);
        zero.into_iter().chain(different).chain(values(value)).collect::<Vec<_>>()
    });
    narrow.chain(unchecked).chain(smaller.map(move |value| Access { write: Some(value), ..own.clone() }))
}
