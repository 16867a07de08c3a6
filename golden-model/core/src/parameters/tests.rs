use super::*;
use rstest::rstest;
use toml::Value;

const SCHEMA: &str = include_str!("../../../descriptions/riscv/hpm/parameters.toml");
const HPM32: &str = include_str!("../../../descriptions/riscv/hpm/hpm32.toml");
const HPM32_FULL: &str = include_str!("../../../descriptions/riscv/hpm/hpm32_full.toml");
const HPM64: &str = include_str!("../../../descriptions/riscv/hpm/hpm64.toml");

fn schema() -> Schema {
    Schema::parse(SCHEMA).expect("the schema")
}

fn configure(text: &str) -> Result<Configuration, String> {
    schema().configure(text).map_err(|error| error.to_string())
}

/// The RV32 configuration with another line for a key, or a further one.
fn changed(key: &str, line: &str) -> String {
    let is_other = |old: &&str| !old.starts_with(&format!("{key} ="));
    let others: Vec<_> = HPM32.lines().filter(is_other).collect();
    format!("{line}\n{}", others.join("\n"))
}

#[rstest]
#[case(HPM64)]
#[case(HPM32)]
#[case(HPM32_FULL)]
fn configurations_in_the_tree_are_legal(#[case] text: &str) {
    configure(text).expect("legal");
}

#[test]
fn values_have_one_form() {
    let Configuration { id, parameters } = configure(HPM32).expect("legal");
    assert_eq!(id, "riscv_hpm32");
    let number = |key: &str, index: usize| parameters[key][index].as_integer();
    assert_eq!(parameters["counters"], Value::from((3..13).map(Value::from).collect::<Vec<_>>()));
    assert_eq!((number("width", 2), number("width", 3), number("width", 12)), (Some(0), Some(40), Some(40)));
    assert_eq!((number("sel_fixed", 10), number("sel_fixed", 11)), (Some(-1), Some(0x800)));
    assert_eq!((&parameters["u"], &parameters["s"]), (&Value::from(1), &Value::from(0)));
    assert_eq!(parameters["lines"][0]["port"], Value::from(-1));
    let full = configure(HPM32_FULL).expect("legal").parameters;
    assert_eq!([3, 4, 5].map(|i| full["width"][i].as_integer()), [Some(64), Some(48), Some(32)]);
    let list = configure(&changed("counters", "counters = [4, 12, 11]")).expect("legal").parameters;
    assert_eq!(list["counters"], Value::from(vec![4, 11, 12]));
    assert_eq!(configure(&changed("s", "s = true")).expect("legal").parameters["s"], Value::from(1));
}

