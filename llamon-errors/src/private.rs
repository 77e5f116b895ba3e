//! Everything that generated code names, and nothing else. Its name bears the patch version: it is not for people.

pub use core::convert::From;
pub use core::error::Error;
pub use core::fmt::{Debug, Display, Formatter, Result as FmtResult};
pub use core::option::Option;

pub use llamon_errors_core::table::Table;

pub use crate::domain_error::{AsDynError, DomainError, Visit};
