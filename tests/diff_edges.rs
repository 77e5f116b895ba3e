//! What `diff` tells where several kinds of change lie side by side: texts that come, go and change, in one language and in several.

use std::fmt::Write as _;

use llamon_errors_catalog::check;
use llamon_errors_catalog::diff::{Enums, Verdict, diff};
use llamon_errors_catalog::emit::changes::{human, json};
use llamon_errors_catalog::render::Style;
use llamon_errors_tests::assert_golden;

/// A catalog of one entry that says more than it must.
fn catalog(locale: &str, more: &str) -> String {
    let entry = "[A_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
    format!("domain = \"d\"\ndefault_locale = \"{locale}\"\n{entry}{more}\n")
}

const BOTH: &str = "message = { ko = \"{n} 없음\", en = \"no {n}\" }";

#[test]
fn texts_that_change_are_told_by_what_happened_to_them() {
    let plain = "message = \"no {n}\"";
    let with = |more: &str| catalog("ko", more);
    let mut shown = String::new();
    for (what, old, new) in [
        ("a text changes", with(plain), with("message = \"{n} is gone\"")),
        ("a text goes", with("message = \"none\""), with("")),
        ("a text comes", with(""), with("message = \"none\"")),
        ("a text in one of two languages changes", with(BOTH), with(&BOTH.replace("no {n}", "{n} is gone"))),
        ("a language goes", with(BOTH), with("message = { ko = \"{n} 없음\" }")),
        ("all languages go", with("message = { ko = \"없음\", en = \"none\" }"), with("")),
        ("a text becomes one of a language", with("message = \"none\""), with("message = { ko = \"없음\" }")),
        ("a text changes with its placeholder", with(plain), with("message = \"no {m}\"")),
        (
            "what a deprecated code is told to be changes",
            with("deprecated = \"use B\""),
            with("deprecated = \"use C\""),
        ),
        ("nothing", with(BOTH), with(BOTH)),
    ] {
        let found = diff(&[check("old.toml", old.as_bytes())], &[check("new.toml", new.as_bytes())], Enums::Private);
        let _ = writeln!(
            shown,
            "# {what}\n{}\n{}",
            human(&found, Verdict::Minor, Style::Plain),
            json(&found, Verdict::Minor)
        );
    }
    assert_golden("snapshots/diff-edges.txt", &shown);
}

/// The languages of the two files stay what they were, but the entry is told in another one now.
#[test]
fn an_entry_that_moved_to_a_file_of_another_language_is_told() {
    let rest = |locale: &str| {
        let (head, _) = catalog(locale, "")
            .split_once("[A_1]")
            .map(|(head, rest)| (head.to_owned(), rest.len()))
            .unwrap_or_default();
        format!("{head}[B_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"other\"\ntitle = \"Other\"\nretriable = false\n")
    };
    let old = [check("ko.toml", catalog("ko", BOTH).as_bytes()), check("en.toml", rest("en").as_bytes())];
    let new = [
        check("ko.toml", rest("ko").as_bytes()),
        check(
            "en.toml",
            catalog("en", &BOTH.replace("ko = \"{n} 없음\", en = \"no {n}\"", "en = \"no {n}\", ko = \"{n} 없음\""))
                .as_bytes(),
        ),
    ];
    let found = diff(&old, &new, Enums::Private);
    assert_golden("snapshots/diff-moved.json", &json(&found, Verdict::Minor));
}

/// What happens to the variants of enums that others use: told where nothing else tells it.
#[test]
fn variants_that_others_name_are_told_when_they_go_elsewhere() {
    let entry = |code: &str, reason: &str| {
        format!("[{code}]\nsdk_code = \"NOT_FOUND\"\nreason = \"{reason}\"\ntitle = \"{code}\"\nretriable = false\n")
    };
    let file = |path: &str, entries: &str| check(path, format!("domain = \"d\"\n{entries}").as_bytes());
    let (one, two, three) = (entry("A_1", "gone"), entry("A_2", "gone"), entry("A_3", "other"));
    let mut shown = String::new();
    for (what, old, new) in [
        (
            "a new code has the reason of an old one",
            vec![file("a.toml", &one)],
            vec![file("a.toml", &[one.as_str(), &two].concat())],
        ),
        (
            "a code moves to another file",
            vec![file("a.toml", &[one.as_str(), &three].concat()), file("b.toml", &entry("B_1", "b"))],
            vec![file("a.toml", &one), file("b.toml", &[entry("B_1", "b"), three.clone()].concat())],
        ),
        ("a reason changes", vec![file("a.toml", &one)], vec![file("a.toml", &entry("A_1", "lost"))]),
        (
            "a file is cut in two of other names, the second with more of its codes",
            vec![file("a.toml", &[one.as_str(), &three, &entry("A_4", "fourth")].concat())],
            vec![file("b.toml", &one), file("c.toml", &[three.as_str(), &entry("A_4", "fourth")].concat())],
        ),
        (
            "two files become one",
            vec![file("a.toml", &one), file("b.toml", &three)],
            vec![file("c.toml", &[one.as_str(), &three].concat())],
        ),
        ("a file has another name", vec![file("a.toml", &one)], vec![file("c.toml", &one)]),
    ] {
        let _ = writeln!(shown, "# {what}\n{}", json(&diff(&old, &new, Enums::NonExhaustive), Verdict::Minor));
    }
    assert_golden("snapshots/diff-enums.txt", &shown);
}
