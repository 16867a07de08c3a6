//! Loops: a tree of blocks, unrolled into operations.

use super::error::{Fault, Position};
use super::expr::{Cursor, Value, Variables};
use super::keyword::Keyword;
use super::names::Names;
use super::op::Op;
use super::statement;
use super::token::{Token, TokenKind};

/// Limit of operations after unrolling. A program with more is rejected because it would not fit into memory.
pub const MOST_OPERATIONS: usize = 4_000_000;

pub(super) enum Node {
    Statement(Vec<Token>),
    Repeat { header: Vec<Token>, body: Vec<Node> },
    For { header: Vec<Token>, body: Vec<Node> },
}

/// Groups lines into blocks.
pub(super) fn build(lines: &mut std::vec::IntoIter<Vec<Token>>, opened: Option<Position>) -> Result<Vec<Node>, Fault> {
    let mut nodes = Vec::new();
    while let Some(line) = lines.next() {
        let first = &line[0];
        if first.is("}") {
            return match (opened, line.get(1)) {
                (Some(_), None) => Ok(nodes),
                (Some(_), Some(next)) => Fault::new(next.at, "`}` must be alone on its line"),
                (None, _) => Fault::new(first.at, "`}` without `repeat` or `for`"),
            };
        }
        let (is_for, is_repeat) = (first.keyword() == Some(Keyword::For), first.keyword() == Some(Keyword::Repeat));
        if !(is_for || is_repeat) {
            nodes.push(Node::Statement(line));
            continue;
        }
        let at = first.at;
        let mut header = line;
        match header.pop() {
            Some(last) if last.is("{") => {}
            Some(last) => return Fault::new(last.at, "expected `{` at the end of the loop's line"),
            None => {}
        }
        let body = build(lines, Some(at))?;
        nodes.push(if is_for { Node::For { header, body } } else { Node::Repeat { header, body } });
    }
    match opened {
        Some(at) => Fault::new(at, "this loop has no `}`"),
        None => Ok(nodes),
    }
}

/// Unrolls blocks into operations.
pub(super) fn unroll(nodes: &[Node], names: &Names, variables: &mut Variables, ops: &mut Vec<Op>) -> Result<(), Fault> {
    for node in nodes {
        match node {
            Node::Statement(tokens) => {
                if ops.len() >= MOST_OPERATIONS {
                    return Fault::new(
                        tokens[0].at,
                        format!("the loops unroll to more than {MOST_OPERATIONS} operations"),
                    );
                }
                statement::parse(&mut Cursor { tokens, position: 0, variables }, names, ops)?;
            }
            Node::Repeat { header, body } => {
                let mut cursor = Cursor { tokens: header, position: 1, variables };
                let at = cursor.at();
                let times = cursor.number()?;
                cursor.end()?;
                if times < 0 {
                    return Fault::new(at, format!("cannot repeat {times} times"));
                }
                for _ in 0..if body.is_empty() { 0 } else { times } {
                    unroll(body, names, variables, ops)?;
                }
            }
            Node::For { header, body } => {
                let (loop_names, turns) = turns(header, variables)?;
                let depth = variables.len();
                for turn in turns {
                    for (name, value) in loop_names.iter().zip(turn) {
                        variables.push(name, value);
                    }
                    unroll(body, names, variables, ops)?;
                    variables.truncate(depth);
                }
            }
        }
    }
    Ok(())
}

/// Parses `for $a, $b in 1 2, 3 4` into the variables and the values of each iteration.
fn turns(header: &[Token], variables: &Variables) -> Result<(Vec<String>, Vec<Vec<Value>>), Fault> {
    let mut cursor = Cursor { tokens: header, position: 1, variables };
    let mut names = Vec::new();
    loop {
        let at = cursor.at();
        match cursor.peek().map(|token| &token.kind) {
            Some(TokenKind::Word(word)) if word.len() > 1 && word.starts_with('$') && !word.contains(['{', '.']) => {
                names.push(word[1..].to_owned());
                cursor.position += 1;
            }
            _ => return Fault::new(at, format!("expected a variable such as $i, found {}", cursor.found())),
        }
        if !cursor.take(",") {
            break;
        }
    }
    if !cursor.keyword(Keyword::In) {
        return Fault::new(cursor.at(), format!("expected `in`, found {}", cursor.found()));
    }
    let mut turns: Vec<Vec<Value>> = Vec::new();
    loop {
        let at = cursor.at();
        let first = cursor.value()?;
        if names.len() == 1 && cursor.take("..") {
            let Value::Number(first) = first else {
                return Fault::new(at, format!("a range needs numbers, but {first} is a word"));
            };
            let last = cursor.number()?;
            if last < first || last - first >= MOST_OPERATIONS as i128 {
                return Fault::new(
                    at,
                    format!("{first}..{last} is not an ascending range of at most {MOST_OPERATIONS} numbers"),
                );
            }
            turns.extend((first..=last).map(|value| vec![Value::Number(value)]));
        } else {
            let mut turn = vec![first];
            while turn.len() < names.len() {
                turn.push(cursor.value()?);
            }
            turns.push(turn);
        }
        if !cursor.take(",") {
            break;
        }
    }
    cursor.end()?;
    Ok((names, turns))
}
