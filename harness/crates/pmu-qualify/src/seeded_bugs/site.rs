//! The expression of Verilog source text that contains a change.
//!
//! This is not a parser: it blanks comments, counts brackets and classifies an expression by the text before it. It rejects
//! text that is not certainly an expression evaluated at run time.

use std::ops::Range;

/// An expression that can become a multiplexer of several alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExpressionSite {
    /// Range of the expression in the text.
    pub expression: Range<usize>,
    /// Start of the module item that contains the expression; none inside a procedure.
    pub item: Option<usize>,
}

/// The expression around `range` of `text`: a right-hand side, a condition or a port connection.
///
/// # Errors
/// Returns a description of the text if it is not such an expression.
pub(super) fn site(text: &str, range: Range<usize>) -> Result<ExpressionSite, &'static str> {
    let text = blanked(text);
    let mut scan = Scan::default();
    scan.until(&text, range.start);
    let first = word_at(&text, scan.statement);
    if ["localparam", "parameter", "genvar"].contains(&first) {
        return Err("in a constant; change it where the constant is used");
    }
    let (start, is_item) = match (scan.assignment, scan.brackets.as_slice()) {
        (Some(at), _) => (at, ["wire", "assign"].contains(&first)),
        (None, [list, ..]) if text[..*list].trim_end().ends_with('#') => {
            return Err("in a parameter; change it where the parameter is used");
        }
        (None, [_, port, ..]) if is_port(&text, *port) => (port + 1, true),
        (None, [condition, ..]) if ["if", "case"].contains(&word_before(&text, *condition)) => (condition + 1, false),
        (None, _) => return Err("not in a right-hand side, condition or port connection"),
    };
    let end = end_of(&text, start);
    if range.end > end {
        return Err("in more than one expression");
    }
    let expression = &text[start..end];
    let start = start + expression.len() - expression.trim_start().len();
    let end = end + expression.trim_end().len() - expression.len();
    Ok(ExpressionSite { expression: start..end, item: is_item.then_some(scan.statement) })
}

/// State of the scanner at a position of the text.
#[derive(Default)]
struct Scan {
    /// Positions of the open brackets.
    brackets: Vec<usize>,
    /// Start of the statement or module item.
    statement: usize,
    /// Position after the assignment operator of the statement.
    assignment: Option<usize>,
}

impl Scan {
    fn until(&mut self, text: &str, end: usize) {
        let bytes = text.as_bytes();
        let mut at = 0;
        while at < end {
            let mut next = at + 1;
            match bytes[at] {
                b'(' | b'[' | b'{' => self.brackets.push(at),
                b')' | b']' | b'}' => drop(self.brackets.pop()),
                b';' | b',' if self.brackets.is_empty() => self.begin(text, next),
                b'=' | b'<' | b'>' | b'!' => {
                    next += bytes[next..].iter().take_while(|byte| b"=<>".contains(byte)).count();
                    // In a right-hand side, `<=` is a comparison.
                    let assigns = ["=", "<="].contains(&&text[at..next]) && self.brackets.is_empty();
                    if assigns && self.assignment.is_none() {
                        self.assignment = Some(next);
                    }
                }
                byte if is_name(byte) => {
                    let word = word_at(text, at);
                    next = at + word.len();
                    if ["begin", "else", "end", "endcase", "generate", "endgenerate"].contains(&word) {
                        self.begin(text, next + label(&text[next..]));
                    }
                }
                _ => {}
            }
            at = next;
        }
    }

    fn begin(&mut self, text: &str, at: usize) {
        let rest = &text[at..];
        self.statement = at + rest.len() - rest.trim_start().len();
        self.assignment = None;
    }
}

/// Length of the `: name` at the start of `rest`.
fn label(rest: &str) -> usize {
    let Some(name) = rest.trim_start().strip_prefix(':') else { return 0 };
    let name = name.trim_start();
    rest.len() - name.len() + word_at(name, 0).len()
}

/// End of the expression at `start`: the end of its bracket or statement.
fn end_of(text: &str, start: usize) -> usize {
    let mut depth = 0;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return at,
            b')' | b']' | b'}' => depth -= 1,
            b';' | b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// Replaces comments and compiler directives by spaces, so that positions do not change.
fn blanked(text: &str) -> String {
    let mut blanked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match rest {
            _ if rest.starts_with("//") || first == '`' => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ => 0,
        };
        match end {
            0 => blanked.push(first),
            _ => blanked.extend(std::iter::repeat_n(' ', end)),
        }
        rest = &rest[end.max(first.len_utf8())..];
    }
    blanked
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// The name or keyword that begins at `at`.
fn word_at(text: &str, at: usize) -> &str {
    let rest = &text[at..];
    &rest[..rest.bytes().take_while(|byte| is_name(*byte)).count()]
}

/// The name or keyword before the bracket at `at`.
fn word_before(text: &str, at: usize) -> &str {
    let before = text[..at].trim_end();
    &before[before.len() - before.bytes().rev().take_while(|byte| is_name(*byte)).count()..]
}

/// Whether the bracket at `at` opens the connection of a port, as in `.clk (clk)`.
fn is_port(text: &str, at: usize) -> bool {
    let name = word_before(text, at);
    !name.is_empty() && text[..at].trim_end()[..text[..at].trim_end().len() - name.len()].ends_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const TEXT: &str = "
module m #(parameter W = 3) (input wire clk, output wire x);
    localparam N = 1 + W; // a comment with ; and = in it
    wire [W-1:0] sum = one & {two, three[N +: 2]};
    sub #(.A (W + 1)) u_sub (.clk (clk), .in (sum | four));
    generate
        for (i = 0; i < 3; i = i + 1) begin : g_one
            assign y[i] = five <= six;
        end
    endgenerate
    always @(posedge clk)
        if (reset & seven) q <= 0;
        else begin
            q[eight] <= nine;
            case (ten)
                2'd1: r = eleven;
            endcase
        end
endmodule
";

    fn of(part: &str) -> Result<(&'static str, Option<&'static str>), &'static str> {
        let start = TEXT.find(part).expect("the part");
        let found = site(TEXT, start..start + part.len())?;
        Ok((&TEXT[found.expression], found.item.map(|item| word_at(TEXT, item))))
    }

    #[rstest]
    #[case("one", "one & {two, three[N +: 2]}", Some("wire"))]
    #[case("N +: 2", "one & {two, three[N +: 2]}", Some("wire"))]
    #[case("| four", "sum | four", Some("sub"))]
    #[case("six", "five <= six", Some("assign"))]
    #[case("reset", "reset & seven", None)]
    #[case("nine", "nine", None)]
    #[case("ten", "ten", None)]
    #[case("eleven", "eleven", None)]
    fn complete_expression_is_found(#[case] part: &str, #[case] expression: &str, #[case] item: Option<&str>) {
        assert_eq!(of(part), Ok((expression, item)));
    }

    #[rstest]
    #[case("1 + W", "in a constant")]
    #[case("W = 3", "in a parameter")]
    #[case("W + 1", "in a parameter")]
    #[case("i < 3", "not in a right-hand side")]
    #[case("eight", "not in a right-hand side")]
    #[case("q <= 0;", "not in a right-hand side")]
    #[case("nine;\n            case", "in more than one")]
    fn other_text_is_rejected(#[case] part: &str, #[case] what: &str) {
        let error = of(part).expect_err("it was taken");
        assert!(error.starts_with(what), "{error}");
    }
}
