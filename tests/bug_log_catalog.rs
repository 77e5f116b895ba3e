//! Faults that readers of files like ours had, each with the kind behind it: here they cannot happen. The numbers are those of the log of
//! such reports.

use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::json::json;
use llamon_errors_catalog::{Checked, Severity, check, check_across};
use llamon_errors_tests::ENTRY;

fn catalog(entries: &str) -> Checked {
    check("c.toml", format!("domain = \"doc\"\n{entries}").as_bytes())
}

/// The one-line forms of the errors.
fn errors(checked: &Checked) -> Vec<String> {
    let errors = checked.diagnostics.iter().filter(|fault| fault.severity() == Severity::Error);
    errors.map(ToString::to_string).collect()
}

fn warnings(checked: &Checked) -> Vec<String> {
    let warnings = checked.diagnostics.iter().filter(|fault| fault.severity() == Severity::Warning);
    warnings.map(ToString::to_string).collect()
}

/// B34: a byte order mark that is refused without being named.
mod byte_order_marks {
    use super::*;

    #[test]
    fn at_the_beginning_it_changes_nothing() {
        let plain = format!("domain = \"doc\"\n[DOC_005]\n{ENTRY}");
        let marked = check("c.toml", format!("\u{feff}{plain}").as_bytes());
        assert_eq!(errors(&marked), Vec::<String>::new());
        assert_eq!(format!("{:?}", marked.catalog), format!("{:?}", check("c.toml", plain.as_bytes()).catalog));
    }

    #[test]
    fn in_the_middle_it_is_called_by_its_name_and_the_rest_is_read() {
        let half = |code: &str| format!("domain = \"doc\"\n[{code}]\n{ENTRY}");
        let joined = check("c.toml", format!("{}\u{feff}{}", half("DOC_005"), half("DOC_006")).as_bytes());
        let told = errors(&joined);
        assert_eq!(told[0], "a byte order mark (BOM, U+FEFF) stands in the middle of the file (c.toml:7:1) [LE0003]");
        assert!(told[1..].iter().all(|fault| fault.contains("`domain`")), "{told:?}");
    }

    #[test]
    fn one_that_stands_twice_is_named_too() {
        let told = errors(&check("c.toml", format!("\u{feff}\u{feff}domain = \"doc\"\n[A_1]\n{ENTRY}").as_bytes()));
        assert_eq!(told, ["a byte order mark (BOM, U+FEFF) stands in the middle of the file (c.toml:1:1) [LE0003]"]);
    }

    #[test]
    fn of_utf_16_it_is_no_mark_of_utf_8() {
        let utf16: Vec<u8> = "\u{feff}domain".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(errors(&check("c.toml", &utf16)), ["the file is UTF-16, not UTF-8 (c.toml) [LE0001]"]);
    }
}

/// B37: a message about a repeated key that names neither the key nor the first place, and only the first of several.
mod repeated_keys {
    use super::*;

    #[test]
    fn every_one_is_told_with_its_name_and_both_places() {
        let told = errors(&catalog(&format!("[10]\n{ENTRY}[11]\n{ENTRY}[10]\n{ENTRY}[11]\n{ENTRY}[10]\n{ENTRY}")));
        assert_eq!(
            told,
            [
                "`10` is defined twice (c.toml:12:2, first at 2:2) [LE0005]",
                "`11` is defined twice (c.toml:17:2, first at 7:2) [LE0005]",
                "`10` is defined twice (c.toml:22:2, first at 2:2) [LE0005]",
            ]
        );
    }

    #[test]
    fn a_key_of_an_entry_is_told_alike_however_it_is_spelled() {
        for again in ["reason", "\"reason\"", "'reason'"] {
            let told = errors(&catalog(&format!("[A_1]\n{ENTRY}{again} = \"other\"\n")));
            assert_eq!(told, ["`reason` of `A_1` is defined twice (c.toml:7:1, first at 4:1) [LE0005]"], "{again}");
        }
    }

    /// A second definition does not hide what else is wrong with it, and half an entry is not called incomplete.
    #[test]
    fn both_definitions_are_looked_at() {
        let told = errors(&catalog(&format!("[A_1]\n{ENTRY}[A_1]\n{}", ENTRY.replace("gone", "isGone"))));
        assert_eq!(
            told,
            [
                "`A_1` is defined twice (c.toml:7:2, first at 2:2) [LE0005]",
                "reason `isGone` of `A_1` is not snake_case (c.toml:9:10) [LE0103]",
            ]
        );
        let halves = catalog(&format!("A_1.help = \"x\"\n[A_1]\n{ENTRY}"));
        assert_eq!(errors(&halves), ["`A_1` is defined twice (c.toml:3:2, first at 2:1) [LE0005]"]);
        assert_eq!(halves.catalog.codes().count(), 1);
    }

