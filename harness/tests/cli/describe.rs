//! `list` and `describe`.

use crate::support::{pmu_cosim, run};
use rstest::rstest;

#[test]
fn the_event_catalogue_as_csv_has_all_rows_under_the_published_header() {
    let said = run(&mut pmu_cosim(&["describe", "k8", "--events", "--csv"]));
    assert_eq!(said.status, 0);
    let mut lines = said.out.lines();
    assert_eq!(lines.next(), Some("code,event,umask,umask_name,umask_kind,max_inc,counters,unit,notes"));
    assert_eq!(lines.count(), 179);
    assert!(said.out.contains("\n0xEE,GART Events,0x04,GART miss,bit,3,0-3,MC,northbridge event\n"));
}

#[rstest]
#[case(&["list"], "AMD Athlon 64 / Opteron core PMU, dual core")]
#[case(&["describe", "k8"], "core0.PerfCtr0")]
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
fn says(#[case] arguments: &[&str], #[case] expected: &str) {
    let said = run(&mut pmu_cosim(arguments));
    assert_eq!(said.status, 0, "{}", said.err);
    assert!(said.out.contains(expected), "{}", said.out);
}
