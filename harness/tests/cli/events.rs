//! `events`: each event can be decoded from each table.

use crate::support::{pmu_cosim, run};
use golden_model_core::description::{Description, EventRow};
use golden_model_core::Pmu;
use pmu_export::events::{c_header, perf_json, Event};
use rstest::rstest;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Prints the table of a header, one line for each event.
const PRINTER: &str = r#"
#include <stdio.h>
#include "HEADER"
int main(void) {
    for (int i = 0; i < PREFIX_EVENT_COUNT; i++) {
        const struct ID_event *e = &ID_events[i];
        printf("%s\t%s\t%#x\t%#x\t%#x\t%d\t%#llx\t%#llx\n", e->name, e->unit, e->code, e->umask, e->umask_dont_care,
               (int)e->umask_kind, (unsigned long long)e->select, (unsigned long long)e->select_mask);
    }
    return ID_events[PREFIX_EVENT_COUNT - 1].counters == 0;
}
"#;

/// The descriptions with event rows.
fn descriptions() -> impl Iterator<Item = Description> {
    let all = Pmu::ids().filter_map(Pmu::find).map(|pmu| pmu.description.clone());
    all.filter(|description| !description.events.rows.is_empty())
}

fn unit_name(description: &Description, row: &EventRow) -> String {
    let unit = description.units.iter().find(|unit| unit.kind == row.kind).expect("a unit");
    unit.name.trim_end_matches(|c: char| c.is_ascii_digit()).to_owned()
}

/// A number of a table, 0 without one.
fn number(text: &str) -> u64 {
    match text.trim_start_matches("0x") {
        "" => 0,
        digits => u64::from_str_radix(digits, 16).unwrap_or_else(|_| panic!("a number: {text}")),
    }
}

#[test]
fn selection_is_decoded_to_its_row_and_no_bit_of_it_can_change() {
    let mut decoded = BTreeSet::new();
    for description in descriptions() {
        let counters = description.counters();
        for event in Event::all(&description) {
            let row = event.row;
            let free = |number: &usize| !event.hard_wired.contains(number);
            let Some((selection, index)) = event.selection.as_ref().zip(event.counters.iter().copied().find(free))
            else {
                continue;
            };
            decoded.insert(description.id.clone());
            let unit = |unit: usize| description.units[unit].kind == row.kind;
            let counter = counters.iter().find(|counter| unit(counter.unit) && counter.index == index);
            let register = &description.registers[counter.expect("the counter").select];
            let selects = |value: u64| {
                let (code, mask) = register.selection(value).expect("fields");
                code == u64::from(row.code) && row.is_selected_by(mask as u32)
            };
            let name = row.name();
            assert!(selects(selection.value), "{} {name}", description.id);
            assert!(selects(selection.value | !selection.mask), "{} {name}: other bits select too", description.id);
            for bit in (0..64).map(|bit| 1 << bit).filter(|bit| selection.mask & bit != 0) {
                assert!(!selects(selection.value ^ bit), "{} {name}: bit {bit:#x} does not select", description.id);
            }
        }
    }
    // Their select registers name other registers, or the event of several counters.
    let open: Vec<_> = descriptions().map(|it| it.id).filter(|id| !decoded.contains(id)).collect();
    assert_eq!(open, ["itanium_bbox", "itanium_rbox"]);
}

#[test]
fn csv_has_every_row_with_its_encoding() {
    for description in descriptions() {
        let output = run(&mut pmu_cosim(&["events", &description.id, "--format", "csv"]));
        assert_eq!(output.status, 0, "{}", output.err);
        assert_eq!(run(&mut pmu_cosim(&["describe", &description.id, "--events", "--csv"])).out, output.out);
        let mut table = csv::Reader::from_reader(output.out.as_bytes());
        let rows: Vec<BTreeMap<String, String>> = table.deserialize().collect::<Result<_, _>>().expect("a table");
        let expected = &description.events.rows;
        assert_eq!(rows.len(), expected.len());
        for (row, expected) in rows.iter().zip(expected) {
            let texts = ["name", "units", "umask_kind", "counters", "section"].map(|column| row[column].as_str());
            let (name, unit) = (expected.name(), unit_name(&description, expected));
            assert_eq!(texts, [name.as_str(), &unit, &expected.umask_kind, &expected.counters, &expected.section]);
            let numbers = ["code", "umask", "dont_care"].map(|column| number(&row[column]));
            let umask = expected.umask.unwrap_or(0);
            assert_eq!(numbers, [expected.code, umask, expected.dont_care].map(u64::from), "{name}");
            assert_eq!(row["umask"].is_empty(), expected.umask.is_none());
        }
    }
}

