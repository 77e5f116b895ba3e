//! One slip, one message: what is told of catalogs with a slip whose traces could be taken for others, and what programs read of it.

use llamon_errors_catalog::diff::{ChangeKind, Enums, Verdict, diff};
use llamon_errors_catalog::emit::Findings;
use llamon_errors_catalog::emit::json::json;
use llamon_errors_catalog::{Checked, MOST_KEPT, check, check_across, check_without_advice};
use llamon_errors_tests::{ENTRY, lines_of};

fn told_of_file(text: &str) -> Vec<String> {
    lines_of(&check("c.toml", text.as_bytes()).diagnostics)
}

fn told(entries: &str) -> Vec<String> {
    told_of_file(&format!("domain = \"doc\"\n{entries}"))
}

/// The JSON Pointers to what is at fault.
fn fields(entries: &str) -> Vec<String> {
    let checked = check("c.toml", format!("domain = \"doc\"\n{entries}").as_bytes());
    checked.diagnostics.iter().map(|fault| fault.as_violation().field.clone()).collect()
}

/// TOML gives the keys of a table no order.
#[test]
fn the_default_locale_may_stand_behind_inline_entries() {
    let inline = "A = { sdk_code = \"NOT_FOUND\", reason = \"gone\", title = \"Gone\", retriable = false, message = { ko = \"x\" } }";
    assert_eq!(told(&format!("{inline}\ndefault_locale = \"ko\"\n")), Vec::<String>::new());
}

#[test]
fn a_default_locale_at_fault_is_told_once() {
    let localized = format!("[A]\n{ENTRY}message = {{ ko = \"x\" }}\n[B]\n{ENTRY}message = {{ ko = \"x\" }}\n");
    for (own, wanted) in [
        (
            "default_locale = \"ko_KR\"",
            "locale `ko_KR` is not a language tag: write a tag such as `ko`, `en` or `en-GB`",
        ),
        ("default_locale = 5", "`default_locale` is an integer, not a string: write `default_locale = \"5\"`"),
        ("defualt_locale = \"ko\"", "the catalog has no key `defualt_locale`: did you mean `default_locale`?"),
    ] {
        assert_eq!(told(&format!("{own}\n{localized}")), [wanted]);
    }
    let misplaced = told(&format!("{localized}default_locale = \"ko\"\n"));
    assert_eq!(misplaced.len(), 1, "{misplaced:?}");
    assert!(misplaced[0].starts_with("`default_locale` stands inside `B`"), "{misplaced:?}");
}

#[test]
fn each_key_of_a_catalog_is_called_misplaced_in_an_entry() {
    for (key, value) in [("version", "1.0"), ("domain", "doc"), ("default_locale", "ko")] {
        let told = told(&format!("[A]\n{ENTRY}{key} = \"{value}\"\n"));
        assert!(told[0].starts_with(&format!("`{key}` stands inside `A`")), "{told:?}");
    }
}

#[test]
fn a_misspelt_table_is_no_code_with_a_dot() {
    let of_field = ["`A` has no key `feilds`: did you mean `fields`?"];
    assert_eq!(told(&format!("[A]\n{ENTRY}feilds = {{ a = \"string\" }}\n")), of_field);
    assert_eq!(told(&format!("[A]\n{ENTRY}[A.feilds]\na = \"string\"\n")), of_field);
    assert_eq!(
        told(&format!("[A]\n{ENTRY}[A.mesage]\nko = \"x\"\n")),
        ["`A` has no key `mesage`: did you mean `message`?"]
    );
    let unlike = told(&format!("[A]\n{ENTRY}owner = {{ a = \"string\" }}\n"));
    assert!(
        unlike.len() == 1 && unlike[0].starts_with("`A` has no key `owner`: the keys of an entry are "),
        "{unlike:?}"
    );
}

