//! The rules about values (SPEC V1 to V3, V6): comes in error data that nobody checked, goes out the fault, or data that can travel.

use core::error::Error;
use core::fmt;

use llamon_errors_core::error_code::ErrorCode;
use llamon_errors_core::format::{FormatError, check_code, check_domain, check_error_source, check_wire_reason};
use llamon_errors_core::spec::DomainErrorSpec;

use super::{ApplicationErrorData, ProtocolErrorData, Text, WireCode};

/// A member of error data breaks its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DataFault {
    /// The member's name on the wire.
    pub member: &'static str,
    /// What is wrong with it.
    pub fault: FormatError,
}

impl fmt::Display for DataFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {} (byte {})", self.member, self.fault.fault().as_str(), self.fault.at())
    }
}

impl Error for DataFault {}

type Rule = fn(&str) -> Result<(), FormatError>;

/// A member's name, its value where there is one, and its rule.
type Member<'d> = (&'static str, Option<&'d Text>, Rule);

/// What breaks its rule, with its value; what is absent breaks none.
fn faults<const N: usize>(members: [Member<'_>; N]) -> impl Iterator<Item = (DataFault, &str)> {
    members.into_iter().filter_map(|(member, text, rule)| {
        let text = text?;
        rule(text).err().map(|fault| (DataFault { member, fault }, text.as_ref()))
    })
}

fn source(text: &str) -> Result<(), FormatError> {
    check_error_source(text).map(|_| ())
}

macro_rules! checked {
    ($($name:ty),*) => {$(
        impl $name {
            fn members(&self) -> [Member<'_>; 4] {
                [
                    ("errorReason", Some(&self.error_reason), check_wire_reason),
                    ("domain", self.domain.as_ref(), check_domain),
                    ("domainCode", self.domain_code.as_ref(), check_code),
                    ("errorSource", self.error_source.as_ref(), source),
                ]
            }

            /// Whether all values have the form that S1 asks for on the wire (SPEC V1 to V3).
            ///
            /// # Errors
            /// The first member at fault.
            pub fn check(&self) -> Result<(), DataFault> {
                faults(self.members()).next().map_or(Ok(()), |(fault, _)| Err(fault))
            }

            /// The data as it can travel. Where a value is at fault the answer still goes out, as `INTERNAL_ERROR` with the reason
            /// `error_data_build_failed` (SPEC V6): the message and the members that are sound stay, and what was meant is logged.
            /// A guardrail's block stays `GUARDRAIL_BLOCKED` (SPEC D4), since whoever reads another code keeps what was blocked.
            #[must_use]
            pub fn checked(mut self) -> Self {
                if self.check().is_ok() {
                    return self;
                }
                for (fault, value) in faults(self.members()) {
                    log(fault, value, &self.error_code, &self.error_reason);
                }
                if self.error_code.effective() != ErrorCode::GuardrailBlocked {
                    self.error_code = WireCode::Known(ErrorCode::InternalError);
                }
                self.error_reason = Text::Borrowed(DomainErrorSpec::UNREADABLE_REASON);
                self.retriable = false;
                self.retry_after_ms = None;
                self.domain = self.domain.filter(|text| check_domain(text).is_ok());
                self.domain_code = self.domain_code.filter(|text| check_code(text).is_ok());
                self.error_source = self.error_source.filter(|text| source(text).is_ok());
                self
            }
        }
    )*};
}

checked!(ApplicationErrorData, ProtocolErrorData);

#[cfg(any(feature = "a2a-v1", feature = "tonic"))]
impl ApplicationErrorData {
    /// The data as it can travel, not copied where it can as it is.
    pub(crate) fn to_checked(&self) -> alloc::borrow::Cow<'_, Self> {
        use alloc::borrow::Cow;
        if self.check().is_ok() { Cow::Borrowed(self) } else { Cow::Owned(self.clone().checked()) }
    }
}

/// What was meant, for the log alone: an event for each value that does not go out.
fn log(fault: DataFault, value: &str, code: &WireCode, reason: &str) {
    #[cfg(feature = "tracing")]
    tracing::error!(%fault, value, error_code = code.as_str(), error_reason = reason, "error data could not be built");
    #[cfg(not(feature = "tracing"))]
    let _ = (fault, value, code, reason);
}
