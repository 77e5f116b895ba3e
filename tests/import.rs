//! Catalogs from other forms, and what holds for every one of them.

use llamon_errors_catalog::check;
use llamon_errors_catalog::emit::toml::toml;
use llamon_errors_catalog::import::{Draft, DraftEntry, Form, Imported, Options, Value, import};
use llamon_errors_catalog::model::ErrorCode;
use llamon_errors_tests::{assert_golden, catalogs_in, root};
use proptest::prelude::*;

fn read(file: &str, form: Form, options: &Options) -> Imported {
    let path = format!("catalogs/import/{file}");
    let bytes = std::fs::read(root().join("tests").join(&path)).expect("the file is there");
    import(&path, &bytes, form, options)
}

fn told(imported: &Imported) -> Vec<String> {
    imported.decisions.iter().map(ToString::to_string).collect()
}

/// What a text says as a catalog: places aside, everything that a draft can hold.
fn draft(text: &str) -> Draft {
    let checked = check("c.toml", text.as_bytes());
    let errors: Vec<String> = checked.diagnostics.iter().map(ToString::to_string).collect();
    assert!(!checked.diagnostics.has_errors(), "{errors:#?} in {text}");
    Draft::of(&checked.catalog)
}

/// A catalog's draft, written and read again, says the same: real catalogs and the difficult ones.
#[test]
fn a_catalog_that_is_written_says_the_same() {
    for folder in ["catalogs/real", "catalogs/verbatim", "catalogs/hard", "../catalogs"] {
        for (path, bytes) in catalogs_in(folder) {
            let wanted = Draft::of(&check(&path, &bytes).catalog);
            if wanted.domain.is_some() && !wanted.entries.is_empty() {
                // What a broken file's sound entries refer to may be among its broken ones.
                let again = check("again.toml", toml(&wanted).as_bytes());
                assert_eq!(Draft::of(&again.catalog), wanted, "{path}");
            }
        }
    }
}

/// The JSON of `export` gives the catalog back: here from a fixture in its form, written by hand after `catalogs/documents.toml`.
#[test]
fn the_json_of_export_gives_the_catalog_back() {
    let imported = read("documents.json", Form::Json, &Options::default());
    assert_eq!(imported.entries, 12);
    assert_eq!(told(&imported), Vec::<String>::new());
    let original = std::fs::read_to_string(root().join("catalogs/documents.toml")).expect("it is there");
    assert_eq!(draft(&imported.text), draft(&original));
}

/// A code may stand in several rows; what is wrong is told of the row that is wrong.
#[test]
fn faults_of_a_code_that_stands_several_times_are_told_at_their_rows() {
    let rows = [
        "A,NOT_FOUND,one,One,false",
        "A,NOT_FOUND,two,Two,false",
        "B,NOT_FOUND,x,X,false",
        "A,NOTFOUND,three,Three,false",
    ];
    let table = format!("code,sdk_code,reason,title,retriable\n{}\n", rows.join("\n"));
    let options = Options { domain: Some("d".to_owned()), ..Options::default() };
    assert_eq!(
        told(&import("c.csv", table.as_bytes(), Form::Csv, &options)),
        [
            "c.csv:3: `A` is defined twice",
            "c.csv:5: `A` is defined twice",
            "c.csv:5: sdk_code `NOTFOUND` of `A` is not one of the eight",
        ]
    );
}

/// A replacement that is nowhere is a fault of the catalog that would be written.
#[test]
fn what_leads_nowhere_is_not_imported() {
    let json = r#"{"domain": "d", "entries": [{"code": "A_1", "retired": "1", "replaced_by": "A_2"}]}"#;
    let imported = import("c.json", json.as_bytes(), Form::Json, &Options::default());
    assert_eq!(told(&imported), ["c.json#/entries/0: replaced_by `A_2` of `A_1` is no code of the domain `d`"]);
}

