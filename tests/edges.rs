//! Where rules about catalogs begin and end: one step on this side, one on that, and what is told of it.

use llamon_errors_catalog::check;
use llamon_errors_tests::{ENTRY, lines_of};

/// What is told of a catalog, each with what to do about it.
fn told_of_file(text: &str) -> Vec<String> {
    lines_of(&check("c.toml", text.as_bytes()).diagnostics)
}

fn told(entries: &str) -> Vec<String> {
    told_of_file(&format!("domain = \"doc\"\n{entries}"))
}

/// What is told of one sound entry with another value under one key.
fn told_with(key: &str, value: &str) -> Vec<String> {
    let keys = ENTRY.lines().filter(|line| !line.starts_with(&format!("{key} =")));
    told(&format!("[A]\n{}\n{key} = {value}\n", keys.collect::<Vec<_>>().join("\n")))
}

#[test]
fn a_misspelt_domain_is_told_once() {
    let entry = format!("[A]\n{ENTRY}");
    assert_eq!(
        told_of_file(&format!("domian = \"doc\"\n{entry}")),
        ["the catalog has no key `domian`: did you mean `domain`?"]
    );
    assert_eq!(
        told_of_file(&format!("owner = \"doc\"\n{entry}")),
        [
            "the catalog has no `domain`: begin the file with `domain = \"...\"`, the agent's identifier in kebab-case",
            "the catalog has no key `owner`: the catalog's own keys are domain, default_locale, version; an entry is a table",
        ]
    );
}

#[test]
fn a_code_that_stands_twice_hides_no_fault_of_another() {
    let twice = format!("[A]\n{ENTRY}[A]\n{ENTRY}[B]\n{}", ENTRY.replace("title = \"Gone\"\n", ""));
    let told = told(&twice);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].starts_with("`A` ") && told[1].starts_with("`B` "), "{told:?}");
}

#[test]
fn an_empty_entry_and_one_with_a_table_inside_lack_their_keys_all_the_same() {
    let whole = told("[A]\n");
    assert!(whole.iter().any(|fault| fault.contains("`A`") && fault.contains("sdk_code")), "{whole:?}");
    let nested = told("[A]\nsdk_code = \"NOT_FOUND\"\n[A.x]\ny = 1\n");
    assert!(nested.iter().any(|fault| fault.contains("`x` is a table inside `A`")), "{nested:?}");
    assert!(nested.iter().any(|fault| fault.contains("title")), "{nested:?}");
    let only_nested = told("[A.x]\ny = 1\n");
    assert_eq!(only_nested.iter().filter(|fault| fault.contains("title")).count(), 0, "{only_nested:?}");
}

#[test]
fn long_titles_and_reasons_are_told_from_the_first_character_too_many() {
    let quoted = |letter: &str, count: usize| format!("\"{}\"", letter.repeat(count));
    for (key, letter, most) in [("title", "g", 120), ("title", "글", 120), ("reason", "g", 63)] {
        assert_eq!(told_with(key, &quoted(letter, most)), Vec::<String>::new(), "{key} {letter}");
        assert_eq!(told_with(key, &quoted(letter, most + 1)).len(), 1, "{key} {letter}");
    }
}

#[test]
fn an_entry_at_fault_takes_the_place_of_a_retired_one() {
    let faults = told(&format!("[A]\nretired = \"1\"\nreplaced_by = \"B\"\n[B]\n{}", ENTRY.replace("false", "0")));
    assert_eq!(faults, ["`retriable` of `B` is an integer, not a boolean: write `retriable = false`"]);
}

/// A search for each of very many would take very long.
#[test]
fn likely_codes_are_looked_for_a_hundred_times() {
    use std::fmt::Write as _;
    let mut entries = format!("[CODE_000]\n{ENTRY}");
    for number in 100..202 {
        let _ = write!(entries, "[OLD_{number}]\nretired = \"1\"\nreplaced_by = \"CODE_00\"\n");
    }
    let catalog = check("c.toml", format!("domain = \"doc\"\n{entries}").as_bytes());
    let across = llamon_errors_catalog::check_across([&catalog]);
    let faults: Vec<&str> = across.iter().filter_map(llamon_errors_catalog::Diagnostic::help_text).collect();
    let helped = faults.iter().filter(|fault| fault.ends_with("did you mean `CODE_000`?")).count();
    assert_eq!((faults.len(), helped), (102, 100));
}

