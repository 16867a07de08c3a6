//! Output of `list` and `describe`.

use crate::support::{pmu_cosim, run};
use rstest::rstest;

#[test]
fn csv_of_events_has_the_published_header_and_all_rows() {
    let output = run(&mut pmu_cosim(&["describe", "k8", "--events", "--csv"]));
    assert_eq!(output.status, 0);
    let mut lines = output.out.lines();
    let header = lines.next().expect("a header");
    assert!(header.starts_with("code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes,"), "{header}");
    assert_eq!(lines.count(), 179);
    assert!(output.out.contains("\n0xEE,GART Events,0x04,GART miss,bit,3,0-3,MC,northbridge event,"));
}

#[rstest]
#[case(&["list"], "AMD Athlon 64 / Opteron core PMU, dual core")]
#[case(&["describe", "k8"], "state         nb_owner[0-3]\n              core[0-1]: PerfEvtSel[0-3] PerfCtr[0-3]")]
#[case(&["describe", "k8", "PerfEvtSel2"], "msr:0xc0010002")]
#[case(&["describe", "k8", "core1.PerfCtr2"], "rdpmc:0x2")]
#[case(&["describe", "k8", "CNT_MASK"], "31:24")]
#[case(&["describe", "k8", "0xE9"], "CPU_IO_REQUESTS:REMOTE_IO_TO_LOCAL_IO")]
#[case(&["describe", "k8", "RETIRED_UOPS"], "0xC1")]
#[case(&["describe", "k8", "core0.apic_int"], "section 10.2")]
#[case(&["describe", "k8", "K8-R31"], "K8-R31 (section 10.2")]
#[case(&["describe", "k8", "--registers"], "EVENT_SELECT")]
#[case(&["describe", "k8", "--registers", "--csv"], "register,address,field,bits,access,reset,section,meaning")]
#[case(&["describe", "k8", "--events"], "SEGMENT_REGISTER_LOADS:ES")]
#[case(&["describe", "itanium_core"], "thread[0-1]: retire l1i")]
#[case(&["describe", "k8", "hALT"], "inputs:\n  core0.halted (section 10.2): the core is halted")]
#[case(&["describe", "k8", "K8-R57"], "\nprograms        halt/edge_history, halt/false_edge_cure, halt/freeze, halt/interrupt_and_pins,")]
#[case(&["describe", "k8", "K8-R57"], "\nseeded bugs     interrupt_stopped_by_halt (overflow interrupt)")]
#[case(&["describe", "ivt_imc", "IMC-R50"], "bins)")]
#[case(&["describe", "itanium_core", "thread1.branch"], "return 0x1")]
#[case(&["describe", "itanium_core", "--read", "PMD33=0x4032", "PMD32=1_280"], "PMD33 latency=0x32 stat=0x1")]
#[case(&["describe", "itanium_core", "--read", "PMD33=0x4032", "PMD32=1_280"], "load of 0x500 missed L1D for 50 cycles")]
fn output_contains_the_expected_text(#[case] arguments: &[&str], #[case] expected: &str) {
    let output = run(&mut pmu_cosim(arguments));
    assert_eq!(output.status, 0, "{}", output.err);
    assert!(output.out.contains(expected), "{}", output.out);
}

#[rstest]
#[case(&["PMD99=1"], "there is no register `PMD99`")]
#[case(&["PMD33"], "`PMD33` is not REGISTER=VALUE, such as")]
#[case(&["PMD33=x"], "`PMD33=x` is not REGISTER=VALUE, such as")]
fn invalid_register_value_is_rejected(#[case] values: &[&str], #[case] expected: &str) {
    let output = run(&mut pmu_cosim(&[&["describe", "itanium_core", "--read"], values].concat()));
    assert_eq!(output.status, 2);
    assert!(output.err.contains(expected), "{}", output.err);
}
