//! Names from names: what to write instead of a misspelt reason or domain, and the variant that stands for a reason.

use llamon_errors_core::format::{check_domain, check_reason};

/// The words of any name: `documentNotFound`, `Document-Not Found`, `DOCUMENT_NOT_FOUND` give document, not, found.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    let mut letters = text.chars().peekable();
    let mut before: Option<char> = None;
    while let Some(letter) = letters.next() {
        if !letter.is_ascii_alphanumeric() {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
            before = None;
            continue;
        }
        let begins = letter.is_ascii_uppercase()
            && (before.is_some_and(|before| !before.is_ascii_uppercase())
                || before.is_some() && letters.peek().is_some_and(char::is_ascii_lowercase));
        if begins {
            words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty()));
        }
        word.push(letter.to_ascii_lowercase());
        before = Some(letter);
    }
    words.extend(Some(word).filter(|word| !word.is_empty()));
    words
}

/// The `snake_case` reason that `text` probably means, when there is one.
///
/// ```
/// use llamon_errors_catalog::case::to_reason;
///
/// assert_eq!(to_reason("documentNotFound").as_deref(), Some("document_not_found"));
/// assert_eq!(to_reason("HTTPTimeout").as_deref(), Some("http_timeout"));
/// assert_eq!(to_reason("문서"), None);
/// ```
#[must_use]
pub fn to_reason(text: &str) -> Option<String> {
    joined(text, "_").filter(|reason| check_reason(reason).is_ok())
}

/// The `kebab-case` domain that `text` probably means, when there is one.
#[must_use]
pub fn to_domain(text: &str) -> Option<String> {
    joined(text, "-").filter(|domain| check_domain(domain).is_ok())
}

fn joined(text: &str, separator: &str) -> Option<String> {
    // Letters of another script would vanish without a trace, and what is left would mean something else.
    text.is_ascii().then(|| words(text).join(separator))
}

/// The variant that stands for a reason: `document_not_found` is `DocumentNotFound`.
///
/// ```
/// use llamon_errors_catalog::case::to_variant;
///
/// assert_eq!(to_variant("document_not_found"), "DocumentNotFound");
/// assert_eq!(to_variant("http2_error_404"), "Http2Error404");
/// ```
#[must_use]
pub fn to_variant(reason: &str) -> String {
    let mut variant = String::with_capacity(reason.len());
    for word in reason.split('_') {
        let mut letters = word.chars();
        variant.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        variant.push_str(letters.as_str());
    }
    variant
}

/// A variant for a code, where its reason cannot name it: `KV:Cloud:Io` is `KvCloudIo`, `8005` is `Code8005`.
///
/// ```
/// use llamon_errors_catalog::case::code_to_variant;
///
/// assert_eq!(code_to_variant("QuotaExceeded.DBSecurityGroup"), "QuotaExceededDbSecurityGroup");
/// assert_eq!(code_to_variant("8005"), "Code8005");
/// ```
#[must_use]
pub fn code_to_variant(code: &str) -> String {
    let variant = to_variant(&joined(code, "_").unwrap_or_default());
    if variant.starts_with(|first: char| first.is_ascii_alphabetic()) { variant } else { format!("Code{variant}") }
}

/// The reason that a variant's name spells: the way back of [`to_variant`] where there is one.
#[must_use]
pub fn reason_of_variant(variant: &str) -> String {
    words(variant).join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_spelling() {
        for spelling in [
            "document_not_found",
            "documentNotFound",
            "Document-Not Found",
            "DOCUMENT__NOT_FOUND",
            " Document.NotFound ",
        ] {
            assert_eq!(to_reason(spelling).as_deref(), Some("document_not_found"), "{spelling}");
        }
        assert_eq!(to_domain("document_service").as_deref(), Some("document-service"));
        assert_eq!(to_domain("a2a-protocol.org").as_deref(), Some("a2a-protocol-org"));
        assert_eq!((to_reason("404"), to_reason(""), to_reason("조회_failed")), (None, None, None));
    }

    #[test]
    fn variants_and_reasons_meet() {
        for reason in ["document_not_found", "io_down", "x"] {
            assert_eq!(reason_of_variant(&to_variant(reason)), reason);
        }
        assert_eq!(reason_of_variant("HTTPTimeout"), "http_timeout");
    }
}
