//! The systems that an `errorSource` may name (SPEC V2).

use core::fmt;

use crate::known::known_texts;

use crate::ascii;

/// The part of an `errorSource` before its first colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceSystem {
    /// A tool server that speaks MCP.
    Mcp,
    /// A retrieval store.
    Rag,
    /// A language model.
    Llm,
    /// A database.
    Db,
    /// Any other HTTP service, sub-agents too.
    Http,
    /// Validation of input.
    Validator,
    /// A safety or compliance check.
    Guardrail,
    /// The agent itself.
    Internal,
}

impl SourceSystem {
    /// All eight, in the order of the specification.
    pub const ALL: [Self; 8] =
        [Self::Mcp, Self::Rag, Self::Llm, Self::Db, Self::Http, Self::Validator, Self::Guardrail, Self::Internal];

    /// The text before the colon, for example `mcp`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Rag => "rag",
            Self::Llm => "llm",
            Self::Db => "db",
            Self::Http => "http",
            Self::Validator => "validator",
            Self::Guardrail => "guardrail",
            Self::Internal => "internal",
        }
    }

    /// Reads the system's text, exactly.
    #[must_use]
    pub const fn from_wire(text: &str) -> Option<Self> {
        Self::from_bytes(text.as_bytes())
    }

    pub(crate) const fn from_bytes(text: &[u8]) -> Option<Self> {
        let mut rest: &[Self] = &Self::ALL;
        while let [first, tail @ ..] = rest {
            if ascii::equal_bytes(first.as_str().as_bytes(), text) {
                return Some(*first);
            }
            rest = tail;
        }
        None
    }
}

impl fmt::Display for SourceSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

known_texts! {
    /// The text is none of the eight systems.
    UnknownSourceSystem for SourceSystem: "not one of the eight systems"
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;

    #[test]
    fn every_system_is_read_back_from_its_own_text() {
        for system in SourceSystem::ALL {
            assert_eq!(SourceSystem::from_wire(system.as_str()), Some(system));
            assert_eq!(format!("{system:>9}"), format!("{:>9}", system.as_str()));
        }
        assert_eq!(SourceSystem::from_wire("MCP"), None);
        assert_eq!(SourceSystem::from_wire("a2a"), None);
        assert_eq!(("db".parse(), "DB".parse::<SourceSystem>()), (Ok(SourceSystem::Db), Err(UnknownSourceSystem)));
        assert_eq!(
            format!("{UnknownSourceSystem}"),
            "not one of the eight systems: mcp, rag, llm, db, http, validator, guardrail, internal"
        );
    }
}
