//! Transactions: several inputs that together describe one occurrence in a cycle.

use super::error::LoadResult;
use super::raw::{Lanes, RawTransaction, RawTransactionField};
use super::{Input, Unit};
use crate::placeholders::numbered;
use std::collections::BTreeMap;

/// An occurrence in one cycle, such as a retired branch, with the inputs that describe it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transaction {
    /// Name in programs, such as `thread0.branch`.
    pub name: String,
    /// Name in the description, without the unit, `{index}` for the element.
    pub pattern: String,
    /// Position in [`super::Description::units`] of its unit, if any.
    pub unit: Option<usize>,
    /// The input that is 1 in the cycle of a transaction.
    pub valid: Option<usize>,
    /// Positions in [`super::Description::inputs`], with their fixed values in such a transaction.
    pub fixed: Vec<(usize, u64)>,
    /// The fields, which differ between transactions.
    pub fields: Vec<TransactionField>,
    /// Section of the manual.
    pub section: String,
    /// Description.
    pub doc: String,
}

/// A field of a transaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransactionField {
    /// Name in programs.
    pub name: String,
    /// Position in [`super::Description::inputs`].
    pub input: usize,
    /// Lowest bit of the field in the input.
    pub low: u32,
    /// Width in bits, which may be the width of the input.
    pub width: u32,
    /// Number of low bits of the program's value that the input does not have; they are 0.
    pub shift: u32,
    /// Value of the input if the program does not give the field.
    pub default: u64,
    /// Names of values of the input.
    pub values: BTreeMap<String, u64>,
    /// The input that is 1 when the field is given, and 0 otherwise.
    pub with: Option<usize>,
}

impl Transaction {
    /// The position of the field of that name.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.name == name)
    }
}

impl Lanes {
    /// Whether a transaction is one of the lanes.
    pub fn has(&self, transaction: &Transaction) -> bool {
        transaction.pattern == self.transaction
    }

    pub(super) fn check(&self, transactions: &[Transaction]) -> LoadResult<()> {
        let lane = transactions.iter().find(|transaction| self.has(transaction));
        let lane = lane.ok_or_else(|| format!("lanes: no transaction {}", self.transaction))?;
        let names = [&self.code, &self.umasks, &self.amount, &self.unit];
        match names.into_iter().find(|name| lane.field(name).is_none()) {
            Some(name) => Err(format!("lanes: transaction {} has no field {name}", self.transaction)),
            None => Ok(()),
        }
    }
}

/// The transactions of an entry: one for each unit of a kind, or for each element.
pub(super) fn expand(
    raw: &RawTransaction,
    kind: Option<usize>,
    units: &[Unit],
    inputs: &[Input],
) -> LoadResult<Vec<Transaction>> {
    let owners: Vec<Option<usize>> = match kind {
        Some(kind) => (0..units.len()).filter(|&unit| units[unit].kind == kind).map(Some).collect(),
        None => vec![None],
    };
    let mut transactions = Vec::new();
    for unit in owners {
        for element in 0..raw.count as usize {
            transactions.push(one(raw, unit, element, units, inputs)?);
        }
    }
    Ok(transactions)
}

fn one(
    raw: &RawTransaction,
    unit: Option<usize>,
    element: usize,
    units: &[Unit],
    inputs: &[Input],
) -> LoadResult<Transaction> {
    let find = |name: &String| -> LoadResult<usize> {
        let name = numbered(name, element)?;
        let own = unit.map(|unit| format!("{}.{name}", units[unit].name));
        let found = inputs.iter().position(|input| input.name == name || Some(&input.name) == own.as_ref());
        found.ok_or_else(|| format!("transaction {}: no input {name}", raw.name))
    };
    // Position, lowest bit and width of an input or of one of its fields.
    let part = |name: &String| -> LoadResult<(usize, u32, u32)> {
        let top = find(name).map(|input| (input, 0, inputs[input].at.width));
        let Some((input, field)) = name.rsplit_once('.').filter(|_| top.is_err()) else { return top };
        let input = find(&input.to_owned())?;
        let found = inputs[input].fields.iter().find(|known| known.name == field);
        let found =
            found.ok_or_else(|| format!("transaction {}: {} has no field {field}", raw.name, inputs[input].name))?;
        Ok((input, found.low, found.width))
    };
    let mut fixed = raw.fixed.iter().map(|(name, value)| Ok((find(name)?, *value))).collect::<LoadResult<Vec<_>>>()?;
    if let (Some(name), Some(unit)) = (&raw.unit, unit) {
        fixed.push((find(name)?, units[unit].index as u64));
    }
    let field = |raw: &RawTransactionField| -> LoadResult<TransactionField> {
        let (input, low, width) = part(&raw.input)?;
        Ok(TransactionField {
            name: raw.name.clone(),
            input,
            low,
            width,
            shift: raw.shift,
            default: raw.default,
            values: raw.values.clone(),
            with: raw.with.as_ref().map(find).transpose()?,
        })
    };
    let name = numbered(&raw.name, element)?;
    Ok(Transaction {
        name: unit.map_or(name.clone(), |unit| format!("{}.{name}", units[unit].name)),
        pattern: raw.name.clone(),
        unit,
        valid: raw.valid.as_ref().map(find).transpose()?,
        fixed,
        fields: raw.field.iter().map(field).collect::<Result<_, _>>()?,
        section: raw.section.clone(),
        doc: numbered(&raw.doc, element)?,
    })
}
