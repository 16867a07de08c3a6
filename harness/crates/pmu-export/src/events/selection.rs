//! The bits of a select register that select an event.

use golden_model_core::description::{EventRow, Register};

/// What software writes to a select register so that its counter counts an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The value of the bits in `mask`; other bits are 0.
    pub value: u64,
    /// The bits that select the event. Don't-care bits of the unit mask and hard-wired fields are not among them. Of a mask that
    /// may be ORed with others it has the bit of this event only.
    pub mask: u64,
    /// The fields and their values, the lower part of the event code first.
    pub fields: Vec<(String, u64)>,
}

impl Selection {
    /// The bits of `register` that select `row`. `None` if the register has no field for the event code or for the mask of the row,
    /// or its fields are too narrow for them.
    pub(super) fn new(register: &Register, row: &EventRow) -> Option<Self> {
        let selects = register.selects?;
        let low = register.fields[selects.event].width;
        let code = u64::from(row.code);
        let high = selects.high.map(|field| (field, code.checked_shr(low).unwrap_or(0), u64::MAX));
        let own = match selects.high {
            Some(_) => code & (1_u64.checked_shl(low).unwrap_or(0).wrapping_sub(1)),
            None => code,
        };
        let mask = match row.umask.map(u64::from) {
            None => None,
            Some(umask) => {
                let care = if row.umask_kind == "bit" { umask } else { !u64::from(row.dont_care) };
                Some((selects.mask?, umask, care))
            }
        };
        let mut selection = Self { value: 0, mask: 0, fields: Vec::new() };
        for (position, value, care) in [Some((selects.event, own, u64::MAX)), high, mask].into_iter().flatten() {
            let field = &register.fields[position];
            if field.is_fixed() {
                continue;
            }
            let placed = value << field.low & field.mask();
            if field.extract(placed) != value {
                return None;
            }
            selection.value |= placed;
            selection.mask |= care << field.low & field.mask();
            selection.fields.push((field.name.clone(), value));
        }
        Some(selection)
    }
}
