//! The pitfalls of macros that read files, and enums in every shape that Rust has, each bound and asked for its facts.
//!
//! | pitfall | shown by |
//! |---|---|
//! | 1 inside another crate's `macro_rules!` | `tracking`: `a_macro_of_another_crate_means_the_callers_catalog` |
//! | 2 two checkouts | `tracking`: `two_checkouts_make_the_same_bytes` |
//! | 3 a catalog of 1 MB in the metadata | `tracking`: `a_large_catalog_leaves_no_trace_in_the_metadata` |
//! | 4 edits, in release too | `tracking`: `a_release_build_sees_each_edit` |
//! | 5 two catalogs | an enum has one, and a catalog includes nothing; `tracking`: `each_of_two_catalogs_is_watched` |
//! | 6 a new file in a folder | `tracking`: `the_build_script_reader_sees_new_and_deleted_files`; `ui/catalog-paths` refuses folders |
//! | 7 a folder that does not exist | `tracking`: `the_build_script_reader_waits_for_its_folder` |
//! | 8 `Fresh` without a change | `tracking`: the same, and `a_debug_build_sees_each_edit` |
//! | 9, 10 one server for many crates and edits | `bind`: `a_catalog_is_checked_again_only_when_its_bytes_change` |
//! | 11 a catalog outside the package | `tracking`: `a_package_whose_catalog_lies_outside_says_so` |
//! | 12 trybuild | `ui`: every case |
//! | 13 no manifest directory | `tracking`: `without_a_manifest_directory_the_error_stands_at_the_path` |
//! | 14 no cargo at hand | `nothing_runs_a_program` |
//! | 15 backslashes | `ui/catalog-paths` |
//! | 16 all faults in one build | `ui/twenty-faults`, `ui/four-faults` |
//! | 17 code that uses a broken enum | `ui/four-faults`, `ui/variants-collide` |
//! | 18 pictures of odd lines | `hard`: `odd-lines.toml` |
//! | 19 the nearest name | `llamon-errors-catalog/src/suggest.rs`; `ui/enum-against-catalog` |
//! | 20 keywords, digits, collisions | `hygiene/strict`: `generated`; `ui/variants-collide`; `build`: `modules_have_names_that_rust_takes` |
//! | 21 names in the way | `hygiene/strict`: `names`, `shadowed`; `names_visibility_and_discriminants_are_the_users_own` |
//! | 22 lints of the user's | `hygiene/strict`; `what_is_deprecated_is_no_use_of_itself` |
//! | 23 texts that want to be more | `hygiene/strict`: `generated`; `bug_log_derive`: `braces_print_as_the_grammar_says` |
//! | 24 the order of what is written | `tracking`: `fresh_processes_write_the_same_expansion` |
//! | 25 thousands of codes | `large_enums`; the package `benches` |
//! | `$p:literal`, `$t:ty` | `an_option_that_a_macro_hands_over_is_an_option`, `a_macro_may_hand_a_path_to_from_catalog` |
//! | derive and runtime of two versions | `the_runtimes_hidden_module_bears_the_version` |
//! | a variant that is configured away | `tracking`: `a_variant_behind_a_feature_builds_both_ways`; `hygiene/strict`: `cfgs` |
//! | another name for the runtime | `hygiene/renamed` |
//! | inner attributes in an included file | `tracking`: `the_build_script_reader_sees_new_and_deleted_files` includes one |

#![deny(warnings, deprecated)]
#![allow(dead_code, clippy::large_enum_variant, reason = "shapes are the point")]

use std::error::Error as StdError;
use std::fmt::{self, Debug};

use llamon_errors::{ApplicationError, DomainError, DomainOutcome, FromErrorData, from_catalog};

/// What another crate's `macro_rules!` would do: types, names, literals and visibilities arrive in groups.
macro_rules! grouped {
    ($vis:vis $name:ident, $catalog:literal, $code:literal, $cause:ty, $optional:ty, $boxed:ty) => {
        #[derive(Debug, DomainError)]
        #[domain_error(catalog = $catalog, partial, decode)]
        $vis enum $name {
            #[domain_error(code = $code)]
            Index {
                #[source]
                cause: $optional,
            },
            DocumentStoreBroken {
                #[source]
                #[domain_error(default)]
                cause: $boxed,
            },
        }

        impl From<$cause> for $name {
            fn from(cause: $cause) -> Self {
                Self::Index { cause: Some(cause) }
            }
        }
    };
}

grouped! { pub(crate) Grouped, "../catalogs/documents.toml", "DOC_006", fmt::Error, Option<fmt::Error>, Option<Box<fmt::Error>> }

