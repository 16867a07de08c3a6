//! Placeholders in collision tables.

use super::CollisionTable;
use crate::Pmu;
use rstest::rstest;

const TABLE: &str = r#"
[[field]]
name = "field"
doc = ""
width = 1
values = ["0"]
instance = [{ i = "0" }, { i = "1" }]
set = "write core0.PerfCtr{i} = {value}"
state = "core0.PerfCtr{i}"
low = "{i}"
[[field.cause]]
name = "cause"
doc = ""
ids = ["K8-R01"]
effect = "= {value}"
"#;

fn load(text: &str) -> Result<CollisionTable, String> {
    let mut table = CollisionTable::default();
    let added = table.add("k8", text, &Pmu::find("k8").expect("a PMU").description);
    added.map(|()| table).map_err(|error| error.to_string())
}

#[test]
fn values_replace_placeholders() {
    let table = load(TABLE).expect("valid");
    let known = [("i", "1"), ("value", "0")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    let field = &table.fields[0];
    assert_eq!(field.state.statements(&known).collect::<Vec<_>>(), [(9, "core0.PerfCtr1".to_owned())]);
    assert_eq!(field.in_place(&field.next(&field.causes[0].effect, 0, &known), &known), "((0) << 1)");
}

#[rstest]
#[case("core0.PerfCtr{i} =", "core0.PerfCtr{n} =", "8: no placeholder {n}; known placeholders: {i}, {value}")]
#[case("= {value}\"\n", "= {new}\"\n", "no placeholder {new}; known placeholders: {i}, {value}")]
#[case("low = \"{i}\"", "low = \"{n}\"", "10: no placeholder {n}; known placeholders: {i}")]
#[case("low = \"{i}\"", "low = \"i\"", "10: low: \"i\" is not a number; a placeholder is written {NAME}")]
#[case("{ i = \"1\" }", "{ n = \"1\" }", "field: the instances have different placeholders")]
fn unknown_placeholder_is_rejected(#[case] old: &str, #[case] new: &str, #[case] expected: &str) {
    let text = TABLE.replace(old, new);
    assert_ne!(text, TABLE);
    let error = load(&text).expect_err("the table was accepted");
    assert!(error.starts_with("k8/collisions.toml:") && error.contains(expected), "{error}");
}
