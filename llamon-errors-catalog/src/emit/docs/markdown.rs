//! The Markdown form: `index.md`, and one page a domain with a table of its codes and a section for each.
//!
//! ```text
//! | [DOC_005](#DOC_005) | NOT_FOUND | no | document_not_found | 문서 없음 |
//!
//! <a id="DOC_005"></a>
//!
//! ## DOC_005: 문서 없음
//! ```
//!
//! Comes in: views. Goes out: Markdown with the tables of GitHub. Texts of catalogs stand in them as text only.

use std::fmt::Write as _;

use super::view::{DomainView, EntryView, State};
use super::{Form, Page};
use crate::emit::findings::counted;

pub(super) fn pages(domains: &[DomainView]) -> Vec<Page> {
    let mut pages = vec![Page { path: "index.md".to_owned(), text: index(domains) }];
    pages.extend(domains.iter().map(|domain| Page { path: format!("{}.md", domain.folder), text: catalog(domain) }));
    pages
}

fn index(domains: &[DomainView]) -> String {
    let mut out = format!(
        "<!-- {} -->\n\n# Error catalogs\n\n| Domain | Version | Codes |\n|---|---|---:|\n",
        Form::Markdown.mark()
    );
    for domain in domains {
        let _ = writeln!(
            out,
            "| [{}]({}.md) | {} | {} |",
            domain.name,
            domain.folder,
            cell(&domain.versions.join(", ")),
            domain.entries.len()
        );
    }
    out
}

fn catalog(domain: &DomainView) -> String {
    let mut out = format!("<!-- {} -->\n\n# {}\n\n", Form::Markdown.mark(), domain.name);
    if !domain.versions.is_empty() {
        let _ = write!(out, "Version {}. ", plain(&domain.versions.join(", ")));
    }
    let _ = write!(
        out,
        "{}.\n\n| Code | sdk_code | Retriable | Reason | Title |\n|---|---|---|---|---|\n",
        counted(domain.entries.len(), "code", "codes")
    );
    for entry in &domain.entries {
        row(&mut out, domain, entry);
    }
    for entry in &domain.entries {
        section(&mut out, domain, entry);
    }
    out
}

fn row(out: &mut String, domain: &DomainView, entry: &EntryView) {
    let title = match (&entry.retired, entry.state) {
        (Some(retired), _) => format!("*retired in {}*{}", cell(retired), heir(domain, entry)),
        (None, State::Deprecated) => format!("{} *(deprecated)*", cell(&entry.title)),
        (None, _) => cell(&entry.title),
    };
    let _ = writeln!(
        out,
        "| {} | {} | {} | {} | {title} |",
        link(entry),
        code(entry.sdk_code.or(entry.outcome).unwrap_or_default()),
        retriable(entry),
        code(&entry.reason),
    );
}

fn section(out: &mut String, domain: &DomainView, entry: &EntryView) {
    let title = if entry.title.is_empty() { String::new() } else { format!(": {}", one_line(&entry.title)) };
    let mut heading = format!("{}{title}", plain(&entry.code));
    // Braces at the end of a heading are attributes to some readers, escaped or not.
    if heading.ends_with('}') {
        heading.truncate(heading.len() - 1);
        heading.push_str("&#125;");
    }
    // And these close it.
    if heading.ends_with('#') && !heading.ends_with("\\#") {
        heading.truncate(heading.len() - 1);
        heading.push_str("\\#");
    }
    let _ = write!(out, "\n<a id=\"{}\"></a>\n\n## {heading}\n", entry.page);
    if let Some(retired) = &entry.retired {
        let _ =
            write!(out, "\nRetired in {}; the number is never used again{}.\n", plain(retired), heir(domain, entry));
        return;
    }
    if let Some(deprecated) = &entry.deprecated {
        let _ = write!(out, "\n**Deprecated:** {}\n", plain(deprecated));
    }
    let mut facts: Vec<(&str, String)> = Vec::new();
    facts.extend(entry.sdk_code.map(|sdk_code| {
        (
            "sdk_code",
            format!(
                "{}, {}",
                code(sdk_code),
                if entry.retriable == Some(true) { "retriable" } else { "not retriable" }
            ),
        )
    }));
    facts.extend(entry.outcome.map(|outcome| ("Outcome", code(outcome))));
    facts.push(("Reason", code(&entry.reason)));
    facts.extend(entry.error_source.as_deref().map(|source| ("Source", code(source))));
    facts.extend(entry.retry_after_ms.map(|wait| ("Retry after", format!("{wait} ms"))));
    facts.extend(entry.since.as_deref().map(|since| ("Since", one_line(since))));
    let replaces: Vec<String> =
        entry.replaces.iter().filter_map(|place| domain.entries.get(*place)).map(link).collect();
    facts.extend((!replaces.is_empty()).then(|| ("Replaces", replaces.join(", "))));
    facts.extend(entry.docs_url.as_deref().map(|url| ("Read on", format!("<{url}>"))));
    for message in &entry.messages {
        let locale = message.locale.as_ref().map(|locale| format!("({locale}) ")).unwrap_or_default();
        facts.push(("Message", format!("{locale}{}", one_line(&message.text()))));
    }
    for field in &entry.fields {
        facts.push(("Field", format!("{}, {}", code(&field.name), field.ty)));
    }
    out.push('\n');
    for (name, fact) in facts {
        let _ = writeln!(out, "* {name}: {fact}");
    }
    for (name, text) in [("", &entry.description), ("What to do: ", &entry.help)] {
        if let Some(text) = text {
            let _ = write!(out, "\n{name}{}\n", paragraphs(text));
        }
    }
}

