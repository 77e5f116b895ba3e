//! The Agent2Agent protocol: what carries an error to another agent.
//!
//! [`Version`] gives the error in the words of the version that a client asks for.

mod clock;
pub mod v0_3;
#[cfg(feature = "a2a-v1")]
pub mod v1;
mod version;

pub use self::version::{FailedEvent, UnsupportedVersion, Version};
