//! Decodes the event address registers and the trace buffer of the Itanium 9300 (3.3.8 to 3.3.10).

use super::Values;

pub(super) fn lines(values: &Values) -> Vec<String> {
    let mut lines = Vec::new();
    if values.has(&["PMD34", "PMD35"]) {
        lines.push(format!("instruction EAR: {}", instruction_miss(values)));
    }
    if values.has(&["PMD32", "PMD33", "PMD36"]) {
        lines.push(format!("data EAR: {}", data_miss(values)));
    }
    if values.has(&["PMD38"]) || (48..64).any(|entry| values.has(&[&format!("PMD{entry}")])) {
        lines.extend(trace(values));
    }
    lines
}

fn bits(value: u64, high: u32, low: u32) -> u64 {
    value >> low & (u64::MAX >> (63 - (high - low)))
}

/// A latency in cycles from a register field of `width` bits; `more` is the overflow bit of the field.
fn cycles(latency: u64, width: u32, more: bool) -> String {
    match more {
        true => format!("{latency} cycles plus a multiple of {}", 1u64 << width),
        false => format!("{latency} cycles"),
    }
}

/// The outcome of a TLB miss.
fn answered(stat: u64, tlb: &str) -> String {
    match stat {
        1 => format!("hit in the L2 {tlb}"),
        2 => "hit in the VHPT".to_owned(),
        _ => "fault".to_owned(),
    }
}

fn instruction_miss(values: &Values) -> String {
    let (pmc37, pmd34, pmd35) = (values.get("PMC37"), values.get("PMD34"), values.get("PMD35"));
    let (line, stat) = (pmd34 & !0x1F, bits(pmd34, 1, 0));
    let is_cache = bits(pmc37, 13, 13) == 1;
    match (stat, is_cache) {
        (0, _) => "nothing captured".to_owned(),
        (_, true) => {
            format!("line {line:#x} missed L1I for {}", cycles(bits(pmd35, 11, 0), 12, bits(pmd35, 12, 12) == 1))
        }
        (_, false) => format!("line {line:#x} missed the L1 ITLB, {}", answered(stat, "ITLB")),
    }
}

fn data_miss(values: &Values) -> String {
    let (pmc40, pmd32, pmd33) = (values.get("PMC40"), values.get("PMD32"), values.get("PMD33"));
    let stat = bits(pmd33, 15, 14);
    if stat == 0 {
        return "nothing captured".to_owned();
    }
    let what = match bits(pmc40, 8, 7) {
        0 => {
            let latency = cycles(bits(pmd33, 12, 0), 13, bits(pmd33, 13, 13) == 1);
            format!("load of {pmd32:#x} missed L1D for {latency}")
        }
        1 => format!("access to {pmd32:#x} missed the L1 DTLB, {}", answered(stat, "DTLB")),
        _ => "ALAT miss".to_owned(),
    };
    format!("{what}, {}", instruction(values.get("PMD36")))
}

/// The slot and bundle of the instruction in PMD36.
fn instruction(pmd36: u64) -> String {
    if bits(pmd36, 3, 3) == 0 {
        return "by no instruction".to_owned();
    }
    let bundle = (pmd36 & !0xF).wrapping_add(bits(pmd36, 2, 2) * 16);
    format!("by slot {} of bundle {bundle:#x}", bits(pmd36, 1, 0))
}

/// The entries of the trace buffer, oldest first.
fn trace(values: &Values) -> Vec<String> {
    let (pmd38, mode) = (values.get("PMD38"), bits(values.get("PMC42"), 10, 8));
    let (next, full) = (bits(pmd38, 3, 0), bits(pmd38, 5, 5) == 1);
    let (first, count) = if full { (next, 16) } else { (0, next) };
    if count == 0 {
        return vec!["trace buffer: nothing captured".to_owned()];
    }
    let line = |step: u64| {
        let entry = (first + step) % 16;
        let value = values.get(&format!("PMD{}", 48 + entry));
        let place = if entry < 8 { 2 * entry } else { 2 * (entry - 8) + 1 };
        let extension = bits(values.get("PMD39"), 4 * place as u32 + 3, 4 * place as u32);
        let text = if mode >= 4 { retired(value, extension) } else { branch(value, extension) };
        format!("PMD{}: {text}", 48 + entry)
    };
    (0..count).map(line).collect()
}