#[test]
fn faults_that_are_not_kept_are_counted() {
    let row = |row: usize| format!("A{row},NOTFOUND,x,X,false");
    let rows: Vec<String> = (0..llamon_errors_catalog::MOST_KEPT + 3).map(row).collect();
    let table = format!("code,sdk_code,reason,title,retriable\n{}\n", rows.join("\n"));
    let options = Options { domain: Some("d".to_owned()), ..Options::default() };
    let told = told(&import("c.csv", table.as_bytes(), Form::Csv, &options));
    assert_eq!(told.first().map(String::as_str), Some("c.csv: 3 more faults of the catalog are counted only"));
}

#[test]
fn a_number_without_a_successor_is_read() {
    let text = "[\"a:B\"]\nerror = \"%[18446744073709551615]d %s\"\n";
    let imported = import("errors.toml", text.as_bytes(), Form::ErrorsToml, &Options::default());
    assert_eq!(imported.entries, 1);
}

#[test]
fn one_of_several_catalogs_is_chosen_by_its_domain() {
    let one = |domain: &str| {
        format!("{{\"domain\": \"{domain}\", \"entries\": [{{\"code\": \"A_1\", \"retired\": \"1\"}}]}}")
    };
    let several = format!("{{\"catalogs\": [{}, {}]}}", one("orders"), one("documents"));
    let chosen = |domain: Option<&str>| {
        let options = Options { domain: domain.map(str::to_owned), ..Options::default() };
        import("all.json", several.as_bytes(), Form::Json, &options)
    };
    assert_eq!(chosen(Some("documents")).text, "domain = \"documents\"\n\n[A_1]\nretired = \"1\"\n");
    let (none, wrong) = (chosen(None), chosen(Some("books")));
    assert_eq!(told(&none), ["all.json#: there are catalogs of 2 domains in it"]);
    assert_eq!(none.decisions[0].help.as_deref(), Some("choose one with `--domain`: `orders`, `documents`"));
    assert_eq!(told(&wrong)[0], "all.json#: there is no catalog of `books` in it");
}

/// Files of one domain become one, and what `export` may write one day is not guessed at.
#[test]
fn files_of_one_domain_are_joined() {
    let one = |code: &str| {
        format!(
            "{{\"domain\": \"d\", \"entries\": [{{\"code\": \"{code}\", \"kind\": \"retired\", \"retired\": \"1\"}}]}}"
        )
    };
    let all = |format: u8| {
        format!("{{\"made_by\": \"x\", \"format\": {format}, \"catalogs\": [{}, {}]}}", one("A_1"), one("A_2"))
    };
    let read = |format: u8| import("all.json", all(format).as_bytes(), Form::Json, &Options::default());
    assert_eq!(read(1).text, "domain = \"d\"\n\n[A_1]\nretired = \"1\"\n\n[A_2]\nretired = \"1\"\n");
    assert_eq!(told(&read(2)), ["all.json#/format: the format is 2, and only 1 is known"]);
}

#[test]
fn every_fault_of_a_json_is_told_with_its_place() {
    let json = r#"{"domain": "d", "entries": [{"title": "x"},
        {"code": "A_1", "sdk_code": 5, "reason": "gone", "title": "t", "retriable": "no"},
        {"code": "A_2", "sdk_code": "NOT_FOUND", "reason": "Gone", "title": "t", "retriable": false, "unknown": [1, 1.5, null]}]}"#;
    let imported = import("d.json", json.as_bytes(), Form::Json, &Options::default());
    assert_eq!(
        told(&imported),
        [
            "d.json#/entries/0: the entry has no `code`",
            "d.json#/entries/1/sdk_code: `sdk_code` of `A_1` is a whole number, not a string",
            "d.json#/entries/1/retriable: `retriable` of `A_1` is a string, not a boolean",
            "d.json#/entries/2/unknown: `unknown` of `A_2` has no place in a catalog",
            "d.json#/entries/2: reason `Gone` of `A_2` is not snake_case",
        ]
    );
}

