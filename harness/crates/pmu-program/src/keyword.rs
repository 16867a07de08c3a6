//! The reserved words of the language.

/// A reserved word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keyword {
    /// `pmu ID`
    Pmu,
    /// `covers ID...`
    Covers,
    /// `requires ID=OPTION...`
    Requires,
    /// `power_on N`
    PowerOn,
    /// `repeat N {`
    Repeat,
    /// `for $i in ... {`
    For,
    /// `in` of a loop
    In,
    /// `set INPUT = N`
    Set,
    /// `raise INPUT`
    Raise,
    /// `hold UNIT EVENT = N`
    Hold,
    /// `expect NAME == N`, and the answer to an access
    Expect,
    /// `read REGISTER`
    Read,
    /// `write REGISTER = N`
    Write,
    /// `reset`
    Reset,
    /// `wait N`
    Wait,
    /// `reset with write ...`
    With,
    /// `via SPACE`
    Via,
    /// `hold TRANSACTION off`
    Off,
    /// `lane=N`
    Lane,
    /// `unit(N)`
    Unit,
    /// `space(N)`
    Space,
    /// `expect ok`
    Ok,
    /// `expect error`
    Error,
    /// `requires none`
    None,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
}

/// Where a word is reserved. Syntax files of editors distinguish the same roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// First word of a line about the program.
    Header,
    /// Word of a loop.
    Loop,
    /// First word of a statement.
    Statement,
    /// Word inside a statement.
    Modifier,
    /// Word in place of a value.
    Constant,
    /// Function in an expression.
    Function,
}

impl Keyword {
    /// All reserved words.
    pub const ALL: [Self; 26] = [
        Self::Pmu,
        Self::Covers,
        Self::Requires,
        Self::PowerOn,
        Self::Repeat,
        Self::For,
        Self::In,
        Self::Set,
        Self::Raise,
        Self::Hold,
        Self::Expect,
        Self::Read,
        Self::Write,
        Self::Reset,
        Self::Wait,
        Self::With,
        Self::Via,
        Self::Off,
        Self::Lane,
        Self::Unit,
        Self::Space,
        Self::Ok,
        Self::Error,
        Self::None,
        Self::Min,
        Self::Max,
    ];

    /// The word and its role.
    const fn entry(self) -> (&'static str, Role) {
        match self {
            Self::Pmu => ("pmu", Role::Header),
            Self::Covers => ("covers", Role::Header),
            Self::Requires => ("requires", Role::Header),
            Self::PowerOn => ("power_on", Role::Header),
            Self::Repeat => ("repeat", Role::Loop),
            Self::For => ("for", Role::Loop),
            Self::In => ("in", Role::Loop),
            Self::Set => ("set", Role::Statement),
            Self::Raise => ("raise", Role::Statement),
            Self::Hold => ("hold", Role::Statement),
            Self::Expect => ("expect", Role::Statement),
            Self::Read => ("read", Role::Statement),
            Self::Write => ("write", Role::Statement),
            Self::Reset => ("reset", Role::Statement),
            Self::Wait => ("wait", Role::Statement),
            Self::With => ("with", Role::Modifier),
            Self::Via => ("via", Role::Modifier),
            Self::Lane => ("lane", Role::Modifier),
            Self::Unit => ("unit", Role::Modifier),
            Self::Space => ("space", Role::Modifier),
            Self::Off => ("off", Role::Constant),
            Self::Ok => ("ok", Role::Constant),
            Self::Error => ("error", Role::Constant),
            Self::None => ("none", Role::Constant),
            Self::Min => ("min", Role::Function),
            Self::Max => ("max", Role::Function),
        }
    }

    /// The word.
    pub const fn text(self) -> &'static str {
        self.entry().0
    }

    /// Where it is reserved.
    pub const fn role(self) -> Role {
        self.entry().1
    }

    /// The keyword with that text.
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|keyword| keyword.text() == text)
    }

    /// The words with a role.
    pub fn texts(role: Role) -> impl Iterator<Item = &'static str> {
        Self::ALL.into_iter().filter(move |keyword| keyword.role() == role).map(Self::text)
    }
}
