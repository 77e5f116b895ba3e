//! The words that the catalog engine, the macros and the runtime of `llamon-errors` share.
//!
//! Comes in: text that somebody wrote (a reason, a domain, a message template) or the bytes that the derive laid down.
//! Goes out: a verdict, pieces of a template, or one entry's facts. Not done here: TOML, diagnostics, JSON, any allocation.
//! `SPEC U8` and the like name requirements: they stand on the page `requirements` of the guide in `llamon-errors`.
//!
//! | module | what it knows |
//! |---|---|
//! | [`error_code`] | the eight `sdk_code`s and whether a retry usually helps |
//! | [`source_system`] | the eight systems that an `errorSource` may name |
//! | [`mod@format`] | the form of reasons, domains, codes and error sources, as `const fn` |
//! | [`outcome_state`] | the two states of results that are no errors |
//! | [`template`] | the grammar of messages: `{name}`, `{{`, `}}` |
//! | [`spec`] | [`DomainErrorSpec`](spec::DomainErrorSpec): the facts of one catalog entry |
//! | [`table`] | how the derive lays a whole catalog down in one string and one row of bytes |
//! | [`index`] | from a code to its row: a perfect hash |
//!
//! Users see these through `llamon-errors`; this crate exists so that the macros can know them without the runtime.

#![no_std]

pub mod error_code;
pub mod format;
pub mod index;
pub mod outcome_state;
pub mod source_system;
pub mod spec;
pub mod table;
pub mod template;

mod ascii;
mod known;