#[test]
fn fields_of_an_event_code_in_two_fields_are_listed() {
    let output = run(&mut pmu_cosim(&["events", "ivt_qpi", "--format", "csv"]));
    let row = output.out.lines().find(|line| line.contains("RXL_CREDITS_CONSUMED_VN1:SNP")).expect("the row");
    assert!(row.ends_with(",ev_sel=0x39 ev_sel_ext=0x1 umask=0x10,0x201039,0x2010ff"), "{row}");
}

#[test]
fn perf_json_has_every_event_and_keys_of_perf() {
    let schema = serde_json::from_str(include_str!("perf-events.schema.json")).expect("a schema");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for description in descriptions() {
        let list: Value = serde_json::from_str(&perf_json(&description)).expect("JSON");
        if let Err(error) = schema.validate(&list) {
            panic!("{}: {}: {error}", description.id, error.instance_path);
        }
        let text = |event: &Value, key: &str| event.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let list = list.as_array().expect("a list");
        let names: BTreeSet<_> = list.iter().map(|event| (text(event, "Unit"), text(event, "EventName"))).collect();
        assert_eq!(names.len(), list.len(), "{}: names are unique", description.id);
        let events: Vec<_> = Event::all(&description).into_iter().filter(|it| !it.counters.is_empty()).collect();
        assert_eq!(list.len(), events.len());
        for (found, event) in list.iter().zip(events) {
            let row = event.row;
            assert_eq!(number(&text(found, "EventCode")), u64::from(row.code));
            assert_eq!(text(found, "UMask").is_empty(), row.umask.is_none());
            assert_eq!(number(&text(found, "UMask")), u64::from(row.umask.unwrap_or(0)));
            assert_eq!(number(&text(found, "UMaskDontCare")), u64::from(row.dont_care));
            assert_eq!(text(found, "UMaskKind"), row.umask_kind);
            let counters: Vec<_> = text(found, "Counter").split(',').map(|it| it.parse().expect("a number")).collect();
            assert_eq!(counters, event.counters, "{}", row.name());
            assert!(counters.iter().all(|&counter| row.may_count(counter)), "{}", row.name());
            let unit = unit_name(&description, row).to_uppercase();
            let is_core = ["CORE", "THREAD", "HART"].contains(&unit.as_str());
            assert_eq!(text(found, "Unit"), if is_core { String::new() } else { unit });
        }
    }
}

/// Compiles and runs `source` in `language`; returns what it prints.
fn compiled(folder: &Path, source: &str, language: &str) -> String {
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_owned());
    let (file, program) = (folder.join("table.txt"), folder.join("table"));
    fs::write(&file, source).expect("a file");
    let mut compile = Command::new(compiler);
    compile.args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-x", language]).arg(&file).arg("-o").arg(&program);
    let done = run(&mut compile);
    assert_eq!(done.status, 0, "{}", done.err);
    let done = run(&mut Command::new(&program));
    assert_eq!(done.status, 0);
    done.out
}

#[rstest]
#[case::c("c")]
#[case::cpp("c++")]
fn header_compiles_and_its_table_has_every_event(#[case] language: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    for description in descriptions() {
        let header = folder.path().join("events.h");
        fs::write(&header, c_header(&description)).expect("a file");
        let (id, prefix) = (&description.id, description.id.to_uppercase());
        let source = PRINTER.replace("HEADER", "events.h").replace("PREFIX", &prefix).replace("ID", id);
        let printed = compiled(folder.path(), &source, language);
        let line = |event: &Event| {
            let (row, selection) = (event.row, event.selection.as_ref());
            let kinds = ["", "bit", "pattern", "value"];
            let kind = kinds.iter().position(|kind| *kind == row.umask_kind).expect("a kind of masks");
            let hex = |value: u64| if value == 0 { "0".to_owned() } else { format!("{value:#x}") };
            let numbers = [row.code, row.umask.unwrap_or(0), row.dont_care].map(|value| hex(value.into())).join("\t");
            let select = selection.map_or([0, 0], |selection| [selection.value, selection.mask]).map(hex).join("\t");
            format!("{}\t{}\t{numbers}\t{kind}\t{select}", row.name(), unit_name(&description, row))
        };
        let events = Event::all(&description);
        let expected: Vec<_> = events.iter().filter(|event| !event.counters.is_empty()).map(line).collect();
        assert_eq!(printed.lines().collect::<Vec<_>>(), expected, "{id}");
    }
}

