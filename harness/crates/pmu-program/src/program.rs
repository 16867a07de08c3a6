//! Programs, and program text whose names are not resolved.

use super::error::{self, Fault, ProgramError};
use super::expr::{Cursor, Variables};
use super::keyword::Keyword;
use super::loops::{self, Node};
use super::names::Names;
use super::op::{Expected, Op, OpKind};
use super::statement::number_of;
use super::token::{self, Token, TokenKind};
use golden_model_core::description::Shared;
use golden_model_core::parameters::ConfigurationError;
use golden_model_core::suggest::unknown;
use golden_model_core::{Choices, Pmu};
use std::path::{Path, PathBuf};

/// A program, ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Name in results: the path of the file below the programs folder, or the name of the generator.
    pub name: String,
    /// The source file.
    pub file: Option<PathBuf>,
    /// Id of the PMU.
    pub pmu: String,
    /// Requirements and shared requirements that the program proves.
    pub covers: Vec<String>,
    /// The options, such as `K8-A15=pulse`, under which the program applies.
    pub requires: Vec<String>,
    /// Seed of the random values that registers have at power-on. Only those that no reset initializes keep them.
    pub power_on: u32,
    /// Operations.
    pub ops: Vec<Op>,
}

/// In place of an option: the program passes with none.
const NO_OPTION: &str = Keyword::None.text();

/// A parsed program whose names are not resolved.
pub struct Source {
    file: PathBuf,
    pmu: (String, error::Position),
    covers: Vec<(String, error::Position)>,
    requires: Vec<(String, error::Position)>,
    power_on: u32,
    body: Vec<Node>,
    is_shared: bool,
}

impl Source {
    /// Reads a file and parses it up to the id of its PMU.
    pub fn read(file: &Path) -> Result<Self, ProgramError> {
        Self::read_for(file, None)
    }

    /// Reads a program that several PMUs share, for one of them.
    pub fn read_shared(file: &Path, shared: &Shared) -> Result<Self, ProgramError> {
        Self::read_for(file, Some(shared))
    }

    fn read_for(file: &Path, shared: Option<&Shared>) -> Result<Self, ProgramError> {
        let whole = |message: String| ProgramError { file: file.to_owned(), line: 0, column: 0, message };
        let bytes = std::fs::read(file).map_err(|error| whole(format!("cannot be read: {error}")))?;
        match std::str::from_utf8(&bytes) {
            Ok(text) => match shared {
                Some(shared) => {
                    let wrong = |error: ConfigurationError| ProgramError {
                        line: error.line.unwrap_or_default() as u32,
                        ..whole(error.what)
                    };
                    let text = shared.apply(&file.to_string_lossy(), text).map_err(wrong)?;
                    Ok(Self { is_shared: true, ..Self::parse(file, &text)? })
                }
                None => Self::parse(file, text),
            },
            Err(error) => {
                let before = &bytes[..error.valid_up_to()];
                let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count() as u32;
                let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count() as u32;
                let message = "this is not text in UTF-8; is it a program?".to_owned();
                Err(ProgramError { file: file.to_owned(), line, column, message })
            }
        }
    }

    /// Parses a text up to the id of its PMU. `file` is for messages.
    pub fn parse(file: &Path, text: &str) -> Result<Self, ProgramError> {
        Self::parse_text(file, text).map_err(|fault| fault.in_file(file))
    }

    fn parse_text(file: &Path, text: &str) -> Result<Self, Fault> {
        let mut lines = token::lines(text)?.into_iter();
        let first = lines.next().unwrap_or_default();
        let none = Variables::default();
        let mut cursor = Cursor { tokens: &first, position: 0, variables: &none };
        let at = cursor.at();
        if !cursor.keyword(Keyword::Pmu) {
            return Fault::new(
                error::Position { line: at.line.max(1), column: at.column.max(1) },
                format!("a program starts with `pmu ID`, found {}", cursor.found()),
            );
        }
        let at = cursor.at();
        let pmu = (cursor.word("the id of a PMU")?.into_owned(), at);
        cursor.end()?;
        let (mut covers, mut requires) = (Vec::new(), Vec::new());
        let (mut power_on, mut body) = (0, Vec::new());
        for line in lines {
            match line[0].keyword() {
                Some(Keyword::Covers) => covers.extend(requirement_ids(&line[1..])?),
                Some(Keyword::Requires) => requires.extend(options(&line[1..])?),
                Some(Keyword::PowerOn) => {
                    let mut cursor = Cursor { tokens: &line, position: 1, variables: &none };
                    power_on = number_of(&mut cursor, u32::BITS, "a seed")? as u32;
                    cursor.end()?;
                }
                _ => body.push(line),
            }
        }
        Ok(Self {
            file: file.to_owned(),
            pmu,
            covers,
            requires,
            power_on,
            body: loops::build(&mut body.into_iter(), None)?,
            is_shared: false,
        })
    }

