//! Registers, their fields and their access paths.

use super::error::LoadResult;
use super::mask::ones;
use super::names::bits;
use super::raw::{FieldAccess, RawAccess, RawField, RawRegister};
use super::{Operation, Space, Unit};
use crate::placeholders::numbered;

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Name with its index, such as `PerfCtr2`.
    pub name: String,
    /// Name in the description, such as `PerfCtr{index}`.
    pub pattern: String,
    /// The number that replaces `{index}` in the name, if the manual does not count from 0.
    pub number: Option<usize>,
    /// Short name for programs, if the name in the manual is long.
    pub short: Option<String>,
    /// Position in [`super::Description::kinds`] of the units that have it.
    pub kind: usize,
    /// Width in bits.
    pub width: u32,
    /// Whether it counts.
    pub counter: bool,
    /// For a counter of selectable events, the position of its select register.
    pub select: Option<usize>,
    /// For a counter that is wider than its register, the position of the register with the upper bits.
    pub upper: Option<usize>,
    /// For a select register, the fields that select the event.
    pub selects: Option<Selects>,
    /// Access paths, the usual one first.
    pub access: Vec<AccessPath>,
    /// Fields from the highest bit down; together they cover the register.
    pub fields: Vec<Field>,
    /// Section of the manual.
    pub section: String,
    /// Description.
    pub doc: String,
}

/// The fields of a select register that select an event, as positions in [`Register::fields`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selects {
    /// Event code, or its lower bits.
    pub event: usize,
    /// The upper bits of the event code, if they are a separate field.
    pub high: Option<usize>,
    /// Unit mask, if any.
    pub mask: Option<usize>,
}

impl Selects {
    /// Whether the field at a position belongs to the event code or is the unit mask.
    pub fn is_field(&self, position: usize) -> bool {
        [Some(self.event), self.high, self.mask].contains(&Some(position))
    }
}

/// One access path of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccessPath {
    /// Name of the space.
    pub space: String,
    /// Value of `bus_space`.
    pub space_number: u32,
    /// Value of `bus_addr` without the address offset of the unit.
    pub address: u32,
    /// Values of `bus_addr` for each unit of the kind, if they differ by more than an offset; otherwise empty.
    pub by_unit: Vec<u32>,
    /// Lowest bit of the register that it reaches.
    pub low: u32,
    /// Number of bits that it reaches: all bits of the register, or a part such as one dword.
    pub width: u32,
    /// Suffix of the register name for a part, such as `_LO`.
    pub suffix: String,
    /// What a write does with its data.
    pub operation: Operation,
    /// Whether a successful write answers with the value before it.
    pub returns_old: bool,
    /// Whether writes are refused.
    pub read_only: bool,
    /// Whether reads are refused.
    pub write_only: bool,
}

/// A field of a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name in the manual.
    pub name: String,
    /// Lowest bit.
    pub low: u32,
    /// Width in bits.
    pub width: u32,
    /// How software can use it.
    pub access: FieldAccess,
    /// Value after reset.
    pub reset: u64,
    /// The value that software must write, usually 0.
    pub must_be: u64,
    /// Section of the manual.
    pub section: String,
    /// Description.
    pub doc: String,
}

impl Register {
    /// Number of bits from bit 0 to the highest bit that is neither reserved nor a sign extension. For a counter, the width
    /// of the count, which is the lowest field.
    pub fn used_bits(&self) -> u32 {
        if let Some(count) = self.fields.last().filter(|_| self.counter) {
            return count.low + count.width;
        }
        let used = self.fields.iter().find(|field| !field.is_reserved() && field.access != FieldAccess::Sign);
        used.map_or(self.width, |field| field.low + field.width)
    }

    /// The access paths of all its parts in a space, the lowest first. If the space has not all of them, those of all spaces with the
    /// same operation.
    pub fn parts_in(&self, space: u32, operation: Operation) -> Vec<&AccessPath> {
        let sorted = |belongs: &dyn Fn(&&AccessPath) -> bool| {
            let mut parts: Vec<_> = self.access.iter().filter(belongs).collect();
            parts.sort_by_key(|path| path.low);
            parts
        };
        let parts = sorted(&|path| path.space_number == space);
        match parts.iter().fold(0, |mask, path| mask | path.mask()) == ones(self.width) {
            true => parts,
            false => sorted(&|path| path.operation == operation),
        }
    }

