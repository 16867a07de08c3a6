//! `new --from`: the description of a new PMU has the registers of a SystemRDL file.

use crate::new::{contents, new, workspace};
use crate::support::{pmu_cosim, root, run, skipped_because};
use golden_model_core::description::{Description, Field, Files, Register};
use golden_model_core::{Choices, Pmu};
use harness::rtl::{elaborated_registers, Workspace};
use pmu_export::import::pmu_toml;
use pmu_export::registers::systemrdl;
use rstest::rstest;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A file of another project: a regfile as an array, a register of 64 bits that is accessed in dwords, and each access.
const FOREIGN: &str = r#"
addrmap timer_block {
    name = "Timers";
    regfile {
        reg {
            desc = "control";
            field { sw = rw; hw = r; desc = "runs"; } en[0:0] = 1'h1;
            field { sw = rw; hw = rw; onwrite = woclr; } done[8:8] = 0;
            field { sw = w; hw = r; } start[16:16] = 0;
            field { sw = r; hw = w; } busy[17:17] = 0;
            field { sw = r; hw = na; } version[31:28] = 4'h3;
        } ctl @ 0x0;
        reg {
            regwidth = 64; accesswidth = 32;
            field { sw = rw; hw = rw; } count[47:4];
        } value @ 0x8;
    } timer[2] @ 0x100 += 0x20;
};
"#;

/// The workspace of this test if the compiler of SystemRDL is there or can be installed.
fn compiler() -> Option<Workspace> {
    let workspace = Workspace::find(&root()).expect("the workspace");
    let folder = tempfile::tempdir().expect("a folder");
    match elaborated(&workspace, folder.path(), FOREIGN) {
        Ok(_) => Some(workspace),
        Err(reason) => {
            skipped_because("import of SystemRDL", &reason);
            None
        }
    }
}

/// The registers of a text in SystemRDL as JSON.
fn elaborated(workspace: &Workspace, folder: &Path, text: &str) -> Result<String, String> {
    let file = folder.join("registers.rdl");
    fs::write(&file, text).expect("a file");
    elaborated_registers(workspace, &file, &mut |_| {}).map_err(|error| error.to_string())
}

fn described(name: &str, toml: &str) -> Description {
    let events =
        "code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes,mnemonic,sub_mnemonic,section,input\n";
    let files = Files {
        folder: "family/unit",
        toml,
        events,
        requirements: "id,section,text\n",
        coverage: "",
        top: None,
        configured: None,
    };
    let parsed = Description::parse(name, &files, &Choices::default(), &|_| None);
    parsed.unwrap_or_else(|error| panic!("{error}\n{toml}"))
}

/// Units, spaces, registers, access paths, fields and resets, one text for each.
fn facts(description: &Description) -> BTreeSet<String> {
    let mut facts = BTreeSet::new();
    let kind = |kind: usize| &description.kinds[kind];
    facts.insert(format!("broadcast {:?}, manual {}", description.broadcast, description.manual));
    for (position, unit) in description.units.iter().enumerate() {
        let number = unit.number;
        facts.insert(format!("unit {position}: {} {number:?} {} {}", unit.name, kind(unit.kind), unit.index));
    }
    for space in &description.spaces {
        let is_used = |register: &Register| register.access.iter().any(|path| path.space_number == space.number);
        let details = format!("{} {} {:?} {}", space.doc, space.section, space.operation, space.returns_old);
        let details = if description.registers.iter().any(is_used) { details } else { String::new() };
        facts.insert(format!("space {} {} {details}", space.name, space.number));
    }
    for unit in &description.units {
        for (position, register) in description.registers_of(unit.kind).enumerate() {
            facts.extend(register_facts(description, &unit.name, position, &description.registers[register]));
            for (number, path) in description.registers[register].access.iter().enumerate() {
                let name = format!("{}.{}", unit.name, description.registers[register].name);
                let address = path.in_unit(unit);
                let flags = (path.operation, path.returns_old, path.read_only, path.write_only);
                let bits = (path.low, path.width, &path.suffix);
                facts.insert(format!("path {name} {number}: {} {address:#x} {bits:?} {flags:?}", path.space_number));
            }
        }
    }
    facts
}