    /// The id of the PMU that the program names.
    pub fn pmu(&self) -> &str {
        &self.pmu.0
    }

    /// An error at the position of the PMU's id.
    pub fn unknown_pmu(&self) -> ProgramError {
        let message = unknown("PMU", &self.pmu.0, Pmu::ids());
        Fault { at: self.pmu.1, message }.in_file(&self.file)
    }

    /// The first option that the program requires and that is not selected for `pmu`. Such a program cannot be resolved.
    pub fn missing_option(&self, pmu: &Pmu) -> Result<Option<&str>, ProgramError> {
        self.find_missing_option(pmu).map_err(|fault| fault.in_file(&self.file))
    }

    fn find_missing_option(&self, pmu: &Pmu) -> Result<Option<&str>, Fault> {
        for (option, at) in &self.requires {
            if option == NO_OPTION {
                return Ok(Some(option));
            }
            match pmu.description.satisfies(option) {
                Ok(true) => {}
                Ok(false) => return Ok(Some(option)),
                Err(message) => return Fault::new(*at, message),
            }
        }
        Ok(None)
    }

    /// The options that the program requires.
    pub fn required_options(&self) -> Result<Choices, ProgramError> {
        let mut choices = Choices::default();
        for (option, at) in self.requires.iter().filter(|(option, _)| option != NO_OPTION) {
            let added = option.parse().and_then(|option| choices.add(option).map_err(|error| error.to_string()));
            added.map_err(|message| Fault { at: *at, message }.in_file(&self.file))?;
        }
        Ok(choices)
    }

    /// Whether the program passes with no option: it states what a driver expects and the PMU does not do.
    pub fn is_for_no_option(&self) -> bool {
        self.requires.iter().any(|(option, _)| option == NO_OPTION)
    }

    /// The program without its required options.
    #[must_use]
    pub fn for_any_option(self) -> Self {
        Self { requires: Vec::new(), ..self }
    }

    /// Resolves all names and unrolls the loops.
    pub fn resolve(&self, name: String, pmu: &Pmu) -> Result<Program, ProgramError> {
        self.resolve_by(name, &Names::new(pmu))
    }

    /// As [`Source::resolve_by`], if the program is for the PMU of these lookup tables.
    pub fn resolve_for(&self, name: String, names: &Names) -> Result<Program, ProgramError> {
        let (own, id) = (self.pmu(), &names.pmu.description.id);
        if own != id {
            let message = format!("this program is for {own}, not for {id}");
            return Err(Fault { at: self.pmu.1, message }.in_file(&self.file));
        }
        self.resolve_by(name, names)
    }

    /// Resolves with existing lookup tables; faster for many programs of one PMU.
    pub fn resolve_by(&self, name: String, names: &Names) -> Result<Program, ProgramError> {
        let pmu = names.pmu;
        let mut ops = Vec::new();
        let mut check = || -> Result<(), Fault> {
            // A shared program may prove a requirement that other PMUs restate and this one does not.
            let others_know = |id: &str| {
                self.is_shared && Pmu::ids().filter_map(Pmu::load).flatten().any(|other| other.description.knows(id))
            };
            if let Some((id, at)) = self.covers.iter().find(|(id, _)| !pmu.description.knows(id) && !others_know(id)) {
                let known = pmu.description.requirements.iter().map(|requirement| &requirement.id);
                return Fault::new(*at, unknown("requirement", id, known));
            }
            if let Some(option) = self.find_missing_option(pmu)? {
                return Fault::new(
                    self.requires[0].1,
                    format!("the program is for {option}; select it with --choice {option}"),
                );
            }
            loops::unroll(&self.body, names, &mut Variables::default(), &mut ops)?;
            if ops.last().is_some_and(|op| op.cycles() == 0) {
                // No operation ends the last cycle.
                ops.push(Op { line: 0, kind: OpKind::Wait(1) });
            }
            Ok(())
        };
        check().map_err(|fault| fault.in_file(&self.file))?;
        let ids: Vec<&str> = self.covers.iter().map(|(id, _)| id.as_str()).collect();
        let description = &pmu.description;
        let covered = description.covered_by(&ids).into_iter().map(|requirement| requirement.id.clone());
        let is_own = |id: &&&str| description.requirements.iter().any(|requirement| requirement.id == **id);
        let common = ids.iter().filter(|id| !is_own(id)).map(|id| (*id).to_owned());
        let covers = covered.chain(common).collect();
        Ok(Program {
            name,
            file: Some(self.file.clone()),
            pmu: pmu.description.id.clone(),
            covers,
            requires: self.requires.iter().map(|(option, _)| option.clone()).collect(),
            power_on: self.power_on,
            ops,
        })
    }
}