    /// What TOML refuses is never accepted, in whatever form the key stands twice.
    #[test]
    fn sub_tables_and_dotted_keys_are_no_way_around() {
        let locale = "default_locale = \"ko\"\n";
        for entries in [
            format!("{locale}[A_1]\n{ENTRY}[A_1.message]\nko = \"x\"\n[A_1.message]\nko = \"y\"\n"),
            format!("{locale}[A_1]\n{ENTRY}message = \"z\"\n[A_1.message]\nko = \"x\"\n"),
            format!("A_1.help = \"x\"\n[A_1]\n{ENTRY}"),
            format!("A_1 = {{ help = \"x\" }}\n[A_1]\n{ENTRY}"),
            format!("[A_1]\n{ENTRY}fields = {{ a = \"string\" }}\nfields.b = \"string\"\n"),
            format!("[A_1]\n{ENTRY}[[A_1]]\n{ENTRY}"),
        ] {
            let checked = catalog(&entries);
            assert!(checked.diagnostics.has_errors(), "{entries}");
        }
    }
}

/// B38: CRLF inside a string of several lines is refused or ends up in the text.
mod line_ends {
    use super::*;

    #[test]
    fn lf_and_crlf_are_one_catalog() {
        let lf = format!(
            "domain = \"doc\"\n[A_1]\n{ENTRY}message = \"\"\"\none\n\n  two \\\n   three\n\"\"\"\ndescription = '''\nx\ny'''\n"
        );
        let crlf = check("c.toml", lf.replace('\n', "\r\n").as_bytes());
        let lf = check("c.toml", lf.as_bytes());
        assert_eq!(errors(&lf), Vec::<String>::new());
        assert_eq!(format!("{:?}", lf.catalog), format!("{:?}", crlf.catalog));
        let facts = crlf.catalog.entries()[0].facts().expect("it is an error");
        assert_eq!(facts.message().map(|message| message.value.as_str()), Some("one\n\n  two three\n"));
        assert_eq!(facts.description.as_deref(), Some("x\ny"));
    }

    #[test]
    fn reports_do_not_differ_either() {
        let lf = "domain = \"doc\"\n[A_1]\nmessage = \"\"\"\n{0}\n\"\"\"\ntitle = \n";
        let report = |text: &str| json(&Findings::new(vec![check("c.toml", text.as_bytes())]));
        assert_eq!(report(lf), report(&lf.replace('\n', "\r\n")));
    }

    #[test]
    fn an_escape_is_what_its_author_wrote() {
        let checked = catalog(&format!("[A_1]\n{ENTRY}help = \"a\\r\\nb\"\n"));
        let facts = checked.catalog.entries()[0].facts().expect("it is an error");
        assert_eq!(facts.help.as_deref(), Some("a\r\nb"));
    }
}

/// B39: deep nesting overflows the parser's stack and ends the process.
mod deep_nesting {
    use super::*;

    #[test]
    fn every_kind_of_it_is_an_error_with_a_line() {
        for value in [
            format!("x = {}{}\n", "[".repeat(20_000), "]".repeat(20_000)),
            format!("x = {}\n", "[".repeat(20_000)),
            format!("x = {}1{}\n", "{ a = ".repeat(20_000), " }".repeat(20_000)),
            format!("{} = 1\n", vec!["a"; 20_000].join(".")),
            format!("[{}]\n", vec!["a"; 20_000].join(".")),
            format!("[[{}]]\n", vec!["a"; 20_000].join(".")),
        ] {
            let checked = catalog(&value);
            assert!(errors(&checked)[0].contains("(c.toml:2:"), "{:?}", errors(&checked));
        }
    }

    #[test]
    fn the_next_file_is_checked() {
        let deep = check("deep.toml", format!("x = {}", "[".repeat(20_000)).as_bytes());
        let findings = Findings::new(vec![deep, catalog(&format!("[A_1]\n{ENTRY}"))]);
        assert!(findings.summary().starts_with("checked 1 entry in 2 catalogs: 1 error,"), "{}", findings.summary());
    }
}

/// B40: an unknown or misspelt setting is ignored, and the default applies.
mod unknown_keys {
    use super::*;

    fn helps(checked: &Checked) -> Vec<&str> {
        checked.diagnostics.iter().filter_map(|fault| fault.help_text()).collect()
    }