fn register_facts(description: &Description, unit: &str, position: usize, register: &Register) -> Vec<String> {
    let other = |other: Option<usize>| other.map(|other| description.registers[other].name.as_str());
    let names = (other(register.select), other(register.upper), &register.short, register.number, register.selects);
    let name = format!("{unit}.{}", register.name);
    let texts = format!("{} {}", register.section, register.doc);
    let head = format!("register {position}: {name} {} {} {names:?} {texts}", register.width, register.counter);
    let unreached: Vec<&Field> = register.unreached().collect();
    let field = |field: &Field| {
        let Field { name: own, low, width, access, reset, must_be, section, doc } = field;
        let texts = if unreached.contains(&field) { String::new() } else { format!("{section} {doc}") };
        format!("field {name}.{own} {low} {width} {access:?} {reset:#x} {must_be:#x} {texts}")
    };
    [head].into_iter().chain(register.fields.iter().map(field)).collect()
}

#[test]
fn import_of_an_export_is_the_same_for_all_pmus() {
    let Some(workspace) = compiler() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    for pmu in Pmu::ids().filter_map(Pmu::find) {
        let expected = &pmu.description;
        let json = elaborated(&workspace, folder.path(), &systemrdl(expected)).expect("SystemRDL");
        let toml = pmu_toml("copy", None, &json).unwrap_or_else(|error| panic!("{}: {error}", expected.id));
        let found = described("copy", &toml);
        assert_eq!(found.name, expected.name);
        let (found, expected_facts) = (facts(&found), facts(expected));
        let lost: Vec<_> = expected_facts.difference(&found).take(4).collect();
        let new: Vec<_> = found.difference(&expected_facts).take(4).collect();
        assert!(lost.is_empty() && new.is_empty(), "{}: lost {lost:#?}, new {new:#?}", expected.id);
    }
}

/// A workspace that has the tools of this one.
fn workspace_with_tools() -> TempDir {
    let folder = workspace();
    fs::create_dir(folder.path().join("golden-model/descriptions/decisions")).expect("a folder");
    fs::create_dir(folder.path().join("build")).expect("a folder");
    let tools = Workspace::find(&root()).expect("the workspace").build_dir().join("tools");
    std::os::unix::fs::symlink(tools, folder.path().join("build/tools")).expect("a link");
    folder
}

#[test]
fn registers_of_a_foreign_file_become_those_of_a_new_pmu() {
    if compiler().is_none() {
        return;
    }
    let workspace = workspace_with_tools();
    fs::write(workspace.path().join("timers.rdl"), FOREIGN).expect("a file");
    let output = new(workspace.path(), &["timers", "--from", "timers.rdl"]);
    assert_eq!(output.status, 0, "{}", output.err);
    let described = |arguments: &[&str]| {
        let output = run(pmu_cosim(&[&["describe", "timers"], arguments].concat()).current_dir(workspace.path()));
        assert_eq!(output.status, 0, "{}", output.err);
        output.out
    };
    let expected = "\
register,address,field,bits,access,reset,section,meaning
timer_0_ctl,bus:0x100,version,31:28,RO,0x3,timer_block.timer[0].ctl,
timer_0_ctl,bus:0x100,RESERVED_27_18,27:18,RAZ,0x0,,\"reads 0, writes ignored\"
timer_0_ctl,bus:0x100,busy,17,RO,0x0,timer_block.timer[0].ctl,
timer_0_ctl,bus:0x100,start,16,WO,0x0,timer_block.timer[0].ctl,
timer_0_ctl,bus:0x100,RESERVED_15_9,15:9,RAZ,0x0,,\"reads 0, writes ignored\"
timer_0_ctl,bus:0x100,done,8,W1C,0x0,timer_block.timer[0].ctl,
timer_0_ctl,bus:0x100,RESERVED_7_1,7:1,RAZ,0x0,,\"reads 0, writes ignored\"
timer_0_ctl,bus:0x100,en,0,RW,0x1,timer_block.timer[0].ctl,runs
timer_0_value,bus:0x108 (31:0) bus:0x10c (63:32),RESERVED_63_48,63:48,RAZ,0x0,,\"reads 0, writes ignored\"
timer_0_value,bus:0x108 (31:0) bus:0x10c (63:32),count,47:4,RW,0x0,timer_block.timer[0].value,
timer_0_value,bus:0x108 (31:0) bus:0x10c (63:32),RESERVED_3_0,3:0,RAZ,0x0,,\"reads 0, writes ignored\"
";
    let registers = described(&["--registers", "--csv"]);
    assert!(registers.starts_with(expected), "{registers}");
    assert_eq!(registers.replace("timer_0", "timer_1").matches("timer_1").count(), 22);
    assert!(registers.contains("timer_1_value,bus:0x128 (31:0) bus:0x12c (63:32),count,47:4,RW"), "{registers}");
    assert!(described(&[]).starts_with("timers: Timers\n"));
    let checked = run(pmu_cosim(&["check", "timers"]).current_dir(workspace.path()));
    assert!(checked.status == 0 && checked.out.contains("no error"), "{}{}", checked.out, checked.err);
}

