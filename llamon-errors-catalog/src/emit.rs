//! Text from what is known: catalogs as Rust, and diagnostics for people and for programs (feature `emit`).
//!
//! Comes in: checked catalogs. Goes out: a `String`. Every function here is pure and cannot fail; the same input gives the same bytes.
//! Not done here: judging, reading, writing.
//!
//! | module | emits | read by |
//! |---|---|---|
//! | [`rust`] | the variants of an enum | the macros and the build-script reader |
//! | `docs` | Markdown, and an HTML site (feature `docs`) | people |
//! | `sample` | the data of an error as JSON, its placeholders unfilled | people |
//! | `export` | JSON of all that a catalog says | programs, `llamon-errors import` |
//! | `python` | `DomainErrorSpec`s | agents on the llamon SDK |
//! | `typescript` | types and a guard | clients |
//! | `data_schema` | JSON Schema of the data part by code | validators, generators |
//! | `schema` | JSON Schema of the catalog format | TOML editors |
//! | `human` | pictures of the places | people |
//! | `entry` | all that is known of one entry | people |
//! | `changes` | what changed between two versions (feature `diff`) | people and programs |
//! | `toml` | a catalog (feature `import`) | this engine |
//! | `json` | the `VALIDATION_ERROR` response (SPEC U3) | programs |
//! | `sarif` | SARIF 2.1.0 | code scanning services |
//! | `github` | workflow commands | GitHub Actions |

#[cfg(feature = "diff")]
pub mod changes;
#[cfg(feature = "emit")]
pub mod data_schema;
#[cfg(feature = "docs")]
pub mod docs;
#[cfg(feature = "emit")]
mod domains;
#[cfg(all(feature = "emit", feature = "render"))]
pub mod entry;
#[cfg(feature = "emit")]
pub mod export;
#[cfg(feature = "emit")]
mod findings;
#[cfg(feature = "emit")]
pub mod github;
#[cfg(all(feature = "emit", feature = "render"))]
pub mod human;
#[cfg(feature = "emit")]
pub mod json;
#[cfg(feature = "emit")]
mod node;
#[cfg(feature = "emit")]
pub mod python;
pub mod rust;
#[cfg(feature = "emit")]
pub mod sample;
#[cfg(feature = "emit")]
pub mod sarif;
#[cfg(feature = "emit")]
pub mod schema;
#[cfg(feature = "import")]
pub mod toml;
#[cfg(feature = "emit")]
pub mod typescript;

#[cfg(any(feature = "diff", feature = "import"))]
pub(crate) use findings::counted;
#[cfg(feature = "emit")]
pub use findings::{FileFindings, Findings};
#[cfg(feature = "emit")]
use findings::{level, pretty, with_help};