#[test]
fn an_option_that_a_macro_hands_over_is_an_option() {
    let error = Grouped::from(fmt::Error);
    assert!(error.source().is_some_and(<dyn StdError>::is::<fmt::Error>));
    let read = Grouped::from_error_data(ApplicationError::from(error).data()).expect("it is read back");
    assert!(matches!(read, Grouped::Index { cause: None }));
    let boxed = Grouped::DocumentStoreBroken { cause: Some(Box::new(fmt::Error)) };
    assert!(boxed.source().is_some_and(<dyn StdError>::is::<fmt::Error>), "the box is looked through");
}

macro_rules! written {
    ($catalog:literal, $name:ident) => {
        #[from_catalog($catalog, details)]
        #[derive(Debug)]
        enum $name {}
    };
}

written!("../catalogs/documents.toml", Written);

#[test]
fn a_macro_may_hand_a_path_to_from_catalog() {
    assert_eq!(Written::QueryEmpty.spec().code(), "DOC_001");
}

#[test]
fn an_enum_may_stand_in_a_function() {
    #[derive(Debug, DomainError)]
    #[domain_error(catalog = "../catalogs/documents.toml", partial)]
    enum Local {
        QueryEmpty,
    }
    #[from_catalog("../catalogs/documents.toml", outcomes, details)]
    #[derive(Debug)]
    enum Outcomes {}
    assert_eq!(Local::QueryEmpty.spec().code(), "DOC_001");
    assert_eq!(Outcomes::NoRelatedInformation { query: "q".to_owned() }.spec().code(), "DOC_101");
}

mod one {
    pub(in crate::one) mod two {
        #[derive(Debug, llamon_errors::DomainError)]
        #[domain_error(catalog = "../catalogs/documents.toml", partial)]
        pub(in crate::one) enum Hidden {
            QueryEmpty,
        }
    }

    pub(crate) fn code() -> &'static str {
        use llamon_errors::DomainError as _;
        two::Hidden::QueryEmpty.spec().code()
    }
}

/// Named like its own variant; discriminants; a representation; two enums on one catalog in one module.
#[derive(Clone, Copy, Debug, PartialEq, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial, decode)]
#[repr(u16)]
enum QueryEmpty {
    QueryEmpty = 7,
    AccountCheckFailed = 300,
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
#[repr(u8)]
enum E {
    #[domain_error(code = "DOC_001")]
    E = 1,
    #[domain_error(code = "DOC_005")]
    Self_ { document_id: u8 } = 9,
}

#[test]
fn names_visibility_and_discriminants_are_the_users_own() {
    assert_eq!(one::code(), "DOC_001");
    assert_eq!((QueryEmpty::QueryEmpty as u16, QueryEmpty::AccountCheckFailed.spec().code()), (7, "DOC_009"));
    let sent = ApplicationError::from(QueryEmpty::AccountCheckFailed);
    assert_eq!(QueryEmpty::from_error_data(sent.data()).ok(), Some(QueryEmpty::AccountCheckFailed));
    assert_eq!(
        (E::E.spec().code(), E::Self_ { document_id: 3 }.to_string()),
        ("DOC_001", "문서 3을(를) 찾을 수 없습니다".to_owned())
    );
}

/// Fields of every kind of type.
#[derive(DomainError)]
#[domain_error(domain = "shapes")]
enum Shapes<'a, 'b: 'a, T: ?Sized + fmt::Display, U = u8, const N: usize = 3>
where
    U: Clone + 'static,
    &'a T: Copy,
{
    #[domain_error(code = "S_1", sdk_code = "NOT_FOUND", title = "reference", retriable = false, message = "{a} {b}")]
    Reference { a: &'a T, b: &'b str },
    #[domain_error(
        code = "S_2",
        sdk_code = "NOT_FOUND",
        title = "object",
        retriable = false,
        message = "{x} {y} {z} {x} {w}"
    )]
    Object {
        x: Box<dyn fmt::Display + 'a>,
        y: &'a dyn fmt::Display,
        z: std::borrow::Cow<'a, str>,
        w: fmt::Arguments<'a>,
    },
    #[domain_error(code = "S_3", sdk_code = "NOT_FOUND", title = "function", retriable = false)]
    Function(fn(&U) -> [U; N], *const u8, (u8, U), [U; N], PhantomData),
    #[domain_error(code = "S_4", sdk_code = "NOT_FOUND", title = "nested", retriable = false)]
    Nested(#[source] Option<Box<Nested>>),
}

type PhantomData = std::marker::PhantomData<fn() -> ()>;

impl<T: ?Sized + fmt::Display, U: Clone + 'static, const N: usize> Debug for Shapes<'_, '_, T, U, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shapes")
    }
}