fn branch(value: u64, extension: u64) -> String {
    let address = value & !0xF;
    if bits(value, 0, 0) == 0 {
        return if bits(value, 1, 1) == 1 { format!("target {address:#x}") } else { "no entry".to_owned() };
    }
    let bundle = address.wrapping_add(bits(extension, 0, 0) * 16);
    let outcome = match bits(value, 3, 2) {
        3 => "not taken".to_owned(),
        slot => format!("slot {slot} taken"),
    };
    let predicted = if bits(value, 1, 1) == 1 { "mispredicted" } else { "predicted" };
    let flushed = if bits(value, 1, 1) == 1 && bits(extension, 1, 1) == 1 { ", pipeline flushed" } else { "" };
    format!("source {bundle:#x}, {outcome}, {predicted}{flushed}")
}

fn retired(value: u64, extension: u64) -> String {
    let elapsed = bits(extension, 3, 2) << 4 | bits(value, 63, 60);
    let elapsed = if elapsed == 63 { "63 cycles or more".to_owned() } else { format!("{elapsed} cycles") };
    let flush = if bits(extension, 1, 1) == 1 { ", after a flush" } else { "" };
    let (ip, early) = match bits(extension, 0, 0) {
        0 => (format!("IP {:#x}", bits(value, 59, 0) << 4), String::new()),
        _ => {
            let ip = bits(value, 59, 8) << 12;
            (format!("IP {ip:#x} to {:#x}", ip | 0xFF0), format!(", stopped with {} cycles left", bits(value, 7, 0)))
        }
    };
    format!("{ip}, {elapsed} after the previous entry{flush}{early}")
}

#[cfg(test)]
mod tests {
    use super::super::Values;
    use super::*;
    use rstest::rstest;

    fn read(values: &[(&str, u64)]) -> Vec<String> {
        lines(&Values::new(values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()))
    }

    #[rstest]
    #[case(&[("PMD34", 0)], "instruction EAR: nothing captured")]
    #[case(&[("PMD34", 0x1042), ("PMC37", 0x4F)], "instruction EAR: line 0x1040 missed the L1 ITLB, hit in the VHPT")]
    #[case(&[("PMD34", 0x1041), ("PMD35", 9), ("PMC37", 0x2000)], "instruction EAR: line 0x1040 missed L1I for 9 cycles")]
    #[case(
        &[("PMD34", 0x41), ("PMD35", 0x1009), ("PMC37", 0x2000)],
        "instruction EAR: line 0x40 missed L1I for 9 cycles plus a multiple of 4096"
    )]
    #[case(
        &[("PMD32", 0x500), ("PMD33", 0x4032), ("PMD36", 0x404E)],
        "data EAR: load of 0x500 missed L1D for 50 cycles, by slot 2 of bundle 0x4050"
    )]
    #[case(
        &[("PMC40", 0x80), ("PMD32", 0x500), ("PMD33", 0xC000), ("PMD36", 0)],
        "data EAR: access to 0x500 missed the L1 DTLB, fault, by no instruction"
    )]
    #[case(&[("PMC40", 0x100), ("PMD33", 0x4000), ("PMD36", 0x18)], "data EAR: ALAT miss, by slot 0 of bundle 0x10")]
    #[case(&[("PMD38", 0)], "trace buffer: nothing captured")]
    fn single_register_group_is_decoded(#[case] values: &[(&str, u64)], #[case] text: &str) {
        assert_eq!(read(values), [text]);
    }

    #[test]
    fn branch_trace_starts_with_the_oldest_entry() {
        let values = [("PMD38", 0x22), ("PMD39", 0x13), ("PMD48", 0x401B), ("PMD49", 0x8002), ("PMD50", 0x900D)];
        let lines = read(&values);
        assert_eq!(lines.len(), 16);
        assert_eq!(lines[0], "PMD50: source 0x9000, not taken, predicted");
        assert_eq!(lines[14], "PMD48: source 0x4020, slot 2 taken, mispredicted, pipeline flushed");
        assert_eq!(lines[15], "PMD49: target 0x8000");
    }

    #[test]
    fn ip_ear_entries_have_address_and_elapsed_cycles() {
        let values = [
            ("PMC42", 0x400),
            ("PMD38", 2),
            ("PMD39", 0xB0A),
            ("PMD48", 0xA012_3456_789A_BCDE),
            ("PMD49", 0xA012_3456_789A_BC17),
        ];
        assert_eq!(
            read(&values),
            [
                "PMD48: IP 0x123456789abcde0, 42 cycles after the previous entry, after a flush",
                "PMD49: IP 0x123456789abc000 to 0x123456789abcff0, 42 cycles after the previous entry, after a flush, \
                 stopped with 23 cycles left",
            ]
        );
    }
}
