//! What changed between two versions of catalogs, and whether it breaks anybody (feature `diff`).
//!
//! Comes in: two sets of catalogs, each checked and without errors. Goes out: every change with its verdict and a line of reason. Not done
//! here: reading, drawing (`emit::changes`). Files are matched by domain: a catalog that moved to another file, or was cut in two, did not
//! change.
//!
//! # The table
//!
//! A catalog makes two promises, and a change is judged by the one it breaks. On the wire, programs of others branch on `domainCode`,
//! `errorCode` and `retriable`, read `details` by name, and group by reason; they must take codes that they do not know (SPEC C3). In Rust,
//! an enum that is written from the catalog has a variant for each code and a field for each placeholder.
//!
//! | what changed | verdict | why |
//! |---|---|---|
//! | code gone, no tombstone; tombstone gone | major | nothing keeps the number from being used again |
//! | retired number is live again | major | old logs and peers take it for what it was |
//! | `reason` | major | the number stands for something else; dashboards and translations lose it |
//! | `sdk_code`, `retriable`, error or outcome, `outcome` | major | clients do something else |
//! | `domain`, catalog gone | major | each of its codes is another code (SPEC D1) |
//! | field added, gone, of another type; other placeholders | major | code that fills or reads the variant, and `details` |
//! | new code, new catalog | minor | readers take what they do not know; for enums see below |
//! | live code retired with a tombstone | minor | it is sent no more and never means anything else; for enums see below |
//! | deprecated | minor | a warning is no break (as cargo's own rules say) |
//! | `error_source`, `default_locale`, locale gone | minor | seen by others, but nothing to branch on |
//! | title, message, description, help, `docs_url`, `since`, note of a deprecation, deprecation withdrawn, locale added | patch | texts for people |
//! | `retry_after_ms`, `version`, facts of a tombstone, number reserved by a tombstone | patch | advice and notes |
//!
//! # Enums
//!
//! `from_catalog` writes an exhaustive enum unless its author puts `#[non_exhaustive]` on it, and then a new code is a new variant: a break
//! for every crate that matches on it. But most of these enums never leave the agent that raises its errors, where a `match` that stops
//! compiling is a list of what is to be done and no break. So [`Enums::Private`] is assumed, and a crate that publishes its enum says which
//! it is:
//!
//! | | private | published, `#[non_exhaustive]` | published, exhaustive |
//! |---|---|---|---|
//! | new code | minor | minor | major |
//! | retired with a tombstone | minor | major | major |
//! | variant of another name, since a new code shares the reason; code in another file, so in another enum | not told | major | major |
//!
//! ```
//! use llamon_errors_catalog::check;
//! use llamon_errors_catalog::diff::{Enums, Verdict, diff};
//!
//! let version = |retriable: bool| {
//!     let entry = format!("sdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = {retriable}\n");
//!     [check("doc.toml", format!("domain = \"doc\"\n[DOC_005]\n{entry}").as_bytes())]
//! };
//! let found = diff(&version(false), &version(true), Enums::Private);
//! assert_eq!(found.verdict(), Verdict::Major);
//! assert_eq!(found.changes()[0].message, "`retriable` of `DOC_005` was `false` and is `true`");
//! assert_eq!(diff(&version(false), &version(false), Enums::Private).changes().len(), 0);
//! ```

mod domain;
mod entry;
mod enums;
mod sides;

use std::fmt;

use crate::Checked;
use crate::source::{SourceFile, Span};

use self::sides::Sides;

/// What a change asks of the next version, as semantic versioning calls it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nobody can tell by program.
    Patch,
    /// Something is new; what worked goes on working.
    Minor,
    /// What worked may not work any more.
    Major,
}

impl Verdict {
    /// All three, the mildest first.
    pub const ALL: [Self; 3] = [Self::Patch, Self::Minor, Self::Major];

    /// `patch`, `minor` or `major`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Who sees the enums that are written from the catalogs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Enums {
    /// Nobody outside of the crate.
    #[default]
    Private,
    /// Other crates; the enum is `#[non_exhaustive]`.
    NonExhaustive,
    /// Other crates, which may match on every variant.
    Exhaustive,
}

macro_rules! kinds {
    ($($variant:ident $id:literal $verdict:ident $summary:literal;)*) => {
        /// The kinds of changes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum ChangeKind { $(#[doc = $summary] $variant,)* }

        impl ChangeKind {
            /// All kinds, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// A name for programs, which never changes.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            const fn usually(self) -> Verdict {
                match self { $(Self::$variant => Verdict::$verdict),* }
            }
        }
    };
}

