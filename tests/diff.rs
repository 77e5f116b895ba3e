//! What `diff` says about two versions of catalogs: each kind of change, a real catalog's history, and what holds for every catalog.

use std::fmt::Write as _;
use std::sync::LazyLock;

use llamon_errors_catalog::diff::{ChangeKind, Diff, Enums, Verdict, diff};
use llamon_errors_catalog::emit::changes::{human, json};
use llamon_errors_catalog::emit::toml::toml;
use llamon_errors_catalog::import::{Draft, DraftEntry, Value};
use llamon_errors_catalog::render::Style;
use llamon_errors_catalog::{Checked, check};
use llamon_errors_tests::{assert_golden, catalogs_in};
use proptest::prelude::*;

/// A checked catalog that must be sound.
fn sound(path: &str, text: &str) -> Checked {
    let checked = check(path, text.as_bytes());
    let errors: Vec<String> = checked.diagnostics.iter().map(ToString::to_string).collect();
    assert!(!checked.diagnostics.has_errors(), "{errors:?} in {text}");
    checked
}

fn between(old: &str, new: &str) -> Diff {
    diff(&[sound("old.toml", old)], &[sound("new.toml", new)], Enums::Private)
}

const BASE: &str = r#"domain = "document-service"
default_locale = "ko"
version = "1.4.0"

[DOC_001]
sdk_code = "INVALID_INPUT"
reason = "query_empty"
title = "빈 질의"
retriable = false
error_source = "validator:query/body"
message = { ko = "{field}이(가) 비었습니다", en = "{field} is empty" }

[DOC_002]
sdk_code = "RATE_LIMITED"
reason = "quota_exceeded"
title = "Quota exceeded"
retriable = true
retry_after_ms = 1000
message = "{limit} requests"
fields = { limit = "integer", plan = "string" }
deprecated = "use DOC_001"

[DOC_003]
retired = "1.2.0"
replaced_by = "DOC_001"

[DOC_101]
outcome = "completed"
reason = "no_match"
title = "No match"
"#;

/// What is told of published enums only.
const OF_ENUMS: [ChangeKind; 2] = [ChangeKind::VariantRenamed, ChangeKind::VariantMoved];

/// One edit of [`BASE`] for each kind of change: what is written instead of what.
const EDITS: [(ChangeKind, &str, &str); 28] = [
    (ChangeKind::CodeRemoved, "[DOC_101]\noutcome = \"completed\"\nreason = \"no_match\"\ntitle = \"No match\"\n", ""),
    (ChangeKind::TombstoneRemoved, "[DOC_003]\nretired = \"1.2.0\"\nreplaced_by = \"DOC_001\"\n", ""),
    (
        ChangeKind::NumberReused,
        "[DOC_003]\nretired = \"1.2.0\"\nreplaced_by = \"DOC_001\"\n",
        "[DOC_003]\noutcome = \"completed\"\nreason = \"done\"\ntitle = \"Done\"\n",
    ),
    (ChangeKind::ReasonChanged, "query_empty", "query_missing"),
    (ChangeKind::SdkCodeChanged, "INVALID_INPUT", "NOT_FOUND"),
    (ChangeKind::RetriableChanged, "retriable = false", "retriable = true"),
    (ChangeKind::KindChanged, "outcome = \"completed\"", "sdk_code = \"NOT_FOUND\"\nretriable = false"),
    (ChangeKind::OutcomeChanged, "\"completed\"", "\"input-required\""),
    (ChangeKind::DomainChanged, "document-service", "documents"),
    (ChangeKind::CatalogRemoved, "", ""),
    (ChangeKind::FieldAdded, "plan = \"string\"", "plan = \"string\", tier = \"number\""),
    (ChangeKind::FieldRemoved, ", plan = \"string\"", ""),
    (ChangeKind::FieldTypeChanged, "limit = \"integer\"", "limit = \"number\""),
    (ChangeKind::PlaceholdersChanged, "{limit} requests", "{limit} requests of {plan}"),
    (
        ChangeKind::CodeAdded,
        "[DOC_101]",
        "[DOC_100]\noutcome = \"completed\"\nreason = \"done\"\ntitle = \"Done\"\n\n[DOC_101]",
    ),
    (ChangeKind::CatalogAdded, "", ""),
    (
        ChangeKind::CodeRetired,
        "outcome = \"completed\"\nreason = \"no_match\"\ntitle = \"No match\"",
        "retired = \"2.0.0\"\nreplaced_by = \"DOC_001\"",
    ),
    (ChangeKind::Deprecated, "reason = \"no_match\"", "reason = \"no_match\"\ndeprecated = \"use DOC_001\""),
    (ChangeKind::ErrorSourceChanged, "validator:query/body", "validator:query"),
    (ChangeKind::DefaultLocaleChanged, "default_locale = \"ko\"", "default_locale = \"en\""),
    (ChangeKind::LocaleRemoved, ", en = \"{field} is empty\"", ""),
    (ChangeKind::LocaleAdded, "en = \"{field} is empty\"", "en = \"{field} is empty\", fr = \"{field} est vide\""),
    (ChangeKind::TextChanged, "빈 질의", "질의 없음"),
    (ChangeKind::DeprecationWithdrawn, "deprecated = \"use DOC_001\"\n", ""),
    (ChangeKind::RetryAfterChanged, "retry_after_ms = 1000\n", "retry_after_ms = 60000\n"),
    (ChangeKind::NumberReserved, "[DOC_101]", "[DOC_005]\nretired = \"1.0.0\"\n\n[DOC_101]"),
    (ChangeKind::TombstoneChanged, "retired = \"1.2.0\"", "retired = \"1.2.1\""),
    (ChangeKind::VersionChanged, "version = \"1.4.0\"", "version = \"1.4.1\""),
];

