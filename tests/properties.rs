//! What holds for every input, not only for those that somebody thought of.

use llamon_errors_catalog::{Checked, check};
use llamon_errors_core::format::check_code;
use llamon_errors_tests::catalogs_in;
use proptest::prelude::*;

/// Text that looks like a catalog, more or less: lines of the format, broken ones, and what people paste.
fn catalog_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("domain = \"doc\"".to_owned()),
        Just("default_locale = \"ko\"".to_owned()),
        "\\[[A-C]{1,2}(\\.(message|fields|x))?\\]",
        "\\[\\[[A-C]\\]\\]",
        "(sdk_code|reason|title|help|retired|outcome|docs_url) = \"[a-zA-Z_ 가-힣{}:/]{0,12}\"",
        "(retriable|retry_after_ms) = (true|false|[0-9]{1,4}|-1|1\\.5)",
        "message = \\{ (ko|en|x) = \"[{}a가 ]{0,8}\", en = \"\\{a\\}\" \\}",
        "message = \"\"\"",
        "[\\[\\]{}\"'=a-c.# \t가]{0,10}",
        Just(String::new()),
    ];
    prop::collection::vec(line, 0..30).prop_map(|lines| lines.join("\n"))
}

fn told(checked: &Checked) -> Vec<String> {
    checked.diagnostics.iter().map(ToString::to_string).collect()
}

fn well_placed(checked: &Checked) {
    for fault in &checked.diagnostics {
        let own = fault.span().map(|span| (fault.source(), span));
        for (source, span) in fault.labels().iter().map(|label| (&label.source, label.span)).chain(own) {
            assert!(source.text().get(span.start..span.end).is_some(), "{span:?} of {fault}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        well_placed(&check("c.toml", &bytes));
    }

    #[test]
    fn any_text_is_answered_in_its_places(text in catalog_text()) {
        let checked = check("c.toml", text.as_bytes());
        well_placed(&checked);
        if !checked.diagnostics.has_errors() {
            prop_assert!(toml::de::DeTable::parse(checked.source.text()).is_ok(), "accepted: {text}");
        }
    }

    #[test]
    fn lf_and_crlf_give_the_same_answer(text in catalog_text()) {
        let (lf, crlf) = (check("c.toml", text.as_bytes()), check("c.toml", text.replace('\n', "\r\n").as_bytes()));
        prop_assert_eq!(told(&lf), told(&crlf));
        prop_assert_eq!(format!("{:?}", lf.catalog), format!("{:?}", crlf.catalog));
    }

    /// What TOML refuses is refused here, and what is refused here is told.
    #[test]
    fn a_catalog_is_sound_or_says_why_not(text in catalog_text()) {
        let checked = check("c.toml", text.as_bytes());
        if toml::de::DeTable::parse(&text).is_err() {
            prop_assert!(checked.diagnostics.has_errors(), "{text}");
        }
        if !checked.catalog.damaged().is_empty() || checked.catalog.has_lost_entries() || checked.catalog.domain().is_empty() {
            prop_assert!(checked.diagnostics.has_errors(), "{text}");
        }
    }

    #[test]
    fn codes_come_back_as_they_were_written(code in "[!-~]{1,128}") {
        prop_assume!(check_code(&code).is_ok());
        let spelled = code.replace('\\', "\\\\").replace('"', "\\\"");
        let text = format!(
            "domain = \"doc\"\n[\"{spelled}\"]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n"
        );
        let checked = check("c.toml", text.as_bytes());
        prop_assert_eq!(checked.diagnostics.error_count(), 0);
        prop_assert_eq!(checked.catalog.entry(&code).map(|entry| entry.code().to_owned()), Some(code));
    }

    /// A real catalog with a hole, a repetition or a stray piece in it.
    #[test]
    fn damaged_real_catalogs_are_answered(
        file in 0..33_usize,
        at in any::<prop::sample::Index>(),
        length in 0..200_usize,
        stray in "[\\[\\]{}\"'=\r\n\u{feff}가a]{0,6}",
    ) {
        let (path, bytes) = &catalogs_in("catalogs/real")[file];
        let bytes = &bytes[..bytes.len().min(20_000)];
        let at = at.index(bytes.len());
        let end = (at + length).min(bytes.len());
        let damaged = [&bytes[..at], stray.as_bytes(), &bytes[end..]].concat();
        let checked = check(path, &damaged);
        well_placed(&checked);
        let codes = checked.catalog.codes().count();
        let headers = damaged.split(|byte| *byte == b'\n').filter(|line| line.starts_with(b"[")).count();
        prop_assert!(codes <= headers + 1, "{codes} codes of {headers} headers");
    }
}