    #[test]
    fn a_misspelt_key_of_an_entry_is_an_error_and_has_no_default() {
        for (wrong, right) in [
            ("retryable", "retriable"),
            ("Retriable", "retriable"),
            ("sdk-code", "sdk_code"),
            ("sdkCode", "sdk_code"),
            ("resaon", "reason"),
            ("tilte", "title"),
        ] {
            let checked = catalog(&format!("[A_1]\n{}", ENTRY.replace(right, wrong)));
            assert_eq!(errors(&checked).len(), 1, "{:?}", errors(&checked));
            assert_eq!(helps(&checked), [format!("did you mean `{right}`?")]);
            assert!(checked.catalog.entries().is_empty(), "it must not pass with a default");
        }
    }

    #[test]
    fn a_misspelt_key_of_the_catalog_is_an_error() {
        for (wrong, right) in [("domian", "domain"), ("default-locale", "default_locale"), ("Version", "version")] {
            let checked = check("c.toml", format!("{wrong} = \"doc\"\n[A_1]\n{ENTRY}").as_bytes());
            assert!(helps(&checked).contains(&format!("did you mean `{right}`?").as_str()), "{wrong}");
            assert!(checked.diagnostics.has_errors());
        }
    }

    #[test]
    fn an_unknown_table_in_an_entry_is_an_error() {
        assert_eq!(errors(&catalog(&format!("[A_1]\n{ENTRY}extra = {{ x = 1 }}\n"))).len(), 1);
    }
}

/// B41, B42: one code in two places, told as advice or not at all, without what differs.
mod codes_in_two_files {
    use super::*;

    fn file(name: &str, domain: &str, entry: &str) -> Checked {
        check(name, format!("domain = \"{domain}\"\n[DOC_005]\n{entry}").as_bytes())
    }

    #[test]
    fn it_is_an_error_that_shows_both_places_and_the_field_that_differs() {
        let files = [
            file("a.toml", "doc", ENTRY),
            file("b.toml", "doc", &ENTRY.replace("retriable = false", "retriable = true")),
        ];
        let across = check_across(&files);
        let fault = across.iter().next().expect("it is found");
        assert_eq!(
            fault.to_string(),
            "`DOC_005` is defined in two files of the domain `doc` (b.toml:2:2, first at a.toml:2:2) [LE0012]"
        );
        assert_eq!(fault.help_text(), Some("they differ in `retriable`; keep one of them, or give one another code"));
        let labels: Vec<(&str, &str)> =
            fault.labels().iter().map(|label| (label.source.path(), label.text.as_str())).collect();
        assert_eq!(
            labels,
            [("a.toml", "first defined here"), ("a.toml", "`retriable` here"), ("b.toml", "another `retriable` here")]
        );
        assert!(Findings::new(files.to_vec()).fails());
    }

    #[test]
    fn every_key_in_which_they_differ_is_named() {
        for (added, key) in [
            ("help = \"x\"\n", "`help`"),
            ("description = \"x\"\n", "`description`"),
            ("message = \"x\"\n", "`message`"),
            ("fields = { x = \"string\" }\n", "`fields`"),
            ("error_source = \"db:x\"\n", "`error_source`"),
            ("docs_url = \"https://x\"\n", "`docs_url`"),
            ("since = \"1\"\n", "`since`"),
            ("deprecated = \"x\"\n", "`deprecated`"),
        ] {
            let files = [file("a.toml", "doc", ENTRY), file("b.toml", "doc", &format!("{ENTRY}{added}"))];
            let help = check_across(&files).iter().next().and_then(|fault| fault.help_text().map(str::to_owned));
            assert_eq!(help, Some(format!("they differ in {key}; keep one of them, or give one another code")));
        }
    }

    #[test]
    fn an_entry_at_fault_counts_too_and_is_not_called_the_same() {
        let files = [file("a.toml", "doc", ENTRY), file("b.toml", "doc", &ENTRY.replace("false", "maybe"))];
        let across = check_across(&files);
        let helps: Vec<_> = across.iter().map(|fault| fault.help_text()).collect();
        assert_eq!(helps, [Some("keep one of them, or give one another code")]);
    }

    #[test]
    fn another_domain_has_codes_of_its_own() {
        let files = [file("a.toml", "doc", ENTRY), file("b.toml", "mail", ENTRY)];
        assert!(check_across(&files).is_empty());
    }
}

/// B46: a number that is a code is taken for an HTTP status.
#[test]
fn the_key_influences_nothing() {
    let facts = |code: &str| {
        let checked = catalog(&format!("[{code}]\n{ENTRY}"));
        let entry = &checked.catalog.entries()[0];
        let error = entry.as_error().expect("it is an error");
        assert_eq!(entry.code(), code.trim_matches('"'));
        (error.sdk_code.value, error.retriable.value, error.retry_after_ms.is_none(), errors(&checked).len())
    };
    let plain = facts("DOC_005");
    for code in ["101", "200", "404", "429", "503", "-32001", "\"HTTP:500\"", "RATE_LIMITED", "true"] {
        assert_eq!(facts(code), plain, "{code}");
    }
}