#[test]
fn each_code_that_dots_cut_is_told_whole() {
    let help = |code: &str| format!("if the code is `{code}`, quote it: `[\"{code}\"]`");
    assert_eq!(
        told(&format!("[E.f.g]\n{ENTRY}")),
        [format!("`g` is a table inside `E.f`, not a code: {}", help("E.f.g"))]
    );
    assert_eq!(
        told(&format!("[P.q.r]\n{ENTRY}[P.q.s]\n{ENTRY}")),
        [
            format!("`r` is a table inside `P.q`, not a code: {}", help("P.q.r")),
            format!("`s` is a table inside `P.q`, not a code: {}", help("P.q.s")),
        ]
    );
    // A code that is called like a key, all the same.
    assert_eq!(
        told(&format!("[P.massage]\n{ENTRY}")),
        [format!("`massage` is a table inside `P`, not a code: {}", help("P.massage"))]
    );
    let text = format!("domain = \"doc\"\n[A]\n{ENTRY}[A.b]\n{ENTRY}");
    assert!(check("c.toml", text.as_bytes()).catalog.has_lost_entries(), "`A.b` may be any number");
}

#[test]
fn a_slip_in_a_tombstone_is_one_slip() {
    assert_eq!(told("[A]\nretird = \"2.0\"\n"), ["`A` has no key `retird`: did you mean `retired`?"]);
    assert_eq!(told("[A]\nretird = \"2.0\"\nreplaced_by = \"B\"\n").len(), 1);
    assert_eq!(
        told(&format!("[A]\n{ENTRY}replaced_by = \"B\"\n")),
        [
            "`A` is an error and has no `replaced_by`: remove `replaced_by`; only a retired code has it, with `retired = \"...\"` and nothing else"
        ]
    );
    assert_eq!(told(&format!("[A]\n{ENTRY}retird = \"2.0\"\n")).len(), 1);
    assert_eq!(
        told("[A]\nreplaced_by = \"A2\"\n"),
        ["`A` has no `retired`: add `retired = \"...\"`, the version that retired it"]
    );
}

/// The next free code is that of the run in which the code stands, and none that another help offers.
#[test]
fn a_code_that_stands_twice_is_offered_a_free_one_of_its_run() {
    let codes =
        ["DOC_001", "DOC_002", "DOC_001", "\"DOC 003\"", "DOC_101"].map(|code| format!("[{code}]\n{ENTRY}")).concat();
    let told = told(&codes);
    let wanted = "`DOC_001` is defined twice: give one of them another code; the next free one is `DOC_004`";
    assert!(told.iter().any(|fault| fault == wanted), "{told:?}");
    assert!(told.iter().any(|fault| fault.contains("did you mean `DOC_003`?")), "{told:?}");
}

#[test]
fn a_message_without_a_text_is_told_what_helps() {
    assert_eq!(
        told(&format!("[A]\n{ENTRY}message = {{}}\n")),
        [
            "`message` of `A` has a text in no locale: write `message = \"...\"`, or remove the key: then the title is the message"
        ]
    );
}

#[test]
fn a_violation_points_at_the_value_and_a_message_names_it() {
    let with_locale = format!("default_locale = \"ko\"\n[A]\n{ENTRY}message = {{ ko = 5 }}\n");
    assert_eq!(fields(&with_locale), ["/A/message/ko"]);
    assert_eq!(told(&with_locale), ["`message.ko` of `A` is an integer, not a string: write `ko = \"5\"`"]);
    let with_field = format!("[A]\n{ENTRY}fields = {{ limit = 3 }}\n");
    assert_eq!(fields(&with_field), ["/A/fields/limit"]);
    assert_eq!(told(&with_field), ["`fields.limit` of `A` is an integer, not a string: write `limit = \"3\"`"]);
    for (again, pointer, name) in [
        ("reason = \"other\"", "/A/reason", "`reason` of `A`"),
        ("fields = { a = \"string\", a = \"string\" }", "/A/fields/a", "`fields.a` of `A`"),
    ] {
        let text = format!("[A]\n{ENTRY}{again}\n[B]\n{ENTRY}");
        assert_eq!(fields(&text), [pointer]);
        assert_eq!(told(&text), [format!("{name} is defined twice: remove one of them")]);
    }
    assert_eq!(
        told_of_file(&format!("domain = \"d\"\ndomain = \"d\"\n[A]\n{ENTRY}")),
        ["`domain` is defined twice: remove one of them"]
    );
}