/// `REG` is a register with a field of 32 bits.
#[rstest]
#[case::syntax("addrmap x { reg { field {} } };", "is not valid SystemRDL:")]
#[case::memory(
    "addrmap x { external mem { mementries = 4; memwidth = 32; } m @ 0; };",
    "x.m: a description has no memories; remove it"
)]
#[case::wide(
    "addrmap x { reg { regwidth = 128; field { sw = rw; hw = r; } f[127:0]; } q; };",
    "x.q: it has 128 bits, a register of a description at most 64; divide it"
)]
#[case::alias("addrmap x { REG q @ 0; alias q REG a @ 4; };", "x.a: a description has no alias registers;")]
#[case::onread(
    "addrmap x { reg { field { sw = rw; hw = r; onread = rclr; } f[32]; } q; };",
    "x.q.f: onread = rclr: a read changes no register"
)]
#[case::onwrite(
    "addrmap x { reg { field { sw = rw; hw = r; onwrite = wot; } f[32]; } q; };",
    "x.q.f: sw = rw with onwrite = wot: a field of a description is"
)]
#[case::write_once(
    "addrmap x { reg { field { sw = rw1; hw = r; } f[32]; } q; };",
    "x.q.f: sw = rw1: a field of a description is"
)]
#[case::signal(
    "addrmap x { signal {} s; reg { field { sw = rw; hw = r; reset = s; } f[1]; } q; };",
    "x.q.f: its reset is not a number"
)]
#[case::far("addrmap x { REG q @ 0x100000000; };", "x.q: its address 0x100000000 has more than 32 bits;")]
#[case::same_name(
    "addrmap x { regfile { REG b_c; } a; regfile { REG c; } a_b; };",
    "two registers are named a_b_c; rename one"
)]
#[case::property(
    "property pmu_id { type = string; component = addrmap; }; addrmap x { pmu_id = \"x\"; addrmap { REG q; } u; };",
    "x.u: the property pmu_unit_position is missing; export the registers again"
)]
fn what_a_description_cannot_express_is_one_error(#[case] text: &str, #[case] expected: &str) {
    if compiler().is_none() {
        return;
    }
    let workspace = workspace_with_tools();
    let reg = "reg REG { field { sw = rw; hw = r; } f[31:0] = 0; };\n";
    fs::write(workspace.path().join("x.rdl"), format!("{reg}{text}")).expect("a file");
    let before = contents(&workspace.path().join("golden-model"));
    let output = new(workspace.path(), &["timers", "--from", "x.rdl"]);
    assert_eq!(output.status, 2, "{}{}", output.out, output.err);
    assert!(output.error().starts_with("error: x.rdl"), "{}", output.err);
    assert!(output.error().contains(expected), "{}", output.err);
    assert_eq!(contents(&workspace.path().join("golden-model")), before);
}

#[test]
fn missing_file_is_reported_before_a_tool_is_installed() {
    let workspace = workspace();
    let output = new(workspace.path(), &["timers", "--from", "no.rdl"]);
    assert_eq!(output.status, 2);
    assert!(output.error().starts_with("error: --from no.rdl: cannot be read: No such file"), "{}", output.err);
    assert!(!workspace.path().join("build").exists());
}
