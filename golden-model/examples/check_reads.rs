//! Compares recorded accesses of a register port with the golden model, and reports the first difference with its register and
//! fields, as a scoreboard does.

use golden_model::{Pmu, Session};
use std::error::Error;

/// What happens in a cycle of a recording.
enum Recorded {
    Write(&'static str, u64),
    /// A read with the value that the DUT returned.
    Read(&'static str, u64),
    /// Occurrences of an event in each cycle from now on.
    Event(&'static str, u64),
    /// Cycles without an access.
    Wait(u32),
}
use Recorded::{Event, Read, Wait, Write};

/// The DUT of this recording loses INV (bit 23) of the second select register.
const RECORDING: &[Recorded] = &[
    Write("core0.PerfEvtSel0", 0x43_0040),
    Read("core0.PerfEvtSel0", 0x43_0040),
    Event("DATA_CACHE_ACCESSES", 2),
    Wait(5),
    Event("DATA_CACHE_ACCESSES", 0),
    Read("core0.PerfCtr0", 10),
    Write("core0.PerfEvtSel1", 0x80_0040),
    Read("core0.PerfEvtSel1", 0x00_0040),
];

/// The first difference, as a message.
fn first_difference(pmu: &Pmu, recording: &[Recorded]) -> Result<Option<String>, Box<dyn Error>> {
    let mut model = Session::new(pmu);
    for recorded in recording {
        match *recorded {
            Write(register, value) => model.write(register, value)?,
            Event(event, count) => model.set_event("core0", event, count)?,
            Wait(cycles) => (0..cycles).for_each(|_| model.step()),
            Read(register, actual) => {
                let expected = model.read(register)?;
                if expected != actual {
                    return Ok(Some(difference(&model, register, expected, actual)?));
                }
            }
        }
    }
    Ok(None)
}

fn difference(model: &Session, name: &str, expected: u64, actual: u64) -> Result<String, Box<dyn Error>> {
    let (_, register) = model.register(name)?;
    let mut text = format!("cycle {}: {name}: expected {expected:#x}, got {actual:#x}", model.cycles());
    for field in register.fields.iter().filter(|field| field.mask() & (expected ^ actual) != 0) {
        let (expected, actual) = (field.extract(expected), field.extract(actual));
        text.push_str(&format!("\n  field {}: expected {expected:#x}, got {actual:#x}", field.name));
    }
    text.push_str(&format!("\n  manual: section {}", register.section));
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let pmu = Pmu::get("k8").ok_or("there is no PMU k8")?;
    match first_difference(pmu, RECORDING)? {
        Some(difference) => println!("{difference}"),
        None => println!("all reads are those of the model"),
    }
    Ok(())
}