/// An error that holds itself.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum Nested {
    SearchIndexDown(#[source] Box<Self>),
    DocumentStoreBroken(#[from] std::sync::Arc<std::io::Error>),
    QueryEmpty,
}

/// One that can have no value in one of its variants.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum Impossible {
    SearchIndexDown(#[source] std::convert::Infallible),
    DocumentNotFound { document_id: std::convert::Infallible },
    QueryEmpty {},
    AccountCheckFailed(),
}

#[test]
fn fields_may_be_of_any_type() {
    let error: Shapes<'_, '_, str> = Shapes::Reference { a: "one", b: "two" };
    assert_eq!(error.to_string(), "one two");
    let error: Shapes<'_, '_, str> = Shapes::Object { x: Box::new(1), y: &2, z: "3".into(), w: format_args!("{}", 4) };
    assert_eq!(error.to_string(), "1 2 3 1 4");
    let error: Shapes<'_, '_, str, u8, 1> =
        Shapes::Function(|u| [*u], std::ptr::null(), (1, 2), [3], std::marker::PhantomData);
    assert_eq!(error.spec().code(), "S_3");
    assert_eq!(
        (Impossible::QueryEmpty {}.spec().code(), Impossible::AccountCheckFailed().spec().code()),
        ("DOC_001", "DOC_009")
    );
}

#[test]
fn a_boxed_cause_is_looked_through() {
    let error = Nested::SearchIndexDown(Box::new(Nested::QueryEmpty));
    assert!(error.source().is_some_and(<dyn StdError>::is::<Nested>));
    let error = Nested::from(std::sync::Arc::new(std::io::Error::other("reset")));
    assert!(error.source().is_some_and(<dyn StdError>::is::<std::io::Error>));
    let error: Shapes<'_, '_, str> = Shapes::Nested(Some(Box::new(Nested::QueryEmpty)));
    assert!(error.source().is_some_and(<dyn StdError>::is::<Nested>));
}

/// Deprecated as a whole, in a variant and in a field.
#[deprecated]
#[derive(Debug, DomainError)]
#[domain_error(domain = "old", details, decode)]
enum Old {
    #[deprecated]
    #[domain_error(code = "O_1", sdk_code = "NOT_FOUND", title = "old", retriable = false, message = "{a}")]
    Variant {
        #[deprecated]
        a: u8,
    },
    #[domain_error(code = "O_2", sdk_code = "NOT_FOUND", title = "old", retriable = false, message = "{a}")]
    Field {
        #[deprecated]
        a: u8,
        #[cfg(any())]
        never: NoSuchType,
        #[cfg(not(any()))]
        always: u8,
    },
    #[cfg(any())]
    #[domain_error(code = "O_3")]
    Never(NoSuchType),
}

#[test]
#[allow(deprecated, reason = "it is the point")]
fn what_is_deprecated_is_no_use_of_itself() {
    let error = Old::Field { a: 1, always: 2 };
    assert_eq!((error.to_string().as_str(), Old::Variant { a: 3 }.to_string().as_str()), ("1", "3"));
}

/// Outcomes that are read by code.
#[derive(Debug, DomainOutcome)]
#[domain_error(catalog = "../catalogs/documents.toml", details)]
enum Outcome<T> {
    NoRelatedInformation { query: T },
}

#[test]
fn outcomes_take_type_parameters() {
    assert_eq!(Outcome::NoRelatedInformation { query: 3 }.message(), "`3`와 관련된 문서가 없습니다");
    assert_eq!(Outcome::<u8>::from_code("DOC_101").map(llamon_errors::DomainOutcomeSpec::code), Some("DOC_101"));
}

/// The sources of the macros, as one text.
fn macro_sources() -> String {
    let mut open = vec![llamon_errors_tests::root().join("llamon-errors-derive/src")];
    let mut text = String::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(std::fs::read_dir(path).expect("folders can be read").flatten().map(|entry| entry.path()));
        } else {
            text.push_str(&std::fs::read_to_string(path).expect("sources are text"));
        }
    }
    text
}

#[test]
fn nothing_runs_a_program() {
    let text = macro_sources();
    for word in ["process::Command", "canonicalize(", "current_dir("] {
        assert!(!text.contains(word), "{word}");
    }
}

#[test]
fn the_runtimes_hidden_module_bears_the_version() {
    let module = concat!("pub mod __private", env!("CARGO_PKG_VERSION_PATCH"), ";");
    let runtime = llamon_errors_tests::root().join("llamon-errors/src/lib.rs");
    assert!(std::fs::read_to_string(runtime).expect("the runtime is there").contains(module), "{module}");
    let manifest = llamon_errors_tests::root().join("Cargo.toml");
    let pin =
        concat!("llamon-errors-derive = { path = \"llamon-errors-derive\", version = \"=", env!("CARGO_PKG_VERSION"));
    assert!(std::fs::read_to_string(manifest).expect("the manifest is there").contains(pin), "{pin}");
}
