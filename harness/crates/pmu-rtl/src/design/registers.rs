//! The registers of a Verilog file: the signals with a nonblocking assignment.

use super::tokens::{tokens, Token};
use std::collections::BTreeSet;

/// Words after which a statement begins.
const BEFORE_STATEMENTS: [&str; 4] = ["begin", "else", "end", "endcase"];

/// Names of the signals of a Verilog text that have a nonblocking assignment. With the usual style these are its registers.
pub fn registers(text: &str) -> BTreeSet<String> {
    let tokens = tokens(text);
    let mut found = BTreeSet::new();
    let (mut parentheses, mut has_choice) = (0_u32, false);
    for (position, token) in tokens.iter().enumerate() {
        match token.text {
            "(" => parentheses += 1,
            ")" => parentheses = parentheses.saturating_sub(1),
            ";" => has_choice = false,
            // What follows its colon is no statement.
            "?" => has_choice = true,
            _ => {}
        }
        let may_begin = match token.text {
            ";" => parentheses == 0,
            ")" | ":" => parentheses == 0 && !has_choice,
            word => BEFORE_STATEMENTS.contains(&word),
        };
        // The name of a block is in front of its first statement.
        let name = usize::from(token.text == ":" && position > 0 && tokens[position - 1].text == "begin");
        if may_begin {
            let statement = tokens.get(position + 1 + name..).unwrap_or_default();
            found.extend(assigned(statement));
        }
    }
    found
}

/// The signals to which a statement assigns, if it is a nonblocking assignment.
fn assigned(statement: &[Token]) -> Vec<String> {
    let (mut names, mut depth, mut is_member) = (Vec::new(), 0_u32, false);
    let mut is_separated = true;
    for token in statement {
        match token.text {
            "<=" if depth == 0 => return names,
            "begin" => return Vec::new(),
            "[" => depth += 1,
            "]" => depth = depth.saturating_sub(1),
            "{" | "}" | "," => is_separated = true,
            // The signal is in front of its first member.
            "." => is_member = true,
            _ if depth > 0 => {}
            _ if is_member => is_member = false,
            _ if is_separated && token.is_name() => {
                names.push(token.name());
                is_separated = false;
            }
            _ => return Vec::new(),
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case("always @(posedge clk) q <= d;", &["q"])]
    #[case("always @(posedge clk) if (a <= b) q <= d; else r[3:0] <= d <= e;", &["q", "r"])]
    #[case("always @(posedge clk) begin {q, r[1]} <= d; s.x.y <= 0; end", &["q", "r", "s"])]
    #[case("always @(posedge clk) case (s) 1: q <= a; default: r <= b; endcase", &["q", "r"])]
    #[case("always @(posedge clk) begin : name q[i] <= d; end", &["q"])]
    #[case("assign y = a ? b : c <= d; assign z = (a <= b); // q <= d", &[])]
    #[case("always @* begin y = a <= b; end", &[])]
    #[case("initial $display(\"; q <= d\");", &[])]
    #[case("always_ff @(posedge clk) for (int i = 0; i <= 3; i++) q[i] <= d[i];", &["q"])]
    #[case("always @(posedge clk) \\q$1 <= d;", &["q$1"])]
    fn signals_with_nonblocking_assignments_are_registers(#[case] text: &str, #[case] expected: &[&str]) {
        assert_eq!(registers(text).iter().map(String::as_str).collect::<Vec<_>>(), expected);
    }
}
