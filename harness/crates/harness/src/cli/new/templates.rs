//! Templates of the files of a new PMU: an empty one, or a small one of a style.

use super::super::args::Style;

/// Folder of a PMU in which a file is.
#[derive(Clone, Copy)]
pub(super) enum Folder {
    Description,
    Model,
    Rtl,
    Testbench,
}

use Folder::{Description, Model, Rtl, Testbench};

/// A file: its folder, its name, and its text with placeholders.
pub(super) type Template = (Folder, &'static str, &'static str);

/// The file of the description with the registers.
pub(super) const PMU_TOML: &str = "pmu.toml";

/// Files of a new family, below the folder of its crate.
pub(super) const FAMILY: [(&str, &str); 2] =
    [("Cargo.toml", include_str!("templates/family.toml.in")), ("src/lib.rs", include_str!("templates/family.rs.in"))];

/// The files of a PMU of that style, or of an empty one.
pub(super) fn of(style: Option<Style>) -> &'static [Template] {
    match style {
        None => &EMPTY,
        Some(Style::RiscvCsr) => &RISCV_CSR,
        Some(Style::ApbCounters) => &APB_COUNTERS,
        Some(Style::X86Msr) => &X86_MSR,
    }
}

/// The text of a file of an empty PMU.
pub(super) fn text_of(file: &str) -> &'static str {
    EMPTY.iter().find(|(_, name, _)| *name == file).map_or("", |(_, _, text)| text)
}

/// Whether the RTL of these templates has something of that name, which the top module then cannot have.
pub(super) fn rtl_names(templates: &[Template], name: &str) -> bool {
    let code = |line: &str| line.split("//").next().unwrap_or_default().replace("{name}", "");
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let names = |line: &str| code(line).split(|c| !is_word(c)).any(|word| word == name);
    let rtl = templates.iter().filter(|(_, file, _)| file.ends_with(".v"));
    rtl.flat_map(|(_, _, text)| text.lines()).any(names)
}

const EMPTY: [Template; 9] = [
    (Description, PMU_TOML, include_str!("templates/pmu.toml.in")),
    (Description, "events.csv", include_str!("templates/events.csv.in")),
    (Description, "requirements.csv", include_str!("templates/requirements.csv.in")),
    (Description, "coverage.toml", include_str!("templates/coverage.toml.in")),
    (Model, "mod.rs", include_str!("templates/mod.rs.in")),
    (Rtl, "rtl.toml", include_str!("templates/rtl.toml.in")),
    (Rtl, "{name}.v", include_str!("templates/top.v.in")),
    (Testbench, "stimulus.toml", include_str!("templates/stimulus.toml.in")),
    (Testbench, "programs/access/refused.pmu", include_str!("templates/refused.pmu.in")),
];

const RISCV_CSR: [Template; 23] = [
    (Description, PMU_TOML, include_str!("templates/riscv-csr/pmu.toml.in")),
    (Description, "events.csv", include_str!("templates/riscv-csr/events.csv.in")),
    (Description, "requirements.csv", include_str!("templates/riscv-csr/requirements.csv.in")),
    (Description, "coverage.toml", include_str!("templates/riscv-csr/coverage.toml.in")),
    (Model, "mod.rs", include_str!("templates/riscv-csr/mod.rs.in")),
    (Model, "csrs.rs", include_str!("templates/riscv-csr/csrs.rs.in")),
    (Model, "events.rs", include_str!("templates/events.rs.in")),
    (Rtl, "rtl.toml", include_str!("templates/riscv-csr/rtl.toml.in")),
    (Rtl, "{name}.v", include_str!("templates/riscv-csr/top.v.in")),
    (Rtl, "{name}_counter.v", include_str!("templates/riscv-csr/counter.v.in")),
    (Testbench, "stimulus.toml", include_str!("templates/riscv-csr/stimulus.toml.in")),
    (Testbench, "metamorphic.toml", include_str!("templates/riscv-csr/metamorphic.toml.in")),
    (Testbench, "stuck_at.toml", include_str!("templates/riscv-csr/stuck_at.toml.in")),
    (Testbench, "exclusions.toml", include_str!("templates/riscv-csr/exclusions.toml.in")),
    (Testbench, "programs/access/fields.pmu", include_str!("templates/riscv-csr/programs/access/fields.pmu.in")),
    (
        Testbench,
        "programs/access/set_and_clear.pmu",
        include_str!("templates/riscv-csr/programs/access/set_and_clear.pmu.in"),
    ),
    (Testbench, "programs/access/refused.pmu", include_str!("templates/riscv-csr/programs/access/refused.pmu.in")),
    (Testbench, "programs/access/registers.pmu", include_str!("templates/riscv-csr/programs/access/registers.pmu.in")),
    (Testbench, "programs/counting/events.pmu", include_str!("templates/riscv-csr/programs/counting/events.pmu.in")),
    (Testbench, "programs/counting/fixed.pmu", include_str!("templates/riscv-csr/programs/counting/fixed.pmu.in")),
    (Testbench, "programs/counting/inhibit.pmu", include_str!("templates/riscv-csr/programs/counting/inhibit.pmu.in")),
    (Testbench, "programs/counting/wrap.pmu", include_str!("templates/riscv-csr/programs/counting/wrap.pmu.in")),
    (Testbench, "programs/counting/write.pmu", include_str!("templates/riscv-csr/programs/counting/write.pmu.in")),
];