/// Each fault says what would be right (SPEC U3), those of the encoding too.
#[test]
fn every_violation_expects_something() {
    let bom = format!("domain = \"doc\"\n\u{feff}[A]\n{ENTRY}");
    for bytes in [&b"domain = \"\xfc\"\n"[..], b"\xff\xfed\0", bom.as_bytes(), b"domain = \"doc\"\r[A]\r"] {
        let checked = check("c.toml", bytes);
        assert!(!checked.diagnostics.is_empty());
        for fault in &checked.diagnostics {
            assert_ne!(fault.as_violation().expected, "", "{fault}");
        }
    }
}

#[test]
fn every_text_for_people_is_searched_for_what_nobody_sees() {
    for (key, value, wanted) in [
        ("description", "a\\u001b[31m", "description of `A` holds a control character, U+001B"),
        ("help", "a\\u0000", "help of `A` holds a control character, U+0000"),
        ("deprecated", "a\\u202eb", "deprecated of `A` holds an invisible character, U+202E"),
        ("since", "a\\u009b", "since of `A` holds a control character, U+009B"),
        ("help", "the DОC", "help of `A` mixes letters that look alike in one word: `DОC`"),
    ] {
        let told = told(&format!("[A]\n{ENTRY}{key} = \"{value}\"\n"));
        assert!(told.len() == 1 && told[0].starts_with(wanted), "{told:?}");
    }
    let localized = format!("default_locale = \"ko\"\n[A]\n{ENTRY}message = {{ ko = \"a\", en = \"a\\u0007\" }}\n");
    assert_eq!(fields(&localized), ["/A/message/en"]);
    assert_eq!(told(&format!("[A]\n{ENTRY}description = \"\"\"\na\n\tb\n\"\"\"\n")), Vec::<String>::new());
}

#[test]
fn a_cause_in_a_message_is_told_once_and_where_it_stands() {
    let text = format!("domain = \"doc\"\n[A]\n{ENTRY}message = \"{{{{source}}}} {{source}} {{source}}\"\n");
    let checked = check("c.toml", text.as_bytes());
    let places: Vec<String> = checked.diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(places, ["message of `A` prints what caused it: `{source}` (c.toml:7:23) [LE0306]"]);
}

/// Words of the catalog go into messages, helps and pictures; none of them steers the terminal.
#[test]
fn nothing_steers_the_terminal() {
    let hostile = "\u{1b}[31m\u{9b}\u{2028}\u{200f}\u{202e}";
    let key = "\\u001b[31m\\u009b\\u2028\\u200f\\u202e";
    for entry in [
        format!("title{hostile} = gone{hostile}\n"),
        format!("{ENTRY}\"{key}\" = 1\n"),
        format!("{ENTRY}message = {{ \"{key}\" = 5, ko = \"x\" }}\n"),
        format!("{ENTRY}fields = {{ \"{key}\" = true }}\n"),
        format!("{ENTRY}message = \"{{x{key}:>5}}\"\n"),
        format!("{ENTRY}title = \"x\" # {hostile}\n"),
        format!("{ENTRY}help = \"{hostile}\"\n"),
    ] {
        let checked = check(&format!("c{hostile}.toml"), format!("domain = \"doc\"\n[A]\n{entry}").as_bytes());
        assert!(!checked.diagnostics.is_empty(), "{entry}");
        for fault in &checked.diagnostics {
            let drawn = llamon_errors_catalog::render::render(fault, llamon_errors_catalog::render::Style::Plain);
            let raw = |text: &str| text.contains(|letter: char| hostile.contains(letter) && !letter.is_ascii_graphic());
            assert!(!raw(&drawn) && !raw(&fault.to_string()), "{drawn:?}");
        }
    }
}