    /// The fields of which no access path reaches a bit.
    pub fn unreached(&self) -> impl Iterator<Item = &Field> {
        let reached = self.access.iter().fold(0, |mask, path| mask | path.mask());
        self.fields.iter().filter(move |field| field.mask() & reached == 0)
    }

    /// Whether software accesses it in parts with separate addresses.
    pub fn is_in_parts(&self) -> bool {
        self.access.iter().any(|path| path.width < self.width)
    }

    /// Event code and unit mask that a write of this value selects, those of the reset where software cannot change them. The mask is
    /// 0 without a mask field.
    pub fn selection(&self, value: u64) -> Option<(u64, u64)> {
        let Selects { event, high, mask } = self.selects?;
        let part = |field: Option<usize>| match field.map(|field| &self.fields[field]) {
            Some(field) if field.is_fixed() => field.reset,
            Some(field) => field.extract(value),
            None => 0,
        };
        Some((part(high) << self.fields[event].width | part(Some(event)), part(mask)))
    }

    /// The event code of a select register in which software cannot change it, and the unit mask if it cannot change that either.
    pub fn fixed_selection(&self) -> Option<(u64, Option<u64>)> {
        let Selects { event, high, mask } = self.selects?;
        let is_fixed = |field: usize| self.fields[field].is_fixed();
        let (code, umask) = self.selection(0)?;
        let is_umask_fixed = mask.is_none_or(is_fixed);
        (is_fixed(event) && high.is_none_or(is_fixed)).then_some((code, is_umask_fixed.then_some(umask)))
    }

    /// A register value with the event code replaced by `code`.
    pub fn with_code(&self, value: u64, code: u64) -> u64 {
        let Some(Selects { event, high, .. }) = self.selects else { return value };
        let low = self.fields[event].width;
        let put = |value: u64, field: usize, part: u64| {
            let field = &self.fields[field];
            value & !field.mask() | part << field.low & field.mask()
        };
        let value = put(value, event, code);
        high.map_or(value, |high| put(value, high, code >> low))
    }

    /// Width of its event codes in bits.
    pub fn code_width(&self) -> u32 {
        let width = |field: usize| self.fields[field].width;
        self.selects.map_or(0, |Selects { event, high, .. }| width(event) + high.map_or(0, width))
    }

    /// The field of that name.
    pub fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }
}

impl AccessPath {
    /// Value of `bus_addr` in a unit.
    pub fn in_unit(&self, unit: &Unit) -> u32 {
        self.by_unit.get(unit.index).unwrap_or(&self.address) + unit.address_offset
    }

    /// The data of this access path in a register value.
    pub fn data(&self, register: u64) -> u64 {
        register >> self.low & ones(self.width)
    }

    /// A register value after a write of `data` through this access path.
    pub fn merged(&self, register: u64, data: u64) -> u64 {
        let data = data << self.low & self.mask();
        match self.operation {
            Operation::Write => register & !self.mask() | data,
            Operation::Set => register | data,
            Operation::Clear => register & !data,
        }
    }

    /// The bits of the register that it reaches.
    pub fn mask(&self) -> u64 {
        ones(self.width) << self.low
    }
}

impl Field {
    /// The field's bits in the register.
    pub fn mask(&self) -> u64 {
        ones(self.width) << self.low
    }

    /// The field's value in a register value.
    pub fn extract(&self, register: u64) -> u64 {
        (register & self.mask()) >> self.low
    }

    /// Whether neither software nor hardware changes it: it has its reset value. Fields that select events have no other read-only
    /// bits.
    pub fn is_fixed(&self) -> bool {
        matches!(self.access, FieldAccess::Ro | FieldAccess::Raz)
    }

    /// Whether the manual gives it no meaning.
    pub fn is_reserved(&self) -> bool {
        self.name.starts_with("RESERVED")
    }
}