/// What the reader tells and what the check tells stand in the order of the entries, in what `export` writes as in a catalog alone.
#[test]
fn decisions_stand_in_the_order_of_the_file() {
    let one = r#"{"domain": "d", "entries": [{"code": "A_1", "retired": "1", "replaced_by": "B_1"},
        {"code": "A_2", "retired": "1", "old": 1}]}"#;
    let places = |json: &str| {
        let imported = import("d.json", json.as_bytes(), Form::Json, &Options::default());
        imported.decisions.into_iter().map(|decision| decision.place).collect::<Vec<_>>()
    };
    assert_eq!(places(one), ["d.json#/entries/0", "d.json#/entries/1/old"]);
    let all = format!(r#"{{"format": 1, "catalogs": [{one}]}}"#);
    assert_eq!(places(&all), ["d.json#/catalogs/0/entries/0", "d.json#/catalogs/0/entries/1/old"]);
}

/// Nothing of a JSON is lost in silence: misspelt members, those that stand twice, values of another kind, files that say different things.
#[test]
fn what_a_json_would_lose_is_told() {
    let tombstones = r#""entries": [{"code": "A_1", "retired": "1", "replacedby": "A_2", "retired": "2"}]"#;
    let one = format!(r#"{{"domain": "d", "version": 3, "author": "me", {tombstones}}}"#);
    let two = r#"{"catalogs": [{"domain": "d", "version": "1", "entries": []}, {"domain": "d", "version": "2", "entries": []}]}"#;
    let texts = r#"{"domain": "d", "default_locale": "ko", "entries": [
        {"code": "A_1", "sdk_code": "NOT_FOUND", "reason": "a", "title": "t", "retriable": false,
        "message": {"ko": "{n}", "ko": "x"}, "fields": {"n": "integer", "n": "string"}}]}"#;
    let large = r#"{"domain": "d", "entries": [{"code": "A_1", "retry_after_ms": 9999999999999999999},
        {"code": "A_2", "retry_after_ms": 99999999999999999999}]}"#;
    let told = |json: &str| import("d.json", json.as_bytes(), Form::Json, &Options::default()).report();
    let shown = [one.as_str(), two, texts, large].map(|json| format!("$ {json}\n{}", told(json))).join("\n");
    assert_golden("snapshots/import-json-lost.txt", &shown);
}

/// Nothing of a table is lost in silence: rows behind an open quote, a message beside its translations, a header below blank lines.
#[test]
fn what_a_table_would_lose_is_told() {
    let head = "code,sdk_code,reason,retriable,title";
    let told = |table: &str| import("t.csv", table.as_bytes(), Form::Csv, &Options::default()).report();
    let shown = [
        format!("{head}\nA_1,NOT_FOUND,a,false,\"A\nA_2,NOT_FOUND,b,false,B\n"),
        "\"code,sdk_code\nA_1,NOT_FOUND\n".to_owned(),
        format!("domain,{head}\nd,A_1,NOT_FOUND,a,maybe,A\n"),
        "code\n\n\n\"A_1\n\"\n\n,x\n".to_owned(),
        format!("domain,default_locale,{head},message,message.ko\nd,ko,A_1,NOT_FOUND,a,false,A,plain,글\n"),
    ]
    .map(|table| format!("$ {table}{}", told(&table)))
    .join("\n");
    assert_golden("snapshots/import-csv-lost.txt", &shown);
    let semicolons = "\n  \n;;\ndomain;code;sdk_code;reason;retriable;title\nd;A_1;NOT_FOUND;a;false;A, B\n";
    let imported = import("t.csv", semicolons.as_bytes(), Form::Csv, &Options::default());
    assert_eq!(self::told(&imported), Vec::<String>::new());
}