/// Not one of what is in it can be known, so that any number may be taken.
#[test]
fn a_file_that_is_no_text_has_lost_its_entries() {
    for (bytes, names_domain) in
        [(&b"domain = \"d\"\n# gr\xfcn\n"[..], true), (b"\xff\xfed\0", true), (b"[package]\n# gr\xfcn\n", false)]
    {
        let catalog = check("c.toml", bytes).catalog;
        assert!(catalog.has_lost_entries());
        assert_eq!(catalog.names_domain(), names_domain);
    }
}

#[test]
fn a_file_that_has_a_domain_in_any_form_means_to_be_a_catalog() {
    for (text, names_domain) in [
        ("domain = \"d\"\n", true),
        ("domain = \"document_service\"\n", true),
        ("domian = \"d\"\n", true),
        ("domain = 5\n", true),
        ("domain = d\n", true),
        ("[A]\ndomain = \"d\"\n", true),
        ("[package]\nname = \"x\"\n", false),
        ("name = x\n", false),
    ] {
        assert_eq!(check("c.toml", text.as_bytes()).catalog.names_domain(), names_domain, "{text}");
    }
}

fn file(path: &str, entries: &str) -> Checked {
    check_without_advice(path, format!("domain = \"doc\"\n{entries}").as_bytes())
}

#[test]
fn a_replacement_may_stand_in_another_file_of_the_domain() {
    let tombstone = |next: &str| file("a.toml", &format!("[A]\nretired = \"1\"\nreplaced_by = \"{next}\"\n"));
    let live = file("b.toml", &format!("[B]\n{ENTRY}[C]\nretired = \"1\"\nreplaced_by = \"B\"\n"));
    let across = |all: [Checked; 2]| lines_of(&check_across(&all));
    assert!(tombstone("B").diagnostics.is_empty());
    assert_eq!(across([tombstone("B"), live.clone()]), Vec::<String>::new());
    assert_eq!(
        across([tombstone("C"), live.clone()]),
        ["replaced_by `C` of `A` is retired itself: write `B`, which replaced it"]
    );
    assert_eq!(
        across([tombstone("D"), live.clone()]),
        ["replaced_by `D` of `A` is no code of the domain `doc`: did you mean `B`?"]
    );
    let other_domain = check_without_advice("b.toml", format!("domain = \"ord\"\n[B]\n{ENTRY}").as_bytes());
    assert_eq!(
        across([tombstone("B"), other_domain]),
        [
            "replaced_by `B` of `A` is no code of the domain `doc`: write the code that took its place, or remove `replaced_by`"
        ]
    );
    // What cannot be read may hold it.
    for unknown in [&b"domain = \"doc\"\n[[B]]\n"[..], b"domain = \"d_d\"\n[B]\nretired = \"1\"\n", b"\xff"] {
        assert_eq!(across([tombstone("B"), check_without_advice("b.toml", unknown)]), Vec::<String>::new());
    }
}

#[test]
fn what_replaces_a_code_is_told_across_files() {
    use llamon_errors_catalog::{emit::entry::entries, find::find, render::Style};
    let all = [file("a.toml", "[A]\nretired = \"1\"\nreplaced_by = \"B\"\n"), file("b.toml", &format!("[B]\n{ENTRY}"))];
    let page = |code: &str| entries(&find(&all, code), Style::Plain);
    assert!(page("A").contains("replaced_by  B (gone)\n"), "{}", page("A"));
    assert!(page("B").contains("replaces   A\n"), "{}", page("B"));
}