/// All registers of a file.
pub(super) fn expand(
    raw: &[RawRegister],
    spaces: &[Space],
    kind: &dyn Fn(&str) -> LoadResult<usize>,
) -> LoadResult<Vec<Register>> {
    let mut registers = Vec::new();
    for register in raw {
        let kind = kind(&register.kind)?;
        registers.extend(expand_one(register, kind, spaces)?);
    }
    let mut position = 0;
    for register in raw {
        for index in 0..register.count as usize {
            let own = &registers[position];
            let other = |pattern: &String| {
                let wanted = numbered(pattern, own.number.unwrap_or(index))?;
                let found = registers.iter().position(|other| other.kind == own.kind && other.name == wanted);
                found.ok_or_else(|| format!("{}: no register {wanted}", register.name))
            };
            let select = register.select.as_ref().map(other).transpose()?;
            let upper = register.upper.as_ref().map(other).transpose()?;
            if let Some(select) = select.map(|select| &registers[select]) {
                let indirect = raw.iter().any(|other| other.name == select.pattern && other.indirect);
                if select.selects.is_none() && !indirect {
                    return Err(format!("{}: {} has no event_field", register.name, select.name));
                }
            }
            if upper.is_some_and(|upper| !own.counter || registers[upper].counter) {
                return Err(format!(
                    "{}: `upper` belongs to a counter and names a register that does not count",
                    register.name
                ));
            }
            (registers[position].select, registers[position].upper) = (select, upper);
            position += 1;
        }
    }
    Ok(registers)
}

fn expand_one(raw: &RawRegister, kind: usize, spaces: &[Space]) -> LoadResult<Vec<Register>> {
    let count = raw.count;
    let fields = raw.field.iter().map(parse_field).collect::<Result<Vec<_>, _>>()?;
    let mut above = raw.width;
    for field in &fields {
        if field.low + field.width != above {
            return Err(format!("{}: field {} leaves a gap or overlaps below bit {above}", raw.name, field.name));
        }
        above = field.low;
    }
    if above != 0 {
        return Err(format!("{}: no field covers bits {}:0", raw.name, above - 1));
    }
    let field = |name: &Option<String>| -> LoadResult<Option<usize>> {
        let Some(name) = name else { return Ok(None) };
        let found = fields.iter().position(|field| field.name == *name);
        found.map(Some).ok_or_else(|| format!("{}: no field {name}", raw.name))
    };
    let (high, mask) = (field(&raw.high_field)?, field(&raw.mask_field)?);
    let selects = field(&raw.event_field)?.map(|event| Selects { event, high, mask });
    if selects.is_none() && (high.is_some() || mask.is_some()) {
        return Err(format!("{}: high_field and mask_field need an event_field", raw.name));
    }
    let reach = |access: &RawAccess, index: u32| -> LoadResult<AccessPath> {
        let space = spaces.iter().find(|space| space.name == access.space);
        let space = space.ok_or_else(|| format!("{}: no space {}", raw.name, access.space))?;
        let top = || Some((0, raw.width));
        let part = access.bits.as_deref().map_or_else(top, bits).filter(|(low, width)| low + width <= raw.width);
        let (low, width) = part.ok_or_else(|| format!("{}: bad bits of an access path", raw.name))?;
        let at = |address: u32| address.wrapping_add_signed(index as i32 * access.stride);
        let by_unit: Vec<u32> = access.addresses.iter().map(|&address| at(address)).collect();
        Ok(AccessPath {
            space: space.name.clone(),
            space_number: space.number,
            address: by_unit.first().map_or_else(|| at(access.address), |first| *first),
            by_unit,
            low,
            width,
            suffix: access.suffix.clone(),
            operation: space.operation,
            returns_old: space.returns_old,
            read_only: access.read_only,
            write_only: access.write_only,
        })
    };
    let register = &raw.name;
    let resets = |(raw, field): (&RawField, &Field)| {
        raw.reset.each(count, field.width).map_err(|what| format!("{}: field {}: {what}", register, raw.name))
    };
    let resets = raw.field.iter().zip(&fields).map(resets).collect::<Result<Vec<_>, _>>()?;
    let of_index = |index: u32| {
        let fields = fields.iter().zip(&resets);
        fields.map(move |(field, resets)| Field { reset: resets[index as usize], ..field.clone() }).collect()
    };
    let one = |index: u32| -> LoadResult<Register> {
        let number = (raw.first.unwrap_or(0) + index) as usize;
        Ok(Register {
            name: numbered(&raw.name, number)?,
            number: raw.first.map(|_| number),
            pattern: raw.name.clone(),
            short: raw.short.as_ref().map(|short| numbered(short, number)).transpose()?,
            kind,
            width: raw.width,
            counter: raw.counter,
            select: None,
            upper: None,
            selects,
            access: raw.access.iter().map(|access| reach(access, index)).collect::<Result<_, _>>()?,
            fields: of_index(index),
            section: raw.section.clone(),
            doc: numbered(&raw.doc, number)?,
        })
    };
    if raw.access.is_empty() {
        return Err(format!("{}: no access path", raw.name));
    }
    (0..count).map(one).collect()
}