#[test]
fn a_default_text_that_is_blank_is_not_called_missing_too() {
    let faults = told_of_file(&format!(
        "domain = \"doc\"\ndefault_locale = \"ko\"\n[A]\n{ENTRY}message = {{ ko = \" \", en = \"x\" }}\n"
    ));
    assert_eq!(
        faults,
        ["`message.ko` of `A` is blank: write something people can read, or remove the key if it is optional"]
    );
}

#[test]
fn locales_are_language_tags() {
    let of_locale = |locale: &str| {
        let entry = format!("[A]\n{ENTRY}message = {{ \"{locale}\" = \"x\" }}\n");
        told_of_file(&format!("domain = \"doc\"\ndefault_locale = \"{locale}\"\n{entry}"))
    };
    for good in ["ko", "kok", "en-US", "zh-Hant-TW", "de-1996", "en-x-abcdefgh"] {
        assert_eq!(of_locale(good), Vec::<String>::new(), "{good}");
    }
    for bad in ["k", "engl", "KO", "k1", "ko-", "ko-abcdefghi", "en_US", "en-U$"] {
        let faults = of_locale(bad);
        for owner in ["", " of `A`"] {
            let wanted = format!("locale `{bad}`{owner} is not a language tag");
            assert!(faults.iter().any(|fault| fault.starts_with(&wanted)), "{wanted}: {faults:?}");
        }
    }
}

#[test]
fn a_format_without_a_name_asks_for_a_name() {
    let help = |message: &str| told_with("message", &format!("\"{message}\"")).concat();
    assert!(help("{count:>5}").ends_with("write `{count}`; how a value prints is its type's own matter"));
    assert!(help("{:?}").ends_with("name the field, for example `{document_id}`; write `{{` and `}}` for braces"));
}

#[test]
fn names_that_others_have_for_the_eight_are_understood() {
    for (theirs, ours) in [
        ("INVALID_ARGUMENT", "INVALID_INPUT"),
        ("PERMISSION_DENIED", "AUTH_REQUIRED"),
        ("SERVICE_UNAVAILABLE", "UPSTREAM_UNAVAILABLE"),
        ("DEADLINE_EXCEEDED", "UPSTREAM_TIMEOUT"),
        ("RESOURCE_EXHAUSTED", "RATE_LIMITED"),
        ("UNKNOWN", "INTERNAL_ERROR"),
    ] {
        let faults = told_with("sdk_code", &format!("\"{theirs}\""));
        assert_eq!(faults, [format!("sdk_code `{theirs}` of `A` is not one of the eight: did you mean `{ours}`?")]);
    }
}

#[test]
fn an_address_as_an_error_source_belongs_behind_http() {
    let faults = told_with("error_source", "\"https://host/x\"");
    assert!(faults.concat().contains("did you mean `http`?"), "{faults:?}");
}

#[test]
fn waits_end_at_a_year() {
    for good in ["0", "31536000000"] {
        assert!(told_with("retry_after_ms", good).iter().all(|fault| !fault.contains("365")), "{good}");
    }
    for (bad, what) in [
        ("31536000001", "is longer than 365 days"),
        ("99999999999999999999", "is longer than 365 days"),
        ("-1", "is negative"),
        ("1.5", "is not a whole number"),
    ] {
        let faults = told_with("retry_after_ms", bad);
        assert!(faults[0].starts_with(&format!("retry_after_ms `{bad}` of `A` {what}")), "{faults:?}");
    }
}

#[test]
fn addresses_of_documentation_are_whole_and_of_the_web() {
    for good in ["https://a", "http://docs.example.com/x?a=b#c"] {
        assert_eq!(told_with("docs_url", &format!("\"{good}\"")), Vec::<String>::new(), "{good}");
    }
    for bad in ["https://", "ftp://a", "a/b", "https://a b", "https://a<b", "https://a`b", "https://문서"] {
        let faults = told_with("docs_url", &format!("\"{bad}\""));
        assert!(faults.concat().contains("is not an http or https address"), "{bad}: {faults:?}");
    }
}

