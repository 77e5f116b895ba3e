//! What the derives write, in the strictest crate there is: no prelude, every lint denied, names of the user's in the way.

#![no_implicit_prelude]
#![forbid(unsafe_code, missing_docs, unused_qualifications)]
#![deny(warnings, unreachable_pub, unused, deprecated, clippy::all, clippy::pedantic, clippy::nursery)]
#![deny(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::as_conversions)]
#![allow(clippy::module_name_repetitions, reason = "the modules here are named after what they try")]

pub mod cfgs;
pub mod generated;
pub mod generics;
pub mod made_by_macros;
pub mod names;
pub mod shadowed;