kinds! {
    CodeRemoved          "code-removed"          Major "A live code is gone, and no tombstone keeps its number.";
    TombstoneRemoved     "tombstone-removed"     Major "A retired number is free again.";
    NumberReused         "number-reused"         Major "A retired number is live.";
    ReasonChanged        "reason-changed"        Major "A number stands for something else.";
    SdkCodeChanged       "sdk-code-changed"      Major "Clients branch to another place.";
    RetriableChanged     "retriable-changed"     Major "Clients try again, or no longer do.";
    KindChanged          "kind-changed"          Major "An error became an outcome, or the other way round.";
    OutcomeChanged       "outcome-changed"       Major "The task ends in another state.";
    DomainChanged        "domain-changed"        Major "Every code of the catalog is another code.";
    CatalogRemoved       "catalog-removed"       Major "All codes of a domain are gone.";
    FieldAdded           "field-added"           Major "A variant has one field more.";
    FieldRemoved         "field-removed"         Major "A variant has one field less.";
    FieldTypeChanged     "field-type-changed"    Major "A field holds something else.";
    PlaceholdersChanged  "placeholders-changed"  Major "The message is filled from other fields.";
    VariantRenamed       "variant-renamed"       Major "A published enum calls a code something else.";
    VariantMoved         "variant-moved"         Major "A code went to another published enum.";
    CodeAdded            "code-added"            Minor "A code is new.";
    CatalogAdded         "catalog-added"         Minor "A domain is new.";
    CodeRetired          "code-retired"          Minor "A live code left a tombstone.";
    Deprecated           "deprecated"            Minor "A code is not to be used any more.";
    ErrorSourceChanged   "error-source-changed"  Minor "It goes wrong in another place.";
    DefaultLocaleChanged "default-locale-changed" Minor "Messages go out in another language.";
    LocaleRemoved        "locale-removed"        Minor "A message is gone in one language.";
    LocaleAdded          "locale-added"          Patch "A message is there in one more language.";
    TextChanged          "text-changed"          Patch "People read something else.";
    DeprecationWithdrawn "deprecation-withdrawn" Patch "A code may be used again.";
    RetryAfterChanged    "retry-after-changed"   Patch "Another wait is advised.";
    NumberReserved       "number-reserved"       Patch "A tombstone keeps a number that was never live.";
    TombstoneChanged     "tombstone-changed"     Patch "A tombstone says something else.";
    VersionChanged       "version-changed"       Patch "The catalog has another version.";
}

impl ChangeKind {
    /// What this kind of change asks for.
    #[must_use]
    pub const fn verdict(self, enums: Enums) -> Verdict {
        match (self, enums) {
            (Self::CodeAdded, Enums::Exhaustive) | (Self::CodeRetired, Enums::NonExhaustive | Enums::Exhaustive) => {
                Verdict::Major
            }
            _ => self.usually(),
        }
    }
}

/// One change.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Change {
    /// Of which kind.
    pub kind: ChangeKind,
    /// What it asks for.
    pub verdict: Verdict,
    /// The domain it is about; the old one where that changed.
    pub domain: String,
    /// The code; nothing where the whole catalog is meant.
    pub code: Option<String>,
    /// The key of the entry or the catalog that says something else, where one does.
    pub key: Option<&'static str>,
    /// The reason, in one line.
    pub message: String,
    /// What to write instead, where something is known.
    pub help: Option<String>,
    /// Where it stood.
    pub old: Option<Place>,
    /// Where it stands.
    pub new: Option<Place>,
}

/// A place in one of the files.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file.
    pub source: SourceFile,
    /// The place in it.
    pub span: Span,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.source.position(self.span.start);
        write!(f, "{}:{}:{}", self.source.path(), position.line, position.column)
    }
}

/// All changes between two versions.
#[derive(Clone, Debug)]
pub struct Diff {
    changes: Vec<Change>,
    domains: usize,
}

impl Diff {
    /// The changes, those that ask for most first, else in the order of the old catalogs and then of the new ones.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// What all of them ask for together; `patch` where nothing changed.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.changes.iter().map(|change| change.verdict).max().unwrap_or(Verdict::Patch)
    }

    /// How many changes ask for this.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.changes.iter().filter(|change| change.verdict == verdict).count()
    }

    /// How many domains were compared.
    #[must_use]
    pub fn domains(&self) -> usize {
        self.domains
    }
}

/// Compares two versions of catalogs. What is at fault is passed over, so look at the diagnostics first.
#[must_use]
pub fn diff(old: &[Checked], new: &[Checked], enums: Enums) -> Diff {
    let sides = Sides::new(old, new);
    let mut changes = domain::changes(&sides);
    if enums != Enums::Private {
        changes.extend(enums::changes(&sides));
    }
    for change in &mut changes {
        change.verdict = change.kind.verdict(enums);
    }
    // Stable, so that the order of the files is kept.
    changes.sort_by_key(|change| std::cmp::Reverse(change.verdict));
    Diff { changes, domains: sides.count() }
}
