//! The register of rules: every diagnostic that anything in this product emits names one of them.
//!
//! Ids never change and are never used again. `LE00..` are about the file, `LE01..` about one value, `LE02..` about an enum and its
//! catalog (the macros emit them), `LE03..` are advice.

use crate::diagnostic::Severity;

macro_rules! rules {
    ($($variant:ident $id:literal $severity:ident $summary:literal;)*) => {
        /// A rule, by what it asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`: ", $summary, ".")] $variant,)*
        }

        impl Rule {
            /// Every rule, in the order of the ids.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The stable id, for example `LE0103`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// One line: what is found.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary),* }
            }

            /// What is wrong, a failing and a mended example, and why the rule exists, as Markdown (feature `explain`).
            #[cfg(feature = "explain")]
            #[must_use]
            pub const fn explanation(self) -> &'static str {
                match self { $(Self::$variant => include_str!(concat!("rule/", $id, ".md"))),* }
            }

            /// How much a finding weighs.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$variant => Severity::$severity),* }
            }
        }
    };
}

rules! {
    NotUtf8 "LE0001" Error "the file is not UTF-8";
    Syntax "LE0002" Error "a line is not valid TOML";
    MarkInside "LE0003" Error "a byte order mark stands inside the file";
    UnknownKey "LE0004" Error "a key that the format does not have";
    DefinedTwice "LE0005" Error "a code or a key is defined twice in one file";
    MissingKey "LE0006" Error "a required key is missing";
    WrongType "LE0007" Error "a value has another type than its key asks for";
    NestedTable "LE0008" Error "an unquoted dot made a nested table";
    ArrayOfTables "LE0009" Error "an entry is written as an array of tables";
    MisplacedKey "LE0010" Error "a key of the catalog stands inside an entry";
    LoneCarriageReturn "LE0011" Error "lines end with a carriage return alone";
    DefinedInTwoFiles "LE0012" Error "a code is defined in two files of one domain";

    DomainNotKebabCase "LE0101" Error "the domain is not kebab-case";
    UnknownSdkCode "LE0102" Error "an sdk_code is not one of the eight";
    ReasonNotSnakeCase "LE0103" Error "a reason is not snake_case";
    BadCode "LE0104" Error "a code is not 1 to 128 visible ASCII characters";
    BlankText "LE0105" Error "a text is empty or blank";
    BadRetryAfter "LE0106" Error "a retry_after_ms is not a whole number of milliseconds up to 365 days";
    BadErrorSource "LE0107" Error "an error_source is not `system:locator`";
    BadTemplate "LE0108" Error "a message is not a valid template";
    LocalesDiffer "LE0109" Error "two locales of a message have different placeholders";
    BadLocale "LE0110" Error "a locale is malformed, or the default locale is missing";
    UnknownFieldType "LE0111" Error "a field type is not one that enums can have";
    BadFieldName "LE0112" Error "a field's name cannot be a field";
    UnknownOutcome "LE0113" Error "an outcome is neither completed nor input-required";
    KeyOfAnotherKind "LE0114" Error "a key does not belong to this kind of entry";
    UnknownReplacement "LE0116" Error "a replaced_by names no live entry";
    BadDocsUrl "LE0118" Error "a docs_url is not an http or https address";

    UnknownVariant "LE0201" Error "a variant stands for no entry";
    MissingVariant "LE0202" Error "an entry has no variant";
    BoundTwice "LE0203" Error "two variants stand for one code";
    UnknownPlaceholder "LE0204" Error "a placeholder is no field of its variant";
    AmbiguousReason "LE0205" Error "a variant's reason belongs to several codes";
    RetiredEntry "LE0206" Error "a variant stands for a retired code";
    OutcomeEntry "LE0207" Error "an error enum binds an outcome";
    ErrorEntry "LE0208" Error "an outcome enum binds an error";
    SecretInMessage "LE0209" Error "a secret field is used in a message";
    AttributeMisuse "LE0210" Error "an attribute is unknown, misplaced or repeated";
    CatalogNotRead "LE0211" Error "the catalog file cannot be read";
    UnsupportedItem "LE0212" Error "the derive stands on something that is no enum";
    BadSource "LE0213" Error "a variant's source fields do not fit";
    CauseInMessage "LE0214" Error "a message prints the cause of its error";
    VariantsCollide "LE0215" Error "two entries become one variant";
    DetailWithoutName "LE0216" Error "a detail has no name";
    NotDecodable "LE0217" Error "a field cannot be read back";

    NoRetryAfter "LE0301" Warning "a rate limit that passes says no retry_after_ms";
    RetriableAgainstHabit "LE0302" Warning "retriable contradicts what the entry says otherwise";
    TitleRepeatsCode "LE0303" Warning "a title only repeats its code";
    NearReasons "LE0304" Warning "two reasons are nearly the same";
    SameTitles "LE0305" Warning "two entries of different reasons have one title";
    CauseLikePlaceholder "LE0306" Warning "a message has a placeholder for its cause";
    DeceptiveText "LE0307" Warning "a text holds invisible characters or mixes scripts in a word";
    CodesDifferByCase "LE0308" Warning "two codes differ only in case";
    FewDocumented "LE0309" Warning "fewer than half of the entries say more than their title";
    LongReason "LE0310" Warning "a reason is longer than 63 characters";
    NoEntries "LE0311" Warning "the catalog has no entries";
    LongTitle "LE0312" Warning "a title is longer than 120 characters";
    UnusedDefaultLocale "LE0313" Warning "a default locale without a localized message";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_in_order() {
        assert!(Rule::ALL.is_sorted_by(|a, b| a.id() < b.id()));
        assert!(Rule::ALL.iter().all(|rule| rule.id().len() == 6 && rule.id().starts_with("LE")));
    }
}
