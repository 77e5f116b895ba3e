//! One step on this side and one on that: what tables, JSON and `errors.toml` give, and what is asked about them.

use llamon_errors_catalog::check;
use llamon_errors_catalog::import::{Draft, Form, Imported, Options, Value, import};
use llamon_errors_catalog::model::ErrorCode;

fn of_domain(domain: &str) -> Options {
    Options { domain: Some(domain.to_owned()), ..Options::default() }
}

fn told(imported: &Imported) -> Vec<String> {
    imported.decisions.iter().map(ToString::to_string).collect()
}

const SOUND: &str = r#""sdk_code": "NOT_FOUND", "reason": "gone", "title": "Gone", "retriable": false"#;

#[test]
fn blanks_around_texts_stay_and_those_around_words_go() {
    let table = "code, sdk_code ,reason,title,retriable,message.ko,fields.n,default_locale\n\
                 A_1 , NOT_FOUND , gone ,  Gone  , FALSE ,  {n} 없음  , integer , ko \n";
    let imported = import("c.csv", table.as_bytes(), Form::Csv, &of_domain("d"));
    assert_eq!(told(&imported), Vec::<String>::new());
    for line in [
        "[A_1]",
        "sdk_code = \"NOT_FOUND\"",
        "reason = \"gone\"",
        "title = \"  Gone  \"",
        "message = { ko = \"  {n} 없음  \" }",
        "fields = { n = \"integer\" }",
    ] {
        assert!(imported.text.lines().any(|written| written == line), "{line} in {}", imported.text);
    }
}

#[test]
fn a_table_of_two_domains_is_asked_about() {
    let table = |other: &str| {
        format!(
            "code,domain,sdk_code,reason,title,retriable\nA_1,d,NOT_FOUND,gone,Gone,false\nA_2,{other},NOT_FOUND,lost,Lost,false\n"
        )
    };
    let one = import("c.csv", table("d").as_bytes(), Form::Csv, &Options::default());
    assert_eq!(told(&one), Vec::<String>::new());
    let two = import("c.csv", table("e").as_bytes(), Form::Csv, &Options::default());
    assert_eq!(told(&two), ["c.csv:3: `domain` is `e` here and `d` above"]);
}

/// What is asked for all errors is no key of results and numbers that are gone.
#[test]
fn answers_for_all_errors_are_for_errors_alone() {
    let table = "code,outcome,retired,reason,title\nA_1,,,gone,Gone\nA_2,completed,,none,None\nA_3,,1.0,,\n";
    let options = Options { sdk_code: Some(ErrorCode::NotFound), retriable: Some(false), ..of_domain("d") };
    let imported = import("c.csv", table.as_bytes(), Form::Csv, &options);
    assert_eq!(told(&imported), Vec::<String>::new());
    assert_eq!(imported.text.matches("sdk_code = \"NOT_FOUND\"\n").count(), 1, "{}", imported.text);
    assert_eq!(imported.text.matches("retriable = false\n").count(), 1, "{}", imported.text);
}

#[test]
fn a_message_in_one_language_is_still_in_that_language() {
    let entry = "[A_1]\nsdk_code = \"NOT_FOUND\"\nreason = \"gone\"\ntitle = \"Gone\"\nretriable = false\n";
    let draft = |message: &str| {
        let text = format!("domain = \"d\"\ndefault_locale = \"ko\"\n{entry}message = {message}\n");
        let draft = Draft::of(&check("c.toml", text.as_bytes()).catalog);
        draft.entries.first().and_then(|entry| entry.value("message").cloned())
    };
    assert_eq!(draft("{ ko = \"없음\" }"), Some(Value::Texts(vec![("ko".to_owned(), "없음".to_owned())])));
    assert_eq!(draft("\"none\""), Some(Value::Text("none".to_owned())));
}

#[test]
fn a_list_of_catalogs_is_read_with_or_without_a_name() {
    let catalog = |code: &str| format!(r#"{{"domain": "d", "entries": [{{"code": "{code}", {SOUND}}}]}}"#);
    for whole in ["[A, B]", r#"{"catalogs": [A, B]}"#] {
        let json = whole.replace('A', &catalog("A_1")).replacen(
            ", B",
            &format!(", {}", catalog("A_2").replace("gone", "lost")),
            1,
        );
        let imported = import("c.json", json.as_bytes(), Form::Json, &Options::default());
        assert_eq!((imported.entries, told(&imported)), (2, Vec::new()), "{json}");
    }
}

/// Who says the domain says it for the catalogs that have none, too.
#[test]
fn a_catalog_without_a_domain_is_of_the_one_that_is_asked_for() {
    let json = format!(
        r#"[{{"domain": "d", "entries": [{{"code": "A_1", {SOUND}}}]}}, {{"entries": [{{"code": "A_2", {SOUND}}}]}}, {{"domain": "e"}}]"#
    );
    let imported = import("c.json", json.as_bytes(), Form::Json, &of_domain("d"));
    assert_eq!((imported.entries, told(&imported)), (2, Vec::new()));
    let unsaid = import("c.json", json.as_bytes(), Form::Json, &Options::default());
    assert_eq!(told(&unsaid), ["c.json#: there are catalogs of 2 domains in it"]);
    let other = import("c.json", br#"[{"domain": "d"}]"#, Form::Json, &of_domain("e"));
    assert_eq!(told(&other), ["c.json#: there is no catalog of `e` in it"]);
}

#[test]
fn a_text_at_the_top_of_errors_toml_makes_it_no_catalog() {
    let text = "note = \"x\"\n[\"domain\"]\nerror = \"gone\"\n";
    let imported = import("errors.toml", text.as_bytes(), Form::ErrorsToml, &of_domain("d"));
    assert!(
        told(&imported).contains(&"errors.toml:1: `note` is a string, not an entry".to_owned()),
        "{:?}",
        told(&imported)
    );
    assert_eq!(imported.entries, 1);
}

#[test]
fn a_message_of_errors_toml_is_a_title_up_to_sixty_characters() {
    for (length, title) in [(60, "x".repeat(60)), (61, "Gone".to_owned())] {
        let text = format!("[\"d:ErrGone\"]\nerror = \"{}\"\n", "x".repeat(length));
        let imported = import("errors.toml", text.as_bytes(), Form::ErrorsToml, &of_domain("d"));
        assert!(imported.text.contains(&format!("\ntitle = \"{title}\"\n")), "{}", imported.text);
    }
}