/// Each kind of change, alone, with all that is said about it to people and to programs.
#[test]
fn each_kind_of_change_has_its_line() {
    let (mut shown, mut read) = (String::new(), String::new());
    let other = "domain = \"orders\"\n[ORD_001]\nretired = \"1.0.0\"\n";
    for (kind, from, to) in EDITS {
        assert!(from.is_empty() || BASE.matches(from).count() == 1, "{from:?} stands once");
        let (old, new) = (sound("old.toml", BASE), sound("new.toml", &BASE.replacen(from, to, 1)));
        let also = [sound("orders.toml", other)];
        let found = match kind {
            ChangeKind::CatalogRemoved => diff(&[old, also[0].clone()], &[new], Enums::Private),
            ChangeKind::CatalogAdded => diff(&[old], &[new, also[0].clone()], Enums::Private),
            _ => diff(&[old], &[new], Enums::Private),
        };
        let kinds: Vec<ChangeKind> = found.changes().iter().map(|change| change.kind).collect();
        assert_eq!(kinds, [kind], "{from:?} -> {to:?}");
        assert_eq!(found.verdict(), kind.verdict(Enums::Private));
        let _ = writeln!(shown, "# {}\n{}", kind.id(), human(&found, Verdict::Minor, Style::Plain));
        let _ = writeln!(read, "# {}\n{}", kind.id(), json(&found, Verdict::Minor));
    }
    // Changes of published enums have tests of their own (`slips`): here nobody sees any.
    let of_catalogs: Vec<ChangeKind> =
        ChangeKind::ALL.iter().copied().filter(|kind| !OF_ENUMS.contains(kind)).collect();
    assert_eq!(EDITS.map(|(kind, ..)| kind), of_catalogs.as_slice(), "each kind has its edit");
    assert_golden("snapshots/diff-kinds.txt", &shown);
    assert_golden("snapshots/diff-kinds-json.txt", &read);
}

/// What the issue calls major is major, whoever sees the enums, and texts never are.
#[test]
fn what_breaks_somebody_is_major() {
    for kind in ChangeKind::ALL {
        let verdicts = [Enums::Private, Enums::NonExhaustive, Enums::Exhaustive].map(|enums| kind.verdict(enums));
        let wanted = match kind {
            ChangeKind::CodeAdded => [Verdict::Minor, Verdict::Minor, Verdict::Major],
            ChangeKind::CodeRetired => [Verdict::Minor, Verdict::Major, Verdict::Major],
            _ => [verdicts[0]; 3],
        };
        assert_eq!(verdicts, wanted, "{}", kind.id());
    }
    assert_eq!(ChangeKind::TextChanged.verdict(Enums::Exhaustive), Verdict::Patch);
}

#[test]
fn programs_read_the_same() {
    let new = BASE.replace("retriable = false", "retriable = true").replace("빈 질의", "질의 없음");
    let found = between(BASE, &new);
    assert_golden("snapshots/diff.json", &json(&found, Verdict::Minor));
}

/// Long texts are shown up to where they are alike, and not as if they were the same.
#[test]
fn long_texts_are_not_shown_as_if_they_were_the_same() {
    let long = |end: &str| BASE.replace("Quota exceeded", &format!("{}{end}", "Quota exceeded ".repeat(7)));
    let found = between(&long("a"), &long("b"));
    assert_eq!(found.changes()[0].message, "`title` of `DOC_002` goes on differently");
}

