//! The register of keys: what a catalog and its entries may say, and what each key means.
//!
//! Comes in: nothing. Goes out: names, the kinds of entries that have a key, and for the schema of the format (`emit::schema`) the form of
//! its value and a description. `lower` reads catalogs by the same register, so that the schema cannot say otherwise. Not done here:
//! reading a value.

/// The kinds of entries, before their facts are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Error,
    Outcome,
    Retired,
}

impl Kind {
    /// The kind as it completes "`DOC_005` is ...".
    pub(crate) const fn named(self) -> &'static str {
        match self {
            Self::Error => "an error",
            Self::Outcome => "an outcome",
            Self::Retired => "retired",
        }
    }
}

/// What a key is to a kind of entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Required,
    Optional,
    Foreign,
}

/// The form of a key's value.
#[cfg(feature = "emit")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Domain,
    Locale,
    Text,
    Boolean,
    SdkCode,
    Reason,
    Message,
    Fields,
    ErrorSource,
    Milliseconds,
    Url,
    Outcome,
}

macro_rules! keys {
    ($(#[$meta:meta])* $enum:ident: $($variant:ident $name:literal $form:ident $about:literal)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $enum { $($variant),* }

        impl $enum {
            pub(crate) const ALL: &'static [Self] = &[$(Self::$variant),*];

            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }

            pub(crate) fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|key| key.name() == name)
            }

            #[cfg(feature = "emit")]
            pub(crate) const fn form(self) -> Form {
                match self { $(Self::$variant => Form::$form),* }
            }

            #[cfg(feature = "emit")]
            pub(crate) const fn about(self) -> &'static str {
                match self { $(Self::$variant => $about),* }
            }
        }
    };
}

keys! {
    /// The catalog's own keys. Only the domain is required.
    CatalogKey:
    Domain "domain" Domain
        "The agent's identifier in kebab-case. It tells agents apart that use one number for different things."
    DefaultLocale "default_locale" Locale
        "The locale whose message an error shows; needed as soon as one message is localized."
    Version "version" Text
        "The catalog's own version."
}

keys! {
    /// The keys of entries.
    Key:
    Outcome "outcome" Outcome
        "Makes the entry a result and no error: the task completes, or waits for input."
    SdkCode "sdk_code" SdkCode
        "Which of the eight codes clients branch on."
    Reason "reason" Reason
        "What happened, in snake_case: for logs, dashboards and translation keys, never for branching. \
         Over 63 characters some carriers cut it."
    Title "title" Text
        "A short name for people. It is the message, too, where there is no other."
    Retriable "retriable" Boolean
        "Whether the same request may succeed later. There is no default."
    Message "message" Message
        "What people read: a text with `{placeholders}`, or one for each locale. \
         Without it the title is shown. `{{` and `}}` are braces."
    Fields "fields" Fields
        "The types of placeholders and of further fields, for the enums and types that are made from the catalog. \
         A placeholder without a type is a string."
    ErrorSource "error_source" ErrorSource
        "Where it goes wrong, as `system:locator`, for example `db:documents/by_id`."
    RetryAfterMs "retry_after_ms" Milliseconds
        "How long a client waits before it tries again, in whole milliseconds. Without it clients back off exponentially."
    Description "description" Text
        "A longer explanation, for the documentation."
    Help "help" Text
        "What a person can do about it."
    DocsUrl "docs_url" Url
        "Where to read on: a whole http or https address."
    Since "since" Text
        "The version that brought the code."
    Deprecated "deprecated" Text
        "Why the code should not be used any more, and what to use instead."
    Retired "retired" Text
        "The version that retired the code. Its number is never used again."
    ReplacedBy "replaced_by" Text
        "The code that took the place of this one."
}

impl CatalogKey {
    /// The names of all keys, for lists and likely words.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|key| key.name())
    }

    /// The names in one line, for messages.
    pub(crate) fn listed() -> String {
        Self::names().collect::<Vec<_>>().join(", ")
    }
}

impl Key {
    /// Whether a kind of entry has, may have or must not have this key.
    pub(crate) const fn place(self, kind: Kind) -> Place {
        use Place::{Foreign, Optional, Required};
        let (error, outcome, retired) = match self {
            Self::SdkCode | Self::Retriable => (Required, Foreign, Foreign),
            Self::Reason | Self::Title => (Required, Required, Foreign),
            Self::ErrorSource | Self::RetryAfterMs => (Optional, Foreign, Foreign),
            Self::Message
            | Self::Fields
            | Self::Description
            | Self::Help
            | Self::DocsUrl
            | Self::Since
            | Self::Deprecated => (Optional, Optional, Foreign),
            Self::Retired => (Foreign, Foreign, Required),
            Self::ReplacedBy => (Foreign, Foreign, Optional),
            Self::Outcome => (Foreign, Required, Foreign),
        };
        match kind {
            Kind::Error => error,
            Kind::Outcome => outcome,
            Kind::Retired => retired,
        }
    }

    /// The names of all keys, for lists and likely words.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        Self::ALL.iter().map(|key| key.name())
    }
}
