//! The PMU that `new --like` writes passes for each style, with all figures complete, and fails once its RTL is wrong.

use crate::copy::Copy;
use crate::{check_results, check_style};

/// A PMU of a style, and a bug of its RTL.
struct Planted {
    style: &'static str,
    name: &'static str,
    right: &'static str,
    wrong: &'static str,
}

const PLANTED: [Planted; 3] = [
    Planted {
        style: "riscv-csr",
        name: "hart",
        right: "else if (!inhibit) count_q",
        wrong: "else count_q", // mcountinhibit is ignored
    },
    Planted {
        style: "apb-counters",
        name: "fabric",
        right: "increment = enable ? occurrences : 2'd0;",
        wrong: "increment = occurrences;", // CTRL.enable is ignored
    },
    Planted {
        style: "x86-msr",
        name: "machine_with_a_long_name",
        right: "reached ^ inv",
        wrong: "reached", // INV is ignored
    },
];

#[test]
fn pmus_of_each_style_pass_and_fail_with_a_bug() {
    let copy = Copy::new();
    for Planted { style, name, .. } in PLANTED {
        copy.created(&["new", name, "--like", style]);
    }
    copy.build();
    for Planted { name, .. } in PLANTED {
        let run = copy.tool(&["run", "--pmu", name, "--cycles", "20000", "--code-coverage", "--enforce"]);
        let console = [run.stdout, run.stderr].concat();
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&console));
        check_results(&copy, name);
        check_style(&copy, name);
    }
    for Planted { name, right, wrong, .. } in PLANTED {
        copy.replace(&format!("rtl/{name}/core/{name}_counter.v"), right, wrong);
        let run = copy.tool(&["run", "--pmu", name, "--cycles", "20000", "--no-waves"]);
        assert_eq!(run.status.code(), Some(1), "{name}: {}", String::from_utf8_lossy(&run.stdout));
    }
}