/// A code under a new number is told as what it is: gone, with where its reason went.
#[test]
fn a_renumbered_code_is_found_at_its_new_number() {
    let found = between(BASE, &BASE.replace("[DOC_101]", "[DOC_102]"));
    assert_eq!(found.verdict(), Verdict::Major);
    let help = found.changes()[0].help.as_deref();
    assert_eq!(
        help,
        Some("keep `[DOC_101]` with `retired = \"...\"` and `replaced_by = \"DOC_102\"`, which has its reason")
    );
}

#[test]
fn files_do_not_matter_and_neither_does_order() {
    let (head, entries) = BASE.split_once("\n[DOC_001]").unwrap();
    let (first, rest) = entries.split_once("[DOC_002]").unwrap();
    let cut = [format!("{head}\n[DOC_002]{rest}"), format!("{head}\n[DOC_001]{first}")];
    // The tombstone leads into the other file, so these are looked at as the engine has them, not as `check` likes them.
    let cut: Vec<Checked> =
        cut.iter().map(|text| check("part.toml", text.replace("replaced_by = \"DOC_001\"\n", "").as_bytes())).collect();
    let whole = sound("old.toml", &BASE.replace("replaced_by = \"DOC_001\"\n", ""));
    let found = diff(std::slice::from_ref(&whole), &cut, Enums::Private);
    assert_eq!(found.changes().len(), 0, "{:?}", found.changes());
    // But an enum is written from one file.
    let found = diff(&[whole], &cut, Enums::Exhaustive);
    assert!(found.changes().iter().all(|change| change.kind == ChangeKind::VariantMoved), "{:?}", found.changes());
    assert_eq!(found.verdict(), Verdict::Major);
}

/// Of several files each has a say: what the second one says differently is a change, and a file more that says the same is none.
#[test]
fn every_file_of_a_domain_is_compared() {
    let file = |locale: &str, version: &str, code: &str| {
        let head = format!("domain = \"d\"\ndefault_locale = \"{locale}\"\nversion = \"{version}\"\n");
        let entry = "outcome = \"completed\"\nreason = \"r\"\ntitle = \"T\"\nmessage = { ko = \"가\", en = \"a\" }\n";
        sound(&format!("{code}.toml"), &format!("{head}[{code}]\n{entry}"))
    };
    let old = [file("ko", "1", "A_1"), file("ko", "1", "B_1")];
    let found = diff(&old, &[file("ko", "1", "A_1"), file("en", "2", "B_1")], Enums::Private);
    let told: Vec<_> = found.changes().iter().map(|change| (change.kind, change.message.as_str())).collect();
    assert_eq!(
        told,
        [
            (ChangeKind::DefaultLocaleChanged, "`default_locale` was `ko` and is `en, ko`"),
            (ChangeKind::VersionChanged, "`version` was `1` and is `1, 2`"),
        ]
    );
    assert_eq!(found.changes()[0].new.as_ref().map(ToString::to_string).as_deref(), Some("B_1.toml:2:18"));
    // A code that moves to the other file is told in another language, though both files are as they were.
    let mixed = [file("ko", "1", "A_1"), file("en", "1", "B_1")];
    let moved = [file("ko", "1", "B_1"), file("en", "1", "A_1")];
    let found = diff(&mixed, &moved, Enums::Private);
    let told: Vec<_> = found.changes().iter().map(|change| (change.kind, change.message.as_str())).collect();
    assert_eq!(
        told,
        [
            (ChangeKind::DefaultLocaleChanged, "the default locale of `A_1` was `ko` and is `en`"),
            (ChangeKind::DefaultLocaleChanged, "the default locale of `B_1` was `en` and is `ko`"),
        ]
    );
    let turned = [file("ko", "1", "B_1"), file("ko", "1", "A_1")];
    assert_eq!(diff(&old, &turned, Enums::Private).changes().len(), 0);
}

/// A catalog's entries at fault are neither gone nor new.
#[test]
fn what_is_at_fault_is_not_called_gone() {
    let broken = check("new.toml", BASE.replace("query_empty", "queryEmpty").as_bytes());
    assert!(broken.diagnostics.has_errors());
    let found = diff(&[sound("old.toml", BASE)], &[broken], Enums::Private);
    assert_eq!(found.changes().len(), 0, "{:?}", found.changes());
}

