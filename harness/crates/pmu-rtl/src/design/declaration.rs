//! Finds the declaration of a signal in the text of a module.

use regex::Regex;
use std::sync::LazyLock;

static BLOCK_COMMENT: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?s)/\*.*?\*/").expect("a valid expression"));

/// The line of a text in which a module declares a signal: the first line with a declaration keyword and the name,
/// otherwise the first line with the name.
pub(super) fn line(text: &str, module: &str, signal: &str) -> Option<u32> {
    // Comments are removed, line breaks remain.
    let text =
        BLOCK_COMMENT.replace_all(text, |found: &regex::Captures<'_>| "\n".repeat(found[0].matches('\n').count()));
    let word = |word: &str| format!(r"(?:^|[^\w$]){}(?:[^\w$]|$)", regex::escape(word));
    let begins = Regex::new(&format!(r"^\s*module\s+{}(?:[^\w$]|$)", regex::escape(module))).ok()?;
    let declares =
        Regex::new(&format!(r"^\s*(?:input|output|inout|reg|wire|logic|bit|integer)\b.*{}", word(signal))).ok()?;
    let names = Regex::new(&word(signal)).ok()?;
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default()).zip(1..);
    let own = lines.skip_while(|(line, _)| !begins.is_match(line));
    let own: Vec<_> = own.take_while(|(line, _)| !line.trim_start().starts_with("endmodule")).collect();
    let first = |pattern: &Regex| own.iter().find(|(line, _)| pattern.is_match(line)).map(|(_, number)| *number);
    first(&declares).or_else(|| first(&names))
}

#[cfg(test)]
mod tests {
    use super::line;
    use rstest::rstest;

    const TEXT: &str = "module other (input wire a);
    reg value_q;
endmodule
/* value_q
   is here */
module counter #(parameter W = 8) (
    input  wire         clk,  // drives value_q
    output wire [W-1:0] value
);
    reg [W-1:0] carry, value_q;
    reg [W-1:0] first,
                second;
    assign value = value_q;
endmodule
";

    #[rstest]
    #[case("other", "value_q", Some(2))]
    #[case("counter", "value_q", Some(10))]
    #[case("counter", "value", Some(8))]
    #[case("counter", "second", Some(12))]
    #[case("counter", "third", None)]
    #[case("count", "value_q", None)]
    fn a_declaration_is_found_in_its_module(#[case] module: &str, #[case] signal: &str, #[case] expected: Option<u32>) {
        assert_eq!(line(TEXT, module, signal), expected);
    }
}
