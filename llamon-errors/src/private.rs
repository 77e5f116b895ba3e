//! Everything that generated code names, and nothing else. Its name bears the patch version: it is not for people.

pub use alloc::string::String;
pub use core::convert::From;
pub use core::default::Default;
pub use core::error::Error;
pub use core::fmt::{Debug, Display, Formatter, Result as FmtResult};
pub use core::option::Option;
pub use core::result::Result;

pub use llamon_errors_core::table::Table;
pub use serde::Serialize;
pub use serde::de::DeserializeOwned;

pub use crate::as_dyn_error::AsDynError;
pub use crate::catalog_enum::{CatalogEnum, Details, Fill, Found, Seen};
pub use crate::data::ApplicationErrorData;
pub use crate::domain_error::DomainError;
pub use crate::domain_outcome::DomainOutcome;
pub use crate::from_error_data::{Fields, FromErrorData, FromErrorDataError};
pub use crate::inside::{error_inside, outcome_inside, read_inside};
