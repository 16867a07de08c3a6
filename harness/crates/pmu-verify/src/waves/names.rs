//! Names and texts in the form that viewers of VCD files read.

/// The scope with the statements, cycles and differences.
pub(super) const MARKERS: &str = "markers";
/// The scope with the inputs of both sides.
pub(super) const INPUTS: &str = "inputs";
/// The scope with the event lines of both sides.
pub(super) const EVENTS: &str = "events";
/// The scope with the values of the golden model.
pub(super) const MODEL: &str = "model";
/// The scope with the values that the harness observed on the DUT.
pub(super) const DUT: &str = "dut_observed";
/// The scope of the simulated DUT, as Verilator names it.
pub(super) const TOP: &str = "TOP";
/// The statement after the end of the program.
pub(super) const FINISHED: &str = "(end of program)";

/// The scopes of a value below `side`, and its name as the last element. The names before dots are scopes.
pub(super) fn scopes_of(side: &str, value: &str) -> Vec<String> {
    std::iter::once(side).chain(value.split('.')).map(str::to_owned).collect()
}

/// The name of an event line as one identifier: viewers take a dot as a scope, and GTKWave a colon as a range of bits.
pub(super) fn event_name(name: &str) -> String {
    name.replace('.', "_").replace(':', "/")
}

/// A text as one word, as the string extension of VCD requires: all bytes other than printable ASCII as `\\xHH`.
pub(super) fn escaped(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'\\' => r"\x5c".to_owned(),
        _ if byte.is_ascii_graphic() => char::from(byte).to_string(),
        _ => format!(r"\x{byte:02x}"),
    };
    text.bytes().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_one_word_of_printable_ascii() {
        assert_eq!(escaped("wait 2"), r"wait\x202");
        assert_eq!(escaped("a\\b\n\u{e9}"), r"a\x5cb\x0a\xc3\xa9");
    }

    #[test]
    fn event_names_contain_no_separator_of_a_viewer() {
        assert_eq!(event_name("A.B:SUB"), "A_B/SUB");
    }
}
