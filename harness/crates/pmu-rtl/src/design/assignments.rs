//! Assignments in the blocks of a Verilog module: what they assign, and from where.

use super::state_path::Select;
use super::tokens::{bracketed, items, position, Token};

/// An assignment to a signal or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    /// The signal.
    pub signal: String,
    /// The part, if it has a constant select.
    pub part: Option<Select>,
    /// Its line, from 1.
    pub line: u32,
    /// The signal on the right side, if it is one signal or a select of it.
    pub source: Option<String>,
}

/// The assignments of a statement, with those of all statements in it, and the number of its tokens.
pub(super) fn statement(tokens: &[Token], found: &mut Vec<Assignment>) -> usize {
    let Some(first) = tokens.first() else { return 0 };
    // The statement that begins at a position ends there.
    let mut from = |at: usize| at + statement(tokens.get(at..).unwrap_or_default(), found);
    let after_brackets = |at: usize| at + bracketed(tokens.get(at..).unwrap_or_default());
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.text == text);
    match first.text {
        "begin" | "fork" => {
            let mut at = after_name(tokens, 1);
            while let Some(token) = tokens.get(at) {
                if ["end", "join", "join_any", "join_none"].contains(&token.text) {
                    return after_name(tokens, at + 1);
                }
                at = from(at);
            }
            at
        }
        "@" | "#" if is(1, "(") => from(after_brackets(1)),
        "@" | "#" => from(2),
        "(" => from(after_brackets(0)),
        "if" => {
            let end = from(after_brackets(1));
            if is(end, "else") {
                return from(end + 1);
            }
            end
        }
        "for" | "foreach" | "while" | "repeat" | "wait" => from(after_brackets(1)),
        "forever" | "do" | "else" | "unique" | "unique0" | "priority" => from(1),
        "case" | "casez" | "casex" => {
            let mut at = after_brackets(1);
            at += usize::from(is(at, "inside") || is(at, "matches"));
            while at < tokens.len() && !is(at, "endcase") {
                // The label; `default` may be without a colon.
                at = match position(&tokens[at..], &[":", "endcase"]) {
                    _ if is(at, "default") && !is(at + 1, ":") => from(at + 1),
                    Some(label) if tokens[at + label].text == ":" => from(at + label + 1),
                    Some(end) => at + end,
                    None => tokens.len(),
                };
            }
            at + 1
        }
        _ if first.is_name() && is(1, ":") => from(2),
        _ => {
            let end = position(tokens, &[";"]).unwrap_or(tokens.len());
            found.extend(assignment(&tokens[..end]));
            end + 1
        }
    }
}

/// The position after the name of a block.
pub(super) fn after_name(tokens: &[Token], at: usize) -> usize {
    let is_named = tokens.get(at).is_some_and(|token| token.text == ":");
    at + if is_named { 2 } else { 0 }
}

/// The assignments of a list such as `a = b, {c, d[1]} = e`.
pub(super) fn list(tokens: &[Token]) -> Vec<Assignment> {
    items(tokens).into_iter().flat_map(assignment).collect()
}

/// The assignments of `target = value`, one for each signal of the target; none if it is something else.
pub(super) fn assignment(tokens: &[Token]) -> Vec<Assignment> {
    let Some(operator) = position(tokens, &["=", "<="]) else { return Vec::new() };
    let mut value = &tokens[operator + 1..];
    if let [hash, delay, ..] = value {
        if hash.text == "#" {
            value = &value[if delay.text == "(" { 1 + bracketed(&value[1..]) } else { 2 }..];
        }
    }
    let source = signal(value);
    let assigned = targets(&tokens[..operator]);
    // A part of a concatenation does not have the value of the right side.
    let is_one = tokens.first().is_some_and(|first| first.text != "{");
    let to = |(signal, part, line)| Assignment { signal, part, line, source: source.clone().filter(|_| is_one) };
    assigned.into_iter().map(to).collect()
}

