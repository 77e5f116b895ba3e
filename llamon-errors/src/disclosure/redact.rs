//! Takes out of a text what URLs must not tell: user names, passwords, queries, fragments.
//!
//! Comes in: a text of somebody else's making. Goes out: the same text, its URLs cut down to scheme, host and path. In doubt more is taken
//! out than needed. Not done here: secrets that stand in no URL, which only their author knows.

use alloc::string::String;

/// The text without what its URLs must not tell.
///
/// ```
/// use llamon_errors::disclosure::redact;
///
/// assert_eq!(redact("GET https://user:pw@host:8443/a/b?key=EXAMPLE#top: refused"), "GET https://host:8443/a/b: refused");
/// ```
#[must_use]
pub fn redact(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // A query with blanks in it was not encoded: its pieces follow as words of their own.
    let mut in_query = false;
    for piece in text.split_inclusive(is_end) {
        let word = piece.trim_end_matches(is_end);
        let end = piece.get(word.len()..).unwrap_or_default();
        if in_query && is_query_piece(word) {
            out.push_str(end);
            continue;
        }
        in_query = push_word(&mut out, word) || (in_query && word.is_empty());
        out.push_str(end);
    }
    out
}

/// What ends a URL inside a text.
fn is_end(c: char) -> bool {
    c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | '\\')
}

fn is_query_piece(word: &str) -> bool {
    word.contains('&') && word.contains('=')
}

/// Writes a word without what it must not tell; says whether a query was cut off.
fn push_word(out: &mut String, word: &str) -> bool {
    let (body, tail) = split_punctuation(word);
    let mut rest = body;
    while let Some((head, behind)) = rest.split_once("://") {
        out.push_str(head);
        out.push_str("://");
        rest = without_userinfo(behind);
        // A second URL in the path is a URL of its own, but behind a query everything is the query's.
        if let Some(cut) = rest.find(['?', '#']) {
            let next = rest.find("://").unwrap_or(rest.len());
            if cut < next {
                out.push_str(rest.get(..cut).unwrap_or_default());
                out.push_str(tail);
                return true;
            }
        }
    }
    // Not a URL as a whole, but a path with a query is one in all that matters.
    let query = rest.find('?').filter(|at| rest.get(*at..).is_some_and(|query| query.contains('=')));
    out.push_str(query.and_then(|at| rest.get(..at)).unwrap_or(rest));
    out.push_str(tail);
    query.is_some()
}

/// The sentence's own signs behind a URL: they stay.
fn split_punctuation(word: &str) -> (&str, &str) {
    let body = word.trim_end_matches([')', ']', '}', ',', '.', ';', ':', '!']);
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
    let is_password = rest.contains('@') && port(authority).is_some() && !(is_port && is_path);
    if is_password { "" } else { behind }
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

/// What stands behind the first colon that is not inside the brackets of an IPv6 address.
fn port(authority: &str) -> Option<&str> {
    let host_ends = authority.rfind(']').map_or(0, |at| at.saturating_add(1));
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
            ("https://h:8080/@user?x=EXAMPLE@b", "https://h:8080/@user"),
            ("https://a/@user/x", "https://a/@user/x"),
            ("https://a/x?mail=EXAMPLE@b.c", "https://a/x"),
            ("http://[::1]:80/x?k=EXAMPLE", "http://[::1]:80/x"),
            ("\"https://a?k=EXAMPLE\"", "\"https://a\""),
            ("https://proxy/https://u:EXAMPLE@h/x?k=EXAMPLE", "https://proxy/https://h/x"),
            ("https://a/x?to=https://u:EXAMPLE@h", "https://a/x"),
            ("GET /v1/x?api_key=EXAMPLE HTTP/1.1", "GET /v1/x HTTP/1.1"),
            ("https://a/x?q=one two&key=EXAMPLE end", "https://a/x  end"),
            ("https://a/x?k=EXAMPLE status=503 of R&D", "https://a/x status=503 of R&D"),
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
