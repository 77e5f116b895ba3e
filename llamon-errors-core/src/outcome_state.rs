//! The states that an outcome can have: results that are no errors (SPEC D3).

use core::fmt;

/// The task state that an outcome ends in or waits in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutcomeState {
    /// The task is done; the result is a special one.
    Completed,
    /// The task waits for the person.
    InputRequired,
}

impl OutcomeState {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Completed, Self::InputRequired];

    /// The text in catalogs and on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::InputRequired => "input-required",
        }
    }
}

impl fmt::Display for OutcomeState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use std::format;

    #[test]
    fn states_are_shown_as_they_travel() {
        assert_eq!(OutcomeState::ALL.map(|state| format!("{state:>15}")), ["      completed", " input-required"]);
    }
}
