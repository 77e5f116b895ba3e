//! Faults of other projects that the macros could have too, case by case.
//!
//! | case | what it is about | shown by |
//! |---|---|---|
//! | B01 | a message that prints itself | `ui/placeholders`; `a_message_may_print_an_error_of_its_own_type` |
//! | B02 | fields that need `r#` | `hygiene/strict`: `names_in_the_way_change_nothing`; `ui/placeholders` |
//! | B03 | a field called `source` | `hygiene/strict`: `a_field_called_source_is_data_until_its_author_says_otherwise` |
//! | B05 | lints of the user's | `hygiene/strict`; `pitfalls`: `what_is_deprecated_is_no_use_of_itself`; `ui/deprecated` |
//! | B06 | names of the user's in the way | `hygiene/strict`: `shadowed` |
//! | B08 | words where they mean nothing | `ui/attribute-misuse`, `ui/words-that-mean-nothing`, `ui/words-in-brackets`, `ui/from-catalog` |
//! | B09 | words said twice, all faults in one build | `ui/bindings`, `ui/twenty-faults` |
//! | B11 | enums without variants | `hygiene/strict`: `Never`; `an_enum_without_variants_is_an_error_type` |
//! | B13 | variants behind a `cfg` | `tracking`: `a_variant_behind_a_feature_builds_both_ways`; `hygiene/strict`: `cfgs`; `pitfalls` |
//! | B16 | optional and boxed causes | `pitfalls`: `a_boxed_cause_is_looked_through`; `a_cause_may_be_optional_boxed_and_named_by_an_alias`; `derive_edges` |
//! | B17 | without `std` | `hygiene/renamed` |
//! | B18 | panics, faults underlined as a whole | `no_expected_text_holds_a_panic_or_an_error_without_an_id`; `ui/broken-toml`, `ui/catalog-paths` |
//! | B20 | braces | `braces_print_as_the_grammar_says`; `ui/placeholders` |
//! | B21 | many variants | `large_enums`; the package `benches` measures |
//! | B22 | edits of the catalog | `tracking`: `a_debug_build_sees_each_edit`, `a_release_build_sees_each_edit` |
//! | B23 | a second file behind the first | there is none: a catalog includes nothing, and no settings change the check |
//! | B25 | no manifest directory, or a relative one | `tracking`: `without_a_manifest_directory_the_error_stands_at_the_path` |
//! | B26 | whose folder a path is relative to | `tracking`: all its crates lie outside this workspace |
//! | B27 | how paths are written | `a_path_may_be_written_in_several_ways`; `ui/catalog-paths` |
//! | B30 | a catalog outside the package | `tracking`: `a_package_whose_catalog_lies_outside_says_so` |
//! | B31 | the same input, the same code | `tracking`: `fresh_processes_write_the_same_expansion` |
//! | B32 | editors keep the first expansion | a known limit, written down in `llamon_errors::DomainError`: `the_limit_of_editors_is_documented` |
//! | B33 | case and Unicode forms of paths | `ui/catalog-paths`; `tracking`: `folders_may_have_blanks_and_letters_of_any_script` |
//! | B85 | expected texts differ by machine | `expected_texts_name_no_machine_and_one_compiler` |

#![deny(warnings)]
#![allow(dead_code, reason = "not every variant is made")]

use std::error::Error;
use std::fmt;

use llamon_errors::DomainError;
use llamon_errors_tests::root;

/// B01: `{self}` is refused; a field of the enum's own type is finite, and so is its message.
#[derive(Debug, DomainError)]
#[domain_error(domain = "itself")]
enum Itself {
    #[domain_error(code = "I_1", sdk_code = "NOT_FOUND", title = "t", retriable = false, message = "failed: {inner}")]
    Outer { inner: Box<Self> },
    #[domain_error(code = "I_2", sdk_code = "NOT_FOUND", title = "the end", retriable = false)]
    End,
}

#[test]
fn a_message_may_print_an_error_of_its_own_type() {
    let error = Itself::Outer { inner: Box::new(Itself::Outer { inner: Box::new(Itself::End) }) };
    assert_eq!(error.to_string(), "failed: failed: the end");
    assert!(error.source().is_none());
}

/// B11, with a file: no variant, and nothing unsafe.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial, details, decode)]
enum Nothing {}

#[test]
fn an_enum_without_variants_is_an_error_type() {
    fn is_error<E: DomainError + Error>() {}
    is_error::<Nothing>();
    assert_eq!(Nothing::from_code("DOC_001"), None);
}

type BoxError = Box<dyn Error + Send + Sync>;