/// Parses ids such as `K8-R01 K8-R02`. The tokenizer splits them into words and minus signs.
fn requirement_ids(tokens: &[Token]) -> Result<Vec<(String, error::Position)>, Fault> {
    let mut ids: Vec<(String, error::Position)> = Vec::new();
    let mut joined = false;
    for token in tokens {
        match (&token.kind, ids.last_mut()) {
            (TokenKind::Word(word), Some((id, _))) if joined => {
                id.push_str(word);
                joined = false;
            }
            (TokenKind::Word(word), _) => ids.push((word.clone(), token.at)),
            (TokenKind::Symbol("-"), Some((id, _))) if !joined => {
                id.push('-');
                joined = true;
            }
            _ => return Fault::new(token.at, format!("expected the id of a requirement, found {}", token.describe())),
        }
    }
    Ok(ids)
}

/// Parses options such as `K8-A15=pulse`. The tokenizer splits them into words, minus and equals signs.
fn options(tokens: &[Token]) -> Result<Vec<(String, error::Position)>, Fault> {
    let mut options: Vec<(String, error::Position)> = Vec::new();
    let mut joined = false;
    for token in tokens {
        let part = match &token.kind {
            TokenKind::Word(word) => word.clone(),
            TokenKind::Symbol(symbol @ ("-" | "=")) => (*symbol).to_owned(),
            _ => return Fault::new(token.at, format!("expected an option of a choice, found {}", token.describe())),
        };
        let is_sign = part == "-" || part == "=";
        match options.last_mut() {
            Some((option, _)) if joined || is_sign => option.push_str(&part),
            _ => options.push((part, token.at)),
        }
        joined = is_sign;
    }
    Ok(options)
}

impl Program {
    /// Reads a program of `pmu` from a file.
    pub fn read(file: &Path, name: String, pmu: &Pmu) -> Result<Self, ProgramError> {
        Self::read_by(file, name, &Names::new(pmu))
    }

    /// Reads a program of a PMU with existing lookup tables.
    pub fn read_by(file: &Path, name: String, names: &Names) -> Result<Self, ProgramError> {
        Source::read(file)?.resolve_for(name, names)
    }

    /// Number of cycles that the program takes.
    pub fn cycles(&self) -> u64 {
        self.ops.iter().map(Op::cycles).fold(0, u64::saturating_add)
    }

    /// The program up to and including operation `last` and cycle `cycle`, which belongs to that operation.
    pub fn up_to(&self, last: usize, cycle: u64) -> Self {
        let mut ops: Vec<Op> = self.ops[..=last.min(self.ops.len() - 1)].to_vec();
        let before: u64 = ops[..ops.len() - 1].iter().map(Op::cycles).sum();
        if let Some(Op { kind: OpKind::Wait(cycles), .. }) = ops.last_mut() {
            // Accesses that a register port needs apart take more cycles before it.
            *cycles = (cycle + 1 - before).min(*cycles);
        }
        Self { name: format!("{} to cycle {cycle}", self.name), covers: Vec::new(), ops, ..self.clone() }
    }

    /// The same stimulus, without an expectation.
    pub fn without_expectations(&self) -> Self {
        let mut program = self.clone();
        program.ops.retain(|op| !matches!(op.kind, OpKind::Expect { .. }));
        for op in &mut program.ops {
            if let OpKind::Access(access) | OpKind::Reset(Some(access)) = &mut op.kind {
                access.expected = Expected::Anything;
            }
        }
        program
    }

    /// Appends cycles without an access so that the program takes at least `cycles` cycles.
    pub fn extended(&self, cycles: u64) -> Self {
        let mut longer = self.clone();
        if let Some(missing) = cycles.checked_sub(self.cycles()).filter(|&missing| missing > 0) {
            longer.ops.push(Op { line: 0, kind: OpKind::Wait(missing) });
        }
        longer
    }
}