/// The field of a register, without its reset value, which may differ from index to index.
fn parse_field(raw: &RawField) -> LoadResult<Field> {
    let wrong = || format!("field {}: bad bits {}", raw.name, raw.bits);
    let (low, width) = bits(&raw.bits).filter(|(low, width)| low + width <= 64).ok_or_else(wrong)?;
    if raw.must_be & !ones(width) != 0 {
        return Err(format!("field {}: must_be {:#x} has more than {width} bits", raw.name, raw.must_be));
    }
    Ok(Field {
        name: raw.name.clone(),
        low,
        width,
        access: raw.access,
        reset: 0,
        must_be: raw.must_be,
        section: raw.section.clone(),
        doc: raw.doc.clone(),
    })
}

#[cfg(test)]
mod tests {
    use crate::description::{Description, Files};
    use crate::Pmu;
    use rstest::rstest;

    /// Registers R4 and R5 with a field of two bits, and their state words.
    fn resets(register: &str, state: &str) -> Result<[Vec<u64>; 2], String> {
        described("", register, state)
    }

    /// The same with further keys of the register.
    fn described(keys: &str, register: &str, state: &str) -> Result<[Vec<u64>; 2], String> {
        let toml = format!(
            r#"
id = "x"
name = ""
manual = ""
requirement_prefixes = []
[[unit]]
name = "x"
number = 0
[[space]]
name = "bus"
number = 0
doc = ""
section = ""
[[register]]
name = "R{{index}}"
first = 4
count = 2
width = 2
{keys}
section = ""
doc = ""
access = [{{ space = "bus", address = 0, stride = 1 }}]
field = [{{ name = "all", bits = "1:0", access = "ro", reset = {register}, section = "", doc = "" }}]
[[state]]
name = "S{{index}}"
count = 2
width = 2
reset = {state}
section = ""
doc = ""
"#
        );
        let events =
            "code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes,mnemonic,sub_mnemonic,section,input\n";
        let requirements = "id,section,text\n";
        let files = Files { folder: "", toml: &toml, events, requirements, coverage: "", top: None, configured: None };
        let parsed = Description::parse("x", &files, &Default::default(), &|_| None);
        let description = parsed.map_err(|error| error.to_string())?;
        Ok([
            description.registers.iter().map(|register| register.fields[0].reset).collect(),
            description.states.iter().map(|state| state.reset).collect(),
        ])
    }

    #[test]
    fn each_index_can_have_its_own_reset_value() {
        assert_eq!(resets("[3, 1]", "2"), Ok([vec![3, 1], vec![2, 2]]));
        assert_eq!(resets("3", "[0, 1]"), Ok([vec![3, 3], vec![0, 1]]));
    }

    #[rstest]
    #[case("[3]", "0", "R{index}: field all: reset has 1 values for 2 indices")]
    #[case("[0, 4]", "0", "R{index}: field all: reset 0x4 has more than 2 bits")]
    #[case("0", "[0, 1, 2]", "state S{index}: reset has 3 values for 2 indices")]
    #[case("0", "4", "state S{index}: reset 0x4 has more than 2 bits")]
    #[case("\"0\"", "0", "`reset` is a number, or a list of numbers, one for each index")]
    fn wrong_reset_values_are_rejected(#[case] register: &str, #[case] state: &str, #[case] expected: &str) {
        let error = resets(register, state).expect_err("they were accepted");
        assert!(error.contains(expected), "{error}");
    }

    #[test]
    fn event_code_can_be_in_two_fields() {
        let pmu = Pmu::find("ivt_qpi").expect("a PMU");
        let control = pmu.description.register(0, "Q_Py_PCI_PMON_CTL0").expect("a register");
        assert_eq!(control.code_width(), 9);
        assert_eq!(control.with_code(0x0040_05FF, 0x138), 0x0060_0538);
        assert_eq!(control.with_code(0x0060_0538, 0x014), 0x0040_0514);
        assert_eq!(control.selection(0x0060_0538), Some((0x138, 5)));
    }