/// A file of one domain is not taken for that of another, whatever its form.
#[test]
fn a_domain_that_the_file_does_not_have_is_told() {
    let options = Options { domain: Some("orders".to_owned()), ..Options::default() };
    let table = import("t.csv", b"domain,code,retired\nbooks,A_1,1\n", Form::Csv, &options);
    let json = r#"{"domain": "books", "entries": [{"code": "A_1", "retired": "1"}]}"#;
    let json = import("t.json", json.as_bytes(), Form::Json, &options);
    assert_eq!(told(&table), ["t.csv: there is no catalog of `orders` in it"]);
    assert_eq!(told(&json), ["t.json#: there is no catalog of `orders` in it"]);
    let open = import("t.csv", b"code,retired\nA_1,1\n", Form::Csv, &options);
    assert_eq!(told(&open), Vec::<String>::new());
}

#[test]
fn a_catalog_needs_no_import() {
    let bytes = std::fs::read(root().join("catalogs/documents.toml")).expect("it is there");
    let imported = import("documents.toml", &bytes, Form::ErrorsToml, &Options::default());
    assert_eq!(
        told(&imported),
        ["documents.toml:2: the file names a `domain`, so it is a catalog already, and no errors.toml"]
    );
}

#[test]
fn errors_toml_becomes_a_catalog() {
    let options = Options {
        domain: Some("tidb".to_owned()),
        sdk_code: Some(ErrorCode::InternalError),
        retriable: Some(false),
        reason_from_code: true,
    };
    let imported = read("errors.toml", Form::ErrorsToml, &options);
    assert_eq!(told(&imported), Vec::<String>::new());
    let _ = draft(&imported.text);
    assert_golden("snapshots/import-errors-toml-catalog.txt", &imported.text);
}

#[test]
fn a_table_becomes_a_catalog() {
    let imported = read("codes.csv", Form::Csv, &Options::default());
    assert_eq!(told(&imported), Vec::<String>::new());
    let _ = draft(&imported.text);
    assert_golden("snapshots/import-csv-catalog.txt", &imported.text);
}

/// Semicolons and tabs, a byte order mark, CRLF: the same table.
#[test]
fn tables_of_other_programs_are_the_same_tables() {
    let comma = "code,sdk_code,reason,title,retriable\nA_1,NOT_FOUND,gone,\"Gone, now\",TRUE\n";
    let options = Options { domain: Some("d".to_owned()), ..Options::default() };
    let text = |table: &str| {
        let imported = import("t.csv", table.as_bytes(), Form::Csv, &options);
        assert_eq!(told(&imported), Vec::<String>::new(), "{table:?}");
        imported.text
    };
    let wanted = text(comma);
    for other in [
        comma.replace("\"Gone, now\"", "Gone+ now").replace(',', ";").replace('+', ","),
        comma.replace("\"Gone, now\"", "Gone+ now").replace(',', "\t").replace('+', ","),
        format!("\u{feff}{}", comma.replace('\n', "\r\n")),
        comma.replace("sdk_code", "SDK Code"),
        format!("{comma}\n,,,,\n"),
    ] {
        assert_eq!(text(&other), wanted, "{other:?}");
    }
}

/// Of a real file: each entry of the family is read, and what they do not say is a person's to decide.
#[test]
fn nothing_is_made_up() {
    let imported = read("errors.toml", Form::ErrorsToml, &Options::default());
    assert_golden("snapshots/import-errors-toml.txt", &imported.report());
    let imported = read("faults.csv", Form::Csv, &Options::default());
    assert_golden("snapshots/import-csv.txt", &imported.report());
}

