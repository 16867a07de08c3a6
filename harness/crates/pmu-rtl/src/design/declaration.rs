//! Finds the declaration of a signal in the text of a module.

use super::tokens::tokens;

/// First words of declarations.
const DECLARES: [&str; 8] = ["input", "output", "inout", "reg", "wire", "logic", "bit", "integer"];

/// The line of a text in which a module declares a signal: the first line that begins with a declaration keyword and has the
/// name, otherwise the first line with the name.
pub(super) fn line(text: &str, module: &str, signal: &str) -> Option<u32> {
    let tokens = tokens(text);
    let start = tokens.windows(2).position(|pair| pair[0].text == "module" && pair[1].name() == module)?;
    let own: Vec<_> = tokens[start..].iter().take_while(|token| token.text != "endmodule").collect();
    let first_word = |line: u32| own.iter().find(|token| token.line == line).map_or("", |token| token.text);
    let lines = || own.iter().filter(|token| token.name() == signal).map(|token| token.line);
    lines().find(|&line| DECLARES.contains(&first_word(line))).or_else(|| lines().next())
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
