//! The grammars of editors have the reserved words of the parser.

use crate::support::root;
use harness::program::{Keyword, Role};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// Name of each role in the grammars.
const ROLES: [(Role, &str); 6] = [
    (Role::Header, "header"),
    (Role::Loop, "loop"),
    (Role::Statement, "statement"),
    (Role::Modifier, "modifier"),
    (Role::Constant, "constant"),
    (Role::Function, "function"),
];

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).expect("a grammar")
}

fn words(role: Role) -> BTreeSet<String> {
    Keyword::texts(role).map(str::to_owned).collect()
}

#[test]
fn textmate_grammar_has_the_words_of_the_parser() {
    let grammar: Value = serde_json::from_str(&read("editors/vscode/syntaxes/pmu.tmLanguage.json")).expect("JSON");
    let patterns = grammar["patterns"].as_array().expect("patterns");
    for (role, name) in ROLES {
        let pattern = patterns.iter().find(|pattern| pattern["comment"] == name).expect("a pattern for the role");
        let text = pattern["match"].as_str().expect("an expression");
        // The first group of words is between `(` and `)`; other groups begin with `(?`.
        let group = text.split('(').find(|part| part.starts_with(|first: char| first.is_ascii_lowercase()));
        let group = group.and_then(|part| part.split(')').next()).expect("a group");
        assert_eq!(group.split('|').map(str::to_owned).collect::<BTreeSet<_>>(), words(role), "{name}");
    }
}

#[test]
fn vim_syntax_has_the_words_of_the_parser() {
    let syntax = read("editors/vim/syntax/pmu.vim");
    for (role, name) in ROLES {
        let group = format!("pmu{}{}", name[..1].to_uppercase(), &name[1..]);
        let line = syntax.lines().find_map(|line| line.strip_prefix(&format!("syntax keyword {group} ")));
        let found = line.expect("a line for the role").split_whitespace().map(str::to_owned);
        assert_eq!(found.collect::<BTreeSet<_>>(), words(role), "{name}");
        assert!(syntax.contains(&format!("highlight default link {group} ")), "{group} has no colour");
    }
}

#[test]
fn page_of_the_language_has_the_words_of_the_parser() {
    let page = read("docs/programs.md");
    let in_code: String = page
        .split('`')
        .skip(1)
        .step_by(2)
        .chain(page.lines().filter(|line| line.starts_with("    ")))
        .collect::<Vec<_>>()
        .join("\n");
    let in_code: BTreeSet<_> = in_code.split(|one: char| !one.is_ascii_alphanumeric() && one != '_').collect();
    for keyword in Keyword::ALL {
        assert!(in_code.contains(keyword.text()), "docs/programs.md does not mention {}", keyword.text());
    }
}
