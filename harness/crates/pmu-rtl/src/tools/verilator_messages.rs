//! Errors and warnings in the output of Verilator.

/// The messages in an output of Verilator that begin with `mark`, such as `%Error`, each with its source line, caret and
/// suggestions. The message that only counts the others is not among them.
pub(crate) fn messages(output: &[u8], mark: &str) -> Vec<String> {
    let text = String::from_utf8_lossy(output);
    let mut found: Vec<String> = Vec::new();
    let (mut is_inside, mut is_list) = (false, false);
    for line in text.lines() {
        if line.starts_with([' ', '\t']) {
            // The list of all places of a missing file contains folders of the build.
            is_list = line.contains("... Looked in") || is_list && !line.contains('|');
            if let Some(last) = found.last_mut().filter(|_| is_inside && !is_list && !is_advice(line)) {
                last.push('\n');
                last.push_str(line.trim_end());
            }
            continue;
        }
        is_list = false;
        is_inside = line.starts_with(mark) && !line.contains("Exiting due to");
        if is_inside {
            found.push(line.trim_end().to_owned());
        }
    }
    found
}

/// Whether a line says how to disable a warning or where the manual is.
fn is_advice(line: &str) -> bool {
    ["... For warning description", "... For error description", "... Use \"/* verilator lint_off"]
        .iter()
        .any(|advice| line.contains(advice))
}

#[cfg(test)]
mod tests {
    use super::messages;

    const OUTPUT: &[u8] = b"\
%Warning-PINMISSING: a.v:7:5: Cell has missing pin: 'halted'
    7 |     counter u_counter (
      |             ^~~~~~~~~
                     ... For warning description see https://verilator.org/warn/PINMISSING?v=5.006
                     ... Use \"/* verilator lint_off PINMISSING */\" and lint_on around source to disable this message.
%Error: a.v:9:11: Can't find definition of variable: 'blok'
                : ... Suggested alternative: 'block'
    9 |     assign b = blok;
      |                ^~~~
%Error: Exiting due to 1 error(s)
";

    #[test]
    fn message_has_its_caret_and_suggestion() {
        let caret = "    9 |     assign b = blok;\n      |                ^~~~";
        let suggestion = "                : ... Suggested alternative: 'block'";
        let error = format!("%Error: a.v:9:11: Can't find definition of variable: 'blok'\n{suggestion}\n{caret}");
        assert_eq!(messages(OUTPUT, "%Error"), [error]);
        let warnings = messages(OUTPUT, "%Warning-");
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].ends_with("^~~~~~~~~"), "{}", warnings[0]);
    }

    #[test]
    fn list_of_folders_is_skipped() {
        let output = b"%Error: a.v:1:10: Cannot find include file: b.vh\n    1 | `include \"b.vh\"\n      |          ^~~~~~\n        ... Looked in:\n             /tmp/obj/b.vh\n             b.vh.sv\n";
        let message = &messages(output, "%Error")[0];
        assert!(message.ends_with("^~~~~~"), "{message}");
    }

    #[test]
    fn output_without_the_mark_has_no_message() {
        assert!(messages(b"killed\n  by a signal\n", "%Error").is_empty());
    }
}