fn link(entry: &EntryView) -> String {
    format!("[{}](#{})", cell(&entry.code), entry.page)
}

/// The code that took the place of a retired one.
fn heir(domain: &DomainView, entry: &EntryView) -> String {
    let heir = entry.replaced_by.and_then(|place| domain.entries.get(place));
    heir.map(|heir| format!(", use {}", link(heir))).unwrap_or_default()
}

const fn retriable(entry: &EntryView) -> &'static str {
    match entry.retriable {
        Some(true) => "yes",
        Some(false) => "no",
        None => "",
    }
}

/// A word that is no Markdown: in a code span, or escaped where a code span would end in it.
fn code(word: &str) -> String {
    if word.is_empty() {
        String::new()
    } else if word.contains(['`', '|', '\\']) {
        plain(word)
    } else {
        format!("`{word}`")
    }
}

fn cell(text: &str) -> String {
    one_line(text)
}

fn one_line(text: &str) -> String {
    plain(text).replace('\n', " ")
}

/// Blank lines part paragraphs, as in the catalog.
fn paragraphs(text: &str) -> String {
    let paragraphs: Vec<String> = text.split("\n\n").map(plain).filter(|paragraph| !paragraph.is_empty()).collect();
    paragraphs.join("\n\n")
}

/// Text of the catalog as Markdown that is only text: what may be taken for more is escaped, but nothing else, since people read Markdown
/// as it is, too. Lines lose their indentation, and blank ones are left out.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        if !out.is_empty() {
            out.push('\n');
        }
        let (mut before, mut letters) = (None, line.chars().peekable());
        // What begins a list, a heading or a rule is a number, or one of these, and counts only before anything else.
        let mut begins = true;
        while let Some(letter) = letters.next() {
            let after = letters.peek().copied();
            let means_more = match letter {
                '\\' | '`' | '*' | '[' | ']' | '<' | '>' | '|' | '~' | '^' | '&' | '$' => true,
                '_' => !(is_word(before) && is_word(after)),
                // Addresses and pictures by name, and what a term means.
                ':' => begins || after.is_some_and(|after| !after.is_whitespace()),
                '#' | '+' | '-' | '=' => begins,
                // GitHub makes an address of `www.`, too.
                '.' if out.ends_with("www") => true,
                '.' | ')' => begins && before.is_some() && after.is_none_or(char::is_whitespace),
                _ => false,
            };
            if means_more {
                out.push('\\');
            }
            out.push(letter);
            begins &= letter.is_ascii_digit() || matches!(letter, '#' | '+' | '-' | '=');
            before = Some(letter);
        }
    }
    out
}

fn is_word(letter: Option<char>) -> bool {
    letter.is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_the_catalog_is_nothing_but_text() {
        assert_eq!(plain("see [x](y) `z` <b> https://e.org"), r"see \[x\](y) \`z\` \<b\> https\://e.org");
        assert_eq!(
            plain("1. one\n    - two\n\n\n### three-four 5. _x_ a_b"),
            "1\\. one\n\\- two\n\\#\\#\\# three-four 5. \\_x\\_ a_b"
        );
        assert_eq!(plain("문서 {document_id}을(를) 1.4.0"), "문서 {document_id}을(를) 1.4.0");
    }
}
