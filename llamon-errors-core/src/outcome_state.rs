//! The states that an outcome can have: results that are no errors (SPEC D3).

use core::fmt;

use crate::known::known_texts;

use crate::ascii;

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

    /// Reads the text, exactly: case and blanks count.
    #[must_use]
    pub const fn from_wire(text: &str) -> Option<Self> {
        let mut rest: &[Self] = &Self::ALL;
        while let [first, tail @ ..] = rest {
            if ascii::equal(first.as_str(), text) {
                return Some(*first);
            }
            rest = tail;
        }
        None
    }
}

impl fmt::Display for OutcomeState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

known_texts! {
    /// The text is neither of the two states.
    UnknownOutcomeState for OutcomeState: "neither of the two states"
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

    #[test]
    fn states_are_read_back_from_their_own_texts() {
        for state in OutcomeState::ALL {
            assert_eq!(state.as_str().parse(), Ok(state));
        }
        assert_eq!("Completed".parse::<OutcomeState>(), Err(UnknownOutcomeState));
        assert_eq!(format!("{UnknownOutcomeState}"), "neither of the two states: completed, input-required");
    }
}