/// The signal, if the expression is one signal or a select of it.
pub(super) fn signal(expression: &[Token]) -> Option<String> {
    let (name, mut select) = expression.split_first().filter(|(name, _)| name.is_name())?;
    while select.first().is_some_and(|token| token.text == "[") {
        select = &select[bracketed(select)..];
    }
    select.is_empty().then(|| name.name())
}

/// The signals of a target with their parts and lines. It may be a concatenation. `a += b` has an operator at the end.
fn targets(tokens: &[Token]) -> Vec<(String, Option<Select>, u32)> {
    match tokens {
        [open, ..] if open.text == "{" => {
            items(&tokens[1..bracketed(tokens).max(2) - 1]).into_iter().flat_map(targets).collect()
        }
        [name, rest @ ..] if name.is_name() && rest.first().is_none_or(|next| !next.is_name()) => {
            vec![(name.name(), part(rest), name.line)]
        }
        _ => Vec::new(),
    }
}

/// The part that the first select of these tokens names, if it is constant.
pub(super) fn part(select: &[Token]) -> Option<Select> {
    let number = |token: &Token| token.text.parse::<u32>().ok();
    match select {
        [open, at, close, ..] if (open.text, close.text) == ("[", "]") => {
            number(at).map(|at| Select { high: at, low: at })
        }
        [open, high, colon, low, close, ..] if (open.text, colon.text, close.text) == ("[", ":", "]") => {
            let (one, other) = (number(high)?, number(low)?);
            Some(Select { high: one.max(other), low: one.min(other) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;
    use rstest::rstest;

    /// The signals of a statement with their parts, lines and sources.
    fn assigned(text: &str) -> (Vec<String>, usize) {
        let tokens = tokens(text);
        let mut found = Vec::new();
        let length = statement(&tokens, &mut found);
        let shown = found.iter().map(|one| {
            let part = one.part.map(|part| format!("[{}:{}]", part.high, part.low)).unwrap_or_default();
            let source = one.source.as_ref().map(|source| format!("={source}")).unwrap_or_default();
            format!("{}{part}@{}{source}", one.signal, one.line)
        });
        (shown.collect(), tokens.len() - length)
    }

    #[rstest]
    #[case("@(posedge clk) q <= #1 d;", &["q@1=d"])]
    #[case("@* begin : name\nint i;\ny = a <= b; if (a <= b) {c, d[1]} = e; else x[3:2] = f;\nend", &["y@3", "c@3", "d[1:1]@3", "x[3:2]@3=f"])]
    #[case("unique case (s) 1, 2: a = b; 2'b1?: begin c[i] = d; end default e = f; endcase", &["a@1=b", "c@1=d", "e@1=f"])]
    #[case("for (int i = 0; i < 3; i++) if (l[i])\nq[i].x <= d;\nelse begin q[i] <= '0; end", &["q@2=d", "q@3"])]
    #[case("(* full_case *) case (s) endcase", &[])]
    #[case("begin automatic logic t = a; $display(\"q <= d\"); t_q += 1; p.q[i] <= r[i][3]; end", &["t_q@1", "p@1=r"])]
    #[case("@(posedge clk or negedge rst) if (!rst) q <= '{default: '0}; else q <= a ? b : c;", &["q@1", "q@1"])]
    #[case("begin \\q$1 <= `D; end", &["q$1@1"])]
    fn assignments_of_statements_are_found(#[case] text: &str, #[case] expected: &[&str]) {
        let (found, left) = assigned(&format!("{text} always"));
        assert_eq!(found, expected);
        assert_eq!(left, 1, "the statement ends at its end");
    }

    #[test]
    fn each_assignment_of_a_list_is_found() {
        let found = tokens("{a, b} = f(c, d), e[2] = g");
        let names: Vec<_> = list(&found).into_iter().map(|one| one.signal).collect();
        assert_eq!(names, ["a", "b", "e"]);
    }
}