/// B47: placeholders are looked at only when an argument is given; a broken one is shown raw.
mod placeholders {
    use super::*;

    #[test]
    fn a_broken_one_is_an_error_whatever_else_the_entry_says() {
        for message in ["{}", "{0}", "{a.b}", "{ x }", "{x:>5}", "{x", "x}", "{{x}", "{이름}"] {
            assert_eq!(errors(&catalog(&format!("[A_1]\n{ENTRY}message = \"{message}\"\n"))).len(), 1, "{message}");
        }
    }

    #[test]
    fn doubled_braces_are_text() {
        let checked = catalog(&format!("[A_1]\n{ENTRY}message = \"{{{{x}}}} {{{{{{y}}}}}}\"\n"));
        assert_eq!(errors(&checked), Vec::<String>::new());
    }

    #[test]
    fn each_locale_is_looked_at() {
        let message = "message = { ko = \"{a} {b}\", en = \"{a}\", ja = \"{0} {a} {b}\" }\n";
        let checked =
            check("c.toml", format!("domain = \"doc\"\ndefault_locale = \"ko\"\n[A_1]\n{ENTRY}{message}").as_bytes());
        assert_eq!(
            errors(&checked),
            [
                "message of `A_1` has other placeholders in `en` than in `ko` (c.toml:8:34, first at 8:18) [LE0109]",
                "message of `A_1` (ja) has a positional placeholder: `{0}` (c.toml:8:47) [LE0108]",
            ]
        );
    }

    /// One fault of an entry does not hide another of it.
    #[test]
    fn locales_are_compared_in_an_entry_at_fault_too() {
        let entry = ENTRY.replace("NOT_FOUND", "NOTFOUND");
        let message = "message = { ko = \"{a}\", en = \"{b}\" }\n";
        let told = errors(&check(
            "c.toml",
            format!("domain = \"doc\"\ndefault_locale = \"ko\"\n[A_1]\n{entry}{message}").as_bytes(),
        ));
        assert!(told.len() == 2 && told[1].ends_with("[LE0109]"), "{told:?}");
    }

    #[test]
    fn a_field_that_no_message_uses_is_fine() {
        let checked = catalog(&format!("[A_1]\n{ENTRY}message = \"x\"\nfields = {{ unused = \"string\" }}\n"));
        assert_eq!((errors(&checked).len(), warnings(&checked).len()), (0, 0));
    }
}

/// The kind behind B40: a value that is nearly right is refused with what was meant.
#[test]
fn near_misses_are_answered_with_what_was_meant() {
    for (from, to, help) in [
        ("\"NOT_FOUND\"", "\"DEADLINE_EXCEEDED\"", "did you mean `UPSTREAM_TIMEOUT`?"),
        ("\"NOT_FOUND\"", "\"NOT-FOUND\"", "did you mean `NOT_FOUND`?"),
        ("\"NOT_FOUND\"", "\"PERMISSION_DENIED\"", "did you mean `AUTH_REQUIRED`?"),
        ("\"gone\"", "\"isGone\"", "write `is_gone`"),
        ("false", "\"False\"", "write `retriable = false`"),
    ] {
        let checked = catalog(&format!("[A_1]\n{}", ENTRY.replace(from, to)));
        let helps: Vec<_> = checked.diagnostics.iter().filter_map(|fault| fault.help_text()).collect();
        assert_eq!(helps, [help]);
    }
    for code in ["ＤＯＣ_005", "DОC_005", "DOC 005"] {
        let checked = catalog(&format!("[\"{code}\"]\n{ENTRY}"));
        let help = checked.diagnostics.iter().next().and_then(|fault| fault.help_text());
        assert!(help.is_some_and(|help| help.starts_with("did you mean `DOC_005`?")), "{help:?}");
    }
}

/// B49: names that differ only in case, and the first silently wins.
#[test]
fn codes_that_differ_in_case_are_distinct_and_advised_against() {
    let checked = catalog(&format!("[NotFound]\n{ENTRY}[NOTFOUND]\n{ENTRY}[notFound]\n{ENTRY}"));
    assert_eq!(errors(&checked), Vec::<String>::new());
    assert_eq!(checked.catalog.entries().len(), 3);
    assert_eq!(
        warnings(&checked),
        [
            "codes `NotFound` and `NOTFOUND` differ only in case (c.toml:7:2, first at 2:2) [LE0308]",
            "codes `NotFound` and `notFound` differ only in case (c.toml:12:2, first at 2:2) [LE0308]",
        ]
    );
    assert!(checked.catalog.entry("notfound").is_none(), "codes are compared exactly");
}