    #[test]
    fn register_addresses_can_descend() {
        let pmu = Pmu::find("itanium_zbox").expect("a PMU");
        let address = |name: &str| pmu.description.register(0, name).expect("a register").access[0].address;
        assert_eq!(["Z_CSR_PMU_CNT_0", "Z_CSR_PMU_CNT_4"].map(address), [0xC60, 0xC40]);
    }

    #[test]
    fn units_of_a_kind_can_have_irregular_addresses() {
        let pmu = Pmu::find("itanium_rbox").expect("a PMU");
        let (units, kind) = (&pmu.description.units, 1);
        let second = pmu.description.register(kind, "R_CSR_Ppp_MM_CFG_1").expect("a register");
        let addresses = ["port0", "port4", "port5", "port11"].map(|name| {
            let unit = pmu.description.unit(name).expect("a unit");
            second.access[0].in_unit(&units[unit])
        });
        assert_eq!(addresses, [0x4B20, 0x4BC0, 0x4D20, 0x4BE8]);
    }

    #[test]
    fn counter_can_select_events_through_other_registers() {
        let pmu = Pmu::find("itanium_rbox").expect("a PMU");
        let counters = pmu.description.counters();
        let select = &pmu.description.registers[counters[15].select];
        assert_eq!((counters.len(), select.name.as_str()), (16, "R_CSR_PERF_CNT_CTRL_15"));
        assert_eq!((select.selection(0x0048_0000), select.with_code(0x0048_0000, 3)), (None, 0x0048_0000));
    }

    #[rstest]
    #[case("mcycle", Some("mcycleh"))]
    #[case("mhpmcounter4", Some("mhpmcounter4h"))]
    #[case("mcycleh", None)]
    #[case("cycle", None)]
    fn upper_bits_of_a_counter_can_be_another_register(#[case] counter: &str, #[case] expected: Option<&str>) {
        let pmu = Pmu::find("riscv_hpm32").expect("a PMU");
        let registers = &pmu.description.registers;
        let counter = registers.iter().find(|register| register.name == counter).expect("a register");
        assert_eq!(counter.upper.map(|upper| registers[upper].name.as_str()), expected);
    }

    #[rstest]
    #[case("counter = true\nupper = \"R{index}\"")]
    #[case("upper = \"R{index}\"")]
    fn register_with_the_upper_bits_is_not_a_counter(#[case] keys: &str) {
        let error = described(keys, "0", "0").expect_err("the description was accepted");
        assert!(
            error.contains("R{index}: `upper` belongs to a counter and names a register that does not count"),
            "{error}"
        );
    }

    #[test]
    fn event_without_a_unit_mask_has_mask_zero() {
        let pmu = Pmu::find("nhmex_bbox").expect("a PMU");
        let control = pmu.description.register(0, "B_MSR_PMON_EVT_SEL3").expect("a register");
        assert_eq!(control.selection(0x10_003F), Some((31, 0)));
    }

    /// Counters 11 and 12 of `riscv_hpm32` have hard-wired selectors.
    #[test]
    fn hard_wired_selection_is_that_of_the_reset() {
        let description = &Pmu::find("riscv_hpm32").expect("a PMU").description;
        let select = |name: &str| description.register(0, name).expect("a register");
        assert_eq!(select("mhpmevent11").fixed_selection(), Some((0x800, Some(0))));
        assert_eq!(select("mhpmevent11").selection(0x40), Some((0x800, 0)));
        assert_eq!(select("mhpmevent3").fixed_selection(), None);
        assert_eq!(select("mhpmevent3").selection(0x40), Some((0x40, 0)));
        let counters = description.counters();
        let counter = |number| counters.iter().find(|counter| counter.index == number).expect("a counter");
        let of = |number| description.events.rows.iter().map(move |row| description.may_count(counter(number), row));
        assert!(of(3).all(|may| may == Some(true)));
        assert_eq!(of(11).filter(|&may| may == Some(true)).count(), 1);
        assert!(of(11).all(|may| may != Some(false)));
    }
}