/// Three versions of a real catalog: texts, new and retired codes, then codes that vanish and numbers that move.
#[test]
fn the_history_of_a_real_catalog_is_judged_right() {
    let (path, bytes) =
        catalogs_in("catalogs/real").into_iter().find(|(path, _)| path.ends_with("pd-errors.toml")).unwrap();
    let real = check(&path, &bytes);
    let mut draft = Draft::of(&real.catalog);
    draft.version = Some("1.0.0".to_owned());
    let first = toml(&draft);

    draft.version = Some("1.0.1".to_owned());
    draft.entries[1].set("title", Value::Text("Another title".to_owned()));
    draft.entries[2].set("help", Value::Text("Try another group".to_owned()));
    let texts = toml(&draft);

    draft.version = Some("1.1.0".to_owned());
    let mut new = DraftEntry::new("PD_NEW_ERR_QUOTA", String::new());
    for (key, text) in [("sdk_code", "RATE_LIMITED"), ("reason", "quota_exceeded"), ("title", "Quota exceeded")] {
        new.set(key, Value::Text(text.to_owned()));
    }
    new.set("retriable", Value::Flag(true));
    draft.entries.push(new);
    let gone = draft.entries[5].code.clone();
    draft.entries[5] = DraftEntry::new(gone, String::new());
    draft.entries[5].set("retired", Value::Text("1.1.0".to_owned()));
    draft.entries[6].set("deprecated", Value::Text("say PD_NEW_ERR_QUOTA".to_owned()));
    let minor = toml(&draft);

    draft.version = Some("1.1.1".to_owned());
    draft.entries.drain(10..12);
    draft.entries[20].code += "_V2";
    let (one, other) = (draft.entries[30].code.clone(), draft.entries[31].code.clone());
    (draft.entries[30].code, draft.entries[31].code) = (other, one);
    draft.entries[40].set("retriable", Value::Flag(true));
    let major = toml(&draft);

    let mut shown = String::new();
    for (old, new, verdict) in [
        (&first, &texts, Verdict::Patch),
        (&texts, &minor, Verdict::Minor),
        (&minor, &major, Verdict::Major),
        (&first, &major, Verdict::Major),
    ] {
        let found = between(old, new);
        assert_eq!(found.verdict(), verdict);
        let _ = writeln!(shown, "{}", human(&found, Verdict::Minor, Style::Plain));
    }
    assert_golden("snapshots/diff-history.txt", &shown);
}

#[test]
fn a_catalog_against_itself_did_not_change() {
    for folder in ["catalogs/real", "catalogs/verbatim", "catalogs/hard", "../catalogs"] {
        for (path, bytes) in catalogs_in(folder) {
            let (old, new) = (check(&path, &bytes), check(&path, &bytes));
            let found = diff(&[old], &[new], Enums::Exhaustive);
            assert_eq!((found.verdict(), found.changes().len()), (Verdict::Patch, 0), "{path}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    /// Taking any live entry out of any real catalog is major and one change; putting it back is minor.
    #[test]
    fn removing_a_live_entry_is_major(file in 0..33_usize, at in any::<prop::sample::Index>()) {
        static REAL: LazyLock<Vec<(String, Vec<u8>)>> = LazyLock::new(|| catalogs_in("catalogs/real"));
        let (path, bytes) = &REAL[file];
        let whole = check(path, bytes);
        let mut draft = Draft::of(&whole.catalog);
        let at = at.index(draft.entries.len());
        let code = draft.entries.remove(at).code;
        prop_assume!(whole.catalog.entry(&code).is_some_and(|entry| entry.facts().is_some()));
        let less = [check(path, toml(&draft).as_bytes())];
        let whole = [whole];
        let gone = diff(&whole, &less, Enums::Private);
        prop_assert_eq!(gone.verdict(), Verdict::Major);
        prop_assert_eq!(gone.changes().len(), 1);
        prop_assert_eq!(gone.changes()[0].code.as_ref(), Some(&code));
        let back = diff(&less, &whole, Enums::Private);
        prop_assert_eq!((back.verdict(), back.changes().len()), (Verdict::Minor, 1));
        prop_assert_eq!(back.changes()[0].kind, ChangeKind::CodeAdded);
    }

    /// Whatever text is compared, the answer says of each change where it is.
    #[test]
    fn any_two_texts_are_compared(old in "[\\[\\]A-C =\"\n]{0,80}", new in "[\\[\\]A-C =\"\n]{0,80}") {
        let with_domain = |text: &str| check("c.toml", format!("domain = \"d\"\n{text}").as_bytes());
        for change in diff(&[with_domain(&old)], &[with_domain(&new)], Enums::Private).changes() {
            prop_assert!(change.old.is_some() || change.new.is_some(), "{}", change.message);
        }
    }
}