#[test]
fn a_violation_points_at_its_key() {
    for (text, pointer) in [
        ("domain = \" \"\n".to_owned(), "/domain"),
        (format!("domain = \"doc\"\n[A]\n{}", ENTRY.replace("\"Gone\"", "\" \"")), "/A/title"),
        (format!("domain = \"doc\"\n[A]\n{}", ENTRY.replace("\"Gone\"", "5")), "/A/title"),
    ] {
        let checked = check("c.toml", text.as_bytes());
        let fields: Vec<&str> = checked.diagnostics.iter().map(|fault| fault.as_violation().field.as_str()).collect();
        assert!(fields.contains(&pointer), "{fields:?}");
    }
}

/// Where escapes make the text differ from its spelling, the whole value is the place.
#[test]
fn a_placeholder_at_fault_is_shown_where_it_stands() {
    for (message, shown) in [
        (r#""x {a.b}""#, "{a.b}"),
        ("'x {a.b}'", "{a.b}"),
        ("'''x {a.b}'''", "{a.b}"),
        ("\"\"\"\nx {a.b}\"\"\"", "{a.b}"),
        (r#""\u0041 {a.b}""#, r#""\u0041 {a.b}""#),
        ("\"\"\"x {a.b}\\\n  \"\"\"", "\"\"\"x {a.b}\\\n  \"\"\""),
    ] {
        let checked = check("c.toml", format!("domain = \"doc\"\n[A]\n{ENTRY}message = {message}\n").as_bytes());
        let places: Vec<&str> = checked
            .diagnostics
            .iter()
            .filter_map(llamon_errors_catalog::Diagnostic::span)
            .map(|span| checked.source.slice(span))
            .collect();
        assert_eq!(places, [shown], "{message}");
    }
}

#[test]
fn what_a_catalog_says_of_itself_is_kept() {
    let text = format!("domain = \"doc\"\nversion = \"2.1.0\"\ndefault_locale = \"ko\"\n[A]\n{ENTRY}");
    let catalog = check("c.toml", text.as_bytes()).catalog;
    assert_eq!((catalog.domain(), catalog.version(), catalog.default_locale()), ("doc", Some("2.1.0"), Some("ko")));
    let catalog = check("c.toml", b"domain = \"doc\"\n").catalog;
    assert_eq!((catalog.version(), catalog.default_locale()), (None, None));
    assert!(!catalog.has_lost_entries());
    let catalog = check("c.toml", format!("domain = \"doc\"\n[[A]]\n{ENTRY}[B\n{ENTRY}").as_bytes()).catalog;
    assert!(catalog.has_lost_entries(), "a header that is never closed");
}

#[test]
fn a_fault_of_a_message_is_shown_where_it_stands_in_strings_of_every_kind() {
    for (written, place) in [
        ("\"a {9}\"", "7:14"),
        ("'a {9}'", "7:14"),
        ("\"\"\"a {9}\"\"\"", "7:16"),
        ("\"\"\"\na {9}\"\"\"", "8:3"),
        // An escape makes the text another one than its spelling: then the whole value is shown.
        ("\"a\\t{9}\"", "7:11"),
    ] {
        let text = format!("domain = \"doc\"\n[A]\n{ENTRY}message = {written}\n");
        let checked = check("c.toml", text.as_bytes());
        let places: Vec<String> = checked.diagnostics.iter().map(llamon_errors_catalog::Diagnostic::place).collect();
        assert_eq!(places, [format!("c.toml:{place}")], "{written}");
    }
}

/// Whoever prints a catalog's source while looking for something wants no file of a megabyte.
#[test]
fn a_source_is_printed_by_its_path_and_length() {
    let source = llamon_errors_catalog::SourceFile::new("c.toml", "domain = \"doc\"\n");
    assert_eq!(format!("{source:?}"), "SourceFile { path: \"c.toml\", bytes: 15 }");
}

#[test]
fn what_replaces_a_code_is_followed_to_its_end() {
    let retired = |code: &str, next: &str| match next {
        "" => format!("[{code}]\nretired = \"1\"\n"),
        next => format!("[{code}]\nretired = \"1\"\nreplaced_by = \"{next}\"\n"),
    };
    let all = |pairs: &[(&str, &str)]| pairs.iter().map(|(code, next)| retired(code, next)).collect::<String>();
    let live = format!("[L]\n{ENTRY}");
    assert_eq!(
        told(&(all(&[("B", "C"), ("C", "A"), ("A", "B")]) + &live)),
        [
            "replaced_by `B` of `A` leads back to `A`: end the circle: write a live code, or remove `replaced_by` from one of them"
        ]
    );
    let help = |pairs: &[(&str, &str)]| {
        let told = told(&(all(pairs) + &live));
        told.first().and_then(|fault| fault.split_once(": ").map(|(_, help)| help.to_owned())).unwrap_or_default()
    };
    assert_eq!(help(&[("A", "B"), ("B", "L")]), "write `L`, which replaced it");
    assert_eq!(help(&[("A", "B"), ("B", "C"), ("C", "L")]), "write `L`, to which it leads");
    let nobody_knows = "write the code that is used now, or remove `replaced_by`";
    assert_eq!(help(&[("A", "B"), ("B", "")]), nobody_knows);
    assert_eq!(help(&[("A", "B"), ("B", "C"), ("C", "")]), nobody_knows);
}

#[test]
fn tables_inside_of_entries_are_told_one_by_one() {
    let nested = |entries: &str| {
        told(entries).into_iter().filter(|fault| fault.contains("is a table inside")).collect::<Vec<_>>()
    };
    let quote = |name: &str, around: &str, whole: &str| {
        format!(
            "`{name}` is a table inside `{around}`, not a code: if the code is `{whole}`, quote it: `[\"{whole}\"]`"
        )
    };
    assert_eq!(nested("[P.q]\n"), [quote("q", "P", "P.q")]);
    assert_eq!(nested(&format!("[P.q]\n{ENTRY}")), [quote("q", "P", "P.q")]);
    assert_eq!(nested(&format!("[P.q.r]\n{ENTRY}")), [quote("r", "P.q", "P.q.r")]);
    assert_eq!(
        nested(&format!("[P.q]\n{ENTRY}[P.q.r]\n{ENTRY}")),
        [quote("q", "P", "P.q"), quote("r", "P.q", "P.q.r")]
    );
    // A misspelt key of the inner one is none of its codes.
    assert_eq!(nested("[P.q.mesage]\nko = \"x\"\n"), [quote("q", "P", "P.q")]);
}

#[test]
fn programs_read_what_a_missing_key_should_have_been() {
    let checked = check("c.toml", b"domain = \"doc\"\n[A]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\n");
    let expected = checked.diagnostics.iter().map(llamon_errors_catalog::Diagnostic::as_violation);
    let expected: Vec<(&str, &str)> = expected.map(|at| (at.field.as_str(), at.expected.as_str())).collect();
    assert_eq!(expected, [("/A/title", "a string"), ("/A/retriable", "a boolean")]);
}

#[test]
fn a_word_that_rust_keeps_is_no_name_of_a_field() {
    let help = |name: &str| told_with("fields", &format!("{{ \"{name}\" = \"string\" }}")).concat();
    for name in ["self", "Self", "super", "crate"] {
        assert!(help(name).ends_with("Rust keeps this word for itself; write another"), "{}", help(name));
    }
    assert!(help("a-b").ends_with("write ASCII letters, digits and `_`, beginning with no digit"), "{}", help("a-b"));
    assert_eq!(help("type"), "");
}

#[test]
fn json_is_told_where_it_begins() {
    let checked = check("c.toml", b"\n  {\"domain\": 1}\n");
    let places: Vec<String> = checked.diagnostics.iter().map(llamon_errors_catalog::Diagnostic::place).collect();
    assert_eq!(places, ["c.toml:2:3"]);
    let bytes: Vec<_> = checked.diagnostics.iter().filter_map(llamon_errors_catalog::Diagnostic::span).collect();
    assert_eq!(bytes, [llamon_errors_catalog::source::Span { start: 3, end: 4 }]);
}
