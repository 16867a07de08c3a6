//! Counts an event of the AMD Athlon 64 and Opteron (K8) with registers, fields and events by their names.

use golden_model::{Pmu, Session};
use std::error::Error;

const SELECT: &str = "core0.PerfEvtSel0";
const COUNTER: &str = "core0.PerfCtr0";
const EVENT: &str = "DATA_CACHE_ACCESSES";

fn main() -> Result<(), Box<dyn Error>> {
    let pmu = Pmu::get("k8").ok_or("there is no PMU k8")?;
    let mut k8 = Session::new(pmu);

    // The select register: the code of the event, counted in user and operating-system mode.
    let (_, register) = k8.register(SELECT)?;
    let field = |name: &str| register.field(name).map(|field| field.mask()).ok_or(format!("no field {name}"));
    let enabled = field("EN")? | field("OS")? | field("USR")?;
    let line = pmu.description.events.find_line(EVENT).ok_or("no such event")?;
    let value = register.with_code(enabled, pmu.description.events.lines[line].code.into());
    println!("write {}", k8.decode(SELECT, value)?);
    k8.write(SELECT, value)?;

    // The event occurs twice in each of five cycles.
    k8.set_event("core0", EVENT, 2)?;
    for _ in 0..5 {
        k8.step();
        println!("cycle {}: {COUNTER} was {:?}", k8.cycles(), k8.get(COUNTER)?);
    }
    k8.set_event("core0", EVENT, 0)?;

    let counted = k8.read(COUNTER)?;
    println!("read {}", k8.decode(COUNTER, counted)?);
    Ok(())
}