const APB_COUNTERS: [Template; 23] = [
    (Description, PMU_TOML, include_str!("templates/apb-counters/pmu.toml.in")),
    (Description, "events.csv", include_str!("templates/apb-counters/events.csv.in")),
    (Description, "requirements.csv", include_str!("templates/apb-counters/requirements.csv.in")),
    (Description, "coverage.toml", include_str!("templates/apb-counters/coverage.toml.in")),
    (Model, "mod.rs", include_str!("templates/apb-counters/mod.rs.in")),
    (Model, "state.rs", include_str!("templates/apb-counters/state.rs.in")),
    (Model, "events.rs", include_str!("templates/events.rs.in")),
    (Rtl, "rtl.toml", include_str!("templates/apb-counters/rtl.toml.in")),
    (Rtl, "{name}.v", include_str!("templates/apb-counters/top.v.in")),
    (Rtl, "{name}_counter.v", include_str!("templates/apb-counters/counter.v.in")),
    (Testbench, "stimulus.toml", include_str!("templates/apb-counters/stimulus.toml.in")),
    (Testbench, "metamorphic.toml", include_str!("templates/apb-counters/metamorphic.toml.in")),
    (Testbench, "stuck_at.toml", include_str!("templates/apb-counters/stuck_at.toml.in")),
    (Testbench, "exclusions.toml", include_str!("templates/apb-counters/exclusions.toml.in")),
    (Testbench, "programs/access/fields.pmu", include_str!("templates/apb-counters/programs/access/fields.pmu.in")),
    (Testbench, "programs/access/refused.pmu", include_str!("templates/apb-counters/programs/access/refused.pmu.in")),
    (
        Testbench,
        "programs/access/registers.pmu",
        include_str!("templates/apb-counters/programs/access/registers.pmu.in"),
    ),
    (Testbench, "programs/counting/clear.pmu", include_str!("templates/apb-counters/programs/counting/clear.pmu.in")),
    (Testbench, "programs/counting/enable.pmu", include_str!("templates/apb-counters/programs/counting/enable.pmu.in")),
    (Testbench, "programs/counting/events.pmu", include_str!("templates/apb-counters/programs/counting/events.pmu.in")),
    (Testbench, "programs/counting/write.pmu", include_str!("templates/apb-counters/programs/counting/write.pmu.in")),
    (
        Testbench,
        "programs/overflow/interrupt.pmu",
        include_str!("templates/apb-counters/programs/overflow/interrupt.pmu.in"),
    ),
    (Testbench, "programs/overflow/status.pmu", include_str!("templates/apb-counters/programs/overflow/status.pmu.in")),
];

const X86_MSR: [Template; 23] = [
    (Description, PMU_TOML, include_str!("templates/x86-msr/pmu.toml.in")),
    (Description, "events.csv", include_str!("templates/x86-msr/events.csv.in")),
    (Description, "requirements.csv", include_str!("templates/x86-msr/requirements.csv.in")),
    (Description, "coverage.toml", include_str!("templates/x86-msr/coverage.toml.in")),
    (Model, "mod.rs", include_str!("templates/x86-msr/mod.rs.in")),
    (Model, "counter.rs", include_str!("templates/x86-msr/counter.rs.in")),
    (Model, "events.rs", include_str!("templates/x86-msr/events.rs.in")),
    (Rtl, "rtl.toml", include_str!("templates/x86-msr/rtl.toml.in")),
    (Rtl, "{name}.v", include_str!("templates/x86-msr/top.v.in")),
    (Rtl, "{name}_counter.v", include_str!("templates/x86-msr/counter.v.in")),
    (Testbench, "stimulus.toml", include_str!("templates/x86-msr/stimulus.toml.in")),
    (Testbench, "metamorphic.toml", include_str!("templates/x86-msr/metamorphic.toml.in")),
    (Testbench, "stuck_at.toml", include_str!("templates/x86-msr/stuck_at.toml.in")),
    (Testbench, "exclusions.toml", include_str!("templates/x86-msr/exclusions.toml.in")),
    (Testbench, "programs/access/fields.pmu", include_str!("templates/x86-msr/programs/access/fields.pmu.in")),
    (Testbench, "programs/access/refused.pmu", include_str!("templates/x86-msr/programs/access/refused.pmu.in")),
    (Testbench, "programs/access/registers.pmu", include_str!("templates/x86-msr/programs/access/registers.pmu.in")),
    (Testbench, "programs/counting/edge.pmu", include_str!("templates/x86-msr/programs/counting/edge.pmu.in")),
    (Testbench, "programs/counting/events.pmu", include_str!("templates/x86-msr/programs/counting/events.pmu.in")),
    (
        Testbench,
        "programs/counting/privilege.pmu",
        include_str!("templates/x86-msr/programs/counting/privilege.pmu.in"),
    ),
    (
        Testbench,
        "programs/counting/threshold.pmu",
        include_str!("templates/x86-msr/programs/counting/threshold.pmu.in"),
    ),
    (Testbench, "programs/counting/write.pmu", include_str!("templates/x86-msr/programs/counting/write.pmu.in")),
    (
        Testbench,
        "programs/overflow/interrupt.pmu",
        include_str!("templates/x86-msr/programs/overflow/interrupt.pmu.in"),
    ),
];