/// B16: each shape of a cause.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "../catalogs/documents.toml", partial)]
enum Causes {
    QueryEmpty(#[source] BoxError),
    #[domain_error(code = "DOC_005")]
    Optional {
        #[source]
        cause: Option<BoxError>,
        document_id: u8,
    },
    SearchIndexDown(#[source] Box<dyn Error>),
    AccountCheckFailed(#[source] std::sync::Arc<dyn Error + Send + Sync>),
    DocumentStoreBroken(#[source] Option<Box<dyn Error + Send + 'static>>),
}

#[test]
fn a_cause_may_be_optional_boxed_and_named_by_an_alias() {
    let inner = || fmt::Error;
    let all = [
        Causes::QueryEmpty(inner().into()),
        Causes::Optional { cause: Some(inner().into()), document_id: 1 },
        Causes::SearchIndexDown(inner().into()),
        Causes::AccountCheckFailed(std::sync::Arc::new(inner())),
        Causes::DocumentStoreBroken(Some(Box::new(inner()))),
    ];
    for error in all {
        assert!(error.source().is_some_and(<dyn Error>::is::<fmt::Error>), "{error:?}");
    }
    assert!(Causes::Optional { cause: None, document_id: 1 }.source().is_none());
    assert!(Causes::DocumentStoreBroken(None).source().is_none());
}

/// B20: what is no placeholder is printed as it is.
#[derive(Debug, DomainError)]
#[domain_error(domain = "braces")]
enum Braces {
    #[domain_error(code = "B_1", sdk_code = "NOT_FOUND", title = "{x} is no message", retriable = false)]
    Title,
    #[domain_error(
        code = "B_2",
        sdk_code = "NOT_FOUND",
        title = "t",
        retriable = false,
        message = "{{x}} {{{x}}} {{}} %s {x}"
    )]
    Message { x: &'static str },
}

#[test]
fn braces_print_as_the_grammar_says() {
    assert_eq!(Braces::Title.to_string(), "{x} is no message");
    assert_eq!(Braces::Message { x: "{y}" }.to_string(), "{x} {{y}} {} %s {y}");
}

/// B27: no way of writing it needs a folder to be looked up.
#[derive(Debug, DomainError)]
#[domain_error(catalog = "./../catalogs//documents.toml", partial)]
enum Dotted {
    QueryEmpty,
}

#[derive(Debug, DomainError)]
#[domain_error(catalog = "support/../no-such-folder/../../catalogs/documents.toml", partial)]
enum Winding {
    QueryEmpty,
}

#[test]
fn a_path_may_be_written_in_several_ways() {
    assert_eq!((Dotted::QueryEmpty.spec(), Winding::QueryEmpty.spec().code()), (Dotted::QueryEmpty.spec(), "DOC_001"));
}

fn expected_texts() -> Vec<(String, String)> {
    let entries = std::fs::read_dir(root().join("tests/ui")).expect("the folder is there").flatten();
    let texts = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|end| end == "stderr"));
    let read =
        |path: std::path::PathBuf| (path.display().to_string(), std::fs::read_to_string(&path).expect("it is text"));
    let texts: Vec<_> = texts.map(read).collect();
    assert!(texts.len() > 15, "{}", texts.len());
    texts
}

/// B18: a macro that panics says so in the compiler's words.
#[test]
fn no_expected_text_holds_a_panic_or_an_error_without_an_id() {
    for (path, text) in expected_texts() {
        assert!(!text.contains("panicked"), "{path}");
        for line in text.lines().filter(|line| line.starts_with("error")) {
            // The compiler's own stand where a type lacks a trait or a lint is denied: those are what that case is about.
            let is_own = line.contains(" [LE");
            let is_compilers = line.starts_with("error[E0") || line.contains("deprecated");
            assert!(is_own || is_compilers, "{path}: {line}");
        }
    }
}

/// B85: the compiler is pinned, and no text holds a folder of the machine it was written on.
#[test]
fn expected_texts_name_no_machine_and_one_compiler() {
    let toolchain = std::fs::read_to_string(root().join("rust-toolchain.toml")).expect("the toolchain is pinned");
    let (_, channel) = toolchain.split_once("channel = \"").expect("the toolchain is pinned");
    assert!(channel.starts_with(|first: char| first.is_ascii_digit()), "{toolchain}");
    for (path, text) in expected_texts() {
        let root = root().display().to_string();
        assert!(!text.contains(&root) && !text.contains("/home/") && !text.contains("/rustc/"), "{path}");
    }
}

/// B32: nobody claims that editors see a catalog change.
#[test]
fn the_limit_of_editors_is_documented() {
    let source = std::fs::read_to_string(root().join("llamon-errors/src/domain_error.rs")).expect("the trait is there");
    assert!(source.contains("/// # In an editor"));
}
