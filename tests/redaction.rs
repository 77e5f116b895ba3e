//! No secret that stands in the user name, the password, the query or the fragment of a URL goes out, wherever the URL stands.

use llamon_errors::disclosure::redact;
use proptest::prelude::*;

const SECRET: &str = "EXAMPLESECRET";

/// What may stand around a secret inside of a URL, quotes and brackets included; no blanks.
fn noise() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9'\"`<>\\\\=&%/?#@:;,.!()\\[\\]{}|^~_+$*가-]{0,8}"
}

/// The same with blanks, in which each word around a blank has a value or a joint: that is how a query that was not encoded looks.
fn query() -> impl Strategy<Value = String> {
    prop_oneof![
        (noise(), noise()).prop_map(|(before, behind)| format!("{before}{SECRET}{behind}")),
        (noise(), noise()).prop_map(|(before, behind)| format!("q=one two {before}key={SECRET}{behind}")),
        (noise(), noise()).prop_map(|(before, behind)| format!("{before} a&{SECRET}{behind}")),
    ]
}

/// URLs with a secret. The head of a password is a letter, since `host:80/path@x` has none; and no `@` stands in it, since what stands
/// behind one is the host, to the next `?`.
fn url() -> impl Strategy<Value = String> {
    let scheme = prop::sample::select(vec!["https", "postgres", "amqp+tls", "s3.v2"]);
    let host = prop::sample::select(vec!["h", "bank.example", "127.0.0.1:8080", "[::1]:5432"]);
    let path = prop::sample::select(vec!["", "/", "/a/b", "/문서"]);
    let userinfo = ("[a-z]{1,4}", "[a-z]", noise(), noise()).prop_map(|(user, head, before, behind)| {
        format!("{user}:{head}{before}{SECRET}{behind}").replace('@', "") + "@"
    });
    let behind =
        prop_oneof![query().prop_map(|query| format!("?{query}")), query().prop_map(|text| format!("#{text}"))];
    let with_user = (scheme.clone(), userinfo, host.clone(), path.clone())
        .prop_map(|(scheme, userinfo, host, path)| format!("{scheme}://{userinfo}{host}{path}"));
    let with_query = (scheme, host, path.clone(), behind)
        .prop_map(|(scheme, host, path, behind)| format!("{scheme}://{host}{path}{behind}"));
    let of_path = ("/[a-z]{1,5}", noise(), noise())
        .prop_map(|(path, before, behind)| format!("{path}?a{before}{SECRET}{behind}"));
    prop_oneof![with_user, with_query, of_path]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_secret_of_a_url_survives_whatever_stands_around_it(
        before in prop::sample::select(vec!["", "GET ", "error for url (", "at ", "see https://a/b and ", "url=", "[", "재시도: "]),
        url in url(),
        behind in prop::sample::select(vec!["", ": refused", ")", ", then more", " end", "\n", "."]),
    ) {
        let text = format!("{before}{url}{behind}");
        prop_assert!(!redact(&text).contains(SECRET), "{} -> {}", text, redact(&text));
    }

    /// In quotes the quotes' own sign ends the URL, so it does not stand inside.
    #[test]
    fn nor_does_one_of_a_url_in_quotes(quote in prop::sample::select(vec![('"', '"'), ('\'', '\''), ('`', '`'), ('<', '>')]), url in url()) {
        let (open, close) = quote;
        let url = url.replace(close, "");
        let text = format!("got {open}{url}{close}, and more");
        let redacted = redact(&text);
        prop_assert!(!redacted.contains(SECRET), "{} -> {}", text, redacted);
        prop_assert!(redacted.ends_with("more"), "{} -> {}", text, redacted);
    }

    #[test]
    fn a_text_without_urls_queries_and_paths_stays_as_it_is(text in "[a-z가-힣 =&'\"`.,:;!()<>-]{0,60}") {
        prop_assert_eq!(redact(&text), text);
    }
}