#[test]
fn tombstones_that_lead_in_a_circle_are_told_once() {
    let told_of = |entries: &str| lines_of(&file("a.toml", entries).diagnostics);
    let next = |code: &str, next: &str| format!("[{code}]\nretired = \"1\"\nreplaced_by = \"{next}\"\n");
    assert_eq!(
        told_of(&next("A", "A")),
        ["replaced_by of `A` is the code itself: write the code that took its place, or remove `replaced_by`"]
    );
    let circle = "replaced_by `A` of `B` leads back to `B`";
    let help = "end the circle: write a live code, or remove `replaced_by` from one of them";
    let two = [next("B", "A"), next("A", "B")].concat();
    assert_eq!(told_of(&two), [format!("{}: {help}", circle.replace('A', "x").replace('B', "A").replace('x', "B"))]);
    let chain = [next("A", "B"), next("B", "C"), next("C", "D"), format!("[D]\n{ENTRY}")].concat();
    assert_eq!(
        told_of(&chain),
        [
            "replaced_by `B` of `A` is retired itself: write `D`, to which it leads",
            "replaced_by `C` of `B` is retired itself: write `D`, which replaced it",
        ]
    );
    let across = check_across(&[file("a.toml", &next("A", "B")), file("b.toml", &next("B", "A"))]);
    assert_eq!(lines_of(&across), [format!("replaced_by `B` of `A` leads back to `A`: {help}")]);
}

#[test]
fn codes_of_two_files_that_differ_in_case_are_told() {
    let across =
        check_across(&[file("a.toml", &format!("[doc_007]\n{ENTRY}")), file("b.toml", &format!("[DOC_007]\n{ENTRY}"))]);
    let shown: Vec<String> = across.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["codes `doc_007` and `DOC_007` differ only in case (b.toml:2:2, first at a.toml:2:2) [LE0308]"]);
}

/// What is found between files beyond the first ten thousand is counted as what is found in them.
#[test]
fn what_is_not_kept_between_files_is_counted() {
    let one = |number: usize| format!("[A{number}]\nretired = \"1\"\n");
    let many = (0..MOST_KEPT + 7).map(one).collect::<Vec<_>>().concat();
    let findings = Findings::new(vec![file("a.toml", &many), file("b.toml", &many)]);
    assert_eq!((findings.errors(), findings.omitted(), findings.warnings()), (MOST_KEPT + 7, 7, 0));
    assert!(json(&findings).contains("\"omitted\": 7"));
}

fn entry(code: &str, reason: &str) -> String {
    format!("[{code}]\n{}", ENTRY.replace("gone", reason))
}

/// A code that shares the reason of an old one takes its variant's name from it.
#[test]
fn a_renamed_variant_breaks_those_who_see_the_enum() {
    let (old, new) = (entry("A1", "gone"), entry("A1", "gone") + &entry("A2", "gone"));
    let found = |enums| diff(&[file("old.toml", &old)], &[file("new.toml", &new)], enums);
    assert_eq!(found(Enums::Private).verdict(), Verdict::Minor);
    assert_eq!(found(Enums::Private).changes().len(), 1);
    for enums in [Enums::NonExhaustive, Enums::Exhaustive] {
        let found = found(enums);
        let change =
            found.changes().iter().find(|change| change.kind == ChangeKind::VariantRenamed).expect("it is told");
        assert_eq!(change.message, "the variant of `A1` was `Gone` and is `A1`");
        assert_eq!((change.verdict, found.verdict()), (Verdict::Major, Verdict::Major));
    }
}

#[test]
fn a_code_in_another_file_is_in_another_published_enum() {
    let (one, two) = (entry("A1", "one"), entry("A2", "two"));
    let old = [file("old/a.toml", &(one.clone() + &two)), file("old/b.toml", &entry("B1", "three"))];
    let new = [file("new/a.toml", &one), file("new/b.toml", &(two.clone() + &entry("B1", "three")))];
    assert_eq!(diff(&old, &new, Enums::Private).changes().len(), 0);
    for enums in [Enums::NonExhaustive, Enums::Exhaustive] {
        let found = diff(&old, &new, enums);
        let told: Vec<(ChangeKind, &str)> =
            found.changes().iter().map(|change| (change.kind, change.message.as_str())).collect();
        let wanted = "the variant `Two` of `A2` goes from the enum of `old/a.toml` to that of `new/b.toml`";
        assert_eq!(told, [(ChangeKind::VariantMoved, wanted)]);
    }
    // A file that is called something else took its enum along.
    let moved = [file("new/c.toml", &(one + &two)), file("new/b.toml", &entry("B1", "three"))];
    assert_eq!(diff(&old, &moved, Enums::Exhaustive).changes().len(), 0);
}
