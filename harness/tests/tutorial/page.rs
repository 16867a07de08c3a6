//! Parses the fenced blocks of the page: files, a change of a file, and commands with their output.

/// A fenced block.
pub enum Block {
    /// A file; its path is alone on the line above.
    File { path: String, text: String },
    /// Replacement of a line of that file, as a diff.
    Change { path: String, old: String, new: String },
    /// A command after `$ ` and its output.
    Console { command: String, output: String },
}

/// Returns all blocks in order.
pub fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut path = None;
    let mut lines = include_str!("../../../docs/adding-a-pmu.md").lines();
    while let Some(line) = lines.next() {
        let Some(language) = line.strip_prefix("```") else {
            if !line.is_empty() {
                path = line.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')).map(str::to_owned);
            }
            continue;
        };
        let text: String = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n")).collect();
        blocks.push(block(language, text, path.take()));
    }
    blocks
}

fn block(language: &str, text: String, path: Option<String>) -> Block {
    if language == "console" {
        let (command, output) = text.split_once('\n').expect("a command and its output");
        let command = command.strip_prefix("$ ").expect("a command after `$ `").to_owned();
        return Block::Console { command, output: output.to_owned() };
    }
    let path = path.expect("a path above the block");
    if language == "diff" {
        let (old, new) = text.trim_end().split_once('\n').expect("two lines");
        let one = |line: &str, sign: char| line.strip_prefix(sign).expect("a line of a difference").to_owned();
        return Block::Change { path, old: one(old, '-'), new: one(new, '+') };
    }
    Block::File { path, text }
}