#[rstest]
#[case("xlen", "xlen = 33", "line 1: xlen: 33 is not one of 32, 64")]
#[case("xlen", "", "`xlen` is missing: width of CSR accesses in bits")]
#[case("xlne", "xlne = 32", "line 1: riscv_hpm has no parameter `xlne`; its parameters are xlen, u, s")]
#[case("id", "id = \"9core\"", "id = \"9core\": an id consists of a-z, 0-9 and _, and starts with a letter")]
#[case("id", "id = \"wire\"", "id = \"wire\": an id cannot be a keyword of Rust or Verilog")]
#[case("id", "id = \"match\"", "id = \"match\": an id cannot be a keyword of Rust or Verilog")]
#[case("id", "", "`id` is missing")]
#[case("id", "id = 3", "`id` must be a text")]
#[case("counters", "counters = \"3-40\"", "line 1: counters: `3-40` is no range from 3 to 31")]
#[case("counters", "counters = [2]", "line 1: counters: 2 is no integer from 3 to 31")]
#[case("counters", "counters = [3, 3]", "line 1: counters: 3 occurs twice")]
#[case("width", "width = { 3 = 5 }", "line 1: width: none for 4, and no `default`")]
#[case("width", "width = { default = 5, 31 = 4 }", "line 1: width: `31` is not in `counters`")]
#[case("width", "width = 65", "line 1: width: 65 is no integer from 1 to 64")]
#[case("s", "s = 2", "line 1: s: 2 is neither 0 nor 1")]
#[case("h", "h = 1", "h = 1 needs s = 1")]
#[case("sscofpmf", "sscofpmf = 1", "sscofpmf = 1 needs s = 1")]
#[case("u", "u = 0\ns = 1", "s = 1 needs u = 1")]
#[case("smstateen", "s = 1\nsmstateen = 1", "smstateen = 1 needs smcdeleg = 1")]
#[case("mcountinhibit", "s = 1\nsmcdeleg = 1\nmcountinhibit = 0", "smcdeleg = 1 needs mcountinhibit = 1")]
#[case(
    "sscounterenw",
    "s = 1\nsscounterenw = 1\nscounteren_wr = 0xFFF",
    "needs bit 12 in scounteren_wr, for counter 12"
)]
#[case("mcountinhibit_wr", "mcountinhibit_wr = 7", "mcountinhibit_wr has bit 1; time cannot be inhibited")]
#[case(
    "mcountinhibit_rst",
    "mcountinhibit_rst = 0x2000",
    "mcountinhibit_rst has bit 13, which mcountinhibit_wr does not have"
)]
#[case(
    "mask_onehot",
    "mask_onehot = 1\nsel_illegal = \"store\"",
    "mask_onehot = 1 and sel_illegal = \"store\" contradict"
)]
#[case("selector", "selector = \"set_mask\"", "its code 0x1 has not exactly one bit above bit 7")]
#[case("sel_w", "sel_w = 33", "xlen = 32 needs sel_w of at most 32")]
#[case("sel_w", "sel_w = 12", "sel_fixed of counter 12 has more than sel_w = 12 bits")]
#[case("lines", "lines = [{ name = \"a\", port = 1 }]", "line a: there is no retire port 1; ret_ports is 1")]
#[case("lines", "lines = [{ name = \"cyc\" }]", "line cyc has the name of another port")]
#[case("lines", "lines = [{ name = \"a\" }, { name = \"a\" }]", "two lines are named a")]
#[case(
    "lines",
    "lines = [{ name = \"a\", wide = 3 }]",
    "line 1: lines: row 1: unknown key `wide`; the keys are name, width, port"
)]
#[case("lines", "lines = [{ name = \"a b\" }]", "line 1: lines: row 1: name: \"a b\" is no name")]
#[case("events", "events = [{ code = 3, name = \"A\", lines = [\"cyc\"] }]", "its code 0x3 is not a single bit")]
#[case("events", "events = [{ code = 1, name = \"A\", lines = [] }]", "event A has no lines")]
#[case(
    "events",
    "events = [{ code = 1, name = \"A\", lines = [\"cyc\", \"ret 1\"] }]",
    "event A selects cyc, ret 1; the lines are lsu_wait"
)]
#[case("lines", "lines = [{ name = \"return\" }]", "line return: the name is a keyword of SystemVerilog")]
#[case("events", "events = [{ code = 1, lines = [\"cyc\"] }]", "line 1: events: row 1: `name` is missing")]
fn wrong_configurations_have_one_error(#[case] key: &str, #[case] line: &str, #[case] expected: &str) {
    // The tables of the original follow the new lines, and are removed with their key.
    let text = match key {
        "lines" | "events" => {
            let (before, after) = HPM32.split_once(&format!("{key} = [\n")).expect("the table");
            let after = after.split_once("\n]").expect("its end").1;
            format!("{line}\n{before}{after}")
        }
        _ => changed(key, line),
    };
    let error = configure(&text).expect_err("the configuration was accepted");
    assert!(error.contains(expected), "{error}");
}

#[test]
fn errors_in_templates_have_their_line() {
    let parameters = configure(HPM64).expect("legal").parameters;
    assert_eq!(
        render("a", "{% if s %}\n{{ counters | length }} {{ 255 | hex }}\n{% endif %}\n", &parameters).as_deref(),
        Ok("29 0xFF\n")
    );
    let error = render("a", "\n{{ nothing }}\n", &parameters).expect_err("the template was accepted");
    assert_eq!(error.line, Some(2), "{error}");
}

#[test]
fn templates_import_macros_from_files() {
    let parameters = configure(HPM64).expect("legal").parameters;
    let macros =
        "\n{% macro half() %}{{ xlen // 2 }}{% endmacro %}\n{% macro wrong() %}\n{{ nothing }}{% endmacro %}\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("macros.jinja"), macros).expect("a file");
    std::fs::create_dir(folder.path().join("a")).expect("a folder");
    let name = folder.path().join("a/b.pmu");
    let rendered = |text: &str| render(&name.to_string_lossy(), text, &parameters);
    assert_eq!(rendered("{% from '../macros.jinja' import half %}{{ half() }}").as_deref(), Ok("32"));
    let error = rendered("{% from '../macros.jinja' import wrong %}{{ wrong() }}").expect_err("nothing is not defined");
    assert!(error.what.contains("macros.jinja:4: undefined value"), "{error}");
    let error = rendered("{% from 'macros.jinja' import half %}").expect_err("there is no such file");
    assert!(error.what.contains("a/macros.jinja: No such file"), "{error}");
}