/// Rows that are not events stay in the CSV table, without counters, and are in no other.
#[test]
fn reserved_masks_are_no_events() {
    let description = Pmu::find("itanium_core").expect("a PMU").description.clone();
    let is_reserved = |row: &&EventRow| row.counters.is_empty();
    assert_eq!(description.events.rows.iter().filter(is_reserved).count(), 245);
    assert!(!perf_json(&description).contains("BACK_END_BUBBLE.___"));
    assert!(c_header(&description).contains("ITANIUM_CORE_BACK_END_BUBBLE_FE"));
    assert!(!c_header(&description).contains("ITANIUM_CORE_BACK_END_BUBBLE____"));
}

#[test]
fn table_of_a_configured_pmu_is_written_to_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("new/events.json");
    let path = file.to_str().expect("a name");
    let config = "examples/cores/ibex/ibex.toml";
    let output = run(&mut pmu_cosim(&["--config", config, "events", "ibex", "--format", "perf-json", "--out", path]));
    assert_eq!(output.status, 0, "{}", output.err);
    assert_eq!(output.out, format!("wrote {path}\n"));
    assert!(fs::read_to_string(file).expect("the table").contains("\"EventName\": \"DSIDE_WAIT\""));
}

#[rstest]
#[case(&["events", "k9", "--format", "c"], "there is no PMU `k9`")]
#[case(&["events", "itanium_dbox", "--format", "c"], "itanium_dbox: its description has no event rows, so there is no table")]
fn wrong_input_is_one_error(#[case] arguments: &[&str], #[case] expected: &str) {
    let output = run(&mut pmu_cosim(arguments));
    assert_eq!(output.status, 2);
    assert!(output.error().contains(expected), "{}", output.err);
}

#[test]
fn unknown_format_is_rejected_with_the_list() {
    let output = run(&mut pmu_cosim(&["events", "k8", "--format", "xml"]));
    assert_eq!(output.status, 2);
    assert!(output.err.contains("perf-json, c, csv"), "{}", output.err);
}

/// With `jevents.py` of the Linux source, which is in no small package.
#[test]
#[ignore = "needs $JEVENTS, the path of tools/perf/pmu-events/jevents.py in a Linux source"]
fn jevents_of_linux_reads_every_event() {
    let jevents = std::env::var("JEVENTS").expect("JEVENTS is set");
    let folder = tempfile::tempdir().expect("a folder");
    for description in descriptions() {
        let tree = folder.path().join(&description.id);
        let model = tree.join("x86/model");
        for below in [model.clone(), tree.join("test")] {
            fs::create_dir_all(below).expect("a folder");
        }
        fs::write(tree.join("x86/mapfile.csv"), "Family-model,Version,Filename,EventType\nA-6-1,v1,model,core\n")
            .expect("a file");
        fs::write(model.join("pmu.json"), perf_json(&description)).expect("a file");
        let output = run(Command::new("python3").arg(&jevents).arg("x86").arg(&tree));
        assert_eq!(output.status, 0, "{}: {}", description.id, output.err);
        for event in Event::all(&description).iter().filter(|event| !event.counters.is_empty()) {
            let row = event.row;
            let hex = |value: u32| if value == 0 { "0".to_owned() } else { format!("{value:#x}") };
            let umask = row.umask.map_or(String::new(), |umask| format!(",umask={umask:#x}"));
            let name = row.name().replace(':', ".").to_lowercase();
            let encoded = format!("\\000event={}{umask}\\000", hex(row.code));
            let mut entries = output.out.lines().filter(|line| line.contains(&format!("\"{name}\\000")));
            assert!(entries.any(|line| line.contains(&encoded)), "{} {name}: {encoded}", description.id);
        }
    }
}
