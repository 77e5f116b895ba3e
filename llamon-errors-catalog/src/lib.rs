//! The catalog engine of `llamon-errors`: TOML text in, a checked [`Catalog`] and all its faults out.
//! `SPEC U8` and the like name requirements: they stand on the page `requirements` of the guide in `llamon-errors`.
//!
//! ```text
//! bytes ── source ──▶ SourceFile ── read ──▶ raw ── lower ──▶ Catalog ── check, lint ──▶ Catalog, checked
//!             └───────────── one Diagnostics collector goes through all of them ─────────────┘
//! ```
//!
//! | module | comes in | goes out |
//! |---|---|---|
//! | [`source`] | bytes of a file | text with `\n` line ends, lines and columns |
//! | `read` | that text | `raw`: what TOML says, every value with its place, nothing judged |
//! | `keys` | nothing | the register of keys: who has which, and what it means |
//! | `lower` | `raw` | [`model`]: the catalog; here is each rule that looks at one value |
//! | `check` | the model | nothing new; here is each rule that looks at two values |
//! | `lint` | the model | nothing new; here is advice (feature `lint`) |
//! | `across` | several catalogs | nothing new; here are rules that look at two files (feature `lint`) |
//! | [`index`] | names | the number of each, for all of these |
//! | [`names`] | the model | the variants that entries become |
//! | `build` | a folder | lines for cargo, a file in `OUT_DIR` (feature `build`) |
//! | [`numbers`] | codes | the next free ones |
//! | `find` | several catalogs, a word | the entries that are meant (feature `emit`) |
//! | `diff` | two versions of catalogs | what changed, and whether it breaks anybody (feature `diff`) |
//! | `import` | other forms of catalogs | a catalog, and what a person must decide (feature `import`) |
//! | `render` | a diagnostic | text for people (feature `render`) |
//! | [`emit`] | the model; all diagnostics of a run | Rust; reports, exports (feature `emit`) and pages (feature `docs`) |
//!
//! No stage stops at the first fault. Behind `lower` nobody sees TOML. Nothing but `build` reads a file or the environment: callers
//! bring bytes and a name to show.
//!
//! ```
//! let checked = llamon_errors_catalog::check("catalogs/doc.toml", br#"
//! domain = "document-service"
//!
//! [DOC_005]
//! sdk_code = "NOT_FOUND"
//! reason = "documentNotFound"
//! title = "Document not found"
//! retriable = false
//! "#);
//! let fault = checked.diagnostics.iter().next().unwrap();
//! assert_eq!(fault.to_string(), "reason `documentNotFound` of `DOC_005` is not snake_case (catalogs/doc.toml:6:10) [LE0103]");
//! assert_eq!(fault.help_text(), Some("write `document_not_found`"));
//! ```

#[cfg(feature = "build")]
pub mod build;
pub mod case;
pub mod diagnostic;
#[cfg(feature = "diff")]
pub mod diff;
pub mod emit;
#[cfg(feature = "emit")]
pub mod find;
#[cfg(feature = "import")]
pub mod import;
pub mod index;
pub mod model;
pub mod names;
pub mod numbers;
#[cfg(feature = "render")]
pub mod render;
pub mod rule;
pub mod source;
pub mod suggest;

#[cfg(feature = "lint")]
mod across;
mod check;
mod keys;
#[cfg(feature = "lint")]
mod lint;
mod lower;
mod raw;
mod read;
#[cfg(feature = "lint")]
mod said;
mod text;

#[cfg(feature = "lint")]
pub use across::check_across;
pub use diagnostic::{Diagnostic, Diagnostics, MOST_KEPT, Severity};
pub use model::Catalog;
pub use rule::Rule;
pub use source::SourceFile;

/// What came of one file: its text, its catalog as far as it can be known, and every fault.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// The file's text, for places and pictures.
    pub source: SourceFile,
    /// The catalog. With faults in the diagnostics it holds what is sound.
    pub catalog: Catalog,
    /// Every fault, in the order of the file.
    pub diagnostics: Diagnostics,
}

/// Reads and checks one catalog. `path` is only shown.
///
/// Never fails and never stops early: a file that is no catalog at all gives an empty catalog and the reason why.
#[cfg(feature = "lint")]
#[must_use]
pub fn check(path: &str, bytes: &[u8]) -> Checked {
    checked(path, bytes, lint::lint)
}

/// As `check`, but without advice: for macros, which run at every build and have no way to show a warning.
#[must_use]
pub fn check_without_advice(path: &str, bytes: &[u8]) -> Checked {
    checked(path, bytes, |_, _, _| {})
}

fn checked(path: &str, bytes: &[u8], advise: impl FnOnce(&SourceFile, &Catalog, &mut Diagnostics)) -> Checked {
    let mut diagnostics = Diagnostics::default();
    let source = SourceFile::decode(path, bytes, &mut diagnostics);
    let mut catalog = Catalog::default();
    if source.is_text() {
        let raw = read::read(&source, &mut diagnostics);
        catalog = lower::lower(&source, raw, &mut diagnostics);
        check::check(&source, &catalog, &mut diagnostics);
        advise(&source, &catalog, &mut diagnostics);
    } else {
        // What it holds cannot be known, and it may be any catalog.
        catalog.lost_entries = true;
        catalog.names_domain = source.text().is_empty() || lower::has_line_of_domain(&source);
    }
    diagnostics.sort();
    Checked { source, catalog, diagnostics }
}
