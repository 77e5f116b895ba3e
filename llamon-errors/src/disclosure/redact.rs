//! Takes out of a text what URLs must not tell: user names, passwords, queries, fragments.
//!
//! Comes in: a text of somebody else's making. Goes out: the same text, its URLs cut down to scheme, host and path. In doubt more is taken
//! out than needed. Not done here: secrets that stand in no URL, which only their author knows, and those with blanks in them.

use alloc::string::String;

/// How many URLs are looked for inside of one URL's path. What stands behind so many goes out of none.
const NESTED: usize = 8;

/// The text without what its URLs must not tell.
///
/// Behind a query that was not in quotes, words with an `=` or an `&` are taken for pieces of it, to the end of the text: a query need not
/// have been encoded.
///
/// ```
/// use llamon_errors::disclosure::redact;
///
/// assert_eq!(redact("GET https://user:pw@host:8443/a/b?key=EXAMPLE#top: refused"), "GET https://host:8443/a/b: refused");
/// ```
#[must_use]
pub fn redact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut behind = Behind::Nothing;
    for piece in text.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end_matches(char::is_whitespace);
        behind = push_next(&mut out, word, behind);
        out.push_str(piece.get(word.len()..).unwrap_or_default());
    }
    out
}

/// What a word stands behind.
#[derive(Clone, Copy)]
enum Behind {
    /// Nothing that matters.
    Nothing,
    /// A query that was cut off. Where it ended nobody can tell.
    Query,
    /// A query that was cut off, in quotes that this sign closes.
    Quoted(char),
}

/// Writes what of the next word may be told; says what the one after it stands behind.
fn push_next(out: &mut String, word: &str, behind: Behind) -> Behind {
    match behind {
        Behind::Nothing => push_word(out, word),
        Behind::Query if word.contains(['=', '&']) => Behind::Query,
        Behind::Query => match push_word(out, word) {
            Behind::Nothing => Behind::Query,
            more => more,
        },
        Behind::Quoted(quote) => match closing(word, quote) {
            Some(at) => push_word(out, word.get(at..).unwrap_or_default()),
            None => behind,
        },
    }
}

/// Writes a word without what it must not tell; says what the next one stands behind.
fn push_word(out: &mut String, mut word: &str) -> Behind {
    while let Some((head, behind)) = word.split_once("://") {
        if let Some(cut) = query_of_path(head) {
            // The URL stands in the query of a path.
            out.push_str(head.get(..cut).unwrap_or_default());
            out.push_str(split_punctuation(behind).1);
            return Behind::Query;
        }
        out.push_str(head);
        out.push_str("://");
        let quote = quote_before(head);
        let Some(end) = quote.and_then(|quote| closing(behind, quote)) else {
            let (url, tail) = split_punctuation(behind);
            let is_cut = push_url(out, url);
            out.push_str(tail);
            return if is_cut { quote.map_or(Behind::Query, Behind::Quoted) } else { Behind::Nothing };
        };
        push_url(out, behind.get(..end).unwrap_or_default());
        word = behind.get(end..).unwrap_or_default();
    }
    // Not a URL as a whole, but a path with a query is one in all that matters.
    let (body, tail) = split_punctuation(word);
    let cut = query_of_path(body);
    out.push_str(cut.and_then(|at| body.get(..at)).unwrap_or(body));
    out.push_str(tail);
    if cut.is_some() { Behind::Query } else { Behind::Nothing }
}

/// Writes what stands behind a `://` without what it must not tell; says whether a query or a fragment was cut off.
fn push_url(out: &mut String, url: &str) -> bool {
    let mut rest = without_userinfo(url);
    for _ in 0..NESTED {
        let cut = rest.find(['?', '#']).unwrap_or(rest.len());
        match rest.split_once("://") {
            // A second URL in the path is a URL of its own, but behind a query everything is the query's.
            Some((head, behind)) if head.len() < cut => {
                out.push_str(head);
                out.push_str("://");
                rest = without_userinfo(behind);
            }
            _ => {
                out.push_str(rest.get(..cut).unwrap_or_default());
                // Where nothing is left a query may have gone with the rest.
                return rest.is_empty() || cut < rest.len();
            }
        }
    }
    true
}

/// The sign that closes the quotes in which a URL stands, if its scheme stands behind such.
fn quote_before(head: &str) -> Option<char> {
    let before = head.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    match before.chars().next_back()? {
        '<' => Some('>'),
        quote @ ('"' | '\'' | '`') => Some(quote),
        _ => None,
    }
}

/// Where quotes are closed: at the last such sign that has nothing of a URL behind it. An earlier one may be part of the URL.
fn closing(text: &str, quote: char) -> Option<usize> {
    let is_of_url =
        |c: char| c.is_alphanumeric() || matches!(c, '=' | '&' | '%' | '/' | '@' | '#' | '_' | '-' | '~' | '+' | '$');
    let ends = |at: usize| !text.get(at.saturating_add(1)..).is_some_and(|behind| behind.starts_with(is_of_url));
    let at = text.rmatch_indices(quote).map(|(at, _)| at).find(|at| ends(*at))?;
    // A backslash in front of it is its own.
    text.get(..at).map(|inside| inside.trim_end_matches('\\').len())
}

/// Where the query of a path begins, or a fragment that has values: a path has slashes, or its query has values.
fn query_of_path(word: &str) -> Option<usize> {
    let at = word.find(['?', '#'])?;
    let (path, query) = word.split_at_checked(at)?;
    let has_values = query.contains('=');
    let is_query = query.starts_with('?') && path.contains('/') && query.contains(char::is_alphanumeric);
    let is_fragment = query.starts_with('#') && path.contains('/') && has_values;
    (is_query || is_fragment || (query.starts_with('?') && has_values)).then_some(at)
}