/// A draft of anything that a catalog can hold.
fn any_draft() -> impl Strategy<Value = Draft> {
    let text = "[a-zA-Z가-힣 {}\"'\\\\\n\t#=\u{1}\u{7f}]{1,20}";
    let entry =
        ("[A-Z]{1,3}[!-~]{0,6}", text, text, prop::option::of(text), any::<bool>(), prop::option::of(0..100_000_i64));
    let entry = entry.prop_map(|(code, title, description, message, retriable, wait)| {
        let mut entry = DraftEntry::new(code, String::new());
        entry.set("sdk_code", Value::Text("NOT_FOUND".to_owned()));
        entry.set("reason", Value::Text("gone".to_owned()));
        entry.set("title", Value::Text(format!("x{title}x")));
        entry.set("retriable", Value::Flag(retriable));
        if let Some(message) = message {
            let message = format!("x{}x", message.replace('{', "{{").replace('}', "}}"));
            entry.set("message", Value::Texts(vec![("ko".to_owned(), message.clone()), ("en".to_owned(), message)]));
        }
        if let Some(wait) = wait {
            entry.set("retry_after_ms", Value::Number(wait));
        }
        entry.set("description", Value::Text(format!("x{description}x")));
        entry
    });
    prop::collection::vec(entry, 1..6).prop_map(|mut entries| {
        entries.sort_by(|one, other| one.code.cmp(&other.code));
        entries.dedup_by(|one, other| one.code == other.code);
        Draft { domain: Some("d".to_owned()), default_locale: Some("ko".to_owned()), version: None, entries }
    })
}

/// Values in a fixed order, so that two drafts can be compared.
fn values(draft: &Draft) -> Vec<(String, Vec<Option<Value>>)> {
    let keys = ["sdk_code", "reason", "title", "retriable", "message", "retry_after_ms", "description"];
    draft.entries.iter().map(|entry| (entry.code.clone(), keys.map(|key| entry.value(key).cloned()).to_vec())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Quotes, braces, control characters, several lines: what is written is read back as it was.
    #[test]
    fn what_is_written_is_read_back(wanted in any_draft()) {
        let text = toml(&wanted);
        let checked = check("c.toml", text.as_bytes());
        let errors: Vec<String> = checked.diagnostics.iter().map(ToString::to_string).collect();
        prop_assert!(!checked.diagnostics.has_errors(), "{:?} in {}", errors, text);
        prop_assert_eq!(values(&Draft::of(&checked.catalog)), values(&wanted));
        let json = llamon_errors_catalog::emit::export::export(&[&checked.catalog]);
        let imported = import("x.json", json.as_bytes(), Form::Json, &Options::default());
        prop_assert_eq!(values(&draft(&imported.text)), values(&wanted), "{}", json);
    }

    /// Whatever is imported, either it passes a check or a decision says why not.
    #[test]
    fn an_import_passes_or_says_why_not(
        text in "(code,title,reason\n)?[\\[\\]{}\":,A-C%sd=.\r\n\u{feff}가']{0,80}",
        all in any::<bool>(),
    ) {
        let options = if all {
            Options { domain: Some("d".to_owned()), sdk_code: Some(ErrorCode::NotFound), retriable: Some(false), reason_from_code: true }
        } else {
            Options::default()
        };
        for form in [Form::ErrorsToml, Form::Csv, Form::Json] {
            let imported = import("x", text.as_bytes(), form, &options);
            let sound = !check("x", imported.text.as_bytes()).diagnostics.has_errors();
            prop_assert!(sound && imported.entries > 0 || !imported.decisions.is_empty(), "{:?} {:?}", form, imported.text);
        }
    }
}

/// What `export` writes of any real catalog, `import` makes the same catalog of.
#[test]
fn what_is_exported_is_imported_as_it_was() {
    for folder in ["catalogs/real", "../catalogs"] {
        for (path, bytes) in catalogs_in(folder) {
            let catalog = check(&path, &bytes).catalog;
            let json = llamon_errors_catalog::emit::export::export(&[&catalog]);
            let imported = import("x.json", json.as_bytes(), Form::Json, &Options::default());
            assert_eq!(told(&imported), Vec::<String>::new(), "{path}");
            assert_eq!(draft(&imported.text), Draft::of(&catalog), "{path}");
        }
    }
}