/// The sentence's own signs behind a URL: they stay.
fn split_punctuation(word: &str) -> (&str, &str) {
    let is_sign =
        |c: char| matches!(c, ')' | ']' | '}' | ',' | '.' | ';' | ':' | '!' | '"' | '\'' | '`' | '<' | '>' | '\\');
    let body = word.trim_end_matches(is_sign);
    (body, word.get(body.len()..).unwrap_or_default())
}

/// What stands behind a `://`, without a user name and a password.
fn without_userinfo(behind: &str) -> &str {
    let authority = behind.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        // An `@` in the query is an address; one in the path may be the rest of a password with a slash.
        let reach = behind.split(['?', '#']).next().unwrap_or_default();
        return reach.rfind('@').and_then(|at| behind.get(at.saturating_add(1)..)).unwrap_or(behind);
    }
    let rest = behind.get(authority.len()..).unwrap_or_default();
    let is_port = port(authority).is_none_or(|port| matches!(port.len(), 1..=5) && port.bytes().all(is_digit));
    let is_path = rest.is_empty() || rest.starts_with('/');
    // `user:pa/ss@host`, `user:12?34@host`: what looks like a host and a port is the head of a password. Nobody can tell where it ends.
    let is_password = port(authority).is_some() && !(is_port && is_path) && rest.contains('@');
    if is_password { "" } else { behind }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

/// What stands behind the first colon that is not inside the brackets of an IPv6 address.
fn port(authority: &str) -> Option<&str> {
    let bracket = authority.rfind(']').filter(|_| authority.starts_with('['));
    let host_ends = bracket.map_or(0, |at| at.saturating_add(1));
    authority.get(host_ends..)?.split_once(':').map(|(_, port)| port)
}

#[cfg(test)]
mod tests {
    use super::redact;

    #[test]
    fn urls_lose_userinfo_query_and_fragment_and_nothing_else() {
        for (text, wanted) in [
            ("plain text? yes: a=b", "plain text? yes: a=b"),
            ("(http://127.0.0.1:1/x?api_key=EXAMPLE-KEY-123): refused", "(http://127.0.0.1:1/x): refused"),
            ("postgres://u:EXAMPLE@h:5432/db", "postgres://h:5432/db"),
            ("redis://:EXAMPLE@h, then https://a/b#EXAMPLE.", "redis://h, then https://a/b."),
            ("postgres://u:EX@AM/PLE@h/db", "postgres://h/db"),
            ("postgres://u:EX/AM@h/db", "postgres://"),
            ("postgres://u:EX?AM@h/db", "postgres://"),
            ("postgres://u:12?EXAMPLE@h/db", "postgres://"),
            ("postgres://u:p]EXAMPLE#@h/db", "postgres://"),
            ("https://h:8080/@user?x=EXAMPLE@b", "https://h:8080/@user"),
            ("https://a/@user/x", "https://a/@user/x"),
            ("https://a/x?mail=EXAMPLE@b.c", "https://a/x"),
            ("http://[::1]:80/x?k=EXAMPLE", "http://[::1]:80/x"),
            ("\"https://a?k=EXAMPLE\"", "\"https://a\""),
            ("https://proxy/https://u:EXAMPLE@h/x?k=EXAMPLE", "https://proxy/https://h/x"),
            ("https://a/x?to=https://u:EXAMPLE@h", "https://a/x"),
            ("GET /v1/x?api_key=EXAMPLE HTTP/1.1", "GET /v1/x HTTP/1.1"),
            ("https://a/x?q=one two&key=EXAMPLE end", "https://a/x  end"),
            ("https://a/x?q=one two key=EXAMPLE end", "https://a/x two  end"),
            ("https://a/x?k=EXAMPLE is of R&D", "https://a/x is of "),
            ("'https://a/x?q=one EXAMPLE' status=503", "'https://a/x ' status=503"),
            ("\"https://a/x?q=one EXAMPLE", "\"https://a/x "),
            ("https://a/t?$filter=PK%20eq%20'foo'&sig=EXAMPLE", "https://a/t"),
            ("https://a/t?q=a`b`c&key=EXAMPLE: refused", "https://a/t: refused"),
            ("postgres://u:p'EXAMPLE@h/db", "postgres://h/db"),
            ("(\"postgres://u:p\"EXAMPLE@h/db\")", "(\"postgres://h/db\")"),
            ("<https://a/x?k=EXAMPLE>, <https://b>", "<https://a/x>, <https://b>"),
            (r#"Url(\"https://a/x?k=EXAMPLE\")"#, r#"Url(\"https://a/x\")"#),
            (r#"{"a":"https://a/1","b":"https://u:EXAMPLE@b?k=EXAMPLE"}"#, r#"{"a":"https://a/1","b":"https://b"}"#),
            ("'https://a?k=EXAMPLE',\"https://u:EXAMPLE@b\"", "'https://a',\"https://b\""),
            ("GET /x?EXAMPLE end", "GET /x end"),
            ("/cb#access_token=EXAMPLE end, issue a/b#12", "/cb end, issue a/b#12"),
            ("/login?token=EXAMPLE&to=https://u:EXAMPLE@h!", "/login!"),
            ("a/b? or a? or a/b??", "a/b? or a? or a/b??"),
            ("what was sent:  a=1&b=2", "what was sent:  a=1&b=2"),
            ("문서 https://a/문서?키=EXAMPLE 없음", "문서 https://a/문서 없음"),
            ("://", "://"),
            ("", ""),
        ] {
            let redacted = redact(text);
            assert_eq!(redacted, wanted, "{text}");
            assert!(!redacted.contains("EX"), "{redacted}");
        }
    }
}
